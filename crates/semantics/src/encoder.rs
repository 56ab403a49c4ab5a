//! Sentence encoder, as a trait: turns texts into vectors that are near each other if the texts have the same meaning.

use std::ops::Range;

/// Number of dimensions of a vector.
pub const DIMENSIONS: usize = 512;

/// Encoder that turns texts into vectors with [`DIMENSIONS`] numbers and length 1.
pub trait Encoder: Send + Sync {
    /// Returns the name and version of the model; vectors of different models cannot be compared.
    fn model(&self) -> &str;

    /// Returns one vector for each text, in the same order. The vector of a text does not depend on the other texts.
    fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>>;

    /// Returns a vector for each window of neighbouring sentences, computed from intermediate results of its sentences.
    /// Each window is a range of indices into `sentences`.
    ///
    /// Windows that share sentences cost little more than their sentences. A window of one sentence has the vector that
    /// [`Self::encode`] returns; a window of several has nearly the vector of the joined text. A window without
    /// sentences, or beyond the end of `sentences`, has a vector of zeros. Sentences in no window cost nothing.
    fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>>;
}
