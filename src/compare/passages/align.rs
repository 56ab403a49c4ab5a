//! Alignment of two texts: the steps from their seeds to their passages.

use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use super::evidence::chance;
use super::extend::{Region, regions};
use super::seed::Seed;
use super::seeding::seeds;
use super::tile::{Tile, supported, tiles};
use super::trim::{Run, trim};
use super::{CommonGrams, Parameters, Passage, PassageKind, Prepared, Span, Weighed};

/// Returns the passages that two texts have in common, sorted by position in `a`; no two of them overlap, in `a` or
/// in `b`. `passages(b, a)` returns the same passages reversed.
///
/// Seeds (pairs of similar units) are clustered into regions. In each region, the heaviest first, equal runs are
/// tiled, and the two stretches are found that are likelier a copy of each other than two texts on one subject. The
/// rest of the region is tried again.
#[must_use]
pub fn passages(a: &Weighed, b: &Weighed) -> Vec<Passage> {
    let p = if a.text.is_chinese() || b.text.is_chinese() {
        &Parameters::CHINESE
    } else {
        &Parameters::WORDS
    };
    passages_with(a, b, p)
}

/// Returns the passages of two texts like `passages`, with other parameters.
#[must_use]
pub fn passages_with(a: &Weighed, b: &Weighed, p: &Parameters) -> Vec<Passage> {
    if let Some(whole) = whole(&a.text, &b.text, a.library.as_deref()) {
        return vec![whole];
    }
    // Some steps begin with one side. The choice of side must not depend on the order of the arguments.
    let mut found: Vec<Passage> = if a.text.order() <= b.text.order() {
        Alignment::new(a, b, p).run()
    } else {
        let found = Alignment::new(b, a, p).run();
        found.into_iter().map(Passage::reversed).collect()
    };
    found.sort_unstable();
    found
}

/// Returns the single passage of two texts that are not empty and equal token by token; otherwise `None`.
fn whole(a: &Prepared, b: &Prepared, library: Option<&CommonGrams>) -> Option<Passage> {
    let hashes = || a.tokens.iter().map(|token| token.hash);
    if a.tokens.is_empty()
        || a.order() != b.order()
        || !hashes().eq(b.tokens.iter().map(|token| token.hash))
    {
        return None;
    }
    let length = |text: &Prepared| text.tokens.iter().map(|t| t.end - t.start).sum();
    Some(Passage {
        a: a.span(&(0..a.tokens.len())),
        b: b.span(&(0..b.tokens.len())),
        kind: PassageKind::Identical,
        matched_a: length(a),
        matched_b: length(b),
        similarity: 1000,
        chance: chance(&a.tokens, &b.tokens, library),
        documents: 2,
    })
}

/// Pair of stretches, one in each text, that make a passage.
struct Stretches {
    a: Run,
    b: Run,
    tiles: Vec<Tile>,
}

struct Alignment<'t> {
    a: &'t Weighed,
    b: &'t Weighed,
    p: &'t Parameters,
    taken_a: Taken,
    taken_b: Taken,
    /// Number of tokens that may still be tiled: enough for all regions once, and for the retries of ordinary texts
    /// many times over.
    budget: usize,
}

impl<'t> Alignment<'t> {
    fn new(a: &'t Weighed, b: &'t Weighed, p: &'t Parameters) -> Self {
        Self {
            a,
            b,
            p,
            taken_a: Taken::default(),
            taken_b: Taken::default(),
            budget: 100_000 + 40 * (a.text.tokens.len() + b.text.tokens.len()),
        }
    }

    fn run(mut self) -> Vec<Passage> {
        let seeds = seeds(self.a, self.b, self.p);
        let mut open: BinaryHeap<Region> =
            regions(self.a, self.b, seeds, self.p.gap, self.p).into();
        let mut found = Vec::new();
        while let Some(region) = open.pop() {
            let stretches = self.stretches(&region);
            let passage = stretches.and_then(|s| Some((self.passage(&s)?, s)));
            let (left, gap) = if let Some((passage, stretches)) = passage {
                found.push(passage);
                self.taken_a.insert(&stretches.a.tokens);
                self.taken_b.insert(&stretches.b.tokens);
                let left = self.beyond(region.seeds, &stretches);
                (left, region.gap)
            } else if region.gap > 0 && region.seeds.len() > 1 {
                (region.seeds, region.gap - 1)
            } else {
                continue;
            };
            if self.budget > 0 {
                open.extend(regions(self.a, self.b, left, gap, self.p));
            }
        }
        found
    }

    /// Returns the seeds that do not touch the stretches of a passage.
    fn beyond(&self, seeds: Vec<Seed>, stretches: &Stretches) -> Vec<Seed> {
        let apart = |x: Range<usize>, y: &Range<usize>| x.end <= y.start || y.end <= x.start;
        let mut seeds = seeds;
        seeds.retain(|seed| {
            apart(self.a.text.tokens_of(seed.a as usize), &stretches.a.tokens)
                && apart(self.b.text.tokens_of(seed.b as usize), &stretches.b.tokens)
        });
        seeds
    }

