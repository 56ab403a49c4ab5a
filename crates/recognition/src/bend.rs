//! Bent lines: measures how the lines of a photographed or curled page bend, and flattens the picture accordingly.
//!
//! Paper that curls bends all lines alike, and a camera that is tilted makes their slants differ from the top to the
//! bottom. Both are one smooth fall of the paper: a polynomial along the lines whose factors change from line to line.

use super::detection::Detected;
use super::geometry::{Point, extent, extents};
use super::raster::Raster;
use super::reading_order::median;

/// Number of powers along the lines, and of all terms: each power alone, and times the place from line to line.
const POWERS: usize = 5;
const TERMS: usize = 2 * POWERS;
/// Minimum number of long lines.
const MINIMUM_LINES: usize = 6;
/// Weight that keeps factors small where lines tell nothing, as a share of the number of places.
const STIFFNESS: f64 = 1e-4;
/// Error of a line, in heights of a line and in usual errors, from which the line belongs to something else.
const OTHER: f32 = 0.25;
const OTHER_USUAL: f32 = 3.0;
/// Height of a line's box, in thicknesses of its core.
const HEIGHT: f32 = 2.5;
/// Bow of a line, in heights of a line, from which a page is flattened; of the lines, a tenth is bent more.
const BENT: f32 = 0.2;
/// Maximum share of the lines' deviation that may remain after flattening.
const REMAINS: f32 = 0.6;
/// Distance of places at which the fall is computed, in pixels.
const STEP: usize = 16;

/// Displacement of a page's lines, in pixels, beyond the slant of the lines.
#[derive(Clone, Debug)]
pub(super) struct Bend {
    /// Tangent of the slant.
    slant: f32,
    /// Middle and half of the extent of the lines: along them, and from line to line.
    middle: Point,
    half: Point,
    factors: [f64; TERMS],
}

impl Bend {
    /// Measures how the lines of a page bend; `None` if they are straight, too few, or bend in different ways. `skew`
    /// is the slant of the lines in radians, positive if they slope down to the right.
    pub fn of(found: &Detected, skew: f32) -> Option<Self> {
        let height = HEIGHT * median(found.spines.iter().map(|spine| spine.thickness).collect())?;
        let slant = skew.tan();
        let mut lines: Vec<Vec<Point>> = (found.spines.iter())
            .map(|spine| {
                let level = |p: &Point| Point::new(p.x, p.y - slant * p.x);
                spine.places.iter().map(level).collect()
            })
            .collect();
        let first = Self::fitted(slant, &lines)?;
        let usual = median(lines.iter().map(|line| first.error(line)).collect())?;
        let limit = (OTHER * height).max(OTHER_USUAL * usual);
        lines.retain(|line| first.error(line) < limit);
        let bend = Self::fitted(slant, &lines)?;
        let mut falls: Vec<f32> = lines.iter().map(|line| bow(line)).collect();
        falls.sort_by(f32::total_cmp);
        let most = *falls.get(falls.len() * 9 / 10)?;
        let before: f32 = lines.iter().map(|line| deviation(line)).sum();
        let after: f32 = lines.iter().map(|line| bend.error(line)).sum();
        (most > BENT * height && after < REMAINS * before).then_some(bend)
    }

