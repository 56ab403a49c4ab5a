//! References of a document in reports: what is said of each entry, in words.

use crate::Report;
use chachong_citation::ReferenceCheck;
use chachong_compare::DocumentIndex;

/// What is said of an entry of a reference list.
pub(crate) struct SaidOfEntry<'a> {
    /// Name of the remark in kebab-case.
    pub(crate) name: &'static str,
    /// The remark as a sentence.
    pub(crate) sentence: String,
    /// Names of the other documents with the same error; empty for a remark on this document alone.
    pub(crate) documents: Vec<&'a str>,
    /// Weight of an error that several documents share, above 0 and at most 1; `None` for other remarks.
    pub(crate) weight: Option<f64>,
}

/// Returns the references of a document; `None` if it has none.
pub(crate) fn references_of(check: Report<'_>, position: DocumentIndex) -> Option<&ReferenceCheck> {
    let of = check.result.references.document(position)?;
    (!of.references.is_empty()).then_some(of)
}

/// Returns what is said of an entry, its own remarks first.
pub(crate) fn said_of<'a>(
    check: Report<'a>,
    position: DocumentIndex,
    of: &ReferenceCheck,
    entry: usize,
) -> Vec<SaidOfEntry<'a>> {
    let language = check.language;
    let own = of.remarks_on(entry).map(|remark| SaidOfEntry {
        name: remark.name(),
        sentence: language.reference_remark(of, entry, remark),
        documents: Vec::new(),
        weight: None,
    });
    let shared = check
        .result
        .references
        .same_errors_of(position, entry)
        .map(|error| {
            let mut others: Vec<&str> = (error.entries.iter())
                .filter(|(document, _)| *document != position.0)
                .filter_map(|(document, _)| {
                    Some(check.result.documents.get(*document)?.name.as_str())
                })
                .collect();
            others.dedup();
            SaidOfEntry {
                name: if error.is_wrong {
                    "same-error"
                } else {
                    "same-oddity"
                },
                sentence: language.same_error(error.is_wrong, &others),
                documents: others,
                weight: Some(error.weight),
            }
        });
    own.chain(shared).collect()
}
