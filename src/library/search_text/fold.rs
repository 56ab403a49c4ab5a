//! Differences that a search passes over beyond those that normalising takes out, character by character and word by
//! word. Knows nothing of what stands around: the same in a long text and in a query of one word.
//!
//! Normalising decides by the whole document whether 乾 stays (乾隆) or is 干 (乾燥), and whether "сору" in Cyrillic letters
//! is a Russian word or an English one in disguise. A query has no such surroundings, so both sides are brought to what
//! does not depend on them.

use crate::text::{latin_word, simplified_alone};

/// A Chinese character as it is searched for.
pub(super) fn character(c: char) -> char {
    simplified_alone(c)
}

/// Appends the letters of a word as they are searched for: in lower case, Latin where they only look so.
pub(super) fn word(letters: &str, folded: &mut String) {
    if letters.is_ascii() {
        folded.extend(letters.chars().map(|c| c.to_ascii_lowercase()));
        return;
    }
    let lower: String = letters
        .chars()
        .flat_map(char::to_lowercase)
        // The form that Greek takes at a word's end: "ΟΔΟΣ" does not tell.
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .collect();
    match latin_word(&lower) {
        Some(latin) => folded.push_str(&latin),
        None => folded.push_str(&lower),
    }
}
