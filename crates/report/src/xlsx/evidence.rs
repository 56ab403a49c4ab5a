//! Sheet of the evidence beyond text: one row for each item, first of listed pairs in their order, then of unlisted
//! pairs.

use chachong_compare::{DocumentIndex, DocumentPair};
use std::collections::HashMap;

use rust_xlsxwriter::{RowNum, Worksheet, XlsxError};

use super::content::{Content, PairPlace};
use super::table::{MOST_ROWS, write_table};
use crate::Report;
use crate::columns::{Cell, Kind, Target};
use crate::evidence::kind;
use chachong_check::{EvidenceItem, PairEvidence};

/// Rows of the sheet, and where the items of each pair begin.
#[derive(Default)]
pub(super) struct EvidenceRows<'a> {
    /// Items, at most [`MOST_ROWS`].
    rows: Vec<EvidenceRow<'a>>,
    /// Number of items beyond those.
    left_out: usize,
    /// Number of pairs with evidence.
    pub(super) pairs: usize,
    /// Row of the first item of each pair, by its positions.
    first: HashMap<DocumentPair, RowNum>,
}

/// One item of a pair.
struct EvidenceRow<'a> {
    pair: DocumentPair,
    item: &'a EvidenceItem,
    /// Row of the pair on the sheet of pairs; `None` for one that is not listed.
    listed: Option<RowNum>,
}

impl<'a> EvidenceRows<'a> {
    /// Lays out the sheet; `listed` are the pairs of the sheet of pairs in its order.
    pub(super) fn of(check: Report<'a>, listed: &[PairPlace<'a>]) -> Self {
        let mut rows = Self {
            pairs: check.result.evidence.pairs.len(),
            ..Self::default()
        };
        for (row, place) in (1..).zip(listed) {
            let pair = (place.pair.a, place.pair.b);
            rows.add(pair, check.result.pair_evidence(pair.0, pair.1), Some(row));
        }
        for PairEvidence { a, b, items } in check.result.unlisted_evidence() {
            rows.add((*a, *b), items, None);
        }
        rows
    }

    fn add(&mut self, pair: DocumentPair, items: &'a [EvidenceItem], listed: Option<RowNum>) {
        let fit = items.len().min(MOST_ROWS - self.rows.len());
        self.left_out += items.len() - fit;
        if fit > 0 {
            // The headings take the first row.
            let first = RowNum::try_from(self.rows.len() + 1).unwrap_or(RowNum::MAX);
            self.first.insert(pair, first);
        }
        let fitting = items[..fit].iter();
        self.rows
            .extend(fitting.map(|item| EvidenceRow { pair, item, listed }));
    }

    /// Returns the row of the first item of a pair; `None` without one.
    pub(super) fn first(&self, a: DocumentIndex, b: DocumentIndex) -> Option<RowNum> {
        self.first.get(&(a, b)).copied()
    }
}

/// Writes the sheet.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let columns = [
        ("column.document-a", Kind::Text),
        ("column.document-b", Kind::Text),
        ("report-evidence.kind", Kind::Text),
        ("report-evidence.words", Kind::Wrapped),
        ("report-evidence.verdict", Kind::Text),
    ];
    let rows = content.evidence.rows.iter().map(|row| {
        let (a, b) = row.pair;
        let listed = (row.listed).map(|row| Target::of(&content.names.pairs, row));
        let place = (row.listed).and_then(|row| content.pairs.get(row as usize - 1));
        let verdict = match place {
            Some(place) => language.finding(place.pair),
            None => language.text("report-evidence.not-listed"),
        };
        [
            Cell::text(&check.result.documents[a].name),
            Cell::text(&check.result.documents[b].name),
            Cell::text(kind(row.item.name(), language)),
            Cell::text(language.evidence(row.item, ["A", "B"])),
            Cell::Word("".into(), verdict.into(), listed),
        ]
    });
    write_table(sheet, content, &columns, rows, content.evidence.left_out)
}
