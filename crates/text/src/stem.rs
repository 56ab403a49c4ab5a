//! Stems of words, by the script they are written in.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// Returns the stem of a word in lower case: Latin letters are taken for English, Cyrillic ones for Russian; Greek, Arabic and Tamil have
/// stemmers of their own. A word of any other script, or with an accent, is its own stem.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    let algorithm = match word.chars().next() {
        Some('\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}') => Algorithm::Greek,
        Some('\u{400}'..='\u{52F}') => Algorithm::Russian,
        Some('\u{600}'..='\u{6FF}') => Algorithm::Arabic,
        Some('\u{B80}'..='\u{BFF}') => Algorithm::Tamil,
        _ => Algorithm::English,
    };
    Stemmer::create(algorithm).stem(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_chooses_the_stemmer() {
        assert_eq!(stem("copied"), stem("copies"));
        assert_eq!(stem("мастерская"), stem("мастерскую"));
        assert_eq!(stem("المكتبة"), stem("مكتبة"));
        assert_eq!(stem("图书馆"), "图书馆");
    }
}
