//! Text of a cell: within Excel's limits, without characters that XML cannot contain or that reverse the direction of
//! text, and its width in columns.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

pub(super) use crate::csv::looks_like_a_formula;

/// Maximum length of a cell's text, in UTF-16 units.
pub(super) const LONGEST: usize = 32_767;
/// Maximum number of characters of an excerpt.
const EXCERPT: usize = 60;
/// Height of a line of text, in points.
pub(super) const LINE: f64 = 15.0;
/// Maximum number of lines of a row: Excel's rows are at most 409 points high.
const MOST_LINES: usize = 27;

/// Returns a text as a cell can carry it, with the same signs as the HTML report: each control character becomes its
/// picture (`␛` for escape), each mark that overrides the direction of writing U+FFFD; a text longer than [`LONGEST`] ends
/// with an ellipsis.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    let text = if text.chars().all(|c| shown(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(shown).collect())
    };
    // A character takes at most as many UTF-16 units as bytes.
    if text.len() <= LONGEST || text.encode_utf16().count() <= LONGEST {
        return text;
    }
    let mut units = 1;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units <= LONGEST
    });
    Cow::Owned(kept.chain(['…']).collect())
}

fn shown(c: char) -> char {
    const LOST: char = char::REPLACEMENT_CHARACTER;
    match c {
        '\0'..='\u{8}' | '\u{B}'..='\u{1F}' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(LOST)
        }
        '\u{7F}' => '\u{2421}',
        // An override of the direction would show `ring[U+202E]gnp.txt` as `ringtxt.png`.
        '\u{80}'..='\u{9F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FFFE}'
        | '\u{FFFF}' => LOST,
        // The separators of lines and paragraphs: programs show a line break, or nothing.
        '\u{2028}' | '\u{2029}' => '\u{2424}',
        _ => c,
    }
}

/// Returns the width of the widest line of a text, in columns; a Chinese character takes two.
pub(super) fn width(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Returns the number of lines that a text takes in a cell of `columns`, at most [`MOST_LINES`]: a spreadsheet does not always fit the
/// height of a row to a text of several lines.
pub(super) fn lines(text: &str, columns: usize) -> usize {
    let lines = text.lines();
    let lines = lines.map(|line| width(line).div_ceil(columns - 4).max(1));
    lines.sum::<usize>().min(MOST_LINES)
}

/// Returns the beginning of a text on one line: its first [`EXCERPT`] characters with each run of white space as one
/// space, and an ellipsis where more follows.
pub(super) fn excerpt(characters: impl Iterator<Item = char>) -> String {
    let mut kept = String::new();
    let (mut length, mut space) = (0, false);
    for c in characters {
        if c.is_whitespace() {
            space = length > 0;
            continue;
        }
        if length + usize::from(space) >= EXCERPT {
            kept.push('…');
            break;
        }
        if std::mem::take(&mut space) {
            kept.push(' ');
            length += 1;
        }
        kept.push(c);
        length += 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_carry_is_shown_as_a_picture() {
        assert_eq!(cell("a\u{0}b\u{1b}[31m\rc\u{ffff}"), "a␀b␛[31m␍c\u{fffd}");
        assert_eq!(cell("a\u{7F}b\u{85}"), "a␡b\u{fffd}");
        assert!(matches!(cell("论文\t一\n.docx"), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_turns_a_name_around_or_breaks_it() {
        assert_eq!(cell("ring\u{202E}gnp.txt"), "ring\u{FFFD}gnp.txt");
        for mark in ('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(cell(&format!("a{mark}b")), "a\u{FFFD}b");
        }
        assert_eq!(cell("一\u{2028}二\u{2029}三"), "一␤二␤三");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let fits = "夜".repeat(LONGEST);
        assert_eq!(cell(&fits), fits);
        let faces = "😀".repeat(LONGEST);
        let cut = cell(&faces);
        assert!(cut.ends_with('…') && cut.encode_utf16().count() == LONGEST);
    }

    #[test]
    fn an_excerpt_is_one_line_of_sixty_characters() {
        assert_eq!(excerpt("  一\n\n 二\t三 ".chars()), "一 二 三");
        assert_eq!(excerpt("夜".repeat(60).chars()), "夜".repeat(60));
        assert_eq!(excerpt("夜".repeat(61).chars()), "夜".repeat(60) + "…");
        assert_eq!(width("论文1\nab"), 5);
    }
}
