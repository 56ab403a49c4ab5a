//! Decisions of a person about documents, pairs, passages and shared texts: the time of each decision, and the undo history.

use std::collections::HashMap;
use std::sync::Arc;

use crate::removing::ListSnapshot;
use crate::state::Check;
use chachong_check::{Document, SubmissionSettings};
use chachong_compare::{
    Choices, Decision, DocumentIndex, DocumentPair, Passage, Span, TextDecision,
};
use chachong_library::{DocumentId, KeptDecision};
use chachong_record::{RecordField, Stated};

/// Decision on a shared text, and its time in seconds since 1970.
pub type DatedDecision = (TextDecision, i64);

/// A person's decisions with their times, and the undo history of decisions and removals, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Time of each decision about a passage, in seconds since 1970, by its [`Key`]. Undone decisions may remain here; [`Check::choices`]
    /// has those that are in force.
    pub when: HashMap<Key, i64>,
    /// Decisions and removals that can be undone, the latest last; at most 100.
    pub steps: Vec<Step>,
}

/// Places of a shared text: the name of each document, and the span in its text.
pub type NamedPlaces = Vec<(String, Span)>;

/// Change that can be undone. Documents are mostly identified by name, since their positions change.
#[derive(Clone, Debug)]
pub enum Step {
    /// Change of decisions or notes on pairs and documents.
    Decided {
        /// Earlier decision and note on each of the pairs and documents.
        before: Vec<NamedRemark>,
    },
    /// Decision that a passage does not count.
    Passage {
        /// Name of the first document.
        a: String,
        /// Name of the second document.
        b: String,
        /// Passage that the decision is about.
        passage: Passage,
    },
    /// Change of the note on a passage that does not count.
    Note {
        /// Name of the first document.
        a: String,
        /// Name of the second document.
        b: String,
        /// Passage that the note is on.
        passage: Passage,
        /// Earlier note; empty if there was none.
        before: String,
    },
    /// Decision on a shared text.
    Text {
        /// Places of the shared text.
        places: NamedPlaces,
        /// Earlier decision on the shared text; `None` if there was none.
        before: Option<DatedDecision>,
    },
    /// Correction of a field of a bibliographic record.
    Correction {
        /// Name of the document.
        document: String,
        /// Field that was corrected.
        field: RecordField,
        /// Earlier value of the field, with its place in the document and its trust; `None` if the field had no value.
        stated: Option<Stated>,
        /// Earlier correction by a person; `None` if there was none.
        word: Option<String>,
    },
    /// Decision that documents are versions of one thesis, or different theses.
    Theses {
        /// Pairs of documents that the decision is about, with the earlier decision on each.
        before: Vec<NamedPair>,
    },
    /// Change to the submissions: documents merged, split or named, or another class list.
    Submissions {
        /// Earlier settings.
        before: Arc<SubmissionSettings>,
    },
    /// Removal of documents from the list, of all or of some.
    Removed {
        /// List before the removal.
        before: Arc<ListSnapshot>,
    },
}

/// Decision and note about a pair or a document, as they were before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRemark {
    /// Name of the first document.
    pub a: String,
    /// Name of the second document; equal to `a` if only one document is concerned.
    pub b: String,
    /// Decision; `None` without one.
    pub decision: Option<Decision>,
    /// Text of the note; empty without one.
    pub note: String,
    /// Time of the decision or note, in seconds since 1970; `None` if there is neither.
    pub decided_at: Option<i64>,
}

/// Names of two documents, and a person's decision on them: `Some(true)` for versions of one thesis, `Some(false)` for different
/// theses, `None` for no decision.
pub type NamedPair = (String, String, Option<bool>);

/// Key of a decision about a copied passage: the numbers of its two documents in the library, then the span in each of them.
pub type Key = (DocumentId, DocumentId, Span, Span);

/// Maximum number of decisions that can be undone; older ones are dropped.
pub(crate) const MOST_STEPS: usize = 100;

/// Returns the key under which [`Decisions::when`] has the time of a decision.
pub const fn key(decision: &KeptDecision) -> Key {
    (decision.a, decision.b, decision.in_a, decision.in_b)
}

impl Decisions {
    /// Removes the undo steps of the shared text with these places, because all its decisions were undone at once.
    pub fn remove_text_steps(&mut self, places: &[(String, Span)]) {
        let is_other =
            |step: &Step| !matches!(step, Step::Text { places: of, .. } if of.as_slice() == places);
        self.steps.retain(is_other);
    }

