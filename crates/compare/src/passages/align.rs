//! Alignment of two texts: the steps from their seeds to their passages.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::evidence::{are_equal, chance};
use super::extend::{Region, regions};
use super::further::further;
use super::pieces::{Stretches, pieces};
use super::seed::Seed;
use super::seeding::seeds;
use super::taken::Taken;
use super::tile::{REACH, Tile, supported, tiles};
use super::trim::{Run, trim};
use super::{
    Chance, CommonGrams, Parameters, Passage, PassageKind, Prepared, Span, Strength, Weighed,
};

/// Returns the passages that two texts have in common, sorted by position in `a`. Passages may overlap on one side, where the
/// other text repeats their text, but no two overlap on both sides. `passages(b, a)` returns the same passages reversed.
///
/// Seeds (pairs of similar units) are clustered into regions, and the heaviest region is processed first: equal runs of tokens
/// are tiled, and the two stretches are found that are more likely copies of each other than independent texts on one subject.
/// The rest of the region is tried again. Finally, the rest of both texts is searched for repeats of the passages found.
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
fn passages_with(a: &Weighed, b: &Weighed, p: &Parameters) -> Vec<Passage> {
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
    if a.tokens.is_empty() || a.order() != b.order() || !are_equal(&a.tokens, &b.tokens) {
        return None;
    }
    let length = |text: &Prepared| text.tokens.iter().map(|t| t.end - t.start).sum();
    let chance = chance(&a.tokens, &b.tokens, library);
    Some(Passage {
        matched_a: length(a),
        matched_b: length(b),
        ..Passage::identical(a.extent, b.extent, chance)
    })
}

/// Minimum similarity, in per mille, of the two sides of a further place; less similar text is on the same subject, but no
/// copy.
const AGAIN: u16 = 700;

/// Returns whether a passage at a further place is strong and similar enough to repeat text of the first passages.
fn stands_again((passage, _): &(Passage, Stretches)) -> bool {
    passage.strength() == Strength::Strong && passage.similarity >= AGAIN
}

