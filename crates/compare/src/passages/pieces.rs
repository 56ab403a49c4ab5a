//! Division of two stretches at the own text inside them: the pieces that were copied, each a passage of its own.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Parameters;
use super::own::Divided;
use super::taken::Taken;
use super::tile::{Tile, number, supported};
use super::trim::{Run, trim};
use super::weighed::Weighed;

/// Pair of stretches, one in each text, that make a passage.
#[derive(Clone, Debug)]
pub(super) struct Stretches {
    pub a: Run,
    pub b: Run,
    /// Tiles of the region, or those of the piece.
    pub tiles: Vec<Tile>,
}

/// Tokens around the tiles of a piece in which its ends are looked for: about a sentence.
const AROUND: usize = 40;

/// Returns the pieces of two stretches that were copied, in no order. No two pieces overlap, on either side. `None` if no own text divides
/// the stretches, if every piece is too weak to stand by itself, or if all pieces are joined to one again.
///
/// Each side is divided into copied parts. A part of one side and a part of the other make a piece by the tiles that
/// they share; so own text that only one side has divides that side, and the other's pieces touch. Pieces that follow
/// each other on both sides are joined again unless both sides together say that own text stands between.
pub(super) fn pieces(
    a: &Weighed,
    b: &Weighed,
    whole: &Stretches,
    p: &Parameters,
) -> Option<Vec<Stretches>> {
    // Own words have an equal somewhere in a long region; what was copied has its equals close together.
    let near = supported(whole.tiles.clone(), p.own_reach);
    let reversed: Vec<Tile> = near.iter().map(|tile| tile.reversed()).collect();
    let in_a = Divided::of(a, &whole.a.tokens, &near, &whole.b.tokens, p);
    let in_b = Divided::of(b, &whole.b.tokens, &reversed, &whole.a.tokens, p);
    if in_a.parts.len().max(in_b.parts.len()) <= 1 {
        return None;
    }
    let matched = |tiles: &[Tile]| -> u32 {
        let pairs = tiles.iter().flat_map(|tile| tile.pairs());
        let tokens = pairs.map(|(token, _)| a.text.tokens[token]);
        tokens.map(|token| token.end - token.start).sum()
    };
    // Texts that repeat themselves would be looked at again and again.
    let mut budget = LOOKS * (whole.a.tokens.len() + whole.b.tokens.len());
    let mut open = vec![(shared(&whole.tiles, &in_a, &in_b), 1)];
    let mut groups = Vec::new();
    while let Some((some, depth)) = open.pop() {
        for tiles in some {
            // Fewer are no piece, nor a part of one that is joined.
            if 2 * matched(&tiles) < p.least_matched {
                continue;
            }
            // Two parts of one side may have their equals around a third: each is divided by its own tiles again.
            match divided_again(a, b, &tiles, &mut budget, p).filter(|_| depth < DEPTH) {
                Some(parts) => open.push((parts, depth + 1)),
                None => groups.push(tiles),
            }
        }
    }
    // Sorted by size, then place: the largest is taken first.
    groups.sort_by_cached_key(|tiles| (u32::MAX - matched(tiles), tiles.first().copied()));
    let (mut taken_a, mut taken_b) = (Taken::default(), Taken::default());
    let mut found = Vec::new();
    for tiles in groups {
        if let Some(piece) = piece(a, b, whole, tiles, [&taken_a, &taken_b], &mut budget, p) {
            taken_a.insert(&piece.a.tokens);
            taken_b.insert(&piece.b.tokens);
            found.push(piece);
        }
    }
    let several = found.len() > 1;
    let in_both = [&in_a, &in_b];
    let mut found = joined([a, b], whole, found, in_both, p);
    let gaps = Gaps {
        texts: [a, b],
        in_both,
        p,
    };
    // Weak pieces, not joined to others, would stand between strong ones.
    found.retain(|piece| gaps.stands(piece));
    let joined = joined([a, b], whole, found, in_both, p);
    (joined.len() > 1 || (!several && !joined.is_empty())).then_some(joined)
}

