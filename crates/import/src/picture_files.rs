//! Reader for image files: their pages have no text until recognition reads them, like those of a scanned pdf.

use serde::{Deserialize, Serialize};

use super::{Extracted, ImportCause, Warning, picture_bundle};
use chachong_recognition::page_count;
use chachong_text::LineBreaks;

/// Choice of whether image files in a folder or archive are read as documents. An image file that is named directly is
/// always read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureFiles {
    /// Image files are skipped and listed among the files that were not read: folders of theses contain figures and photographs without a
    /// text of their own.
    #[default]
    PassedOver,
    /// Each image file is a document; every page of a tiff is a page of it.
    Each,
    /// All image files of a folder are the pages of one document, in the order of their names.
    Together,
}

/// Reads one image file, or a bundle of several.
pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let files = picture_bundle::files(bytes);
    let mut pages = 0;
    let mut first = None;
    for file in &files {
        match page_count(file) {
            Ok(count) => pages += u64::from(count),
            Err(error) => {
                // A page that cannot be seen is still a page: its number is named when it cannot be recognised.
                pages += 1;
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if pages == 1 => return Err(ImportCause::damaged(&error)),
        _ if pages == 0 => return Err(ImportCause::Empty),
        _ => {}
    }
    let text = "\n".repeat(usize::try_from(pages).unwrap_or(usize::MAX));
    Ok(Extracted {
        pages: (0..pages).collect(),
        warnings: vec![Warning::NoTextLayer],
        ..Extracted::of_text(text, LineBreaks::Page)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_of_a_bundle_is_a_page_even_a_damaged_one() {
        let png = b"\x89PNG\r\n\x1A\n";
        let one = read(png).unwrap();
        assert_eq!((one.pages.len(), one.text.as_str()), (1, "\n"));
        assert_eq!(one.warnings, [Warning::NoTextLayer]);
        let mut bundle = picture_bundle::opening();
        for file in [&png[..], b"no picture", png] {
            bundle.extend(picture_bundle::heading(file.len() as u64));
            bundle.extend(file);
        }
        assert_eq!(read(&bundle).unwrap().pages, [0, 1, 2]);
    }

    #[test]
    fn what_is_no_picture_says_so() {
        assert!(matches!(read(b"GIF89a"), Err(ImportCause::Damaged { .. })));
        let empty = picture_bundle::opening();
        assert_eq!(read(&empty), Err(ImportCause::Empty));
    }
}
