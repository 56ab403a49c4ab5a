//! Decoding of image files into pictures in memory, within limits: png, jpeg, and every page of a tiff.

use std::io::Cursor;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, Limits};

use super::error::RecognitionError;
use super::raster::{Raster, Shrinking};
use super::tiff;

/// Longest side of a picture that is read, in pixels: A4 at 300 dots per inch has 3,508. Larger ones are reduced.
pub(super) const LONGEST_SIDE: u32 = 4_000;
/// Longest side that a file may state, in pixels.
pub(super) const MAXIMUM_SIDE: u32 = 30_000;
/// Maximum size of a decoded picture, in bytes: A4 at 600 dots per inch in colour has 104 million.
pub(super) const MAXIMUM_BYTES: u64 = 150 << 20;
/// Maximum number of pixels of a progressive jpeg, whose decoder keeps up to nine bytes for each.
const MAXIMUM_PROGRESSIVE: u64 = 24_000_000;

/// Kinds of image files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Png,
    Jpeg,
    Tiff,
}

/// Returns the number of pages in an image file: 1 for png and jpeg, 1 to 5,000 for tiff. Pages of a tiff after a damaged one are not
/// counted. Fails with [`RecognitionError::UnknownFormat`], or [`RecognitionError::Damaged`] if the first page of a tiff is damaged.
pub fn page_count(bytes: &[u8]) -> Result<u32, RecognitionError> {
    match kind(bytes)? {
        Kind::Png | Kind::Jpeg => Ok(1),
        Kind::Tiff => tiff::page_count(bytes),
    }
}

/// Decodes a page of an image file (png, jpeg or tiff); pages are counted from 1. The picture has a white background. It is reduced if
/// its longer side exceeds 4,000 pixels. A png or jpeg is turned as the camera's metadata requires. Fails if the file is no such picture,
/// is damaged, is too large or empty, or has no such page.
pub fn picture(bytes: &[u8], page: u32) -> Result<Raster, RecognitionError> {
    let kind = kind(bytes)?;
    if kind == Kind::Tiff {
        return tiff::picture(bytes, page);
    }
    if page != 1 {
        return Err(RecognitionError::NoSuchPage { page, pages: 1 });
    }
    if kind == Kind::Png {
        decode(PngDecoder::with_limits(Cursor::new(bytes), limits()), None)
    } else {
        let maximum = is_progressive(bytes).then_some(MAXIMUM_PROGRESSIVE);
        decode(JpegDecoder::new(Cursor::new(bytes)), maximum)
    }
}

fn kind(bytes: &[u8]) -> Result<Kind, RecognitionError> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Ok(Kind::Png),
        [0xFF, 0xD8, 0xFF, ..] => Ok(Kind::Jpeg),
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Ok(Kind::Tiff),
        _ => Err(RecognitionError::UnknownFormat),
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAXIMUM_SIDE);
    limits.max_image_height = Some(MAXIMUM_SIDE);
    limits.max_alloc = Some(MAXIMUM_BYTES);
    limits
}

/// Decodes a picture unless its header states too many pixels or bytes.
fn decode(
    decoder: Result<impl ImageDecoder, ImageError>,
    maximum_pixels: Option<u64>,
) -> Result<Raster, RecognitionError> {
    let mut decoder = decoder.map_err(cause)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, decoder.total_bytes(), maximum_pixels)?;
    // What a damaged note of the camera says is no reason to refuse the picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut whole = DynamicImage::from_decoder(decoder).map_err(cause)?;
    if orientation != Orientation::NoTransforms {
        let small = shrink(&whole)?;
        let (width, height) = (small.width(), small.height());
        drop(whole);
        let rgb = image::RgbImage::from_raw(width, height, small.into_rgb());
        whole = rgb.map_or_else(DynamicImage::default, DynamicImage::ImageRgb8);
        whole.apply_orientation(orientation);
    }
    shrink(&whole)
}

/// Refuses a picture that is empty or larger than the limits.
pub(super) fn check_size(
    width: u32,
    height: u32,
    bytes: u64,
    maximum_pixels: Option<u64>,
) -> Result<(), RecognitionError> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        return Err(RecognitionError::Empty);
    }
    if width.max(height) > MAXIMUM_SIDE
        || bytes > MAXIMUM_BYTES
        || maximum_pixels.is_some_and(|maximum| pixels > maximum)
    {
        return Err(RecognitionError::TooLarge { width, height });
    }
    Ok(())
}

