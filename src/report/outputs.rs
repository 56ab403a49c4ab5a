//! Reports of a check in several formats at once, for the command line and the window: the formats, where each is
//! written, and the writing of all of them with progress and cancel.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::blind::{Blinded, Unreadable};
use super::{Check, HtmlError, PairsOfDocuments, ReportError};
use crate::i18n::Language;

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

/// Format with the place where its reports are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Format of the reports.
    pub format: ReportFormat,
    /// Folder of web pages, or of the reports of documents; else the file of the whole check. A folder is made if it does
    /// not exist.
    pub place: PathBuf,
}

impl Target {
    /// Returns the target of a format in a folder for several formats. `of_check` tells reports on the whole check from
    /// those on chosen documents; `None` if the format has none of the chosen kind.
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

/// Reason why a report was not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file could not be written.
    #[error(transparent)]
    NotWritten(#[from] ReportError),
    /// The kept text of a document can no longer be read.
    #[error(
        "no report of {document}: its text can no longer be read ({source}); check the file again"
    )]
    NoText {
        /// Name of the document.
        document: String,
        /// Folder or file of the report.
        place: PathBuf,
        /// Error of the store that keeps the text.
        source: io::Error,
    },
    /// The report could not be made.
    #[error("{} could not be made: {source}", file.display())]
    NotMade {
        /// File of the report.
        file: PathBuf,
        /// Reason.
        source: io::Error,
    },
}

impl OutputError {
    /// Returns file, reason and remedy in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::NotWritten(ReportError { file, source }) => language.fill(
                "report.not-written",
                &[("file", &file.display()), ("detail", source)],
            ),
            Self::NoText {
                document, source, ..
            } => language.fill("report.no-text", &[("name", document), ("detail", source)]),
            Self::NotMade { file, source } => language.fill(
                "report.not-made",
                &[("file", &file.display()), ("detail", source)],
            ),
        }
    }

    /// Returns the file of the report, or the folder that could not be made.
    #[must_use]
    pub fn place(&self) -> &Path {
        match self {
            Self::NotWritten(error) => &error.file,
            Self::NoText { place: file, .. } | Self::NotMade { file, .. } => file,
        }
    }
}

/// Reports that were written.
#[derive(Debug, Default)]
pub struct Written {
    /// Files, and the first page of web pages, sorted.
    pub files: Vec<PathBuf>,
    /// Reports that could not be written, sorted by their place.
    pub failed: Vec<OutputError>,
}

/// Callbacks while reports are written; both are called from several threads.
pub struct OutputWatch<'a> {
    /// Receives the number of files written and in all.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
    /// Returns whether to stop; called between files.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// One file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// Format of the report.
    pub format: ReportFormat,
    /// Position of the document; `None` for the whole check.
    pub document: Option<usize>,
    /// File of the report.
    pub file: PathBuf,
}

/// Writes reports on all cores of the current pool: of the whole check, or with `documents` of those at these positions.
/// A report that cannot be written does not stop the others; no file is left half-written. Blind reports name no document
/// and no person.
#[must_use]
pub fn write_reports(
    check: Check<'_>,
    targets: &[Target],
    documents: Option<&[usize]>,
    watch: &OutputWatch<'_>,
) -> Written {
    if !check.options.blind {
        return write_as_named(check, targets, documents, watch);
    }
    match Blinded::of(check) {
        Ok(blinded) => write_as_named(blinded.check(check), targets, documents, watch),
        // With one text lost, no report can be made that surely names nobody.
        Err(Unreadable { document, source }) => Written {
            files: Vec::new(),
            failed: vec![OutputError::NoText {
                document,
                place: (targets.first()).map_or_else(PathBuf::new, |target| target.place.clone()),
                source,
            }],
        },
    }
}

/// Writes reports with the names that the documents of the check have.
fn write_as_named(
    check: Check<'_>,
    targets: &[Target],
    documents: Option<&[usize]>,
    watch: &OutputWatch<'_>,
) -> Written {
    let (mut tasks, mut sites, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    let names = super::document_file_names(check);
    for target in targets {
        if documents.is_none() && target.format == ReportFormat::Html {
            sites.push(target.place.as_path());
        } else if let Err(error) = add_tasks(&names, target, documents, &mut tasks) {
            failed.push(error.into());
        }
    }
    let (done, of_sites) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let tell = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (watch.progress)(done, tasks.len() + of_sites.load(Ordering::Relaxed));
    };
    let written = Mutex::new(Written {
        files: Vec::new(),
        failed,
    });
    for folder in sites {
        let progress = |_: usize, total: usize| {
            of_sites.store(total, Ordering::Relaxed);
            tell();
        };
        match super::html_report(folder, check, &progress, watch.cancelled) {
            Ok(()) => note(&written, Ok(folder.join("index.html"))),
            Err(HtmlError::NotWritten(error)) => note(&written, Err(error.into())),
            Err(HtmlError::Cancelled) => {}
        }
    }
    write_tasks(check, &tasks, watch.cancelled, &|result| {
        note(&written, result);
        tell();
    });
    sorted(written)
}

