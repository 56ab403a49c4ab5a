//! What a reader gives of one page. Knows nothing of who reads it or how.

/// One page's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PageText {
    /// The text; a line ends with a line feed, the last one without.
    pub text: String,
    /// Where its lines stand on the page; empty where the reader does not tell.
    pub lines: Vec<Line>,
    /// Stretches that no reader of the print sees: offsets in characters, ascending, and why.
    pub hidden: Vec<(u64, u64, Hidden)>,
    /// Whether it is mostly a picture or a drawing.
    pub is_drawing: bool,
    /// Whether it has layers, which may be off: the reader that knows of them leaves their text out.
    pub has_layers: bool,
    /// Whether it draws without end and was given up: its text is not whole.
    pub is_endless: bool,
}

/// One line of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// Offset of its first character in the page's text.
    pub start: u64,
    /// Its distance from the page's top, in points.
    pub y: f64,
    /// Whether it is neither level nor upright: a water mark.
    pub slanted: bool,
}

/// Why a stretch is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// White, transparent or tiny.
    Unseen,
    /// Outside the page's area.
    Outside,
}

impl PageText {
    /// A page of which only the text is known.
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.trim_matches(['\n', '\r', ' ']).replace("\r\n", "\n"),
            ..Self::default()
        }
    }

    /// Notes that the characters from `start` to before `end` are not seen.
    pub fn hide(&mut self, start: u64, end: u64, why: Hidden) {
        match self.hidden.last_mut() {
            // Spaces between two hidden words belong to them.
            Some((_, last, reason)) if *reason == why && start >= *last && start <= *last + 2 => {
                *last = end;
            }
            _ => self.hidden.push((start, end, why)),
        }
    }
}
