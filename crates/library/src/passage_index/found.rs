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
    /// Documents to align with the new text, the best first: usually at most 60, and up to 1,000 if their evidence is
    /// too strong to be chance.
    pub candidates: Vec<LibraryCandidate>,
    /// Runs of the new text that occur in more than 8 documents of the library, sorted by position. The end of a run
    /// may be up to 59 tokens too early.
    pub widespread: Vec<Widespread>,
}

/// Run of a new text that also occurs in many documents of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widespread {
    /// Span in the new text.
    pub span: Span,
    /// Approximate number of documents that contain the run, including the new text.
    pub documents: u32,
}
