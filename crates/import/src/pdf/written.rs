//! Text of a page while it is recorded: the glyphs of one line after another, with line breaks and spaces where the pen
//! moved.

use super::glyph_place::GlyphPlace;
use super::page::{Line, PageText};
use super::placed::{Pen, Placed};
use super::sights::Sights;
use super::spacing::WORD_GAP;

/// Minimum gap between two Chinese characters, in em, that separates them (cells of a table).
const CELL_GAP: f64 = 1.0;
/// Distance, in em, by which the pen must go back to begin a new line.
const BACKWARD: f64 = 1.5;

/// Stretches of a page's text that one piece of text has: start and end in characters, ascending.
pub(super) type Stretches = Vec<(u64, u64)>;

/// Text of a page so far.
pub(super) struct Written {
    page: PageText,
    /// Length of the text, in characters.
    length: u64,
    /// Pen after the last glyph; `None` before the first.
    pen: Option<Pen>,
    /// Visibility of the text, known at the page's end.
    sights: Sights,
    /// Where each piece of text stands.
    pieces: Vec<Stretches>,
    /// Whether the places of the glyphs are kept.
    pub(super) keeps_places: bool,
}

impl Written {
    /// Begins the text of a page, which has `pieces` pieces of text.
    pub(super) fn new(page: PageText, sights: Sights, pieces: usize) -> Self {
        Self {
            page,
            length: 0,
            pen: None,
            sights,
            pieces: vec![Vec::new(); pieces],
            keeps_places: false,
        }
    }

    /// Returns the page, and where each piece of its text stands.
    pub(super) fn finish(mut self) -> (PageText, Vec<Stretches>) {
        (self.page.hidden, self.page.scan) = self.sights.finish();
        (self.page, self.pieces)
    }

    /// Writes a line; `spacing` is the letter spacing before each of its glyphs in em, or empty.
    pub(super) fn line(&mut self, line: &[Placed], spacing: &[f64]) {
        for (index, glyph) in line.iter().enumerate() {
            self.write(glyph, spacing.get(index).copied().unwrap_or(0.0));
        }
    }

    fn write(&mut self, glyph: &Placed, spacing: f64) {
        if glyph.is_blank() {
            // A space at the start of a line or after another adds nothing. Nor does it begin a line, the first letter
            // does, else an indent would join two paragraphs.
            if self.pen.as_ref().is_none_or(|pen| pen.is_off(glyph)) {
                return;
            }
            if !self.ends_in_space() {
                self.push(' ');
            }
        } else {
            self.separate(glyph, spacing);
            let is_apart = self.ends_in_space();
            let start = self.length;
            for c in glyph.text.chars() {
                self.push(if c.is_control() { '\u{FFFD}' } else { c });
            }
            let stretch = (start, self.length);
            self.belongs(stretch, glyph.piece, is_apart);
            if self.keeps_places {
                let is_vertical = glyph.is_vertical();
                self.page.glyphs.push(GlyphPlace {
                    start,
                    end: self.length,
                    origin: glyph.origin,
                    across: if is_vertical {
                        glyph.across
                    } else {
                        glyph.end - glyph.origin
                    },
                    up: glyph.up,
                    is_vertical,
                });
            }
            self.sights.glyph(stretch, glyph.middle(), glyph.sight);
        }
        let before = self.pen.take().is_some_and(|pen| pen.cjk);
        self.pen = Some(Pen {
            cjk: glyph.is_cjk() || (glyph.is_blank() && before),
            ..Pen::after(glyph)
        });
    }

    /// Writes what separates the last glyph from this one: a line break, a space or nothing.
    fn separate(&mut self, glyph: &Placed, spacing: f64) {
        let Some(pen) = &self.pen else {
            self.begin_line(glyph);
            return;
        };
        let size = glyph.em.max(pen.em);
        let delta = glyph.origin - pen.end;
        let along = delta.dot(glyph.direction);
        if pen.is_off(glyph) || along < -BACKWARD * size {
            self.push('\n');
            self.begin_line(glyph);
        } else {
            let gap = match (pen.cjk, glyph.is_cjk()) {
                (true, true) => CELL_GAP,
                (false, false) => WORD_GAP + spacing,
                _ => WORD_GAP,
            };
            if along > gap * glyph.em && !self.ends_in_space() {
                self.push(' ');
            }
        }
    }

    fn begin_line(&mut self, glyph: &Placed) {
        self.page.lines.push(Line {
            start: self.length,
            y: glyph.origin.y,
        });
    }

    /// Records that a stretch of the text belongs to a piece; `is_apart` says whether white space is before it.
    fn belongs(&mut self, (start, end): (u64, u64), piece: usize, is_apart: bool) {
        let Some(stretches) = self.pieces.get_mut(piece) else {
            return;
        };
        match stretches.last_mut() {
            Some((_, last)) if start == *last || (is_apart && start == *last + 1) => *last = end,
            _ => stretches.push((start, end)),
        }
    }

    fn push(&mut self, c: char) {
        self.page.text.push(c);
        self.length += 1;
    }

    fn ends_in_space(&self) -> bool {
        self.page.text.is_empty() || self.page.text.ends_with([' ', '\n'])
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::laid_out;
    use super::*;

    #[test]
    fn a_piece_keeps_its_stretches_where_another_stands_between() {
        let mut first = laid_out("one two", 0, 0.0, true);
        let mut second = laid_out("and", 0, 0.0, true);
        for (glyph, by) in second.iter_mut().zip([60.0; 3]) {
            glyph.origin.x += by;
            glyph.end.x += by;
            glyph.piece = 1;
        }
        let mut third = laid_out("three", 0, 0.0, true);
        for glyph in &mut third {
            glyph.origin.x += 90.0;
            glyph.end.x += 90.0;
        }
        first.append(&mut second);
        first.append(&mut third);
        let mut written = Written::new(PageText::default(), Sights::new((600.0, 800.0)), 2);
        written.line(&first, &[]);
        let (page, pieces) = written.finish();
        assert_eq!(page.text, "one two and three");
        assert_eq!(pieces, [vec![(0, 7), (12, 17)], vec![(8, 11)]]);
    }
}
