//! Sentences as the schemes see them: their hashes, the longest of them, and the text around the marks between them.

use super::hash::joined;
use chachong_text::{Gap, Token};

/// Sentence, as its length and the hash of its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Number of tokens: Chinese characters and words of other scripts.
    pub tokens: usize,
    pub hash: u64,
}

/// Cuts a text at full stops, question and exclamation marks and the ends of paragraphs.
pub(super) fn sentences(tokens: &[Token]) -> Vec<Sentence> {
    tokens
        .chunk_by(|_, next| next.gap < Gap::Sentence)
        .map(|sentence| Sentence {
            tokens: sentence.len(),
            hash: of(sentence),
        })
        .collect()
}

/// Returns the hashes of the `n` longest different sentences, sorted. Of equally long sentences the hash decides, not
/// the position, so that moving a sentence changes nothing.
pub(super) fn longest(sentences: &[Sentence], n: usize) -> Vec<u64> {
    let mut sentences = sentences.to_vec();
    sentences.sort_unstable_by_key(|sentence| (usize::MAX - sentence.tokens, sentence.hash));
    sentences.dedup();
    let mut hashes: Vec<u64> = sentences.iter().take(n).map(|s| s.hash).collect();
    hashes.sort_unstable();
    hashes
}

/// Number of Chinese characters on either side of a mark; in other scripts it is one word.
const CHARACTERS: usize = 2;

/// Returns, for each punctuation mark (or end of a paragraph) between two tokens, the hash of the text directly
/// before and after it: two Chinese characters or one word on either side, or less if another mark is closer. Sorted,
/// without repetition.
pub(super) fn contexts(tokens: &[Token]) -> Vec<u64> {
    let mut contexts: Vec<u64> = tokens
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, token)| token.gap >= Gap::Sign)
        .map(|(at, _)| joined(before(&tokens[..at]), after(&tokens[at..])))
        .collect();
    contexts.sort_unstable();
    contexts.dedup();
    contexts
}

/// Returns the hash of the end of a run of tokens.
fn before(tokens: &[Token]) -> u64 {
    let count = match tokens {
        [.., first, last] if first.is_han && last.is_han && last.gap == Gap::None => CHARACTERS,
        _ => 1,
    };
    of(&tokens[tokens.len().saturating_sub(count)..])
}

/// Returns the hash of the beginning of a run of tokens.
fn after(tokens: &[Token]) -> u64 {
    let count = match tokens {
        [first, second, ..] if first.is_han && second.is_han && second.gap == Gap::None => {
            CHARACTERS
        }
        _ => 1,
    };
    of(tokens.get(..count).unwrap_or(tokens))
}

fn of(tokens: &[Token]) -> u64 {
    tokens
        .iter()
        .fold(0, |hash, token| joined(hash, u64::from(token.hash)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::{LineBreaks, normalize, tokens};

    fn cut(text: &str) -> Vec<Token> {
        tokens(&normalize(text, LineBreaks::Layout))
    }

    fn contexts_of(text: &str) -> Vec<u64> {
        contexts(&cut(text))
    }

    #[test]
    fn a_context_is_two_characters_or_a_word_on_either_side() {
        assert_eq!(
            contexts_of("夜间开放，读者很多"),
            contexts_of("全天开放。读者不少")
        );
        assert_ne!(
            contexts_of("夜间开放，读者很多"),
            contexts_of("全天开馆，读者不少")
        );
        assert_eq!(contexts_of("he came, saw"), contexts_of("she came; saw it"));
        assert!(contexts_of("没有标点").is_empty());
        assert_eq!(contexts_of("一，二，三").len(), 2);
        // Nothing is between two adjacent marks, and the end of the text is no mark between two tokens.
        assert_eq!(contexts_of("开放！？读者。").len(), 1);
    }

    #[test]
    fn the_longest_sentences_are_found_wherever_they_stand() {
        let n = |text: &str| longest(&sentences(&cut(text)), 2);
        let text = "短句。这是一个比较长的句子！这一句是三句之中最长的那一句？";
        assert_eq!(sentences(&cut(text)).len(), 3);
        assert_eq!(
            n(text),
            n("这一句是三句之中最长的那一句。也短。这是一个比较长的句子。")
        );
        assert_eq!(n("同样的一句话。同样的一句话。").len(), 1);
    }
}
