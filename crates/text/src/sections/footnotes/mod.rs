//! Cited works outside a section of their own: lists of notes under any name or none, broken into lines or not, single
//! footnotes spread through a text, and works in brackets in the middle of a sentence.

use std::ops::Range;

use super::marker::{self, Marker};
use super::names::Heading;
use super::paragraphs::Paragraph;
use super::sheet::Sheet;
use super::source::{Form, form};
use crate::{MarkReason, Words};

/// Minimum number of items in a list without a name.
const LEAST_ITEMS: usize = 3;
/// Minimum number of works among the items of a numbered list without a name.
const LEAST_WORKS: usize = 2;
/// Minimum number of single footnotes in a text; fewer are not marked.
const LEAST_SINGLE: usize = 3;
/// Maximum length of an item that is not a work, in characters; a longer one is text, also in the middle of a list.
const LONGEST_REMARK: usize = 160;
/// Maximum length of a work without a number, in characters.
const LONGEST_UNNUMBERED: usize = 200;
/// Number of characters in which an item's end is searched for where text follows it in the same line.
const LONGEST_WORK: usize = 300;
/// Maximum length of a work in brackets, in characters.
const IN_BRACKETS: usize = 260;

/// Piece of a paragraph, from one number to the next.
struct Item {
    bytes: Range<usize>,
    number: Option<u32>,
    form: Form,
    length: usize,
    /// Whether the item is its whole paragraph.
    whole: bool,
    /// Whether the item ends in the name of a list.
    names_list: bool,
}

/// Returns the byte ranges of all works found in `paragraphs`, ascending, without overlap.
pub(super) fn find(sheet: &Sheet<'_>, paragraphs: &[Paragraph]) -> Vec<Range<usize>> {
    let mut runs = Runs::default();
    let mut own_works = false;
    let mut last_line = None;
    for paragraph in paragraphs {
        let heading = sheet.lines[paragraph.lines.start].heading;
        if let Some(heading) = heading {
            own_works = heading == Heading::Publications;
        }
        if own_works {
            runs.close();
            continue;
        }
        // Other lines lie between this paragraph and the last one.
        if last_line.is_some_and(|last| last != paragraph.lines.start) {
            runs.close();
        }
        // The beginning of the list may already be a section.
        runs.named |= runs.items.is_empty() && follows_references(sheet, paragraph.lines.start);
        last_line = Some(paragraph.lines.end);
        for item in items(sheet.text, paragraph, heading) {
            runs.push(item);
        }
    }
    runs.close();
    let Runs {
        mut found, single, ..
    } = runs;
    if single.len() >= LEAST_SINGLE {
        found.extend(single);
    }
    for paragraph in paragraphs {
        in_brackets(sheet.text, &paragraph.bytes, &mut found);
    }
    without_overlap(found)
}

/// Whether the line before `line` is marked as references.
fn follows_references(sheet: &Sheet<'_>, line: usize) -> bool {
    let before = line.checked_sub(1).and_then(|before| sheet.found[before]);
    before.is_some_and(|(reason, _)| reason == MarkReason::References)
}

/// Lists found so far, and the list being read.
#[derive(Default)]
struct Runs {
    items: Vec<Item>,
    /// Whether the piece before the list names it.
    named: bool,
    found: Vec<Range<usize>>,
    single: Vec<Range<usize>>,
}

impl Runs {
    fn push(&mut self, item: Item) {
        let work = item.form != Form::Other;
        let last = self.items.iter().rev().find_map(|item| item.number);
        let belongs = match item.number {
            Some(number) => work || last.is_none_or(|last| number > last),
            None => item.form == Form::Work && item.whole && item.length <= LONGEST_UNNUMBERED,
        };
        if !belongs {
            self.close();
        }
        if item.names_list {
            self.close();
            self.named = true;
        } else if item.number.is_some() || belongs {
            self.items.push(item);
        } else {
            self.named = false;
        }
    }

