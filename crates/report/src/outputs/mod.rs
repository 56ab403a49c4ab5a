//! Writing of a check's reports in several formats at once, for the command line and the window, with progress and
//! cancelling.

mod errors;
mod formats;

use chachong_compare::{DocumentIndex, Watch};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

pub use errors::OutputError;
pub use formats::{ReportFormat, ReportScope, ReportSubject, Target};

use super::blind::{Blinded, Unreadable};
use super::marked::{self, CopyNote, MarkedCopy};
use super::{FeedbackOptions, HtmlError, Report, ReportError};
use crate::safeguard::{Content, Inputs, Output, OutputKind, Refusal};
use chachong_check::Document;

/// Result of writing reports.
#[derive(Debug, Default)]
pub struct Written {
    /// Written files, sorted; for web pages of a check, the first page.
    pub files: Vec<PathBuf>,
    /// Errors about reports that could not be written, sorted by place.
    pub failed: Vec<OutputError>,
    /// Notes on marked copies that a person should read, in the language of the reports; empty without any.
    pub notes: Vec<String>,
    /// Whether a marked copy is missing because the file of its document is gone or has changed since the check.
    pub lacks_originals: bool,
}

/// Callbacks of the writing. The units are files; in [`write_feedback`](crate::write_feedback), submissions.
pub type OutputWatch<'a> = Watch<'a>;

/// Report file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// Format of the report.
    pub format: ReportFormat,
    /// Subject of the report.
    pub subject: ReportSubject,
    /// Path of the file.
    pub file: PathBuf,
}

/// Writes reports on all cores of the current thread pool. A report that cannot be written does not stop the others; no file is left
/// half-written. Nothing is written at all if one of the files is an input or a document of the check, would replace a file that this
/// program did not write, or is to be written twice; or if names are to be removed and a stored text can no longer be read.
/// [`Written::failed`] then has the reasons. After a cancellation, the files written so far stay. Blind reports name no document and no
/// person.
#[must_use]
pub fn write_reports(
    check: Report<'_>,
    targets: &[Target],
    scope: ReportScope<'_>,
    inputs: &Inputs,
    watch: &OutputWatch<'_>,
) -> Written {
    let mut inputs = inputs.clone();
    inputs.add_documents(&check.result.documents);
    if !check.options.blind {
        return write_as_named(check, targets, scope, &inputs, watch);
    }
    match Blinded::of(check) {
        Ok(blinded) => write_as_named(blinded.report(check), targets, scope, &inputs, watch),
        // With one text lost, no report can be made that surely names nobody.
        Err(Unreadable { document, source }) => Written {
            failed: vec![OutputError::NoText {
                document,
                place: (targets.first()).map_or_else(PathBuf::new, |target| target.place.clone()),
                source,
            }],
            ..Written::default()
        },
    }
}

