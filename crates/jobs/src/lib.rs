//! Background jobs of a check: reading files, comparing documents, recomputing fingerprints, autosave. Each job runs on
//! threads of its own, sends events over a channel and can be cancelled. The window and the command line both use these
//! jobs; [`library`] maintains libraries.
//!
//! ```
//! use chachong_check::Settings;
//! use chachong_import::Isolation;
//! use chachong_jobs::Session;
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.txt"), "图书馆在夜间开放，读者可以安静地阅读和讨论。")?;
//! // The program reads in worker processes, which are itself.
//! let settings = Settings { isolation: Isolation::Thread, ..Settings::default() };
//! let session = Session::start(vec![folder.path().to_owned()], &[], settings);
//! let found = session.collect(|_, _| ());
//! assert!(found.documents[0].content().is_some());
//! # Ok::<(), std::io::Error>(())
//! ```

mod check_of_report;
mod compared;
mod comparing;
mod earlier_checks;
mod event;
mod found_in;
mod hand_ins;
mod job;
mod keeping_sources;
mod kept;
mod kept_pages;
mod kept_settings;
mod leads;
pub mod library;
mod matching;
mod reading;
mod rechecking;
mod renewing;
mod reopening;
mod run_check;
mod saved_results;
mod saving;
mod session_documents;
mod specimens;
mod step_event;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

pub use check_of_report::{CheckOfReport, CheckOfReportError, check_of_report};
pub use comparing::{Comparing, CopyEvent, moved_documents, renumbered_choices};
pub use earlier_checks::{LikelyEarlierCheck, likely_earlier_checks};
pub use event::Event;
pub use found_in::FoundIn;
pub use job::Job;
pub use kept_pages::kept_pages;
pub use kept_settings::{BlindReview, KeptSettings};
pub use leads::{
    KeptVectors, LeadEvent, LeadSearch, LeadWatch, Leading, SavedLeads, find_leads, lead_decision,
};
pub use rechecking::{EarlierSource, RecheckEvent, RecheckRequest, RecheckStep, Rechecking};
pub use renewing::{RenewEvent, Renewed, Renewing};
pub use reopening::{kept_documents, reopened_request};
pub use run_check::{
    AgainstLibrary, CheckRequest, Libraries, MakeChoices, NearMethod, NearSearch, run_check,
};
pub use saved_results::reopened_copies;
pub use saving::Saving;
pub use session_documents::{SessionDocuments, SessionStep};
pub use step_event::StepEvent;

use crate::library::kept_submission;
use crate::reading::{Reader, read_all};
use chachong_check::{Document, Settings};
use chachong_import::{Format, PassedOver, discover, real_path};
use chachong_library::{CheckRow, Origin};

/// Running job that finds and reads the files of a check.
pub type Session = Job<Event>;

impl Session {
    /// Starts to find and read the documents in `paths` in the background. `present` are the documents that the check
    /// already has; their files are not read again, but those among `paths` that have changed are told with `Found`.
    #[must_use]
    pub fn start(paths: Vec<PathBuf>, present: &[Document], settings: Settings) -> Self {
        let checked = present.iter().filter(|d| d.origin == Origin::Checked);
        // By the real paths of their files: the path of each document, and the SHA-256 of the file that was read; `None` if it could
        // not be read.
        let known: HashMap<PathBuf, (PathBuf, Option<String>)> = checked
            .filter_map(|d| {
                let read = d.content().map(|content| content.metadata.sha256.clone());
                Some((real_path(&d.path).ok()?, (d.path.clone(), read)))
            })
            .collect();
        let taken: HashSet<String> = present.iter().map(|d| d.name.clone()).collect();
        Self::spawn(move |reporter| {
            // What archives unpack to goes when all is read.
            let archives = settings.archives().keeping();
            let files = known.keys().cloned().collect();
            let is_cancelled = || reporter.is_cancelled();
            let found = discover(
                &paths,
                &files,
                &taken,
                &archives,
                settings.pictures,
                &is_cancelled,
            );
            let reader = Reader::new(&settings, archives, reporter);
            let met_again = (found.met_again.iter()).filter_map(|file| known.get(file));
            let changed = met_again
                .filter(|(path, read)| {
                    (read.as_ref()).is_some_and(|read| reader.has_changed(path, read))
                })
                .map(|(path, _)| path.clone())
                .collect();
            let sources = found.sources;
            let documents = (sources.iter())
                .map(|source| Document {
                    path: source.path.clone(),
                    ..Document::checked(&source.name, Some(source.format), None)
                })
                .chain(found.problems.into_iter().map(|(name, error)| Document {
                    path: error.file.clone(),
                    ..Document::checked(name, Format::of(&error.file), Some(Err(error.cause)))
                }))
                .collect();
            reporter.tell(Event::Found {
                documents,
                passed_over: found.passed_over,
                already_there: found.already_there,
                changed,
            });
            read_all(sources.len(), &settings, reporter, &|document| {
                let source = &sources[document];
                reader.read(document, &source.path, &source.name)
            });
        })
    }

