//! Templates made from a text that several documents share; later checks leave the text out too.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::copying::put_one;
use crate::kept;
use chachong_check::{Document, Fingerprinting};
use chachong_compare::{DocumentIndex, SharedText, Span};
use chachong_import::{Extracted, Format};
use chachong_library::{Content, DocumentId, FileStamp, Imported, LibraryError, Store, StoredPath};

/// Cuts a shared text out of one of its documents, without what stands between its places: the document that has the median length of
/// it. Fails if the document's text cannot be read again.
pub fn template_text(documents: &[Document], text: &SharedText) -> io::Result<Extracted> {
    let mut of_documents = of_documents(text);
    let length = |spans: &[Span]| spans.iter().map(|span| span.len()).sum::<u32>();
    of_documents.sort_by_key(|(document, spans)| (length(spans), *document));
    let (document, spans) = of_documents
        .get(of_documents.len() / 2)
        .ok_or(io::ErrorKind::NotFound)?;
    let reading = documents
        .get(document.0)
        .and_then(Document::content)
        .ok_or(io::ErrorKind::NotFound)?;
    reading.text.cut_all(spans)
}

/// Returns the places of a text in each of its documents.
fn of_documents(text: &SharedText) -> Vec<(DocumentIndex, Vec<Span>)> {
    (text.places.chunk_by(|one, next| one.0 == next.0))
        .map(|places| {
            let spans = places.iter().map(|&(_, span)| span);
            (places[0].0, spans.collect())
        })
        .collect()
}

/// Saves a text in the library as a template with this name, without a file, and returns its document number.
/// [`chachong_library::MemberStore::set_template`] undoes it. Fails if the library fails.
pub fn keep_template(
    library: &dyn Store,
    extracted: &Extracted,
    name: &str,
    by: &Fingerprinting,
) -> Result<DocumentId, LibraryError> {
    let content = content(extracted);
    // Unique relative path: two templates of one name stay apart, and neither is a file of that name.
    let bytes = content.sha256.iter().take(8);
    let place = bytes.fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    let path = StoredPath {
        path: PathBuf::from(format!("{name} {place:016x}")),
        name: name.to_owned(),
        stamp: FileStamp::default(),
    };
    let derived = kept::derived(&kept::fingerprinted(extracted, by), by);
    let imported = Imported {
        content: &content,
        format: Format::Txt,
        reader: 0,
        path: &path,
        extracted,
        derived: &derived,
    };
    let document = put_one(library, imported)?;
    library.set_template(document, name, true)?;
    Ok(document)
}

/// Removes a shared text from the templates, from whichever document or place it was saved; the text stays in the library. Returns the
/// number of templates removed: 0 if there was none, or the texts cannot be read again. Fails if the library fails.
pub fn drop_template(
    library: &dyn Store,
    documents: &[Document],
    text: &SharedText,
) -> Result<usize, LibraryError> {
    let places = text
        .places
        .iter()
        .map(|&(document, span)| (document, vec![span]));
    let words: HashSet<[u8; 32]> = (of_documents(text).into_iter().chain(places))
        .filter_map(|(document, spans)| {
            let reading = documents.get(document.0)?.content()?;
            Some(content(&reading.text.cut_all(&spans).ok()?).sha256)
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

/// Content of a template, identified by the hash of its text.
fn content(extracted: &Extracted) -> Content {
    Content {
        sha256: Sha256::digest(extracted.text.as_bytes()).into(),
        read_as: Content::read_as(Format::Txt, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::decode_text;
    use chachong_library::{DocumentStore, MemberStore, SqliteStore};

    #[test]
    fn a_text_that_is_no_files_is_kept_as_a_template_and_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("a library.chachong")).unwrap();
        let by = Fingerprinting::default();
        let keep = |text: &str| {
            let extracted = decode_text(text.as_bytes()).unwrap();
            keep_template(&store, &extracted, "多篇共有 2026-11-22", &by).unwrap()
        };
        let text = "实验须知：进入实验室前须穿好工作服。";
        let (one, other) = (keep(text), keep("报告须在两周内交给助教。"));
        assert_eq!(keep(text), one, "the same words are the same template");
        assert_eq!(store.templates().unwrap().len(), 2);
        store.purge().unwrap();
        assert_eq!(store.text(one).unwrap(), text);
        store.set_template(one, "", false).unwrap();
        store.purge().unwrap();
        assert!(store.text(one).is_err());
        assert_eq!(
            store.templates().unwrap(),
            [(other, "多篇共有 2026-11-22".to_owned())]
        );
        // A file with the same text is read for itself.
        let hash = chachong_import::hex(&Sha256::digest(text.as_bytes()));
        let file = Content::new(&hash, Format::Txt, None).unwrap();
        assert_eq!(store.known_content(&file).unwrap(), None);
    }
}
