//! Equal text of two documents: the runs of their strong passages that both have word for word.
//!
//! All spans of this file count countable characters only ([`Counted::ranks`]), so that equal runs have one length wherever their lines
//! break.

use rayon::prelude::*;

use super::pieces::Link;
use super::{Counted, PairPassages, Versions};
use crate::overlay::{merged, overlay, without};
use crate::{Degree, DocumentIndex, Span};

/// Minimum number of characters of an equal run: 6 Chinese characters. Four words are longer.
pub(super) const LEAST_RUN: u32 = 6;
/// Maximum number of places of one side that are tried for one place of the other. More begin alike only in filler, such as a table of
/// zeros, where the time would grow with the square of the length.
const MOST_TRIED: usize = 64;

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
        let known =
            |pair: &&PairPassages| pair.a != pair.b && pair.a.max(pair.b).0 < documents.len();
        let of_pair = |pair: &PairPassages| {
            let (mut links, mut passages) = (Vec::new(), Vec::new());
            let [of_a, of_b] = [pair.a, pair.b].map(|document| &documents[document]);
            let link = |(in_a, in_b): (Span, Span)| Link {
                a: pair.a,
                in_a,
                b: pair.b,
                in_b,
            };
            for passage in pair.strong() {
                passages.push(link((of_a.ranks(passage.a), of_b.ranks(passage.b))));
                let side = |document: DocumentIndex, counted: &Counted| {
                    let identical =
                        pair.graded(document, passage, |degree| degree == Degree::Identical);
                    Side::of(counted, identical.map(|span| counted.ranks(span)))
                };
                let equal = word_for_word(&side(pair.a, of_a), &side(pair.b, of_b));
                links.extend(equal.into_iter().map(link));
            }
            (links, passages)
        };
        let of_pairs: (Vec<Vec<Link>>, Vec<Vec<Link>>) =
            pairs.par_iter().filter(known).map(of_pair).unzip();
        let links: Vec<Link> = of_pairs.0.into_iter().flatten().collect();
        let passages: Vec<Link> = of_pairs.1.into_iter().flatten().collect();
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

/// Countable characters of the identical runs of one side of a passage, in order.
struct Side {
    /// Number of countable characters before each of them in the document.
    places: Vec<u32>,
    /// Number of 4 bits of each of them, the same for equal characters and seldom for others ([`Counted::print`]).
    prints: Vec<u8>,
}

impl Side {
    fn of(counted: &Counted, runs: impl Iterator<Item = Span>) -> Self {
        let places: Vec<u32> = runs.flat_map(|run| run.start..run.end).collect();
        let prints = places.iter().map(|&place| counted.print(place)).collect();
        Self { places, prints }
    }

    /// Returns the prints of the character at position `from` of this side and of those that follow it in the document without a gap.
    fn following(&self, from: usize) -> impl Iterator<Item = u8> + '_ {
        (self.places[from..].iter().zip(self.places[from]..))
            .take_while(|&(&place, next)| place == next)
            .zip(&self.prints[from..])
            .map(|(_, &print)| print)
    }

    /// Returns the prints of the [`LEAST_RUN`] characters from `from` as one number; `None` if fewer follow without a gap.
    fn head(&self, from: usize) -> Option<u32> {
        let prints = self.following(from).take(LEAST_RUN as usize);
        let (head, count) = prints.fold((0, 0), |(head, count), print| {
            ((head << 4) | u32::from(print), count + 1)
        });
        (count == LEAST_RUN).then_some(head)
    }

    /// Returns how many characters from position `from` on are the same as those of `other` from position `at` on.
    fn equal_from(&self, from: usize, other: &Self, at: usize) -> usize {
        (self.following(from).zip(other.following(at)))
            .take_while(|(one, another)| one == another)
            .count()
    }

    /// Returns whether no character follows the `length` characters from position `from` on without a gap.
    fn ends_after(&self, from: usize, length: usize) -> bool {
        let next = self.places.get(from + length);
        next.is_none_or(|&next| next != self.places[from + length - 1] + 1)
    }

    /// Returns the span in the document of `length` characters from position `from` on, which follow each other without a gap.
    fn span(&self, from: usize, length: usize) -> Span {
        Span::new(self.places[from], self.places[from + length - 1] + 1)
    }
}

