//! Spans of notes and works that are not whole lines, converted from bytes to characters and joined with the marks of
//! whole lines.

use std::ops::Range;

use super::footnotes::without_overlap;
use crate::{Mark, MarkReason};

/// Converts the byte ranges of `notes` and `works` to marks, ascending. A range in both counts as a note. A work inside
/// one of `quotations` gets no mark: the quotation covers it.
pub(super) fn pieces(
    text: &str,
    notes: Vec<Range<usize>>,
    works: Vec<Range<usize>>,
    quotations: &[(u32, u32)],
) -> Vec<Mark> {
    let notes = without_overlap(notes);
    let works = without(&notes, without_overlap(works));
    let mut both: Vec<(Range<usize>, MarkReason)> = notes
        .into_iter()
        .map(|bytes| (bytes, MarkReason::Notes))
        .chain(
            works
                .into_iter()
                .map(|bytes| (bytes, MarkReason::References)),
        )
        .collect();
    both.sort_unstable_by_key(|(bytes, _)| bytes.start);
    let mut marks: Vec<Mark> = Vec::with_capacity(both.len());
    let (mut byte, mut at) = (0, 0);
    let mut quotations = quotations.iter().peekable();
    for (bytes, reason) in both {
        let gap = &text[byte..bytes.start];
        let start = at + super::lines::count(gap);
        let end = start + super::lines::count(&text[bytes.clone()]);
        let before = at;
        (byte, at) = (bytes.end, end);
        while quotations
            .next_if(|quotation| quotation.1 <= start)
            .is_some()
        {}
        let quoted = quotations
            .peek()
            .is_some_and(|quotation| quotation.0 <= start && end <= quotation.1);
        if quoted && reason == MarkReason::References {
            continue;
        }
        match marks.last_mut() {
            // Pieces with the same reason and only white space between them become one mark.
            Some(last) if last.reason == reason && last.end == before && gap.trim().is_empty() => {
                last.end = end;
            }
            _ => marks.push(Mark { start, end, reason }),
        }
    }
    marks
}

/// Returns the parts of `ranges` outside `others`; both must be ascending.
fn without(others: &[Range<usize>], ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut left = Vec::with_capacity(ranges.len());
    let mut others = others.iter().peekable();
    for mut range in ranges {
        while others.next_if(|other| other.end <= range.start).is_some() {}
        while let Some(other) = others.peek().filter(|other| other.start < range.end) {
            if other.start > range.start {
                left.push(range.start..other.start);
            }
            range.start = other.end.max(range.start);
            if other.end >= range.end {
                break;
            }
            others.next();
        }
        if range.start < range.end {
            left.push(range);
        }
    }
    left
}

/// Joins the marks of sections and pieces into one ascending list. They never overlap: pieces are searched for in free lines only.
pub(super) fn joined(sections: Vec<Mark>, pieces: Vec<Mark>) -> Vec<Mark> {
    let mut marks = sections;
    marks.extend(pieces);
    marks.sort_unstable();
    marks
}
