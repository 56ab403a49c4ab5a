//! Pages of tiff files: one bit per pixel as fax machines write it, grey and colour with up to sixteen bits, CMYK, and
//! palettes.

use std::io::Cursor;

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::error::RecognitionError;
use super::picture::{MAXIMUM_BYTES, check_size, on_white, reduced_size};
use super::raster::{Raster, Shrinking};

/// Maximum number of pages that are counted: a list of pages may be made to take long.
const MAXIMUM_PAGES: u32 = 5_000;
/// Value of the tag `PhotometricInterpretation` for colours from a palette, and the one for grey from black.
const PALETTE: u16 = 3;
const GREY: u16 = 1;

type Reader<'a> = Decoder<Cursor<&'a [u8]>>;

/// Returns the number of pages. Pages behind a damaged one are not counted.
pub(super) fn page_count(bytes: &[u8]) -> Result<u32, RecognitionError> {
    let mut reader = open(bytes)?;
    let mut pages = 1;
    while pages < MAXIMUM_PAGES && reader.more_images() && reader.next_image().is_ok() {
        pages += 1;
    }
    Ok(pages)
}

/// Decodes a page, counted from 1.
pub(super) fn picture(bytes: &[u8], page: u32) -> Result<Raster, RecognitionError> {
    let mut reader = at_page(bytes, page)?;
    let Some(palette) = palette(&mut reader) else {
        return decode(&mut reader, None);
    };
    // The decoder knows no palettes: told that the numbers of colours are levels of grey, it gives the numbers.
    let offset = reader.ifd_pointer().map_or(0, |pointer| pointer.0);
    let mut patched = bytes.to_vec();
    if !call_grey(&mut patched, offset) {
        return Err(damaged("its palette cannot be read"));
    }
    decode(&mut at_page(&patched, page)?, Some(&palette))
}

fn open(bytes: &[u8]) -> Result<Reader<'_>, RecognitionError> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::try_from(MAXIMUM_BYTES).unwrap_or(usize::MAX);
    limits.intermediate_buffer_size = limits.decoding_buffer_size;
    let reader = Decoder::new(Cursor::new(bytes)).map_err(cause)?;
    Ok(reader.with_limits(limits))
}

fn at_page(bytes: &[u8], page: u32) -> Result<Reader<'_>, RecognitionError> {
    let mut reader = open(bytes)?;
    if page == 0 {
        let pages = page_count(bytes)?;
        return Err(RecognitionError::NoSuchPage { page, pages });
    }
    for pages in 1..page {
        if pages >= MAXIMUM_PAGES || !reader.more_images() {
            return Err(RecognitionError::NoSuchPage { page, pages });
        }
        reader.next_image().map_err(cause)?;
    }
    Ok(reader)
}

/// Colours of a palette, red, green and blue of sixteen bits one after the other; `None` if the page has none.
fn palette(reader: &mut Reader<'_>) -> Option<Vec<u16>> {
    let kind: u16 = reader
        .get_tag_unsigned(Tag::PhotometricInterpretation)
        .ok()?;
    (kind == PALETTE).then(|| reader.get_tag_u16_vec(Tag::ColorMap).unwrap_or_default())
}

/// Changes the kind of a page, whose directory lies at `offset`, from palette to grey; `false` if the directory cannot
/// be read or the file is of the large kind.
fn call_grey(bytes: &mut [u8], offset: u64) -> bool {
    let little = bytes.first() == Some(&b'I');
    let short = |bytes: &[u8], at: usize| {
        let pair: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        })
    };
    let is_classic = short(bytes, 2) == Some(42);
    let Some(start) = usize::try_from(offset).ok().filter(|_| is_classic) else {
        return false;
    };
    let entries = usize::from(short(bytes, start).unwrap_or(0));
    for at in (0..entries).map(|i| start + 2 + 12 * i) {
        if short(bytes, at) == Some(Tag::PhotometricInterpretation.to_u16())
            && short(bytes, at + 8) == Some(PALETTE)
        {
            let grey = if little {
                GREY.to_le_bytes()
            } else {
                GREY.to_be_bytes()
            };
            bytes[at + 8..at + 10].copy_from_slice(&grey);
            return true;
        }
    }
    false
}

