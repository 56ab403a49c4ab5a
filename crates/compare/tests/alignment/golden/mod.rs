//! Golden tests: one made paragraph in two other made texts, under each trick of those who copy, in both languages.
//! The surroundings are on neighbouring subjects, as in theses of one year.

mod chinese;
mod english;

use chachong_compare::{Passage, Span};

use crate::texts::{align, length};

/// Shares of a found passage that is planted, and of the planted one that is found, 0..=1, both texts together.
fn precision_and_recall(found: &Passage, planted: [Span; 2]) -> (f64, f64) {
    let both = found.a.common(planted[0]).len() + found.b.common(planted[1]).len();
    let both = f64::from(both);
    let length = |a: Span, b: Span| f64::from(a.len() + b.len());
    (
        both / length(found.a, found.b),
        both / length(planted[0], planted[1]),
    )
}

/// Aligns a text that contains `copy` with one that contains `original`, and returns what was found and where both
/// stand.
fn judge(
    [before_a, copy, after_a]: [&str; 3],
    [before_b, original, after_b]: [&str; 3],
) -> (Vec<Passage>, [Span; 2]) {
    let place = |before: &str, text: &str| {
        let start = length(before) + 2;
        Span::new(start, start + length(text))
    };
    let found = align(
        &[before_a, copy, after_a].join("\n\n"),
        &[before_b, original, after_b].join("\n\n"),
    );
    (found, [place(before_a, copy), place(before_b, original)])
}

/// Asserts that the copy is one passage, with at least this precision and recall.
#[track_caller]
fn assert_found(copy: [&str; 3], original: [&str; 3], precision: f64, recall: f64) -> Vec<Passage> {
    let (found, planted) = judge(copy, original);
    assert_eq!(found.len(), 1, "{found:?}\n{}", copy[1]);
    let scores = precision_and_recall(&found[0], planted);
    assert!(
        scores.0 >= precision && scores.1 >= recall,
        "{scores:?} {found:?}\n{}",
        copy[1]
    );
    found
}
