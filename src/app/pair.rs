//! One pair: both fingerprints bit by bit, and why the index found it or not.

use egui::{Frame, RichText, Ui};

use super::bits::bit_blocks_ui;
use super::command::Command;
use super::documents::grouped;
use super::labels::{name_button_ui, verdict_ui};
use super::state::{Page, State};
use super::theme::{GAP, Tokens};
use crate::compare::Verdict;
use crate::i18n::Language;
use crate::simhash::Fingerprint;

pub(super) fn pair_ui(ui: &mut Ui, state: &State, a: usize, b: usize, commands: &mut Vec<Command>) {
    let (Some(document_a), Some(document_b)) = (state.documents.get(a), state.documents.get(b))
    else {
        return;
    };
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (Some(print_a), Some(print_b)) = (document_a.fingerprint(), document_b.fingerprint())
    else {
        ui.label(language.text("pair.no-fingerprint"));
        return;
    };
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            for (label, position, print) in [("A", a, print_a), ("B", b, print_b)] {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(label).strong().size(16.0));
                    ui.label(
                        RichText::new(print.to_string())
                            .monospace()
                            .color(tokens.weak),
                    );
                    if name_button_ui(ui, &state.documents[position].name).clicked() {
                        commands.push(Command::Go(Page::Document(position)));
                    }
                });
                // A text that was read badly is less alike than its document is: the figures below need to be seen with it.
                let warnings = state.documents[position]
                    .reading()
                    .map(|reading| &reading.warnings);
                for warning in warnings.into_iter().flatten() {
                    ui.label(
                        RichText::new(language.warning(warning))
                            .small()
                            .color(tokens.related),
                    );
                }
            }
            ui.add_space(GAP);
            let distance = print_a.distance(print_b);
            let lengths =
                [document_a, document_b].map(|document| document.fingerprinted().characters);
            let shorter = lengths[0].min(lengths[1]);
            let verdict = state.thresholds().verdict(distance, shorter);
            ui.horizontal_wrapped(|ui| {
                let color = tokens.verdict(verdict).0;
                figure_ui(
                    ui,
                    &language.text("column.distance"),
                    &format!("{distance} / 64"),
                    Some(color),
                );
                let cosine = format!("{:.1} %", print_a.estimated_cosine(print_b) * 100.0);
                figure_ui(ui, &language.text("column.cosine"), &cosine, None);
                let characters = format!("{} · {}", grouped(lengths[0]), grouped(lengths[1]));
                figure_ui(ui, &language.text("pair.characters"), &characters, None);
                ui.vertical(|ui| {
                    ui.label(RichText::new(language.text("column.verdict")).color(tokens.weak));
                    verdict_ui(ui, verdict, language);
                });
            });
            ui.add_space(GAP);
            bit_blocks_ui(ui, print_a, print_b, language);
            ui.add_space(6.0);
            ui.label(
                RichText::new(language.text("pair.legend"))
                    .small()
                    .color(tokens.weak),
            );
            ui.add_space(GAP);
            Frame::new()
                .fill(tokens.surface)
                .stroke(egui::Stroke::new(1.0, tokens.line))
                .corner_radius(6)
                .inner_margin(12)
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.label(RichText::new(language.text("pair.why")).strong());
                    ui.label(reason(
                        language,
                        print_a,
                        print_b,
                        verdict,
                        state.thresholds().related(shorter),
                    ));
                    ui.label(RichText::new(language.text("pair.caution")).color(tokens.weak));
                });
        });
}

fn figure_ui(ui: &mut Ui, caption: &str, value: &str, color: Option<egui::Color32>) {
    let tokens = Tokens::of(ui);
    ui.vertical(|ui| {
        ui.label(RichText::new(caption).color(tokens.weak));
        ui.label(
            RichText::new(value)
                .size(22.0)
                .color(color.unwrap_or(tokens.strong)),
        );
    });
    ui.add_space(28.0);
}

/// Why the index found the pair, or why it is not listed.
fn reason(
    language: Language,
    a: Fingerprint,
    b: Fingerprint,
    verdict: Option<Verdict>,
    threshold: u32,
) -> String {
    let distance = a.distance(b);
    let blocks = a
        .equal_block_names(b)
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(", ");
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("blocks", &blocks),
        ("distance", &distance),
        ("threshold", &threshold),
    ];
    let key = match (verdict, blocks.is_empty()) {
        (Some(_), false) => "pair.found-by-blocks",
        (Some(_), true) => "pair.found-by-probing",
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
        let text = reason(Language::English, a, b, Some(Verdict::NearDuplicate), 6);
        assert!(text.contains("A, B, D"), "{text}");
        for language in [Language::Chinese, Language::English] {
            for (b, verdict) in [
                (b, Some(Verdict::Related)),
                (Fingerprint(u64::MAX), None),
                (
                    Fingerprint(1 | 1 << 17 | 1 << 34 | 1 << 51),
                    Some(Verdict::Related),
                ),
            ] {
                assert!(!reason(language, a, b, verdict, 6).contains('%'));
            }
        }
    }
}