    /// Ends the list being read. Its items go to `found` if it is a list of works; otherwise its footnotes go to
    /// `single`.
    fn close(&mut self) {
        let items = std::mem::take(&mut self.items);
        let named = std::mem::take(&mut self.named);
        let is_source = |item: &Item| item.form != Form::Other;
        let from = items.iter().position(is_source);
        let to = items.iter().rposition(is_source);
        let (Some(from), Some(to)) = (from, to) else {
            return;
        };
        // Items before the first work belong to a list only if it has a name.
        let items = if named {
            &items[..=to]
        } else {
            &items[from..=to]
        };
        let works = items.iter().filter(|item| item.form == Form::Work).count();
        let sources = items.iter().filter(|item| is_source(item)).count();
        let numbered = items.iter().any(|item| item.number.is_some());
        let is_list = if named {
            works >= 1 && sources * 2 >= items.len()
        } else if numbered {
            items.len() >= LEAST_ITEMS && works >= LEAST_WORKS && sources * 3 >= items.len() * 2
        } else {
            works >= LEAST_ITEMS && works == items.len()
        };
        if !is_list {
            let single = items
                .iter()
                .filter(|item| item.form == Form::Work && item.whole && item.number.is_some());
            self.single.extend(single.map(|item| item.bytes.clone()));
            return;
        }
        let mut open = false;
        for item in items {
            let belongs = is_source(item) || item.length <= LONGEST_REMARK;
            match self.found.last_mut() {
                Some(last) if open && belongs => last.end = item.bytes.end,
                _ if belongs => self.found.push(item.bytes.clone()),
                _ => {}
            }
            open = belongs;
        }
    }
}

/// Cuts a paragraph at its numbers.
fn items(text: &str, paragraph: &Paragraph, heading: Option<Heading>) -> Vec<Item> {
    let whole = &text[paragraph.bytes.clone()];
    let mut cuts: Vec<(usize, Option<Marker>)> = vec![(0, marker::at_start(whole))];
    let mut last = cuts[0].1;
    let mut before = '\n';
    let mut skip = last.map_or(0, |first| first.bytes);
    for (at, c) in whole.char_indices() {
        if at >= skip
            && at > 0
            && marker::may_stand_after(before)
            && marker::may_begin(c)
            && let Some(found) = marker::inside(&whole[at..])
            && goes_on(&whole[..at], last, found)
        {
            cuts.push((at, Some(found)));
            last = Some(found);
            skip = at + found.bytes;
        }
        before = c;
    }
    let single = cuts.len() == 1;
    let mut items = Vec::with_capacity(cuts.len());
    for (index, &(from, found)) in cuts.iter().enumerate() {
        let to = cuts.get(index + 1).map_or(whole.len(), |&(next, _)| next);
        let piece = whole[from..to].trim_end();
        if piece.is_empty() {
            continue;
        }
        let body = piece
            .get(found.map_or(0, |found| found.bytes)..)
            .unwrap_or("");
        let length = piece.chars().count();
        let (form, piece) = match form(body) {
            Form::Other if found.is_some() && length > LONGEST_REMARK => longest_work(piece),
            form => (form, piece),
        };
        let list_heading = matches!(heading, Some(Heading::References | Heading::Notes));
        items.push(Item {
            bytes: paragraph.bytes.start + from..paragraph.bytes.start + from + piece.len(),
            number: found.map(|found| found.number),
            form,
            length: piece.chars().count(),
            whole: single,
            names_list: found.is_none() && (list_heading && single || names_list(piece)),
        });
        if from + piece.len() < to.min(whole.trim_end().len()) && form == Form::Work {
            // Text follows the work in the same line.
            let rest = whole[from + piece.len()..to].trim_end();
            if !rest.trim().is_empty() {
                items.push(Item {
                    bytes: paragraph.bytes.start + from + piece.len()
                        ..paragraph.bytes.start + from + piece.len() + rest.len(),
                    number: None,
                    form: Form::Other,
                    length: rest.chars().count(),
                    whole: false,
                    names_list: names_list(rest),
                });
            }
        }
    }
    items
}

