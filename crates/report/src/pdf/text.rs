//! Text with styles, as cells: one for each character, with its glyph and width.

use std::collections::BTreeMap;

use super::font::{Face, printable};
use super::style::{Rgb, Style};

/// One character of a text, or a part of a badge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) c: char,
    /// Glyph of the character; `None` for the space around a badge's text.
    pub(super) glyph: Option<u32>,
    /// Width in points.
    pub(super) width: f32,
    /// Index of the stretch of the text that the cell belongs to.
    pub(super) stretch: usize,
    pub(super) is_badge: bool,
}

/// Stretch of a text with one look.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) style: Style,
    /// Background and frame of a badge; `None` for text.
    pub(super) badge: Option<Badge>,
}

/// Look of a badge: a small label in a frame, which stands before the text that it names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Badge {
    pub(super) ground: Option<Rgb>,
    pub(super) frame: Rgb,
}

/// Text with styles.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rich {
    pub(super) cells: Vec<Cell>,
    pub(super) stretches: Vec<Stretch>,
    /// Characters that the font lacks, with the numbers of their occurrences.
    pub(super) missing: BTreeMap<char, usize>,
}

/// Size of a badge's text, in sizes of the text around it.
pub(super) const BADGE_SIZE: f32 = 0.66;
/// Space around a badge's text, in sizes of the badge's text.
const BADGE_SPACE: f32 = 0.38;

impl Rich {
    /// Makes a text with one style.
    pub(super) fn of(face: &Face, text: &str, style: Style) -> Self {
        let mut rich = Self::default();
        rich.push(face, text, style);
        rich
    }

    /// Adds a text.
    pub(super) fn push(&mut self, face: &Face, text: &str, style: Style) {
        let stretch = self.stretches.len();
        self.stretches.push(Stretch { style, badge: None });
        for c in text.chars().filter_map(printable) {
            let glyph = face.glyph(c);
            if glyph.is_missing {
                *self.missing.entry(c).or_default() += 1;
            }
            self.cells.push(Cell {
                c,
                glyph: Some(glyph.id),
                width: glyph.width * style.size,
                stretch,
                is_badge: false,
            });
        }
    }

    /// Adds a badge. It stays with the character after it; `style` is the one of the text around it.
    pub(super) fn push_badge(&mut self, face: &Face, label: &str, badge: Badge, style: Style) {
        let stretch = self.stretches.len();
        let size = style.size * BADGE_SIZE;
        let style = Style { size, ..style };
        self.stretches.push(Stretch {
            style,
            badge: Some(badge),
        });
        let space = Cell {
            c: ' ',
            glyph: None,
            width: size * BADGE_SPACE,
            stretch,
            is_badge: true,
        };
        self.cells.push(space);
        for c in label.chars().filter_map(printable) {
            let glyph = face.glyph(c);
            self.cells.push(Cell {
                c,
                glyph: Some(glyph.id),
                width: glyph.width * size,
                stretch,
                is_badge: true,
            });
        }
        self.cells.extend([space, space]);
    }

    /// Returns the style of a cell.
    pub(super) fn style(&self, cell: &Cell) -> Style {
        self.stretches[cell.stretch].style
    }

    /// Returns the width of the whole text in one line.
    pub(super) fn width(&self) -> f32 {
        self.cells.iter().map(|cell| cell.width).sum()
    }

    /// Shortens the text to one line of at most this width, with an ellipsis in place of its end.
    pub(super) fn shortened(mut self, face: &Face, width: f32) -> Self {
        if self.width() <= width {
            return self;
        }
        let Some(last) = self.cells.last().copied() else {
            return self;
        };
        let style = self.stretches[last.stretch].style;
        let dots = face.glyph('…');
        let dots_width = dots.width * style.size;
        let mut so_far = dots_width;
        let kept = (self.cells.iter())
            .take_while(|cell| {
                so_far += cell.width;
                so_far <= width
            })
            .count();
        self.cells.truncate(kept);
        self.cells.push(Cell {
            c: '…',
            glyph: Some(dots.id),
            width: dots_width,
            stretch: last.stretch,
            is_badge: false,
        });
        self
    }
}
