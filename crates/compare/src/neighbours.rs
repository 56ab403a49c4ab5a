//! Pairs of near documents within a collection: the listed pairs, all pairs, nearest neighbours and ranked partners.

use crate::DocumentIndex;
use rayon::prelude::*;

use super::{PairFinding, Thresholds};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex};

/// Data that the comparison of fingerprints needs of a document: its fingerprint, length and origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprinted {
    /// Fingerprint of the document. `None` (reading failed, or too few terms): the document is near no other.
    pub fingerprint: Option<Fingerprint>,
    /// Length of the document in countable characters.
    pub characters: u64,
    /// True for a member of the library; two members are not compared with each other.
    pub of_library: bool,
}

/// Nearest other document of a given document: the one whose fingerprint has the smallest Hamming distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Position of the neighbour in the list of documents.
    pub document: DocumentIndex,
    /// Hamming distance of the two fingerprints, 0..=64.
    pub distance: u32,
}

/// Returns every pair of documents whose distance is within the thresholds, sorted by distance, then positions. Two members of
/// the library make no pair. The search uses the 4-block index.
#[must_use]
pub fn listed_pairs(documents: &[Fingerprinted], thresholds: Thresholds) -> Vec<PairFinding> {
    listed_among(documents, thresholds, &BlockIndex::build(items(documents)))
}

/// Returns the same pairs as [`listed_pairs`], in the same order, found with another index. `build` makes the index from the
/// fingerprints, with the documents' positions as ids, and the maximum distance (0..=64 bits). An error of `build` is returned.
pub fn listed_pairs_by<E>(
    build: impl FnOnce(Vec<(Fingerprint, u32)>, u32) -> Result<Box<dyn RadiusIndex>, E>,
    documents: &[Fingerprinted],
    thresholds: Thresholds,
) -> Result<Vec<PairFinding>, E> {
    let index = build(items(documents), thresholds.farthest())?;
    Ok(listed_among(documents, thresholds, index.as_ref()))
}

/// Returns the fingerprints with their positions as ids; documents without a fingerprint are left out.
fn items(documents: &[Fingerprinted]) -> Vec<(Fingerprint, u32)> {
    (0..)
        .zip(documents)
        .filter_map(|(id, d)| d.fingerprint.map(|f| (f, id)))
        .collect()
}

fn listed_among(
    documents: &[Fingerprinted],
    thresholds: Thresholds,
    index: &dyn RadiusIndex,
) -> Vec<PairFinding> {
    let found = index.pairs_within(thresholds.farthest());
    let mut pairs: Vec<PairFinding> = found
        .into_iter()
        .map(|(a, b, distance)| {
            let [a, b] = [a, b].map(|id| DocumentIndex(id as usize));
            finding(documents, a, b, distance, thresholds)
        })
        .filter(|pair| pair.verdict.is_some() && are_compared(documents, pair.a, pair.b))
        .collect();
    pairs.sort_unstable_by_key(PairFinding::by_distance);
    pairs
}

fn are_compared(documents: &[Fingerprinted], a: DocumentIndex, b: DocumentIndex) -> bool {
    !(documents[a].of_library && documents[b].of_library)
}

/// Returns every pair of documents with fingerprints, except two members of the library; sorted by distance, then positions.
/// The thresholds decide only the verdicts.
#[must_use]
pub fn all_pairs(documents: &[Fingerprinted], thresholds: Thresholds) -> Vec<PairFinding> {
    let mut pairs: Vec<PairFinding> = (0..documents.len())
        .into_par_iter()
        .flat_map_iter(|a| {
            (a + 1..documents.len()).filter_map(move |b| {
                let [a, b] = [a, b].map(DocumentIndex);
                if !are_compared(documents, a, b) {
                    return None;
                }
                let distance = documents[a]
                    .fingerprint?
                    .distance(documents[b].fingerprint?);
                Some(finding(documents, a, b, distance, thresholds))
            })
        })
        .collect();
    pairs.sort_unstable_by_key(PairFinding::by_distance);
    pairs
}

/// Returns, for each document, the other document with the smallest distance; in a tie, the first one. `None` if the document
/// has no fingerprint or there is no other to compare. Two members of the library are not compared. Scans all pairs, because
/// the nearest document may be far beyond any threshold.
#[must_use]
pub fn nearest(documents: &[Fingerprinted]) -> Vec<Option<Neighbour>> {
    documents
        .par_iter()
        .enumerate()
        .map(|(a, document)| {
            let own = document.fingerprint?;
            let a = DocumentIndex(a);
            let others = ((0..).map(DocumentIndex).zip(documents))
                .filter(|&(b, _)| b != a && are_compared(documents, a, b));
            others
                .filter_map(|(b, other)| {
                    Some(Neighbour {
                        document: b,
                        distance: own.distance(other.fingerprint?),
                    })
                })
                .min_by_key(|neighbour| (neighbour.distance, neighbour.document))
        })
        .collect()
}

