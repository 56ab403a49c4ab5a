//! Tiling of two ranges of tokens: maximal runs that both have, no token in more than one (greedy string tiling after
//! Wise 1993, by levels of length instead of strictly longest first, which keeps it near-linear).

use std::cmp::Reverse;
use std::ops::Range;

use super::weighed::Weighed;

/// Tile: a run of tokens that is equal in both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tile {
    /// Index of the first token in the first text.
    pub a: u32,
    /// Index of the first token in the second text.
    pub b: u32,
    /// Number of tokens.
    pub length: u32,
}

impl Tile {
    /// Returns the indices of the tile's tokens in the first text and the second.
    pub fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.length).map(move |k| ((self.a + k) as usize, (self.b + k) as usize))
    }

    /// Returns the tile with the two texts exchanged.
    pub const fn reversed(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            length: self.length,
        }
    }
}

/// Minimum number of tokens of the runs matched at each level. A single token is matched only if it is a word of some
/// worth: a single Chinese character occurs in every text.
const LEVELS: [usize; 7] = [24, 12, 6, 4, 3, 2, 1];
/// Maximum number of places that are tried for a run that occurs more often.
pub(super) const TRIED: usize = 12;

/// One side of the tiling: the tokens' hashes, which of them are free, and prefix sums that give the hash of any run.
pub(super) struct Side {
    tokens: Vec<u32>,
    free: Vec<bool>,
    sums: Vec<u64>,
}

const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Side {
    /// Makes the side of a tiling from the tokens of `text` in the range `within`; all of them are free.
    pub fn new(text: &Weighed, within: &Range<usize>) -> Self {
        let tokens: Vec<u32> = text.text.tokens[within.clone()]
            .iter()
            .map(|token| token.hash)
            .collect();
        let mut sums = Vec::with_capacity(tokens.len() + 1);
        let mut sum = 0_u64;
        sums.push(sum);
        for &token in &tokens {
            sum = sum.wrapping_mul(BASE).wrapping_add(u64::from(token));
            sums.push(sum);
        }
        Self {
            free: vec![true; tokens.len()],
            tokens,
            sums,
        }
    }

    /// Returns every run of `level` tokens none of which is in a tile yet, as (hash, index of the first token within the range).
    pub fn free_runs(&self, level: usize) -> impl Iterator<Item = (u64, usize)> + '_ {
        let power = (0..level).fold(1_u64, |power, _| power.wrapping_mul(BASE));
        let mut free = 0;
        self.free
            .iter()
            .enumerate()
            .filter_map(move |(i, &is_free)| {
                free = if is_free { free + 1 } else { 0 };
                let start = (i + 1).checked_sub(level)?;
                (free >= level).then(|| {
                    let hash = self.sums[i + 1].wrapping_sub(self.sums[start].wrapping_mul(power));
                    (hash, start)
                })
            })
    }
}

/// Set of hashes that answers "no" for most hashes that it does not contain (a Bloom filter of one function).
pub(super) struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// Makes an empty filter for about `hashes` hashes, eight bits each.
    pub fn new(hashes: usize) -> Self {
        let words = (hashes / 8 + 1).next_power_of_two();
        Self {
            bits: vec![0; words],
            shift: u64::BITS - (words * 64).trailing_zeros(),
        }
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        // High bits of the product depend on every bit of the hash.
        let bit = (hash ^ (hash >> 32)).wrapping_mul(BASE) >> self.shift;
        // The filter has fewer bits than memory has bytes, so the word's index fits.
        (usize::try_from(bit / 64).unwrap_or(0), 1 << (bit % 64))
    }

    /// Replaces the contents with these hashes.
    pub fn fill<'h>(&mut self, hashes: impl IntoIterator<Item = &'h (u64, usize)>) {
        self.bits.fill(0);
        for &(hash, _) in hashes {
            let (word, bit) = self.place(hash);
            self.bits[word] |= bit;
        }
    }

    /// Returns whether the filter may contain a hash; `false` is certain.
    pub fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.bits[word] & bit != 0
    }
}

