//! Autosave of the displayed check, and the saved check that is being reopened.

use std::path::PathBuf;
use std::sync::Arc;

use chachong_check::{
    Document, DocumentContent, FoundLead, PersonsWord, kept_decision, thesis_decision,
};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, Passage};
use chachong_import::ImportCause;
use chachong_jobs::{FoundIn, KeptSettings, SavedLeads, Saving, lead_decision};
use chachong_library::{CheckId, CheckState, LibraryError, SavedResults, Store};
use chachong_record::RecordField;
use chachong_window_model::folder_name::check_name;
use chachong_window_model::state::State;
use chachong_window_model::theses::ThesisChange;

/// Saved content of the check that is being reopened.
struct Reopened {
    /// Choices of the check, kept here until its documents are loaded, since they name positions; `None` afterwards.
    choices: Option<Choices>,
    /// Results of the search among exactly the documents of this check; `None` if none were saved.
    results: Option<SavedResults>,
}

/// Autosave of the shown check.
#[derive(Default)]
pub(crate) struct SavedCheck {
    /// Autosave of the shown check; `None` if nothing is saved.
    saving: Option<Saving>,
    /// Id of the autosaved check; `None` until the first save.
    check: Option<CheckId>,
    /// Autosave of the cleared list, kept for undo; `None` if no list was cleared.
    aside: Option<(Saving, Option<CheckId>)>,
    /// Choices and results of the check that is being reopened; `None` while none is.
    reopened: Option<Reopened>,
}

/// Events of the autosave.
pub(crate) struct SavingNews {
    /// Whether the check was saved, so that the library must list it again.
    pub(crate) is_saved: bool,
    /// Last error of the library; `None` without one.
    pub(crate) error: Option<LibraryError>,
}

impl SavedCheck {
    /// Returns the events of the autosave, and stores the identifier of the check.
    pub(crate) fn poll(&mut self) -> SavingNews {
        let (mut is_saved, mut error) = (false, None);
        if let Some(saving) = &self.saving {
            error = saving.errors.try_iter().last();
            if let Some(check) = saving.saved.try_iter().last() {
                self.check = Some(check);
                is_saved = true;
            }
        }
        SavingNews { is_saved, error }
    }

    /// Returns whether a saved check is the one that is shown.
    pub(crate) fn is_shown(&self, check: CheckId) -> bool {
        self.check == Some(check)
    }

    /// Returns the id of the check that is shown; `None` until its first save.
    pub(crate) const fn check(&self) -> Option<CheckId> {
        self.check
    }

    /// Begins to save a new check, named after these paths, unless one is being saved already.
    pub(crate) fn begin(&mut self, library: &Arc<dyn Store>, paths: &[PathBuf]) {
        if self.saving.is_none() {
            // The list that was cleared before can no longer be put back.
            self.aside = None;
            self.saving = Some(Saving::begin(library, check_name(paths)));
        }
    }

    /// Saves the whole check in its current state.
    pub(crate) fn save(&self, state: &State) {
        let Some(saving) = &self.saving else {
            return;
        };
        // A folder without documents begins no check.
        if state.check.result.documents.is_empty() && self.check.is_none() {
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
            &state.check.result.documents,
            &state.check.choices,
            kept_settings(state),
            copied.map(|copied| Arc::clone(&copied.copies)),
        );
    }

    /// Saves the outcome of a file of the running batch; does nothing while a check is being reopened, as its outcomes
    /// are saved already.
    pub(crate) fn save_outcome(
        &self,
        state: &State,
        in_batch: usize,
        outcome: &Result<DocumentContent, ImportCause>,
    ) {
        let (Some(saving), Some(progress), None) =
            (&self.saving, &state.check.progress, &self.reopened)
        else {
            return;
        };
        let position = progress.batch.get(in_batch);
        if let Some(document) = position.and_then(|&d| state.check.result.document(d)) {
            saving.outcome(&document.name, outcome);
        }
    }

    /// Saves the choices and settings of the check.
    pub(crate) fn save_choices(&self, state: &State) {
        if let Some(saving) = &self.saving {
            saving.choices(&state.check.choices, kept_settings(state));
        }
    }

    /// Saves the choices about passages (`None`: about whole pairs and documents) for later checks too: decision, note and time.
    /// Deletes the saved entry if there is nothing.
    pub(crate) fn save_decisions<'p>(
        &self,
        state: &State,
        subjects: impl IntoIterator<Item = (DocumentPair, Option<&'p Passage>)>,
    ) {
        let Some(saving) = &self.saving else {
            return;
        };
        let (documents, choices) = (&state.check.result.documents, &state.check.choices);
        let known = subjects
            .into_iter()
            .filter_map(|(pair, passage)| kept_decision(documents, choices, pair, passage));
        let (kept, back) = known.partition(|one| one.decision.is_some() || one.note.is_some());
        saving.decisions(back, kept);
    }

    /// Saves a person's decision on a lead in this check, and for later checks too. `before` is the lead's earlier decision.
    pub(crate) fn save_lead_word(
        &self,
        state: &State,
        before: Option<&PersonsWord>,
        lead: &FoundLead,
    ) {
        self.save_choices(state);
        if let Some(saving) = &self.saving {
            let decision = |word| lead_decision(lead, word);
            let back = before.and_then(decision).into_iter().collect();
            let kept = lead.word.as_ref().and_then(decision).into_iter().collect();
            saving.decisions(back, kept);
        }
    }

