//! Finds the lines of an author's reference lists, without running heads, page numbers and the headings of the lists.

use std::collections::HashMap;

use chachong_text::{Exclusion, ExclusionReason, LineBreaks, MarkReason, Words, is_line_break};

use crate::Manuscript;

/// Minimum number of equal lines in a printed text for one of them to count as a running head inside a list.
const LEAST_HEADS: usize = 3;
/// Maximum length of a running head or a heading, in characters without white space.
const LONGEST_HEAD: usize = 40;
/// Headings of lists, in lower case without white space. Other words may stand before or after them in the line.
const HEADINGS: Words = Words(
    "参考文献|參考文獻|参考书目|参考资料|引用文献|references|reference|bibliography|workscited",
);

/// Headings of notes at the end of a text, in lower case without white space and signs.
const NOTES: [&str; 9] = [
    "注释", "註釋", "注", "註", "注解", "附注", "尾注", "notes", "endnotes",
];

/// Line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Offset of the first character that is not white space, in Unicode scalar values of the author's text.
    pub start: u32,
    /// Offset after the last character that is not white space.
    pub end: u32,
    /// Text from `start` to `end`, without excluded parts.
    pub text: String,
    /// Whether part of the line was excluded, or recognised uncertainly in a picture.
    pub is_unsure: bool,
}

/// Lines of a reference list, from one mark of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    /// Whether a heading names the list.
    pub is_named: bool,
    /// Whether a heading names the list as notes.
    pub is_of_notes: bool,
    /// Lines of the list, without running heads and headings; at least one.
    pub lines: Vec<Line>,
}

/// Returns the reference lists of a text, in order of position.
pub(crate) fn lists(manuscript: &Manuscript<'_>) -> Vec<List> {
    let mut spans = manuscript
        .marks
        .iter()
        .filter(|mark| mark.reason == MarkReason::References)
        .map(|mark| (mark.start, mark.end))
        .peekable();
    if spans.peek().is_none() {
        return Vec::new();
    }
    let heads = Heads::of(manuscript);
    let exclusions = Exclusions::of(manuscript.exclusions);
    let mut lists = Vec::new();
    let mut characters = manuscript.text.chars().zip(0_u32..).peekable();
    for (start, end) in spans {
        while characters.next_if(|&(_, at)| at < start).is_some() {}
        let mut list = List::default();
        let mut line: Vec<(char, u32)> = Vec::new();
        while let Some((c, at)) = characters.next_if(|&(_, at)| at < end) {
            if is_line_break(c) {
                list.push(&line, &heads, &exclusions);
                line.clear();
            } else {
                line.push((c, at));
            }
        }
        list.push(&line, &heads, &exclusions);
        if !list.lines.is_empty() {
            lists.push(list);
        }
    }
    lists
}

impl List {
    /// Adds a line, unless it is a running head or a heading.
    fn push(&mut self, line: &[(char, u32)], heads: &Heads, exclusions: &Exclusions) {
        let included: Vec<(char, u32)> = line
            .iter()
            .copied()
            .filter(|&(_, at)| {
                exclusions
                    .reason_at(at)
                    .is_none_or(|reason| reason == ExclusionReason::Unsure)
            })
            .collect();
        let is_space = |&(c, _): &(char, u32)| c.is_whitespace();
        let Some(first) = included.iter().position(|one| !is_space(one)) else {
            return;
        };
        let last = included
            .iter()
            .rposition(|one| !is_space(one))
            .unwrap_or(first);
        let included = &included[first..=last];
        let text: String = included.iter().map(|&(c, _)| c).collect();
        if is_heading(&text) {
            self.is_named |= self.lines.is_empty();
            return;
        }
        if self.lines.is_empty() && is_notes_heading(&text) {
            self.is_of_notes = true;
            return;
        }
        if heads.has(&text) {
            return;
        }
        let (start, end) = (included[0].1, included[included.len() - 1].1 + 1);
        let unsure = |&(_, at): &(char, u32)| exclusions.reason_at(at).is_some();
        self.lines.push(Line {
            start,
            end,
            text,
            is_unsure: included.iter().any(unsure) || (end - start) as usize != included.len(),
        });
    }
}

/// Returns whether a line is the heading of a list, possibly after the number of a chapter or before its own
/// translation.
fn is_heading(text: &str) -> bool {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    let rest = HEADINGS
        .all()
        .fold(letters.clone(), |rest, heading| rest.replace(heading, ""));
    rest.len() < letters.len() && rest.chars().count() <= 6
}