    /// Reads one document of a check again with other `settings`, such as another encoding. The events are as from [`Session::start`],
    /// without `Found`; the document's position in them is 0. After a cancellation there may be no `Read`.
    #[must_use]
    pub fn again(document: &Document, settings: Settings) -> Self {
        let (path, name) = (document.path.clone(), document.name.clone());
        Self::spawn(move |reporter| {
            let reader = Reader::new(&settings, settings.archives(), reporter);
            reporter.tell(Event::Reading { document: 0 });
            if let Some(outcome) = reader.read(0, &path, &name) {
                reporter.tell(Event::Read {
                    document: 0,
                    outcome,
                });
            }
            let cancelled = reporter.is_cancelled();
            reporter.tell(Event::Done { cancelled });
        })
    }

    /// Reopens a saved check in the background. Documents that `settings.library` keeps are loaded from there; the others are read from
    /// their files. `found_in` says in which library each source was found ([`KeptSettings::found_in`]). Sends the same events as
    /// [`Session::start`]; positions in them refer to `rows`. Rows that state why their file was not read keep that reason and have no
    /// `Read`.
    #[must_use]
    pub fn reopen(rows: Vec<CheckRow>, found_in: &FoundIn, settings: Settings) -> Self {
        let libraries = found_in.of_rows(&rows);
        Self::spawn(move |reporter| {
            let mut kept = Vec::with_capacity(rows.len());
            let documents: Vec<Document> = rows
                .into_iter()
                .zip(libraries)
                .map(|(row, library)| {
                    let (known, outcome) = match row.outcome {
                        Some(Ok(document)) => (Some(document), None),
                        Some(Err(cause)) => (None, Some(Err(cause))),
                        None => (None, None),
                    };
                    kept.push(known);
                    let member = known.filter(|_| row.origin == Origin::Library);
                    let kept_submission = (member.zip(settings.library.as_ref()))
                        // What cannot be read is not known: the text says that it is lost.
                        .and_then(|(member, own)| kept_submission(own.as_ref(), member).ok()?);
                    Document {
                        name: row.name,
                        origin: row.origin,
                        path: row.path,
                        format: row.format,
                        library,
                        kept_submission,
                        outcome,
                    }
                })
                .collect();
            reporter.tell(Event::Found {
                documents: documents.clone(),
                passed_over: PassedOver::default(),
                already_there: 0,
                changed: Vec::new(),
            });
            let reader = Reader::new(&settings, settings.archives().keeping(), reporter);
            let one = |position: usize| {
                let document = &documents[position];
                if document.outcome.is_some() {
                    return None;
                }
                let kept = kept[position].zip(settings.library.as_ref());
                if let Some(Ok(reading)) = kept.map(|(kept, library)| {
                    kept::reading(library, kept, &document.name, &settings.by)
                }) {
                    return Some(Ok(reading));
                }
                // Deleted from the library, or damaged there: the file may still exist.
                reader.read(position, &document.path, &document.name)
            };
            read_all(documents.len(), &settings, reporter, &one);
        })
    }
}