/// Returns the listed pairs of `document`, then up to `others` of its nearest unlisted pairs; each part is sorted by distance,
/// then positions. Empty if the document has no fingerprint.
#[must_use]
pub fn ranked_partners(
    documents: &[Fingerprinted],
    document: DocumentIndex,
    thresholds: Thresholds,
    others: usize,
) -> Vec<PairFinding> {
    let Some(own) = documents.get(document.0).and_then(|d| d.fingerprint) else {
        return Vec::new();
    };
    let mut partners: Vec<PairFinding> = (0..)
        .map(DocumentIndex)
        .zip(documents)
        .filter(|&(other, _)| other != document && are_compared(documents, document, other))
        .filter_map(|(other, d)| {
            let (a, b) = (document.min(other), document.max(other));
            Some(finding(
                documents,
                a,
                b,
                own.distance(d.fingerprint?),
                thresholds,
            ))
        })
        .collect();
    partners.sort_unstable_by_key(|pair| (pair.verdict.is_none(), pair.by_distance()));
    let listed = partners
        .iter()
        .filter(|pair| pair.verdict.is_some())
        .count();
    partners.truncate(listed + others);
    partners
}

fn finding(
    documents: &[Fingerprinted],
    a: DocumentIndex,
    b: DocumentIndex,
    distance: u32,
    thresholds: Thresholds,
) -> PairFinding {
    let shorter = documents[a].characters.min(documents[b].characters);
    PairFinding {
        a,
        b,
        distance: Some(distance),
        verdict: thresholds.verdict(distance, shorter),
        copied: None,
        strongest: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use proptest::prelude::*;

    fn document(fingerprint: impl Into<Option<u64>>, characters: u64) -> Fingerprinted {
        Fingerprinted {
            fingerprint: fingerprint.into().map(Fingerprint),
            characters,
            of_library: false,
        }
    }

    #[test]
    fn the_shorter_text_decides_and_missing_fingerprints_are_near_nothing() {
        let documents = [
            document(0, 9000),
            document(0xff, 100),
            document(0xff << 20, 9000),
            document(None, 0),
        ];
        let pairs = listed_pairs(&documents, Thresholds::default());
        assert_eq!(
            pairs,
            [PairFinding {
                a: DocumentIndex(0),
                b: DocumentIndex(1),
                distance: Some(8),
                verdict: Some(Verdict::Related),
                copied: None,
                strongest: None,
            }]
        );
        assert_eq!(all_pairs(&documents, Thresholds::default()).len(), 3);
        assert_eq!(nearest(&documents)[3], None);
        assert_eq!(
            nearest(&documents)[2],
            Some(Neighbour {
                document: DocumentIndex(0),
                distance: 8
            })
        );
        assert_eq!(nearest(&documents[..1]), [None]);
    }

    #[test]
    fn partners_are_ranked_and_the_nearest_others_follow() {
        let documents = [
            document(0xfff, 9000),
            document(0, 9000),
            document(0x3, 9000),
            document(0xff_ffff, 9000),
        ];
        let found: Vec<_> = ranked_partners(&documents, DocumentIndex(1), Thresholds::default(), 1)
            .iter()
            .map(|pair| {
                (
                    pair.partner_of(DocumentIndex(1)).map(|one| one.0),
                    pair.distance,
                    pair.verdict.is_some(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [(Some(2), Some(2), true), (Some(0), Some(12), false)]
        );
        assert!(
            ranked_partners(
                &[document(None, 0), document(1, 9)],
                DocumentIndex(0),
                Thresholds::default(),
                5
            )
            .is_empty()
        );
    }

    proptest! {
        #[test]
        fn listed_pairs_are_all_pairs_with_a_verdict(
            bits in prop::collection::vec((0_u64..0xfff, 0_u64..3000), 0..40),
            max_distance in prop::option::of(0_u32..12),
        ) {
            let documents: Vec<_> = bits.into_iter().map(|(f, n)| document(f, n)).collect();
            let thresholds = Thresholds {
                max_distance,
                ..Thresholds::default()
            };
            let mut expected = all_pairs(&documents, thresholds);
            expected.retain(|pair| pair.verdict.is_some());
            prop_assert_eq!(&listed_pairs(&documents, thresholds), &expected);
        }
    }
}
