//! Evidence beyond text in the state: of a pair, and taking over what is known now.

use std::collections::HashMap;
use std::sync::Arc;

use chachong_check::{EvidenceItem, PairEvidence};

use super::State;
use crate::evidence::Evidence;

impl State {
    /// Stores the evidence, and finds the pairs that are not listed for their texts.
    pub fn set_evidence(&mut self, pairs: Arc<[PairEvidence]>) {
        let findings_version = self.check.findings_version;
        let known = &self.check.evidence;
        if Arc::ptr_eq(&known.pairs, &pairs) && known.findings_version == findings_version {
            return;
        }
        let mut only: Vec<usize> = (pairs.iter().enumerate())
            .filter(|(_, pair)| self.verdict(pair.a, pair.b).is_none())
            .map(|(at, _)| at)
            .collect();
        // What the documents hold comes before what their files state; the most first.
        only.sort_by_cached_key(|&at| std::cmp::Reverse(content_of(&pairs[at])));
        let mut closest: HashMap<usize, usize> = HashMap::new();
        let with_content = (pairs.iter().enumerate())
            .filter(|(_, pair)| pair.items.iter().any(EvidenceItem::is_of_content));
        for (at, pair) in with_content {
            for position in [pair.a, pair.b] {
                let known = closest.entry(position).or_insert(at);
                if content_of(pair) > content_of(&pairs[*known]) {
                    *known = at;
                }
            }
        }
        self.check.evidence = Evidence {
            pairs,
            only,
            closest,
            findings_version,
        };
    }
}

/// Returns how much a pair shares, to order pairs by: code (in thousandths) of more than a few lines, code of a few lines, and the
/// number of readings and formulas; zeros for what its files alone state.
fn content_of(pair: &PairEvidence) -> (u16, u16, usize) {
    let of_item = |item: &EvidenceItem| match item {
        EvidenceItem::Code(code) => {
            let share = code.share_a.max(code.share_b);
            if code.is_short() {
                (0, share, 0)
            } else {
                (share, 0, 0)
            }
        }
        EvidenceItem::Readings(shared) => (0, 0, shared.count),
        EvidenceItem::Formulas(shared) => (0, 0, shared.steps),
        _ => (0, 0, 0),
    };
    let all = pair.items.iter().map(of_item);
    all.fold((0, 0, 0), |sum: (u16, u16, usize), one| {
        (sum.0.max(one.0), sum.1.max(one.1), sum.2 + one.2)
    })
}