fn decode(reader: &mut Reader<'_>, palette: Option<&[u16]>) -> Result<Raster, RecognitionError> {
    let (width, height) = reader.dimensions().map_err(cause)?;
    check_size(width, height, 0, None)?;
    let layout = reader.image_buffer_layout().map_err(cause)?;
    check_size(width, height, layout.complete_len as u64, None)?;
    let color = reader.colortype().map_err(cause)?;
    let mut samples = DecodingResult::U8(Vec::new());
    reader.read_image_to_buffer(&mut samples).map_err(cause)?;
    let form = Form {
        width: width as usize,
        channels: usize::from(color.num_samples()).max(1),
        planes: layout.planes > 1,
        plane: layout.plane_stride.map_or(0, usize::from),
        stride: layout.row_stride.map_or(0, usize::from),
        bits: color.bit_depth(),
    };
    let mut shrinking = Shrinking::new((width, height), reduced_size(width, height));
    let mut row = Vec::new();
    for y in 0..height as usize {
        row.clear();
        for x in 0..width as usize {
            let sample = |channel| form.sample(&samples, x, y, channel);
            row.extend(match palette {
                Some(palette) => palette_color(palette, form.number(&samples, x, y)),
                None => rgb(color, sample),
            });
        }
        shrinking.push(&row);
    }
    Ok(shrinking.finish())
}

/// Layout of samples in memory.
struct Form {
    width: usize,
    channels: usize,
    /// Whether each channel has a plane of its own.
    planes: bool,
    /// Number of bytes of a plane.
    plane: usize,
    /// Number of bytes of a row.
    stride: usize,
    bits: u8,
}

impl Form {
    /// Returns a sample as eight bits; white where there is none.
    fn sample(&self, samples: &DecodingResult, x: usize, y: usize, channel: usize) -> u8 {
        if self.bits < 8 {
            let most = (1_u16 << self.bits) - 1;
            return u8::try_from(u16::from(self.number(samples, x, y)) * 255 / most)
                .unwrap_or(u8::MAX);
        }
        let size = usize::from(self.bits / 8);
        let at = if self.planes {
            (channel * self.plane + y * self.stride) / size + x
        } else {
            y * self.stride / size + x * self.channels + channel
        };
        eight_bits(samples, at)
    }

    /// Returns a sample of at most eight bits as it is stored, for the number of a colour in a palette.
    fn number(&self, samples: &DecodingResult, x: usize, y: usize) -> u8 {
        let DecodingResult::U8(bytes) = samples else {
            return u8::MAX;
        };
        if self.bits == 0 || self.bits > 8 {
            return u8::MAX;
        }
        let stride = if self.stride == 0 {
            self.width
        } else {
            self.stride
        };
        let bit = x * self.channels * usize::from(self.bits);
        let byte = bytes.get(y * stride + bit / 8).copied().unwrap_or(u8::MAX);
        let shift = 8_usize.saturating_sub(bit % 8 + usize::from(self.bits));
        let mask = u8::MAX >> (8 - self.bits);
        (byte >> shift) & mask
    }
}

/// Returns the sample at a place as eight bits; white where there is none.
fn eight_bits(samples: &DecodingResult, at: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let of_share = |share: f64| (share.clamp(0.0, 1.0) * 255.0) as u8;
    match samples {
        DecodingResult::U8(all) => all.get(at).copied(),
        DecodingResult::U16(all) => all.get(at).map(|sample| sample.to_be_bytes()[0]),
        DecodingResult::U32(all) => all.get(at).map(|sample| sample.to_be_bytes()[0]),
        DecodingResult::U64(all) => all.get(at).map(|sample| sample.to_be_bytes()[0]),
        DecodingResult::I8(all) => all.get(at).map(|sample| sample.to_be_bytes()[0] ^ 0x80),
        DecodingResult::I16(all) => all.get(at).map(|sample| sample.to_be_bytes()[0] ^ 0x80),
        DecodingResult::I32(all) => all.get(at).map(|sample| sample.to_be_bytes()[0] ^ 0x80),
        DecodingResult::I64(all) => all.get(at).map(|sample| sample.to_be_bytes()[0] ^ 0x80),
        DecodingResult::F16(all) => all.get(at).map(|sample| of_share(sample.to_f64())),
        DecodingResult::F32(all) => all.get(at).map(|&sample| of_share(f64::from(sample))),
        DecodingResult::F64(all) => all.get(at).map(|&sample| of_share(sample)),
    }
    .unwrap_or(u8::MAX)
}

/// Returns a colour of a palette; white if the palette does not have it.
fn palette_color(palette: &[u16], number: u8) -> [u8; 3] {
    let colors = palette.len() / 3;
    [0, 1, 2].map(|channel| {
        (palette.get(channel * colors + usize::from(number)))
            .filter(|_| usize::from(number) < colors)
            .map_or(u8::MAX, |level| level.to_be_bytes()[0])
    })
}

