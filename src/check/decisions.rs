//! Decisions of a person about passages ("not plagiarism"), kept in the library so that they apply to later checks of
//! the same two documents.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Copies, Document};
use crate::compare::{Choices, Passage, Span};
use crate::library::{Decision, DocumentId, LibraryError, Store};

/// Span that stands for all passages of a pair.
const WHOLE: Span = Span { start: 0, end: 0 };

/// Builds the decision, without a note, about one passage between two documents, or about all (`None`). Returns `None`
/// if one of them is in no library, or both are the same.
#[must_use]
pub fn decision(a: &Document, b: &Document, passage: Option<&Passage>) -> Option<Decision> {
    let (a, b) = (a.reading()?.kept?, b.reading()?.kept?);
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
    })
}

/// Applies earlier decisions about these documents, with their times and notes, as choices of this check. Returns the
/// number of passages and pairs switched off.
pub fn apply_decisions(
    library: &dyn Store,
    documents: &[&Document],
    copies: &Copies,
    choices: &mut Choices,
) -> Result<usize, LibraryError> {
    let id = |position: usize| documents.get(position)?.reading()?.kept;
    let ids: HashSet<DocumentId> = copies
        .pairs
        .iter()
        .flat_map(|pair| [id(pair.a), id(pair.b)])
        .flatten()
        .collect();
    let ids: Vec<DocumentId> = ids.into_iter().collect();
    let mut known: HashMap<(DocumentId, DocumentId), HashMap<(Span, Span), Decision>> =
        HashMap::new();
    for decision in library.decisions(&ids)? {
        let spans = known.entry((decision.a, decision.b)).or_default();
        spans.insert((decision.in_a, decision.in_b), decision);
    }
    let mut taken = 0;
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
            if let Some(decision) = spans.get(&key) {
                choices.set_passage(pair.a, pair.b, passage, false);
                remark(choices, (pair.a, pair.b), Some(passage), decision);
                taken += 1;
            }
        }
    }
    Ok(taken)
}

/// Takes over time and note of a decision. A note that the check has stays where the library has none.
fn remark(
    choices: &mut Choices,
    (a, b): (usize, usize),
    passage: Option<&Passage>,
    decision: &Decision,
) {
    choices.set_decided_at(a, b, passage, decision.decided_at);
    if let Some(note) = &decision.note {
        choices.set_note(a, b, passage, note);
    }
}
