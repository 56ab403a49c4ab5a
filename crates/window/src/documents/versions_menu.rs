//! Items of the documents table's menu that compare, join and part versions of one thesis.

use chachong_compare::DocumentIndex;
use egui::{Button, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::labels::shortened;
use chachong_messages::document_name;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::page::pair_page;
use chachong_window_model::state::State;

/// Maximum width of a name in the menu, in columns.
const NAME: usize = 40;

/// Draws the menu's items: compare with each other version, join the marked documents, part them.
pub(crate) fn versions_menu_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) {
    if state.copied().is_none() {
        return;
    }
    let language = state.language;
    if let Some(thesis) = state.check.result.theses().of(position) {
        let compare = (Icon::Pair.atom(), language.text("versions.compare"));
        ui.menu_button(compare, |ui| {
            for other in thesis.documents().filter(|&other| other != position) {
                let name = document_name(&state.check.result.documents[other], language);
                if ui.button(shortened(&name, NAME)).clicked() {
                    commands.push(Command::Go(pair_page(position, other)));
                    ui.close();
                }
            }
        });
    }
    let marked = &state.table.selection.marked;
    let mut item = |icon: Icon, key: &str, enabled: bool, one: bool| {
        let button = Button::new((icon.atom(), language.text(key)));
        let hint = language.text("versions.decide-hint");
        if ui
            .add_enabled(enabled, button)
            .on_hover_text(hint)
            .clicked()
        {
            commands.push(Command::Row(RowCommand::OneThesis(marked.clone(), one)));
            ui.close();
        }
    };
    let joins = !state.thesis_changes(marked, true).is_empty() && marked.len() > 1;
    item(Icon::Groups, "versions.join", joins, true);
    let parts = marked
        .iter()
        .any(|&document| state.check.result.theses().of(document).is_some());
    item(Icon::TakeOut, "versions.part", parts, false);
    ui.separator();
}