/// Writes each of these files, with the folders that lead there, on all cores of the current pool. A report that cannot be
/// written does not stop the others; no file is left half-written.
#[must_use]
pub fn write_report_files(
    check: Check<'_>,
    files: &[ReportFile],
    watch: &OutputWatch<'_>,
) -> Written {
    let (written, done) = (Mutex::new(Written::default()), AtomicUsize::new(0));
    let folders: BTreeSet<&Path> = files.iter().filter_map(|task| task.file.parent()).collect();
    for folder in folders {
        if let Err(error) = make_folder(folder) {
            note(&written, Err(error.into()));
            return sorted(written);
        }
    }
    write_tasks(check, files, watch.cancelled, &|result| {
        note(&written, result);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (watch.progress)(done, files.len());
    });
    sorted(written)
}

/// Makes and writes files side by side; `note` receives each result.
fn write_tasks(
    check: Check<'_>,
    tasks: &[ReportFile],
    cancelled: &(dyn Fn() -> bool + Sync),
    note: &(dyn Fn(Result<PathBuf, OutputError>) + Sync),
) {
    let writer = Writer {
        check,
        pairs: PairsOfDocuments::of_check(check),
    };
    tasks.par_iter().with_max_len(1).for_each(|task| {
        if cancelled() {
            return;
        }
        let made = writer.made(task);
        // Asked again: no file must appear after a cancel.
        if cancelled() {
            return;
        }
        note(made.and_then(|bytes| {
            super::write_bytes(&task.file, &bytes)?;
            Ok(task.file.clone())
        }));
    });
}

fn note(written: &Mutex<Written>, result: Result<PathBuf, OutputError>) {
    let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
    match result {
        Ok(file) => written.files.push(file),
        Err(error) => written.failed.push(error),
    }
}

fn sorted(written: Mutex<Written>) -> Written {
    let mut written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    written.files.sort();
    written.failed.sort_by(|x, y| x.place().cmp(y.place()));
    written
}

/// Adds the files of a target, but for the web pages of a whole check, and makes the folder that holds those of
/// documents.
fn add_tasks(
    names: &[(usize, String)],
    Target { format, place }: &Target,
    documents: Option<&[usize]>,
    tasks: &mut Vec<ReportFile>,
) -> Result<(), ReportError> {
    let format = *format;
    if !format.is_of_documents() {
        tasks.push(ReportFile {
            format,
            document: None,
            file: place.clone(),
        });
        // The folder of a file that a person names is not made: a slip of the pen would make one.
        return Ok(());
    }
    make_folder(place)?;
    let chosen = (names.iter())
        .filter(|(position, _)| documents.is_none_or(|documents| documents.contains(position)));
    tasks.extend(chosen.map(|(position, name)| ReportFile {
        format,
        document: Some(*position),
        file: place.join(format!("{name}.{}", format.name())),
    }));
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), ReportError> {
    std::fs::create_dir_all(folder).map_err(|source| ReportError {
        file: folder.to_owned(),
        source,
    })
}

/// Writer of single files, with what several of them need.
struct Writer<'a> {
    check: Check<'a>,
    pairs: PairsOfDocuments,
}

impl Writer<'_> {
    /// Makes a report in memory.
    fn made(&self, task: &ReportFile) -> Result<Vec<u8>, OutputError> {
        let mut bytes = Vec::new();
        let written = match task.document {
            Some(document) => self.document(task.format, &mut bytes, document),
            None => write_whole(task.format, &mut bytes, self.check),
        };
        match written {
            Ok(()) => Ok(bytes),
            Err(source) => Err(self.not_made(task, source)),
        }
    }

    fn document(
        &self,
        format: ReportFormat,
        out: &mut dyn Write,
        document: usize,
    ) -> io::Result<()> {
        match format {
            ReportFormat::Html => super::document_html(out, self.check, document),
            ReportFormat::Docx => super::document_docx(out, self.check, document, &self.pairs),
            ReportFormat::Pdf => super::document_pdf(out, self.check, document, &self.pairs),
            ReportFormat::Xlsx
            | ReportFormat::Csv
            | ReportFormat::DocumentsCsv
            | ReportFormat::Json => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Says whether a report could not be made because the kept text is lost.
    fn not_made(&self, task: &ReportFile, source: io::Error) -> OutputError {
        let document = (task.document).and_then(|position| self.check.documents.get(position));
        let is_lost = |document: &&crate::check::Document| {
            document
                .reading()
                .is_some_and(|reading| reading.text.text().is_err())
        };
        match document.filter(is_lost) {
            Some(document) => OutputError::NoText {
                document: document.name.clone(),
                place: task.file.clone(),
                source,
            },
            None => OutputError::NotMade {
                file: task.file.clone(),
                source,
            },
        }
    }
}

/// Writes the report of a whole check in a format of one file. Fails with [`io::ErrorKind::InvalidInput`] for the others.
/// A blind report names no document and no person.
pub fn write_check(format: ReportFormat, out: &mut dyn Write, check: Check<'_>) -> io::Result<()> {
    if !check.options.blind {
        return write_whole(format, out, check);
    }
    let blinded = Blinded::of(check).map_err(|lost| lost.source)?;
    write_whole(format, out, blinded.check(check))
}

/// Writes the report of a whole check with the names that its documents have.
fn write_whole(format: ReportFormat, out: &mut dyn Write, check: Check<'_>) -> io::Result<()> {
    match format {
        ReportFormat::Xlsx => super::check_xlsx(out, check),
        ReportFormat::Csv => super::pairs_csv(out, check),
        ReportFormat::DocumentsCsv => super::documents_csv(out, check),
        ReportFormat::Json => super::check_json(out, check),
        ReportFormat::Html | ReportFormat::Pdf | ReportFormat::Docx => {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }
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
