//! Hashes of pictures: an exact one, and a perceptual one by which similar pictures are found.

use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, GrayImage, ImageReader, Limits, RgbImage};
use sha2::{Digest, Sha256};

use super::thumbnail::Thumbnail;

/// Maximum width or height of a picture that is decoded, in pixels.
const MAXIMUM_SIDE: u32 = 20_000;
/// Maximum number of pixels of a picture that is decoded: decoding this many takes about a second and 200 MB.
const MAXIMUM_PIXELS: u64 = 50_000_000;
/// Maximum memory that one decoder may allocate, in bytes.
const MAXIMUM_ALLOCATION: u64 = 256 << 20;
/// Side, in pixels, to which a picture is first reduced by averages: the hash needs no more, and
/// a Lanczos reduction of the whole picture is slow.
const REDUCED_SIDE: u32 = 72;

/// Returns the SHA-256 of `bytes` as 64 lower-case hex digits.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns `bytes` as lower-case hex digits, two for each byte.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Returns the perceptual hash of a png, jpeg, gif, bmp or tiff; `None` for other formats, damaged and huge pictures.
pub(super) fn perceptual_hash(encoded: &[u8]) -> Option<u64> {
    gradient(&flatten(decode(encoded)?))
}

/// Returns a picture on white paper, reduced to at most `side` pixels in width and height; `None` where
/// [`perceptual_hash`] has none.
pub(super) fn thumbnail(encoded: &[u8], side: u32) -> Option<Thumbnail> {
    decode(encoded).map(|picture| on_paper(picture, side))
}

/// Returns a decoded picture on white paper, reduced to at most `side` pixels in width and height.
pub(super) fn on_paper(picture: DynamicImage, side: u32) -> Thumbnail {
    let picture = if picture.width().max(picture.height()) > side {
        picture.thumbnail(side, side)
    } else {
        picture
    };
    let mut picture = picture.into_rgba8();
    for pixel in picture.pixels_mut() {
        let alpha = u32::from(pixel.0[3]);
        for level in &mut pixel.0 {
            *level = blended(u32::from(*level), alpha);
        }
        pixel.0[3] = u8::MAX;
    }
    Thumbnail {
        width: picture.width(),
        height: picture.height(),
        rgba: picture.into_raw(),
    }
}

/// Decodes a png, jpeg, gif, bmp or tiff; `None` for other formats, damaged and huge pictures.
fn decode(encoded: &[u8]) -> Option<DynamicImage> {
    if pixels(dimensions(encoded)?) > MAXIMUM_PIXELS {
        return None;
    }
    reader(encoded)?.decode().ok()
}

/// Returns the perceptual hash of decoded pixels, three bytes each, rows from the top; `None` if the number of bytes
/// does not match the size.
pub(super) fn perceptual_of_pixels(width: u32, height: u32, rgb: &[u8]) -> Option<u64> {
    let needed = u64::from(width) * u64::from(height) * 3;
    if needed == 0 || needed != rgb.len() as u64 {
        return None;
    }
    let picture = RgbImage::from_raw(width, height, rgb.to_vec())?;
    gradient(&DynamicImage::ImageRgb8(picture).into_luma8())
}

/// Returns the number of pixels of a picture of this width and height.
pub(super) fn pixels((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Returns the width and height in pixels that a picture's header states, without decoding it; `None` if it cannot be
/// read.
pub(super) fn dimensions(encoded: &[u8]) -> Option<(u32, u32)> {
    reader(encoded)?.into_dimensions().ok()
}

fn reader(encoded: &[u8]) -> Option<ImageReader<Cursor<&[u8]>>> {
    let reader = ImageReader::new(Cursor::new(encoded));
    let mut reader = reader.with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAXIMUM_SIDE);
    limits.max_image_height = Some(MAXIMUM_SIDE);
    limits.max_alloc = Some(MAXIMUM_ALLOCATION);
    reader.limits(limits);
    Some(reader)
}

/// Converts a picture to grey levels on white paper: transparent parts show the page, whatever colour is below.
fn flatten(picture: DynamicImage) -> GrayImage {
    if !picture.color().has_alpha() {
        return picture.into_luma8();
    }
    let picture = picture.into_luma_alpha8();
    GrayImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [level, alpha] = picture.get_pixel(x, y).0.map(u32::from);
        image::Luma([blended(level, alpha)])
    })
}

