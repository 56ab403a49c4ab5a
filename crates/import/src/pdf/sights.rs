//! Finds the characters of a page that nobody sees. They are known only at the page's end: programs that recognise
//! text write it before or after the picture of the page.

use hayro_interpret::kurbo::{Point, Rect};

use super::page::{Hidden, Scan};
use super::painted::Painted;
use super::placed::Sight;

/// Maximum number of pictures that are recorded: a scan in tiles has some thousands.
const PICTURES: usize = 20_000;

/// One glyph written down, with its place and look.
struct Seen {
    start: u64,
    end: u64,
    place: Point,
    sight: Sight,
    /// Number of pictures drawn before the glyph.
    after: usize,
}

/// Picture on the page.
struct Drawn {
    area: Rect,
    /// Whether nothing shows through the picture.
    opaque: bool,
}

/// Collector of glyphs and pictures, in the order in which the page draws them.
pub(super) struct Sights {
    size: (f64, f64),
    glyphs: Vec<Seen>,
    pictures: Vec<Drawn>,
}

impl Sights {
    /// Creates the collector for a page of `size` points.
    pub(super) const fn new(size: (f64, f64)) -> Self {
        Self {
            size,
            glyphs: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Records a picture.
    pub(super) fn picture(&mut self, area: Rect, opaque: bool) {
        if self.pictures.len() < PICTURES {
            self.pictures.push(Drawn { area, opaque });
        }
    }

    /// Returns the number of pictures drawn so far.
    pub(super) const fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// Records the characters from `start` to before `end`: their place, their look, and the number of pictures drawn
    /// before.
    pub(super) fn glyph(
        &mut self,
        (start, end): (u64, u64),
        place: Point,
        sight: Sight,
        after: usize,
    ) {
        self.glyphs.push(Seen {
            start,
            end,
            place,
            sight,
            after,
        });
    }

    /// Returns the hidden spans, ascending, and the signs that the page is a scan.
    pub(super) fn finish(self) -> (Vec<(u64, u64, Hidden)>, Scan) {
        let mut all = Painted::new(self.size);
        for picture in &self.pictures {
            all.add(picture.area);
        }
        let mut scan = Scan {
            pictures: all.percent(),
            ..Scan::default()
        };
        let covered = self.covered();
        let mut hidden: Vec<(u64, u64, Hidden)> = Vec::new();
        let mut hide = |start, end, why| match hidden.last_mut() {
            // Spaces between two hidden words belong to them.
            Some((_, last, reason)) if *reason == why && start >= *last && start <= *last + 2 => {
                *last = end;
            }
            _ => hidden.push((start, end, why)),
        };
        for (glyph, covered) in self.glyphs.iter().zip(covered) {
            let count = glyph.end - glyph.start;
            match glyph.sight {
                Sight::Hidden(why) => hide(glyph.start, glyph.end, why),
                Sight::Undrawn if scan.is_mostly_picture() => scan.layer += count,
                Sight::Faint if all.is_at(glyph.place) => {
                    scan.layer += count;
                    hide(glyph.start, glyph.end, Hidden::OnPicture);
                }
                Sight::Undrawn | Sight::Faint => hide(glyph.start, glyph.end, Hidden::Unseen),
                Sight::Plain if covered => scan.layer += count,
                Sight::WhiteOnPaint if all.is_at(glyph.place) => scan.white += count,
                Sight::Plain | Sight::WhiteOnPaint => scan.seen += count,
            }
        }
        (hidden, scan)
    }

    /// Returns for every glyph whether a picture that nothing shows through was drawn over it later.
    fn covered(&self) -> Vec<bool> {
        let mut covered = vec![false; self.glyphs.len()];
        if !self.pictures.iter().any(|picture| picture.opaque) {
            return covered;
        }
        // Glyphs go from the last drawn to the first: everything painted so far was drawn later.
        let mut order: Vec<usize> = (0..self.glyphs.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.glyphs[i].after));
        let mut later = Painted::new(self.size);
        let mut left = self.pictures.len();
        for i in order {
            let glyph = &self.glyphs[i];
            while left > glyph.after {
                left -= 1;
                if self.pictures[left].opaque {
                    later.add(self.pictures[left].area);
                }
            }
            covered[i] = later.is_at(glyph.place);
        }
        covered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Rect = Rect::new(0.0, 0.0, 600.0, 800.0);

    /// Result for glyphs of ten characters down a page: heights, looks, and numbers of pictures drawn before.
    fn finish(
        pictures: &[(Rect, bool)],
        glyphs: &[(f64, Sight, usize)],
    ) -> (Vec<(u64, u64, Hidden)>, Scan) {
        let mut sights = Sights::new((600.0, 800.0));
        for &(area, opaque) in pictures {
            sights.picture(area, opaque);
        }
        for (i, &(y, sight, after)) in (0..).zip(glyphs) {
            // Each glyph is a separate span: two characters or more apart.
            sights.glyph((i * 20, i * 20 + 10), Point::new(300.0, y), sight, after);
        }
        sights.finish()
    }

    #[test]
    fn a_picture_drawn_later_covers_and_one_drawn_before_does_not() {
        let glyphs = [(400.0, Sight::Plain, 0), (400.0, Sight::Plain, 1)];
        let (hidden, scan) = finish(&[(PAGE, true)], &glyphs);
        assert_eq!(hidden, []);
        assert_eq!((scan.pictures, scan.layer, scan.seen), (100, 10, 10));
        let (_, scan) = finish(&[(PAGE, false)], &glyphs);
        assert_eq!((scan.layer, scan.seen), (0, 20));
    }

    #[test]
    fn faint_text_is_told_apart_by_whether_a_picture_has_its_place() {
        let half = Rect::new(0.0, 0.0, 600.0, 400.0);
        let glyphs = [
            (200.0, Sight::Faint, 0),
            (200.0, Sight::Faint, 1),
            (600.0, Sight::Faint, 0),
            (200.0, Sight::WhiteOnPaint, 1),
            (600.0, Sight::WhiteOnPaint, 1),
        ];
        let (hidden, scan) = finish(&[(half, true)], &glyphs);
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
            finish(&[(area, true)], &[(700.0, Sight::Undrawn, 1)])
        };
        assert_eq!(of(500.0).0, []);
        assert_eq!(of(500.0).1.layer, 10);
        assert_eq!(of(300.0).0, [(0, 10, Hidden::Unseen)]);
    }

    #[test]
    fn hidden_words_and_the_space_between_them_are_one_stretch() {
        let mut sights = Sights::new((600.0, 800.0));
        for (start, end) in [(0, 1), (1, 2), (3, 4), (9, 10)] {
            sights.glyph((start, end), Point::ZERO, Sight::Faint, 0);
        }
        let (hidden, _) = sights.finish();
        assert_eq!(hidden, [(0, 4, Hidden::Unseen), (9, 10, Hidden::Unseen)]);
    }
}
