//! Addition of files to a library without a check: reads and stores them, and makes them members or templates.

use std::path::PathBuf;
use std::sync::Arc;

use super::dump_process::DumpReader;
use super::sources::{self, DumpEvent, DumpSummary};
use super::{JOINED_AT_ONCE, Joining, join_library, keep_submissions, settle_library};
use crate::{Event, Session};
use chachong_check::{Document, DocumentContent, Settings, SubmissionSettings, submissions_of};
use chachong_import::{ImportCause, PassedOver};
use chachong_library::{Library, LibraryError, is_server};

/// Event while files are added to a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddEvent {
    /// The files were found; contains their number.
    Found(usize),
    /// Files that were found but are not documents that can be read, by kind; sent only if there are any.
    PassedOver(PassedOver),
    /// Work on the file with this name began.
    Reading(String),
    /// A file was read, or could not be.
    Read,
    /// Documents that are now in the library; they stay there whatever happens next.
    Added(Vec<Joining>),
    /// A file could not be read, or the library's text of it is damaged. The outcome of this document states the reason.
    NotRead(Box<Document>),
    /// Event of adding a dump.
    Dump(DumpEvent),
    /// A dump was read to its end, or until it was cancelled: (path of the dump, result).
    DumpRead(PathBuf, DumpSummary),
}

/// Result of adding files to a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddSummary {
    /// Number of files and dump articles whose documents are now in the library. Files with the same content count separately. Articles
    /// that the library already had unchanged do not count.
    pub added: usize,
    /// Number of files that could not be read or whose text in the library is damaged, and of dumps that could not be opened.
    pub failed: usize,
}

/// Reads files and adds their documents to the library, as members or as templates. Unless they become templates, dumps among the files,
/// or in folders, are added article by article. `tell` receives the events and returns whether to go on; documents already added stay.
/// Afterwards the library is prepared for the next check ([`settle_library`](super::settle_library)), unless the documents became
/// templates. Fails if the library cannot store the documents.
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
    let (dumps, paths) = if as_templates {
        (Vec::new(), paths)
    } else {
        sources::split(paths)
    };
    let mut added = 0;
    let mut failed = 0;
    let as_document = |path: &PathBuf| Document {
        path: path.clone(),
        ..Document::checked("", None, None)
    };
    let read_already: Vec<Document> = dumps.iter().map(as_document).collect();
    for path in dumps {
        match DumpReader::open(&settings.isolation, &path) {
            Ok(dump) => {
                let mut is_wanted = true;
                let summary = sources::add_dump(library, (&path, dump), &settings, &mut |event| {
                    is_wanted = tell(AddEvent::Dump(event));
                    is_wanted
                })?;
                added += summary.added;
                is_wanted &= tell(AddEvent::DumpRead(path, summary));
                if !is_wanted {
                    settle(library)?;
                    return Ok(AddSummary { added, failed });
                }
            }
            Err(detail) => {
                failed += 1;
                tell(AddEvent::NotRead(Box::new(not_opened(path, detail))));
            }
        }
    }
    if paths.is_empty() {
        settle(library)?;
        return Ok(AddSummary { added, failed });
    }
    // A packed dump in a folder is not searched for documents.
    let session = Session::start(paths, &read_already, settings);
    let mut adding = Adding {
        library,
        as_templates,
        waiting: Vec::new(),
        documents: Vec::new(),
        joined: Vec::new(),
        summary: AddSummary { added, failed },
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
        adding.keep_submissions()?;
        settle(library)?;
    }
    Ok(adding.summary)
}

/// Updates what the next check needs. If a library in a file has no room for it, the next check makes it: the documents are
/// added all the same.
fn settle(library: &Library) -> Result<(), LibraryError> {
    match settle_library(library) {
        Err(error) if !is_server(library.file()) => {
            tracing::warn!(cause = error.key(), "the index is not up to date");
            Ok(())
        }
        settled => settled,
    }
}

/// Returns the document that stands for a dump that cannot be opened, with the reason as its outcome.
pub(super) fn not_opened(path: PathBuf, detail: String) -> Document {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let outcome = Some(Err(ImportCause::Damaged { detail }));
    Document {
        path,
        ..Document::checked(name, None, outcome)
    }
}