    /// Removes the undo steps of a passage and of its notes; `names` are those of the two documents.
    pub fn remove_passage_steps(&mut self, names: [&str; 2], about: &Passage) {
        self.steps.retain(|step| match step {
            Step::Passage { a, b, passage } | Step::Note { a, b, passage, .. } => {
                [a.as_str(), b] != names || passage != about
            }
            _ => true,
        });
    }

    /// Removes the undo steps that documents which join the list make void: those of removals whose documents would have the same
    /// names and, if the list begins anew (`is_new`), those of the list that was cleared.
    pub(crate) fn remove_lost_steps(&mut self, joining: &[Document], is_new: bool) {
        let last = (self.steps.iter()).rposition(|step| matches!(step, Step::Removed { .. }));
        let of_cleared = last.filter(|_| is_new).map_or(0, |last| last + 1);
        let mut places = 0..;
        self.steps.retain(|step| {
            let is_of_cleared = places.next().is_some_and(|place| place < of_cleared);
            match step {
                Step::Removed { before } => !is_of_cleared && !before.names_another(joining),
                Step::Submissions { .. } => !is_of_cleared,
                _ => true,
            }
        });
    }

    /// Adds an undo step, and drops the oldest one if there are already 100.
    pub fn add_step(&mut self, step: Step) {
        if self.steps.len() == MOST_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(step);
    }
}

impl Decisions {
    /// Returns whether there is a decision or removal to undo.
    pub fn can_undo(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Stores the times of decisions that were loaded from the library, except decisions on leads.
    pub fn take(&mut self, decisions: &[KeptDecision]) {
        let of_copies = decisions.iter().filter(|d| !d.is_lead);
        let known = of_copies.map(|d| (key(d), d.decided_at));
        self.when.extend(known);
    }
}

impl Check {
    /// Returns the decision about a pair of documents, or about a single document if `a == b`; `None` without a decision. A pair
    /// also counts as judged not plagiarism if neither document counts as a source of the other.
    pub fn decision(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Decision> {
        let nothing_counts = || !self.choices.counts_between(a, b);
        (self.choices.decision(a, b))
            .or_else(|| (a != b && nothing_counts()).then_some(Decision::NotPlagiarism))
    }

    /// Returns whether undo must wait until the documents are read: results arrive by position in the list, which undo of a removal
    /// changes.
    pub fn undo_waits(&self) -> bool {
        let is_removal = matches!(self.decisions.steps.last(), Some(Step::Removed { .. }));
        is_removal && self.progress.is_some()
    }

    /// Returns the pairs of documents that a decision or note on this pair applies to: all listed pairs of the two submissions, and this
    /// pair even if it is not listed. If `a == b`, the result is that document alone, paired with itself.
    pub fn decided_together(&self, a: DocumentIndex, b: DocumentIndex) -> Vec<DocumentPair> {
        let this = (a.min(b), a.max(b));
        let finding = self.finding_between(a, b).filter(|_| a != b);
        let places = finding.map_or(0, |finding| finding.pairs.len());
        let mut pairs: Vec<DocumentPair> = (finding.into_iter())
            .flat_map(|finding| (0..places).filter_map(|place| finding.pair(&self.result, place)))
            .map(|pair| (pair.a, pair.b))
            .collect();
        if !pairs.contains(&this) {
            pairs.push(this);
        }
        pairs
    }

    /// Returns the present decisions and notes on pairs and documents, for undo. A pair of a document with itself stands for that
    /// document. Pairs with a document that is gone are left out.
    pub fn remarks_on(&self, subjects: &[DocumentPair]) -> Vec<NamedRemark> {
        let of = |&(a, b): &DocumentPair| {
            Some(NamedRemark {
                a: self.result.document(a)?.name.clone(),
                b: self.result.document(b)?.name.clone(),
                decision: self.decision(a, b),
                note: self.choices.note(a, b, None).unwrap_or_default().to_owned(),
                decided_at: self.choices.decided_at(a, b, None),
            })
        };
        subjects.iter().filter_map(of).collect()
    }
}

/// Sets the decision about a pair, or about a document if both positions are equal; `None` removes it. If the person had unticked both
/// documents as sources of each other, they count as sources again, unless the decision is **Not plagiarism**.
pub fn set_decision(choices: &mut Choices, (a, b): DocumentPair, decision: Option<Decision>) {
    choices.set_decision(a, b, decision);
    if decision != Some(Decision::NotPlagiarism) && !choices.counts_between(a, b) {
        choices.set_source_for(a, b, true);
        choices.set_source_for(b, a, true);
    }
}
