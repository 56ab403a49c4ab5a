//! Earlier version of each document of a new check: the document with the same name, or one by the same author.

use std::collections::{BTreeMap, BTreeSet};

use chachong_compare::DocumentIndex;

use crate::{CheckResult, Document, Origin, pairs_of_one_author};

/// Returns each checked document of `now` with its earlier version in `earlier`; `None` without one. No two documents have the same
/// earlier version. Either may be a document that could not be read.
pub(super) fn predecessors(
    earlier: &CheckResult,
    now: &CheckResult,
) -> Vec<(DocumentIndex, Option<DocumentIndex>)> {
    let checked = |result: &CheckResult| -> Vec<DocumentIndex> {
        (result.with_positions())
            .filter(|(_, document)| document.origin == Origin::Checked)
            .map(|(position, _)| position)
            .collect()
    };
    let (before, after) = (checked(earlier), checked(now));
    let of = |result: &CheckResult, positions: &[DocumentIndex]| -> Vec<Document> {
        let documents = positions
            .iter()
            .map(|&position| &result.documents[position]);
        documents.cloned().collect()
    };
    let mut claims = claims(&of(earlier, &before), &of(now, &after));
    // Of one document each there is no doubt what is to be compared.
    let only_read = |result: &CheckResult, positions: &[DocumentIndex]| {
        let mut read = (0..positions.len()).filter(|&at| result.is_read(positions[at]));
        read.next().filter(|_| read.next().is_none())
    };
    if let (Some(then), Some(position)) = (only_read(earlier, &before), only_read(now, &after)) {
        claims.push((Likeness::Only, position, then));
    }
    let versions = granted(claims);
    (after.iter().enumerate())
        .map(|(place, &position)| (position, versions.get(&place).map(|&then| before[then])))
        .collect()
}

/// Finds the earlier version of each document of `now` in `earlier`: the document with the same name in the check, or else the
/// most similar one by the same author (same student number, same name and similar title, or same file name in another format).
/// Returns pairs of the document's position in `now` and its earlier version's position in `earlier`, sorted by the position in `now`.
/// Documents without an earlier version are left out; no two documents have the same earlier version.
#[must_use]
pub fn versions_of_earlier(earlier: &[Document], now: &[Document]) -> Vec<(usize, usize)> {
    granted(claims(earlier, now)).into_iter().collect()
}

/// Earlier version that a document may have: why, and the positions of the document and of its earlier version.
type Claim = (Likeness, usize, usize);

/// Returns all earlier versions that documents may have.
fn claims(earlier: &[Document], now: &[Document]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let by_name: BTreeMap<&str, usize> = (earlier.iter().enumerate())
        .map(|(then, document)| (document.name.as_str(), then))
        .collect();
    for (position, document) in now.iter().enumerate() {
        if let Some(&then) = by_name.get(document.name.as_str()) {
            claims.push((Likeness::Name, position, then));
        }
    }
    let all: Vec<&Document> = earlier.iter().chain(now).collect();
    for (a, b) in pairs_of_one_author(&all) {
        let (a, b) = (a.min(b).0, a.max(b).0);
        if a < earlier.len() && b >= earlier.len() {
            let (then, position) = (a, b - earlier.len());
            let distance = distance(&earlier[then], &now[position]);
            claims.push((Likeness::Author(distance), position, then));
        }
    }
    claims
}

/// Gives each document its likeliest earlier version that no other document has.
fn granted(mut claims: Vec<Claim>) -> BTreeMap<usize, usize> {
    claims.sort_unstable();
    let (mut found, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, position, then) in claims {
        if !found.contains_key(&position) && taken.insert(then) {
            found.insert(position, then);
        }
    }
    found
}

/// Reason why two documents are versions of one, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// Both have the same file name in the same folder.
    Name,
    /// Both state one author; holds the distance of their fingerprints in bits.
    Author(u32),
    /// Each of the two checks has only one document that was read.
    Only,
}

fn distance(a: &Document, b: &Document) -> u32 {
    let both = a.fingerprint().zip(b.fingerprint());
    both.map_or(u32::MAX, |(a, b)| a.distance(b))
}
