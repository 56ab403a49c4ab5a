//! First cell of a row of the documents table: the name of a submission with the number of its documents, which shows and hides
//! them, or the name of a document behind such a row with what it is.

use chachong_compare::DocumentIndex;
use egui::{Response, RichText, Ui};

use crate::widgets::labels::{name_button_ui, one_line};
use chachong_messages::{document_name, shown_share};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Indentation of a document behind its row, in points.
const INDENT: f32 = 18.0;
/// Maximum number of documents that a tooltip names.
const NAMED: usize = 20;

/// Draws the cell; returns the button of the name.
pub(crate) fn row_name_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) -> Response {
    let language = state.language;
    let check = &state.check;
    if !check.result.theses().is_main(position) {
        ui.add_space(INDENT);
        let name = name_button_ui(ui, check.result.file_name(position));
        version_ui(ui, state, position);
        return name;
    }
    if !check.behind(position).is_empty() {
        count_ui(ui, state, position, commands);
    }
    let Some(submission) = check.result.named_submission(position) else {
        return name_button_ui(ui, &check.result.documents[position].name);
    };
    let found_by = format!("submission.found-by.{}", submission.found_by.name());
    let name = name_button_ui(ui, &submission.name).on_hover_text(language.text(&found_by));
    ui.weak(RichText::new(one_line(check.result.file_name(position))).small());
    name
}

/// Draws the number of a submission's documents, which shows and hides those behind its row.
fn count_ui(ui: &mut Ui, state: &State, position: DocumentIndex, commands: &mut Vec<Command>) {
    let language = state.language;
    let check = &state.check;
    let thesis = check.result.theses().of(position);
    let versions = thesis.filter(|_| !check.has_files(position));
    let is_one_text =
        versions.is_some_and(|one| one.versions[1..].iter().all(|v| v.same_text_as.is_some()));
    let key = if versions.is_some() && !is_one_text {
        "versions.count"
    } else {
        "versions.files"
    };
    let count = check.row_documents(position).count();
    let text = RichText::new(language.fill(key, &[("count", &count)])).small();
    let unfolded = state.table.is_unfolded(position);
    let button = ui.selectable_label(unfolded, text).on_hover_ui(|ui| {
        if let Some(thesis) = versions {
            ui.label(language.text(&format!("versions.ground-{}", thesis.ground.name())));
        }
        for document in check.row_documents(position).take(NAMED) {
            let name = document_name(&check.result.documents[document], language);
            let shares = state
                .document_shares(document)
                .filter(|_| versions.is_none());
            // The row has the share of all together.
            ui.label(shares.map_or_else(
                || name.clone(),
                |shares| format!("{}  {name}", shown_share(shares.shown(), None)),
            ));
        }
        if count > NAMED {
            ui.label("…");
        }
        let hint = if versions.is_some() {
            "versions.hint"
        } else {
            "submission.hint"
        };
        ui.weak(language.text(hint));
    });
    if button.clicked() {
        commands.push(Command::Row(RowCommand::Unfold(position, !unfolded)));
    }
}

/// Labels an older version behind a row as earlier, or as having the same text as another version; draws nothing for any other
/// document.
fn version_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let language = state.language;
    let of_check = state.check.result.theses();
    let thesis = of_check.of(position);
    let Some(thesis) = thesis.filter(|_| !of_check.is_newest(position)) else {
        return;
    };
    let version = thesis.versions.iter().find(|v| v.document == position);
    let key = if version.is_some_and(|version| version.same_text_as.is_some()) {
        "versions.same-text"
    } else {
        "versions.earlier"
    };
    ui.weak(RichText::new(language.text(key)).small())
        .on_hover_text(language.text("versions.hint"));
}
