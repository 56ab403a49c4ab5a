//! A running check -> the library, as it goes, on a thread of its own: what a person did and the program found is there
//! after any end. Knows nothing of how a library keeps it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::{Copies, Document, PROCESSING_VERSION, Reading};
use crate::compare::{Choices, Counted};
use crate::import::ImportCause;
use crate::library::{
    CheckContent, CheckId, CheckRow, CheckState, DocumentId, LibraryError, SavedResults, Store,
};

/// What of a check is to be saved.
#[derive(Debug)]
enum Save {
    All(CheckState, Box<CheckContent>),
    Outcome(String, Result<DocumentId, ImportCause>),
    /// To be answered when all before it is saved.
    Settle(Sender<()>),
}

/// Saves a check. Dropping it saves what is still to be saved first.
#[derive(Debug)]
pub struct Saving {
    check: CheckId,
    to_save: Option<Sender<Save>>,
    /// What the library could not save.
    pub errors: Receiver<LibraryError>,
    thread: Option<JoinHandle<()>>,
}

impl Saving {
    /// Begins a check in a library.
    pub fn begin(library: &Arc<dyn Store>, title: &str) -> Result<Self, LibraryError> {
        let check = library.begin_check(title)?;
        Ok(Self::going_on(library, check))
    }

    /// Goes on with a saved one.
    #[must_use]
    pub fn going_on(library: &Arc<dyn Store>, check: CheckId) -> Self {
        let (to_save, received) = channel();
        let (complain, errors) = channel();
        let library = Arc::clone(library);
        let thread = std::thread::spawn(move || run(library.as_ref(), check, &received, &complain));
        Self {
            check,
            to_save: Some(to_save),
            errors,
            thread: Some(thread),
        }
    }

    /// Which check it is in its library.
    #[must_use]
    pub const fn check(&self) -> CheckId {
        self.check
    }

    /// What became of a file. Nothing is saved of one whose text the library could not keep: it will be read again.
    pub fn outcome(&self, name: &str, outcome: &Result<Reading, ImportCause>) {
        let outcome = match outcome {
            Ok(reading) => match reading.kept {
                Some(kept) => Ok(kept),
                None => return,
            },
            Err(cause) => Err(cause.clone()),
        };
        self.send(Save::Outcome(name.to_owned(), outcome));
    }

    /// The whole check as it is now; `copies` are those of just these documents.
    pub fn all(
        &self,
        state: CheckState,
        documents: &[Document],
        choices: &Choices,
        settings: serde_json::Value,
        copies: Option<&Copies>,
    ) {
        let content = CheckContent {
            rows: documents.iter().map(row).collect(),
            choices: choices.clone(),
            settings,
            results: copies.map(|copies| results(documents, copies)),
        };
        self.send(Save::All(state, Box::new(content)));
    }

    /// Waits until all is saved.
    pub fn settle(&self) {
        let (answer, settled) = channel();
        self.send(Save::Settle(answer));
        // The thread ended early only if there is nothing to save to.
        let _ = settled.recv();
    }

    fn send(&self, save: Save) {
        if let Some(to_save) = &self.to_save {
            // As above.
            let _ = to_save.send(save);
        }
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        self.to_save = None;
        if let Some(thread) = self.thread.take() {
            // A panic there was shown there.
            let _ = thread.join();
        }
    }
}

fn run(
    library: &dyn Store,
    check: CheckId,
    to_save: &Receiver<Save>,
    complain: &Sender<LibraryError>,
) {
    while let Ok(first) = to_save.recv() {
        // What came meanwhile goes into one transaction: hundreds of files may be read in a second.
        let mut all = None;
        let mut outcomes = Vec::new();
        let mut settled = Vec::new();
        for save in std::iter::once(first).chain(to_save.try_iter()) {
            match save {
                Save::All(state, content) => {
                    all = Some((state, content));
                    // The whole check has them.
                    outcomes.clear();
                }
                Save::Outcome(name, outcome) => outcomes.push((name, outcome)),
                Save::Settle(answer) => settled.push(answer),
            }
        }
        let saved = all
            .map_or(Ok(()), |(state, content)| {
                library.save_check(check, state, &content)
            })
            .and_then(|()| {
                if outcomes.is_empty() {
                    return Ok(());
                }
                library.save_outcomes(check, &outcomes)
            });
        if let Err(error) = saved {
            // Whoever listened may be gone.
            let _ = complain.send(error);
        }
        for answer in settled {
            let _ = answer.send(());
        }
    }
}

fn row(document: &Document) -> CheckRow {
    CheckRow {
        name: document.name.clone(),
        path: document.path.clone(),
        origin: document.origin,
        format: document.format,
        outcome: match &document.outcome {
            Some(Ok(reading)) => reading.kept.map(Ok),
            Some(Err(cause)) => Some(Err(cause.clone())),
            None => None,
        },
    }
}

/// The marks of a text itself come with the text; those that the other documents and the templates gave it are kept.
fn results(documents: &[Document], copies: &Copies) -> SavedResults {
    let marks = documents
        .iter()
        .zip(&copies.counted)
        .map(|(document, counted)| {
            let mut own: HashMap<_, usize> = HashMap::new();
            for mark in document.reading().map_or(&[][..], |r| &r.counted.marks) {
                *own.entry(*mark).or_default() += 1;
            }
            let given = counted.marks.iter().filter(|mark| {
                own.get_mut(*mark).is_none_or(|left| {
                    let known = *left > 0;
                    *left = left.saturating_sub(1);
                    !known
                })
            });
            given.copied().collect()
        });
    SavedResults {
        version: PROCESSING_VERSION,
        pairs: copies.pairs.clone(),
        marks: marks.collect(),
        unread: copies.unread.clone(),
    }
}

/// The passages of a reopened check; `None` if they are not those of these documents and of this program.
#[must_use]
pub fn reopened_copies(documents: &[Document], results: &SavedResults) -> Option<Copies> {
    if !results.fit(PROCESSING_VERSION, documents.len()) {
        return None;
    }
    let fits = |document: usize, end: u32| {
        (documents[document].reading()).is_some_and(|reading| u64::from(end) <= reading.characters)
    };
    let whole = results
        .pairs
        .iter()
        .all(|pair| (pair.passages.iter()).all(|p| fits(pair.a, p.a.end) && fits(pair.b, p.b.end)));
    if !whole {
        return None;
    }
    let counted = documents
        .iter()
        .zip(&results.marks)
        .map(|(document, marks)| {
            let mut counted = (document.reading())
                .map_or_else(Counted::default, |reading| (*reading.counted).clone());
            counted.marks.extend(marks);
            counted.marks.sort_unstable();
            counted
        });
    Some(Copies {
        counted: counted.collect(),
        pairs: results.pairs.clone(),
        unread: results.unread.clone(),
    })
}
