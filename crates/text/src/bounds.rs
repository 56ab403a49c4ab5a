//! Size limit of a text that is compared. The memory that a comparison takes (characters with their offsets, tokens,
//! postings) grows with the number of characters and of words, so the limit counts both.

use unicode_normalization::UnicodeNormalization;

/// Maximum size of a text in bytes, as [`text_size_above`] counts them. A long doctoral thesis has 500,000 characters
/// (1.5 MB); a volume of an encyclopaedia in a single file has about 10 MB.
pub const LARGEST_TEXT: u64 = 10 << 20;

/// Number of bytes that a word counts at least: as many as a Chinese character takes.
const WORD: u64 = 3;
/// How many times its bytes a text can count at most: U+FDFA takes three and stands for 18 characters.
const MOST_TIMES: u64 = 6;

/// Returns the size of `text` in bytes if it exceeds `limit`; `None` if it does not. The size is the largest of three
/// figures: the number of bytes in UTF-8; three for each word, number or Chinese character; one for each character
/// after normalisation.
#[must_use]
pub fn text_size_above(text: &str, limit: u64) -> Option<u64> {
    let bytes = text.len() as u64;
    // Nearly every text is so small that nothing has to be counted.
    if bytes.saturating_mul(MOST_TIMES) <= limit {
        return None;
    }
    Some(text_size(text)).filter(|&size| size > limit)
}

fn text_size(text: &str) -> u64 {
    let (mut characters, mut words) = (0_u64, 0_u64);
    let mut in_word = false;
    let mut count = |c: char| {
        characters += 1;
        let is_letter = c.is_alphanumeric();
        words += u64::from(is_letter && (!in_word || super::is_cjk(c)));
        in_word = is_letter;
    };
    for c in text.chars() {
        if matches!(c, '\u{3200}'..='\u{33FF}' | '\u{FB00}'..='\u{FDFF}') {
            std::iter::once(c).nfkc().for_each(&mut count);
        } else {
            count(c);
        }
    }
    (text.len() as u64).max(words * WORD).max(characters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineBreaks, normalize, tokens};

    #[test]
    fn a_size_covers_what_normalisation_and_tokens_make_of_a_text() {
        for text in [
            "图书馆夜间开放",
            "a b c d ",
            "a,b,c,",
            "plagiarism ",
            "\u{FDFA}",
            "㍿㌀",
            "1 2 3.5 ",
            "😀🎉",
        ] {
            let text = text.repeat(50);
            let size = text_size_above(&text, 0).unwrap();
            let normalized = normalize(&text, LineBreaks::Layout);
            assert!(size >= normalized.origins.len() as u64, "{text}");
            assert!(size >= 3 * tokens(&normalized).len() as u64, "{text}");
            assert!(size <= MOST_TIMES * text.len() as u64, "{text}");
            assert_eq!(text_size_above(&text, size), None);
            assert_eq!(text_size_above(&text, size - 1), Some(size));
        }
        assert_eq!(text_size_above("", 0), None);
    }
}
