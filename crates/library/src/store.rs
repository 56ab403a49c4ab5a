//! Storage interface of a library.
//!
//! Every method is one transaction: it is done whole or not at all, and what it reported as done survives any end of
//! the program or the machine. Methods may be called from any thread.

use std::collections::HashMap;
use std::fmt::Debug;
use std::path::Path;

use super::{
    About, CheckContent, CheckId, CheckState, Content, Damage, Derived, DocumentId, FileStamp,
    Frequencies, Imported, KeptDecision, KeptSubmission, LibraryError, LibraryState, Member,
    MemberKey, MemberSearch, NewMember, Passages, SELECTION, SavedCheck, StoredPath, VerifyReport,
};
use crate::packed::unpack_json;
use crate::search_text::Term;
use chachong_case::{Case, CaseId, CaseSummary};
use chachong_compare::Choices;
use chachong_import::{Extracted, Format, ImportCause};
use chachong_recognition::Recognised;
use chachong_simhash::Recipe;
use chachong_text::PROCESSING_VERSION;

/// Version name under which a recognised page is stored after a person corrected it.
pub const CORRECTED: &str = "";

/// Storage of imported documents: their files, texts, derived data and recognised pages. Every method fails if the library cannot be read
/// or its server does not answer; methods that write also fail if the library is read-only, its disk is full or the user has no right to
/// write.
pub trait DocumentStore: Debug + Send + Sync {
    /// Finds the document that the current reader version read from this file with `read_as`, a value like that of [`Content`]. `None` if
    /// there is none, if the file's size or time differs from `stamp`, or if the user may only check.
    fn known_file(
        &self,
        path: &Path,
        stamp: FileStamp,
        read_as: &str,
    ) -> Result<Option<DocumentId>, LibraryError>;

    /// Finds the document with this content; `None` if there is none or if an older reader version read it.
    fn known_content(&self, content: &Content) -> Result<Option<DocumentId>, LibraryError>;

