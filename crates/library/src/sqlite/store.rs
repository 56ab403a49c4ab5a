//! Implementation of the store's methods, each one transaction over the SQL of the other modules.

use std::collections::HashMap;
use std::path::Path;

use super::{
    SqliteStore, cases, checks, corrections, documents, members, recognised_pages, search_words,
    submissions, vectors, verify,
};
use crate::search_text::{Term, match_expression};
use crate::{
    About, CORRECTED, CaseList, CaseStore, CheckContent, CheckId, CheckState, CheckStore, Content,
    Damage, DamagedPart, Derived, DocumentId, DocumentStore, FileStamp, Frequencies, Imported,
    KeptDecision, KeptSubmission, LibraryError, LibraryState, Member, MemberKey, MemberSearch,
    MemberStore, NewMember, Passages, SELECTION, SavedCheck, SearchStore, StoreStatus, StoredPath,
    VerifyReport,
};
use chachong_case::{Case, CaseId};
use chachong_compare::Choices;
use chachong_import::{Extracted, Format, ImportCause};
use chachong_recognition::Recognised;

type Result<T> = std::result::Result<T, LibraryError>;

impl DocumentStore for SqliteStore {
    fn known_file(
        &self,
        path: &Path,
        stamp: FileStamp,
        read_as: &str,
    ) -> Result<Option<DocumentId>> {
        self.look(|connection| documents::known_file(connection, path, stamp, read_as))
    }

    fn known_content(&self, content: &Content) -> Result<Option<DocumentId>> {
        self.look(|connection| documents::known_content(connection, content))
    }

    fn put(&self, imported: &[Imported<'_>]) -> Result<Vec<DocumentId>> {
        let put: Vec<DocumentId> = self.write(|transaction| {
            imported
                .iter()
                .map(|imported| documents::put(transaction, imported))
                .collect()
        })?;
        self.forget_damage(&put, DamagedPart::Text);
        Ok(put)
    }

    fn add_path(&self, document: DocumentId, path: &StoredPath) -> Result<()> {
        self.write(|transaction| {
            documents::must_exist(transaction, document)?;
            documents::add_path(transaction, document, path)
        })
    }

    fn document_at(&self, path: &Path) -> Result<Option<DocumentId>> {
        self.look(|connection| documents::document_at(connection, path))
    }

    fn paths(&self, document: DocumentId) -> Result<Vec<StoredPath>> {
        self.look(|connection| documents::paths(connection, document))
    }

    fn content(&self, document: DocumentId) -> Result<(Content, Format)> {
        self.look(|connection| documents::content(connection, document))
    }

    fn documents(&self) -> Result<Vec<DocumentId>> {
        self.look(documents::all)
    }

    fn text(&self, document: DocumentId) -> Result<String> {
        self.look_at(document, DamagedPart::Text, |connection| {
            documents::text(connection, document)
        })
    }

    fn extracted(&self, document: DocumentId) -> Result<Extracted> {
        self.look_at(document, DamagedPart::Text, |connection| {
            documents::extracted(connection, document)
        })
    }

    fn derived(&self, document: DocumentId, recipe: &str) -> Result<Option<Derived>> {
        self.look(|connection| documents::derived(connection, document, recipe))
    }

    fn put_derived(&self, derived: &[(DocumentId, Derived)]) -> Result<()> {
        self.write(|transaction| {
            derived.iter().try_for_each(|(document, derived)| {
                documents::must_exist(transaction, *document)?;
                documents::put_derived(transaction, *document, derived)
            })
        })
    }

    fn recognised_page(&self, picture: &[u8; 32], version: &str) -> Result<Option<Recognised>> {
        self.page(|connection| recognised_pages::page(connection, picture, [version, CORRECTED]))
    }

    fn page_as_read(&self, picture: &[u8; 32], version: &str) -> Result<Option<Recognised>> {
        self.page(|connection| recognised_pages::page(connection, picture, [version; 2]))
    }

    fn keep_recognised_page(
        &self,
        picture: &[u8; 32],
        file: &[u8; 32],
        version: &str,
        page: Option<&Recognised>,
    ) -> Result<()> {
        self.write(|transaction| {
            recognised_pages::keep(transaction, (picture, file), version, page)
        })
    }
}

impl MemberStore for SqliteStore {
    fn members(&self, recipe: &str, version: u32) -> Result<Vec<Member>> {
        self.list(|connection| members::members(connection, recipe, version, |_| true))
    }

