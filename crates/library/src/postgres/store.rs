//! Implementation of the store's methods, each one transaction over the SQL of the other modules.

use std::path::Path;

use super::{
    PostgresStore, cases, checks, documents, members, outlines, pages, random, search, submissions,
    vectors,
};
use crate::search_text::Term;
use crate::{
    About, CORRECTED, CaseList, CaseStore, CheckContent, CheckId, CheckState, CheckStore, Content,
    Derived, DocumentId, DocumentStore, FileStamp, Frequencies, Imported, KeptDecision,
    KeptSubmission, LibraryError, Member, MemberSearch, MemberStore, NewMember, Passages,
    SavedCheck, SearchStore, StoreStatus, StoredPath, VerifyReport,
};
use chachong_case::{Case, CaseId};
use chachong_compare::Choices;
use chachong_import::{Extracted, Format, ImportCause};
use chachong_recognition::Recognised;

type Result<T> = std::result::Result<T, LibraryError>;

impl DocumentStore for PostgresStore {
    fn known_file(
        &self,
        path: &Path,
        stamp: FileStamp,
        read_as: &str,
    ) -> Result<Option<DocumentId>> {
        let machine = &self.shared.machine;
        self.look_as_keeper(|connection| {
            documents::known_file(connection, machine, path, stamp, read_as)
        })
    }

    fn known_content(&self, content: &Content) -> Result<Option<DocumentId>> {
        // Who may only check gets no text for the hash of a file.
        self.look_as_keeper(|connection| documents::known_content(connection, content))
    }

    fn put(&self, imported: &[Imported<'_>]) -> Result<Vec<DocumentId>> {
        let machine = &self.shared.machine;
        self.write(|connection| {
            // In one order, so that two programs that read the same files never wait for each other.
            let mut order: Vec<usize> = (0..imported.len()).collect();
            order.sort_by_key(|&at| imported[at].content.sha256);
            let mut ids = vec![DocumentId(0); imported.len()];
            for at in order {
                ids[at] = documents::put(connection, machine, &imported[at])?;
            }
            Ok(ids)
        })
    }

    fn add_path(&self, document: DocumentId, path: &StoredPath) -> Result<()> {
        let machine = &self.shared.machine;
        self.write(|connection| {
            documents::lock(connection, &[document])?;
            connection.execute(
                "UPDATE document SET met = extract(epoch FROM now())::bigint WHERE id = $1",
                &[&document.0],
            )?;
            documents::add_path(connection, machine, document, path)
        })
    }

    fn document_at(&self, path: &Path) -> Result<Option<DocumentId>> {
        let machine = &self.shared.machine;
        self.look(|connection| documents::document_at(connection, machine, path))
    }

    fn paths(&self, document: DocumentId) -> Result<Vec<StoredPath>> {
        let machine = &self.shared.machine;
        self.look(|connection| documents::paths(connection, machine, document))
    }

    fn content(&self, document: DocumentId) -> Result<(Content, Format)> {
        self.look(|connection| documents::content(connection, document))
    }

    fn documents(&self) -> Result<Vec<DocumentId>> {
        self.look(documents::all)
    }

    fn text(&self, document: DocumentId) -> Result<String> {
        if !self.is_keeper() {
            return self.extracted(document).map(|extracted| extracted.text);
        }
        self.look(|connection| documents::text(connection, document))
    }

    fn extracted(&self, document: DocumentId) -> Result<Extracted> {
        if self.is_keeper() {
            return self.look(|connection| documents::extracted(connection, document));
        }
        if let Some(handed) = self.asked(document) {
            return search::excerpts(self, document, &handed);
        }
        // A template is read by everybody; of another text nothing is there to be read.
        let read = self.look(|connection| documents::extracted(connection, document));
        read.map_err(|error| match error {
            LibraryError::NoSuchDocument { file } => LibraryError::NoRight { file },
            error => error,
        })
    }

    fn derived(&self, document: DocumentId, recipe: &str) -> Result<Option<Derived>> {
        let is_keeper = self.is_keeper();
        self.look(|connection| documents::derived(connection, document, recipe, is_keeper))
    }

    fn put_derived(&self, derived: &[(DocumentId, Derived)]) -> Result<()> {
        self.write(|connection| {
            let ids: Vec<DocumentId> = derived.iter().map(|(document, _)| *document).collect();
            documents::lock(connection, &ids)?;
            derived.iter().try_for_each(|(document, derived)| {
                documents::put_derived(connection, *document, derived)
            })
        })
    }

    fn recognised_page(&self, picture: &[u8; 32], version: &str) -> Result<Option<Recognised>> {
        self.look_as_keeper(|connection| pages::page(connection, picture, [version, CORRECTED]))
    }

    fn page_as_read(&self, picture: &[u8; 32], version: &str) -> Result<Option<Recognised>> {
        self.look_as_keeper(|connection| pages::page(connection, picture, [version; 2]))
    }

    fn keep_recognised_page(
        &self,
        picture: &[u8; 32],
        file: &[u8; 32],
        version: &str,
        page: Option<&Recognised>,
    ) -> Result<()> {
        self.write(|connection| pages::keep(connection, (picture, file), version, page))
    }
}

impl MemberStore for PostgresStore {
    fn members(&self, recipe: &str, version: u32) -> Result<Vec<Member>> {
        self.look(|connection| members::members(connection, recipe, version))
    }

