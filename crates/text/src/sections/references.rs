//! References: the lines under their heading as long as they have the form of listed works, and numbered lists of works
//! without a heading.

use super::evidence::{self, Evidence};
use super::names::Heading;
use super::sheet::Sheet;
use crate::{LineBreaks, MarkReason, Words};

/// Width without the form of a reference that ends the references, in columns: five printed lines.
const PATIENCE: u32 = 400;
/// Columns that a repeated heading takes off `PATIENCE`.
const HEAD: u32 = 60;
/// Number of lines after which references must have shown their form.
const TRIAL: u32 = 40;
/// Maximum width between the heading and the data of the first work, in columns.
const SOON: u32 = 500;
/// Minimum score with which a line is a reference by itself.
const STRONG: u32 = 3;
/// Maximum number of lines for which a work may continue after its last line with data.
const REST: usize = 3;
/// Minimum score of all works under a heading together.
const LEAST: u32 = 4;
/// Minimum number of works in a list without a heading.
const LEAST_UNNAMED: usize = 4;
/// Maximum width between two numbers of a list without a heading, in columns.
const WORK: u32 = 700;

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    sheet.mark_all(MarkReason::References, |sheet, at| {
        match sheet.heading(at) {
            Some(Heading::References) => walk(sheet, at, at + 1),
            Some(Heading::Notes) if begins_list(sheet, at + 1) => walk(sheet, at, at + 1),
            _ if sheet.is_free(at) && begins_inline(sheet.lines[at].text) => walk(sheet, at, at),
            _ => None,
        }
    });
    unnamed(sheet);
}

/// Whether line `at` has the first number of a list: notes without numbers are remarks.
fn begins_list(sheet: &Sheet<'_>, at: usize) -> bool {
    let line = sheet.lines.get(at);
    line.is_some_and(|line| evidence::number(line.text) == Some(1))
}

/// Whether a line holds the heading and the first work: "参考文献：[1] 张三……".
fn begins_inline(text: &str) -> bool {
    let text = text.trim_start_matches(['【', '[', '［']);
    let names = Words("主要参考文献|参考文献|參考文獻|注释|References|REFERENCES");
    let Some(rest) = names.all().find_map(|name| text.strip_prefix(name)) else {
        return false;
    };
    let item = rest
        .trim_start_matches(['】', ']', '］', ':', '：'])
        .trim_start();
    item.len() < rest.len() && evidence::number(item) == Some(1)
}

/// Returns the line after the references whose heading is line `heading` and whose works begin at line `from`; `None`
/// unless the lines score at least [`LEAST`] together, one of them is a reference by itself, and enough of them have
/// data.
fn walk(sheet: &Sheet<'_>, heading: usize, from: usize) -> Option<usize> {
    let mut patience = SOON;
    // `score` and `lines` count all lines so far; `known` holds both up to the last line with data.
    let (mut score, mut lines) = (0, 0);
    let mut known = (0, 0);
    let mut last_number = None;
    // Score of the lines with little data since a line with more, or since prose.
    let mut little = 0;
    let mut strong = false;
    let mut end = None;
    for at in from..sheet.lines.len() {
        let line = &sheet.lines[at];
        if line.running {
            continue;
        }
        if !sheet.is_free(at) {
            break;
        }
        let mut evidence = evidence::of(line.text);
        let bare = evidence::bare_number(line.text)
            .filter(|&number| number == last_number.unwrap_or(0) + 1 && evidence.score >= 1);
        if bare.is_some() && evidence.number.is_none() {
            evidence.number = bare;
            evidence.score += 1;
        }
        let next = evidence
            .number
            .is_some_and(|number| last_number.is_none_or(|last| number == last + 1));
        match line.heading {
            // The head of the next page, or "英文参考文献" after the Chinese references.
            Some(Heading::References) => {
                if patience <= HEAD {
                    break;
                }
                patience -= HEAD;
                continue;
            }
            // A line of the list may look like a chapter's heading.
            Some(Heading::Other | Heading::Notes)
                if evidence.score >= 2 || (next && last_number.is_some()) => {}
            Some(_) if at > heading => break,
            _ => {}
        }
        lines += 1;
        score += evidence.score;
        little = if evidence.prose {
            0
        } else {
            little + evidence.score
        };
        strong |= evidence.score >= STRONG;
        if (little >= 2 || next) && !evidence.prose {
            little = 0;
            last_number = evidence.number.or(last_number);
            patience = PATIENCE;
            known = (score, lines);
            end = Some(at + 1);
        }
        // Lines that have not shown the form of references by now are none: a failing walk must be short, because the
        // next heading begins another.
        if lines > TRIAL && !(strong && dense(sheet, score, lines)) {
            break;
        }
        if end == Some(at + 1) {
            continue;
        }
        let cost = match (evidence.prose, evidence.score) {
            (true, _) => line.width.max(40) * 2,
            (false, 0) => line.width.max(30),
            (false, _) => line.width.max(20) / 2,
        };
        if cost >= patience {
            break;
        }
        patience -= cost;
    }
    let end = end?;
    let (score, lines) = known;
    (score >= LEAST && strong && dense(sheet, score, lines)).then(|| end_of_work(sheet, end))
}

