//! Earlier version of each document of a new check: the document with the same text, name or author.

use std::collections::{BTreeMap, BTreeSet};

use chachong_compare::DocumentIndex;

use crate::{CheckResult, Document, Origin, pairs_of_one_author};

/// Maximum distance of the fingerprints of two documents with nearly the same text, in bits.
const NEARLY_SAME: u32 = 2;
/// The lengths of two documents with nearly the same text differ by at most one part in this many.
const SAME_LENGTH: u64 = 50;

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

/// Finds the earlier version of each document of `now` in `earlier`: a document with the same or nearly the same text, or else the
/// one with the same name in the check, or else the most similar one by the same author (same student number, same name and similar
/// title, or same file name in another format).
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
        let alike =
            (earlier.iter().enumerate()).filter(|(_, before)| is_same_text(before, document));
        claims.extend(alike.map(|(then, before)| {
            let likeness = Likeness::Text {
                is_renamed: before.name != document.name,
                distance: distance(before, document),
            };
            (likeness, position, then)
        }));
        if let Some(&then) = by_name.get(document.name.as_str()) {
            claims.push((Likeness::Name, position, then));
        }
    }
    let all: Vec<&Document> = earlier.iter().chain(now).collect();
    for (a, b) in pairs_of_one_author(&all, None) {
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
    /// Both have the same or nearly the same text, first those with one name; holds the distance of their fingerprints in bits.
    Text { is_renamed: bool, distance: u32 },
    /// Both have the same file name in the same folder.
    Name,
    /// Both state one author; holds the distance of their fingerprints in bits.
    Author(u32),
    /// Each of the two checks has only one document that was read.
    Only,
}

/// Returns whether two documents are the same file, or have nearly equal fingerprints and lengths.
fn is_same_text(a: &Document, b: &Document) -> bool {
    let Some((one, other)) = a.content().zip(b.content()) else {
        return false;
    };
    let file = &one.metadata.sha256;
    let unlike = one.countable.abs_diff(other.countable);
    !file.is_empty() && *file == other.metadata.sha256
        || distance(a, b) <= NEARLY_SAME && unlike * SAME_LENGTH <= one.countable
}

fn distance(a: &Document, b: &Document) -> u32 {
    let both = a.fingerprint().zip(b.fingerprint());
    both.map_or(u32::MAX, |(a, b)| a.distance(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentContent, fingerprint};
    use chachong_import::{Format, decode_text};
    use chachong_simhash::Fingerprint;

    /// Documents of one length, 报告0.txt and so on, with these fingerprints.
    fn reports(fingerprints: [u64; 3]) -> Vec<Document> {
        let read = fingerprint(&decode_text("文".repeat(1000).as_bytes()).unwrap());
        let document = |(at, bits): (usize, u64)| {
            let content = DocumentContent {
                fingerprint: Some(Fingerprint(bits)),
                ..read.clone()
            };
            Document::checked(
                format!("报告{at}.txt"),
                Some(Format::Txt),
                Some(Ok(content)),
            )
        };
        (fingerprints.into_iter().enumerate())
            .map(document)
            .collect()
    }

    #[test]
    fn the_same_text_is_the_earlier_version_whatever_its_name() {
        let earlier = reports([0xFF, 0xFF00, 0xFF_0000]);
        let now = reports([0xFF_0000, 0xFE, 0xFF00]);
        assert_eq!(
            versions_of_earlier(&earlier, &now),
            [(0, 2), (1, 0), (2, 1)]
        );
    }

    #[test]
    fn a_new_text_and_one_of_several_equal_ones_keep_their_names() {
        let earlier = reports([0xFF, 0xFF, 0xFF00]);
        let now = reports([0xFF, 0xFF, 0xFF_0000]);
        assert_eq!(
            versions_of_earlier(&earlier, &now),
            [(0, 0), (1, 1), (2, 2)]
        );
    }
}
