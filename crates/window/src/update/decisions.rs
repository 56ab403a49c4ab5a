//! Decisions about documents, pairs, passages and shared texts: they are stored with their times, and can be undone over several
//! steps.

use crate::App;
use crate::update::shared_texts::now;
use chachong_compare::{Choices, Decision, DocumentIndex, DocumentPair, Passage};
use chachong_window_model::command::NoteChange;
use chachong_window_model::decision_list::Subject;
use chachong_window_model::decisions::{NamedRemark, Step, set_decision};
use chachong_window_model::page::NoticeKind;
use chachong_window_model::theses::ThesisChange;

impl App {
    /// Stores a person's decision about the listed pairs of two submissions or about a document (`a == b`), or withdraws it
    /// (`None`), and offers undo.
    pub(crate) fn decide(&mut self, (a, b): DocumentPair, decision: Option<Decision>) {
        let subjects = self.state.check.decided_together(a, b);
        let before = self.state.check.remarks_on(&subjects);
        self.remark(&subjects, |choices, (a, b)| {
            set_decision(choices, (a, b), decision);
            choices.set_decided_at(a, b, None, now());
        });
        self.state
            .check
            .decisions
            .add_step(Step::Decided { before });
        if a != b && decision == Some(Decision::NotPlagiarism) {
            self.tell(NoticeKind::Decision, "notice.pair-decided");
        } else {
            self.drop_decision_notice();
        }
    }

    /// Drops the notice that offers to undo an earlier step.
    fn drop_decision_notice(&mut self) {
        let notice = &mut self.state.shell.notice;
        notice.take_if(|notice| notice.kind == NoticeKind::Decision);
    }

    /// Withdraws a decision and its note.
    pub(crate) fn take_back(&mut self, subject: Subject) {
        match subject {
            Subject::Document(document) => self.take_back_pair((document, document)),
            Subject::Pair(pair, _) => self.take_back_pair(pair),
            Subject::Passage(pair, _, passage) => self.decide_passage(pair, &passage, true),
            Subject::Text(places, _) => self.take_back_text(places),
            Subject::Versions((a, b), _) => {
                self.change_theses(&[ThesisChange { a, b, one: None }]);
                self.tell(NoticeKind::Decision, "versions.taken-back");
            }
            Subject::Lead(_, position) => self.give_lead_word(position, None),
        }
    }

    /// Withdraws decision and note about the listed pairs of two submissions, or about a document (`a == b`).
    fn take_back_pair(&mut self, (a, b): DocumentPair) {
        let subjects = self.state.check.decided_together(a, b);
        let before = self.state.check.remarks_on(&subjects);
        self.remark(&subjects, |choices, (a, b)| {
            set_decision(choices, (a, b), None);
            choices.set_note(a, b, None, "");
        });
        self.state
            .check
            .decisions
            .add_step(Step::Decided { before });
    }

    /// Stores a person's decision that a passage is not plagiarism, and offers undo; if `counts`, withdraws that decision instead.
    pub(crate) fn decide_passage(&mut self, (a, b): DocumentPair, passage: &Passage, counts: bool) {
        self.state.choose(|choices| {
            choices.set_passage(a, b, passage, counts);
            choices.set_decided_at(a, b, Some(passage), now());
        });
        self.save_remarks([((a, b), Some(passage))]);
        let result = &self.state.check.result;
        let (Some(of_a), Some(of_b)) = (result.document(a), result.document(b)) else {
            return;
        };
        let step = Step::Passage {
            a: of_a.name.clone(),
            b: of_b.name.clone(),
            passage: *passage,
        };
        let decisions = &mut self.state.check.decisions;
        decisions.remove_passage_steps([&of_a.name, &of_b.name], passage);
        if counts {
            self.drop_decision_notice();
            return;
        }
        decisions.add_step(step);
        self.tell(NoticeKind::Decision, "notice.passage-decided");
    }

    /// Stores the note on a pair, a document, or a passage that is switched off, and offers undo.
    pub(crate) fn set_note(&mut self, change: &NoteChange) {
        let (a, b) = (change.a, change.b);
        let step = if let Some(passage) = change.passage {
            let before = self.state.check.choices.note(a, b, Some(&passage));
            let before = before.unwrap_or_default().to_owned();
            self.write_note(a, b, &passage, &change.text);
            let name = |position| Some(self.state.check.result.document(position)?.name.clone());
            let Some((a, b)) = name(a).zip(name(b)) else {
                return;
            };
            Step::Note {
                a,
                b,
                passage,
                before,
            }
        } else {
            let subjects = self.state.check.decided_together(a, b);
            let before = self.state.check.remarks_on(&subjects);
            self.remark(&subjects, |choices, (a, b)| {
                choices.set_note(a, b, None, &change.text);
                if choices.decision(a, b).is_none() {
                    choices.set_decided_at(a, b, None, now());
                }
            });
            Step::Decided { before }
        };
        if change.begins {
            self.state.check.decisions.add_step(step);
            self.tell(NoticeKind::Decision, "note.kept");
        }
    }

