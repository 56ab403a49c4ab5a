//! Code, readings, tables and formulas that pairs share: their figures for tables of pairs, and the pairs that only they speak for.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::Report;
use chachong_check::{EvidenceItem, PairEvidence};
use chachong_compare::PairFinding;

/// Figures of what two documents share besides prose; 0 where nothing that counts was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpecimenFigures {
    /// Strength of the code in common, in thousandths.
    pub(crate) code_score: u16,
    /// Parts of the code of the first and the second document, in thousandths.
    pub(crate) code: [u16; 2],
    /// Number of readings in common.
    pub(crate) readings: usize,
    /// Parts of the cells of the tables of the first and the second document, in thousandths.
    pub(crate) tables: [u16; 2],
    /// Number of equal formulas in chains.
    pub(crate) formulas: usize,
}

impl SpecimenFigures {
    /// Returns the figures of a pair.
    pub(crate) fn of(check: Report<'_>, a: usize, b: usize) -> Self {
        let mut figures = Self::default();
        for item in check.result.pair_evidence(a, b) {
            match item {
                EvidenceItem::Code(code) => {
                    figures.code_score = code.score;
                    figures.code = [code.share_a, code.share_b];
                }
                EvidenceItem::Readings(shared) => figures.readings = shared.count,
                EvidenceItem::Tables(tables) => figures.tables = [tables.share_a, tables.share_b],
                EvidenceItem::Formulas(shared) => figures.formulas = shared.steps,
                _ => {}
            }
        }
        figures
    }
}

/// Returns the pairs that are not listed for their prose but share code, readings, tables or formulas, or are one file: equal
/// files first, then those with the strongest code, then those with most readings, then those with most formulas. A source
/// file has no fingerprint, and so no distance.
#[must_use]
pub fn pairs_by_specimens(check: Report<'_>) -> Vec<PairFinding> {
    let listed: HashSet<(usize, usize)> = (check.result.findings.pairs.iter())
        .map(|pair| (pair.a, pair.b))
        .collect();
    let mut found: Vec<&PairEvidence> = (check.result.evidence.iter())
        .filter(|pair| pair.amount() > Default::default())
        .filter(|pair| !listed.contains(&(pair.a, pair.b)))
        .collect();
    found.sort_by_key(|pair| Reverse(pair.amount()));
    let finding = |pair: &PairEvidence| PairFinding {
        a: pair.a,
        b: pair.b,
        distance: check.result.distance(pair.a, pair.b),
        verdict: None,
        copied: None,
    };
    found.into_iter().map(finding).collect()
}
