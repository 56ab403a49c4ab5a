//! Evidence beyond text: the pairs that nothing else speaks for, the documents closest by it, and figures of a pair.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use crate::command::Command;
use crate::identity::Identity;
use crate::page::pair_page;
use crate::pair_view::PairView;
use crate::state::{Check, State};
use chachong_check::{CheckResult, EvidenceItem, PairEvidence};

/// What follows from the evidence beyond text of a result.
#[derive(Debug, Default)]
pub struct Evidence {
    /// Indices, in the result's evidence, of the pairs that are not listed for their texts.
    pub only: Vec<usize>,
    /// Index, in the result's evidence, of the pair by which a document shares most code or readings; none for a document
    /// that shares none.
    closest: HashMap<usize, usize>,
    /// Result that this follows from.
    of: Identity<CheckResult>,
}

/// Returns the larger share of two documents' code that the other has, 0..=1; 0 where none that counts was found.
pub fn code_share(items: &[EvidenceItem]) -> f64 {
    let shares = items.iter().map(|item| match item {
        EvidenceItem::Code(code) => f64::from(code.share_a.max(code.share_b)) / 1000.0,
        _ => 0.0,
    });
    shares.fold(0.0, f64::max)
}

/// Returns the number of readings, and of formulas in derivations, that two documents have in common; 0 where none count.
pub fn data_in_common(items: &[EvidenceItem]) -> usize {
    let counts = items.iter().map(|item| match item {
        EvidenceItem::Readings(shared) => shared.count,
        EvidenceItem::Formulas(shared) => shared.steps,
        _ => 0,
    });
    counts.sum()
}

impl Evidence {
    fn of(result: &Arc<CheckResult>) -> Self {
        let pairs = &result.evidence;
        let mut only: Vec<usize> = (pairs.iter().enumerate())
            .filter(|(_, pair)| result.verdict(pair.a, pair.b).is_none())
            .map(|(at, _)| at)
            .collect();
        // What the documents hold comes before what their files state; the most first.
        only.sort_by_cached_key(|&at| Reverse(pairs[at].amount()));
        let mut closest: HashMap<usize, usize> = HashMap::new();
        let with_content = (pairs.iter().enumerate())
            .filter(|(_, pair)| pair.items.iter().any(EvidenceItem::is_of_content));
        for (at, pair) in with_content {
            for position in [pair.a, pair.b] {
                let known = closest.entry(position).or_insert(at);
                if pair.amount() > pairs[*known].amount() {
                    *known = at;
                }
            }
        }
        Self {
            only,
            closest,
            of: Identity::of(result),
        }
    }
}

impl Check {
    /// Returns the document with which this one shares most code or readings, and the item that says so; `None` without any.
    pub fn closest_by_evidence(&self, position: usize) -> Option<(usize, &EvidenceItem)> {
        let closest = *self.evidence.closest.get(&position)?;
        let closest = self.result.evidence.get(closest)?;
        let item = closest.items.iter().find(|item| item.is_of_content())?;
        Some((closest.a + closest.b - position, item))
    }

    /// Returns the commands that open what this document shares with the one closest by content; none without one.
    pub fn page_of_evidence(&self, position: usize) -> Vec<Command> {
        let Some((other, _)) = self.closest_by_evidence(position) else {
            return Vec::new();
        };
        let view = PairView::of_evidence(self.result.pair_evidence(position, other));
        vec![
            Command::Go(pair_page(position, other)),
            Command::ShowPair(view),
        ]
    }
}

impl State {
    /// Takes over the evidence that is known now, and what follows from it.
    pub fn set_evidence(&mut self, pairs: Arc<Vec<PairEvidence>>) {
        if !Arc::ptr_eq(&self.check.result.evidence, &pairs) {
            self.check.result_mut().evidence = pairs;
        }
        if self.check.evidence.of != Identity::of(&self.check.result) {
            self.check.evidence = Evidence::of(&self.check.result);
        }
    }
}
