//! Page of the library, as drawn: its members, which are the earlier documents that new ones are compared with, a
//! full-text search in them, and buttons to add or remove documents.

use egui::{
    Align, Button, Checkbox, Label, Layout, RichText, Role, Sense, TextEdit, Ui, WidgetInfo,
};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use crate::library::recent::recent_ui;
use crate::library::source_libraries::source_libraries_ui;
use crate::library::templates;
use crate::widgets::find_in::find_in;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui, name_button_ui, number_ui, one_line};
use crate::widgets::theme::{GAP, ROW, Tokens};
use chachong_library::{Member, is_server};
use chachong_messages::day;
use chachong_messages::grouped;
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::library_view::LibraryView;
use chachong_window_model::page::Page;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

pub(crate) fn library_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let library = &state.library;
    head_ui(ui, state, commands);
    ui.add_space(GAP);
    if library.opening || !library.is_open() {
        let key = if library.opening {
            "library.opening"
        } else {
            "library.not-open"
        };
        ui.label(RichText::new(language.text(key)).color(tokens.weak));
        return;
    }
    tabs_ui(ui, state, commands);
    ui.add_space(4.0);
    if library.shows_checks {
        if library.shown_checks().next().is_none() {
            ui.label(RichText::new(language.text("recent.none")).color(tokens.weak));
        }
        recent_ui(ui, state, commands);
        return;
    }
    if library.members.is_empty() {
        // Who may only check does not see the list.
        if library
            .about
            .as_ref()
            .is_some_and(|about| about.members > 0)
        {
            return;
        }
        ui.label(RichText::new(language.text("library.empty")).color(tokens.weak));
        return;
    }
    search_ui(ui, state, commands);
    ui.add_space(4.0);
    members_ui(ui, state, commands);
}

/// Draws the name of the library and the commands for it.
fn head_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let library = &state.library;
    ui.horizontal_wrapped(|ui| {
        let heading = if let Some(about) = &library.about {
            language.fill("library.heading", &[("count", &grouped(about.members))])
        } else {
            language.text("toolbar.library")
        };
        ui.label(RichText::new(heading).heading());
        if let Some(file) = &library.file {
            let file = file.display().to_string();
            ui.add(Label::new(RichText::new(&file).small().color(tokens.weak)).truncate())
                .on_hover_text(file);
        }
    });
    if library.is_open() && !library.is_writable() {
        let text = match &library.file {
            Some(file) if is_server(file) => {
                language.fill("notice.library-checker", &[("file", &file.display())])
            }
            _ => language.text("library.read-only"),
        };
        ui.label(RichText::new(text).color(tokens.related));
    }
    ui.add_space(4.0);
    buttons_ui(ui, state, commands);
    ui.add_space(4.0);
    source_libraries_ui(ui, state, commands);
    templates::list_ui(ui, state, commands);
    for folder in &library.watched {
        controls_ui(ui, |ui| {
            let text = language.fill("library.watching", &[("folder", &folder.display())]);
            ui.label(RichText::new(text).color(tokens.calm));
            if ui.button(language.text("library.unwatch")).clicked() {
                commands.push(Command::Library(LibraryCommand::Unwatch(folder.clone())));
            }
        });
    }
}

/// Draws the buttons that add to the library, or open another one.
fn buttons_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    ui.horizontal_wrapped(|ui| {
        let writable = library.is_writable() && library.joining.is_none();
        let ask = |ui: &mut Ui, purpose, key: &str, enabled, commands: &mut Vec<Command>| {
            let button = Button::new(language.text(key));
            let hint = format!("{key}-hint");
            if ui
                .add_enabled(enabled, button)
                .on_hover_text(language.text(&hint))
                .clicked()
            {
                commands.push(Command::Ask(purpose));
            }
        };
        let free = state.shell.dialog.is_none();
        let fill = writable && free;
        ask(ui, Purpose::FillLibrary, "library.fill", fill, commands);
        ask(ui, Purpose::AddSources, "library.sources", fill, commands);
        let checked = state.check.checked();
        if checked > 0 {
            let text = language.fill("library.add-checked", &[("count", &checked)]);
            let add = ui.add_enabled(
                writable && state.check.progress.is_none(),
                Button::new(text),
            );
            if add
                .on_hover_text(language.text("library.add-checked-hint"))
                .clicked()
            {
                commands.push(Command::Library(LibraryCommand::AddChecked));
            }
        }
        ask(
            ui,
            Purpose::AddTemplates,
            "library.template",
            fill,
            commands,
        );
        ask(ui, Purpose::Watch, "library.watch", free, commands);
        ask(ui, Purpose::OpenLibrary, "library.open", free, commands);
        ask(ui, Purpose::NewLibrary, "library.new", free, commands);
        let server = Button::new(language.text("library.server-button"));
        if cfg!(feature = "postgres") && ui.add_enabled(free, server).clicked() {
            commands.push(Command::Library(LibraryCommand::AskServer));
        }
        let default = Button::new(language.text("library.default"));
        if ui.add(default).clicked() {
            commands.push(Command::Library(LibraryCommand::OpenDefault));
        }
    });
}

