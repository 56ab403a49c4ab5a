//! DOCX report on one document, to be annotated in Word: figures, numbered sources, the marked text with a comment on
//! each passage, settings. docx-rs writes the parts; comments in the code describe its quirks.

mod figures;
mod leads;
mod marked;
mod package;
mod parts;

#[cfg(test)]
mod tests;

use chachong_compare::DocumentIndex;
use std::io::{self, Write};

use docx_rs::{AlignmentType, Docx, Footer, NumPages, PageMargin, PageNum, Run};

use super::document_figures::{figure_notes, figure_tables};
use super::document_report::DocumentReport;
use super::{Report, facts, no_sources};
use crate::evidence::{OTHERS_NOTES, more_others, others_of};
use crate::remarks::{MOST_COMMENTS, Remarks};
use parts::{Parts, run};

/// Size of A4 in twentieths of a point.
const A4: (u32, u32) = (11_906, 16_838);
/// Margin on each side, in twentieths of a point: 2 cm.
const MARGIN: i32 = 1_134;
/// Colour of what stands in the background: labels, the footer.
const GREY: &str = "6B6B6B";

/// Writes the report on the document at `position` as DOCX: its marked text, with sources as Word comments. Fails with
/// [`io::ErrorKind::InvalidInput`] if the document was not read or texts were not compared, and with another error if its stored text can
/// no longer be read or `out` fails.
pub fn document_docx(
    out: &mut dyn Write,
    check: Report<'_>,
    position: DocumentIndex,
) -> io::Result<()> {
    let report = DocumentReport::of(check, position)?.ok_or(io::ErrorKind::InvalidInput)?;
    let docx = written(check, &report, MOST_COMMENTS);
    let about = package::About {
        title: &format!(
            "{} {}",
            check.language.text("pdf.title"),
            report.document.name
        ),
        date: check.options.date,
    };
    out.write_all(&package::packed(docx, &about)?)
}

/// Assembles the whole report with at most `most` comments.
fn written(check: Report<'_>, report: &DocumentReport<'_>, most: usize) -> Docx {
    let language = check.language;
    let mut parts = Parts::default();
    let remarks = Remarks::of(check, report, most);
    let mut docx = parts::styled(Docx::new(), language)
        .page_size(A4.0, A4.1)
        .page_margin(PageMargin {
            top: MARGIN,
            left: MARGIN,
            bottom: MARGIN,
            right: MARGIN,
            header: 708,
            footer: 708,
            gutter: 0,
        })
        .footer(footer(&mut parts))
        .add_paragraph(parts.title(&language.text("pdf.title")))
        .add_table(parts.facts(&figures::facts(check, report)));
    for table in figure_tables(check, report) {
        docx = docx
            .add_paragraph(parts.small_heading(&table.heading))
            .add_table(figures::figures(&table, &mut parts));
    }
    let notes = figure_notes(check, report, true).into_iter();
    docx = parts.notes(docx, notes.chain([language.text("pdf.judge")]));
    // A program has no prose and so no sources.
    if !report.content.is_only_code() {
        docx = docx.add_paragraph(parts.heading(&language.text("html.part-sources")));
        docx = if let Some(table) = figures::sources(check, report, &mut parts) {
            docx.add_table(table)
        } else {
            let reason = no_sources(check, report.position);
            docx.add_paragraph(parts.note(&reason))
        };
    }
    let others = others_of(check, report.position);
    if !others.is_empty() {
        docx = docx.add_paragraph(parts.heading(&language.text("html.part-evidence")));
        docx = parts.notes(docx, OTHERS_NOTES.map(|key| language.text(key)));
        docx = docx.add_table(parts.facts(&figures::evidence(check, &others)));
        docx = parts.notes(docx, more_others(&others, language));
    }
    docx = leads::add(docx, check, report.position, &mut parts);
    docx = docx.add_paragraph(parts.heading(&language.text("html.part-text")));
    docx = parts.notes(docx, figures::legend(check, report, &remarks));
    for paragraph in marked::marked(check, report, &remarks.remarks, &mut parts) {
        docx = docx.add_paragraph(paragraph);
    }
    docx = docx
        .add_paragraph(parts.heading(&language.text("html.part-facts")))
        .add_table(parts.facts(&facts::facts(check)));
    for (title, lines) in figures::doubts(check, report) {
        docx = docx.add_paragraph(parts.small_heading(&title));
        docx = parts.notes(docx, lines);
    }
    docx
}

/// Makes the foot of each page: the program, the page's number and the number of pages.
fn footer(parts: &mut Parts) -> Footer {
    let grey = |run: Run| run.size(17).color(GREY);
    let paragraph = (parts.paragraph())
        .align(AlignmentType::Center)
        .add_run(grey(run(&format!("{} · ", facts::program()))))
        .add_page_num(PageNum::new())
        .add_run(grey(run(" / ")))
        .add_num_pages(NumPages::new());
    Footer::new().add_paragraph(paragraph)
}