/// Writes reports with the names that the documents of the check have.
fn write_as_named(
    check: Report<'_>,
    targets: &[Target],
    scope: ReportScope<'_>,
    inputs: &Inputs,
    watch: &OutputWatch<'_>,
) -> Written {
    let (mut tasks, mut sites) = (Vec::new(), Vec::new());
    let names = super::document_file_names(check, "report.file-name");
    let of_copies = super::document_file_names(check, "marked.file-name");
    let of_forms = super::document_file_names(check, "form.file-name");
    for target in targets {
        if scope == ReportScope::Check && target.format == ReportFormat::Html {
            sites.push(target.place.as_path());
        } else {
            let names = match target.format {
                ReportFormat::Marked => &of_copies,
                ReportFormat::Form => &of_forms,
                _ => &names,
            };
            add_tasks((check, names), target, scope, &mut tasks);
        }
    }
    let pages = sites.iter().map(|folder| Output {
        place: (*folder).to_owned(),
        kind: OutputKind::Pages,
    });
    let copies = targets
        .iter()
        .filter(|target| target.format == ReportFormat::Marked);
    let copies = copies.map(|target| Output {
        place: target.place.clone(),
        kind: OutputKind::Copies,
    });
    if let Some(refused) = refused(inputs, pages.chain(copies), &tasks) {
        return refused;
    }
    // The folder of a file that a person names is not made: a slip of the pen would make one.
    let folders = (targets.iter()).filter(|target| target.format.is_of_documents());
    let folders = folders.filter(|target| !sites.contains(&target.place.as_path()));
    let failed: Vec<ReportError> = folders
        .filter_map(|target| make_folder(&target.place).err())
        .collect();
    // A folder that cannot be made is told once, and not for each of its files.
    let is_failed = |folder: &Path| failed.iter().any(|error| error.file == folder);
    tasks.retain(|task| {
        !task.format.is_of_documents() || !task.file.parent().is_some_and(is_failed)
    });
    let failed: Vec<OutputError> = failed.into_iter().map(OutputError::from).collect();
    let (done, of_sites) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let tell = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (watch.progress)(done, tasks.len() + of_sites.load(Ordering::Relaxed));
    };
    let written = Mutex::new(Written {
        failed,
        ..Written::default()
    });
    for folder in sites {
        let progress = |_: usize, total: usize| {
            of_sites.store(total, Ordering::Relaxed);
            tell();
        };
        match super::html_report(folder, check, inputs, &progress, watch.cancelled) {
            Ok(()) => note(&written, Ok(Some(folder.join("index.html")))),
            Err(HtmlError::NotWritten(error)) => note(&written, Err(error.into())),
            Err(HtmlError::Cancelled) => {}
        }
    }
    let notes = write_tasks(check, &tasks, inputs, watch.cancelled, &|result| {
        let is_done = result.is_ok();
        note(&written, result);
        if is_done {
            tell();
        }
    });
    let mut written = sorted(written);
    if targets
        .iter()
        .any(|target| target.format == ReportFormat::Marked)
    {
        written.notes = copy_notes(check, &notes, &tasks, &written);
        written.lacks_originals = notes.iter().any(CopyNote::lacks_original);
    }
    written
}

/// Writes these report files, and creates their folders, on all cores of the current thread pool. A report that cannot be written does
/// not stop the others; no file is left half-written. Nothing is written at all if [`write_reports`] would refuse one of the files, or if
/// one of the folders cannot be created. The reports name documents and persons even if the options ask for blind reports.
#[must_use]
pub fn write_report_files(
    check: Report<'_>,
    files: &[ReportFile],
    inputs: &Inputs,
    watch: &OutputWatch<'_>,
) -> Written {
    let mut inputs = inputs.clone();
    inputs.add_documents(&check.result.documents);
    if let Some(refused) = refused(&inputs, [], files) {
        return refused;
    }
    let (written, done) = (Mutex::new(Written::default()), AtomicUsize::new(0));
    let folders: BTreeSet<&Path> = files.iter().filter_map(|task| task.file.parent()).collect();
    for folder in folders {
        if let Err(error) = make_folder(folder) {
            note(&written, Err(error.into()));
            return sorted(written);
        }
    }
    let notes = write_tasks(check, files, &inputs, watch.cancelled, &|result| {
        let is_done = result.is_ok();
        note(&written, result);
        if is_done {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (watch.progress)(done, files.len());
        }
    });
    Written {
        notes: marked::texts(&notes, check.language),
        lacks_originals: notes.iter().any(CopyNote::lacks_original),
        ..sorted(written)
    }
}

/// Returns what a person should know of the marked copies that were asked for.
fn copy_notes(
    check: Report<'_>,
    notes: &[CopyNote],
    tasks: &[ReportFile],
    written: &Written,
) -> Vec<String> {
    let language = check.language;
    let mut texts = marked::texts(notes, language);
    let copies = tasks
        .iter()
        .filter(|task| task.format == ReportFormat::Marked);
    let has_copies = copies
        .clone()
        .any(|task| written.files.contains(&task.file));
    if !has_copies && notes.is_empty() && written.failed.is_empty() {
        texts.push(language.text("marked.none"));
    }
    let is_blind = check
        .options
        .originals
        .is_some_and(|originals| originals.documents.is_some());
    if has_copies && is_blind {
        texts.push(language.text("marked.blind"));
    }
    texts
}

