//! Runs of tokens that two texts share and that are rare in both: seeds without regard to weights.

use super::{Parameters, Prepared};
use crate::each_once;

/// Length of a run in a Chinese text, in tokens (characters).
const CHINESE_RUN: usize = 9;
/// Length of a run in a text of words, in tokens.
const WORD_RUN: usize = 5;

/// Runs of a text: their hashes, sorted, and the units they begin in.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    hashes: Vec<u64>,
    units: Vec<u32>,
}

impl Runs {
    /// Collects the runs of a text, of 9 characters if it is Chinese, otherwise of 5 words.
    pub fn of(text: &Prepared) -> Self {
        let length = if text.is_chinese() {
            CHINESE_RUN
        } else {
            WORD_RUN
        };
        let (hashes, units) = runs(text, length).into_iter().unzip();
        Self { hashes, units }
    }

    /// Returns the memory use in bytes.
    pub const fn bytes(&self) -> usize {
        self.hashes.len() * (size_of::<u64>() + size_of::<u32>())
    }

    /// Returns the index after the last hash that equals the one at `from`.
    fn end(&self, from: usize) -> usize {
        from + self.hashes[from..]
            .iter()
            .take_while(|hash| **hash == self.hashes[from])
            .count()
    }
}

/// Returns the pairs of units, of `a` and of `b`, in which the same run begins that is rare in both texts: it occurs at most
/// `p.run_places` times in each. A pair that shares several runs is returned several times.
pub(super) fn shared_runs(a: &Runs, b: &Runs, p: &Parameters) -> Vec<(u32, u32)> {
    let (mut own, mut other) = (0, 0);
    let mut found = Vec::new();
    while let (Some(x), Some(y)) = (a.hashes.get(own), b.hashes.get(other)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => own += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                let (own_end, other_end) = (a.end(own), b.end(other));
                if own_end - own <= p.run_places && other_end - other <= p.run_places {
                    for unit in &a.units[own..own_end] {
                        found.extend(b.units[other..other_end].iter().map(|u| (*unit, *u)));
                    }
                }
                (own, other) = (own_end, other_end);
            }
        }
    }
    found
}

/// Returns the hashes of a text's runs of `length` tokens with the units that they begin in, sorted, each once.
fn runs(text: &Prepared, length: usize) -> Vec<(u64, u32)> {
    let tokens = &text.tokens;
    if tokens.len() < length {
        return Vec::new();
    }
    let base = 0x9E37_79B9_7F4A_7C15_u64;
    let top = (1..length).fold(1_u64, |power, _| power.wrapping_mul(base));
    let mut hash = 0_u64;
    let mut found = Vec::with_capacity(tokens.len());
    let mut unit = 0;
    let mut units = text.units.iter().copied().zip(0_u32..).skip(1).peekable();
    for (i, token) in tokens.iter().enumerate() {
        if let Some(leaving) = i.checked_sub(length) {
            hash = hash.wrapping_sub(u64::from(tokens[leaving].hash).wrapping_mul(top));
        }
        hash = hash.wrapping_mul(base).wrapping_add(u64::from(token.hash));
        if let Some(start) = (i + 1).checked_sub(length) {
            while let Some((_, next)) = units.next_if(|&(first, _)| first as usize <= start) {
                unit = next;
            }
            found.push((hash, unit));
        }
    }
    each_once(found)
}
