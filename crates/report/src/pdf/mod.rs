//! PDF of a document's report, which schools file: result, shares by source, sources, figures by chapter, the marked
//! text, settings. PDF/A-2u with bookmarks, links and structure; the same check gives the same bytes.

mod class;
mod content;
mod evidence;
mod flow;
mod font;
mod form;
mod leads;
mod lines;
mod marked;
mod output;
mod passages;
mod programs;
mod recheck;
mod references;
mod settings;
mod sheets;
mod sources;
mod style;
mod summary;
mod tables;
mod text;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use chachong_compare::DocumentIndex;
use std::io::{self, Write};

use super::Report;
use super::document_report::DocumentReport;
use super::facts::program;
use content::{Content, Reader};
use flow::Flow;
use font::Face;
use output::About;

pub use class::class_pdf;
pub use font::CHINESE_FONT;
pub use form::form_pdf;
pub(crate) use style::marker_of_source;

/// Error of a report that could not be made or written.
#[derive(Debug, thiserror::Error)]
enum PdfError {
    /// The document was not read, or texts were not compared.
    #[error("the document was not read or not compared; there is nothing to report on it")]
    NotCompared,
    /// The document's kept text cannot be read again, or the report cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file could not be made; the text names the reason.
    #[error("the PDF could not be made ({0}); choose another format and report this as an error")]
    Made(String),
}

impl From<PdfError> for io::Error {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Io(error) => error,
            PdfError::NotCompared => Self::new(io::ErrorKind::InvalidInput, error),
            PdfError::Made(_) => Self::other(error),
        }
    }
}

/// Writes the report on the document at `position` as PDF. Fails with [`io::ErrorKind::InvalidInput`] if the document was
/// not read or texts were not compared, and with another error if its stored text can no longer be read or `out` fails.
pub fn document_pdf(
    out: &mut dyn Write,
    check: Report<'_>,
    position: DocumentIndex,
) -> io::Result<()> {
    let report = DocumentReport::of(check, position)?.ok_or(PdfError::NotCompared)?;
    out.write_all(&printed(check, &report, Reader::Teacher)?)
}

/// Makes the report for the student who wrote the document. It states nothing about the whole class and none of the
/// teacher's notes; the other documents have the names that they have in `check`. With `texts`, it prints the text and the
/// programs of the others beside the student's.
pub(crate) fn student_pdf(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    texts: bool,
) -> io::Result<Vec<u8>> {
    Ok(printed(check, report, Reader::Student { texts })?)
}

fn printed(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    reader: Reader,
) -> Result<Vec<u8>, PdfError> {
    let face = Face::new()?;
    let content = Content::of(check, report, reader)?;
    let mut flow = Flow::new(&face);
    summary::summary(&mut flow, &content);
    // A program has no prose, so neither sources nor chapters.
    let is_program = report.content.is_only_code();
    if !is_program {
        sources::shares(&mut flow, &content);
        sources::list(&mut flow, &content);
    }
    tables::shared_texts(&mut flow, &content);
    if !is_program {
        tables::chapters(&mut flow, &content);
    }
    evidence::evidence(&mut flow, &content);
    passages::passages(&mut flow, &content);
    leads::leads(&mut flow, &content);
    recheck::recheck(&mut flow, &content);
    references::references(&mut flow, &content);
    marked::marked(&mut flow, &content);
    settings::settings(&mut flow, &content);
    output::pdf(&face, &flow.sheets, &about(&content))
}

fn about<'c>(content: &'c Content<'c>) -> About<'c> {
    let report = content.report;
    let title = words::title(report.document, report.content);
    About {
        title: format!("{} – {title}", content.text("pdf.title")),
        description: words::name(report.document),
        language: content.language(),
        identity: format!(
            "{} {} {}",
            program(),
            report.document.name,
            report.content.metadata.sha256
        ),
        date: content.check.options.date,
        head: [title, content.text("pdf.title")],
        foot: program(),
    }
}