/// Whether enough lines have data: works of one line each have data in every line, printed ones in every third or
/// fourth.
fn dense(sheet: &Sheet<'_>, score: u32, lines: u32) -> bool {
    if sheet.breaks == LineBreaks::Paragraph {
        score >= lines
    } else {
        score * 2 >= lines
    }
}

/// Returns `end` moved after the lines that still belong to the last work: they continue until a full stop.
fn end_of_work(sheet: &Sheet<'_>, end: usize) -> usize {
    if sheet.breaks == LineBreaks::Paragraph {
        return end;
    }
    let mut last = end;
    for at in end..(end + REST).min(sheet.lines.len()) {
        let line = &sheet.lines[at];
        let closed = sheet.lines[last - 1]
            .text
            .ends_with(['.', '。', '．', ')', ']']);
        let other = line.heading.is_some() || line.running || !sheet.is_free(at);
        // The rest of a work is short, and its last line is shorter than the line before.
        if closed
            || other
            || line.width > sheet.lines[last - 1].width + 8
            || line.text.contains('，')
        {
            break;
        }
        let evidence = evidence::of(line.text);
        if evidence.prose || line.text.starts_with(['图', '表']) {
            break;
        }
        last = at + 1;
    }
    // Lines that end without a full stop or closing bracket are something else.
    if last > end
        && !sheet.lines[last - 1]
            .text
            .ends_with(['.', '。', '．', ')', ']'])
    {
        return end;
    }
    last
}

/// List of works without a heading, while it is read.
#[derive(Default)]
struct Run {
    first: usize,
    /// Line after the known end of the last work.
    end: usize,
    /// Number of the last work.
    number: u32,
    works: usize,
    strong: usize,
    /// Score of the work being read.
    score: u32,
    /// Width since the number of the work being read, in columns.
    width: u32,
}

impl Run {
    /// Ends the work being read and counts it as strong if its score is high enough.
    fn close_work(&mut self) {
        self.strong += usize::from(self.score > STRONG);
        self.score = 0;
    }

    fn is_list(&self) -> bool {
        self.works >= LEAST_UNNAMED && self.strong * 3 >= self.works * 2
    }
}

/// Marks lists of works whose heading is missing or garbled. A list of the author's own works stays text.
fn unnamed(sheet: &mut Sheet<'_>) {
    let mut found = Vec::new();
    let mut run: Option<Run> = None;
    let mut own_works = false;
    for at in 0..sheet.lines.len() {
        let line = &sheet.lines[at];
        if line.running {
            continue;
        }
        if let Some(heading) = line.heading {
            own_works = heading == Heading::Publications;
        }
        let evidence = evidence::of(line.text);
        let ends = !sheet.is_free(at)
            || own_works
            || run.as_ref().is_some_and(|run| {
                run.width + line.width > WORK || (line.heading.is_some() && evidence.score < 2)
            });
        let numbered = evidence.number.or_else(|| unnumbered(sheet, evidence));
        let goes_on = run
            .as_ref()
            .zip(numbered)
            .is_some_and(|(run, number)| number == run.number + 1 || number == u32::MAX);
        if ends || (numbered.is_some() && !goes_on) {
            found.extend(run.take().and_then(closed));
        }
        if !sheet.is_free(at) || own_works {
            continue;
        }
        match (&mut run, numbered) {
            (Some(run), Some(number)) => {
                run.close_work();
                run.works += 1;
                run.number = if number == u32::MAX {
                    run.number
                } else {
                    number
                };
                (run.score, run.width, run.end) = (evidence.score, line.width, at + 1);
            }
            (Some(run), None) => {
                run.width += line.width;
                if evidence.prose {
                    // A numbered list of sentences gathers no data; its width counts twice.
                    run.width += line.width;
                } else {
                    run.score += evidence.score;
                    if evidence.score > 0 {
                        run.end = at + 1;
                    }
                }
            }
            (None, Some(number)) if evidence.score >= 2 => {
                run = Some(Run {
                    first: at,
                    end: at + 1,
                    number: if number == u32::MAX { 0 } else { number },
                    works: 1,
                    strong: 0,
                    score: evidence.score,
                    width: line.width,
                });
            }
            (None, _) => {}
        }
    }
    found.extend(run.and_then(closed));
    for (from, to) in found {
        let to = end_of_work(sheet, to);
        sheet.mark(from, to, MarkReason::References);
    }
}

/// Returns `u32::MAX` as the number of a line that is plainly a work but has none, where each line is a paragraph
/// (there the numbers of a list are often the word processor's and are missing from the text); `None` for any other
/// line.
fn unnumbered(sheet: &Sheet<'_>, evidence: Evidence) -> Option<u32> {
    (sheet.breaks == LineBreaks::Paragraph && evidence.score > STRONG && !evidence.prose)
        .then_some(u32::MAX)
}

fn closed(mut run: Run) -> Option<(usize, usize)> {
    run.close_work();
    run.is_list().then_some((run.first, run.end))
}
