//! Where a library is kept: what any place must be able to do. Knows nothing of how it does it.
//!
//! Every method is one transaction: it is done whole or not at all, and what it reported as done is there after the
//! program or the machine ended in any way. Methods may be called from any thread.

use std::fmt::Debug;
use std::path::Path;

use super::{
    About, CheckContent, CheckId, CheckState, Content, Decision, Derived, DocumentId, FileStamp,
    Frequencies, Imported, LibraryError, Member, NewMember, Passages, SavedCheck, StoredPath,
    VerifyReport,
};
use crate::compare::Choices;
use crate::import::{Extracted, Format, ImportCause};

/// What is kept between runs.
pub trait Store: Debug + Send + Sync {
    /// The library at a glance.
    fn about(&self) -> Result<About, LibraryError>;

    /// The document that was read from this file, if the file has not changed since and was read so.
    fn known_file(
        &self,
        path: &Path,
        stamp: FileStamp,
        read_as: &str,
    ) -> Result<Option<DocumentId>, LibraryError>;

    /// The document with this content.
    fn known_content(&self, content: &Content) -> Result<Option<DocumentId>, LibraryError>;

    /// Keeps documents that were read. One whose content is known gets the new path, text and derived data: a newer
    /// reader may have found more. Returns their numbers in the same order.
    fn put(&self, imported: &[Imported<'_>]) -> Result<Vec<DocumentId>, LibraryError>;

    /// A further place of a document; another document that had this place loses it.
    fn add_path(&self, document: DocumentId, path: &StoredPath) -> Result<(), LibraryError>;

    /// The places of a document, by path.
    fn paths(&self, document: DocumentId) -> Result<Vec<StoredPath>, LibraryError>;

    /// What a document is, and its kind.
    fn content(&self, document: DocumentId) -> Result<(Content, Format), LibraryError>;

    /// All documents that are kept, by number.
    fn documents(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// The text of a document.
    fn text(&self, document: DocumentId) -> Result<String, LibraryError>;

    /// The text with all that its reader found.
    fn extracted(&self, document: DocumentId) -> Result<Extracted, LibraryError>;

    /// What follows from its text under a recipe; `None` if that was not computed.
    fn derived(&self, document: DocumentId, recipe: &str) -> Result<Option<Derived>, LibraryError>;

    /// Keeps what follows from texts.
    fn put_derived(&self, derived: &[(DocumentId, Derived)]) -> Result<(), LibraryError>;

    /// The documents to compare new ones with, by number, their fingerprints those of `recipe` and `version`.
    fn members(&self, recipe: &str, version: u32) -> Result<Vec<Member>, LibraryError>;

    /// Makes kept documents members; those that are stay as they are, but for their passages and search words.
    fn add_members(&self, members: &[NewMember]) -> Result<(), LibraryError>;

    /// Takes members out, so that [`Self::restore_members`] can undo it.
    fn remove_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Puts those back that were taken out.
    fn restore_members(&self, documents: &[DocumentId]) -> Result<(), LibraryError>;

    /// Takes members out and forgets them for good, with all that [`Self::purge`] forgets.
    fn remove_for_good(&self, documents: &[DocumentId]) -> Result<u64, LibraryError>;

    /// Forgets for good what was taken out, and documents that no check needs. Returns how many.
    fn purge(&self) -> Result<u64, LibraryError>;

    /// The passage fingerprints of a member; `None` if it has none that are whole.
    fn passages(&self, document: DocumentId) -> Result<Option<Passages>, LibraryError>;

    /// The members that the search knows, by number: all, in a sound library.
    fn searchable(&self) -> Result<Vec<DocumentId>, LibraryError>;

    /// Members whose search words match an FTS5 expression, by number, at most `most`.
    fn search(&self, expression: &str, most: usize) -> Result<Vec<DocumentId>, LibraryError>;

    /// The document frequencies; `None` if they were not counted, or are damaged: they can be counted again.
    fn frequencies(&self) -> Result<Option<Frequencies>, LibraryError>;

    /// Replaces them.
    fn put_frequencies(&self, frequencies: &Frequencies) -> Result<(), LibraryError>;

    /// Texts that are the school's, with their names.
    fn templates(&self) -> Result<Vec<(DocumentId, String)>, LibraryError>;

    /// Makes a kept document a template, or no longer.
    fn set_template(
        &self,
        document: DocumentId,
        name: &str,
        template: bool,
    ) -> Result<(), LibraryError>;

    /// Saved checks, the latest first.
    fn checks(&self) -> Result<Vec<SavedCheck>, LibraryError>;

    /// Begins a check without files.
    fn begin_check(&self, title: &str) -> Result<CheckId, LibraryError>;

    /// Replaces the rows of a check with all that counts them by position. Results become void if `content` has none.
    fn save_check(
        &self,
        check: CheckId,
        state: CheckState,
        content: &CheckContent,
    ) -> Result<(), LibraryError>;

    /// What the person chose, and settings, where nothing else of a check has changed.
    fn save_choices(
        &self,
        check: CheckId,
        choices: &Choices,
        settings: &serde_json::Value,
    ) -> Result<(), LibraryError>;

    /// What became of files of a check, by their names.
    fn save_outcomes(
        &self,
        check: CheckId,
        outcomes: &[(String, Result<DocumentId, ImportCause>)],
    ) -> Result<(), LibraryError>;

    /// A saved check.
    fn check(&self, check: CheckId) -> Result<(SavedCheck, CheckContent), LibraryError>;

    /// Forgets a check.
    fn remove_check(&self, check: CheckId) -> Result<(), LibraryError>;

    /// Decisions about passages of these documents, in any check.
    fn decisions(&self, documents: &[DocumentId]) -> Result<Vec<Decision>, LibraryError>;

    /// Takes decisions back, then keeps others.
    fn decide(&self, back: &[Decision], kept: &[Decision]) -> Result<(), LibraryError>;

    /// Looks at every row and checksum. With `repair` what can be made again is.
    fn verify(&self, repair: bool) -> Result<VerifyReport, LibraryError>;
}
