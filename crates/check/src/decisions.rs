//! Decisions of a person about passages ("not plagiarism"), kept in the library so that they apply to later checks of
//! the same two documents.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Copies, Document};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, Passage, Span};
use chachong_library::{CheckStore, Decision, DocumentId, LibraryError};

/// Span that stands for all passages of a pair.
const WHOLE: Span = Span { start: 0, end: 0 };

/// Span in both documents that stands for "versions of one thesis"; empty, so that no passage has it.
const JOINED: Span = Span { start: 1, end: 1 };
/// Span in both documents that stands for "different theses".
const PARTED: Span = Span { start: 2, end: 2 };

/// Builds the decision that two documents are versions of one thesis (`joined`) or different theses. Returns `None` if
/// one of them is in no library, or both are the same.
#[must_use]
pub fn thesis_decision(a: &Document, b: &Document, joined: bool) -> Option<Decision> {
    let span = if joined { JOINED } else { PARTED };
    Some(Decision {
        in_a: span,
        in_b: span,
        ..decision(a, b, None)?
    })
}

/// Builds the decision, without a note, that one passage of two documents does not count, or with `None` that none
/// does. Returns `None` if one of them is in no library, or both are the same.
#[must_use]
pub fn decision(a: &Document, b: &Document, passage: Option<&Passage>) -> Option<Decision> {
    let (a, b) = (a.content()?.kept?, b.content()?.kept?);
    let (in_a, in_b) = passage.map_or((WHOLE, WHOLE), |passage| (passage.a, passage.b));
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (a, b, in_a, in_b) = match a.cmp(&b) {
        std::cmp::Ordering::Less => (a, b, in_a, in_b),
        std::cmp::Ordering::Greater => (b, a, in_b, in_a),
        std::cmp::Ordering::Equal => return None,
    };
    Some(Decision {
        a,
        b,
        in_a,
        in_b,
        decided_at: i64::try_from(seconds).ok()?,
        note: None,
        lead: None,
    })
}

/// Turns earlier decisions about these documents into choices of this check, with their times and notes. Returns the
/// number of passages and pairs switched off; theses that were joined or parted are not counted.
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
    let mut known: HashMap<(DocumentId, DocumentId), HashMap<(Span, Span), Decision>> =
        HashMap::new();
    // Words on leads say nothing about copied passages.
    let decisions = library.decisions(&ids)?;
    for decision in decisions
        .into_iter()
        .filter(|decision| decision.lead.is_none())
    {
        if is_of_theses(&decision) {
            let of = |id: DocumentId| positions.get(&id).map_or(&[][..], Vec::as_slice);
            for (&a, &b) in
                (of(decision.a).iter()).flat_map(|a| of(decision.b).iter().map(move |b| (a, b)))
            {
                let joined = (decision.decided_at, decision.in_a == JOINED);
                let latest = of_theses.entry((a.min(b), a.max(b))).or_insert(joined);
                *latest = joined.max(*latest);
            }
            continue;
        }
        let spans = known.entry((decision.a, decision.b)).or_default();
        spans.insert((decision.in_a, decision.in_b), decision);
    }
    let mut taken = 0;
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
        if let Some(decision) = spans.get(&(WHOLE, WHOLE)) {
            choices.set_pair(pair.a, pair.b, false);
            remark(choices, (pair.a, pair.b), None, decision);
            taken += 1;
        }
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
                taken += 1;
            }
        }
    }
    Ok(taken)
}

/// Returns the latest decision about a passage that contains the passage `key`, which the program found as one when it
/// was decided and divides by now; `None` without any.
fn latest_around<'d>(
    decisions: impl Iterator<Item = &'d Decision>,
    key: (Span, Span),
) -> Option<&'d Decision> {
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    decisions
        .filter(|decision| holds(decision.in_a, key.0) && holds(decision.in_b, key.1))
        .max_by_key(|decision| (decision.decided_at, decision.in_a, decision.in_b))
}

/// Whether a decision says that two documents are versions of one thesis, or are not.
fn is_of_theses(decision: &Decision) -> bool {
    decision.in_a == decision.in_b && [JOINED, PARTED].contains(&decision.in_a)
}

/// Takes over time and note of a decision. A note that the check has stays where the library has none.
fn remark(
    choices: &mut Choices,
    (a, b): DocumentPair,
    passage: Option<&Passage>,
    decision: &Decision,
) {
    choices.set_decided_at(a, b, passage, decision.decided_at);
    if let Some(note) = &decision.note {
        choices.set_note(a, b, passage, note);
    }
}
