//! Shared text (多篇共有): a text of three or more documents, with its places and number of documents.

use serde::{Deserialize, Serialize};

use crate::{DocumentIndex, Span};

/// Shared text: a text that several documents have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedText {
    /// Places of the text, sorted: the document (position in the check's list) and the span in it. A document may have several.
    pub places: Vec<(DocumentIndex, Span)>,
    /// Number of documents that have at least half of the text, versions of one document counted once. At least 3 in a text that
    /// [`super::shared_texts`] found; for code, the number of submissions.
    pub documents: u32,
    /// Length of the text in characters: the mean of the documents that have it.
    pub characters: u32,
}

impl SharedText {
    /// Makes a shared text from its places, in any order. `characters` is its length. `documents` becomes the number of different
    /// documents among the places.
    #[must_use]
    pub fn at(mut places: Vec<(DocumentIndex, Span)>, characters: u32) -> Self {
        places.sort_unstable();
        let documents = places.chunk_by(|one, next| one.0 == next.0).count();
        Self {
            places,
            documents: u32::try_from(documents).unwrap_or(u32::MAX),
            characters,
        }
    }

    /// Returns the places of the text in one document, each with the document's position and a span, sorted; empty if there are none.
    #[must_use]
    pub fn places_in(&self, document: DocumentIndex) -> &[(DocumentIndex, Span)] {
        let from = self.places.partition_point(|&(d, _)| d < document);
        let to = self.places.partition_point(|&(d, _)| d <= document);
        &self.places[from..to]
    }

    /// Returns the total amount of text, in characters: number of documents times length.
    #[must_use]
    pub const fn weight(&self) -> u64 {
        self.documents as u64 * self.characters as u64
    }
}
