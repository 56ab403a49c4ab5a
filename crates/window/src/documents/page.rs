//! Documents table: sortable and filterable; only visible rows are laid out.

use egui::{Align, Atoms, Button, Layout, Response, RichText, Role, Sense, Ui, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder};

use crate::documents::cells::{
    closest_ui, copied_ui, field_ui, possible_share_ui, rare_ui, strongest_ui,
};
use crate::documents::given_text::given_text_ui;
use crate::documents::menu::{keys, menu_ui};
use crate::documents::verdict_filter::{none_shown_ui, verdict_ui};
use crate::documents::versions::{after_name_ui, before_name_ui};
use crate::widgets::explanation::explanation;
use crate::widgets::filter_field::filter_field_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, name_button_ui, number_ui, status_ui};
use crate::widgets::recognise::recognise_ui;
use crate::widgets::theme::{ROW, Tokens};
use chachong_check::Document;
use chachong_messages::grouped;
use chachong_record::RecordField;
use chachong_window_model::columns::{Column, Show};
use chachong_window_model::command::{Command, RowCommand, SettingCommand};
use chachong_window_model::page::Page;
use chachong_window_model::selection::Mark;
use chachong_window_model::state::State;

const COLUMNS: [(Column, &str); 16] = [
    (Column::Name, "documents.name"),
    (Column::Record(RecordField::Author), "record.author"),
    (
        Column::Record(RecordField::StudentNumber),
        "record.student-number",
    ),
    (Column::Record(RecordField::Title), "record.title"),
    (Column::Record(RecordField::Supervisor), "record.supervisor"),
    (
        Column::Record(RecordField::Institution),
        "record.institution",
    ),
    (Column::Record(RecordField::Year), "record.year"),
    (Column::Format, "documents.format"),
    (Column::Characters, "documents.characters"),
    (Column::Copied, "documents.copied"),
    (Column::Rare, "documents.rare"),
    (Column::Possible, "documents.possible"),
    (Column::Strongest, "documents.strongest"),
    (Column::Closest, "documents.closest"),
    (Column::Distance, "documents.distance"),
    (Column::Status, "documents.status"),
];

/// Fields with a column, in the order of [`COLUMNS`].
const RECORD_COLUMNS: [RecordField; 6] = [
    RecordField::Author,
    RecordField::StudentNumber,
    RecordField::Title,
    RecordField::Supervisor,
    RecordField::Institution,
    RecordField::Year,
];

/// Minimum width, in points, of the columns with a name and with the closest document.
const LEAST_NAME: f32 = 160.0;
const LEAST_NEAREST: f32 = 140.0;
/// Space between two columns, in points.
const BETWEEN: f32 = 8.0;

/// Returns the width of a column in points; `None` for a column that grows.
const fn width_of(column: Column) -> Option<f32> {
    match column {
        Column::Format | Column::Record(RecordField::Year) => Some(56.0),
        Column::Characters | Column::Distance => Some(84.0),
        Column::Copied => Some(120.0),
        Column::Rare => Some(64.0),
        Column::Possible => Some(108.0),
        Column::Strongest => Some(160.0),
        Column::Status => Some(100.0),
        Column::Record(RecordField::Title) => Some(220.0),
        Column::Record(RecordField::Institution) => Some(140.0),
        Column::Record(RecordField::StudentNumber) => Some(112.0),
        Column::Record(_) => Some(96.0),
        Column::Name | Column::Closest => None,
    }
}

/// Columns that there is room for.
#[derive(Clone, Copy)]
struct Fits<'s> {
    /// Minimum rank, 0..=[`HIGHEST_RANK`], of the columns that fit into the table.
    rank: u8,
    /// Whether the column of possible passages is shown.
    possible: bool,
    /// Fields of the bibliographic record that a document states.
    fields: &'s [RecordField],
}

/// Rank of the columns that are always shown.
const HIGHEST_RANK: u8 = 6;

