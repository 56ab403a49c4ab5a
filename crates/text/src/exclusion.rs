//! Exclusions: spans of a text that are not the author's argument (running heads, unseen text). They are shown but not
//! compared.

use serde::{Deserialize, Serialize};

use super::line_break::is_line_break;
use super::normalize::{LEFT_OUT, is_cjk};

/// Span of an extracted text that is shown but not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// Offset of the first character, in Unicode scalar values.
    pub start: u64,
    /// Offset after the last character, in Unicode scalar values.
    pub end: u64,
    /// Reason of the exclusion.
    pub reason: ExclusionReason,
}

/// Reason why a span is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExclusionReason {
    /// Running head, footer or page number.
    RunningHead,
    /// Text that no reader of the printed page sees: white, tiny or outside the page.
    Invisible,
    /// Text that was recognised in the picture of a page with so little confidence that it may be wrong.
    Unsure,
    /// Program code and data of a source file, notebook or sheet, which are compared as code and data, not as prose.
    Code,
    /// Text of a form or template: a watermark, a stamp, or the prompt of a field that was not filled in.
    Template,
}

/// Removes the exclusions from `original`. Returns each remaining character with its offset in `original`, in Unicode scalar values. If
/// an exclusion covers a whole line, the line break after it is removed too. Elsewhere, a running head or an exclusion that contains a
/// line break is replaced by a line break. Any other exclusion that lies between the end of one word and the beginning of another is
/// replaced by U+205F, a narrow space: white letters take up space on the page, so a reader sees two words in "the" and "tool" with a
/// white letter between them. [`normalize()`](fn@crate::normalize) joins the two halves if the rest of the text has them as one word. The
/// exclusions may come in any order and may overlap.
#[must_use]
pub fn without(original: &str, exclusions: &[Exclusion]) -> Vec<(char, u32)> {
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
        // Exclusions that touch or overlap are merged into one.
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
        } else if !breaks
            && let Some(&(before, placed)) = left.last()
            && ends_a_word(before)
            && characters.peek().is_some_and(|&(c, _)| is_word_part(c))
        {
            // The gap has the place of a character that is not left out.
            left.push((LEFT_OUT, placed));
        }
    }
    left
}

/// Whether `c` belongs to a word of a script that separates words. Between Chinese characters a gap is nothing.
fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() && !is_cjk(c)
}

/// Whether a word may end with `c`: its last letter, or a sign after it.
fn ends_a_word(c: char) -> bool {
    is_word_part(c) || matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | ')' | ']' | '”' | '’')
}
