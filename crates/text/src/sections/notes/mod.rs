//! Notes of authors and editors on themselves and the text: authors' lives, places of work, funding, dates of receipt,
//! classification numbers, editors' names and remarks. They are known by a label, or by the form of a paragraph near
//! either end of the text.

mod forms;
mod labels;
mod sentences;

use std::ops::Range;

use super::heading::compact;
use super::names::Heading;
use super::paragraphs::Paragraph;
use super::sheet::Sheet;
use forms::SHORT_LIFE;
use labels::Extent;
use sentences::{LONGEST_NOTE, sentences};

/// Number of paragraphs from either end that may be notes by their form alone.
const NEAR: usize = 24;
/// Maximum length of an editor's remark, in characters.
const LONGEST_REMARK: usize = 420;
/// Maximum length of a label with its value (a number, date or name), in characters.
const LONGEST_VALUE: usize = 60;
/// Maximum number of paragraphs under a label that is alone in its paragraph.
const MOST_UNDER: usize = 8;
/// Maximum length of a note in brackets, in characters.
const IN_BRACKETS: usize = 160;

/// Returns the byte ranges of all notes in `paragraphs`; they may overlap.
pub(super) fn find(sheet: &Sheet<'_>, paragraphs: &[Paragraph]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // Expected kind of the paragraphs under a label that is alone, and how many more may follow.
    let mut under: Option<(Extent, usize)> = None;
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let text = &sheet.text[paragraph.bytes.clone()];
        let near = at < NEAR || at + NEAR >= paragraphs.len();
        let start = paragraph.bytes.start;
        let heading = sheet.lines[paragraph.lines.start].heading;
        let ends = heading.is_some_and(|heading| heading != Heading::Remark);
        if let Some((extent, left)) = under
            && left > 0
            && !ends
            && goes_on(extent, text)
            && text.chars().nth(LONGEST_NOTE * 2).is_none()
        {
            found.push(paragraph.bytes.clone());
            under = Some((extent, left - 1));
            continue;
        }
        under = None;
        if let Some(extent) = labels::alone(text) {
            let next = paragraphs
                .get(at + 1)
                .map(|next| &sheet.text[next.bytes.clone()]);
            if next.is_some_and(|next| goes_on(extent, next)) {
                found.push(paragraph.bytes.clone());
                let most = if extent == Extent::Remark {
                    1
                } else {
                    MOST_UNDER
                };
                under = Some((extent, most));
                continue;
            }
        }
        let label = labels::at(text);
        if label.is_some_and(|extent| is_note(extent, text)) || forms::is_note(text, near) {
            found.push(paragraph.bytes.clone());
            // Lives of several authors follow each other.
            if label == Some(Extent::Life) {
                under = Some((Extent::Life, MOST_UNDER));
            }
            continue;
        }
        let inside = in_brackets(text).into_iter().chain(labelled(text));
        found.extend(inside.map(|range| start + range.start..start + range.end));
    }
    found
}

/// Whether a paragraph that begins with a label is a note as a whole.
fn is_note(extent: Extent, text: &str) -> bool {
    let length = text.chars().count();
    match extent {
        // A form to fill in ends with its label; an entry of the contents has leaders.
        Extent::Value => {
            length <= LONGEST_VALUE * 2
                && !labels::is_sentence(text)
                && !text.ends_with([':', '：'])
                && !text.contains(". .")
                && !text.contains("....")
                && !text.contains("……")
        }
        Extent::Life | Extent::Funding => {
            labels::speaks_of(extent, text)
                && (length <= SHORT_LIFE
                    || (length <= LONGEST_NOTE && sentences(extent, text) == text.len()))
        }
        Extent::Remark => length <= LONGEST_REMARK,
        Extent::Signs => length <= LONGEST_NOTE,
    }
}

/// Whether a paragraph continues the content of a label before it.
fn goes_on(extent: Extent, text: &str) -> bool {
    match extent {
        Extent::Life => forms::is_life(text) || forms::is_address(text),
        Extent::Funding => labels::speaks_of(extent, text),
        Extent::Signs => text.starts_with(['＠', '@']),
        Extent::Remark => text.chars().nth(LONGEST_REMARK).is_none(),
        Extent::Value => false,
    }
}

/// Finds labels in the middle of a paragraph with the text that belongs to them, where a text has lost its lines.
/// Returns byte ranges.
fn labelled(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut before = '\n';
    for (at, c) in text.char_indices() {
        let taken = found.last().is_some_and(|last| at < last.end);
        let may_stand = before.is_whitespace()
            || matches!(before, '。' | '.' | '；' | ';' | '）' | ')' | '＊' | '*');
        before = c;
        if taken || !may_stand || !labels::may_begin(c) {
            continue;
        }
        let rest = &text[at..];
        if let Some(extent) = labels::with_sign(rest) {
            let length = match extent {
                Extent::Value => value(rest),
                Extent::Life | Extent::Funding => sentences(extent, rest),
                Extent::Remark | Extent::Signs => 0,
            };
            if length > 0 {
                found.push(at..at + rest[..length].trim_end().len());
            }
        }
    }
    found
}

/// Returns the length in bytes of a label and the name, number or date after it; 0 if it is too long.
fn value(text: &str) -> usize {
    let (mut seen, mut depth) = (0, 0_u32);
    for (count, (at, c)) in text.char_indices().enumerate() {
        if count > LONGEST_VALUE {
            return 0;
        }
        let closes = matches!(c, ')' | '）') && depth == 0;
        // White space directly after the label's sign does not end the value.
        let ends = closes || c.is_whitespace() || matches!(c, '。' | '；' | ';' | '＊');
        if ends && seen > 1 {
            return at;
        }
        match c {
            ':' | '：' | '】' | ']' | '］' | '〕' => seen = 1,
            _ if seen > 0 && !c.is_whitespace() => seen += 1,
            _ => {}
        }
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// Finds labelled notes in brackets anywhere in a text: "（作者单位：某某大学）", "［责任编辑：张三］".
fn in_brackets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, open) in text.char_indices() {
        let close = match open {
            '（' | '(' => ['）', ')'],
            '［' | '[' => ['］', ']'],
            '〔' | '【' => ['〕', '】'],
            _ => continue,
        };
        let inside = &text[at + open.len_utf8()..];
        if !labels::begins_bracket(inside) {
            continue;
        }
        let end = inside
            .char_indices()
            .take(IN_BRACKETS)
            .find(|&(_, c)| close.contains(&c));
        if let Some((end, last)) = end
            && !labels::is_bare(&compact(&inside[..end]))
        {
            found.push(at..at + open.len_utf8() + end + last.len_utf8());
        }
    }
    found
}

#[cfg(test)]
mod tests;