/// Maximum number of times that tiles are divided.
const DEPTH: usize = 4;
/// Maximum number of times that the tokens of the stretches are looked at for pieces, on average.
const LOOKS: usize = 20;

/// Returns the tiles that each part of one side shares with each part of the other.
fn shared(tiles: &[Tile], in_a: &Divided, in_b: &Divided) -> Vec<Vec<Tile>> {
    let mut shared: BTreeMap<(usize, usize), Vec<Tile>> = BTreeMap::new();
    for &tile in tiles {
        let parts = (part_of(&in_a.parts, tile.a), part_of(&in_b.parts, tile.b));
        if let (Some(part_a), Some(part_b)) = parts {
            shared.entry((part_a, part_b)).or_default().push(tile);
        }
    }
    shared.into_values().collect()
}

/// Divides the tiles of one part of each side by the own text that shows when only these tiles count. `None` if no own text shows, or if
/// `budget` is used up.
fn divided_again(
    a: &Weighed,
    b: &Weighed,
    tiles: &[Tile],
    budget: &mut usize,
    p: &Parameters,
) -> Option<Vec<Vec<Tile>>> {
    let reversed: Vec<Tile> = tiles.iter().map(|tile| tile.reversed()).collect();
    let (all_a, all_b) = (extent(tiles)?, extent(&reversed)?);
    *budget = budget.checked_sub(all_a.len() + all_b.len())?;
    let in_a = Divided::of(a, &all_a, tiles, &all_b, p);
    let in_b = Divided::of(b, &all_b, &reversed, &all_a, p);
    (in_a.parts.len().max(in_b.parts.len()) > 1).then(|| shared(tiles, &in_a, &in_b))
}

/// Returns the pair of stretches that these tiles hold together, outside the text that other passages have taken; `None` if no stretch is
/// more likely copied than written independently, or if `budget` is used up.
fn piece(
    a: &Weighed,
    b: &Weighed,
    whole: &Stretches,
    tiles: Vec<Tile>,
    [taken_a, taken_b]: [&Taken; 2],
    budget: &mut usize,
    p: &Parameters,
) -> Option<Stretches> {
    let reversed: Vec<Tile> = tiles.iter().map(|tile| tile.reversed()).collect();
    let (all_a, all_b) = (extent(&tiles)?, extent(&reversed)?);
    let cost = 2 * (all_a.len() + all_b.len());
    *budget = budget.checked_sub(cost)?;
    // Stray tiles far from the others would make the extent long, so the run is found first.
    let core_b = trim(b, &all_b, &reversed, &all_a, p)?.tokens;
    let core_a = trim(a, &all_a, &tiles, &core_b, p)?.tokens;
    let around = |core: &Range<usize>, whole: &Range<usize>, taken: &Taken| {
        let start = core.start.saturating_sub(AROUND).max(whole.start);
        taken.free(start..(core.end + AROUND).min(whole.end), core)
    };
    let in_a = around(&core_a, &whole.a.tokens, taken_a);
    let in_b = around(&core_b, &whole.b.tokens, taken_b);
    let run_a = trim(a, &in_a, &tiles, &in_b, p)?;
    let run_b = trim(b, &in_b, &reversed, &run_a.tokens, p)?;
    let run_a = trim(a, &in_a, &tiles, &run_b.tokens, p)?;
    let mut piece = Stretches {
        a: run_a,
        b: run_b,
        tiles,
    };
    let room_a = taken_a.room(&piece.a.tokens, &whole.a.tokens);
    let room_b = taken_b.room(&piece.b.tokens, &whole.b.tokens);
    piece.extend(a, b, &room_a, &room_b);
    Some(piece)
}

