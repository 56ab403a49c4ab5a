//! Finds missing and repeated numbers in a list.

use std::collections::BTreeSet;
use std::ops::Range;
use std::str::Chars;

use chachong_text::is_line_break;

use super::Remark;
use crate::marker::{Style, at_start};
use crate::{Manuscript, Reference};

/// Maximum number of consecutive numbers that a person leaves out; a larger gap means entries that could not be read.
const LARGEST_GAP: u32 = 3;
/// Minimum number of entries of a list for its numbers to be checked.
const SHORTEST_LIST: usize = 4;

/// Returns the remarks on lists with numbers in square brackets. Other numbers are too easily confused with the text
/// of a line.
pub(super) fn remarks(
    manuscript: &Manuscript<'_>,
    references: &[Reference],
) -> Vec<(usize, Remark)> {
    let at_lines = numbers_at_lines(manuscript.text, false);
    let mut remarks = Vec::new();
    let mut characters = manuscript.text.chars();
    let (mut from, mut at) = (0, 0);
    for list in references.chunk_by(|one, next| one.list == next.list) {
        if list.len() >= SHORTEST_LIST
            && list.iter().all(|entry| entry.in_brackets && !entry.is_note)
            && has_whole_brackets(&mut characters, &mut at, list)
        {
            let of_list = of_list(&at_lines, list);
            remarks.extend(
                of_list
                    .into_iter()
                    .map(|(position, remark)| (from + position, remark)),
            );
        }
        from += list.len();
    }
    remarks
}

/// Returns whether each number has matching brackets. "[1】" was recognised in a picture, where the next number may
/// have lost its brackets. `characters` are those of the text from offset `at` on; both advance to the entries looked at.
fn has_whole_brackets(characters: &mut Chars<'_>, at: &mut u32, list: &[Reference]) -> bool {
    list.iter().all(|entry| {
        let skipped = entry.start.saturating_sub(*at) as usize;
        let Some(open) = characters.nth(skipped) else {
            // An entry of another text: its numbers are all that is known.
            return true;
        };
        *at = entry.start.max(*at) + 1;
        let close = characters
            .clone()
            .take(8)
            .find(|c| matches!(c, ']' | '］' | '】' | '〕' | ')' | '）'));
        let belongs = [('[', ']'), ('［', '］'), ('【', '】'), ('〔', '〕')];
        close.is_some_and(|close| belongs.contains(&(open, close)))
    })
}

/// Returns the remarks on one list. `at_lines` are the numbers in square brackets at the beginning of the text's lines.
fn of_list(at_lines: &BTreeSet<u32>, list: &[Reference]) -> Vec<(usize, Remark)> {
    let numbers: BTreeSet<u32> = list.iter().flat_map(Reference::numbers).collect();
    let mut lengths: Vec<usize> = list
        .iter()
        .map(|entry| entry.text.chars().count())
        .collect();
    lengths.sort_unstable();
    let usual = lengths[lengths.len() / 2];
    let mut remarks = Vec::new();
    for (position, pair) in list.windows(2).enumerate() {
        let [before, entry] = pair else {
            continue;
        };
        let Some((previous, number)) = before.number.zip(entry.number) else {
            continue;
        };
        if number == previous && before.is_whole && entry.is_whole {
            remarks.push((position + 1, Remark::NumberRepeated));
            continue;
        }
        if !(previous + 2..=previous + 1 + LARGEST_GAP).contains(&number) {
            continue;
        }
        // Numbers that stand before another entry are not missing.
        let missing: Vec<u32> = (previous + 1..number)
            .filter(|number| !numbers.contains(number))
            .collect();
        let (Some(&first), Some(&end)) = (missing.first(), missing.last()) else {
            continue;
        };
        let missing = first..end + 1;
        let is_elsewhere = missing
            .clone()
            .any(|number| numbers.contains(&number) || at_lines.contains(&number))
            || has_in_brackets(&before.text, &missing);
        // An entry much longer than the others may hold the one whose number was lost.
        let is_merged = before.text.chars().count() > usual * 2;
        if !is_elsewhere && !is_merged && entry.start.saturating_sub(before.end) < 8 {
            remarks.push((position + 1, Remark::NumberMissing { first, last: end }));
        }
    }
    remarks
}

/// Returns the numbers in square brackets (in any style if `any_style`) with which lines begin. A line with a number that the list
/// lacks is an entry that was marked as something else.
pub(super) fn numbers_at_lines(text: &str, any_style: bool) -> BTreeSet<u32> {
    let markers = text
        .split(is_line_break)
        .filter_map(|line| at_start(line.trim_start()));
    markers
        .filter(|marker| any_style || marker.style == Style::Square)
        .map(|marker| marker.number)
        .collect()
}

/// Returns whether any of these numbers stands next to a square bracket, as the damaged number of an entry does.
fn has_in_brackets(text: &str, numbers: &Range<u32>) -> bool {
    let is_bracket = |c: Option<char>| {
        c.is_some_and(|c| matches!(c, '[' | ']' | '［' | '］' | '【' | '】' | '〔' | '〕'))
    };
    numbers.clone().any(|number| {
        let digits = number.to_string();
        text.match_indices(&digits).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + digits.len()..]);
            is_bracket(before.chars().next_back()) || is_bracket(after.chars().next())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::LineBreaks;

    fn of(numbers: &[u32], text: &str) -> Vec<(usize, Remark)> {
        let list: Vec<Reference> = numbers
            .iter()
            .map(|number| Reference {
                number: Some(*number),
                text: "沈知远. 夜读[J].".to_owned(),
                in_brackets: true,
                is_whole: true,
                ..Reference::default()
            })
            .collect();
        let manuscript = Manuscript::of(text, &[], LineBreaks::Page);
        remarks(&manuscript, &list)
    }

    #[test]
    fn gaps_and_repeats() {
        assert_eq!(of(&[1, 2, 3, 4], ""), []);
        assert_eq!(
            of(&[1, 2, 4, 5], ""),
            [(2, Remark::NumberMissing { first: 3, last: 3 })]
        );
        assert_eq!(of(&[1, 2, 2, 3], ""), [(2, Remark::NumberRepeated)]);
        assert_eq!(
            of(&[1, 2, 4, 5], "[3] 陆明. 夜读"),
            [],
            "an entry that is marked as something else"
        );
        assert_eq!(of(&[1, 2, 4, 3, 5], ""), [], "columns in another order");
        assert_eq!(of(&[1, 2, 9, 10], ""), [], "entries that could not be read");
    }
}
