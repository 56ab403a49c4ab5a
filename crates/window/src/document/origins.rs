//! Lines on a document's page below its total: the shares from outside and from the other documents, and those of each library.

use chachong_compare::DocumentIndex;
use egui::{RichText, Ui};

use crate::widgets::labels::colored_name_ui;
use crate::widgets::shown_share::Figure;
use crate::widgets::theme::Tokens;
use chachong_check::Origins;
use chachong_window_model::command::Command;
use chachong_window_model::page::pair_page;
use chachong_window_model::state::State;

/// Draws the student's own earlier work (a click compares it), then the shares by origin in one line, and below it the shares by
/// library if there are several.
pub(crate) fn origins_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    (origins, figure): (&Origins, Figure),
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    own_in_library_ui(ui, state, position, commands);
    if let Some(own) = origins.own() {
        ui.small(language.own_earlier(own, figure.shown.copied, figure.lower));
    }
    ui.small(language.origins(origins, figure.shown.copied, figure.lower))
        .on_hover_text(language.text("origins.hint"));
    if origins.counting_libraries().nth(1).is_some() {
        for library in origins.counting_libraries() {
            ui.weak(RichText::new(language.library_share(library, figure.lower)).small());
        }
    }
}

/// Draws the same student's earlier version or work in a library (a click compares it). Returns whether there is one.
pub(crate) fn own_in_library_ui(
    ui: &mut Ui,
    state: &State,
    row: DocumentIndex,
    commands: &mut Vec<Command>,
) -> bool {
    let Some(found) = state.own_in_library(row) else {
        return false;
    };
    let text = state.own_in_library_text(found);
    let color = Tokens::of(ui).calm;
    if colored_name_ui(ui, &text, color).clicked() {
        commands.push(Command::Go(pair_page(found.own, found.earlier)));
    }
    true
}
