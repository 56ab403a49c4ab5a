//! Items of the documents table's menu about whose the documents are: merge, split off, name, and the class list; with their keys.

use std::collections::BTreeSet;

use chachong_compare::DocumentIndex;
use egui::{Button, Key, Modifiers, RadioButton, Ui};

use crate::widgets::icons::Icon;
use chachong_submission::By;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;
use chachong_window_model::submission_changes::SubmissionCommand;

/// Draws the items for the marked rows, and for the clicked one.
pub(crate) fn submissions_menu_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) {
    if !has_submissions(state) {
        return;
    }
    let language = state.language;
    let mut item = |icon: Icon, key: &str, shortcut: &str, command: Option<SubmissionCommand>| {
        let button = Button::new((icon.atom(), language.text(key)));
        let button = button.shortcut_text(shortcut);
        let hint = language.text("submission.decide-hint");
        let item = ui.add_enabled(command.is_some(), button);
        if item.on_hover_text(hint).clicked() {
            commands.extend(command.map(Command::Submission));
            ui.close();
        }
    };
    item(Icon::Groups, "submission.merge", "Ctrl+G", merge(state));
    item(
        Icon::TakeOut,
        "submission.split",
        "Ctrl+Shift+G",
        split(state),
    );
    // The dialogs name students.
    let has_names = !state.check.is_blind();
    let ask = has_names.then_some(SubmissionCommand::AskStudent(position));
    item(Icon::Correct, "submission.rename", "F2", ask);
    let list = has_names.then_some(SubmissionCommand::OpenList);
    item(Icon::Students, "class-list.open", "", list);
    ui.menu_button(
        (Icon::Documents.atom(), language.text("submission.by")),
        |ui| {
            by_ui(ui, state, commands);
        },
    );
    ui.separator();
}

/// Draws the ways to group documents into submissions, and the switch that counts earlier work of students.
fn by_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (settings, language) = (&state.check.submission_settings, state.language);
    let mut give = |ui: &Ui, command: SubmissionCommand| {
        commands.push(Command::Submission(command));
        ui.close();
    };
    for by in By::ALL {
        let text = language.text(&format!("submission.by-{}", by.name()));
        // Without a class list nothing is known by it.
        let can_be_chosen = by != By::List || settings.list.is_some();
        let choice = RadioButton::new(settings.by == by, text);
        if ui.add_enabled(can_be_chosen, choice).clicked() {
            give(ui, SubmissionCommand::SetBy(by));
        }
    }
    ui.separator();
    let mut counts = settings.counts_earlier;
    let earlier = ui.checkbox(&mut counts, language.text("submission.count-earlier"));
    let hint = language.text("submission.count-earlier-hint");
    if earlier.on_hover_text(hint).changed() {
        give(ui, SubmissionCommand::CountEarlier(counts));
    }
}

/// Returns the command about submissions that a key of the table stands for; `None` if the key has none, or the command does not
/// apply to the marked rows.
pub(crate) fn submission_key(
    state: &State,
    key: Key,
    modifiers: Modifiers,
) -> Option<SubmissionCommand> {
    if !has_submissions(state) {
        return None;
    }
    match key {
        Key::G if modifiers.matches_exact(Modifiers::COMMAND) => merge(state),
        Key::G if modifiers.matches_exact(Modifiers::COMMAND | Modifiers::SHIFT) => split(state),
        Key::F2 if modifiers.is_none() => {
            let at = state.table.selection.at?;
            Some(SubmissionCommand::AskStudent(at))
        }
        _ => None,
    }
}

/// Returns whether the documents have been grouped into submissions.
fn has_submissions(state: &State) -> bool {
    !state.check.result.submissions.all.is_empty()
}

fn merge(state: &State) -> Option<SubmissionCommand> {
    let marked = marked(state);
    (state.check.merging(&marked)).map(|_| SubmissionCommand::Merge(marked))
}

fn split(state: &State) -> Option<SubmissionCommand> {
    let marked = marked(state);
    let is_part = !state.check.splitting(&marked).is_empty();
    is_part.then_some(SubmissionCommand::Split(marked))
}

fn marked(state: &State) -> BTreeSet<DocumentIndex> {
    state.marked_with_hidden()
}
