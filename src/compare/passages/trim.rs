//! Tiles -> the exact run of tokens that a passage covers. Knows nothing of seeds.

use std::ops::Range;

use super::Parameters;
use super::parameters::KINDS;
use super::tile::Tile;
use super::weighed::Weighed;
use crate::text::Gap;

/// A run of tokens that is likelier copied than written apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// How much likelier: the logarithm of the ratio.
    pub evidence: f32,
}

/// The run within a range that is the likeliest to be a copy.
///
/// Each token has a kind, by the tile that it is in. Inside a copy the kinds come at one rate, outside at another, that of
/// texts on one subject; a token's score is the logarithm of the ratio, and the run is the one of the largest sum. What
/// the rates inside are depends on how much was changed, so they are counted in the run itself and the run is found
/// again: in a copy to the letter a single changed word weighs much, in a paraphrase little.
///
/// Of the tiles, those count that lie in `elsewhere` in the other text.
pub(super) fn trim(
    text: &Weighed,
    within: &Range<usize>,
    tiles: &[Tile],
    elsewhere: &Range<usize>,
    p: &Parameters,
) -> Option<Run> {
    let kinds: Vec<usize> = lengths(tiles, within, elsewhere)
        .into_iter()
        .map(kind)
        .collect();
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

const fn kind(length: u32) -> usize {
    match length {
        0..=2 => length as usize,
        3..=4 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// For each token of `within` the length of its tile, 0 without one.
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

/// The rates of kinds in a run, smoothed by what is usual.
fn rates(kinds: &[usize], p: &Parameters) -> [f32; KINDS] {
    let mut rates = p.inside.map(|rate| rate * p.prior);
    for &kind in kinds {
        rates[kind] += 1.0;
    }
    let all: f32 = rates.iter().sum();
    rates.map(|rate| rate / all)
}

/// The run of the largest score (Kadane's algorithm, with a bonus for ends between sentences), places from 0.
fn best(
    text: &Weighed,
    within: &Range<usize>,
    kinds: &[usize],
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
        let weight = (text.worth[within.start + i] / p.full_worth).clamp(p.least_worth, 1.0);
        sum += score[kind] * weight;
        let end = bonus(i + 1);
        // A run ends with what is matched, or with a sentence.
        if (kind > 0 || end > 0.0) && sum + end > run.evidence {
            run = Run {
                tokens: start..i + 1,
                evidence: sum + end,
            };
        }
    }
    (!run.tokens.is_empty()).then_some(run)
}
