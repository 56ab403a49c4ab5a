//! Short student numbers of a class list. Their digits stand in many larger numbers, so that only whole numbers are
//! struck out of texts.

use std::collections::HashSet;
use std::ops::Range;

use chachong_text::{Folded, folded};

use crate::struck_names::LEAST_NUMBER;

/// Minimum number of digits of a student number that is struck out: shorter ones are pages, items and percentages.
const LEAST: usize = 4;

/// Student numbers of 4 or 5 digits.
#[derive(Debug, Default)]
pub(crate) struct WholeNumbers(HashSet<String>);

impl WholeNumbers {
    /// Collects the numbers with few digits.
    pub(crate) fn of<'n>(numbers: impl Iterator<Item = &'n str>) -> Self {
        let plain = numbers.map(|number| -> String {
            let signs: Vec<char> = number.trim().chars().collect();
            folded(&signs, true).iter().map(|sign| sign.c).collect()
        });
        let is_short = |number: &String| {
            (LEAST..LEAST_NUMBER).contains(&number.len())
                && number.chars().all(|c| c.is_ascii_digit())
        };
        Self(plain.filter(is_short).collect())
    }

    /// Returns the places of these numbers in a text. The digits behind a decimal point, or before one, are no number.
    pub(crate) fn in_text(&self, text: &[Folded]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if self.0.is_empty() {
            return found;
        }
        let is = |at: Option<usize>, what: fn(char) -> bool| {
            at.and_then(|at| text.get(at))
                .is_some_and(|sign| what(sign.c))
        };
        let is_digit = |c: char| c.is_ascii_digit();
        let is_point = |c: char| c == '.';
        let mut at = 0;
        while at < text.len() {
            let digits = text[at..].iter().take_while(|sign| is_digit(sign.c));
            let end = at + digits.count();
            let is_decimal = is(at.checked_sub(1), is_point) && is(at.checked_sub(2), is_digit)
                || is(Some(end), is_point) && is(Some(end + 1), is_digit);
            if (LEAST..LEAST_NUMBER).contains(&(end - at)) && !is_decimal {
                let number: String = text[at..end].iter().map(|sign| sign.c).collect();
                if self.0.contains(&number) {
                    found.push(at..end);
                }
            }
            at = end.max(at + 1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_are_found() {
        let numbers = WholeNumbers::of(["40000", "４０７１", "123", "2021001001"].into_iter());
        let found = |text: &str| {
            let text: Vec<char> = text.chars().collect();
            let signs = folded(&text, true);
            let found = numbers.in_text(&signs).into_iter();
            found.map(|one| one.start).collect::<Vec<usize>>()
        };
        assert_eq!(found("学号：40000，４０７１。40000"), [3, 9, 14]);
        assert_eq!(found("No.40000."), [3]);
        for text in [
            "140000",
            "400001",
            "2.40000",
            "40000.5",
            "123",
            "2021001001",
            "",
        ] {
            assert_eq!(found(text), [0; 0], "{text}");
        }
    }
}
