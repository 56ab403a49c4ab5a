//! Hashes of terms and of sequences.

use twox_hash::XxHash3_64;

use chachong_text::mix;

/// Returns the 64-bit hash of a term. The chance that any two of a million different terms collide is 1 in 37
/// million.
pub(super) fn hash(term: &str) -> u64 {
    XxHash3_64::oneshot(term.as_bytes())
}

/// Returns the hash of a sequence, given the hash of all preceding items and the next item.
pub(super) fn joined(before: u64, next: u64) -> u64 {
    let high = u64::from(mix(before.rotate_left(17) ^ next));
    let low = u64::from(mix(before
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(next)));
    high << 32 | low
}
