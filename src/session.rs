//! One check: which files, read and fingerprinted in the background on all cores, then compared. The window and the
//! command line both drive this. Knows nothing of either: progress goes out as events over a channel.

mod adding;
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
use reading::{Reader, in_pool, read_all, telling};
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

/// What the names of the library's documents begin with in a check.
pub const LIBRARY_PREFIX: &str = "library:";

/// How a check reads and fingerprints.
#[derive(Clone, Debug)]
pub struct Settings {
    /// From text to fingerprint.
    pub recipe: Recipe,
    /// The document frequencies that the recipe asks, if it asks any; `None`: the starting table.
    pub documents: Option<Arc<DocumentFrequencies>>,
    /// Number of threads; `None` is one for each core.
    pub threads: Option<usize>,
    /// Where files are parsed.
    pub isolation: Isolation,
    /// What one file may take.
    pub limits: Limits,
    /// Encodings that the person chose, by the file's place; all others are recognised.
    pub encodings: HashMap<PathBuf, TextEncoding>,
    /// Keeps what is read, so that no file is read twice.
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
    /// The recipe with its table.
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
    /// Its name in tables and reports, unique in the check. That of a document of the library begins with
    /// [`LIBRARY_PREFIX`].
    pub name: String,
    /// Whether it is checked, or of the library and there because it is like a checked one. Documents are kept by origin,
    /// then name.
    pub origin: Origin,
    /// Where it is.
    pub path: PathBuf,
    /// Its kind; `None` for a folder that could not be entered.
    pub format: Option<Format>,
    /// What became of it; `None` while it waits or when the check was cancelled before it was read.
    pub outcome: Option<Result<Reading, ImportCause>>,
}

/// What is kept of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Those that are neither white space nor passed over by comparing (running heads, unseen text).
    pub countable: u64,
    /// The document in the library, where there is one.
    pub kept: Option<DocumentId>,
    /// Its fingerprint; `None` with too few different terms.
    pub fingerprint: Option<Fingerprint>,
    /// For a pdf: the offset in its text at which each page begins.
    pub pages: Vec<u64>,
    /// Encoding of a txt.
    pub encoding: Option<String>,
    /// The reader that found the text, where there are several.
    pub reader: Option<String>,
    /// What the file says of its own making.
    pub metadata: Box<Metadata>,
    /// What a person should know, the gravest first.
    pub warnings: Vec<Warning>,
    /// The text, for comparing and showing passages.
    pub text: KeptText,
    /// Which of its characters count, and its sections and quotations.
    pub counted: Arc<Counted>,
}

/// How reading went, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Read; there may be notes.
    Ok,
    /// Read, with something that is wrong or asks for a look.
    Warning,
    /// Not read.
    Failed,
    /// Not yet read, or cancelled before.
    Waiting,
}

impl Status {
    /// The name in CSV and JSON.
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
    /// What was read, if anything.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        self.outcome.as_ref()?.as_ref().ok()
    }

    /// Why it was not read.
    #[must_use]
    pub fn failure(&self) -> Option<&ImportCause> {
        self.outcome.as_ref()?.as_ref().err()
    }

    /// How reading went.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.outcome {
            None => Status::Waiting,
            Some(Err(_)) => Status::Failed,
            Some(Ok(reading)) if reading.warnings.iter().all(Warning::is_note) => Status::Ok,
            Some(Ok(_)) => Status::Warning,
        }
    }

    /// Its fingerprint, if it has one.
    #[must_use]
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.reading()?.fingerprint
    }

    /// What comparing needs to know of it.
    #[must_use]
    pub fn fingerprinted(&self) -> Fingerprinted {
        Fingerprinted {
            fingerprint: self.fingerprint(),
            characters: self.reading().map_or(0, |reading| reading.countable),
            of_library: self.origin == Origin::Library,
        }
    }
}

/// What happens in a running session, in this order: one `Found`, then `Reading` and `Read` for each source in any
/// order, one `Done`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The files were found; nothing is read yet.
    Found {
        /// One for each source, by name, `outcome` still `None`; those that cannot even be opened come with theirs.
        documents: Vec<Document>,
        /// Files that are no documents.
        passed_over: usize,
        /// Files that the check already has.
        already_there: usize,
    },
    /// Work on a document began.
    Reading {
        /// Its position in `Found`.
        document: usize,
    },
    /// A document was read, or could not be.
    Read {
        /// Its position in `Found`.
        document: usize,
        /// What became of it.
        outcome: Result<Reading, ImportCause>,
    },
    /// The library cannot keep what is read (its disk is full, say). Told once; reading goes on without it.
    NotKept {
        /// Why.
        error: LibraryError,
    },
    /// All is read, or the session was cancelled.
    Done {
        /// Whether it was cancelled.
        cancelled: bool,
    },
}

/// A running check. Dropping it cancels it.
#[derive(Debug)]
pub struct Session {
    /// What happens.
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

    /// Reads one document of a check again, with `settings` (a chosen encoding, say). The same events follow as from
    /// [`Session::start`], without `Found`; the document's position in them is 0.
    #[must_use]
    pub fn again(document: &Document, settings: Settings) -> Self {
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let (path, name) = (document.path.clone(), document.name.clone());
        std::thread::spawn(move || {
            // Whoever listened may be gone: then there is no one to tell.
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

    /// Reopens a saved check of `settings.library` in the background: what was read comes from the library as it was, the
    /// rest is read now. The same events follow as from [`Session::start`], positions counting `rows`.
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
                // Gone from the library, or damaged there: the file may still be where it was.
                reader.read(&document.path, &document.name, &|| {
                    flag.load(Ordering::Relaxed)
                })
            };
            read_all(documents.len(), &settings, &tell, &flag, &one);
        });
        Self { events, cancelled }
    }

    /// Asks the session to stop; `Done` follows within a second. What was read stays valid.
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
