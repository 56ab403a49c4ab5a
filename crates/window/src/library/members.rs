//! Table of the members on the library's page.

use egui::{Align, Checkbox, Label, Layout, Role, Sense, Ui, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use crate::widgets::labels::{hinted_ui, name_button_ui, number_ui, one_line};
use crate::widgets::table_heading::heading_ui;
use crate::widgets::theme::{ROW, Tokens};
use chachong_library::Member;
use chachong_messages::{day, grouped};
use chachong_record::RecordField;
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::library_view::LibraryView;
use chachong_window_model::member_table::MemberColumn::{self, Record};
use chachong_window_model::page::Page;
use chachong_window_model::state::State;

/// Width of the column of checkboxes, of the space between two columns, and minimum widths of the columns that grow, in points.
const MARK: f32 = 28.0;
const BETWEEN: f32 = 8.0;
const LEAST_NAME: f32 = 160.0;
const LEAST_WHERE: f32 = 120.0;

/// Column after the name's: its heading and width in points, and its rank: in a narrow window the lowest are hidden first.
struct Column {
    of: MemberColumn,
    heading: &'static str,
    width: f32,
    rank: u8,
}

const fn column(of: MemberColumn, heading: &'static str, width: f32, rank: u8) -> Column {
    Column {
        of,
        heading,
        width,
        rank,
    }
}

const COLUMNS: [Column; 8] = [
    column(Record(RecordField::Author), "record.author", 96.0, 3),
    column(
        Record(RecordField::StudentNumber),
        "record.student-number",
        112.0,
        1,
    ),
    column(Record(RecordField::Title), "record.title", 200.0, 2),
    column(Record(RecordField::Year), "record.year", 56.0, 1),
    column(MemberColumn::Batch, "library.batch", 132.0, 3),
    column(MemberColumn::Added, "column.added", 92.0, 3),
    column(MemberColumn::Format, "documents.format", 56.0, 0),
    column(MemberColumn::Characters, "documents.characters", 84.0, 0),
];
/// Rank above those of all columns.
const ABOVE_ALL: u8 = 4;

/// Returns the columns that have anything to show and that `width` has room for, and the width that is left for the name and,
/// during a search, the places in the texts. Widths are in points.
fn fitting(library: &LibraryView, width: f32) -> (Vec<&'static Column>, f32) {
    let of_rank = |least: u8| {
        let wanted = COLUMNS.iter().filter(|column| {
            let is_stated = MemberColumn::STATED.contains(&column.of);
            column.rank >= least && (!is_stated || library.table.stated.contains(&column.of))
        });
        let wanted: Vec<&Column> = wanted.collect();
        let fixed: f32 = (wanted.iter())
            .map(|column| column.width + BETWEEN)
            .sum::<f32>();
        (wanted, width - MARK - fixed - 2.0 * BETWEEN)
    };
    let least = if is_search(library) {
        LEAST_NAME + LEAST_WHERE + BETWEEN
    } else {
        LEAST_NAME
    };
    (0..ABOVE_ALL)
        .map(of_rank)
        .find(|&(_, left)| left >= least)
        .unwrap_or_else(|| of_rank(ABOVE_ALL))
}

/// Returns whether places in the texts are shown.
fn is_search(library: &LibraryView) -> bool {
    let typed = !library.typed.trim().is_empty();
    typed && library.table.rows.iter().any(|(_, hit)| hit.is_some())
}

pub(crate) fn members_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let library = &state.library;
    let (columns, left) = fitting(library, ui.available_width());
    let is_search = is_search(library);
    let mut table = TableBuilder::new(ui)
        .id_salt(("members", is_search))
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(MARK));
    table = if is_search {
        let most = (left - LEAST_WHERE - BETWEEN).max(LEAST_NAME);
        table.column(
            Width::initial(most * 0.5)
                .range(LEAST_NAME..=most)
                .clip(true)
                .resizable(true),
        )
    } else {
        table.column(Width::remainder().at_least(LEAST_NAME).clip(true))
    };
    for column in &columns {
        table = table.column(Width::exact(column.width));
    }
    if is_search {
        table = table.column(Width::remainder().at_least(LEAST_WHERE).clip(true));
    }
    let (sorted, ascending) = library.table.sorted_by();
    let explained = language.text("documents.sort-hint");
    let head_ui = |ui: &mut Ui, of: MemberColumn, key: &str, commands: &mut Vec<Command>| {
        let arrow = (sorted == of).then_some(ascending);
        if heading_ui(ui, &language.text(key), arrow, &explained).clicked() {
            commands.push(Command::Library(LibraryCommand::SortBy(of)));
        }
    };
    table
        .header(ROW, |mut header| {
            header.col(|ui| all_ui(ui, library, language, commands));
            header.col(|ui| head_ui(ui, MemberColumn::Name, "documents.name", commands));
            for column in &columns {
                header.col(|ui| {
                    if column.of == MemberColumn::Characters {
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            head_ui(ui, column.of, column.heading, commands);
                        });
                    } else {
                        head_ui(ui, column.of, column.heading, commands);
                    }
                });
            }
            if is_search {
                header.col(|ui| {
                    ui.weak(language.text("library.where"));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, library.table.rows.len(), |mut row| {
                let Some(&(position, hit)) = library.table.rows.get(row.index()) else {
                    return;
                };
                let Some(member) = library.members.get(position) else {
                    return;
                };
                member_ui(
                    &mut row,
                    state,
                    (member, hit),
                    (&columns, is_search),
                    commands,
                );
            });
        });
}

