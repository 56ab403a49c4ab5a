//! State of the search for passages, and the shares of a pair.

use crate::progress::StepProgress;
use chachong_check::CopyStep;
use chachong_compare::{PairShares, SideShares};

/// State of the passages of the check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passages {
    /// Not searched for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Search under way.
    Searching(StepProgress<CopyStep>),
    /// Search completed: the result contains the passages.
    Found,
    /// Search cancelled or failed: the next one starts when the person asks for it or the documents change.
    GivenUp,
}

/// Number of texts that could be read, as far as it decides whether anything can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparable {
    /// No document could be read.
    NothingRead,
    /// One document was read, and no library has others.
    OneDocument,
    /// Several texts.
    Texts,
}

/// Returns the larger weighted share of a pair's two documents, 0..=1; 0 if the copied text is too little for a verdict.
pub fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// Returns the shares of the first and of the second document of a pair.
pub const fn sides(shares: PairShares) -> [SideShares; 2] {
    [shares.a, shares.b]
}

impl Passages {
    /// Creates the state of a search that has just begun.
    pub const fn begun() -> Self {
        Self::Searching(StepProgress::begun(CopyStep::Preparing))
    }
}