/// Returns the tiles of two ranges of tokens, sorted by position in `a`.
pub(super) fn tiles(
    a: &Weighed,
    in_a: &Range<usize>,
    b: &Weighed,
    in_b: &Range<usize>,
) -> Vec<Tile> {
    let (mut x, mut y) = (Side::new(a, in_a), Side::new(b, in_b));
    let mut tiles = Vec::new();
    let mut places: Vec<(u64, usize)> = Vec::new();
    let mut starts: Vec<(u64, usize)> = Vec::new();
    let mut filter = Filter::new(x.tokens.len().max(y.tokens.len()));
    for level in LEVELS {
        starts.clear();
        starts.extend(
            x.free_runs(level)
                .filter(|&(_, start)| level > 1 || is_worth(a, in_a.start + start)),
        );
        // Hardly any run occurs on both sides: sorting and searching only those that may is most of the speed.
        filter.fill(&starts);
        places.clear();
        places.extend(
            y.free_runs(level)
                .filter(|&(hash, _)| filter.may_hold(hash)),
        );
        filter.fill(&places);
        places.sort_unstable();
        // End of the previous tile, in `a` and in `b`. Of equal places the one nearest to the end in `b` is the
        // likeliest.
        let (mut reached, mut expected) = (0, 0);
        for &(hash, start) in &starts {
            if start < reached || !filter.may_hold(hash) {
                continue;
            }
            let same = &places[places.partition_point(|place| place.0 < hash)..];
            let same = &same[..same.partition_point(|place| place.0 == hash)];
            let nearest = same.partition_point(|place| place.1 < expected);
            let best = same[nearest.saturating_sub(TRIED / 2)..]
                .iter()
                .take(TRIED)
                .map(|&(_, place)| {
                    let length = common(&x, start, &y, place);
                    (length, Reverse(place.abs_diff(expected)), Reverse(place))
                })
                .max();
            if let Some((length, _, Reverse(place))) = best
                && length >= level
            {
                x.free[start..start + length].fill(false);
                y.free[place..place + length].fill(false);
                tiles.push(Tile {
                    a: number(in_a.start + start),
                    b: number(in_b.start + place),
                    length: number(length),
                });
                reached = start + length;
                expected = place + length;
            }
        }
    }
    tiles.sort_unstable();
    tiles
}

/// Maximum length, in tokens, of a tile that may occur anywhere in two texts on one subject.
const SHORT: u32 = 4;
/// Number of tiles before a tile, and after it, that are its neighbours.
const NEIGHBOURS: usize = 6;
/// Number of neighbours that must be near a short tile in the other text.
const SUPPORTERS: usize = 3;
/// Maximum distance of a near neighbour, in tokens of the other text, in a region.
pub(super) const REACH: u32 = 250;

/// Removes short isolated tiles: those whose neighbours in the first text are far away in the second, and the other way
/// round. In a long text nearly every word of a subject has an equal somewhere; only where many do so in one place has
/// something been copied.
pub(super) fn supported(tiles: Vec<Tile>, reach: u32) -> Vec<Tile> {
    let mut keep = vec![false; tiles.len()];
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    support(&tiles, &order, |tile| tile.b, reach, &mut keep);
    order.sort_unstable_by_key(|&i| (tiles[i].b, tiles[i].a));
    support(&tiles, &order, |tile| tile.a, reach, &mut keep);
    let mut keep = keep.into_iter();
    let mut tiles = tiles;
    tiles.retain(|tile| keep.next() == Some(true) || tile.length > SHORT);
    tiles
}

/// Marks the tiles with enough neighbours in `order` that are near them on the `other` side.
fn support(
    tiles: &[Tile],
    order: &[usize],
    other: fn(&Tile) -> u32,
    reach: u32,
    keep: &mut [bool],
) {
    for (place, &i) in order.iter().enumerate() {
        let end = (place + NEIGHBOURS + 1).min(order.len());
        let neighbours = &order[place.saturating_sub(NEIGHBOURS)..end];
        let near = |&&j: &&usize| other(&tiles[j]).abs_diff(other(&tiles[i])) <= reach;
        // A tile is among its own neighbours and near itself.
        if neighbours.iter().filter(near).count() > SUPPORTERS.min(neighbours.len() - 1) {
            keep[i] = true;
        }
    }
}

fn is_worth(text: &Weighed, token: usize) -> bool {
    !text.text.tokens[token].is_han && text.worth[token] > 0.0
}

/// Returns the number of consecutive free tokens that are equal from `i` and `j` on.
fn common(x: &Side, i: usize, y: &Side, j: usize) -> usize {
    (0..(x.tokens.len() - i).min(y.tokens.len() - j))
        .take_while(|&k| x.free[i + k] && y.free[j + k] && x.tokens[i + k] == y.tokens[j + k])
        .count()
}

/// Converts the index of a token to the type that tiles use.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text has fewer than 2^32 tokens, as its offsets are 32 bits"
)]
pub(super) const fn number(token: usize) -> u32 {
    token as u32
}
