//! Signs that a PDF is cut off or has holes. The readers mend such files as well as they can, and do not tell.

use flate2::{Decompress, FlushDecompress, Status};
use hayro_syntax::object::{Array, Dict, Stream};
use hayro_syntax::page::Page;
use hayro_syntax::{Filter, Pdf};

use crate::Warning;

/// Maximum number of bytes that may follow the end of inflated data: its checksum and a line end. If more are left, the data have a hole,
/// and the inflater took something in the middle for their end.
const TRAILER: usize = 6;

/// Maximum number of bytes to which content is inflated here; longer content counts as whole.
const MOST: u64 = 256 << 20;

/// Parts of a PDF that are missing or cannot be unpacked.
#[derive(Default)]
pub(super) struct Damage {
    /// Whether the file states more pages than can be found.
    lacks_pages: bool,
    /// Numbers, from 1, of the pages whose content is not whole.
    holed: Vec<u32>,
}

impl Damage {
    /// Looks for damage in the pages of `pdf`.
    pub(super) fn of(pdf: &Pdf) -> Self {
        let pages = (1..).zip(pdf.pages().iter());
        let holed = pages.filter(|(_, page)| !is_whole(page));
        Self {
            lacks_pages: lacks_pages(pdf),
            holed: holed.map(|(number, _)| number).collect(),
        }
    }

    /// Adds warnings about the damage, and about the end of the file, if that is missing.
    pub(super) fn tell(self, bytes: &[u8], warnings: &mut Vec<Warning>) {
        if self.lacks_pages || is_cut_off(bytes) {
            warnings.push(Warning::CutOff);
        }
        if self.holed.is_empty() {
            return;
        }
        let known = warnings.iter_mut().find_map(|warning| match warning {
            Warning::UnreadPages { pages } => Some(pages),
            _ => None,
        });
        if let Some(pages) = known {
            pages.extend(self.holed);
            pages.sort_unstable();
            pages.dedup();
        } else {
            warnings.push(Warning::UnreadPages { pages: self.holed });
        }
    }
}

/// Whether the file ends before the place of its table of objects (`startxref`), which stands after the last object.
fn is_cut_off(bytes: &[u8]) -> bool {
    let is_object = |window: &[u8]| matches!(window, [b'0'..=b'9', b' ', b'o', b'b', b'j']);
    let object = bytes.windows(5).rposition(is_object);
    let end = bytes.windows(9).rposition(|window| window == b"startxref");
    end < object
}

fn lacks_pages(pdf: &Pdf) -> bool {
    let references = pdf.xref();
    let catalog = references.get::<Dict<'_>>(references.root_id());
    let tree = catalog.and_then(|catalog| catalog.get::<Dict<'_>>("Pages"));
    let stated = tree.and_then(|tree| tree.get::<i32>("Count"));
    let stated = stated.and_then(|stated| usize::try_from(stated).ok());
    stated.is_some_and(|stated| stated > pdf.pages().len())
}

/// Whether all of the content that a page names is there and can be unpacked to its end.
fn is_whole(page: &Page<'_>) -> bool {
    let entries = page.raw();
    if let Some(stream) = entries.get::<Stream<'_>>("Contents") {
        unpacks(&stream)
    } else if let Some(array) = entries.get::<Array<'_>>("Contents") {
        let streams: Vec<Stream<'_>> = array.iter::<Stream<'_>>().collect();
        streams.len() == array.raw_iter().count() && streams.iter().all(unpacks)
    } else {
        entries.get_ref("Contents").is_none()
    }
}

fn unpacks(stream: &Stream<'_>) -> bool {
    if stream.filters().first() != Some(&Filter::FlateDecode) {
        return true;
    }
    let packed = stream.raw_data();
    packed.is_empty() || inflates(&packed)
}

/// Whether data can be inflated to its end. Its checksum is ignored: programs write wrong ones.
fn inflates(packed: &[u8]) -> bool {
    let mut rest = match packed {
        [method, flags, rest @ ..]
            if method & 15 == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31) =>
        {
            rest
        }
        _ => packed,
    };
    let mut inflater = Decompress::new(false);
    let mut unpacked = vec![0; 32 << 10];
    loop {
        let (taken, given) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress(rest, &mut unpacked, FlushDecompress::None);
        let newly_taken = usize::try_from(inflater.total_in() - taken).unwrap_or(rest.len());
        if inflater.total_out() > MOST {
            return true;
        }
        match status {
            Ok(Status::StreamEnd) => return rest.len() - newly_taken <= TRAILER,
            Ok(_) if newly_taken > 0 || inflater.total_out() > given => rest = &rest[newly_taken..],
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::pdf::read;

    /// Makes a file of one page with this content, packed.
    fn file(packed: &[u8], count: u32) -> Vec<u8> {
        let mut file = format!(
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count {count}>>endobj\n\
             3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font\
             /Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n4 0 obj<</Length {}/Filter/FlateDecode>>stream\n",
            packed.len()
        )
        .into_bytes();
        file.extend(packed);
        file.extend(b"\nendstream\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n");
        file
    }

    fn packed() -> Vec<u8> {
        let lines = (0..40).map(|line| format!("({} {}) Tj 0 -14 Td\n", line * line, line * 7919));
        let lines: Vec<String> = lines.collect();
        let content = format!("BT /F 10 Tf 50 700 Td {} ET", lines.concat());
        let mut encoder =
            flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(content.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn warnings(file: Vec<u8>) -> Vec<Warning> {
        let told =
            |warning: &Warning| matches!(warning, Warning::CutOff | Warning::UnreadPages { .. });
        let mut warnings = read(file).unwrap().warnings;
        warnings.retain(told);
        warnings
    }

    #[test]
    fn a_file_that_is_cut_off_or_lacks_pages_is_told() {
        let whole = file(&packed(), 1);
        assert_eq!(warnings(whole.clone()), []);
        let end = whole.windows(9).rposition(|at| at == b"startxref").unwrap();
        assert_eq!(warnings(whole[..end].to_vec()), [Warning::CutOff]);
        let mut followed = whole;
        followed.extend(b"-- \nA footer of the mailing list\n");
        assert_eq!(warnings(followed), []);
        assert_eq!(warnings(file(&packed(), 2)), [Warning::CutOff]);
    }

    #[test]
    fn a_page_whose_content_ends_early_is_told() {
        let unread = [Warning::UnreadPages { pages: vec![1] }];
        let short = packed();
        assert_eq!(warnings(file(&short[..short.len() / 2], 1)), unread);
        // A wrong checksum loses nothing.
        let mut summed = packed();
        summed.truncate(summed.len() - 4);
        assert_eq!(warnings(file(&summed, 1)), []);
    }
}
