//! Sheet of the documents: status, lengths, shares, sources, nearest document, fingerprint, warnings.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::Content;
use super::looks::Looks;
use super::table::{MOST_ROWS, Table};
use crate::columns::{DocumentRow, Target, When, document_columns, of_sheet};

/// Writes the sheet: checked documents by name, then those of the library.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    names: &Names,
) -> Result<(), XlsxError> {
    let check = content.check;
    let has_own = check.result.own_earlier(check.result.positions()).is_some();
    let has_prose = check.result.has_prose();
    let (headings, cells) = of_sheet(document_columns(), |when| match when {
        When::Always => true,
        When::Prose => has_prose,
        When::Possible => has_prose && check.result.possible,
        When::OwnEarlier => has_own,
    });
    let mut table = Table::begin(sheet, looks, check.language, &headings)?;
    for (position, place) in check
        .result
        .positions()
        .zip(&content.documents)
        .take(MOST_ROWS)
    {
        let first_pair = |row| Target {
            sheet: &names.pairs,
            row,
        };
        let row = DocumentRow {
            pairs: place.pairs,
            first_pair: place.first_pair.map(first_pair),
            strongest: place.strongest,
            ..DocumentRow::of(check, position)
        };
        table.row(cells.iter().map(|cell| cell(&row)))?;
    }
    table.finish(content.documents.len().saturating_sub(MOST_ROWS))
}