struct Alignment<'t> {
    a: &'t Weighed,
    b: &'t Weighed,
    p: &'t Parameters,
    taken_a: Taken,
    taken_b: Taken,
    /// Number of tokens that may still be tiled.
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
            budget: 0,
        }
    }

    /// Returns a number of tokens to tile: `times` as many as both texts have, and enough for short ones.
    fn allowance(&self, times: usize) -> usize {
        100_000 + times * (self.a.text.tokens.len() + self.b.text.tokens.len())
    }

    fn run(mut self) -> Vec<Passage> {
        let mut found = self.first_places();
        if !found.is_empty() {
            found.extend(self.further_places());
        }
        found
    }

    /// Returns passages of which no two overlap, on either side.
    fn first_places(&mut self) -> Vec<Passage> {
        // Enough for all regions once, and for the retries of ordinary texts many times over.
        self.budget = self.allowance(40);
        let seeds = seeds(self.a, self.b, self.p);
        let mut open: BinaryHeap<Region> =
            regions(self.a, self.b, seeds, self.p.gap, self.p).into();
        let mut found: Vec<Passage> = Vec::new();
        while let Some(region) = open.pop() {
            let in_a = self.around(self.a, region.a, &self.taken_a);
            let in_b = self.around(self.b, region.b, &self.taken_b);
            let here = self.passages_in(&in_a, &in_b);
            let (mut in_a, mut in_b) = (Taken::default(), Taken::default());
            for (_, piece) in &here {
                for (taken, stretch) in [
                    (&mut self.taken_a, &piece.a),
                    (&mut in_a, &piece.a),
                    (&mut self.taken_b, &piece.b),
                    (&mut in_b, &piece.b),
                ] {
                    taken.insert(&stretch.tokens);
                }
            }
            let (left, gap) = if !here.is_empty() {
                (self.beyond(region.seeds, &in_a, &in_b), region.gap)
            } else if region.gap > 0 && region.seeds.len() > 1 {
                (region.seeds, region.gap - 1)
            } else {
                continue;
            };
            found.extend(here.into_iter().map(|(passage, _)| passage));
            if self.budget > 0 {
                open.extend(regions(self.a, self.b, left, gap, self.p));
            }
        }
        found
    }

    /// Returns the passages of the further places: text of one document, outside the first passages, that repeats text inside
    /// those of the other document.
    fn further_places(&mut self) -> Vec<Passage> {
        // Places do not overlap, so that each token is in few of them.
        self.budget = self.allowance(10);
        let again_in_a = further(self.a, &self.taken_a, self.b, &self.taken_b);
        let again_in_b = further(self.b, &self.taken_b, self.a, &self.taken_a);
        let mut found = Vec::new();
        for place in again_in_a {
            if self.budget == 0 {
                break;
            }
            let in_a = self.taken_a.free(place.around, &place.tokens);
            let here = self.passages_in(&in_a, &place.elsewhere);
            for (passage, piece) in here.into_iter().filter(stands_again) {
                self.taken_a.insert(&piece.a.tokens);
                found.push(passage);
            }
        }
        for place in again_in_b {
            if self.budget == 0 {
                break;
            }
            let in_b = self.taken_b.free(place.around, &place.tokens);
            let here = self.passages_in(&place.elsewhere, &in_b);
            for (passage, piece) in here.into_iter().filter(stands_again) {
                self.taken_b.insert(&piece.b.tokens);
                found.push(passage);
            }
        }
        found
    }

    /// Returns the passages of two ranges of tokens, each with its stretches; no two overlap, on either side.
    fn passages_in(
        &mut self,
        in_a: &Range<usize>,
        in_b: &Range<usize>,
    ) -> Vec<(Passage, Stretches)> {
        self.budget = self.budget.saturating_sub(in_a.len() + in_b.len());
        let Some(whole) = self.stretches(in_a, in_b) else {
            return Vec::new();
        };
        let divided = pieces(self.a, self.b, &whole, self.p);
        let of_whole = divided.is_some().then(|| self.chance(&whole));
        let pieces = divided.unwrap_or_else(|| vec![whole]);
        let mut here: Vec<(Passage, Stretches)> = (pieces.into_iter())
            .filter_map(|piece| Some((self.passage(&piece)?, piece)))
            .collect();
        if let Some(of_whole) = of_whole {
            // Where the whole is not strong, each piece is one more try to find something strong in it.
            if of_whole.strength() == Strength::Possible {
                let tries = here.len();
                for (passage, _) in &mut here {
                    passage.chance = passage.chance.among(tries);
                }
            }
            let strongest = (here.iter())
                .map(|(passage, _)| passage.chance)
                .fold(of_whole, Chance::min);
            for (passage, _) in &mut here {
                passage.chance = passage.chance.beside(strongest, self.p.piece_bonus);
            }
        }
        here
    }

    /// Returns the seeds that do not touch stretches, in either text.
    fn beyond(&self, mut seeds: Vec<Seed>, in_a: &Taken, in_b: &Taken) -> Vec<Seed> {
        seeds.retain(|seed| {
            !in_a.touches(&self.a.text.tokens_of(seed.a as usize))
                && !in_b.touches(&self.b.text.tokens_of(seed.b as usize))
        });
        seeds
    }

    /// Returns the free tokens around a run of units.
    fn around(&self, text: &Weighed, (first, last): (u32, u32), taken: &Taken) -> Range<usize> {
        let units = &text.text.units;
        let core = units[first as usize] as usize..units[last as usize + 1] as usize;
        let first = (first as usize).saturating_sub(self.p.margin);
        let end = (last as usize + 1 + self.p.margin).min(units.len() - 1);
        taken.free(units[first] as usize..units[end] as usize, &core)
    }

    /// Returns the two stretches of these ranges that are likeliest copies of each other; `None` if none are.
    fn stretches(&self, in_a: &Range<usize>, in_b: &Range<usize>) -> Option<Stretches> {
        let (a, b, p) = (self.a, self.b, self.p);
        let tiles = supported(tiles(a, in_a, b, in_b), REACH);
        let reversed: Vec<Tile> = tiles.iter().map(|tile| tile.reversed()).collect();
        let mut run_a = trim(a, in_a, &tiles, in_b, p)?;
        let mut run_b = trim(b, in_b, &reversed, &run_a.tokens, p)?;
        for _ in 0..p.rounds {
            run_a = trim(a, in_a, &tiles, &run_b.tokens, p)?;
            run_b = trim(b, in_b, &reversed, &run_a.tokens, p)?;
        }
        Some(Stretches {
            a: run_a,
            b: run_b,
            tiles,
        })
    }

    /// Returns how often chance alone gives a passage as strong.
    fn chance(&self, stretches: &Stretches) -> Chance {
        chance(
            &self.a.text.tokens[stretches.a.tokens.clone()],
            &self.b.text.tokens[stretches.b.tokens.clone()],
            self.a.library.as_deref(),
        )
    }

    /// Returns the passage of two stretches; `None` if it is too short or the evidence too weak.
    fn passage(&self, stretches: &Stretches) -> Option<Passage> {
        let (run_a, run_b, p) = (&stretches.a, &stretches.b, self.p);
        let evidence = run_a.evidence.min(run_b.evidence);
        let shorter = run_a.tokens.len().min(run_b.tokens.len());
        if evidence < p.evidence || evidence < p.density * shorter as f32 {
            return None;
        }
        let identical = are_equal(
            &self.a.text.tokens[run_a.tokens.clone()],
            &self.b.text.tokens[run_b.tokens.clone()],
        );
        let matches = if identical {
            Matches::all(self.a, self.b, stretches)
        } else {
            Matches::of(
                self.a,
                self.b,
                &stretches.tiles,
                &run_a.tokens,
                &run_b.tokens,
            )
        };
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
            chance: self.chance(stretches),
            documents: 2,
        })
    }
}

