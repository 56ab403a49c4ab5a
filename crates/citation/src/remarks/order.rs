//! Recognises lists in order of first citation, and finds the entries that break this order.

use std::collections::BTreeMap;

use super::Remark;
use super::citing::Citing;

/// Minimum number of cited entries of a list for its order to be checked.
const LEAST: usize = 6;
/// Minimum part of the entries that are in order of first citation, in tenths. With a smaller part, the list has
/// another order.
const ORDERED: usize = 8;

/// Returns a remark on each entry that is first cited out of its order, in a list that is ordered by first citation.
pub(super) fn remarks(citing: &Citing<'_>) -> Vec<(usize, Remark)> {
    let entries: BTreeMap<u32, usize> = citing
        .references
        .iter()
        .enumerate()
        .filter(|(_, entry)| !entry.is_note)
        .filter_map(|(at, entry)| Some((entry.number?, at)))
        .collect();
    // On printed pages, tables and figures with citations stand elsewhere than the text speaks of them.
    if !citing.has_one_list || citing.is_printed() {
        return Vec::new();
    }
    // A citation that one reading missed may be the first of its entry: what both say counts.
    let mut remarks = out_of_order(citing.numbers_of_citations(), &entries);
    let others = out_of_order(citing.numbers_in_brackets(), &entries);
    remarks.retain(|(at, _)| others.iter().any(|(other, _)| other == at));
    remarks
}

/// Returns the remarks, given the cited numbers in order of position and the position of the entry with each number.
fn out_of_order(
    cited: impl Iterator<Item = u32>,
    entries: &BTreeMap<u32, usize>,
) -> Vec<(usize, Remark)> {
    let mut first: Vec<u32> = Vec::new();
    for number in cited {
        if entries.contains_key(&number) && !first.contains(&number) {
            first.push(number);
        }
    }
    let in_order = longest_ascending(&first);
    if first.len() < LEAST
        || first.len() * 10 < entries.len() * ORDERED
        || in_order.len() * 10 < first.len() * ORDERED
    {
        return Vec::new();
    }
    let mut remarks = Vec::new();
    for (at, number) in first.iter().enumerate() {
        if in_order.contains(number) {
            continue;
        }
        let before = first[..at]
            .iter()
            .filter(|other| in_order.contains(other) && *other > number)
            .min();
        let after = first[at..]
            .iter()
            .find(|other| in_order.contains(other) && *other < number);
        if let Some(beside) = before.or(after) {
            remarks.push((entries[number], Remark::CitedOutOfOrder { beside: *beside }));
        }
    }
    remarks
}

/// Returns the longest ascending subsequence.
fn longest_ascending(numbers: &[u32]) -> Vec<u32> {
    // For each number, the length of the longest subsequence that ends with it, and the number before it there.
    let mut lengths: Vec<(usize, Option<usize>)> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let before = (0..at)
            .filter(|before| numbers[*before] < *number)
            .max_by_key(|before| (lengths[*before].0, std::cmp::Reverse(*before)));
        lengths.push((before.map_or(1, |before| lengths[before].0 + 1), before));
    }
    let mut at = (0..numbers.len()).max_by_key(|at| (lengths[*at].0, std::cmp::Reverse(*at)));
    let mut found = Vec::new();
    while let Some(here) = at {
        found.push(numbers[here]);
        at = lengths[here].1;
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::longest_ascending;

    #[test]
    fn the_longest_ascending_numbers() {
        assert_eq!(longest_ascending(&[1, 2, 7, 3, 4, 5]), [1, 2, 3, 4, 5]);
        assert_eq!(longest_ascending(&[3, 1, 2]), [1, 2]);
        assert_eq!(longest_ascending(&[]), [0_u32; 0]);
    }
}
