//! Stretches of a text that stand in it but are not the author's argument: they are shown, yet not compared. Knows
//! nothing of how they were recognised.

use serde::{Deserialize, Serialize};

/// A stretch of an extracted text that comparing passes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// Offset of its first character, in Unicode scalar values.
    pub start: u64,
    /// Offset after its last character.
    pub end: u64,
    /// Why.
    pub reason: ExclusionReason,
}

/// Why a stretch is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExclusionReason {
    /// A running head, a footer or a page number.
    RunningHead,
    /// Text that no reader of the printed page sees: white, tiny, outside the page.
    Invisible,
}

/// What is left of a text, with offsets in the whole of it, in Unicode scalar values. A line that was left out whole takes
/// its line break along; a stretch with a line break, and a running head, leave a line break behind.
pub(super) fn without(original: &str, exclusions: &[Exclusion]) -> Vec<(char, u32)> {
    let mut exclusions = exclusions.to_vec();
    exclusions.sort_unstable_by_key(|exclusion| (exclusion.start, exclusion.end));
    let mut exclusions = exclusions.into_iter().peekable();
    let mut left: Vec<(char, u32)> = Vec::with_capacity(original.len() / 2);
    let mut characters = original.chars().zip(0_u32..).peekable();
    while let Some((c, at)) = characters.next() {
        let offset = u64::from(at);
        while exclusions
            .next_if(|exclusion| exclusion.end <= offset)
            .is_some()
        {}
        let Some(first) = exclusions.next_if(|exclusion| exclusion.start <= offset) else {
            left.push((c, at));
            continue;
        };
        // Those that touch or overlap are one.
        let mut end = first.end;
        let mut breaks = first.reason == ExclusionReason::RunningHead || is_line_break(c);
        while let Some(next) = exclusions.next_if(|exclusion| exclusion.start <= end) {
            end = end.max(next.end);
            breaks |= next.reason == ExclusionReason::RunningHead;
        }
        while let Some((c, _)) = characters.next_if(|&(_, at)| u64::from(at) < end) {
            breaks |= is_line_break(c);
        }
        let whole_line = left.last().is_none_or(|&(c, _)| is_line_break(c));
        if whole_line {
            characters.next_if(|&(c, _)| c == '\r');
            characters.next_if(|&(c, _)| c == '\n');
        } else if breaks && characters.peek().is_some_and(|&(c, _)| !is_line_break(c)) {
            left.push(('\n', at));
        }
    }
    left
}

const fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}
