//! Lines of a text with their offsets; tells which of them are repeated at the edges of pages.

use std::collections::HashMap;

use super::heading;
use super::names::Heading;
use super::numerals::is_roman;
use crate::line_break::is_line_break;

/// Number of lines at each edge of a page that may be running heads.
const EDGE: usize = 2;
/// Minimum number of pages that have a running head.
const LEAST_PAGES: usize = 3;
/// Maximum length of a running head, in characters.
const LONGEST_HEAD: u32 = 80;

/// Line that is not blank. Offsets count Unicode scalar values of the whole text.
pub(super) struct Line<'t> {
    /// Offset of the first character that is not white space.
    pub start: u32,
    /// Offset after the last character that is not white space.
    pub end: u32,
    /// Text from `start` to `end`.
    pub text: &'t str,
    /// Offset of the first byte of `text`, in bytes.
    pub byte: usize,
    /// Width of the white space before the line, in columns.
    pub indent: u32,
    /// Whether a blank line comes before this one.
    pub after_blank: bool,
    /// Printed width in columns: a Chinese character takes two, others one.
    pub width: u32,
    /// Page of the line, from 0; always 0 where the text has no pages.
    pub page: u32,
    /// Whether the line is a page number, or a page header or footer that one of the two pages before had too.
    pub running: bool,
    /// Section whose heading the line looks like; `None` for other lines.
    pub heading: Option<Heading>,
}

/// Returns the lines of `text` that are not blank, in their order. `pages` are the offsets at which pages begin.
pub(super) fn lines<'t>(text: &'t str, pages: &[u64]) -> Vec<Line<'t>> {
    let mut lines = Vec::new();
    let mut next = 0_u32;
    let mut page = 0_u32;
    let mut later_pages = pages.iter().skip(1).peekable();
    let (mut next_byte, mut after_blank, mut returned) = (0, false, false);
    for piece in text.split_inclusive(is_line_break) {
        let begin = next;
        next += count(piece);
        let piece_byte = next_byte;
        next_byte += piece.len();
        let body = piece.trim_start();
        let before = &piece[..piece.len() - body.len()];
        let start = begin + count(before);
        let body = body.trim_end();
        // "\r\n" is one break.
        let half = returned && piece == "\n";
        returned = piece.ends_with('\r');
        if body.is_empty() {
            after_blank |= !half;
            continue;
        }
        while later_pages
            .next_if(|&&first| first <= u64::from(start))
            .is_some()
        {
            page += 1;
        }
        lines.push(Line {
            start,
            end: start + count(body),
            text: body,
            byte: piece_byte + before.len(),
            indent: width(before),
            after_blank,
            width: width(body),
            page,
            running: false,
            heading: heading::of(body),
        });
        after_blank = false;
    }
    if page > 0 {
        find_running(&mut lines);
    }
    lines
}

/// Marks page numbers and repeated heads. The first page that has a head keeps it: there it may be a heading.
fn find_running(lines: &mut [Line<'_>]) {
    let mut at_edges = Vec::new();
    let mut from = 0;
    while from < lines.len() {
        let page = lines[from].page;
        let length = lines[from..].partition_point(|line| line.page == page);
        let to = from + length;
        let top = from..to.min(from + EDGE);
        let bottom = to.saturating_sub(EDGE).max(top.end)..to;
        at_edges.extend(top.chain(bottom));
        from = to;
    }
    // For each text at an edge: the number of pages that have it, and the last of these pages.
    let mut seen: HashMap<String, (usize, u32)> = HashMap::new();
    let mut again = Vec::new();
    for at in at_edges {
        let line = &lines[at];
        if line.end - line.start > LONGEST_HEAD {
            continue;
        }
        let key = masked(line.text);
        if key.chars().all(|c| c == '0') || (line.width <= 6 && is_roman(line.text)) {
            again.push((at, None));
            continue;
        }
        let entry = seen.entry(key.clone()).or_insert((0, line.page));
        let near = entry.0 > 0 && line.page - entry.1 <= 2;
        if entry.0 == 0 || entry.1 != line.page {
            *entry = (entry.0 + 1, line.page);
        }
        if near {
            again.push((at, Some(key)));
        }
    }
    for (at, key) in again {
        let often = |key: &String| {
            seen.get(key)
                .is_some_and(|&(pages, _)| pages >= LEAST_PAGES)
        };
        // Two pages are too few to tell a head, but a section's name on two neighbouring pages is one.
        let named = lines[at].heading.is_some();
        if key.is_none_or(|key| named || often(&key)) {
            lines[at].running = true;
        }
    }
}

/// Returns a text without white space, with each run of digits replaced by one 0.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if !c.is_numeric() {
            masked.push(c);
        } else if !masked.ends_with('0') {
            masked.push('0');
        }
    }
    masked
}

/// Counts the characters of `text`.
pub(super) fn count(text: &str) -> u32 {
    // `marks` takes only texts shorter than 2^32 bytes, so the number fits.
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

fn width(text: &str) -> u32 {
    text.chars()
        .map(|c| match c {
            '\u{2E80}'..='\u{FFEF}' => 2,
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_characters_and_blank_lines_are_left_out() {
        let lines = lines("　标题 \r\n\n ab\u{2028}尾", &[]);
        let spans: Vec<_> = lines
            .iter()
            .map(|line| (line.start, line.end, line.text))
            .collect();
        assert_eq!(spans, [(1, 3, "标题"), (8, 10, "ab"), (11, 12, "尾")]);
    }

    #[test]
    fn a_head_is_running_from_its_second_page_on() {
        let text =
            "校名 1\n甲\n乙\n丙\n丁\n校名 2\n甲二\n乙二\n丙二\n丁二\n校名 3\n甲三\n乙三\n丙三\n7";
        let pages: Vec<u64> = ["校名 1", "校名 2", "校名 3"]
            .iter()
            .map(|head| text[..text.find(head).unwrap()].chars().count() as u64)
            .collect();
        let running: Vec<_> = lines(text, &pages)
            .iter()
            .filter(|line| line.running)
            .map(|line| line.text.to_owned())
            .collect();
        assert_eq!(running, ["校名 2", "校名 3", "7"]);
    }
}
