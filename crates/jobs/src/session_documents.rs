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
    /// Files that are not read.
    pub passed_over: PassedOver,
}

/// What remains of a session's event after its documents were collected.
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
    /// The library cannot keep what is read.
    NotKept(LibraryError),
    /// All is read, or the session was cancelled.
    Done {
        /// Whether the session was cancelled.
        cancelled: bool,
    },
}

impl SessionDocuments {
    /// Collects the documents of an event and returns the rest of it.
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
    /// Waits for the end of the session and returns its documents; `observe` receives them after each event.
    pub fn collect(&self, mut observe: impl FnMut(&[Document], SessionStep)) -> SessionDocuments {
        let mut collected = SessionDocuments::default();
        for event in &self.events {
            let step = collected.take(event);
            observe(&collected.documents, step);
        }
        collected
    }
}
