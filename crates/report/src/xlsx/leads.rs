//! Sheet of the leads to possible rewriting or translation, the strongest first, with both passages. It exists only if
//! leads were searched for; the summary explains what a lead is.

use std::borrow::Cow;

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::{Content, page_of};
use super::lines::Lines;
use super::looks::Looks;
use super::table::Table;
use crate::columns::{Cell, Kind, Target};
use crate::leads::{Lead, LeadList, Rows, document, extent, passages};

/// Maximum number of leads: each row holds two passages.
const MOST_LEADS: usize = 20_000;

/// Writes the sheet.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    list: &LeadList<'_>,
) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let mut table = Table::begin(sheet, looks, language, &columns())?;
    let leads = &list.leads[..list.leads.len().min(MOST_LEADS)];
    for (lead, texts) in leads.iter().zip(passages(check, leads)) {
        table.row(cells(content, lead, texts))?;
    }
    table.finish(list.leads.len() - leads.len())
}

fn columns() -> [(&'static str, Kind); 14] {
    [
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
    ]
}

fn cells<'c>(
    content: &'c Content<'_>,
    lead: &Lead<'c>,
    texts: Result<Rows, String>,
) -> Vec<Cell<'c>> {
    let (check, language) = (content.check, content.check.language);
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
        let reading = document.and_then(chachong_check::Document::content);
        // Characters are counted from 1, as in the window; `end` is the offset after the last.
        cells.extend([
            Cell::Count(u64::from(span.start) + 1),
            Cell::Count(span.end.into()),
            Cell::count(reading.and_then(|reading| page_of(&reading.pages, span))),
        ]);
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
pub(super) fn summary(
    lines: &mut Lines<'_>,
    content: &Content<'_>,
    names: &Names,
) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let Some(list) = LeadList::of_check(check) else {
        return Ok(());
    };
    lines.heading(&language.text("html.part-leads"))?;
    let sheet = &names.leads;
    let number = list.leads.len();
    let to = Some(Target { sheet, row: 0 });
    lines.number(&language.text("leads.report-number"), number, to)?;
    let mut sentences = vec![language.text("lead.explanation")];
    sentences.extend(list.rest(number, language));
    sentences.extend(extent(check));
    for sentence in sentences {
        lines.line("", &sentence)?;
    }
    Ok(())
}