    fn member(&self, document: DocumentId, recipe: &str, version: u32) -> Result<Option<Member>> {
        self.look(|connection| members::member(connection, document, recipe, version))
    }

    fn stale_members(&self, recipe: &str, version: u32) -> Result<Vec<Member>> {
        // Who may only check cannot bring the data of others up to date.
        self.look_as_keeper(|connection| members::stale(connection, recipe, version))
    }

    fn member_numbers(&self) -> Result<Vec<DocumentId>> {
        self.look(members::numbers)
    }

    fn add_members(&self, new: &[NewMember]) -> Result<()> {
        self.write(|connection| members::add(connection, new))
    }

    fn remove_members(&self, documents: &[DocumentId]) -> Result<()> {
        self.write(|connection| members::set_removed(connection, documents, true))
    }

    fn restore_members(&self, documents: &[DocumentId]) -> Result<()> {
        self.write(|connection| members::set_removed(connection, documents, false))
    }

    fn remove_for_good(&self, documents: &[DocumentId]) -> Result<u64> {
        self.write(|connection| members::remove_for_good(connection, documents))
    }

    fn purge(&self) -> Result<u64> {
        let grace = self.shared.grace;
        self.write(|connection| members::purge(connection, grace))
    }

    fn passages(&self, document: DocumentId) -> Result<Option<Passages>> {
        self.look(|connection| members::passages(connection, document))
    }

    fn submissions(&self, documents: &[DocumentId]) -> Result<Vec<(DocumentId, KeptSubmission)>> {
        self.look_as_keeper(|connection| submissions::submissions(connection, documents))
    }

    fn put_submissions(&self, kept: &[(DocumentId, KeptSubmission)]) -> Result<()> {
        self.write(|connection| submissions::put(connection, kept))
    }

    fn templates(&self) -> Result<Vec<(DocumentId, String)>> {
        self.look(members::templates)
    }

    fn set_template(&self, document: DocumentId, name: &str, template: bool) -> Result<()> {
        self.write(|connection| members::set_template(connection, document, name, template))
    }
}

impl SearchStore for PostgresStore {
    fn member_search(&self, recipe: &str) -> Result<Option<Box<dyn MemberSearch>>> {
        search::Search::start(self.clone(), recipe)
            .map(|search| Some(Box::new(search) as Box<dyn MemberSearch>))
    }

    fn settle(&self) -> Result<()> {
        self.write(members::settle)
    }

    fn searchable(&self) -> Result<Vec<DocumentId>> {
        self.look(members::searchable)
    }

    fn search(&self, terms: &[Term], most: usize) -> Result<Vec<DocumentId>> {
        self.look(|connection| members::search(connection, terms, most))
    }

    fn frequencies(&self) -> Result<Option<Frequencies>> {
        if !self.is_keeper() {
            return self.look(outlines::frequencies);
        }
        self.look(members::frequencies)
    }

    fn put_frequencies(&self, frequencies: &Frequencies) -> Result<()> {
        self.write(|connection| members::put_frequencies(connection, frequencies))
    }

    fn vectors(&self, version: &str, ids: &[DocumentId]) -> Result<Vec<(DocumentId, Vec<u8>)>> {
        // Vectors tell what a text is about, which who may only check does not read.
        self.look_as_keeper(|connection| vectors::vectors(connection, version, ids))
    }

    fn put_vectors(&self, version: &str, vectors: &[(DocumentId, Vec<u8>)]) -> Result<()> {
        self.write(|connection| vectors::put(connection, version, vectors))
    }

    fn documents_with_vectors(&self, version: &str) -> Result<Vec<DocumentId>> {
        self.look_as_keeper(|connection| vectors::documents(connection, version))
    }

