//! Library in use, and the answers of the library's thread that still matter to the window.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};

use crate::work::library_messages::{Answer, LibraryReply, LibraryRequest, TypedPassword};
use crate::work::library_thread::{AddingControl, LibraryThread};
use crate::work::source_opening::SourceToOpen;
use chachong_check::Document;
use chachong_jobs::{AgainstLibrary, Libraries};
use chachong_library::{DocumentId, Library, MissingPart, Store, name_of};
use chachong_window_model::state::State;

/// Maximum number of answers taken in one frame.
const ANSWERS: usize = 1_000;

/// Link to the library.
pub(crate) struct LibraryLink {
    requests: Sender<LibraryRequest>,
    replies: Receiver<Answer>,
    control: Arc<AddingControl>,
    /// Request counter for opening libraries; answers to superseded requests are ignored.
    openings: u64,
    /// Open library; `None` until one is open.
    library: Option<Arc<Library>>,
    /// Further libraries that are open, by their files as listed.
    pub(crate) sources: BTreeMap<PathBuf, Arc<Library>>,
    /// Further libraries that a person has just added, while they are being opened.
    pub(crate) added: BTreeSet<PathBuf>,
    /// Whether the library failed during a comparison; documents are then no longer compared with it, until a person requests a new
    /// comparison or another library is opened.
    pub(crate) without_library: bool,
    /// File of the library that is used when the person has chosen none; `None` for no library then.
    pub(crate) default_library: Option<PathBuf>,
}

impl LibraryLink {
    /// Starts the library's thread; no library is open yet.
    pub(crate) fn start(context: egui::Context, default_library: Option<PathBuf>) -> Self {
        let control = Arc::<AddingControl>::default();
        let (requests, replies) = LibraryThread::start(context, Arc::clone(&control));
        Self {
            requests,
            replies,
            control,
            openings: 0,
            library: None,
            sources: BTreeMap::new(),
            added: BTreeSet::new(),
            without_library: false,
            default_library,
        }
    }

    /// Returns the open library; `None` until one is open.
    pub(crate) const fn library(&self) -> Option<&Arc<Library>> {
        self.library.as_ref()
    }

    /// Returns the store of the open library; `None` until one is open.
    pub(crate) fn store(&self) -> Option<&Arc<dyn Store>> {
        self.library.as_ref().map(|library| library.store())
    }

    /// Starts to open a library; one that is not there is made if it is `new` or the default one.
    pub(crate) fn open(&mut self, file: PathBuf, password: Option<TypedPassword>, new: bool) {
        self.openings += 1;
        let may_make = new || self.default_library.as_ref() == Some(&file);
        self.ask(LibraryRequest::Open {
            number: self.openings,
            file,
            password,
            may_make,
        });
    }

    /// Makes the answer about the library that is being opened outdated.
    pub(crate) fn stop_opening(&mut self) {
        self.openings += 1;
    }

    /// Makes an opened library the one that is used; returns whether another one was open.
    pub(crate) fn use_library(&mut self, library: Arc<Library>) -> bool {
        self.ask(LibraryRequest::Use(Arc::clone(&library)));
        self.library.replace(library).is_some()
    }

    /// Sends a request to the thread, whose replies [`Self::poll`] returns.
    pub(crate) fn ask(&self, request: LibraryRequest) {
        // The thread ends only with the window.
        let _ = self.requests.send(request);
    }

    /// Asks for the times of the decisions about documents.
    pub(crate) fn ask_decision_times(&self, documents: &[Document]) {
        let kept = |document: &Document| document.content()?.kept;
        let documents: Vec<DocumentId> = documents.iter().filter_map(kept).collect();
        if self.library.is_some() && !documents.is_empty() {
            self.ask(LibraryRequest::Decisions(documents));
        }
    }

    /// Sends a request that adds documents to the library, which can be paused and stopped from now on.
    pub(crate) fn start_adding(&self, request: LibraryRequest) {
        self.control.stop.store(false, Ordering::Relaxed);
        self.control.paused.store(false, Ordering::Relaxed);
        self.ask(request);
    }

    /// Stops adding documents to the library; what was added stays.
    pub(crate) fn stop_adding(&self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }

    /// Pauses adding a dump to the library, or goes on.
    pub(crate) fn pause_adding(&self, paused: bool) {
        self.control.paused.store(paused, Ordering::Relaxed);
    }

    /// Returns the libraries to compare new documents with: the one in use, unless it is switched off or failed, and the
    /// further ones that are open and switched on.
    pub(crate) fn libraries(&self, state: &State) -> Libraries {
        let against = |library: &Arc<Library>, is_own| AgainstLibrary {
            library: Arc::clone(library),
            is_own,
        };
        let own = self.library.as_ref().filter(|_| !self.without_library);
        let compared = own.filter(|_| state.settings.against_library);
        let listed = (state.library.source_libraries.iter()).filter(|listed| listed.is_on);
        let (mut sources, mut missing) = (Vec::new(), Vec::new());
        for listed in listed {
            match self.sources.get(&listed.file) {
                Some(library) => sources.push(against(library, false)),
                None => missing.push(MissingPart::away(name_of(&listed.file), None)),
            }
        }
        Libraries {
            against: (compared.map(|library| against(library, true)).into_iter())
                .chain(sources)
                .collect(),
            kept_in: own.map(|library| Arc::clone(library.store())),
            missing,
        }
    }

    /// Starts to open a further library; it is refused if it is one of those `listed` before it, or the one `in_use` as the main
    /// library.
    pub(crate) fn open_source(
        &self,
        file: PathBuf,
        (listed, in_use): (Vec<PathBuf>, Option<PathBuf>),
        password: Option<TypedPassword>,
    ) {
        let open = self.sources.get(&file).cloned();
        let servers = (listed.iter()).filter_map(|file| self.sources.get(file).cloned());
        self.ask(LibraryRequest::OpenSource(Box::new(SourceToOpen {
            servers: servers.collect(),
            file,
            open,
            listed,
            in_use,
            password,
        })));
    }

    /// Returns the received answers in order. Check [`Self::matters`] for each in turn, since the previous one may have changed the
    /// library in use.
    pub(crate) fn poll(&self) -> Vec<Answer> {
        self.replies.try_iter().take(ANSWERS).collect()
    }

    /// Returns whether an answer still matters: the person may have stopped waiting for a library, or chosen another
    /// one.
    pub(crate) fn matters(&self, answer: &Answer) -> bool {
        match &answer.reply {
            LibraryReply::Opened(number, ..) | LibraryReply::NotOpened(number, _) => {
                *number == self.openings
            }
            LibraryReply::Joined(_) | LibraryReply::Failed(_) | LibraryReply::SourceOpened(..) => {
                true
            }
            LibraryReply::Overview(_)
            | LibraryReply::FoundTexts(_)
            | LibraryReply::Joining(..)
            | LibraryReply::Removed(_)
            | LibraryReply::Check(_)
            | LibraryReply::Case(..)
            | LibraryReply::Decisions(_)
            | LibraryReply::Details(_) => match (&self.library, &answer.of) {
                (Some(library), Some(of)) => Arc::ptr_eq(library, of),
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_concerns_only_what_was_begun_before_it() {
        let link = LibraryLink::start(egui::Context::default(), None);
        link.stop_adding();
        link.start_adding(LibraryRequest::Overview);
        assert!(!link.control.stop.load(Ordering::Relaxed));
    }
}
