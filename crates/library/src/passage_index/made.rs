//! Generated texts and shingles for tests.

use crate::selection::QueryShingle;
use chachong_compare::{Prepared, spread};
use chachong_simhash::Fingerprint;
use chachong_text::{LineBreaks, normalize};

/// Prepares a text as the program does.
pub(crate) fn prepared(text: &str) -> Prepared {
    Prepared::new(&normalize(text, LineBreaks::Layout))
}

/// Generates `length` random-looking Chinese characters, common ones more often.
pub(crate) fn chinese(seed: u64, length: usize) -> String {
    (0..length as u64)
        .map(|i| {
            let random = spread(seed << 32 | i);
            let (a, b) = (random % 1_500, random / 1_500 % 1_500);
            char::from_u32(0x4E00 + u32::try_from(a * b / 1_500).unwrap()).unwrap()
        })
        .collect()
}

/// Makes a fingerprint from a small number.
pub(super) fn fingerprint(number: u64) -> Fingerprint {
    Fingerprint(spread(number))
}

/// Makes the shingles of a new text from these numbers, one character a token.
pub(super) fn query(numbers: &[u64]) -> Vec<QueryShingle> {
    (0..)
        .zip(numbers)
        .map(|(token, &number)| QueryShingle {
            fingerprint: fingerprint(number),
            token,
            start: token,
            end: token + 5,
        })
        .collect()
}
