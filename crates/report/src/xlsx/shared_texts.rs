//! Sheet of the texts and code that three or more documents share: one row for each occurrence of each text.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::excerpts::excerpts;
use super::looks::Looks;
use super::table::{MOST_ROWS, Table};
use crate::columns::{Cell, Kind};
use chachong_compare::{DocumentIndex, SharedText, Span, TextDecision};

/// Writes the sheet: the largest text first, documents times characters; code after all texts.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
) -> Result<(), XlsxError> {
    let language = content.check.language;
    let columns = [
        ("xlsx.shared-text", Kind::Count),
        ("xlsx.shared-documents", Kind::Count),
        ("column.characters", Kind::Count),
        ("xlsx.decision", Kind::Text),
        ("documents.name", Kind::Text),
        ("xlsx.from", Kind::Count),
        ("xlsx.to", Kind::Count),
        ("xlsx.text", Kind::Long),
    ];
    let mut table = Table::begin(sheet, looks, language, &columns)?;
    let all: usize = content.shared.iter().map(|text| text.places.len()).sum();
    let rows = (1..).zip(&content.shared).flat_map(|(number, &text)| {
        let places = text.places.iter();
        places.map(move |&place| (number, text, place))
    });
    let rows: Vec<(u64, &SharedText, (DocumentIndex, Span))> = rows.take(MOST_ROWS).collect();
    let places: Vec<(DocumentIndex, Span)> = rows.iter().map(|&(_, _, place)| place).collect();
    let texts = excerpts(&content.check.result.documents, &places, language);
    for (&(number, text, (document, span)), words) in rows.iter().zip(&texts) {
        table.row([
            Cell::Count(number),
            Cell::Count(text.documents.into()),
            Cell::Count(text.characters.into()),
            Cell::Text(decision(content, text).into()),
            Cell::text(name(content, document)),
            Cell::Count(u64::from(span.start) + 1),
            Cell::Count(span.end.into()),
            Cell::text(words),
        ])?;
    }
    table.finish(all.saturating_sub(MOST_ROWS))
}

fn name<'c>(content: &'c Content<'_>, document: DocumentIndex) -> &'c str {
    content
        .check
        .result
        .document(document)
        .map_or("", |document| &document.name)
}

fn decision(content: &Content<'_>, text: &SharedText) -> String {
    let decision = content.check.result.decision_on(text);
    content.check.language.text(match decision {
        None => "shared-texts.undecided",
        Some(TextDecision::Template) => "xlsx.decided-template",
        Some(TextDecision::Counts) => "xlsx.decided-counts",
    })
}
