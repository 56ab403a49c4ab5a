//! Sentences of a prepared text, as runs of its tokens.

use std::ops::Range;

use chachong_text::{Gap, Token};

/// Minimum number of tokens of a sentence: what a shorter one says alone is said in many texts, so it is joined to the one before.
const LEAST: usize = 10;

/// Returns the sentences of a text: runs of tokens, in order, none empty.
pub(super) fn sentences(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if at >= start + LEAST && token.gap >= Gap::Sentence {
            sentences.push(start..at);
            start = at;
        }
    }
    if start < tokens.len() {
        sentences.push(start..tokens.len());
    }
    sentences
}
