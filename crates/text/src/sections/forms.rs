//! Forms that are bound with a thesis: the task sheet, and the opinions of supervisors and examiners. Each has a heading and
//! ends with a signature.

use super::heading::{bare, compact, without_number};
use super::lines::Line;
use super::names::Heading;
use super::sheet::Sheet;
use crate::{MarkReason, Words};

/// Maximum width of a form, in columns.
const LONGEST: u32 = 4000;
/// Maximum length of a form's heading, in characters.
const LONGEST_HEADING: usize = 24;
/// Maximum width of a line of signatures, in columns.
const LONGEST_SIGNATURE: u32 = 120;

/// Endings of the headings of forms, in lower case without white space.
const ENDS: Words = Words(
    "任务书|任務書|评语|評語|评阅意见|评审意见|审查意见|答辩意见|委员会意见|小组意见|决议|决议书|\
     评阅书|评阅表|评审表|评分表|评定表",
);
/// Words of which such a heading has one.
const ABOUT: Words = Words("论文|論文|设计|設計|课程|教师|教師|导师|答辩|评阅|成绩");
/// Words of a signature, each before a colon.
const SIGNATURES: &[&str] = &["签字", "签名", "签章", "盖章", "簽名", "簽字"];

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let total: u32 = sheet.lines.iter().map(|line| line.width).sum();
    sheet.mark_all(MarkReason::Cover, |sheet, at| {
        let line = &sheet.lines[at];
        let is_heading = sheet.is_free(at) && !line.running && is_heading(line.text);
        let (end, width) = is_heading.then(|| end(sheet, at + 1)).flatten()?;
        // Where forms are the work itself, they are compared.
        (width <= total / 2).then_some(end)
    });
}

/// Whether a line is the heading of a form: "毕业论文任务书", "指导教师评语".
fn is_heading(text: &str) -> bool {
    // Blanks may stand between the characters.
    if text.chars().nth(3 * LONGEST_HEADING).is_some() {
        return false;
    }
    let whole = compact(text);
    let name = bare(&whole);
    name.chars().count() <= LONGEST_HEADING
        && !name.contains([',', '，', '。', ':', ';', '、'])
        && ENDS.end(name)
        && (ENDS.include(name) || ABOUT.occur_in(name))
}

/// Returns the line after the form whose text begins at line `from`, and the form's width in columns; `None` if no signature
/// ends it.
fn end(sheet: &Sheet<'_>, from: usize) -> Option<(usize, u32)> {
    let (mut width, mut signed) = (0, None);
    for (at, line) in sheet.lines.iter().enumerate().skip(from) {
        if line.running {
            continue;
        }
        let key = compact(line.text);
        let is_signature = line.width <= LONGEST_SIGNATURE && has_signature(&key);
        let is_date = line.width <= LONGEST_SIGNATURE
            && key.ends_with('日')
            && key.contains('年')
            && key.contains('月');
        let is_after = signed.is_some() && !is_signature && !is_date;
        if is_after || !sheet.is_free(at) || is_section(line, &key) || is_heading(line.text) {
            break;
        }
        width += line.width;
        if width > LONGEST {
            break;
        }
        if is_signature || signed.is_some() {
            signed = Some(at + 1);
        }
    }
    signed.map(|end| (end, width))
}

/// Whether a line begins a part of the thesis itself, such as 摘要 or 第一章. The numbered parts of a form are none, nor are the
/// works that a task sheet names.
fn is_section(line: &Line<'_>, key: &str) -> bool {
    let name = bare(key);
    let is_numbered = without_number(name) != name && !name.starts_with('第');
    line.heading
        .is_some_and(|heading| heading != Heading::References && !is_numbered)
}

/// Whether a line has the word of a signature, possibly with a remark in brackets, before a colon.
fn has_signature(key: &str) -> bool {
    SIGNATURES.iter().any(|word| {
        let after = key.split_once(word).map(|(_, after)| after);
        after.is_some_and(|after| after.starts_with([':', '(']))
    })
}
