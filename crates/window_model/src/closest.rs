//! Closest document of a document: the one that shares most text with it, or else the nearest by fingerprint.

use chachong_compare::DocumentIndex;
use std::cmp::Reverse;

use crate::state::State;

/// Document that is most similar to the documents of a row, and which of the row's documents it resembles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// Position of the row's document to which `document` is closest.
    pub own: DocumentIndex,
    /// Position of the closest document.
    pub document: DocumentIndex,
    /// Distance of the fingerprints of `own` and `document`, in bits; `None` if one of them has no fingerprint.
    pub distance: Option<u32>,
    /// Whether `own` and `document` have text in common that counts. If not, only their fingerprints are near.
    pub shares_text: bool,
}

impl State {
    /// Returns the document that is closest to the documents of a row, given by its main document: the document with which one of them
    /// has the most copied characters in common, otherwise the nearest by fingerprint. Evidence beyond the text, such as code, is
    /// ignored. `None` if no document shares text and none has a comparable fingerprint.
    pub fn closest(&self, row: DocumentIndex) -> Option<Closest> {
        let result = &self.check.result;
        let sources = self.check.row_documents(row).flat_map(|own| {
            let sources = (self.document_shares(own)).map_or(&[][..], |shares| &shares.sources);
            sources.iter().map(move |source| (own, source))
        });
        let largest = sources
            .filter(|(_, source)| source.shares.net.characters > 0)
            .map(|(own, source)| (own, source, result.distance(own, source.document)))
            .min_by_key(|(_, source, distance)| {
                let copied = Reverse(source.shares.net.characters);
                (copied, distance.unwrap_or(u32::MAX), source.document)
            });
        if let Some((own, source, distance)) = largest {
            return Some(Closest {
                own,
                document: source.document,
                distance,
                shares_text: true,
            });
        }
        let nearest = self.check.row_documents(row).filter_map(|own| {
            let nearest = result.findings.nearest.get(own.0).copied().flatten()?;
            // What is handed in together may be near, and is no finding.
            let is_own = result.theses().are_own(own, nearest.document);
            (!is_own).then_some((own, nearest))
        });
        let (own, nearest) = nearest.min_by_key(|(_, nearest)| nearest.distance)?;
        Some(Closest {
            own,
            document: nearest.document,
            distance: Some(nearest.distance),
            shares_text: false,
        })
    }
}
