//! View of the pair page: its tab, passage and bit.

use chachong_check::{AlikePlaces, EvidenceItem};

/// Tab on the page of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairTab {
    /// Both texts with the passages that they share.
    Passages,
    /// Both programs with the code that they share; a tab only where they share some.
    Code,
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
    /// Index of the selected passage in `chachong_check::shown::Listed`, or of the selected match in
    /// `chachong_check::shown::CodeView`.
    pub passage: usize,
    /// Place of the code match to select once both programs are laid out; `None` for that of `passage`.
    pub code: Option<AlikePlaces>,
    /// Bit whose terms are displayed, 0 for the leftmost; `None` until one is selected.
    pub bit: Option<u32>,
}

impl PairView {
    /// Returns the view that shows evidence beyond text: the programs if it is code.
    #[must_use]
    pub fn of_evidence(items: &[EvidenceItem]) -> Self {
        let content = items.iter().find(|item| item.is_of_content());
        let is_code = matches!(content, Some(EvidenceItem::Code(_)));
        Self {
            tab: if is_code {
                PairTab::Code
            } else {
                PairTab::Evidence
            },
            ..Self::default()
        }
    }
}

impl Default for PairView {
    fn default() -> Self {
        Self {
            tab: PairTab::Passages,
            passage: 0,
            code: None,
            bit: None,
        }
    }
}
