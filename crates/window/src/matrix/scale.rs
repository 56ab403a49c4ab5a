//! Measures that determine the colours of cells, and the steps of their colour scales with names.

use egui::{RichText, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::widgets::labels::keep_whole;
use crate::widgets::theme::{GAP, Tokens, heat, is_short};
use chachong_compare::NOTHING;
use chachong_messages::{Language, distance_range, percent, share_range};
use chachong_simhash::Fingerprint;
use chachong_window_model::matrix_view::Measure;
use chachong_window_model::state::State;

/// Minimum cosine of each level but the last: round numbers for the steps of the distances.
const COSINES: [f64; 5] = [1.0, 0.985, 0.95, 0.88, 0.7];
/// Minimum number of measured values and formulas of each of the first four levels. The fifth is any smaller number above 0, and
/// the last is 0.
const COUNTS: [usize; 4] = [100, 40, 15, 6];

/// Returns the range of a level as text, and the key of its name.
fn step(measure: Measure, level: usize) -> (String, String) {
    let word = |of: &str| format!("matrix.{of}-{}", level + 1);
    match measure {
        Measure::Distance => (distance_range(level), word("near")),
        Measure::Cosine => {
            let range = match COSINES.get(level) {
                Some(&from) => format!("≥ {}", percent(from)),
                None => format!("< {}", percent(COSINES[level - 1])),
            };
            (range, word("near"))
        }
        Measure::Data => {
            let range = match COUNTS.get(level) {
                Some(&from) => format!("≥ {from}"),
                None if level == COUNTS.len() => "> 0".to_owned(),
                None => "0".to_owned(),
            };
            (range, word("data"))
        }
        Measure::Share | Measure::Code => (share_range(level), word("share")),
    }
}

/// Returns the level, 0..=5, for a number of common measured values and formulas.
pub(crate) fn count_level(count: usize) -> u8 {
    if count == 0 {
        return NOTHING;
    }
    (0..NOTHING)
        .zip(COUNTS)
        .find(|&(_, from)| count >= from)
        .map_or(NOTHING - 1, |(level, _)| level)
}

/// Returns the short text of a cell: distance in bits, cosine or share in hundredths, or number of measured values and formulas
/// (given as `share`; empty for 0). `bits` is the width of the fingerprints.
pub(crate) fn in_cell(measure: Measure, distance: u32, bits: u32, share: f64) -> String {
    let hundredths = |share: f64| match share * 100.0 {
        0.0 => String::new(),
        part if part < 1.0 => "<1".to_owned(),
        // Only what is whole is 100.
        part if part < 100.0 => format!("{:.0}", part.min(99.0)),
        part => format!("{part:.0}"),
    };
    match measure {
        Measure::Distance => distance.to_string(),
        Measure::Cosine => hundredths(Fingerprint::cosine_at(distance, bits)),
        Measure::Share | Measure::Code => hundredths(share),
        Measure::Data if share > 0.0 => format!("{share:.0}"),
        Measure::Data => String::new(),
    }
}

/// Draws the legend: each colour with its range and its word.
pub(crate) fn legend_ui(ui: &mut Ui, measure: Measure, language: Language) {
    let tokens = Tokens::of(ui);
    for (level, color) in heat(ui.visuals().dark_mode).into_iter().enumerate() {
        let (range, word) = step(measure, level);
        let word = language.text(&word);
        keep_whole(ui, &format!("{range}{word}"), 18.0 + 3.0 * GAP);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 20.0), Sense::hover());
            let rect = rect.shrink2(vec2(0.0, 3.0));
            let line = Stroke::new(1.0, tokens.line);
            ui.painter()
                .rect(rect, 3.0, color, line, StrokeKind::Inside);
            ui.label(range);
            ui.weak(word);
        });
    }
}

/// Draws how findings beyond the text are coloured; nothing if there are none, if the measure does not show them, or in a low window.
pub(crate) fn beyond_text_ui(ui: &mut Ui, state: &State, measure: Measure) {
    let shows_them = measure == Measure::Share && state.check.has_beyond_text();
    if shows_them && !is_short(ui.ctx()) {
        ui.weak(RichText::new(state.language.text("matrix.beyond-text")).small());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::distance_level;

    #[test]
    fn the_measures_have_six_levels_each() {
        let levels = [245, 100, 43, 15, 8, 4, 0].map(count_level);
        assert_eq!(levels, [0, 0, 1, 2, 3, 4, 5]);
        for distance in 0..=64 {
            let cosine = Fingerprint::cosine_at(distance, 64);
            let by_cosine = COSINES.iter().position(|&from| cosine >= from);
            assert_eq!(
                by_cosine.unwrap_or(5),
                usize::from(distance_level(distance)),
                "the told cosine of distance {distance}"
            );
        }
    }

    #[test]
    fn steps_are_told_in_numbers_and_words() {
        let ranges = |measure: Measure| [0, 1, 5].map(|level| step(measure, level).0);
        assert_eq!(ranges(Measure::Distance), ["0", "1–3", "≥ 17"]);
        assert_eq!(
            ranges(Measure::Cosine),
            ["≥ 100.0 %", "≥ 98.5 %", "< 70.0 %"]
        );
        assert_eq!(ranges(Measure::Share), ["≥ 90 %", "≥ 30 %", "0 %"]);
        assert_eq!(ranges(Measure::Data), ["≥ 100", "≥ 40", "0"]);
        for (measure, _) in Measure::ALL {
            for level in 0..6 {
                let key = step(measure, level).1;
                assert_ne!(Language::English.text(&key), key);
            }
        }
        assert_eq!(in_cell(Measure::Share, 9, 64, 0.004), "<1");
        let nearly = [0.996, 1.0].map(|share| in_cell(Measure::Share, 9, 64, share));
        assert_eq!(nearly, ["99", "100"]);
        assert_eq!(in_cell(Measure::Cosine, 0, 64, 0.0), "100");
        assert_eq!(in_cell(Measure::Data, 0, 64, 245.0), "245");
        let half = [(16, 64), (8, 32)].map(|(d, bits)| in_cell(Measure::Cosine, d, bits, 0.0));
        assert_eq!(half, ["71", "71"]);
    }
}
