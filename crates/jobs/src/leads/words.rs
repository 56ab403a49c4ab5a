//! Decisions of persons about leads: kept by the library for later checks, and taken over from an earlier search.

use std::collections::HashMap;

use chachong_check::{FoundLead, Leads, PersonsWord};
use chachong_compare::Span;
use chachong_library::{CheckStore, DocumentId, KeptDecision, LibraryError};

/// Converts a person's decision about a lead to a decision that the library can store; `None` if the library does not
/// contain both documents, or if both are the same document.
#[must_use]
pub fn lead_decision(lead: &FoundLead, word: &PersonsWord) -> Option<KeptDecision> {
    let (a, b) = (lead.a.kept?, lead.b.kept?);
    let (a, b, in_a, in_b) = match a.cmp(&b) {
        std::cmp::Ordering::Less => (a, b, lead.in_a, lead.in_b),
        std::cmp::Ordering::Greater => (b, a, lead.in_b, lead.in_a),
        std::cmp::Ordering::Equal => return None,
    };
    Some(KeptDecision {
        a,
        b,
        in_a,
        in_b,
        decided_at: word.at,
        note: word.note.clone(),
        is_lead: true,
        decision: Some(word.word),
    })
}

/// Restores the decisions of persons about leads: from an earlier search of this check, or else from any check of the
/// library.
pub(super) fn take_up(
    leads: &mut Leads,
    earlier: Option<&Leads>,
    library: Option<&dyn CheckStore>,
) -> Result<(), LibraryError> {
    for lead in &mut leads.list {
        let known = earlier.map_or(&[][..], |earlier| &earlier.list);
        let like = known.iter().filter(|known| known.is_like(lead));
        lead.word = like
            .filter_map(|known| known.word.clone())
            .max_by_key(|word| word.at);
    }
    let Some(library) = library else {
        return Ok(());
    };
    let mut ids: Vec<DocumentId> = (leads.list.iter())
        .flat_map(|lead| [lead.a.kept, lead.b.kept])
        .flatten()
        .collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(());
    }
    let mut decisions: HashMap<(DocumentId, DocumentId), Vec<KeptDecision>> = HashMap::new();
    for decision in library.decisions(&ids)? {
        if decision.is_lead {
            let pair = (decision.a, decision.b);
            decisions.entry(pair).or_default().push(decision);
        }
    }
    for lead in leads.list.iter_mut().filter(|lead| lead.word.is_none()) {
        let (Some(a), Some(b)) = (lead.a.kept, lead.b.kept) else {
            continue;
        };
        let known = decisions.get(&(a.min(b), a.max(b)));
        let about = known.into_iter().flatten().filter(|decision| {
            let (in_a, in_b) = if a < b {
                (decision.in_a, decision.in_b)
            } else {
                (decision.in_b, decision.in_a)
            };
            is_about(lead, in_a, in_b)
        });
        lead.word = about
            .max_by_key(|decision| decision.decided_at)
            .and_then(|decision| {
                Some(PersonsWord {
                    word: decision.decision?,
                    at: decision.decided_at,
                    note: decision.note.clone(),
                })
            });
    }
    Ok(())
}

/// Returns whether a decision about two spans is about a lead. Another search may have found the same lead with other
/// ends.
fn is_about(lead: &FoundLead, in_a: Span, in_b: Span) -> bool {
    let mut other = lead.clone();
    (other.in_a, other.in_b) = (in_a, in_b);
    lead.is_like(&other)
}
