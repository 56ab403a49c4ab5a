//! Trimming of tiles to the exact run of tokens that a passage covers.

use std::ops::Range;

use super::Parameters;
use super::parameters::KINDS;
use super::tile::Tile;
use super::weighed::Weighed;
use chachong_text::Gap;

/// Run of tokens that is likelier copied than written independently.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    /// Range of the run's tokens.
    pub tokens: Range<usize>,
    /// Evidence for a copy, in nats: the logarithm of the likelihood ratio.
    pub evidence: f32,
}

/// Returns the run within a range that is the likeliest to be a copy; `None` if no run is.
///
/// Each token has a kind, by the tile that contains it. Kinds have one rate inside a copy and another outside, that
/// of texts on one subject; a token's score is the logarithm of the ratio, and the run is the one with the largest
/// sum. The rates inside depend on how much was changed, so they are counted in the run itself and the run is found
/// again: in a copy to the letter a single changed word weighs much, in a paraphrase little.
///
/// Only tiles within `elsewhere` in the other text count.
pub(super) fn trim(
    text: &Weighed,
    within: &Range<usize>,
    tiles: &[Tile],
    elsewhere: &Range<usize>,
    p: &Parameters,
) -> Option<Run> {
    let kinds = kinds(tiles, within, elsewhere);
    let mut inside = p.inside;
    let mut run = best(text, within, &kinds, &inside, p)?;
    for _ in 0..p.rounds {
        inside = rates(&kinds[run.tokens.clone()], p);
        let next = best(text, within, &kinds, &inside, p)?;
        let settled = next.tokens == run.tokens;
        run = next;
        if settled {
            break;
        }
    }
    run.tokens = within.start + run.tokens.start..within.start + run.tokens.end;
    Some(run)
}

/// Returns the kind of each token of `within`.
pub(super) fn kinds(tiles: &[Tile], within: &Range<usize>, elsewhere: &Range<usize>) -> Vec<u8> {
    lengths(tiles, within, elsewhere)
        .into_iter()
        .map(kind)
        .collect()
}

/// Returns the weight of a token by its worth, 0..=1.
pub(super) fn weight(text: &Weighed, token: usize, p: &Parameters) -> f32 {
    (text.worth[token] / p.full_worth).clamp(p.least_worth, 1.0)
}

const fn kind(length: u32) -> u8 {
    match length {
        0 => 0,
        1 => 1,
        2 => 2,
        3..=4 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// Returns for each token of `within` the length of its tile, 0 without one.
fn lengths(tiles: &[Tile], within: &Range<usize>, elsewhere: &Range<usize>) -> Vec<u32> {
    let mut lengths = vec![0; within.len()];
    for tile in tiles {
        for (i, j) in tile.pairs() {
            if elsewhere.contains(&j) && within.contains(&i) {
                lengths[i - within.start] = tile.length;
            }
        }
    }
    lengths
}

/// Returns the rates of the kinds in a run, smoothed with the expected rates.
fn rates(kinds: &[u8], p: &Parameters) -> [f32; KINDS] {
    let mut rates = p.inside.map(|rate| rate * p.prior);
    for &kind in kinds {
        rates[usize::from(kind)] += 1.0;
    }
    let all: f32 = rates.iter().sum();
    rates.map(|rate| rate / all)
}

/// Returns the run with the largest score (Kadane's algorithm, with a bonus for ends between sentences); its range
/// counts from the start of `within`. `None` if no score is above 0.
fn best(
    text: &Weighed,
    within: &Range<usize>,
    kinds: &[u8],
    inside: &[f32; KINDS],
    p: &Parameters,
) -> Option<Run> {
    let score: [f32; KINDS] = std::array::from_fn(|kind| (inside[kind] / p.outside[kind]).ln());
    // People copy whole sentences.
    let bonus = |i: usize| {
        let gap = text
            .text
            .tokens
            .get(within.start + i)
            .map_or(Gap::Paragraph, |token| token.gap);
        if gap >= Gap::Sentence {
            p.sentence_bonus
        } else {
            0.0
        }
    };
    let mut run = Run {
        tokens: 0..0,
        evidence: 0.0,
    };
    let (mut sum, mut start) = (0.0_f32, 0);
    for (i, &kind) in kinds.iter().enumerate() {
        let begin = bonus(i);
        if sum <= begin {
            sum = begin;
            start = i;
        }
        sum += score[usize::from(kind)] * weight(text, within.start + i, p);
        let end = bonus(i + 1);
        // A run ends with a matched token or with a sentence.
        if (kind > 0 || end > 0.0) && sum + end > run.evidence {
            run = Run {
                tokens: start..i + 1,
                evidence: sum + end,
            };
        }
    }
    (!run.tokens.is_empty()).then_some(run)
}