impl Stretches {
    /// Extends the stretches over equal tokens before and after them, within the free ranges around them. What stands
    /// twice in a text may have been tiled with its other place.
    fn extend(&mut self, a: &Weighed, b: &Weighed, in_a: &Range<usize>, in_b: &Range<usize>) {
        let same = |i: usize, j: usize| a.text.tokens[i].hash == b.text.tokens[j].hash;
        let (own, other) = (self.a.tokens.clone(), self.b.tokens.clone());
        let room = (own.start - in_a.start).min(other.start - in_b.start);
        let before = (1..=room)
            .take_while(|&k| same(own.start - k, other.start - k))
            .count();
        let room = (in_a.end - own.end).min(in_b.end - other.end);
        let after = (0..room)
            .take_while(|&k| same(own.end + k, other.end + k))
            .count();
        for (start_a, start_b, length) in [
            (own.start - before, other.start - before, before),
            (own.end, other.end, after),
        ] {
            if length == 0 {
                continue;
            }
            let tile = Tile {
                a: number(start_a),
                b: number(start_b),
                length: number(length),
            };
            let apart = |x: u32, y: u32, other: u32| x + other <= y || y + tile.length <= x;
            self.tiles
                .retain(|one| apart(one.a, tile.a, one.length) && apart(one.b, tile.b, one.length));
            self.tiles.push(tile);
        }
        self.a.tokens = own.start - before..own.end + after;
        self.b.tokens = other.start - before..other.end + after;
    }
}

/// Joins pieces that stand together on both sides, in any order, without enough own text between them.
fn joined(
    [a, b]: [&Weighed; 2],
    whole: &Stretches,
    mut pieces: Vec<Stretches>,
    in_both: [&Divided; 2],
    p: &Parameters,
) -> Vec<Stretches> {
    pieces.sort_unstable_by_key(|piece| piece.a.tokens.start);
    let mut by_b: Vec<usize> = (0..pieces.len()).collect();
    by_b.sort_unstable_by_key(|&i| pieces[i].b.tokens.start);
    let mut rank = vec![0; pieces.len()];
    for (place, &i) in by_b.iter().enumerate() {
        rank[i] = place;
    }
    let gaps = Gaps {
        texts: [a, b],
        in_both,
        p,
    };
    // Number of gaps with own text before each piece, on either side.
    let (mut cuts_a, mut cuts_b) = (vec![0; pieces.len()], vec![0; pieces.len()]);
    for i in 1..pieces.len() {
        let follows = rank[i] == rank[i - 1] + 1;
        let is_own = gaps.is_own(&pieces[i - 1], &pieces[i], [true, follows]);
        cuts_a[i] = cuts_a[i - 1] + usize::from(is_own);
        let (before, after) = (by_b[i - 1], by_b[i]);
        let follows = after == before + 1;
        let is_own = gaps.is_own(&pieces[before], &pieces[after], [follows, true]);
        cuts_b[after] = cuts_b[before] + usize::from(is_own);
    }
    let mut joined = Vec::new();
    let mut rest = 0..pieces.len();
    while let Some(first) = rest.next() {
        let together = |last: usize| {
            let ranks = &rank[first..=last];
            let lowest = ranks.iter().min().copied().unwrap_or(0);
            let highest = ranks.iter().max().copied().unwrap_or(0);
            highest - lowest == last - first
        };
        let last = (first + 1..pieces.len())
            .take_while(|&i| cuts_a[i] == cuts_a[first] && cuts_b[i] == cuts_b[first])
            .take(TOGETHER)
            .filter(|&last| together(last))
            .last()
            .unwrap_or(first);
        rest.start = last + 1;
        if first == last {
            joined.push(pieces[first].clone());
            continue;
        }
        let all = &pieces[first..=last];
        let range = |of: fn(&Stretches) -> &Range<usize>| {
            let start = all.iter().map(|piece| of(piece).start).min();
            let end = all.iter().map(|piece| of(piece).end).max();
            start.unwrap_or(0)..end.unwrap_or(0)
        };
        let (all_a, all_b) = (
            range(|piece| &piece.a.tokens),
            range(|piece| &piece.b.tokens),
        );
        joined.extend(trimmed([a, b], whole, &all_a, &all_b, p));
    }
    joined
}

/// Maximum number of pieces that are joined to one, beyond the first.
const TOGETHER: usize = 100;

