//! Evidence beyond text: what is known of each pair, and the pairs that nothing else speaks for.

use std::sync::Arc;

use crate::app::model::state::State;
use crate::check::{EvidenceItem, PairEvidence, evidence_of};

/// Evidence beyond text about the documents of the check.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// Pairs with evidence, sorted by positions; empty until it is sought.
    pub(crate) pairs: Arc<[PairEvidence]>,
    /// Indices in `pairs` of those that are not listed for their texts.
    pub(crate) only: Vec<usize>,
    /// Version of the findings that `only` was made with.
    findings_version: u64,
}

impl State {
    /// Returns the evidence beyond text about a pair; empty without any.
    pub(crate) fn evidence(&self, a: usize, b: usize) -> &[EvidenceItem] {
        evidence_of(&self.check.evidence.pairs, a, b)
    }

    /// Takes over the evidence that is known now, and finds the pairs that nothing else speaks for.
    pub(crate) fn set_evidence(&mut self, pairs: Arc<[PairEvidence]>) {
        let findings_version = self.check.findings_version;
        let known = &self.check.evidence;
        if Arc::ptr_eq(&known.pairs, &pairs) && known.findings_version == findings_version {
            return;
        }
        let only = (pairs.iter().enumerate())
            .filter(|(_, pair)| self.verdict(pair.a, pair.b).is_none())
            .map(|(at, _)| at)
            .collect();
        self.check.evidence = Evidence {
            pairs,
            only,
            findings_version,
        };
    }
}