/// Makes and writes files side by side; `note` receives each result, `None` for a copy that there is no reason to make.
/// Returns the notes on marked copies in the order of the files.
fn write_tasks(
    check: Report<'_>,
    tasks: &[ReportFile],
    inputs: &Inputs,
    cancelled: &(dyn Fn() -> bool + Sync),
    note: &(dyn Fn(Result<Option<PathBuf>, OutputError>) + Sync),
) -> Vec<CopyNote> {
    let writer = Writer { check, cancelled };
    let all: Vec<Vec<CopyNote>> = (tasks.par_iter().with_max_len(1))
        .map(|task| {
            if cancelled() {
                return Vec::new();
            }
            let made = writer.made(task);
            // Asked again: no file must appear after a cancel.
            if cancelled() {
                return Vec::new();
            }
            let mut notes = Vec::new();
            note(made.and_then(|copy| {
                notes = copy.notes;
                let Some(bytes) = copy.bytes else {
                    return Ok(None);
                };
                super::write_bytes(&task.file, Content::Report(task.format), inputs, &bytes)?;
                Ok(Some(task.file.clone()))
            }));
            notes
        })
        .collect();
    all.into_iter().flatten().collect()
}

fn note(written: &Mutex<Written>, result: Result<Option<PathBuf>, OutputError>) {
    let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
    match result {
        Ok(file) => written.files.extend(file),
        Err(error) => written.failed.push(error),
    }
}

fn sorted(written: Mutex<Written>) -> Written {
    let mut written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    written.files.sort();
    written.failed.sort_by(|x, y| x.place().cmp(y.place()));
    written
}

/// Returns the refusals if anything may not be written, before anything is.
fn refused(
    inputs: &Inputs,
    pages: impl IntoIterator<Item = Output>,
    tasks: &[ReportFile],
) -> Option<Written> {
    let file = |task: &ReportFile| Output::file(&task.file, Content::Report(task.format));
    let of_check = tasks.iter().filter(|task| !task.format.is_of_documents());
    let few: Vec<Output> = pages.into_iter().chain(of_check.map(file)).collect();
    // Reports of documents have different names, and there may be thousands of them.
    let of_documents = tasks.iter().filter(|task| task.format.is_of_documents());
    let refused = of_documents
        .filter_map(|task| inputs.allow(&task.file, Content::Report(task.format)).err());
    let twice = few.iter().filter_map(|output| {
        let has_name = |task: &&ReportFile| {
            let name = |path: &Path| path.file_name().map(OsStr::to_ascii_lowercase);
            task.format.is_of_documents() && name(&task.file) == name(&output.place)
        };
        let of_document = file(tasks.iter().find(has_name)?);
        inputs.allow_all(&[of_document, output.clone()]).err()
    });
    let refused: Vec<Refusal> = inputs
        .allow_all(&few)
        .err()
        .into_iter()
        .chain(refused)
        .chain(twice)
        .collect();
    let error = |refusal: Refusal| OutputError::from(ReportError::from(refusal));
    (!refused.is_empty()).then(|| {
        let failed = refused.into_iter().map(error).collect();
        sorted(Mutex::new(Written {
            failed,
            ..Written::default()
        }))
    })
}

