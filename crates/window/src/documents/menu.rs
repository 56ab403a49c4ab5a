//! Context menu of a row of the documents table, and the table's keys.

use chachong_compare::DocumentIndex;
use egui::{Button, Ui};

use crate::documents::submissions_menu::{submission_key, submissions_menu_ui};
use crate::documents::versions_menu::versions_menu_ui;
use crate::widgets::icons::Icon;
use crate::widgets::table_keys::{TableKey, pressed, table_keys};
use chachong_check::Document;
use chachong_import::{Format, ImportCause, TextEncoding};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::selection::Mark;
use chachong_window_model::state::State;

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
    let marked = state.marked_with_hidden();
    let idle = state.check.progress.is_none();
    let is_text = |document: &Document| {
        let format = document.read_format();
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
    let text = language.fill("row.remove", &[("count", &marked.len())]);
    let remove = Button::new((Icon::TakeOut.atom(), text));
    let remove = remove.shortcut_text(language.text("row.remove-key"));
    if ui.add_enabled(idle, remove).clicked() {
        commands.push(Command::Row(RowCommand::RemoveMarked));
        ui.close();
    }
}

/// Handles the keys of the table.
pub(crate) fn keys(ui: &Ui, state: &State, commands: &mut Vec<Command>) {
    let at = state.table.selection.at;
    let of_submissions = |key, modifiers| submission_key(state, key, modifiers);
    commands.extend(
        pressed(ui, of_submissions)
            .into_iter()
            .map(Command::Submission),
    );
    for key in table_keys(ui) {
        let command = match (key, at) {
            (TableKey::Step(by, run), _) => Command::Row(RowCommand::StepRow(by, run)),
            (TableKey::All, _) => Command::Row(RowCommand::MarkAll),
            (TableKey::Remove, _) => Command::Row(RowCommand::RemoveMarked),
            (TableKey::Unfold(unfolded), Some(at)) => {
                Command::Row(RowCommand::Unfold(at, unfolded))
            }
            (TableKey::Open, Some(at)) => Command::Go(Page::Document(at)),
            (TableKey::Toggle, Some(at)) => Command::Row(RowCommand::Mark(at, Mark::Toggle)),
            (_, None) => continue,
        };
        commands.push(command);
    }
}
