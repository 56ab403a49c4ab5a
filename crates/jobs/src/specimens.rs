//! Search of the library for members that share code or measured values with new documents, whatever their prose.

use chachong_compare::DocumentIndex;
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::hand_ins::HandIns;
use crate::matching::{Against, read};
use chachong_check::{
    CopyError, CopyWatch, Document, SpecimenKey, is_lost, pairs_among, pairs_by_specimens,
    query_keys,
};
use chachong_library::{DocumentId, LibraryError, Member, MemberSearch, QueryShingle, Question};
use chachong_simhash::Fingerprint;

/// Evidence, in 64ths of a nat, with which a member is compared whatever the size of the library: five values that one member
/// in a hundred has.
const ENOUGH: f64 = 24.0 * 64.0;
/// Number of keys that one member alone has, whose evidence is enough in a small library.
const KEYS: f64 = 4.0;

/// Members that share code or measured values with new documents.
#[derive(Default)]
pub(super) struct BySpecimens {
    /// Members that have not been compared yet, as documents of the check.
    pub found: Vec<Document>,
    /// Numbers of all members that share code or measured values.
    pub members: BTreeSet<DocumentId>,
}

/// Finds the members that share code or measured values with any of `documents`. `known` are the members that are compared for their prose;
/// they count like all others when common values are determined.
pub(super) fn members_with_specimens(
    documents: &[Document],
    known: Vec<Document>,
    against: Against<'_>,
    search: &dyn MemberSearch,
    watch: &CopyWatch<'_>,
) -> Result<BySpecimens, CopyError> {
    let least = least_evidence(search.members());
    let likely: Vec<Vec<Member>> = documents
        .par_iter()
        .with_max_len(1)
        .map(|document| {
            if (watch.cancelled)() {
                return Err(CopyError::Cancelled);
            }
            likely_members(document, least, search)
        })
        .collect::<Result<_, CopyError>>()?;
    let mut likely: BTreeMap<DocumentId, Member> = (likely.into_iter().flatten())
        .map(|member| (member.document, member))
        .collect();
    if likely.is_empty() {
        return Ok(BySpecimens::default());
    }
    for number in known.iter().filter_map(number) {
        likely.remove(&number);
    }
    let hand_ins = HandIns::of(documents, against);
    let members: Vec<Document> = likely
        .into_par_iter()
        .filter(|(_, member)| !hand_ins.equal_to(member).stand_for_member())
        .map(|(_, member)| read(&member, against))
        .filter_map(Result::transpose)
        .collect::<Result<_, LibraryError>>()?;
    let (first_member, first_new) = (documents.len(), documents.len() + known.len());
    let all: Vec<Document> = documents
        .iter()
        .cloned()
        .chain(known)
        .chain(members)
        .collect();
    let read_now = (documents.iter()).filter(|document| document.content().is_some());
    let compared = pairs_among(read_now.count(), search.members());
    if (watch.cancelled)() {
        return Err(CopyError::Cancelled);
    }
    let pairs = pairs_by_specimens(&all, compared);
    let sharing: BTreeSet<DocumentIndex> = (pairs.into_iter())
        .map(|(_, b)| b)
        .filter(|b| b.0 >= first_member)
        .collect();
    Ok(BySpecimens {
        members: sharing.iter().filter_map(|b| number(&all[*b])).collect(),
        found: (0..)
            .map(DocumentIndex)
            .zip(all)
            .skip(first_new)
            .filter(|(position, _)| sharing.contains(position))
            .map(|(_, document)| document)
            .collect(),
    })
}

/// Returns a document's number in the library; `None` if it is in no library.
fn number(document: &Document) -> Option<DocumentId> {
    document.content()?.kept
}

/// Returns the evidence, in 64ths of a nat, from which on a member of a library of this size is compared.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 1536"
)]
fn least_evidence(members: usize) -> u32 {
    let own = 64.0 * (members as f64 + 1.0).ln();
    (KEYS * own).min(ENOUGH) as u32
}

/// Returns the members that have many rare keys of a document.
fn likely_members(
    document: &Document,
    least: u32,
    search: &dyn MemberSearch,
) -> Result<Vec<Member>, CopyError> {
    let keys = match query_keys(document) {
        Ok(keys) => keys,
        // The comparison of prose names a document whose text is lost.
        Err(error) if is_lost(&error) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let text = match document.content().filter(|_| search.wants_texts()) {
        Some(content) => Some(content.text.text()?),
        None => None,
    };
    let shingles: Vec<QueryShingle> = (0..).zip(&keys).map(shingle).collect();
    let answer = search.ask(&Question {
        name: &document.name,
        text: text.as_deref(),
        fingerprint: None,
        farthest: 0,
        shingles: &shingles,
        is_text: false,
    })?;
    let likely = answer.sharing.into_iter();
    Ok(likely
        .filter(|(_, evidence)| *evidence >= least)
        .map(|(member, _)| member)
        .collect())
}

fn shingle((place, key): (u32, &SpecimenKey)) -> QueryShingle {
    QueryShingle {
        fingerprint: Fingerprint(key.hash),
        token: place,
        start: key.start,
        end: key.start.saturating_add(1),
    }
}

#[cfg(test)]
mod tests {
    use super::least_evidence;

    #[test]
    fn more_evidence_is_asked_of_a_large_library() {
        let evidence = [0, 1, 30, 300, 60_000].map(least_evidence);
        assert_eq!(evidence, [0, 177, 879, 1461, 1536]);
    }
}
