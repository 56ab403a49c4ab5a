//! Reader of one number at a position of a text: 1,234.5, 1.2e-3, 1.2×10⁻³, full-width digits, signs.

use crate::decimal::Decimal;

/// More digits are an identifier, not a measurement.
const MOST_DIGITS: usize = 15;

/// Number as it is written in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) value: Decimal,
    /// Number of significant digits as written: zeros before the first other digit do not count.
    pub(crate) digits: u8,
    /// Whether the number has a decimal point or a power of ten.
    pub(crate) fractional: bool,
    /// Offset of the end of the number, in characters.
    pub(crate) end: usize,
}

/// Returns the plain form of a full-width or typographic character, other characters unchanged. Offsets stay the same.
pub(crate) fn plain(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '−' | '–' | '﹣' => '-',
        '\u{3000}' | '\u{A0}' | '\u{2002}'..='\u{200A}' | '\u{202F}' => ' ',
        '\u{3BC}' => '\u{B5}',
        '\u{2126}' => '\u{3A9}',
        '✕' | '✖' | '∙' | '⋅' => '×',
        _ => c,
    }
}

/// Reads the number that begins at `start`, with its sign or first digit; `None` if there is none. `chars` must have
/// their [`plain`] form.
pub(crate) fn number_at(chars: &[char], start: usize) -> Option<Number> {
    let mut at = start;
    let negative = chars.get(at) == Some(&'-');
    if negative || chars.get(at) == Some(&'+') {
        at += 1;
    }
    let mut digits = Vec::new();
    at = whole_part(chars, at, &mut digits)?;
    let mut exponent = 0i16;
    let mut fractional = false;
    if chars.get(at) == Some(&'.') && is_digit(chars, at + 1) {
        fractional = true;
        at += 1;
        while let Some(digit) = digit(chars, at) {
            digits.push(digit);
            exponent -= 1;
            at += 1;
            if digits.len() > MOST_DIGITS {
                return None;
            }
        }
    }
    // 4006e0 is hexadecimal.
    let hexadecimal = !fractional && digits.len() > 1 && matches!(chars.get(at), Some('e' | 'E'));
    if let Some((power, end)) = power_of_ten(chars, at).filter(|_| !hexadecimal) {
        fractional = true;
        exponent += power;
        at = end;
    }
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let coefficient = digits
        .iter()
        .fold(0i64, |sum, digit| sum * 10 + i64::from(*digit));
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    Some(Number {
        value: Decimal {
            coefficient: if negative { -coefficient } else { coefficient },
            exponent,
        },
        digits: u8::try_from(digits.len() - zeros).ok()?,
        fractional,
        end: at,
    })
}

/// Reads the digits before the decimal point, with commas between groups of three.
fn whole_part(chars: &[char], start: usize, digits: &mut Vec<u8>) -> Option<usize> {
    let mut at = start;
    while let Some(digit) = digit(chars, at) {
        digits.push(digit);
        at += 1;
        if digits.len() > MOST_DIGITS {
            return None;
        }
    }
    if digits.is_empty() {
        return None;
    }
    if digits.len() <= 3 && digits[0] != 0 {
        while chars.get(at) == Some(&',')
            && (1..=3).all(|further| is_digit(chars, at + further))
            && !is_digit(chars, at + 4)
            && digits.len() + 3 <= MOST_DIGITS
        {
            digits.extend((1..=3).filter_map(|further| digit(chars, at + further)));
            at += 4;
        }
    }
    Some(at)
}

/// Reads `e-3`, `×10^-3`, `×10⁻³` and, as text from Word loses what is raised, `×10-3`.
fn power_of_ten(chars: &[char], start: usize) -> Option<(i16, usize)> {
    if matches!(chars.get(start), Some('e' | 'E')) {
        let (power, end) = whole_power(chars, start + 1)?;
        // 2e5f is part of an identifier.
        return (!chars.get(end).is_some_and(char::is_ascii_alphanumeric)).then_some((power, end));
    }
    let mut at = start + usize::from(chars.get(start) == Some(&' '));
    if !matches!(chars.get(at), Some('×' | 'x' | 'X' | '*' | '·')) {
        return None;
    }
    at += 1;
    at += usize::from(chars.get(at) == Some(&' '));
    if chars.get(at) != Some(&'1') || chars.get(at + 1) != Some(&'0') {
        return None;
    }
    at += 2;
    if let Some(raised) = raised_power(chars, at) {
        return Some(raised);
    }
    at += usize::from(chars.get(at) == Some(&'^'));
    let bracket = match chars.get(at) {
        Some('{') => Some('}'),
        Some('(') => Some(')'),
        _ => None,
    };
    at += usize::from(bracket.is_some());
    let (power, end) = whole_power(chars, at)?;
    match bracket {
        Some(close) if chars.get(end) == Some(&close) => Some((power, end + 1)),
        Some(_) => None,
        None => Some((power, end)),
    }
}

