//! Acknowledgements: a heading of theirs with words of thanks under it, until the next heading.

use super::Sheet;
use super::heading::{Heading, compact};
use crate::text::MarkReason;

/// The most that they take where no heading ends them.
const LONGEST: u32 = 6000;
/// Words of thanks must stand within so much width.
const SOON: u32 = 1200;
/// The least that a line counts.
const SHORTEST: u32 = 20;
/// Width without thanks that ends them where no heading does.
const PATIENCE: u32 = 800;

const WORDS: &[&str] = &[
    "感谢",
    "感謝",
    "谢意",
    "謝意",
    "致谢",
    "致謝",
    "谢谢",
    "敬意",
    "祝福",
    "帮助",
    "老师",
    "同学",
    "父母",
    "家人",
    "导师",
    "thank",
    "grateful",
    "gratitude",
    "acknowledg",
    "indebted",
    "appreciat",
    "support",
    "grant",
    "fund",
    "supervisor",
    "advisor",
    "contract",
];
const THANKS: &[&str] = &[
    "感谢",
    "感謝",
    "谢意",
    "謝意",
    "谢谢",
    "thank",
    "grateful",
    "gratitude",
    "acknowledg",
    "indebted",
    "appreciat",
    "supported by",
    "supported in part",
    "was supported",
    "funded by",
];

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut at = 0;
    while at < sheet.lines.len() {
        let end = if sheet.heading(at) == Some(Heading::Acknowledgements) {
            // An afterword may be anything.
            let key = compact(sheet.lines[at].text);
            let least = if key.contains("后记") || key.contains("後記") {
                3
            } else {
                1
            };
            walk(sheet, at + 1, least)
        } else {
            None
        };
        if let Some(end) = end {
            sheet.mark(at, end, MarkReason::Acknowledgements);
            at = end;
        } else {
            at += 1;
        }
    }
}

/// The line after the acknowledgements whose text begins at `from`, if it thanks `least` times.
fn walk(sheet: &Sheet<'_>, from: usize, least: usize) -> Option<usize> {
    let (mut width, mut since, mut thanked) = (0, 0, 0);
    // After the last line, and after the last one with a word of thanks.
    let (mut end, mut kind_end) = (None, None);
    let mut bounded = true;
    for (at, line) in sheet.lines.iter().enumerate().skip(from) {
        if line.running {
            continue;
        }
        let again = line.heading == Some(Heading::Acknowledgements);
        if !sheet.is_free(at) || (line.heading.is_some() && !again) {
            break;
        }
        // Short lines count too: a search that fails must end soon.
        let cost = line.width.max(SHORTEST);
        width += cost;
        since += cost;
        let lower = line.text.to_lowercase();
        thanked += THANKS
            .iter()
            .map(|word| lower.matches(word).count())
            .sum::<usize>();
        if WORDS.iter().any(|word| lower.contains(word)) {
            kind_end = Some(at + 1);
            since = 0;
        }
        if thanked == 0 && width > SOON {
            return None;
        }
        if width > LONGEST || since > PATIENCE {
            bounded = false;
            break;
        }
        end = Some(at + 1);
    }
    if thanked < least {
        return None;
    }
    if bounded { end } else { kind_end }
}
