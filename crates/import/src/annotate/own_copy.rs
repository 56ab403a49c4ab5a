//! Recognises marked copies that this program wrote, so that a newer copy may replace them.
//!
//! They are recognised for that purpose only and are never left out of a check: a student may hand in the copy that the
//! teacher gave back.

use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::AUTHOR;
use super::pdf::PDF_MARK;

/// Number of bytes at the end of a PDF in which its update is looked for.
const UPDATE: u64 = 32 << 20;
/// Number of bytes of a part with comments that are read.
const COMMENTS: u64 = 16 << 20;

/// Returns whether the content of a file is a marked copy that this program wrote: a PDF with its mark, or a Word file with comments
/// whose author is this program. `false` for content that cannot be read.
pub fn is_marked_copy<C: Read + Seek>(content: &mut C) -> bool {
    is_pdf_copy(content).unwrap_or(false) || is_docx_copy(content).unwrap_or(false)
}

fn is_pdf_copy<C: Read + Seek>(content: &mut C) -> std::io::Result<bool> {
    let length = content.seek(SeekFrom::End(0))?;
    content.seek(SeekFrom::Start(length.saturating_sub(UPDATE)))?;
    let mut tail = Vec::new();
    content.take(UPDATE).read_to_end(&mut tail)?;
    Ok(tail
        .windows(PDF_MARK.len())
        .any(|window| window == PDF_MARK))
}

fn is_docx_copy<C: Read + Seek>(content: &mut C) -> zip::result::ZipResult<bool> {
    content.seek(SeekFrom::Start(0))?;
    let mut archive = ZipArchive::new(content)?;
    let mark = format!("author=\"{AUTHOR}\"");
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
            .windows(mark.len())
            .any(|window| window == mark.as_bytes())
        {
            return Ok(true);
        }
    }
    Ok(false)
}
