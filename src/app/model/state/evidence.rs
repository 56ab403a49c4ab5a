//! Evidence beyond text in the state: of a pair, and taking over what is known now.

use std::sync::Arc;

use chachong_check::{EvidenceItem, PairEvidence, evidence_of};

use super::State;
use crate::app::model::evidence::Evidence;

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
