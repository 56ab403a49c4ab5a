//! The way from two texts to their passages. Knows nothing of how a step is done.

use std::ops::Range;

use super::extend::{Region, regions};
use super::seed::{Seed, seeds};
use super::tile::{Tile, tiles};
use super::trim::{matched, trim};
use super::weighed::Weighed;
use super::{Parameters, Passage, PassageKind, Span};

/// The passages that two texts have in common.
#[must_use]
pub fn passages(a: &Weighed<'_>, b: &Weighed<'_>, p: &Parameters) -> Vec<Passage> {
    let seeds = seeds(a, b, p);
    let mut taken: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut found = Vec::new();
    let mut open = regions(a, b, seeds, p.gap, p);
    while let Some(best) = (0..open.len()).max_by(|&i, &j| {
        weight(&open[i])
            .total_cmp(&weight(&open[j]))
            .then((open[j].a, open[j].b).cmp(&(open[i].a, open[i].b)))
    }) {
        let region = open.swap_remove(best);
        let result = exact(a, b, &region, &taken, p).and_then(|exact| {
            passage(a, b, &exact, region.score, p).map(|passage| (exact, passage))
        });
        let Some((exact, passage)) = result else {
            if region.gap > 0 && region.seeds.len() > 1 {
                let before = region.seeds.len();
                let _ = before;
                open.extend(regions(a, b, region.seeds, region.gap - 1, p));
            }
            continue;
        };
        let place = |t: &Weighed<'_>, u: u32| t.text.tokens_of(u as usize);
        let left: Vec<_> = region
            .seeds
            .into_iter()
            .filter(|s| !overlap(&place(a, s.a), &exact.x) && !overlap(&place(b, s.b), &exact.y))
            .collect();
        open.extend(regions(a, b, left, region.gap, p));
        taken.push((exact.x.clone(), exact.y.clone()));
        found.push(passage);
    }
    found.sort_unstable();
    found
}

fn weight(region: &Region) -> f32 {
    region.seeds.iter().map(|seed| seed.score).sum()
}

fn overlap(x: &Range<usize>, y: &Range<usize>) -> bool {
    x.start < y.end && y.start < x.end
}

struct Exact {
    x: Range<usize>,
    y: Range<usize>,
    tiles: Vec<Tile>,
    reversed: Vec<Tile>,
    evidence: f32,
}

fn exact(
    a: &Weighed<'_>,
    b: &Weighed<'_>,
    region: &Region,
    taken: &[(Range<usize>, Range<usize>)],
    p: &Parameters,
) -> Option<Exact> {
    let wide = |text: &Weighed<'_>, (first, last): (u32, u32)| {
        let first = (first as usize).saturating_sub(p.margin);
        let last = (last as usize + p.margin).min(text.text.unit_count() - 1);
        text.text.units[first] as usize..text.text.units[last + 1] as usize
    };
    let core = |text: &Weighed<'_>, (first, last): (u32, u32)| {
        text.text.units[first as usize] as usize..text.text.units[last as usize + 1] as usize
    };
    let (core_a, core_b) = (core(a, region.a), core(b, region.b));
    let wide_a = free(wide(a, region.a), &core_a, taken.iter().map(|t| &t.0));
    let wide_b = free(wide(b, region.b), &core_b, taken.iter().map(|t| &t.1));
    if wide_a.is_empty() || wide_b.is_empty() {
        return None;
    }
    let tiles = tiles(a, wide_a.clone(), b, wide_b.clone(), p.single);
    let reversed: Vec<Tile> = tiles
        .iter()
        .map(|t| Tile {
            a: t.b,
            b: t.a,
            length: t.length,
        })
        .collect();
    let (mut x, mut e) = trim(a, &wide_a, &tiles, &wide_b, &core_a, p)?;
    let (mut y, mut f) = trim(b, &wide_b, &reversed, &x, &core_b, p)?;
    for _ in 0..p.rounds {
        (x, e) = trim(a, &wide_a, &tiles, &y, &core_a, p)?;
        (y, f) = trim(b, &wide_b, &reversed, &x, &core_b, p)?;
    }
    Some(Exact {
        x,
        y,
        tiles,
        reversed,
        evidence: e.min(f),
    })
}