/// Adds the files of a target, but for the web pages of a whole check. `names` has the names of the documents' reports.
fn add_tasks(
    (check, names): (Report<'_>, &[(DocumentIndex, String)]),
    Target { format, place }: &Target,
    scope: ReportScope<'_>,
    tasks: &mut Vec<ReportFile>,
) {
    let format = *format;
    if !format.is_of_documents() {
        tasks.push(ReportFile {
            format,
            subject: ReportSubject::Check,
            file: place.clone(),
        });
        return;
    }
    let file = |name: &str| place.join(format!("{name}.{}", format.name()));
    let file_of = |position: DocumentIndex, name: &str| match format {
        ReportFormat::Marked => {
            // A document that cannot be marked has no file.
            let ending = marked::ending(check, position).unwrap_or_default();
            place.join(format!("{name}.{ending}"))
        }
        ReportFormat::Form => place.join(format!("{name}.pdf")),
        _ => file(name),
    };
    if let (ReportFormat::Html, ReportScope::Pair(a, b)) = (format, scope) {
        tasks.push(ReportFile {
            format,
            subject: ReportSubject::Pair(a, b),
            file: file(&super::pair_file_name(check, a, b)),
        });
        return;
    }
    let is_chosen = |position: DocumentIndex| match scope {
        ReportScope::Check => true,
        ReportScope::Documents(documents) => documents.contains(&position),
        ReportScope::Pair(a, b) => position == a || position == b,
    };
    let chosen = (names.iter()).filter(|(position, _)| is_chosen(*position));
    tasks.extend(chosen.map(|(position, name)| ReportFile {
        format,
        subject: ReportSubject::Document(*position),
        file: file_of(*position, name),
    }));
}

fn make_folder(folder: &Path) -> Result<(), ReportError> {
    std::fs::create_dir_all(folder).map_err(|source| ReportError::at(folder, source))
}

/// Writer of single files, with what several of them need.
struct Writer<'a> {
    check: Report<'a>,
    cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl Writer<'_> {
    /// Makes a report in memory. Only a marked copy may lack bytes or have notes.
    fn made(&self, task: &ReportFile) -> Result<MarkedCopy, OutputError> {
        if let (ReportFormat::Marked, ReportSubject::Document(position)) =
            (task.format, task.subject)
        {
            let copy = marked::marked_copy(self.check, position, self.cancelled);
            return copy.map_err(|source| self.not_made(task, source));
        }
        let mut bytes = Vec::new();
        let written = match task.subject {
            ReportSubject::Check => write_whole(task.format, &mut bytes, self.check),
            ReportSubject::Document(document) => self.document(task.format, &mut bytes, document),
            ReportSubject::Pair(a, b) => match self.check.result.pair(a, b) {
                Some(pair) => super::pair_html(&mut bytes, self.check, &pair),
                None => Err(io::ErrorKind::NotFound.into()),
            },
        };
        match written {
            Ok(()) => Ok(MarkedCopy {
                bytes: Some(bytes),
                notes: Vec::new(),
            }),
            Err(source) => Err(self.not_made(task, source)),
        }
    }

    fn document(
        &self,
        format: ReportFormat,
        out: &mut dyn Write,
        document: DocumentIndex,
    ) -> io::Result<()> {
        match format {
            ReportFormat::Html => super::document_html(out, self.check, document),
            ReportFormat::Docx => super::document_docx(out, self.check, document),
            ReportFormat::Pdf => super::document_pdf(out, self.check, document),
            ReportFormat::Form => super::form_pdf(out, self.check, document),
            ReportFormat::Marked
            | ReportFormat::ClassPdf
            | ReportFormat::Xlsx
            | ReportFormat::Csv
            | ReportFormat::DocumentsCsv
            | ReportFormat::SubmissionsCsv
            | ReportFormat::Json => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Returns the error of a report that could not be made. It names the document if its kept text is lost.
    fn not_made(&self, task: &ReportFile, source: io::Error) -> OutputError {
        let positions = match task.subject {
            ReportSubject::Check => [None, None],
            ReportSubject::Document(document) => [Some(document), None],
            ReportSubject::Pair(a, b) => [Some(a), Some(b)],
        };
        let is_lost = |document: &&Document| {
            document
                .content()
                .is_some_and(|content| content.text.text().is_err())
        };
        let documents = (positions.into_iter().flatten())
            .filter_map(|position| self.check.result.document(position));
        match documents.into_iter().find(is_lost) {
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

/// Writes the report on a whole check in a format that consists of a single file. Fails with [`io::ErrorKind::InvalidInput`] for other
/// formats. Also fails if `out` does, or if names are to be removed and a stored text can no longer be read. A blind report names no
/// document and no person.
pub fn write_check(format: ReportFormat, out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    if !check.options.blind {
        return write_whole(format, out, check);
    }
    let blinded = Blinded::of(check).map_err(|lost| lost.source)?;
    write_whole(format, out, blinded.report(check))
}

/// Writes the report of a whole check with the names that its documents have.
fn write_whole(format: ReportFormat, out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    match format {
        ReportFormat::ClassPdf => super::class_pdf(out, check),
        ReportFormat::Xlsx => super::check_xlsx(out, check),
        ReportFormat::Csv => super::pairs_csv(out, check),
        ReportFormat::DocumentsCsv => super::documents_csv(out, check),
        ReportFormat::SubmissionsCsv => {
            super::submissions_csv(out, check, FeedbackOptions::default())
        }
        ReportFormat::Json => super::check_json(out, check),
        ReportFormat::Html
        | ReportFormat::Pdf
        | ReportFormat::Form
        | ReportFormat::Docx
        | ReportFormat::Marked => Err(io::ErrorKind::InvalidInput.into()),
    }
}
