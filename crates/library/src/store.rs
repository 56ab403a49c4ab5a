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
use crate::search_text::Term;
use chachong_case::{Case, CaseId, CaseSummary};
use chachong_compare::Choices;
use chachong_import::{Extracted, Format, ImportCause};
use chachong_recognition::Recognised;
use chachong_simhash::Recipe;
use chachong_text::PROCESSING_VERSION;

/// Version under which a page is stored after a person corrected it.
pub const CORRECTED: &str = "";

/// Storage of imported documents: their files, texts, derived data and recognised pages.
pub trait DocumentStore: Debug + Send + Sync {
    /// Finds the document read from this file, if the file is unchanged since (`stamp`), was read as `read_as`, and
    /// by the current reader version.
    fn known_file(
        &self,
        path: &Path,
        stamp: FileStamp,
        read_as: &str,
    ) -> Result<Option<DocumentId>, LibraryError>;

    /// Finds the document with this content, if the current reader version read it.
    fn known_content(&self, content: &Content) -> Result<Option<DocumentId>, LibraryError>;

    /// Keeps imported documents. One whose content is known gets the new path, text and derived data: a newer reader
    /// may have found more. Returns their numbers in the same order.
    fn put(&self, imported: &[Imported<'_>]) -> Result<Vec<DocumentId>, LibraryError>;

    /// Adds a path to a document; another document that had this path loses it.
    fn add_path(&self, document: DocumentId, path: &StoredPath) -> Result<(), LibraryError>;

    /// Finds the document that has this path; `None` if none has it.
    fn document_at(&self, path: &Path) -> Result<Option<DocumentId>, LibraryError>;

    /// Paths of a document, sorted.
    fn paths(&self, document: DocumentId) -> Result<Vec<StoredPath>, LibraryError>;

    /// Content and format of a document.
    fn content(&self, document: DocumentId) -> Result<(Content, Format), LibraryError>;

    /// Numbers of all kept documents, sorted.
    fn documents(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Text of a document.
    fn text(&self, document: DocumentId) -> Result<String, LibraryError>;

    /// Text of a document with everything else its reader found.
    fn extracted(&self, document: DocumentId) -> Result<Extracted, LibraryError>;

    /// Data derived from the text under a recipe; `None` if it was not computed.
    fn derived(&self, document: DocumentId, recipe: &str) -> Result<Option<Derived>, LibraryError>;

    /// Keeps derived data.
    fn put_derived(&self, derived: &[(DocumentId, Derived)]) -> Result<(), LibraryError>;

    /// Returns what was read in the picture of a page with this SHA-256: what a person corrected, whatever version read
    /// it, else what `version` of models and rules read. `None` for an unknown picture.
    fn recognised_page(
        &self,
        picture: &[u8; 32],
        version: &str,
    ) -> Result<Option<Recognised>, LibraryError>;

    /// Returns what `version` of models and rules read in the picture of a page, whatever a person corrected since.
    fn page_as_read(
        &self,
        picture: &[u8; 32],
        version: &str,
    ) -> Result<Option<Recognised>, LibraryError>;

    /// Keeps what was read in the picture of a page of the file with this SHA-256, with which the page is deleted.
    /// Under [`CORRECTED`] stands what a person corrected; `None` takes it back.
    fn keep_recognised_page(
        &self,
        picture: &[u8; 32],
        file: &[u8; 32],
        version: &str,
        page: Option<&Recognised>,
    ) -> Result<(), LibraryError>;
}

/// Storage of members, with which new documents are compared, and of templates.
pub trait MemberStore: Debug + Send + Sync {
    /// Documents that new ones are compared with, sorted by number, with their fingerprints by `recipe` and
    /// `version`.
    fn members(&self, recipe: &str, version: u32) -> Result<Vec<Member>, LibraryError>;

    /// The members with their fingerprints by the recipe for theses and this version.
    fn current_members(&self) -> Result<Vec<Member>, LibraryError> {
        self.members(&Recipe::THESIS.text_form(), PROCESSING_VERSION)
    }

    /// What an index over the members needs of each, sorted by number.
    fn member_keys(&self, recipe: &str, version: u32) -> Result<Vec<MemberKey>, LibraryError> {
        let members = self.members(recipe, version)?;
        Ok(members.iter().map(MemberKey::from).collect())
    }

    /// One member; `None` for a document that is none, or not any more.
    fn member(
        &self,
        document: DocumentId,
        recipe: &str,
        version: u32,
    ) -> Result<Option<Member>, LibraryError> {
        let members = self.members(recipe, version)?;
        Ok(members
            .into_iter()
            .find(|member| member.document == document))
    }

    /// Members whose fingerprint by `recipe` and `version`, or whose passage fingerprints, are missing or out of date.
    fn stale_members(&self, recipe: &str, version: u32) -> Result<Vec<Member>, LibraryError> {
        let mut members = self.members(recipe, version)?;
        members.retain(|member| !member.current || member.selection != SELECTION);
        Ok(members)
    }

    /// Numbers of the members, sorted.
    fn member_numbers(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Makes kept documents members; existing members only get their passages and search terms replaced.
    fn add_members(&self, members: &[NewMember]) -> Result<(), LibraryError>;

    /// Removes members; [`Self::restore_members`] can undo it.
    fn remove_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Restores removed members.
    fn restore_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Removes members permanently, with everything that [`Self::purge`] deletes.
    fn remove_for_good(&self, documents: &[DocumentId]) -> Result<u64, LibraryError>;

    /// Deletes removed members permanently, and documents that neither a member, a check nor a template needs.
    /// Returns the number of deleted members.
    fn purge(&self) -> Result<u64, LibraryError>;

    /// Passage fingerprints of a member; `None` if it has none or they are damaged.
    fn passages(&self, document: DocumentId) -> Result<Option<Passages>, LibraryError>;

    /// Who handed in these documents, sorted by document: nothing for one of which nothing is kept or its entry is damaged,
    /// several entries for one that several may have handed in ([`KeptSubmission::agreed`]). A person who may only check
    /// gets none.
    fn submissions(
        &self,
        documents: &[DocumentId],
    ) -> Result<Vec<(DocumentId, KeptSubmission)>, LibraryError>;

    /// Keeps who handed in documents, until they are members no more. What was kept of the same name and number is replaced.
    /// Documents that were deleted meanwhile are skipped.
    fn put_submissions(&self, kept: &[(DocumentId, KeptSubmission)]) -> Result<(), LibraryError>;

    /// Templates of the school, with their names.
    fn templates(&self) -> Result<Vec<(DocumentId, String)>, LibraryError>;

    /// Makes a kept document a template, or no longer one.
    fn set_template(
        &self,
        document: DocumentId,
        name: &str,
        template: bool,
    ) -> Result<(), LibraryError>;
}

/// Searches among the members, and the data for them: passages, full text, document frequencies and vectors.
pub trait SearchStore: Debug + Send + Sync {
    /// Starts a search by the store itself, with the fingerprints of `recipe`; `None` if the store only keeps the rows,
    /// over which the program has an index of its own ([`super::Library::search`]).
    fn member_search(&self, recipe: &str) -> Result<Option<Box<dyn MemberSearch>>, LibraryError>;

    /// Prepares the search for the members added since the last time, where the store searches by itself.
    fn settle(&self) -> Result<(), LibraryError> {
        Ok(())
    }

    /// Members in the full-text search, sorted by number: in a sound library all of them.
    fn searchable(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Members that have all these search terms, sorted by number, at most `most`.
    fn search(&self, terms: &[Term], most: usize) -> Result<Vec<DocumentId>, LibraryError>;

    /// Sums by which the full-text search can be compared with the texts: of each document the sum, modulo 2^64, of the
    /// XXH3 of its terms. `None` where a server keeps them.
    fn search_sums(&self) -> Result<Option<HashMap<DocumentId, u64>>, LibraryError> {
        Ok(None)
    }

    /// Document frequencies; `None` if they were not counted, or are damaged: they can be counted again.
    fn frequencies(&self) -> Result<Option<Frequencies>, LibraryError>;

    /// Replaces the document frequencies.
    fn put_frequencies(&self, frequencies: &Frequencies) -> Result<(), LibraryError>;

    /// Vectors that `version` of model and windows made of these documents, sorted by number. Documents without such
    /// vectors and those whose vectors are damaged are left out; a person who may only check gets none.
    fn vectors(
        &self,
        version: &str,
        ids: &[DocumentId],
    ) -> Result<Vec<(DocumentId, Vec<u8>)>, LibraryError>;

    /// Keeps vectors of documents in place of those that they have. Documents that were deleted meanwhile are skipped,
    /// and vectors of more than 256 MiB.
    fn put_vectors(
        &self,
        version: &str,
        vectors: &[(DocumentId, Vec<u8>)],
    ) -> Result<(), LibraryError>;

    /// Numbers of the documents with vectors of this version, sorted.
    fn documents_with_vectors(&self, version: &str) -> Result<Vec<DocumentId>, LibraryError>;

    /// Vectors of a document with their version, whichever that is; `None` if it has none or they are damaged.
    fn vectors_with_version(
        &self,
        document: DocumentId,
    ) -> Result<Option<(String, Vec<u8>)>, LibraryError>;
}

/// Storage of saved checks, decisions and corrections.
pub trait CheckStore: Debug + Send + Sync {
    /// Saved checks, the latest first.
    fn checks(&self) -> Result<Vec<SavedCheck>, LibraryError>;

    /// Begins a check without files.
    fn begin_check(&self, title: &str) -> Result<CheckId, LibraryError>;

    /// Replaces the rows of a check and everything that refers to them by position. Deletes the results if `content`
    /// has none.
    fn save_check(
        &self,
        check: CheckId,
        state: CheckState,
        content: &CheckContent,
    ) -> Result<(), LibraryError>;

    /// Saves choices and settings when nothing else of a check has changed.
    fn save_choices(
        &self,
        check: CheckId,
        choices: &Choices,
        settings: &serde_json::Value,
    ) -> Result<(), LibraryError>;

    /// Saves the import outcomes of files of a check, by their names.
    fn save_outcomes(
        &self,
        check: CheckId,
        outcomes: &[(String, Result<DocumentId, ImportCause>)],
    ) -> Result<(), LibraryError>;

    /// Reads a saved check.
    fn check(&self, check: CheckId) -> Result<(SavedCheck, CheckContent), LibraryError>;

    /// Deletes a check.
    fn remove_check(&self, check: CheckId) -> Result<(), LibraryError>;

    /// Decisions about these documents, their pairs, passages and leads, in any check.
    fn decisions(&self, documents: &[DocumentId]) -> Result<Vec<KeptDecision>, LibraryError>;

    /// Deletes the decisions `back`, then keeps the decisions `kept`. One that is kept already keeps its time, and gets
    /// the note. Another decision about the same replaces it; decisions about leads and about the rest do not touch each
    /// other.
    fn decide(&self, back: &[KeptDecision], kept: &[KeptDecision]) -> Result<(), LibraryError>;

    /// A person's corrections of the bibliographic record of a document: names of fields with their values, sorted by
    /// name. An empty value says that the document does not state the field.
    fn corrections(&self, document: DocumentId) -> Result<Vec<(String, String)>, LibraryError>;

    /// Keeps a person's correction of a field of a document's bibliographic record; `None` takes it back.
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
    /// Cases, the latest changed first.
    pub cases: Vec<CaseSummary>,
    /// Numbers of cases that cannot be read because they are damaged, sorted.
    pub damaged: Vec<CaseId>,
}

impl CaseList {
    /// Sorts the list: the latest changed first, of several the one with the highest number.
    pub(crate) fn sort(&mut self) {
        let latest_first = |case: &CaseSummary| std::cmp::Reverse((case.changed_at, case.id));
        self.cases.sort_by_key(latest_first);
        self.damaged.sort_unstable();
    }
}

/// Storage of cases. All who may read the documents of a library read its cases; a person who may only check reads none.
pub trait CaseStore: Debug + Send + Sync {
    /// Cases without their texts.
    fn cases(&self) -> Result<CaseList, LibraryError>;

    /// Reads a case.
    fn case(&self, case: CaseId) -> Result<Case, LibraryError>;

    /// Keeps a case in place of what is kept under its number; without a number as a new one. Returns its number, which no
    /// other case ever gets. A case that does not follow from the kept one ([`Case::follows`]) is refused: somebody else changed
    /// it meanwhile.
    fn keep_case(&self, number: Option<CaseId>, case: &Case) -> Result<CaseId, LibraryError>;

    /// Deletes a case with everything that is kept of it, for good.
    fn delete_case(&self, case: CaseId) -> Result<(), LibraryError>;
}

/// State of the store as a whole.
pub trait StoreStatus: Debug + Send + Sync {
    /// Summary of the library.
    fn about(&self) -> Result<About, LibraryError>;

    /// Time when the newest member was added, in seconds since 1970; `None` without members, and for a library on a server that
    /// does not tell the person.
    fn newest_member(&self) -> Result<Option<i64>, LibraryError>;

    /// Returns a value that differs whenever a member was added, changed or removed. It is the summary without its counts,
    /// which would take longer the more members there are.
    fn state(&self) -> Result<LibraryState, LibraryError> {
        Ok(LibraryState::from(&self.about()?))
    }

    /// Whether the library is on a server, which may be lost while texts of it are needed.
    fn is_on_server(&self) -> bool {
        false
    }

    /// Places of the servers of a distributed library that did not answer when they were last asked; empty for any other
    /// library. What lies on them is in no answer.
    fn lost_servers(&self) -> Vec<String> {
        Vec::new()
    }

    /// Why the library may only be read, as an error of a request to write; `None` if it may be written to, or is on a
    /// server, which decides at each request.
    fn why_read_only(&self) -> Option<LibraryError> {
        None
    }

    /// Damage that was met since the library was opened, each once, sorted: what it says of members, templates and decisions
    /// was not compared with or did not count. What could be made again from sound data is not named.
    fn damage(&self) -> Vec<Damage> {
        Vec::new()
    }

    /// Members of whose text a limit for persons who may only check kept something back that a check needs, with the number
    /// of characters, when they were last read; empty for any other library.
    fn withheld(&self) -> Vec<(DocumentId, u64)> {
        Vec::new()
    }

    /// Names of the tables that have any row of a document: none after it was deleted for good.
    fn traces(&self, document: DocumentId) -> Result<Vec<String>, LibraryError>;

    /// Verifies every row and checksum. With `repair`, rebuilds what can be computed again.
    fn verify(&self, repair: bool) -> Result<VerifyReport, LibraryError>;
}

/// Storage of everything that is kept between runs; combines the six other traits.
pub trait Store:
    DocumentStore + MemberStore + SearchStore + CheckStore + CaseStore + StoreStatus
{
}

impl<S: DocumentStore + MemberStore + SearchStore + CheckStore + CaseStore + StoreStatus> Store
    for S
{
}
