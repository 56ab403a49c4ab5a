//! Compares documents with code listings. The score of a pair is the weight of the code that both documents have
//! ([`chachong_weight`]), measured twice: by the structure of the code, and by its words as written. Tiles show where
//! the common code stands.

use crate::Listing;
use crate::comment::{self, EqualComment};
use crate::features::{Features, STRUCTURE, WORDS, comment_feature, literals};
use crate::shared::{SharedCode, shared};
use crate::tiling::{Run, Sequence, extend, join, tile};
use chachong_text::Span;
use chachong_weight::{Feature, Weights, origins};

/// Minimum length of a run next to another run, in words: the rest of a statement.
const PIECE: usize = 4;
/// Maximum number of words between two runs of a group: a statement that was inserted or changed.
const GAP: usize = 6;
/// Minimum length of a group of runs, in words: a line or two.
const GROUP: usize = 12;

/// Amount of shared runs, in lengths of a run, at which the share of a pair counts half. A shared part of a short
/// program is weaker evidence than as large a part of a long one. Half or double this value changes little
/// (docs/specimens.md).
const EVIDENCE: f64 = 6.0;
/// Minimum score of a pair that is listed. Of 300 pairs of independent programs for one task, a single one reaches it
/// (docs/specimens.md).
pub const LISTED: f64 = 0.125;
/// Minimum weight of an equal comment that is reported: two documents or a few more have it.
const TELLING: f64 = 0.5;
/// Maximum number of listed pairs, or `SHOWN_EACH` for each document if that is more; the strongest are listed. A
/// thousand copies of one program are half a million pairs, which nobody reads.
const SHOWN: usize = 10_000;
const SHOWN_EACH: usize = 20;
/// Maximum number of times that two documents are counted together, over all runs, the rarest first: some seconds.
const EFFORT: u64 = 4_000_000_000;

/// Run of code tokens that is equal in two documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// Index of the listing in the first document, and span of the run in that document's text.
    pub a: (usize, Span),
    /// Index of the listing in the second document, and span of the run in that document's text.
    pub b: (usize, Span),
    /// Length in tokens, not counting separators.
    pub tokens: usize,
    /// Mean weight of the code in the tile, 0..=1: 1 for code that hardly any other document has.
    pub weight: f64,
    /// Parts of [`Pair::share_a`] and [`Pair::share_b`] that the tile adds; 0 for a tile that repeats earlier ones.
    pub shares: [f64; 2],
    /// Number of the tile's group. Tiles of one group form one piece of code, interrupted by a few changed tokens.
    pub group: usize,
}

/// Code that two documents have in common, with its positions and shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of the first document.
    pub a: usize,
    /// Index of the second document.
    pub b: usize,
    /// Strength of the common code, from 0 to less than 1, comparable between classes. It grows with the weighted part of each document
    /// that is common, and with the amount of common code.
    pub score: f64,
    /// Equal runs of tokens, group by group.
    pub tiles: Vec<Tile>,
    /// Share of the first document's tokens that tiles cover, 0..=1. Given code and code that half of the class has
    /// do not count. Of code with one structure that both documents repeat with different values, only the first place is covered.
    pub share_a: f64,
    /// Share of the second document's tokens that tiles cover, 0..=1, counted in the same way.
    pub share_b: f64,
    /// Comments that both documents have and few others.
    pub comments: Vec<EqualComment>,
}

/// Documents with their code listings, ready for comparison.
#[derive(Debug)]
pub struct Comparison<'a> {
    documents: &'a [Vec<Listing>],
    features: Vec<Features>,
    submissions: Vec<u32>,
    structure: View,
    words: View,
    comments: Weights,
}

impl<'a> Comparison<'a> {
    /// Weighs the code of `documents`, each a list of its listings. `submissions` holds a number for each document;
    /// documents with equal numbers were handed in together and count once. `given` holds the listings of documents
    /// that the teacher handed out; their code weighs nothing.
    #[must_use]
    pub fn of(documents: &'a [Vec<Listing>], submissions: &[u32], given: &[Vec<Listing>]) -> Self {
        Self::with_decided(documents, submissions, &[], given, &DecidedCode::default())
    }

