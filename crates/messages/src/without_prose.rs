//! Texts about documents without prose: why they have no copied share, and which contain only code of the assignment.

use super::warnings::listed;
use super::{Language, grouped};
use chachong_check::{CheckResult, Document, DocumentContent};
use chachong_compare::DocumentIndex;

impl Language {
    /// Explains in a sentence why a document without prose has no copied share: it has only program code, only code of
    /// the assignment, or nothing that is compared as text.
    #[must_use]
    pub fn without_prose(self, result: &CheckResult, position: DocumentIndex) -> String {
        let content = (result.document(position)).and_then(Document::content);
        let mut pairs = result.evidence.pairs.iter();
        self.text(if !content.is_some_and(DocumentContent::is_only_code) {
            "report.nothing-to-compare"
        } else if result.is_only_given_code(position) {
            "report.only-given-code"
        } else if pairs.any(|pair| pair.a == position || pair.b == position) {
            "report.only-code"
        } else {
            "report.only-code-without-finding"
        })
    }

    /// Returns a line with the number of documents that contain only code of the assignment, and the names of the first
    /// 12; `None` if there are none.
    #[must_use]
    pub fn only_given_code(self, result: &CheckResult) -> Option<String> {
        let given = (result.with_positions()).filter(|&(at, _)| result.is_only_given_code(at));
        let names: Vec<String> = given.map(|(_, document)| document.name.clone()).collect();
        let count = grouped(names.len() as u64);
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &count), ("names", &listed(&names))];
        (!names.is_empty()).then(|| self.fill("given.only-code", &values))
    }
}
