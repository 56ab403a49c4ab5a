//! Decisions about passages, pairs and shared texts: when each was made, and undo over several steps.

use std::collections::HashMap;

use super::App;
use super::librarian::Ask;
use super::state::{NoticeKind, State};
use crate::compare::{Passage, Span, TextDecision};
use crate::i18n::day;
use crate::library::{Decision, DocumentId};
use crate::session::decision;

/// Maximum number of decisions that can be undone; older ones are dropped.
const MOST_STEPS: usize = 100;

/// Key of a decision: two documents of the library and a span in each.
type Key = (DocumentId, DocumentId, Span, Span);

/// Decisions with their times, and the undo steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Decided {
    /// Time of each decision in seconds since 1970. Entries may be undone already: the choices tell whether they hold.
    when: HashMap<Key, i64>,
    steps: Vec<Step>,
}

/// Places of a shared text, each by the name of its document.
pub(super) type NamedPlaces = Vec<(String, Span)>;

/// Decision that can be undone. Documents are named, since positions change.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Passage {
        a: String,
        b: String,
        /// Passage that was decided; `None`: all passages of the pair.
        passage: Option<Passage>,
    },
    Text {
        places: NamedPlaces,
        /// Earlier decision on the shared text and its time in seconds since 1970; `None` if it was undecided.
        before: Option<(TextDecision, i64)>,
    },
}

impl Decided {
    /// Adds an undo step for a decision on a shared text.
    pub(super) fn text_decided(
        &mut self,
        places: NamedPlaces,
        before: Option<(TextDecision, i64)>,
    ) {
        self.push(Step::Text { places, before });
    }

    /// Removes the undo steps of a shared text, whose decisions were all undone at once.
    pub(super) fn text_taken_back(&mut self, places: &[(String, Span)]) {
        let is_other =
            |step: &Step| !matches!(step, Step::Text { places: of, .. } if of.as_slice() == places);
        self.steps.retain(is_other);
    }

    fn push(&mut self, step: Step) {
        if self.steps.len() == MOST_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(step);
    }
}

/// Returns when a passage, or with `None` the whole pair, was decided to be no plagiarism; `None` where it counts, or
/// where no library stores the day.
pub(super) fn decision_text(
    state: &State,
    a: usize,
    b: usize,
    passage: Option<&Passage>,
) -> Option<String> {
    let choices = &state.choices;
    let counts = match passage {
        Some(passage) => choices.passage_counts(a, b, passage),
        None => choices.counts_for(a, b) || choices.counts_for(b, a),
    };
    if counts {
        return None;
    }
    let (of_a, of_b) = (state.documents.get(a)?, state.documents.get(b)?);
    let key = key(&decision(of_a, of_b, passage)?);
    let when = day(*state.decided.when.get(&key)?);
    Some(state.language.fill("passages.decided", &[("day", &when)]))
}

const fn key(decision: &Decision) -> Key {
    (decision.a, decision.b, decision.in_a, decision.in_b)
}

impl App {
    /// Requests the times of the decisions about the listed documents from the library.
    pub(super) fn ask_when_decided(&self) {
        let kept = |d: &crate::session::Document| d.reading()?.kept;
        let documents: Vec<DocumentId> = self.state.documents.iter().filter_map(kept).collect();
        if self.library.is_some() && !documents.is_empty() {
            self.librarian.ask(Ask::Decisions(documents));
        }
    }

    /// Records a decision about a passage, or with `None` all passages of a pair: saves it and offers undo.
    pub(super) fn decided(&mut self, a: usize, b: usize, passage: Option<&Passage>, counts: bool) {
        self.save_decision(a, b, passage, counts);
        let documents = &self.state.documents;
        let (Some(of_a), Some(of_b)) = (documents.get(a), documents.get(b)) else {
            return;
        };
        let decision = decision(of_a, of_b, passage);
        let step = Step::Passage {
            a: of_a.name.clone(),
            b: of_b.name.clone(),
            passage: passage.copied(),
        };
        let decided = &mut self.state.decided;
        decided.steps.retain(|earlier| *earlier != step);
        if counts {
            if let Some(decision) = decision {
                decided.when.remove(&key(&decision));
            }
            if (self.state.notice.as_ref()).is_some_and(|n| n.kind == NoticeKind::Decided) {
                self.state.notice = None;
            }
            return;
        }
        if let Some(decision) = decision {
            decided.when.insert(key(&decision), decision.decided);
        }
        decided.push(step);
        let text = if passage.is_some() {
            "notice.passage-decided"
        } else {
            "notice.pair-decided"
        };
        let text = self.state.language.text(text);
        self.inform(NoticeKind::Decided, text);
    }

    /// Undoes the last decision whose documents are still in the list.
    pub(super) fn undo_decision(&mut self) {
        while let Some(step) = self.state.decided.steps.pop() {
            let (of_a, of_b, passage) = match step {
                Step::Passage { a, b, passage } => (a, b, passage),
                Step::Text { places, before } if self.undo_text(&places, before) => return,
                Step::Text { .. } => continue,
            };
            let documents = &self.state.documents;
            let position = |name: &str| documents.iter().position(|d| d.name == name);
            let (Some(a), Some(b)) = (position(&of_a), position(&of_b)) else {
                continue;
            };
            self.state.choose(|choices| match &passage {
                Some(passage) => choices.set_passage(a, b, passage, true),
                None => choices.set_pair(a, b, true),
            });
            self.save_choices();
            self.decided(a, b, passage.as_ref(), true);
            let left = self.state.decided.steps.len();
            if left > 0 {
                let text = (self.state.language).fill("notice.decision-undone", &[("left", &left)]);
                self.inform(NoticeKind::Decided, text);
            }
            return;
        }
    }
}

impl State {
    /// Returns whether there is a decision to undo.
    pub(super) fn can_undo_decision(&self) -> bool {
        !self.decided.steps.is_empty()
    }

    /// Stores the times of decisions that the library reports.
    pub(super) fn take_decisions(&mut self, decisions: &[Decision]) {
        let known = decisions.iter().map(|d| (key(d), d.decided));
        self.decided.when.extend(known);
    }
}
