//! Documents table: sortable and filterable; only visible rows are laid out.

use std::ops::Range;

use chachong_compare::DocumentIndex;
use egui::{Align, Id, Layout, Response, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder};
use egui_extras::{Column as Width, TableBuilder};

use crate::documents::cells::{cell_ui, reason_ui};
use crate::documents::given_text::given_text_ui;
use crate::documents::menu::{keys, menu_ui};
use crate::documents::row_name::row_name_ui;
use crate::documents::verdict_filter::{none_shown_ui, verdict_ui};
use crate::widgets::decision::decision_filter_ui;
use crate::widgets::filter_field::name_filter_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, keep_whole, text_width};
use crate::widgets::recognise::recognise_ui;
use crate::widgets::settling::redraw_if_new;
use crate::widgets::table_heading::heading_ui;
use crate::widgets::theme::{ROW, Tokens, is_short};
use chachong_check::{Document, Status};
use chachong_window_model::columns::{COLUMNS, Column, HIGHEST_RANK, Show, TableColumn};
use chachong_window_model::command::{Command, RowCommand, SettingCommand};
use chachong_window_model::page::Page;
use chachong_window_model::selection::Mark;
use chachong_window_model::state::State;
use chachong_window_model::submission_changes::SubmissionCommand;

/// Minimum width, in points, of the columns with a name and with the closest document.
const LEAST_NAME: f32 = 160.0;
const LEAST_NEAREST: f32 = 140.0;
/// Columns of lower rank are hidden until the name column can be wider than this, in points.
const GOOD_NAME: f32 = 200.0;
/// Maximum width, in points, of a usual name for which columns of lower rank are hidden; longer names are shortened.
const LONG_NAME: f32 = 280.0;
/// Space that stays above and below the menu of a row in a low window, in points.
const MENU_MARGIN: f32 = 16.0;
/// Space between two columns, in points.
const BETWEEN: f32 = 8.0;

/// Returns the columns that are wanted and that there is room for beside a usual name and that of its closest document, in their order.
fn fitting(ui: &Ui, width: f32, state: &State) -> Vec<TableColumn> {
    let font = TextStyle::Button.resolve(ui.style());
    let usual = text_width(ui, &state.table.names.usual, &font).min(LONG_NAME);
    let good_name = GOOD_NAME.max(2.0 * usual + BETWEEN - LEAST_NEAREST);
    let of_rank = |rank: u8| {
        let columns = COLUMNS.into_iter();
        let shown = columns.filter(|column| column.rank >= rank && column.is_wanted(state));
        shown.collect::<Vec<_>>()
    };
    (0..HIGHEST_RANK)
        .map(of_rank)
        .find(|columns| most_name(columns, width) > good_name)
        .unwrap_or_else(|| of_rank(HIGHEST_RANK))
}

/// Returns the maximum width of the name column, in points: what the other columns leave.
fn most_name(columns: &[TableColumn], width: f32) -> f32 {
    let fixed = columns.iter().filter_map(|column| column.width);
    let fixed: f32 = fixed.map(|width| width + BETWEEN).sum();
    (width - fixed - BETWEEN - LEAST_NEAREST).max(LEAST_NAME)
}

pub(crate) fn documents_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    filter_ui(ui, state, commands);
    keys(ui, state, commands);
    alone_ui(ui, state);
    given_text_ui(ui, state, commands);
    ui.add_space(4.0);
    if state.table.rows.is_empty() && state.check.progress.is_none() {
        none_shown_ui(ui, state, commands);
        return;
    }
    table_ui(ui, state, commands);
}

