//! Sheet of the texts and code that three or more documents share: one row for each occurrence of each text.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::{Content, place};
use super::excerpts::excerpts;
use super::table::{MOST_ROWS, write_table};
use crate::columns::{Cell, Kind};
use chachong_compare::{DocumentIndex, SharedText, Span, TextDecision};

/// Writes the sheet: the largest text first, documents times characters; code after all texts.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
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
    let all: usize = content.shared.iter().map(|text| text.places.len()).sum();
    let rows = (1..).zip(&content.shared).flat_map(|(number, &text)| {
        let places = text.places.iter();
        places.map(move |&place| (number, text, place))
    });
    let rows: Vec<(u64, &SharedText, (DocumentIndex, Span))> = rows.take(MOST_ROWS).collect();
    let places: Vec<(DocumentIndex, Span)> = rows.iter().map(|&(_, _, place)| place).collect();
    let texts = excerpts(&content.check.result.documents, &places, language);
    let rows = (rows.iter().zip(&texts)).map(|(&(number, text, (document, span)), words)| {
        let document = content.check.result.document(document);
        let [from, to, _] = place(document, span);
        [
            Cell::Count(number),
            Cell::Count(text.documents.into()),
            Cell::Count(text.characters.into()),
            Cell::text(decision(content, text)),
            Cell::text(document.map_or("", |document| document.name.as_str())),
            from,
            to,
            Cell::text(words),
        ]
    });
    let left_out = all.saturating_sub(MOST_ROWS);
    write_table(sheet, content, &columns, rows, left_out)
}

fn decision(content: &Content<'_>, text: &SharedText) -> String {
    let decision = content.check.result.decision_on(text);
    content.check.language.text(match decision {
        None => "shared-texts.undecided",
        Some(TextDecision::Template) => "xlsx.decided-template",
        Some(TextDecision::Counts) => "xlsx.decided-counts",
    })
}
