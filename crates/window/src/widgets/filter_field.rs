//! Fields that filter or search the list of a page.

use egui::{TextEdit, Ui};

use crate::widgets::find_in::find_in;
use crate::widgets::icons::Icon;
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::Tokens;
use chachong_messages::Language;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Width of the name filter field, in points.
const FILTER: f32 = 240.0;

/// Draws the name filter field. Documents, pairs and groups show only rows whose name, or that of a document in them, contains its
/// text.
pub(crate) fn name_filter_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let hint = if state.check.has_submissions() {
        "submission.filter-hint"
    } else {
        "documents.filter-hint"
    };
    let keys = ("documents.filter", hint);
    let typed = filter_field_ui(ui, state.language, keys, &state.table.filter, FILTER);
    commands.extend(typed.map(Command::Filter));
}

/// Draws a field that filters or searches the list of a page, `width` points wide, with the texts of its label and of its hint by
/// key. Ctrl+F leads to it. Returns the typed text if it has changed.
pub(crate) fn filter_field_ui(
    ui: &mut Ui,
    language: Language,
    (label, hint): (&str, &str),
    text: &str,
    width: f32,
) -> Option<String> {
    let mut typed = text.to_owned();
    Icon::Search.show(ui, Tokens::of(ui).weak);
    let label = ui.label(language.text(label));
    let field = TextEdit::singleline(&mut typed)
        .hint_text(language.text(hint))
        .desired_width(width);
    let field = text_field_ui(ui, field).labelled_by(label.id);
    find_in(ui, &field);
    field.changed().then_some(typed)
}
