//! View of the pair page: its tab, passage and bit.

/// Tab on the page of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairTab {
    /// Both texts with the passages that they share.
    Passages,
    /// Bits of both fingerprints and the terms behind them.
    Fingerprints,
    /// Evidence beyond text; a tab only where there is some.
    Evidence,
}

/// State of the page of a pair: its tab and the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairView {
    /// Displayed tab.
    pub tab: PairTab,
    /// Index of the selected passage in `chachong_check::shown::Listed`.
    pub passage: usize,
    /// Bit whose terms are displayed, 0 for the leftmost; `None` until one is selected.
    pub bit: Option<u32>,
}

impl Default for PairView {
    fn default() -> Self {
        Self {
            tab: PairTab::Passages,
            passage: 0,
            bit: None,
        }
    }
}
