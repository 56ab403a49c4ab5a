//! Pieces of text that are drawn at once, side by side, in one font and colour. A watermark is one piece, or one for
//! each of its lines, however its glyphs are drawn.

use hayro_interpret::kurbo::{Point, Vec2};

use super::placed::{Pen, Placed};

/// Maximum length of the text of a piece that is kept, in characters: a row of watermarks is shorter.
const LONGEST: usize = 1_000;
/// Minimum length in characters of a text that can be recognised as a repetition of another.
const REPEATING: usize = 8;
/// Maximum gap within a piece, in em.
const GAP: f64 = 2.5;
/// Maximum relative difference in size within a piece.
const SIZE: f64 = 0.05;
/// Maximum difference in lightness within a piece.
const SHADE: f32 = 0.02;

/// Minimum difference in lightness of texts of different colour.
const UNLIKE: f32 = 0.2;

/// Look of a run of glyphs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// Lightness on white paper: 0 for black, 1 for white or nothing.
    pub(super) light: f32,
    /// Whether the file says that this is a watermark.
    pub(super) is_watermark: bool,
}

/// Piece of text.
pub(super) struct Piece {
    /// Visible characters, cut at [`LONGEST`].
    pub(super) text: String,
    /// Number of the visible characters.
    pub(super) length: usize,
    pub(super) origin: Point,
    pub(super) direction: Vec2,
    pub(super) em: f64,
    pub(super) look: Look,
    pen: Pen,
}

impl Piece {
    /// Returns whether `run` continues where the piece ends.
    fn goes_on(&self, run: &Placed, look: Look) -> bool {
        let along = (run.origin - self.pen.end).dot(run.direction);
        !self.pen.is_off(run)
            && (-run.em..GAP * run.em).contains(&along)
            && (self.em - run.em).abs() <= SIZE * run.em
            && (self.look.light - look.light).abs() <= SHADE
            && self.look.is_watermark == look.is_watermark
    }
}

/// Pieces of a page in the order in which they are drawn.
#[derive(Default)]
pub(super) struct Pieces(Vec<Piece>);

impl Pieces {
    /// Adds a run to the last piece, or begins a new one; marks the glyphs with the piece's number.
    pub(super) fn add(&mut self, run: &mut [Placed], look: Look) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            return;
        };
        let pen = Pen::after(last);
        match self.0.last_mut() {
            Some(piece) if piece.goes_on(first, look) => piece.pen = pen,
            _ => self.0.push(Piece {
                text: String::new(),
                length: 0,
                origin: first.origin,
                direction: first.direction,
                em: first.em,
                look,
                pen,
            }),
        }
        let number = self.0.len() - 1;
        let piece = &mut self.0[number];
        for glyph in run {
            glyph.piece = number;
            for c in glyph.text.chars().filter(|c| !c.is_whitespace()) {
                if piece.length < LONGEST {
                    piece.text.push(c);
                }
                piece.length += 1;
            }
        }
    }

    /// Whether two pieces are about equally light, as texts of one colour are.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        let light = |piece: usize| self.0.get(piece).map_or(0.0, |piece| piece.look.light);
        (light(one) - light(other)).abs() <= UNLIKE
    }

    /// Returns the pieces; one that repeats a text, as a row of watermarks does, has that text once.
    pub(super) fn finish(mut self) -> Vec<Piece> {
        for piece in &mut self.0 {
            if (REPEATING..=LONGEST).contains(&piece.length) {
                let text: Vec<char> = piece.text.chars().collect();
                let period = period(&text);
                if period * 2 <= text.len() {
                    piece.text = text[..period].iter().collect();
                    piece.length = period;
                }
            }
        }
        self.0
    }
}

/// Returns the shortest length after which a text repeats itself to its end; its whole length if it does not.
fn period(text: &[char]) -> usize {
    // The longest proper prefix of each part of the text that is also its suffix (Knuth, Morris and Pratt).
    let mut prefix = vec![0; text.len()];
    for at in 1..text.len() {
        let mut length = prefix[at - 1];
        while length > 0 && text[length] != text[at] {
            length = prefix[length - 1];
        }
        prefix[at] = length + usize::from(text[length] == text[at]);
    }
    text.len() - prefix.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{BLACK, GREY, laid_out};
    use super::*;

    #[test]
    fn glyphs_side_by_side_are_a_piece_however_they_are_drawn() {
        let mut pieces = Pieces::default();
        for glyph in &mut laid_out("a line", 0, 0.3, true) {
            pieces.add(std::slice::from_mut(glyph), BLACK);
        }
        let mut last = laid_out("below", 1, 0.0, true);
        pieces.add(&mut last, BLACK);
        pieces.add(&mut laid_out("over it", 1, 0.0, true), GREY);
        assert_eq!(last[0].piece, 1);
        assert!(!pieces.are_alike(1, 2));
        let texts: Vec<(String, usize)> = pieces
            .finish()
            .into_iter()
            .map(|piece| (piece.text, piece.length))
            .collect();
        let expected = [("aline", 5), ("below", 5), ("overit", 6)];
        assert_eq!(
            texts,
            expected.map(|(text, length)| (text.to_owned(), length))
        );
    }

    #[test]
    fn a_row_of_watermarks_is_one_of_them() {
        let row: String = "draft copy ".repeat(30) + "dra";
        let mut pieces = Pieces::default();
        pieces.add(&mut laid_out(&row, 0, 0.0, true), GREY);
        pieces.add(&mut laid_out("banana split", 3, 0.0, true), GREY);
        let pieces = pieces.finish();
        assert_eq!(pieces[0].text, "draftcopy");
        assert_eq!(pieces[1].text, "bananasplit");
    }
}
