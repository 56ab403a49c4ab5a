//! Re-check as the window shows it: the earlier checks to choose from, the comparison that runs, what is shown of it.

use std::path::PathBuf;
use std::time::Instant;

use crate::identity::Identity;
use chachong_check::{EarlierCheck, RecheckState};
use chachong_compare::Shares;
use chachong_jobs::{LikelyEarlierCheck, RecheckStep};
use chachong_library::CheckId;

/// Commands about the comparison with an earlier check.
#[derive(Clone, Debug)]
pub enum RecheckCommand {
    /// Open the page and compare with a saved check.
    Compare(CheckId),
    /// Open the page and compare with the saved check of which a file is the JSON report.
    CompareFile(PathBuf),
    /// Stop the comparison.
    Stop,
    /// Show the earlier checks to choose from (`true`) or the comparison.
    Choose(bool),
    /// Choose a document, by its place among those compared; `true`: also show it instead of the list where there is no room for
    /// both.
    Document(usize, bool),
    /// Show the list instead of the document, where there is no room for both.
    List,
    /// The chosen row was scrolled into sight.
    RowShown,
    /// Show only passages in this state; `None` shows all.
    Filter(Option<RecheckState>),
    /// Choose a passage of the document, by its place among all of them.
    Passage(usize),
}

/// Progress of a running comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecheckProgress {
    /// Current step.
    pub step: RecheckStep,
    /// Number of finished units of the step.
    pub done: usize,
    /// Number of units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the comparison was cancelled but is still running.
    pub cancelling: bool,
    /// Time when the step began; `None` before the first step.
    pub since: Option<Instant>,
}

impl RecheckProgress {
    /// Creates the progress of a comparison that has just begun.
    pub const fn begun() -> Self {
        Self {
            step: RecheckStep::Reading,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }
}

/// Inputs of a comparison: the shares, and the number of the arrangement of the documents.
pub type RecheckInput = (Identity<Shares>, u64);

/// Comparison of the displayed check with an earlier one.
#[derive(Debug, Default)]
pub struct CheckRecheck {
    /// Number of the earlier check that is compared with, or is to be; saved with the check. `None` if none is.
    pub with: Option<CheckId>,
    /// Earlier check that is compared with; `None` if none is.
    pub earlier: Option<EarlierCheck>,
    /// Inputs from which the comparison in the result was computed; `None` without a comparison.
    pub of: Option<RecheckInput>,
    /// Progress of the comparison that runs; `None` if none does.
    pub running: Option<RecheckProgress>,
    /// Number under which the displayed check is saved: it is no earlier check; `None` until it is saved.
    pub own: Option<CheckId>,
    /// Saved checks that have earlier versions of the documents, the likeliest first.
    pub likely: Vec<LikelyEarlierCheck>,
}

/// View of the page of the comparison.
#[derive(Debug, Default)]
pub struct RecheckView {
    /// Compared documents that have an earlier version, by their places in the comparison.
    pub rows: Vec<usize>,
    /// Chosen document, by its place in `rows`.
    pub document: usize,
    /// Chosen passage of the document, by its place among all of them.
    pub passage: usize,
    /// State of the passages that are listed; `None` for all.
    pub filter: Option<RecheckState>,
    /// Whether the document is shown instead of the list when there is no room for both.
    pub open: bool,
    /// Whether the list scrolls to the chosen document, because keys chose it.
    pub follow: bool,
    /// Whether the earlier checks are shown although there is a comparison.
    pub choosing: bool,
}
