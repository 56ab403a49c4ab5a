//! Button that starts text recognition for pages that are only pictures.

use chachong_compare::DocumentIndex;
use egui::{Button, Ui};

use crate::widgets::icons::Icon;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Draws the button with the number of pages of these documents that recognition could read; nothing where there are none.
pub(crate) fn recognise_ui(
    ui: &mut Ui,
    state: &State,
    documents: &[DocumentIndex],
    commands: &mut Vec<Command>,
) {
    let pages = documents
        .iter()
        .map(|&document| state.check.unrecognised_pages(document));
    let pages: usize = pages.sum();
    if pages == 0 {
        return;
    }
    let language = state.language;
    let text = language.fill("recognition.read-pages", &[("count", &pages)]);
    let button = Button::new((Icon::Encoding.atom(), text));
    let is_idle = state.check.progress.is_none();
    let button = ui.add_enabled(is_idle, button);
    if (button.on_hover_text(language.text("recognition.read-pages-hint"))).clicked() {
        commands.push(Command::Row(RowCommand::Recognise(documents.to_vec())));
    }
}
