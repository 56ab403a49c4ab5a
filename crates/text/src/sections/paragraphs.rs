//! Paragraphs, rebuilt from the lines into which an editor or printer broke them.

use std::ops::Range;

use super::evidence;
use super::sheet::Sheet;
use crate::LineBreaks;

/// Minimum width of a full line, in columns.
const NARROWEST: u32 = 48;
/// Maximum width of a printed line, in columns; wider lines are paragraphs.
const WIDEST: u32 = 240;
/// Maximum difference between the widths of full lines, in columns: a sign that may not begin a line is drawn up.
const SLACK: u32 = 6;
/// Maximum number of lines in a paragraph.
const MOST_LINES: usize = 400;

/// Paragraph of lines that belong to no section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paragraph {
    /// Range of the paragraph in the text, in bytes.
    pub bytes: Range<usize>,
    /// Indices of the lines that were joined into the paragraph, among the lines of the text that are not blank.
    pub lines: Range<usize>,
}

/// Joins the lines that belong to no section and are not running heads into paragraphs.
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

/// Whether line `at` continues the line before it, where full lines are `measure` columns wide.
fn goes_on(sheet: &Sheet<'_>, at: usize, measure: u32) -> bool {
    let (line, before) = (&sheet.lines[at], &sheet.lines[at - 1]);
    let blank = line.after_blank && sheet.breaks == LineBreaks::Layout;
    let full = before.indent + before.width + SLACK >= measure;
    // Two columns more than the line before are a paragraph's indentation.
    let indented = line.indent >= before.indent + 2;
    full && !blank
        && !indented
        && line.heading.is_none()
        && evidence::number(line.text).is_none()
        && !line.text.starts_with(['【', '＊', '*', '※'])
}

/// Returns the width of a full line in columns: the most frequent one. `None` where lines are paragraphs.
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
