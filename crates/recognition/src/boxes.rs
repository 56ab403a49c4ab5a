//! Conversion of a map of text probabilities into slanted boxes, one around each line.
//!
//! The map marks only the core of each line. So each box grows by an amount that depends on its area and circumference
//! (as in "Real-time Scene Text Detection with Differentiable Binarization", Liao et al., AAAI 2020).

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
/// Length of a core, in thicknesses, from which its middle tells how its line bends.
const LONG: usize = 14;
/// Thickness of a place, in usual ones, beyond which the cores of two lines touch there.
const TOUCHING: f32 = 1.6;
/// Number of places that are noted of a line.
const NOTED: usize = 24;
/// Maximum number of boxes: a page of a dictionary has fewer than a thousand lines and cells.
const MAXIMUM_BOXES: usize = 2_000;

/// Probability, 0 to 1, that there is text at each position of a picture, rows from the top.
pub(super) struct TextMap<'a> {
    /// Number of columns of the map.
    pub width: usize,
    /// Number of rows of the map.
    pub height: usize,
    /// Probabilities, `width` for each row.
    pub probabilities: &'a [f32],
}

/// Middle of a long line, which shows how the line bends.
#[derive(Clone, Debug)]
pub(super) struct Spine {
    /// Points along the line, from the left.
    pub places: Vec<Point>,
    /// Thickness of the line's core, about two fifths of its height.
    pub thickness: f32,
}

/// Connected places of text.
struct Core {
    /// Of each row its leftmost and rightmost place.
    outline: Vec<Point>,
    /// `None` for a short or doubtful core.
    spine: Option<Spine>,
}

