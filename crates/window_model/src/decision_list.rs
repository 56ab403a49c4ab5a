//! List of all decisions and notes of a person about documents, pairs and passages.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::decision_filter::DecisionFilter;
use crate::state::State;
use chachong_compare::{Decision, DocumentIndex, DocumentPair, Passage};

/// Decision or note of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDecision {
    /// Pair that it is about, or twice the same document.
    pub about: DocumentPair,
    /// Passage of the pair that it is about, with its index in the pair's list; `None`: the pair or document.
    pub passage: Option<(usize, Passage)>,
    /// Number of pairs of documents that it goes for.
    pub pairs: usize,
    /// Decision; `None` for a note alone.
    pub decision: Option<Decision>,
    /// Note; empty without one.
    pub note: String,
    /// Time, in seconds since 1970; `None` if unknown.
    pub at: Option<i64>,
}

impl State {
    /// Returns all decisions and notes on documents, pairs and passages that pass a filter, the latest first. A decision
    /// about two submissions stands once.
    pub fn decision_list(&self, filter: DecisionFilter) -> Vec<ListedDecision> {
        let (check, choices) = (&self.check, &self.check.choices);
        let mut listed = Vec::new();
        let mut known: BTreeSet<DocumentPair> = BTreeSet::new();
        for (a, b) in choices.decided() {
            let together = check.decided_together(a, b);
            let of = |(a, b): DocumentPair| (check.decision(a, b), choices.note(a, b, None));
            let alike: Vec<DocumentPair> = (together.into_iter())
                .filter(|&other| of(other) == of((a, b)))
                .collect();
            if known.contains(&(a, b)) {
                continue;
            }
            known.extend(&alike);
            let (decision, note) = of((a, b));
            listed.push(ListedDecision {
                about: (a, b),
                passage: None,
                pairs: alike.len(),
                decision,
                note: note.unwrap_or_default().to_owned(),
                at: choices.decided_at(a, b, None),
            });
        }
        listed.extend(self.decided_passages());
        listed.retain(|one| filter.holds(one.decision));
        listed.sort_by_key(|one| (Reverse(one.at), one.about));
        listed
    }

    /// Returns the passages that a person judged not plagiarism.
    fn decided_passages(&self) -> Vec<ListedDecision> {
        let choices = &self.check.choices;
        let Some((copies, _)) = self.check.result.copies() else {
            return Vec::new();
        };
        let pairs = copies.pairs.iter().filter(|_| choices.has_passages_off());
        let of_pair = |pair: &chachong_compare::PairPassages| {
            let (a, b) = (pair.a, pair.b);
            let off = (pair.passages.iter())
                .filter(|passage| !choices.passage_counts(a, b, passage))
                .copied()
                .collect::<Vec<Passage>>();
            off.into_iter().map(move |passage| ((a, b), passage))
        };
        pairs
            .flat_map(of_pair)
            .map(|((a, b), passage)| ListedDecision {
                about: (a, b),
                passage: Some((self.place_of_passage(a, b, &passage), passage)),
                pairs: 1,
                decision: Some(Decision::NotPlagiarism),
                note: choices
                    .note(a, b, Some(&passage))
                    .unwrap_or_default()
                    .to_owned(),
                at: choices.decided_at(a, b, Some(&passage)),
            })
            .collect()
    }

    /// Returns the index of a passage in the list on its pair's page; 0 if the list does not have it.
    fn place_of_passage(&self, a: DocumentIndex, b: DocumentIndex, passage: &Passage) -> usize {
        let result = &self.check.result;
        let listed = result.pair(a, b).map(|pair| result.listed(&pair));
        let places = listed.map(|listed| listed.shown(true).to_vec());
        let mut places = places.unwrap_or_default().into_iter();
        places.position(|one| one == *passage).unwrap_or(0)
    }
}
