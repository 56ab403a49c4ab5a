//! Assignment on the page of shared texts: the actions for all of it, and the source of each piece.

use egui::{Button, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::labels::controls_ui;
use chachong_check::GivenSource;
use chachong_compare::Reason;
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::shared_view::SharedPart;
use chachong_window_model::state::State;

/// Draws the buttons that add files of the assignment, and that count all text of most documents, or leave it out.
pub(crate) fn assignment_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    controls_ui(ui, |ui| {
        let free =
            library.is_writable() && library.joining.is_none() && state.shell.dialog.is_none();
        for (purpose, icon, key) in [
            (
                Purpose::AddTemplates,
                Icon::Documents,
                "assignment.add-files",
            ),
            (
                Purpose::AddTemplateFolder,
                Icon::Folder,
                "assignment.add-folder",
            ),
        ] {
            let button = Button::new((icon.atom(), language.text(key)));
            let button = (ui.add_enabled(free, button))
                .on_hover_text(language.text("assignment.add-hint"))
                .on_disabled_hover_text(language.text("templates.no-library"));
            if button.clicked() {
                commands.push(Command::Ask(purpose));
            }
        }
        if state.check.result.given_text().is_none() {
            return;
        }
        let mut left_out = state.check.choices.reasons_left_out();
        let is_left_out = left_out.any(|reason| reason == Reason::Common);
        let key = if is_left_out {
            "given.count"
        } else {
            "given.leave-out"
        };
        if ui.button(language.text(key)).clicked() {
            let choice = Choice::LeaveOut(Reason::Common, !is_left_out);
            commands.push(Command::Choose(choice));
        }
    });
}

/// Returns whether the listed piece at a position is program code.
pub(crate) fn is_code(state: &State, position: usize) -> bool {
    let result = &state.check.result;
    let decided = || state.listed_texts()?.all().get(position);
    match source(state, position) {
        Some(GivenSource::Code) => true,
        Some(GivenSource::Decided) => decided().is_some_and(|text| result.is_code(text)),
        Some(GivenSource::File | GivenSource::Documents) => false,
        None => state.shared.part == SharedPart::Code,
    }
}

/// Returns the source of the listed piece at a position; `None` on other parts of the page.
fn source(state: &State, position: usize) -> Option<GivenSource> {
    let given = state.shared.given.as_ref();
    (given.filter(|_| state.shared.part == SharedPart::Assignment))
        .and_then(|given| given.source(position))
}

/// Returns the source of the piece at a position as text; `None` on other parts of the page.
pub(crate) fn source_text(state: &State, position: usize) -> Option<String> {
    let language = state.language;
    Some(match source(state, position)? {
        GivenSource::Documents => language.text("assignment.of-documents"),
        GivenSource::Code => language.text("assignment.of-code"),
        GivenSource::Decided => language.text("assignment.of-person"),
        GivenSource::File => {
            let names = state
                .library
                .templates
                .iter()
                .map(|(_, name)| name.as_str());
            let names: Vec<&str> = names.collect();
            if names.is_empty() {
                language.text("assignment.of-file")
            } else {
                let names = names.join(language.text("assignment.names-joint").as_str());
                language.fill("assignment.of-files", &[("names", &names)])
            }
        }
    })
}
