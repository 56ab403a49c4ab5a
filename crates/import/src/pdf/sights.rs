//! Finds the characters of a page that nobody sees. They are only known at the end of the page, because programs that
//! recognise text write it before or after the picture of the page.

use hayro_interpret::kurbo::{Point, Rect};

use super::page::{Hidden, Scan};
use super::painted::Painted;
use super::placed::Sight;

/// One glyph written down, with its place and look.
struct Seen {
    start: u64,
    end: u64,
    place: Point,
    sight: Sight,
}

/// Collector of the glyphs of a page in the order of its text, and of its pictures.
pub(super) struct Sights {
    glyphs: Vec<Seen>,
    /// Places of pictures.
    pictures: Painted,
}

impl Sights {
    /// Creates the collector for a page of `size` points.
    pub(super) fn new(size: (f64, f64)) -> Self {
        Self {
            glyphs: Vec::new(),
            pictures: Painted::new(size),
        }
    }

    /// Records a picture.
    pub(super) fn picture(&mut self, area: Rect) {
        self.pictures.add(area);
    }

    /// Records the characters from `start` to before `end`, their place and their look.
    pub(super) fn glyph(&mut self, (start, end): (u64, u64), place: Point, sight: Sight) {
        self.glyphs.push(Seen {
            start,
            end,
            place,
            sight,
        });
    }

    /// Returns the hidden spans, ascending, and the signs that the page is a scan.
    pub(super) fn finish(self) -> (Vec<(u64, u64, Hidden)>, Scan) {
        let all = &self.pictures;
        let mut scan = Scan {
            pictures: all.percent(),
            ..Scan::default()
        };
        let mut hidden: Vec<(u64, u64, Hidden)> = Vec::new();
        let mut hide = |start, end, why| match hidden.last_mut() {
            // Spaces between two hidden words belong to them.
            Some((_, last, reason)) if *reason == why && start >= *last && start <= *last + 2 => {
                *last = end;
            }
            _ => hidden.push((start, end, why)),
        };
        for glyph in &self.glyphs {
            let count = glyph.end - glyph.start;
            match glyph.sight {
                Sight::Hidden(why) => hide(glyph.start, glyph.end, why),
                Sight::Undrawn if scan.is_mostly_picture() => scan.layer += count,
                Sight::Faint if all.is_at(glyph.place) => {
                    scan.layer += count;
                    hide(glyph.start, glyph.end, Hidden::OnPicture);
                }
                Sight::Covered if all.is_at(glyph.place) => {
                    scan.layer += count;
                    hide(glyph.start, glyph.end, Hidden::UnderPicture);
                }
                Sight::Undrawn | Sight::Faint => hide(glyph.start, glyph.end, Hidden::Unseen),
                Sight::Covered => hide(glyph.start, glyph.end, Hidden::Covered),
                Sight::WhiteOnPaint if all.is_at(glyph.place) => scan.white += count,
                Sight::Plain | Sight::WhiteOnPaint => scan.seen += count,
            }
        }
        (hidden, scan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Result for glyphs of ten characters down a page with one picture: their heights and looks.
    fn finish(picture: Rect, glyphs: &[(f64, Sight)]) -> (Vec<(u64, u64, Hidden)>, Scan) {
        let mut sights = Sights::new((600.0, 800.0));
        sights.picture(picture);
        for (i, &(y, sight)) in (0..).zip(glyphs) {
            // Each glyph is a separate span: two characters or more apart.
            sights.glyph((i * 20, i * 20 + 10), Point::new(300.0, y), sight);
        }
        sights.finish()
    }

    #[test]
    fn faint_text_is_told_apart_by_whether_a_picture_has_its_place() {
        let half = Rect::new(0.0, 0.0, 600.0, 400.0);
        let glyphs = [
            (200.0, Sight::Faint),
            (200.0, Sight::Faint),
            (600.0, Sight::Faint),
            (200.0, Sight::WhiteOnPaint),
            (600.0, Sight::WhiteOnPaint),
        ];
        let (hidden, scan) = finish(half, &glyphs);
        assert_eq!(
            hidden,
            [
                (0, 10, Hidden::OnPicture),
                (20, 30, Hidden::OnPicture),
                (40, 50, Hidden::Unseen)
            ]
        );
        assert_eq!((scan.layer, scan.white, scan.seen), (20, 10, 10));
    }

    #[test]
    fn the_invisible_mode_needs_half_a_page_of_pictures() {
        let of = |height| {
            let area = Rect::new(0.0, 0.0, 600.0, height);
            finish(area, &[(700.0, Sight::Undrawn)])
        };
        assert_eq!(of(500.0).0, []);
        assert_eq!(of(500.0).1.layer, 10);
        assert_eq!(of(300.0).0, [(0, 10, Hidden::Unseen)]);
    }

    #[test]
    fn hidden_words_and_the_space_between_them_are_one_stretch() {
        let mut sights = Sights::new((600.0, 800.0));
        for (start, end) in [(0, 1), (1, 2), (3, 4), (9, 10)] {
            sights.glyph((start, end), Point::ZERO, Sight::Faint);
        }
        let (hidden, _) = sights.finish();
        assert_eq!(hidden, [(0, 4, Hidden::Unseen), (9, 10, Hidden::Unseen)]);
    }
}
