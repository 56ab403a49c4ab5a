//! Names of the documents that are placed in an `OpenDocument` file. Formulas, charts and drawings are none.

use std::io::Read;

use quick_xml::events::BytesStart;

use super::super::docx::embedded::document_in;
use super::super::docx::xml::{attribute, starts_of};
use super::Archive;

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
    let entry = |element: BytesStart<'_>| {
        let path = attribute(&element, b"full-path")?;
        let kind = attribute(&element, b"media-type")?;
        (kind.ends_with("oleobject") || path.ends_with('/')).then_some((path, kind))
    };
    let entries = starts_of(manifest, b"file-entry");
    entries.filter_map(entry).collect()
}
