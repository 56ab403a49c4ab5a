//! Warns of pictures that look like pages in files whose pictures are not listed: presentations, `OpenDocument`, doc and rtf.

use std::io::Read;

use super::transfer::unhexed;
use super::{Extracted, Metadata, Picture, Warning, picture, pictures_like_pages, whole_zip};

/// Endings of pictures in packages, in lower case.
const ENDINGS: [&str; 5] = [".png", ".jpg", ".jpeg", ".tif", ".tiff"];
/// Maximum number of bytes in which the header of a picture is looked for.
const HEADER: usize = 1 << 20;
/// Maximum number of pictures that are looked at.
const MOST_PICTURES: usize = 10_000;
/// First bytes of pictures: png, and the two usual kinds of jpeg.
const BEGINNINGS: [&[u8]; 3] = [
    b"\x89PNG\r\n\x1A\n",
    b"\xFF\xD8\xFF\xE0",
    b"\xFF\xD8\xFF\xE1",
];

/// Width and height in pixels.
type Size = (u32, u32);

/// Adds a warning to what was read if pictures of these sizes look like pages.
pub(super) fn tell(extracted: &mut Extracted, sizes: Vec<Size>) {
    let picture = |size| Picture {
        place: "/".to_owned(),
        size: Some(size),
        ..Picture::default()
    };
    let metadata = Metadata {
        pictures: sizes.into_iter().map(picture).collect(),
        ..Metadata::default()
    };
    let count = pictures_like_pages(&metadata, extracted.visible()).count() as u64;
    if count > 0 {
        extracted
            .warnings
            .push(Warning::PicturesLikePages { count });
    }
}

/// Returns the sizes of the pictures in a package.
pub(super) fn in_package(bytes: &[u8]) -> Vec<Size> {
    let Ok(mut archive) = whole_zip::open(bytes) else {
        return Vec::new();
    };
    let is_picture = |name: &[u8]| {
        let name = String::from_utf8_lossy(name).to_lowercase();
        // A program makes the picture of the first page for lists of files.
        ENDINGS.iter().any(|ending| name.ends_with(ending)) && !name.contains("thumbnail")
    };
    let places: Vec<usize> = (archive.file_names_raw().enumerate())
        .filter(|(_, name)| is_picture(name))
        .map(|(place, _)| place)
        .take(MOST_PICTURES)
        .collect();
    let size = |place| {
        let mut head = Vec::new();
        let part = archive.by_index(place).ok()?;
        part.take(HEADER as u64).read_to_end(&mut head).ok()?;
        picture::dimensions(&head)
    };
    places.into_iter().filter_map(size).collect()
}

/// Returns the sizes of the pictures that stand in other data.
pub(super) fn within(data: &[u8]) -> Vec<Size> {
    let mut sizes = Vec::new();
    let mut from = 0;
    while let Some(at) = data[from..]
        .iter()
        .position(|byte| matches!(byte, 0x89 | 0xFF))
    {
        let rest = &data[from + at..];
        from += at + 1;
        if BEGINNINGS.iter().any(|begin| rest.starts_with(begin)) {
            sizes.extend(picture::dimensions(&rest[..rest.len().min(HEADER)]));
            if sizes.len() == MOST_PICTURES {
                break;
            }
        }
    }
    sizes
}

/// Returns the sizes of the pictures in an RTF file, which are written as digits of base 16.
pub(super) fn in_rtf(rtf: &[u8]) -> Vec<Size> {
    let runs = rtf.split(|byte| !byte.is_ascii_hexdigit() && !byte.is_ascii_whitespace());
    let size = |run: &[u8]| {
        // Before the picture may stand the number of a control word.
        let begins = |at: &usize| {
            let is_first = *at == 0 || run[*at - 1].is_ascii_whitespace();
            is_first
                && BEGINNINGS
                    .iter()
                    .any(|begin| is_written(&run[*at..], begin))
        };
        let start = (0..run.len()).find(begins)?;
        picture::dimensions(&unhexed(&run[start..], HEADER))
    };
    runs.filter_map(size).take(MOST_PICTURES).collect()
}

/// Whether digits of base 16 begin with those of some bytes.
fn is_written(digits: &[u8], bytes: &[u8]) -> bool {
    let digits = digits.get(..2 * bytes.len());
    digits.is_some_and(|digits| unhexed(digits, bytes.len()) == bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip_sample::zipped;
    use chachong_text::LineBreaks;
    use std::fmt::Write as _;
    use std::io::Cursor;

    fn page() -> Vec<u8> {
        let mut png = Cursor::new(Vec::new());
        let page = image::GrayImage::new(700, 1000);
        page.write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    }

    #[test]
    fn pictures_are_found_in_packages_data_and_digits() {
        let page = page();
        let names = ["ppt/media/image1.PNG", "docProps/thumbnail.png", "a.xml"];
        let package = zipped(names.map(|name| (name, &page)));
        assert_eq!(in_package(&package), [(700, 1000)]);
        let data = [b"\xFF\x89PNG and ".as_slice(), page.as_slice(), b"\x89"].concat();
        assert_eq!(within(&data), [(700, 1000)]);
        let digits = page.iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02X}");
            digits
        });
        let rtf = format!("{{\\rtf1{{\\pict\\pngblip\\picw7 \n{digits}}}}}");
        assert_eq!(in_rtf(rtf.as_bytes()), [(700, 1000)]);
    }

    #[test]
    fn pages_are_told() {
        let told = |size| {
            let text = "图书馆在夜间开放。".repeat(40);
            let mut read = Extracted::of_text(text, LineBreaks::Paragraph);
            tell(&mut read, vec![size]);
            read.warnings
        };
        assert_eq!(told((700, 1000)), [Warning::PicturesLikePages { count: 1 }]);
        assert_eq!(told((1000, 700)), []);
    }
}
