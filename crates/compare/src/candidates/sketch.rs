//! Sketch of one prepared document: the shingles selected to represent it, with their places.

use super::evidence::{PLACES, STRETCH};
use super::winnow::winnow;
use crate::Prepared;
use chachong_text::Token;

/// Selected shingles (short runs of tokens) of one document.
///
/// A shingle consists of as many tokens as are needed to reach a weight; a word weighs as much as one and a half Chinese
/// characters. Its length depends only on these tokens, so an English abstract in a Chinese thesis matches an English paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    pub(super) short: Vec<Shingle>,
    pub(super) long: Vec<Shingle>,
}

/// Selected shingle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shingle {
    /// Hash of the shingle's tokens, evenly distributed.
    pub hash: u64,
    /// Index of the shingle's first token among the document's.
    pub token: u32,
}

/// Minimum weight of a short shingle: 3 Chinese characters or 2 words, the length that found most of the heavily
/// edited copies.
const SHORT_WEIGHT: u32 = 6;
/// Winnowing window of short shingles: one of every 2.5 is selected; with one in 4.5 a tenth of the shuffled copies
/// is lost.
const SHORT_WINDOW: usize = 4;
/// Minimum weight of a long shingle: 8 Chinese characters or 6 words, hardly ever equal by chance.
const LONG_WEIGHT: u32 = 16;
/// Winnowing window of long shingles: every run of 5 has a selected one.
const LONG_WINDOW: usize = 5;

impl Sketch {
    /// Makes the sketch of a document: about 0.4 short and 0.33 long shingles for each token.
    #[must_use]
    pub fn of(document: &Prepared) -> Self {
        Self::of_tokens(document.tokens())
    }

    /// Makes the sketch of a document from its tokens alone.
    pub(super) fn of_tokens(tokens: &[Token]) -> Self {
        Self {
            short: select(tokens, SHORT_WEIGHT, SHORT_WINDOW),
            long: select(tokens, LONG_WEIGHT, LONG_WINDOW),
        }
    }
}

/// Returns the winnowed shingles of a weight.
#[expect(
    clippy::cast_possible_truncation,
    reason = "offsets are 32 bits by design"
)]
fn select(tokens: &[Token], weight: u32, window: usize) -> Vec<Shingle> {
    let mut hashes = Vec::with_capacity(tokens.len());
    for first in 0..tokens.len() {
        let (mut hash, mut reached) = (u64::from(weight), 0);
        for token in &tokens[first..] {
            hash = spread(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(token.hash));
            reached += token.weight();
            if reached >= weight {
                hashes.push(hash);
                break;
            }
        }
        // The remaining tokens are too few for a shingle.
        if hashes.len() <= first {
            break;
        }
    }
    let mut selected: Vec<Shingle> = winnow(&hashes, window)
        .into_iter()
        .map(|at| Shingle {
            // Selected hashes are small; spread once more, they fill the partitions evenly.
            hash: spread(hashes[at]),
            token: at as u32,
        })
        .collect();
    if tokens.len() > MAY_REPEAT {
        keep_places(&mut selected);
    }
    selected
}

/// Number of tokens from which on the places of a document's shingles are looked at: the repeats of a shorter one take little room.
const MAY_REPEAT: usize = 1 << 15;

/// Removes the places of each shingle that [`evidence`](super::evidence) would pass over: a text that repeats one sentence has
/// one shingle at millions of places.
fn keep_places(shingles: &mut Vec<Shingle>) {
    shingles.sort_unstable_by_key(|shingle| (shingle.hash, shingle.token));
    let (mut last, mut places) = (None, 0);
    shingles.retain(|shingle| {
        let place = (shingle.hash, shingle.token / STRETCH);
        if last.is_none_or(|(hash, _)| hash != place.0) {
            (last, places) = (Some(place), 1);
            return true;
        }
        if places < PLACES && last != Some(place) {
            (last, places) = (Some(place), places + 1);
            return true;
        }
        false
    });
}

/// Mixes the bits of a number so that every bit of the result depends on every bit of `z` (the finaliser of splitmix64).
#[must_use]
pub const fn spread(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
