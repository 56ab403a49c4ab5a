//! Reads numbers in square brackets anywhere in the running text, more freely than citations: an entry that may be
//! cited somewhere gets no remark.

use std::ops::Range;

use chachong_text::MarkReason;

use crate::Manuscript;

/// Maximum number of characters between the brackets.
const LONGEST: usize = 60;
/// Maximum number of entries that a range spans.
const LONGEST_RANGE: u32 = 60;

/// Numbers in one pair of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bracketed {
    /// Range of the brackets in the author's text, in Unicode scalar values.
    pub place: Range<u32>,
    pub numbers: Vec<u32>,
    /// Whether the brackets contain only the numbers, with commas and hyphens, and follow a word or a sign.
    pub is_plain: bool,
}

/// Returns all numbers in brackets outside of reference lists and program code.
pub(super) fn bracketed(manuscript: &Manuscript<'_>) -> Vec<Bracketed> {
    let characters: Vec<char> = manuscript.text.chars().collect();
    let mut apart = manuscript
        .marks
        .iter()
        .filter(|mark| matches!(mark.reason, MarkReason::References | MarkReason::Code))
        .peekable();
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        while apart.next_if(|mark| mark.end <= offset).is_some() {}
        if let Some(mark) = apart.peek().filter(|mark| mark.start <= offset) {
            at = mark.end as usize;
            continue;
        }
        if matches!(characters[at], '[' | '［' | '【' | '〔')
            && let Some(inside) = inside(&characters[at + 1..])
        {
            let (numbers, is_pure) = numbers(inside);
            let before = at.checked_sub(1).map_or(' ', |before| characters[before]);
            let after = characters
                .get(at + inside.len() + 2)
                .copied()
                .unwrap_or(' ');
            let is_index = before.is_ascii_alphanumeric()
                || matches!(before, '_' | '(' | '=' | ')' | '∈' | '间');
            let follows_index = is_bracket_end(before)
                && found
                    .last()
                    .is_some_and(|last: &Bracketed| last.place.end == offset && !last.is_plain);
            let is_formula = matches!(after, '=' | '^' | '*' | '+' | '[' | '(');
            if !numbers.is_empty() {
                let end = offset + u32::try_from(inside.len()).unwrap_or(0) + 2;
                found.push(Bracketed {
                    place: offset..end,
                    numbers,
                    is_plain: is_pure
                        && !is_index
                        && !follows_index
                        && !is_formula
                        && before != '\n',
                });
            }
        }
        at += 1;
    }
    found
}

const fn is_bracket_end(c: char) -> bool {
    matches!(c, ']' | '］' | '】' | '〕')
}

/// Returns the characters up to the closing bracket; `None` if it is too far away.
fn inside(rest: &[char]) -> Option<&[char]> {
    let end = rest
        .iter()
        .take(LONGEST)
        .position(|c| matches!(c, ']' | '］' | '】' | '〕'))?;
    Some(&rest[..end])
}

/// Returns the value of a decimal digit, which may be full-width, or bold as in a formula's font; `None` for any
/// other character.
fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        '\u{1D7CE}'..='\u{1D7FF}' => Some((u32::from(c) - 0x1D7CE) % 10),
        _ => c.to_digit(10),
    }
}

/// Reads all numbers and ranges. Also returns whether there is nothing else.
fn numbers(inside: &[char]) -> (Vec<u32>, bool) {
    let mut numbers: Vec<u32> = Vec::new();
    let (mut number, mut digits, mut range, mut is_pure) = (0_u32, 0, None, true);
    for c in inside.iter().copied().chain([',']) {
        let digit = digit(c);
        if let Some(digit) = digit {
            number = number.saturating_mul(10).saturating_add(digit);
            digits += 1;
            continue;
        }
        if (1..=3).contains(&digits) && number > 0 {
            match range.take() {
                Some(first) if first < number && number - first <= LONGEST_RANGE => {
                    numbers.extend(first + 1..=number);
                }
                _ => numbers.push(number),
            }
        } else if digits > 0 {
            is_pure = false;
        }
        if matches!(c, '-' | '–' | '—' | '~' | '～' | '－' | '−' | '至') {
            range = if digits > 0 {
                numbers.last().copied()
            } else {
                range
            };
        } else if !(c.is_whitespace() || matches!(c, ',' | '，' | '、' | ';' | '；')) {
            is_pure = false;
        }
        (number, digits) = (0, 0);
    }
    (numbers, is_pure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::LineBreaks;

    fn of(text: &str) -> Vec<(Vec<u32>, bool)> {
        let manuscript = Manuscript::of(text, &[], LineBreaks::Page);
        bracketed(&manuscript)
            .into_iter()
            .map(|one| (one.numbers, one.is_plain))
            .collect()
    }

    #[test]
    fn numbers_and_ranges_in_brackets() {
        assert_eq!(
            of("夜读[3]、[1,2]与[4-6]［７］"),
            [
                (vec![3], true),
                (vec![1, 2], true),
                (vec![4, 5, 6], true),
                (vec![7], true)
            ]
        );
        assert_eq!(of("见[5, p. 12]"), [(vec![5, 12], false)]);
        assert_eq!(of("a[3] = [0, 1]"), [(vec![3], false), (vec![1], false)]);
        assert_eq!(of("[2010]年"), []);
    }
}
