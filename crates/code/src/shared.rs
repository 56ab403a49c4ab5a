//! Finds code that several submissions share, and its position in each of their documents, even if names were
//! changed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::features::{Features, LONG};
use chachong_text::Span;
use chachong_weight::Feature;

/// Minimum number of submissions that share code.
const SEVERAL: usize = 3;
/// Maximum number of words between two stretches of one piece of code: a statement that was inserted or changed.
const GAP: usize = 6;
/// Minimum length of shared code, in words without separators: about five lines.
const LEAST: usize = 50;

/// Code that documents of three or more submissions share, possibly with other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCode {
    /// Positions of the code: index of the document and span in its text, in ascending order.
    pub places: Vec<(usize, Span)>,
    /// Number of submissions that have at least half of the code, by its length in words.
    pub submissions: usize,
}

/// Stretch of a document with runs that several submissions have.
struct Stretch {
    document: usize,
    /// Span from the first word to the last.
    place: Span,
    /// Length in words.
    length: usize,
    /// Distinct long runs of the stretch.
    runs: BTreeSet<Feature>,
}

/// Code that several stretches have in common.
struct Piece {
    places: Vec<(usize, Span)>,
    /// Length of the longest of these stretches, in words.
    length: usize,
    /// Number of words of the piece in each submission.
    words: BTreeMap<u32, usize>,
}

/// Returns the code that documents of three or more submissions share, the largest amount first. `weights` returns
/// the weight of each word of a document, or `None` to leave the document out.
pub(crate) fn shared(
    documents: &[Features],
    submissions: &[u32],
    weights: impl Fn(usize) -> Option<Vec<f32>>,
) -> Vec<SharedCode> {
    let weights: Vec<Option<Vec<f32>>> = (0..documents.len()).map(weights).collect();
    let holders = holders(documents, submissions, &weights);
    let mut stretches: Vec<Stretch> = Vec::new();
    for (document, features) in documents.iter().enumerate() {
        let Some(weights) = &weights[document] else {
            continue;
        };
        let counts = |at: usize| {
            let counting = weights[at..at + LONG]
                .iter()
                .filter(|weight| **weight > 0.0);
            2 * counting.count() > LONG
        };
        let runs: Vec<(usize, Feature)> = (features.long_at.iter())
            .filter(|(at, run)| holders.contains_key(run) && counts(*at))
            .copied()
            .collect();
        let goes_on = |one: &(usize, Feature), next: &(usize, Feature)| {
            let is_of_listing = features.places[one.0].0 == features.places[next.0].0;
            let is_near = next.0 - one.0 <= LONG + GAP;
            is_of_listing && is_near && are_alike(&holders[&one.1], &holders[&next.1])
        };
        stretches.extend((runs.chunk_by(goes_on)).filter_map(|runs| {
            let (first, last) = (runs.first()?.0, runs.last()?.0 + LONG - 1);
            Some(Stretch {
                document,
                place: Span {
                    start: features.places[first].1.start,
                    end: features.places[last].1.end,
                },
                length: last + 1 - first,
                runs: runs.iter().map(|(_, run)| *run).collect(),
            })
        }));
    }
    of_several(pieces(stretches, submissions))
}

/// Returns the long runs that several submissions have, each with the ascending numbers of these submissions.
fn holders(
    documents: &[Features],
    submissions: &[u32],
    weights: &[Option<Vec<f32>>],
) -> HashMap<Feature, Vec<u32>> {
    let wanted = (documents.iter().enumerate()).filter(|(at, _)| weights[*at].is_some());
    let mut postings: Vec<(Feature, u32)> = wanted
        .flat_map(|(at, features)| features.long.iter().map(move |run| (*run, submissions[at])))
        .collect();
    postings.sort_unstable();
    postings.dedup();
    (postings.chunk_by(|one, next| one.0 == next.0))
        .filter(|of_run| of_run.len() >= SEVERAL)
        .map(|of_run| (of_run[0].0, of_run.iter().map(|(_, of)| *of).collect()))
        .collect()
}

/// Returns whether at least half of all submissions in the two groups are in both.
fn are_alike(one: &[u32], other: &[u32]) -> bool {
    let common = one
        .iter()
        .filter(|of| other.binary_search(of).is_ok())
        .count();
    2 * common >= one.len() + other.len() - common
}

/// Joins the stretches with the same code. A stretch joins the longest one that contains at least half of its runs.
fn pieces(mut stretches: Vec<Stretch>, submissions: &[u32]) -> Vec<Piece> {
    stretches.sort_by_key(|one| (Reverse(one.length), one.document, one.place));
    let mut pieces: Vec<Piece> = Vec::new();
    let mut with_run: HashMap<Feature, Vec<usize>> = HashMap::new();
    for stretch in stretches {
        let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
        for piece in stretch
            .runs
            .iter()
            .filter_map(|run| with_run.get(run))
            .flatten()
        {
            *votes.entry(*piece).or_default() += 1;
        }
        let best = votes
            .into_iter()
            .max_by_key(|&(piece, votes)| (votes, Reverse(piece)));
        let known = best.filter(|(_, votes)| 2 * votes >= stretch.runs.len());
        let at = known.map_or(pieces.len(), |(piece, _)| piece);
        if at == pieces.len() {
            for run in &stretch.runs {
                with_run.entry(*run).or_default().push(at);
            }
            pieces.push(Piece {
                places: Vec::new(),
                length: stretch.length,
                words: BTreeMap::new(),
            });
        }
        let piece = &mut pieces[at];
        piece.places.push((stretch.document, stretch.place));
        *piece
            .words
            .entry(submissions[stretch.document])
            .or_default() += stretch.length;
    }
    pieces
}

