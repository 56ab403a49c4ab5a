//! Evidence beyond text: what is known of each pair, and the pairs that nothing else speaks for.

use std::collections::HashMap;
use std::sync::Arc;

use crate::command::Command;
use crate::page::pair_page;
use crate::pair_view::{PairTab, PairView};
use chachong_check::{EvidenceItem, PairEvidence, evidence_of};

/// Evidence beyond the text about the documents of the check.
#[derive(Debug, Default)]
pub struct Evidence {
    /// Pairs with evidence, sorted by positions; empty until it was searched for.
    pub pairs: Arc<[PairEvidence]>,
    /// Indices in `pairs` of those that are not listed for their texts.
    pub only: Vec<usize>,
    /// For each document, the index in `pairs` of the pair that shares most code or measured values with it.
    pub closest: HashMap<usize, usize>,
    /// Version of the findings from which `only` was computed.
    pub findings_version: u64,
}

impl Evidence {
    /// Returns the evidence beyond the text about a pair; empty if there is none.
    pub fn of(&self, a: usize, b: usize) -> &[EvidenceItem] {
        evidence_of(&self.pairs, a, b)
    }

    /// Returns the larger share of two documents' code that the other also has, 0..=1; 0 if none counts.
    pub fn code_share(&self, a: usize, b: usize) -> f64 {
        let shares = self.of(a, b).iter().map(|item| match item {
            EvidenceItem::Code(code) => f64::from(code.share_a.max(code.share_b)) / 1000.0,
            _ => 0.0,
        });
        shares.fold(0.0, f64::max)
    }

    /// Returns the number of measured values and formulas that two documents have in common; 0 if none count.
    pub fn data_in_common(&self, a: usize, b: usize) -> usize {
        let counts = self.of(a, b).iter().map(|item| match item {
            EvidenceItem::Readings(shared) => shared.count,
            EvidenceItem::Formulas(shared) => shared.steps,
            _ => 0,
        });
        counts.sum()
    }

    /// Returns the document that shares most code or measured values with this one, and the evidence; `None` without
    /// any.
    pub fn closest_to(&self, position: usize) -> Option<(usize, &EvidenceItem)> {
        let closest = self.pairs.get(*self.closest.get(&position)?)?;
        let item = closest.items.iter().find(|item| item.is_of_content())?;
        Some((closest.a + closest.b - position, item))
    }

    /// Returns the commands that show what this document shares with the one closest to it by content; none without
    /// one.
    pub fn page_of(&self, position: usize) -> Vec<Command> {
        let Some((other, _)) = self.closest_to(position) else {
            return Vec::new();
        };
        let view = PairView {
            tab: PairTab::Evidence,
            ..PairView::default()
        };
        vec![
            Command::Go(pair_page(position, other)),
            Command::ShowPair(view),
        ]
    }
}
