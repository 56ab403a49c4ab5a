//! Further places of text in passages: text that one document has more often than the other.

use std::cmp::Reverse;
use std::ops::Range;

use super::taken::Taken;
use super::tile::{Filter, Side, TRIED, Tile, number};
use super::weighed::Weighed;

/// Place outside the passages of a text that repeats text in the passages of the other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Tokens from the first to the last equal run outside the passages.
    pub tokens: Range<usize>,
    /// The same tokens with the surrounding text in which the exact ends are searched for.
    pub around: Range<usize>,
    /// Tokens of the other text, inside its passages, that occur again here.
    pub elsewhere: Range<usize>,
}

/// Minimum length, in tokens, of an equal run that belongs to a further place: if either text is Chinese, and for two texts of words.
const RUN: [usize; 2] = [6, 4];
/// Minimum number of tokens of a further place in equal runs; fewer are no passage.
const LEAST: u32 = 12;
/// Maximum number of tokens between two equal runs of one place: about a sentence. As many around a place may belong to it.
const GAP: usize = 40;
/// Maximum distance, in tokens of the other text, of two runs that follow each other in a place.
const REACH: usize = 250;

/// Returns the places of `text` outside its passages (`taken`) that repeat, identically or edited, text in the passages of
/// `other` (`taken_in_other`); sorted by position, without overlaps.
pub(super) fn further(
    text: &Weighed,
    taken: &Taken,
    other: &Weighed,
    taken_in_other: &Taken,
) -> Vec<Place> {
    let mut gaps = taken.gaps(text.text.tokens.len());
    gaps.retain(|gap| gap.len() >= LEAST as usize);
    if gaps.is_empty() {
        return Vec::new();
    }
    let chinese = text.text.is_chinese() || other.text.is_chinese();
    let run = RUN[usize::from(!chinese)];
    let stretches = taken_in_other.joined();
    let gaps: Vec<(Range<usize>, Vec<Tile>)> = reused(text, gaps, other, &stretches, run);
    let mut places = Vec::new();
    let mut used = vec![0; other.text.tokens.len()];
    for (gap, tiles) in &gaps {
        chains(gap, tiles, &stretches, &mut used, &mut places);
    }
    // The text around one place is not that of the next, which may be more like its counterpart.
    for at in 1..places.len() {
        let (before, after) = (places[at - 1].tokens.end, places[at].tokens.start);
        let of_before = &mut places[at - 1].around;
        of_before.end = of_before.end.min(after);
        let of_after = &mut places[at].around;
        of_after.start = of_after.start.max(before);
    }
    places
}

/// Returns, for each of the `ranges` of `text`, the runs of at least `run` tokens that are equal in one of the `stretches` of
/// `other`. No token of `text` is in two runs; a token of `other` may be in any number of them. If a run occurs at several
/// places in `other`, the longest match is taken; in a tie, the one nearest to the end of the run before.
fn reused(
    text: &Weighed,
    ranges: Vec<Range<usize>>,
    other: &Weighed,
    stretches: &[Range<usize>],
    run: usize,
) -> Vec<(Range<usize>, Vec<Tile>)> {
    let sides: Vec<Side> = (ranges.iter())
        .map(|range| Side::new(text, range))
        .collect();
    let starts: Vec<Vec<(u64, usize)>> = (sides.iter())
        .map(|side| side.free_runs(run).collect())
        .collect();
    // Hardly any run stands in both: only those that may are sorted and searched.
    let mut filter = Filter::new(starts.iter().map(Vec::len).sum());
    filter.fill(starts.iter().flatten());
    let mut runs: Vec<(u64, usize, usize)> = Vec::new();
    for stretch in stretches {
        let side = Side::new(other, stretch);
        let within = side
            .free_runs(run)
            .filter(|&(hash, _)| filter.may_hold(hash));
        runs.extend(within.map(|(hash, at)| (hash, stretch.start + at, stretch.end)));
    }
    runs.sort_unstable();
    let (own, others) = (&text.text.tokens, &other.text.tokens);
    let mut found = Vec::with_capacity(ranges.len());
    for (range, starts) in ranges.into_iter().zip(starts) {
        let mut tiles = Vec::new();
        let (mut reached, mut expected) = (0, 0);
        for (hash, start) in starts {
            if start < reached {
                continue;
            }
            let same = &runs[runs.partition_point(|run| run.0 < hash)..];
            let same = &same[..same.partition_point(|run| run.0 == hash)];
            let nearest = same.partition_point(|run| run.1 < expected);
            let from = range.start + start;
            // Of a run that stands everywhere the first place has the most text behind it.
            let near = same[nearest.saturating_sub(TRIED / 2)..].iter().take(TRIED);
            let best = (same.iter().take(1).chain(near))
                .map(|&(_, place, end)| {
                    let both = own[from..range.end].iter().zip(&others[place..end]);
                    let length = both.take_while(|(x, y)| x.hash == y.hash).count();
                    (length, Reverse(place.abs_diff(expected)), Reverse(place))
                })
                .max();
            if let Some((length, _, Reverse(place))) = best
                && length >= run
            {
                tiles.push(Tile {
                    a: number(from),
                    b: number(place),
                    length: number(length),
                });
                reached = start + length;
                expected = place + length;
            }
        }
        found.push((range, tiles));
    }
    found
}

