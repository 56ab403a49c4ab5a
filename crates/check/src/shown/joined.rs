//! Lines of a part of a text, joined into paragraphs as on screen.

use super::{Lines, ShownText};

/// Returns each character of a part of a pdf's text as it is shown: a line break within a sentence is a space between Latin words,
/// and `None`, not shown, between Chinese ones.
fn joined_lines(text: &[char]) -> Vec<Option<char>> {
    let paragraphs = ShownText::of(text, Lines::Printed).paragraphs;
    let mut shown = vec![None; text.len()];
    let mut end = 0;
    for (number, paragraph) in paragraphs.iter().enumerate() {
        let start = paragraph.start as usize;
        let between = text.get(end..start).unwrap_or_default();
        let breaks = between
            .iter()
            .position(|c| matches!(c, '\n' | '\r' | '\u{C}'));
        match breaks {
            // What stands before the first line begins none.
            Some(_) if number == 0 => {}
            Some(at) => shown[end + at] = Some('\n'),
            None => {
                for (shown, &c) in shown[end..start].iter_mut().zip(between) {
                    *shown = Some(c);
                }
            }
        }
        for (index, c) in paragraph.text.chars().enumerate() {
            if let Some(shown) = shown.get_mut(paragraph.original(index) as usize) {
                *shown = Some(c);
            }
        }
        end = paragraph.end as usize;
    }
    shown
}

/// Returns the characters of three consecutive parts of a text as they are shown; `None` for a character that is not shown. With
/// `joins_lines`, the lines of the three parts together are joined into paragraphs, as in a pdf; otherwise all characters stay.
#[must_use]
pub fn joined_parts(parts: [&str; 3], joins_lines: bool) -> [Vec<Option<char>>; 3] {
    if !joins_lines {
        return parts.map(|part| part.chars().map(Some).collect());
    }
    let whole: Vec<char> = parts.iter().flat_map(|part| part.chars()).collect();
    let mut shown = joined_lines(&whole).into_iter();
    parts.map(|part| shown.by_ref().take(part.chars().count()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let text: Vec<char> = text.chars().collect();
        let shown = joined_lines(&text);
        assert_eq!(shown.len(), text.len());
        shown.into_iter().flatten().collect()
    }

    #[test]
    fn parts_are_joined_across_their_edges() {
        let texts = |joins| {
            let parts = joined_parts(["社区图\n", "书馆\n一", "\n层。"], joins);
            parts.map(|part| part.into_iter().flatten().collect::<String>())
        };
        assert_eq!(texts(true), ["社区图", "书馆一", "层。"]);
        assert_eq!(texts(false), ["社区图\n", "书馆\n一", "\n层。"]);
    }

    #[test]
    fn a_line_break_within_a_sentence_is_not_shown() {
        for (text, expected) in [
            ("社区图\n书馆。\n开放到\n夜里", "社区图书馆。\n开放到夜里"),
            ("open at\nnight.\nEvery\nday", "open at night.\nEvery day"),
            ("\n书馆。\n\n开放", "书馆。\n开放"),
            (" 书馆", " 书馆"),
            ("", ""),
        ] {
            assert_eq!(joined(text), expected, "{text:?}");
        }
        let long = "书".repeat(3_000);
        assert_eq!(joined(&long), long);
        let words = "night reading ".repeat(300);
        assert_eq!(joined(&words), words);
    }
}
