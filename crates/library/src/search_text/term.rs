//! Terms of the full-text index, encoded so that FTS5 cannot take them for anything else.

use super::pieces::{Kind, Pieces};

/// Maximum number of characters (Unicode scalar values) of a word in the index; longer "words" are tables and codes
/// without spaces. The characters beyond the maximum are compared in the text itself.
pub const MAXIMUM_WORD: usize = 40;

/// Search term that a document must contain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// Encoded term, as in the index.
    pub text: String,
    /// Whether every indexed term that begins with `text` matches.
    pub is_prefix: bool,
}

/// Returns the expression of terms for MATCH of FTS5. Bind it as a parameter. Terms contain only ASCII letters and
/// digits and are still quoted: nothing that a person typed is syntax.
pub(crate) fn match_expression(terms: &[Term]) -> String {
    let terms: Vec<String> = terms
        .iter()
        .map(|term| {
            format!(
                "\"{}\"{}",
                term.text,
                if term.is_prefix { " *" } else { "" }
            )
        })
        .collect();
    terms.join(" AND ")
}

/// Returns all terms of a text, ascending.
pub(super) fn all(pieces: &Pieces) -> Vec<String> {
    let mut words: Vec<&str> = Vec::new();
    let mut characters: Vec<(char, Option<char>)> = Vec::with_capacity(2 * pieces.list.len());
    let mut before = None;
    for piece in &pieces.list {
        let han = match &piece.kind {
            Kind::Han(c) => Some(*c),
            Kind::Word(place) => {
                words.push(pieces.word(place));
                None
            }
            Kind::Sign(_) | Kind::Paragraph => None,
        };
        match (before, han) {
            (Some(first), Some(c)) => characters.push((first, Some(c))),
            // The first character of a pair is found by its beginning; only one without a pair is a term of its own.
            (Some(last), None) => characters.push((last, None)),
            (None, _) => {}
        }
        before = han;
    }
    characters.extend(before.map(|last| (last, None)));
    characters.sort_unstable();
    characters.dedup();
    words.sort_unstable();
    words.dedup();
    let mut terms: Vec<String> = characters
        .into_iter()
        .map(|(a, b)| of_characters(a, b))
        .collect();
    terms.extend(words.into_iter().map(of_word));
    // Cut words may be equal, and encoded words sort differently.
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// Encodes one or two Chinese characters as `h` and four digits for each, of five bits; the code of a pair begins
/// with that of its first character. The fixed width keeps the codes of different terms different. Four digits are
/// needed because rare characters beyond U+FFFF (extension B and later) have 18 bits.
pub(super) fn of_characters(first: char, second: Option<char>) -> String {
    let mut term = String::with_capacity(9);
    term.push('h');
    for c in std::iter::once(first).chain(second) {
        term.extend(
            (0..4)
                .rev()
                .filter_map(|place| char::from_digit(u32::from(c) >> (5 * place) & 31, 32)),
        );
    }
    term
}

/// Encodes a word as `w` and its letters and digits. Any other character (accents are separate letters here, and FTS5
/// would drop some) becomes `z` and six hexadecimal digits, and `z` itself `zz`. So one code begins with another only
/// if the words do.
pub(super) fn of_word(word: &str) -> String {
    let mut term = String::with_capacity(word.len() + 1);
    term.push('w');
    for c in word.chars().take(MAXIMUM_WORD) {
        match c {
            'z' => term.push_str("zz"),
            'a'..='y' | '0'..='9' => term.push(c),
            _ => {
                term.push('z');
                let digit = |place: u32| char::from_digit(u32::from(c) >> (4 * place) & 15, 16);
                term.extend((0..6).rev().filter_map(digit));
            }
        }
    }
    term
}
