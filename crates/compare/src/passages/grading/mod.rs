//! Grading of a passage: the degree of copying of each character on both sides.

mod clause;
mod long;
mod parts;
mod side;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::degree::{Degree, DegreeRun};
use super::tile::{Tile, number, supported, tiles};
use super::{Parameters, Passage, PassageKind, Span, Weighed};
use chachong_text::Token;
use long::{LONG, long_stretches};
use parts::Part;
use parts::{divided, parts};
use side::Side;

/// Minimum weight of a run that is identical wherever it stands: 6 Chinese characters or 4 words.
const SOLID: u32 = 12;
/// Minimum weight of a run that speaks for its clause: 3 Chinese characters or 2 words.
const SPEAKING: u32 = 6;

/// Stretches of one text that other documents of the folder have too. Each list is sorted by position, without overlaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct FolderText<'f> {
    /// Text of the assignment or a template, which is no evidence and not part of a clause.
    pub given: &'f [Span],
    /// Text that so many documents have that it proves little ([`Widespread::untelling`](crate::Widespread::untelling)); short equal runs
    /// in it are neither evidence nor copied.
    pub several: &'f [Span],
}

/// Degrees of copying in both sides of a passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graded {
    /// Graded stretches of the first side, sorted by position; text in none of them is the author's own.
    pub in_a: Vec<DegreeRun>,
    /// Graded stretches of the second side, sorted by position; text in none of them is the author's own.
    pub in_b: Vec<DegreeRun>,
    /// Weight of the heaviest run of equal tokens that is evidence: 2 for each Chinese character and 3 for each word; 0 without one.
    pub longest: u32,
    /// Whether each token of the first side is no evidence; empty if every token is evidence.
    pub(super) silent_a: Vec<bool>,
    /// Whether each token of the second side is no evidence; empty if every token is evidence.
    pub(super) silent_b: Vec<bool>,
    /// Parts of the passage between text that was given to all, as tokens of both texts: an answer to one question each. Empty
    /// if nothing that was given divides the passage.
    pub(super) parts: Vec<Part>,
}

/// Grades a passage of two texts: finds which parts are identical, edited or reworded. `folder` has, for the first and the
/// second text, the stretches that other documents have too.
///
/// Both sides are divided into clauses. A clause that is mostly equal runs is copied: its long runs (6 Chinese characters or 4
/// words) are identical, the rest of it is edited. In other clauses only such long runs and short gaps between them are copied.
/// The rest of such a clause is reworded if at least a fifth of the clause is equal, otherwise it is the author's own.
#[must_use]
pub fn grade(a: &Weighed, b: &Weighed, passage: &Passage, folder: [FolderText<'_>; 2]) -> Graded {
    let (in_a, in_b) = (a.text.tokens_in(passage.a), b.text.tokens_in(passage.b));
    let equal =
        (passage.kind == PassageKind::Identical && in_a.len() == in_b.len()).then(|| Tile {
            a: number(in_a.start),
            b: number(in_b.start),
            length: number(in_a.len()),
        });
    let graded = (equal.and_then(|equal| to_the_letter(a, b, equal, folder)))
        .unwrap_or_else(|| by_clauses(a, &in_a, b, &in_b, equal, folder));
    let is_whole = |text: &Weighed, tokens: &Range<usize>| tokens.len() == text.text.tokens.len();
    if equal.is_none() || !(is_whole(a, &in_a) && is_whole(b, &in_b)) {
        return graded;
    }
    // Two equal texts are identical to the last sign, however short the pieces are into which given text divides them.
    Graded {
        in_a: identical(passage.a),
        in_b: identical(passage.b),
        ..graded
    }
}

/// Returns the degrees of a side of which all is identical.
fn identical(span: Span) -> Vec<DegreeRun> {
    let degree = Degree::Identical;
    vec![DegreeRun { span, degree }]
}

/// Returns the degrees of a passage whose sides are one run of equal tokens, without a look at its clauses. `None` if the run is too light,
/// or if some of it was given to all.
fn to_the_letter(
    a: &Weighed,
    b: &Weighed,
    equal: Tile,
    folder: [FolderText<'_>; 2],
) -> Option<Graded> {
    let length = equal.length as usize;
    let in_a = equal.a as usize..equal.a as usize + length;
    let in_b = equal.b as usize..equal.b as usize + length;
    let spans = [a.text.span(&in_a), b.text.span(&in_b)];
    let has = |of: for<'f> fn(&FolderText<'f>) -> &'f [Span]| {
        (folder.iter().zip(spans)).any(|(folder, span)| touches(of(folder), span))
    };
    let heavy: u32 = a.text.tokens[in_a].iter().map(Token::weight).sum();
    // Equal text that many documents have is evidence where it is long.
    let least = if has(|folder| folder.several) {
        LONG
    } else {
        SOLID
    };
    let [in_a, in_b] = spans.map(identical);
    (heavy >= least && !has(|folder| folder.given)).then(|| Graded {
        in_a,
        in_b,
        longest: heavy,
        ..Graded::default()
    })
}