/// Draws the checkbox that marks all rows that are shown.
fn all_ui(
    ui: &mut Ui,
    library: &LibraryView,
    language: chachong_messages::Language,
    commands: &mut Vec<Command>,
) {
    let shown = || {
        (library.table.rows.iter())
            .filter_map(|&(position, _)| library.members.get(position))
            .map(|member| member.document)
    };
    let rows = library.table.rows.len();
    let mut all = rows > 0
        && rows <= library.marked.len()
        && shown().all(|document| library.marked.contains(&document));
    let response = ui.add(Checkbox::without_text(&mut all));
    let name = language.text("library.mark-all");
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, all, &name));
    if response.changed() {
        let shown = shown().collect();
        commands.push(Command::Library(LibraryCommand::Mark(shown, all)));
    }
}

fn member_ui(
    row: &mut TableRow<'_, '_>,
    state: &State,
    (member, hit): (&Member, Option<usize>),
    (columns, is_search): (&[&Column], bool),
    commands: &mut Vec<Command>,
) {
    let (language, library) = (state.language, &state.library);
    let name = one_line(&member.name);
    let mut marked = library.marked.contains(&member.document);
    let (mut changed, mut opened) = (false, false);
    row.col(|ui| {
        let response = ui.add(Checkbox::without_text(&mut marked));
        let label = language.fill("library.mark", &[("name", &name)]);
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, marked, &label));
        changed = response.changed();
    });
    row.col(|ui| {
        let open = name_button_ui(ui, &name).on_hover_text(member.path.display().to_string());
        opened = open.clicked();
    });
    for column in columns {
        row.col(|ui| match column.of {
            MemberColumn::Added => {
                ui.label(day(member.added));
            }
            MemberColumn::Format => {
                ui.label(member.format.name());
            }
            MemberColumn::Characters => {
                number_ui(ui, grouped(member.characters));
            }
            of => {
                let stated = one_line(library.table.stated(member, of));
                ui.add(Label::new(stated).truncate());
            }
        });
    }
    if is_search {
        row.col(|ui| place_ui(ui, state, hit));
    }
    if opened {
        // The query of the library's search is also found in the text.
        let find = hit.map_or_else(String::new, |_| library.typed.clone());
        commands.push(Command::Find(find));
        commands.push(Command::Go(Page::Member(member.document)));
    } else if row.response().clicked() && !changed {
        (marked, changed) = (!marked, true);
    }
    if changed {
        let document = vec![member.document];
        commands.push(Command::Library(LibraryCommand::Mark(document, marked)));
    }
}

/// Draws the first place of a match in a member's text.
fn place_ui(ui: &mut Ui, state: &State, hit: Option<usize>) {
    let (language, library) = (state.language, &state.library);
    let found = hit.and_then(|hit| library.found.as_ref()?.texts.hits.get(hit));
    if let Some(hit) = found {
        let tokens = Tokens::of(ui);
        let mut text = egui::text::LayoutJob::default();
        let plain = egui::TextStyle::Body.resolve(ui.style());
        for (piece, color) in [
            (&hit.piece.before, tokens.weak),
            (&hit.piece.hit, tokens.related),
            (&hit.piece.after, tokens.weak),
        ] {
            let format = egui::TextFormat::simple(plain.clone(), color);
            text.append(piece, 0.0, format);
        }
        let places = language.fill("library.places", &[("count", &hit.places)]);
        hinted_ui(ui, text, &places);
    }
}
