//! Autosave of a running check to the library, on a thread of its own, so that a person's work and the results
//! survive any end of the program.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::saved_results::results;
use chachong_check::{Copies, Document, DocumentContent};
use chachong_compare::{Choices, Counted};
use chachong_import::ImportCause;
use chachong_library::{
    CheckContent, CheckId, CheckRow, CheckState, CheckStore, DocumentId, KeptDecision,
    LibraryError, Store,
};
use chachong_record::RecordField;

/// Snapshot of a whole check, cheap enough to take within one frame.
#[derive(Debug)]
struct Whole {
    state: CheckState,
    rows: Vec<CheckRow>,
    choices: Choices,
    settings: serde_json::Value,
    found: Option<Found>,
}

/// Countable characters of each row before comparing, and the passages found.
type Found = (Vec<Option<Arc<Counted>>>, Arc<Copies>);

/// Document, field and a person's word on it; `None` takes the word back.
type Correction = (DocumentId, RecordField, Option<String>);

/// Part of a check to save.
#[derive(Debug)]
enum Save {
    All(Box<Whole>),
    /// Choices and settings.
    Choices(Box<(Choices, serde_json::Value)>),
    /// Name of a document, with its number in the library or the reason why it was not read.
    Outcome(String, Result<DocumentId, ImportCause>),
    /// Decisions to delete, then decisions to store.
    Decisions(Vec<KeptDecision>, Vec<KeptDecision>),
    Correction(Correction),
    /// Request to answer when everything sent before it is saved.
    Settle(Sender<()>),
}

/// Background thread that saves a check automatically. Dropping it saves what is pending first.
#[derive(Debug)]
pub struct Saving {
    to_save: Option<Sender<Save>>,
    /// Receiver of the errors that the library reports while the check is saved.
    pub errors: Receiver<LibraryError>,
    /// Receiver of the check's number in the library, which is sent when the check is created there and whenever it has been saved
    /// completely.
    pub saved: Receiver<CheckId>,
    thread: Option<JoinHandle<()>>,
}

impl Saving {
    /// Starts to save a new check automatically. The first save creates the check in the library under `title`.
    #[must_use]
    pub fn begin(library: &Arc<dyn Store>, title: String) -> Self {
        Self::start(library, None, title)
    }

    /// Continues to save a reopened check automatically.
    #[must_use]
    pub fn going_on(library: &Arc<dyn Store>, check: CheckId) -> Self {
        Self::start(library, Some(check), String::new())
    }

    fn start(library: &Arc<dyn Store>, check: Option<CheckId>, title: String) -> Self {
        let (to_save, received) = channel();
        let (complain, errors) = channel();
        let (tell, saved) = channel();
        let mut side = Saver {
            library: Arc::<dyn Store>::clone(library),
            check,
            title,
            tell,
        };
        let thread = std::thread::spawn(move || side.run(&received, &complain));
        Self {
            to_save: Some(to_save),
            errors,
            saved,
            thread: Some(thread),
        }
    }

    /// Saves the result of reading the file `name`. A text that the library could not keep is not saved and will be
    /// read again.
    pub fn outcome(&self, name: &str, outcome: &Result<DocumentContent, ImportCause>) {
        let outcome = match outcome {
            Ok(reading) => match reading.kept {
                Some(kept) => Ok(kept),
                None => return,
            },
            Err(cause) => Err(cause.clone()),
        };
        self.send(Save::Outcome(name.to_owned(), outcome));
    }

    /// Saves the whole check. `copies` are the passages among exactly these documents; `None` before they were
    /// compared.
    pub fn all(
        &self,
        state: CheckState,
        documents: &[Document],
        choices: &Choices,
        settings: serde_json::Value,
        copies: Option<Arc<Copies>>,
    ) {
        let counted = || {
            let readings = documents.iter().map(Document::content);
            let counted = readings.map(|reading| Some(Arc::clone(&reading?.counted)));
            counted.collect()
        };
        self.send(Save::All(Box::new(Whole {
            state,
            rows: documents.iter().map(row).collect(),
            choices: choices.clone(),
            settings,
            found: copies.map(|copies| (counted(), copies)),
        })));
    }

