//! Search for shared texts (多篇共有): texts of three or more documents, from the pieces that equal text cuts.

use std::cmp::Reverse;

use super::equal_text::{EqualText, LEAST_RUN};
use super::left_out::LeftOut;
use super::pieces::{Link, Pieces, ROUNDS, TOLERANCE, half_reach};
use super::{Choices, Counted, PairPassages, Reason, SharedText, Versions};
use crate::overlay::without;
use crate::parts::Parts;
use crate::verdict::LEAST_CHARACTERS;
use crate::{DocumentIndex, Span, Strength, each_once};

/// Minimum number of documents of a shared text.
const SEVERAL: u32 = 3;
/// Maximum number of countable characters between two pieces of one shared text. They are no part of it: each document has its own there.
const GAP: u32 = 40;

/// Returns the texts that 3 or more documents share in strong passages, sorted by the number of documents times the
/// length, largest first. A text has only places that three documents have word for word, because a person may leave out all of it. Text
/// that marks leave out (forms, templates, common text) does not count. Versions of one document count once. Time and memory grow with the
/// number of equal runs and of places where they end within each other.
#[must_use]
pub fn shared_texts(
    documents: &[Counted],
    pairs: &[PairPassages],
    versions: &Versions,
) -> Vec<SharedText> {
    let equal = EqualText::of(documents, pairs, versions);
    let pieces = Pieces::of(documents.len(), &equal.links, versions, 0, ROUNDS);
    let mut joined = joined(documents.len(), &pieces, versions);
    // Places of each joined text: text, document, span.
    let mut places: Vec<(usize, DocumentIndex, Span)> = Vec::new();
    for (document, counted) in (0..).map(DocumentIndex).zip(documents) {
        let mut here: Vec<(usize, Span)> = Vec::new();
        for piece in pieces.of_document(document) {
            let (text, span) = (pieces.texts[piece], pieces.spans[piece]);
            if pieces.having[text] < SEVERAL {
                continue;
            }
            let text = joined.root(text);
            match here.last_mut() {
                Some((last, before)) if *last == text && span.start == before.end => {
                    before.end = span.end;
                }
                _ => here.push((text, span)),
            }
        }
        places.extend(places_in(document, counted, &here, &equal.own[document]));
    }
    places.sort_unstable();
    let mut reach: Vec<Vec<(u32, u32)>> = vec![Vec::new(); pieces.having.len()];
    for (text, length) in lengths(&pieces).into_iter().enumerate() {
        if pieces.having[text] >= SEVERAL {
            reach[joined.root(text)].push((pieces.having[text], length));
        }
    }
    let mut texts: Vec<SharedText> = (places.chunk_by(|x, y| x.0 == y.0))
        .filter_map(|places| {
            let text = places.first()?.0;
            let having = each_once(places.iter().map(|&(_, d, _)| versions.first(d)));
            let of_versions = u32::try_from(having.len()).unwrap_or(u32::MAX);
            let documents = half_reach(&mut reach[text]).min(of_versions);
            let places: Vec<(DocumentIndex, Span)> =
                places.iter().map(|&(_, d, span)| (d, span)).collect();
            let characters = mean_length(&places);
            (documents >= SEVERAL && characters >= LEAST_CHARACTERS).then_some(SharedText {
                places,
                documents,
                characters,
            })
        })
        .collect();
    texts.sort_by(|x, y| {
        Reverse(x.weight())
            .cmp(&Reverse(y.weight()))
            .then_with(|| x.places.cmp(&y.places))
    });
    texts
}

/// Returns the places of texts in a document, sorted: index of the text, document, span. `stretches` are the pieces of texts in the
/// document: index of the text, and span of countable characters; what is in `own` is no part of a text. A text of which fewer than
/// [`LEAST_CHARACTERS`] characters count has no place.
fn places_in(
    document: DocumentIndex,
    counted: &Counted,
    stretches: &[(usize, Span)],
    own: &[Span],
) -> Vec<(usize, DocumentIndex, Span)> {
    if stretches.is_empty() {
        return Vec::new();
    }
    let left_out = LeftOut::of(document, counted, &Choices::leaving_out(Reason::marked()));
    let mut found: Vec<(usize, DocumentIndex, Span)> = (stretches.iter())
        .flat_map(|&(text, span)| without(span, own).map(move |span| (text, span)))
        .filter(|(_, span)| span.len() >= LEAST_RUN)
        .map(|(text, span)| (text, document, counted.between(span)))
        .filter(|&(_, _, span)| left_out.within(counted, span) > 0)
        .collect();
    found.sort_unstable();
    (found.chunk_by(|x, y| x.0 == y.0))
        .filter(|of_text| {
            let counting = of_text
                .iter()
                .map(|&(_, _, span)| left_out.within(counted, span));
            counting.sum::<u32>() >= LEAST_CHARACTERS
        })
        .flatten()
        .copied()
        .collect()
}

/// Sets [`crate::Passage::documents`] of each strong passage: the number of documents that have at least half of it, in which
/// versions of one document count once. A larger number that is already set stays. `documents` is the number of documents in
/// the check.
pub fn count_documents(documents: usize, pairs: &mut [PairPassages], versions: &Versions) {
    let links = Link::of_passages(documents, pairs);
    let pieces = Pieces::of(documents, &links, versions, TOLERANCE, ROUNDS);
    for pair in pairs {
        for passage in &mut pair.passages {
            if passage.strength() == Strength::Strong {
                let having =
                    (pieces.documents(pair.a, passage.a)).max(pieces.documents(pair.b, passage.b));
                passage.documents = passage.documents.max(having).max(2);
            }
        }
    }
}

/// Joins texts that follow each other in most of the documents that have them.
fn joined(documents: usize, pieces: &Pieces, versions: &Versions) -> Parts {
    let mut parts = Parts::new(pieces.having.len());
    let mut following: Vec<(usize, usize, DocumentIndex)> = Vec::new();
    for document in 0..documents {
        let version = versions.first(DocumentIndex(document));
        let shared: Vec<usize> = (pieces.of_document(DocumentIndex(document)))
            .filter(|&piece| pieces.having[pieces.texts[piece]] >= SEVERAL)
            .collect();
        for next in shared.windows(2) {
            let [one, other] = *next else { continue };
            let gap = pieces.spans[other].start - pieces.spans[one].end;
            let (x, y) = (pieces.texts[one], pieces.texts[other]);
            if gap <= GAP && x != y {
                following.push((x.min(y), x.max(y), version));
            }
        }
    }
    for documents in each_once(following).chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
        let Some(&(x, y, _)) = documents.first() else {
            continue;
        };
        let most = u64::from(pieces.having[x].max(pieces.having[y]));
        if 3 * documents.len() as u64 >= 2 * most {
            parts.join(x, y);
        }
    }
    parts
}

/// Returns the mean length of each text's pieces, in characters.
fn lengths(pieces: &Pieces) -> Vec<u32> {
    let mut sums = vec![(0_u64, 0_u64); pieces.having.len()];
    for (&text, span) in pieces.texts.iter().zip(&pieces.spans) {
        sums[text].0 += u64::from(span.len());
        sums[text].1 += 1;
    }
    (sums.into_iter())
        .map(|(length, count)| u32::try_from(length / count.max(1)).unwrap_or(u32::MAX))
        .collect()
}

fn mean_length(places: &[(DocumentIndex, Span)]) -> u32 {
    let all: u64 = places.iter().map(|(_, span)| u64::from(span.len())).sum();
    let documents = places.chunk_by(|x, y| x.0 == y.0).count() as u64;
    u32::try_from(all / documents.max(1)).unwrap_or(u32::MAX)
}
