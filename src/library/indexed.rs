//! A library with the indexes over its members: which are near a fingerprint, which may share passages with a text. Knows
//! nothing of how texts become fingerprints, or of sessions.
//!
//! The index over passages is kept in a file beside the library (`LIBRARY.index`). It may be older than the library, of
//! another one, damaged or gone: what it lacks is taken from the rows, which alone are the truth.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{
    DocumentId, LibraryError, Member, PassageFileError, PassageIndex, QueryShingle, SELECTION,
    SqliteStore, Stamp, Store, Widespread,
};
use crate::index::BlockIndex;
use crate::simhash::{Fingerprint, Recipe};
use crate::text::PROCESSING_VERSION;

/// A library that new documents can be compared with.
#[derive(Debug)]
pub struct Library {
    store: Arc<dyn Store>,
    file: PathBuf,
    /// The last index, and the recipe that its fingerprints are of.
    index: Mutex<Option<(String, Arc<LibraryIndex>)>>,
}

/// The members at one moment, and the indexes over them.
#[derive(Debug)]
pub struct LibraryIndex {
    /// By document.
    pub members: Vec<Member>,
    /// `About::changes` at that moment.
    changes: u64,
    /// Ids are positions in `members`.
    fingerprints: BlockIndex,
    passages: PassageIndex,
    /// The file beside the library has just this.
    saved: AtomicBool,
}

/// What a text shares with the members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Positions of members that may share passages with it, the likeliest first.
    pub members: Vec<usize>,
    /// Text of it that many members have, by place.
    pub widespread: Vec<Widespread>,
}

impl Library {
    /// Opens a library, or makes one ([`SqliteStore::open`]).
    pub fn open(file: &Path) -> Result<Self, LibraryError> {
        Ok(Self::over(Arc::new(SqliteStore::open(file)?), file))
    }

    /// Another store with its index beside `file`.
    #[must_use]
    pub fn over(store: Arc<dyn Store>, file: &Path) -> Self {
        Self {
            store,
            file: file.to_owned(),
            index: Mutex::default(),
        }
    }

    /// The library that a person has without choosing one: in the platform's folder for data. `None` where there is none.
    #[must_use]
    pub fn default_file() -> Option<PathBuf> {
        Some(dirs::data_dir()?.join("chachong").join("library.chachong"))
    }