/// Tiles that follow each other in one text and lie near each other in the other, without overlapping much.
struct Chain {
    tokens: Range<usize>,
    elsewhere: Range<usize>,
    /// Stretch of passages of the other text that holds all tiles.
    stretch: Range<usize>,
    equal: u32,
}

impl Chain {
    fn follows(&self, tile: &Tile, stretch: &Range<usize>) -> bool {
        let at = tile.b as usize;
        self.stretch == *stretch
            && tile.a as usize <= self.tokens.end + GAP
            && at + REACH >= self.elsewhere.start
            && at <= self.elsewhere.end + REACH
    }
}

/// Appends the places that the tiles of a gap form. A tile begins a new place if most of its tokens in the other text, or
/// enough for a place, are in the current place already. `used` has, for each token of the other text, the number of the last
/// place that contains it.
fn chains(
    gap: &Range<usize>,
    tiles: &[Tile],
    stretches: &[Range<usize>],
    used: &mut [u32],
    places: &mut Vec<Place>,
) {
    let mut last: Option<Chain> = None;
    let mut close = |chain: Option<Chain>| {
        places.extend(chain.filter(|chain| chain.equal >= LEAST).map(|chain| {
            let Chain {
                tokens,
                elsewhere,
                stretch,
                ..
            } = chain;
            Place {
                around: widened(&tokens, gap),
                tokens,
                elsewhere: widened(&elsewhere, &stretch),
            }
        }));
    };
    let mut chain_number = 0;
    for tile in tiles {
        let in_other = tile.b as usize..(tile.b + tile.length) as usize;
        let Some(stretch) =
            stretches.get(stretches.partition_point(|stretch| stretch.end <= in_other.start))
        else {
            continue;
        };
        let again = used[in_other.clone()]
            .iter()
            .filter(|&&place| place == chain_number)
            .count();
        match &mut last {
            Some(chain)
                if chain.follows(tile, stretch)
                    && again < LEAST as usize
                    && 2 * again <= in_other.len() =>
            {
                chain.tokens.end = (tile.a + tile.length) as usize;
                chain.elsewhere.start = chain.elsewhere.start.min(in_other.start);
                chain.elsewhere.end = chain.elsewhere.end.max(in_other.end);
                chain.equal += tile.length;
            }
            _ => {
                close(last.replace(Chain {
                    tokens: tile.a as usize..(tile.a + tile.length) as usize,
                    elsewhere: in_other.clone(),
                    stretch: stretch.clone(),
                    equal: tile.length,
                }));
                // A tile's first token is in no other chain, so that its place numbers one.
                chain_number = tile.a + 1;
            }
        }
        used[in_other].fill(chain_number);
    }
    close(last);
}

fn widened(tokens: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    tokens.start.saturating_sub(GAP).max(within.start)..(tokens.end + GAP).min(within.end)
}