    fn member_keys(&self, recipe: &str, version: u32) -> Result<Vec<MemberKey>> {
        self.list(|connection| members::keys(connection, recipe, version))
    }

    fn member(&self, document: DocumentId, recipe: &str, version: u32) -> Result<Option<Member>> {
        self.look_at(document, DamagedPart::Entry, |connection| {
            members::member(connection, document, recipe, version)
        })
    }

    fn stale_members(&self, recipe: &str, version: u32) -> Result<Vec<Member>> {
        let is_stale = |key: &MemberKey| !key.current || key.selection != SELECTION;
        self.list(|connection| members::members(connection, recipe, version, is_stale))
    }

    fn member_numbers(&self) -> Result<Vec<DocumentId>> {
        self.list(members::numbers)
    }

    fn add_members(&self, new: &[NewMember]) -> Result<()> {
        self.write(|transaction| members::add_members(transaction, new))?;
        if let Some(writer) = &self.writer {
            Self::write_log_into_file(&super::lock(writer).connection);
        }
        let documents: Vec<DocumentId> = new.iter().map(|new| new.document).collect();
        self.forget_damage(&documents, DamagedPart::Passages);
        Ok(())
    }

    fn remove_members(&self, documents: &[DocumentId]) -> Result<()> {
        self.write(|transaction| members::set_removed(transaction, documents, true))
    }

    fn restore_members(&self, documents: &[DocumentId]) -> Result<()> {
        self.write(|transaction| members::set_removed(transaction, documents, false))
    }

    fn remove_for_good(&self, documents: &[DocumentId]) -> Result<u64> {
        let purged = self
            .write_without_trace(|transaction| members::remove_for_good(transaction, documents))?;
        self.after_purge(purged)
    }

    fn purge(&self) -> Result<u64> {
        let purged = self.write_without_trace(|transaction| members::purge(transaction))?;
        self.after_purge(purged)
    }

    fn passages(&self, document: DocumentId) -> Result<Option<Passages>> {
        let found = self.look_at(document, DamagedPart::Passages, |connection| {
            members::passages(connection, document)
        });
        match found {
            Err(LibraryError::Damaged { .. }) => Ok(None),
            found => found,
        }
    }

    fn submissions(&self, documents: &[DocumentId]) -> Result<Vec<(DocumentId, KeptSubmission)>> {
        let mut found = Vec::new();
        for &document in documents {
            let kept = self.look_at(document, DamagedPart::Entry, |connection| {
                submissions::submissions(connection, document)
            });
            match kept {
                Err(LibraryError::Damaged { .. }) => {}
                kept => found.extend(kept?),
            }
        }
        Ok(found)
    }

    fn put_submissions(&self, kept: &[(DocumentId, KeptSubmission)]) -> Result<()> {
        self.write(|transaction| submissions::put(transaction, kept))
    }

    fn templates(&self) -> Result<Vec<(DocumentId, String)>> {
        self.look(members::templates)
    }

    fn set_template(&self, document: DocumentId, name: &str, template: bool) -> Result<()> {
        self.write(|transaction| members::set_template(transaction, document, name, template))
    }
}

impl SearchStore for SqliteStore {
    fn member_search(&self, _recipe: &str) -> Result<Option<Box<dyn MemberSearch>>> {
        Ok(None)
    }

    fn searchable(&self) -> Result<Vec<DocumentId>> {
        self.look(members::searchable)
    }

    fn search(&self, terms: &[Term], most: usize) -> Result<Vec<DocumentId>> {
        let expression = match_expression(terms);
        self.look(|connection| members::search(connection, &expression, most))
    }

    fn search_sums(&self) -> Result<Option<HashMap<DocumentId, u64>>> {
        self.look(search_words::sums).map(Some)
    }

    fn frequencies(&self) -> Result<Option<Frequencies>> {
        self.look(members::frequencies)
    }

    fn put_frequencies(&self, frequencies: &Frequencies) -> Result<()> {
        self.write(|transaction| members::put_frequencies(transaction, frequencies))
    }