    fn stretches(&mut self, region: &Region) -> Option<Stretches> {
        let (a, b, p) = (self.a, self.b, self.p);
        let around = |text: &Weighed, (first, last): (u32, u32), taken: &Taken| {
            let units = &text.text.units;
            let core = units[first as usize] as usize..units[last as usize + 1] as usize;
            let first = (first as usize).saturating_sub(p.margin);
            let end = (last as usize + 1 + p.margin).min(units.len() - 1);
            taken.free(units[first] as usize..units[end] as usize, &core)
        };
        let in_a = around(a, region.a, &self.taken_a);
        let in_b = around(b, region.b, &self.taken_b);
        self.budget = self.budget.saturating_sub(in_a.len() + in_b.len());
        let tiles = supported(tiles(a, &in_a, b, &in_b));
        let reversed: Vec<Tile> = tiles.iter().map(|tile| tile.reversed()).collect();
        let mut run_a = trim(a, &in_a, &tiles, &in_b, p)?;
        let mut run_b = trim(b, &in_b, &reversed, &run_a.tokens, p)?;
        for _ in 0..p.rounds {
            run_a = trim(a, &in_a, &tiles, &run_b.tokens, p)?;
            run_b = trim(b, &in_b, &reversed, &run_a.tokens, p)?;
        }
        Some(Stretches {
            a: run_a,
            b: run_b,
            tiles,
        })
    }

    /// Returns the passage of two stretches; `None` if it is too short or the evidence too weak.
    fn passage(&self, stretches: &Stretches) -> Option<Passage> {
        let (run_a, run_b, p) = (&stretches.a, &stretches.b, self.p);
        let evidence = run_a.evidence.min(run_b.evidence);
        let shorter = run_a.tokens.len().min(run_b.tokens.len());
        if evidence < p.evidence || evidence < p.density * shorter as f32 {
            return None;
        }
        let matches = Matches::of(self.a, self.b, stretches);
        let (span_a, span_b) = (
            self.a.text.span(&run_a.tokens),
            self.b.text.span(&run_b.tokens),
        );
        // If one text is contained whole in the other, even a short passage counts.
        let whole = run_a.tokens.len() == self.a.text.tokens.len()
            || run_b.tokens.len() == self.b.text.tokens.len();
        let least_length = if whole { 0 } else { p.least_length };
        let enough = |span: Span, matched: u32| {
            span.len() >= least_length
                && (whole || matched >= p.least_matched)
                && matched as f32 >= p.least_share * span.len() as f32
        };
        if !enough(span_a, matches.characters_a) || !enough(span_b, matches.characters_b) {
            return None;
        }
        let same = |i: usize, j: usize| self.a.text.tokens[i].hash == self.b.text.tokens[j].hash;
        let identical = run_a.tokens.len() == run_b.tokens.len()
            && run_a
                .tokens
                .clone()
                .zip(run_b.tokens.clone())
                .all(|(i, j)| same(i, j));
        Some(Passage {
            a: span_a,
            b: span_b,
            kind: if identical {
                PassageKind::Identical
            } else {
                PassageKind::Edited
            },
            matched_a: matches.characters_a,
            matched_b: matches.characters_b,
            similarity: matches.similarity(run_a.tokens.len() + run_b.tokens.len()),
            chance: chance(
                &self.a.text.tokens[run_a.tokens.clone()],
                &self.b.text.tokens[run_b.tokens.clone()],
                self.a.library.as_deref(),
            ),
            documents: 2,
        })
    }
}

/// Matched tokens and characters of two stretches.
struct Matches {
    tokens: usize,
    characters_a: u32,
    characters_b: u32,
}

impl Matches {
    fn of(a: &Weighed, b: &Weighed, stretches: &Stretches) -> Self {
        let mut matches = Self {
            tokens: 0,
            characters_a: 0,
            characters_b: 0,
        };
        for (i, j) in stretches.tiles.iter().flat_map(|tile| tile.pairs()) {
            if stretches.a.tokens.contains(&i) && stretches.b.tokens.contains(&j) {
                let (own, other) = (a.text.tokens[i], b.text.tokens[j]);
                matches.tokens += 1;
                matches.characters_a += own.end - own.start;
                matches.characters_b += other.end - other.start;
            }
        }
        matches
    }

    /// Returns the matched share of `tokens` (both sides together), in per mille.
    fn similarity(&self, tokens: usize) -> u16 {
        let share = (2000 * self.tokens).checked_div(tokens).unwrap_or(0);
        u16::try_from(share.min(1000)).unwrap_or(1000)
    }
}

/// Stretches of one text that passages already have; they do not overlap.
#[derive(Default)]
struct Taken {
    /// End of each stretch by its start, in tokens.
    stretches: BTreeMap<usize, usize>,
}

impl Taken {
    fn insert(&mut self, stretch: &Range<usize>) {
        self.stretches.insert(stretch.start, stretch.end);
    }

    /// Returns the part of `range` without a stretch that has most of `core`; of equal ones the longest, then the
    /// first.
    fn free(&self, range: Range<usize>, core: &Range<usize>) -> Range<usize> {
        let before = self.stretches.range(..range.start).next_back();
        let inside = self.stretches.range(range.clone());
        let mut start = range.start;
        let mut best = start..start;
        let size = |part: &Range<usize>| {
            let in_core = part
                .end
                .min(core.end)
                .saturating_sub(part.start.max(core.start));
            (in_core, part.len())
        };
        for (&from, &to) in before.into_iter().chain(inside) {
            let part = start..from.max(start);
            if size(&part) > size(&best) {
                best = part;
            }
            start = start.max(to).min(range.end);
        }
        let part = start..range.end;
        if size(&part) > size(&best) {
            part
        } else {
            best
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_part_is_the_one_with_most_of_the_core() {
        let mut taken = Taken::default();
        assert_eq!(taken.free(10..20, &(12..18)), 10..20);
        taken.insert(&(0..12));
        taken.insert(&(15..16));
        taken.insert(&(30..40));
        assert_eq!(taken.free(10..20, &(12..18)), 12..15);
        assert_eq!(taken.free(10..20, &(16..20)), 16..20);
        assert_eq!(taken.free(31..35, &(31..35)), 31..31);
    }
}
