//! Code, measured values, tables and formulas that pairs share: their figures for tables of pairs.

use super::Report;
use super::columns::Cell;
use chachong_check::EvidenceItem;
use chachong_compare::DocumentIndex;

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
    /// Returns the strength of the code in common, 0..=1; empty where none counts.
    pub(crate) fn score(&self) -> Cell<'static> {
        match self.code_score {
            0 => Cell::Empty,
            score => Cell::Number(f64::from(score) / 1000.0),
        }
    }

    /// Returns the figures of a pair.
    pub(crate) fn of(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> Self {
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
