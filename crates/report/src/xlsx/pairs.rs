//! Sheet of the listed pairs: verdict, shares of both sides, number of passages, distance, fingerprints.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::table::write_table;
use crate::columns::{PairRow, Target, When, of_sheet, pair_columns};

/// Writes the sheet of the listed pairs, in the order of reports.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let check = content.check;
    let has_prose = check.result.has_prose();
    let (headings, cells) = of_sheet(pair_columns(), |when| match when {
        When::Always | When::OwnEarlier => true,
        When::Prose => has_prose,
        When::Possible => has_prose && check.result.possible,
    });
    let names = &content.names;
    let rows = content.pairs.iter().map(|place| {
        let evidence = content.evidence.first(place.pair.a, place.pair.b);
        let row = PairRow {
            possible: place.possible,
            passages: (place.first_passage).map(|row| Target::of(&names.passages, row)),
            evidence: evidence.map(|row| Target::of(&names.evidence, row)),
            ..PairRow::of(check, place.pair)
        };
        cells.iter().map(|cell| cell(&row)).collect::<Vec<_>>()
    });
    write_table(sheet, content, &headings, rows, content.pairs_left_out)
}
