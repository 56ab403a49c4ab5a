//! Colours, sizes and marks of the printed report. Lengths are in points, 1/72 inch.

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// Width and height of an A4 page, in points.
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
/// Left and right edge of the text, in points from the page's left edge.
pub(super) const LEFT: f32 = 62.0;
pub(super) const RIGHT: f32 = PAGE.0 - 62.0;
/// Top and bottom edge of the text, in points from the page's upper edge.
pub(super) const TOP: f32 = 74.0;
pub(super) const BOTTOM: f32 = PAGE.1 - 66.0;
/// Width of the text, in points.
pub(super) const WIDTH: f32 = RIGHT - LEFT;

/// Size of ordinary text, in points.
pub(super) const BODY: f32 = 10.0;
/// Size of notes, captions of tables and running heads, in points.
pub(super) const SMALL: f32 = 8.5;
/// Distance of two base lines, in sizes of the text.
pub(super) const LEADING: f32 = 1.55;

pub(super) const INK: Rgb = [24, 28, 34];
pub(super) const WEAK: Rgb = [96, 104, 114];
/// Ink of text that does not count.
pub(super) const LEFT_OUT: Rgb = [124, 131, 140];
/// Ink of text that is not compared.
pub(super) const PASSED_OVER: Rgb = [158, 164, 172];
pub(super) const RULE: Rgb = [214, 219, 225];
pub(super) const GROUND: Rgb = [241, 244, 247];
pub(super) const POSSIBLE_INK: Rgb = [92, 106, 132];
pub(super) const ACCENT: Rgb = [20, 96, 120];

/// Inks and backgrounds of the sources, the same as in the window's light theme. They repeat; numbers tell the sources
/// apart.
const SOURCES: [(Rgb, Rgb); 6] = [
    ([184, 28, 28], [253, 228, 226]),
    ([150, 84, 0], [255, 234, 196]),
    ([28, 88, 160], [213, 232, 250]),
    ([40, 104, 44], [219, 241, 214]),
    ([108, 60, 158], [235, 223, 249]),
    ([0, 104, 100], [208, 240, 235]),
];

/// Returns ink and background of a source by its index in the list.
pub(super) fn of_source(index: usize) -> (Rgb, Rgb) {
    SOURCES[index % SOURCES.len()]
}

/// Returns the colour of a marker on a source's passages: stronger than the background of printed text, since it is
/// multiplied with pages of all kinds.
pub(crate) fn marker_of_source(index: usize) -> Rgb {
    let (ink, ground) = of_source(index);
    std::array::from_fn(|part| {
        let mixed = (4 * u16::from(ground[part]) + u16::from(ink[part])) / 5;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// Place in the report that links lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// Entry of a source in the numbered list, by its index.
    Source(usize),
    /// First passage of a source in the marked text, by the source's index.
    Passage(usize),
    /// Heading of a chapter in the marked text, by its index.
    Chapter(usize),
}

/// Mark behind, under or around a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    /// Background with a line under it: a passage that counts.
    Filled { ground: Rgb, line: Rgb },
    /// Line under the text: a passage in text that does not count.
    Underlined(Rgb),
    /// Dotted line under the text: a possible passage.
    Dotted(Rgb),
    /// Frame around the text: a passage that is switched off.
    Framed(Rgb),
}

/// Look of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) ink: Rgb,
    pub(super) bold: bool,
    pub(super) mark: Option<Mark>,
    /// Index of the source whose passage the stretch is in; `None` outside passages.
    pub(super) source: Option<usize>,
    /// Place that a click leads to; `None` for text without a link.
    pub(super) link: Option<Target>,
}

impl Style {
    /// Returns the look of ordinary text.
    pub(super) const fn plain(size: f32, ink: Rgb) -> Self {
        Self {
            size,
            ink,
            bold: false,
            mark: None,
            source: None,
            link: None,
        }
    }

    /// Returns the look of a heading or of a figure that matters.
    pub(super) const fn bold(size: f32, ink: Rgb) -> Self {
        Self {
            bold: true,
            ..Self::plain(size, ink)
        }
    }

    /// Returns the same look with a link.
    pub(super) const fn linked(self, link: Target) -> Self {
        Self {
            link: Some(link),
            ..self
        }
    }
}
