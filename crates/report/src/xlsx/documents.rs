//! Sheet of the documents: status, lengths, shares, sources, nearest document, fingerprint, warnings.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::table::{MOST_ROWS, write_table};
use crate::columns::{DocumentRow, Target, When, document_columns, of_sheet};

/// Writes the sheet: checked documents by name, then those of the library.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let check = content.check;
    let has_own = check.result.own_earlier(check.result.positions()).is_some();
    let has_prose = check.result.has_prose();
    let (headings, cells) = of_sheet(document_columns(), |when| match when {
        When::Always => true,
        When::Prose => has_prose,
        When::Possible => has_prose && check.result.possible,
        When::OwnEarlier => has_own,
    });
    let left_out = content.documents.len().saturating_sub(MOST_ROWS);
    let places = check.result.positions().zip(&content.documents);
    let rows = places.take(MOST_ROWS).map(|(position, place)| {
        let row = DocumentRow {
            pairs: place.pairs,
            first_pair: (place.first_pair).map(|row| Target::of(&content.names.pairs, row)),
            strongest: place.strongest,
            ..DocumentRow::of(check, position)
        };
        cells.iter().map(|cell| cell(&row)).collect::<Vec<_>>()
    });
    write_table(sheet, content, &headings, rows, left_out)
}
