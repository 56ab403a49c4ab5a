//! Elements whose content is hidden: those that the page's script shows once it runs, and those that the author hid.
//!
//! A saved page does not run its script. `WeChat` and others hide the article until the script has loaded, so that no
//! text would remain to be read. A part that the author hid is omitted from the text.

use std::collections::{HashMap, HashSet};

use html5gum::emitters::default::StartTag;

use super::attribute;

/// Number of visible characters from which a line is prose, not a title, a menu or a button.
const PROSE: usize = 25;
/// Multiple of the visible prose that a loader hides at least.
const HIDES_AT_LEAST: u64 = 10;
/// Maximum number of kinds of hiding elements that are told apart.
const MOST_KINDS: usize = 1000;

/// Hiding elements of a page, by their attributes: a page hides each of its sections in the same way.
#[derive(Default)]
pub(super) struct Veils {
    shown: HashSet<String>,
    kinds: HashMap<String, usize>,
    /// Number of characters that each kind hides.
    hidden: Vec<(String, u64)>,
}

impl Veils {
    pub(super) fn showing(shown: HashSet<String>) -> Self {
        Self {
            shown,
            ..Self::default()
        }
    }

    /// Returns the kind of an element that hides its content; `None` if it is shown.
    pub(super) fn of(&mut self, tag: &StartTag<()>) -> Option<usize> {
        let name = String::from_utf8_lossy(&tag.name);
        // Nobody submits a page of which nothing is to be seen.
        if matches!(&*name, "html" | "body") {
            return None;
        }
        let own = |name| attribute(tag, name).unwrap_or_default();
        let kind = format!("{name} {} {}", own("class"), own("style"));
        if self.shown.contains(&kind) {
            return None;
        }
        if self.kinds.len() >= MOST_KINDS && !self.kinds.contains_key(&kind) {
            return Some(0);
        }
        let next = self.hidden.len();
        let at = *self.kinds.entry(kind.clone()).or_insert(next);
        if at == next {
            self.hidden.push((kind, 0));
        }
        Some(at)
    }

    /// Counts characters hidden by a kind; returns whether somebody hid them: a template shows nothing by itself.
    pub(super) fn hide(&mut self, kind: usize, count: u64) -> bool {
        let Some((name, hidden)) = self.hidden.get_mut(kind) else {
            return true;
        };
        *hidden += count;
        !name.starts_with("template ")
    }

    /// Returns the kind of elements that hides nearly all prose of a page whose visible text is `text`; `None` if no
    /// kind does.
    pub(super) fn loader(&self, text: &str) -> Option<String> {
        let (kind, hidden) = self.hidden.iter().max_by_key(|(_, hidden)| *hidden)?;
        let visible = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
        let prose: usize = text
            .lines()
            .map(visible)
            .filter(|&count| count >= PROSE)
            .sum();
        let all = visible(text) as u64;
        let is_loader = *hidden > all && *hidden >= HIDES_AT_LEAST * prose as u64;
        (is_loader && *hidden > 0).then(|| kind.clone())
    }
}
