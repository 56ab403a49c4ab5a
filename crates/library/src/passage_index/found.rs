//! Results of a search in the index over a library's shingles.

use chachong_compare::Span;

/// Document of the library that may share passages with a new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryCandidate {
    /// Document number in the library.
    pub document: i64,
    /// Evidence for shared text, in 64ths of a nat (natural log unit): rarer shared shingles weigh more.
    pub evidence: u32,
}

/// Result of a search: candidates for a new text, and the widespread runs in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryMatches {
    /// Documents to align with, the best first: 60, and up to 1,000 in all if chance does not explain the evidence.
    pub candidates: Vec<LibraryCandidate>,
    /// Runs of the new text that more than 8 documents of the library have, sorted by position. An end may be up to
    /// 59 tokens before the true end of such text.
    pub widespread: Vec<Widespread>,
}

/// Run of a new text that many documents of a library have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widespread {
    /// Span in the new text.
    pub span: Span,
    /// Approximate number of documents that have the run, the new one included.
    pub documents: u32,
}
