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
mod findings;
mod fingerprint;
mod fingerprinting;
mod joining;
mod kept;
mod library_grams;
mod matching;
mod pool;
mod prepared_cache;
mod reading;
mod refreshing;
mod renewing;
mod saving;
mod searching;
mod template_text;
mod texts;
mod verifying;

use std::collections::{HashMap, HashSet};
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
pub use findings::Findings;
pub use fingerprint::{fingerprint, fingerprint_by, terms};
pub use fingerprinting::{Fingerprinting, library_frequencies};
pub use joining::{JOINED_AT_ONCE, Joining, Transferred, join_library, member_of, transfer};
pub use library_grams::{LEAST_MEMBERS_FOR_GRAMS, library_grams};
pub use matching::Against;
pub(crate) use pool::in_pool;
use reading::{Reader, read_all, telling};
pub use refreshing::refresh_library;
pub use renewing::{RenewEvent, Renewed, Renewing};
pub use saving::{Saving, reopened_copies};
pub use searching::{Hit, TextsFound, search_library};
pub use template_text::{drop_template, keep_template, template_text};
pub use texts::{KeptText, TextStore};
pub use verifying::verify_library;

use crate::compare::{Counted, Fingerprinted};
use crate::import::{
    Format, ImportCause, Isolation, Limits, Metadata, TextEncoding, Warning, discover,
};
pub use crate::library::Origin;
use crate::library::{CheckRow, DocumentId, LibraryError, Store};
use crate::simhash::{DocumentFrequencies, Fingerprint, Recipe};
pub use crate::text::PROCESSING_VERSION;
use crate::text::warm_up;

/// Prefix of the names of library documents in a check.
pub const LIBRARY_PREFIX: &str = "library:";

/// Settings for reading and fingerprinting.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Recipe from text to fingerprint.
    pub recipe: Recipe,
    /// Document frequencies for a recipe that weighs by them; `None`: the built-in starting table.
    pub documents: Option<Arc<DocumentFrequencies>>,
    /// Number of threads; `None` is one for each core.
    pub threads: Option<usize>,
    /// Process or thread in which files are parsed.
    pub isolation: Isolation,
    /// Limits of time, memory and text for one file.
    pub limits: Limits,
    /// Encodings that the person chose, by path; those of all other files are detected.
    pub encodings: HashMap<PathBuf, TextEncoding>,
    /// Library that keeps what is read, so that no file is read twice; `None` for none.
    pub library: Option<Arc<dyn Store>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            recipe: Recipe::THESIS,
            documents: None,
            threads: None,
            isolation: Isolation::of_this_program(),
            limits: Limits::default(),
            encodings: HashMap::new(),
            library: None,
        }
    }
}

impl Settings {
    /// Combines the recipe with its document frequencies.
    #[must_use]
    pub fn fingerprinting(&self) -> Fingerprinting {
        match &self.documents {
            Some(documents) => Fingerprinting::with(self.recipe, Arc::clone(documents)),
            None => self.recipe.into(),
        }
    }
}

/// One file of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Name in tables and reports, unique in the check. A library document's name begins with [`LIBRARY_PREFIX`].
    pub name: String,
    /// Whether the document is checked, or of the library and listed because it resembles a checked one. A check's
    /// documents are sorted by origin, then name.
    pub origin: Origin,
    /// Path of the file.
    pub path: PathBuf,
    /// File format; `None` for a folder that could not be entered.
    pub format: Option<Format>,
    /// Result of reading; `None` while the file waits, or if the check was cancelled before.
    pub outcome: Option<Result<Reading, ImportCause>>,
}

/// Data kept of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Number of characters that are neither white space nor excluded (running heads, unseen text).
    pub countable: u64,
    /// Document number in the library; `None` without a library.
    pub kept: Option<DocumentId>,
    /// Fingerprint of the text; `None` with too few different terms.
    pub fingerprint: Option<Fingerprint>,
    /// Start of each page of a pdf, as offsets in the text.
    pub pages: Vec<u64>,
    /// Encoding of a txt.
    pub encoding: Option<String>,
    /// Reader that found the text, for formats with several.
    pub reader: Option<String>,
    /// Metadata of the file: who made it, when and how.
    pub metadata: Box<Metadata>,
    /// Warnings for the person, the gravest first.
    pub warnings: Vec<Warning>,
    /// Text, for comparing and showing passages.
    pub text: KeptText,
    /// Countable characters of the text, with its sections and quotations.
    pub counted: Arc<Counted>,
}

/// Status of reading a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Read; there may be notes.
    Ok,
    /// Read, with a warning that something is wrong or should be looked at.
    Warning,
    /// Not read.
    Failed,
    /// Not yet read, or cancelled before.
    Waiting,
}

impl Status {
    /// Name in CSV and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
        }
    }
}

impl Document {
    /// Returns the reading; `None` unless the document was read.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        self.outcome.as_ref()?.as_ref().ok()
    }

    /// Returns the reason why the document was not read; `None` if it was read or waits.
    #[must_use]
    pub fn failure(&self) -> Option<&ImportCause> {
        self.outcome.as_ref()?.as_ref().err()
    }

    /// Returns the status of reading.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.outcome {
            None => Status::Waiting,
            Some(Err(_)) => Status::Failed,
            Some(Ok(reading)) if reading.warnings.iter().all(Warning::is_note) => Status::Ok,
            Some(Ok(_)) => Status::Warning,
        }
    }

    /// Returns the fingerprint, if the document has one.
    #[must_use]
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.reading()?.fingerprint
    }

    /// Returns the facts that comparing fingerprints needs.
    #[must_use]
    pub fn fingerprinted(&self) -> Fingerprinted {
        Fingerprinted {
            fingerprint: self.fingerprint(),
            characters: self.reading().map_or(0, |reading| reading.countable),
            of_library: self.origin == Origin::Library,
        }
    }
}

/// Event of a running session, in this order: one `Found`, then `Reading` and `Read` for each source in any order,
/// one `Done`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The files were found; nothing is read yet.
    Found {
        /// One document for each source, by name, with `outcome` still `None`; those that cannot even be opened have
        /// theirs.
        documents: Vec<Document>,
        /// Number of files that are no documents.
        passed_over: usize,
        /// Number of files that the check already has.
        already_there: usize,
    },
    /// Work on a document began.
    Reading {
        /// Position in `Found`.
        document: usize,
    },
    /// A document was read, or could not be.
    Read {
        /// Position in `Found`.
        document: usize,
        /// Result of reading.
        outcome: Result<Reading, ImportCause>,
    },
    /// The library cannot keep what is read (its disk is full, say). Sent once; reading goes on without it.
    NotKept {
        /// Error of the library.
        error: LibraryError,
    },
    /// All is read, or the session was cancelled.
    Done {
        /// Whether the session was cancelled.
        cancelled: bool,
    },
}

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