    fn vectors_with_version(&self, document: DocumentId) -> Result<Option<(String, Vec<u8>)>> {
        self.look_as_keeper(|connection| vectors::with_version(connection, document))
    }
}

impl CheckStore for PostgresStore {
    fn checks(&self) -> Result<Vec<SavedCheck>> {
        self.look_as_keeper(checks::checks)
    }

    fn begin_check(&self, title: &str) -> Result<CheckId> {
        let token = random();
        self.write(|connection| checks::begin_check(connection, &token, title))
    }

    fn save_check(&self, check: CheckId, state: CheckState, content: &CheckContent) -> Result<()> {
        self.write(|connection| checks::save_check(connection, check, state, content))
    }

    fn save_choices(
        &self,
        check: CheckId,
        choices: &Choices,
        settings: &serde_json::Value,
    ) -> Result<()> {
        self.write(|connection| checks::save_choices(connection, check, choices, settings))
    }

    fn save_outcomes(
        &self,
        check: CheckId,
        outcomes: &[(String, std::result::Result<DocumentId, ImportCause>)],
    ) -> Result<()> {
        self.write(|connection| {
            outcomes.iter().try_for_each(|(name, outcome)| {
                checks::save_outcome(connection, check, name, outcome)
            })
        })
    }

    fn check(&self, check: CheckId) -> Result<(SavedCheck, CheckContent)> {
        self.look_at_once(|connection| checks::check(connection, check))
    }

    fn remove_check(&self, check: CheckId) -> Result<()> {
        self.write(|connection| checks::remove_check(connection, check))
    }

    fn decisions(&self, documents: &[DocumentId]) -> Result<Vec<KeptDecision>> {
        self.look_as_keeper(|connection| checks::decisions(connection, documents))
    }

    fn decide(&self, back: &[KeptDecision], kept: &[KeptDecision]) -> Result<()> {
        self.write(|connection| checks::decide(connection, back, kept))
    }

    fn corrections(&self, document: DocumentId) -> Result<Vec<(String, String)>> {
        self.look_as_keeper(|connection| pages::corrections(connection, document))
    }

    fn correct(&self, document: DocumentId, field: &str, value: Option<&str>) -> Result<()> {
        self.write(|connection| pages::correct(connection, document, field, value))
    }
}

impl CaseStore for PostgresStore {
    fn cases(&self) -> Result<CaseList> {
        self.look_as_keeper(cases::cases)
    }

    fn case(&self, case: CaseId) -> Result<Case> {
        self.look(|connection| cases::case(connection, case))
    }

    fn keep_case(&self, number: Option<CaseId>, case: &Case) -> Result<CaseId> {
        let token = random();
        self.write(|connection| cases::keep(connection, &token, number, case))
    }

    fn delete_case(&self, case: CaseId) -> Result<()> {
        // Whether there is one is asked before the deletion, which may be repeated.
        match self.case(case) {
            Ok(_) | Err(LibraryError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
        self.write(|connection| cases::delete(connection, case))
    }
}

impl StoreStatus for PostgresStore {
    fn about(&self) -> Result<About> {
        let read_only = !self.is_keeper();
        self.look(|connection| members::about(connection, read_only))
    }

    fn newest_member(&self) -> Result<Option<i64>> {
        // A checker may not read the list of members.
        self.look_as_keeper(members::newest)
    }

    fn is_on_server(&self) -> bool {
        true
    }

    fn lost_servers(&self) -> Vec<String> {
        (self.lost().into_iter())
            .map(|server| server.place)
            .collect()
    }

    fn withheld(&self) -> Vec<(DocumentId, u64)> {
        let withheld = super::lock(&self.shared.withheld);
        withheld
            .iter()
            .map(|(&member, &characters)| (member, characters))
            .collect()
    }

    fn traces(&self, document: DocumentId) -> Result<Vec<String>> {
        self.look(|connection| {
            let rows = connection.query(
                "SELECT \"table\" FROM traces($1) ORDER BY 1",
                &[&document.0],
            )?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    fn verify(&self, repair: bool) -> Result<VerifyReport> {
        let mut report = self.look(documents::verify)?;
        let (damaged, what): (Vec<_>, Vec<_>) = (self.look(vectors::damaged)?.into_iter()).unzip();
        if repair && self.is_keeper() {
            if !damaged.is_empty() {
                self.write(|connection| vectors::delete(connection, &damaged))?;
            }
            report.rebuilt.extend(what);
        } else {
            report.wrong.extend(what);
        }
        Ok(report)
    }
}
