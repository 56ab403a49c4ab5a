//! Division of boxes that reach across a gutter: sometimes the detection network takes the lines of two columns for a
//! single line.

use super::columns::{Cell, best_gutter};
use super::geometry::{Slanted, extent};
use super::level::Level;
use super::raster::Raster;
use super::reading_order::usual_height;

/// Length on either side of the gutter, in heights of a line, beyond which a box reaches across.
const ACROSS: f32 = 2.0;
/// Share of the gutter's width that is white in a box that holds two lines.
const WHITE: f32 = 0.6;
/// Maximum darkness of paper, as a share of the range of brightness within the box.
const DARKNESS: f32 = 0.35;
/// Number of times that gutters are looked for anew.
const ROUNDS: usize = 3;

/// Returns the boxes of a page, after dividing those that contain lines of two columns.
pub(super) fn divide(picture: &Raster, boxes: &[Slanted], level: &Level) -> Vec<Slanted> {
    let mut boxes = boxes.to_vec();
    for _ in 0..ROUNDS {
        let cells: Vec<Cell> = boxes.iter().map(|line| level.cell(line)).collect();
        let line = usual_height(&cells);
        let Some(gutter) = best_gutter(&cells, line) else {
            break;
        };
        let mut divided = Vec::with_capacity(boxes.len());
        for (found, cell) in boxes.iter().zip(&cells) {
            let reaches = cell.left < gutter.left - ACROSS * line
                && cell.right > gutter.right + ACROSS * line;
            let share = |x: f32| (x - cell.left) / cell.width();
            let white = reaches
                .then(|| white_within(picture, found, share(gutter.left), share(gutter.right)))
                .flatten();
            match white {
                Some((from, to)) => divided.extend([found.part(0.0, from), found.part(to, 1.0)]),
                None => divided.push(*found),
            }
        }
        let is_done = divided.len() == boxes.len();
        boxes = divided;
        if is_done {
            break;
        }
    }
    boxes
}

/// Returns the widest white stretch between two places of a box, given as shares of its length; `None` if it takes less
/// than [`WHITE`] of the distance between them.
fn white_within(picture: &Raster, line: &Slanted, from: f32, to: f32) -> Option<(f32, f32)> {
    let brightness = |along: f32, across: f32| {
        let place = line.centre.moved(line.along, along, line.down(), across);
        #[expect(clippy::cast_possible_truncation)]
        let level = picture.brightness(place.x.round() as i32, place.y.round() as i32);
        f32::from(level)
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (length, height) = (
        line.width.max(1.0) as u32,
        (0.7 * line.height).max(1.0) as u32,
    );
    // The brightness of the darkest place of each column of pixels.
    let darkest: Vec<f32> = (0..length)
        .map(|x| {
            let along = x as f32 + 0.5 - line.width / 2.0;
            (0..height)
                .map(|y| brightness(along, y as f32 + 0.5 - height as f32 / 2.0))
                .fold(f32::MAX, f32::min)
        })
        .collect();
    let (low, high) = extent(darkest.iter().copied());
    let paper = high - DARKNESS * (high - low);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let at = |share: f32| ((share * length as f32).max(0.0) as usize).min(darkest.len());
    let (first, end) = (at(from), at(to));
    let mut best = (first, first);
    let mut begin = first;
    for (x, &level) in darkest.iter().enumerate().take(end).skip(first) {
        if level < paper {
            begin = x + 1;
        } else if x + 1 - begin > best.1 - best.0 {
            best = (begin, x + 1);
        }
    }
    let is_white = best.1 > best.0 && (best.1 - best.0) as f32 >= WHITE * (end - first) as f32;
    is_white.then(|| (best.0 as f32 / length as f32, best.1 as f32 / length as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::page::Direction;

    const WIDTH: u32 = 1_000;

    /// Page of black bars, in two columns between 100 and 480 and between 520 and 900.
    fn page() -> Raster {
        let mut rgb = vec![255; 3 * (WIDTH * 700) as usize];
        for line in 0..20_u32 {
            for y in 0..12 {
                for x in (100..480).chain(520..900) {
                    let at = 3 * ((50 + 30 * line + y) * WIDTH + x) as usize;
                    rgb[at..at + 3].fill(0);
                }
            }
        }
        Raster::new(WIDTH, 700, rgb).unwrap()
    }

    fn line(left: f32, right: f32, number: u32) -> Slanted {
        Slanted {
            centre: Point::new(f32::midpoint(left, right), 55.5 + 30.0 * number as f32),
            along: Point::new(1.0, 0.0),
            width: right - left,
            height: 18.0,
        }
    }

    #[test]
    fn a_box_across_a_white_gutter_is_divided() {
        let mut boxes: Vec<Slanted> = (0..20)
            .filter(|&i| i != 7)
            .map(|i| line(97.0, 483.0, i))
            .collect();
        boxes.extend((0..20).filter(|&i| i != 7).map(|i| line(517.0, 903.0, i)));
        boxes.push(line(97.0, 903.0, 7));
        let divided = divide(&page(), &boxes, &Level::new(0.0, Direction::Across));
        assert_eq!(divided.len(), 40);
        assert!((divided[38].width - 386.0).abs() < 6.0 && (divided[39].width - 386.0).abs() < 6.0);
    }

    #[test]
    fn a_line_of_ink_is_not() {
        let picture = Raster::new(WIDTH, 700, vec![0; 3 * WIDTH as usize * 700]).unwrap();
        let mut boxes: Vec<Slanted> = (0..20).map(|i| line(97.0, 483.0, i)).collect();
        boxes.extend((0..20).map(|i| line(517.0, 903.0, i)));
        let mut with_title = boxes.clone();
        with_title.push(line(97.0, 903.0, 21));
        // Bars of ink without paper: nothing is white, yet the range of brightness is none.
        let white = white_within(&picture, &line(97.0, 903.0, 3), 0.45, 0.55);
        assert!(white.is_some(), "a box of one brightness is paper");
        assert_eq!(
            divide(&page(), &boxes, &Level::new(0.0, Direction::Across)).len(),
            40
        );
        let inked = white_within(&page(), &line(110.0, 900.0, 3), 0.1, 0.2);
        assert_eq!(inked, None);
    }
}
