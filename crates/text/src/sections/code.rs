//! Program code in appendices: long runs of lines with the form of code under an appendix's heading. Snippets in the
//! body count as ordinary text.

use super::names::Heading;
use super::sheet::Sheet;
use crate::{LineForm, MarkReason, line_form};

/// Minimum number of lines of code in a run.
const LEAST: usize = 10;
/// Denominator of the minimum share of lines that are plainly code (1 in 4): formulas are not.
const PLAIN: usize = 4;
/// Maximum number of lines in a row without the form of code inside a run.
const GAP: usize = 10;
/// Maximum width of lines in a row without the form of code inside a run, in columns.
const GAP_WIDTH: u32 = 300;

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut inside = false;
    let mut from: Option<usize> = None;
    let mut last = 0;
    let (mut lines, mut plain, mut gap, mut gap_width) = (0_usize, 0_usize, 0, 0);
    let mut found = Vec::new();
    for at in 0..=sheet.lines.len() {
        let line = sheet.lines.get(at).filter(|_| sheet.is_free(at));
        let heading = line.and_then(|line| line.heading.filter(|_| !line.running));
        let form = line.map_or(LineForm::Blank, |line| line_form(line.text));
        let codes = matches!(form, LineForm::Code | LineForm::Perhaps);
        // A comment or an output inside a program may look like a heading ("3 results").
        let ends = line.is_none()
            || matches!(heading, Some(heading) if heading != Heading::Other || from.is_none());
        (gap, gap_width) = if codes {
            (0, 0)
        } else {
            (gap + 1, gap_width + line.map_or(0, |line| line.width))
        };
        if ends || gap > GAP || gap_width > GAP_WIDTH {
            if lines >= LEAST
                && plain * PLAIN >= lines
                && let Some(from) = from
            {
                found.push((from, last + 1));
            }
            (from, lines, plain) = (None, 0, 0);
        }
        match heading {
            Some(Heading::Appendix | Heading::Code) => inside = true,
            // A chapter follows the appendix.
            Some(_) if ends => {
                inside = heading == Some(Heading::Other)
                    && inside
                    && !is_chapter(line.map(|line| line.text));
            }
            _ => {}
        }
        if inside && codes {
            if from.is_none() {
                // A heading directly before the code belongs to it.
                from = Some(if at > 0 && is_name(sheet, at - 1) {
                    at - 1
                } else {
                    at
                });
                lines = 0;
            }
            (lines, last) = (lines + 1, at);
            plain += usize::from(form == LineForm::Code);
        }
    }
    for (from, to) in found {
        sheet.mark(from, to, MarkReason::Code);
    }
}

fn is_name(sheet: &Sheet<'_>, at: usize) -> bool {
    matches!(sheet.heading(at), Some(Heading::Appendix | Heading::Code))
}

fn is_chapter(text: Option<&str>) -> bool {
    text.is_some_and(|text| {
        text.starts_with(['第', '摘']) || text.to_lowercase().starts_with("chapter")
    })
}
