//! Snippet: one line that shows a span of a text with its surroundings.

use chachong_compare::Span;
use chachong_text::{is_cjk, is_invisible};

/// Excerpt of a text around a match, in three adjacent parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// Text before the span; begins with `…` unless the text begins there.
    pub before: String,
    /// Text of the span.
    pub hit: String,
    /// Text after the span; ends with `…` if the original text continues.
    pub after: String,
}

/// Makes an excerpt of `text` around `span`, with up to `around` characters (Unicode scalar values) on either side. A
/// run of white space becomes one space, or nothing for a line break between two Chinese characters; invisible
/// characters, which could reverse the line, are left out. A span beyond the text's end shows nothing there.
#[must_use]
pub fn snippet(text: &str, span: Span, around: usize) -> Snippet {
    let start = span.start as usize;
    let hit = span.len() as usize;
    let skipped = start.saturating_sub(around);
    let mut characters = text.chars();
    if skipped > 0 {
        // The iterator's own `skip` would count again for each part.
        characters.nth(skipped - 1);
    }
    let mut line = Line::default();
    for (part, length) in [start - skipped, hit, around].into_iter().enumerate() {
        for c in characters.by_ref().take(length) {
            line.push(part, c);
        }
    }
    let [mut before, hit, mut after] = line.parts;
    if skipped > 0 {
        before.insert(0, '…');
    }
    if characters.next().is_some() {
        after.push('…');
    }
    Snippet { before, hit, after }
}

/// Line being written in three parts.
#[derive(Default)]
struct Line {
    parts: [String; 3],
    /// Pending white space: the part it began in, and whether it includes a line break; `None` without any.
    space: Option<(usize, bool)>,
    last: Option<char>,
}

impl Line {
    fn push(&mut self, part: usize, c: char) {
        if c.is_whitespace() || c.is_control() {
            let space = self.space.get_or_insert((part, false));
            space.1 |= !matches!(c, ' ' | '\t' | '\u{3000}' | '\u{A0}');
            return;
        }
        if is_invisible(c) {
            return;
        }
        if let Some((part, line_ended)) = self.space.take()
            && let Some(last) = self.last
            && !(line_ended && is_cjk(last) && is_cjk(c))
        {
            self.parts[part].push(' ');
        }
        self.parts[part].push(c);
        self.last = Some(c);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(text: &str, start: u32, end: u32, around: usize) -> [String; 3] {
        let shown = snippet(text, Span { start, end }, around);
        [shown.before, shown.hit, shown.after]
    }

    #[test]
    fn a_place_is_shown_on_one_line() {
        let text = "社区图书\n馆的夜间开放\r\n\r\nopen  at\tnight\u{202E}!";
        assert_eq!(parts(text, 7, 9, 4), ["…书馆的", "夜间", "开放…"]);
        assert_eq!(parts(text, 0, 2, 1), ["", "社区", "图…"]);
        assert_eq!(parts(text, 15, 19, 6), ["…开放 ", "open", " at n…"]);
        assert_eq!(parts(text, 24, 29, 2), ["…t ", "night", "!"]);
        assert_eq!(parts(text, 2, 4, 0), ["…", "图书", "…"]);
    }

    #[test]
    fn beyond_the_end_there_is_nothing() {
        assert_eq!(parts("", 0, 3, 9), ["", "", ""]);
        assert_eq!(parts("ab", 1, u32::MAX, usize::MAX), ["a", "b", ""]);
        assert_eq!(parts("ab", u32::MAX, 0, 1)[1], "");
    }

    proptest! {
        #[test]
        fn any_text_gives_one_line_with_all_its_letters(
            text in any::<String>(), start in 0_u32..40, length in 0_u32..40, around in 0_usize..40,
        ) {
            let all = parts(&text, start, start + length, around).concat();
            prop_assert!(!all.chars().any(char::is_control) && !all.contains("  "));
            let from = (start as usize).saturating_sub(around);
            let expected: String = text.chars().skip(from).take(start as usize - from + length as usize + around)
                .filter(|&c| c.is_alphanumeric() && !is_invisible(c)).collect();
            prop_assert_eq!(all.chars().filter(|c| c.is_alphanumeric()).collect::<String>(), expected);
        }
    }
}
