//! Cases of a library that concern documents of a check, recognised by their original files.

use std::collections::HashMap;

use chachong_case::CaseSummary;
use chachong_compare::{DocumentIndex, each_once};
use chachong_library::{CaseStore, LibraryError};

use crate::Document;
use crate::case_evidence::original_of;

/// Case of a library, with the documents of the check that it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCase {
    /// Summary of the case.
    pub case: CaseSummary,
    /// Documents of the check that the case examines, ascending.
    pub in_question: Vec<DocumentIndex>,
    /// Documents of the check that the case names as sources, ascending.
    pub sources: Vec<DocumentIndex>,
}

/// Returns the cases of a library that concern any of `documents`, most recently changed first. Documents are recognised by the
/// SHA-256 of their original files.
///
/// # Errors
/// Fails if the library cannot be read.
pub fn cases_of(
    library: &dyn CaseStore,
    documents: &[Document],
) -> Result<Vec<KnownCase>, LibraryError> {
    Ok(known_cases(&library.cases()?.cases, documents))
}

/// Returns those of `cases` that concern any of `documents`, in the order of `cases`. May read from the libraries that keep the
/// documents: do not call it while drawing a frame.
#[must_use]
pub fn known_cases(cases: &[CaseSummary], documents: &[Document]) -> Vec<KnownCase> {
    if cases.is_empty() {
        return Vec::new();
    }
    let mut positions: HashMap<String, Vec<DocumentIndex>> = HashMap::new();
    for (position, document) in documents.iter().enumerate() {
        if let Some(original) = document.content().and_then(original_of) {
            let with_it = positions.entry(original).or_default();
            with_it.push(DocumentIndex(position));
        }
    }
    let of = |originals: &[String]| -> Vec<DocumentIndex> {
        let found = (originals.iter()).filter_map(|original| positions.get(original));
        each_once(found.flatten().copied())
    };
    let known = cases.iter().map(|case| KnownCase {
        in_question: of(&case.originals),
        sources: of(&case.source_originals),
        case: case.clone(),
    });
    known
        .filter(|known| !known.in_question.is_empty() || !known.sources.is_empty())
        .collect()
}