/// Returns the pieces that are long enough and of which at least three submissions have half or more, the largest
/// amount of code first.
fn of_several(pieces: Vec<Piece>) -> Vec<SharedCode> {
    let mut shared: Vec<(usize, SharedCode)> = (pieces.into_iter())
        .filter(|piece| piece.length >= LEAST)
        .map(|mut piece| {
            piece.places.sort_unstable();
            piece.places.dedup_by(|next, before| {
                let is_joined = next.0 == before.0 && next.1.start <= before.1.end;
                if is_joined {
                    before.1.end = before.1.end.max(next.1.end);
                }
                is_joined
            });
            let having = piece
                .words
                .values()
                .filter(|words| 2 * **words >= piece.length);
            let code = SharedCode {
                submissions: having.count(),
                places: piece.places,
            };
            (code.submissions * piece.length, code)
        })
        .filter(|(_, code)| code.submissions >= SEVERAL)
        .collect();
    shared.sort_by(|x, y| (Reverse(x.0), &x.1.places).cmp(&(Reverse(y.0), &y.1.places)));
    shared.into_iter().map(|(_, code)| code).collect()
}

#[cfg(test)]
mod tests {
    use crate::comparison::tests::{COMMON, OTHERS, every};
    use crate::{Comparison, DecidedCode, Language, Listing, SharedCode};

    /// Programs of ten people with code of their own, which the first `with` have COMMON after, the second with other names.
    fn class(with: usize) -> Vec<Vec<Listing>> {
        let program = |(at, own): (usize, &str)| {
            let common = match at {
                1 => COMMON.replace("count", "n").replace("middle", "m"),
                _ => COMMON.to_owned(),
            };
            let common = if at < with { common.as_str() } else { "" };
            vec![Listing::of(&format!("{own}\n{own}\n{common}"), Language::C)]
        };
        OTHERS.iter().copied().enumerate().map(program).collect()
    }

    fn shared(documents: &[Vec<Listing>], submissions: &[u32], most: usize) -> Vec<SharedCode> {
        Comparison::of(documents, submissions, &[]).shared(|at| at < most)
    }

    #[test]
    fn code_of_three_submissions_is_one_piece_with_all_its_places() {
        let class_of = class;
        let class = class(4);
        let submissions: Vec<u32> = (0..10).collect();
        let found = shared(&class, &submissions, 10);
        assert_eq!(found.len(), 1, "{found:?}");
        let documents: Vec<usize> = found[0].places.iter().map(|place| place.0).collect();
        assert_eq!((found[0].submissions, documents), (4, vec![0, 1, 2, 3]));
        let (_, span) = found[0].places[0];
        let length = span.indices().len();
        assert!(length.abs_diff(COMMON.len()) < 5, "{length}");
        // Two are a pair, and half of the class is the assignment.
        assert_eq!(shared(&class_of(2), &submissions, 10), []);
        assert_eq!(shared(&class_of(5), &submissions, 10), []);
        // Files that one person handed in count once, and nobody else's at all.
        assert_eq!(shared(&class, &[0, 0, 2, 2, 4, 5, 6, 7, 8, 9], 10), []);
        assert_eq!(shared(&class, &submissions, 2), []);
    }

    #[test]
    fn code_that_a_person_counts_weighs_something_whoever_has_it() {
        let (class, code) = (class(6), [vec![Listing::of(COMMON, Language::C)]]);
        let submissions: Vec<u32> = (0..10).collect();
        for handed_out in [&[][..], &code[..]] {
            let of = |counted: &[Vec<Listing>]| {
                let decided = DecidedCode {
                    counted: vec![counted.to_vec()],
                    ..DecidedCode::default()
                };
                let all = Comparison::with_decided(&class, &submissions, &[], handed_out, &decided);
                (all.pairs(every).len(), all.given(0).len())
            };
            assert_eq!((of(&[]), of(&code)), ((0, 1), (15, 0)));
        }
    }

    #[test]
    fn of_a_piece_that_was_handed_out_only_what_most_have_weighs_nothing() {
        let class = class(4);
        let submissions: Vec<u32> = (0..10).collect();
        // One of four has all of the program as the piece.
        let common = vec![Listing::of(COMMON, Language::C)];
        let piece = vec![class[0].clone(), common.clone(), common.clone(), common];
        let decided = DecidedCode {
            given: vec![piece],
            ..DecidedCode::default()
        };
        let all = Comparison::with_decided(&class, &submissions, &[], &[], &decided);
        assert_eq!(all.pairs(every), []);
        assert!(!all.is_given(0) && all.given(0).len() == 1);
    }
}
