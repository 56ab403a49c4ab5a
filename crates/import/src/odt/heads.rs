//! Headers and footers, which stand with the styles of the pages.

use quick_xml::events::BytesStart;

use super::super::Places;
use super::super::marked::{Marked, Place};
use super::super::running_head::RunningHeads;
use super::{Body, Level, attribute};

/// Place among the styles of the pages (`office:master-styles`).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Masters {
    #[default]
    Outside,
    /// Between headers: what a page shows of its own there, such as the prompts of a slide, is no text of the document.
    Between,
    /// In a header or footer.
    Header,
}

fn is_header(name: &[u8]) -> bool {
    name.starts_with(b"style:header") || name.starts_with(b"style:footer")
}

impl Body {
    /// Notes an element of the styles of the pages; `false` for one that is left out.
    pub(super) fn start_master(&mut self, name: &[u8], element: &BytesStart<'_>) -> bool {
        match self.masters {
            Masters::Outside if name == b"office:master-styles" => {
                self.masters = Masters::Between;
            }
            Masters::Between if is_header(name) => {
                if attribute(element, b"style:display").as_deref() == Some(b"false") {
                    return false;
                }
                self.masters = Masters::Header;
                std::mem::swap(&mut self.text, &mut self.heads);
            }
            Masters::Between => return name == b"style:master-page",
            Masters::Outside | Masters::Header => {}
        }
        true
    }

    pub(super) fn end_master(&mut self, name: &[u8]) {
        match self.masters {
            Masters::Header if is_header(name) => {
                std::mem::swap(&mut self.text, &mut self.heads);
                self.masters = Masters::Between;
            }
            Masters::Between if name == b"office:master-styles" => {
                self.masters = Masters::Outside;
            }
            _ => {}
        }
    }

    /// Ends the part with the styles, which may be broken, so that the text begins.
    pub(super) fn end_styles(&mut self) {
        if self.masters == Masters::Header {
            std::mem::swap(&mut self.text, &mut self.heads);
        }
        self.masters = Masters::Outside;
        self.text = Marked::default();
        self.hidden = Places::default();
        self.level = Level::default();
        self.outer.clear();
        self.looks.clear();
        self.skipped = 0;
    }

    /// Appends the headers and footers if they hold more than running heads.
    pub(super) fn append_heads(&mut self) {
        let mut heads = std::mem::take(&mut self.heads);
        let found = heads.mark_heads(Place::default(), &mut RunningHeads::default());
        let length: u64 = found.iter().map(|(start, end)| end - start).sum();
        if length < heads.length() {
            self.text.append(heads);
        }
    }
}
