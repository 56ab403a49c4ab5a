//! Texts that several documents of a check share, looked up by a span of one of the documents.

use std::cmp::Reverse;

use chachong_compare::{DocumentIndex, SharedText, Span};

/// Texts that several documents of a check share, in the order of the list from which this value was made. The shared texts of a check
/// stand heaviest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedTexts {
    all: Vec<SharedText>,
    /// Positions in `all` of the texts of each document; nothing for documents after the last one that has any.
    of_document: Vec<Vec<usize>>,
}

impl From<Vec<SharedText>> for SharedTexts {
    fn from(all: Vec<SharedText>) -> Self {
        let mut of_document: Vec<Vec<usize>> = Vec::new();
        for (position, text) in all.iter().enumerate() {
            for places in text.places.chunk_by(|x, y| x.0 == y.0) {
                let document = places[0].0;
                if of_document.len() <= document.0 {
                    of_document.resize_with(document.0 + 1, Vec::new);
                }
                of_document[document].push(position);
            }
        }
        Self { all, of_document }
    }
}

impl SharedTexts {
    /// Returns all shared texts, in their order.
    #[must_use]
    pub fn all(&self) -> &[SharedText] {
        &self.all
    }

    /// Returns the position, in [`Self::all()`], of the text that covers most of a span of a document; `None` unless it covers at
    /// least half of the span.
    #[must_use]
    pub fn at(&self, document: DocumentIndex, span: Span) -> Option<usize> {
        let has_half = |&(has, _): &(u32, usize)| 2 * has >= span.len();
        largest(self.common(document, span).filter(has_half))
    }

    /// Returns the position, in [`Self::all()`], of a text that belongs to a span of a document: it covers at least half of the
    /// span, or at least half of what the document has of it lies in the span. Of several, the one that covers most of the span;
    /// `None` if there is none.
    #[must_use]
    pub fn at_or_in(&self, document: DocumentIndex, span: Span) -> Option<usize> {
        let is_of_it = |&(has, position): &(u32, usize)| {
            let places = self.all[position].places_in(document).iter();
            2 * has >= span.len().min(places.map(|(_, place)| place.len()).sum())
        };
        largest(self.common(document, span).filter(is_of_it))
    }

    /// Returns the texts that occur in a span of a document, in the order of [`Self::all()`]: how many characters of the span each
    /// covers, and its position in [`Self::all()`].
    pub fn common(
        &self,
        document: DocumentIndex,
        span: Span,
    ) -> impl Iterator<Item = (u32, usize)> {
        let of_document = self.of_document.get(document.0).into_iter().flatten();
        let common = move |&position: &usize| {
            let places = self.all.get(position)?.places_in(document).iter();
            let has = places.map(|&(_, place)| place.common(span).len()).sum();
            (has > 0).then_some((has, position))
        };
        of_document.filter_map(common)
    }
}

/// Returns the position of the text that has the most; of equal ones the heaviest.
fn largest(texts: impl Iterator<Item = (u32, usize)>) -> Option<usize> {
    let largest = texts.max_by_key(|&(has, position)| (has, Reverse(position)));
    largest.map(|(_, position)| position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_leads_to_the_text_that_has_most_of_it() {
        let text = |start: u32, end: u32| SharedText {
            places: [0, 2, 3]
                .map(|document| (DocumentIndex(document), Span { start, end }))
                .to_vec(),
            documents: 3,
            characters: end - start,
        };
        let texts = SharedTexts::from(vec![text(0, 100), text(150, 400), text(380, 500)]);
        let at = |document, start, end| texts.at(document, Span { start, end });
        assert_eq!(at(DocumentIndex(0), 10, 60), Some(0));
        assert_eq!(
            at(DocumentIndex(2), 90, 300),
            Some(1),
            "the larger part of it"
        );
        assert_eq!(
            at(DocumentIndex(3), 380, 400),
            Some(1),
            "of equal ones the heavier"
        );
        assert_eq!(at(DocumentIndex(0), 90, 150), None, "less than half of it");
        assert_eq!(at(DocumentIndex(1), 10, 60), None, "another document");
        assert_eq!(at(DocumentIndex(9), 10, 60), None);
        let within = |start, end| texts.at_or_in(DocumentIndex(0), Span { start, end });
        assert_eq!([within(0, 400), within(60, 150)], [Some(1), None]);
        assert_eq!(within(50, 190), Some(0), "half of it is in the span");
    }
}
