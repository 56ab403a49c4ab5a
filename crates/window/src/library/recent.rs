//! List of the checks saved in the library, as drawn, latest first: a person comes back to one tomorrow.

use egui::{Align, Button, Layout, ScrollArea, Sense, Ui, UiBuilder};

use crate::widgets::labels::{chip_ui, name_button_ui};
use crate::widgets::theme::Tokens;
use chachong_library::{CheckState, SavedCheck};
use chachong_messages::{Language, minute};
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::state::State;

/// Height of a row, in points.
pub(crate) const ROW: f32 = 34.0;

pub(crate) fn recent_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let checks: Vec<&SavedCheck> = state.library.shown_checks().collect();
    if checks.is_empty() {
        return;
    }
    ScrollArea::vertical()
        .id_salt("checks")
        .auto_shrink([false, true])
        .show_rows(ui, ROW, checks.len(), |ui, rows| {
            for check in &checks[rows] {
                row_ui(ui, check, language, commands);
            }
        });
}

fn row_ui(ui: &mut Ui, check: &SavedCheck, language: Language, commands: &mut Vec<Command>) {
    let tokens = Tokens::of(ui);
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, row) = ui.allocate_exact_size(size, Sense::click());
    if row.contains_pointer() {
        ui.painter().rect_filled(rect, 6.0, tokens.calm_fill);
    }
    let mut open = row.clicked();
    let layout = Layout::right_to_left(Align::Center);
    let inner = UiBuilder::new()
        .max_rect(rect.shrink2(egui::vec2(8.0, 0.0)))
        .layout(layout);
    ui.scope_builder(inner, |ui| {
        let remove = Button::new(language.text("recent.remove")).frame(false);
        let hint = language.text("recent.remove-hint");
        if ui.add(remove).on_hover_text(hint).clicked() {
            commands.push(Command::Library(LibraryCommand::RemoveCheck(check.id)));
        }
        ui.weak(minute(check.changed));
        ui.weak(language.fill("recent.documents", &[("count", &check.documents)]));
        if check.state != CheckState::Done {
            let text = language.text("recent.interrupted");
            chip_ui(ui, &text, tokens.related, tokens.related_fill);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let title = if check.title.is_empty() {
                language.text("recent.untitled")
            } else {
                check.title.clone()
            };
            open |= name_button_ui(ui, &title).clicked();
        });
    });
    if open {
        commands.push(Command::Library(LibraryCommand::OpenCheck(check.id)));
    }
}
