//! Features of tokens, and their sums over a text.

/// Number of a token's features: its embedding (512) and three branches (256 each).
pub(super) const FEATURES: usize = 512 + 3 * 256;
/// Small number that keeps variances and squared lengths above zero.
pub(super) const EPSILON: f32 = 1e-12;

/// Sum of the features of some tokens.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub features: Vec<f32>,
    /// Number of tokens.
    pub tokens: usize,
}

impl Sum {
    /// Returns the sum over no tokens.
    pub fn empty() -> Self {
        Self {
            features: vec![0.0; FEATURES],
            tokens: 0,
        }
    }

    /// Adds up several sums.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::empty();
        for part in parts {
            sum.tokens += part.tokens;
            for (total, number) in sum.features.iter_mut().zip(&part.features) {
                *total += number;
            }
        }
        sum
    }
}
