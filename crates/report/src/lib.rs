//! Reports: write a check's documents and findings to files for people and other programs, with one module per format. The order of rows
//! follows from the check alone, so the same check gives the same bytes.
//!
//! [`write_reports`] and [`write_check`] write a [`Report`] as HTML, PDF, DOCX, XLSX, CSV and JSON; a file appears whole
//! under its name or not at all.
//!
//! ```
//! use chachong_check::CheckResult;
//! use chachong_compare::Thresholds;
//! use chachong_messages::Language;
//! use chachong_report::{Report, ReportOptions, documents_csv};
//!
//! let result = CheckResult::of(Vec::new(), Thresholds::default());
//! let report = Report {
//! result: &result,
//! language: Language::English,
//! options: ReportOptions::default(),
//! };
//! let mut csv = Vec::new();
//! documents_csv(&mut csv, report)?;
//! assert!(String::from_utf8_lossy(&csv).contains("document"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod attribution;
mod blind;
pub mod case;
mod columns;
mod csv;
mod decided;
mod document_figures;
mod document_report;
mod docx;
mod evidence;
mod facts;
mod feedback;
mod file;
mod file_names;
mod form;
mod html;
mod json;
mod leads;
mod marked;
mod name_gaps;
mod origins;
mod outputs;
mod pair_report;
mod pdf;
mod pictures;
mod recheck;
mod references;
mod remarks;
mod safeguard;
mod specimens;
mod struck_names;
mod submissions;
mod whole_numbers;
mod xlsx;

pub use attribution::attribution_lines;
pub use blind::{BlindDocuments, Blinded, Unreadable};
pub use csv::{cell, documents_csv, pairs_csv, rows_csv};
pub use docx::document_docx;
pub use feedback::{
    FeedbackError, FeedbackOptions, FeedbackWritten, submissions_csv, write_feedback,
};
pub use file::{ReportError, not_written, split_part, write_bytes, write_file};
use file_names::{document_file_names, pair_file_name};
pub use file_names::{report_path, safe as safe_file_name, same_name};
pub use form::{FormLength, FormLimits, FormOptions, FormProfile, FormProfileError};
pub use html::{HtmlError, document_html, html_report, pair_html};
pub use json::{check_json, pair_json};
pub use marked::{CopySource, Originals};
pub use origins::common_source_lines;
pub use outputs::{
    OutputError, OutputWatch, ReportFile, ReportFormat, ReportScope, ReportSubject, Target,
    Written, write_check, write_report_files, write_reports,
};
pub use pdf::{CHINESE_FONT, class_pdf, document_pdf, form_pdf};
pub use pictures::PictureSource;
pub use recheck::rechecked_with;
pub use safeguard::{Content, InputKind, Inputs, Output, OutputKind, Refusal};
pub use xlsx::check_xlsx;

use chachong_check::{CheckResult, Document};
use chachong_compare::{DocumentIndex, LEAST_LINK, Reason};
use chachong_messages::Language;
use chachong_record::RecordField;

/// Content of a report: the result of a check, and options for writing it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Result of the check that is reported.
    pub result: &'a CheckResult,
    /// Language of the report. In CSV and JSON, names of columns and fields and codes such as verdicts are the same in all languages.
    pub language: Language,
    /// Options that apply to the report itself.
    pub options: ReportOptions<'a>,
}

/// Options of a report that do not change any figure.
#[derive(Clone, Copy, Debug)]
pub struct ReportOptions<'a> {
    /// Minimum share, from 0 to 1, that links two documents of a group.
    pub least_link: f64,
    /// Date printed in the report; `None` prints no date, so that the same check always gives the same bytes.
    pub date: Option<&'a str>,
    /// Name of the check, used as the title of reports; `None` if it has no name.
    pub name: Option<&'a str>,
    /// Source of the pictures that two documents have in common; `None` leaves pictures out.
    pub pictures: Option<&'a dyn PictureSource>,
    /// Files from which marked copies are made; `None` if marked copies cannot be made.
    pub originals: Option<Originals<'a>>,
    /// Options of the school's form.
    pub form: FormOptions<'a>,
    /// Whether [`write_reports`] and [`write_check`] replace names of documents and persons by numbers.
    pub blind: bool,
}

impl Default for ReportOptions<'_> {
    fn default() -> Self {
        Self {
            least_link: LEAST_LINK,
            date: None,
            name: None,
            pictures: None,
            originals: None,
            form: FormOptions::default(),
            blind: false,
        }
    }
}

impl Report<'_> {
    /// Describes what was recognised as part of the assignment, with the remedy: one note about text, one about code, and one that names
    /// documents that contain only code of the assignment. Empty if nothing was recognised.
    #[must_use]
    pub fn given_notes(self) -> Vec<String> {
        let of_text = self.result.given_text().zip(self.result.shares());
        let of_text = of_text.map(|(given, shares)| {
            let mut left_out = shares.choices().reasons_left_out();
            let is_left_out = left_out.any(|one| one == Reason::Common);
            self.language.given_text(given, is_left_out)
        });
        let of_code = self.result.evidence.given_code;
        let of_code = of_code.map(|given| self.language.given_code(given));
        let only_given = self.language.only_given_code(self.result);
        (of_text.into_iter().chain(of_code).chain(only_given)).collect()
    }

    /// Describes the parts of libraries that could not be compared, one note for each; empty if nothing is missing.
    #[must_use]
    pub fn missing_notes(self) -> Vec<String> {
        let notes = (self.result.missing().iter()).map(|part| self.language.missing_part(part));
        notes.collect()
    }
}

/// Returns reason and remedy for a file that was not read; else an empty string.
fn message(document: &Document, language: Language) -> String {
    document.failure().map_or_else(String::new, |cause| {
        format!(
            "{}{}{}",
            language.reason(cause),
            language.text("punctuation.semicolon"),
            language.remedy(cause)
        )
    })
}

/// Returns the key under which the translations contain the name of a field of bibliographic records.
#[must_use]
pub const fn record_key(field: RecordField) -> &'static str {
    match field {
        RecordField::Title => "record.title",
        RecordField::Author => "record.author",
        RecordField::StudentNumber => "record.student-number",
        RecordField::Supervisor => "record.supervisor",
        RecordField::Institution => "record.institution",
        RecordField::Year => "record.year",
        RecordField::Degree => "record.degree",
    }
}

/// Returns the sentence for a document without sources: text in common with versions of its thesis is no source, and a file without
/// text is not cleared.
fn no_sources(check: Report<'_>, position: DocumentIndex) -> String {
    let key = if check.result.document_shares(position).is_none() {
        return check.language.without_prose(check.result, position);
    } else if check.result.theses().of(position).is_some() {
        "report.no-sources-but-versions"
    } else {
        "pdf.no-sources"
    };
    check.language.text(key)
}

fn warnings(document: &Document, language: Language) -> Vec<String> {
    let warnings = document
        .content()
        .map_or(&[][..], |content| &content.warnings);
    warnings
        .iter()
        .map(|warning| language.warning(warning))
        .collect()
}
