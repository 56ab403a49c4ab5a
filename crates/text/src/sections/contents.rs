//! Tables of contents and lists of figures and tables: a heading with entries under it, or lines with leaders and page
//! numbers without a heading.

use std::collections::HashMap;

use super::heading::compact;
use super::lines::Line;
use super::names::Heading;
use super::numerals::is_roman;
use super::sheet::Sheet;
use crate::MarkReason;

/// Maximum width of an entry, in columns.
const LONGEST: u32 = 160;
/// Minimum number of entries under a heading.
const LEAST: usize = 3;
/// Minimum number of entries without a heading.
const LEAST_UNNAMED: usize = 5;
/// Maximum number of lines between two entries that are none: the first line of a long title, a running head.
const GAP: usize = 3;
/// Maximum number of pages between two entries.
const PAGES_APART: u32 = 80;

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let named = (0..sheet.lines.len()).any(|at| sheet.heading(at) == Some(Heading::Contents));
    let last_places = if named {
        last_places(&sheet.lines)
    } else {
        HashMap::new()
    };
    let mut at = 0;
    while at < sheet.lines.len() {
        let line = &sheet.lines[at];
        let end = if line.heading == Some(Heading::Contents) {
            walk(sheet, at + 1, &last_places)
        } else if entry(line.text, line.width).is_some_and(|entry| entry.leaders) {
            let (end, is_list) = walk_leaders(&sheet.lines, at);
            if !is_list {
                at = end;
                continue;
            }
            Some(end)
        } else {
            None
        };
        if let Some(end) = end {
            sheet.mark(at, end, MarkReason::Contents);
            at = end;
        } else {
            at += 1;
        }
    }
}

/// Returns, for each short text that is a whole line, the last line with it.
fn last_places(lines: &[Line<'_>]) -> HashMap<String, usize> {
    let short = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.width <= 80);
    short.map(|(at, line)| (compact(line.text), at)).collect()
}

/// Returns the line after the last entry of the contents that begin at line `from`; `None` with fewer than [`LEAST`]
/// entries.
fn walk(sheet: &Sheet<'_>, from: usize, last_places: &HashMap<String, usize>) -> Option<usize> {
    let (mut entries, mut numbers, mut misses, mut page) = (0, 0, 0, 0);
    let mut end = None;
    for (at, line) in sheet.lines.iter().enumerate().skip(from) {
        if line.running {
            continue;
        }
        if line.heading == Some(Heading::Contents) {
            // The head of the next page, or the name of the next list.
            misses += 1;
            if misses > GAP {
                break;
            }
            continue;
        }
        let found = entry(line.text, line.width).filter(|entry| {
            entry.leaders
                || entry.number.is_none_or(|number| {
                    number >= page && number <= page + PAGES_APART && (!entry.bare || entries > 0)
                })
        });
        let named = || {
            // Where entries have page numbers, a title without one is a running head or the chapter itself.
            numbers < LEAST &&
            // A title that occurs again further down, where its chapter is.
            line.width <= 80
                && line.text.chars().count() >= 2
                && last_places
                    .get(&compact(line.text))
                    .is_some_and(|&last| last > at + 1)
                && (line.heading.is_some() || numbered_title(line.text))
        };
        if let Some(found) = found {
            page = found.number.unwrap_or(page);
            numbers += 1;
            (entries, misses, end) = (entries + 1, 0, Some(at + 1));
        } else if named() {
            (entries, misses, end) = (entries + 1, 0, Some(at + 1));
        } else {
            misses += if line.width > 80 { 2 } else { 1 };
            // The chapter itself, and prose, end the list.
            if misses > GAP || (entries >= LEAST && is_prose(line)) {
                break;
            }
        }
    }
    (entries >= LEAST).then_some(end).flatten()
}