fn whole_power(chars: &[char], start: usize) -> Option<(i16, usize)> {
    power_of(chars, start, ['-', '+'], |c| c.to_digit(10))
}

fn raised_power(chars: &[char], start: usize) -> Option<(i16, usize)> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    power_of(chars, start, ['⁻', '⁺'], |c| {
        (0..)
            .zip(RAISED.chars())
            .find_map(|(digit, raised)| (raised == c).then_some(digit))
    })
}

/// Reads a power of one or two digits, which a sign may precede; returns it and where it ends.
fn power_of(
    chars: &[char],
    start: usize,
    [minus, plus]: [char; 2],
    digit: impl Fn(char) -> Option<u32>,
) -> Option<(i16, usize)> {
    let sign = chars.get(start).copied();
    let first = start + usize::from(sign == Some(minus) || sign == Some(plus));
    let mut end = first;
    let mut power = 0i16;
    while let Some(digit) = chars.get(end).and_then(|c| digit(*c)) {
        power = power * 10 + i16::try_from(digit).ok()?;
        end += 1;
        if end - first > 2 {
            return None;
        }
    }
    let power = if sign == Some(minus) { -power } else { power };
    (end > first).then_some((power, end))
}

fn digit(chars: &[char], at: usize) -> Option<u8> {
    let digit = chars.get(at)?.to_digit(10)?;
    u8::try_from(digit).ok()
}

pub(crate) fn is_digit(chars: &[char], at: usize) -> bool {
    chars.get(at).is_some_and(char::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::{number_at, plain};
    use proptest::prelude::*;

    fn read(text: &str) -> Option<(String, u8, usize)> {
        let chars: Vec<char> = text.chars().map(plain).collect();
        number_at(&chars, 0).map(|number| (number.value.to_string(), number.digits, number.end))
    }

    #[test]
    fn reads_what_people_write() {
        for (text, value, digits, end) in [
            ("0.4937 V", "0.4937", 4, 6),
            ("１２．５％", "12.5", 3, 4),
            ("1,234.5", "1234.5", 5, 7),
            ("1,23", "1", 1, 1),
            ("-0.050", "-0.050", 2, 6),
            ("−3.1", "-3.1", 2, 4),
            ("1.2e-3", "0.0012", 2, 6),
            ("1.2×10⁻³m", "0.0012", 2, 8),
            ("1.2 × 10^-3", "0.0012", 2, 11),
            ("1.2×10^{-3}", "0.0012", 2, 11),
            ("1.2×10-3", "0.0012", 2, 8),
            ("6.02×1023", "602000000000000000000000", 3, 9),
            ("3.0E8", "300000000", 2, 5),
            ("12.", "12", 2, 2),
        ] {
            let value = if text.starts_with("6.02") {
                "602e21".to_owned()
            } else {
                value.to_owned()
            };
            assert_eq!(read(text), Some((value, digits, end)), "{text}");
        }
        for text in ["", "-", "abc", "1234567890123456", ".5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_was_printed(coefficient in -999_999_999i64..999_999_999, places in 0usize..9) {
            let sign = if coefficient < 0 { "-" } else { "" };
            let digits = format!("{:0>width$}", coefficient.abs(), width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            let text = if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") };
            let chars: Vec<char> = text.chars().collect();
            let number = number_at(&chars, 0).unwrap();
            prop_assert_eq!(number.value.coefficient, coefficient);
            prop_assert_eq!(usize::try_from(-number.value.exponent).unwrap(), places);
            prop_assert_eq!(number.end, chars.len());
        }

        #[test]
        fn never_panics_and_ends_inside(text in "[0-9.,eExX×*^{}()⁻²³ -]{0,24}", at in 0usize..24) {
            let chars: Vec<char> = text.chars().collect();
            if let Some(number) = number_at(&chars, at) {
                prop_assert!(number.end > at && number.end <= chars.len());
            }
        }
    }
}
