//! State of the search for passages, and figures of a pair as they are shown.

use std::time::Instant;

use chachong_check::CopyStep;
use chachong_compare::{PairShares, SideShares};

/// Progress of the search for passages under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// Step that the search is in.
    pub step: CopyStep,
    /// Number of finished units of the step.
    pub done: usize,
    /// Number of units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the search was told to stop and has not ended yet.
    pub cancelling: bool,
    /// Time at which the step began; `None` before the first step.
    pub since: Option<Instant>,
}

/// State of the passages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passages {
    /// Not searched for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Search under way.
    Searching(Searching),
    /// Search done: the result has what was found.
    Found,
    /// Search cancelled or failed: the next one starts when the person asks for it or the documents change.
    GivenUp,
}

/// Returns the larger copied share of a pair's two documents, as shown; 0 where it is too little for a
/// verdict: the rest that a form leaves at its edges when it is left out is no finding.
pub fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// Returns the shares of each document of a pair.
pub const fn sides(shares: PairShares) -> [SideShares; 2] {
    [shares.a, shares.b]
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            step: CopyStep::Preparing,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }
}