/// Returns the line after the last of the lines with leaders that begin at line `from`, without a heading, and whether
/// they are contents.
fn walk_leaders(lines: &[Line<'_>], from: usize) -> (usize, bool) {
    let (mut entries, mut numbered, mut misses, mut page) = (0, 0, 0, 0);
    let mut end = from + 1;
    for (at, line) in lines.iter().enumerate().skip(from) {
        let number = entry(line.text, line.width)
            .filter(|entry| entry.leaders)
            .and_then(|entry| entry.number);
        if let Some(number) = number {
            // An alphabetical index has leaders too, but its page numbers go back.
            if number < page {
                break;
            }
            (entries, misses, end, page) = (entries + 1, 0, at + 1, number);
            numbered += usize::from(numbered_title(line.text));
        } else if !line.running {
            misses += 1;
            if misses > GAP - 1 || is_prose(line) {
                break;
            }
        }
    }
    (end, entries >= LEAST_UNNAMED && numbered * 2 >= entries)
}

/// Entry of the contents: one line.
struct Entry {
    /// Whether dots or dashes lead to the page number.
    leaders: bool,
    /// Page number; `None` if it is a Roman numeral or missing.
    number: Option<u32>,
    /// Whether the line is a page number and nothing else.
    bare: bool,
}

fn entry(text: &str, width: u32) -> Option<Entry> {
    if width > LONGEST {
        return None;
    }
    if has_long_leaders(text)
        && text.chars().any(char::is_alphabetic)
        && !text.ends_with(|c: char| c.is_ascii_alphanumeric())
    {
        // An entry without a page number: "Appendix ........ (not numbered)".
        return Some(Entry {
            leaders: true,
            number: None,
            bare: false,
        });
    }
    let text = text.trim_end_matches([')', '）', '-', '－', '·', '页']);
    let title = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let page = &text[title.len()..];
    let number = match page.parse() {
        Ok(number) if page.len() <= 4 => Some(number),
        _ if is_roman(page) && page.len() <= 6 => None,
        _ => return None,
    };
    if title.is_empty() {
        return number.map(|_| Entry {
            leaders: false,
            number,
            bare: true,
        });
    }
    let title = title.trim_end_matches(['(', '（']);
    let lead = &title[title.trim_end_matches(is_leader).len()..];
    let title = &title[..title.len() - lead.len()];
    let dots = lead.chars().filter(|c| !c.is_whitespace()).count();
    // An ellipsis counts as three dots; hyphens must be many.
    let ellipses = lead.chars().filter(|&c| matches!(c, '…' | '⋯')).count();
    let hyphens = lead.contains(['-', '—', '─', '_', '–']);
    let leaders = if hyphens {
        dots >= 8
    } else {
        dots + 2 * ellipses >= 4
    };
    let has_title = title.chars().any(char::is_alphabetic);
    if leaders {
        return has_title.then_some(Entry {
            leaders,
            number,
            bare: false,
        });
    }
    let apart = lead.starts_with(char::is_whitespace) && dots == 0;
    let sentence =
        title.contains(['。', '；', '=', ';']) || title.ends_with(['，', ',', ':', '：']);
    // A Roman numeral after a word is often part of a name: "type I".
    (has_title
        && apart
        && !sentence
        && (number.is_some()
            || lead.contains('\t')
            || numbered_title(title)
            || title.chars().count() <= 8))
        .then_some(Entry {
            leaders: false,
            number,
            bare: false,
        })
}

/// Whether a text has ten dots in a row, not counting spaces between them.
fn has_long_leaders(text: &str) -> bool {
    let mut run = 0;
    text.chars().any(|c| {
        run = match c {
            '.' | '…' | '·' | '．' => run + 1,
            ' ' => run,
            _ => 0,
        };
        run >= 10
    })
}

const fn is_leader(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | '…'
                | '⋯'
                | '·'
                | '．'
                | '‥'
                | '•'
                | '・'
                | '-'
                | '—'
                | '─'
                | '_'
                | '–'
                | '。'
                | '∙'
                | '⋅'
        )
}

fn numbered_title(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "第一二三四五六七八九十图表".contains(c))
}

/// Whether a line is a piece of running text.
fn is_prose(line: &Line<'_>) -> bool {
    line.width >= 50
        && line.text.contains(['，', '。', '；'])
        && entry(line.text, line.width).is_none()
}
