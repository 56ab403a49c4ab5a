//! Versions of one thesis in the documents table: their number on the row of the newest, what each older one is, and the
//! items of the menu that compare, join and part them.

use chachong_compare::DocumentIndex;
use egui::{Button, RichText, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::labels::shortened;
use crate::widgets::theme::Tokens;
use chachong_messages::document_name;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::page::pair_page;
use chachong_window_model::state::State;

/// Indentation of a version behind its row, in points.
const INDENT: f32 = 18.0;
/// Maximum width of a name in the menu, in columns.
const NAME: usize = 40;

/// Draws what stands before a document's name: the number of its versions, which shows and hides them, or the indentation
/// of a version; nothing for a document that is alone.
pub(crate) fn before_name_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(thesis) = state.check.result.theses().of(position) else {
        return;
    };
    if state.thesis_behind(position).is_some() {
        let count = thesis.versions.len();
        let is_one_text = thesis.versions[1..]
            .iter()
            .all(|v| v.same_text_as.is_some());
        let key = if is_one_text {
            "versions.files"
        } else {
            "versions.count"
        };
        let text = RichText::new(language.fill(key, &[("count", &count)])).small();
        let unfolded = state.table.is_unfolded(position);
        let button = ui.selectable_label(unfolded, text).on_hover_ui(|ui| {
            let ground = language.text(&format!("versions.ground-{}", thesis.ground.name()));
            ui.label(ground);
            for document in thesis.documents() {
                ui.label(document_name(
                    &state.check.result.documents[document],
                    language,
                ));
            }
            ui.label(RichText::new(language.text("versions.hint")).color(tokens.weak));
        });
        if button.clicked() {
            commands.push(Command::Row(RowCommand::Unfold(position, !unfolded)));
        }
        return;
    }
    ui.add_space(INDENT);
}

/// Draws what stands after the name of a version behind a row: what it is, where there is room.
pub(crate) fn after_name_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let (language, weak) = (state.language, Tokens::of(ui).weak);
    let Some(thesis) = state.check.result.theses().of(position) else {
        return;
    };
    if state.thesis_behind(position).is_some() {
        return;
    }
    let version = thesis.versions.iter().find(|v| v.document == position);
    let key = if version.is_some_and(|version| version.same_text_as.is_some()) {
        "versions.same-text"
    } else {
        "versions.earlier"
    };
    ui.label(RichText::new(language.text(key)).small().color(weak))
        .on_hover_text(language.text("versions.hint"));
}

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
    let marked = &state.table.selection.documents;
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
