//! Documents of a session, collected from its events.

use crate::{Event, Session};
use chachong_check::Document;
use chachong_import::PassedOver;
use chachong_library::LibraryError;

/// Documents that a session has found, with the results of reading them so far.
#[derive(Clone, Debug, Default)]
pub struct SessionDocuments {
    /// Documents by position, each with its outcome once it was read.
    pub documents: Vec<Document>,
    /// Files that were found but are not read, by kind.
    pub passed_over: PassedOver,
}

/// Event of a session without the documents and outcomes that [`SessionDocuments`] took from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionStep {
    /// The files were found.
    Found,
    /// Work on the document at this position began.
    Reading(usize),
    /// Pages of a document are being recognised.
    Recognising {
        /// Position of the document.
        document: usize,
        /// Number of pages that are done.
        done: usize,
        /// Total number of pages to recognise.
        of: usize,
    },
    /// The document at this position was read, or could not be.
    Read(usize),
    /// The library cannot store the texts.
    NotKept(LibraryError),
    /// All documents are read, or the session was cancelled.
    Done {
        /// Whether the session was cancelled.
        cancelled: bool,
    },
}

impl SessionDocuments {
    /// Stores the documents and outcomes of an event, and returns the rest of the event.
    pub fn take(&mut self, event: Event) -> SessionStep {
        match event {
            Event::Found {
                documents,
                passed_over,
                ..
            } => {
                (self.documents, self.passed_over) = (documents, passed_over);
                SessionStep::Found
            }
            Event::Reading { document } => SessionStep::Reading(document),
            Event::Recognising { document, done, of } => {
                SessionStep::Recognising { document, done, of }
            }
            Event::Read { document, outcome } => {
                self.documents[document].outcome = Some(outcome);
                SessionStep::Read(document)
            }
            Event::NotKept { error } => SessionStep::NotKept(error),
            Event::Done { cancelled } => SessionStep::Done { cancelled },
        }
    }
}

impl Session {
    /// Waits for the end of the session and returns its documents. `observe` receives the documents read so far after
    /// each event.
    pub fn collect(&self, mut observe: impl FnMut(&[Document], SessionStep)) -> SessionDocuments {
        let mut collected = SessionDocuments::default();
        for event in &self.events {
            let step = collected.take(event);
            observe(&collected.documents, step);
        }
        collected
    }
}
