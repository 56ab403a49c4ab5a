//! A library with the search over its members: finds members with similar fingerprints, and members that may share
//! passages with a text.
//!
//! A library on a server searches by itself. For a library in a file, this program has indexes. The passage index is
//! saved in a file beside the library (`LIBRARY.index`). That file may be outdated, damaged or missing, or belong to
//! another library. Whatever it lacks is read from the database rows, which alone are authoritative.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "postgres")]
use super::PostgresStore;
use super::{
    Answer, Damage, DamagedPart, DocumentId, LibraryError, LibraryState, Member, MemberKey,
    MemberSearch, PassageFileError, PassageIndex, Question, SqliteStore, Stamp, Store, TitleIndex,
    is_server, name_of,
};
use crate::address::with_ending;
use crate::member_table::MemberTable;
use crate::passage_index::SavedIndex;
use crate::selection::is_searchable;
use crate::sqlite::real;
use crate::store::StoreStatus;
use chachong_simhash::Recipe;
use chachong_text::PROCESSING_VERSION;

/// Suffix of the file with the passage index.
const INDEX: &str = ".index";
/// Suffix of the file with the index of titles.
const TITLES: &str = ".titles";

/// Library with the indexes for comparing new documents with it.
#[derive(Debug)]
pub struct Library {
    store: Arc<dyn Store>,
    file: PathBuf,
    /// Cached index, with the text form of the recipe of its fingerprints; `None` before the first use.
    index: Mutex<Option<(String, Arc<LibraryIndex>)>>,
    /// Damage that was found outside of the store.
    damage: Mutex<BTreeSet<Damage>>,
}

/// Snapshot of the members with the indexes over them.
#[derive(Debug)]
struct LibraryIndex {
    /// Library from which the found members are read.
    store: Arc<dyn Store>,
    /// Text form of the recipe of the fingerprints.
    form: String,
    /// Members of the snapshot, with their fingerprints.
    members: MemberTable,
    /// State of the library when the snapshot was taken.
    state: LibraryState,
    passages: PassageIndex,
    /// Whether the index file beside the library holds exactly this passage index.
    saved: AtomicBool,
}

impl Library {
    /// Opens the library in a file, or creates it if it does not exist ([`SqliteStore::open`]). Connects to the library if `file` is the
    /// address of a server ([`is_server`]). Fails if the file is no library, is damaged or belongs to a newer program, or if the server
    /// cannot be reached or refuses the login.
    pub fn open(file: &Path) -> Result<Self, LibraryError> {
        #[cfg(feature = "postgres")]
        if is_server(file) {
            return Ok(Self::over(Arc::new(PostgresStore::open(file)?), file));
        }
        #[cfg(not(feature = "postgres"))]
        if is_server(file) {
            return Err(LibraryError::NoServers {
                file: file.to_owned(),
            });
        }
        Ok(Self::in_file(SqliteStore::open(file)?, file))
    }

    /// Opens a library like [`Self::open`], but fails with [`LibraryError::NotThere`] if its file does not exist.
    pub fn open_existing(file: &Path) -> Result<Self, LibraryError> {
        if is_server(file) {
            return Self::open(file);
        }
        Ok(Self::in_file(SqliteStore::open_existing(file)?, file))
    }

    /// Creates the library of a store in a file. If its index is of a later state, an older copy of the library was put back, or
    /// its log was lost with what was added last.
    fn in_file(store: SqliteStore, file: &Path) -> Self {
        let is_older = (store.state())
            .is_ok_and(|state| PassageIndex::is_of_later_state(&beside(file, INDEX), &state));
        if is_older {
            store.note_lost_changes();
        }
        Self::over(Arc::new(store), file)
    }

