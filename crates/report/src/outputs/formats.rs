//! Formats of reports, their subjects, and where each report is written.

use chachong_compare::DocumentIndex;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportFormat {
    /// Web pages: a folder for a whole check, or one file for one document.
    Html,
    /// PDF: one file for each document.
    Pdf,
    /// Form that schools file: one PDF for each document.
    Form,
    /// Short PDF of the whole check, usually of two pages.
    ClassPdf,
    /// Word document with comments: one file for each document.
    Docx,
    /// Copies of the students' own files with marks: one file for each document.
    Marked,
    /// Excel workbook of the whole check.
    Xlsx,
    /// CSV table of the pairs.
    Csv,
    /// CSV table of the documents.
    DocumentsCsv,
    /// CSV table of the submissions, for a gradebook.
    SubmissionsCsv,
    /// JSON with all figures of the check, for other programs.
    Json,
}

impl ReportFormat {
    /// All formats, in the order in which they are offered to people.
    pub const ALL: [Self; 11] = [
        Self::Html,
        Self::Pdf,
        Self::Form,
        Self::ClassPdf,
        Self::Docx,
        Self::Marked,
        Self::Xlsx,
        Self::Csv,
        Self::DocumentsCsv,
        Self::SubmissionsCsv,
        Self::Json,
    ];

    /// Returns the name of the format's option on the command line, without `--`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Form => "form",
            Self::ClassPdf => "class-pdf",
            Self::Docx => "docx",
            Self::Marked => "marked",
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::DocumentsCsv => "documents-csv",
            Self::SubmissionsCsv => "submissions-csv",
            Self::Json => "json",
        }
    }

    /// Returns whether the format can report on selected documents; all other formats report only on a whole check.
    #[must_use]
    pub const fn is_of_documents(self) -> bool {
        matches!(
            self,
            Self::Html | Self::Pdf | Self::Form | Self::Docx | Self::Marked
        )
    }

    /// Returns the file or folder name for a report on a whole check; `None` for formats with one file per document.
    #[must_use]
    pub const fn file_of_check(self) -> Option<&'static str> {
        match self {
            Self::Html => Some("chachong-html"),
            Self::Pdf | Self::Form | Self::Docx | Self::Marked => None,
            Self::ClassPdf => Some("chachong-class.pdf"),
            Self::Xlsx => Some("chachong.xlsx"),
            Self::Csv => Some("chachong-pairs.csv"),
            Self::DocumentsCsv => Some("chachong-documents.csv"),
            Self::SubmissionsCsv => Some("chachong-submissions.csv"),
            Self::Json => Some("chachong.json"),
        }
    }
}

/// Format of reports, and the place where they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Format of the reports.
    pub format: ReportFormat,
    /// Folder for web pages or for reports on documents, or the file for a report on a whole check. A folder for web pages or reports is
    /// created if it does not exist; the folder that contains a report on a whole check must exist.
    pub place: PathBuf,
}

impl Target {
    /// Returns the target for reports of a format in `folder`, which may receive several formats. With `of_check` the
    /// reports are on the whole check, otherwise on selected documents; `None` if the format cannot report on selected
    /// documents.
    #[must_use]
    pub fn in_folder(format: ReportFormat, folder: &Path, of_check: bool) -> Option<Self> {
        let place = if of_check {
            (format.file_of_check()).map_or_else(|| folder.to_owned(), |name| folder.join(name))
        } else if format.is_of_documents() {
            folder.to_owned()
        } else {
            return None;
        };
        Some(Self { format, place })
    }
}

/// Subject of several reports: a whole check, some documents, or a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportScope<'a> {
    /// The whole check: the format's report on the check or, if it has none, its reports on all documents.
    Check,
    /// Documents at these positions. Unread documents and documents of libraries give no report. Formats that report only on a whole
    /// check report on it all the same.
    Documents(&'a [DocumentIndex]),
    /// Pair of the documents at these two positions: one web page on the pair; other formats for documents give a report on each of the
    /// two that was read and does not belong to a library; formats that report only on a whole check report on it all the same.
    Pair(DocumentIndex, DocumentIndex),
}

/// Subject of one report file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportSubject {
    /// The whole check.
    Check,
    /// The document at this position.
    Document(DocumentIndex),
    /// The documents at these positions; only web pages report on a pair.
    Pair(DocumentIndex, DocumentIndex),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_each_format_by_its_kind() {
        let folder = Path::new("reports");
        let of = |format, of_check| {
            Target::in_folder(format, folder, of_check).map(|target| target.place)
        };
        assert_eq!(
            of(ReportFormat::Html, true),
            Some("reports/chachong-html".into())
        );
        assert_eq!(of(ReportFormat::Html, false), Some("reports".into()));
        assert_eq!(of(ReportFormat::Pdf, true), Some("reports".into()));
        assert_eq!(
            of(ReportFormat::Xlsx, true),
            Some("reports/chachong.xlsx".into())
        );
        assert_eq!(of(ReportFormat::Xlsx, false), None);
    }
}