fn table_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let width = ui.available_width();
    let columns = fitting(ui, width, state);
    let most_name = most_name(&columns, width);
    let shown: Vec<Column> = columns.iter().map(|column| column.column).collect();
    redraw_if_new(ui.ctx(), Id::unique("documents-look"), (width, shown));
    let mut table = TableBuilder::new(ui);
    let selection = &state.table.selection;
    let followed = selection.at.filter(|_| selection.follow);
    let place = followed.and_then(|at| state.table.rows.iter().position(|&row| row == at));
    if let Some(place) = place {
        table = table.scroll_to_row(place, None);
        // Only once: afterwards the person may scroll elsewhere.
        commands.push(Command::Row(RowCommand::RowShown));
    }
    table = table
        .id_salt("documents")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(
            Width::initial(f32::midpoint(most_name, LEAST_NEAREST).max(LEAST_NAME))
                .range(LEAST_NAME..=most_name)
                .clip(true)
                .resizable(true),
        );
    for column in columns.iter().skip(1) {
        table = table.column(match column.width {
            Some(width) => Width::exact(width),
            None => Width::remainder().at_least(LEAST_NEAREST).clip(true),
        });
    }
    let table = table.header(ROW, |mut header| {
        for column in &columns {
            header.col(|ui| {
                if column.column == Column::Characters {
                    let from_right = Layout::right_to_left(Align::Center);
                    ui.with_layout(from_right, |ui| {
                        sort_heading_ui(ui, state, column, commands);
                    });
                } else {
                    sort_heading_ui(ui, state, column, commands);
                }
            });
        }
    });
    table.body(|body| {
        body.rows(ROW, state.table.rows.len(), |mut row| {
            let Some(&position) = state.table.rows.get(row.index()) else {
                return;
            };
            let document = &state.check.result.documents[position];
            row.set_selected(selection.marked.contains(&position));
            row.col(|ui| {
                // The name button covers the row and takes its clicks.
                let name = row_name_ui(ui, state, position, commands);
                row_clicked(&name, state, position, document, commands);
            });
            let empty = if is_unread(state, position) {
                empty_cells(&columns)
            } else {
                0..0
            };
            let mut left = 0.0;
            for (at, column) in columns.iter().enumerate().skip(1) {
                row.col(|ui| {
                    if at == empty.start {
                        left = ui.max_rect().min.x;
                    }
                    if at == empty.end && !empty.is_empty() {
                        // Each cell is painted over those before it.
                        over_cells_ui(ui, left, |ui| reason_ui(ui, state, position));
                    }
                    if !empty.contains(&at) {
                        cell_ui(ui, state, position, column.column, commands);
                    }
                });
            }
            row_clicked(&row.response(), state, position, document, commands);
        });
    });
}

/// Returns whether nothing of a row was read, so that it has no figures.
fn is_unread(state: &State, position: DocumentIndex) -> bool {
    (state.check.row_documents(position))
        .all(|one| state.check.result.documents[one].content().is_none())
}

/// Returns the columns with figures, which are empty for a document that was not read.
fn empty_cells(columns: &[TableColumn]) -> Range<usize> {
    let at = |column: Column| columns.iter().position(|one| one.column == column);
    let first = [
        Column::Finding,
        Column::Copied,
        Column::Weighted,
        Column::Possible,
        Column::Strongest,
        Column::Closest,
    ];
    let after = at(Column::Decision).or_else(|| at(Column::Status));
    let first = first.into_iter().find_map(at);
    first.zip(after).map_or(0..0, |(first, after)| first..after)
}

/// Draws over the cells before this one, from `left` on.
fn over_cells_ui(ui: &mut Ui, left: f32, draw: impl FnOnce(&mut Ui)) {
    let mut rect = ui.max_rect();
    (rect.min.x, rect.max.x) = (left, rect.min.x - BETWEEN);
    let mut clip = ui.clip_rect();
    (clip.min.x, clip.max.x) = (rect.min.x, rect.max.x);
    let layout = Layout::left_to_right(Align::Center);
    let mut wide = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    wide.set_clip_rect(clip);
    draw(&mut wide);
}

/// Says that a single document has nothing to be compared with.
fn alone_ui(ui: &mut Ui, state: &State) {
    if is_alone(state) {
        let text = state.language.text("documents.alone");
        ui.colored_label(Tokens::of(ui).related, text);
    }
}

/// Returns whether there is only one document and nothing to compare it with, so that a share of 0 says nothing.
fn is_alone(state: &State) -> bool {
    let has_library = state.settings.against_library && !state.library.members.is_empty();
    state.check.progress.is_none() && state.check.checked() == 1 && !has_library
}

/// Handles clicks on a row: a click shows the document, with Ctrl or Shift it marks rows, a right click opens the menu.
fn row_clicked(
    row: &Response,
    state: &State,
    position: DocumentIndex,
    document: &Document,
    commands: &mut Vec<Command>,
) {
    if row.clicked() {
        let modifiers = row.ctx.input(|input| input.modifiers);
        commands.push(if modifiers.shift {
            Command::Row(RowCommand::Mark(position, Mark::UpTo))
        } else if modifiers.command {
            Command::Row(RowCommand::Mark(position, Mark::Toggle))
        } else {
            Command::Go(Page::Document(position))
        });
    }
    // The menu acts on the marked rows, so the clicked row is marked first for the person to see.
    if row.secondary_clicked() && !state.table.selection.marked.contains(&position) {
        commands.push(Command::Row(RowCommand::Mark(position, Mark::Only)));
    }
    row.context_menu(|ui| {
        if is_short(ui.ctx()) {
            // The window may be lower than the menu.
            let height = ui.ctx().content_rect().height() - 2.0 * MENU_MARGIN;
            ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| menu_ui(ui, state, position, document, commands));
        } else {
            menu_ui(ui, state, position, document, commands);
        }
    });
}

