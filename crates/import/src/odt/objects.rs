//! Names of the documents that are placed in an `OpenDocument` file. Formulas, charts and drawings are none.

use std::io::Read;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::super::docx::embedded::document_in;
use super::{Archive, attribute};

/// Maximum number of objects that are looked at.
const MOST_OBJECTS: usize = 1_000;
/// Maximum size, in bytes, of an object that is looked into.
const MAXIMUM_BYTES: u64 = 16 << 20;
/// Media types of documents in folders of their own.
const DOCUMENTS: [&str; 3] = ["text", "spreadsheet", "presentation"];

/// Returns the names of the documents in a package, as its manifest lists them.
pub(super) fn documents(archive: &mut Archive<'_>, manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (path, kind) in entries(manifest).into_iter().take(MOST_OBJECTS) {
        let name = path.trim_end_matches('/').to_owned();
        let is_document = kind
            .strip_prefix("application/vnd.oasis.opendocument.")
            .is_some_and(|kind| DOCUMENTS.contains(&kind));
        if is_document && !name.is_empty() {
            names.push(name);
        } else if kind == "application/vnd.sun.star.oleobject"
            && let Ok(object) = archive.by_name(path.as_str())
        {
            let mut bytes = Vec::new();
            let is_read = object.take(MAXIMUM_BYTES).read_to_end(&mut bytes).is_ok();
            names.extend(document_in(name, bytes).filter(|_| is_read));
        }
    }
    names
}

/// Returns the path and media type of each object in a manifest.
fn entries(manifest: &str) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    let mut reader = Reader::from_str(manifest);
    // Of a broken manifest what stands before the break counts.
    while let Ok(event) = reader.read_event() {
        let element = match event {
            Event::Eof => break,
            Event::Start(element) | Event::Empty(element) => element,
            _ => continue,
        };
        let stated = |name: &str| {
            let value = attribute(&element, name.as_bytes())?;
            String::from_utf8(value).ok()
        };
        if let (Some(path), Some(kind)) =
            (stated("manifest:full-path"), stated("manifest:media-type"))
            && (kind.ends_with("oleobject") || path.ends_with('/'))
        {
            entries.push((path, kind));
        }
    }
    entries
}