    /// Saves a person's correction of a document's field in this check, and for later checks too; `None` withdraws it.
    pub(crate) fn save_correction(
        &self,
        state: &State,
        position: DocumentIndex,
        field: RecordField,
        word: Option<String>,
    ) {
        self.save_choices(state);
        let reading = state
            .check
            .result
            .document(position)
            .and_then(Document::content);
        let kept = reading.and_then(|reading| reading.kept);
        if let (Some(saving), Some(kept)) = (&self.saving, kept) {
            saving.correction(kept, field, word);
        }
    }

    /// Saves a person's decisions about versions of one thesis for later checks too; `None` withdraws one.
    pub(crate) fn save_theses(&self, state: &State, changes: &[ThesisChange]) {
        let Some(saving) = &self.saving else {
            return;
        };
        let result = &state.check.result;
        let (mut back, mut kept) = (Vec::new(), Vec::new());
        for change in changes {
            let (Some(a), Some(b)) = (result.document(change.a), result.document(change.b)) else {
                continue;
            };
            for joined in [true, false] {
                let of = if change.one == Some(joined) {
                    &mut kept
                } else {
                    &mut back
                };
                of.extend(thesis_decision(a, b, joined));
            }
        }
        saving.decisions(back, kept);
    }

    /// Handles the arrival of a batch's documents: restores the choices of a check that is being reopened, or else
    /// saves the check.
    pub(crate) fn batch_is_there(&mut self, state: &mut State) {
        let reopened = self.reopened.as_mut();
        if let Some(choices) = reopened.and_then(|reopened| reopened.choices.take()) {
            state.check.choices = Arc::new(choices);
        } else {
            // The saved results do not cover the documents that have joined.
            self.reopened = None;
            self.save(state);
        }
    }

    /// Handles the end of a batch: saves the check, unless it is being reopened.
    pub(crate) fn batch_is_read(&mut self, state: &State) {
        if state.check.result.documents.is_empty() && self.check.is_none() {
            // Without documents nothing was saved: the next files that are added name the check.
            self.saving = None;
        } else if self.reopened.is_none() {
            self.save(state);
        }
    }

    /// Continues with a saved check that is being reopened. Changes are saved in `library`; `None` if the library cannot be written
    /// to.
    pub(crate) fn reopen(
        &mut self,
        check: CheckId,
        library: Option<&Arc<dyn Store>>,
        choices: Choices,
        results: Option<SavedResults>,
    ) {
        self.aside = None;
        self.saving = library.map(|library| Saving::going_on(library, check));
        self.check = Some(check);
        self.reopened = Some(Reopened {
            choices: Some(choices),
            results,
        });
    }

    /// Takes the saved results of the check that was reopened; `None` if none were saved, or if they no longer fit.
    pub(crate) fn take_results(&mut self) -> Option<SavedResults> {
        self.reopened.take()?.results
    }

    /// Saves the check of the list that is being cleared and keeps its autosave for undo.
    pub(crate) fn put_aside(&mut self, state: &State) {
        self.save(state);
        let check = self.check.take();
        self.aside = self.saving.take().map(|saving| (saving, check));
    }

    /// Restores the autosave of the check when clearing the list is undone.
    pub(crate) fn take_back(&mut self) {
        if let Some((saving, check)) = self.aside.take() {
            (self.saving, self.check) = (Some(saving), check);
        }
    }

    /// Ends the autosave, of a cleared list too, and waits until all is saved.
    pub(crate) fn end(&mut self) {
        // Dropping an autosave waits until all of it is saved.
        (self.saving, self.check, self.aside) = (None, None, None);
        // The saved results of a check that is being reopened name documents of the library that was left.
        if let Some(reopened) = &mut self.reopened {
            reopened.results = None;
        }
    }
}

fn kept_settings(state: &State) -> serde_json::Value {
    let settings = KeptSettings {
        max_distance: state.settings.max_distance,
        recipe: Some(state.check.result.recipe.name().to_owned()),
        corrections: state.check.present_corrections(),
        submissions: Arc::clone(&state.check.submission_settings),
        blind: state.check.blind.clone(),
        leads: state.check.leads.found.as_deref().map(SavedLeads::of),
        found_in: FoundIn::of_check(&state.check.result.documents),
        compared_with: (state.copied())
            .and_then(|_| state.check.result.compared_with.clone())
            .unwrap_or_default(),
        rechecked_with: state.check.recheck.with,
        passed_over: (*state.check.result.passed_over).clone(),
    };
    settings.to_json()
}

/// Applies the settings that were saved with a check. Returns the leads among them (`None` if there are none), and the libraries in
/// which its sources were found.
pub(crate) fn restore_settings(
    saved: serde_json::Value,
    state: &mut State,
) -> (Option<SavedLeads>, FoundIn) {
    let kept = KeptSettings::of_json(saved);
    state.settings.max_distance = kept.max_distance;
    state.settings.recipe = kept.recipe();
    state.check.corrections.extend(kept.corrections);
    state.check.submission_settings = kept.submissions;
    state.check.blind = kept.blind;
    state.check.recheck.with = kept.rechecked_with;
    let result = state.check.result_mut();
    result.recipe = state.settings.recipe;
    result.compared_with = Some(kept.compared_with);
    result.passed_over = Arc::new(kept.passed_over);
    (kept.leads, kept.found_in)
}