    fn vectors(&self, version: &str, ids: &[DocumentId]) -> Result<Vec<(DocumentId, Vec<u8>)>> {
        self.look(|connection| vectors::vectors(connection, version, ids))
    }

    fn put_vectors(&self, version: &str, vectors: &[(DocumentId, Vec<u8>)]) -> Result<()> {
        self.write(|transaction| vectors::put(transaction, version, vectors))
    }

    fn documents_with_vectors(&self, version: &str) -> Result<Vec<DocumentId>> {
        self.look(|connection| vectors::documents(connection, version))
    }

    fn vectors_with_version(&self, document: DocumentId) -> Result<Option<(String, Vec<u8>)>> {
        self.look(|connection| vectors::with_version(connection, document))
    }
}

impl CheckStore for SqliteStore {
    fn checks(&self) -> Result<Vec<SavedCheck>> {
        self.look(checks::checks)
    }

    fn begin_check(&self, title: &str) -> Result<CheckId> {
        self.write(|transaction| checks::begin_check(transaction, title))
    }

    fn save_check(&self, check: CheckId, state: CheckState, content: &CheckContent) -> Result<()> {
        self.write(|transaction| checks::save_check(transaction, check, state, content))
    }

    fn save_choices(
        &self,
        check: CheckId,
        choices: &Choices,
        settings: &serde_json::Value,
    ) -> Result<()> {
        self.write(|transaction| checks::save_choices(transaction, check, choices, settings))
    }

    fn save_outcomes(
        &self,
        check: CheckId,
        outcomes: &[(String, std::result::Result<DocumentId, ImportCause>)],
    ) -> Result<()> {
        self.write(|transaction| {
            outcomes.iter().try_for_each(|(name, outcome)| {
                checks::save_outcome(transaction, check, name, outcome)
            })
        })
    }

    fn check(&self, check: CheckId) -> Result<(SavedCheck, CheckContent)> {
        self.look(|connection| checks::check(connection, check))
    }

    fn remove_check(&self, check: CheckId) -> Result<()> {
        self.write_without_trace(|transaction| checks::remove_check(transaction, check))?;
        self.empty_log()
    }

    fn decisions(&self, documents: &[DocumentId]) -> Result<Vec<KeptDecision>> {
        self.look(|connection| checks::decisions(connection, documents))
    }

    fn decide(&self, back: &[KeptDecision], kept: &[KeptDecision]) -> Result<()> {
        self.write(|transaction| checks::decide(transaction, back, kept))
    }

    fn corrections(&self, document: DocumentId) -> Result<Vec<(String, String)>> {
        self.look_at(document, DamagedPart::Entry, |connection| {
            corrections::corrections(connection, document)
        })
    }

    fn correct(&self, document: DocumentId, field: &str, value: Option<&str>) -> Result<()> {
        self.write(|transaction| corrections::correct(transaction, document, field, value))
    }
}

impl CaseStore for SqliteStore {
    fn cases(&self) -> Result<CaseList> {
        self.look(cases::cases)
    }

    fn case(&self, case: CaseId) -> Result<Case> {
        self.look(|connection| cases::case(connection, case))
    }

    fn keep_case(&self, number: Option<CaseId>, case: &Case) -> Result<CaseId> {
        self.write_without_trace(|transaction| cases::keep(transaction, number, case))
    }

    fn delete_case(&self, case: CaseId) -> Result<()> {
        self.write_without_trace(|transaction| cases::delete(transaction, case))?;
        self.empty_log()
    }
}

impl StoreStatus for SqliteStore {
    fn about(&self) -> Result<About> {
        self.look(|connection| members::about(connection, self.is_read_only()))
    }

    fn newest_member(&self) -> Result<Option<i64>> {
        self.look(members::newest)
    }

    fn state(&self) -> Result<LibraryState> {
        self.look(|connection| members::state(connection, self.is_read_only()))
    }

    fn why_read_only(&self) -> Option<LibraryError> {
        self.is_read_only().then(|| self.refusal())
    }

    fn damage(&self) -> Vec<Damage> {
        self.all_damage()
    }

    fn traces(&self, document: DocumentId) -> Result<Vec<String>> {
        self.look(|connection| documents::traces(connection, document))
    }

    fn verify(&self, repair: bool) -> Result<VerifyReport> {
        verify::verify(self, repair)
    }
}
