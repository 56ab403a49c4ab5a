//! Orientation of a page: upright, turned by quarters, or written from the top down; and the slant of its lines.
//!
//! Boxes show whether lines are vertical or horizontal. Which way up they are is known only after reading a few of
//! them: lines that are upside down give nonsense with low confidence.

use super::decoding::Decoded;
use super::error::RecognitionError;
use super::geometry::{Point, Slanted};
use super::page::{Direction, Turn};
use super::raster::Raster;

/// Height of a box, in widths, from which its line stands.
const STANDING: f32 = 1.5;
/// Number of lines that are read to decide.
const SAMPLE: usize = 6;
/// Longest piece of a line that is read to decide, in heights of the line: more costs time and tells no more.
const LONGEST: f32 = 20.0;
/// Mean confidence from which the first way of reading is right without a look at others.
const GOOD: f32 = 0.88;
/// Gain in confidence that another way must bring.
const GAIN: f32 = 0.12;
/// Confidence below which no way of reading tells how a page lies: an empty page, a photograph.
const NONSENSE: f32 = 0.65;
/// Height of a character, in heights of its line's box.
const CHARACTER: f32 = 0.72;
/// Number of characters that are turned to tell a turned page from lines that run down.
const CHARACTERS: usize = 12;
/// Side of the square in which a turned character is put, in pixels.
const SQUARE: u32 = 48;

/// Orientation of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lie {
    pub turn: Turn,
    pub direction: Direction,
}

/// Reader of single lines of a picture.
pub(super) trait ReadLine {
    /// Reads a line of a picture, turned by half if `upside_down` is set.
    fn read_line(
        &self,
        picture: &Raster,
        line: &Slanted,
        upside_down: bool,
    ) -> Result<Decoded, RecognitionError>;
}

/// Returns whether a box contains a vertical line.
pub(super) fn stands(line: &Slanted) -> bool {
    line.height >= STANDING * line.width
}

/// Determines the orientation of a page by reading a few of its lines.
pub(super) fn lie(
    reader: &impl ReadLine,
    picture: &Raster,
    boxes: &[Slanted],
) -> Result<Lie, RecognitionError> {
    let upright = Lie {
        turn: Turn::None,
        direction: Direction::Across,
    };
    let standing = mostly_standing(boxes);
    let sample = sample(boxes, standing);
    if sample.is_empty() {
        return Ok(upright);
    }
    let (first, letters) = confidence(reader, picture, &sample, false)?;
    // The sample of a page that is read well and lies: nearly all pages.
    if !standing && first >= GOOD {
        return Ok(upright);
    }
    let needs_second = first < GOOD;
    let second = if needs_second {
        confidence(reader, picture, &sample, true)?.0
    } else {
        0.0
    };
    if first.max(second) < NONSENSE {
        return Ok(upright);
    }
    let is_over = second > first + GAIN;
    Ok(match (standing, is_over) {
        (false, false) => upright,
        (false, true) => Lie {
            turn: Turn::Half,
            ..upright
        },
        (true, true) => Lie {
            turn: Turn::Quarter,
            ..upright
        },
        (true, false) if runs_down(reader, picture, &sample, &letters)? => Lie {
            turn: Turn::None,
            direction: Direction::Down,
        },
        (true, false) => Lie {
            turn: Turn::ThreeQuarters,
            ..upright
        },
    })
}

/// Whether most of the length of the lines stands.
fn mostly_standing(boxes: &[Slanted]) -> bool {
    let length = |of: &mut dyn Iterator<Item = &Slanted>| -> f32 {
        of.map(|line| line.width.max(line.height)).sum()
    };
    let standing = length(&mut boxes.iter().filter(|line| stands(line)));
    let lying = length(
        &mut boxes
            .iter()
            .filter(|line| line.width >= STANDING * line.height),
    );
    standing > lying
}

