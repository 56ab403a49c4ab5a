//! A person's word that a passage, or all of a pair's, is no plagiarism, or on a text that several documents share: when it
//! was given, and the way back, several steps.

use std::collections::HashMap;

use super::App;
use super::librarian::Ask;
use super::state::{NoticeKind, State};
use crate::compare::{Passage, Span, TextDecision};
use crate::i18n::day;
use crate::library::{Decision, DocumentId};
use crate::session::decision;

/// Choices that can be taken back, the oldest are forgotten.
const MOST_STEPS: usize = 100;

/// Two documents of the library and a place in each, as a decision names them.
type Key = (DocumentId, DocumentId, Span, Span);

/// What was decided, and when.
#[derive(Clone, Debug, Default)]
pub(super) struct Decided {
    /// Seconds since 1970. Some may be taken back: the choices tell.
    when: HashMap<Key, i64>,
    steps: Vec<Step>,
}

/// Where a text that several documents share stands, by the documents' names.
pub(super) type NamedPlaces = Vec<(String, Span)>;

/// A choice that can be taken back. Documents are named, since positions change.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Passage {
        a: String,
        b: String,
        /// `None`: all of the pair.
        passage: Option<Passage>,
    },
    Text {
        places: NamedPlaces,
        /// Earlier decision on the shared text and its time in seconds since 1970; `None` if it was undecided.
        before: Option<(TextDecision, i64)>,
    },
}

impl Decided {
    /// Notes a word on a shared text.
    pub(super) fn text_decided(
        &mut self,
        places: NamedPlaces,
        before: Option<(TextDecision, i64)>,
    ) {
        self.push(Step::Text { places, before });
    }

    /// Forgets the words on a shared text: they were taken back all at once.
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

/// When a passage, or with `None` the whole pair, was decided to be no plagiarism; `None` where it counts, or where no
/// library keeps the day.
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
    /// Asks the library when what is off was decided.
    pub(super) fn ask_when_decided(&self) {
        let kept = |d: &crate::session::Document| d.reading()?.kept;
        let documents: Vec<DocumentId> = self.state.documents.iter().filter_map(kept).collect();
        if self.library.is_some() && !documents.is_empty() {
            self.librarian.ask(Ask::Decisions(documents));
        }
    }

    /// Notes a choice about a passage, or all of a pair's, keeps it and offers the way back.
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

    /// Takes the last such choice back whose documents are still there.
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
    /// Whether there is a choice to take back.
    pub(super) fn can_undo_decision(&self) -> bool {
        !self.decided.steps.is_empty()
    }

    /// Takes in what the library says of when.
    pub(super) fn take_decisions(&mut self, decisions: &[Decision]) {
        let known = decisions.iter().map(|d| (key(d), d.decided));
        self.decided.when.extend(known);
    }
}