/// Gaps between pieces, with what decides whether own text stands there.
struct Gaps<'g> {
    texts: [&'g Weighed; 2],
    in_both: [&'g Divided; 2],
    p: &'g Parameters,
}

impl Gaps<'_> {
    /// Returns whether own text stands between two pieces, on those sides where the second follows the first.
    fn is_own(&self, before: &Stretches, after: &Stretches, sides: [bool; 2]) -> bool {
        let p = self.p;
        let gaps = [
            (&before.a.tokens, &after.a.tokens),
            (&before.b.tokens, &after.b.tokens),
        ];
        let (mut evidence, mut characters) = (0.0, 0);
        for (side, (before, after)) in gaps.into_iter().enumerate() {
            if sides[side] {
                let gap = before.end..after.start;
                characters = self.texts[side].text.span(&gap).len().max(characters);
                evidence += self.in_both[side].own_evidence(gap);
            }
        }
        // Who edits a copy also leaves sentences out of it.
        let mut least = p.own_together + p.own_edited * edited(before).max(edited(after));
        if sides != [true, true] {
            least /= 2.0;
        }
        let copied = self.length(before) + self.length(after);
        let share = (p.own_share * copied as f32).min(p.own_sentences as f32);
        characters >= p.own_length
            && characters as f32 >= share
            && evidence >= f64::from(least)
            && self.is_long(before)
            && self.is_long(after)
    }

    /// Returns the length of a piece on its shorter side, in characters.
    fn length(&self, piece: &Stretches) -> u32 {
        let [a, b] = self.texts;
        let of_a = a.text.span(&piece.a.tokens).len();
        of_a.min(b.text.span(&piece.b.tokens).len())
    }

    /// Returns whether a piece is long enough for a passage.
    fn is_long(&self, piece: &Stretches) -> bool {
        self.length(piece) >= self.p.least_length
    }

    /// Returns whether a piece is a passage by length and evidence.
    fn stands(&self, piece: &Stretches) -> bool {
        self.is_long(piece) && piece.a.evidence.min(piece.b.evidence) >= self.p.evidence
    }
}

/// Returns the share of tokens without an equal in a piece, on the side that has more, 0..=1.
fn edited(piece: &Stretches) -> f32 {
    let (a, b) = (&piece.a.tokens, &piece.b.tokens);
    let matched = (piece.tiles.iter())
        .flat_map(|tile| tile.pairs())
        .filter(|(i, j)| a.contains(i) && b.contains(j))
        .count();
    1.0 - matched as f32 / a.len().max(b.len()).max(1) as f32
}

/// Returns the stretches within two ranges, with the tiles of the whole.
fn trimmed(
    [a, b]: [&Weighed; 2],
    whole: &Stretches,
    in_a: &Range<usize>,
    in_b: &Range<usize>,
    p: &Parameters,
) -> Option<Stretches> {
    let from = whole
        .tiles
        .partition_point(|tile| (tile.a as usize) < in_a.start);
    let tiles: Vec<Tile> = whole.tiles[from..]
        .iter()
        .take_while(|tile| (tile.a as usize) < in_a.end)
        .filter(|tile| in_b.contains(&(tile.b as usize)))
        .copied()
        .collect();
    let reversed: Vec<Tile> = tiles.iter().map(|tile| tile.reversed()).collect();
    let run_b = trim(b, in_b, &reversed, in_a, p)?;
    let run_a = trim(a, in_a, &tiles, &run_b.tokens, p)?;
    let run_b = trim(b, in_b, &reversed, &run_a.tokens, p)?;
    Some(Stretches {
        a: run_a,
        b: run_b,
        tiles,
    })
}

/// Returns the range from the first tile in the first text to the last; `None` without a tile.
fn extent(tiles: &[Tile]) -> Option<Range<usize>> {
    let start = tiles.iter().map(|tile| tile.a).min()?;
    let end = tiles.iter().map(|tile| tile.a + tile.length).max()?;
    Some(start as usize..end as usize)
}

/// Returns the index of the part that contains a token; `None` if the token is between parts.
fn part_of(parts: &[Range<usize>], token: u32) -> Option<usize> {
    let token = token as usize;
    let part = parts.partition_point(|part| part.end <= token);
    (parts.get(part)?.start <= token).then_some(part)
}
