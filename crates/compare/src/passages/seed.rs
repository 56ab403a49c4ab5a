//! Seed of a passage: a pair of similar units of two texts.

/// Seed: a unit of one text that is similar to a unit of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub a: u32,
    pub b: u32,
    /// Similarity of the two units, 0..=1.
    pub score: f32,
}
