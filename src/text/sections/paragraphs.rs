//! Lines joined to the paragraphs that they were before an editor or printer broke them.

use std::ops::Range;

use super::{LineBreaks, Sheet, evidence};

/// Lines narrower than this are never taken for full ones.
const NARROWEST: u32 = 48;
/// Wider lines are no printed lines but paragraphs.
const WIDEST: u32 = 240;
/// Full lines differ by so much: what may not begin a line is drawn up.
const SLACK: u32 = 6;
/// A paragraph takes at most so many lines.
const MOST_LINES: usize = 400;

/// A paragraph of lines that stand in no section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paragraph {
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// The lines that it was put together from.
    pub lines: Range<usize>,
}

/// The paragraphs of the lines that are free and no running heads.
pub(super) fn paragraphs(sheet: &Sheet<'_>) -> Vec<Paragraph> {
    let measure = measure(sheet);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut open = false;
    for (at, line) in sheet.lines.iter().enumerate() {
        if line.running || !sheet.is_free(at) {
            open = false;
            continue;
        }
        let end = line.byte + line.text.len();
        match paragraphs.last_mut() {
            Some(last)
                if open
                    && last.lines.len() < MOST_LINES
                    && measure.is_some_and(|measure| goes_on(sheet, at, measure)) =>
            {
                last.bytes.end = end;
                last.lines.end = at + 1;
            }
            _ => paragraphs.push(Paragraph {
                bytes: line.byte..end,
                lines: at..at + 1,
            }),
        }
        open = true;
    }
    paragraphs
}

/// Whether line `at` goes on the one before it, where full lines are `measure` wide.
fn goes_on(sheet: &Sheet<'_>, at: usize, measure: u32) -> bool {
    let (line, before) = (&sheet.lines[at], &sheet.lines[at - 1]);
    let blank = line.after_blank && sheet.breaks == LineBreaks::Layout;
    let full = before.indent + before.width + SLACK >= measure;
    // Two blanks more than the line before is a paragraph's indentation.
    let indented = line.indent >= before.indent + 2;
    full && !blank
        && !indented
        && line.heading.is_none()
        && evidence::number(line.text).is_none()
        && !line.text.starts_with(['【', '＊', '*', '※'])
}

/// The width of a full line: the widest that many lines have. `None` where lines are paragraphs.
fn measure(sheet: &Sheet<'_>) -> Option<u32> {
    if sheet.breaks == LineBreaks::Paragraph {
        return None;
    }
    let mut widths = [0_usize; WIDEST as usize + 1];
    let mut lines = 0;
    for line in &sheet.lines {
        let width = line.indent + line.width;
        if width >= NARROWEST {
            lines += 1;
        }
        if (NARROWEST..=WIDEST).contains(&width)
            && let Some(count) = widths.get_mut(width as usize)
        {
            *count += 1;
        }
    }
    let slack = SLACK as usize;
    let most = widths.windows(slack + 1).map(|near| near.iter().sum());
    let (top, count) = most
        .enumerate()
        .max_by_key(|&(_, count): &(usize, usize)| count)?;
    // Printed lines crowd at one width; paragraphs of any length do not.
    (count >= 5 && count * 3 >= lines)
        .then(|| u32::try_from(top + slack).ok())
        .flatten()
}
