//! Normalises numbers and names for comparison.

use chachong_text::{is_ideograph, is_unseen};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns a number in the form in which it is compared: half-width, in capitals, without spaces and invisible characters.
pub(crate) fn number(text: &str) -> String {
    let folded = text.nfkc().filter(|&c| !is_unseen(c));
    folded.flat_map(char::to_uppercase).collect()
}

/// Returns a name in the form in which it is compared: half-width, in lower case, letters and digits only.
pub(crate) fn name(text: &str) -> String {
    let folded = text.nfkc().filter(|c| c.is_alphanumeric());
    folded.flat_map(char::to_lowercase).collect()
}

/// Returns a word in lower case as it is typed without accents, such as `muller` and `mueller` for `müller`. A word that has none, or that
/// is in another script, stays as it is.
pub(crate) fn without_accents(word: &str) -> Vec<String> {
    let mut plain: Vec<String> = [letter, letters]
        .map(|plain| word.chars().map(plain).collect::<String>())
        .into();
    plain.dedup();
    plain.retain(|plain| plain.is_ascii());
    if plain.is_empty() {
        plain.push(word.to_owned());
    }
    plain
}

/// Returns the letter without accents that stands for a letter.
fn letter(c: char) -> String {
    let plain = match c {
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ı' => "i",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => {
            return std::iter::once(c)
                .nfd()
                .filter(|&c| !is_combining_mark(c))
                .collect();
        }
    };
    plain.to_owned()
}

/// Returns the two letters that stand for a letter in some languages; otherwise as [`letter`].
fn letters(c: char) -> String {
    let plain = match c {
        'ä' => "ae",
        'ö' | 'ø' => "oe",
        'ü' => "ue",
        'å' => "aa",
        _ => return letter(c),
    };
    plain.to_owned()
}

/// Returns whether a character is an ideograph.
pub(crate) const fn is_han(c: char) -> bool {
    is_ideograph(c) || c == '〇'
}

/// Returns whether a text contains an ideograph.
pub(crate) fn has_han(text: &str) -> bool {
    text.chars().any(is_han)
}

/// Returns whether digits are a date such as `20240501` or `240501`, or a date with a time such as `20240501103015`.
pub(crate) fn is_date(digits: &str) -> bool {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (year, rest) = match digits.len() {
        14 => {
            let (day, time) = digits.split_at(8);
            return is_date(day) && is_time(time);
        }
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

/// Returns whether six digits are a time of day such as `103015`.
pub(crate) fn is_time(digits: &str) -> bool {
    let number: u32 = digits.parse().unwrap_or(u32::MAX);
    let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100);
    digits.len() == 6 && hour < 24 && minute < 60 && second < 60
}
