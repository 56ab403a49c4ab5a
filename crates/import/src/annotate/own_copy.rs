//! Recognises marked copies that this program wrote, so that a newer copy may replace them. A copy that a person has saved since, such
//! as with remarks of their own, is that person's file.
//!
//! They are recognised for that purpose only and are never left out of a check: a student may hand in the copy that the
//! teacher gave back.

use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::docx::DOCX_MARK;
use super::pdf::PDF_MARK;
use crate::bytes::read_end;

/// Number of bytes at the end of a PDF in which its update is looked for.
const UPDATE: u64 = 32 << 20;
/// End of an update of a PDF.
const PDF_END: &[u8] = b"\n%%EOF\n";
/// Number of bytes of a part with comments that are read.
const COMMENTS: u64 = 16 << 20;

/// Returns whether the content of a file is a marked copy as this program wrote it: a PDF that ends with the update of a marked copy, or
/// a Word file whose comments have the mark. `false` if a person has changed the copy since, and for content that cannot be read.
pub fn is_marked_copy<C: Read + Seek>(content: &mut C) -> bool {
    is_pdf_copy(content).unwrap_or(false) || is_docx_copy(content).unwrap_or(false)
}

fn is_pdf_copy<C: Read + Seek>(content: &mut C) -> std::io::Result<bool> {
    let (_, tail) = read_end(content, UPDATE)?;
    let mark = tail
        .windows(PDF_MARK.len())
        .rposition(|window| window == PDF_MARK);
    // Whoever changes the copy appends to it, or writes it anew without the mark.
    Ok(mark.is_some_and(|mark| {
        let update = &tail[mark..];
        let is_end = |window: &&[u8]| *window == PDF_END;
        update.ends_with(PDF_END) && update.windows(PDF_END.len()).filter(is_end).count() == 1
    }))
}

fn is_docx_copy<C: Read + Seek>(content: &mut C) -> zip::result::ZipResult<bool> {
    content.seek(SeekFrom::Start(0))?;
    let mut archive = ZipArchive::new(content)?;
    for place in 0..archive.len() {
        let part = archive.by_index(place)?;
        let name = part.name()?.to_lowercase();
        if !name
            .rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("comments"))
        {
            continue;
        }
        let mut bytes = Vec::new();
        part.take(COMMENTS).read_to_end(&mut bytes)?;
        if bytes
            .windows(DOCX_MARK.len())
            .any(|window| window == DOCX_MARK.as_bytes())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::zip_sample::zipped;

    #[test]
    fn a_pdf_that_a_person_added_to_is_no_copy_any_more() {
        let is = |bytes: &[u8]| is_marked_copy(&mut Cursor::new(bytes));
        let original = b"%PDF-1.4\nx\n%%EOF\n";
        let copy = [&original[..], PDF_MARK, b"1 0 obj\nstartxref\n9\n%%EOF\n"].concat();
        assert!(is(&copy) && !is(original));
        let remark = [&copy[..], b"2 0 obj\nstartxref\n99\n%%EOF\n"].concat();
        assert!(!is(&remark) && !is(&copy[..copy.len() - 1]));
        // The copy of a file that was itself such a copy.
        assert!(is(&[&remark[..], PDF_MARK, b"3 0 obj\n%%EOF\n"].concat()));
    }

    #[test]
    fn a_word_file_that_a_person_saved_is_no_copy_any_more() {
        let is = |comments: &str| {
            let copy = zipped([("word/comments.xml", comments)]);
            is_marked_copy(&mut Cursor::new(copy))
        };
        let comment = r#"<w:comment w:id="0" w:author="Chachong"/>"#;
        assert!(is(&format!(
            "<w:comments>{comment}{DOCX_MARK}</w:comments>"
        )));
        let remark = r#"<w:comment w:id="1" w:author="A"/>"#;
        assert!(!is(&format!("<w:comments>{comment}{remark}</w:comments>")));
    }
}
