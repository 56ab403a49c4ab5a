//! Multiplication by matrices of weights that are laid out once for the processor's instructions.

use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix};
use rten_tensor::NdTensorView;

/// Matrix of weights.
pub(super) struct Weights(PackedBMatrix<f32>);

/// Rows of equal length in a slice of numbers; rows may overlap.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub numbers: &'a [f32],
    /// Number of rows.
    pub count: usize,
    /// Distance between the starts of two rows, in numbers.
    pub stride: usize,
}

/// Way in which a product of matrices is written over the numbers in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Write {
    Replace,
    Add,
}

impl Weights {
    /// Creates a matrix from its rows; `None` if the number of values is not `rows * columns`.
    pub fn new(numbers: &[f32], rows: usize, columns: usize) -> Option<Self> {
        let matrix = NdTensorView::try_from_data([rows, columns], numbers).ok()?;
        Some(Self(GemmExecutor::default().prepack_b(matrix)))
    }

    /// Multiplies rows by the matrix. `product` must have room for `rows.count` rows with as many numbers as the matrix has columns.
    pub fn multiply(
        &self,
        executor: &GemmExecutor,
        rows: Rows<'_>,
        product: &mut [f32],
        write: Write,
    ) {
        let shape = [rows.count, self.0.rows()];
        let left = NdTensorView::from_slice_with_strides(shape, rows.numbers, [rows.stride, 1]);
        let options = GemmOptions {
            beta: if write == Write::Add { 1.0 } else { 0.0 },
            ..GemmOptions::default()
        };
        // Only rows of another length than the matrix's columns fail, and all lengths are constants of the network.
        let done = left.is_ok_and(|left| {
            let (left, right) = (GemmInputA::Unpacked(left), GemmInputB::Packed(&self.0));
            executor.gemm(product, left, right, options).is_ok()
        });
        debug_assert!(done, "rows or product of a wrong length");
    }
}

/// Sum of squares, in 16 partial sums so that the compiler can use wide instructions.
pub(super) fn squares(numbers: &[f32]) -> f32 {
    partial_sums(numbers, |number| number * number)
}

/// Sum, in 16 partial sums.
pub(super) fn sum(numbers: &[f32]) -> f32 {
    partial_sums(numbers, |number| number)
}

fn partial_sums(numbers: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let (blocks, rest) = numbers.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for block in blocks {
        for (sum, &number) in sums.iter_mut().zip(block) {
            *sum += term(number);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|&number| term(number)).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_rows_are_multiplied() {
        let weights = Weights::new(&[1.0, 10.0, 2.0, 20.0], 2, 2).unwrap();
        let rows = Rows {
            numbers: &[1.0, 2.0, 3.0],
            count: 2,
            stride: 1,
        };
        let mut product = [0.5; 4];
        weights.multiply(&GemmExecutor::default(), rows, &mut product, Write::Replace);
        assert_eq!(
            product.map(f32::to_bits),
            [5.0_f32, 50.0, 8.0, 80.0].map(f32::to_bits)
        );
        weights.multiply(&GemmExecutor::default(), rows, &mut product, Write::Add);
        assert_eq!(
            product.map(f32::to_bits),
            [10.0_f32, 100.0, 16.0, 160.0].map(f32::to_bits)
        );
        assert!(Weights::new(&[1.0; 3], 2, 2).is_none());
    }

    #[test]
    fn sums_take_every_number() {
        let numbers = (1..=37_u8).map(f32::from).collect::<Vec<_>>();
        assert!((sum(&numbers) - 703.0).abs() < 1e-3);
        assert!((squares(&numbers) - 17_575.0).abs() < 1e-2);
    }
}
