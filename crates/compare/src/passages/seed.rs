//! Seed of a passage: a pair of similar units of two texts.

/// Seed: a unit of one text that is similar to a unit of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub a: u32,
    pub b: u32,
    /// Similarity of the two units, 0..=1.
    pub score: f32,
}

/// Converts the index of a unit to the type that seeds use.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text has fewer than 2^32 units, as its offsets are 32 bits"
)]
pub(super) const fn number(unit: usize) -> u32 {
    unit as u32
}
