//! Two texts -> seeds: pairs of units that are alike, or share a long run of tokens. Knows nothing of passages.

use super::Parameters;
use super::weighed::{Weighed, Windows};

/// A unit of one text that is like a unit of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub a: u32,
    pub b: u32,
    /// How alike, 0..=1.
    pub score: f32,
}

/// The terms of windows with the window and the place of each, to be joined by term.
fn by_term(windows: &Windows) -> Vec<(u32, u32, u32)> {
    let mut places = Vec::with_capacity(windows.terms.len());
    for window in 0..windows.len() {
        places.extend(
            windows
                .range(window)
                .map(|i| (windows.terms[i].0, window as u32, i as u32)),
        );
    }
    places.sort_unstable();
    places
}

pub(super) fn seeds(a: &Weighed<'_>, b: &Weighed<'_>, p: &Parameters) -> Vec<Seed> {
    let mut seeds = alike(&Windows::new(a, 1), &Windows::new(b, 1), p.cosine, p.dice);
    if p.width > 1 {
        let (units_a, units_b) = (a.text.unit_count(), b.text.unit_count());
        for seed in alike(
            &Windows::new(a, p.width),
            &Windows::new(b, p.width),
            p.wide_cosine,
            p.wide_dice,
        ) {
            let middle =
                |unit: u32, units: usize| (unit + p.width as u32 / 2).min(units as u32 - 1);
            seeds.push(Seed {
                a: middle(seed.a, units_a),
                b: middle(seed.b, units_b),
                ..seed
            });
        }
    }
    seeds.extend(shared_runs(a, b, p));
    seeds.sort_unstable_by(|x, y| {
        (x.a, x.b)
            .cmp(&(y.a, y.b))
            .then(y.score.total_cmp(&x.score))
    });
    seeds.dedup_by_key(|seed| (seed.a, seed.b));
    seeds
}

/// Pairs of windows whose weighted vectors have a large cosine and whose sets of terms a large Dice coefficient.
fn alike(a: &Windows, b: &Windows, least_cosine: f32, least_dice: f32) -> Vec<Seed> {
    let (in_a, in_b) = (by_term(a), by_term(b));
    // For each term of `a` the places of `b` with it.
    let mut ranges = vec![(0_u32, 0_u32); a.terms.len()];
    let mut j = 0;
    for same in in_a.chunk_by(|x, y| x.0 == y.0) {
        while j < in_b.len() && in_b[j].0 < same[0].0 {
            j += 1;
        }
        let start = j;
        while j < in_b.len() && in_b[j].0 == same[0].0 {
            j += 1;
        }
        for &(_, _, place) in same {
            ranges[place as usize] = (start as u32, j as u32);
        }
    }
    let mut dots = vec![0.0_f32; b.len()];
    let mut shared = vec![0_u32; b.len()];
    let mut touched: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    for window in 0..a.len() {
        for place in a.range(window) {
            let (start, end) = ranges[place];
            for &(_, u, other) in &in_b[start as usize..end as usize] {
                if shared[u as usize] == 0 {
                    touched.push(u);
                }
                shared[u as usize] += 1;
                dots[u as usize] += a.terms[place].1 * b.terms[other as usize].1;
            }
        }
        for &u in &touched {
            let u = u as usize;
            let score = dots[u] / (a.norms[window] * b.norms[u]);
            let dice = 2.0 * shared[u] as f32 / (a.range(window).len() + b.range(u).len()) as f32;
            if score >= least_cosine && dice >= least_dice {
                found.push(Seed {
                    a: window as u32,
                    b: u as u32,
                    score,
                });
            }
            dots[u] = 0.0;
            shared[u] = 0;
        }
        touched.clear();
    }
    found
}

/// Pairs of units that share a run of tokens that is rare in both texts.
fn shared_runs(a: &Weighed<'_>, b: &Weighed<'_>, p: &Parameters) -> Vec<Seed> {
    let (in_a, in_b) = (runs(a, p.run), runs(b, p.run));
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while i < in_a.len() && j < in_b.len() {
        match in_a[i].0.cmp(&in_b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                let run = in_a[i].0;
                let ends = |v: &[(u64, u32)], from: usize| {
                    from + v[from..].iter().take_while(|x| x.0 == run).count()
                };
                let (ai, bj) = (ends(&in_a, i), ends(&in_b, j));
                if ai - i <= p.run_units && bj - j <= p.run_units {
                    for x in &in_a[i..ai] {
                        for y in &in_b[j..bj] {
                            found.push(Seed {
                                a: x.1,
                                b: y.1,
                                score: 0.5,
                            });
                        }
                    }
                }
                (i, j) = (ai, bj);
            }
        }
    }
    found
}

/// The hashes of a text's runs of `length` tokens with the units they begin in, sorted.
fn runs(text: &Weighed<'_>, length: usize) -> Vec<(u64, u32)> {
    let tokens = &text.text.tokens;
    if tokens.len() < length {
        return Vec::new();
    }
    let base = 0x9E37_79B9_7F4A_7C15_u64 | 1;
    let top = (1..length).fold(1_u64, |power, _| power.wrapping_mul(base));
    let mut hash = 0_u64;
    let mut found = Vec::with_capacity(tokens.len());
    let mut unit = 0_usize;
    for i in 0..tokens.len() {
        if i >= length {
            hash = hash.wrapping_sub(u64::from(tokens[i - length].hash).wrapping_mul(top));
        }
        hash = hash
            .wrapping_mul(base)
            .wrapping_add(u64::from(tokens[i].hash));
        if i + 1 >= length {
            let start = i + 1 - length;
            while text.text.units[unit + 1] as usize <= start {
                unit += 1;
            }
            found.push((hash, unit as u32));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
