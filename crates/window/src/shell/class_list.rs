//! Dialog for the class list: reads a list, corrects its columns, and shows students without a submission and files without a
//! student.

use egui::{Button, ComboBox, Grid, Id, RichText, ScrollArea, TextEdit, Ui};

use crate::widgets::dialog::modal_ui;
use crate::widgets::focus;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui, name_button_ui, one_line, shortened};
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_compare::DocumentIndex;
use chachong_messages::Language;
use chachong_submission::{ClassList, Column};
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;
use chachong_window_model::submission_changes::{ListDialog, SubmissionCommand, listed_name};

/// Width of the dialog, in points.
const WIDTH: f32 = 720.0;
/// Height of the dialog beside its content (title, buttons, margins) and of the space around it, in points.
const BESIDE_CONTENT: f32 = 170.0;
/// Number of rows of the table that are shown.
const ROWS: usize = 6;
/// Width of a column, in points.
const COLUMN: f32 = 132.0;
/// Maximum width of a cell's text, in columns: a Chinese character takes two.
const CELL_COLUMNS: usize = 18;

/// Draws the dialog over the page.
pub(crate) fn class_list_ui(
    ui: &Ui,
    state: &State,
    dialog: &ListDialog,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut changed = dialog.clone();
    let mut given = Vec::new();
    let title = language.text("class-list.title");
    let modal = modal_ui(ui, "class-list", WIDTH, &title, |ui, window| {
        ui.add_space(GAP);
        if let Some(failed) = &dialog.failed {
            ui.colored_label(Tokens::of(ui).near, failed);
            ui.add_space(SMALL_GAP);
        }
        let most = window.y - BESIDE_CONTENT;
        let content = ScrollArea::vertical().max_height(most);
        let used = state.check.submission_settings.list.as_deref();
        content.show(ui, |ui| {
            focus::keep_in_sight(ui);
            match (&mut changed.draft, used) {
                (Some(draft), _) => draft_ui(ui, draft, language),
                (None, Some(list)) => used_ui(ui, state, list, commands),
                (None, None) => ways_ui(ui, &mut changed, language),
            }
        });
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            given.extend(buttons_ui(ui, state, &mut changed, used, commands));
        });
    });
    if changed != *dialog {
        // Before what follows in the same frame, which uses what was chosen.
        let change = SubmissionCommand::ChangeList(Box::new(changed));
        commands.insert(0, Command::Submission(change));
    }
    if modal.should_close() {
        given.push(SubmissionCommand::CloseList);
    }
    commands.extend(given.into_iter().map(Command::Submission));
}

/// Draws the buttons of the dialog. Returns the command of the pressed button; `None` without one.
fn buttons_ui(
    ui: &mut Ui,
    state: &State,
    dialog: &mut ListDialog,
    used: Option<&ClassList>,
    commands: &mut Vec<Command>,
) -> Option<SubmissionCommand> {
    let language = state.language;
    let mut asked = None;
    let mut closing = "class-list.close";
    if let Some(draft) = &dialog.draft {
        closing = "export.cancel";
        let use_it = Button::new((Icon::Good.atom(), language.text("class-list.use")));
        if ui.add_enabled(!draft.entries.is_empty(), use_it).clicked() {
            asked = Some(SubmissionCommand::UseList);
        }
    } else {
        let choose = Button::new((Icon::OpenFile.atom(), language.text("class-list.choose")));
        if ui
            .add_enabled(state.shell.dialog.is_none(), choose)
            .clicked()
        {
            // The dialog comes back with what was read.
            commands.push(Command::Ask(Purpose::ClassList));
            asked = Some(SubmissionCommand::CloseList);
        }
        if let Some(list) = used {
            let columns = (Icon::Correct.atom(), language.text("class-list.columns"));
            if ui.button(columns).clicked() {
                dialog.draft = Some(list.clone());
            }
            let remove = (Icon::TakeOut.atom(), language.text("class-list.remove"));
            if ui.button(remove).clicked() {
                asked = Some(SubmissionCommand::RemoveList);
            }
        } else {
            let read = Button::new(language.text("class-list.read-pasted"));
            let is_pasted = !dialog.pasted.trim().is_empty();
            if ui.add_enabled(is_pasted, read).clicked() {
                asked = Some(SubmissionCommand::ReadPasted);
            }
        }
    }
    if ui.button(language.text(closing)).clicked() {
        asked = Some(SubmissionCommand::CloseList);
    }
    asked
}

