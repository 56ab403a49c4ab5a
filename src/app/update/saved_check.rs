//! Saved checks: saves the running one as it goes, and opens earlier ones again. Draws nothing.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::app::model::page::{NoticeKind, Page};
use crate::app::model::passages::Passages;
use crate::app::model::progress::Progress;
use crate::app::work::librarian::Ask;
use crate::app::work::reopened::Reopened;
use crate::check::{Reading, Settings, decision};
use crate::compare::Passage;
use crate::import::ImportCause;
use crate::library::{CheckContent, CheckId, CheckState, Decision};
use crate::session::{AgainstLibrary, Saving, Session};
use crate::simhash::Recipe;

/// Settings that are saved with a check.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    max_distance: Option<u32>,
    /// Name of the recipe; `None` in checks saved before recipes could be chosen.
    recipe: Option<String>,
}

impl App {
    fn kept_settings(&self) -> serde_json::Value {
        // Plain numbers and text always become JSON, so the default is never used.
        serde_json::to_value(Kept {
            max_distance: self.state.settings.max_distance,
            recipe: Some(self.state.check.fingerprints_by.name().to_owned()),
        })
        .unwrap_or_default()
    }

    /// Begins to save a new check, named after the first of these paths, if there is a library to write to and no check
    /// is being saved yet.
    pub(crate) fn begin_saving(&mut self, paths: &[PathBuf]) {
        if self.saved_check.saving.is_some() || !self.state.shelf.is_writable() {
            return;
        }
        if let Some(library) = &self.library_link.library {
            let title = paths
                .iter()
                .find_map(|path| path.file_name())
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            self.saved_check.saving = Some(Saving::begin(library.store(), title));
        }
    }

    /// Saves the whole check in its current state.
    pub(crate) fn save_check(&mut self) {
        let Some(saving) = &self.saved_check.saving else {
            return;
        };
        let state = &self.state;
        // A folder without documents begins no check.
        if state.check.documents.is_empty() && self.saved_check.check.is_none() {
            return;
        }
        let copied = state.copied();
        let how_far = if state.check.progress.is_some() {
            CheckState::Reading
        } else if copied.is_some() {
            CheckState::Done
        } else {
            CheckState::Comparing
        };
        saving.all(
            how_far,
            &state.check.documents,
            &state.check.choices,
            self.kept_settings(),
            copied.map(|copied| Arc::clone(&copied.copies)),
        );
    }

    /// Saves the outcome of a file of the running batch; does nothing while a check is being reopened, as its outcomes
    /// are saved already.
    pub(crate) fn save_outcome(&self, in_batch: usize, outcome: &Result<Reading, ImportCause>) {
        let (Some(saving), Some(progress), None) = (
            &self.saved_check.saving,
            &self.state.check.progress,
            &self.saved_check.reopened,
        ) else {
            return;
        };
        let position = progress.batch.get(in_batch);
        if let Some(document) = position.and_then(|&d| self.state.check.documents.get(d)) {
            saving.outcome(&document.name, outcome);
        }
    }

    /// Saves the choices and settings of the check.
    pub(crate) fn save_choices(&self) {
        if let Some(saving) = &self.saved_check.saving {
            saving.choices(&self.state.check.choices, self.kept_settings());
        }
    }

    /// Saves or deletes the decision about a passage, or about all passages of a pair (`None`), for later checks too:
    /// deletes it if `counts`, else saves it.
    pub(crate) fn save_decision(
        &self,
        a: usize,
        b: usize,
        passage: Option<&Passage>,
        counts: bool,
    ) {
        let documents = &self.state.check.documents;
        let (Some(saving), Some(a), Some(b)) =
            (&self.saved_check.saving, documents.get(a), documents.get(b))
        else {
            return;
        };
        let decisions: Vec<Decision> = decision(a, b, passage).into_iter().collect();
        if counts {
            saving.decisions(decisions, Vec::new());
        } else {
            saving.decisions(Vec::new(), decisions);
        }
    }

    /// Receives what was saved: stores the id of the check and reports the last error as a notice.
    pub(crate) fn poll_saving(&mut self) {
        let Some(saving) = &self.saved_check.saving else {
            return;
        };
        let error = saving.errors.try_iter().last();
        let saved = saving.saved.try_iter().last();
        if let Some(check) = saved {
            self.saved_check.check = Some(check);
            self.library_link.librarian.ask(Ask::Overview);
        }
        if let Some(error) = error {
            let text = self.state.language.library_error(&error);
            self.inform(NoticeKind::Error, text);
        }
    }

