//! Map of probabilities of text becomes slanted boxes, one around each line.
//!
//! The map marks the core of each line, so boxes grow by an amount that their area and circumference give (as in
//! "Real-time Scene Text Detection with Differentiable Binarization", Liao et al., AAAI 2020).

use super::geometry::{Point, Slanted, smallest_rectangle, upright_rectangle};

/// Probability from which a place belongs to a line.
const MINIMUM_PROBABILITY: f32 = 0.3;
/// Minimum mean probability within a box.
const MINIMUM_MEAN: f32 = 0.5;
/// Growth of a box, as a share of its area divided by its circumference.
const GROWTH: f32 = 1.5;
/// Length of a core, in heights, below which its own angle tells nothing, and the sine of the angle that no page has.
const SHORT: f32 = 3.5;
const SLANT: f32 = 0.12;
/// Minimum height of a core in places of the map.
const MINIMUM_CORE: f32 = 3.0;
/// Maximum number of boxes: a page of a dictionary has fewer than a thousand lines and cells.
const MAXIMUM_BOXES: usize = 2_000;

/// Probabilities that text stands at the places of a picture, rows from the top.
pub(super) struct TextMap<'a> {
    pub width: usize,
    pub height: usize,
    pub probabilities: &'a [f32],
}

impl TextMap<'_> {
    /// Returns the boxes of lines in places of the map, in the order of their first place.
    pub fn boxes(&self) -> Vec<Slanted> {
        let outlines = self.outlines();
        (outlines.iter())
            .filter_map(|outline| self.around(outline))
            .take(MAXIMUM_BOXES)
            .collect()
    }

    /// Returns the box around one core; `None` if the core is too small or too doubtful.
    fn around(&self, outline: &[Point]) -> Option<Slanted> {
        let mut found = smallest_rectangle(outline)?;
        // The smallest rectangle around one character may lie at any angle.
        let is_short =
            found.width.max(found.height) < SHORT * found.width.min(found.height).max(1.0);
        if is_short && found.along.y.abs() > SLANT {
            found = upright_rectangle(outline)?;
        }
        found.width += 1.0;
        found.height += 1.0;
        if found.width.min(found.height) < MINIMUM_CORE || self.mean_within(&found) < MINIMUM_MEAN {
            return None;
        }
        let growth = found.width * found.height * GROWTH / (found.width + found.height);
        found.width += growth;
        found.height += growth;
        Some(found)
    }

    /// Returns the mean probability within a box.
    fn mean_within(&self, found: &Slanted) -> f32 {
        let (mut sum, mut count) = (0.0_f32, 0_u32);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (columns, rows) = (found.width as u32, found.height as u32);
        for y in 0..rows.max(1) {
            for x in 0..columns.max(1) {
                let (a, b) = (
                    x as f32 + 0.5 - found.width / 2.0,
                    y as f32 + 0.5 - found.height / 2.0,
                );
                let place = found.centre.moved(found.along, a, found.down(), b);
                if let Some(probability) = self.at(place) {
                    sum += probability;
                    count += 1;
                }
            }
        }
        sum / count.max(1) as f32
    }

    fn at(&self, place: Point) -> Option<f32> {
        let (x, y) = (place.x.round(), place.y.round());
        if x < 0.0 || y < 0.0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (x, y) = (x as usize, y as usize);
        (x < self.width && y < self.height)
            .then(|| self.probabilities.get(y * self.width + x).copied())
            .flatten()
    }

    /// Returns the connected cores: of each row of a core its leftmost and rightmost place.
    fn outlines(&self) -> Vec<Vec<Point>> {
        let (width, height) = (self.width, self.height);
        let is_text =
            |at: usize| (self.probabilities.get(at)).is_some_and(|&p| p > MINIMUM_PROBABILITY);
        let mut seen = vec![false; width * height];
        let mut outlines = Vec::new();
        let mut open = Vec::new();
        for start in 0..width * height {
            if seen[start] || !is_text(start) {
                continue;
            }
            seen[start] = true;
            open.push(start);
            // The core's first place lies in its first row.
            let top = start / width;
            let mut rows: Vec<(usize, usize)> = Vec::new();
            while let Some(at) = open.pop() {
                let (x, y) = (at % width, at / width);
                if rows.len() <= y - top {
                    rows.resize(y - top + 1, (usize::MAX, 0));
                }
                let row = &mut rows[y - top];
                *row = (row.0.min(x), row.1.max(x));
                for next_y in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                    for next_x in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                        let next = next_y * width + next_x;
                        if !seen[next] && is_text(next) {
                            seen[next] = true;
                            open.push(next);
                        }
                    }
                }
            }
            let ends = (top..).zip(rows).flat_map(|(y, (left, right))| {
                [
                    Point::new(left as f32, y as f32),
                    Point::new(right as f32, y as f32),
                ]
            });
            outlines.push(ends.collect());
        }
        outlines
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn map_of(width: usize, height: usize, filled: &[(usize, usize, usize, usize)]) -> Vec<f32> {
        let mut map = vec![0.0; width * height];
        for &(left, top, right, bottom) in filled {
            for y in top..bottom {
                map[y * width + left..y * width + right].fill(0.9);
            }
        }
        map
    }

    #[test]
    fn a_box_grows_around_its_core() {
        let probabilities = map_of(120, 40, &[(10, 10, 110, 20)]);
        let map = TextMap {
            width: 120,
            height: 40,
            probabilities: &probabilities,
        };
        let boxes = map.boxes();
        assert_eq!(boxes.len(), 1);
        let growth = 100.0 * 10.0 * 1.5 / 110.0;
        assert!((boxes[0].width - 100.0 - growth).abs() < 1e-3);
        assert!((boxes[0].height - 10.0 - growth).abs() < 1e-3);
        assert!((boxes[0].centre.x - 59.5).abs() < 1e-3 && (boxes[0].centre.y - 14.5).abs() < 1e-3);
    }

    #[test]
    fn a_short_core_stands_upright() {
        let mut probabilities = vec![0.0; 60 * 60];
        // A square whose rows are shifted, as a character of italics is.
        for y in 0..20 {
            let left = (10 + y) * 60 + 15 + y / 3;
            probabilities[left..left + 20].fill(0.9);
        }
        let map = TextMap {
            width: 60,
            height: 60,
            probabilities: &probabilities,
        };
        assert_eq!(map.boxes()[0].along, Point::new(1.0, 0.0));
    }

    #[test]
    fn specks_are_no_lines() {
        let probabilities = map_of(50, 20, &[(5, 5, 7, 7), (30, 3, 45, 5)]);
        let map = TextMap {
            width: 50,
            height: 20,
            probabilities: &probabilities,
        };
        assert!(map.boxes().is_empty());
        let empty = TextMap {
            width: 0,
            height: 0,
            probabilities: &[],
        };
        assert!(empty.boxes().is_empty());
    }

    proptest! {
        /// Rectangles with space between them are found one by one, each where it lies.
        #[test]
        fn separate_cores_are_separate_boxes(sizes in proptest::collection::vec((20_usize..90, 4_usize..9), 1..6)) {
            let filled: Vec<_> = (sizes.iter().enumerate())
                .map(|(i, &(w, h))| (5, 5 + 20 * i, 5 + w, 5 + 20 * i + h))
                .collect();
            let probabilities = map_of(100, 130, &filled);
            let boxes = TextMap { width: 100, height: 130, probabilities: &probabilities }.boxes();
            prop_assert_eq!(boxes.len(), sizes.len());
            for (found, (left, top, right, bottom)) in boxes.iter().zip(filled) {
                prop_assert!((found.centre.x - (left + right - 1) as f32 / 2.0).abs() < 0.01);
                prop_assert!((found.centre.y - (top + bottom - 1) as f32 / 2.0).abs() < 0.01);
            }
        }
    }
}
