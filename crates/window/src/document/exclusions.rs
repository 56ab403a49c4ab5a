//! List of the text that is left out of a document's copied share, by reason, with a switch for each reason that applies to all
//! documents.

use egui::{Align, Layout, RichText, Ui, vec2};

use crate::widgets::theme::Tokens;
use chachong_compare::{DocumentShares, Reason};
use chachong_messages::grouped;
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::state::State;

/// Width of a column of figures, in points.
const FIGURE: f32 = 68.0;

/// Draws the switch that leaves text of a reason out of all copied shares.
pub(crate) fn reason_ui(ui: &mut Ui, state: &State, reason: Reason, commands: &mut Vec<Command>) {
    let mut on = state.check.choices.leaves_out_reason(reason);
    let name = state.language.reason_left_out(reason);
    if ui.checkbox(&mut on, name).changed() {
        commands.push(Command::Choose(Choice::LeaveOut(reason, on)));
    }
}

pub(crate) fn exclusions_ui(
    ui: &mut Ui,
    state: &State,
    shares: Option<&DocumentShares>,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let weak = |text: String| RichText::new(text).small().color(tokens.weak);
    ui.strong(language.text("exclusions.title"));
    ui.label(weak(language.text("exclusions.scope")));
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.add_space(2.0);
    let captions = ["exclusions.characters", "exclusions.copied"];
    line_ui(ui, |_| {}, captions.map(|key| weak(language.text(key))));
    for reason in Reason::ALL {
        let by = shares.and_then(|shares| shares.left_out.iter().find(|by| by.reason == reason));
        let figures = [by.map(|by| by.countable), by.map(|by| by.copied)];
        let name = |ui: &mut Ui| reason_ui(ui, state, reason, commands);
        line_ui(ui, name, figures.map(|figure| number(figure, tokens)));
    }
    if let Some(shares) = shares.filter(|shares| shares.switched_off > 0) {
        let name = |ui: &mut Ui| {
            ui.label(language.text("exclusions.switched-off"));
        };
        let figures = [None, Some(shares.switched_off)];
        line_ui(ui, name, figures.map(|figure| number(figure, tokens)));
    }
}

/// Formats the number of characters of a document under one reason; `None` is a dash. Text with two reasons is counted
/// under one of them.
fn number(characters: Option<u32>, tokens: Tokens) -> RichText {
    characters.map_or_else(
        || RichText::new("–").color(tokens.weak),
        |characters| RichText::new(grouped(u64::from(characters))),
    )
}

/// Draws a name and two figures, aligned with those of the other lines.
fn line_ui(ui: &mut Ui, name: impl FnOnce(&mut Ui), figures: [RichText; 2]) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let width = ui.available_width() - 2.0 * FIGURE;
        let height = ui.spacing().interact_size.y;
        let from_left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(width, height), from_left, |ui| {
            ui.set_min_width(width);
            name(ui);
        });
        for figure in figures {
            let from_right = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(vec2(FIGURE, height), from_right, |ui| {
                ui.set_min_width(FIGURE);
                ui.label(figure);
            });
        }
    });
}