/// Returns the size to which a picture is reduced before anything else is done with it. Both sides are at least 1.
pub(super) fn reduced_size(width: u32, height: u32) -> (u32, u32) {
    let longest = width.max(height);
    if longest <= LONGEST_SIDE {
        return (width, height);
    }
    let scaled = |length: u32| {
        let scaled = u64::from(length) * u64::from(LONGEST_SIDE) / u64::from(longest);
        u32::try_from(scaled).unwrap_or(LONGEST_SIDE).max(1)
    };
    (scaled(width), scaled(height))
}

/// Returns a decoded picture as eight bits of red, green and blue on white paper, reduced. Rows are converted one by
/// one, for a converted copy of the whole picture may be three times as large as the picture.
fn shrink(decoded: &DynamicImage) -> Result<Raster, RecognitionError> {
    let size = (decoded.width(), decoded.height());
    if size.0 == 0 || size.1 == 0 {
        return Err(RecognitionError::Empty);
    }
    let color = decoded.color();
    let stride = size.0 as usize * usize::from(color.bytes_per_pixel());
    let mut shrinking = Shrinking::new(size, reduced_size(size.0, size.1));
    let mut rgb = Vec::with_capacity(3 * size.0 as usize);
    for row in decoded.as_bytes().chunks_exact(stride) {
        rgb.clear();
        append_rgb(&mut rgb, row, color);
        shrinking.push(&rgb);
    }
    Ok(shrinking.finish())
}

/// Appends a row of any decoded kind as red, green and blue on white paper.
fn append_rgb(rgb: &mut Vec<u8>, row: &[u8], color: ColorType) {
    // The higher byte of a sample of sixteen bits, which decoders give in the machine's order.
    let high = usize::from(cfg!(target_endian = "little"));
    match color {
        ColorType::L8 => rgb.extend(row.iter().flat_map(|&level| [level; 3])),
        ColorType::La8 => rgb.extend(row.chunks_exact(2).flat_map(|p| [on_white(p[0], p[1]); 3])),
        ColorType::Rgb8 => rgb.extend_from_slice(row),
        ColorType::Rgba8 => rgb.extend(
            row.chunks_exact(4)
                .flat_map(|p| [p[0], p[1], p[2]].map(|level| on_white(level, p[3]))),
        ),
        ColorType::L16 => rgb.extend(row.chunks_exact(2).flat_map(|p| [p[high]; 3])),
        ColorType::La16 => rgb.extend(
            row.chunks_exact(4)
                .flat_map(|p| [on_white(p[high], p[2 + high]); 3]),
        ),
        ColorType::Rgb16 => rgb.extend(
            row.chunks_exact(6)
                .flat_map(|p| [p[high], p[2 + high], p[4 + high]]),
        ),
        ColorType::Rgba16 => rgb.extend(row.chunks_exact(8).flat_map(|p| {
            [p[high], p[2 + high], p[4 + high]].map(|level| on_white(level, p[6 + high]))
        })),
        // No decoder that is asked gives floating-point samples.
        _ => {}
    }
}