/// Whether a number in the middle of a line begins an item: the number after `last`, or the first of a list.
fn goes_on(before: &str, last: Option<Marker>, found: Marker) -> bool {
    (found.number == 1 && (!found.dotted || names_list(before)))
        || last.is_some_and(|last| found.number == last.last + 1 && found.dotted == last.dotted)
}

/// Returns the longest beginning of `piece` that ends as a sentence does and is a work; if there is none, the whole
/// piece with `Form::Other`.
fn longest_work(piece: &str) -> (Form, &str) {
    let ends = piece
        .char_indices()
        .take(LONGEST_WORK)
        .filter(|&(_, c)| matches!(c, '。' | '.' | '．' | '\n'));
    let ends: Vec<usize> = ends.map(|(at, c)| at + c.len_utf8()).collect();
    ends.iter()
        .rev()
        .take(8)
        .map(|&end| &piece[..end])
        .find(|beginning| form(beginning) == Form::Work)
        .map_or((Form::Other, piece), |beginning| (Form::Work, beginning))
}

/// Whether `text` ends in "注释：", "参考文献" or another name of a list, alone or after a sentence.
fn names_list(text: &str) -> bool {
    const NAMES: Words = Words(
        "参考文献|參考文獻|参考书目|注释|註釋|注解|引文出处|引文注释|附注|参考资料|资料来源|尾注|\
         References|REFERENCES|Notes|NOTES|Bibliography",
    );
    let text = text.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | '】' | ']' | '］' | '〕' | ')' | '）')
    });
    if let Some(before) = text.strip_suffix(['注', '註']) {
        // "备注", "标注" and "关注" are ordinary words.
        return before.chars().next_back().is_none_or(|c| {
            c.is_whitespace() || matches!(c, '。' | '【' | '［' | '[' | '（' | '(')
        });
    }
    NAMES.end(text)
}

/// Finds works in brackets inside a sentence: "（注：《书》，某社1995年版，第24页。）", "（《文集》第3卷第73页）". Adds their byte ranges to
/// `found`.
fn in_brackets(text: &str, bytes: &Range<usize>, found: &mut Vec<Range<usize>>) {
    let whole = &text[bytes.clone()];
    for (at, open) in whole.char_indices() {
        if !matches!(open, '（' | '(' | '［' | '〔' | '[') {
            continue;
        }
        let inside = &whole[at + open.len_utf8()..];
        let body = inside.trim_start();
        let noted = body.strip_prefix(['注', '註']).map(|rest| {
            rest.trim_start_matches(|c: char| {
                c == ':' || c == '：' || c.is_numeric() || c.is_whitespace()
            })
        });
        if noted.is_none() && !body.starts_with(['《', '见', '見', '参', '转', '引', '载', '同'])
        {
            continue;
        }
        let Some(close) = closing(inside) else {
            continue;
        };
        let what = match noted {
            Some(rest) => &inside[inside.len() - rest.len()..close.max(inside.len() - rest.len())],
            None => &inside[..close],
        };
        let form = form(what);
        if form == Form::Work || (form == Form::Short && noted.is_some()) {
            let end = inside[close..]
                .chars()
                .next()
                .map_or(close, |c| close + c.len_utf8());
            let from = bytes.start + at;
            found.push(from..from + open.len_utf8() + end);
        }
    }
}

/// Returns the byte offset of the bracket that closes the one before `text`; `None` if there is none in the first
/// `IN_BRACKETS` characters.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices().take(IN_BRACKETS) {
        match c {
            '（' | '(' | '［' | '〔' | '[' => depth += 1,
            '）' | ')' | '］' | '〕' | ']' if depth == 0 => return Some(at),
            '）' | ')' | '］' | '〕' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Sorts ranges and drops overlaps: of two that overlap, the one that begins first stays.
pub(super) fn without_overlap(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_unstable_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|range| {
        let keep = range.start >= end && !range.is_empty();
        if keep {
            end = range.end;
        }
        keep
    });
    found
}

#[cfg(test)]
mod tests;
