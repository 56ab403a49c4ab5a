//! Page of the library, as drawn: its members, which are the earlier documents that new ones are compared with, a
//! full-text search in them, and buttons to add or remove documents.

use egui::{Button, ComboBox, RichText, TextEdit, Ui};

use crate::library::members::members_ui;
use crate::library::recent::recent_ui;
use crate::library::source_libraries::source_libraries_ui;
use crate::library::templates;
use crate::widgets::filter_field::filter_field_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui, cut_text_ui};
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::{GAP, Tokens};
use chachong_library::is_server;
use chachong_messages::grouped;
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Width of the field for the name of a batch, in points.
const BATCH: f32 = 160.0;
/// Width of the search field, in points.
const SEARCH: f32 = 300.0;

pub(crate) fn library_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let library = &state.library;
    head_ui(ui, state, commands);
    ui.add_space(GAP);
    if library.opening || !library.is_open() {
        let key = if library.opening {
            "library.opening"
        } else {
            "library.not-open"
        };
        ui.weak(language.text(key));
        return;
    }
    tabs_ui(ui, state, commands);
    ui.add_space(4.0);
    if library.shows_checks {
        if library.shown_checks().next().is_none() {
            ui.weak(language.text("recent.none"));
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
        ui.weak(language.text("library.empty"));
        return;
    }
    search_ui(ui, state, commands);
    ui.add_space(4.0);
    if library.table.rows.is_empty() && !library.is_searching_texts() {
        ui.weak(language.text("documents.none-shown"));
        return;
    }
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
        ui.heading(heading);
        if let Some(file) = &library.file {
            let file = file.display().to_string();
            cut_text_ui(ui, RichText::new(file).small().weak());
        }
    });
    if library.is_open() && !library.is_writable() {
        let text = match &library.file {
            Some(file) if is_server(file) => {
                language.fill("notice.library-checker", &[("file", &file.display())])
            }
            _ => language.text("library.read-only"),
        };
        ui.colored_label(tokens.related, text);
    }
    ui.add_space(4.0);
    buttons_ui(ui, state, commands);
    ui.add_space(4.0);
    source_libraries_ui(ui, state, commands);
    templates::list_ui(ui, state, commands);
    for folder in &library.watched {
        controls_ui(ui, |ui| {
            let text = language.fill("library.watching", &[("folder", &folder.display())]);
            ui.colored_label(tokens.calm, text);
            if ui.button(language.text("library.unwatch")).clicked() {
                commands.push(Command::Library(LibraryCommand::Unwatch(folder.clone())));
            }
        });
    }
}

/// Draws the line that adds documents: two buttons, the name of their batch, and the menu of everything else.
fn buttons_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    controls_ui(ui, |ui| {
        let writable = library.is_writable() && library.joining.is_none();
        let fill = Button::new(language.text("library.fill"));
        let fill = ui.add_enabled(writable && state.shell.dialog.is_none(), fill);
        let hint = language.text("library.fill-hint");
        if fill.on_hover_text(hint).clicked() {
            commands.push(Command::Ask(Purpose::FillLibrary));
        }
        let documents = &state.check.result.documents;
        let read = (state.check.checked_positions())
            .filter(|&position| documents[position].content().is_some())
            .count();
        if read > 0 {
            let text = language.fill("library.add-checked", &[("count", &read)]);
            let can_add = writable && state.check.progress.is_none();
            let add = ui.add_enabled(can_add, Button::new(text));
            let hint = language.text("library.add-checked-hint");
            if add.on_hover_text(hint).clicked() {
                commands.push(Command::Library(LibraryCommand::AddChecked));
            }
        }
        if library.is_writable() {
            batch_name_ui(ui, state, commands);
        }
        let more = (Icon::More.atom(), language.text("library.more"));
        ui.menu_button(more, |ui| more_ui(ui, state, commands));
    });
}

/// Draws the field that names the batch of the documents that are added next.
fn batch_name_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let label = ui.label(language.text("library.batch-name"));
    let mut name = state.library.batch.clone();
    let field = TextEdit::singleline(&mut name)
        .hint_text(language.text("library.batch-empty"))
        .desired_width(BATCH);
    let field = text_field_ui(ui, field).labelled_by(label.id);
    let hint = language.text("library.batch-hint");
    if field.on_hover_text(hint).changed() {
        commands.push(Command::Library(LibraryCommand::NameBatch(name)));
    }
}

/// Draws the menu of what is seldom wanted: sources and templates, a watched folder, other libraries.
fn more_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    let free = state.shell.dialog.is_none();
    let fill = free && library.is_writable() && library.joining.is_none();
    for (purpose, key, enabled) in [
        (Purpose::AddSources, "library.sources", fill),
        (Purpose::AddTemplates, "library.template", fill),
        (Purpose::Watch, "library.watch", free),
        (Purpose::OpenLibrary, "library.open", free),
        (Purpose::NewLibrary, "library.new", free),
    ] {
        let item = ui.add_enabled(enabled, Button::new(language.text(key)));
        let hint = language.text(&format!("{key}-hint"));
        if item.on_hover_text(hint).clicked() {
            commands.push(Command::Ask(purpose));
        }
    }
    let server = Button::new(language.text("library.server-button"));
    if cfg!(feature = "postgres") && ui.add_enabled(free, server).clicked() {
        commands.push(Command::Library(LibraryCommand::AskServer));
    }
    let default = Button::new(language.text("library.default"));
    if ui.add_enabled(!library.is_default(), default).clicked() {
        commands.push(Command::Library(LibraryCommand::OpenDefault));
    }
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
    let language = state.language;
    let library = &state.library;
    controls_ui(ui, |ui| {
        let keys = ("library.search", "library.search-hint");
        let typed = filter_field_ui(ui, language, keys, &library.typed, SEARCH);
        commands.extend(typed.map(|typed| Command::Library(LibraryCommand::SearchTexts(typed))));
        if library.is_searching_texts() {
            busy_ui(ui, language);
        }
        let cut = library.found.as_ref().is_some_and(|found| found.texts.cut);
        let key = if cut && !library.typed.trim().is_empty() {
            "library.shown-cut"
        } else {
            "library.shown"
        };
        let count = language.fill(key, &[("count", &grouped(library.table.rows.len() as u64))]);
        batch_filter_ui(ui, state, commands);
        ui.weak(count);
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

/// Draws the choice of the batch whose members are shown; nothing where no batch has a name.
fn batch_filter_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, table) = (state.language, &state.library.table);
    if table.batches.is_empty() {
        return;
    }
    let label = ui.label(language.text("library.batch"));
    let all = language.text("library.batch-any");
    ComboBox::from_id_salt("batch")
        .selected_text(table.batch.as_ref().unwrap_or(&all))
        .show_ui(ui, |ui| {
            let batches = table.batches.iter().map(Some);
            for batch in [None].into_iter().chain(batches) {
                let chosen = batch == table.batch.as_ref();
                let name = batch.unwrap_or(&all);
                if ui.selectable_label(chosen, name).clicked() {
                    let batch = batch.cloned();
                    commands.push(Command::Library(LibraryCommand::ShowBatch(batch)));
                }
            }
        })
        .response
        .labelled_by(label.id);
}
