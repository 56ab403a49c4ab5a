//! Excerpts of texts: the beginnings of many spans, with each text read only once.

use rayon::prelude::*;

use super::text::excerpt;
use chachong_check::Document;
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::Language;

/// Returns the excerpt of each span, in their order; `places` are positions of documents with a span of their text. The
/// excerpt of a text that cannot be read again says so.
pub(super) fn excerpts(
    documents: &[Document],
    places: &[(DocumentIndex, Span)],
    language: Language,
) -> Vec<String> {
    let mut by_document: Vec<Vec<(Span, usize)>> = vec![Vec::new(); documents.len()];
    for (index, &(document, span)) in places.iter().enumerate() {
        if let Some(spans) = by_document.get_mut(document.0) {
            spans.push((span, index));
        }
    }
    let found: Vec<Vec<(usize, String)>> = (by_document.into_par_iter().zip(documents))
        .map(|(spans, document)| of_document(document, spans, language))
        .collect();
    let mut excerpts = vec![String::new(); places.len()];
    for (index, excerpt) in found.into_iter().flatten() {
        excerpts[index] = excerpt;
    }
    excerpts
}

fn of_document(
    document: &Document,
    mut spans: Vec<(Span, usize)>,
    language: Language,
) -> Vec<(usize, String)> {
    if spans.is_empty() {
        return Vec::new();
    }
    let text = document
        .content()
        .and_then(|content| content.text.text().ok());
    let Some(text) = text else {
        let lost = language.text("shared-texts.lost");
        return (spans.into_iter())
            .map(|(_, index)| (index, lost.clone()))
            .collect();
    };
    spans.sort_unstable_by_key(|&(span, index)| (span.start, index));
    let (mut rest, mut at) = (text.chars(), 0);
    let excerpts = spans.into_iter().map(|(span, index)| {
        let ahead = span.start.saturating_sub(at);
        if let Some(last) = ahead.checked_sub(1) {
            rest.nth(last as usize);
        }
        at = at.max(span.start);
        (index, excerpt(rest.clone().take(span.len() as usize)))
    });
    excerpts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::fingerprint;
    use chachong_import::{Format, decode_text};

    #[test]
    fn excerpts_come_in_the_order_of_their_places() {
        let content = fingerprint(&decode_text("零一二三四五六七八九".as_bytes()).unwrap());
        let document = Document::checked("a.txt", Some(Format::Txt), Some(Ok(content)));
        let unread = Document {
            outcome: None,
            ..document.clone()
        };
        let places = [(0, 4, 6), (1, 0, 3), (0, 0, 2), (0, 4, 5), (0, 9, 99)]
            .map(|(document, start, end)| (DocumentIndex(document), Span { start, end }));
        let found = excerpts(&[document, unread], &places, Language::English);
        assert_eq!(
            found,
            [
                "四五",
                "(This text can no longer be read.)",
                "零一",
                "四",
                "九"
            ]
        );
    }
}
