//! Templates of the school, whose text is left out: list, add and drop, on the library's page and in the settings.

use egui::{Button, RichText, Ui};

use crate::widgets::labels::{controls_ui, one_line};
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Draws the templates, each with a button that drops it.
pub(crate) fn list_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    for (document, name) in &library.templates {
        controls_ui(ui, |ui| {
            let name = one_line(name);
            ui.weak(language.fill("library.template-is", &[("name", &name)]));
            let drop = Button::new(language.text("library.template-drop"));
            if ui.add_enabled(library.is_writable(), drop).clicked() {
                commands.push(Command::Library(LibraryCommand::DropTemplate(*document)));
            }
        });
    }
}

/// Draws the templates with their purpose and a button that adds one; without a library a note says where to open one.
pub(crate) fn templates_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    let note = if !library.is_open() {
        "templates.no-library"
    } else if library.templates.is_empty() {
        "templates.none"
    } else {
        "templates.note"
    };
    ui.weak(RichText::new(language.text(note)).small());
    list_ui(ui, state, commands);
    let free = library.is_writable() && library.joining.is_none() && state.shell.dialog.is_none();
    let add = Button::new(language.text("library.template"));
    let hint = language.text("library.template-hint");
    if ui.add_enabled(free, add).on_hover_text(hint).clicked() {
        commands.push(Command::Ask(Purpose::AddTemplates));
    }
}
