//! Filter of rows by the verdicts of their listed pairs.

use std::collections::BTreeSet;

use crate::state::Check;
use chachong_check::CheckResult;
use chachong_compare::{DocumentIndex, EvidenceKind, EvidenceStrength, PairFinding, Verdict};
use chachong_messages::Language;

/// Filter of rows by the verdicts of the listed pairs of their documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictFilter {
    /// All rows.
    #[default]
    Any,
    /// Rows with a pair that has this verdict and whose strongest evidence is prose.
    Some(Verdict),
    /// Rows with a pair whose strongest evidence is of this kind, which is not prose.
    Beyond(EvidenceKind),
    /// Rows with a pair whose strongest evidence has this strength and is not prose.
    Strength(EvidenceStrength),
    /// Rows without a finding.
    None,
}

impl VerdictFilter {
    /// Returns all filters for a check, in the order of the menu. Kinds beyond prose are included only if a finding has them, and
    /// the verdict for files of one submission only if a submission has several.
    pub fn all(check: &Check) -> Vec<Self> {
        let kinds = check.result.findings.kinds.iter().copied();
        let beyond = kinds.filter(|kind| *kind != EvidenceKind::Text);
        ([Self::Any].into_iter())
            .chain(check.verdicts().map(Self::Some))
            .chain(beyond.map(Self::Beyond))
            .chain([Self::None])
            .collect()
    }

    /// Returns whether a pair passes the filter.
    pub fn holds(self, pair: &PairFinding) -> bool {
        match self {
            Self::Any => true,
            Self::Some(verdict) => pair.beyond_text().is_none() && pair.verdict == Some(verdict),
            Self::Beyond(kind) => pair.beyond_text().is_some_and(|one| one.kind == kind),
            Self::Strength(strength) => {
                (pair.beyond_text()).is_some_and(|one| one.strength == strength)
            }
            Self::None => !pair.is_finding(),
        }
    }

    /// Returns a function that tells whether a row, given by its main document, passes the filter.
    pub fn shown(self, result: &CheckResult) -> impl Fn(DocumentIndex) -> bool + use<> {
        let among: BTreeSet<DocumentIndex> = (result.findings.pairs.iter())
            .filter(|pair| self != Self::Any && self.holds(pair) != (self == Self::None))
            .flat_map(|pair| [pair.a, pair.b])
            .map(|document| result.theses().main(document))
            .collect();
        move |document| match self {
            Self::Any => true,
            Self::Some(_) | Self::Beyond(_) | Self::Strength(_) => among.contains(&document),
            Self::None => !among.contains(&document),
        }
    }

    /// Returns the name of the filter in the menu.
    pub fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("documents.verdict-any"),
            Self::Some(verdict) => language.verdict(verdict),
            Self::Beyond(kind) => language.kind(kind),
            Self::Strength(strength) => language.evidence_strength(strength).0,
            Self::None => language.text("documents.verdict-none"),
        }
    }
}
