//! Strongest finding about each document, and figures of a pair's evidence beyond text, such as shared code and data.

use std::sync::Arc;

use crate::command::Command;
use crate::identity::Identity;
use crate::page::pair_page;
use crate::pair_view::{PairTab, PairView};
use crate::passages::larger;
use crate::state::{Check, State};
use chachong_check::{CheckReferences, CheckResult, Evidence, EvidenceItem, SubmissionFinding};
use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding};

/// Strongest finding about each document: the first pair in the list of pairs that contains the document.
#[derive(Debug, Default)]
pub struct FirstPairs {
    /// Index in the list of pairs, by the position of the document; `None` for a document in no finding.
    of_document: Vec<Option<usize>>,
    /// Whether another kind than prose is the strongest of any pair.
    is_beyond_text: bool,
    /// Result that this follows from.
    of: Identity<CheckResult>,
}

/// Returns the larger of two documents' shares of program code that the other one also has, 0..=1; 0 without shared code.
pub fn code_share(items: &[EvidenceItem]) -> f64 {
    let shares = items.iter().map(|item| match item {
        EvidenceItem::Code(code) => f64::from(code.share_a.max(code.share_b)) / 1000.0,
        _ => 0.0,
    });
    shares.fold(0.0, f64::max)
}

/// Returns the number of measured values that two documents share, plus the number of shared formulas in derivations; 0 without
/// such evidence.
pub fn data_in_common(items: &[EvidenceItem]) -> usize {
    let counts = items.iter().map(|item| match item {
        EvidenceItem::Readings(shared) => shared.count,
        EvidenceItem::Formulas(shared) => shared.steps,
        _ => 0,
    });
    counts.sum()
}

/// Returns the share, 0..=1, that determines the colour of a finding about two rows. It is the larger of the two shares of the strongest
/// kind of evidence. For a kind other than prose, it is lowered so far that the colour fits the strength of the evidence.
pub fn coloured_share(finding: &SubmissionFinding) -> f64 {
    finding.beyond_text().map_or_else(
        || finding.shares.map_or(0.0, larger),
        |strongest| strongest.coloured(strongest.share()),
    )
}

/// Returns the larger of two documents' shares of a kind of evidence beyond prose, in thousandths. It is 1000 for kinds without
/// shares, such as related files; `None` without evidence of this kind.
pub fn largest_share(items: &[EvidenceItem], kind: EvidenceKind) -> Option<u16> {
    let of_kind = items.iter().filter(|item| item.kind() == Some(kind));
    let shares = of_kind.map(|item| match item {
        EvidenceItem::Code(code) => code.share_a.max(code.share_b),
        EvidenceItem::Tables(tables) => tables.share_a.max(tables.share_b),
        EvidenceItem::Readings(data) => data.share_a.max(data.share_b),
        EvidenceItem::Formulas(chain) => chain.share_a.max(chain.share_b),
        _ => 1000,
    });
    shares.max()
}

impl Check {
    /// Updates the strongest finding about each document if the result has changed.
    pub(crate) fn note_first_pairs(&mut self) {
        let of = Identity::of(&self.result);
        if self.first_pairs.of == of {
            return;
        }
        let mut of_document = vec![None; self.result.documents.len()];
        let findings = self.result.findings.pairs.iter().enumerate();
        for (place, pair) in findings.filter(|(_, pair)| pair.is_finding()) {
            for document in [pair.a, pair.b] {
                if let Some(first) = of_document.get_mut(document.0) {
                    first.get_or_insert(place);
                }
            }
        }
        let mut pairs = self.result.findings.pairs.iter();
        self.first_pairs = FirstPairs {
            of_document,
            is_beyond_text: pairs.any(|pair| pair.beyond_text().is_some()),
            of,
        };
    }

    /// Returns the strongest finding about a document, of any kind; `None` if there is none.
    pub fn first_pair(&self, document: DocumentIndex) -> Option<&PairFinding> {
        let place = self.first_pairs.of_document.get(document.0).copied()??;
        self.result.findings.pairs.get(place)
    }

    /// Returns whether the strongest evidence of any pair is not prose. The documents table then has a column for the strongest
    /// finding.
    pub const fn has_beyond_text(&self) -> bool {
        self.first_pairs.is_beyond_text
    }
}

/// Returns the commands that open the page of a pair, on the tab with its strongest evidence.
pub fn open_pair(result: &CheckResult, pair: &PairFinding) -> Vec<Command> {
    let go = Command::Go(pair_page(pair.a, pair.b));
    let evidence = pair.beyond_text().map(|_| {
        let items = result.pair_evidence(pair.a, pair.b);
        Command::ShowPair(PairView::of_evidence(items))
    });
    [go].into_iter().chain(evidence).collect()
}

/// Returns the commands that open the page of a pair, on the tab with both programs.
pub fn open_code(a: DocumentIndex, b: DocumentIndex) -> [Command; 2] {
    let code = PairView {
        tab: PairTab::Code,
        ..PairView::default()
    };
    [Command::Go(pair_page(a, b)), Command::ShowPair(code)]
}

impl State {
    /// Stores the evidence and references that were found; `None` clears them while they are being searched for.
    pub fn set_evidence(&mut self, found: Option<(Arc<Evidence>, Arc<CheckReferences>)>) {
        let now = &self.check.result;
        match found {
            Some((evidence, references)) if !Arc::ptr_eq(&now.evidence, &evidence) => {
                let result = self.check.result_mut();
                (result.evidence, result.references) = (evidence, references);
            }
            None if *now.evidence != Evidence::default()
                || *now.references != CheckReferences::default() =>
            {
                let result = self.check.result_mut();
                (result.evidence, result.references) = (Arc::default(), Arc::default());
            }
            _ => {}
        }
    }
}
