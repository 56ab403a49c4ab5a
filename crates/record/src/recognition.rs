//! Recognition of covers: decides whether the first lines of a document are a cover.

use super::blanks::without_blanks;
use super::claim::Field;
use super::lines::Line;
use super::{StatedPlace, formulas, kinds, labels};
use chachong_text::Words;

/// Whether a line heads a list of examiners, whose names are not the author's: "学位论文答辩委员会成员名单".
pub(super) fn heads_examiners(line: &str) -> bool {
    let compact = without_blanks(line);
    let body = Words("委员会|评阅人|评审专家").occur_in(&compact);
    let list = Words("名单|成员|组成|公示").end(&compact);
    body && list && compact.chars().count() <= 40
}

/// Whether lines are a cover: they have labels of two fields, or of one field together with a kind
/// of work or two labels of no field, or a kind of work within 60 lines.
pub(super) fn is_cover(lines: &[Line]) -> bool {
    let mut fields: Vec<Option<Field>> = Vec::new();
    let mut other = 0;
    let mut kind = false;
    for line in lines
        .iter()
        .filter(|line| line.place == StatedPlace::Cover && !formulas::is_sentence(&line.text))
    {
        kind |= kinds::kind(&line.text).is_some()
            || formulas::is_submission(&line.text)
            || formulas::is_by(&line.text);
        for label in labels::labelled(&line.text) {
            if label.field.is_none() {
                other += 1;
            } else if !fields.contains(&label.field) {
                fields.push(label.field);
            }
        }
    }
    fields.len() >= 2 || !fields.is_empty() && (kind || other >= 2) || kind && lines.len() <= 60
}
