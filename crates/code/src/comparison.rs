//! Documents with listings, compared with each other: tiles, shares, likeness, equal comments, and whether it counts.

use crate::background::{Background, GIVEN, Given};
use crate::candidates::candidates;
use crate::comment::{self, EqualComment};
use crate::features::{Features, comment_feature};
use crate::tiling::{Run, Sequence, extend, join, tile};
use crate::{Listing, Span};

/// Minimum length of a run beside another, in tokens: the rest of a statement.
const PIECE: usize = 4;
/// Most tokens between two runs of a group: a statement that was put in or changed.
const GAP: usize = 6;
/// Minimum length of a group of runs, in tokens: a line or two.
const GROUP: usize = 12;
/// Tokens of the smaller program at which the order of its tokens says as much as its texts and numbers. Programs of a few
/// lines for one task have the same order, whoever wrote them.
const TELLING: f64 = 800.0;
/// The same for each piece of a literal that the one with fewer of them has: few of them say little.
const PER_LITERAL: f64 = 16.0;
/// Most that equal comments add to the likeness of two documents, which is 0 to 1.
const COMMENTS: f64 = 0.15;

/// Minimum likeness of a pair that is listed without tiles or comments.
const LISTED: f64 = 0.5;
/// Minimum likeness of a pair that counts. Independent programs of a dozen lines for one task reached 0.873 (IR-Plag).
const LIKE: f64 = 0.9;
/// Minimum weight of literals that are not given, in pieces of three letters, of a pair that counts by them.
const LITERALS: f64 = 8.0;
/// Minimum number of tokens in tiles, each by its weight, of a pair that counts by its tokens alone.
const TOKENS: f64 = 250.0;
/// Minimum share of one of such a pair. Strangers of a class that got the same code reached 0.58.
const SHARE: f64 = 0.7;

/// Equal run of code tokens in two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Listing and span in the first document.
    pub a: (usize, Span),
    /// Listing and span in the second document.
    pub b: (usize, Span),
    /// Length in tokens.
    pub tokens: usize,
    /// Number of the group; tiles of the same group are one piece of code, interrupted by a few changed tokens.
    pub group: usize,
}

/// Code that two documents have in common, with its places and shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The number of the first document.
    pub a: usize,
    /// The number of the second.
    pub b: usize,
    /// Equal runs, in the order of the first document.
    pub tiles: Vec<Tile>,
    /// Part of the first document's tokens that tiles cover, 0 to 1; code that was handed out does not count.
    pub share_a: f64,
    /// Part of the second document's tokens that tiles cover, 0 to 1.
    pub share_b: f64,
    /// Similarity of the two documents, 0 to 1, for sorting: rare tokens, texts, numbers and comments weigh most.
    pub similarity: f64,
    /// Comments that both documents have and few others.
    pub comments: Vec<EqualComment>,
    /// Whether the pair counts: unrelated documents hardly ever reach this similarity.
    pub strong: bool,
}

/// Documents with their code listings, ready for comparison.
#[derive(Debug)]
pub struct Comparison<'a> {
    documents: &'a [Vec<Listing>],
    features: Vec<Features>,
    sequences: Vec<Sequence>,
    weights: Vec<Vec<f64>>,
    class: Background,
}

impl<'a> Comparison<'a> {
    /// Counts in how many documents each piece of code occurs. They are a class: what half of 8 or more have was given
    /// and counts for nothing.
    #[must_use]
    pub fn of(documents: &'a [Vec<Listing>]) -> Self {
        Self::with(documents, Given::Half)
    }

    /// Prepares programs that were handed in as files: only code in nine of ten counts as handed out. Where half of a
    /// class has one whole program, that is the finding.
    #[must_use]
    pub fn of_programs(documents: &'a [Vec<Listing>]) -> Self {
        Self::with(documents, Given::NineTenths)
    }

    fn with(documents: &'a [Vec<Listing>], given: Given) -> Self {
        let features: Vec<Features> = documents
            .iter()
            .map(|document| Features::of(document))
            .collect();
        let mut class = Background::new(given);
        for (document, features) in documents.iter().zip(&features) {
            // Whoever has no code is not of the class.
            if !document.is_empty() {
                class.add(features.counted());
            }
        }
        let sequences = features
            .iter()
            .map(|features| features.sequence(&class))
            .collect();
        let weights = features
            .iter()
            .map(|features| features.weights(&class))
            .collect();
        Self {
            documents,
            features,
            sequences,
            weights,
            class,
        }
    }

    /// Returns the pairs that may share code, in the order of their numbers. To compare all pairs costs too much: a pair
    /// that shares no rare run of tokens is not among them.
    #[must_use]
    pub fn candidates(&self) -> Vec<(usize, usize)> {
        candidates(&self.features, &self.class)
            .into_iter()
            .collect()
    }