    /// Sets the password for this program's connections to a server. It is kept in memory until the program ends, and
    /// ignored for a library in a file.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(unused_variables, reason = "no servers")
    )]
    pub fn type_password(address: &Path, password: &str) {
        #[cfg(feature = "postgres")]
        PostgresStore::type_password(address, password);
    }

    /// Saves the password for a server in the system's keyring. Fails if `address` is no address of a server or the keyring cannot be
    /// used.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(unused_variables, reason = "no servers")
    )]
    pub fn keep_password(address: &Path, password: &str) -> Result<(), LibraryError> {
        #[cfg(feature = "postgres")]
        return PostgresStore::keep_password(address, password);
        #[cfg(not(feature = "postgres"))]
        Err(LibraryError::NoServers {
            file: address.to_owned(),
        })
    }

    /// Returns whether a library may exist: something has its name, or it is on a server, which is not asked.
    #[must_use]
    pub fn may_exist(file: &Path) -> bool {
        is_server(file) || file.exists()
    }

    /// Creates a library from any store; its index file is kept beside `file`.
    #[must_use]
    pub fn over(store: Arc<dyn Store>, file: &Path) -> Self {
        Self {
            store,
            file: file.to_owned(),
            index: Mutex::default(),
            damage: Mutex::default(),
        }
    }

    /// Returns the path of the default library, in the data folder of the platform or of a portable program. `None` if
    /// the platform has no such folder.
    #[must_use]
    pub fn default_file() -> Option<PathBuf> {
        Some(chachong_paths::data()?.join("library.chachong"))
    }

    /// Returns the store that holds the library's data.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Returns the path of the library file, or the address of a library on a server.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the displayed name of the library ([`name_of`]), which never contains a password.
    #[must_use]
    pub fn name(&self) -> String {
        name_of(&self.file)
    }

    /// Returns the damage found since the library was opened, sorted. The damaged parts could not be compared.
    #[must_use]
    pub fn damage(&self) -> Vec<Damage> {
        let mut damage = self.store.damage();
        let mut met = lock(&self.damage).clone();
        met.retain(|met| {
            let is_it = |known: &Damage| (known.part, known.document) == (met.part, met.document);
            !damage.iter().any(is_it)
        });
        damage.extend(met);
        damage.sort();
        damage.dedup();
        damage
    }

    /// Records that a part could not be compared because of damage.
    pub fn note_damage(&self, damage: Damage) {
        lock(&self.damage).insert(damage);
    }

    fn index_file(&self) -> PathBuf {
        beside(&self.file, INDEX)
    }

    /// Returns the saved index of the members' titles, which may be outdated. `version` is the version of the rules that divide titles
    /// into runs. Empty for a library on a server, and if no index of this version was saved. Fails if the library itself cannot be read.
    pub fn title_index(&self, version: u32) -> Result<TitleIndex, LibraryError> {
        if is_server(&self.file) {
            return Ok(TitleIndex::default());
        }
        let identity = self.store.state()?.identity;
        let index = TitleIndex::load(&beside(&self.file, TITLES), identity, version);
        Ok(index.unwrap_or_default())
    }

    /// Saves the index of the members' titles beside a library in a file; `version` is as in [`Self::title_index`].
    /// If the file cannot be written, the failure is logged and the index is built again next time. Nothing is saved
    /// for a library on a server.
    pub fn keep_title_index(&self, index: &TitleIndex, version: u32) -> Result<(), LibraryError> {
        if !is_server(&self.file) {
            let identity = self.store.state()?.identity;
            if let Err(error) = index.save(&beside(&self.file, TITLES), identity, version) {
                tracing::warn!(%error, "index of titles not kept");
            }
        }
        Ok(())
    }

    /// Deletes the saved index of the members' titles, so that nothing remains of permanently deleted members. Fails with
    /// [`LibraryError::ReadOnly`] if the file exists and cannot be deleted. Does nothing for a library on a server.
    pub fn drop_title_index(&self) -> Result<(), LibraryError> {
        if is_server(&self.file) {
            return Ok(());
        }
        let file = beside(&self.file, TITLES);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(LibraryError::ReadOnly { file })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Starts a search among the current members, with fingerprints under the recipe whose text form is `form`. Fails if the library
    /// cannot be read or its server does not answer.
    pub fn search(&self, form: &str) -> Result<Arc<dyn MemberSearch>, LibraryError> {
        if let Some(search) = self.store.member_search(form)? {
            return Ok(Arc::from(search));
        }
        let index = self.index(form)?;
        if !index.members.is_current() {
            // They could not be made anew: the library is read-only, or their texts are damaged.
            self.note_damage(Damage {
                part: DamagedPart::Outdated,
                document: None,
                name: None,
            });
        }
        Ok(index)
    }

    /// Returns the members whose passage fingerprints, or whose fingerprint under the recipe with the text form `form`, are missing or
    /// outdated. If the index file states that all are up to date, no member is read. Fails if the library cannot be read or its server
    /// does not answer.
    pub fn stale_members(&self, form: &str) -> Result<Vec<Member>, LibraryError> {
        if !is_server(&self.file) && self.index(form)?.members.is_current() {
            return Ok(Vec::new());
        }
        self.store.stale_members(form, PROCESSING_VERSION)
    }

    /// Returns the index over the current members. Reads from the database only what has changed since the cached or
    /// saved index; nothing if the saved index matches the present state of the library.
    ///
    /// `form` is the text form of the recipe whose fingerprints are indexed.
    fn index(&self, form: &str) -> Result<Arc<LibraryIndex>, LibraryError> {
        let mut held = lock(&self.index);
        let state = self.store.state()?;
        if let Some((of, index)) = &*held
            && of == form
            && index.state.changes == state.changes
        {
            return Ok(Arc::clone(index));
        }
        let mut passages = match held.take() {
            Some((_, index)) => match Arc::try_unwrap(index) {
                Ok(index) => index.passages,
                // Another thread still searches the old index.
                Err(index) => index.passages.clone(),
            },
            None => match self.saved_index(&state) {
                Some(SavedIndex {
                    passages,
                    stamp,
                    members: Some(members),
                }) if stamp == stamp_of(&state)
                    && members.form == form
                    && members.version == PROCESSING_VERSION =>
                {
                    let index = self.snapshot(form, state, (members.table, passages), true);
                    *held = Some((form.to_owned(), Arc::clone(&index)));
                    return Ok(index);
                }
                saved => saved.map(|saved| saved.passages).unwrap_or_default(),
            },
        };
        let members = self.store.member_keys(form, PROCESSING_VERSION)?;
        self.catch_up(&mut passages, &members)?;
        let table = MemberTable::of_keys(&members);
        let index = self.snapshot(form, state, (table, passages), false);
        *held = Some((form.to_owned(), Arc::clone(&index)));
        Ok(index)
    }

    /// Reads the index file; `None` if it is unusable.
    fn saved_index(&self, state: &LibraryState) -> Option<SavedIndex> {
        // A file that cannot be loaded, for whatever reason, is built again.
        let saved = PassageIndex::load_any(&self.index_file(), state.identity).ok()?;
        // One of a later state was noted when the library was opened.
        (saved.stamp.change <= state.changes).then_some(saved)
    }

    fn snapshot(
        &self,
        form: &str,
        state: LibraryState,
        (members, passages): (MemberTable, PassageIndex),
        saved: bool,
    ) -> Arc<LibraryIndex> {
        Arc::new(LibraryIndex {
            store: Arc::clone(&self.store),
            form: form.to_owned(),
            members,
            state,
            passages,
            saved: AtomicBool::new(saved),
        })
    }

    /// Adds missing members to the index and removes those that are gone.
    fn catch_up(
        &self,
        passages: &mut PassageIndex,
        members: &[MemberKey],
    ) -> Result<(), LibraryError> {
        // Both sorted by document: of a million members, two tables by hash would be a hundred megabytes.
        let wanted = |document: i64| {
            let at = members.binary_search_by_key(&document, |member| member.document.0);
            let member = at.ok().map(|at| &members[at]);
            member
                .filter(|member| is_searchable(member.selection))
                .map(|member| (member.first_passage, member.passages))
        };
        let mut there: Vec<(i64, u32, u32)> = passages.ranges().collect();
        there.sort_unstable();
        let is_there = |member: &MemberKey| {
            let at = there.binary_search_by_key(&member.document.0, |range| range.0);
            at.is_ok_and(|at| (there[at].1, there[at].2) == (member.first_passage, member.passages))
        };
        for &(document, first, count) in &there {
            if wanted(document) != Some((first, count)) {
                passages.remove(document);
            }
        }
        if passages.rebuild_pays() {
            passages.rebuild();
        }
        let missing =
            (members.iter()).filter(|member| is_searchable(member.selection) && !is_there(member));
        for member in missing {
            // A member with damaged fingerprints is not found until the library is verified.
            let Some(found) = self.store.passages(member.document)? else {
                continue;
            };
            let added = passages.add(member.document.0, member.first_passage, &found.fingerprints);
            if added.is_err() {
                // Overlapping numbers: the index is of another copy of the library, or the library itself was put together by
                // hand.
                *passages = PassageIndex::default();
                return if there.is_empty() {
                    self.fill(passages, members)
                } else {
                    self.catch_up(passages, members)
                };
            }
        }
        Ok(())
    }

    /// Adds all searchable members under new ids, because their own ids overlap.
    fn fill(&self, passages: &mut PassageIndex, members: &[MemberKey]) -> Result<(), LibraryError> {
        let mut next = 0;
        for member in (members.iter()).filter(|member| is_searchable(member.selection)) {
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

    /// Updates the index for the current members and saves it beside the library. It is not saved if damage hides members or their data.
    /// Fails with [`LibraryError::DiskFull`] or [`LibraryError::Failed`] if the file cannot be written. For a library on a server, asks
    /// the server to update its own index ([`crate::SearchStore::settle`]).
    pub fn refresh_index(&self) -> Result<(), LibraryError> {
        if is_server(&self.file) {
            return self.store.settle();
        }
        let index = self.index(&Recipe::THESIS.text_form())?;
        if index.saved.load(Ordering::Relaxed) && self.index_file().is_file() {
            return Ok(());
        }
        let hides_members = |damage: &Damage| {
            use DamagedPart::{Entry, Members, Passages};
            matches!(damage.part, Entry | Members | Passages)
        };
        if self.damage().iter().any(hides_members) {
            // The next check, which would read no member, would not know what is missing.
            return Ok(());
        }
        let members = Some((index.form.as_str(), &index.members));
        index
            .passages
            .save_with(
                &self.index_file(),
                &stamp_of(&index.state),
                members.filter(|(_, table)| table.is_current()),
            )
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

    /// Returns whether the saved index contradicts the database. A missing or merely outdated index file counts as right, but an
    /// unreadable one counts as wrong. `false` for a library on a server. Fails if the library itself cannot be read.
    pub fn is_index_wrong(&self) -> Result<bool, LibraryError> {
        if is_server(&self.file) {
            return Ok(false);
        }
        let state = self.store.state()?;
        if !self.index_file().exists() {
            return Ok(false);
        }
        let Ok(saved) = PassageIndex::load_any(&self.index_file(), state.identity) else {
            return Ok(true);
        };
        if saved.stamp.change != state.changes {
            return Ok(false);
        }
        let form = Recipe::THESIS.text_form();
        let mut fresh = PassageIndex::default();
        let members = self.store.member_keys(&form, PROCESSING_VERSION)?;
        self.catch_up(&mut fresh, &members)?;
        let is_member_wrong = saved.members.is_some_and(|saved| {
            saved.form == form
                && saved.version == PROCESSING_VERSION
                && !saved.table.holds_the_same(&MemberTable::of_keys(&members))
        });
        Ok(is_member_wrong || !fresh.holds_the_same(&saved.passages))
    }

    /// Deletes the saved index, builds it again from the database and saves it. For a library on a server, only asks the server to update
    /// its own index. Fails as [`Self::refresh_index`] does.
    pub fn rebuild_index(&self) -> Result<(), LibraryError> {
        *lock(&self.index) = None;
        // A failure to delete is harmless: a missing or foreign file is not used.
        let _ = std::fs::remove_file(self.index_file());
        self.refresh_index()
    }
}

/// Returns the path of a file beside a library, whichever of its names `library` is.
fn beside(library: &Path, ending: &str) -> PathBuf {
    with_ending(&real(library), ending)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a thread that panicked left is a whole index or none.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the state of a library in the form of an index file.
fn stamp_of(state: &LibraryState) -> Stamp {
    Stamp {
        library: state.identity,
        change: state.changes,
        next_passage: state.next_passage,
    }
}

impl MemberSearch for LibraryIndex {
    fn members(&self) -> usize {
        self.members.len()
    }

    fn ask(&self, question: &Question<'_>) -> Result<Answer, LibraryError> {
        let mut near = Vec::new();
        if let Some(fingerprint) = question.fingerprint {
            for (document, distance) in self.members.near(fingerprint, question.farthest) {
                if let Some(member) = self.member(document)? {
                    near.push((member, distance));
                }
            }
        }
        let found = self.passages.candidates(question.shingles);
        let mut sharing = Vec::with_capacity(found.candidates.len());
        for candidate in &found.candidates {
            let document = DocumentId(candidate.document);
            if self.members.contains(document)
                && let Some(member) = self.member(document)?
            {
                sharing.push((member, candidate.evidence));
            }
        }
        Ok(Answer {
            near,
            sharing,
            widespread: found.widespread,
        })
    }
}

impl LibraryIndex {
    /// Reads a member. `None` if it was removed meanwhile or is damaged; the store records the damage.
    fn member(&self, document: DocumentId) -> Result<Option<Member>, LibraryError> {
        match (self.store).member(document, &self.form, PROCESSING_VERSION) {
            Err(LibraryError::Damaged { .. }) => Ok(None),
            member => member,
        }
    }
}
