//! Marks that come from comparing: text that stands in many documents, and text of a template file. Knows nothing of
//! what a person chooses to do with them.

use rayon::prelude::*;

use super::overlay::{Stretch, merged, overlay};
use super::partners::{PairPassages, Partner, Partners};
use crate::compare::{Passage, Span};
use crate::text::{Mark, MarkReason};

/// In how many documents of a check a text must stand to be common: 5, or 5 % of them if that is more.
#[must_use]
pub fn common_threshold(documents: usize) -> u32 {
    u32::try_from(documents.div_ceil(20))
        .unwrap_or(u32::MAX)
        .max(5)
}

/// The runs of a document's text that stand in at least `threshold` documents, this one included, by place: each as long
/// as the text goes on in so many, whichever they are. A run's `documents` is the number that at least half of its
/// characters reach; where passages end is uncertain by some characters, so neither the fewest nor the most say much.
/// Pairs without the document are passed over; [`common_marks`] does all documents faster.
#[must_use]
pub fn common_runs(document: usize, pairs: &[PairPassages], threshold: u32) -> Vec<Mark> {
    let partners: Vec<Partner> = (0..)
        .zip(pairs)
        .filter_map(|(index, pair)| {
            let other = match document {
                d if d == pair.a => pair.b,
                d if d == pair.b => pair.a,
                _ => return None,
            };
            (other != document).then_some(Partner {
                pair: index,
                document: other,
            })
        })
        .collect();
    runs(document, &partners, pairs, threshold)
}

/// [`common_runs`] of every document of a check of so many, at its [`common_threshold`].
#[must_use]
pub fn common_marks(documents: usize, pairs: &[PairPassages]) -> Vec<Vec<Mark>> {
    let partners = Partners::of(documents, pairs);
    let threshold = common_threshold(documents);
    (0..documents)
        .into_par_iter()
        .map(|document| runs(document, partners.of_document(document), pairs, threshold))
        .collect()
}

/// What of a document stands in a template file: the union of its passages with the file, where the document is `a`.
#[must_use]
pub fn covered(passages: &[Passage]) -> Vec<Mark> {
    merged(passages.iter().map(|passage| passage.a))
        .into_iter()
        .map(|span| mark(span, MarkReason::Template))
        .collect()
}

fn runs(
    document: usize,
    partners: &[Partner],
    pairs: &[PairPassages],
    threshold: u32,
) -> Vec<Mark> {
    // Too few partners can have nothing common, which is the lot of most documents.
    if partners.len() < threshold.saturating_sub(1) as usize {
        return Vec::new();
    }
    let layers = (0_u32..).zip(partners).flat_map(|(layer, partner)| {
        let pair = &pairs[partner.pair];
        let spans = merged((pair.passages.iter()).map(|p| pair.span_in(document, p)));
        spans.into_iter().map(move |span| (layer, span))
    });
    let common: Vec<Stretch> = overlay(layers)
        .into_iter()
        .filter(|stretch| stretch.layers + 1 >= threshold)
        .collect();
    common
        .chunk_by(|one, next| one.span.end == next.span.start)
        .filter_map(|run| {
            let span = Span {
                start: run.first()?.span.start,
                end: run.last()?.span.end,
            };
            let documents = half_reach(run) + 1;
            Some(mark(span, MarkReason::Common { documents }))
        })
        .collect()
}

/// The largest number of layers that at least half of a run's characters have.
fn half_reach(run: &[Stretch]) -> u32 {
    let mut by_layers: Vec<(u32, u32)> = (run.iter())
        .map(|stretch| (stretch.layers, stretch.span.len()))
        .collect();
    by_layers.sort_unstable_by(|one, other| other.cmp(one));
    let all: u32 = by_layers.iter().map(|&(_, length)| length).sum();
    let mut reached = 0;
    by_layers
        .into_iter()
        .find(|&(_, length)| {
            reached += length;
            reached >= all - all / 2
        })
        .map_or(0, |(layers, _)| layers)
}

const fn mark(span: Span, reason: MarkReason) -> Mark {
    Mark {
        start: span.start,
        end: span.end,
        reason,
    }
}
