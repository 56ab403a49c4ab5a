//! Context menu of a row of the documents table, and the table's keys.

use chachong_compare::DocumentIndex;
use egui::{Button, Event, Key, Modifiers, Ui};

use crate::documents::submissions_menu::{submission_key, submissions_menu_ui};
use crate::documents::versions_menu::versions_menu_ui;
use crate::widgets::icons::Icon;
use chachong_check::Document;
use chachong_import::{Format, ImportCause, TextEncoding};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::state::State;

/// Number of rows that a page key moves by.
const PAGE: isize = 15;

/// Draws the menu: commands for the clicked row, and for all marked rows.
pub(crate) fn menu_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    document: &Document,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut item = |ui: &mut Ui, icon: Icon, key: &str, enabled: bool, command: Command| {
        let button = Button::new((icon.atom(), language.text(key)));
        if ui.add_enabled(enabled, button).clicked() {
            commands.push(command);
            ui.close();
        }
    };
    let page = Page::Document(position);
    item(ui, Icon::Show, "row.show", true, Command::Go(page));
    let closest = state.closest(position);
    let pair = closest.map_or(Page::Documents, |other| {
        pair_page(other.own, other.document)
    });
    let any = closest.is_some();
    item(ui, Icon::Pair, "row.show-pair", any, Command::Go(pair));
    if matches!(
        document.failure(),
        Some(ImportCause::ArchiveEncrypted { .. })
    ) {
        let idle = state.check.progress.is_none();
        let ask = Command::Row(RowCommand::AskPassword(position));
        item(ui, Icon::Unlock, "row.password", idle, ask);
    }
    ui.separator();
    let path = &document.path;
    let open = Command::Row(RowCommand::OpenFile(path.clone()));
    // A file names its author.
    let has_names = !state.check.is_blind();
    item(ui, Icon::OpenFile, "row.open", has_names, open);
    let folder = Command::Row(RowCommand::ShowInFolder(path.clone()));
    item(ui, Icon::Folder, "row.folder", has_names, folder);
    ui.separator();
    let marked = &state.table.selection.documents;
    let idle = state.check.progress.is_none();
    let is_text = |document: &Document| {
        let format = document.format;
        matches!(format, Some(Format::Txt | Format::Html | Format::Markdown))
    };
    let again = Command::Row(RowCommand::ReadMarkedAs(None));
    item(ui, Icon::Again, "row.again", idle, again);
    let texts = (marked.iter()).all(|&d| state.check.result.document(d).is_some_and(is_text));
    ui.add_enabled_ui(idle && texts, |ui| {
        let again_as = (Icon::Encoding.atom(), language.text("row.again-as"));
        ui.menu_button(again_as, |ui| {
            for encoding in TextEncoding::ALL {
                if ui.button(encoding.name()).clicked() {
                    commands.push(Command::Row(RowCommand::ReadMarkedAs(Some(encoding))));
                    ui.close();
                }
            }
        });
    });
    ui.separator();
    submissions_menu_ui(ui, state, position, commands);
    versions_menu_ui(ui, state, position, commands);
    let count = state.marked_with_hidden().len();
    let text = language.fill("row.remove", &[("count", &count)]);
    let remove = Button::new((Icon::TakeOut.atom(), text));
    let remove = remove.shortcut_text(language.text("row.remove-key"));
    if ui.add_enabled(idle, remove).clicked() {
        commands.push(Command::Row(RowCommand::RemoveMarked));
        ui.close();
    }
}

/// Handles the keys of the table: arrows move, with Shift they mark, Enter shows, Delete removes, Ctrl+A marks all.
pub(crate) fn keys(ui: &Ui, state: &State, commands: &mut Vec<Command>) {
    if ui.memory(egui::Memory::focused).is_some() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let events = ui.input(|input| input.events.clone());
    for event in events {
        let Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } = event
        else {
            continue;
        };
        let plain = modifiers.is_none() || modifiers == Modifiers::SHIFT;
        let steps = match key {
            Key::ArrowDown => Some(1),
            Key::ArrowUp => Some(-1),
            Key::PageDown => Some(PAGE),
            Key::PageUp => Some(-PAGE),
            Key::Home => Some(isize::MIN),
            Key::End => Some(isize::MAX),
            _ => None,
        };
        let unfolded = match key {
            Key::ArrowRight => Some(true),
            Key::ArrowLeft => Some(false),
            _ => None,
        };
        let of_submissions = submission_key(state, key, modifiers);
        commands.extend(of_submissions.map(Command::Submission));
        let at = state.table.selection.at;
        if let (Some(unfolded), Some(at), true) = (unfolded, at, modifiers.is_none()) {
            commands.push(Command::Row(RowCommand::Unfold(at, unfolded)));
        }
        match (key, steps) {
            (_, Some(by)) if plain => {
                commands.push(Command::Row(RowCommand::StepRow(by, modifiers.shift)));
            }
            (Key::Enter, _) if modifiers.is_none() => {
                if let Some(at) = state.table.selection.at {
                    commands.push(Command::Go(Page::Document(at)));
                }
            }
            (Key::Delete, _) if modifiers.is_none() => {
                commands.push(Command::Row(RowCommand::RemoveMarked));
            }
            (Key::A, _) if modifiers.command => commands.push(Command::Row(RowCommand::MarkAll)),
            _ => {}
        }
    }
}
