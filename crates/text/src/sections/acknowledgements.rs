//! Acknowledgements: a heading with words of thanks under it, up to the next heading.

use super::heading::compact;
use super::names::Heading;
use super::sheet::Sheet;
use crate::{MarkReason, Words};

/// Maximum width of acknowledgements that no heading ends, in columns.
const LONGEST: u32 = 6000;
/// Width within which a word of thanks must occur, in columns.
const SOON: u32 = 1200;
/// Minimum width that a line counts as, in columns.
const SHORTEST: u32 = 20;
/// Width without thanks that ends the acknowledgements where no heading does, in columns.
const PATIENCE: u32 = 800;

const WORDS: Words = Words(
    "感谢|感謝|谢意|謝意|致谢|致謝|谢谢|敬意|祝福|帮助|老师|同学|父母|家人|导师|thank|grateful|\
     gratitude|acknowledg|indebted|appreciat|support|grant|fund|supervisor|advisor|contract",
);
const THANKS: Words = Words(
    "感谢|感謝|谢意|謝意|谢谢|thank|grateful|gratitude|acknowledg|indebted|appreciat|supported by|\
     supported in part|was supported|funded by",
);

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    sheet.mark_all(MarkReason::Acknowledgements, |sheet, at| {
        if sheet.heading(at) != Some(Heading::Acknowledgements) {
            return None;
        }
        // An afterword may be anything, so it must thank more often.
        let key = compact(sheet.lines[at].text);
        let is_afterword = key.contains("后记") || key.contains("後記");
        walk(sheet, at + 1, if is_afterword { 3 } else { 1 })
    });
}

/// Returns the line after the acknowledgements whose text begins at line `from`; `None` if they thank fewer than
/// `least` times.
fn walk(sheet: &Sheet<'_>, from: usize, least: usize) -> Option<usize> {
    let (mut width, mut since, mut thanked) = (0, 0, 0);
    // Line after the last line, and after the last line with a word of thanks.
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
            .all()
            .map(|word| lower.matches(word).count())
            .sum::<usize>();
        if WORDS.occur_in(&lower) {
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
