//! One prepared document -> the shingles that stand for it, with their places. Knows nothing of other documents.

use super::winnow::winnow;
use crate::compare::Prepared;
use crate::text::Token;

/// The selected shingles of one document.
///
/// A shingle is as many tokens as reach a weight, a word counting for one and a half Chinese characters: which tokens
/// it has depends on nothing but them, so an English abstract in a Chinese thesis meets an English paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    pub(super) short: Vec<Shingle>,
    pub(super) long: Vec<Shingle>,
}

/// A selected shingle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shingle {
    /// A hash of its tokens, spread evenly.
    pub hash: u64,
    /// The place of its first token among the document's.
    pub token: u32,
    /// Offset of its first character in the original text, in Unicode scalar values.
    pub start: u32,
    /// Offset after its last character.
    pub end: u32,
}

/// What a Chinese character and a word weigh.
const HAN: u32 = 2;
const WORD: u32 = 3;
/// A short shingle: 3 Chinese characters or 2 words, the length that found most of the heavily edited copies.
const SHORT_WEIGHT: u32 = 6;
/// One of every 2.5 short shingles is selected: with one in 4.5 a tenth of the shuffled copies gets lost.
const SHORT_WINDOW: usize = 4;
/// A long shingle: 8 Chinese characters or 6 words, hardly ever alike by chance.
const LONG_WEIGHT: u32 = 16;
/// Every run of 5 long shingles has a selected one, so the ends of common text are known to within 4 tokens.
const LONG_WINDOW: usize = 5;
/// A long shingle has at most so many tokens.
pub(super) const LONG_TOKENS: u32 = LONG_WEIGHT / HAN;

impl Sketch {
    /// The sketch of a document: about 0.4 short and 0.33 long shingles a token.
    #[must_use]
    pub fn of(document: &Prepared) -> Self {
        Self::of_tokens(document.tokens())
    }

    /// The same from its tokens alone.
    pub(super) fn of_tokens(tokens: &[Token]) -> Self {
        Self {
            short: select(tokens, SHORT_WEIGHT, SHORT_WINDOW),
            long: select(tokens, LONG_WEIGHT, LONG_WINDOW),
        }
    }
}

/// The winnowed shingles of a weight.
#[expect(
    clippy::cast_possible_truncation,
    reason = "offsets are 32 bits by design"
)]
fn select(tokens: &[Token], weight: u32, window: usize) -> Vec<Shingle> {
    let mut hashes = Vec::with_capacity(tokens.len());
    let mut ends = Vec::with_capacity(tokens.len());
    for first in 0..tokens.len() {
        let (mut hash, mut reached) = (u64::from(weight), 0);
        for token in &tokens[first..] {
            hash = spread(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(token.hash));
            reached += if token.is_han { HAN } else { WORD };
            if reached >= weight {
                hashes.push(hash);
                ends.push(token.end);
                break;
            }
        }
        // Fewer tokens than a shingle needs are left from here on.
        if hashes.len() <= first {
            break;
        }
    }
    winnow(&hashes, window)
        .into_iter()
        .map(|at| Shingle {
            // Selected hashes are small ones; spread again they fill the partitions evenly.
            hash: spread(hashes[at]),
            token: at as u32,
            start: tokens[at].start,
            end: ends[at],
        })
        .collect()
}

/// Every bit of the result depends on every bit of the number (the finaliser of splitmix64).
pub(crate) const fn spread(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
