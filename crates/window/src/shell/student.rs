//! Dialog for the student of a submission: name and number.

use egui::{Button, RichText, TextEdit, Ui};

use crate::widgets::dialog::modal_ui;
use crate::widgets::labels::controls_ui;
use crate::widgets::text_field::{is_entered, text_field_ui};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;
use chachong_window_model::submission_changes::{StudentDialog, SubmissionCommand};

/// Width of the dialog, in points.
const WIDTH: f32 = 420.0;

/// Draws the dialog over the page.
pub(crate) fn student_ui(
    ui: &Ui,
    state: &State,
    dialog: &StudentDialog,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut changed = StudentDialog {
        fresh: false,
        ..dialog.clone()
    };
    let (mut is_set, mut closes) = (false, false);
    let title = language.text("submission.rename");
    let title = title.trim_end_matches('…');
    let modal = modal_ui(ui, "student", WIDTH, title, |ui, _| {
        ui.weak(state.row_name(dialog.document));
        ui.add_space(GAP);
        let mut field = |ui: &mut Ui, key: &str, text: &mut String| {
            let label = ui.label(language.text(key));
            let field = TextEdit::singleline(text).desired_width(f32::INFINITY);
            let field = text_field_ui(ui, field).labelled_by(label.id);
            ui.add_space(SMALL_GAP);
            is_set |= is_entered(ui, &field);
            field
        };
        let name = field(ui, "submission.student", &mut changed.name);
        if dialog.fresh {
            name.request_focus();
        }
        field(ui, "record.student-number", &mut changed.number);
        ui.weak(RichText::new(language.text("submission.student-note")).small());
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            let set = Button::new(language.text("submission.set-student"));
            is_set |= ui.add(set).clicked();
            closes |= ui.button(language.text("export.cancel")).clicked();
        });
    });
    if changed != *dialog {
        // Before the end in the same frame, which uses what was typed.
        let change = SubmissionCommand::ChangeStudent(Box::new(changed));
        commands.insert(0, Command::Submission(change));
    }
    if is_set {
        commands.push(Command::Submission(SubmissionCommand::SetStudent));
    } else if closes || modal.should_close() {
        commands.push(Command::Submission(SubmissionCommand::CloseStudent));
    }
}
