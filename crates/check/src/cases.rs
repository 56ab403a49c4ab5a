//! Cases of a library that concern the documents of a check: those with the same original files.

use std::collections::HashMap;

use chachong_case::CaseSummary;
use chachong_compare::DocumentIndex;
use chachong_library::{CaseStore, LibraryError};

use crate::Document;
use crate::case_evidence::original_of;

/// Case that concerns documents of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCase {
    /// Case.
    pub case: CaseSummary,
    /// Documents of the check that are in question, ascending.
    pub in_question: Vec<DocumentIndex>,
    /// Documents of the check that are sources, ascending.
    pub sources: Vec<DocumentIndex>,
}

/// Finds the cases of a library that concern some documents, by the SHA-256 of their files: the latest changed first.
///
/// # Errors
/// Fails if the library cannot be read.
pub fn cases_of(
    library: &dyn CaseStore,
    documents: &[Document],
) -> Result<Vec<KnownCase>, LibraryError> {
    let cases = library.cases()?.cases;
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let mut positions: HashMap<String, Vec<DocumentIndex>> = HashMap::new();
    for (position, document) in documents.iter().enumerate() {
        if let Some(original) = document.content().and_then(original_of) {
            let with_it = positions.entry(original).or_default();
            with_it.push(DocumentIndex(position));
        }
    }
    let of = |originals: &[String]| -> Vec<DocumentIndex> {
        let mut found: Vec<DocumentIndex> = (originals.iter())
            .filter_map(|original| positions.get(original))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let known = cases.into_iter().map(|case| KnownCase {
        in_question: of(&case.originals),
        sources: of(&case.source_originals),
        case,
    });
    Ok(known
        .filter(|known| !known.in_question.is_empty() || !known.sources.is_empty())
        .collect())
}
