//! References: under their heading as far as their form goes, and numbered lists of works without a heading.

use super::evidence::{self, Evidence};
use super::heading::Heading;
use super::{LineBreaks, Sheet};
use crate::text::MarkReason;

/// So much width without the form of a reference ends them: five printed lines.
const PATIENCE: u32 = 400;
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
            Some(Heading::References) => walk(sheet, at, at + 1, 1),
            Some(Heading::Notes) => walk(sheet, at, at + 1, 3),
            _ if sheet.is_free(at) && begins_inline(sheet.lines[at].text) => walk(sheet, at, at, 1),
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

/// The line after the references whose heading is line `heading` and whose works begin at `from`; `None` unless at least
/// `least` works are there.
fn walk(sheet: &Sheet<'_>, heading: usize, from: usize, least: usize) -> Option<usize> {
    let mut patience = SOON;
    let (mut works, mut lines, mut bare) = (0, 0_usize, 0_usize);
    let mut end = None;
    for at in from..sheet.lines.len() {
        let line = &sheet.lines[at];
        if line.running {
            continue;
        }
        if !sheet.is_free(at) {
            break;
        }
        let evidence = evidence::of(line.text);
        match line.heading {
            // The next page's head, or "英文参考文献" after the Chinese ones.
            Some(Heading::References) => {
                patience = patience.max(PATIENCE);
                continue;
            }
            // A list's line may look like a chapter.
            Some(Heading::Other | Heading::Notes) if evidence.score >= 2 => {}
            Some(_) if at > heading => break,
            _ => {}
        }
        lines += 1;
        if evidence.score >= 2 && !evidence.prose {
            works += usize::from(evidence.score >= STRONG);
            patience = PATIENCE;
            end = Some(at + 1);
            bare = 0;
            continue;
        }
        bare += 1;
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
    // Works of one line each have data in most lines, printed ones in every third or fourth.
    let lines = lines.saturating_sub(bare);
    let dense = works
        * if sheet.breaks == LineBreaks::Paragraph {
            4
        } else {
            8
        }
        >= lines;
    (works >= least && dense).then(|| end_of_work(sheet, end))
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
        self.strong += usize::from(self.score >= STRONG + 1);
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