fn filter_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    controls_ui(ui, |ui| {
        name_filter_ui(ui, state, commands);
        verdict_ui(ui, state, commands);
        if state.check.has_document_decisions() {
            let show = Command::ShowDecision;
            decision_filter_ui(ui, state.language, state.table.decision, show, commands);
        }
        ui.add_space(8.0);
        for (show, key) in [
            (Show::All, "documents.show-all"),
            (Show::Similar, "documents.show-similar"),
            (Show::Problems, "documents.show-problems"),
        ] {
            let failed = state.check.count(Status::Failed);
            let text = if show == Show::Problems && failed > 0 {
                let text = language.fill("documents.show-failed", &[("count", &failed)]);
                RichText::new(text).color(Tokens::of(ui).near)
            } else {
                RichText::new(language.text(key))
            };
            if ui
                .selectable_label(state.table.show == show, text)
                .clicked()
            {
                commands.push(Command::Show(show));
            }
        }
        if state.copied().is_some() {
            let mut possible = state.settings.possible;
            let check = ui.checkbox(&mut possible, language.text("documents.show-possible"));
            let hint = language.text("possible.hint");
            if check.on_hover_text(hint).changed() {
                commands.push(Command::Setting(SettingCommand::ShowPossible(possible)));
            }
        }
        recognise_ui(ui, state, &state.table.unrecognised, commands);
        class_list_ui(ui, state, commands);
        let count = count_text(state);
        keep_whole(ui, &count, 0.0);
        ui.weak(count);
    });
}

/// Draws the button that opens the class list, with the number of students who handed in nothing; no button if no student is known
/// or names are hidden.
fn class_list_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (check, language) = (&state.check, state.language);
    if !check.has_students() || check.is_blind() {
        return;
    }
    let missing = check.result.submissions.missing.len();
    let text = match missing {
        0 => language.text("class-list.open"),
        _ if check.result.has_lost_archive() => {
            language.fill("class-list.open-unknown", &[("count", &missing)])
        }
        _ => language.fill("class-list.open-missing", &[("count", &missing)]),
    };
    let button = ui.button((Icon::Students.atom(), text));
    let hint = language.text("class-list.hint");
    if button.on_hover_text(hint).clicked() {
        commands.push(Command::Submission(SubmissionCommand::OpenList));
    }
}

/// Returns a text with the number of rows that the filters show, counted in submissions if one has several documents.
fn count_text(state: &State) -> String {
    let (check, language) = (&state.check, state.language);
    if check.has_submissions() {
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("shown", &state.table.shown),
            ("all", &check.submission_count()),
            ("files", &check.checked()),
        ];
        return language.fill("submission.shown", &values);
    }
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("shown", &state.table.rows.len()),
        ("all", &check.checked()),
    ];
    language.fill("documents.count", &values)
}

fn sort_heading_ui(ui: &mut Ui, state: &State, column: &TableColumn, commands: &mut Vec<Command>) {
    let (sorted, ascending) = state.sorted_by();
    let heading = match column.column {
        Column::Name if state.check.has_submissions() => "submission.name",
        Column::Closest if state.check.has_submissions() => "submission.closest",
        _ => column.heading,
    };
    let name = state.language.text(heading);
    let mut hint = state.language.text("documents.sort-hint");
    if let Some(more) = column.hint {
        hint = format!("{}\n{hint}", state.language.text(more));
    }
    let sorted = (sorted == column.column).then_some(ascending);
    if heading_ui(ui, &name, sorted, &hint).clicked() {
        commands.push(Command::SortBy(column.column));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_messages::Language;

    #[test]
    fn a_row_that_a_cancelled_reading_did_not_reach_has_room_for_the_reason() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![Document::checked("essay", None, None)]);
        state.check.progress = None;
        assert!(is_unread(&state, DocumentIndex(0)));
    }
}
