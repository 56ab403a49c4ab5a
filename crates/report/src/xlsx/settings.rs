//! Last sheet: the settings in full, and the meaning of the words and signs in the other sheets.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::lines::Lines;
use chachong_compare::{Reason, Verdict};
use chachong_messages::whole_percent;

/// Writes the sheet.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let text = |key: &str| language.text(key);
    let mut lines = Lines::begin(sheet, content, "xlsx.sheet-settings")?;

    lines.heading(&text("xlsx.settings"))?;
    lines.line(&text("facts.program"), &crate::facts::program())?;
    lines.line(&text("facts.recipe"), &check.result.recipe.text_form())?;
    let bits = check.result.thresholds.width.to_string();
    lines.line(&text("xlsx.bits"), &bits)?;
    let link = whole_percent(check.options.least_link);
    lines.line(&text("xlsx.least-link"), &link)?;
    let possible = if check.result.possible {
        "xlsx.yes"
    } else {
        "xlsx.no"
    };
    lines.line(&text("xlsx.possible-listed"), &text(possible))?;

    if let Some((_, shares)) = check.result.copies() {
        lines.heading(&text("facts.left-out"))?;
        let left_out: Vec<Reason> = shares.choices().reasons_left_out().collect();
        for reason in Reason::ALL {
            let key = if left_out.contains(&reason) {
                "xlsx.is-left-out"
            } else {
                "xlsx.is-counted"
            };
            lines.line(&language.reason_left_out(reason), &text(key))?;
        }
    }

    lines.heading(&text("xlsx.words"))?;
    for verdict in Verdict::ALL {
        lines.line(&language.verdict(verdict), &language.verdict_hint(verdict))?;
    }
    let meanings = [
        ("shares.of-pair", "xlsx.share-means"),
        ("xlsx.strong", "xlsx.strong-means"),
        ("xlsx.possible", "possible.hint"),
        ("xlsx.standing", "xlsx.standing-means"),
        ("xlsx.sheet-shared", "shared-texts.explanation"),
        ("evidence.between", "evidence.between-note"),
        ("xlsx.places", "xlsx.places-mean"),
        ("xlsx.sheet-groups", "xlsx.groups-mean"),
        ("xlsx.caution-word", "xlsx.caution"),
    ];
    for (word, meaning) in meanings {
        lines.line(&text(word), &text(meaning))?;
    }
    lines.finish()
}
