//! White space and line breaks: which of them end a paragraph, which end a sentence, and which only come from the width
//! of a page.

use super::compose::{Placed, is_cjk, is_space, starts_a_cluster};
use super::{LineBreaks, Normalized};
use crate::line_break::is_line_break;

/// Whether a run of white space ends a line.
pub(super) fn ends_line(run: &[Placed]) -> bool {
    run.iter().any(|&(c, _)| is_line_break(c))
}

/// Whether a run of white space ends a paragraph.
pub(super) fn ends_paragraph(run: &[Placed], breaks: LineBreaks) -> bool {
    let lines = || {
        let lines = run
            .iter()
            .filter(|(c, _)| matches!(c, '\n' | '\u{B}' | '\u{85}' | '\u{2028}'))
            .count();
        // A carriage return counts as a line only where no line feed is beside it.
        if lines == 0 {
            run.iter().filter(|(c, _)| *c == '\r').count()
        } else {
            lines
        }
    };
    let page = || run.iter().any(|(c, _)| matches!(c, '\u{C}' | '\u{2029}'));
    match breaks {
        LineBreaks::Paragraph => ends_line(run),
        LineBreaks::Layout => lines() > 1 || page(),
        LineBreaks::Page => false,
    }
}

/// Returns the replacement for a run of white space.
fn gap(run: &[Placed], before: char, after: char, breaks: LineBreaks) -> &'static str {
    if ends_paragraph(run, breaks) {
        return "\n\n";
    }
    let line_ended = ends_line(run);
    // A mark that would combine with the character before the gap stays apart from it, as in the original.
    if is_cjk(before) && is_cjk(after) && starts_a_cluster(after) {
        let sentence_ended = matches!(before, '。' | '!' | '?' | ';' | ':' | '”' | '…');
        return if line_ended && sentence_ended {
            "\n"
        } else {
            ""
        };
    }
    // NFKC turned full-width signs into ASCII ones: "完成!\n本文" is still a sentence's end.
    if line_ended && matches!(before, '!' | '?' | ';' | ':') && is_cjk(after) {
        return "\n";
    }
    " "
}

/// Replaces each run of white space by its meaning; at either end of the text it separates nothing and is dropped.
pub(super) fn lay_out(composed: &[Placed], breaks: LineBreaks) -> Normalized {
    let mut text = String::with_capacity(composed.len() * 3);
    let mut origins = Vec::with_capacity(composed.len());
    let mut before = None;
    let mut i = 0;
    while let Some(&(c, at)) = composed.get(i) {
        if !is_space(c) {
            text.push(c);
            origins.push(at);
            before = Some(c);
            i += 1;
            continue;
        }
        let length = composed[i..]
            .iter()
            .take_while(|(c, _)| is_space(*c))
            .count();
        if let (Some(before), Some(&(after, _))) = (before, composed.get(i + length)) {
            for c in gap(&composed[i..i + length], before, after, breaks).chars() {
                text.push(c);
                origins.push(at);
            }
        }
        i += length;
    }
    Normalized { text, origins }
}
