//! References: under their heading as far as their form goes, and numbered lists of works without a heading.

use super::evidence::{self, Evidence};
use super::heading::Heading;
use super::{LineBreaks, Sheet};
use crate::text::MarkReason;

/// So much width without the form of a reference ends them: five printed lines.
const PATIENCE: u32 = 400;
/// What a repeated heading costs of it.
const HEAD: u32 = 60;
/// After so many lines they must have shown the form of references.
const TRIAL: u32 = 40;
/// A work's data must begin within so much width after the heading.
const SOON: u32 = 500;
/// From this score on a line is a reference by itself.
const STRONG: u32 = 3;
/// Lines that a work may go on for after its last one with data.
const REST: usize = 3;
/// A list without a heading has at least so many works.
const LEAST_UNNAMED: usize = 4;
/// Width between two numbers of such a list.
const WORK: u32 = 700;

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut at = 0;
    while at < sheet.lines.len() {
        let end = match sheet.heading(at) {
            Some(Heading::References) => walk(sheet, at, at + 1, 4),
            Some(Heading::Notes) if begins_list(sheet, at + 1) => walk(sheet, at, at + 1, 4),
            _ if sheet.is_free(at) && begins_inline(sheet.lines[at].text) => walk(sheet, at, at, 4),
            _ => None,
        };
        if let Some(end) = end {
            sheet.mark(at, end, MarkReason::References);
            at = end;
        } else {
            at += 1;
        }
    }
    unnamed(sheet);
}

/// Whether line `at` has the first number of a list: notes without are remarks.
fn begins_list(sheet: &Sheet<'_>, at: usize) -> bool {
    let line = sheet.lines.get(at);
    line.is_some_and(|line| evidence::number(line.text) == Some(1))
}

/// "参考文献：[1] 张三……" in one line.
fn begins_inline(text: &str) -> bool {
    let text = text.trim_start_matches(['【', '[', '［']);
    let Some(rest) = [
        "主要参考文献",
        "参考文献",
        "參考文獻",
        "注释",
        "References",
        "REFERENCES",
    ]
    .iter()
    .find_map(|name| text.strip_prefix(name)) else {
        return false;
    };
    let item = rest
        .trim_start_matches(['】', ']', '］', ':', '：'])
        .trim_start();
    item.len() < rest.len() && evidence::number(item) == Some(1)
}

/// The line after the references whose heading is line `heading` and whose works begin at `from`; `None` unless
/// their lines score `least` together.
fn walk(sheet: &Sheet<'_>, heading: usize, from: usize, least: u32) -> Option<usize> {
    let mut patience = SOON;
    // Of all lines so far, and up to the last one with data.
    let (mut score, mut lines) = (0, 0);
    let mut known = (0, 0);
    let mut last_number = None;
    // Score of lines with little data since one with more, or since prose.
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
            // The next page's head, or "英文参考文献" after the Chinese ones.
            Some(Heading::References) => {
                if patience <= HEAD {
                    break;
                }
                patience -= HEAD;
                continue;
            }
            // A list's line may look like a chapter.
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
        // What has not shown itself by now is none: a walk that fails must be short, for the next heading begins another.
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
    (score >= least && strong && dense(sheet, score, lines)).then(|| end_of_work(sheet, end))
}

/// Works of one line each have data in every line, printed ones in every third or fourth.
fn dense(sheet: &Sheet<'_>, score: u32, lines: u32) -> bool {
    if sheet.breaks == LineBreaks::Paragraph {
        score >= lines
    } else {
        score * 2 >= lines
    }
}

/// `end`, moved behind the lines that still belong to the last work: they go on until a full stop.
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
        // The rest of a work is short, and its last line is shorter than the one before.
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
    // Only if it did end in one: else those lines are something else.
    if last > end
        && !sheet.lines[last - 1]
            .text
            .ends_with(['.', '。', '．', ')', ']'])
    {
        return end;
    }
    last
}

/// A list of works being read, without a heading.
#[derive(Default)]
struct Run {
    first: usize,
    /// The line after its last work's known end.
    end: usize,
    /// Its last number.
    number: u32,
    works: usize,
    strong: usize,
    /// Score of the work being read.
    score: u32,
    /// Width since its number.
    width: u32,
}

impl Run {
    /// The work being read is over.
    fn close_work(&mut self) {
        self.strong += usize::from(self.score > STRONG);
        self.score = 0;
    }

    fn is_list(&self) -> bool {
        self.works >= LEAST_UNNAMED && self.strong * 3 >= self.works * 2
    }
}

/// Lists of works whose heading is missing or garbled. An author's own works are text like any other.
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
                    // A numbered list of sentences gathers no data.
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

/// Where each line is a paragraph, the numbers of a list are often the word processor's and stand in no text: a line that
/// is plainly a work counts as numbered then.
fn unnumbered(sheet: &Sheet<'_>, evidence: Evidence) -> Option<u32> {
    (sheet.breaks == LineBreaks::Paragraph && evidence.score > STRONG && !evidence.prose)
        .then_some(u32::MAX)
}

fn closed(mut run: Run) -> Option<(usize, usize)> {
    run.close_work();
    run.is_list().then_some((run.first, run.end))
}
