//! Files that were found and not read: a line above the page, and the list that it opens.

use egui::{Align, CollapsingHeader, Frame, Label, Layout, Margin, ScrollArea, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::dialog::modal_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, cut_label, one_line, shortened, two_lines_ui};
use crate::widgets::theme::{GAP, ROW, Tokens};
use chachong_import::PassedFile;
use chachong_messages::Language;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Maximum number of names in the line, and maximum width of each, in columns; a Chinese character takes two.
const MOST_NAMES: usize = 3;
const LONGEST_NAME: usize = 40;
/// Width of the list, in points.
const WIDTH: f32 = 960.0;
/// Shares of the list's width that the columns of kinds and of remedies have; a remedy is a sentence.
const KIND: f32 = 0.2;
const REMEDY: f32 = 0.55;
/// Height of the list's other parts and of the space around it, in points.
const BESIDE: f32 = 220.0;

/// Draws the line; nothing where all files that may be a person's work were read.
pub(crate) fn line_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let files = &state.check.result.passed_over;
    let count = work(state);
    if count == 0 {
        return;
    }
    let (language, tokens) = (state.language, Tokens::of(ui));
    let names =
        (files.submitted().take(MOST_NAMES)).map(|file| shortened(&file.name, LONGEST_NAME));
    let mut names: Vec<String> = names.collect();
    if count > names.len() {
        names.push("…".to_owned());
    }
    let names = names.join(&language.text("punctuation.comma"));
    let text = language.fill("notice.not-read", &[("count", &count), ("names", &names)]);
    Frame::new()
        .fill(tokens.related_fill)
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 4))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(tokens.related, text);
                let list = (Icon::Documents.atom(), language.text("not-read.title"));
                let list = ui
                    .button(list)
                    .on_hover_text(language.text("not-read.hint"));
                if list.clicked() {
                    commands.push(Command::Row(RowCommand::ShowNotRead(true)));
                }
            });
        });
}

/// Returns the number of files that were handed in and not read.
fn work(state: &State) -> usize {
    let files = &state.check.result.passed_over;
    let beyond = files.beyond().iter().filter(|(kind, _)| kind.may_be_work());
    let beyond: usize = beyond.map(|(_, count)| count).sum();
    files.submitted().map(|file| file.files).sum::<usize>() + beyond
}

/// Draws the list over the page.
pub(crate) fn list_ui(ui: &Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let title = language.text("not-read.title");
    let mut closes = false;
    let modal = modal_ui(ui, "not-read", WIDTH, &title, |ui, window| {
        ui.add_space(GAP);
        let files: Vec<&PassedFile> = state.check.result.passed_over.named().iter().collect();
        let height = (window.y - BESIDE).max(ROW * 4.0);
        files_ui(ui, &files, height, language);
        for &(kind, count) in state.check.result.passed_over.beyond() {
            let more = language.fill("passed-over.more", &[("count", &count)]);
            ui.label(format!("{more} ({})", language.file_kind(kind)));
        }
        clutter_ui(ui, state, height / 2.0);
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            let copy = language.text("not-read.copy");
            if ui.button(copy).clicked() {
                commands.push(Command::Copy(as_text(&files, language)));
            }
            closes |= ui.button(language.text("not-read.close")).clicked();
        });
    });
    if closes || modal.should_close() {
        commands.push(Command::Row(RowCommand::ShowNotRead(false)));
    }
}

/// Draws the table of the files, each with its kind and the remedy.
fn files_ui(ui: &mut Ui, files: &[&PassedFile], height: f32, language: Language) {
    let (tokens, width) = (Tokens::of(ui), ui.available_width());
    TableBuilder::new(ui)
        .id_salt("not-read-files")
        .striped(true)
        .max_scroll_height(height)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::remainder().clip(true))
        .column(Width::exact(width * KIND).clip(true))
        .column(Width::exact(width * REMEDY).clip(true))
        .header(ROW, |mut header| {
            for key in ["not-read.name", "not-read.kind", "not-read.remedy"] {
                header.col(|ui| {
                    ui.weak(language.text(key));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, files.len(), |mut row| {
                let Some(file) = files.get(row.index()) else {
                    return;
                };
                let kind = language.passed_file(file);
                for (text, hover) in [
                    (one_line(&file.name), file.path.display().to_string()),
                    (kind.clone(), kind),
                ] {
                    row.col(|ui| {
                        ui.add(cut_label(text)).on_hover_text(hover);
                    });
                }
                row.col(|ui| {
                    let remedy = language.file_kind_remedy(file.kind);
                    two_lines_ui(ui, &remedy, tokens.strong);
                });
            });
        });
}

/// Draws how many files were passed over that nobody hands in; a click unfolds their names.
fn clutter_ui(ui: &mut Ui, state: &State, height: f32) {
    let language = state.language;
    let files = &state.check.result.passed_over;
    let kinds = language.passed_over_clutter(files);
    if kinds.is_empty() {
        return;
    }
    ui.add_space(GAP);
    let title = language.fill("not-read.others", &[("kinds", &kinds)]);
    CollapsingHeader::new(title).show(ui, |ui| {
        let names: Vec<&PassedFile> = (files.files())
            .filter(|file| !file.kind.may_be_work())
            .collect();
        let area = ScrollArea::vertical().max_height(height);
        area.show_rows(ui, ROW, names.len(), |ui, shown| {
            for file in &names[shown] {
                ui.add(Label::new(one_line(&file.name)).truncate());
            }
        });
    });
}

/// Returns the list as lines of name, kind and remedy with tabs between them, as tables take them.
fn as_text(files: &[&PassedFile], language: Language) -> String {
    let lines = files.iter().map(|file| {
        format!(
            "{}\t{}\t{}",
            one_line(&file.name),
            language.passed_file(file),
            language.file_kind_remedy(file.kind)
        )
    });
    let lines: Vec<String> = lines.collect();
    lines.join("\n")
}