    /// Stores imported documents and returns their numbers in the same order. A document whose content is already stored gets the new
    /// path, text and derived data, since a newer reader may have found more. Reader version 0 never replaces a readable text.
    fn put(&self, imported: &[Imported<'_>]) -> Result<Vec<DocumentId>, LibraryError>;

    /// Adds a path to a document. If another document had this path, that document loses it.
    fn add_path(&self, document: DocumentId, path: &StoredPath) -> Result<(), LibraryError>;

    /// Finds the document that has this path; `None` if none has it.
    fn document_at(&self, path: &Path) -> Result<Option<DocumentId>, LibraryError>;

    /// Returns the paths of a document, sorted.
    fn paths(&self, document: DocumentId) -> Result<Vec<StoredPath>, LibraryError>;

    /// Returns the content (hash and way of reading) and the format of a document. Fails with [`LibraryError::NoSuchDocument`] if it does
    /// not exist.
    fn content(&self, document: DocumentId) -> Result<(Content, Format), LibraryError>;

    /// Returns the numbers of all stored documents, sorted.
    fn documents(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Returns the text of a document. Fails if it is missing or damaged. A user who may only check gets templates whole and, of other
    /// documents, only the passages that a search found.
    fn text(&self, document: DocumentId) -> Result<String, LibraryError>;

    /// Returns the text of a document with everything else that its reader found. Fails if it is missing or damaged. A user who may only
    /// check gets templates whole and, of other documents, only the passages that a search found.
    fn extracted(&self, document: DocumentId) -> Result<Extracted, LibraryError>;

    /// Returns the data derived from a document's text under a recipe, given by its text form; `None` if it was not computed or is
    /// damaged.
    fn derived(&self, document: DocumentId, recipe: &str) -> Result<Option<Derived>, LibraryError>;

    /// Stores derived data, each with the number of its document.
    fn put_derived(&self, derived: &[(DocumentId, Derived)]) -> Result<(), LibraryError>;

    /// Returns the text recognised in the page picture with this SHA-256: a person's correction if there is one, else
    /// the result of this `version` of models and rules. `None` if neither is stored.
    fn recognised_page(
        &self,
        picture: &[u8; 32],
        version: &str,
    ) -> Result<Option<Recognised>, LibraryError>;

    /// Returns the text that this `version` of models and rules recognised in a page picture, without a person's
    /// corrections. `None` if it is not stored.
    fn page_as_read(
        &self,
        picture: &[u8; 32],
        version: &str,
    ) -> Result<Option<Recognised>, LibraryError>;

    /// Stores the text recognised in a page picture. `picture` and `file` are the SHA-256 of the picture and of its
    /// file; the page is deleted together with the file. The version [`CORRECTED`] stores a person's correction. `None`
    /// deletes what is stored under the version.
    fn keep_recognised_page(
        &self,
        picture: &[u8; 32],
        file: &[u8; 32],
        version: &str,
        page: Option<&Recognised>,
    ) -> Result<(), LibraryError>;
}

/// Storage of members, with which new documents are compared, and of templates: handed-out texts that do not count. Methods fail as those
/// of [`DocumentStore`] do.
pub trait MemberStore: Debug + Send + Sync {
    /// Returns the members, sorted by document number, with their fingerprints under the recipe whose text form is `recipe` and the
    /// processing `version`. Fingerprints of another recipe or version are left out ([`Member::current`]).
    fn members(&self, recipe: &str, version: u32) -> Result<Vec<Member>, LibraryError>;

    /// Returns the members with their fingerprints under the recipe for theses and the current processing version.
    fn current_members(&self) -> Result<Vec<Member>, LibraryError> {
        self.members(&Recipe::THESIS.text_form(), PROCESSING_VERSION)
    }

    /// Returns the data that an index needs about each member, sorted by document number. `recipe` and `version` are as in
    /// [`Self::members`].
    fn member_keys(&self, recipe: &str, version: u32) -> Result<Vec<MemberKey>, LibraryError> {
        let members = self.members(recipe, version)?;
        Ok(members.iter().map(MemberKey::from).collect())
    }

    /// Returns one member; `None` if the document is not, or no longer, a member. `recipe` and `version` are as in [`Self::members`].
    fn member(
        &self,
        document: DocumentId,
        recipe: &str,
        version: u32,
    ) -> Result<Option<Member>, LibraryError>;

    /// Returns the members whose passage fingerprints, or whose fingerprint under `recipe` and `version`, are missing
    /// or outdated.
    fn stale_members(&self, recipe: &str, version: u32) -> Result<Vec<Member>, LibraryError> {
        let mut members = self.members(recipe, version)?;
        members.retain(|member| !member.current || member.selection != SELECTION);
        Ok(members)
    }

    /// Returns the document numbers of the members, sorted.
    fn member_numbers(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Makes stored documents members. For existing members, replaces only the passages and the search terms; a removed one
    /// is a member again, with the new name and path.
    fn add_members(&self, members: &[NewMember]) -> Result<(), LibraryError>;

    /// Removes members; [`Self::restore_members`] can undo it.
    fn remove_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Makes removed members members again, unless they were deleted permanently meanwhile.
    fn restore_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Removes these members permanently, and deletes their documents, unless a check or a template needs them. Returns
    /// the number of deleted members.
    fn remove_for_good(&self, documents: &[DocumentId]) -> Result<u64, LibraryError>;

    /// Deletes removed members permanently, and documents that neither a member, a check nor a template needs. A server does so only 24
    /// hours after the removal. Returns the number of deleted members.
    fn purge(&self) -> Result<u64, LibraryError>;

    /// Returns the passage fingerprints of a member; `None` if it has none or they are damaged.
    fn passages(&self, document: DocumentId) -> Result<Option<Passages>, LibraryError>;

    /// Returns who handed in these documents, sorted by document. A document has no entry if nothing is stored or its
    /// entry is damaged, and several entries if several people may have handed it in ([`KeptSubmission::agreed`]). A
    /// user who may only check gets an empty list.
    fn submissions(
        &self,
        documents: &[DocumentId],
    ) -> Result<Vec<(DocumentId, KeptSubmission)>, LibraryError>;

    /// Stores who handed in documents, for as long as these are members. An entry replaces the stored one with the same
    /// name and student number. Entries for deleted documents are skipped.
    fn put_submissions(&self, kept: &[(DocumentId, KeptSubmission)]) -> Result<(), LibraryError>;

    /// Returns the school's templates, as (document number, name), sorted by name. A template is a text that the school hands out;
    /// passages that a document shares with it do not count.
    fn templates(&self) -> Result<Vec<(DocumentId, String)>, LibraryError>;

    /// If `template` is true, makes a stored document a template that is shown as `name`. Otherwise makes it an ordinary document again;
    /// `name` is then unused.
    fn set_template(
        &self,
        document: DocumentId,
        name: &str,
        template: bool,
    ) -> Result<(), LibraryError>;
}

/// Searches among the members, and the data that they need: passages, full text, document frequencies and sentence vectors. Methods fail
/// as those of [`DocumentStore`] do.
pub trait SearchStore: Debug + Send + Sync {
    /// Starts a search that the store carries out itself, with fingerprints under `recipe`. `None` if the store only
    /// holds rows, over which the program builds its own index ([`super::Library::search`]).
    fn member_search(&self, recipe: &str) -> Result<Option<Box<dyn MemberSearch>>, LibraryError>;

    /// If the store carries out searches itself, prepares it to find the members added since the last call. Other stores do nothing.
    fn settle(&self) -> Result<(), LibraryError> {
        Ok(())
    }

    /// Returns the members that the full-text search covers, sorted by number. In a sound library these are all
    /// members.
    fn searchable(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Returns the members that contain all these search terms, sorted by number, at most `most` of them.
    fn search(&self, terms: &[Term], most: usize) -> Result<Vec<DocumentId>, LibraryError>;

    /// Returns checksums to verify the full-text search against the texts: for each document the sum, modulo 2^64, of
    /// the XXH3 hashes of its search terms. `None` if a server maintains the full-text search.
    fn search_sums(&self) -> Result<Option<HashMap<DocumentId, u64>>, LibraryError> {
        Ok(None)
    }

    /// Returns the stored document frequencies; `None` if they were not counted or are damaged, in which case they can
    /// be counted again.
    fn frequencies(&self) -> Result<Option<Frequencies>, LibraryError>;

    /// Replaces the document frequencies.
    fn put_frequencies(&self, frequencies: &Frequencies) -> Result<(), LibraryError>;

    /// Returns the sentence vectors of these documents, sorted by number. `version` names the model and the rules that cut texts into
    /// windows (short runs of sentences), one vector for each. Documents without such vectors or with damaged ones are left out. A user
    /// who may only check gets an empty list.
    fn vectors(
        &self,
        version: &str,
        ids: &[DocumentId],
    ) -> Result<Vec<(DocumentId, Vec<u8>)>, LibraryError>;

    /// Stores the sentence vectors of documents, computed by this `version` of model and windows, and replaces existing ones. Vectors of
    /// deleted documents, and those larger than 256 MiB, are skipped.
    fn put_vectors(
        &self,
        version: &str,
        vectors: &[(DocumentId, Vec<u8>)],
    ) -> Result<(), LibraryError>;

    /// Returns the numbers of the documents with sentence vectors of this version, sorted.
    fn documents_with_vectors(&self, version: &str) -> Result<Vec<DocumentId>, LibraryError>;

    /// Returns the version and the sentence vectors of a document, whichever version they have; `None` if it has no vectors or they are
    /// damaged.
    fn vectors_with_version(
        &self,
        document: DocumentId,
    ) -> Result<Option<(String, Vec<u8>)>, LibraryError>;
}

/// Storage of saved checks, decisions and corrections. Methods fail as those of [`DocumentStore`] do.
pub trait CheckStore: Debug + Send + Sync {
    /// Returns summaries of the saved checks, the one that was changed last first.
    fn checks(&self) -> Result<Vec<SavedCheck>, LibraryError>;

    /// Creates a saved check without files and returns its number.
    fn begin_check(&self, title: &str) -> Result<CheckId, LibraryError>;

    /// Replaces the rows of a check, and the choices and results, which refer to rows by position. Deletes the stored
    /// results if `content` has none.
    fn save_check(
        &self,
        check: CheckId,
        state: CheckState,
        content: &CheckContent,
    ) -> Result<(), LibraryError>;

    /// Saves only the choices and settings of a check, when nothing else has changed.
    fn save_choices(
        &self,
        check: CheckId,
        choices: &Choices,
        settings: &serde_json::Value,
    ) -> Result<(), LibraryError>;

    /// Saves the results of reading files of a check. Each entry holds the file's displayed name and the number of its
    /// document, or the reason why it could not be read.
    fn save_outcomes(
        &self,
        check: CheckId,
        outcomes: &[(String, Result<DocumentId, ImportCause>)],
    ) -> Result<(), LibraryError>;

    /// Reads the summary and the content of a saved check. Fails if the check does not exist or is damaged.
    fn check(&self, check: CheckId) -> Result<(SavedCheck, CheckContent), LibraryError>;

    /// Deletes a saved check. Its documents stay until [`MemberStore::purge`] deletes those that nothing else needs.
    fn remove_check(&self, check: CheckId) -> Result<(), LibraryError>;

    /// Returns the decisions from all checks about these documents: about single documents, and about pairs, passages and leads of which
    /// both documents are in the list. Sorted by documents and spans. Empty for a user who may only check.
    fn decisions(&self, documents: &[DocumentId]) -> Result<Vec<KeptDecision>, LibraryError>;

    /// Deletes the decisions in `back`, then stores those in `kept`. A stored decision with the same spans is replaced;
    /// if the decision itself is unchanged, it keeps its time and gets the new note. Decisions about leads and
    /// decisions about copied text do not replace each other.
    fn decide(&self, back: &[KeptDecision], kept: &[KeptDecision]) -> Result<(), LibraryError>;

    /// Returns a person's corrections of a document's bibliographic record as (name of the field, value), sorted by
    /// name. An empty value means that the document does not state the field.
    fn corrections(&self, document: DocumentId) -> Result<Vec<(String, String)>, LibraryError>;

    /// Stores a person's correction of one field of a document's bibliographic record; `None` removes the correction.
    fn correct(
        &self,
        document: DocumentId,
        field: &str,
        value: Option<&str>,
    ) -> Result<(), LibraryError>;
}

/// Cases of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseList {
    /// Summaries of the readable cases, the latest changed first.
    pub cases: Vec<CaseSummary>,
    /// Numbers of cases that cannot be read because they are damaged, sorted.
    pub damaged: Vec<CaseId>,
}

impl CaseList {
    /// Adds the case with this number and packed summary.
    pub(crate) fn add(&mut self, id: CaseId, packed: &[u8]) {
        match unpack_json::<CaseSummary>(packed).filter(|summary| summary.id == id) {
            Some(summary) => self.cases.push(summary),
            None => self.damaged.push(id),
        }
    }

    /// Sorts the list: the latest changed first, of several the one with the highest number.
    pub(crate) fn sort(&mut self) {
        let latest_first = |case: &CaseSummary| std::cmp::Reverse((case.changed_at, case.id));
        self.cases.sort_by_key(latest_first);
        self.damaged.sort_unstable();
    }
}

/// Storage of cases. Everyone who may read the documents of a library may read its cases; a user who may only check may not. Methods fail
/// as those of [`DocumentStore`] do.
pub trait CaseStore: Debug + Send + Sync {
    /// Returns summaries of the cases, without their texts.
    fn cases(&self) -> Result<CaseList, LibraryError>;

    /// Reads a case. Fails with [`LibraryError::NoSuchCase`] if it does not exist, and with [`LibraryError::Damaged`] if it is damaged.
    fn case(&self, case: CaseId) -> Result<Case, LibraryError>;

    /// Stores a case and returns its number. With `None` as the number, the case is new and gets a number that no other
    /// case ever gets; otherwise it replaces the stored case. Fails with [`LibraryError::CaseChanged`] if the case does
    /// not follow from the stored one ([`Case::follows`]), because somebody else changed it in the meantime.
    fn keep_case(&self, number: Option<CaseId>, case: &Case) -> Result<CaseId, LibraryError>;

    /// Permanently deletes a case with all its data.
    fn delete_case(&self, case: CaseId) -> Result<(), LibraryError>;
}

/// State of the store as a whole. Methods fail as those of [`DocumentStore`] do.
pub trait StoreStatus: Debug + Send + Sync {
    /// Returns a summary of the library.
    fn about(&self) -> Result<About, LibraryError>;

    /// Returns the time when the newest member was added, in seconds since 1970. `None` if there are no members, or if
    /// the server does not reveal it to this user.
    fn newest_member(&self) -> Result<Option<i64>, LibraryError>;

    /// Returns a value that changes whenever a member is added, changed or removed. Unlike [`Self::about`], a library in a file counts
    /// nothing for it, so that the time does not grow with the number of members.
    fn state(&self) -> Result<LibraryState, LibraryError> {
        Ok(LibraryState::from(&self.about()?))
    }

    /// Returns whether the library is on a server, which may become unreachable while its texts are needed.
    fn is_on_server(&self) -> bool {
        false
    }

    /// Returns the addresses (host and port) of those servers of a distributed library that did not answer when they
    /// were last asked; empty for any other library. Search results lack the documents on these servers.
    fn lost_servers(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the error that a write would meet because the library is read-only. `None` if the library is writable,
    /// or if it is on a server, which decides at each request.
    fn why_read_only(&self) -> Option<LibraryError> {
        None
    }

    /// Returns the damage found since the library was opened, sorted and without repetition. Damaged members and
    /// templates were not compared with, and damaged decisions did not count. Damage that can be repaired from sound
    /// data is not listed.
    fn damage(&self) -> Vec<Damage> {
        Vec::new()
    }

    /// Returns the members whose text was withheld in part, with the number of withheld characters, because a limit for
    /// users who may only check was reached when they were last read. Empty for a library without limits.
    fn withheld(&self) -> Vec<(DocumentId, u64)> {
        Vec::new()
    }

    /// Returns the names of the tables that contain any row of a document. Empty after the document was deleted
    /// permanently.
    fn traces(&self, document: DocumentId) -> Result<Vec<String>, LibraryError>;

    /// Verifies every row and checksum, and returns what is damaged. If `repair` is true, rebuilds everything that can be computed again.
    fn verify(&self, repair: bool) -> Result<VerifyReport, LibraryError>;
}

/// Complete storage of a library; combines the six other traits.
pub trait Store:
    DocumentStore + MemberStore + SearchStore + CheckStore + CaseStore + StoreStatus
{
}

impl<S: DocumentStore + MemberStore + SearchStore + CheckStore + CaseStore + StoreStatus> Store
    for S
{
}
