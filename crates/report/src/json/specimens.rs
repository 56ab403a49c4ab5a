//! Code, readings, tables and formulas of a pair in the JSON report.

use serde::Serialize;

use super::decimals;
use crate::Report;
use crate::specimens::SpecimenFigures;
use chachong_check::{AlikePlaces, EvidenceItem, SharedSeries};
use chachong_compare::{DocumentIndex, Span};
use chachong_measurements::Relation;

/// Figures of what a pair shares besides prose, with its places.
#[derive(Serialize)]
pub(super) struct SpecimenFields {
    /// Strength of the code in common, 0..=1, comparable between checks; `null` where none counts.
    code_score: Option<f64>,
    /// Part of the first document's code that the second has too, 0..=1.
    code_share_a: f64,
    code_share_b: f64,
    /// Number of readings in common.
    shared_readings: usize,
    /// Part of the cells of the first document's tables that the second has in equal rows, 0..=1.
    table_share_a: f64,
    table_share_b: f64,
    /// Number of equal formulas in chains.
    shared_formulas: usize,
    specimens: Vec<SpecimenRow>,
}

/// One place that both documents have.
#[derive(Serialize)]
struct SpecimenRow {
    /// `code`, `comment`, `reading` or `formula`.
    kind: &'static str,
    a: Span,
    b: Span,
    /// How a reading of the second document comes from the first one's, `times 1000` or `plus 0.02`; absent for equal ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<String>,
}

impl SpecimenFields {
    pub(super) fn of(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> Self {
        let figures = SpecimenFigures::of(check, a, b);
        let share = |thousandths: u16| decimals(f64::from(thousandths) / 1000.0);
        let mut specimens = Vec::new();
        for item in check.result.pair_evidence(a, b) {
            match item {
                EvidenceItem::Code(code) => {
                    specimens.extend(code.places.iter().map(|place| row("code", place, None)));
                    let comments = code.comments.iter();
                    specimens.extend(comments.map(|place| row("comment", place, None)));
                }
                EvidenceItem::Readings(shared) => {
                    specimens.extend(shared.series.iter().flat_map(readings));
                }
                EvidenceItem::Formulas(shared) => {
                    let places = shared.places.iter();
                    specimens.extend(places.map(|place| row("formula", place, None)));
                }
                _ => {}
            }
        }
        Self {
            code_score: (figures.code_score > 0).then(|| share(figures.code_score)),
            code_share_a: share(figures.code[0]),
            code_share_b: share(figures.code[1]),
            shared_readings: figures.readings,
            table_share_a: share(figures.tables[0]),
            table_share_b: share(figures.tables[1]),
            shared_formulas: figures.formulas,
            specimens,
        }
    }
}

fn readings(series: &SharedSeries) -> impl Iterator<Item = SpecimenRow> + '_ {
    let relation = match series.relation {
        Relation::Equal => None,
        Relation::Factor(factor) => Some(format!("times {factor}")),
        Relation::Offset(offset) => Some(format!("plus {offset}")),
    };
    (series.places.iter()).map(move |place| row("reading", place, relation.clone()))
}

fn row(kind: &'static str, place: &AlikePlaces, relation: Option<String>) -> SpecimenRow {
    SpecimenRow {
        kind,
        a: place.a,
        b: place.b,
        relation,
    }
}
