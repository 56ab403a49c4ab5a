//! Network of the sentence encoder up to the sum over a text's tokens: embeddings, and two convolutions over
//! neighbours in each of three branches.
//!
//! A token's features depend on tokens at most [`REACH`] away, so that texts of any length are computed in slices,
//! and many texts in one multiplication of matrices. A text's numbers are the same whatever is computed beside it.

use std::ops::Range;

use rten_gemm::GemmExecutor;

use super::features::{EPSILON, FEATURES, Sum};
use super::matrix::{Rows, Weights, Write, squares, sum};
use super::sections::Sections;

/// Parts of the table of embeddings, each with a scale of its own: token `t` is row `t / PARTS` of part `t % PARTS`.
const PARTS: usize = 17;
/// Tokens in one part.
const PART_TOKENS: usize = 7_530;
/// Numbers of an embedding.
const EMBEDDING: usize = 512;
/// Numbers of a token in one branch.
const CHANNELS: usize = 256;
/// Branches: name in the model's file, tokens that a convolution sees, and how many of them stand before the token
/// itself.
const BRANCHES: [(&str, usize, usize); 3] = [("2", 2, 0), ("3", 3, 1), ("5", 5, 2)];
const _: () = assert!(FEATURES == EMBEDDING + BRANCHES.len() * CHANNELS);
/// Rows of zeros before, between and behind slices: what convolutions see beyond the ends of a text.
const MARGIN: usize = 2;
/// Distance in tokens beyond which nothing changes a token's features: two convolutions of at most two tokens to
/// either side.
pub(super) const REACH: usize = 2 * MARGIN;
/// Rows computed together: enough to keep the weights in the cache, few enough to stay there as well.
const BATCH_ROWS: usize = 384;
/// Tokens of a text that are summed in one slice.
const SLICE_TOKENS: usize = BATCH_ROWS - 2 * REACH - 2 * MARGIN;

/// Weights of the network up to the sum over a text's tokens.
pub(super) struct Network {
    embeddings: Vec<Vec<u8>>,
    scale: Vec<f32>,
    lowest: Vec<f32>,
    branches: Vec<Branch>,
    gain: Vec<f32>,
    shift: Vec<f32>,
}

struct Branch {
    projection: Weights,
    bias: Vec<f32>,
    gain: Vec<f32>,
    shift: Vec<f32>,
    convolutions: [(Weights, Vec<f32>); 2],
    width: usize,
    before: usize,
}

/// Tokens of a text. Those before, in and behind the middle are summed apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub tokens: Vec<u32>,
    pub middle: Range<usize>,
}

/// Neighbouring tokens of one text that are computed together.
#[derive(Debug, PartialEq)]
struct Slice {
    /// Place of the text among those computed.
    text: usize,
    /// Tokens whose features are summed.
    summed: Range<usize>,
    /// Tokens computed: those summed, and up to [`REACH`] to either side.
    computed: Range<usize>,
    /// Row of the first token computed.
    row: usize,
}

/// Matrices of one batch.
#[derive(Default)]
struct Workspace {
    executor: GemmExecutor,
    /// Rows of [`FEATURES`] numbers.
    features: Vec<f32>,
    /// Rows of [`CHANNELS`] numbers.
    branches: [Vec<f32>; BRANCHES.len()],
    /// Product of a branch's rows and weights.
    product: Vec<f32>,
}

impl Network {
    /// Takes the weights from the model's file; `None` if they are missing.
    pub fn read(sections: &mut Sections) -> Option<Self> {
        let part = |number| {
            let part = sections.take(&format!("q{number}"))?;
            (part.len() == PART_TOKENS * EMBEDDING).then_some(part)
        };
        Some(Self {
            embeddings: (1..=PARTS).map(part).collect::<Option<_>>()?,
            scale: sections.take_numbers("scale", PARTS)?,
            lowest: sections.take_numbers("lo", PARTS)?,
            branches: (BRANCHES.iter())
                .map(|&(name, width, before)| Branch::read(sections, name, width, before))
                .collect::<Option<_>>()?,
            gain: sections.take_numbers("ln_g", FEATURES)?,
            shift: sections.take_numbers("ln_b", FEATURES)?,
        })
    }

    /// Returns, for each text, the sums over the tokens before, in and after its middle.
    pub fn sums(&self, texts: &[Text]) -> Vec<[Sum; 3]> {
        let mut sums = texts
            .iter()
            .map(|_| [Sum::empty(), Sum::empty(), Sum::empty()])
            .collect::<Vec<_>>();
        let mut workspace = Workspace::default();
        for batch in batches(texts.iter().map(|text| text.tokens.len())) {
            self.embed(texts, &batch, &mut workspace);
            self.project(&batch, &mut workspace);
            for (at, branch) in self.branches.iter().enumerate() {
                branch.convolve(at, &batch, &mut workspace);
            }
            self.add_up(texts, &batch, &mut workspace, &mut sums);
        }
        sums
    }

