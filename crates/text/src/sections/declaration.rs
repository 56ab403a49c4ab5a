//! Declarations of originality and authorisations of use: a heading with the words of a declaration under it.

use super::heading::compact;
use super::names::Heading;
use super::sheet::Sheet;
use crate::{MarkReason, Words};

/// Width without a word of declarations that ends a declaration, in columns.
const PATIENCE: u32 = 200;
/// Maximum width of a declaration, in columns.
const LONGEST: u32 = 4000;

const WORDS: Words = Words(
    "本人|声明|聲明|授权|授權|论文|論文|签名|签字|簽名|保密|导师|学校|承诺|责任|责任由|版权|成果|\
     引用|剽窃|抄袭|复印件|hereby|declare|original|my own|certif|permission|copyright|plagiari|\
     signature|signed|submitted|acknowledged|degree|honor|honour|generative|chatgpt|pledge",
);
/// Phrases of which a declaration must have one near its beginning.
const SURE: Words = Words(
    "本人|作者完全了解|有关保留|保留并向|hereby|i declare|declare that|my own|i certify|\
     i, the undersigned|完全了解|作者声明|我声明|我承诺|i used|i have used|i did not use|\
     i have not used|i have neither|i confirm|i pledge|on my honor|on my honour|upon my honor|\
     upon my honour",
);
/// Words of the signature at the end of a declaration.
const SIGNATURES: Words = Words("签名|签字|簽名|签章|日期|signature|signed|pledged|date:|date ");

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    sheet.mark_all(MarkReason::Declaration, |sheet, at| {
        if sheet.is_free(at) && begins_inline(sheet.lines[at].text) {
            walk(sheet, at)
        } else if sheet.heading(at) == Some(Heading::Declaration) {
            walk(sheet, at + 1)
        } else {
            None
        }
    });
}

/// Whether a line holds the heading and the text of a declaration: "郑重声明：本人呈交的……".
fn begins_inline(text: &str) -> bool {
    let key: String = compact(&text.chars().take(24).collect::<String>());
    ["郑重声明:", "原创性声明:", "独创性声明:", "声明:"]
        .iter()
        .find_map(|name| key.strip_prefix(name))
        .is_some_and(|rest| rest.starts_with("本人"))
}

/// Returns the line after the declaration whose text begins at line `from`; `None` if it is no declaration.
fn walk(sheet: &Sheet<'_>, from: usize) -> Option<usize> {
    let (mut patience, mut width) = (PATIENCE, 0);
    let (mut sure, mut signed, mut end) = (false, false, None);
    for (at, line) in sheet.lines.iter().enumerate().skip(from) {
        if line.running {
            continue;
        }
        if !sheet.is_free(at)
            || (line.heading.is_some() && at > from)
            || (line.heading.is_some() && !sure)
        {
            break;
        }
        width += line.width.max(10);
        let lower = line.text.to_lowercase();
        let key = compact(&lower);
        let has = |words: Words| words.occur_in(&lower) || words.occur_in(&key);
        sure |= has(SURE);
        if (!sure && width > PATIENCE * 2) || width > LONGEST {
            break;
        }
        let signature = line.width <= 120 && has(SIGNATURES) || is_date_line(&key);
        signed |= signature;
        // A footnote to the signature explains what a secret thesis is.
        let footnote = signed && (lower.contains("涉密") || lower.contains("保密"));
        // After the signature only more signatures follow; before it, the text continues as long as it has words of
        // declarations.
        if signature || footnote || (!signed && has(WORDS)) {
            (end, patience) = (Some(at + 1), PATIENCE);
        } else if signed || line.width >= patience {
            if !has(SURE) {
                break;
            }
            end = Some(at + 1);
        } else {
            patience = patience.saturating_sub(line.width.max(10));
        }
    }
    sure.then_some(end).flatten()
}

/// Whether a line is a date, with or without its numbers: "年 月 日".
fn is_date_line(key: &str) -> bool {
    key.ends_with("年月日")
        || (key.ends_with('日')
            && key.contains('年')
            && key.contains('月')
            && key.chars().count() <= 12)
}
