//! Where the library's texts hold what a person searches for. Knows nothing of who asks.

use crate::library::{DocumentId, LibraryError, Query, Store, search_text::Snippet, snippet};
use crate::text::normalize_without;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextsFound {
    /// By document.
    pub hits: Vec<Hit>,
    /// More documents may hold it than were looked into.
    pub cut: bool,
}

/// A document that holds what was searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which.
    pub document: DocumentId,
    /// In how many places.
    pub places: usize,
    /// The first of them.
    pub piece: Snippet,
}

/// Looks into the texts of at most `most` members that may hold the query; `around` characters stand beside each hit. The
/// index only says which texts have all words: the texts themselves decide. Those that are damaged are passed over.
pub fn search_library(
    library: &dyn Store,
    query: &Query,
    most: usize,
    around: usize,
) -> Result<TextsFound, LibraryError> {
    let mut found = TextsFound::default();
    let Some(expression) = query.match_expression() else {
        return Ok(found);
    };
    let documents = library.search(&expression, most + 1)?;
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
