//! Field that filters documents by a part of their names.

use egui::{TextEdit, Ui};

use crate::widgets::find_in::find_in;
use crate::widgets::icons::Icon;
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::Tokens;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Width of the name filter field, in points.
const FILTER: f32 = 240.0;

/// Draws the name filter field. Documents, pairs and groups show only rows whose name, or that of a document in them, contains its
/// text.
pub(crate) fn filter_field_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let mut filter = state.table.filter.clone();
    Icon::Search.show(ui, Tokens::of(ui).weak);
    let label = ui.label(language.text("documents.filter"));
    let hint = if state.check.has_submissions() {
        "submission.filter-hint"
    } else {
        "documents.filter-hint"
    };
    let field = TextEdit::singleline(&mut filter)
        .hint_text(language.text(hint))
        .desired_width(FILTER);
    let field = text_field_ui(ui, field).labelled_by(label.id);
    find_in(ui, &field);
    if field.changed() {
        commands.push(Command::Filter(filter));
    }
}
