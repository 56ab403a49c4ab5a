//! Detection of text: the detection network turns a picture into boxes around its lines.

use super::boxes::{Spine, TextMap};
use super::error::RecognitionError;
use super::geometry::{Point, Slanted};
use super::network::Network;
use super::raster::Raster;
use super::reading_order::median;

/// Number of places of the network's map across the shorter side of a page: A4 at 200 dots per inch, 1,654 pixels wide,
/// is shrunk to these.
const SHORTER_SIDE: f32 = 704.0;
/// Number of places across the shorter side for small print, and the usual height of lines, in places, below which
/// print is small: 7 points.
const SHARPER_SIDE: f32 = 896.0;
const SMALL: f32 = 14.5;
/// Maximum number of places of the map, which bounds time and memory.
const MAXIMUM_PLACES: f32 = 1_280.0 * 896.0;
/// Number of which both sides of the network's input must be multiples.
const MULTIPLE: f32 = 32.0;
/// Mean and standard deviation of blue, green and red that the network was trained with.
const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATION: [f32; 3] = [0.229, 0.224, 0.225];

/// Lines that the network found on a picture, in pixels of the picture.
#[derive(Debug)]
pub(super) struct Detected {
    /// Boxes around the lines.
    pub boxes: Vec<Slanted>,
    /// Spines (middle lines) of the long lines.
    pub spines: Vec<Spine>,
}

/// Returns the lines of a picture. Small print is examined a second time in a larger picture.
pub(super) fn detect(network: &Network, picture: &Raster) -> Result<Detected, RecognitionError> {
    let found = detect_at(network, picture, SHORTER_SIDE)?;
    let heights = found.boxes.iter().map(|line| line.width.min(line.height));
    let scale = scale(picture.width(), picture.height(), SHORTER_SIDE);
    let is_small = median(heights.collect()).is_some_and(|height| height * scale < SMALL);
    if is_small && scale < 1.0 {
        detect_at(network, picture, SHARPER_SIDE)
    } else {
        Ok(found)
    }
}

/// Detects lines on a map with `shorter_side` places across the shorter side.
fn detect_at(
    network: &Network,
    picture: &Raster,
    shorter_side: f32,
) -> Result<Detected, RecognitionError> {
    let (width, height) = input_size(picture.width(), picture.height(), shorter_side);
    let small = picture.shrunk(width, height);
    let (inner, size) = (
        (small.width(), small.height()),
        (width as usize, height as usize),
    );
    let (sizes, probabilities) = network.run::<4>(size.1, size.0, planes(&small, size))?;
    let [_, _, rows, columns] = sizes;
    let map = TextMap {
        width: columns,
        height: rows,
        probabilities: &probabilities,
    };
    // The small picture may be narrower than the input, which is then padded; places and pixels of both coincide.
    let scale = (
        picture.width() as f32 / inner.0 as f32 * size.0 as f32 / columns.max(1) as f32,
        picture.height() as f32 / inner.1 as f32 * size.1 as f32 / rows.max(1) as f32,
    );
    let (boxes, spines) = map.boxes_and_spines();
    let in_picture = |spine: Spine| Spine {
        places: spine.places.into_iter().map(|p| middle(p, scale)).collect(),
        thickness: spine.thickness * scale.1,
    };
    Ok(Detected {
        boxes: boxes.iter().map(|found| scaled(found, scale)).collect(),
        spines: spines.into_iter().map(in_picture).collect(),
    })
}

/// Returns the number of places for a pixel, at most 1.
fn scale(width: u32, height: u32, shorter_side: f32) -> f32 {
    let (width, height) = (width as f32, height as f32);
    let by_side = shorter_side / width.min(height);
    let by_places = (MAXIMUM_PLACES / (width * height)).sqrt();
    by_side.min(by_places).min(1.0)
}

/// Returns the width and height of the network's input for a picture.
fn input_size(width: u32, height: u32, shorter_side: f32) -> (u32, u32) {
    let scale = scale(width, height, shorter_side);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let rounded =
        |length: u32| ((length as f32 * scale / MULTIPLE).round().max(1.0) * MULTIPLE) as u32;
    (rounded(width), rounded(height))
}

/// Returns the network's input: blue, green and red in planes. What lies outside of the picture is white.
fn planes(small: &Raster, (width, height): (usize, usize)) -> Vec<f32> {
    let mut planes = Vec::with_capacity(3 * width * height);
    let row = 3 * small.width() as usize;
    for (channel, (mean, deviation)) in [2, 1, 0].into_iter().zip(MEAN.into_iter().zip(DEVIATION)) {
        let level = |byte: u8| (f32::from(byte) / 255.0 - mean) / deviation;
        for y in 0..height {
            let levels = small.rgb().get(y * row..(y + 1) * row).unwrap_or_default();
            let begin = planes.len();
            planes.extend(
                levels
                    .iter()
                    .skip(channel)
                    .step_by(3)
                    .map(|&byte| level(byte)),
            );
            planes.resize(begin + width, level(u8::MAX));
        }
    }
    planes
}

/// Returns a place of the map in pixels of the picture: the middle of the pixels that it covers.
fn middle(place: Point, (x, y): (f32, f32)) -> Point {
    Point::new((place.x + 0.5) * x - 0.5, (place.y + 0.5) * y - 0.5)
}

/// Returns a box of the map in pixels of the picture. Both scales are nearly equal.
fn scaled(found: &Slanted, (x, y): (f32, f32)) -> Slanted {
    let (along, down) = (found.along, found.down());
    Slanted {
        centre: middle(found.centre, (x, y)),
        along,
        width: found.width * (along.x * x).hypot(along.y * y),
        height: found.height * (down.x * x).hypot(down.y * y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_bounded_multiples() {
        assert_eq!(input_size(1_654, 2_339, 704.0), (704, 992));
        assert_eq!(input_size(2_339, 1_654, 704.0), (992, 704));
        assert_eq!(input_size(10, 10, 704.0), (32, 32));
        for (width, height) in [(1, 30_000), (30_000, 1), (4_000, 4_000), (4_000, 1_000)] {
            let (w, h) = input_size(width, height, 896.0);
            assert!(
                w * h <= 1_200_000 && w % 32 == 0 && h % 32 == 0,
                "{w} x {h}"
            );
        }
    }

    #[test]
    fn planes_are_padded_with_paper() {
        let small = Raster::new(1, 1, vec![0, 0, 255]).unwrap();
        let planes = planes(&small, (2, 2));
        assert_eq!(planes.len(), 12);
        let white = (1.0 - 0.485) / 0.229;
        assert_eq!(planes[..4], [white; 4]);
        assert!(planes[8] < -1.7 && planes[9] > 2.0);
    }
}