    /// Saves the choices and settings of a check whose documents and passages have not changed.
    pub fn choices(&self, choices: &Choices, settings: serde_json::Value) {
        self.send(Save::Choices(Box::new((choices.clone(), settings))));
    }

    /// Saves decisions and notes that later checks apply, about documents, pairs, passages and leads: deletes those in `back` and adds
    /// those in `kept`.
    pub fn decisions(&self, back: Vec<KeptDecision>, kept: Vec<KeptDecision>) {
        self.send(Save::Decisions(back, kept));
    }

    /// Saves a person's correction of a field in a document's bibliographic record; `None` removes the correction.
    pub fn correction(&self, document: DocumentId, field: RecordField, value: Option<String>) {
        self.send(Save::Correction((document, field, value)));
    }

    /// Blocks until everything sent so far is saved or could not be saved.
    pub fn settle(&self) {
        let (answer, settled) = channel();
        self.send(Save::Settle(answer));
        // The thread ended early only if there is nothing to save to.
        let _ = settled.recv();
    }

    fn send(&self, save: Save) {
        if let Some(to_save) = &self.to_save {
            // The thread may have ended early.
            let _ = to_save.send(save);
        }
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        self.to_save = None;
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was reported there.
            let _ = thread.join();
        }
    }
}

/// State of the saving thread.
struct Saver {
    library: Arc<dyn CheckStore>,
    check: Option<CheckId>,
    title: String,
    tell: Sender<CheckId>,
}

impl Saver {
    fn run(&mut self, to_save: &Receiver<Save>, complain: &Sender<LibraryError>) {
        // What could not be saved for now stays in it.
        let mut batch = Batch::default();
        while let Ok(first) = to_save.recv() {
            // Everything pending goes into one batch: hundreds of files may be read in a second.
            for save in std::iter::once(first).chain(to_save.try_iter()) {
                batch.take(save);
            }
            let settled = std::mem::take(&mut batch.settled);
            if let Err(error) = self.save(&mut batch) {
                // The receiver may be gone.
                let _ = complain.send(error);
            }
            for answer in settled {
                let _ = answer.send(());
            }
        }
        // Once more what could not be saved before.
        let _ = self.save(&mut batch);
    }

    /// Saves a batch and empties it, except for what may be saved later. Returns the first error.
    fn save(&mut self, batch: &mut Batch) -> Result<(), LibraryError> {
        if batch.is_empty() {
            return Ok(());
        }
        let saved = self.save_check(batch);
        if !saved.as_ref().is_err_and(may_pass) {
            batch.all = None;
            batch.choices = None;
            batch.outcomes.clear();
        }
        let library = &self.library;
        let decided = save_each(&mut batch.decisions, |(back, kept)| {
            library.decide(back, kept)
        });
        let corrected = save_each(&mut batch.corrections, |(document, field, value)| {
            library.correct(*document, field.name(), value.as_deref())
        });
        saved.and(decided).and(corrected)
    }

    /// Saves what belongs to the check itself.
    fn save_check(&mut self, batch: &Batch) -> Result<(), LibraryError> {
        let check = if let Some(check) = self.check {
            check
        } else {
            let check = self.library.begin_check(&self.title)?;
            self.check = Some(check);
            let _ = self.tell.send(check);
            check
        };
        if let Some(whole) = &batch.all {
            let found = whole.found.as_ref();
            let content = CheckContent {
                results: found.map(|(counted, copies)| results(counted, copies)),
                rows: whole.rows.clone(),
                choices: whole.choices.clone(),
                settings: whole.settings.clone(),
            };
            self.library.save_check(check, whole.state, &content)?;
            let _ = self.tell.send(check);
        }
        if let Some((choices, settings)) = batch.choices.as_deref() {
            self.library.save_choices(check, choices, settings)?;
        }
        if !batch.outcomes.is_empty() {
            self.library.save_outcomes(check, &batch.outcomes)?;
        }
        Ok(())
    }
}

/// Whether what failed may succeed later.
const fn may_pass(error: &LibraryError) -> bool {
    matches!(
        error,
        LibraryError::ReadOnly { .. }
            | LibraryError::DiskFull { .. }
            | LibraryError::ServerAway { .. }
    )
}

