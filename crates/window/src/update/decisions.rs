//! Decisions about passages, pairs and shared texts: when each was made, and undo over several steps.

use crate::App;
use crate::update::shared_texts::now;
use chachong_check::decision;
use chachong_compare::{DocumentIndex, Passage};
use chachong_window_model::command::NoteChange;
use chachong_window_model::decisions::{Step, key};
use chachong_window_model::page::NoticeKind;

impl App {
    /// Keeps a person's decision about a passage, or with `None` all passages of a pair, and offers undo. With `counts`
    /// the decision is taken back instead.
    pub(crate) fn keep_decision(
        &mut self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
        counts: bool,
    ) {
        if !counts {
            (self.state).choose(|choices| choices.set_decided_at(a, b, passage, now()));
            self.saved_check.save_choices(&self.state);
        }
        (self.saved_check).save_decision(&self.state, (a, b), passage, counts);
        let result = &self.state.check.result;
        let (Some(of_a), Some(of_b)) = (result.document(a), result.document(b)) else {
            return;
        };
        let decision = decision(of_a, of_b, passage);
        let step = Step::Passage {
            a: of_a.name.clone(),
            b: of_b.name.clone(),
            passage: passage.copied(),
        };
        let decisions = &mut self.state.check.decisions;
        decisions.remove_passage_steps([&of_a.name, &of_b.name], passage);
        if counts {
            if let Some(decision) = decision {
                decisions.when.remove(&key(&decision));
            }
            if (self.state.shell.notice.as_ref()).is_some_and(|n| n.kind == NoticeKind::Decision) {
                self.state.shell.notice = None;
            }
            return;
        }
        if let Some(decision) = decision {
            decisions.when.insert(key(&decision), decision.decided_at);
        }
        decisions.add_step(step);
        let text = if passage.is_some() {
            "notice.passage-decided"
        } else {
            "notice.pair-decided"
        };
        let text = self.state.language.text(text);
        self.inform(NoticeKind::Decision, text);
    }

    /// Keeps the note on a passage or a pair that is switched off, and offers undo.
    pub(crate) fn set_note(&mut self, change: &NoteChange) {
        let (a, b, passage) = (change.a, change.b, change.passage.as_ref());
        let before = self.state.check.choices.note(a, b, passage);
        let before = before.unwrap_or_default().to_owned();
        self.write_note(a, b, passage, &change.text);
        if !change.begins {
            return;
        }
        let result = &self.state.check.result;
        if let (Some(of_a), Some(of_b)) = (result.document(a), result.document(b)) {
            let step = Step::Note {
                a: of_a.name.clone(),
                b: of_b.name.clone(),
                passage: change.passage,
                before,
            };
            self.state.check.decisions.add_step(step);
            let text = self.state.language.text("note.kept");
            self.inform(NoticeKind::Decision, text);
        }
    }

    fn write_note(
        &mut self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
        text: &str,
    ) {
        self.state
            .choose(|choices| choices.set_note(a, b, passage, text));
        self.saved_check.save_choices(&self.state);
        (self.saved_check).save_decision(&self.state, (a, b), passage, false);
    }

    /// Undoes the last decision whose documents are still in the list.
    pub(crate) fn undo_decision(&mut self) {
        while let Some(step) = self.state.check.decisions.steps.pop() {
            let (of_a, of_b, passage, note) = match step {
                Step::Passage { a, b, passage } => (a, b, passage, None),
                Step::Note {
                    a,
                    b,
                    passage,
                    before,
                } => (a, b, passage, Some(before)),
                Step::Text { places, before } if self.undo_text(&places, before) => return,
                Step::Theses { before } if self.undo_theses(&before) => return,
                Step::Correction {
                    document,
                    field,
                    stated,
                    word,
                } if self.undo_correction(&document, field, stated.as_ref(), word.as_deref()) => {
                    return;
                }
                Step::Submissions { before } => return self.undo_submissions(before),
                Step::Text { .. } | Step::Correction { .. } | Step::Theses { .. } => continue,
            };
            let position = |name: &str| self.state.check.result.position_of(name);
            let (Some(a), Some(b)) = (position(&of_a), position(&of_b)) else {
                continue;
            };
            let mut undone = "notice.decision-undone";
            if let Some(before) = note {
                undone = "note.undone";
                self.write_note(a, b, passage.as_ref(), &before);
                self.state.shell.notice = None;
            } else {
                self.state.choose(|choices| match &passage {
                    Some(passage) => choices.set_passage(a, b, passage, true),
                    None => choices.set_pair(a, b, true),
                });
                self.saved_check.save_choices(&self.state);
                self.keep_decision(a, b, passage.as_ref(), true);
            }
            let left = self.state.check.decisions.steps.len();
            if left > 0 {
                let text = (self.state.language).fill(undone, &[("left", &left)]);
                self.inform(NoticeKind::Decision, text);
            }
            return;
        }
    }
}
