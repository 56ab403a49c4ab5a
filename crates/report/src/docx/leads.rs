//! Leads to possible rewriting or translation in the report of a document: a section of its own with the sentences of
//! both texts side by side, without fills and comments.

use chachong_compare::DocumentIndex;
use docx_rs::{AlignmentType, Docx, Table, TableRow};

use super::parts::{Parts, TEXT_WIDTH, table};
use crate::Report;
use crate::leads::{LeadList, Rows, extent, name, sentences};

/// Width of a column of sentences, in twentieths of a point.
const HALF: usize = TEXT_WIDTH / 2;

/// Adds the section about the document at `position`; nothing if leads were not sought.
pub(super) fn add(
    mut docx: Docx,
    check: Report<'_>,
    position: DocumentIndex,
    parts: &mut Parts,
) -> Docx {
    let language = check.language;
    let Some(list) = LeadList::of_document(check, position) else {
        return docx;
    };
    docx = docx.add_paragraph(parts.heading(&language.text("html.part-leads")));
    let mut notes = vec![language.text("lead.explanation")];
    notes.extend(extent(check));
    if list.leads.is_empty() && list.dismissed == 0 {
        notes.push(language.text("leads.report-none-here"));
    }
    let shown = list.shown();
    docx = parts.notes(docx, notes);
    for (lead, rows) in shown.iter().zip(sentences(check, shown)) {
        docx = docx.add_paragraph(parts.small_heading(&name(check, lead.documents[1])));
        let facts = [lead.about(language), lead.here_and_there(check)];
        docx = parts.notes(docx, facts.into_iter().chain(lead.word(language)));
        docx = match rows {
            Ok(rows) => docx.add_table(side_by_side(check, &rows, parts)),
            Err(no_text) => docx.add_paragraph(parts.note(&no_text)),
        };
    }
    parts.notes(docx, list.rest(shown.len(), language))
}

fn side_by_side(check: Report<'_>, rows: &Rows, parts: &mut Parts) -> Table {
    let language = check.language;
    let left = AlignmentType::Left;
    let heads = ["leads.report-this", "leads.report-other"]
        .map(|key| (HALF, AlignmentType::Left, language.text(key)));
    let nothing = language.text("leads.no-counterpart");
    let mut all = vec![parts.heads(&heads)];
    for row in rows {
        let cells = row.iter().map(|side| {
            let text = side.as_deref().unwrap_or(&nothing);
            parts.cell(HALF, left, text)
        });
        all.push(TableRow::new(cells.collect()));
    }
    table(all, vec![HALF; 2])
}
