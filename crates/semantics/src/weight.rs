//! Weight of a character: its share of a text's content. Chinese and English texts with the same meaning have about the
//! same weight.

/// Weight of a Han, kana or Hangul character. All weights are whole numbers, so that no order of adding changes a sum.
pub(super) const FULL: u32 = 10;
/// Weight of another letter or a digit: English takes 3.3 letters for what Chinese says in one character.
const LETTER: u32 = 3;

/// Returns the weight of a character: 10, 3 or, for signs and white space, 0.
pub(super) fn weight(c: char) -> u32 {
    if is_han(c) || is_syllable(c) {
        FULL
    } else if c.is_alphanumeric() {
        LETTER
    } else {
        0
    }
}

/// Whether a character is a Chinese ideograph, radical or iteration mark.
pub(super) const fn is_han(c: char) -> bool {
    matches!(c,
        '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether a character is a kana or a Hangul letter.
const fn is_syllable(c: char) -> bool {
    matches!(c,
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9D}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_weigh_nothing_and_wide_letters_are_letters() {
        for (c, expected) in [
            ('图', 10),
            ('か', 10),
            ('가', 10),
            ('a', 3),
            ('Ａ', 3),
            ('7', 3),
            ('é', 3),
            ('，', 0),
            ('。', 0),
            (' ', 0),
            ('+', 0),
        ] {
            assert_eq!(weight(c), expected, "{c}");
        }
    }
}
