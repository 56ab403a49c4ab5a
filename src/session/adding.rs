//! Files -> the library, without a check: read, kept, made members or templates. Knows nothing of who follows.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Document, Event, JOINED_AT_ONCE, Joining, Session, Settings, join_library};
use crate::library::{Library, LibraryError};
use crate::simhash::Recipe;

/// What happens while files are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddEvent {
    /// So many files were found.
    Found(usize),
    /// Work on a file began.
    Reading(String),
    /// A file was read, or could not be.
    Read,
    /// These are in, whatever happens next.
    Added(Vec<Joining>),
    /// A file could not be read, or is no document.
    NotRead(Box<Document>),
}

/// What became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddSummary {
    /// Files whose documents are in now; two files of one content count twice.
    pub added: usize,
    /// Files that could not be read.
    pub failed: usize,
}

/// Reads files and puts their documents into the library, as members or as templates. `tell` says whether to go on; what
/// is in stays in. The index is saved at the end.
pub fn add_to_library(
    library: &Library,
    paths: Vec<PathBuf>,
    settings: Settings,
    as_templates: bool,
    tell: &mut dyn FnMut(AddEvent) -> bool,
) -> Result<AddSummary, LibraryError> {
    let settings = Settings {
        library: Some(Arc::clone(library.store())),
        ..settings
    };
    let session = Session::start(paths, &[], settings);
    let mut adding = Adding {
        library,
        as_templates,
        waiting: Vec::new(),
        documents: Vec::new(),
        summary: AddSummary::default(),
    };
    for event in &session.events {
        if matches!(event, Event::Done { .. }) {
            break;
        }
        if !adding.take(event, tell)? {
            session.cancel();
        }
    }
    adding.join(tell)?;
    if !as_templates {
        library.refresh_index(Recipe::THESIS)?;
    }
    Ok(adding.summary)
}

struct Adding<'l> {
    library: &'l Library,
    as_templates: bool,
    waiting: Vec<Joining>,
    documents: Vec<Document>,
    summary: AddSummary,
}

type Tell<'t> = &'t mut dyn FnMut(AddEvent) -> bool;

impl Adding<'_> {
    /// Whether to go on.
    fn take(&mut self, event: Event, tell: Tell<'_>) -> Result<bool, LibraryError> {
        match event {
            Event::Found { documents, .. } => {
                let mut on = tell(AddEvent::Found(documents.len()));
                for document in documents.iter().filter(|d| d.outcome.is_some()) {
                    self.summary.failed += 1;
                    on &= tell(AddEvent::NotRead(Box::new(document.clone())));
                    on &= tell(AddEvent::Read);
                }
                self.documents = documents;
                Ok(on)
            }
            Event::Reading { document } => {
                let name = self.documents[document].name.clone();
                Ok(tell(AddEvent::Reading(name)))
            }
            Event::Read { document, outcome } => {
                let document = &mut self.documents[document];
                document.outcome = Some(outcome);
                let mut on = true;
                if let Some(joining) = Joining::of(document) {
                    self.waiting.push(joining);
                    // The text is in the library: no more is needed of it here.
                    document.outcome = None;
                } else {
                    self.summary.failed += 1;
                    on &= tell(AddEvent::NotRead(Box::new(document.clone())));
                }
                on &= tell(AddEvent::Read);
                if self.waiting.len() >= JOINED_AT_ONCE {
                    on &= self.join(tell)?;
                }
                Ok(on)
            }
            Event::NotKept { error } => Err(error),
            Event::Done { .. } => Ok(true),
        }
    }

    fn join(&mut self, tell: Tell<'_>) -> Result<bool, LibraryError> {
        let store = self.library.store().as_ref();
        let waiting = std::mem::take(&mut self.waiting);
        let mut on = true;
        let added = &mut self.summary.added;
        let mut told = |joined: &[Joining]| {
            *added += joined.len();
            on &= joined.is_empty() || tell(AddEvent::Added(joined.to_vec()));
            // Those that were read are put in, even where the person has cancelled meanwhile.
            true
        };
        if self.as_templates {
            for joining in &waiting {
                store.set_template(joining.document, &joining.name, true)?;
            }
            told(&waiting);
        } else {
            join_library(store, &waiting, &mut told)?;
        }
        Ok(on)
    }
}
