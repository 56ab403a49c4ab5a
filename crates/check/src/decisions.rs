//! Decisions of a person about documents, pairs and passages, kept in the library so that they apply to later checks of the
//! same documents.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Copies, Document};
use chachong_compare::{Choices, Decision, DocumentIndex, DocumentPair, Passage, Span, Strength};
use chachong_library::{CheckStore, DocumentId, KeptDecision, LibraryError};

/// Span that stands for a whole document.
const WHOLE: Span = Span { start: 0, end: 0 };

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
/// leads are skipped. Returns the number of strong passages, and of pairs with strong passages, that were switched off; all others would
/// not count anyway. Fails if the library cannot be read.
pub fn apply_decisions(
    library: &dyn CheckStore,
    documents: &[&Document],
    copies: &Copies,
    choices: &mut Choices,
) -> Result<usize, LibraryError> {
    let id = |position: DocumentIndex| documents.get(position.0)?.content()?.kept;
    // Versions may have nothing in common, so documents without a pair are asked about too.
    let mut positions: HashMap<DocumentId, Vec<DocumentIndex>> = HashMap::new();
    for position in (0..documents.len()).map(DocumentIndex) {
        if let Some(id) = id(position) {
            positions.entry(id).or_default().push(position);
        }
    }
    let ids: Vec<DocumentId> = positions.keys().copied().collect();
    // Time of the latest decision about two documents, and whether they were joined.
    let mut of_theses: BTreeMap<DocumentPair, (i64, bool)> = BTreeMap::new();
    let mut known: HashMap<(DocumentId, DocumentId), HashMap<(Span, Span), KeptDecision>> =
        HashMap::new();
    let mut taken = 0;
    // Words on leads say nothing about copied passages.
    let decisions = library.decisions(&ids)?;
    for decision in decisions.into_iter().filter(|decision| !decision.is_lead) {
        let of = |id: DocumentId| positions.get(&id).map_or(&[][..], Vec::as_slice);
        let pairs = (of(decision.a).iter()).flat_map(|a| of(decision.b).iter().map(|b| (*a, *b)));
        if is_of_theses(&decision) {
            for (a, b) in pairs {
                let joined = (decision.decided_at, decision.in_a == JOINED);
                let latest = of_theses.entry((a.min(b), a.max(b))).or_insert(joined);
                *latest = joined.max(*latest);
            }
        } else if (decision.in_a, decision.in_b) == (WHOLE, WHOLE) {
            // A document may stand in the list twice; a decision about it is none about the two.
            let is_of_one = decision.a == decision.b;
            for (a, b) in pairs.filter(|(a, b)| is_of_one == (a == b)) {
                choices.set_decision(a, b, decision.decision);
                remark(choices, (a, b), None, &decision);
                let is_off = decision.decision == Some(Decision::NotPlagiarism);
                let key = (a.min(b), a.max(b));
                let found = copies
                    .pairs
                    .binary_search_by_key(&key, |pair| (pair.a, pair.b));
                let is_strong = found.is_ok_and(|at| copies.pairs[at].strong().next().is_some());
                taken += usize::from(is_off && !is_of_one && is_strong);
            }
        } else {
            let spans = known.entry((decision.a, decision.b)).or_default();
            spans.insert((decision.in_a, decision.in_b), decision);
        }
    }
    for ((a, b), (_, joined)) in of_theses {
        choices.set_one_thesis(a, b, Some(joined));
    }
    for pair in &copies.pairs {
        let (Some(a), Some(b)) = (id(pair.a), id(pair.b)) else {
            continue;
        };
        let Some(spans) = known.get(&(a.min(b), a.max(b))) else {
            continue;
        };
        for passage in &pair.passages {
            let key = if a < b {
                (passage.a, passage.b)
            } else {
                (passage.b, passage.a)
            };
            let decided = spans
                .get(&key)
                .or_else(|| latest_around(spans.values(), key));
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
    decisions: impl Iterator<Item = &'d KeptDecision>,
    key: (Span, Span),
) -> Option<&'d KeptDecision> {
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    decisions
        .filter(|decision| holds(decision.in_a, key.0) && holds(decision.in_b, key.1))
        .max_by_key(|decision| (decision.decided_at, decision.in_a, decision.in_b))
}

/// Whether a decision says that two documents are versions of one thesis, or are not.
fn is_of_theses(decision: &KeptDecision) -> bool {
    decision.in_a == decision.in_b && [JOINED, PARTED].contains(&decision.in_a)
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
