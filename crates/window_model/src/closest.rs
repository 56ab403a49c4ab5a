//! Closest document of a row: the one that it should be compared with.

use chachong_compare::DocumentIndex;
use std::cmp::Reverse;

use crate::state::State;

/// Document that a row should be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// Position of the row's document to which `document` is closest.
    pub own: DocumentIndex,
    /// Position of the closest document.
    pub document: DocumentIndex,
    /// Distance of the fingerprints of `own` and `document`, in bits; `None` if one of them has no fingerprint.
    pub distance: Option<u32>,
    /// Why it is the closest one.
    pub by: ClosestBy,
}

/// Reason why a document is the closest one of a row, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosestBy {
    /// The strongest finding about the row is about this document, and its strongest evidence is code, data, tables, formulas or files.
    Evidence,
    /// Of all documents, it has the most characters that count in common with a document of the row.
    Text,
    /// It is an earlier version or other work of the same student in a library.
    OwnWork,
    /// It is the nearest one by fingerprint.
    Distance,
}

impl State {
    /// Returns the document that a row should be compared with, by the first reason of [`ClosestBy`] that applies; `None` if none
    /// does.
    pub fn closest(&self, row: DocumentIndex) -> Option<Closest> {
        let result = &self.check.result;
        let beyond = (self.check.row_pair(row)).filter(|pair| pair.beyond_text().is_some());
        if let Some(pair) = beyond {
            let is_own = self.check.row_documents(row).any(|own| own == pair.a);
            let (own, document) = if is_own {
                (pair.a, pair.b)
            } else {
                (pair.b, pair.a)
            };
            return Some(Closest {
                own,
                document,
                distance: result.distance(own, document),
                by: ClosestBy::Evidence,
            });
        }
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
                by: ClosestBy::Text,
            });
        }
        if let Some(found) = self.own_in_library(row) {
            return Some(Closest {
                own: found.own,
                document: found.earlier,
                distance: result.distance(found.own, found.earlier),
                by: ClosestBy::OwnWork,
            });
        }
        let nearest = self.check.row_documents(row).filter_map(|own| {
            let nearest = result.findings.nearest_to(own)?;
            // What is handed in together may be near, and is no finding.
            let is_own = result.theses().are_own(own, nearest.document);
            (!is_own).then_some((own, nearest))
        });
        let (own, nearest) = nearest.min_by_key(|(_, nearest)| nearest.distance)?;
        Some(Closest {
            own,
            document: nearest.document,
            distance: Some(nearest.distance),
            by: ClosestBy::Distance,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::columns::Column;
    use crate::state::tests::{compare, compared};
    use chachong_check::{Evidence, EvidenceItem, PairEvidence};

    #[test]
    fn the_document_of_the_strongest_finding_is_the_closest() {
        let mut state = compared(&[("a", 0), ("b", 0b1), ("c", 0b1111)]);
        let [a, b, c] = [0, 1, 2].map(DocumentIndex);
        let near = state.closest(a).unwrap();
        assert_eq!(
            (near.document, near.distance, near.by),
            (b, Some(1), ClosestBy::Distance)
        );
        let same_file = PairEvidence {
            a,
            b: c,
            items: vec![EvidenceItem::SameFile],
        };
        let evidence = Evidence {
            pairs: vec![same_file],
            ..Evidence::default()
        };
        state.set_evidence(Some((Arc::new(evidence), Arc::default())));
        compare(&mut state);
        for (own, document) in [(a, c), (c, a)] {
            let closest = Closest {
                own,
                document,
                distance: Some(4),
                by: ClosestBy::Evidence,
            };
            assert_eq!(state.closest(own), Some(closest));
        }
        // Sorted by what is shown: the distances are 4, 1, 4, and the closest documents c, a, a.
        state.sort_by(Column::Distance);
        assert_eq!(state.table.rows, [b, a, c]);
        state.sort_by(Column::Closest);
        assert_eq!(state.table.rows, [b, c, a]);
    }
}
