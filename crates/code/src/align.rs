//! Aligns the two sides of a piece of shared code word by word: which words are equal, which were changed, and which
//! only one side has.

use crate::Word;
use crate::features::kind;
use crate::tiling::skips;

/// Maximum number of words that are skipped on a side to find where both sides match again: an inserted statement
/// with its brackets.
const GAP: usize = 16;
/// Number of consecutive matching words that show that both sides match again; fewer at the end.
const AGAIN: usize = 3;

/// Counterpart of a word on the other side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterpart {
    /// The other side has the same word.
    Equal,
    /// The other side has a different name, number or text there: its word with this index in the slice given to [`align`].
    Changed(usize),
    /// The other side has no word there.
    Missing,
}

/// Compares the two sides of a match word by word. Returns one counterpart for each word of `first`, then one for
/// each word of `second`. Counterparts are mutual.
#[must_use]
pub fn align(first: &[Word], second: &[Word]) -> [Vec<Counterpart>; 2] {
    let skips = skips(GAP);
    let mut found = [first, second].map(|words| vec![Counterpart::Missing; words.len()]);
    let are_alike = |i: usize, j: usize| kind(&first[i]) == kind(&second[j]);
    let goes_on = |i: usize, j: usize| {
        let left = (first.len().saturating_sub(i)).min(second.len().saturating_sub(j));
        left > 0 && (0..AGAIN.min(left)).all(|next| are_alike(i + next, j + next))
    };
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        let skip = || skips.iter().find(|(x, y)| goes_on(i + x, j + y)).copied();
        let are_alike = are_alike(i, j);
        let is_equal = are_alike && first[i].hash == second[j].hash;
        // Another name may be the first word of what was put in before it.
        let is_pair =
            are_alike && (is_equal || goes_on(i, j) || skip().is_none_or(|(x, y)| x.min(y) > 0));
        if is_pair {
            (found[0][i], found[1][j]) = if is_equal {
                (Counterpart::Equal, Counterpart::Equal)
            } else {
                (Counterpart::Changed(j), Counterpart::Changed(i))
            };
            (i, j) = (i + 1, j + 1);
        } else {
            let skip = skip().unwrap_or((1, 1));
            (i, j) = (i + skip.0, j + skip.1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Counterpart, align};
    use crate::{Language, Listing};
    use proptest::prelude::*;

    fn changes(a: &str, b: &str) -> [Vec<String>; 2] {
        let words = [a, b].map(|text| Listing::of(text, Language::C).words);
        let found = align(&words[0], &words[1]);
        let texts = [a, b].map(|text| text.chars().collect::<Vec<char>>());
        let word = |side: usize, at: usize| -> String {
            let span = words[side][at].span;
            texts[side][span.indices()].iter().collect()
        };
        [0, 1].map(|side| {
            let all = found[side].iter().enumerate();
            all.filter_map(|(at, counterpart)| match counterpart {
                Counterpart::Equal => None,
                Counterpart::Changed(other) => {
                    Some(format!("{}={}", word(side, at), word(1 - side, *other)))
                }
                Counterpart::Missing => Some(word(side, at)),
            })
            .collect()
        })
    }

    #[test]
    fn renamed_and_changed_words_have_counterparts() {
        let [a, b] = changes("sum = sum + p[i] * 3;", "s = s + p[k] * 4;");
        assert_eq!(a, ["sum=s", "sum=s", "i=k", "3=4"]);
        assert_eq!(b, ["s=sum", "s=sum", "k=i", "4=3"]);
    }

    #[test]
    fn a_statement_that_was_put_in_has_none() {
        let [a, b] = changes("x = 1; y = x + 2;", "x = 1; show(x); y = x + 2;");
        assert_eq!(a, Vec::<String>::new());
        assert_eq!(b.concat(), "show(x);");
    }

    proptest! {
        #[test]
        fn counterparts_are_mutual(a in "[ab1=+; ]{0,40}", b in "[ab1=+; ]{0,40}") {
            let words = [&a, &b].map(|text| Listing::of(text, Language::C).words);
            let found = align(&words[0], &words[1]);
            for side in [0, 1] {
                prop_assert_eq!(found[side].len(), words[side].len());
                for (at, counterpart) in found[side].iter().enumerate() {
                    if let Counterpart::Changed(other) = counterpart {
                        prop_assert_eq!(found[1 - side][*other], Counterpart::Changed(at));
                    }
                }
            }
            let equal = |side: usize| found[side].iter().filter(|one| **one == Counterpart::Equal).count();
            prop_assert_eq!(equal(0), equal(1));
        }
    }
}