/// Pairs equal stretches of the identical runs of a passage's two sides, in whatever order the other side has them: from the start of the
/// first side on, each time the longest stretch among the first [`MOST_TRIED`] that begin alike, counted from the end of the last one.
/// Of several equally long ones, the first of these is taken. Stretches shorter than [`LEAST_RUN`] are not paired.
fn word_for_word(a: &Side, b: &Side) -> Vec<(Span, Span)> {
    let mut heads: Vec<(u32, usize)> = (0..b.places.len())
        .filter_map(|at| Some((b.head(at)?, at)))
        .collect();
    heads.sort_unstable();
    let mut pairs = Vec::new();
    let (mut from, mut next) = (0, 0);
    while from < a.places.len() {
        let mut longest = (0, 0);
        if let Some(head) = a.head(from) {
            let first = heads.partition_point(|&(other, _)| other < head);
            let end = heads.partition_point(|&(other, _)| other <= head);
            let split = heads.partition_point(|&at| at < (head, next));
            let in_order = heads[split..end].iter().chain(&heads[first..split]);
            for &(_, at) in in_order.take(MOST_TRIED) {
                let length = a.equal_from(from, b, at);
                if length > longest.0 {
                    longest = (length, at);
                }
                if a.ends_after(from, length) {
                    break;
                }
            }
        }
        let (length, at) = longest;
        if length > 0 {
            pairs.push((a.span(from, length), b.span(at, length)));
            next = at + length;
        }
        from += length.max(1);
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

    const UNITS: [&str; 3] = [
        "潮汐由月球和太阳的引力引起。",
        "Salt marshes slow the waves before they reach the dike. ",
        "观测站每小时记录一次水位,",
    ];

    fn text_of(order: &[usize]) -> String {
        order.iter().map(|&unit| UNITS[unit]).collect()
    }

    /// Pairs the stretches of two texts that are identical runs as a whole, and returns them with their countable characters.
    fn paired(a: &str, b: &str) -> Vec<(Span, String, String)> {
        let side = |text: &str| {
            let counted = Counted::new(text, &[]);
            let whole = span(0, counted.countable());
            Side::of(&counted, [whole].into_iter())
        };
        let within = |text: &str, span: Span| -> String {
            let countable = text.chars().filter(|c| !c.is_whitespace());
            (countable.skip(span.start as usize))
                .take(span.len() as usize)
                .collect()
        };
        (word_for_word(&side(a), &side(b)).into_iter())
            .map(|(in_a, in_b)| (in_a, within(a, in_a), within(b, in_b)))
            .collect()
    }

    #[test]
    fn units_in_another_order_are_paired_with_themselves() {
        let in_order = text_of(&[0, 1, 2]);
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
            let pairs = paired(&in_order, &text_of(&order));
            assert!(
                pairs.iter().all(|(_, one, other)| one == other),
                "{pairs:?}"
            );
            let length: u32 = pairs.iter().map(|(span, ..)| span.len()).sum();
            let all = Counted::new(&in_order, &[]).countable();
            assert_eq!(length, all, "{order:?}");
        }
    }

    #[test]
    fn a_unit_that_one_side_lacks_shifts_no_other() {
        let pairs = paired(&text_of(&[0, 1, 2]), &text_of(&[1, 2]));
        let expected: String = text_of(&[1, 2]).split_whitespace().collect();
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert_eq!((&pairs[0].1, &pairs[0].2), (&expected, &expected));
        assert!(paired(&text_of(&[0]), &text_of(&[1])).is_empty());
    }

    #[test]
    fn capitals_and_traditional_characters_are_the_same() {
        for (a, b) in [
            ("SALT MARSHES SLOW", "salt marshes slow"),
            ("觀測站記錄水位", "观测站记录水位"),
        ] {
            assert_eq!(paired(a, b).len(), 1, "{a}");
        }
    }

    #[test]
    fn long_filler_is_paired() {
        // Lines of zeros that differ in length, in another order on each side, with a digit between.
        let table = |step: usize| -> String {
            (0..2_000)
                .map(|line| "0".repeat(60 + line * step % 41) + "1")
                .collect()
        };
        let (a, b) = (table(1), table(7));
        let sides = [&a, &b].map(|text| {
            let counted = Counted::new(text, &[]);
            let whole = span(0, counted.countable());
            Side::of(&counted, [whole].into_iter())
        });
        let pairs = word_for_word(&sides[0], &sides[1]);
        let found: u32 = pairs.iter().map(|(span, _)| span.len()).sum();
        assert!(2 * found as usize > a.len(), "{found}");
    }

    #[test]
    fn own_text_divides_a_run_of_the_other_side() {
        let counted = Counted::new(&"文".repeat(100), &[]);
        let side = |runs: Vec<Span>| Side::of(&counted, runs.into_iter());
        let a = side(vec![span(0, 30), span(40, 60)]);
        let b = side(vec![span(5, 35), span(38, 58)]);
        let expected = [(span(0, 30), span(5, 35)), (span(40, 60), span(38, 58))];
        assert_eq!(word_for_word(&a, &b), expected);
        assert_eq!(word_for_word(&a, &side(Vec::new())), []);
    }
}
