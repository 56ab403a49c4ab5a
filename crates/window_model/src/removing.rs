//! Removal of documents from the list, all or some, and its undo.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::decisions::Step;
use crate::page::Page;
use crate::passages::Passages;
use crate::selection::Selection;
use crate::state::{Check, State, empty};
use chachong_check::{CheckResult, Copies, Document, Leads, SubmissionSettings};
use chachong_compare::{Choices, DocumentIndex, Group};
use chachong_jobs::BlindReview;

/// Snapshot of the list before a removal, for undo.
#[derive(Debug)]
pub struct ListSnapshot {
    result: Arc<CheckResult>,
    groups: Vec<Group>,
    /// State of the search for passages; never a search under way.
    passages: Passages,
    choices: Arc<Choices>,
    submission_settings: Arc<SubmissionSettings>,
    blind: Option<BlindReview>,
    /// Leads to rewritten passages; `None` where they were not sought.
    leads: Option<Arc<Leads>>,
    /// Whether documents were added or changed since the leads were sought.
    has_outdated_leads: bool,
}

impl ListSnapshot {
    /// Copies what a removal changes. The groups are taken out of the check, since their positions are outdated after the removal.
    fn of(check: &mut Check) -> Self {
        Self {
            result: Arc::clone(&check.result),
            groups: std::mem::take(&mut check.groups),
            passages: match check.passages {
                // A search ends when its list changes.
                Passages::Searching(_) => Passages::Wanted,
                passages => passages,
            },
            choices: Arc::clone(&check.choices),
            submission_settings: Arc::clone(&check.submission_settings),
            blind: check.blind.clone(),
            leads: check.leads.found.clone(),
            has_outdated_leads: check.leads.is_outdated(check.generation),
        }
    }

    /// Returns whether one of these documents is another one than that of its name in the snapshot.
    pub(crate) fn names_another(&self, documents: &[Document]) -> bool {
        let own = self.result.documents.iter();
        let paths: HashMap<&str, &Path> = own
            .map(|document| (document.name.as_str(), document.path.as_path()))
            .collect();
        documents.iter().any(|document| {
            let named = paths.get(document.name.as_str());
            named.is_some_and(|&path| path != document.path)
        })
    }
}

impl State {
    /// Removes all documents from the list; this can be undone.
    pub fn clear(&mut self) {
        let before = ListSnapshot::of(&mut self.check);
        self.check.result = Arc::new(empty(self.check.result.recipe));
        self.check.passages = Passages::Wanted;
        self.check.choices = Arc::default();
        self.check.submission_settings = Arc::default();
        self.check.blind = None;
        self.drop_leads();
        self.list_shortened(before);
    }

    /// Removes the documents at these positions; this can be undone. Returns the passages between the remaining documents, for which the
    /// caller must compute the shares again; `None` if passages are not known yet.
    pub fn remove(&mut self, removed: &BTreeSet<DocumentIndex>) -> Option<Copies> {
        let before = ListSnapshot::of(&mut self.check);
        let mut next = (0..).map(DocumentIndex);
        let moved: Vec<Option<DocumentIndex>> = (self.check.result.positions())
            .map(|position| {
                (!removed.contains(&position))
                    .then(|| next.next())
                    .flatten()
            })
            .collect();
        let to = |position: DocumentIndex| moved.get(position.0).copied().flatten();
        let mut position = (0..).map(DocumentIndex);
        (self.check.documents_mut()).retain(|_| position.next().and_then(to).is_some());
        let result = self.check.result_mut();
        let documents = result.documents.len();
        result.near = Arc::new(result.near.renumbered(documents, to));
        result.findings = result.findings.renumbered(documents, to);
        let copied = result.copied.take();
        result.evidence = Arc::default();
        result.references = Arc::default();
        result.submissions = Arc::default();
        result.sort_findings();
        self.check.choices = Arc::new(self.check.choices.renumbered(to));
        match copied {
            Some(_) => self.begin_passages(),
            None => self.check.passages = Passages::Wanted,
        }
        self.list_shortened(before);
        copied.map(|copied| Arc::unwrap_or_clone(copied.copies).renumbered(to))
    }

    /// Goes back to the table after a removal, and adds its undo step.
    fn list_shortened(&mut self, before: ListSnapshot) {
        let before = Arc::new(before);
        self.check.decisions.add_step(Step::Removed { before });
        self.page = Page::Documents;
        self.history.clear();
        self.table.selection = Selection::default();
        self.changed();
    }

    /// Restores the list as it was before a removal. Documents that were added since then stay.
    pub fn undo_removal(&mut self, before: &ListSnapshot) {
        let of_before = before.result.documents.iter();
        let of_before: HashSet<&str> = of_before.map(|document| document.name.as_str()).collect();
        let added: Vec<Document> = (self.check.checked_positions())
            .map(|position| &self.check.result.documents[position])
            .filter(|document| !of_before.contains(document.name.as_str()))
            .cloned()
            .collect();
        self.check.result = Arc::clone(&before.result);
        self.check.groups.clone_from(&before.groups);
        self.check.passages = before.passages;
        self.check.choices = Arc::clone(&before.choices);
        self.check.submission_settings = Arc::clone(&before.submission_settings);
        // Documents that were added since then keep their pseudonyms.
        if self.check.blind.is_none() {
            self.check.blind.clone_from(&before.blind);
        }
        self.check.leads.found.clone_from(&before.leads);
        self.table.selection = Selection::default();
        self.changed();
        if !added.is_empty() {
            self.add_batch(added);
            self.check.progress = None;
        } else if !before.has_outdated_leads {
            self.check.leads.generation = self.check.generation;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::{content, waiting};
    use chachong_compare::Decision;
    use chachong_messages::Language;

    fn undo(state: &mut State) {
        let Some(Step::Removed { before }) = state.check.decisions.steps.pop() else {
            panic!("no removal to undo");
        };
        state.undo_removal(&before);
    }

    #[test]
    fn leads_that_come_back_with_the_list_are_as_old_as_before() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![waiting("a"), waiting("b")]);
        state.finish_reading(0, Ok(content(0)));
        let is_outdated = |state: &State| state.check.leads.is_outdated(state.check.generation);
        for outdated in [false, true] {
            state.leads_found(Leads::default());
            if outdated {
                state.finish_reading(1, Ok(content(1)));
            }
            state.clear();
            assert!(!is_outdated(&state), "there are none");
            undo(&mut state);
            assert_eq!(is_outdated(&state), outdated);
        }
    }

    #[test]
    fn what_was_removed_comes_back_beside_what_was_added_since() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![waiting("a"), waiting("c")]);
        let [a, c] = [DocumentIndex(0), DocumentIndex(1)];
        state.choose(|choices| choices.set_decision(a, c, Some(Decision::Confirmed)));
        state.remove(&[a].into());
        state.add_batch(vec![waiting("b")]);
        undo(&mut state);
        let names = state.check.result.documents.iter();
        let names: Vec<&str> = names.map(|document| document.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let c = DocumentIndex(2);
        assert_eq!(state.check.decision(a, c), Some(Decision::Confirmed));
        // A list that begins anew is another check.
        state.clear();
        state.add_batch(vec![waiting("b")]);
        assert!(!state.check.decisions.can_undo());
    }
}
