//! Decisions of a person about documents, pairs and passages, kept in the library so that they apply to later checks of the
//! same documents.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Copies, Document};
use crate::decision_subjects::Subjects;
use chachong_compare::{Choices, Decision, DocumentPair, Passage, Span, Strength};
use chachong_library::{CheckStore, KeptDecision, LibraryError};

/// Span that stands for a whole document.
pub(super) const WHOLE: Span = Span { start: 0, end: 0 };

/// Span in both documents that stands for "versions of one thesis"; empty, so that no passage has it.
const JOINED: Span = Span { start: 1, end: 1 };
/// Span in both documents that stands for "different theses".
const PARTED: Span = Span { start: 2, end: 2 };

/// Builds the decision that two documents are versions of one thesis (`joined`) or different theses. Returns `None` if one of
/// them is in no library, or if both are the same library document.
#[must_use]
pub fn thesis_decision(a: &Document, b: &Document, joined: bool) -> Option<KeptDecision> {
    let span = if joined { JOINED } else { PARTED };
    Some(KeptDecision {
        in_a: span,
        in_b: span,
        ..about(a, b, None).filter(|known| known.a != known.b)?
    })
}

/// Builds the record that a library keeps of a person's choices about a pair of documents, about one of its passages (if
/// `passage` is given), or about a single document (the pair then names it twice). If there is neither a decision nor a note, the
/// record withdraws the one in the library. Returns `None` if a document is in no library, or if two documents are the same
/// library document.
#[must_use]
pub fn kept_decision(
    documents: &[Document],
    choices: &Choices,
    (a, b): DocumentPair,
    passage: Option<&Passage>,
) -> Option<KeptDecision> {
    let decision = match passage {
        None => choices.decision(a, b),
        Some(passage) => {
            let is_off = !choices.passage_counts(a, b, passage);
            is_off.then_some(Decision::NotPlagiarism)
        }
    };
    let [of_a, of_b] = [a, b].map(|position| documents.get(position.0));
    let known = about(of_a?, of_b?, passage).filter(|known| (known.a == known.b) == (a == b))?;
    Some(KeptDecision {
        decided_at: (choices.decided_at(a, b, passage)).unwrap_or(known.decided_at),
        note: choices.note(a, b, passage).map(str::to_owned),
        decision,
        ..known
    })
}

/// Builds an empty decision with the current time, about a passage of two documents or, with `None`, about the pair. Returns `None` if no
/// library keeps one of the documents.
fn about(a: &Document, b: &Document, passage: Option<&Passage>) -> Option<KeptDecision> {
    let (a, b) = (a.content()?.kept?, b.content()?.kept?);
    let (in_a, in_b) = passage.map_or((WHOLE, WHOLE), |passage| (passage.a, passage.b));
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (a, b, in_a, in_b) = if a <= b {
        (a, b, in_a, in_b)
    } else {
        (b, a, in_b, in_a)
    };
    Some(KeptDecision {
        a,
        b,
        in_a,
        in_b,
        decided_at: i64::try_from(seconds).ok()?,
        note: None,
        is_lead: false,
        decision: None,
    })
}

/// Reads earlier decisions about these documents from the library and adds them to `choices`, with their times and notes. Decisions about
/// leads are skipped. If several documents have the content that a decision is about, it counts only for those of the file or person
/// for which it was made. Returns the number of strong passages, and of pairs with strong passages, that were switched off; all others
/// would not count anyway. Fails if the library cannot be read.
pub fn apply_decisions(
    library: &dyn CheckStore,
    documents: &[&Document],
    copies: &Copies,
    choices: &mut Choices,
) -> Result<usize, LibraryError> {
    // Versions may have nothing in common, so documents without a pair are asked about too.
    let mut subjects = Subjects::of(documents);
    let mut decisions = library.decisions(&subjects.ids())?;
    // Words on leads say nothing about copied passages.
    decisions.retain(|decision| !decision.is_lead);
    subjects.read_checks(library, &decisions)?;
    // Time of the latest decision about two documents, and whether they were joined.
    let mut theses: BTreeMap<DocumentPair, (i64, bool)> = BTreeMap::new();
    let mut known: HashMap<DocumentPair, HashMap<(Span, Span), &KeptDecision>> = HashMap::new();
    let mut taken = 0;
    for decision in &decisions {
        for (a, b) in subjects.pairs(decision) {
            let pair = (a.min(b), a.max(b));
            if let Some(joined) = of_theses(decision) {
                let joined = (decision.decided_at, joined);
                let latest = theses.entry(pair).or_insert(joined);
                *latest = joined.max(*latest);
            } else if (decision.in_a, decision.in_b) == (WHOLE, WHOLE) {
                choices.set_decision(a, b, decision.decision);
                remark(choices, (a, b), None, decision);
                let is_off = decision.decision == Some(Decision::NotPlagiarism);
                let found = copies.index_of(a, b).and_then(|index| copies.pair(index));
                let is_strong = found.is_some_and(|pair| pair.strong().next().is_some());
                taken += usize::from(is_off && a != b && is_strong);
            } else {
                let spans = if a <= b {
                    (decision.in_a, decision.in_b)
                } else {
                    (decision.in_b, decision.in_a)
                };
                known.entry(pair).or_default().insert(spans, decision);
            }
        }
    }
    for ((a, b), (_, joined)) in theses {
        choices.set_one_thesis(a, b, Some(joined));
    }
    for pair in &copies.pairs {
        let Some(spans) = known.get(&(pair.a, pair.b)) else {
            continue;
        };
        for passage in &pair.passages {
            let key = (passage.a, passage.b);
            let decided = (spans.get(&key).copied()).or_else(|| latest_around(spans, key));
            if let Some(decision) = decided {
                choices.set_passage(pair.a, pair.b, passage, false);
                remark(choices, (pair.a, pair.b), Some(passage), decision);
                taken += usize::from(passage.strength() == Strength::Strong);
            }
        }
    }
    Ok(taken)
}

/// Returns the latest decision about a larger passage that contains the passage `key` on both sides. The program found the larger passage
/// when the person decided, and has divided it since. `None` without such a decision.
fn latest_around<'d>(
    decisions: &HashMap<(Span, Span), &'d KeptDecision>,
    key: (Span, Span),
) -> Option<&'d KeptDecision> {
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    let around = decisions
        .iter()
        .filter(|((in_a, in_b), _)| holds(*in_a, key.0) && holds(*in_b, key.1));
    let latest = around.max_by_key(|(spans, decision)| (decision.decided_at, **spans));
    latest.map(|(_, decision)| *decision)
}

/// Returns whether a decision says that two documents are versions of one thesis (`true`) or different theses; `None` if it says
/// neither.
pub(super) fn of_theses(decision: &KeptDecision) -> Option<bool> {
    let span = Some(decision.in_a).filter(|&span| span == decision.in_b)?;
    [JOINED, PARTED].contains(&span).then_some(span == JOINED)
}

/// Takes over note and time of a decision. A note that the check has stays where the library has none.
fn remark(
    choices: &mut Choices,
    (a, b): DocumentPair,
    passage: Option<&Passage>,
    decision: &KeptDecision,
) {
    if let Some(note) = &decision.note {
        choices.set_note(a, b, passage, note);
    }
    choices.set_decided_at(a, b, passage, decision.decided_at);
}
