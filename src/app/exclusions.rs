//! What is left out of a document's copied share, by reason, with a switch for each that holds for all documents. Knows
//! nothing of how it was recognised.

use egui::{Align, Grid, Layout, RichText, Ui};

use super::command::{Choice, Command};
use super::documents::grouped;
use super::state::State;
use super::theme::Tokens;
use crate::compare::{DocumentShares, Reason};

pub(super) fn exclusions_ui(
    ui: &mut Ui,
    state: &State,
    shares: Option<&DocumentShares>,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let weak = |text: String| RichText::new(text).small().color(tokens.weak);
    ui.label(RichText::new(language.text("exclusions.title")).strong());
    ui.label(weak(language.text("exclusions.scope")));
    let left_out: Vec<Reason> = state.choices.reasons_left_out().collect();
    Grid::new("exclusions")
        .num_columns(3)
        .striped(true)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            ui.label("");
            for key in ["exclusions.characters", "exclusions.copied"] {
                right(ui, weak(language.text(key)));
            }
            ui.end_row();
            for reason in Reason::ALL {
                let mut on = left_out.contains(&reason);
                let name = language.reason_left_out(reason);
                if ui.checkbox(&mut on, name).changed() {
                    commands.push(Command::Choose(Choice::LeaveOut(reason, on)));
                }
                let by =
                    shares.and_then(|shares| shares.left_out.iter().find(|by| by.reason == reason));
                for characters in [by.map(|by| by.countable), by.map(|by| by.copied)] {
                    // A stretch with two reasons is counted under one; nothing under this one is a dash.
                    let text = characters.map_or_else(|| "–".into(), |n| grouped(u64::from(n)));
                    let color = characters.map_or(tokens.weak, |_| tokens.strong);
                    right(ui, RichText::new(text).color(color));
                }
                ui.end_row();
            }
            if let Some(shares) = shares.filter(|shares| shares.switched_off > 0) {
                ui.label(language.text("exclusions.switched-off"));
                right(ui, RichText::new("–").color(tokens.weak));
                let characters = grouped(u64::from(shares.switched_off));
                right(ui, RichText::new(characters));
                ui.end_row();
            }
        });
}

fn right(ui: &mut Ui, text: RichText) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
}