    /// Weighs the code of the documents as [`Self::of`] does, and applies a person's decisions on pieces of code. `reports`
    /// tells of each document whether it has prose of its own; a document beyond the list has none. Equal listings make two
    /// programs one work, which counts once, but not two reports: the listing may be the assignment's.
    #[must_use]
    pub fn with_decided(
        documents: &'a [Vec<Listing>],
        submissions: &[u32],
        reports: &[bool],
        given: &[Vec<Listing>],
        decided: &DecidedCode,
    ) -> Self {
        let of_all = |documents: &[Vec<Listing>]| -> Vec<Features> {
            let documents = documents.iter();
            documents.map(|document| Features::of(document)).collect()
        };
        let features = of_all(documents);
        let of_most = |pieces: &[Vec<Vec<Listing>>]| -> Vec<Features> {
            let pieces = pieces.iter();
            pieces.map(|piece| Features::of_most(piece)).collect()
        };
        let known = Known {
            given: [of_all(given), of_most(&decided.given)].concat(),
            counted: of_most(&decided.counted),
        };
        let programs = features.iter().enumerate();
        let programs: Vec<&[Feature]> = programs
            .map(|(document, of)| {
                let is_report = reports.get(document) == Some(&true);
                if is_report { &[][..] } else { &of.long[..] }
            })
            .collect();
        let (handed_out, counted) = known.of(|features| &features.long);
        let origins = origins(&programs, submissions, &handed_out, &counted);
        let view = |length, of: fn(&Features) -> &[Feature]| {
            View::of(&features, (submissions, &origins[..]), &known, length, of)
        };
        Self {
            submissions: submissions.to_vec(),
            structure: view(STRUCTURE, |features| &features.structure),
            words: view(WORDS, |features| &features.words),
            comments: view(1, |features| &features.comments).weights,
            documents,
            features,
        }
    }

    /// Returns the pairs with a score of at least [`LISTED`], the strongest first: the indices of both documents, the
    /// lower first, and the score (0..1). Only pairs that `is_wanted` accepts are compared. Returns at most 10,000 pairs of
    /// two submissions, or 20 for each document if that is more, and at most as many pairs within submissions.
    #[must_use]
    pub fn pairs(&self, is_wanted: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize, f64)> {
        let count = self.documents.len();
        let mut pairs = Vec::new();
        let (mut structure, mut words) = (vec![0.0_f32; count], vec![0.0_f32; count]);
        for a in 0..count {
            self.structure.add(a, &mut structure);
            self.words.add(a, &mut words);
            for b in a + 1..count {
                let (of_structure, of_words) = (f64::from(structure[b]), f64::from(words[b]));
                if of_structure + of_words > 0.0 && is_wanted(a, b) {
                    let score = self.score(a, b, of_structure, of_words);
                    if score >= LISTED {
                        pairs.push((a, b, score));
                    }
                }
            }
            structure.fill(0.0);
            words.fill(0.0);
        }
        pairs.sort_by(|x, y| y.2.total_cmp(&x.2).then(x.0.cmp(&y.0)).then(x.1.cmp(&y.1)));
        let most = SHOWN.max(SHOWN_EACH * count);
        let mut kept = [0; 2];
        pairs.retain(|&(a, b, _)| {
            let submission = self.submissions.get(a);
            let is_of_one = submission.is_some() && submission == self.submissions.get(b);
            let kept = &mut kept[usize::from(is_of_one)];
            *kept += 1;
            *kept <= most
        });
        pairs
    }

    /// Returns the quadratic mean of the shares in both views. A copy may be disguised in one of them, and two
    /// strangers are seldom similar in both.
    fn score(&self, a: usize, b: usize, structure: f64, words: f64) -> f64 {
        let structure = self.structure.share(a, b, structure);
        let words = self.words.share(a, b, words);
        structure.mul_add(structure, words * words).sqrt() / std::f64::consts::SQRT_2
    }

    /// Returns whether a document has code but none of it counts, because all of it was handed out or half of the
    /// class has it.
    #[must_use]
    pub fn is_given(&self, document: usize) -> bool {
        let has_code = (self.features.get(document)).is_some_and(|of| !of.words.is_empty());
        has_code && self.structure.totals[document] + self.words.totals[document] <= 0.0
    }

    /// Returns the spans of a document's code that was handed out or that half of the class has, in order of
    /// position. Empty if there is no such document.
    #[must_use]
    pub fn given(&self, document: usize) -> Vec<Span> {
        let features = self.features.get(document);
        features.map_or_else(Vec::new, |of| of.given(&self.structure.weights))
    }