/// Draws the tabs for documents and earlier checks.
fn tabs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    ui.horizontal(|ui| {
        let checks = library.shown_checks().count();
        for (of_checks, key, count) in [
            (false, "library.tab-documents", library.members.len()),
            (true, "library.tab-checks", checks),
        ] {
            let text = language.fill(key, &[("count", &grouped(count as u64))]);
            if ui
                .selectable_label(library.shows_checks == of_checks, text)
                .clicked()
            {
                commands.push(Command::Library(LibraryCommand::ShowChecks(of_checks)));
            }
        }
    });
}

fn search_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let library = &state.library;
    controls_ui(ui, |ui| {
        Icon::Search.show(ui, tokens.weak);
        let label = ui.label(language.text("library.search"));
        let mut typed = library.typed.clone();
        let field = TextEdit::singleline(&mut typed)
            .hint_text(language.text("library.search-hint"))
            .desired_width(300.0);
        let field = ui.add(field).labelled_by(label.id);
        find_in(ui, &field);
        if field.changed() {
            commands.push(Command::Library(LibraryCommand::SearchTexts(typed)));
        }
        if library.is_searching_texts() {
            busy_ui(ui, language);
        }
        let cut = library.found.as_ref().is_some_and(|found| found.texts.cut);
        let key = if cut && !library.typed.trim().is_empty() {
            "library.shown-cut"
        } else {
            "library.shown"
        };
        let count = language.fill(key, &[("count", &grouped(library.rows.len() as u64))]);
        ui.label(RichText::new(count).color(tokens.weak));
        let marked = library.marked.len();
        if marked > 0 {
            let text = language.fill("library.remove", &[("count", &marked)]);
            let enabled = library.is_writable() && library.joining.is_none();
            if ui.add_enabled(enabled, Button::new(text)).clicked() {
                commands.push(Command::Library(LibraryCommand::RemoveMarked));
            }
        }
    });
}

/// Width, in points, of the columns that do not grow, with the space between; then the minimum widths of those that do.
const FIGURES: f32 = 312.0;
const LEAST_NAME: f32 = 160.0;
const LEAST_WHERE: f32 = 120.0;

fn members_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let library = &state.library;
    let width = ui.available_width();
    // The rest of the width, after the other columns and the space between.
    let most = (width - FIGURES - LEAST_WHERE).max(LEAST_NAME);
    TableBuilder::new(ui)
        .id_salt("members")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(28.0))
        .column(
            Width::initial(width * 0.4)
                .range(LEAST_NAME..=most)
                .clip(true)
                .resizable(true),
        )
        .column(Width::exact(92.0))
        .column(Width::exact(56.0))
        .column(Width::exact(84.0))
        .column(Width::remainder().at_least(LEAST_WHERE).clip(true))
        .header(ROW, |mut header| {
            header.col(|ui| all_ui(ui, library, language, commands));
            for key in [
                "documents.name",
                "column.added",
                "documents.format",
                "documents.characters",
                "library.where",
            ] {
                header.col(|ui| {
                    let text = RichText::new(language.text(key)).color(Tokens::of(ui).weak);
                    if key == "documents.characters" {
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
                    } else {
                        ui.label(text);
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, library.rows.len(), |mut row| {
                let Some(&(position, hit)) = library.rows.get(row.index()) else {
                    return;
                };
                let Some(member) = library.members.get(position) else {
                    return;
                };
                member_ui(&mut row, state, member, hit, commands);
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
        (library.rows.iter())
            .filter_map(|&(position, _)| library.members.get(position))
            .map(|member| member.document)
    };
    let mut all = library.rows.len() <= library.marked.len()
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
    member: &Member,
    hit: Option<usize>,
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
    row.col(|ui| {
        ui.label(day(member.added));
    });
    row.col(|ui| {
        ui.label(member.format.name());
    });
    row.col(|ui| {
        number_ui(ui, grouped(member.characters));
    });
    row.col(|ui| {
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
            ui.add(Label::new(text).truncate()).on_hover_text(places);
        }
    });
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
