//! Figures of two rows together: their strongest pair of documents, their shares with each other, and the values of the matrix.

use crate::passages::larger;
use crate::state::Check;
use chachong_check::{EvidenceItem, LowerEstimate};
use chachong_compare::{DocumentIndex, DocumentPair, SideShares, Strongest};

impl Check {
    /// Returns the strongest pair of documents of two submissions, given by a document of each. The document of the submission of `a`
    /// comes first. Returns `[a, b]` if there is no finding about the two submissions.
    pub fn strongest_pair(&self, a: DocumentIndex, b: DocumentIndex) -> [DocumentIndex; 2] {
        let finding = self.finding_between(a, b);
        let pair = finding.and_then(|finding| finding.pair(&self.result, 0));
        pair.map_or([a, b], |pair| self.result.in_order_of(pair, a))
    }

    /// Returns the copied shares of two submissions with each other, that of the submission of `a` first. Without a finding about them,
    /// returns the shares of the documents `a` and `b`; `None` if these two have no passage in common, or if texts were not compared.
    pub fn shares_between(&self, a: DocumentIndex, b: DocumentIndex) -> Option<[SideShares; 2]> {
        let Some(finding) = self.finding_between(a, b) else {
            let shares = self.result.copied_shares(a.min(b), a.max(b))?;
            return Some(if a < b {
                [shares.a, shares.b]
            } else {
                [shares.b, shares.a]
            });
        };
        let shares = finding.shares?;
        Some(if self.result.theses().main(a) == finding.a {
            [shares.a, shares.b]
        } else {
            [shares.b, shares.a]
        })
    }

    /// Returns the share of two rows that the matrix shows, 0..=1: the larger share of the strongest kind of evidence. Without a finding
    /// about the two submissions, it is the largest weighted share in a pair of their documents. It is 0 if the copied text is too little
    /// for a verdict.
    pub fn share_between(&self, a: DocumentIndex, b: DocumentIndex) -> f64 {
        if let Some(finding) = self.finding_between(a, b) {
            return finding
                .beyond_text()
                .map_or_else(|| finding.shares.map_or(0.0, larger), Strongest::share);
        }
        let shares = self.pairs_between(a, b);
        let shares = shares.filter_map(|(a, b)| self.result.copied_shares(a, b));
        shares.map(larger).fold(0.0, f64::max)
    }

    /// Returns the distance, in bits, of the fingerprints of two rows: that of their finding, otherwise that of the documents `a`
    /// and `b`; `None` if these have none.
    pub fn distance_between(&self, a: DocumentIndex, b: DocumentIndex) -> Option<u32> {
        let finding = self.finding_between(a, b);
        finding.map_or_else(|| self.result.distance(a, b), |finding| finding.distance)
    }

    /// Returns the evidence beyond text about two rows, one slice for each pair of their documents.
    pub fn evidence_between(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
    ) -> impl Iterator<Item = &[EvidenceItem]> {
        let pairs = self.pairs_between(a, b);
        pairs.map(|(a, b)| self.result.pair_evidence(a, b))
    }

    /// Returns why the shares of two rows are lower estimates, judged by their strongest pair of documents; `None` if they are not.
    pub fn lower_between(&self, a: DocumentIndex, b: DocumentIndex) -> Option<LowerEstimate> {
        let [a, b] = self.strongest_pair(a, b);
        self.result.pair_lower_estimate(a, b)
    }

    /// Returns the pairs of documents of two rows, each with the lower position first.
    fn pairs_between(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
    ) -> impl Iterator<Item = DocumentPair> {
        let of_a = self.row_documents(a);
        of_a.flat_map(move |a| self.row_documents(b).map(move |b| (a.min(b), a.max(b))))
    }
}