    /// Returns the code that documents of three or more submissions share, the largest amount first. Leaves out code
    /// that was handed out or that half of the class has. Only documents whose index `is_wanted` accepts are
    /// compared.
    #[must_use]
    pub fn shared(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<SharedCode> {
        shared(&self.features, &self.submissions, |document| {
            let weights = || self.features[document].weights(&self.structure.weights);
            is_wanted(document).then(weights)
        })
    }

    /// Returns the common code of documents `a` and `b`; `score` is their score from [`Self::pairs`]. `None` if there
    /// is no such document.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize, score: f64) -> Option<Pair> {
        let (first, second) = (self.features.get(a)?, self.features.get(b)?);
        let both = [first, second];
        let sides = [a, b].map(|document| Side {
            weights: self.features[document].weights(&self.structure.weights),
            is_new: self.features[document].new_words(),
            literals: literals(&self.documents[document]),
        });
        let (row_a, row_b) = (first.sequence(), second.sequence());
        let tiles = extend(&row_a, &row_b, &tile(&row_a, &row_b), GAP, PIECE);
        let mut covered = covered(&join(tiles, GAP, GROUP), &sides, GROUP);
        if covered.runs.is_empty() {
            // Programs of a few lines, or rewritten ones: what is common is short, and a person still wants to see it.
            let short = both.map(|of| Sequence::of(of.kinds.clone(), PIECE));
            let groups = join(tile(&short[0], &short[1]), GAP, PIECE);
            covered = self::covered(&groups, &sides, 1);
        }
        let comments = comment::equal(&self.documents[a], &self.documents[b], |text| {
            self.comments.weight(comment_feature(text)) >= TELLING
        });
        Some(Pair {
            a,
            b,
            score,
            tiles: (covered.runs.iter())
                .map(|run| self.tile_of(run, both))
                .collect(),
            share_a: covered.shares[0],
            share_b: covered.shares[1],
            comments,
        })
    }

    fn tile_of(&self, covering: &CoveringRun, [a, b]: [&Features; 2]) -> Tile {
        let run = covering.run;
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
            weight: a.weight(&self.structure.weights, run.a, run.length),
            shares: covering.shares,
            group: covering.group,
        }
    }
}

/// Pieces of code that a person decided to count or not to count. A piece is given as the parts of all documents that
/// have it; the code that at least half of these parts contain is the piece. Both fields hold a list of pieces, each
/// a list of parts, each a list of listings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecidedCode {
    /// Pieces that were handed out and weigh nothing.
    pub given: Vec<Vec<Vec<Listing>>>,
    /// Pieces that were not handed out. They count even if given code contains them or half of the class has them.
    pub counted: Vec<Vec<Vec<Listing>>>,
}

/// Code that is known to have been handed out, or not to have been.
struct Known {
    given: Vec<Features>,
    counted: Vec<Features>,
}

impl Known {
    /// Returns the runs of a view that were handed out, then those that were not, both ascending. No run is in both
    /// lists.
    fn of(&self, of: fn(&Features) -> &[Feature]) -> (Vec<Feature>, Vec<Feature>) {
        let [mut given, counted] =
            [&self.given, &self.counted].map(|features| distinct(features.iter().map(of)));
        given.retain(|feature| counted.binary_search(feature).is_err());
        (given, counted)
    }
}

/// View of the documents as sets of runs, each with its weight.
#[derive(Debug)]
struct View {
    /// Length of a run, in words.
    length: f64,
    weights: Weights,
    /// Total weight of the runs of each document.
    totals: Vec<f64>,
    /// Runs that several documents have: their weight, and the indices of the documents.
    shared: Vec<(f32, Vec<u32>)>,
    /// For each document, the indices in `shared` of its runs.
    of_document: Vec<Vec<u32>>,
}