/// Converts one pixel, whose samples are of eight bits.
fn rgb(color: ColorType, sample: impl Fn(usize) -> u8) -> [u8; 3] {
    match color {
        ColorType::RGB(_) => [0, 1, 2].map(sample),
        ColorType::RGBA(_) => {
            let alpha = sample(3);
            [0, 1, 2].map(|channel| on_white(sample(channel), alpha))
        }
        ColorType::CMYK(_) | ColorType::CMYKA(_) => {
            let black = 255 - u16::from(sample(3));
            [0, 1, 2].map(|channel| {
                u8::try_from((255 - u16::from(sample(channel))) * black / 255).unwrap_or(u8::MAX)
            })
        }
        ColorType::YCbCr(_) => from_ycbcr(sample(0), sample(1), sample(2)),
        // Grey; of other spaces (CIE L*a*b*, several bands) the first channel, which is the lightness.
        _ => [sample(0); 3],
    }
}

/// Converts the colours of jpeg (JFIF), in whole numbers.
fn from_ycbcr(y: u8, blue: u8, red: u8) -> [u8; 3] {
    let (y, blue, red) = (i32::from(y), i32::from(blue) - 128, i32::from(red) - 128);
    [
        y + 1402 * red / 1000,
        y - (344 * blue + 714 * red) / 1000,
        y + 1772 * blue / 1000,
    ]
    .map(|level| u8::try_from(level.clamp(0, 255)).unwrap_or(u8::MAX))
}

fn damaged(detail: &str) -> RecognitionError {
    RecognitionError::Damaged {
        detail: detail.to_owned(),
    }
}

fn cause(error: TiffError) -> RecognitionError {
    match error {
        TiffError::LimitsExceeded => damaged("the picture needs more memory than the limit"),
        error => damaged(&error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use tiff::encoder::{TiffEncoder, colortype};

    use super::*;

    fn made<C: colortype::ColorType>(pages: &[&[C::Inner]], width: u32) -> Vec<u8>
    where
        [C::Inner]: tiff::encoder::TiffValue,
    {
        let mut bytes = Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut bytes).unwrap();
        for page in pages {
            encoder.write_image::<C>(width, 1, page).unwrap();
        }
        bytes.into_inner()
    }

    #[test]
    fn every_page_is_there() {
        let file = made::<colortype::Gray8>(&[&[0, 9], &[200, 100], &[1, 2]], 2);
        assert_eq!(page_count(&file), Ok(3));
        assert_eq!(
            picture(&file, 2).unwrap().rgb(),
            [200, 200, 200, 100, 100, 100]
        );
        assert_eq!(
            picture(&file, 4),
            Err(RecognitionError::NoSuchPage { page: 4, pages: 3 })
        );
        assert_eq!(
            picture(&file, 0),
            Err(RecognitionError::NoSuchPage { page: 0, pages: 3 })
        );
        assert!(page_count(&file[..7]).is_err());
    }

    #[test]
    fn colours_and_depths() {
        let file = made::<colortype::CMYK8>(&[&[0, 255, 255, 0, 0, 0, 0, 255]], 2);
        assert_eq!(picture(&file, 1).unwrap().rgb(), [255, 0, 0, 0, 0, 0]);
        let file = made::<colortype::RGB16>(&[&[65_535, 256, 0]], 1);
        assert_eq!(picture(&file, 1).unwrap().rgb(), [255, 1, 0]);
        let file = made::<colortype::RGBA8>(&[&[9, 9, 9, 0]], 1);
        assert_eq!(picture(&file, 1).unwrap().rgb(), [255; 3]);
        assert_eq!(from_ycbcr(76, 85, 255), [254, 1, 0]);
    }

    #[test]
    fn numbers_of_a_palette_become_colours() {
        // Two colours of one bit: number 0 is white, 1 is dark red.
        let palette = [65_535, 32_768, 65_535, 0, 65_535, 0];
        assert_eq!(palette_color(&palette, 0), [255; 3]);
        assert_eq!(palette_color(&palette, 1), [128, 0, 0]);
        assert_eq!(palette_color(&palette, 2), [255; 3]);
        let mut file = made::<colortype::Gray8>(&[&[1, 0]], 2);
        let mut reader = open(&file).unwrap();
        let offset = reader.ifd_pointer().unwrap().0;
        assert!(!call_grey(&mut file, offset));
        assert!(!call_grey(&mut file, u64::MAX));
    }

    #[test]
    fn bits_are_taken_from_the_left() {
        let samples = DecodingResult::U8(vec![0b1010_0000, 0b0100_0000]);
        let form = Form {
            width: 9,
            channels: 1,
            planes: false,
            plane: 0,
            stride: 2,
            bits: 1,
        };
        let row: Vec<u8> = (0..10).map(|x| form.number(&samples, x, 0)).collect();
        assert_eq!(row, [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(form.sample(&samples, 0, 0, 0), 255);
    }
}
