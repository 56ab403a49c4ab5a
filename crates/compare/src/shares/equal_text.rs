//! Equal text of two documents: the runs of their strong passages that both have word for word.
//!
//! All spans of this file count countable characters only ([`Counted::rank`]), so that equal runs have one length wherever their lines
//! break.

use super::overlay::{merged, overlay, without};
use super::pieces::Link;
use super::{Counted, PairPassages, Versions};
use crate::{Degree, DocumentIndex, Span};

/// Minimum number of characters of an equal run: 6 Chinese characters. Four words are longer.
pub(super) const LEAST_RUN: u32 = 6;

/// Equal text of all pairs.
pub(super) struct EqualText {
    /// Stretches that two documents have word for word; both spans of each have one length.
    pub(super) links: Vec<Link>,
    /// Text of each document that passages share with two or more others, but that not two of them have word for word. Sorted, without
    /// overlaps.
    pub(super) own: Vec<Vec<Span>>,
}

impl EqualText {
    /// Finds the equal text in the strong passages of all pairs. Versions of one document count as one other document.
    pub(super) fn of(documents: &[Counted], pairs: &[PairPassages], versions: &Versions) -> Self {
        let (mut links, mut passages) = (Vec::new(), Vec::new());
        let known =
            |pair: &&PairPassages| pair.a != pair.b && pair.a.max(pair.b).0 < documents.len();
        for pair in pairs.iter().filter(known) {
            let [of_a, of_b] = [pair.a, pair.b].map(|document| &documents[document]);
            let link = |(in_a, in_b): (Span, Span)| Link {
                a: pair.a,
                in_a,
                b: pair.b,
                in_b,
            };
            for passage in pair.strong() {
                passages.push(link((of_a.ranks(passage.a), of_b.ranks(passage.b))));
                let runs = |document: DocumentIndex, counted: &Counted| -> Vec<Span> {
                    (pair.graded(document, passage, |degree| degree == Degree::Identical))
                        .map(|span| counted.ranks(span))
                        .filter(|span| !span.is_empty())
                        .collect()
                };
                let equal = in_step(runs(pair.a, of_a), runs(pair.b, of_b));
                links.extend(equal.into_iter().map(link));
            }
        }
        let equal = of_several(documents.len(), &links, versions);
        let own = (of_several(documents.len(), &passages, versions).iter())
            .zip(&equal)
            .map(|(covered, equal)| {
                let own = covered.iter().flat_map(|&span| without(span, equal));
                own.collect()
            })
            .collect();
        Self { links, own }
    }
}

/// Pairs the equal runs of a passage's two sides, in order. A run that own text divides on one side only is divided on the other. What is
/// left of a run and shorter than [`LEAST_RUN`] are signs that one side lacks.
fn in_step(of_a: Vec<Span>, of_b: Vec<Span>) -> Vec<(Span, Span)> {
    let (mut of_a, mut of_b) = (of_a.into_iter(), of_b.into_iter());
    let (mut next_a, mut next_b) = (of_a.next(), of_b.next());
    let mut pairs = Vec::new();
    while let (Some(a), Some(b)) = (next_a, next_b) {
        let length = a.len().min(b.len());
        let [head_a, head_b] = [a, b].map(|run| Span {
            end: run.start + length,
            ..run
        });
        pairs.push((head_a, head_b));
        let [rest_a, rest_b] = [a, b].map(|run| Span {
            start: run.start + length,
            ..run
        });
        let is_run = |rest: &Span| rest.len() >= LEAST_RUN;
        next_a = Some(rest_a).filter(is_run).or_else(|| of_a.next());
        next_b = Some(rest_b).filter(is_run).or_else(|| of_b.next());
    }
    pairs
}

/// Returns the text of each document that links join to two or more others, sorted, without overlaps.
fn of_several(documents: usize, links: &[Link], versions: &Versions) -> Vec<Vec<Span>> {
    let mut with: Vec<Vec<(u32, Span)>> = vec![Vec::new(); documents];
    for link in links.iter().flat_map(|&link| [link, link.reversed()]) {
        let other = u32::try_from(versions.first(link.b).0).unwrap_or(u32::MAX);
        with[link.a].push((other, link.in_a));
    }
    (with.into_iter())
        .map(|mut with| {
            with.sort_unstable();
            let layers = with
                .chunk_by(|one, next| one.0 == next.0)
                .flat_map(|layer| {
                    let spans = merged(layer.iter().map(|&(_, span)| span));
                    spans.into_iter().map(move |span| (layer[0].0, span))
                });
            let several = overlay(layers)
                .into_iter()
                .filter(|stretch| stretch.layers > 1);
            merged(several.map(|stretch| stretch.span))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn span(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    #[test]
    fn runs_go_in_step_where_one_side_has_own_text_or_signs_between() {
        let a = vec![span(0, 30), span(40, 60), span(70, 80)];
        let b = vec![span(5, 15), span(18, 38), span(38, 59), span(90, 100)];
        let expected = [
            (span(0, 10), span(5, 15)),
            (span(10, 30), span(18, 38)),
            (span(40, 60), span(38, 58)),
            (span(70, 80), span(90, 100)),
        ];
        assert_eq!(in_step(a, b), expected);
        assert_eq!(in_step(vec![span(0, 9)], Vec::new()), []);
    }
}
