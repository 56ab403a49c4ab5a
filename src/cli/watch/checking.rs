//! Check of one file of a watched folder: reading, comparing with the library, reports, joining the library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::Arguments;
use super::library_source::OpenLibrary;
use super::report_folder::Failure;
use super::stopping::Stop;
use super::task::{Interruption, Outcome, Task};
use crate::cli::check_recorder::CheckRecorder;
use crate::cli::copying;
use crate::cli::declared_files;
use crate::cli::error::CliError;
use crate::cli::reports::today;
use chachong_check::{
    CheckResult, CopyError, CopySettings, CopyWatch, Document, Origin, Settings, in_pool,
};
use chachong_compare::{Choices, DocumentIndex};
use chachong_import::{
    ImportCause, Importer, Isolation, Limits, PassedOver, open_watched, stamped_file,
};
use chachong_jobs::library::{Joining, join_library, keep_submissions};
use chachong_jobs::{
    CheckRequest, KeptSettings, Libraries, Session, SessionDocuments, SessionStep, run_check,
};
use chachong_library::{FileStamp, LibraryError, MissingPart};
use chachong_messages::Language;
use chachong_record::RecordField;
use chachong_report::{
    Inputs, OutputWatch, Report, ReportFile, ReportFormat, ReportOptions, ReportSubject,
    write_report_files,
};

/// Interval at which a request to stop is noticed while a file is read.
const TICK: Duration = Duration::from_millis(200);

/// Settings of all checks of a watch.
pub(super) struct Checker<'w> {
    arguments: &'w Arguments,
    settings: Settings,
    copying: CopySettings,
    /// Everything that the watch reads or keeps.
    inputs: Inputs,
    language: Language,
}

impl<'w> Checker<'w> {
    /// Prepares what all checks need: models and templates.
    pub(super) fn new(arguments: &'w Arguments, language: Language) -> Result<Self, CliError> {
        let reading = &arguments.reading;
        Ok(Self {
            settings: reading.settings(reading.by.clone(), None)?,
            copying: copying::settings(&arguments.copying, &reading.by, reading.threads, language)?,
            inputs: declared_files::of_watch(arguments).inputs,
            arguments,
            language,
        })
    }

    /// Checks a file.
    pub(super) fn check(
        &self,
        task: &Task<'_>,
        opened: &OpenLibrary,
        stop: &Stop,
    ) -> Result<Outcome, Interruption> {
        let settings = Settings {
            library: Some(Arc::clone(opened.library.store())),
            by: opened.by.clone(),
            ..self.settings.clone()
        };
        let (mut documents, passed_over) = self.read(task, &settings, opened, stop)?;
        let failures = self.failures(&documents);
        if documents
            .iter()
            .all(|document| document.content().is_none())
        {
            return Ok(Outcome {
                failures,
                ..Outcome::default()
            });
        }
        for document in &mut documents {
            if let Some(Ok(content)) = &mut document.outcome {
                // From here on a library that goes away cannot make the text seem empty.
                content.text =
                    (content.text.in_memory()).map_err(|error| self.halt(error.into()))?;
            }
        }
        let mut outcome = self.compare(task, (documents, passed_over), &settings, opened, stop)?;
        outcome.failures = [failures, outcome.failures].concat();
        Ok(outcome)
    }

