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
    /// What it has of a scan; nothing where the reader does not tell.
    pub scan: Scan,
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

/// What a page has of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// Share of the page that pictures cover, in per cent.
    pub pictures: u64,
    /// Characters that everybody sees.
    pub seen: u64,
    /// Characters that nobody sees, at a place that a picture has: of no colour, of the paper's, or under the picture.
    pub layer: u64,
    /// White characters over a picture: seen if it is dark there.
    pub white: u64,
}

impl Scan {
    /// Whether pictures cover most of the page.
    pub const fn is_mostly_picture(&self) -> bool {
        self.pictures >= 50
    }
}

/// Why a stretch is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// White, transparent or tiny.
    Unseen,
    /// White or transparent, over or under a picture: unseen, or the text layer of a scan. Until the whole document is
    /// known.
    OnPicture,
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
}
