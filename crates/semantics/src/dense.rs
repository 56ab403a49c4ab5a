//! Last part of the sentence encoder's network: turns the sum of the features of a text's tokens into the text's
//! vector.

use rten_gemm::GemmExecutor;

use super::encoder::DIMENSIONS;
use super::features::{EPSILON, FEATURES, Sum};
use super::matrix::{Rows, Weights, Write, squares};
use super::sections::Sections;

/// Number of values in a narrow layer.
const NARROW: usize = 320;

/// Weights of the network's last layers: the mean, two narrow and two wide layers. A shortcut past each pair of layers
/// is added to the output of the pair.
pub(super) struct Dense {
    mean: Weights,
    mean_bias: Vec<f32>,
    narrow: [Weights; 2],
    narrow_shortcut: Weights,
    wide: [Weights; 2],
    wide_shortcut: Weights,
}

impl Dense {
    /// Takes the weights from the model's file; `None` if they are missing.
    pub fn read(sections: &mut Sections) -> Option<Self> {
        let mut weights = |name: &str, rows: usize, columns: usize| {
            Weights::new(&sections.take_numbers(name, rows * columns)?, rows, columns)
        };
        Some(Self {
            mean: weights("cnn_W", FEATURES, DIMENSIONS)?,
            narrow: [
                weights("d0", DIMENSIONS, NARROW)?,
                weights("d1", NARROW, NARROW)?,
            ],
            narrow_shortcut: weights("p1", DIMENSIONS, NARROW)?,
            wide: [
                weights("d2", NARROW, DIMENSIONS)?,
                weights("d3", DIMENSIONS, DIMENSIONS)?,
            ],
            wide_shortcut: weights("p3", NARROW, DIMENSIONS)?,
            mean_bias: sections.take_numbers("cnn_b", DIMENSIONS)?,
        })
    }

    /// Returns a vector of length 1 for each sum; zeros for a sum without tokens.
    pub fn vectors(&self, sums: &[Sum]) -> Vec<Vec<f32>> {
        let count = sums.len();
        let executor = GemmExecutor::default();
        let multiply = |weights: &Weights, numbers: &[f32], product: &mut [f32], write| {
            let stride = numbers.len() / count.max(1);
            let rows = Rows {
                numbers,
                count,
                stride,
            };
            weights.multiply(&executor, rows, product, write);
        };
        let features = (sums.iter())
            .flat_map(|sum| sum.features.iter().copied())
            .collect::<Vec<_>>();
        let mut mean = vec![0.0; count * DIMENSIONS];
        multiply(&self.mean, &features, &mut mean, Write::Replace);
        for (row, sum) in mean.chunks_exact_mut(DIMENSIONS).zip(sums) {
            // The reference divides by the root of the number of tokens, not by the number.
            let tokens = sum.tokens as f32;
            let factor = tokens.max(1.0).sqrt().recip();
            for (number, bias) in row.iter_mut().zip(&self.mean_bias) {
                *number = (*number + tokens * bias) * factor;
            }
        }
        let mut first = vec![0.0; count * NARROW];
        multiply(&self.narrow[0], &mean, &mut first, Write::Replace);
        rectify(&mut first);
        let mut second = vec![0.0; count * NARROW];
        multiply(&self.narrow_shortcut, &mean, &mut second, Write::Replace);
        multiply(&self.narrow[1], &first, &mut second, Write::Add);
        rectify(&mut second);
        let mut third = vec![0.0; count * DIMENSIONS];
        multiply(&self.wide[0], &second, &mut third, Write::Replace);
        rectify(&mut third);
        let mut last = vec![0.0; count * DIMENSIONS];
        multiply(&self.wide_shortcut, &second, &mut last, Write::Replace);
        multiply(&self.wide[1], &third, &mut last, Write::Add);
        last.chunks_exact(DIMENSIONS).map(of_length_1).collect()
    }
}

/// Replaces numbers below zero by zero.
fn rectify(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

fn of_length_1(numbers: &[f32]) -> Vec<f32> {
    let mut vector = numbers
        .iter()
        .map(|number| number.tanh())
        .collect::<Vec<_>>();
    let factor = squares(&vector).max(EPSILON).sqrt().recip();
    for number in &mut vector {
        *number *= factor;
    }
    vector
}
