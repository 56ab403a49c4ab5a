//! Comparison with an earlier check in the window: its commands, its state, and the view of the page.

use std::path::PathBuf;

use crate::identity::Identity;
use crate::progress::StepProgress;
use chachong_check::{EarlierCheck, RecheckState};
use chachong_compare::Shares;
use chachong_jobs::{LikelyEarlierCheck, RecheckStep};
use chachong_library::CheckId;

/// Commands about the comparison with an earlier check.
#[derive(Clone, Debug)]
pub enum RecheckCommand {
    /// Open the page and compare with a saved check.
    Compare(CheckId),
    /// Open the page and compare with the saved check that this JSON report is about.
    CompareFile(PathBuf),
    /// Stop the comparison.
    Stop,
    /// Show the earlier checks to choose from (`true`) or the comparison (`false`).
    Choose(bool),
    /// Choose a document, by its index in [`RecheckView::rows`]; `true`: also show it instead of the list where there is no room
    /// for both.
    Document(usize, bool),
    /// Show the list instead of the document, where there is no room for both.
    List,
    /// The chosen row was scrolled into sight.
    RowShown,
    /// Show only passages in this state; `None` shows all.
    Filter(Option<RecheckState>),
    /// Choose a passage of the document, by its index among all its passages.
    Passage(usize),
}

/// Inputs of a comparison: the identity of the shares, and the value of [`Check::arrangement`](crate::state::Check::arrangement).
pub type RecheckInput = (Identity<Shares>, u64);

/// Comparison of the displayed check with an earlier one.
#[derive(Debug, Default)]
pub struct CheckRecheck {
    /// Saved check that is compared with, or will be; stored with the displayed check. `None` without one.
    pub with: Option<CheckId>,
    /// Earlier check after it was loaded for a comparison; `None` without one.
    pub earlier: Option<EarlierCheck>,
    /// Inputs from which the comparison in the result was computed; `None` without a comparison.
    pub of: Option<RecheckInput>,
    /// Progress of the running comparison; `None` if none is running.
    pub running: Option<StepProgress<RecheckStep>>,
    /// Identifier under which the displayed check is saved, so that it is not offered as an earlier check; `None` until it is
    /// saved.
    pub own: Option<CheckId>,
    /// Saved checks that have earlier versions of the documents, the likeliest first.
    pub likely: Vec<LikelyEarlierCheck>,
}

/// View of the page of the comparison.
#[derive(Debug, Default)]
pub struct RecheckView {
    /// Indices in the comparison of the documents that have an earlier version.
    pub rows: Vec<usize>,
    /// Index in `rows` of the chosen document.
    pub document: usize,
    /// Index of the chosen passage among all passages of the document.
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
