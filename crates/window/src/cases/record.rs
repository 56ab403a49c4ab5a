//! History of a case: the student's statement, notes, and all entries with person and time.

use egui::{Button, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::cases::one::CasePane;
use crate::widgets::icons::Icon;
use crate::widgets::labels::controls_ui;
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_case::{CaseChange, CaseEntry};
use chachong_messages::minute_by_clock;
use chachong_window_model::cases::{CaseCommand, ShownCase};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Lines of the fields; a longer text grows the field.
const LINES: usize = 3;

pub(super) fn record_ui(
    ui: &mut Ui,
    state: &State,
    shown: &ShownCase,
    pane: &mut CasePane,
    commands: &mut Vec<Command>,
) {
    ScrollArea::vertical()
        .id_salt("case-record")
        .auto_shrink(false)
        .show(ui, |ui| {
            statement_ui(ui, state, shown, pane, commands);
            ui.add_space(GAP);
            note_ui(ui, state, pane, commands);
            ui.add_space(GAP);
            ui.strong(state.language.text("cases.history"));
            for entry in shown.case.history.iter().rev() {
                entry_ui(ui, state, entry, shown.case.evidence.utc_offset);
            }
        });
}

/// Draws the field for the student's statement.
fn statement_ui(
    ui: &mut Ui,
    state: &State,
    shown: &ShownCase,
    pane: &mut CasePane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let kept = shown.case.statement().unwrap_or_default();
    let mut text = pane.statement.clone().unwrap_or_else(|| kept.to_owned());
    let label = ui.strong(language.text("cases.statement"));
    let hint = language.text("cases.statement-hint");
    if text_ui(ui, &mut text, &hint, &label) {
        pane.statement = Some(text.clone());
    }
    let is_changed = text.trim() != kept;
    controls_ui(ui, |ui| {
        let keep = Button::new((Icon::Good.atom(), language.text("cases.keep-statement")));
        if ui.add_enabled(is_changed, keep).clicked() {
            let change = CaseChange::Statement(text.trim().to_owned());
            commands.push(Command::Case(CaseCommand::Add(change)));
            pane.statement = None;
        }
    });
}

/// Draws the field for a note.
fn note_ui(ui: &mut Ui, state: &State, pane: &mut CasePane, commands: &mut Vec<Command>) {
    let language = state.language;
    let label = ui.strong(language.text("cases.note"));
    let hint = language.text("cases.note-hint");
    text_ui(ui, &mut pane.note, &hint, &label);
    controls_ui(ui, |ui| {
        let add = Button::new((Icon::Good.atom(), language.text("cases.add-note")));
        if ui.add_enabled(!pane.note.trim().is_empty(), add).clicked() {
            let change = CaseChange::Note(pane.note.trim().to_owned());
            commands.push(Command::Case(CaseCommand::Add(change)));
            pane.note.clear();
        }
    });
}

/// Draws a field of several lines; returns whether its text changed.
fn text_ui(ui: &mut Ui, text: &mut String, hint: &str, label: &egui::Response) -> bool {
    let field = TextEdit::multiline(text)
        .hint_text(hint)
        .desired_rows(LINES)
        .desired_width(f32::INFINITY);
    text_field_ui(ui, field).labelled_by(label.id).changed()
}

/// Draws an entry of the history, with its time in the time zone of the case.
fn entry_ui(ui: &mut Ui, state: &State, entry: &CaseEntry, utc_offset: i32) {
    let weak = Tokens::of(ui).weak;
    ui.add_space(SMALL_GAP);
    let by = if entry.by.is_empty() {
        String::new()
    } else {
        format!(" · {}", entry.by)
    };
    let when = RichText::new(format!("{}{by}", minute_by_clock(entry.at, utc_offset)));
    ui.add(Label::new(when.small().color(weak)).wrap());
    ui.add(Label::new(state.language.case_change(&entry.change)).wrap());
}
