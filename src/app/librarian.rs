//! The thread that asks the library, so that no frame waits for a disk: requests in, answers out. Knows nothing of how
//! answers are shown.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::Context;

use crate::compare::Span;
use crate::library::{
    About, CheckContent, CheckId, DocumentId, Library, LibraryError, Member, Query, SavedCheck,
    search_text::Snippet, snippet,
};
use crate::session::{Joining, PROCESSING_VERSION, join_library};
use crate::simhash::Recipe;
use crate::text::normalize_without;

/// Documents that a search looks into.
const MOST_LOOKED_INTO: usize = 500;
/// Characters shown around what was found.
const AROUND: usize = 40;

/// What is asked.
#[derive(Debug)]
pub(super) enum Ask {
    /// Opens a library instead of the one that is open.
    Open(PathBuf),
    /// What is in it.
    Overview,
    Search(String),
    Remove(Vec<DocumentId>),
    Restore(Vec<DocumentId>),
    /// Forgets for good what was removed.
    Purge,
    /// Puts documents in.
    Join(Vec<Joining>),
    /// A saved check.
    Check(CheckId),
    RemoveCheck(CheckId),
}

/// What is answered.
#[derive(Debug)]
pub(super) enum Told {
    Opened(Arc<Library>),
    Overview(Box<Overview>),
    Found(Found),
    /// So many of so many are put in.
    Joining(usize, usize),
    Joined(usize),
    Removed(Vec<DocumentId>),
    Check(Box<(SavedCheck, CheckContent)>),
    Failed(LibraryError),
}

/// What is in a library.
#[derive(Clone, Debug)]
pub(super) struct Overview {
    pub(super) about: About,
    pub(super) members: Arc<Vec<Member>>,
    pub(super) checks: Vec<SavedCheck>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) typed: String,
    pub(super) hits: Vec<Hit>,
    /// More documents may hold it than were looked into.
    pub(super) cut: bool,
}

/// A document that holds what was searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) document: DocumentId,
    /// In how many places.
    pub(super) places: usize,
    /// The first of them.
    pub(super) piece: Snippet,
}

/// The window's side.
#[derive(Debug)]
pub(super) struct Librarian {
    ask: Sender<Ask>,
    pub(super) told: Receiver<Told>,
}

impl Librarian {
    pub(super) fn start(context: Context) -> Self {
        let (ask, asked) = channel();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut desk = Desk {
                library: None,
                tell,
                context,
            };
            desk.serve(&asked);
        });
        Self { ask, told }
    }

    pub(super) fn ask(&self, ask: Ask) {
        // The thread ends only with the window.
        let _ = self.ask.send(ask);
    }
}

struct Desk {
    library: Option<Arc<Library>>,
    tell: Sender<Told>,
    context: Context,
}

impl Desk {
    fn serve(&mut self, asked: &Receiver<Ask>) {
        let mut waiting = std::collections::VecDeque::new();
        loop {
            let ask = match waiting.pop_front() {
                Some(ask) => ask,
                None => match asked.recv() {
                    Ok(ask) => ask,
                    Err(_) => return,
                },
            };
            waiting.extend(asked.try_iter());
            // Of searches that were typed meanwhile only the last is answered.
            let is_search = |ask: &Ask| matches!(ask, Ask::Search(_));
            if is_search(&ask) && waiting.iter().any(is_search) {
                continue;
            }
            if let Err(error) = self.answer(ask) {
                self.tell(Told::Failed(error));
            }
        }
    }

    fn tell(&self, told: Told) {
        // The window may be gone.
        let _ = self.tell.send(told);
        self.context.request_repaint();
    }

    fn answer(&mut self, ask: Ask) -> Result<(), LibraryError> {
        if let Ask::Open(file) = ask {
            let library = Arc::new(Library::open(&file)?);
            if !library.store().about()?.read_only {
                // What was removed in an earlier run can no longer be asked back.
                library.store().purge()?;
            }
            self.library = Some(Arc::clone(&library));
            self.tell(Told::Opened(library));
            return self.overview();
        }
        let Some(library) = self.library.clone() else {
            return Ok(());
        };
        let store = library.store();
        match ask {
            Ask::Open(_) => {}
            Ask::Overview => self.overview()?,
            Ask::Search(typed) => {
                let found = search(&library, typed)?;
                self.tell(Told::Found(found));
            }
            Ask::Remove(documents) => {
                store.remove_members(&documents)?;
                self.tell(Told::Removed(documents));
                self.overview()?;
            }
            Ask::Restore(documents) => {
                store.restore_members(&documents)?;
                self.overview()?;
            }
            Ask::Purge => {
                store.purge()?;
            }
            Ask::Join(documents) => {
                let (mut done, total) = (0, documents.len());
                self.tell(Told::Joining(done, total));
                let joined = join_library(store.as_ref(), &documents, &mut |joined| {
                    done += joined.len();
                    self.tell(Told::Joining(done, total));
                    true
                });
                // What was put in before something failed is in.
                self.tell(Told::Joined(done));
                self.overview()?;
                joined?;
                library.refresh_index(Recipe::THESIS)?;
            }
            Ask::Check(check) => {
                let found = store.check(check)?;
                self.tell(Told::Check(Box::new(found)));
            }
            Ask::RemoveCheck(check) => {
                store.remove_check(check)?;
                self.overview()?;
            }
        }
        Ok(())
    }

    fn overview(&self) -> Result<(), LibraryError> {
        let Some(library) = &self.library else {
            return Ok(());
        };
        let store = library.store();
        let members = store.members(&Recipe::THESIS.text_form(), PROCESSING_VERSION)?;
        self.tell(Told::Overview(Box::new(Overview {
            about: store.about()?,
            members: Arc::new(members),
            checks: store.checks()?,
        })));
        Ok(())
    }
}

fn search(library: &Library, typed: String) -> Result<Found, LibraryError> {
    let query = Query::parse(&typed);
    let Some(expression) = query.match_expression() else {
        return Ok(Found {
            typed,
            hits: Vec::new(),
            cut: false,
        });
    };
    let documents = library
        .store()
        .search(&expression, MOST_LOOKED_INTO + 1)?;
    let cut = documents.len() > MOST_LOOKED_INTO;
    let mut hits = Vec::new();
    for document in documents.into_iter().take(MOST_LOOKED_INTO) {
        let extracted = match library.store().extracted(document) {
            Ok(extracted) => extracted,
            Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => continue,
            Err(error) => return Err(error),
        };
        let normalized =
            normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
        let places: Vec<Span> = query.find(&extracted.text, &normalized);
        if let Some(first) = places.first() {
            hits.push(Hit {
                document,
                places: places.len(),
                piece: snippet(&extracted.text, *first, AROUND),
            });
        }
    }
    Ok(Found { typed, hits, cut })
}
