//! Comparison of the two sides of one passage: the runs of words that are equal and therefore shown unmarked.

use super::tile::tiles;
use super::{Passage, Span, Weighed};

/// Returns the runs of words (in Chinese, of characters) in a passage that are equal on both sides, each as its spans in `a` and in `b`,
/// sorted by position in `a`. Words are compared after normalisation, and punctuation within a run may differ. The text between runs was
/// changed, left out, inserted or moved. Like the passage, the spans count characters of the original texts.
#[must_use]
pub fn equal_runs(a: &Weighed, b: &Weighed, passage: &Passage) -> Vec<(Span, Span)> {
    let (in_a, in_b) = (a.text.tokens_in(passage.a), b.text.tokens_in(passage.b));
    let mut runs = Vec::new();
    for tile in tiles(a, &in_a, b, &in_b) {
        let run = |text: &Weighed, first: u32| {
            text.text
                .span(&(first as usize..(first + tile.length) as usize))
        };
        runs.push((run(a, tile.a), run(b, tile.b)));
    }
    runs
}