/// Blends a level with white paper; both numbers are 0..=255.
fn blended(level: u32, alpha: u32) -> u8 {
    u8::try_from((level * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
}

/// Returns the difference hash (Neal Krawetz, "Kind of Like That", 2013): for each of 8 x 8 places, rows from the top, a 1
/// where the picture grows lighter to the right; `None` for a picture without pixels. Row `y` is byte `y` from the left, its
/// first place the lowest bit, as stored hashes have it.
fn gradient(picture: &GrayImage) -> Option<u64> {
    if picture.width() == 0 || picture.height() == 0 {
        return None;
    }
    let (width, height) = (
        picture.width().min(REDUCED_SIDE),
        picture.height().min(REDUCED_SIDE),
    );
    let reduced = image::imageops::thumbnail(picture, width, height);
    let small = image::imageops::resize(&reduced, 9, 8, FilterType::Lanczos3);
    let mut hash = 0;
    for y in 0..8 {
        for x in 0..8 {
            let rises = small.get_pixel(x, y).0 < small.get_pixel(x + 1, y).0;
            hash |= u64::from(rises) << (8 * (7 - y) + x);
        }
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Picture with an unmistakable shape: rings around a point.
    fn rings(width: u32, height: u32, at: f32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let (x, y) = (x as f32 / width as f32 - at, y as f32 / height as f32 - 0.4);
            let wave = (x.hypot(y) * 14.0).sin() * 100.0 + 128.0;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "28..228"
            )]
            let level = wave as u8;
            image::Rgb([level, level / 2, 255 - level])
        })
    }

    fn encoded(picture: &RgbImage, format: image::ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    #[test]
    fn sha256_is_that_of_the_standard() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_picture_scaled_and_saved_as_jpeg_keeps_its_hash_and_another_has_not() {
        let original = perceptual_hash(&encoded(&rings(400, 300, 0.3), image::ImageFormat::Png));
        let scaled = perceptual_hash(&encoded(&rings(160, 120, 0.3), image::ImageFormat::Jpeg));
        let other = perceptual_hash(&encoded(&rings(400, 300, 0.8), image::ImageFormat::Png));
        let far = |a: Option<u64>, b: Option<u64>| (a.unwrap() ^ b.unwrap()).count_ones();
        assert_eq!(
            original,
            Some(0x3863_6765_6332_3c8d),
            "libraries keep hashes"
        );
        assert!(far(original, scaled) <= 4, "{}", far(original, scaled));
        assert!(far(original, other) >= 16, "{}", far(original, other));
    }

    #[test]
    fn pixels_and_file_give_one_hash() {
        let picture = rings(90, 70, 0.3);
        assert_eq!(
            perceptual_of_pixels(90, 70, picture.as_raw()),
            perceptual_hash(&encoded(&picture, image::ImageFormat::Bmp))
        );
        assert_eq!(perceptual_of_pixels(90, 71, picture.as_raw()), None);
        assert_eq!(perceptual_of_pixels(0, 0, &[]), None);
    }

    #[test]
    fn transparent_is_paper() {
        let mut picture = image::RgbaImage::from_pixel(40, 40, image::Rgba([0, 0, 0, 0]));
        let blank = perceptual_of_pixels(40, 40, &[255; 4800]);
        for x in 0..20 {
            picture.put_pixel(x, 0, image::Rgba([9, 9, 9, 0]));
        }
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, image::ImageFormat::Png).unwrap();
        assert_eq!(perceptual_hash(&out.into_inner()), blank);
    }

    #[test]
    fn a_thumbnail_keeps_the_proportions_and_lies_on_paper() {
        let file = encoded(&rings(400, 100, 0.3), image::ImageFormat::Png);
        let small = thumbnail(&file, 64).unwrap();
        assert_eq!((small.width, small.height), (64, 16));
        assert_eq!(small.rgba.len(), 64 * 16 * 4);
        let own = thumbnail(&file, 1024).unwrap();
        assert_eq!((own.width, own.height), (400, 100));
        let half = image::RgbaImage::from_pixel(2, 1, image::Rgba([0, 100, 255, 51]));
        let half = on_paper(half.into(), 9);
        assert_eq!(half.rgba[..4], [204, 224, 255, 255]);
        assert_eq!(thumbnail(b"no picture", 64), None);
    }

    #[test]
    fn what_cannot_be_decoded_has_no_hash() {
        assert_eq!(perceptual_hash(b""), None);
        assert_eq!(perceptual_hash(b"\x89PNG\r\n\x1a\n cut"), None);
        // A bmp header that claims 19999 x 19999 pixels.
        let mut bomb = encoded(&rings(4, 4, 0.3), image::ImageFormat::Bmp);
        bomb[18..22].copy_from_slice(&19_999_u32.to_le_bytes());
        bomb[22..26].copy_from_slice(&19_999_u32.to_le_bytes());
        assert_eq!(dimensions(&bomb), Some((19_999, 19_999)));
        assert_eq!(perceptual_hash(&bomb), None);
    }
}
