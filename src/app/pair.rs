//! One pair: both documents with their copied shares, and below them the passages or the fingerprints.

use egui::{Frame, RichText, Ui};

use super::command::Command;
use super::copied::{PairTab, PairView, sides};
use super::labels::{
    copied_of, distance_ui, name_button_ui, not_compared_ui, percent, shown_name, verdict_ui,
};
use super::pair_prints::prints_ui;
use super::passages::passages_ui;
use super::state::{Page, State};
use super::theme::{GAP, Tokens};
use crate::compare::SideShares;

pub(super) fn pair_ui(ui: &mut Ui, state: &State, a: usize, b: usize, commands: &mut Vec<Command>) {
    if a.max(b) >= state.documents.len() {
        return;
    }
    let shares = state.copied().map(|_| {
        (state.copied_pair(a, b)).map_or([SideShares::default(); 2], |pair| sides(pair.shares))
    });
    ui.columns(2, |columns| {
        for (side, (ui, position)) in columns.iter_mut().zip([a, b]).enumerate() {
            let shares = shares.map(|shares| shares[side]);
            document_ui(ui, state, ["A", "B"][side], position, shares, commands);
        }
    });
    ui.add_space(4.0);
    strip_ui(ui, state, a, b, commands);
    ui.add_space(6.0);
    match state.pair.tab {
        PairTab::Fingerprints => prints_ui(ui, state, a, b, commands),
        PairTab::Passages if state.copied().is_some() => passages_ui(ui, state, a, b, commands),
        PairTab::Passages => not_compared_ui(ui, state, commands),
    }
}

/// One of the two documents: its name, what of it stands in the other, and what lowers the figures.
fn document_ui(
    ui: &mut Ui,
    state: &State,
    label: &str,
    position: usize,
    shares: Option<SideShares>,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let document = &state.documents[position];
    Frame::new()
        .fill(tokens.surface)
        .stroke(egui::Stroke::new(1.0, tokens.line))
        .corner_radius(6)
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(RichText::new(label).strong().size(16.0));
                if name_button_ui(ui, &shown_name(document, state.language)).clicked() {
                    commands.push(Command::Go(Page::Document(position)));
                }
            });
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(language.text("shares.of-pair")).color(tokens.weak));
                let Some(SideShares { gross, net, .. }) = shares else {
                    ui.label(RichText::new("…").size(20.0).color(tokens.weak));
                    return;
                };
                let share = net.share();
                let color = tokens.share(share);
                ui.label(RichText::new(percent(share)).size(20.0).color(color));
                ui.label(RichText::new(copied_of(net, language)).color(tokens.weak));
                if percent(gross.share()) != percent(share) {
                    let gross =
                        language.fill("shares.before", &[("share", &percent(gross.share()))]);
                    ui.label(RichText::new(gross).color(tokens.weak))
                        .on_hover_text(language.text("shares.before-hint"));
                }
            });
            // A text that was read badly is less alike than its document is: the figures need to be seen with it.
            let warnings = document.reading().map(|reading| &reading.warnings);
            for warning in warnings.into_iter().flatten() {
                ui.label(
                    RichText::new(language.warning(warning))
                        .small()
                        .color(tokens.related),
                );
            }
        });
}

/// What the page can show, and what the fingerprints say.
fn strip_ui(ui: &mut Ui, state: &State, a: usize, b: usize, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let count = state
        .copied()
        .map(|_| (state.copied_pair(a, b)).map_or(0, |pair| pair.passages.len()));
    ui.horizontal_wrapped(|ui| {
        let passages = count.map_or_else(
            || language.text("pair.passages-unknown"),
            |count| language.fill("pair.passages", &[("count", &count)]),
        );
        for (tab, text) in [
            (PairTab::Passages, passages),
            (PairTab::Fingerprints, language.text("pair.fingerprints")),
        ] {
            if ui.selectable_label(state.pair.tab == tab, text).clicked() {
                commands.push(Command::ShowPair(PairView { tab, ..state.pair }));
            }
        }
        ui.add_space(GAP);
        let prints = [a, b].map(|position| state.documents[position].fingerprint());
        let [Some(print_a), Some(print_b)] = prints else {
            return;
        };
        ui.label(RichText::new(language.text("column.distance")).color(tokens.weak));
        let (distance, bits) = (print_a.distance(print_b), state.fingerprint_bits());
        distance_ui(ui, distance, bits, state.near_verdict(a, b));
        ui.add_space(GAP);
        ui.label(RichText::new(language.text("column.cosine")).color(tokens.weak));
        ui.label(percent(print_a.estimated_cosine(print_b)));
        ui.add_space(GAP);
        ui.label(RichText::new(language.text("column.verdict")).color(tokens.weak));
        verdict_ui(ui, state.verdict(a, b), language);
    });
}
