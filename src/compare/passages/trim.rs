//! Tiles -> the exact run of tokens that a passage covers. Knows nothing of seeds.

use std::ops::Range;

use super::Parameters;
use super::tile::Tile;
use super::weighed::Weighed;
use crate::text::Gap;

/// Classes of tokens by the length of the tile they are in.
const CLASSES: usize = 6;

fn class(length: u32) -> usize {
    match length {
        0 => 0,
        1 => 1,
        2 => 2,
        3..=4 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// For each token of `within` the length of its tile, of the tiles that lie in `elsewhere` on the other side.
fn lengths(tiles: &[Tile], within: &Range<usize>, elsewhere: &Range<usize>) -> Vec<u32> {
    let mut lengths = vec![0; within.len()];
    for tile in tiles {
        for k in 0..tile.length as usize {
            let (i, j) = (tile.a as usize + k, tile.b as usize + k);
            if elsewhere.contains(&j) && within.contains(&i) {
                lengths[i - within.start] = tile.length;
            }
        }
    }
    lengths
}

/// The run of tokens within a range that is the likeliest to be a copy: inside it tokens are matched at one rate, which
/// is estimated from the run itself, outside at the rate of texts on one subject. Score = log of the ratio.
pub(super) fn trim(
    text: &Weighed<'_>,
    within: &Range<usize>,
    tiles: &[Tile],
    elsewhere: &Range<usize>,
    core: &Range<usize>,
    p: &Parameters,
) -> Option<(Range<usize>, f32)> {
    let mut evidence;
    let lengths = lengths(tiles, within, elsewhere);
    let mut run = 0..lengths.len();
    let outside = p.outside;
    let estimate = |run: &Range<usize>, prior: f32| {
        let mut counts: [f32; CLASSES] = std::array::from_fn(|c| p.inside[c] * prior);
        for &length in &lengths[run.clone()] {
            counts[class(length)] += 1.0;
        }
        let total: f32 = counts.iter().sum();
        counts.map(|n| n / total)
    };
    let clamp = |i: usize| i.clamp(within.start, within.end) - within.start;
    let seeded = clamp(core.start)..clamp(core.end);
    let mut inside = estimate(&seeded, p.prior * p.first_prior);
    let mut round = 0;
    loop {
        let score: Vec<f32> = (0..CLASSES)
            .map(|c| (inside[c] / outside[c]).ln())
            .collect();
        // People copy whole sentences: a run that begins and ends with one is likelier.
        let bonus = |i: usize| match text
            .text
            .tokens
            .get(within.start + i)
            .map_or(Gap::Paragraph, |t| t.gap)
        {
            Gap::Sentence | Gap::Paragraph => p.sentence_bonus,
            Gap::Clause => p.clause_bonus,
            Gap::None | Gap::Sign => 0.0,
        };
        let (mut best, mut sum, mut start) = (0.0_f32, 0.0_f32, 0);
        let mut next = 0..0;
        for (i, &length) in lengths.iter().enumerate() {
            let c = class(length);
            let begin = bonus(i);
            if sum <= begin {
                sum = begin;
                start = i;
            }
            sum += score[c]
                * p.trim_base
                    .max(text.worth[within.start + i] / p.worth_scale)
                    .min(1.0);
            let total = sum + bonus(i + 1);
            if c > 0 && total > best || c == 0 && bonus(i + 1) > 0.0 && total > best {
                best = total;
                next = start..i + 1;
            }
        }
        evidence = best;
        if next.is_empty() {
            return None;
        }
        let same = next == run;
        run = next;
        inside = estimate(&run, p.prior);
        if same || round == p.rounds {
            break;
        }
        round += 1;
    }
    Some((within.start + run.start..within.start + run.end, evidence))
}

/// For each token of a run whether it is matched.
pub(super) fn matched(
    tiles: &[Tile],
    within: &Range<usize>,
    elsewhere: &Range<usize>,
) -> Vec<bool> {
    lengths(tiles, within, elsewhere)
        .iter()
        .map(|&length| length > 0)
        .collect()
}
