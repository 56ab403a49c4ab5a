//! Field above a page for the password of an archive.

use egui::{Button, TextEdit, Ui};

use crate::shell::notice::line_frame;
use crate::widgets::icons::Icon;
use crate::widgets::labels::one_line;
use crate::widgets::text_field::{is_entered, is_escaped, text_field_ui};
use chachong_import::Passwords;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::page::PasswordField;
use chachong_window_model::state::State;

/// Draws the field and returns its edited text.
pub(crate) fn password_ui(
    ui: &mut Ui,
    state: &State,
    field: &PasswordField,
    commands: &mut Vec<Command>,
) -> String {
    let language = state.language;
    let mut text = field.text.clone();
    line_frame(ui).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let name = one_line(&field.name);
            let label = ui.label(language.fill("password.label", &[("name", &name)]));
            let edit = TextEdit::singleline(&mut text)
                .password(true)
                .desired_width(220.0);
            let edit = text_field_ui(ui, edit).labelled_by(label.id);
            if field.fresh {
                edit.request_focus();
            }
            let (entered, escaped) = (is_entered(ui, &edit), is_escaped(ui, &edit));
            let can_open = !text.is_empty() && state.check.progress.is_none();
            let open = Button::new(language.text("password.open"));
            let pressed = ui.add_enabled(can_open, open).clicked();
            if pressed || (entered && can_open) {
                let passwords = Passwords::new([text.clone()]);
                commands.push(Command::Row(RowCommand::Unlock(passwords)));
            }
            let close = (Icon::Close.atom(), language.text("field.cancel"));
            if ui.button(close).clicked() || escaped {
                commands.push(Command::Row(RowCommand::LeaveLocked));
            }
        });
        ui.weak(language.text("password.note"));
    });
    text
}
