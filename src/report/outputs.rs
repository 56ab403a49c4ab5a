//! Reports of a check in several formats at once: the formats, the names of their files in a folder, and the writing of
//! all of them with progress and cancel.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Check, HtmlError, PairsOfDocuments, ReportError};

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportFormat {
    /// Web pages: a folder for a check, one file for one document.
    Html,
    /// PDF, one file a document.
    Pdf,
    /// Word document with comments, one file a document.
    Docx,
    /// Workbook of the check.
    Xlsx,
    /// Table of the pairs.
    Csv,
    /// Table of the documents.
    DocumentsCsv,
    /// All figures of the check for other programs.
    Json,
}

impl ReportFormat {
    /// All formats, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Html,
        Self::Pdf,
        Self::Docx,
        Self::Xlsx,
        Self::Csv,
        Self::DocumentsCsv,
        Self::Json,
    ];

    /// Returns the name of the command line's option for the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::DocumentsCsv => "documents-csv",
            Self::Json => "json",
        }
    }

    /// Returns whether the format can report on chosen documents; the others report on a whole check.
    #[must_use]
    pub const fn is_of_documents(self) -> bool {
        matches!(self, Self::Html | Self::Pdf | Self::Docx)
    }

    /// Returns the name, in the folder of the reports, of the file of a whole check, or of the folder of its web pages;
    /// `None` for formats with one file a document.
    #[must_use]
    pub const fn file_of_check(self) -> Option<&'static str> {
        match self {
            Self::Html => Some("chachong-html"),
            Self::Pdf | Self::Docx => None,
            Self::Xlsx => Some("chachong.xlsx"),
            Self::Csv => Some("chachong-pairs.csv"),
            Self::DocumentsCsv => Some("chachong-documents.csv"),
            Self::Json => Some("chachong.json"),
        }
    }
}

/// Reports to write into one folder.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'o> {
    /// Formats; one that cannot report on chosen documents is passed over where documents are chosen.
    pub formats: &'o [ReportFormat],
    /// Positions of the chosen documents; `None` for the whole check.
    pub documents: Option<&'o [usize]>,
    /// Folder of the reports. It is made if it does not exist.
    pub folder: &'o Path,
}

/// Reports that were written.
#[derive(Debug, Default)]
pub struct Written {
    /// Files, and the first page of web pages, sorted.
    pub files: Vec<PathBuf>,
    /// Reports that could not be written, with the reason.
    pub failed: Vec<ReportError>,
    /// Whether writing was cancelled before all were written.
    pub cancelled: bool,
}

/// Callbacks while reports are written; both are called from several threads.
pub struct OutputWatch<'a> {
    /// Receives the number of files written and in all.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
    /// Returns whether to stop; called between files.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// One file to write.
struct Task {
    format: ReportFormat,
    /// Position of the document; `None` for the whole check.
    document: Option<usize>,
    file: PathBuf,
}

/// Writes reports on all cores of the current pool. A report that cannot be written does not stop the others; no file is
/// left half-written.
#[must_use]
pub fn write_reports(check: Check<'_>, outputs: Outputs<'_>, watch: &OutputWatch<'_>) -> Written {
    if let Err(source) = std::fs::create_dir_all(outputs.folder) {
        let file = outputs.folder.to_owned();
        return Written {
            failed: vec![ReportError { file, source }],
            ..Written::default()
        };
    }
    let site = outputs.documents.is_none() && outputs.formats.contains(&ReportFormat::Html);
    let tasks = tasks(check, outputs);
    let writer = Writer {
        check,
        pairs: PairsOfDocuments::of_check(check),
    };
    let done = AtomicUsize::new(0);
    let of_site = AtomicUsize::new(0);
    let tell = |newly: usize| {
        let done = done.fetch_add(newly, Ordering::Relaxed) + newly;
        (watch.progress)(done, tasks.len() + of_site.load(Ordering::Relaxed));
    };
    let written = Mutex::new(Written::default());
    let note = |result: Result<PathBuf, ReportError>| {
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(file) => written.files.push(file),
            Err(error) => written.failed.push(error),
        }
    };
    if site {
        let folder = outputs.folder.join("chachong-html");
        let progress = |_: usize, total: usize| {
            of_site.store(total, Ordering::Relaxed);
            tell(1);
        };
        match super::html_report(&folder, check, &progress, watch.cancelled) {
            Ok(()) => note(Ok(folder.join("index.html"))),
            Err(HtmlError::NotWritten(error)) => note(Err(error)),
            Err(HtmlError::Cancelled) => {}
        }
    }
    tasks.par_iter().with_max_len(1).for_each(|task| {
        if (watch.cancelled)() {
            return;
        }
        let result = super::write_file(&task.file, |out| {
            let written = writer.write(task, out);
            // Checked again: the last file must not appear after a cancel.
            if (watch.cancelled)() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            written
        });
        if !(watch.cancelled)() {
            note(result.map(|()| task.file.clone()));
            tell(1);
        }
    });
    let mut written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    written.files.sort();
    written.failed.sort_by(|x, y| x.file.cmp(&y.file));
    written.cancelled = (watch.cancelled)();
    written
}

/// Lists the files to write, but for the web pages of a whole check.
fn tasks(check: Check<'_>, outputs: Outputs<'_>) -> Vec<Task> {
    let names = super::document_file_names(check);
    let mut tasks = Vec::new();
    for &format in outputs.formats {
        if outputs.documents.is_none()
            && let Some(name) = format.file_of_check()
        {
            if format != ReportFormat::Html {
                tasks.push(Task {
                    format,
                    document: None,
                    file: outputs.folder.join(name),
                });
            }
            continue;
        }
        if !format.is_of_documents() {
            continue;
        }
        let chosen = (names.iter()).filter(|(position, _)| {
            (outputs.documents).is_none_or(|documents| documents.contains(position))
        });
        tasks.extend(chosen.map(|(position, name)| Task {
            format,
            document: Some(*position),
            file: outputs.folder.join(format!("{name}.{}", format.name())),
        }));
    }
    tasks
}

/// Writer of single files, with what several of them need.
struct Writer<'a> {
    check: Check<'a>,
    pairs: PairsOfDocuments,
}

impl Writer<'_> {
    fn write(&self, task: &Task, out: &mut dyn Write) -> io::Result<()> {
        let check = self.check;
        match (task.format, task.document) {
            (ReportFormat::Html, Some(document)) => super::document_html(out, check, document),
            (ReportFormat::Docx, Some(document)) => {
                super::document_docx(out, check, document, &self.pairs)
            }
            (ReportFormat::Pdf, Some(document)) => {
                super::document_pdf(out, check, document, &self.pairs)
            }
            (ReportFormat::Xlsx, _) => super::check_xlsx(out, check),
            (ReportFormat::Csv, _) => super::pairs_csv(out, check),
            (ReportFormat::DocumentsCsv, _) => super::documents_csv(out, check),
            (ReportFormat::Json, _) => super::check_json(out, check),
            (ReportFormat::Html | ReportFormat::Pdf | ReportFormat::Docx, None) => {
                Err(io::ErrorKind::InvalidInput.into())
            }
        }
    }
}