    /// Returns the library to compare new documents with; `None` if there is none, it is switched off or it failed.
    pub(crate) fn against(&self) -> Option<AgainstLibrary> {
        let wanted = self.state.settings.against_library && !self.library_link.without_library;
        let library = self.library_link.library.as_ref().filter(|_| wanted)?;
        Some(AgainstLibrary {
            library: Arc::clone(library),
            by: self.state.check.fingerprints_by.into(),
            thresholds: self.state.thresholds(),
        })
    }

    /// Shows a saved check: its documents at once if it is the one in the window, else when the library has answered.
    pub(crate) fn open_check(&mut self, check: CheckId) {
        if Some(check) == self.saved_check.check {
            self.state.go(Page::Documents);
        } else {
            self.library_link.librarian.ask(Ask::Check(check));
        }
    }

    /// Hides a saved check and offers undo; the check removed before is deleted for good.
    pub(crate) fn remove_check(&mut self, check: CheckId) {
        self.remove_check_for_good();
        self.state.shelf.removed_check = Some(check);
        let text = self.state.language.text("notice.check-removed");
        self.inform(NoticeKind::RemovedCheck, text);
    }

    /// Lists the check again that was removed last.
    pub(crate) fn undo_remove_check(&mut self) {
        self.state.shelf.removed_check = None;
        self.state.shell.notice = None;
    }

    /// Deletes the check whose removal could be undone until now: when the next one is removed, or the window closes.
    pub(crate) fn remove_check_for_good(&mut self) {
        if let Some(check) = self.state.shelf.removed_check.take() {
            self.library_link.librarian.ask(Ask::RemoveCheck(check));
        }
    }

    /// Handles the arrival of a batch's documents: restores the choices of a check that is being reopened, or else
    /// saves the check.
    pub(crate) fn batch_is_there(&mut self) {
        let reopened = self.saved_check.reopened.as_mut();
        if let Some(choices) = reopened.and_then(|reopened| reopened.choices.take()) {
            self.state.check.choices = choices;
        } else {
            // The saved results do not cover the documents that have joined.
            self.saved_check.reopened = None;
            self.save_check();
        }
    }

    /// Opens a saved check in place of the current one, which is saved first.
    pub(crate) fn reopen(&mut self, check: CheckId, content: CheckContent) {
        let Some(library) = self.library_link.library.clone() else {
            return;
        };
        self.save_check();
        self.reading.session = None;
        self.reading.renewing = None;
        self.comparison.search = None;
        self.comparison.comparing = None;
        self.reading.queue.clear();
        self.reading.again.clear();
        self.state.clear();
        self.state.check.progress = Some(Progress {
            searching: true,
            ..Progress::default()
        });
        let kept: Kept = serde_json::from_value(content.settings).unwrap_or_default();
        self.state.settings.max_distance = kept.max_distance;
        let recipe = kept.recipe.and_then(|name| name.parse().ok());
        self.state.settings.recipe = recipe.unwrap_or(Recipe::THESIS);
        self.state.check.fingerprints_by = self.state.settings.recipe;
        let settings = Settings {
            library: Some(Arc::clone(library.store())),
            ..self.settings()
        };
        let read_only = !self.state.shelf.is_writable();
        self.saved_check.saving = (!read_only).then(|| Saving::going_on(library.store(), check));
        self.saved_check.check = Some(check);
        self.reading.session = Some(Session::reopen(content.rows, settings));
        self.saved_check.reopened = Some(Reopened {
            choices: Some(content.choices),
            results: content.results,
        });
        self.state.shell.notice = None;
        self.state.check.passages = Passages::Wanted;
        self.state.go(Page::Documents);
    }

    /// Saves the check of the list that is being cleared and keeps its autosave for undo.
    pub(crate) fn put_check_aside(&mut self) {
        self.save_check();
        let check = self.saved_check.check.take();
        self.saved_check.aside = self.saved_check.saving.take().map(|saving| (saving, check));
    }

    /// Restores the autosave of the check when clearing the list is undone.
    pub(crate) fn take_check_back(&mut self) {
        if let Some((saving, check)) = self.saved_check.aside.take() {
            (self.saved_check.saving, self.saved_check.check) = (Some(saving), check);
        }
    }
}
