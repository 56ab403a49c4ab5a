//! Sentence encoder, as a trait: texts become vectors that lie near each other where the texts mean the same.

use std::ops::Range;

/// Number of dimensions of a vector.
pub const DIMENSIONS: usize = 512;

/// Encoder that turns sentences into vectors of length 1 with [`DIMENSIONS`] numbers.
pub trait Encoder: Send + Sync {
    /// Name and version of the model; vectors of different models cannot be compared.
    fn model(&self) -> &str;

    /// Returns a vector for each text, the same whatever other texts are encoded with it.
    fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>>;

    /// Returns a vector for each window of neighbouring sentences, put together from what each sentence gives on its
    /// own.
    ///
    /// Windows that share sentences cost little more than their sentences. A window of one sentence has the vector
    /// that `encode` gives; one of several has nearly that of the joined text. A window without sentences, or with
    /// sentences that there are not, has a vector of zeros.
    fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>>;
}