    /// Returns the fall that fits lines best (least squares); `None` for too few.
    fn fitted(slant: f32, lines: &[Vec<Point>]) -> Option<Self> {
        if lines.len() < MINIMUM_LINES {
            return None;
        }
        let places = lines.iter().flatten();
        let ((left, right), (top, bottom)) = extents(places.clone());
        let mut bend = Self {
            slant,
            middle: Point::new(f32::midpoint(left, right), f32::midpoint(top, bottom)),
            half: Point::new(
                ((right - left) / 2.0).max(1.0),
                ((bottom - top) / 2.0).max(1.0),
            ),
            factors: [0.0; TERMS],
        };
        // Normal equations; each line's own level is taken off both sides.
        let mut matrix = [[0.0_f64; TERMS]; TERMS];
        let mut right = [0.0_f64; TERMS];
        for line in lines {
            let level = mean(line);
            let terms: Vec<[f64; TERMS]> = (line.iter()).map(|p| bend.terms(p.x, level)).collect();
            let own: [f64; TERMS] = std::array::from_fn(|i| {
                terms.iter().map(|term| term[i]).sum::<f64>() / terms.len() as f64
            });
            for (p, term) in line.iter().zip(&terms) {
                let fall = f64::from(p.y - level);
                let beyond: [f64; TERMS] = std::array::from_fn(|i| term[i] - own[i]);
                for ((row, sum), a) in matrix.iter_mut().zip(&mut right).zip(&beyond) {
                    *sum += a * fall;
                    for (cell, b) in row.iter_mut().zip(&beyond) {
                        *cell += a * b;
                    }
                }
            }
        }
        let stiffness = STIFFNESS * places.count() as f64;
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += stiffness;
        }
        bend.factors = solved(matrix, right)?;
        Some(bend)
    }

    /// Returns the terms at a place of the levelled page. Beyond the lines the paper goes on level.
    fn terms(&self, x: f32, level: f32) -> [f64; TERMS] {
        let along = f64::from(((x - self.middle.x) / self.half.x).clamp(-1.0, 1.0));
        let below = f64::from(((level - self.middle.y) / self.half.y).clamp(-1.0, 1.0));
        let mut terms = [0.0; TERMS];
        let mut power = 1.0;
        let (plain, changing) = terms.split_at_mut(POWERS);
        for (plain, changing) in plain.iter_mut().zip(changing) {
            power *= along;
            *plain = power;
            *changing = power * below;
        }
        terms
    }

    /// Returns how far the paper falls at a place of the levelled page, in pixels.
    fn fall(&self, x: f32, level: f32) -> f32 {
        let terms = self.terms(x, level);
        let sum: f64 = (self.factors.iter().zip(terms)).map(|(a, b)| a * b).sum();
        #[expect(clippy::cast_possible_truncation)]
        let fall = sum as f32;
        fall
    }

    /// Returns the displacement in pixels, downwards, of a point of the flattened picture in the original picture.
    pub fn fall_at(&self, x: i32, y: i32) -> i32 {
        #[expect(clippy::cast_possible_truncation)]
        let fall = self
            .fall(x as f32, y as f32 - self.slant * x as f32)
            .round() as i32;
        fall
    }

    /// Returns the mean distance of a line's places from the line that the bend expects.
    fn error(&self, line: &[Point]) -> f32 {
        let level = mean(line);
        let flat: Vec<Point> = (line.iter())
            .map(|p| Point::new(p.x, p.y - self.fall(p.x, level)))
            .collect();
        deviation(&flat)
    }

    /// Returns the picture with straightened lines; slant and size do not change.
    pub fn flattened(&self, picture: &Raster) -> Raster {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let mut rgb = Vec::with_capacity(3 * width * height);
        let mut falls = vec![0.0_f32; width.div_ceil(STEP) + 1];
        for y in 0..height {
            for (i, fall) in falls.iter_mut().enumerate() {
                let x = (i * STEP) as f32;
                *fall = self.fall(x, y as f32 - self.slant * x);
            }
            for x in 0..width {
                let share = (x % STEP) as f32 / STEP as f32;
                let fall = falls[x / STEP] * (1.0 - share) + falls[x / STEP + 1] * share;
                let place = y as f32 + fall;
                let above = place.floor();
                let share = place - above;
                #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
                let (column, row) = (x as i32, above as i32);
                let (first, second) = (picture.pixel(column, row), picture.pixel(column, row + 1));
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                rgb.extend(first.into_iter().zip(second).map(|(a, b)| {
                    (f32::from(a) * (1.0 - share) + f32::from(b) * share + 0.5) as u8
                }));
            }
        }
        Raster::new(picture.width(), picture.height(), rgb).unwrap_or_else(|| picture.clone())
    }
}

fn mean(line: &[Point]) -> f32 {
    line.iter().map(|p| p.y).sum::<f32>() / (line.len() as f32).max(1.0)
}

/// Returns the mean distance of places from their mean level.
fn deviation(line: &[Point]) -> f32 {
    let level = mean(line);
    line.iter().map(|p| (p.y - level).abs()).sum::<f32>() / (line.len() as f32).max(1.0)
}

/// Returns how far places lie apart above and below the straight line that fits them best.
fn bow(line: &[Point]) -> f32 {
    let count = (line.len() as f32).max(1.0);
    let (middle, level) = (line.iter().map(|p| p.x).sum::<f32>() / count, mean(line));
    let (mut product, mut square) = (0.0_f32, 0.0_f32);
    for p in line {
        product += (p.x - middle) * (p.y - level);
        square += (p.x - middle) * (p.x - middle);
    }
    let slope = product / square.max(1.0);
    let (low, high) = extent(line.iter().map(|p| p.y - slope * (p.x - middle)));
    high - low
}

