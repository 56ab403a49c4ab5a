//! List of the library's cases, with filters.

use egui::{Align, Button, Layout, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::filter_field::filter_field_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{colored_name_ui, controls_ui, cut_text_ui};
use crate::widgets::theme::{ROW, Tokens};
use chachong_case::{CaseState, CaseSummary};
use chachong_messages::day;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::Command;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Width of the filter field, in points.
const FILTER: f32 = 200.0;
/// Widths of the columns of number, state and days, in points.
const NUMBER: f32 = 60.0;
const STATE: f32 = 185.0;
const DAY: f32 = 90.0;
/// Minimum width of the columns of names, in points.
const LEAST_NAME: f32 = 60.0;

pub(crate) fn cases_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.heading(language.text("pages.cases"));
    if !state.library.is_open() {
        ui.weak(language.text("cases.no-library"));
        return;
    }
    ui.weak(language.text("cases.explanation"));
    controls_ui(ui, |ui| filters_ui(ui, state, commands));
    ui.add_space(4.0);
    let cases = state.cases.filtered();
    if cases.is_empty() {
        let key = if state.cases.list.is_empty() {
            "cases.none"
        } else {
            "cases.none-shown"
        };
        ui.weak(language.text(key));
        return;
    }
    table_ui(ui, state, &cases, commands);
}

/// Draws, instead of the cases, that names are hidden, since cases contain names.
pub(crate) fn hidden_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.heading(language.text("pages.cases"));
    ui.weak(language.text("cases.hidden"));
    if ui.button(language.text("cases.show-names")).clicked() {
        commands.push(Command::HideNames(false));
    }
}

/// Draws the field and the states that filter the list, and the buttons for files.
fn filters_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let keys = ("cases.filter", "cases.filter-hint");
    let typed = filter_field_ui(ui, language, keys, &state.cases.typed, FILTER);
    commands.extend(typed.map(|typed| Command::Case(CaseCommand::Filter(typed))));
    let states = CaseState::NAMES.map(Some);
    for name in [None].into_iter().chain(states) {
        let key = name.map_or("cases.state-any".to_owned(), |name| {
            format!("case.state.{name}")
        });
        let is_chosen = state.cases.state == name;
        let count = match name {
            None => state.cases.list.len(),
            Some(name) => {
                let cases = state.cases.list.iter();
                cases.filter(|case| case.state.name() == name).count()
            }
        };
        let text = format!("{} ({count})", language.text(&key));
        if ui.selectable_label(is_chosen, text).clicked() {
            commands.push(Command::Case(CaseCommand::ShowState(name)));
        }
    }
    let has_dialog = state.shell.dialog.is_some();
    let import = Button::new((Icon::OpenFile.atom(), language.text("cases.import")));
    let import = ui.add_enabled(!has_dialog, import);
    let hint = language.text("cases.import-hint");
    if import.on_hover_text(hint).clicked() {
        commands.push(Command::Ask(Purpose::ImportCase));
    }
    let table = Button::new((Icon::Export.atom(), language.text("cases.table")));
    let is_there = !has_dialog && !state.cases.list.is_empty();
    let table = ui.add_enabled(is_there, table);
    let hint = language.text("cases.table-hint");
    if table.on_hover_text(hint).clicked() {
        commands.push(Command::Ask(Purpose::SaveCaseTable));
    }
}

fn table_ui(ui: &mut Ui, state: &State, cases: &[&CaseSummary], commands: &mut Vec<Command>) {
    let language = state.language;
    // The names share what the other columns leave.
    let spaces = ui.spacing().item_spacing.x * 6.0 + ui.spacing().scroll.allocated_width();
    let rest = ui.available_width() - NUMBER - STATE - 2.0 * DAY - spaces;
    let name = || Width::exact((rest / 2.0).max(LEAST_NAME)).clip(true);
    TableBuilder::new(ui)
        .id_salt("cases")
        .striped(true)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(NUMBER))
        .column(name())
        .column(name())
        .column(Width::exact(STATE).clip(true))
        .column(Width::exact(DAY))
        .column(Width::exact(DAY))
        .header(ROW, |mut header| {
            for key in [
                "cases.number",
                "cases.about",
                "cases.sources",
                "cases.state",
                "cases.opened",
                "cases.changed",
            ] {
                header.col(|ui| {
                    ui.weak(language.text(key));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, cases.len(), |mut row| {
                let Some(case) = cases.get(row.index()) else {
                    return;
                };
                row_ui(&mut row, state, case, commands);
            });
        });
}

fn row_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    state: &State,
    case: &CaseSummary,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    row.col(|ui| {
        ui.label(case.id.0.to_string());
    });
    row.col(|ui| {
        let (text, calm) = (about(case), Tokens::of(ui).calm);
        if colored_name_ui(ui, &text, calm).clicked() {
            commands.push(Command::Case(CaseCommand::Show(case.id)));
        }
    });
    row.col(|ui| {
        cut_text_ui(
            ui,
            case.sources.join(&language.text("punctuation.semicolon")),
        );
    });
    row.col(|ui| {
        cut_text_ui(ui, language.case_state(&case.state));
    });
    for at in [case.opened_at, case.changed_at] {
        row.col(|ui| {
            ui.label(day(at));
        });
    }
}

/// Returns the author, the student number and the names of up to two documents that a case is about, as text.
fn about(case: &CaseSummary) -> String {
    let people = case.author.iter().chain(&case.student_number);
    let names = case.documents.iter().take(2);
    let parts: Vec<&str> = people.chain(names).map(String::as_str).collect();
    parts.join(" · ")
}
