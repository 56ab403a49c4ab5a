//! Finds impossible identifiers, by the check digits of ISBN (ISO 2108) and ISSN (ISO 3297) and the form of a DOI
//! (ISO 26324).

use super::Remark;
use crate::Reference;

/// Returns the remarks on invalid identifiers, each with the position of its entry.
pub(super) fn remarks(references: &[Reference]) -> Vec<(usize, Remark)> {
    let mut remarks = Vec::new();
    for (position, entry) in references.iter().enumerate() {
        let mut add = |wrong: Option<bool>, remark| {
            if wrong == Some(true) {
                remarks.push((position, remark));
            }
        };
        add(
            entry.isbn.as_deref().and_then(isbn_is_wrong),
            Remark::IsbnCheckDigit,
        );
        add(
            entry.issn.as_deref().and_then(issn_is_wrong),
            Remark::IssnCheckDigit,
        );
        add(entry.doi.as_deref().map(doi_is_wrong), Remark::MalformedDoi);
    }
    remarks
}

/// Returns the digits of a number, with X as 10; `None` if X stands before the end.
fn digits(number: &str) -> Option<Vec<u32>> {
    let characters: Vec<char> = number.chars().filter(char::is_ascii_alphanumeric).collect();
    let digit = |(at, c): (usize, &char)| match c {
        'X' | 'x' if at + 1 == characters.len() => Some(10),
        c => c.to_digit(10),
    };
    characters.iter().enumerate().map(digit).collect()
}

/// Returns whether the check digit of an ISBN is wrong; `None` unless the number has 10 digits, or 13 that begin with
/// 978 or 979.
fn isbn_is_wrong(number: &str) -> Option<bool> {
    let digits = digits(number)?;
    match digits.len() {
        10 => Some(!weighed(&digits, 10).is_multiple_of(11)),
        13 if matches!(digits[..3], [9, 7, 8 | 9]) && digits[12] < 10 => {
            let sum: u32 = digits
                .iter()
                .zip([1, 3].into_iter().cycle())
                .map(|(digit, weight)| digit * weight)
                .sum();
            Some(!sum.is_multiple_of(10))
        }
        _ => None,
    }
}

/// Returns whether the check digit of an ISSN is wrong; `None` unless the number has 8 digits.
fn issn_is_wrong(number: &str) -> Option<bool> {
    let digits = digits(number)?;
    (digits.len() == 8).then(|| !weighed(&digits, 8).is_multiple_of(11))
}

/// Returns the sum of the digits with decreasing weights, the first with the weight `first`.
fn weighed(digits: &[u32], first: u32) -> u32 {
    digits
        .iter()
        .zip((1..=first).rev())
        .map(|(digit, weight)| digit * weight)
        .sum()
}

/// Returns whether a printed DOI cannot be valid: it begins with another number than "10." and has a slash, or its
/// registrant does not have four to nine digits. A letter O or l in place of a digit is also an error. A DOI without a
/// suffix counts as cut, not as wrong.
fn doi_is_wrong(doi: &str) -> bool {
    let Some(rest) = doi.strip_prefix("10.") else {
        let begins_like_one =
            doi.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'O' | 'o' | 'l' | 'I'));
        return begins_like_one && doi.contains('/');
    };
    let Some((registrant, suffix)) = rest.split_once('/') else {
        // "10.1000" alone may be cut by a gap.
        return false;
    };
    let first = registrant.split('.').next().unwrap_or_default();
    let is_registrant = (4..=9).contains(&first.len())
        && registrant
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    !is_registrant && !suffix.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits() {
        for (number, wrong) in [
            ("978-0-306-40615-7", Some(false)),
            ("978-0-306-40615-8", Some(true)),
            ("0-306-40615-2", Some(false)),
            ("0-306-40615-3", Some(true)),
            ("0-8044-2957-X", Some(false)),
            ("978-0-306-40615", None),
            ("0-306-40615-2-123", None),
            ("978-0-306-40615-7 2010", None),
        ] {
            assert_eq!(isbn_is_wrong(number), wrong, "{number}");
        }
        assert_eq!(issn_is_wrong("0378-5955"), Some(false));
        assert_eq!(issn_is_wrong("0378-5956"), Some(true));
        assert_eq!(issn_is_wrong("2434-561X"), Some(false));
    }

    #[test]
    fn forms_of_dois() {
        for (doi, wrong) in [
            ("10.1000/182", false),
            ("10.1000.10/123456", false),
            ("10.16511/j.cnki.night.2010.03.001", false),
            ("1O.1000/182", true),
            ("10.10/182", true),
            ("11.1000/182", true),
            ("10.1000", false),
            ("10.1000/", false),
            ("https://example.org/10.1000", false),
        ] {
            assert_eq!(doi_is_wrong(doi), wrong, "{doi}");
        }
    }
}
