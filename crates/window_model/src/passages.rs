//! State of the search for passages, and the shares of a pair.

use std::time::Instant;

use chachong_check::CopyStep;
use chachong_compare::{PairShares, SideShares};

/// Progress of a running search for passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// Current step of the search.
    pub step: CopyStep,
    /// Number of finished units of the step; [`CopyStep`] says what is counted.
    pub done: usize,
    /// Number of all units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the search was cancelled but is still running.
    pub cancelling: bool,
    /// Time when the step began; `None` before the first step.
    pub since: Option<Instant>,
}

/// State of the passages of the check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passages {
    /// Not searched for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Search under way.
    Searching(Searching),
    /// Search completed: the result contains the passages.
    Found,
    /// Search cancelled or failed: the next one starts when the person asks for it or the documents change.
    GivenUp,
}

/// Returns the larger weighted share of a pair's two documents, 0..=1; 0 if the copied text is too little for a verdict.
pub fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// Returns the shares of the first and of the second document of a pair.
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