/// The part of `range` that no passage has, around the middle of its core.
fn free<'r>(
    mut range: Range<usize>,
    core: &Range<usize>,
    taken: impl Iterator<Item = &'r Range<usize>>,
) -> Range<usize> {
    let middle = usize::midpoint(core.start, core.end);
    for other in taken
        .filter(|t| t.start < range.end && range.start < t.end)
        .collect::<Vec<_>>()
    {
        if other.end <= middle {
            range.start = range.start.max(other.end);
        } else if other.start > middle {
            range.end = range.end.min(other.start);
        } else if other.start.saturating_sub(range.start) >= range.end.saturating_sub(other.end) {
            range.end = other.start.max(range.start);
        } else {
            range.start = other.end.min(range.end);
        }
    }
    range
}

fn passage(
    a: &Weighed<'_>,
    b: &Weighed<'_>,
    exact: &Exact,
    score: f32,
    p: &Parameters,
) -> Option<Passage> {
    let span = |text: &Weighed<'_>, tokens: &Range<usize>| Span {
        start: text.text.tokens[tokens.start].start,
        end: text.text.tokens[tokens.end - 1].end,
    };
    let matched = |text: &Weighed<'_>, tiles: &[Tile], x: &Range<usize>, y: &Range<usize>| -> u32 {
        matched(tiles, x, y)
            .iter()
            .zip(&text.text.tokens[x.clone()])
            .filter(|(m, _)| **m)
            .map(|(_, token)| token.end - token.start)
            .sum()
    };
    let (x, y) = (&exact.x, &exact.y);
    let (span_a, span_b) = (span(a, x), span(b, y));
    let (matched_a, matched_b) = (
        matched(a, &exact.tiles, x, y),
        matched(b, &exact.reversed, y, x),
    );
    let enough = |span: Span, matched: u32| {
        span.len() >= p.least_length
            && matched >= p.least_matched
            && matched as f32 >= p.least_share * span.len() as f32
    };
    if exact.evidence < p.evidence || !enough(span_a, matched_a) || !enough(span_b, matched_b) {
        return None;
    }
    let identical = x.len() == y.len()
        && a.text.tokens[x.clone()]
            .iter()
            .zip(&b.text.tokens[y.clone()])
            .all(|(s, t)| s.hash == t.hash);
    Some(Passage {
        a: span_a,
        b: span_b,
        kind: if identical {
            PassageKind::Identical
        } else {
            PassageKind::Edited
        },
        matched_a,
        matched_b,
        similarity: (score * 1000.0) as u16,
    })
}

pub fn debug_seeds(a: &Weighed<'_>, b: &Weighed<'_>, p: &Parameters, sa: Span, sb: Span) -> String {
    let s = seeds(a, b, p);
    let place = |t: &Weighed<'_>, u: u32| {
        let r = t.text.tokens_of(u as usize);
        Span {
            start: t.text.tokens[r.start].start,
            end: t.text.tokens[r.end - 1].end,
        }
    };
    let inside: Vec<String> = s
        .iter()
        .filter(|s| place(a, s.a).overlaps(sa) && place(b, s.b).overlaps(sb))
        .map(|s| format!("{}-{}:{:.2}", s.a, s.b, s.score))
        .collect();
    let rs = regions(a, b, s.clone(), p.gap, p);
    let r: Vec<String> = rs
        .iter()
        .filter(|r| {
            r.seeds
                .iter()
                .any(|s| place(a, s.a).overlaps(sa) && place(b, s.b).overlaps(sb))
        })
        .map(|r| {
            format!(
                "REGION {:?} {:?} {:.2} -> {}",
                r.a,
                r.b,
                r.score,
                match exact(a, b, r, &[], p) {
                    None => "none".to_string(),
                    Some(e) => format!(
                        "{:?} {:?} ev {:.1} {:?}",
                        e.x,
                        e.y,
                        e.evidence,
                        passage(a, b, &e, 0.0, p)
                    ),
                }
            )
        })
        .collect();
    format!("{} of {} {:?} {:?}", inside.len(), s.len(), inside, r)
}
