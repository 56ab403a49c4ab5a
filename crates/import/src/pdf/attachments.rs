//! Names of the files that are attached to a document or to a page.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object};

use super::text_string::field_text;

/// Maximum number of nodes of the list of attached files, and of annotations of a page, that are read.
const NODES: usize = 5_000;
/// Maximum number of names.
const NAMES: usize = 1_000;

/// Returns the names of the files in the document's own list and in the annotations of its pages, each once.
pub(super) fn names(pdf: &Pdf) -> Vec<String> {
    let references = pdf.xref();
    let catalog = references.get::<Dict<'_>>(references.root_id());
    let lists = catalog.and_then(|catalog| catalog.get::<Dict<'_>>("Names"));
    let root = lists.and_then(|lists| lists.get::<Dict<'_>>("EmbeddedFiles"));
    let mut found = Vec::new();
    let mut nodes = Vec::from_iter(root);
    let mut left = NODES;
    while let Some(node) = nodes.pop() {
        left -= 1;
        let entries = node.get::<Array<'_>>("Names").unwrap_or_default();
        found.extend(entries.iter::<Object<'_>>().filter_map(attached));
        let below = node.get::<Array<'_>>("Kids").unwrap_or_default();
        nodes.extend(below.iter::<Dict<'_>>().take(left));
        if left == 0 || found.len() > NAMES {
            break;
        }
    }
    for page in pdf.pages().iter() {
        let all = page.raw().get::<Array<'_>>("Annots").unwrap_or_default();
        for annotation in all.iter::<Dict<'_>>().take(NODES) {
            let kind = annotation.get::<Name<'_>>("Subtype");
            if kind.is_some_and(|kind| kind.as_ref() == b"FileAttachment") {
                found.extend(annotation.get::<Object<'_>>("FS").and_then(attached));
            }
        }
        if found.len() > NAMES {
            break;
        }
    }
    let mut seen = HashSet::new();
    found.retain(|name| seen.insert(name.clone()));
    found.truncate(NAMES);
    found
}

/// Returns the name in the description of a file whose content is in the document.
fn attached(description: Object<'_>) -> Option<String> {
    let description = description.into_dict()?;
    if !description.contains_key("EF") {
        return None;
    }
    let mut names = ["UF", "F", "Desc"].into_iter();
    let name = names.find_map(|key| match description.get::<Object<'_>>(key)? {
        Object::String(name) => Some(field_text(name.as_bytes())),
        _ => None,
    });
    let name = name.unwrap_or_default();
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    Some(if last.is_empty() { "?" } else { last }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn names_of(list: &str, annotation: &str) -> Vec<String> {
        let file = format!(
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 5 0 R>>>>endobj\n\
             2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
             3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[{annotation}]>>endobj\n\
             4 0 obj<</Length 1>>stream\nx\nendstream endobj\n5 0 obj<<{list}>>endobj\ntrailer<</Root 1 0 R/Size 6>>\n"
        );
        names(&Pdf::new(Arc::new(file.into_bytes())).unwrap())
    }

    #[test]
    fn files_in_the_list_and_on_pages_are_named_once() {
        let list = "/Names[(a)<</F(x.pdf)/UF<FEFF9644002E0064006F00630078>/EF<</F 4 0 R>>>>(b)<</F(elsewhere.txt)>>]";
        let annotation =
            |name: &str| format!("<</Subtype/FileAttachment/FS<</F({name})/EF<</F 4 0 R>>>>>>");
        let both = annotation("C:/files/b.txt") + &annotation("b.txt");
        assert_eq!(names_of(list, &both), ["附.docx", "b.txt"]);
        assert!(names_of("", "").is_empty());
    }

    #[test]
    fn a_list_in_a_circle_ends() {
        assert!(names_of("/Kids[5 0 R 5 0 R]", "").is_empty());
    }
}