/// Matched tokens and characters of two stretches.
pub(super) struct Matches {
    pub tokens: usize,
    pub characters_a: u32,
    pub characters_b: u32,
}

impl Matches {
    /// Counts the tokens that tiles match within two ranges.
    pub fn of(
        a: &Weighed,
        b: &Weighed,
        tiles: &[Tile],
        in_a: &Range<usize>,
        in_b: &Range<usize>,
    ) -> Self {
        let mut matches = Self {
            tokens: 0,
            characters_a: 0,
            characters_b: 0,
        };
        for (i, j) in tiles.iter().flat_map(|tile| tile.pairs()) {
            if in_a.contains(&i) && in_b.contains(&j) {
                let (own, other) = (a.text.tokens[i], b.text.tokens[j]);
                matches.tokens += 1;
                matches.characters_a += own.end - own.start;
                matches.characters_b += other.end - other.start;
            }
        }
        matches
    }

    /// Counts every token of two identical stretches. Their tiles do not suffice: text that occurs twice may be tiled with its
    /// other place.
    fn all(a: &Weighed, b: &Weighed, stretches: &Stretches) -> Self {
        let characters = |text: &Weighed, run: &Run| {
            let tokens = &text.text.tokens[run.tokens.clone()];
            tokens.iter().map(|token| token.end - token.start).sum()
        };
        Self {
            tokens: stretches.a.tokens.len(),
            characters_a: characters(a, &stretches.a),
            characters_b: characters(b, &stretches.b),
        }
    }

    /// Returns the matched share of `tokens` (both sides together), in per mille.
    pub fn similarity(&self, tokens: usize) -> u16 {
        let share = (2000 * self.tokens).checked_div(tokens).unwrap_or(0);
        u16::try_from(share.min(1000)).unwrap_or(1000)
    }
}
