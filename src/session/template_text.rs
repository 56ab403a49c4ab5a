//! A text that several documents share -> a template of the library, which later checks leave out too.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::{Document, Fingerprinting, fingerprint_by, kept};
use crate::compare::SharedText;
use crate::import::{Extracted, Format};
use crate::library::{Content, DocumentId, FileStamp, Imported, LibraryError, Store, StoredPath};

/// The words of a shared text, from the document whose place has the middle length: longer ones may go on over what only
/// they have. An error where its text cannot be read again.
pub fn template_text(documents: &[Document], text: &SharedText) -> io::Result<Extracted> {
    let mut places = text.places.clone();
    places.sort_unstable_by_key(|&(document, span)| (span.len(), document, span));
    let (document, span) = places
        .get(places.len() / 2)
        .copied()
        .ok_or(io::ErrorKind::NotFound)?;
    let reading = documents
        .get(document)
        .and_then(Document::reading)
        .ok_or(io::ErrorKind::NotFound)?;
    reading.text.cut(span)
}

/// Keeps a text in the library as a template, under a name; it is no file's. Taken back with
/// [`Store::set_template`]. Returns its number.
pub fn keep_template(
    library: &dyn Store,
    extracted: &Extracted,
    name: &str,
    by: &Fingerprinting,
) -> Result<DocumentId, LibraryError> {
    let content = content(extracted);
    // Two templates of one name are two, and neither is a file of that name.
    let bytes = content.sha256.iter().take(8);
    let place = bytes.fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    let path = StoredPath {
        path: PathBuf::from(format!("{name} {place:016x}")),
        name: name.to_owned(),
        stamp: FileStamp {
            bytes: 0,
            modified: 0,
        },
    };
    let derived = kept::derived(&fingerprint_by(extracted, by), by);
    let imported = Imported {
        content: &content,
        format: Format::Txt,
        reader: 0,
        path: &path,
        extracted,
        derived: &derived,
    };
    let kept = library.put(&[imported])?;
    let document = kept.first().copied().ok_or(LibraryError::NoSuchDocument {
        file: PathBuf::new(),
    })?;
    library.set_template(document, name, true)?;
    Ok(document)
}

/// Takes a shared text out of the library's templates again, whichever of its places it was kept from; its words stay in
/// the library. Returns how many templates it was: 0 if none, as where the texts cannot be read again.
pub fn drop_template(
    library: &dyn Store,
    documents: &[Document],
    text: &SharedText,
) -> Result<usize, LibraryError> {
    let words: HashSet<[u8; 32]> = (text.places.iter())
        .filter_map(|&(document, span)| {
            let reading = documents.get(document)?.reading()?;
            Some(content(&reading.text.cut(span).ok()?).sha256)
        })
        .collect();
    let mut dropped = 0;
    for (document, _) in library.templates()? {
        if words.contains(&library.content(document)?.0.sha256) {
            library.set_template(document, "", false)?;
            dropped += 1;
        }
    }
    Ok(dropped)
}

/// What tells a shared text from others: its words.
fn content(extracted: &Extracted) -> Content {
    Content {
        sha256: Sha256::digest(extracted.text.as_bytes()).into(),
        read_as: Content::read_as(Format::Txt, None),
    }
}
