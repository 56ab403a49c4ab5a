//! Sheet of the listed pairs: verdict, shares of both sides, number of passages, distance, fingerprints.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::Content;
use super::looks::Looks;
use super::table::Table;
use crate::columns::{PairRow, Target, When, of_sheet, pair_columns};

/// Writes the sheet of the listed pairs, in the order of reports.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    names: &Names,
) -> Result<(), XlsxError> {
    let check = content.check;
    let has_prose = check.result.has_prose();
    let (headings, cells) = of_sheet(pair_columns(), |when| match when {
        When::Always | When::OwnEarlier => true,
        When::Prose => has_prose,
        When::Possible => has_prose && check.result.possible,
    });
    let mut table = Table::begin(sheet, looks, check.language, &headings)?;
    for place in &content.pairs {
        let first_passage = |row| Target {
            sheet: &names.passages,
            row,
        };
        let first_evidence = |row| Target {
            sheet: &names.evidence,
            row,
        };
        let evidence = content.evidence.first(place.pair.a, place.pair.b);
        let row = PairRow {
            possible: place.possible,
            passages: place.first_passage.map(first_passage),
            evidence: evidence.map(first_evidence),
            ..PairRow::of(check, place.pair)
        };
        table.row(cells.iter().map(|cell| cell(&row)))?;
    }
    table.finish(content.pairs_left_out)
}
