//! Encrypted archives: asks for a password and opens them with it. Draws nothing.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;

use crate::App;
use chachong_import::{ImportCause, Passwords, stamped_file};

impl App {
    /// Opens the archive of the password field again, with these passwords too. Its row is replaced by its documents, or by itself
    /// if it stays locked.
    pub(crate) fn unlock(&mut self, passwords: Passwords) {
        if self.state.check.progress.is_some() {
            return;
        }
        let Some(field) = self.state.shell.password.take() else {
            return;
        };
        self.state.settings.passwords.extend(passwords);
        let archive = stamped_file(&field.path);
        let is_locked = |cause: &ImportCause| matches!(cause, ImportCause::ArchiveEncrypted { .. });
        let documents = self.state.check.result.with_positions();
        let rows: BTreeSet<DocumentIndex> = documents
            .filter(|(_, document)| document.failure().is_some_and(is_locked))
            .filter(|(_, document)| stamped_file(&document.path) == archive)
            .map(|(position, _)| position)
            .collect();
        if !rows.is_empty() {
            self.comparison.drop_all();
            if let Some(copies) = self.state.remove(&rows) {
                self.comparison.recount(&self.state, copies);
            }
            self.saved_check.save(&self.state);
        }
        self.add(vec![archive]);
    }
}
