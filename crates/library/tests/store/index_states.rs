//! The index file against the rows: whatever is done to a library, and whichever of its files is put back from an earlier copy,
//! a search by the file answers as one that reads every member.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chachong_import::{Format, READER_VERSION, decode_text};
use chachong_library::{
    Answer, Content, Derived, DocumentId, FileStamp, Imported, Library, NewMember, Passages,
    QueryShingle, Question, SELECTION, SqliteStore, Store, StoredPath,
};
use chachong_simhash::{Fingerprint, Recipe};
use chachong_text::PROCESSING_VERSION;
use proptest::prelude::*;

/// Number of texts that are added, changed and removed.
const TEXTS: u8 = 6;

/// Something that happens to a library.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A text becomes a member, with shingles that its number and the second one make.
    Add(u8, u8),
    /// A text is kept again, as a newer reader would: what followed from it is gone but for this fingerprint.
    Keep(u8, u8),
    /// The fingerprint of a text is made again.
    Derive(u8, u8),
    /// What followed from a text is of an older version.
    Outdate(u8),
    Remove(u8),
    Restore(u8),
    RemoveForGood(u8),
    /// The index file is brought up to date.
    Save,
    /// The program ends and starts again.
    Reopen,
    /// The library's file is copied.
    Copy,
    /// The copy takes the place of the file; the index file stays.
    PutBack,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let text = 0..TEXTS;
    let step = prop_oneof![
        4 => (text.clone(), 0_u8..4).prop_map(|(text, made)| Step::Add(text, made)),
        1 => (text.clone(), 0_u8..4).prop_map(|(text, made)| Step::Keep(text, made)),
        1 => (text.clone(), 0_u8..4).prop_map(|(text, made)| Step::Derive(text, made)),
        1 => text.clone().prop_map(Step::Outdate),
        1 => text.clone().prop_map(Step::Remove),
        1 => text.clone().prop_map(Step::Restore),
        1 => text.prop_map(Step::RemoveForGood),
        4 => Just(Step::Save),
        3 => Just(Step::Reopen),
        1 => Just(Step::Copy),
        1 => Just(Step::PutBack),
    ];
    prop::collection::vec(step, 1..40)
}

fn fingerprint(text: u8, made: u8) -> Fingerprint {
    Fingerprint(u64::from(text) << 32 | u64::from(made) | 0b1011 << 60)
}

/// Returns derived data of a text of nine characters with this fingerprint.
fn derived_with(version: u32, fingerprint: Option<Fingerprint>) -> Derived {
    Derived {
        version,
        recipe: Recipe::THESIS.text_form(),
        fingerprint,
        characters: 9,
        countable: 9,
        warnings: Vec::new(),
        marks: Vec::new(),
    }
}

fn derived(text: u8, made: u8, version: u32) -> Derived {
    derived_with(version, (made > 0).then(|| fingerprint(text, made)))
}

/// Keeps the text with this number.
pub(super) fn put(store: &dyn Store, number: u64, fingerprint: Option<Fingerprint>) -> DocumentId {
    let extracted = decode_text(format!("第{number}篇").as_bytes()).unwrap();
    let imported = Imported {
        content: &Content::new(&format!("{number:064x}"), Format::Txt, None).unwrap(),
        format: Format::Txt,
        reader: READER_VERSION,
        path: &StoredPath {
            path: path(number),
            name: format!("{number:05}.txt"),
            stamp: FileStamp {
                bytes: 1,
                modified: 1,
            },
        },
        derived: &derived_with(PROCESSING_VERSION, fingerprint),
        extracted: &extracted,
    };
    store.put(&[imported]).unwrap()[0]
}

fn path(number: u64) -> PathBuf {
    PathBuf::from(format!("/{number}.txt"))
}

/// Makes a member of the text with this number.
pub(super) fn member(document: DocumentId, number: u64, shingles: Vec<Fingerprint>) -> NewMember {
    NewMember {
        document,
        name: format!("{number:05}.txt"),
        path: path(number),
        starts: (0..).step_by(30).take(shingles.len()).collect(),
        passages: Passages {
            version: SELECTION,
            fingerprints: shingles,
        },
        search_terms: "h".to_owned(),
    }
}

/// Shingle number `at` of a text: some are those of other texts too.
fn shingle(text: u8, made: u8, at: u8) -> Fingerprint {
    let of = if at.is_multiple_of(3) { 99 } else { text };
    Fingerprint(
        (u64::from(of) << 20 | u64::from(made) << 10 | u64::from(at))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15),
    )
}

