//! Golden tests: one made paragraph in two other made texts, under each trick of those who copy, in both languages.
//! The surroundings are on neighbouring subjects, as in theses of one year.

mod chinese;
mod english;

use chachong::compare::{Passage, Span};
use chachong::lab::evaluate::{Judged, Scores, pairs};

use crate::alignment::texts::{align, length};

/// Aligns a text that contains `copy` with one that contains `original`.
fn judge(
    [before_a, copy, after_a]: [&str; 3],
    [before_b, original, after_b]: [&str; 3],
) -> (Vec<Passage>, Scores) {
    let place = |before: &str, text: &str| {
        let start = length(before) + 2;
        Span {
            start,
            end: start + length(text),
        }
    };
    let found = align(
        &[before_a, copy, after_a].join("\n\n"),
        &[before_b, original, after_b].join("\n\n"),
    );
    let scores = Scores::of(&[Judged {
        planted: vec![(place(before_a, copy), place(before_b, original))],
        found: pairs(&found),
        ..Judged::default()
    }]);
    (found, scores)
}

/// Asserts that the copy is one passage, with at least this precision and recall.
#[track_caller]
fn assert_found(copy: [&str; 3], original: [&str; 3], precision: f64, recall: f64) -> Vec<Passage> {
    let (found, scores) = judge(copy, original);
    assert!(
        found.len() == 1 && scores.precision >= precision && scores.recall >= recall,
        "{scores:?} {found:?}\n{}",
        copy[1]
    );
    found
}