/// Returns whether a line is the heading of notes: "注释：", "〔注〕", "Notes".
fn is_notes_heading(text: &str) -> bool {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    NOTES.contains(&letters.as_str())
}

/// Exclusions of a text: start, end and reason of each, in order of position.
struct Exclusions(Vec<(u64, u64, ExclusionReason)>);

impl Exclusions {
    fn of(exclusions: &[Exclusion]) -> Self {
        let mut spans: Vec<_> = exclusions
            .iter()
            .map(|one| (one.start, one.end, one.reason))
            .collect();
        spans.sort_unstable();
        Self(spans)
    }

    /// Returns the reason why the character at an offset is excluded; `None` if it is not.
    fn reason_at(&self, at: u32) -> Option<ExclusionReason> {
        let at = u64::from(at);
        let after = self.0.partition_point(|&(start, _, _)| start <= at);
        // Exclusions hardly overlap: the nearest few that begin before decide.
        let near = self.0[..after].iter().rev().take(4);
        near.filter(|&&(_, end, _)| at < end)
            .map(|&(_, _, reason)| reason)
            .next()
    }
}

/// Running heads of a printed text: lines that occur often, and page numbers.
struct Heads {
    is_printed: bool,
    often: HashMap<String, usize>,
}

impl Heads {
    fn of(manuscript: &Manuscript<'_>) -> Self {
        let is_printed = manuscript.breaks == LineBreaks::Page;
        let mut often = HashMap::new();
        if is_printed {
            for line in manuscript.text.split(is_line_break) {
                if let Some(key) = masked(line) {
                    *often.entry(key).or_insert(0) += 1;
                }
            }
            often.retain(|_, count| *count >= LEAST_HEADS);
        }
        Self { is_printed, often }
    }

    fn has(&self, line: &str) -> bool {
        if !self.is_printed {
            return false;
        }
        let is_page_number = {
            let inner = line.trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, '-' | '–' | '—' | '·' | '第' | '页')
            });
            (1..=4).contains(&inner.len()) && inner.bytes().all(|byte| byte.is_ascii_digit())
        };
        is_page_number || masked(line).is_some_and(|key| self.often.contains_key(&key))
    }
}

/// Returns a line without white space, with each number replaced by 0. `None` for a line that is empty, long, or has
/// fewer than two letters.
fn masked(line: &str) -> Option<String> {
    let mut masked = String::new();
    let (mut length, mut letters) = (0, 0);
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        length += 1;
        if length > LONGEST_HEAD {
            return None;
        }
        letters += usize::from(c.is_alphabetic());
        if !c.is_numeric() {
            masked.push(c);
        } else if !masked.ends_with('0') {
            masked.push('0');
        }
    }
    (letters >= 2).then_some(masked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::Mark;

    fn of(text: &str, breaks: LineBreaks, exclusions: &[Exclusion]) -> Vec<List> {
        let end = u32::try_from(text.chars().count()).unwrap();
        let mark = Mark {
            start: 0,
            end,
            reason: MarkReason::References,
        };
        lists(&Manuscript {
            exclusions,
            ..Manuscript::of(text, &[mark], breaks)
        })
    }

    fn texts(list: &List) -> Vec<&str> {
        list.lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn headings_page_numbers_and_running_heads_are_no_lines() {
        let text = "第五章 参考文献 References\n[1] 甲\n灯塔大学论文\n- 12 -\n[2] 乙\n灯塔大学论文\n灯塔大学论文\n";
        let found = of(text, LineBreaks::Page, &[]);
        assert_eq!(texts(&found[0]), ["[1] 甲", "[2] 乙"]);
        assert!(found[0].is_named);
        let start = found[0].lines[1].start as usize;
        assert_eq!(
            text.chars().skip(start).take(5).collect::<String>(),
            "[2] 乙"
        );
    }

    #[test]
    fn exclusions_leave_the_line_unsure() {
        let exclusion = Exclusion {
            start: 4,
            end: 6,
            reason: ExclusionReason::Invisible,
        };
        let found = of("[1] 甲乙丙", LineBreaks::Paragraph, &[exclusion]);
        assert_eq!(texts(&found[0]), ["[1] 丙"]);
        assert!(found[0].lines[0].is_unsure);
    }
}