/// Draws the ways to give a list: a file, a drop, or pasted names.
fn ways_ui(ui: &mut Ui, dialog: &mut ListDialog, language: Language) {
    ui.label(language.text("class-list.ways"));
    ui.add_space(SMALL_GAP);
    let label = ui.label(language.text("class-list.paste"));
    let field = TextEdit::multiline(&mut dialog.pasted)
        .hint_text(language.text("class-list.paste-hint"))
        .desired_rows(8)
        .desired_width(f32::INFINITY);
    text_field_ui(ui, field).labelled_by(label.id);
    ui.weak(RichText::new(language.text("class-list.stays")).small());
}

/// Draws which rows of a list were not read as students; draws nothing if there are none.
fn left_out_ui(ui: &mut Ui, list: &ClassList, language: Language) {
    let rows: Vec<String> = list.left_out().iter().map(|row| one_line(row)).collect();
    if !rows.is_empty() {
        let names = rows.join(&language.text("punctuation.comma"));
        let count = rows.len();
        ui.label(language.fill(
            "class-list.left-out",
            &[("count", &count), ("names", &names)],
        ));
    }
}

/// Draws the first rows of a list that was read, and the meaning of each column, which can be corrected.
fn draft_ui(ui: &mut Ui, list: &mut ClassList, language: Language) {
    let count = list.entries.len();
    ui.label(language.fill("class-list.students", &[("count", &count)]));
    left_out_ui(ui, list, language);
    ui.weak(language.text("class-list.columns-hint"));
    ui.add_space(SMALL_GAP);
    let name_of = |column: Option<Column>| {
        let name = column.map_or("unused", Column::name);
        language.text(&format!("class-list.column.{name}"))
    };
    let mut corrected = None;
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("class-list")
            .striped(true)
            .min_col_width(COLUMN)
            .show(ui, |ui| {
                let columns = list.columns().iter().enumerate();
                let labels: Vec<Id> = columns
                    .map(|(at, _)| {
                        let heading = list.headings().get(at).filter(|text| !text.is_empty());
                        let number = at + 1;
                        let text = heading.map_or_else(
                            || language.fill("class-list.column-number", &[("number", &number)]),
                            |text| shortened(&one_line(text), CELL_COLUMNS),
                        );
                        ui.weak(text).id
                    })
                    .collect();
                ui.end_row();
                for ((at, &column), label) in list.columns().iter().enumerate().zip(labels) {
                    let choice = ComboBox::from_id_salt(("class-list", at))
                        .width(COLUMN - 8.0)
                        .selected_text(name_of(column));
                    let choice = choice.show_ui(ui, |ui| {
                        let meanings = Column::ALL.into_iter().map(Some);
                        for meaning in [None].into_iter().chain(meanings) {
                            let is_chosen = meaning == column;
                            if ui.selectable_label(is_chosen, name_of(meaning)).clicked() {
                                corrected = Some((at, meaning));
                            }
                        }
                    });
                    choice.response.labelled_by(label);
                }
                ui.end_row();
                for row in list.rows().iter().take(ROWS) {
                    for cell in row {
                        ui.label(shortened(&one_line(cell), CELL_COLUMNS));
                    }
                    ui.end_row();
                }
            });
    });
    if let Some((at, meaning)) = corrected {
        list.set_column(at, meaning);
    }
}

/// Draws the students of the list in use without a submission, and the files that belong to none of its students.
fn used_ui(ui: &mut Ui, state: &State, list: &ClassList, commands: &mut Vec<Command>) {
    let language = state.language;
    let count = list.entries.len();
    ui.label(language.fill("class-list.students", &[("count", &count)]));
    left_out_ui(ui, list, language);
    ui.add_space(SMALL_GAP);
    if state.check.result.documents.is_empty() {
        return;
    }
    if !state.check.submissions_are_current() {
        busy_ui(ui, language);
        return;
    }
    let submissions = &state.check.result.submissions;
    let missing = submissions.missing.len();
    let strong = |text: String| RichText::new(text).strong();
    let heading = if state.check.result.has_lost_archive() {
        "class-list.unknown"
    } else {
        "class-list.missing"
    };
    ui.label(strong(language.fill(heading, &[("count", &missing)])));
    for entry in (submissions.missing.iter()).filter_map(|&at| list.entries.get(at)) {
        ui.label(one_line(&listed_name(entry)));
    }
    ui.add_space(GAP);
    let files = submissions.unassigned.len();
    ui.label(strong(
        language.fill("class-list.unassigned", &[("count", &files)]),
    ));
    for document in submissions.unassigned.iter().copied().map(DocumentIndex) {
        let Some(name) = state.check.result.document(document).map(|one| &one.name) else {
            continue;
        };
        if name_button_ui(ui, name).clicked() {
            commands.push(Command::Submission(SubmissionCommand::CloseList));
            commands.push(Command::Go(Page::Document(document)));
        }
    }
}
