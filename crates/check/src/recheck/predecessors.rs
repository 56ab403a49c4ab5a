//! Earlier version of each document of a new check: the same file name, or the same author and title.

use std::collections::BTreeMap;

use chachong_compare::DocumentIndex;

use crate::{CheckResult, Document, Origin, pairs_of_one_author};

/// Returns each checked document of `now` with its earlier version in `earlier`; `None` without one. No two documents have the same
/// earlier version.
pub(super) fn predecessors(
    earlier: &CheckResult,
    now: &CheckResult,
) -> Vec<(DocumentIndex, Option<DocumentIndex>)> {
    let checked = |result: &CheckResult| -> Vec<DocumentIndex> {
        (result.with_positions())
            .filter(|(_, document)| {
                document.origin == Origin::Checked && document.content().is_some()
            })
            .map(|(position, _)| position)
            .collect()
    };
    let (before, after) = (checked(earlier), checked(now));
    let mut claims: Vec<(Likeness, DocumentIndex, DocumentIndex)> = Vec::new();
    let by_name: BTreeMap<&str, DocumentIndex> = (before.iter())
        .map(|&position| (earlier.documents[position].name.as_str(), position))
        .collect();
    for &position in &after {
        if let Some(&then) = by_name.get(now.documents[position].name.as_str()) {
            claims.push((Likeness::Name, position, then));
        }
    }
    let all: Vec<&Document> = (before.iter().map(|&position| &earlier.documents[position]))
        .chain(after.iter().map(|&position| &now.documents[position]))
        .collect();
    for (a, b) in pairs_of_one_author(&all) {
        let (a, b) = (a.min(b).0, a.max(b).0);
        if a < before.len() && b >= before.len() {
            let (then, position) = (before[a], after[b - before.len()]);
            let distance = distance(&earlier.documents[then], &now.documents[position]);
            claims.push((Likeness::Author(distance), position, then));
        }
    }
    // Of one document each there is no doubt what is to be compared.
    if let (&[then], &[position]) = (before.as_slice(), after.as_slice()) {
        claims.push((Likeness::Only, position, then));
    }
    claims.sort_unstable();
    let mut found: BTreeMap<DocumentIndex, Option<DocumentIndex>> =
        after.into_iter().map(|position| (position, None)).collect();
    let mut taken: Vec<DocumentIndex> = Vec::new();
    for (_, position, then) in claims {
        let slot = found.entry(position).or_default();
        if slot.is_none() && !taken.contains(&then) {
            *slot = Some(then);
            taken.push(then);
        }
    }
    found.into_iter().collect()
}

/// Reason why two documents are versions of one, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// Both have the same file name in the same folder.
    Name,
    /// Both state one author, and their fingerprints differ in so many bits.
    Author(u32),
    /// Either check has only this document.
    Only,
}

fn distance(a: &Document, b: &Document) -> u32 {
    let both = a.fingerprint().zip(b.fingerprint());
    both.map_or(u32::MAX, |(a, b)| a.distance(b))
}
