//! Raster of the similarity matrix: each pixel has the smallest distance among the cells it covers, so that a rare
//! near-duplicate stays visible however far one zooms out.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells lie between 0 and the number of documents, distances between 0 and 64"
)]

use std::ops::Range;

use rayon::prelude::*;

use super::Fingerprinted;
use chachong_simhash::Fingerprint;

/// Value of a pixel that covers no pair of different documents with fingerprints.
pub const NO_DISTANCE: u8 = u8::MAX;

/// Returns the smallest distances (0..=64, or [`NO_DISTANCE`]) for a raster of `width` x `height` pixels, row by row.
/// The raster covers the cells whose row and column are in `rows` and `columns` (positions in `documents`; fractions
/// of cells are allowed, and a cell counts for every pixel that it touches). The diagonal, a document against itself,
/// is ignored.
#[must_use]
pub fn raster(
    documents: &[Fingerprinted],
    rows: Range<f64>,
    columns: Range<f64>,
    width: usize,
    height: usize,
) -> Vec<u8> {
    let covered = |range: &Range<f64>, pixel: usize, pixels: usize| {
        let step = (range.end - range.start) / pixels as f64;
        let from = (range.start + step * pixel as f64).floor().max(0.0);
        let to = (range.start + step * (pixel + 1) as f64)
            .ceil()
            .min(documents.len() as f64);
        // Both are whole numbers between 0 and the number of documents.
        from as usize..(to as usize).max(from as usize).min(documents.len())
    };
    let column_cells: Vec<Range<usize>> = (0..width).map(|x| covered(&columns, x, width)).collect();
    let mut pixels = vec![NO_DISTANCE; width * height];
    pixels
        .par_chunks_mut(width.max(1))
        .enumerate()
        .for_each(|(y, line)| {
            for row in covered(&rows, y, height) {
                let Some(own) = documents[row].fingerprint else {
                    continue;
                };
                for (pixel, cells) in line.iter_mut().zip(&column_cells) {
                    for column in cells.clone() {
                        if column != row
                            && let Some(other) = documents[column].fingerprint
                        {
                            *pixel = (*pixel).min(distance(own, other));
                        }
                    }
                }
            }
        });
    pixels
}

fn distance(a: Fingerprint, b: Fingerprint) -> u8 {
    // A distance is at most 64, so it fits.
    a.distance(b) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pixel_is_the_minimum_of_the_cells_it_touches(
            bits in prop::collection::vec(prop::option::of(any::<u64>()), 1..12),
            width in 1_usize..9,
            height in 1_usize..9,
            from in 0.0_f64..1.0,
            span in 0.05_f64..1.0,
        ) {
            let documents: Vec<Fingerprinted> = bits
                .iter()
                .map(|f| Fingerprinted { fingerprint: f.map(Fingerprint), characters: 0, of_library: false })
                .collect();
            let n = documents.len() as f64;
            let range = from * n..(from + span).min(1.0) * n;
            prop_assume!(range.end > range.start + 1e-6);
            let got = raster(&documents, range.clone(), 0.0..n, width, height);
            for y in 0..height {
                for x in 0..width {
                    let mut expected = NO_DISTANCE;
                    for row in 0..documents.len() {
                        for column in 0..documents.len() {
                            let step = (range.end - range.start) / height as f64;
                            let top = range.start + step * y as f64;
                            let bottom = range.start + step * (y + 1) as f64;
                            let left = n / width as f64 * x as f64;
                            let right = n / width as f64 * (x + 1) as f64;
                            let touches = (row as f64) < bottom && ((row + 1) as f64) > top
                                && (column as f64) < right && ((column + 1) as f64) > left;
                            if let (true, true, Some(a), Some(b)) = (touches, row != column, bits[row], bits[column]) {
                                expected = expected.min((a ^ b).count_ones() as u8);
                            }
                        }
                    }
                    prop_assert_eq!(got[y * width + x], expected);
                }
            }
        }
    }
}