/// Returns the rank of a column, 0..=[`HIGHEST_RANK`]: in a narrow window the columns of the lowest rank are shown only on the page of
/// the document.
const fn rank(column: Column) -> u8 {
    match column {
        Column::Record(RecordField::Author) => 2,
        Column::Record(RecordField::StudentNumber) => 1,
        Column::Record(_) => 0,
        Column::Format | Column::Characters => 3,
        Column::Strongest => 4,
        Column::Possible | Column::Rare => 5,
        _ => HIGHEST_RANK,
    }
}

impl<'s> Fits<'s> {
    fn of(width: f32, possible: bool, fields: &'s [RecordField]) -> Self {
        let of_rank = |rank| Self {
            rank,
            possible,
            fields,
        };
        let fitting = (0..HIGHEST_RANK)
            .map(of_rank)
            .find(|fits| fits.most_name(width) > LEAST_NAME);
        fitting.unwrap_or(of_rank(HIGHEST_RANK))
    }

    fn shows(self, column: Column) -> bool {
        let is_there = match column {
            Column::Possible => self.possible,
            Column::Record(field) => self.fields.contains(&field),
            _ => true,
        };
        is_there && rank(column) >= self.rank
    }

    /// Returns the columns that are shown, in their order.
    fn columns(self) -> impl Iterator<Item = (Column, &'static str)> + 's {
        (COLUMNS.into_iter()).filter(move |&(column, _)| self.shows(column))
    }

    /// Returns the maximum width of the name column, in points: what the other columns leave.
    fn most_name(self, width: f32) -> f32 {
        let fixed: f32 = (self.columns())
            .filter_map(|(column, _)| width_of(column))
            .map(|width| width + BETWEEN)
            .sum();
        (width - fixed - BETWEEN - LEAST_NEAREST).max(LEAST_NAME)
    }
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
    let width = ui.available_width();
    let fits = Fits::of(width, state.settings.possible, &state.table.fields);
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
            Width::initial(width * 0.32)
                .range(LEAST_NAME..=fits.most_name(width))
                .clip(true)
                .resizable(true),
        );
    for (column, _) in fits.columns().skip(1) {
        table = table.column(match width_of(column) {
            Some(width) => Width::exact(width),
            None => Width::remainder().at_least(LEAST_NEAREST).clip(true),
        });
    }
    table
        .header(ROW, |mut header| {
            for (column, key) in fits.columns() {
                header.col(|ui| {
                    if column == Column::Characters {
                        let from_right = Layout::right_to_left(Align::Center);
                        ui.with_layout(from_right, |ui| {
                            heading_ui(ui, state, column, key, commands);
                        });
                    } else {
                        heading_ui(ui, state, column, key, commands);
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, state.table.rows.len(), |mut row| {
                let Some(&position) = state.table.rows.get(row.index()) else {
                    return;
                };
                let document = &state.check.documents[position];
                row.set_selected(selection.documents.contains(&position));
                row.col(|ui| {
                    before_name_ui(ui, state, position, commands);
                    // The name button covers the row and takes its clicks.
                    let name = name_button_ui(ui, &document.name);
                    row_clicked(&name, state, position, document, commands);
                    after_name_ui(ui, state, position);
                });
                for field in RECORD_COLUMNS {
                    if fits.shows(Column::Record(field)) {
                        row.col(|ui| field_ui(ui, state, position, field));
                    }
                }
                if fits.shows(Column::Format) {
                    row.col(|ui| {
                        ui.label(document.format.map_or("", |format| format.name()));
                    });
                    row.col(|ui| {
                        let text = document
                            .reading()
                            .map_or_else(String::new, |r| grouped(r.characters));
                        number_ui(ui, text);
                    });
                }
                row.col(|ui| copied_ui(ui, state, position));
                if fits.shows(Column::Rare) {
                    row.col(|ui| rare_ui(ui, state, position));
                }
                if fits.shows(Column::Possible) {
                    row.col(|ui| possible_share_ui(ui, state, position));
                }
                if fits.shows(Column::Strongest) {
                    row.col(|ui| strongest_ui(ui, state, position));
                }
                closest_ui(&mut row, state, position, commands);
                row.col(|ui| {
                    status_ui(ui, document.status(), state.language)
                        .on_hover_text(explanation(document, state));
                });
                row_clicked(&row.response(), state, position, document, commands);
            });
        });
}

/// Returns whether there is only one document and nothing to compare it with, so that a share of 0 says nothing.
/// Says that a single document has nothing to be compared with.
fn alone_ui(ui: &mut Ui, state: &State) {
    if is_alone(state) {
        let text = state.language.text("documents.alone");
        ui.label(RichText::new(text).color(Tokens::of(ui).related));
    }
}

fn is_alone(state: &State) -> bool {
    let has_library = state.settings.against_library && !state.library.members.is_empty();
    state.check.progress.is_none() && state.checked() == 1 && !has_library
}

/// Handles clicks on a row: a click shows the document, with Ctrl or Shift it marks rows, a right click opens the menu.
fn row_clicked(
    row: &Response,
    state: &State,
    position: usize,
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
    if row.secondary_clicked() && !state.table.selection.documents.contains(&position) {
        commands.push(Command::Row(RowCommand::Mark(position, Mark::Only)));
    }
    row.context_menu(|ui| menu_ui(ui, state, position, document, commands));
}

fn filter_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    controls_ui(ui, |ui| {
        filter_field_ui(ui, state, commands);
        verdict_ui(ui, state, commands);
        ui.add_space(8.0);
        for (show, key) in [
            (Show::All, "documents.show-all"),
            (Show::Similar, "documents.show-similar"),
            (Show::Problems, "documents.show-problems"),
        ] {
            if ui
                .selectable_label(state.table.show == show, language.text(key))
                .clicked()
            {
                commands.push(Command::Show(show));
            }
        }
        if state.copied().is_some() {
            let mut possible = state.settings.possible;
            let check = ui.checkbox(&mut possible, language.text("documents.show-possible"));
            if check
                .on_hover_text(language.text("possible.hint"))
                .changed()
            {
                commands.push(Command::Setting(SettingCommand::ShowPossible(possible)));
            }
        }
        recognise_ui(ui, state, &state.table.unrecognised, commands);
        ui.label(
            RichText::new(language.fill(
                "documents.count",
                &[
                    ("shown", &state.table.rows.len()),
                    ("all", &state.checked()),
                ],
            ))
            .color(Tokens::of(ui).weak),
        );
    });
}

fn heading_ui(ui: &mut Ui, state: &State, column: Column, key: &str, commands: &mut Vec<Command>) {
    let (sorted, ascending) = state.sorted_by();
    let arrow = (sorted == column).then_some(if ascending {
        (" ▲", Icon::Ascending)
    } else {
        (" ▼", Icon::Descending)
    });
    let name = state.language.text(key);
    let mut shown = Atoms::new(RichText::new(&name).color(Tokens::of(ui).weak));
    if let Some((_, icon)) = arrow {
        shown.push_right(icon.atom());
    }
    let heading = ui.add(Button::new(shown).frame(false));
    heading.widget_info(|| {
        let spoken = name.clone() + arrow.map_or("", |(sign, _)| sign);
        WidgetInfo::labeled(Role::Button, true, spoken)
    });
    let mut hint = state.language.text("documents.sort-hint");
    let more = match column {
        Column::Closest => Some("documents.closest-hint"),
        Column::Rare => Some("shares.rare-hint"),
        Column::Possible => Some("possible.hint"),
        Column::Strongest => Some("documents.strongest-hint"),
        _ => None,
    };
    if let Some(more) = more {
        hint = format!("{}\n{hint}", state.language.text(more));
    }
    if heading.on_hover_text(hint).clicked() {
        commands.push(Command::SortBy(column));
    }
}
