//! List of the further libraries that checks are compared with, as drawn on the library's page.

use egui::{Button, Label, RichText, Role, ScrollArea, Ui, WidgetInfo};

use crate::widgets::labels::{busy_ui, controls_ui, cut_text_ui, one_line, shortened};
use crate::widgets::theme::{GAP, Tokens};
use chachong_messages::{Language, grouped};
use chachong_window_model::command::{Command, LibraryCommand, SourceCommand};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::source_library::{SourceFault, SourceLibrary, SourceState};
use chachong_window_model::state::State;

/// Maximum height of the list, in points: the members below keep most of the page.
const HIGHEST: f32 = 132.0;
/// Maximum width of a library's name in its row, in columns; a Chinese character takes two.
const LONGEST_NAME: usize = 40;

/// Draws the switch for the library in use, and the further ones with the buttons that add to them.
pub(crate) fn source_libraries_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    controls_ui(ui, |ui| {
        let mut against = state.settings.against_library;
        if ui
            .checkbox(&mut against, language.text("library.against"))
            .on_hover_text(language.text("library.against-hint"))
            .changed()
        {
            commands.push(Command::Library(LibraryCommand::Against(against)));
        }
        ui.add_space(GAP);
        ui.strong(language.text("source-libraries.heading"))
            .on_hover_text(language.text("source-libraries.hint"));
        let free = state.shell.dialog.is_none();
        let add = Button::new(language.text("source-libraries.add"));
        let hint = language.text("source-libraries.hint");
        if ui.add_enabled(free, add).on_hover_text(hint).clicked() {
            commands.push(Command::Ask(Purpose::AddSourceLibrary));
        }
        let server = Button::new(language.text("source-libraries.server"));
        if cfg!(feature = "postgres") && ui.add_enabled(free, server).clicked() {
            let ask = LibraryCommand::Source(SourceCommand::AskServer);
            commands.push(Command::Library(ask));
        }
    });
    if state.library.source_libraries.is_empty() {
        return;
    }
    ScrollArea::vertical()
        .id_salt("source-libraries")
        .max_height(HIGHEST)
        .show(ui, |ui| {
            for library in &state.library.source_libraries {
                row_ui(ui, library, language, commands);
            }
        });
}

fn row_ui(ui: &mut Ui, library: &SourceLibrary, language: Language, commands: &mut Vec<Command>) {
    let tokens = Tokens::of(ui);
    let whole = library.file.display().to_string();
    let name = match &library.state {
        SourceState::Open { name, .. } => name.clone(),
        SourceState::Opening | SourceState::Failed(_) => chachong_library::name_of(&library.file),
    };
    let name = shortened(&one_line(&name), LONGEST_NAME);
    let source = |command| Command::Library(LibraryCommand::Source(command));
    controls_ui(ui, |ui| {
        let mut is_on = library.is_on;
        let switch = ui.checkbox(&mut is_on, &name).on_hover_text(&whole);
        let label = language.fill("source-libraries.switch", &[("name", &name)]);
        switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, &label));
        if switch.changed() {
            commands.push(source(SourceCommand::Switch(library.file.clone(), is_on)));
        }
        match &library.state {
            SourceState::Opening => {
                busy_ui(ui, language);
                ui.weak(language.text("library.opening"));
            }
            SourceState::Open { about, .. } => {
                let count = grouped(about.members);
                let mut facts = language.fill("source-libraries.documents", &[("count", &count)]);
                if about.read_only {
                    facts += &language.text("source-libraries.read-only");
                }
                ui.weak(facts);
            }
            SourceState::Failed(_) => {}
        }
        let remove = ui.button(language.text("source-libraries.remove"));
        let label = language.fill("source-libraries.remove-name", &[("name", &name)]);
        remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if remove.clicked() {
            commands.push(source(SourceCommand::Remove(library.file.clone())));
        }
        if let SourceState::Failed(fault) = &library.state {
            let text = fault_text(fault, library, language);
            ui.add(Label::new(RichText::new(text).color(tokens.related)).wrap());
        } else {
            cut_text_ui(ui, RichText::new(&whole).small().weak());
        }
    });
}

/// Returns why a library cannot be a further one, and what to do.
fn fault_text(fault: &SourceFault, library: &SourceLibrary, language: Language) -> String {
    let file = library.file.display();
    match fault {
        SourceFault::IsInUse => language.fill("source-libraries.in-use", &[("file", &file)]),
        SourceFault::IsListed => language.fill("source-libraries.listed", &[("file", &file)]),
        SourceFault::Library(error) => language.library_error(error),
    }
}