struct Adding<'l> {
    library: &'l Library,
    as_templates: bool,
    waiting: Vec<Joining>,
    documents: Vec<Document>,
    /// Documents that became members.
    joined: Vec<Joining>,
    summary: AddSummary,
}

type Tell<'t> = &'t mut dyn FnMut(AddEvent) -> bool;

impl Adding<'_> {
    /// Handles one event of the reading session. Returns whether to go on.
    fn take(&mut self, event: Event, tell: Tell<'_>) -> Result<bool, LibraryError> {
        match event {
            Event::Found {
                documents,
                passed_over,
                ..
            } => {
                let mut on = tell(AddEvent::Found(documents.len()));
                if passed_over.total() > 0 {
                    on &= tell(AddEvent::PassedOver(passed_over));
                }
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
                    // The text is in the library: of the reading only what tells whose it is is needed any more.
                    document.outcome = (document.outcome.take())
                        .filter(|_| !self.as_templates)
                        .map(|read| read.map(small));
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
            Event::Done { .. } | Event::Recognising { .. } => Ok(true),
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
            // Documents already read are added even if the person has cancelled meanwhile.
            true
        };
        let lost = if self.as_templates {
            for joining in &waiting {
                store.set_template(joining.document, &joining.name, true)?;
            }
            told(&waiting);
            Vec::new()
        } else {
            let joined = &mut self.joined;
            join_library(store, &waiting, &mut |batch| {
                joined.extend_from_slice(batch);
                told(batch)
            })?
        };
        for document in lost {
            self.summary.failed += 1;
            on &= tell(AddEvent::NotRead(Box::new(document)));
        }
        Ok(on)
    }

    /// Stores who handed in the added documents, by their names and covers.
    fn keep_submissions(&self) -> Result<(), LibraryError> {
        let submissions = submissions_of(&self.documents, &SubmissionSettings::default());
        let store = self.library.store().as_ref();
        keep_submissions(store, (&self.documents, &submissions), &self.joined)
    }
}

/// Removes the parts of a document's content that grow with its length.
fn small(content: DocumentContent) -> DocumentContent {
    DocumentContent {
        pages: Vec::new(),
        warnings: Vec::new(),
        layer: None,
        counted: Arc::default(),
        ..content
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::Isolation;
    use flate2::{Compression, write::GzEncoder};
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::path::Path;

    /// Adds what is in a folder, where all is read.
    fn add(library: &Library, folder: &Path) -> AddSummary {
        let settings = Settings {
            isolation: Isolation::Thread,
            ..Settings::default()
        };
        let mut tell = |event| {
            let is_unread = matches!(event, AddEvent::NotRead(_) | AddEvent::PassedOver(_));
            assert!(!is_unread, "{event:?}");
            true
        };
        add_to_library(library, vec![folder.to_owned()], settings, false, &mut tell).unwrap()
    }

    fn records(texts: &[&str]) -> Vec<u8> {
        let mut records = String::new();
        for (id, text) in texts.iter().enumerate() {
            let text = text.repeat(60);
            writeln!(records, r#"{{"id": "{id}", "text": "{text}"}}"#).unwrap();
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(records.as_bytes()).unwrap();
        packed.finish().unwrap()
    }

    #[test]
    fn a_packed_dump_in_a_folder_is_read_once_and_keeps_what_a_person_removed() {
        let folder = tempfile::tempdir().unwrap();
        let dumps = folder.path().join("dumps");
        std::fs::create_dir(&dumps).unwrap();
        let library = Library::open(&folder.path().join("l.chachong")).unwrap();
        let dump = dumps.join("texts.jsonl.gz");
        std::fs::write(
            &dump,
            records(&["夜间开放。", "鹮鸬的羽色。", "潮水的刻度。"]),
        )
        .unwrap();
        assert_eq!(
            add(&library, &dumps),
            AddSummary {
                added: 3,
                failed: 0
            }
        );
        let store = library.store();
        let members = store.member_numbers().unwrap();
        store.remove_members(&members[2..]).unwrap();
        std::fs::write(&dump, records(&["夜间开放。", "码头的更夫。"])).unwrap();
        assert_eq!(add(&library, &dumps).added, 1);
        assert!(store.text(members[1]).is_err(), "it was replaced");
        store.restore_members(&members[2..]).unwrap();
        assert_eq!(store.member_numbers().unwrap().len(), 3);
    }
}