/// Returns pieces of the longest lines, ready to be read.
fn sample(boxes: &[Slanted], standing: bool) -> Vec<Slanted> {
    let mut lines: Vec<Slanted> = (boxes.iter())
        .filter(|line| stands(line) == standing)
        .map(|line| if standing { line.standing() } else { *line })
        .collect();
    lines.sort_by(|a, b| (b.width / b.height).total_cmp(&(a.width / a.height)));
    // The very longest may be rules or borders: of the longer half, every so manieth is taken.
    let half = lines.len().div_ceil(2);
    let step = half.div_ceil(SAMPLE).max(1);
    (lines.iter().take(half).step_by(step))
        .map(|line| line.part(0.0, (LONGEST * line.height / line.width).min(1.0)))
        .collect()
}

/// Reads lines and returns their mean confidence, weighed by characters, with what was read of each.
fn confidence(
    reader: &impl ReadLine,
    picture: &Raster,
    sample: &[Slanted],
    upside_down: bool,
) -> Result<(f32, Vec<Decoded>), RecognitionError> {
    let read = (sample.iter())
        .map(|line| reader.read_line(picture, line, upside_down))
        .collect::<Result<Vec<_>, _>>()?;
    let (sum, count) = read.iter().fold((0.0_f32, 0.0_f32), |(sum, count), line| {
        let characters = line.letters.len() as f32;
        (sum + line.confidence * characters, count + characters)
    });
    Ok((sum / count.max(1.0), read))
}

/// Whether the characters of standing lines are upright in the picture, so that the lines run down. Characters are cut
/// out one by one, where reading has found them, and set side by side as they stand: if they are read as the same
/// again, they are upright. (Lying characters of a line that runs down are read well, so reading the line does not
/// tell.)
fn runs_down(
    reader: &impl ReadLine,
    picture: &Raster,
    sample: &[Slanted],
    read: &[Decoded],
) -> Result<bool, RecognitionError> {
    let (squares, expected): (Vec<Slanted>, Vec<char>) = squares(sample, read).into_iter().unzip();
    let Some(made) = side_by_side(picture, &squares) else {
        return Ok(false);
    };
    let (width, height) = (made.width() as f32, made.height() as f32);
    let all = Slanted {
        centre: Point::new((width - 1.0) / 2.0, (height - 1.0) / 2.0),
        along: Point::new(1.0, 0.0),
        width,
        height,
    };
    let again = reader.read_line(&made, &all, false)?.text;
    let same = expected.iter().filter(|&&c| again.contains(c)).count();
    Ok(2 * same >= expected.len())
}

/// Returns squares around characters that were read in standing lines, and the characters. The squares lie as the
/// characters stand in the picture.
fn squares(sample: &[Slanted], read: &[Decoded]) -> Vec<(Slanted, char)> {
    let mut squares = Vec::new();
    for (line, read) in sample.iter().zip(read) {
        let letters = read.letters.iter().zip(read.text.chars());
        // Ideographs fill a square; other characters do not show which way up they are.
        for (letter, c) in letters.filter(|(_, c)| ('\u{4e00}'..='\u{9fff}').contains(c)) {
            let middle = (f32::from(letter.at) / 10_000.0 - 0.5) * line.width;
            let down = line.down();
            let square = Slanted {
                centre: line.centre.moved(line.along, middle, down, 0.0),
                along: Point::new(-down.x, -down.y),
                width: line.height,
                // The line's box is higher than its characters, and neighbours must not be seen.
                height: CHARACTER * line.height,
            };
            squares.push((square, c));
        }
    }
    let step = squares.len().div_ceil(CHARACTERS).max(1);
    squares.into_iter().step_by(step).collect()
}

/// Returns a picture of squares set side by side; `None` without squares.
fn side_by_side(picture: &Raster, squares: &[Slanted]) -> Option<Raster> {
    let width = SQUARE * u32::try_from(squares.len()).ok()?;
    let mut rgb = vec![u8::MAX; 3 * (width * SQUARE) as usize];
    for (i, square) in (0..).zip(squares) {
        for y in 0..SQUARE {
            for x in 0..SQUARE {
                let share = |at: u32| (at as f32 + 0.5) / SQUARE as f32 - 0.5;
                // Beyond the square's height is paper.
                let below = share(y) * square.width;
                if below.abs() > square.height / 2.0 {
                    continue;
                }
                let place = (square.centre).moved(
                    square.along,
                    share(x) * square.width,
                    square.down(),
                    below,
                );
                #[expect(clippy::cast_possible_truncation)]
                let pixel = picture.pixel(place.x.round() as i32, place.y.round() as i32);
                let at = 3 * (y * width + SQUARE * i + x) as usize;
                rgb[at..at + 3].copy_from_slice(&pixel);
            }
        }
    }
    Raster::new(width, SQUARE, rgb)
}

