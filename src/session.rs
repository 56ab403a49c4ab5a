//! One check: finds files, reads and fingerprints them in the background on all cores, then compares them. The window
//! and the command line both drive it; progress goes out as events over a channel.

mod adding;
mod carrying;
mod compared;
mod comparing;
mod copies;
mod cutting;
mod deciding;
mod direction;
mod document;
mod event;
mod findings;
mod fingerprint;
mod fingerprinting;
mod joining;
mod kept;
mod library_frequencies;
mod library_grams;
mod matching;
mod pool;
mod prepared_cache;
mod reading;
mod refreshing;
mod renewing;
mod saving;
mod searching;
mod settings;
mod template_text;
mod texts;
mod verifying;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

pub use adding::{AddEvent, AddSummary, add_to_library};
pub use compared::{Compared, compare_documents};
pub use comparing::{AgainstLibrary, Comparing, CopyEvent, FoundCopies};
pub use copies::{Copies, CopyError, CopySettings, CopyStep, CopyWatch, find_copies};
pub use deciding::{decided_before, decision};
pub use direction::{Hint, Side, direction_hints};
pub use document::{Document, LIBRARY_PREFIX, Reading, Status};
pub use event::Event;
pub use findings::Findings;
pub use fingerprint::{fingerprint, fingerprint_by, terms};
pub use fingerprinting::Fingerprinting;
pub use joining::{JOINED_AT_ONCE, Joining, Transferred, join_library, member_of, transfer};
pub use library_frequencies::library_frequencies;
pub use library_grams::{LEAST_MEMBERS_FOR_GRAMS, library_grams};
pub use matching::Against;
pub(crate) use pool::in_pool;
use reading::{Reader, read_all, telling};
pub use refreshing::refresh_library;
pub use renewing::{RenewEvent, Renewed, Renewing};
pub use saving::{Saving, reopened_copies};
pub use searching::{Hit, TextsFound, search_library};
pub use settings::Settings;
pub use template_text::{drop_template, keep_template, template_text};
pub use texts::{KeptText, TextStore};
pub use verifying::verify_library;

use crate::import::{Format, discover};
use crate::library::CheckRow;
pub use crate::library::Origin;
pub use crate::text::PROCESSING_VERSION;
use crate::text::warm_up;

/// Running check. Dropping it cancels it.
#[derive(Debug)]
pub struct Session {
    /// Receiver of the events.
    pub events: Receiver<Event>,
    cancelled: Arc<AtomicBool>,
}

impl Session {
    /// Starts to find and read the documents in `paths` in the background. `present` are the documents that the check
    /// already has; their files are not read again.
    #[must_use]
    pub fn start(paths: Vec<PathBuf>, present: &[Document], settings: Settings) -> Self {
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let known = present
            .iter()
            .filter(|d| d.origin == Origin::Checked)
            .filter_map(|d| d.path.canonicalize().ok())
            .collect();
        let taken = present.iter().map(|d| d.name.clone()).collect();
        std::thread::spawn(move || run(&paths, &known, &taken, &settings, &send, &flag));
        Self { events, cancelled }
    }

    /// Reads one document of a check again, with other `settings` (a chosen encoding, say). The events are as from
    /// [`Session::start`], without `Found`; the document's position in them is 0.
    #[must_use]
    pub fn again(document: &Document, settings: Settings) -> Self {
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let (path, name) = (document.path.clone(), document.name.clone());
        std::thread::spawn(move || {
            // Sending fails if the receiver is gone; nobody then needs the event.
            let tell = |event| drop(send.send(event));
            let reader = Reader::new(&settings, &tell);
            tell(Event::Reading { document: 0 });
            warm_up();
            if let Some(outcome) = reader.read(&path, &name, &|| flag.load(Ordering::Relaxed)) {
                let _ = send.send(Event::Read {
                    document: 0,
                    outcome,
                });
            }
            let cancelled = flag.load(Ordering::Relaxed);
            let _ = send.send(Event::Done { cancelled });
        });
        Self { events, cancelled }
    }

    /// Reopens a saved check of `settings.library` in the background: documents in the library are taken from there,
    /// the others are read now. The events are as from [`Session::start`]; positions refer to `rows`.
    #[must_use]
    pub fn reopen(rows: Vec<CheckRow>, settings: Settings) -> Self {
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        std::thread::spawn(move || {
            let mut kept = Vec::with_capacity(rows.len());
            let documents: Vec<Document> = rows
                .into_iter()
                .map(|row| {
                    let (known, outcome) = match row.outcome {
                        Some(Ok(document)) => (Some(document), None),
                        Some(Err(cause)) => (None, Some(Err(cause))),
                        None => (None, None),
                    };
                    kept.push(known);
                    Document {
                        name: row.name,
                        origin: row.origin,
                        path: row.path,
                        format: row.format,
                        outcome,
                    }
                })
                .collect();
            let tell = telling(&send, &flag);
            tell(Event::Found {
                documents: documents.clone(),
                passed_over: 0,
                already_there: 0,
            });
            let reader = Reader::new(&settings, &tell);
            let by = settings.fingerprinting();
            let one = |position: usize| {
                let document = &documents[position];
                if document.outcome.is_some() {
                    return None;
                }
                let kept = kept[position].zip(settings.library.as_ref());
                if let Some(Ok(reading)) =
                    kept.map(|(kept, library)| kept::reading(library, kept, &by))
                {
                    return Some(Ok(reading));
                }
                // Deleted from the library, or damaged there: the file may still exist.
                reader.read(&document.path, &document.name, &|| {
                    flag.load(Ordering::Relaxed)
                })
            };
            read_all(documents.len(), &settings, &tell, &flag, &one);
        });
        Self { events, cancelled }
    }

    /// Requests the session to stop; `Done` follows within a second. Documents already read stay valid.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn run(
    paths: &[PathBuf],
    known: &HashSet<PathBuf>,
    taken: &HashSet<String>,
    settings: &Settings,
    events: &Sender<Event>,
    cancelled: &AtomicBool,
) {
    let tell = telling(events, cancelled);
    let found = discover(paths, known, taken, &|| cancelled.load(Ordering::Relaxed));
    let sources = found.sources;
    let documents = sources
        .iter()
        .map(|source| Document {
            name: source.name.clone(),
            origin: Origin::Checked,
            path: source.path.clone(),
            format: Some(source.format),
            outcome: None,
        })
        .chain(found.problems.into_iter().map(|(name, error)| Document {
            name,
            origin: Origin::Checked,
            format: Format::of(&error.file),
            path: error.file,
            outcome: Some(Err(error.cause)),
        }))
        .collect();
    tell(Event::Found {
        documents,
        passed_over: found.passed_over,
        already_there: found.already_there,
    });
    let reader = Reader::new(settings, &tell);
    read_all(sources.len(), settings, &tell, cancelled, &|document| {
        let source = &sources[document];
        reader.read(&source.path, &source.name, &|| {
            cancelled.load(Ordering::Relaxed)
        })
    });
}
