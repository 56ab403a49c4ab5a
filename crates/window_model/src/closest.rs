//! Closest document of a document: the one that shares most text with it, or else the nearest by fingerprint.

use chachong_compare::DocumentIndex;
use std::cmp::Reverse;

use crate::state::State;

/// Document that is most similar to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// Position of the closest document.
    pub document: DocumentIndex,
    /// Distance of the two fingerprints, in bits; `None` where one of the two has no fingerprint.
    pub distance: Option<u32>,
    /// Whether the two documents have passages in common that count.
    pub shares_text: bool,
}

impl State {
    /// Returns the closest other document: the one with the most copied text, else the nearest by fingerprint. `None`
    /// if nothing is shared and no nearest document is known.
    pub fn closest(&self, document: DocumentIndex) -> Option<Closest> {
        let result = &self.check.result;
        let distance = |other: DocumentIndex| result.distance(document, other);
        let sources = (self.document_shares(document)).map_or(&[][..], |shares| &shares.sources);
        let largest = (sources.iter())
            .filter(|source| source.shares.net.characters > 0)
            .map(|source| (source, distance(source.document)))
            .min_by_key(|(source, distance)| {
                let copied = Reverse(source.shares.net.characters);
                (copied, distance.unwrap_or(u32::MAX), source.document)
            });
        if let Some((source, distance)) = largest {
            return Some(Closest {
                document: source.document,
                distance,
                shares_text: true,
            });
        }
        let nearest = result.findings.nearest.get(document.0).copied().flatten()?;
        // A version of the same thesis is near, and no finding.
        if result.theses().are_one(document, nearest.document) {
            return None;
        }
        Some(Closest {
            document: nearest.document,
            distance: Some(nearest.distance),
            shares_text: false,
        })
    }
}
