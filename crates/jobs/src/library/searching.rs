//! Full-text search in the library's texts.

use chachong_library::{DocumentId, LibraryError, Query, Store, search_text::Snippet, snippet};
use chachong_text::normalize_without;

/// Result of a full-text search in a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextsFound {
    /// Hits, sorted by document number.
    pub hits: Vec<Hit>,
    /// Whether more documents may match than were searched.
    pub cut: bool,
}

/// Document that matches the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Document number.
    pub document: DocumentId,
    /// Number of matches in the text, at least 1.
    pub places: usize,
    /// Snippet of the first match.
    pub piece: Snippet,
}

/// Searches the texts of at most `most` members that contain all terms of the query, and returns those that match. Snippets show `around`
/// characters on each side of the first match. Damaged texts are skipped. An empty query finds nothing. Fails if the library fails for
/// another reason.
pub fn search_library(
    library: &dyn Store,
    query: &Query,
    most: usize,
    around: usize,
) -> Result<TextsFound, LibraryError> {
    let mut found = TextsFound::default();
    let terms = query.terms();
    if terms.is_empty() {
        return Ok(found);
    }
    let documents = library.search(&terms, most + 1)?;
    found.cut = documents.len() > most;
    for document in documents.into_iter().take(most) {
        let extracted = match library.extracted(document) {
            Ok(extracted) => extracted,
            Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => continue,
            Err(error) => return Err(error),
        };
        let normalized =
            normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
        let places = query.find(&extracted.text, &normalized);
        if let Some(first) = places.first() {
            found.hits.push(Hit {
                document,
                places: places.len(),
                piece: snippet(&extracted.text, *first, around),
            });
        }
    }
    Ok(found)
}
