//! Dialog that is shown before dumps are added to the library: their first articles, and the expected cost of adding them.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::dialog::modal_ui;
use crate::widgets::focus;
use crate::widgets::labels::{busy_ui, controls_ui, hinted_ui, number_ui, one_line};
use crate::widgets::theme::{GAP, ROW, SMALL_GAP, Tokens};
use chachong_jobs::library::DumpPreview;
use chachong_messages::{Language, grouped};
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::dump_dialog::{DumpDialog, DumpPreviews};
use chachong_window_model::state::State;

/// Width of the dialog, in points.
const WIDTH: f32 = 860.0;
/// Height of the dialog beside the dumps (title, figures, buttons, margins) and of the space around it, in points.
const BESIDE_DUMPS: f32 = 220.0;
/// Width of the column of lengths, in points.
const LENGTH: f32 = 84.0;

/// Draws the dialog over the page.
pub(crate) fn dump_dialog_ui(
    ui: &Ui,
    state: &State,
    look: &DumpDialog,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let title = language.text("library.sources");
    let title = title.trim_end_matches(['…', '.']);
    let (mut adds, mut closes) = (false, false);
    let modal = modal_ui(ui, "dump-look", WIDTH, title, |ui, window| {
        ui.add_space(GAP);
        let Some(seen) = &look.seen else {
            controls_ui(ui, |ui| {
                busy_ui(ui, language);
                ui.label(language.text("dump.looking"));
            });
            ui.add_space(GAP);
            controls_ui(ui, |ui| {
                closes |= ui.button(language.text("export.cancel")).clicked();
            });
            return;
        };
        // In a low window the dumps scroll, and the figures and buttons below them stay in sight.
        let dumps = ScrollArea::vertical().max_height(window.y - BESIDE_DUMPS);
        dumps.show(ui, |ui| {
            focus::keep_in_sight(ui);
            for (position, dump) in seen.dumps.iter().enumerate() {
                dump_ui(ui, (position, dump), language);
                ui.add_space(GAP);
            }
            not_read_ui(ui, seen, language);
        });
        figures_ui(ui, seen, language);
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            let add = Button::new(language.text("dump.add"));
            let can_add = seen.expected().is_some() && state.library.is_writable();
            let add = ui.add_enabled(can_add && state.library.joining.is_none(), add);
            adds = add.clicked();
            closes |= ui.button(language.text("export.cancel")).clicked();
        });
    });
    if adds {
        commands.push(Command::Library(LibraryCommand::AddDumps));
    } else if closes || modal.should_close() {
        commands.push(Command::Library(LibraryCommand::CloseDumps));
    }
}

/// Draws the header of a dump and its first articles.
fn dump_ui(ui: &mut Ui, (position, dump): (usize, &DumpPreview), language: Language) {
    let tokens = Tokens::of(ui);
    let header = language.dump_header(&one_line(&dump.header.site), &dump.unestimated());
    ui.colored_label(tokens.strong, RichText::new(header).strong())
        .on_hover_text(dump.file.display().to_string());
    if dump.first.is_empty() {
        ui.colored_label(tokens.related, language.text("dump.no-articles"));
        return;
    }
    ui.weak(language.text("dump.first"));
    ui.add_space(SMALL_GAP);
    TableBuilder::new(ui)
        .id_salt(("dump", position))
        .striped(true)
        .vscroll(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::remainder().at_least(160.0).clip(true))
        .column(Width::exact(LENGTH))
        .column(Width::remainder().at_least(160.0).clip(true))
        .body(|body| {
            body.rows(ROW, dump.first.len(), |mut row| {
                let Some(article) = dump.first.get(row.index()) else {
                    return;
                };
                row.col(|ui| {
                    let name = one_line(&article.name);
                    match &article.address {
                        Some(address) => hinted_ui(ui, name, address),
                        None => ui.add(Label::new(name).truncate()),
                    };
                });
                row.col(|ui| {
                    number_ui(ui, grouped(article.characters as u64));
                });
                row.col(|ui| {
                    let text = RichText::new(one_line(&article.beginning)).color(tokens.weak);
                    ui.add(Label::new(text).truncate());
                });
            });
        });
}

/// Draws the dumps that cannot be read, with the reasons.
fn not_read_ui(ui: &mut Ui, seen: &DumpPreviews, language: Language) {
    let tokens = Tokens::of(ui);
    for document in &seen.not_read {
        let reason = document.failure();
        let reason = reason.map_or_else(String::new, |cause| language.reason(cause));
        let text = format!("{} ({reason})", one_line(&document.name));
        ui.colored_label(tokens.related, text);
    }
    if seen.dumps.is_empty() && seen.not_read.is_empty() {
        ui.label(language.text("dump.none"));
    }
}

/// Draws the expected cost of adding the dumps, and the free space on the disk.
fn figures_ui(ui: &mut Ui, seen: &DumpPreviews, language: Language) {
    let tokens = Tokens::of(ui);
    let Some(expected) = seen.expected() else {
        return;
    };
    ui.colored_label(tokens.strong, language.dump_expected(expected));
    if let Some(room) = seen.room {
        let (text, lacks) = language.disk_room(room, expected.bytes);
        let color = if lacks { tokens.related } else { tokens.weak };
        ui.colored_label(color, text);
    }
    ui.weak(RichText::new(language.text("dump.add-note")).small());
}
