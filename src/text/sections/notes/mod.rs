//! What authors and editors say of themselves and of the text: lives, places of work, funding, dates of receipt, numbers
//! of classification, editors' names and remarks. A label says so, or the form of a paragraph near the text's ends.

mod forms;
mod labels;

use std::ops::Range;

use super::Sheet;
use super::heading::{Heading, compact};
use super::paragraphs::Paragraph;
use crate::text::is_cjk;
use labels::Extent;

/// Paragraphs from either end that may be notes by their form alone.
const NEAR: usize = 24;
/// A paragraph that a label begins is a note up to so many characters.
const LONGEST_NOTE: usize = 420;
/// The same for an editor's remark, which may be longer.
const LONGEST_REMARK: usize = 420;
/// A life up to so many characters is not looked at sentence by sentence.
const SHORT_LIFE: usize = 160;
/// A sentence in a life that speaks of something else is no longer than this.
const ASIDE: usize = 40;
/// A value behind a label: a number, a date, a name.
const LONGEST_VALUE: usize = 60;
/// Paragraphs under a label that stands alone.
const MOST_UNDER: usize = 8;
/// What stands in brackets has at most so many characters.
const IN_BRACKETS: usize = 160;

/// The bytes of all notes in `paragraphs`; they may overlap.
pub(super) fn find(sheet: &Sheet<'_>, paragraphs: &[Paragraph]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // What the paragraphs under a label that stands alone may be, and how many more.
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
            && labels::goes_on(extent, text)
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
            if next.is_some_and(|next| labels::goes_on(extent, next)) {
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
            // Lives of several authors stand under each other.
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

/// Labels in the middle of a paragraph with what belongs to them, where a text has lost its lines.
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

/// The bytes of a label and the name, number or date behind it.
fn value(text: &str) -> usize {
    let (mut seen, mut depth) = (0, 0_u32);
    for (count, (at, c)) in text.char_indices().enumerate() {
        if count > LONGEST_VALUE {
            return 0;
        }
        let closes = matches!(c, ')' | '）') && depth == 0;
        // White space behind the label's sign is none.
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

/// The bytes of the sentences that a label begins, as long as they speak of what it names, but for asides.
fn sentences(extent: Extent, text: &str) -> usize {
    let (mut end, mut from, mut length) = (0, 0, 0);
    let mut before = ' ';
    for (at, c) in text.char_indices().take(LONGEST_NOTE + 1) {
        let close = at + c.len_utf8();
        let rest = &text[close..];
        let stop = matches!(c, '。' | '；' | '．')
            || (c == '.' && (is_cjk(before) || rest.starts_with(char::is_whitespace)));
        before = c;
        length += 1;
        if stop || rest.is_empty() {
            if labels::speaks_of(extent, &text[from..close]) {
                end = close;
            } else if end < from || length > ASIDE {
                break;
            } else if rest.trim().is_empty() {
                end = text.len();
            }
            (from, length) = (close, 0);
        }
    }
    end
}

/// "（作者单位：某某大学）", "［责任编辑：张三］" at any place.
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
