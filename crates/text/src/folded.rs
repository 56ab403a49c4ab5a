//! Folded text, in which names are looked up: disguised characters are reduced to one plain form, each with its index
//! in the original text.

use crate::{is_cjk, is_invisible, latin_word, simplified_alone};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Character in the plain form that [`folded`] gives it, with its index in the original text.
#[derive(Clone, Copy, Debug)]
pub struct Folded {
    /// Plain form: half-width, Simplified, Latin, without diacritics.
    pub c: char,
    /// Index in the original text, in characters, of the character that this one was made from.
    pub at: usize,
}

/// Returns the characters of `text` in their plain form, in the order of the text: half-width, Simplified and Latin, without invisible
/// characters and diacritics; in lower case if `ignores_case` is set. One character of `text` may give several or none.
#[must_use]
pub fn folded(text: &[char], ignores_case: bool) -> Vec<Folded> {
    let mut signs = Vec::with_capacity(text.len());
    for (at, &c) in text.iter().enumerate() {
        if c.is_ascii() {
            signs.push(Folded { c, at });
        } else if matches!(c, '\u{4E00}'..='\u{9FFF}') {
            signs.push(Folded {
                c: simplified_alone(c),
                at,
            });
        } else if !is_invisible(c) {
            let parts = std::iter::once(c).nfkd();
            let parts = parts.filter(|&part| !is_combining_mark(part) && !is_invisible(part));
            signs.extend(parts.map(|part| Folded {
                c: simplified_alone(part),
                at,
            }));
        }
    }
    in_latin(&mut signs);
    if ignores_case {
        for sign in &mut signs {
            sign.c = small(sign.c);
        }
    }
    signs
}

/// Replaces letters of other scripts that look like Latin ones, word by word.
fn in_latin(signs: &mut [Folded]) {
    for word in signs.chunk_by_mut(|a, b| is_letter(a.c) && is_letter(b.c)) {
        if word
            .iter()
            .all(|sign| sign.c.is_ascii() || !is_letter(sign.c))
        {
            continue;
        }
        let written: String = word.iter().map(|sign| sign.c).collect();
        let latin = latin_word(&written).unwrap_or_default();
        if latin.chars().count() == word.len() {
            for (sign, c) in word.iter_mut().zip(latin.chars()) {
                sign.c = c;
            }
        }
    }
}

/// Returns whether `c` is a letter and not CJK ([`is_cjk`]), such as a Latin or Cyrillic letter.
#[must_use]
pub fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_cjk(c)
}

/// Returns a letter as a small one.
fn small(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_characters_have_one_form() {
        for (text, plain) in [
            ("２０２１", "2021"),
            ("Wáng Xiǎowǔ", "wang xiaowu"),
            ("張\u{200B}三", "张三"),
            ("⼩五", "小五"),
            ("𝐖ang", "wang"),
            ("w\u{430}ng", "wang"),
            ("①②", "12"),
            ("Straße", "straße"),
        ] {
            let characters: Vec<char> = text.chars().collect();
            let signs = folded(&characters, true);
            let seen: String = signs.iter().map(|sign| sign.c).collect();
            assert_eq!(seen, plain, "{text}");
            assert!(signs.iter().all(|sign| sign.at < characters.len()));
        }
    }
}