/// Blends a level with white paper.
pub(super) fn on_white(level: u8, alpha: u8) -> u8 {
    let (level, alpha) = (u32::from(level), u32::from(alpha));
    u8::try_from((level * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
}

/// Whether the frame header of a jpeg is a progressive one.
fn is_progressive(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xFF, marker, high, low]) = bytes.get(at..at + 4) {
        match marker {
            // Fill bytes before a marker.
            0xFF => at += 1,
            // SOF2, SOF6, SOF10, SOF14.
            0xC2 | 0xC6 | 0xCA | 0xCE => return true,
            // Other frame headers, the beginning of a scan, the end.
            0xC0 | 0xC1 | 0xC3 | 0xC5 | 0xC7 | 0xC9 | 0xCB | 0xCD | 0xCF | 0xDA | 0xD9 => {
                return false;
            }
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
    false
}

fn cause(error: ImageError) -> RecognitionError {
    match error {
        ImageError::Limits(_) => RecognitionError::Damaged {
            detail: "the picture needs more memory than the limit".to_owned(),
        },
        error => RecognitionError::Damaged {
            detail: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImage, ImageFormat, Rgba};
    use proptest::prelude::*;

    use super::*;

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn every_kind_of_sample_becomes_eight_bits_on_white() {
        let mut drawn = DynamicImage::new_rgba8(3, 1);
        drawn.put_pixel(0, 0, Rgba([255, 0, 0, 255]));
        drawn.put_pixel(1, 0, Rgba([0, 0, 0, 0]));
        drawn.put_pixel(2, 0, Rgba([40, 40, 40, 255]));
        for (other, red) in [
            (drawn.clone(), [255, 0, 0]),
            (DynamicImage::ImageRgba16(drawn.to_rgba16()), [255, 0, 0]),
            (DynamicImage::ImageLumaA8(drawn.to_luma_alpha8()), [54; 3]),
            (DynamicImage::ImageLumaA16(drawn.to_luma_alpha16()), [54; 3]),
        ] {
            let raster = picture(&encoded(&other, ImageFormat::Png), 1).unwrap();
            assert_eq!(raster.pixel(0, 0), red, "{:?}", other.color());
            assert_eq!(raster.pixel(1, 0), [255; 3]);
            assert_eq!(raster.pixel(2, 0), [40; 3]);
        }
        for other in [
            DynamicImage::ImageLuma16(drawn.to_luma16()),
            DynamicImage::ImageRgb16(drawn.to_rgb16()),
            DynamicImage::ImageLuma8(drawn.to_luma8()),
        ] {
            let raster = picture(&encoded(&other, ImageFormat::Png), 1).unwrap();
            assert_eq!(raster.pixel(2, 0), [40; 3]);
        }
    }

    #[test]
    fn large_pictures_are_reduced_and_bombs_refused() {
        let wide = DynamicImage::new_luma8(8_000, 20);
        let raster = picture(&encoded(&wide, ImageFormat::Png), 1).unwrap();
        assert_eq!((raster.width(), raster.height()), (4_000, 10));
        let thin = encoded(&DynamicImage::new_luma8(1, 20_000), ImageFormat::Png);
        assert_eq!(picture(&thin, 1).unwrap().width(), 1);
        let mut bomb = encoded(&DynamicImage::new_luma8(8, 8), ImageFormat::Png);
        // Width and height of the header, whose checksum is not looked at first.
        bomb[16..24].copy_from_slice(&[0, 0, 0x70, 0, 0, 0, 0x70, 0]);
        assert!(picture(&bomb, 1).is_err());
        assert_eq!(
            check_size(100_000, 1, 100_000, None),
            Err(RecognitionError::TooLarge {
                width: 100_000,
                height: 1
            })
        );
        assert_eq!(check_size(0, 5, 0, None), Err(RecognitionError::Empty));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(picture(b"", 1), Err(RecognitionError::UnknownFormat));
        assert_eq!(page_count(b"GIF89a"), Err(RecognitionError::UnknownFormat));
        let jpeg = encoded(&DynamicImage::new_rgb8(9, 9), ImageFormat::Jpeg);
        assert!(!is_progressive(&jpeg));
        assert_eq!(page_count(&jpeg), Ok(1));
        assert_eq!(
            picture(&jpeg, 2),
            Err(RecognitionError::NoSuchPage { page: 2, pages: 1 })
        );
        assert!(picture(&jpeg[..jpeg.len() / 4], 1).is_err());
    }

    proptest! {
        /// Damaged files give a picture or an error, and no panic.
        #[test]
        fn damage_is_survived(places in proptest::collection::vec((0_usize..4000, 0_u8..=255), 1..12), which in 0..3) {
            let drawn = DynamicImage::new_rgb8(64, 48);
            let format = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Tiff][usize::try_from(which).unwrap()];
            let mut bytes = encoded(&drawn, format);
            for (place, value) in places {
                let place = place % bytes.len();
                bytes[place] = value;
            }
            let _ = picture(&bytes, 1);
            let _ = page_count(&bytes);
        }
    }
}
