//! Sheet of the leads to possible rewriting or translation, the strongest first, with both passages. It exists only if
//! leads were searched for; the summary explains what a lead is.

use std::borrow::Cow;

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::{Content, place};
use super::lines::Lines;
use super::table::write_table;
use crate::Report;
use crate::columns::{Cell, Kind, Target};
use crate::leads::{Lead, Rows, document, extent, passages};

/// Maximum number of leads: each row holds two passages.
const MOST_LEADS: usize = 20_000;

/// Writes the sheet.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let columns = [
        ("column.document-a", Kind::Text),
        ("column.document-b", Kind::Text),
        ("xlsx.kind", Kind::Text),
        ("xlsx.strength", Kind::Text),
        ("leads.report-chance", Kind::Text),
        ("leads.report-word", Kind::Long),
        ("xlsx.from-a", Kind::Count),
        ("xlsx.to-a", Kind::Count),
        ("xlsx.page-a", Kind::Count),
        ("xlsx.from-b", Kind::Count),
        ("xlsx.to-b", Kind::Count),
        ("xlsx.page-b", Kind::Count),
        ("leads.report-text-a", Kind::Wrapped),
        ("leads.report-text-b", Kind::Wrapped),
    ];
    let all = (content.leads.as_ref()).map_or(&[][..], |list| &list.leads);
    let leads = &all[..all.len().min(MOST_LEADS)];
    let texts = passages(content.check, leads);
    let rows = (leads.iter().zip(texts)).map(|(lead, texts)| cells(content.check, lead, texts));
    write_table(sheet, content, &columns, rows, all.len() - leads.len())
}

fn cells<'c>(check: Report<'c>, lead: &Lead<'c>, texts: Result<Rows, String>) -> Vec<Cell<'c>> {
    let language = check.language;
    let documents = lead.documents.map(|position| document(check, position));
    let mut cells: Vec<Cell<'c>> = (documents.iter())
        .map(|document| Cell::text(document.map_or("", |document| document.name.as_str())))
        .collect();
    cells.extend([
        Cell::text(lead.kind(language)),
        Cell::text(lead.strength(language)),
        Cell::Number(lead.expected_by_chance()),
        Cell::text(lead.word(language).unwrap_or_default()),
    ]);
    for (document, span) in documents.into_iter().zip(lead.spans()) {
        cells.extend(place(document, span));
    }
    let texts = texts.map_or_else(
        |lost| vec![Cow::Owned(lost)],
        |rows| {
            let sides = rows.into_iter().flatten();
            sides.map(|side| side.unwrap_or_default().into()).collect()
        },
    );
    cells.extend(texts.into_iter().map(Cell::Text));
    cells
}

/// Writes what the summary says of the leads: what they are, the extent of the search, their number; nothing if they were
/// not sought.
pub(super) fn summary(lines: &mut Lines<'_>, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let Some(list) = &content.leads else {
        return Ok(());
    };
    lines.heading(&language.text("html.part-leads"))?;
    let number = list.leads.len();
    let to = Some(Target::of(&content.names.leads, 0));
    lines.number(&language.text("leads.report-number"), number, to)?;
    let mut sentences = vec![language.text("lead.explanation")];
    sentences.extend(list.rest(number, language));
    sentences.extend(extent(check));
    for sentence in sentences {
        lines.line("", &sentence)?;
    }
    Ok(())
}
