//! Evidence beyond text in the state: of a pair, and taking over what is known now.

use std::collections::HashMap;
use std::sync::Arc;

use chachong_check::{EvidenceItem, PairEvidence};

use super::State;
use crate::evidence::Evidence;

impl State {
    /// Takes over the evidence that is known now, and finds the pairs that nothing else speaks for.
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
        only.sort_by_cached_key(|&at| std::cmp::Reverse(pairs[at].amount()));
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
        self.check.evidence = Evidence {
            pairs,
            only,
            closest,
            findings_version,
        };
    }
}
