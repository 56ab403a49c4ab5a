//! Line above the documents table: the text and code that were taken for the assignment, with the way to all of it.

use egui::{Frame, Margin, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::theme::Tokens;
use chachong_compare::Reason;
use chachong_window_model::command::Command;
use chachong_window_model::shared_view::{SharedCommand, SharedPart};
use chachong_window_model::state::State;

/// Draws the line; nothing if no text or code was taken for a part of the assignment.
pub(crate) fn given_text_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let result = &state.check.result;
    let mut left_out = state.check.choices.reasons_left_out();
    let is_left_out = left_out.any(|reason| reason == Reason::Common);
    let text = (result.given_text()).map(|text| language.given_text(text, is_left_out));
    let code = (result.evidence.given_code).map(|code| language.given_code(code));
    let only_given = language.only_given_code(result);
    let lines = text.into_iter().chain(code).chain(only_given);
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return;
    }
    Frame::new()
        .fill(tokens.calm_fill)
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 4))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for line in lines {
                    ui.colored_label(tokens.calm, line);
                }
                let look = (Icon::Shared.atom(), language.text("given.look"));
                let look = ui.button(look);
                if (look.on_hover_text(language.text("given.look-hint"))).clicked() {
                    let part = SharedCommand::Part(SharedPart::Assignment);
                    commands.push(Command::Shared(part));
                }
            });
        });
}
