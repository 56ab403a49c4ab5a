//! A text as names are looked up in it: however its characters are disguised, in one form, each with its place.

use chachong_text::{is_cjk, is_invisible, latin_word, simplified_alone};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Maximum number of signs between two characters of a name in a text.
pub(crate) const LONGEST_GAP: usize = 4;

/// Character in its plain form, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    pub(crate) c: char,
    /// Index of the character that it was made of.
    pub(crate) at: usize,
}

/// Returns a text without invisible characters and marks over letters, in half-width, Simplified and Latin characters; in small
/// letters if `ignores_case`.
pub(crate) fn folded(text: &[char], ignores_case: bool) -> Vec<Sign> {
    let mut signs = Vec::with_capacity(text.len());
    for (at, &c) in text.iter().enumerate() {
        if c.is_ascii() {
            signs.push(Sign { c, at });
        } else if matches!(c, '\u{4E00}'..='\u{9FFF}') {
            signs.push(Sign {
                c: simplified_alone(c),
                at,
            });
        } else if !is_invisible(c) {
            let parts = std::iter::once(c).nfkd();
            let parts = parts.filter(|&part| !is_combining_mark(part) && !is_invisible(part));
            signs.extend(parts.map(|part| Sign {
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
fn in_latin(signs: &mut [Sign]) {
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

/// Returns the number of signs from a place on that may stand between two characters of a name: white space and signs that end no
/// clause. A comma may only stand within a Latin name.
pub(crate) fn gap(text: &[Sign], at: usize) -> usize {
    let is_latin = |at: usize| text.get(at).is_some_and(|sign| is_letter(sign.c));
    let after_latin = at.checked_sub(1).is_some_and(is_latin);
    let signs = text[at..].iter().take(LONGEST_GAP + 1);
    let signs = signs.take_while(|sign| match sign.c {
        ',' => after_latin,
        '。' | '、' | '—' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '"' | '“' | '”'
        | '《' | '》' | '「' | '」' | '【' | '】' => false,
        c => !c.is_alphanumeric(),
    });
    signs.count()
}

/// Whether a gap may stand within a word of a name: between ideographs any, between digits one sign, and anywhere a line break.
pub(crate) fn may_be_within(text: &[Sign], at: usize, gap: usize) -> bool {
    let (Some(before), Some(after)) = (
        at.checked_sub(1).and_then(|before| text.get(before)),
        text.get(at + gap),
    ) else {
        return false;
    };
    let breaks = || (text[at..at + gap].iter()).any(|sign| matches!(sign.c, '\n' | '\r'));
    let are_digits = before.c.is_ascii_digit() && after.c.is_ascii_digit();
    is_cjk(before.c) || are_digits && gap == 1 || breaks()
}

/// Whether a character belongs to a word of letters.
pub(crate) fn is_letter(c: char) -> bool {
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
