//! View of the pair page: its tab, passage and bit.

/// Tab of the page of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairTab {
    /// Both texts with the passages that they share.
    Passages,
    /// Bits of both fingerprints and the terms behind them.
    Fingerprints,
    /// Evidence beyond text; a tab only where there is some.
    Evidence,
}

/// Tab of the page of a pair and what is selected in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairView {
    /// Tab that is shown.
    pub tab: PairTab,
    /// Index of the selected passage in `chachong_check::shown::Listed`.
    pub passage: usize,
    /// Bit whose terms are shown, 0 the leftmost; `None` until one is chosen.
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
