//! References of a document in reports.

use crate::Report;
use chachong_citation::ReferenceCheck;
use chachong_compare::DocumentIndex;

/// Returns the references of a document; `None` if it has none.
pub(crate) fn references_of(check: Report<'_>, position: DocumentIndex) -> Option<&ReferenceCheck> {
    let of = check.result.references.document(position)?;
    (!of.references.is_empty()).then_some(of)
}
