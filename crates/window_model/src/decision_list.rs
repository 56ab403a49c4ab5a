//! List of all decisions and notes of a person.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::decision_filter::DecisionFilter;
use crate::state::State;
use chachong_compare::{Decision, DocumentIndex, DocumentPair, Passage, Span, TextDecision};

/// Subject of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Document at this position.
    Document(DocumentIndex),
    /// Pair of documents, and the number of document pairs that the decision covers.
    Pair(DocumentPair, usize),
    /// Passage that was judged not plagiarism: the pair of documents, the index in the pair's list of passages, and the passage itself.
    Passage(DocumentPair, usize, Passage),
    /// Text that several documents share: the document and span of each place, and the decision on the text.
    Text(Vec<(DocumentIndex, Span)>, TextDecision),
    /// Two documents, and the decision on them: `true` for versions of one thesis, `false` for different theses.
    Versions(DocumentPair, bool),
    /// Lead to a rewritten passage: the two documents, and the position in the check's list of all leads.
    Lead(DocumentPair, usize),
}

/// Decision or note in the list of a person's decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDecision {
    /// Subject of the decision or note.
    pub subject: Subject,
    /// Decision; `None` for a note without a decision, and if `subject` contains the decision.
    pub decision: Option<Decision>,
    /// Text of the note; empty without one.
    pub note: String,
    /// Time of the decision or note, in seconds since 1970; `None` if unknown.
    pub at: Option<i64>,
}

impl Subject {
    /// Returns two documents that the decision is about: of a shared text the first and the last; twice the same if it is about one
    /// document.
    fn documents(&self) -> DocumentPair {
        match self {
            Self::Document(document) => (*document, *document),
            Self::Pair(pair, _)
            | Self::Passage(pair, ..)
            | Self::Versions(pair, _)
            | Self::Lead(pair, _) => *pair,
            Self::Text(places, _) => {
                let first = places
                    .first()
                    .map_or(DocumentIndex(0), |&(document, _)| document);
                let last = places.last().map_or(first, |&(document, _)| document);
                (first, last)
            }
        }
    }
}

impl State {
    /// Returns all decisions and notes that pass a filter, the latest first; those without a time come last. A decision about two
    /// submissions is listed once. Decisions on shared texts and on versions are listed only if the filter is [`DecisionFilter::Any`].
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
            let (decision, note) = (check.decision(a, b), check.note(a, b, None));
            listed.push(ListedDecision {
                subject: if a == b {
                    Subject::Document(a)
                } else {
                    Subject::Pair((a, b), alike.len())
                },
                decision,
                note: note.unwrap_or_default().to_owned(),
                at: choices.decided_at(a, b, None),
            });
        }
        listed.extend(self.decided_passages());
        listed.extend(self.decided_leads());
        listed.retain(|one| filter.holds(one.decision));
        if filter == DecisionFilter::Any {
            listed.extend(self.decided_texts());
            listed.extend(self.decided_versions());
        }
        listed.sort_by_key(|one| (Reverse(one.at), one.subject.documents()));
        listed
    }

    fn decided_leads(&self) -> Vec<ListedDecision> {
        let leads = self.check.result.leads.as_ref();
        let leads = leads.map_or(&[][..], |leads| &leads.list);
        let decided = leads.iter().enumerate().filter_map(|(position, lead)| {
            let word = lead.lead.word.as_ref()?;
            Some(ListedDecision {
                subject: Subject::Lead((lead.a, lead.b), position),
                decision: Some(word.word),
                note: word.note.clone().unwrap_or_default(),
                at: Some(word.at),
            })
        });
        decided.collect()
    }

    fn decided_texts(&self) -> impl Iterator<Item = ListedDecision> {
        (self.check.choices.decided_texts()).map(|text| ListedDecision {
            subject: Subject::Text(text.places().to_vec(), text.decision()),
            decision: None,
            note: String::new(),
            at: Some(text.decided_at()).filter(|&at| at > 0),
        })
    }

    fn decided_versions(&self) -> impl Iterator<Item = ListedDecision> {
        let choices = &self.check.choices;
        let joined = choices.joined_theses().map(|pair| (pair, true));
        let parted = choices.parted_theses().map(|pair| (pair, false));
        joined.chain(parted).map(|(pair, one)| ListedDecision {
            subject: Subject::Versions(pair, one),
            decision: None,
            note: String::new(),
            at: None,
        })
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
                subject: Subject::Passage((a, b), self.place_of_passage(a, b, &passage), passage),
                decision: Some(Decision::NotPlagiarism),
                note: (self.check.note(a, b, Some(&passage)))
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
