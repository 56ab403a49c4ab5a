//! Filters above the table of pairs: by name, by decision, and by verdict with the chips of the legend, which are buttons.

use egui::{Button, Color32, RichText, Ui};

use crate::widgets::decision::decision_filter_ui;
use crate::widgets::filter_field::name_filter_ui;
use crate::widgets::labels::{controls_ui, keep_whole, strength_hint};
use crate::widgets::theme::{Tokens, is_short};
use chachong_compare::{EvidenceKind, EvidenceStrength, LARGE_PART, NEARLY_ALL, PART, Verdict};
use chachong_messages::{Language, whole_percent};
use chachong_window_model::command::{Command, PairCommand};
use chachong_window_model::page::Page;
use chachong_window_model::state::State;
use chachong_window_model::verdict_filter::VerdictFilter;

/// Space in a chip beside its name, and between a chip and its limit, in points.
const CHIP: f32 = 24.0;

pub(super) fn filters_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, table) = (state.language, &state.table.pairs);
    controls_ui(ui, |ui| {
        name_filter_ui(ui, state, commands);
        let show = |decision| Command::Pairs(PairCommand::ShowDecision(decision));
        decision_filter_ui(ui, language, table.decision, show, commands);
        let decided = state.check.choices.decided().len();
        if decided > 0 {
            let text = language.text("decisions.open");
            keep_whole(ui, &text, CHIP);
            if ui.button(text).clicked() {
                commands.push(Command::Go(Page::Decisions));
            }
        }
        let all = state.check.submission_findings().len();
        let values: [(&str, &dyn std::fmt::Display); 2] = [("shown", &table.shown), ("all", &all)];
        let mut count = language.fill("pairs.count", &values);
        let beside = all - state.check.similar_pairs();
        if beside > 0 {
            count += &language.fill("pairs.count-beside", &[("count", &beside)]);
        }
        keep_whole(ui, &count, 0.0);
        ui.weak(count);
    });
    let kinds = &state.check.result.findings.kinds;
    ui.horizontal_wrapped(|ui| {
        if kinds.contains(&EvidenceKind::Text) {
            for verdict in state.check.verdicts() {
                let chip = Chip {
                    filter: VerdictFilter::Some(verdict),
                    like: Some(verdict),
                    limit: limit(verdict, language),
                    hint: language.verdict_hint(verdict),
                };
                chip.show(ui, state, commands);
            }
        }
        if state.check.has_beyond_text() {
            for &kind in kinds.iter().filter(|kind| **kind != EvidenceKind::Text) {
                let chip = Chip {
                    filter: VerdictFilter::Beyond(kind),
                    like: None,
                    limit: String::new(),
                    hint: language.text("pairs.kind-hint"),
                };
                chip.show(ui, state, commands);
            }
            for strength in EvidenceStrength::ALL {
                let chip = Chip {
                    filter: VerdictFilter::Strength(strength),
                    like: Some(strength.as_verdict()),
                    limit: String::new(),
                    hint: strength_hint(strength, language),
                };
                chip.show(ui, state, commands);
            }
        }
    });
}

/// Chip of the legend: shows only the pairs that it explains, or all again.
struct Chip {
    filter: VerdictFilter,
    /// Verdict whose colours the chip has.
    like: Option<Verdict>,
    /// Limit of the share, or another characteristic, as text; empty without one.
    limit: String,
    hint: String,
}

impl Chip {
    fn show(&self, ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
        let (language, tokens) = (state.language, Tokens::of(ui));
        let (color, fill) = tokens.verdict(self.like);
        let name = self.filter.name(language);
        let is_set = state.table.pairs.verdict == self.filter;
        // In a low window the tooltip alone says the limit.
        let limit = if is_short(ui.ctx()) { "" } else { &self.limit };
        keep_whole(ui, &format!("{name}{limit}"), CHIP);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let text = RichText::new(&name).small().color(color);
            let button = if is_set || fill == Color32::TRANSPARENT {
                Button::selectable(is_set, text)
            } else {
                Button::new(text).fill(fill)
            };
            let hint = format!("{}\n{}", self.hint, language.text("pairs.chip-hint"));
            if ui.add(button.small()).on_hover_text(hint).clicked() {
                let filter = if is_set {
                    VerdictFilter::Any
                } else {
                    self.filter
                };
                commands.push(Command::Pairs(PairCommand::ShowVerdict(filter)));
            }
            if !limit.is_empty() {
                ui.weak(RichText::new(limit).small());
            }
        });
    }
}

/// Returns the limit of a verdict's share as text, or its other characteristic.
fn limit(verdict: Verdict, language: Language) -> String {
    let from = |share: f64| format!("≥ {}", whole_percent(share));
    match verdict {
        Verdict::NearDuplicate => language.fill("verdict.both", &[("share", &from(NEARLY_ALL))]),
        Verdict::LargePart => from(LARGE_PART),
        Verdict::Part => from(PART),
        Verdict::Passage => format!("< {}", whole_percent(PART)),
        Verdict::Related => language.text("verdict.by-fingerprint"),
        Verdict::Version | Verdict::Own => language.text("verdict.of-one-author"),
    }
}
