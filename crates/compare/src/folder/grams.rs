//! Grams by which text is counted in a folder: every run of tokens of some weight, and whole short lines.

use std::ops::Range;

use crate::spread;
use chachong_text::{Gap, Token};

/// Minimum weight of a gram: 6 Chinese characters or 4 words.
pub(super) const WEIGHT: u32 = 12;
/// Minimum weight of a short line that is a gram by itself, such as a heading: 3 Chinese characters or 2 words.
const LEAST_LINE: u32 = 5;
/// Value that whole lines are hashed with, so that none equals a run within a line.
const LINE: u64 = 0x4C49_4E45;

/// Gram: the hash of a run of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gram {
    pub key: u64,
    pub tokens: Range<usize>,
}

/// Returns the weight of tokens.
pub(super) fn weight(tokens: &[Token]) -> u32 {
    tokens.iter().map(Token::weight).sum()
}

/// Returns every gram of a text: one from each token on, and the lines that are too short for one.
pub(super) fn grams(tokens: &[Token]) -> impl Iterator<Item = Gram> + '_ {
    let runs = (0..tokens.len()).filter_map(|first| {
        let mut reached = 0;
        let length = tokens[first..].iter().position(|token| {
            reached += token.weight();
            reached >= WEIGHT
        })?;
        Some(gram(tokens, first..first + length + 1, u64::from(WEIGHT)))
    });
    let lines = lines(tokens).filter_map(|line| {
        let heavy = weight(&tokens[line.clone()]);
        (LEAST_LINE..WEIGHT)
            .contains(&heavy)
            .then(|| gram(tokens, line, LINE))
    });
    runs.chain(lines)
}

/// Returns the lines and sentences of a text, as ranges of tokens.
fn lines(tokens: &[Token]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    (1..=tokens.len()).filter_map(move |at| {
        let ends = tokens
            .get(at)
            .is_none_or(|token| token.gap >= Gap::Sentence);
        ends.then(|| std::mem::replace(&mut from, at)..at)
    })
}

fn gram(tokens: &[Token], range: Range<usize>, seed: u64) -> Gram {
    let key = tokens[range.clone()].iter().fold(seed, |hash, token| {
        spread(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(token.hash))
    });
    Gram { key, tokens: range }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::{LineBreaks, normalize, tokens};

    #[test]
    fn runs_of_six_characters_and_short_lines_are_grams() {
        let lines = "实验目的\n管道把输出接到输入\nls";
        let text = tokens(&normalize(lines, LineBreaks::Paragraph));
        let found: Vec<Range<usize>> = grams(&text).map(|gram| gram.tokens).collect();
        assert!(found.contains(&(4..10)), "a run within a line");
        assert!(found.contains(&(0..4)), "a heading");
        assert_eq!(text.len(), 14);
        assert!(!found.contains(&(13..14)), "one word is no line");
    }
}
