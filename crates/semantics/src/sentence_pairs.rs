//! Sentences of two passages beside each other: sentences with the same meaning form a row, whatever their order.

use std::ops::Range;

/// Row of a table that shows two passages side by side: (sentence numbers in the first passage, sentence numbers in the second). A part
/// is `None` if its passage has no counterpart in this row. At most one part is `None`.
pub type SentenceRow = (Option<Range<usize>>, Option<Range<usize>>);

/// Pairs the sentences of two passages and returns the rows in the order of the first passage.
/// `similarity[first][second]` is the cosine of two sentences; `second` is the number of sentences of the second
/// passage.
///
/// Sentences are paired greedily, the most similar first, down to a cosine of `least`. A sentence that is left over
/// joins the row of a neighbour if it is similar enough to the other side of that row: one sentence was divided into
/// two, or two were joined. A sentence that only the second passage has follows the sentence before it.
#[must_use]
pub fn pair_sentences(similarity: &[Vec<f32>], second: usize, least: f32) -> Vec<SentenceRow> {
    let first = similarity.len();
    let of = |a: usize, b: usize| {
        similarity
            .get(a)
            .and_then(|row| row.get(b))
            .copied()
            .unwrap_or(0.0)
    };
    let mut near: Vec<(f32, usize, usize)> = (0..first)
        .flat_map(|a| (0..second).map(move |b| (a, b)))
        .map(|(a, b)| (of(a, b), a, b))
        .filter(|&(cosine, _, _)| cosine >= least)
        .collect();
    near.sort_by(|x, y| {
        y.0.total_cmp(&x.0)
            .then_with(|| (x.1, x.2).cmp(&(y.1, y.2)))
    });
    // Row of each sentence; a row is named by the sentence of the first passage that made it.
    let (mut row_of_a, mut row_of_b) = (vec![None; first], vec![None; second]);
    for &(_, a, b) in &near {
        if row_of_a[a].is_none() && row_of_b[b].is_none() {
            (row_of_a[a], row_of_b[b]) = (Some(a), Some(a));
        }
    }
    for &(_, a, b) in &near {
        match (row_of_a[a], row_of_b[b]) {
            (Some(row), None) if stands_beside(&row_of_b, b, row) => row_of_b[b] = Some(row),
            (None, Some(row)) if stands_beside(&row_of_a, a, row) => row_of_a[a] = Some(row),
            _ => {}
        }
    }
    rows(&row_of_a, &row_of_b)
}

/// Whether a neighbour of the sentence at `at` is in this row.
fn stands_beside(rows: &[Option<usize>], at: usize, row: usize) -> bool {
    let is = |neighbour: Option<usize>| {
        neighbour.and_then(|n| rows.get(n).copied()).flatten() == Some(row)
    };
    is(at.checked_sub(1)) || is(Some(at + 1))
}

fn rows(row_of_a: &[Option<usize>], row_of_b: &[Option<usize>]) -> Vec<SentenceRow> {
    let span = |rows: &[Option<usize>], row: usize| {
        let start = rows.iter().position(|&of| of == Some(row))?;
        let end = rows.iter().rposition(|&of| of == Some(row))? + 1;
        Some(start..end)
    };
    let mut rows: Vec<SentenceRow> = Vec::new();
    let mut last = None;
    for (a, &row) in row_of_a.iter().enumerate() {
        match row {
            None => rows.push((Some(a..a + 1), None)),
            Some(row) if last != Some(row) => {
                rows.push((span(row_of_a, row), span(row_of_b, row)));
                last = Some(row);
            }
            Some(_) => {}
        }
    }
    for (b, _) in row_of_b.iter().enumerate().filter(|(_, row)| row.is_none()) {
        let before = rows
            .iter()
            .position(|(_, of_b)| of_b.as_ref().is_some_and(|range| range.end == b));
        let at = before.map_or(if b == 0 { 0 } else { rows.len() }, |before| before + 1);
        rows.insert(at, (None, Some(b..b + 1)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sentences_that_say_the_same_make_a_row() {
        // The second passage begins with the last thought, and divides the first one into two sentences.
        let similarity = vec![
            vec![0.1, 0.8, 0.6, 0.0],
            vec![0.0, 0.1, 0.1, 0.1],
            vec![0.9, 0.0, 0.1, 0.1],
        ];
        let rows = pair_sentences(&similarity, 4, 0.3);
        assert_eq!(
            rows,
            [
                (Some(0..1), Some(1..3)),
                (None, Some(3..4)),
                (Some(1..2), None),
                (Some(2..3), Some(0..1)),
            ]
        );
    }

    #[test]
    fn passages_without_likeness_have_rows_of_their_own() {
        assert_eq!(
            pair_sentences(&[vec![0.1]], 1, 0.3),
            [(None, Some(0..1)), (Some(0..1), None)]
        );
        assert_eq!(pair_sentences(&[], 1, 0.3), [(None, Some(0..1))]);
        assert_eq!(pair_sentences(&[], 0, 0.3), []);
    }

    proptest! {
        #[test]
        fn each_sentence_stands_in_one_row_and_the_first_passage_in_order(
            first in 0_usize..7,
            second in 0_usize..7,
            cosines in prop::collection::vec(0_u8..10, 49),
        ) {
            let similarity: Vec<Vec<f32>> = (0..first)
                .map(|a| (0..second).map(|b| f32::from(cosines[7 * a + b]) / 10.0).collect())
                .collect();
            let rows = pair_sentences(&similarity, second, 0.5);
            let of_a: Vec<usize> = rows.iter().filter_map(|row| row.0.clone()).flatten().collect();
            prop_assert_eq!(of_a, (0..first).collect::<Vec<_>>());
            let mut of_b: Vec<usize> = rows.iter().filter_map(|row| row.1.clone()).flatten().collect();
            of_b.sort_unstable();
            prop_assert_eq!(of_b, (0..second).collect::<Vec<_>>());
        }
    }
}