    /// Writes the embeddings of a batch's tokens into the features; every other row of the workspace becomes zeros.
    fn embed(&self, texts: &[Text], batch: &[Slice], workspace: &mut Workspace) {
        workspace.clear(rows_of(batch));
        for slice in batch {
            let tokens = texts[slice.text].tokens[slice.computed.clone()].iter();
            let rows = workspace.features[slice.row * FEATURES..].chunks_exact_mut(FEATURES);
            for (&token, row) in tokens.zip(rows) {
                let (part, at) = (token as usize % PARTS, token as usize / PARTS * EMBEDDING);
                let (scale, lowest) = (self.scale[part], self.lowest[part]);
                for (number, &byte) in row
                    .iter_mut()
                    .zip(&self.embeddings[part][at..at + EMBEDDING])
                {
                    *number = f32::from(byte) * scale + lowest;
                }
            }
        }
    }

    /// Projects the embeddings into the branches, and normalises each token's numbers over all branches.
    fn project(&self, batch: &[Slice], workspace: &mut Workspace) {
        let Workspace {
            executor,
            features,
            branches,
            product,
        } = workspace;
        let rows = Rows {
            numbers: features,
            count: rows_of(batch),
            stride: FEATURES,
        };
        for (branch, numbers) in self.branches.iter().zip(branches.iter_mut()) {
            branch
                .projection
                .multiply(executor, rows, product, Write::Replace);
            // Rows between slices stay zeros.
            for slice in batch {
                let place = slice.rows(CHANNELS);
                let projected = product[place.clone()].chunks_exact(CHANNELS);
                for (row, projected) in numbers[place].chunks_exact_mut(CHANNELS).zip(projected) {
                    for ((number, projected), bias) in
                        row.iter_mut().zip(projected).zip(&branch.bias)
                    {
                        *number = projected + bias;
                    }
                }
            }
        }
        let count = (BRANCHES.len() * CHANNELS) as f32;
        for row in batch
            .iter()
            .flat_map(|slice| slice.row..slice.row + slice.computed.len())
        {
            let place = row * CHANNELS..(row + 1) * CHANNELS;
            let mean = branches
                .iter()
                .map(|numbers| sum(&numbers[place.clone()]))
                .sum::<f32>()
                / count;
            let mut variance = 0.0;
            for numbers in branches.iter_mut() {
                let numbers = &mut numbers[place.clone()];
                for number in numbers.iter_mut() {
                    *number -= mean;
                }
                variance += squares(numbers);
            }
            let factor = (variance / count + EPSILON).sqrt().recip();
            for (branch, numbers) in self.branches.iter().zip(branches.iter_mut()) {
                let weights = branch.gain.iter().zip(&branch.shift);
                for (number, (gain, shift)) in numbers[place.clone()].iter_mut().zip(weights) {
                    *number = *number * factor * gain + shift;
                }
            }
        }
    }

    /// Copies the branches into the features, normalises them, and adds them to the sums of their texts.
    fn add_up(
        &self,
        texts: &[Text],
        batch: &[Slice],
        workspace: &mut Workspace,
        sums: &mut [[Sum; 3]],
    ) {
        for slice in batch {
            let middle = &texts[slice.text].middle;
            for token in slice.summed.clone() {
                let row = slice.row + token - slice.computed.start;
                let part = usize::from(token >= middle.start) + usize::from(token >= middle.end);
                let total = &mut sums[slice.text][part];
                total.tokens += 1;
                let features = &mut workspace.features[row * FEATURES..(row + 1) * FEATURES];
                let copies = features[EMBEDDING..].chunks_exact_mut(CHANNELS);
                for (copy, numbers) in copies.zip(&workspace.branches) {
                    copy.copy_from_slice(&numbers[row * CHANNELS..(row + 1) * CHANNELS]);
                }
                let mean = sum(features) / FEATURES as f32;
                for number in features.iter_mut() {
                    *number -= mean;
                }
                let factor = (squares(features) / FEATURES as f32 + EPSILON)
                    .sqrt()
                    .recip();
                let weights = self.gain.iter().zip(&self.shift);
                for ((total, number), (gain, shift)) in
                    total.features.iter_mut().zip(features).zip(weights)
                {
                    *total += *number * factor * gain + shift;
                }
            }
        }
    }
}

