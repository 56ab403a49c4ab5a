//! Removes references in the XML of a package that stand for no character (`&#xD800;`, `&#0;`, `&nbsp;`), for a reader
//! that refuses them.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::whole_zip;

/// Longest reference that is looked at, in bytes, with its signs.
const LONGEST: usize = 64;

/// Returns the XML parts of a package as a package, with U+FFFD in place of numbers that stand for no character, and without names that
/// XML does not know; `None` if there is nothing to mend, or the parts have more than `limit` bytes.
pub(super) fn mended_package(package: &[u8], limit: u64) -> Option<Vec<u8>> {
    let mut archive = whole_zip::open(package).ok()?;
    let mut mended = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let (mut left, mut is_mended) = (limit, false);
    for place in 0..archive.len() {
        let part = archive.by_index(place).ok()?;
        let name = part.name().ok()?.into_owned();
        let lower = name.to_ascii_lowercase();
        if !lower.ends_with("xml") && !lower.ends_with("rels") {
            continue;
        }
        let mut xml = Vec::new();
        part.take(left + 1).read_to_end(&mut xml).ok()?;
        left = left.checked_sub(xml.len() as u64)?;
        let whole = mended_xml(&xml);
        is_mended |= matches!(whole, Cow::Owned(_));
        mended.start_file(name, options).ok()?;
        mended.write_all(&whole).ok()?;
    }
    is_mended
        .then(|| mended.finish().ok())?
        .map(Cursor::into_inner)
}

fn mended_xml(xml: &[u8]) -> Cow<'_, [u8]> {
    let mut mended: Option<Vec<u8>> = None;
    // End of what was copied, and of what was looked at.
    let (mut copied, mut seen) = (0, 0);
    while let Some(at) = xml[seen..].iter().position(|byte| *byte == b'&') {
        let start = seen + at;
        seen = start + 1;
        let reference = &xml[seen..xml.len().min(start + LONGEST)];
        let Some(length) = reference.iter().position(|byte| *byte == b';') else {
            continue;
        };
        let reference = &reference[..length];
        // An ampersand in "R&D in the 1990s;" begins none.
        let is_one = !reference.is_empty()
            && (reference.iter()).all(|byte| byte.is_ascii_alphanumeric() || b"#+-".contains(byte));
        if !is_one || stands_for_a_character(reference) {
            continue;
        }
        let mended = mended.get_or_insert_with(|| Vec::with_capacity(xml.len()));
        mended.extend_from_slice(&xml[copied..start]);
        if reference.starts_with(b"#") {
            mended.extend_from_slice("\u{FFFD}".as_bytes());
        }
        seen += length + 1;
        copied = seen;
    }
    match mended {
        None => Cow::Borrowed(xml),
        Some(mut mended) => {
            mended.extend_from_slice(&xml[copied..]);
            Cow::Owned(mended)
        }
    }
}

fn stands_for_a_character(reference: &[u8]) -> bool {
    let Some(number) = reference.strip_prefix(b"#") else {
        return matches!(reference, b"lt" | b"gt" | b"amp" | b"quot" | b"apos");
    };
    let (digits, radix) = match number.strip_prefix(b"x") {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let is_number = digits.first().is_some_and(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_number);
    let code = digits.and_then(|digits| u32::from_str_radix(digits, radix).ok());
    code.filter(|&code| code > 0)
        .and_then(char::from_u32)
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip_sample::zipped;

    #[test]
    fn what_stands_for_no_character_is_replaced_and_the_rest_stays() {
        let mended =
            |xml: &str| String::from_utf8(mended_xml(xml.as_bytes()).into_owned()).unwrap();
        let honest = "<a b='&lt;'>读&amp;者&#x4e00;&#20070;&#x1F600;& ; R&D in 1990;</a>";
        assert!(matches!(mended_xml(honest.as_bytes()), Cow::Borrowed(_)));
        for none in [
            "#xD800",
            "#0",
            "#x110000",
            "#99999999999999999999",
            "#",
            "#x",
            "#-5",
            "#+5",
        ] {
            let text = mended(&format!("<a>读&{none};者</a>"));
            assert_eq!(text, "<a>读\u{FFFD}者</a>", "{none}");
        }
        assert_eq!(mended("读&nbsp;者&#xDC00;&#xD800;"), "读者\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn a_package_is_written_anew_only_if_there_is_something_to_mend() {
        let package = |xml: &[u8]| zipped([("a.xml", xml), ("b.png", b"&#0;".as_slice())]);
        assert_eq!(mended_package(&package(b"<a>&amp;</a>"), 100), None);
        assert_eq!(mended_package(&package(b"<a>&#0;</a>"), 3), None);
        assert_eq!(mended_package(b"PK", 100), None);
        let mended = mended_package(&package(b"<a>&#0;</a>"), 100).unwrap();
        let mut mended = whole_zip::open(&mended).unwrap();
        let mut xml = String::new();
        mended
            .by_index(0)
            .unwrap()
            .read_to_string(&mut xml)
            .unwrap();
        assert_eq!((xml.as_str(), mended.len()), ("<a>\u{FFFD}</a>", 1));
    }
}