/// Returns the angle of the lines in radians, positive if they slope down to the right: the median of the horizontal
/// lines, weighted by their length, or, with `standing`, of the vertical lines as deviation from the vertical. 0
/// without lines.
pub(super) fn skew(boxes: &[Slanted], standing: bool) -> f32 {
    let mut angles: Vec<(f32, f32)> = (boxes.iter())
        .filter(|line| stands(line) == standing)
        .filter(|line| line.width.max(line.height) >= 3.0 * line.width.min(line.height))
        .map(|line| {
            (
                line.along.y.atan2(line.along.x),
                line.width.max(line.height),
            )
        })
        .collect();
    angles.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f32 = angles.iter().map(|(_, length)| length).sum();
    let mut passed = 0.0;
    (angles.iter())
        .find(|(_, length)| {
            passed += length;
            passed >= total / 2.0
        })
        .map_or(0.0, |&(angle, _)| angle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Confidence, Letter};

    fn level(width: f32, height: f32, angle: f32) -> Slanted {
        Slanted {
            centre: Point::new(50.0, 50.0),
            along: Point::new(angle.cos(), angle.sin()),
            width,
            height,
        }
    }

    /// Reader that is sure of one way of reading and of nothing else.
    struct Sure {
        upside_down: bool,
        /// What it reads of characters set side by side.
        squares: &'static str,
    }

    impl ReadLine for Sure {
        fn read_line(
            &self,
            picture: &Raster,
            _: &Slanted,
            upside_down: bool,
        ) -> Result<Decoded, RecognitionError> {
            let letter = Letter {
                at: 5_000,
                confidence: Confidence(0),
            };
            let is_made = picture.height() == SQUARE;
            Ok(Decoded {
                text: if is_made { self.squares } else { "字" }.to_owned(),
                confidence: if upside_down == self.upside_down {
                    0.97
                } else {
                    0.5
                },
                letters: vec![letter],
            })
        }
    }

    fn decide(boxes: &[Slanted], upside_down: bool, squares: &'static str) -> Lie {
        let reader = Sure {
            upside_down,
            squares,
        };
        let picture = Raster::new(100, 100, vec![255; 30_000]).unwrap();
        lie(&reader, &picture, boxes).unwrap()
    }

    #[test]
    fn a_page_lies_as_it_reads_best() {
        let across = |turn| Lie {
            turn,
            direction: Direction::Across,
        };
        let lying = [
            level(80.0, 10.0, 0.0),
            level(70.0, 10.0, 0.0),
            level(10.0, 30.0, 0.0),
        ];
        assert_eq!(decide(&lying, false, ""), across(Turn::None));
        assert_eq!(decide(&lying, true, ""), across(Turn::Half));
        let standing = [
            level(10.0, 80.0, 0.0),
            level(10.0, 70.0, 0.0),
            level(30.0, 10.0, 0.0),
        ];
        assert_eq!(decide(&standing, true, ""), across(Turn::Quarter));
        assert_eq!(decide(&standing, false, "子"), across(Turn::ThreeQuarters));
        assert_eq!(
            decide(&standing, false, "一字"),
            Lie {
                turn: Turn::None,
                direction: Direction::Down
            }
        );
        assert_eq!(decide(&[], false, ""), across(Turn::None));
    }

    #[test]
    fn the_slant_is_that_of_most_of_the_text() {
        let boxes = [
            level(80.0, 10.0, 0.05),
            level(60.0, 10.0, 0.04),
            level(20.0, 18.0, -0.5),
            level(40.0, 5.0, 0.3),
        ];
        assert!((skew(&boxes, false) - 0.05).abs() < 1e-6);
        assert!(skew(&[], false).abs() < 1e-6);
    }
}
