//! Fingerprints of a pair bit by bit, and the reason why the index found the pair or did not find it.

use egui::{RichText, ScrollArea, Ui};

use crate::pair::bit_reasons::{Reasons, bit_terms_ui, selected};
use crate::pair::bits::{Marks, bit_blocks_ui};
use crate::widgets::focus;
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::Document;
use chachong_compare::{DocumentPair, Verdict};
use chachong_messages::Language;
use chachong_simhash::Fingerprint;
use chachong_window_model::command::Command;
use chachong_window_model::pair_view::PairView;
use chachong_window_model::state::State;

pub(crate) fn prints_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    reasons: Option<&Reasons>,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let documents = [
        &state.check.result.documents[a],
        &state.check.result.documents[b],
    ];
    let [Some(print_a), Some(print_b)] = documents.map(Document::fingerprint) else {
        ui.label(language.text("pair.no-fingerprint"));
        return;
    };
    let characters = documents.map(|document| document.fingerprinted().characters);
    let threshold = state.thresholds().related(characters[0].min(characters[1]));
    let area = ScrollArea::vertical().id_salt(("prints", a, b));
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        ui.horizontal_wrapped(|ui| {
            for (label, print) in [("A", print_a), ("B", print_b)] {
                ui.strong(label);
                ui.label(RichText::new(print.to_string()).monospace());
                ui.add_space(GAP);
            }
        });
        ui.add_space(GAP);
        let prints = [print_a, print_b];
        let selected = selected(state, print_a, print_b);
        let marks = Marks {
            selected,
            reasons: reasons.and_then(|reasons| Some(&**reasons.as_ref().ok()?)),
        };
        if let Some(bit) = bit_blocks_ui(ui, prints, marks, language) {
            commands.push(Command::ShowPair(PairView {
                bit: Some(bit),
                ..state.pair
            }));
        }
        ui.add_space(6.0);
        ui.weak(RichText::new(language.text("pair.legend")).small());
        ui.add_space(GAP);
        bit_terms_ui(ui, state, prints, (selected, reasons), commands);
        ui.add_space(GAP);
        tokens.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let result = &state.check.result;
            let found = Found {
                near: result.near_verdict(a, b),
                copied: (result.pair(a, b)).is_some_and(|pair| result.listed(&pair).strong > 0),
            };
            let title = if found.near.is_some() {
                "pair.why"
            } else {
                "pair.why-not"
            };
            ui.strong(language.text(title));
            ui.label(reason(language, print_a, print_b, found, threshold));
            ui.weak(language.text("pair.caution"));
        });
    });
}

/// Ways in which a pair was found.
#[derive(Clone, Copy, Debug)]
struct Found {
    near: Option<Verdict>,
    copied: bool,
}

/// Returns a sentence on why the index found the pair or did not find it.
fn reason(
    language: Language,
    a: Fingerprint,
    b: Fingerprint,
    found: Found,
    threshold: u32,
) -> String {
    let distance = a.distance(b);
    let blocks = a.equal_block_numbers(b);
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("blocks", &blocks),
        ("distance", &distance),
        ("threshold", &threshold),
    ];
    let key = match (found.near, blocks.is_empty()) {
        (Some(_), false) => "pair.found-by-blocks",
        (Some(_), true) => "pair.found-by-probing",
        (None, _) if found.copied => "pair.found-by-passages",
        (None, _) => "pair.not-found",
    };
    language.fill(key, &values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_the_equal_blocks() {
        let (a, b) = (Fingerprint(0), Fingerprint(0b111 << 20));
        let near = |near: Option<Verdict>| Found {
            near,
            copied: false,
        };
        let duplicate = near(Some(Verdict::NearDuplicate));
        let text = reason(Language::English, a, b, duplicate, 6);
        assert!(text.contains("1, 2, 4"), "{text}");
        for language in [Language::Chinese, Language::English] {
            for (b, verdict) in [
                (b, Some(Verdict::Related)),
                (Fingerprint(u64::MAX), None),
                (
                    Fingerprint(1 | 1 << 17 | 1 << 34 | 1 << 51),
                    Some(Verdict::Related),
                ),
            ] {
                assert!(!reason(language, a, b, near(verdict), 6).contains('%'));
                let copied = Found {
                    near: verdict,
                    copied: true,
                };
                let differs =
                    reason(language, a, b, copied, 6) != reason(language, a, b, near(verdict), 6);
                // A pair with passages is listed, however large the distance of its fingerprints is.
                assert_eq!(differs, verdict.is_none());
            }
        }
    }
}