impl TextMap<'_> {
    /// Returns the boxes of the lines, in the order of their first point, and the spines (middle lines) of long lines.
    pub fn boxes_and_spines(&self) -> (Vec<Slanted>, Vec<Spine>) {
        let cores = self.cores();
        let boxes = (cores.iter())
            .filter_map(|core| self.around(&core.outline))
            .take(MAXIMUM_BOXES)
            .collect();
        let spines = (cores.into_iter())
            .filter_map(|core| core.spine)
            .take(MAXIMUM_BOXES)
            .collect();
        (boxes, spines)
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

    /// Returns the connected cores.
    fn cores(&self) -> Vec<Core> {
        let (width, height) = (self.width, self.height);
        let is_text =
            |at: usize| (self.probabilities.get(at)).is_some_and(|&p| p > MINIMUM_PROBABILITY);
        let mut seen = vec![false; width * height];
        let mut cores = Vec::new();
        let mut open = Vec::new();
        for start in 0..width * height {
            if seen[start] || !is_text(start) {
                continue;
            }
            seen[start] = true;
            open.push(start);
            let mut places: Vec<(usize, usize)> = Vec::new();
            while let Some(at) = open.pop() {
                let (x, y) = (at % width, at / width);
                places.push((x, y));
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
            // The core's first place lies in its first row.
            let rows = spans(start / width, places.iter().map(|&(x, y)| (y, x)));
            let left = places.iter().map(|&(x, _)| x).min().unwrap_or(0);
            let columns = spans(left, places.iter().copied());
            let ends = rows.iter().flat_map(|&(y, first, last)| {
                [first, last].map(|x| Point::new(x as f32, y as f32))
            });
            cores.push(Core {
                outline: ends.collect(),
                spine: spine(&columns),
            });
        }
        cores
    }
}

/// Returns (number, first place, last place) of each line of connected places. `begin` is the number of the first line.
/// `places` are pairs of line and place.
fn spans(begin: usize, places: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize, usize)> {
    let mut spans: Vec<(usize, usize, usize)> = Vec::new();
    for (line, place) in places {
        while spans.len() <= line - begin {
            spans.push((begin + spans.len(), usize::MAX, 0));
        }
        let span = &mut spans[line - begin];
        (span.1, span.2) = (span.1.min(place), span.2.max(place));
    }
    spans
}

/// Returns the spine of a core, given the first and last place of each of its columns; `None` if the core is short, or
/// more than a quarter of it is so thick that two lines seem to touch.
fn spine(columns: &[(usize, usize, usize)]) -> Option<Spine> {
    let mut thickness: Vec<usize> = columns.iter().map(|(_, top, end)| end - top + 1).collect();
    thickness.sort_unstable();
    let usual = thickness.get(thickness.len() / 2).copied().unwrap_or(1);
    if columns.len() < LONG * usual {
        return None;
    }
    let is_thin = |&&(_, top, end): &&(usize, usize, usize)| {
        (end - top + 1) as f32 <= TOUCHING * usual as f32
    };
    if 4 * columns.iter().filter(is_thin).count() < 3 * columns.len() {
        return None;
    }
    let chunks = columns.chunks(columns.len().div_ceil(NOTED));
    let place = |chunk: &[(usize, usize, usize)]| {
        let thin: Vec<_> = chunk.iter().filter(is_thin).collect();
        let sum = thin
            .iter()
            .fold((0.0, 0.0), |(x, y), &&(column, top, end)| {
                (x + column as f32, y + (top + end) as f32 / 2.0)
            });
        let count = thin.len() as f32;
        (!thin.is_empty()).then(|| Point::new(sum.0 / count, sum.1 / count))
    };
    Some(Spine {
        places: chunks.filter_map(place).collect(),
        thickness: usual as f32,
    })
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
        let boxes = map.boxes_and_spines().0;
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
        assert_eq!(map.boxes_and_spines().0[0].along, Point::new(1.0, 0.0));
    }

    #[test]
    fn specks_are_no_lines() {
        let probabilities = map_of(50, 20, &[(5, 5, 7, 7), (30, 3, 45, 5)]);
        let map = TextMap {
            width: 50,
            height: 20,
            probabilities: &probabilities,
        };
        assert!(map.boxes_and_spines().0.is_empty());
        let empty = TextMap {
            width: 0,
            height: 0,
            probabilities: &[],
        };
        assert!(empty.boxes_and_spines().0.is_empty());
    }

    #[test]
    fn long_cores_have_spines_and_touching_ones_none() {
        let bent = |x: usize| 10 + (x - 10) * (x - 10) / 1_000;
        let mut probabilities = vec![0.0; 150 * 60];
        for x in 10..130 {
            for y in bent(x)..bent(x) + 6 {
                probabilities[y * 150 + x] = 0.9;
            }
        }
        let spines = |probabilities: &[f32]| {
            let (width, height) = (150, 60);
            TextMap {
                width,
                height,
                probabilities,
            }
            .boxes_and_spines()
            .1
        };
        let found = spines(&probabilities);
        assert_eq!(found.len(), 1);
        assert!((found[0].thickness - 6.0).abs() < 0.1);
        assert!(found[0].places.len() >= 20 && found[0].places.is_sorted_by(|a, b| a.x < b.x));
        for place in &found[0].places {
            let expected = (place.x - 10.0).powi(2) / 1_000.0 + 12.5;
            assert!((place.y - expected).abs() < 1.2, "{place:?}");
        }
        // A second line touches over half of the length.
        for x in 10..70 {
            for y in bent(x)..bent(x) + 14 {
                probabilities[y * 150 + x] = 0.9;
            }
        }
        assert!(spines(&probabilities).is_empty());
        assert!(spines(&map_of(150, 60, &[(10, 10, 60, 20)])).is_empty());
    }

    proptest! {
        /// Rectangles with space between them are found one by one, each where it lies.
        #[test]
        fn separate_cores_are_separate_boxes(sizes in proptest::collection::vec((20_usize..90, 4_usize..9), 1..6)) {
            let filled: Vec<_> = (sizes.iter().enumerate())
                .map(|(i, &(w, h))| (5, 5 + 20 * i, 5 + w, 5 + 20 * i + h))
                .collect();
            let probabilities = map_of(100, 130, &filled);
            let boxes = TextMap { width: 100, height: 130, probabilities: &probabilities }.boxes_and_spines().0;
            prop_assert_eq!(boxes.len(), sizes.len());
            for (found, (left, top, right, bottom)) in boxes.iter().zip(filled) {
                prop_assert!((found.centre.x - (left + right - 1) as f32 / 2.0).abs() < 0.01);
                prop_assert!((found.centre.y - (top + bottom - 1) as f32 / 2.0).abs() < 0.01);
            }
        }
    }
}
