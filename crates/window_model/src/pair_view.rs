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
    /// Index of the selected passage in the pair's list of passages or, on the tab [`PairTab::Code`], of the selected match among the
    /// matches of code.
    pub passage: usize,
    /// Place of the match of code to select as soon as both programs are laid out; `None` selects the match with the index `passage`.
    pub code: Option<AlikePlaces>,
    /// Bit whose terms are displayed, 0 for the leftmost; `None` until one is selected.
    pub bit: Option<u32>,
}

impl PairView {
    /// Returns the view that shows these items of evidence about a pair: the tab with both programs if the first item about the contents
    /// of the files is code, otherwise the tab with all evidence beyond text.
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
