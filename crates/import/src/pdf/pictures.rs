//! Collects the pictures of a PDF, each once, with the first page that shows it; or finds some of them for display.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::{ImageData, LumaData, RasterImage};
use image::{Rgba, RgbaImage};

use crate::picture::{on_paper, perceptual_of_pixels, sha256_hex};
use crate::thumbnail::{Thumbnails, WantedPictures};
use crate::{Picture, Thumbnail};

/// Maximum number of pictures listed: a thesis has tens of them, a file with more is a scan or a map of tiles.
const PICTURES: usize = 200;
/// Maximum number of pixels of a picture that is decoded; larger ones have no perceptual hash.
const PIXELS: u64 = 1 << 23;
/// Maximum number of pixels decoded for one file: hashes must not cost more time than the text.
const PIXELS_IN_ALL: u64 = 1 << 25;
/// Maximum number of pixels of a picture that is shown.
const PIXELS_SHOWN: u64 = 1 << 25;
/// Minimum side of a picture, in pixels: smaller ones are lines, dots and signs.
const SMALL: u32 = 32;

/// Collector of the pictures of one file.
#[derive(Default)]
pub(super) struct Pictures {
    seen: HashSet<u128>,
    found: Vec<Picture>,
    pixels: u64,
    /// Pictures to show instead of listing all; `None` to list them.
    to_show: Option<ToShow>,
}

/// Pictures to show, as they are wanted and, in the same order, as far as they are found.
struct ToShow {
    wanted: WantedPictures,
    shown: Thumbnails,
}

impl Pictures {
    /// Creates a collector that only looks for these pictures and reduces them.
    pub(super) fn to_show(wanted: &WantedPictures) -> Self {
        let to_show = ToShow {
            wanted: wanted.clone(),
            shown: vec![None; wanted.pictures.len()],
        };
        Self {
            to_show: Some(to_show),
            ..Self::default()
        }
    }

    /// Returns the pictures to show, in the order in which they were wanted; none if it only listed them.
    pub(super) fn shown(self) -> Thumbnails {
        self.to_show.map_or_else(Vec::new, |to_show| to_show.shown)
    }

    /// Adds `image`, which has this `key` in its file, as found on page `page`.
    pub(super) fn add(&mut self, page: u32, key: u128, image: &RasterImage<'_>) {
        let too_small = image.width().min(image.height()) < SMALL;
        if too_small || self.found.len() >= PICTURES || !self.seen.insert(key) {
            return;
        }
        if let Some(to_show) = &mut self.to_show {
            to_show.add(image);
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
        let stored = image.stream().raw_data();
        self.found.push(Picture {
            place: page.to_string(),
            sha256: sha256_hex(&stored),
            perceptual,
            size: Some((image.width(), image.height())),
            bytes: stored.len() as u64,
            at: None,
        });
    }

    /// Returns the pictures found, in the order of the pages.
    pub(super) fn finish(self) -> Vec<Picture> {
        self.found
    }
}

impl ToShow {
    /// Reduces `image` if it is wanted.
    fn add(&mut self, image: &RasterImage<'_>) {
        let sha256 = sha256_hex(&image.stream().raw_data());
        let is_it = |at: &usize| self.wanted.pictures[*at].sha256 == sha256;
        let places: Vec<usize> = (0..self.shown.len()).filter(is_it).collect();
        let pixels = u64::from(image.width()) * u64::from(image.height());
        if places.is_empty() || pixels > PIXELS_SHOWN {
            return;
        }
        let side = self.wanted.side;
        let mut shown = None;
        // A picture that breaks its decoder is not shown.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let reduce = |data: ImageData, alpha: Option<LumaData>| {
                shown = reduced(&data, alpha.as_ref(), side);
            };
            image.with_rgba(reduce, Some((side, side)));
        }));
        for place in places {
            self.shown[place].clone_from(&shown);
        }
    }
}

/// Puts decoded pixels on paper; `None` for a picture without pixels.
fn reduced(data: &ImageData, alpha: Option<&LumaData>, side: u32) -> Option<Thumbnail> {
    let (width, height) = (data.width(), data.height());
    let at = |x: u32, y: u32| y as usize * width as usize + x as usize;
    // The mask may have another size than its picture.
    let alpha_at = |x: u32, y: u32| {
        let mask = alpha?;
        let scaled =
            |place: u32, from: u32, to: u32| place as usize * to as usize / from.max(1) as usize;
        let column = scaled(x, width, mask.width);
        let row = scaled(y, height, mask.height);
        mask.data.get(row * mask.width as usize + column).copied()
    };
    let picture = RgbaImage::from_fn(width, height, |x, y| {
        let [red, green, blue] = match data {
            ImageData::Rgb(rgb) => {
                let pixel = rgb.data.get(at(x, y) * 3..at(x, y) * 3 + 3);
                pixel
                    .and_then(|pixel| pixel.try_into().ok())
                    .unwrap_or_default()
            }
            ImageData::Luma(luma) => [luma.data.get(at(x, y)).copied().unwrap_or_default(); 3],
        };
        Rgba([red, green, blue, alpha_at(x, y).unwrap_or(u8::MAX)])
    });
    (width > 0 && height > 0).then(|| on_paper(picture.into(), side))
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
