//! A person's decisions that documents are versions of one thesis, or different theses: saved in the check and in the library, with
//! undo.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;

use crate::App;
use chachong_window_model::decisions::{NamedPair, Step};
use chachong_window_model::page::NoticeKind;
use chachong_window_model::theses::ThesisChange;

impl App {
    /// Joins documents as versions of one thesis, or (`one` is false) separates each of them from its other versions.
    pub(crate) fn decide_theses(&mut self, documents: &BTreeSet<DocumentIndex>, one: bool) {
        let changes = self.state.thesis_changes(documents, one);
        if changes.is_empty() {
            return;
        }
        self.change_theses(&changes);
        let key = if one {
            "versions.joined"
        } else {
            "versions.parted"
        };
        self.tell(NoticeKind::Decision, key);
    }

    /// Stores a person's decisions on versions of one thesis, and offers undo.
    pub(crate) fn change_theses(&mut self, changes: &[ThesisChange]) {
        let before = self.state.check.words_before(changes);
        self.set_theses(changes);
        self.state.check.decisions.add_step(Step::Theses { before });
    }

    /// Undoes a person's decisions on versions of one thesis; returns `false` if nothing is left to undo.
    pub(crate) fn undo_theses(&mut self, before: &[NamedPair]) -> bool {
        let position = |name: &str| self.state.check.result.position_of(name);
        let changes: Vec<ThesisChange> = (before.iter())
            .filter_map(|&(ref a, ref b, one)| {
                let (a, b) = (position(a)?, position(b)?);
                Some(ThesisChange { a, b, one })
            })
            .collect();
        if changes.is_empty() {
            return false;
        }
        self.set_theses(&changes);
        true
    }

    fn set_theses(&mut self, changes: &[ThesisChange]) {
        self.state.choose(|choices| {
            for &ThesisChange { a, b, one } in changes {
                choices.set_one_thesis(a, b, one);
            }
        });
        self.saved_check.save_choices(&self.state);
        self.saved_check.save_theses(&self.state, changes);
    }
}