impl Branch {
    fn read(sections: &mut Sections, name: &str, width: usize, before: usize) -> Option<Self> {
        let mut weights = |prefix: &str, rows: usize| {
            let numbers = sections.take_numbers(&format!("{prefix}{name}"), rows * CHANNELS)?;
            Weights::new(&numbers, rows, CHANNELS)
        };
        let projection = weights("proj", EMBEDDING)?;
        let [first, second] = [
            weights("w1_", width * CHANNELS)?,
            weights("w2_", width * CHANNELS)?,
        ];
        let mut row = |prefix: &str| sections.take_numbers(&format!("{prefix}{name}"), CHANNELS);
        Some(Self {
            projection,
            bias: row("proj_b")?,
            gain: row("ln_g")?,
            shift: row("ln_b")?,
            convolutions: [(first, row("b1_")?), (second, row("b2_")?)],
            width,
            before,
        })
    }

    /// Adds to each token of this branch, twice, what its neighbours give.
    fn convolve(&self, at: usize, batch: &[Slice], workspace: &mut Workspace) {
        let Workspace {
            executor,
            branches,
            product,
            ..
        } = workspace;
        let numbers = &mut branches[at];
        // Row r of the left matrix is rows r to r + width - 1: rows overlap, and nothing is copied.
        let count = rows_of(batch) + 1 - self.width;
        for (weights, bias) in &self.convolutions {
            let rows = Rows {
                numbers,
                count,
                stride: CHANNELS,
            };
            weights.multiply(
                executor,
                rows,
                &mut product[..count * CHANNELS],
                Write::Replace,
            );
            for slice in batch {
                let place = slice.rows(CHANNELS);
                let products =
                    product[place.start - self.before * CHANNELS..].chunks_exact(CHANNELS);
                for (row, product) in numbers[place].chunks_exact_mut(CHANNELS).zip(products) {
                    for ((number, product), bias) in row.iter_mut().zip(product).zip(bias) {
                        *number += (product + bias).max(0.0);
                    }
                }
            }
        }
    }
}

impl Workspace {
    /// Makes room for `rows` rows, all zeros.
    fn clear(&mut self, rows: usize) {
        self.features.clear();
        self.features.resize(rows * FEATURES, 0.0);
        for branch in &mut self.branches {
            branch.clear();
            branch.resize(rows * CHANNELS, 0.0);
        }
        self.product.resize(rows * CHANNELS, 0.0);
    }
}

impl Slice {
    /// Place of the rows computed in a matrix of rows of `width` numbers.
    const fn rows(&self, width: usize) -> Range<usize> {
        self.row * width..(self.row + self.computed.end - self.computed.start) * width
    }
}

/// Number of rows of a batch, with its margins.
fn rows_of(batch: &[Slice]) -> usize {
    batch
        .last()
        .map_or(0, |slice| slice.row + slice.computed.len() + MARGIN)
}

/// Divides texts of these lengths into slices, and puts slices together into batches of at most [`BATCH_ROWS`] rows.
fn batches(lengths: impl Iterator<Item = usize>) -> Vec<Vec<Slice>> {
    let mut batches = Vec::new();
    let mut batch: Vec<Slice> = Vec::new();
    for (text, length) in lengths.enumerate() {
        for start in (0..length).step_by(SLICE_TOKENS) {
            let end = (start + SLICE_TOKENS).min(length);
            let computed = start.saturating_sub(REACH)..(end + REACH).min(length);
            if rows_of(&batch) + computed.len() + MARGIN > BATCH_ROWS && !batch.is_empty() {
                batches.push(std::mem::take(&mut batch));
            }
            let row = rows_of(&batch).max(MARGIN);
            batch.push(Slice {
                text,
                summed: start..end,
                computed,
                row,
            });
        }
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_sum_every_token_once_and_see_its_neighbours() {
        let lengths = [1, 3, 5_000, 0, SLICE_TOKENS, SLICE_TOKENS + 1, 40, 40, 40];
        let batches = batches(lengths.into_iter());
        let mut seen = lengths.map(|length| vec![0; length]);
        for batch in &batches {
            assert!(rows_of(batch) <= BATCH_ROWS);
            let mut free = 0;
            for slice in batch {
                assert!(slice.row >= free + MARGIN, "no margin");
                free = slice.row + slice.computed.len();
                let near = |token: usize| {
                    token.saturating_sub(REACH)..(token + REACH + 1).min(lengths[slice.text])
                };
                for token in slice.summed.clone() {
                    seen[slice.text][token] += 1;
                    assert!(near(token).all(|neighbour| slice.computed.contains(&neighbour)));
                }
            }
        }
        assert!(seen.iter().flatten().all(|&times| times == 1));
        assert!(batches.len() < 22, "{} batches", batches.len());
    }
}
