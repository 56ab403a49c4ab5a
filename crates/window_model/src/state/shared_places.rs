//! Places of a shared text, with documents identified by name.

use chachong_check::Document;
use chachong_compare::{DocumentIndex, SharedText, Span};

use super::Check;
use crate::decisions::NamedPlaces;

impl Check {
    /// Returns the places of a shared text, with the names of the documents instead of their positions, which may change.
    pub fn named_places(&self, text: &SharedText) -> NamedPlaces {
        (text.places.iter())
            .filter_map(|&(document, span)| {
                let document = self.result.document(document)?;
                Some((document.name.clone(), span))
            })
            .collect()
    }

    /// Returns the shared text at these named places. Places in documents that are no longer listed are left out; `None` if no place is
    /// left.
    pub fn text_of(&self, places: &[(String, Span)]) -> Option<SharedText> {
        let positions: std::collections::HashMap<&str, DocumentIndex> =
            (self.result.documents.iter())
                .zip((0..).map(DocumentIndex))
                .map(|(document, position)| (document.name.as_str(), position))
                .collect();
        let places: Vec<_> = (places.iter())
            .filter_map(|(name, span)| Some((*positions.get(name.as_str())?, *span)))
            .collect();
        (!places.is_empty()).then(|| SharedText::at(places, 0))
    }

    /// Returns the documents that contain a shared text, and a copy of the text whose places refer to the returned list of documents. A
    /// thread can work on them without the check.
    pub fn documents_with(&self, text: &SharedText) -> (Vec<Document>, SharedText) {
        let mut documents: Vec<Document> = Vec::new();
        let mut here = text.clone();
        here.places.clear();
        for places in text.places.chunk_by(|x, y| x.0 == y.0) {
            let document = places.first().and_then(|&(d, _)| self.result.document(d));
            if let Some(document) = document {
                let here_at = DocumentIndex(documents.len());
                let spans = places.iter().map(|&(_, span)| (here_at, span));
                here.places.extend(spans);
                documents.push(document.clone());
            }
        }
        (documents, here)
    }
}