    /// Reads the file; an archive holds several documents. Their names begin with that of the file.
    fn read(
        &self,
        task: &Task<'_>,
        settings: &Settings,
        opened: &OpenLibrary,
        stop: &Stop,
    ) -> Result<(Vec<Document>, PassedOver), Interruption> {
        let session = Session::start(vec![task.path.to_owned()], &[], settings.clone());
        let mut found = SessionDocuments::default();
        let (mut away, mut done) = (None, false);
        while !done {
            match session.events.recv_timeout(TICK) {
                Ok(event) => match found.take(event) {
                    // A library that may only be read keeps nothing; only joining it asks for more.
                    SessionStep::NotKept(LibraryError::ReadOnly { .. }) if opened.read_only => {}
                    SessionStep::NotKept(error) => {
                        away = Some(error);
                        session.cancel();
                    }
                    SessionStep::Done { .. } => done = true,
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    if stop.is_requested() {
                        session.cancel();
                    }
                }
                // The thread of the session crashed, which its log says.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let SessionDocuments {
            mut documents,
            passed_over,
        } = found;
        if let Some(error) = away {
            return Err(Interruption::Away(error));
        }
        self.validate(task, &documents, done, stop)?;
        let above = task.name.rsplit_once('/').map(|(above, _)| above);
        for document in &mut documents {
            if let Some(above) = above {
                document.name = format!("{above}/{}", document.name);
            }
        }
        documents.sort_by(|a, b| a.name.cmp(&b.name));
        Ok((documents, passed_over))
    }

    /// Checks that the file was read to its end, as it was when it was hashed.
    fn validate(
        &self,
        task: &Task<'_>,
        documents: &[Document],
        done: bool,
        stop: &Stop,
    ) -> Result<(), Interruption> {
        let is_unread = |document: &Document| document.content().is_none();
        let is_stopped = if documents.iter().any(is_unread) {
            stop.is_requested_soon()
        } else {
            stop.is_requested()
        };
        if is_stopped {
            return Err(Interruption::Stopped);
        }
        if FileStamp::of(task.path) != Some(task.stamp) {
            return Err(Interruption::Changing);
        }
        if !done || documents.iter().any(|document| document.outcome.is_none()) {
            let message = self.language.text("cli.watch.crashed");
            return Err(Interruption::Later("crashed", message));
        }
        if let Some(cause) = documents
            .iter()
            .filter_map(Document::failure)
            .find(|cause| may_pass(cause))
        {
            return Err(Interruption::Later(
                cause.key(),
                self.language.reason(cause),
            ));
        }
        // Meanwhile a link may have taken the file's place, and led elsewhere: only what was hashed is checked.
        let is_hashed = |document: &Document| {
            let content = document.content();
            stamped_file(&document.path) != document.path
                || content.is_none_or(|content| content.metadata.sha256 == task.sha256)
        };
        let folder = &self.arguments.folder;
        if !documents.iter().all(is_hashed) || open_watched(folder, task.path).is_err() {
            return Err(Interruption::Changing);
        }
        Ok(())
    }

    /// Returns the documents that could not be read, with cause and remedy.
    fn failures(&self, documents: &[Document]) -> Vec<Failure> {
        let language = self.language;
        let failed = documents.iter().filter_map(|document| {
            let cause = document.failure()?;
            Some(Failure {
                file: document.name.clone(),
                cause: cause.key().to_owned(),
                reason: language.reason(cause),
                remedy: language.remedy(cause),
            })
        });
        failed.collect()
    }

    /// Compares the documents with each other and with the library, writes the reports, saves the check and, with `--add`, adds the
    /// documents to the library.
    fn compare(
        &self,
        task: &Task<'_>,
        (documents, passed_over): (Vec<Document>, PassedOver),
        settings: &Settings,
        opened: &OpenLibrary,
        stop: &Stop,
    ) -> Result<Outcome, Interruption> {
        let kept = self.kept_settings(&passed_over);
        let library = Arc::clone(&opened.library);
        let mut recorder = CheckRecorder::of(library, task.name.to_owned(), kept)?;
        let watch = CopyWatch {
            cancelled: &|| stop.is_requested(),
            ..CopyWatch::NOBODY
        };
        let request = CheckRequest {
            passed_over,
            by: settings.by.clone(),
            thresholds: settings.by.thresholds(self.arguments.max_distance),
            copying: self.copying.clone(),
            possible: self.arguments.copying.possible,
            choices: Box::new(|documents| self.choices(documents, task.earlier)),
            ..CheckRequest::of(documents)
        };
        let libraries = Libraries {
            against: vec![recorder.against()],
            kept_in: recorder.kept_in().cloned(),
            missing: Vec::new(),
        };
        let result = run_check(request, &libraries, &watch).map_err(|error| self.halt(error))?;
        let result = result.with_evidence();
        // Nobody waits for this check: it is made again when the missing part may be there. The reports name what stays missing.
        let mut missing = result.missing().iter();
        if let Some(why) =
            missing.find_map(|part| passing(part, opened.library.file(), self.language))
        {
            return Err(why);
        }
        let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
        let today = today();
        let check = Report {
            result: &result,
            language: self.language,
            options: ReportOptions {
                date: Some(&today),
                pictures: Some(&pictures),
                ..ReportOptions::default()
            },
        };
        let (names, reports) = self.write(check, task, stop)?;
        recorder.keep_compared_with(&result);
        recorder.done(&result);
        recorder.settled()?;
        let mut failures = Vec::new();
        if self.arguments.add {
            let joining: Vec<Joining> = result.documents.iter().filter_map(Joining::of).collect();
            let store = opened.library.store().as_ref();
            let mut added = Vec::new();
            let damaged = join_library(store, &joining, &mut |joined| {
                added.extend_from_slice(joined);
                true
            })?;
            failures = self.failures(&damaged);
            keep_submissions(store, (&result.documents, &result.submissions), &added)?;
        }
        let verdicts = (result.findings.pairs.iter()).filter_map(|pair| pair.verdict);
        Ok(Outcome {
            names,
            reports,
            failures,
            missing: check.missing_notes(),
            share: largest_share(&result),
            verdict: verdicts.filter(|verdict| verdict.is_finding()).min(),
            strongest: (result.findings.pairs.first()).and_then(|pair| Some(pair.strongest?.kind)),
        })
    }

    /// Returns the settings that are saved with a check.
    fn kept_settings(&self, passed_over: &PassedOver) -> KeptSettings {
        KeptSettings {
            max_distance: self.arguments.max_distance,
            recipe: Some(self.settings.by.recipe().name().to_owned()),
            passed_over: passed_over.clone(),
            ..KeptSettings::default()
        }
    }

    /// Makes the choices about what counts. If the file is one document, earlier contents of the file in the library are versions of its
    /// thesis unless they state another author.
    fn choices(&self, documents: &[Document], earlier: &[(PathBuf, String)]) -> Choices {
        let mut choices = self.arguments.copying.choices();
        let is_earlier = |document: &Document| {
            let content = document.content();
            document.origin == Origin::Library
                && earlier.iter().any(|(path, sha256)| {
                    *path == document.path
                        && content.is_some_and(|content| content.metadata.sha256 == *sha256)
                })
        };
        let own: Vec<DocumentIndex> = own(documents).map(|(position, _)| position).collect();
        for (position, _) in (0..)
            .map(DocumentIndex)
            .zip(documents)
            .filter(|(_, one)| is_earlier(one))
        {
            // Which of an archive's documents it was is not known: what they state decides there.
            if let [own] = own[..]
                && !state_different_authors(&documents[own], &documents[position])
            {
                choices.set_one_thesis(own, position, Some(true));
            }
        }
        choices
    }

    /// Writes all reports. Returns the paths of the reports without an ending, by the names of the documents, and the written files.
    fn write(
        &self,
        check: Report<'_>,
        task: &Task<'_>,
        stop: &Stop,
    ) -> Result<(BTreeMap<String, String>, Vec<PathBuf>), Interruption> {
        let read: Vec<(DocumentIndex, &Document)> = own(&check.result.documents)
            .filter(|(_, document)| document.content().is_some())
            .collect();
        let mut wanted = vec![task.name.to_owned()];
        wanted.extend(read.iter().map(|(_, document)| document.name.clone()));
        wanted.dedup();
        let names = (task.names)(&wanted);
        let place = |name: &str, format: ReportFormat| {
            let name = names.get(name)?;
            Some(task.reports.join(format!("{name}.{}", format.name())))
        };
        let mut files = Vec::new();
        for &format in &self.arguments.formats {
            if format.is_of_documents() {
                files.extend(read.iter().filter_map(|(position, document)| {
                    Some(ReportFile {
                        format,
                        subject: ReportSubject::Document(*position),
                        file: place(&document.name, format)?,
                    })
                }));
            } else {
                files.extend(place(task.name, format).map(|file| ReportFile {
                    format,
                    subject: ReportSubject::Check,
                    file,
                }));
            }
        }
        let watch = OutputWatch {
            cancelled: &|| stop.is_requested(),
            ..OutputWatch::NOBODY
        };
        let threads = self.arguments.reading.threads;
        let written = in_pool(threads, || {
            write_report_files(check, &files, &self.inputs, &watch)
        });
        if let Some(error) = written.failed.first() {
            return Err(Interruption::Later(
                "not-written",
                error.text(self.language),
            ));
        }
        if written.files.len() < files.len() {
            return Err(Interruption::Stopped);
        }
        Ok((names, written.files))
    }

    fn halt(&self, error: CopyError) -> Interruption {
        match error {
            CopyError::Cancelled => Interruption::Stopped,
            CopyError::Library(error) => Interruption::Away(error),
            CopyError::TemporaryFile(_) | CopyError::Index(_) => {
                Interruption::Later("temporary-file", self.language.copy_error(&error))
            }
        }
    }
}

/// Returns why a part of the library `file` was not compared if that may pass by itself; `None` for damage, and for members of which
/// a limit withholds text.
fn passing(part: &MissingPart, file: &Path, language: Language) -> Option<Interruption> {
    match (&part.damage, &part.limit) {
        (None, None) => Some(Interruption::Away(LibraryError::ServerAway {
            file: file.to_owned(),
            detail: part.server.clone().unwrap_or_default(),
        })),
        // What one day allows is used up, or this file is too long for it: others need not wait.
        (None, Some(limit)) if limit.member.is_none() => Some(Interruption::Later(
            "limit-reached",
            language.missing_part(part),
        )),
        _ => None,
    }
}

/// Whether a file may be readable later although it does not change.
fn may_pass(cause: &ImportCause) -> bool {
    matches!(
        cause,
        ImportCause::Unreadable { .. } | ImportCause::NoTemporaryRoom { .. }
    )
}

/// Returns whether two documents state different student numbers or different authors. A student's file may have replaced another
/// student's.
fn state_different_authors(a: &Document, b: &Document) -> bool {
    let stated = |document: &Document, field| {
        let value = document.content()?.record.trusted(field)?;
        Some(value.split_whitespace().collect::<String>())
    };
    [RecordField::StudentNumber, RecordField::Author]
        .into_iter()
        .any(|field| matches!((stated(a, field), stated(b, field)), (Some(a), Some(b)) if a != b))
}

/// Returns the largest total copied share, 0..=1, of the file's documents; `None` if no document has a share.
fn largest_share(result: &CheckResult) -> Option<f64> {
    let share = |position: DocumentIndex| Some(result.shares()?.document(position)?.net.share());
    let shares = own(&result.documents).filter_map(|(position, _)| share(position));
    shares.reduce(f64::max)
}

/// Documents of the file itself, with their positions.
fn own(documents: &[Document]) -> impl Iterator<Item = (DocumentIndex, &Document)> {
    let all = (0..).map(DocumentIndex).zip(documents);
    all.filter(|(_, document)| document.origin == Origin::Checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_interrupts_a_check() {
        let of = |part: &MissingPart| passing(part, Path::new("l"), Language::English);
        let library = || "l".to_owned();
        let away = MissingPart::away(library(), Some("host:5432".to_owned()));
        assert!(matches!(
            of(&away),
            Some(Interruption::Away(LibraryError::ServerAway { detail, .. })) if detail == "host:5432"
        ));
        let refused = MissingPart::withheld(library(), None);
        assert!(matches!(
            of(&refused),
            Some(Interruption::Later("limit-reached", _))
        ));
        let withheld = MissingPart::withheld(library(), Some(("a.txt".to_owned(), 700)));
        assert!(of(&withheld).is_none());
        let damage = chachong_library::Damage {
            part: chachong_library::DamagedPart::Text,
            document: None,
            name: None,
        };
        assert!(of(&MissingPart::damaged(library(), damage)).is_none());
    }
}
