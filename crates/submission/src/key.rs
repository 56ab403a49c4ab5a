//! Normalises numbers and names for comparison.

use unicode_normalization::UnicodeNormalization;

/// Returns a number in the form in which it is compared: half-width, in capitals, without spaces and invisible characters.
pub(crate) fn number(text: &str) -> String {
    let is_unseen = |c: char| c.is_whitespace() || c.is_control() || is_format(c);
    let folded = text.nfkc().filter(|&c| !is_unseen(c));
    folded.flat_map(char::to_uppercase).collect()
}

/// Returns a name in the form in which it is compared: half-width, in lower case, letters and digits only.
pub(crate) fn name(text: &str) -> String {
    let folded = text.nfkc().filter(|c| c.is_alphanumeric());
    folded.flat_map(char::to_lowercase).collect()
}

/// Returns whether a character is invisible and only tells programs how to set a text, such as a blank without width.
const fn is_format(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// Returns whether a character is an ideograph.
pub(crate) const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' | '〇')
}

/// Returns whether a text contains an ideograph.
pub(crate) fn has_han(text: &str) -> bool {
    text.chars().any(is_han)
}

/// Returns whether digits are a date such as `20240501` or `240501`.
pub(crate) fn is_date(digits: &str) -> bool {
    let (year, rest) = match digits.len() {
        8 => digits.split_at(4),
        6 => digits.split_at(2),
        _ => return false,
    };
    let year: u32 = year.parse().unwrap_or(0);
    let (month, day) = rest.split_at(2);
    let (month, day): (u32, u32) = (month.parse().unwrap_or(0), day.parse().unwrap_or(0));
    (digits.len() == 6 || (1990..=2069).contains(&year))
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
}