struct Ground {
    folder: tempfile::TempDir,
    library: Option<Library>,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut ground = Self {
            folder,
            library: None,
        };
        ground.open();
        ground
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("l.chachong")
    }

    fn open(&mut self) {
        self.library = None;
        self.library = Some(Library::open(&self.file()).unwrap());
    }

    fn library(&self) -> &Library {
        self.library.as_ref().unwrap()
    }

    fn store(&self) -> &Arc<dyn Store> {
        self.library().store()
    }

    fn put(&self, text: u8, made: u8) -> DocumentId {
        let fingerprint = (made > 0).then(|| fingerprint(text, made));
        put(self.store().as_ref(), text.into(), fingerprint)
    }

    fn known(&self, text: u8) -> Option<DocumentId> {
        self.store().document_at(&path(text.into())).unwrap()
    }

    fn take(&mut self, step: Step) {
        let store = Arc::clone(self.store());
        match step {
            Step::Add(text, made) => {
                let document = self.put(text, made);
                let shingles = (0..12).map(|at| shingle(text, made, at)).collect();
                store
                    .add_members(&[member(document, text.into(), shingles)])
                    .unwrap();
            }
            Step::Keep(text, made) => {
                self.put(text, made);
            }
            Step::Derive(text, made) => {
                if let Some(document) = self.known(text) {
                    let derived = derived(text, made, PROCESSING_VERSION);
                    store.put_derived(&[(document, derived)]).unwrap();
                }
            }
            Step::Outdate(text) => {
                if let Some(document) = self.known(text) {
                    let derived = derived(text, 1, PROCESSING_VERSION - 1);
                    store.put_derived(&[(document, derived)]).unwrap();
                }
            }
            // A document that is no member is an error, and nothing is changed.
            Step::Remove(text) => {
                let _ = self.known(text).map(|one| store.remove_members(&[one]));
            }
            Step::Restore(text) => {
                let _ = self.known(text).map(|one| store.restore_members(&[one]));
            }
            Step::RemoveForGood(text) => {
                let _ = self.known(text).map(|one| store.remove_for_good(&[one]));
            }
            Step::Save => self.library().refresh_index().unwrap(),
            Step::Reopen => {
                drop(store);
                self.open();
            }
            Step::Copy | Step::PutBack => {
                drop(store);
                self.library = None;
                let (file, copy) = (self.file(), self.folder.path().join("copy"));
                if matches!(step, Step::Copy) {
                    std::fs::copy(file, copy).unwrap();
                } else if copy.exists() {
                    std::fs::copy(copy, file).unwrap();
                }
                self.open();
            }
        }
    }

    /// Compares the library as it is, and as a program finds it that has just started, with one that has no index file.
    fn look(&self) {
        let form = Recipe::THESIS.text_form();
        let without = self.folder.path().join("without an index");
        let expected = Library::over(Arc::clone(self.store()), &without);
        let cold = Library::over(Arc::clone(self.store()), &self.file());
        for library in [self.library(), &cold] {
            assert_eq!(
                library.stale_members(&form).unwrap(),
                self.store()
                    .stale_members(&form, PROCESSING_VERSION)
                    .unwrap()
            );
            let (found, wanted) = (
                library.search(&form).unwrap(),
                expected.search(&form).unwrap(),
            );
            assert_eq!(found.members(), wanted.members());
            for text in 0..TEXTS {
                for made in 0..4 {
                    let shingles: Vec<QueryShingle> = (0..12_u8)
                        .map(|at| QueryShingle {
                            fingerprint: shingle(text, made, at),
                            token: u32::from(at) * 30,
                            start: u32::from(at) * 30,
                            end: u32::from(at) * 30 + 5,
                        })
                        .collect();
                    let question = Question {
                        name: "",
                        text: None,
                        fingerprint: Some(fingerprint(text, made)),
                        farthest: 3,
                        shingles: &shingles,
                        is_text: true,
                    };
                    let told = |answer: Answer| {
                        let mut sharing = answer.sharing;
                        sharing.sort_by_key(|(member, _)| member.document);
                        (answer.near, sharing, answer.widespread)
                    };
                    assert_eq!(
                        told(found.ask(&question).unwrap()),
                        told(wanted.ask(&question).unwrap()),
                        "text {text}, {made}"
                    );
                }
            }
        }
    }
}

fn play(steps: &[Step]) {
    let mut ground = Ground::new();
    for &step in steps {
        ground.take(step);
        ground.look();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn an_index_file_answers_as_the_rows_do(steps in steps()) {
        play(&steps);
    }
}

#[test]
fn a_copy_that_went_on_apart_is_not_taken_for_the_one_that_was_saved() {
    // Both come to two members; the index file was saved for the other pair.
    play(&[
        Step::Add(0, 1),
        Step::Save,
        Step::Copy,
        Step::Add(1, 1),
        Step::Save,
        Step::PutBack,
        Step::Add(2, 1),
        Step::Reopen,
    ]);
}

#[test]
fn a_library_saved_with_its_members_needs_no_row_of_theirs() {
    let mut ground = Ground::new();
    for step in [Step::Add(0, 1), Step::Add(1, 2), Step::Save] {
        ground.take(step);
    }
    let members = |file: &Path| {
        let library = Library::over(Arc::new(SqliteStore::open_read_only(file).unwrap()), file);
        let search = library.search(&Recipe::THESIS.text_form()).unwrap();
        search.members()
    };
    let file = ground.file();
    ground.library = None;
    assert_eq!(members(&file), 2);
    // Rows that went without a change of the counter, which no program does: the index file is believed.
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection
        .execute("UPDATE member SET removed = 1", ())
        .unwrap();
    assert_eq!(members(&file), 2);
    connection
        .execute("UPDATE library SET changes = changes + 1", ())
        .unwrap();
    assert_eq!(members(&file), 0);
}
