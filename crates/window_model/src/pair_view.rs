//! View of the page of a pair: its tab, selected passage and selected bit.

use chachong_check::{AlikePlaces, EvidenceItem};

/// Tab on the page of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairTab {
    /// Both texts with the passages that they share.
    Passages,
    /// Both programs with the code that they share; the tab exists only if they share some.
    Code,
    /// Bits of both fingerprints and the terms behind them.
    Fingerprints,
    /// Evidence beyond text; the tab exists only if there is some.
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
    /// Returns the view that shows these items of evidence: the tab with both programs if the first item about content is code, or
    /// else the tab with evidence beyond text.
    #[must_use]
    pub(crate) fn of_evidence(items: &[EvidenceItem]) -> Self {
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
