//! Improbability of a character in Chinese or English text, for choosing between encodings.

use std::sync::OnceLock;

/// The 3,000 most frequent Chinese characters in order, and on the next line their Traditional forms
/// (`assets/make_common_characters.py`).
const COMMON: &str = include_str!("../../../assets/common_characters.txt");

const FIRST_IDEOGRAPH: char = '\u{4E00}';
const IDEOGRAPHS: usize = 0x5200;
/// Improbability of an ideograph outside the list, in nats.
const RARE: f64 = 13.5;
/// Improbability of bytes that form no character, in nats.
pub(super) const LOST: f64 = 14.0;

/// Returns roughly the negative natural logarithm of the probability of `c` after `before`: it only matters that right
/// texts score below wrong ones. Ideographs follow Zipf's law by their rank.
pub(super) fn improbability(c: char, before: char) -> f64 {
    match c {
        '\u{FFFD}' => LOST,
        ' ' => 2.0,
        'a'..='z' => 3.0,
        'A'..='Z' | '。' | '，' | '、' => 4.5,
        '0'..='9' => 3.7,
        '\n' | '\r' | '\t' => 4.0,
        '!'..='~' => 5.0,
        '\u{C}' | '\u{1A}' => 8.0,
        '\0'..='\u{1F}' | '\u{7F}' => 15.0,
        '\u{80}'..='\u{9F}' => 14.0,
        '\u{4E00}'..='\u{9FFF}' => ideograph(c),
        '\u{3000}'..='\u{3020}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' => 6.0,
        '‘' | '’' | '“' | '”' | '–' | '—' | '…' | '•' | '·' if before.is_ascii() => {
            6.0
        }
        '‘' | '’' | '“' | '”' | '—' | '…' | '·' if is_wide(before) || before == c => {
            6.0
        }
        // An accented letter is alone among plain letters; rows of them are bytes of another encoding.
        '\u{DF}'..='\u{F6}' | '\u{F8}'..='\u{FF}' if before.is_ascii_alphabetic() => 7.0,
        '\u{A0}'..='\u{17F}' if before.is_ascii() => 8.5,
        // Rows of letters outside a-z are words of another script.
        '\u{370}'..='\u{52F}' => 7.0,
        '\u{3041}'..='\u{30FF}' => 7.5,
        '\u{FF10}'..='\u{FF5E}' => 9.0,
        '\u{2010}'..='\u{27BF}' => 10.0,
        '\u{AC00}'..='\u{D7A3}' => 11.5,
        '\u{E000}'..='\u{F8FF}' => 18.0,
        '\u{80}'..='\u{24F}' => 12.0,
        '\u{3400}'..='\u{4DBF}' | '\u{20000}'.. => 16.0,
        _ => 14.0,
    }
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF60}' | '\u{2014}'..='\u{2026}')
}

fn ideograph(c: char) -> f64 {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = vec![RARE; IDEOGRAPHS];
        let place = |c: char| (c as usize).wrapping_sub(FIRST_IDEOGRAPH as usize);
        for (line, characters) in COMMON.lines().enumerate() {
            // Traditional text is rarer than simplified.
            let extra = if line == 0 { 0.0 } else { 0.7 };
            for (rank, c) in characters.chars().enumerate() {
                let value = (6.9 * (rank as f64 + 12.0)).ln() + extra;
                if let Some(entry) = table.get_mut(place(c))
                    && value < *entry
                {
                    *entry = value;
                }
            }
        }
        table
    });
    table
        .get((c as usize).wrapping_sub(FIRST_IDEOGRAPH as usize))
        .copied()
        .unwrap_or(RARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_characters_are_likelier_than_rare_ones() {
        let of = |c| improbability(c, '中');
        assert!(of('的') < of('图') && of('图') < of('瘿') && of('图') < of('圖'));
        assert!(improbability('é', 'f') < improbability('é', 'é'));
    }
}