/// Saves words of a person in order. Those that may be saved later stay, with all that follow: of two about the same, the
/// later one counts. Returns the first error.
fn save_each<T>(
    words: &mut Vec<T>,
    save: impl Fn(&T) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    let mut failed = Ok(());
    let mut waits = false;
    words.retain(|word| {
        if !waits && let Err(error) = save(word) {
            waits = may_pass(&error);
            if failed.is_ok() {
                failed = Err(error);
            }
        }
        waits
    });
    failed
}

/// Requests to the saving thread that are saved together.
#[derive(Default)]
struct Batch {
    all: Option<Box<Whole>>,
    choices: Option<Box<(Choices, serde_json::Value)>>,
    outcomes: Vec<(String, Result<DocumentId, ImportCause>)>,
    decisions: Vec<(Vec<KeptDecision>, Vec<KeptDecision>)>,
    corrections: Vec<Correction>,
    settled: Vec<Sender<()>>,
}

impl Batch {
    fn take(&mut self, save: Save) {
        match save {
            Save::All(whole) => {
                // The whole check includes them.
                self.outcomes.clear();
                self.choices = None;
                self.all = Some(whole);
            }
            Save::Choices(choices) => self.choices = Some(choices),
            Save::Outcome(name, outcome) => self.outcomes.push((name, outcome)),
            Save::Decisions(back, kept) => self.decide(back, kept),
            Save::Correction(correction) => self.corrections.push(correction),
            Save::Settle(answer) => self.settled.push(answer),
        }
    }

    /// Adds decisions. Those about the same passages as the decisions added last replace these, as while a note is
    /// typed.
    fn decide(&mut self, back: Vec<KeptDecision>, kept: Vec<KeptDecision>) {
        let place = |d: &KeptDecision| (d.a, d.b, d.in_a, d.in_b, d.is_lead);
        if let Some((former_back, former)) = self.decisions.last_mut()
            && back.is_empty()
            && former_back.is_empty()
            && former.iter().map(place).eq(kept.iter().map(place))
        {
            *former = kept;
        } else {
            self.decisions.push((back, kept));
        }
    }

    fn is_empty(&self) -> bool {
        self.all.is_none()
            && self.choices.is_none()
            && self.outcomes.is_empty()
            && self.decisions.is_empty()
            && self.corrections.is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept;
    use chachong_import::{Format, READER_VERSION, decode_text};
    use chachong_library::{Content, FileStamp, Imported, SqliteStore, StoredPath};

    #[test]
    fn words_of_a_person_are_saved_also_where_the_check_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("l.chachong")).unwrap());
        let extracted = decode_text("夜间开放".as_bytes()).unwrap();
        let imported = Imported {
            content: &Content::new(&"0".repeat(64), Format::Txt, None).unwrap(),
            format: Format::Txt,
            reader: READER_VERSION,
            path: &StoredPath {
                path: "a.txt".into(),
                name: "a.txt".to_owned(),
                stamp: FileStamp::default(),
            },
            extracted: &extracted,
            derived: &kept::by_default(&extracted),
        };
        let library: Arc<dyn Store> = store;
        let document = library.put(&[imported]).unwrap()[0];
        let mut saver = Saver {
            library: Arc::<dyn Store>::clone(&library),
            check: Some(CheckId(9)),
            title: String::new(),
            tell: channel().0,
        };
        let mut batch = Batch::default();
        batch.take(Save::Choices(Box::default()));
        let author = Some("某某".to_owned());
        batch.take(Save::Correction((document, RecordField::Author, author)));
        assert!(saver.save(&mut batch).is_err(), "there is no such check");
        assert_eq!(library.corrections(document).unwrap().len(), 1);
        assert!(batch.is_empty());
    }

    #[test]
    fn what_may_be_saved_later_stays_in_order() {
        let file = || std::path::PathBuf::from("l.chachong");
        let mut words = vec![1, 2, 3, 4];
        let saved = std::cell::RefCell::new(Vec::new());
        let failed = save_each(&mut words, |&word| match word {
            1 => Err(LibraryError::NoSuchDocument { file: file() }),
            3 => Err(LibraryError::DiskFull { file: file() }),
            word => {
                saved.borrow_mut().push(word);
                Ok(())
            }
        });
        assert_eq!(failed, Err(LibraryError::NoSuchDocument { file: file() }));
        assert_eq!((words, saved.into_inner()), (vec![3, 4], vec![2]));
    }
}