    /// Where all is kept.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The library's file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn index_file(&self) -> PathBuf {
        let mut name = self.file.as_os_str().to_owned();
        name.push(".index");
        PathBuf::from(name)
    }

    /// The index over the members as they are now. What has changed since the last one, or since it was saved, is all
    /// that is taken from the rows.
    ///
    /// `form` is the text form of the recipe that fingerprints are made by.
    pub fn index(&self, form: &str) -> Result<Arc<LibraryIndex>, LibraryError> {
        let mut held = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let about = self.store.about()?;
        if let Some((of, index)) = &*held
            && of == form
            && index.changes == about.changes
        {
            return Ok(Arc::clone(index));
        }
        let members = self.store.members(form, PROCESSING_VERSION)?;
        let mut saved = false;
        let mut passages = match held.take() {
            Some((_, index)) => match Arc::try_unwrap(index) {
                Ok(index) => index.passages,
                // Somebody still searches the old one.
                Err(index) => index.passages.clone(),
            },
            // Whatever is wrong with the file: it is made anew.
            None => PassageIndex::load_any(&self.index_file(), about.identity)
                .ok()
                // One from a later state than the library's: that is a copy from before.
                .filter(|(_, change)| *change <= about.changes)
                .map(|(index, change)| {
                    saved = change == about.changes;
                    index
                })
                .unwrap_or_default(),
        };
        saved &= !self.catch_up(&mut passages, &members)?;
        let fingerprints = (0..)
            .zip(&members)
            .filter_map(|(position, member)| Some((member.fingerprint?, position)))
            .collect();
        let index = Arc::new(LibraryIndex {
            fingerprints: BlockIndex::build(fingerprints),
            members,
            changes: about.changes,
            passages,
            saved: AtomicBool::new(saved),
        });
        *held = Some((form.to_owned(), Arc::clone(&index)));
        Ok(index)
    }

    /// Members that the index lacks are added, those that are gone are taken out; whether there were any.
    fn catch_up(
        &self,
        passages: &mut PassageIndex,
        members: &[Member],
    ) -> Result<bool, LibraryError> {
        let wanted: HashMap<i64, (u32, u32)> = members
            .iter()
            .filter(|member| member.selection == SELECTION)
            .map(|member| (member.document.0, (member.first_passage, member.passages)))
            .collect();
        let mut there: HashMap<i64, (u32, u32)> = HashMap::new();
        for (document, first, count) in passages.ranges() {
            there.insert(document, (first, count));
        }
        let mut changed = false;
        for (document, range) in &there {
            if wanted.get(document) != Some(range) {
                passages.remove(*document);
                changed = true;
            }
        }
        if passages.rebuild_pays() {
            passages.rebuild();
        }
        let missing = members.iter().filter(|member| {
            wanted
                .get(&member.document.0)
                .is_some_and(|range| there.get(&member.document.0) != Some(range))
        });
        for member in missing {
            // One whose fingerprints are damaged is not found until it is verified.
            let Some(found) = self.store.passages(member.document)? else {
                continue;
            };
            let added = passages.add(member.document.0, member.first_passage, &found.fingerprints);
            if added.is_err() {
                // Numbers that overlap: the library was put together by hand, or restored. All is made anew.
                *passages = PassageIndex::default();
                self.fill(passages, members)?;
                return Ok(true);
            }
            changed = true;
        }
        Ok(changed)
    }

    /// All members, numbered anew: their own numbers overlap.
    fn fill(&self, passages: &mut PassageIndex, members: &[Member]) -> Result<(), LibraryError> {
        let mut next = 0;
        for member in members {
            let Some(found) = self.store.passages(member.document)? else {
                continue;
            };
            if passages
                .add(member.document.0, next, &found.fingerprints)
                .is_ok()
            {
                next += u32::try_from(found.fingerprints.len()).unwrap_or(0);
            }
        }
        Ok(())
    }

    /// Brings the index up to the members and saves it beside the library.
    pub fn refresh_index(&self, recipe: Recipe) -> Result<(), LibraryError> {
        let index = self.index(&recipe.text_form())?;
        if index.saved.load(Ordering::Relaxed) && self.index_file().is_file() {
            return Ok(());
        }
        let about = self.store.about()?;
        let stamp = Stamp {
            library: about.identity,
            change: index.changes,
        };
        index
            .passages
            .save(&self.index_file(), &stamp)
            .map_err(|error| match error {
                PassageFileError::Io(error) if error.kind() == ErrorKind::StorageFull => {
                    LibraryError::DiskFull {
                        file: self.index_file(),
                    }
                }
                error => LibraryError::Failed {
                    file: self.index_file(),
                    detail: error.to_string(),
                },
            })?;
        index.saved.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the saved index has not just what the rows say; a file that is not there, or only older, is not wrong.
    pub fn is_index_wrong(&self, recipe: Recipe) -> Result<bool, LibraryError> {
        let about = self.store.about()?;
        if !self.index_file().exists() {
            return Ok(false);
        }
        let Ok((saved, change)) = PassageIndex::load_any(&self.index_file(), about.identity) else {
            return Ok(true);
        };
        if change != about.changes {
            return Ok(false);
        }
        let mut fresh = PassageIndex::default();
        let members = self
            .store
            .members(&recipe.text_form(), PROCESSING_VERSION)?;
        self.catch_up(&mut fresh, &members)?;
        Ok(!fresh.holds_the_same(&saved))
    }

    /// Makes the index anew from the rows, and saves it.
    pub fn rebuild_index(&self, recipe: Recipe) -> Result<(), LibraryError> {
        *self.index.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // What is not there is not believed.
        let _ = std::fs::remove_file(self.index_file());
        self.refresh_index(recipe)
    }
}

impl LibraryIndex {
    /// Members within a distance of a fingerprint: position and distance, the nearest first.
    #[must_use]
    pub fn near(&self, fingerprint: Fingerprint, distance: u32) -> Vec<(usize, u32)> {
        self.fingerprints
            .within(fingerprint, distance)
            .into_iter()
            .map(|(position, distance)| (position as usize, distance))
            .collect()
    }

    /// Members that may share passages with a text, by all its shingles.
    #[must_use]
    pub fn sharing(&self, shingles: &[QueryShingle]) -> Sharing {
        let found = self.passages.candidates(shingles);
        let position = |document: i64| {
            let id = DocumentId(document);
            let at = self.members.binary_search_by_key(&id, |m| m.document);
            at.ok()
        };
        Sharing {
            members: found
                .candidates
                .iter()
                .filter_map(|candidate| position(candidate.document))
                .collect(),
            widespread: found.widespread,
        }
    }
}
