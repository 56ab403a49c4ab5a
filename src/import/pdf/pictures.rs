//! Collects the pictures of a PDF, each once, with the page it first occurs on.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::{ImageData, RasterImage};

use crate::import::Picture;
use crate::import::picture::{perceptual_of_pixels, sha256_hex};

/// Maximum number of pictures listed: a thesis has tens of them, a file with more is a scan or a map of tiles.
const PICTURES: usize = 200;
/// Maximum number of pixels of a picture that is decoded; larger ones have no perceptual hash.
const PIXELS: u64 = 1 << 23;
/// Maximum number of pixels decoded for one file: hashes must not cost more time than the text.
const PIXELS_IN_ALL: u64 = 1 << 25;
/// Minimum side of a picture, in pixels: smaller ones are lines, dots and signs.
const SMALL: u32 = 32;

/// Collector of the pictures of one file.
#[derive(Default)]
pub(super) struct Pictures {
    seen: HashSet<u128>,
    found: Vec<Picture>,
    pixels: u64,
}

impl Pictures {
    /// Adds `image`, which has this `key` in its file, as found on page `page`.
    pub(super) fn add(&mut self, page: u32, key: u128, image: &RasterImage<'_>) {
        let too_small = image.width().min(image.height()) < SMALL;
        if too_small || self.found.len() >= PICTURES || !self.seen.insert(key) {
            return;
        }
        let pixels = u64::from(image.width()) * u64::from(image.height());
        let decode = pixels <= PIXELS && self.pixels + pixels <= PIXELS_IN_ALL;
        let mut perceptual = None;
        if decode {
            self.pixels += pixels;
            // A picture that breaks its decoder is still listed, without this hash.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                image.with_rgba(|data, _| perceptual = hash(&data), Some((64, 64)));
            }));
        }
        self.found.push(Picture {
            place: page.to_string(),
            sha256: sha256_hex(&image.stream().raw_data()),
            perceptual,
        });
    }

    /// Returns the pictures found, in the order of the pages.
    pub(super) fn finish(self) -> Vec<Picture> {
        self.found
    }
}

fn hash(data: &ImageData) -> Option<u64> {
    match data {
        ImageData::Rgb(rgb) => perceptual_of_pixels(rgb.width, rgb.height, &rgb.data),
        ImageData::Luma(luma) => {
            let rgb: Vec<u8> = luma.data.iter().flat_map(|&v| [v; 3]).collect();
            perceptual_of_pixels(luma.width, luma.height, &rgb)
        }
    }
}
