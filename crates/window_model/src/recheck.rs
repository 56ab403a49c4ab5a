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
    /// Show the list of earlier checks to choose from (`true`) or the comparison (`false`).
    Choose(bool),
    /// Select a document, by its index in [`RecheckView::rows`]. `true` also shows the document instead of the list if the window has no
    /// room for both.
    Document(usize, bool),
    /// Show the list instead of the document, if the window has no room for both.
    List,
    /// Record that the selected row has been scrolled into view.
    RowShown,
    /// Show only passages in this state; `None` shows all.
    Filter(Option<RecheckState>),
    /// Select a passage of the document, by its index among all passages of the document.
    Passage(usize),
}

/// Inputs of a comparison: the identity of the shares, and the value of [`Check::arrangement`](crate::state::Check::arrangement).
pub type RecheckInput = (Identity<Shares>, u64);

/// Comparison of the displayed check with an earlier one.
#[derive(Debug, Default)]
pub struct CheckRecheck {
    /// Saved check with which the displayed check is compared, or will be. It is saved with the displayed check. `None` without a
    /// comparison.
    pub with: Option<CheckId>,
    /// Content of the earlier check; `None` until it has been loaded.
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
    /// Indices of the documents that have an earlier version, among the documents of the comparison.
    pub rows: Vec<usize>,
    /// Index in `rows` of the selected document.
    pub document: usize,
    /// Index of the selected passage among all passages of the document.
    pub passage: usize,
    /// State of the passages that are listed; `None` for all.
    pub filter: Option<RecheckState>,
    /// Whether the document is shown instead of the list when there is no room for both.
    pub open: bool,
    /// Whether the list scrolls to the selected document, because keys selected it.
    pub follow: bool,
    /// Whether the earlier checks are shown although there is a comparison.
    pub choosing: bool,
}
