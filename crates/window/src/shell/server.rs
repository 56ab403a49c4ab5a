//! Dialog for a library on a server: its address and, if need be, the password.

use egui::{Button, RichText, TextEdit, Ui};

use crate::widgets::dialog::modal_ui;
use crate::widgets::labels::controls_ui;
use crate::widgets::text_field::{is_entered, text_field_ui};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::server::ServerDialog;
use chachong_window_model::state::State;

/// Width of the dialog, in points.
const WIDTH: f32 = 520.0;

/// Draws the dialog over the page.
pub(crate) fn server_ui(
    ui: &Ui,
    state: &State,
    dialog: &ServerDialog,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut changed = ServerDialog {
        fresh: false,
        ..dialog.clone()
    };
    let (mut connects, mut closes) = (false, false);
    let (title, note) = if dialog.is_source {
        ("source-libraries.server", "source-libraries.server-note")
    } else {
        ("library.server-title", "library.server-note")
    };
    let title = language.text(title);
    let title = title.trim_end_matches('…');
    let modal = modal_ui(ui, "server", WIDTH, title, |ui, _| {
        ui.add_space(GAP);
        let label = ui.label(language.text("library.server-address"));
        let address = TextEdit::singleline(&mut changed.address)
            .hint_text(language.text("library.server-hint"))
            .desired_width(f32::INFINITY);
        let address = text_field_ui(ui, address).labelled_by(label.id);
        if dialog.fresh {
            address.request_focus();
        }
        ui.add_space(SMALL_GAP);
        let label = ui.label(language.text("library.server-password"));
        let password = TextEdit::singleline(&mut changed.password)
            .password(true)
            .desired_width(f32::INFINITY);
        let password = text_field_ui(ui, password).labelled_by(label.id);
        let entered = is_entered(ui, &address) || is_entered(ui, &password);
        ui.add_space(SMALL_GAP);
        ui.add_enabled_ui(!changed.password.is_empty(), |ui| {
            ui.checkbox(&mut changed.keep, language.text("library.server-keep"));
        });
        ui.add_space(SMALL_GAP);
        ui.weak(RichText::new(language.text(note)).small());
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            let can_connect = changed.place().is_some();
            let connect = Button::new(language.text("library.server-connect"));
            let pressed = ui.add_enabled(can_connect, connect).clicked();
            connects = pressed || (entered && can_connect);
            closes |= ui.button(language.text("export.cancel")).clicked();
        });
    });
    if changed != *dialog {
        // Before the connection in the same frame, which uses what was typed.
        let change = LibraryCommand::ChangeServer(Box::new(changed));
        commands.insert(0, Command::Library(change));
    }
    if connects {
        commands.push(Command::Library(LibraryCommand::ConnectServer));
    } else if closes || modal.should_close() {
        commands.push(Command::Library(LibraryCommand::CloseServer));
    }
}
