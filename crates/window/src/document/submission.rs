//! Line on a document's page: the submission that the document belongs to, how it was found, and the other files of the submission.

use chachong_compare::DocumentIndex;
use egui::Ui;

use crate::widgets::labels::shortened;
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::state::State;

/// Maximum number of files that the line names.
const NAMED: usize = 12;
/// Maximum width of a name, in columns.
const NAME: usize = 40;

/// Draws the line; nothing for the only document of a submission without a name of its own.
pub(crate) fn submission_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) {
    let (check, language) = (&state.check, state.language);
    let Some(submission) = check.result.named_submission(position) else {
        return;
    };
    let main = check.result.theses().main(position);
    let others = || check.row_documents(main).filter(|&other| other != position);
    ui.horizontal_wrapped(|ui| {
        ui.strong(shortened(&submission.name, NAME));
        let number = submission.number.iter();
        let stated = number.chain(&submission.class).cloned();
        let found_by = format!("submission.found-by.{}", submission.found_by.name());
        let facts: Vec<String> = stated.chain([language.text(&found_by)]).collect();
        ui.weak(facts.join(" · "));
        if others().next().is_none() {
            return;
        }
        ui.weak(language.text("submission.other-files"));
        for other in others().take(NAMED) {
            let name = shortened(check.result.file_name(other), NAME);
            if ui.button(name).clicked() {
                commands.push(Command::Go(Page::Document(other)));
            }
        }
        if others().nth(NAMED).is_some() {
            ui.label("…");
        }
    });
    ui.add_space(4.0);
}