/// Solves linear equations (Gauss, with the largest pivot of each column); `None` if they tell nothing.
fn solved(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> Option<[f64; TERMS]> {
    for column in 0..TERMS {
        let pivot = (column..TERMS)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-9 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (first, value) = (matrix[column], right[column]);
        for (row, (cells, sum)) in matrix.iter_mut().zip(&mut right).enumerate() {
            if row != column {
                let factor = cells[column] / first[column];
                for (cell, other) in cells.iter_mut().zip(first).skip(column) {
                    *cell -= factor * other;
                }
                *sum -= factor * value;
            }
        }
    }
    Some(std::array::from_fn(|i| right[i] / matrix[i][i]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::boxes::Spine;
    use crate::geometry::Slanted;

    const THICKNESS: f32 = 8.0;

    /// Page of 30 lines from 100 to 900, whose places fall as `fall` says of the place along (-1 to 1) and the level.
    fn page(fall: impl Fn(f32, f32) -> f32) -> Detected {
        let lines = (0..30).map(|line| 100.0 + 40.0 * line as f32);
        let spine = |level: f32| {
            let place = |i: usize| {
                let x = 100.0 + 40.0 * i as f32;
                Point::new(x, level + fall((x - 500.0) / 400.0, level))
            };
            Spine {
                places: (0..=20).map(place).collect(),
                thickness: THICKNESS,
            }
        };
        Detected {
            boxes: lines
                .clone()
                .map(|level| Slanted {
                    centre: Point::new(500.0, level),
                    along: Point::new(1.0, 0.0),
                    width: 800.0,
                    height: 20.0,
                })
                .collect(),
            spines: lines.map(spine).collect(),
        }
    }

    #[test]
    fn straight_lines_have_no_bend() {
        assert!(Bend::of(&page(|_, _| 0.0), 0.0).is_none());
        assert!(Bend::of(&page(|x, _| 30.0 * x), 0.075_f32.atan()).is_none());
        // The uncertainty of a core's middle.
        let wavy = page(|x, level| 1.5 * (40.0 * x + level).sin());
        assert!(Bend::of(&wavy, 0.0).is_none());
        let empty = Detected {
            boxes: Vec::new(),
            spines: Vec::new(),
        };
        assert!(Bend::of(&empty, 0.0).is_none());
    }

    #[test]
    fn few_lines_and_lines_of_many_ways_have_none() {
        let mut few = page(|x, _| 30.0 * x * x);
        few.spines.truncate(5);
        assert!(Bend::of(&few, 0.0).is_none());
        let many = page(|x, level| {
            if (level / 40.0).rem_euclid(2.0) < 1.0 {
                30.0 * x * x
            } else {
                -30.0 * x * x
            }
        });
        assert!(Bend::of(&many, 0.0).is_none());
    }

    #[test]
    fn lines_of_a_second_sheet_change_little() {
        let alone = page(|x, _| 30.0 * x * x);
        let mut with = page(|x, _| 30.0 * x * x);
        for line in 0..3 {
            let place = |i: usize| {
                Point::new(
                    900.0 + 5.0 * i as f32,
                    300.0 + 90.0 * line as f32 + 4.0 * i as f32,
                )
            };
            with.spines.push(Spine {
                places: (0..20).map(place).collect(),
                thickness: THICKNESS,
            });
        }
        let (a, b) = (
            Bend::of(&alone, 0.0).unwrap(),
            Bend::of(&with, 0.0).unwrap(),
        );
        for x in [100, 400, 700, 890] {
            let (here, there) = (
                a.fall_at(x, 500) - a.fall_at(500, 500),
                b.fall_at(x, 500) - b.fall_at(500, 500),
            );
            assert!((here - there).abs() <= 4, "{here} {there}");
        }
    }

    #[test]
    fn a_bent_rule_becomes_straight() {
        // Rules three pixels thick, bent like the lines.
        let (width, height) = (1_000_u32, 1_400_u32);
        let fall = |x: f32| 30.0 * ((x - 500.0) / 400.0).clamp(-1.0, 1.0).powi(2);
        let mut rgb = vec![u8::MAX; 3 * (width * height) as usize];
        for (i, pixel) in rgb.chunks_exact_mut(3).enumerate() {
            let (x, y) = (i % width as usize, i / width as usize);
            let below = (y as f32 - fall(x as f32) - 100.0).rem_euclid(40.0);
            if !(1.5..=38.5).contains(&below) {
                pixel.fill(0);
            }
        }
        let picture = Raster::new(width, height, rgb).unwrap();
        let bend = Bend::of(&page(|x, _| 30.0 * x * x), 0.0).unwrap();
        let flat = bend.flattened(&picture);
        let darkest = |x: i32| {
            let from = 480;
            (from..from + 40)
                .min_by_key(|&y| flat.brightness(x, y))
                .unwrap()
        };
        let rows: Vec<i32> = (100..900).step_by(50).map(darkest).collect();
        let (low, high) = (rows.iter().min().unwrap(), rows.iter().max().unwrap());
        assert!(high - low <= 3, "{rows:?}");
    }

    proptest! {
        /// The fall that is found is the fall that was made, but for what all places of a line share.
        #[test]
        fn made_falls_are_found(
            a in -40.0_f32..40.0,
            b in -20.0_f32..20.0,
            c in -20.0_f32..20.0,
            skew in -0.08_f32..0.08
        ) {
            prop_assume!(a.abs() > 12.0);
            let made = move |x: f32, level: f32| a * x * x + b * x * x * x + c * x * (level - 680.0) / 580.0;
            let detected = page(move |x, level| made(x, level) + 400.0 * x * skew.tan());
            let bend = Bend::of(&detected, skew).unwrap();
            for spine in &detected.spines {
                let straight = (spine.places.iter())
                    .map(|p| p.y - skew.tan() * p.x - bend.fall(p.x, mean(&spine.places) - skew.tan() * 500.0));
                let (low, high) = extent(straight);
                prop_assert!(high - low < 3.0, "{}", high - low);
            }
        }
    }
}
