//! Clauses of a passage's side, and how much of each is equal on the other side.

use std::ops::Range;

use chachong_text::{Gap, Token};

/// Minimum weight of a clause; a lighter one is joined with the next: 8 Chinese characters or 6 words.
const CLAUSE: u32 = 16;

/// Numbers of characters of a clause that are in equal runs of both texts. No number includes characters that were given to all
/// or that are in short runs of many documents.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    /// All characters of the clause that are not left out.
    pub all: u32,
    /// Characters in equal runs of any length.
    pub any: u32,
    /// Characters in equal runs of at least the weight `SPEAKING`: 3 Chinese characters or 2 words.
    pub speaking: u32,
    /// Weight of the heaviest equal run, where a Chinese character weighs 2 and a word 3; 0 without an equal run.
    pub heaviest: u32,
}

/// Minimum share of a clause in speaking runs from which it is copied.
const MOST: f32 = 0.5;
/// Minimum share of a clause in speaking runs if its neighbours on both sides are copied.
const BETWEEN: f32 = 0.25;
/// Minimum weight of the heaviest run of a copied clause: 5 Chinese characters or 3 words.
const HEAVIEST: u32 = 9;
/// Minimum share of a clause in runs of any length from which the rest of it is reworded.
const SOME: f32 = 0.2;

impl Measure {
    fn share(self, of: u32) -> f32 {
        of as f32 / self.all.max(1) as f32
    }

    /// Returns whether most of the clause is equal.
    fn is_copied(self) -> bool {
        self.all > 0 && self.share(self.speaking) >= MOST && self.heaviest >= HEAVIEST
    }

    /// Returns whether at least a fifth of the characters of the clause are in equal runs, of whatever length.
    pub fn is_reworded(self) -> bool {
        self.share(self.any) >= SOME
    }
}

/// Returns for each clause whether it is copied: most of it is equal, or enough of it is equal and its neighbours are copied, because
/// changes do not spread evenly. The first and the last clause have only one neighbour.
pub(super) fn copied(measures: &[Measure]) -> Vec<bool> {
    let mut copied: Vec<bool> = measures.iter().map(|measure| measure.is_copied()).collect();
    let alone = copied.clone();
    for (at, measure) in measures.iter().enumerate() {
        let before = at.checked_sub(1).is_none_or(|before| alone[before]);
        let after = alone.get(at + 1).is_none_or(|&after| after);
        let several = measures.len() > 1;
        let enough = measure.all > 0 && measure.share(measure.speaking) >= BETWEEN;
        copied[at] |= several && enough && before && after;
    }
    copied
}

/// Cuts tokens into clauses that weigh at least [`CLAUSE`]. A lighter rest joins the clause before it.
pub(super) fn clauses(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut clauses: Vec<Range<usize>> = Vec::new();
    let (mut from, mut heavy) = (0, 0);
    for (at, token) in tokens.iter().enumerate() {
        if at > from && token.gap >= Gap::Clause && heavy >= CLAUSE {
            clauses.push(from..at);
            (from, heavy) = (at, 0);
        }
        heavy += token.weight();
    }
    if from < tokens.len() {
        // A short rest belongs to the clause before.
        match clauses.last_mut() {
            Some(last) if heavy < CLAUSE => last.end = tokens.len(),
            _ => clauses.push(from..tokens.len()),
        }
    }
    clauses
}
