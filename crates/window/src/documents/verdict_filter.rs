//! Filter of the documents table by verdict: the documents it shows, the choice beside the text filter, and the message
//! when no row fits.

use egui::{ComboBox, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::theme::{GAP, ROW};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;
use chachong_window_model::verdict_filter::VerdictFilter;

pub(crate) fn verdict_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let all = VerdictFilter::all(&state.check);
    let label = ui.label(language.text("column.verdict"));
    ComboBox::from_id_salt("verdict")
        // High enough for all entries without scrolling.
        .height(ROW * 2.0 * all.len() as f32)
        .selected_text(state.table.verdict.name(language))
        .show_ui(ui, |ui| {
            for of in all {
                let chosen = of == state.table.verdict;
                if ui.selectable_label(chosen, of.name(language)).clicked() {
                    commands.push(Command::ShowVerdict(of));
                }
            }
        })
        .response
        .labelled_by(label.id);
}

/// Draws the message that no row fits the filters, with a button that resets them.
pub(crate) fn none_shown_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.add_space(GAP);
    ui.weak(language.text("documents.none-shown"));
    let all = (Icon::Undo.atom(), language.text("documents.reset"));
    if ui.button(all).clicked() {
        commands.push(Command::ShowAllDocuments);
    }
}