    /// Returns all pairs with something in common, the most similar first.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair> {
        let all = self
            .candidates()
            .into_iter()
            .filter_map(|(a, b)| self.pair(a, b));
        let mut pairs: Vec<Pair> = all
            .filter(|pair| {
                !pair.tiles.is_empty() || !pair.comments.is_empty() || pair.similarity >= LISTED
            })
            .collect();
        pairs.sort_by(|x, y| y.similarity.total_cmp(&x.similarity));
        pairs
    }

    /// Compares one pair; `None` if there is no such document.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize) -> Option<Pair> {
        let (first, second) = (self.features.get(a)?, self.features.get(b)?);
        let (row_a, row_b) = (&self.sequences[a], &self.sequences[b]);
        let tiles = extend(row_a, row_b, &tile(row_a, row_b), GAP, PIECE);
        let groups = join(tiles, GAP, GROUP);
        let weights = [&self.weights[a][..], &self.weights[b][..]];
        let (mut tiles, [covered_a, covered_b]) = covered(&groups, [first, second], weights);
        let class = &self.class;
        let comments = comment::equal(&self.documents[a], &self.documents[b], |text| {
            class.is_rare(comment_feature(text))
        });
        let structure = ratio(
            covered_a.weight + covered_b.weight,
            covered_a.all_weight + covered_b.all_weight,
        );
        let literals = self.common_literals(first, second);
        let least = covered_a.all.min(covered_b.all);
        let telling = least / (least + TELLING.min(PER_LITERAL * literals.amount));
        let like = match literals.likeness {
            Some(likeness) => telling * structure + (1.0 - telling) * likeness,
            None => structure,
        };
        let similarity = (like + COMMENTS * common_words(first, second)).min(1.0);
        let (mut share_a, mut share_b) = (covered_a.share(), covered_b.share());
        let by_literals = similarity >= LIKE && literals.common >= LITERALS;
        let by_tokens =
            covered_a.weight.min(covered_b.weight) >= TOKENS && share_a.max(share_b) >= SHARE;
        if by_literals && share_a.max(share_b) <= 0.0 {
            // Programs of a few lines: what is common is short, or everybody has its tokens, and a person still wants to see it.
            let short = [first, second].map(|of| Sequence::of(of.kinds.clone(), PIECE, |_| true));
            let groups = join(tile(&short[0], &short[1]), GAP, PIECE);
            let flat = [first, second].map(|of| vec![1.0; of.kinds.len()]);
            let flat = [&flat[0][..], &flat[1][..]];
            let (short_tiles, [covered_a, covered_b]) = covered(&groups, [first, second], flat);
            tiles = short_tiles;
            (share_a, share_b) = (covered_a.share(), covered_b.share());
        }
        Some(Pair {
            a,
            b,
            tiles,
            share_a,
            share_b,
            similarity,
            comments,
            strong: by_literals || by_tokens,
        })
    }

    fn common_literals(&self, a: &Features, b: &Features) -> Literals {
        let (mut common, mut all, mut own) = (0.0, 0.0, 0.0);
        for (literal, base) in &a.literals {
            let rarity = self.class.literal_weight(*literal);
            all += base * rarity;
            if b.literals.contains_key(literal) {
                common += base * rarity;
                own += if rarity > GIVEN { *base } else { 0.0 };
            }
        }
        for (literal, base) in &b.literals {
            if !a.literals.contains_key(literal) {
                all += base * self.class.literal_weight(*literal);
            }
        }
        let has_any = !a.literals.is_empty() || !b.literals.is_empty();
        let amount = |features: &Features| features.literals.values().sum::<f64>();
        Literals {
            amount: amount(a).min(amount(b)),
            likeness: has_any.then(|| ratio(common, all)),
            common: own,
        }
    }
}

/// Texts and numbers of two documents.
struct Literals {
    /// Common part of all of both; `None` if there are none.
    likeness: Option<f64>,
    /// Weight of all of the one with fewer of them, in any class.
    amount: f64,
    /// Weight of the common ones that are not given.
    common: f64,
}

/// Tokens of a document under tiles.
struct Covered<'a> {
    weights: &'a [f64],
    all: f64,
    all_weight: f64,
    all_own: f64,
    weight: f64,
    own: f64,
}

impl<'a> Covered<'a> {
    fn of(weights: &'a [f64]) -> Self {
        let mut covered = Self {
            weights,
            all: 0.0,
            all_weight: 0.0,
            all_own: 0.0,
            weight: 0.0,
            own: 0.0,
        };
        for weight in weights.iter().filter(|weight| **weight > 0.0) {
            covered.all += 1.0;
            covered.all_weight += weight;
            covered.all_own += f64::from(u8::from(*weight > GIVEN));
        }
        covered
    }