    fn write_note(&mut self, a: DocumentIndex, b: DocumentIndex, passage: &Passage, text: &str) {
        self.state
            .choose(|choices| choices.set_note(a, b, Some(passage), text));
        self.save_remarks([((a, b), Some(passage))]);
    }

    /// Changes decisions and notes on pairs and documents, and saves them.
    fn remark(&mut self, subjects: &[DocumentPair], change: impl Fn(&mut Choices, DocumentPair)) {
        self.state.choose(|choices| {
            for &subject in subjects {
                change(choices, subject);
            }
        });
        self.save_remarks(subjects.iter().map(|&subject| (subject, None)));
    }

    /// Saves the choices about pairs, documents and passages in this check, and for later checks too.
    fn save_remarks<'p>(
        &self,
        subjects: impl IntoIterator<Item = (DocumentPair, Option<&'p Passage>)>,
    ) {
        self.saved_check.save_choices(&self.state);
        self.saved_check.save_decisions(&self.state, subjects);
    }

    /// Undoes the last decision or removal whose documents are still known, and tells what was undone.
    pub(crate) fn undo(&mut self) {
        while !self.state.check.undo_waits()
            && let Some(step) = self.state.check.decisions.steps.pop()
        {
            let undone = match step {
                // It tells more about the text.
                Step::Text { places, before } if self.undo_text(&places, before) => return,
                step => self.undo_step(step),
            };
            if let Some(undone) = undone {
                let left = self.state.check.decisions.steps.len();
                let kind = if left > 0 {
                    NoticeKind::Decision
                } else {
                    NoticeKind::Information
                };
                return self.inform(kind, |language| language.fill(undone, &[("left", &left)]));
            }
        }
    }

    /// Undoes a step and returns the key of the text that tells so; `None` if its documents are gone or nothing has changed.
    fn undo_step(&mut self, step: Step) -> Option<&'static str> {
        match step {
            Step::Decided { before } => self
                .undo_decided(&before)
                .then_some("notice.decision-undone"),
            Step::Passage { a, b, passage } => {
                let pair = self.positions(&a, &b)?;
                self.decide_passage(pair, &passage, true);
                Some("notice.decision-undone")
            }
            Step::Note {
                a,
                b,
                passage,
                before,
            } => {
                let (a, b) = self.positions(&a, &b)?;
                self.write_note(a, b, &passage, &before);
                Some("note.undone")
            }
            Step::Text { .. } => None,
            Step::Theses { before } => {
                (self.undo_theses(&before)).then_some("notice.decision-undone")
            }
            Step::Correction {
                document,
                field,
                stated,
                word,
            } => self
                .undo_correction(&document, field, stated.as_ref(), word.as_deref())
                .then_some("notice.correction-undone"),
            Step::Submissions { before } => {
                self.set_submissions(before);
                Some("notice.submissions-undone")
            }
            Step::Removed { before } => {
                self.undo_removal(&before);
                Some("notice.removal-undone")
            }
        }
    }

    /// Returns the positions of two documents by their names; `None` if one is not in the list.
    fn positions(&self, a: &str, b: &str) -> Option<DocumentPair> {
        let result = &self.state.check.result;
        Some((result.position_of(a)?, result.position_of(b)?))
    }

    /// Restores decisions and notes on pairs and documents; returns false if none of the documents is in the list.
    fn undo_decided(&mut self, before: &[NamedRemark]) -> bool {
        let before: Vec<(DocumentPair, &NamedRemark)> = (before.iter())
            .filter_map(|one| Some((self.positions(&one.a, &one.b)?, one)))
            .collect();
        self.state.choose(|choices| {
            for &((a, b), one) in &before {
                set_decision(choices, (a, b), one.decision);
                choices.set_note(a, b, None, &one.note);
                if let Some(at) = one.decided_at {
                    choices.set_decided_at(a, b, None, at);
                }
            }
        });
        self.save_remarks(before.iter().map(|&(subject, _)| (subject, None)));
        !before.is_empty()
    }
}