/// Returns the degrees of a passage clause by clause. `equal` is the run of equal tokens that both sides are; `None` if they
/// differ.
fn by_clauses(
    a: &Weighed,
    in_a: &Range<usize>,
    b: &Weighed,
    in_b: &Range<usize>,
    equal: Option<Tile>,
    folder: [FolderText<'_>; 2],
) -> Graded {
    let mut given = [
        masked(&a.text.tokens, in_a, folder[0].given),
        masked(&b.text.tokens, in_b, folder[1].given),
    ];
    let several = [
        masked(&a.text.tokens, in_a, folder[0].several),
        masked(&b.text.tokens, in_b, folder[1].several),
    ];
    let reach = if a.text.is_chinese() || b.text.is_chinese() {
        Parameters::CHINESE.own_reach
    } else {
        Parameters::WORDS.own_reach
    };
    let found = match equal {
        Some(equal) => vec![equal],
        None => supported(tiles(a, in_a, b, in_b), reach),
    };
    let given_to =
        |(i, j): (usize, usize)| Given::to(given[0][i - in_a.start], given[1][j - in_b.start]);
    // An answer may go on equal behind its question: what was given weighs nothing for it.
    let equals: Vec<Equal> = (found.into_iter())
        .flat_map(|tile| {
            let pairs = tile.pairs();
            let run: u32 = pairs.map(|(i, _)| a.text.tokens[i].weight()).sum();
            let pieces = divided(tile, given_to).into_iter();
            pieces.map(move |(tile, given)| (tile, given, run))
        })
        .map(|(tile, given, run)| {
            let heavy = |of: &dyn Fn((usize, usize)) -> bool| -> u32 {
                let pairs = tile.pairs().filter(|&pair| of(pair));
                pairs.map(|(i, _)| a.text.tokens[i].weight()).sum()
            };
            let own = heavy(&|(i, j)| !(several[0][i - in_a.start] || several[1][j - in_b.start]));
            Equal {
                tile,
                heavy: heavy(&|_| true),
                run,
                given,
                // A word or two beside text of many do not let the run speak.
                widespread: own < heavy(&|_| true).min(SPEAKING) && given == Given::Neither,
            }
        })
        .collect();
    for equal in equals.iter().filter(|equal| equal.given == Given::One) {
        for (i, j) in equal.tile.pairs() {
            (given[0][i - in_a.start], given[1][j - in_b.start]) = (true, true);
        }
    }
    let reversed: Vec<Equal> = equals.iter().map(|equal| equal.reversed()).collect();
    let long = [
        long_stretches(a, in_a, &given[0], &equals),
        long_stretches(b, in_b, &given[1], &reversed),
    ];
    let mut longest = 0;
    let mut silent = given.clone();
    let mut judged = equals;
    for equal in &mut judged {
        let pairs = || {
            let pairs = equal.tile.pairs();
            pairs.map(|(i, j)| (i - in_a.start, j - in_b.start))
        };
        equal.widespread &= !pairs().all(|(i, j)| long[0][i] && long[1][j]);
        if equal.widespread {
            for (i, j) in pairs() {
                (silent[0][i], silent[1][j]) = (true, true);
            }
        } else if equal.given == Given::Neither {
            longest = equal.heavy.max(longest);
        }
    }
    let parts = parts(in_a, in_b, &judged);
    let [given_a, given_b] = given;
    let reversed: Vec<Equal> = judged.iter().map(|equal| equal.reversed()).collect();
    let speak = |silent: Vec<bool>| {
        if silent.contains(&true) {
            silent
        } else {
            Vec::new()
        }
    };
    let [silent_a, silent_b] = silent.map(speak);
    Graded {
        in_a: Side::of(in_a, given_a, &judged).runs(a),
        in_b: Side::of(in_b, given_b, &reversed).runs(b),
        longest,
        silent_a,
        silent_b,
        parts,
    }
}

/// Number of the two texts to which the assignment or a template gave a run of equal tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// Neither: the run is evidence.
    Neither,
    /// Only one text; in the other the same words are outside given text. The run is no evidence and does not count as copied.
    One,
    /// Both texts: the run is no evidence, and it counts as copied only if a person counts the given text.
    Both,
}

impl Given {
    const fn to(a: bool, b: bool) -> Self {
        match (a, b) {
            (true, true) => Self::Both,
            (false, false) => Self::Neither,
            _ => Self::One,
        }
    }
}

/// Run of equal tokens.
#[derive(Clone, Copy, Debug)]
struct Equal {
    tile: Tile,
    /// Weight of its tokens.
    heavy: u32,
    /// Weight of the whole run that it is a piece of: text that was given divides runs.
    run: u32,
    /// Which of the two texts were given it, all its tokens alike.
    given: Given,
    /// Whether the run is no evidence: many documents have it, and it stands in no long stretch of equal text.
    widespread: bool,
}

impl Equal {
    fn reversed(self) -> Self {
        Self {
            tile: self.tile.reversed(),
            ..self
        }
    }
}

/// Returns whether `span` overlaps one of `spans`, which are sorted and do not overlap each other.
#[must_use]
pub fn touches(spans: &[Span], span: Span) -> bool {
    let next = spans.partition_point(|other| other.end <= span.start);
    spans.get(next).is_some_and(|other| other.start < span.end)
}

/// Returns for each token of a range whether it stands in one of the spans, which are sorted and do not overlap.
pub(crate) fn masked(tokens: &[Token], range: &Range<usize>, spans: &[Span]) -> Vec<bool> {
    let mut next = 0;
    tokens[range.clone()]
        .iter()
        .map(|token| {
            while spans.get(next).is_some_and(|span| span.end <= token.start) {
                next += 1;
            }
            spans.get(next).is_some_and(|span| span.start < token.end)
        })
        .collect()
}