    fn add(&mut self, from: usize, length: usize) {
        for weight in &self.weights[from..from + length] {
            self.weight += weight;
            self.own += f64::from(u8::from(*weight > GIVEN));
        }
    }

    fn share(&self) -> f64 {
        ratio(self.own, self.all_own)
    }
}

/// Tiles of these groups of runs, and how much of both documents they cover.
fn covered<'w>(
    groups: &[Vec<Run>],
    [first, second]: [&Features; 2],
    [weights_a, weights_b]: [&'w [f64]; 2],
) -> (Vec<Tile>, [Covered<'w>; 2]) {
    let (mut covered_a, mut covered_b) = (Covered::of(weights_a), Covered::of(weights_b));
    let mut tiles = Vec::new();
    for (group, runs) in groups.iter().enumerate() {
        for run in runs {
            covered_a.add(run.a, run.length);
            covered_b.add(run.b, run.length);
            tiles.push(tile_of(run, group, first, second));
        }
    }
    (tiles, [covered_a, covered_b])
}

fn tile_of(run: &Run, group: usize, a: &Features, b: &Features) -> Tile {
    let place = |features: &Features, from: usize| {
        let (listing, first) = features.places[from];
        let (_, last) = features.places[from + run.length - 1];
        (
            listing,
            Span {
                start: first.start,
                end: last.end,
            },
        )
    };
    Tile {
        a: place(a, run.a),
        b: place(b, run.b),
        tokens: run.length,
        group,
    }
}

/// Part of the words of the shorter one's comments that the other has: 0 to 1.
fn common_words(a: &Features, b: &Features) -> f64 {
    let common = a
        .comments
        .iter()
        .filter(|words| b.comments.contains(*words))
        .count();
    ratio(common as f64, a.comments.len().min(b.comments.len()) as f64)
}

fn ratio(part: f64, all: f64) -> f64 {
    if all > 0.0 {
        (part / all).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;
    use crate::{Language, Listing};

    const FIRST: &str = "#include <stdio.h>
// sums the readngs above the middle of all stations
double above(double *values, int count) {
    double middle = 0, sum = 0;
    for (int i = 0; i < count; i++) middle += values[i];
    middle = middle / count;
    for (int i = 0; i < count; i++) { if (values[i] > middle) sum += values[i] * 0.731; }
    return sum;
}
int show(double x) { printf(\"above the middle: %f\\n\", x); return 0; }";
    const RENAMED: &str = "#include <stdlib.h>
int output(float y) { printf(\"above the middle: %.2f\", y); return 0; }
// sums the readings above the middle of all stations
float total(float *v, long n) {
    float m = 0, s = 0;
    int k = 0;
    while (k < n) { m += v[k]; k++; }
    m = m / n;
    for (k = 0; k < n; ++k) if (v[k] > m) { s += v[k] * 0.731; }
    return s;
}";
    const OTHER: &str = "while (queue.size() > 17) { node = queue.pop(); visit(node, \"seen\"); if (node.left) queue.push(node.left); }";

    fn documents(texts: &[&str]) -> Vec<Vec<Listing>> {
        texts
            .iter()
            .map(|text| vec![Listing::of(text, Language::C)])
            .collect()
    }

    #[test]
    fn a_disguised_copy_is_strong_and_a_stranger_is_not() {
        let documents = documents(&[FIRST, RENAMED, OTHER]);
        let pairs = Comparison::of(&documents).pairs();
        assert_eq!((pairs[0].a, pairs[0].b), (0, 1));
        assert!(pairs[0].strong && pairs[0].share_a > 0.2, "{:?}", pairs[0]);
        assert_eq!(pairs[0].comments.len(), 1);
        assert!(pairs.iter().skip(1).all(|pair| !pair.strong));
    }

    #[test]
    fn given_code_counts_for_nothing() {
        let texts: Vec<String> = (0..10)
            .map(|at| format!("{FIRST}\nint own{at} = {at}{at}{at};"))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let documents = documents(&texts);
        assert!(
            Comparison::of(&documents)
                .pairs()
                .iter()
                .all(|pair| !pair.strong)
        );
    }

    #[test]
    fn tiles_do_not_cross_listings() {
        let listing = Listing::of(FIRST, Language::C);
        let documents = vec![
            vec![listing.clone(), listing.clone()],
            vec![listing.clone(), listing],
        ];
        let pair = Comparison::of(&documents).pair(0, 1);
        let pair = pair.as_ref().map(|pair| &pair.tiles);
        assert!(pair.is_some_and(|tiles| tiles.len() == 2));
        assert!(Comparison::of(&documents).pair(0, 2).is_none());
    }
}