impl View {
    fn of(
        documents: &[Features],
        (submissions, origins): (&[u32], &[u32]),
        known: &Known,
        length: usize,
        of: fn(&Features) -> &[Feature],
    ) -> Self {
        let sets: Vec<&[Feature]> = documents.iter().map(of).collect();
        let (given, counted) = known.of(of);
        let mut shared: Vec<(f32, Vec<u32>)> = Vec::new();
        let share = |weight: f32, holders: &[u32]| shared.push((weight, holders.to_vec()));
        let weights = Weights::of(&sets, submissions, origins, &given, &counted, share);
        // The rarest first, until the effort is spent.
        shared.sort_by_key(|(_, holders)| holders.len());
        let mut effort = 0;
        let counted = shared.iter().take_while(|(_, holders)| {
            effort += (holders.len() * holders.len()) as u64;
            effort <= EFFORT
        });
        shared.truncate(counted.count());
        let mut of_document = vec![Vec::new(); sets.len()];
        for (at, (_, holders)) in (0_u32..).zip(&shared) {
            for holder in holders {
                of_document[*holder as usize].push(at);
            }
        }
        let total = |set: &&[Feature]| set.iter().map(|feature| weights.weight(*feature)).sum();
        Self {
            length: length as f64,
            totals: sets.iter().map(total).collect(),
            weights,
            shared,
            of_document,
        }
    }

    /// Adds to `common`, for each document, the weight of the runs that it shares with `document`.
    fn add(&self, document: usize, common: &mut [f32]) {
        for at in &self.of_document[document] {
            let (weight, holders) = &self.shared[*at as usize];
            for holder in holders {
                common[*holder as usize] += weight;
            }
        }
    }

    /// Returns the mean share of both documents that `common`, the weight of their common runs, makes up; less if
    /// `common` is small. 0..1.
    fn share(&self, a: usize, b: usize, common: f64) -> f64 {
        if common <= 0.0 {
            return 0.0;
        }
        let part = |document: usize| common / self.totals[document].max(common);
        f64::midpoint(part(a), part(b)) * common / EVIDENCE.mul_add(self.length, common)
    }
}

/// Returns all runs of these documents, ascending and without repetition.
fn distinct<'f>(of_documents: impl Iterator<Item = &'f [Feature]>) -> Vec<Feature> {
    let mut all: Vec<Feature> = of_documents.flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Equal run of words that counts.
struct CoveringRun {
    run: Run,
    /// Number of its group.
    group: usize,
    /// Parts of [`Covered::shares`] that this run covers.
    shares: [f64; 2],
}

/// Equal runs of words that count.
struct Covered {
    runs: Vec<CoveringRun>,
    /// Shares, 0..=1, of the words with some weight in both documents that the runs cover.
    shares: [f64; 2],
}

/// Words of one document of a pair.
struct Side {
    /// Weight of each word.
    weights: Vec<f32>,
    /// [`Features::new_words`] of the document.
    is_new: Vec<bool>,
    /// [`literals`] of the document.
    literals: Vec<[u32; 2]>,
}

/// Returns the runs of those groups that have at least `least` tokens with some weight on both sides, and the shares
/// of both documents that these runs cover. Code whose structure stands earlier in both documents counts only beside equal numbers and
/// texts: the same statement with other values, row after row, would otherwise be most of a program.
fn covered(groups: &[Vec<Run>], sides: &[Side; 2], least: usize) -> Covered {
    let all = sides.each_ref().map(|side| {
        let counted = side.weights.iter().filter(|weight| **weight > 0.0).count();
        counted.max(1) as f64
    });
    let [a, b] = sides;
    let words = |run: &Run, is_counted: &dyn Fn(usize, usize) -> bool| {
        let of = |weights: &[f32], from: usize| {
            let counts = |k: &usize| weights[from + k] > 0.0 && is_counted(run.a + k, run.b + k);
            (0..run.length).filter(counts).count()
        };
        [of(&a.weights, run.a), of(&b.weights, run.b)]
    };
    let is_own = |i: usize, j: usize| a.is_new[i] || b.is_new[j] || a.literals[i] == b.literals[j];
    let mut covered = Covered {
        runs: Vec::new(),
        shares: [0.0; 2],
    };
    for (group, runs) in groups.iter().enumerate() {
        let of_runs = runs.iter().map(|run| words(run, &|_, _| true));
        let [of_a, of_b] = of_runs.fold([0; 2], |sum, of| [sum[0] + of[0], sum[1] + of[1]]);
        if of_a.min(of_b) < least {
            continue;
        }
        for run in runs.iter().copied() {
            let counted = words(&run, &is_own);
            let shares = [0, 1].map(|side| counted[side] as f64 / all[side]);
            covered.shares = [0, 1].map(|side| covered.shares[side] + shares[side]);
            covered.runs.push(CoveringRun { run, group, shares });
        }
    }
    covered
}

#[cfg(test)]
pub(crate) mod tests;
