//! Export dialog: the documents, the formats and the folder of the reports.

use chachong_compare::DocumentIndex;
use egui::{Button, Checkbox, Margin, Response, RichText, ScrollArea, TextEdit, Ui};

use crate::widgets::dialog::modal_ui;
use crate::widgets::focus;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, one_line, shortened};
use crate::widgets::text_field::{is_entered, text_field_ui};
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_messages::{Language, document_name, grouped};
use chachong_report::{FormLength, ReportFormat};
use chachong_window_model::command::{Command, ExportCommand};
use chachong_window_model::export::{ExportDialog, ExportScope};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Width of the dialog, in points.
const WIDTH: f32 = 576.0;
/// Space for the scroll bar beside the choices, in points.
const SCROLL_BAR: i8 = 12;
/// Height of the dialog beside its choices (title, folder, buttons, margins) and of the space around it, in points.
const BESIDE_CHOICES: f32 = 290.0;
/// Maximum width of a document's name, in columns: a Chinese character takes two.
const NAME_COLUMNS: usize = 48;

/// Draws the dialog over the page.
pub(crate) fn export_ui(
    ui: &Ui,
    state: &State,
    dialog: &ExportDialog,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut changed = dialog.clone();
    let title = language.text("export.title");
    let modal = modal_ui(ui, "export", WIDTH, &title, |ui, window| {
        ui.add_space(GAP);
        // In a low window the choices scroll. The folder, which has the keyboard, and the buttons stay where they are.
        let beside = Margin {
            right: SCROLL_BAR,
            ..Margin::ZERO
        };
        let choices = ScrollArea::vertical().max_height(window.y - BESIDE_CHOICES);
        let choices = choices.auto_shrink([false, true]).content_margin(beside);
        choices.show(ui, |ui| {
            focus::keep_in_sight(ui);
            scope_ui(ui, state, &mut changed);
            ui.add_space(GAP);
            formats_ui(ui, state, &mut changed);
            ui.add_space(SMALL_GAP);
            ui.checkbox(&mut changed.chosen.dated, language.text("export.dated"));
            blind_ui(ui, state, &mut changed);
        });
        ui.add_space(GAP);
        folder_ui(ui, state, &mut changed, commands);
        ui.add_space(GAP);
        controls_ui(ui, |ui| {
            let can_start = state.can_export(&changed);
            let start = Button::new((Icon::Export.atom(), language.text("export.start")));
            let start = ui.add_enabled(can_start, start);
            if start.clicked() {
                commands.push(Command::Export(ExportCommand::Start));
            }
            start.on_disabled_hover_text(language.text("export.incomplete"));
            if ui.button(language.text("export.cancel")).clicked() {
                commands.push(Command::Export(ExportCommand::Close));
            }
        });
    });
    if changed != *dialog {
        // Before a start in the same frame, so that the start sees what was chosen.
        let change = Command::Export(ExportCommand::Change(Box::new(changed)));
        commands.insert(0, change);
    }
    if modal.should_close() {
        commands.push(Command::Export(ExportCommand::Close));
    }
}

fn heading_ui(ui: &mut Ui, text: String) -> Response {
    ui.colored_label(Tokens::of(ui).strong, RichText::new(text).strong())
}

/// Draws the choice of the documents: the whole check, the marked ones, those of the page.
fn scope_ui(ui: &mut Ui, state: &State, dialog: &mut ExportDialog) {
    let language = state.language;
    heading_ui(ui, language.text("export.of"));
    let count = grouped(state.check.checked() as u64);
    let check = language.fill("export.check", &[("count", &count)]);
    ui.radio_value(&mut dialog.scope, ExportScope::Check, check);
    let marked = state.documents_to_export(ExportScope::Marked);
    let marked = marked.map_or(0, |documents| documents.len());
    if marked > 0 {
        let text = language.fill("export.marked", &[("count", &grouped(marked as u64))]);
        ui.radio_value(&mut dialog.scope, ExportScope::Marked, text);
    }
    let of_page = ExportDialog::open(&dialog.choices(), state.page).scope;
    if let ExportScope::These(documents) = of_page {
        let name = |position: DocumentIndex| {
            let document = state.check.result.document(position)?;
            let name = one_line(&document_name(document, language));
            Some(shortened(&name, NAME_COLUMNS))
        };
        let names: Vec<String> = (documents.into_iter().flatten()).filter_map(name).collect();
        let text = names.join(&language.text("export.and"));
        ui.radio_value(&mut dialog.scope, of_page, text);
    }
}

/// Draws the formats, each with its purpose, and the further files that can be written. What covers only a whole check is disabled
/// for chosen documents, and what needs students is offered only if some are known.
fn formats_ui(ui: &mut Ui, state: &State, dialog: &mut ExportDialog) {
    let language = state.language;
    heading_ui(ui, language.text("export.formats"));
    let weak = Tokens::of(ui).weak;
    // A gradebook has students; where nobody is known, the table of documents says the same.
    let has_students = state.check.has_students();
    let offered = |format: &ReportFormat| has_students || *format != ReportFormat::SubmissionsCsv;
    for format in ReportFormat::ALL.into_iter().filter(offered) {
        let key = format!("export.format.{}", format.name());
        let can_be_chosen = dialog.scope == ExportScope::Check || format.is_of_documents();
        let mut on = can_be_chosen && dialog.chosen.formats.contains(&format);
        ui.add_enabled_ui(can_be_chosen, |ui| {
            ui.horizontal(|ui| {
                let check = ui.checkbox(&mut on, language.text(&key));
                let hint = language.text(&format!("{key}-hint"));
                ui.add(egui::Label::new(RichText::new(hint).color(weak)).truncate());
                if check.changed() {
                    if on {
                        dialog.chosen.formats.insert(format);
                    } else {
                        dialog.chosen.formats.remove(&format);
                    }
                }
                check.on_disabled_hover_text(language.text("export.whole-check-only"));
            });
        });
        if on && format == ReportFormat::Form {
            length_ui(ui, language, dialog);
        }
    }
    if state.check.result.recheck.is_some() {
        let text = language.text("export.recheck");
        let hint = language.text("export.recheck-hint");
        ui.checkbox(&mut dialog.chosen.recheck, text)
            .on_hover_text(hint);
    }
    // The zip has names for the learning platform.
    if has_students && !state.check.is_blind() {
        let can_write = dialog.scope == ExportScope::Check && !dialog.chosen.blind;
        ui.add_enabled_ui(can_write, |ui| {
            ui.horizontal(|ui| {
                let feedback = language.text("export.feedback");
                let check = ui.checkbox(&mut dialog.chosen.feedback, feedback);
                let hint = language.text("export.feedback-hint");
                ui.add(egui::Label::new(RichText::new(hint).color(weak)).truncate());
                let reason = if dialog.chosen.blind {
                    "export.not-blind"
                } else {
                    "export.whole-check-only"
                };
                check.on_disabled_hover_text(language.text(reason));
            });
        });
    }
}

/// Draws the choice of the form's length, below its format.
fn length_ui(ui: &mut Ui, language: Language, dialog: &mut ExportDialog) {
    ui.horizontal(|ui| {
        ui.add_space(ui.spacing().indent);
        for length in FormLength::ALL {
            let key = match length {
                FormLength::OnePage => "export.form-one-page",
                FormLength::Full => "export.form-full",
            };
            ui.radio_value(&mut dialog.chosen.form_length, length, language.text(key));
        }
    });
}

/// Draws the switch that leaves out names; if names are hidden on the screen, they are left out of every report.
fn blind_ui(ui: &mut Ui, state: &State, dialog: &mut ExportDialog) {
    let (is_hidden, language) = (state.check.is_blind(), state.language);
    let mut blind = dialog.chosen.blind || is_hidden;
    let text = language.text("blind.option");
    let option = ui.add_enabled(!is_hidden, Checkbox::new(&mut blind, text));
    if option.changed() {
        dialog.chosen.blind = blind;
    }
    option
        .on_hover_text(language.text("blind.option-hint"))
        .on_disabled_hover_text(language.text("blind.hidden-hint"));
}

/// Draws the field for the folder and the button for the system's dialog.
fn folder_ui(ui: &mut Ui, state: &State, dialog: &mut ExportDialog, commands: &mut Vec<Command>) {
    let language = state.language;
    let heading = heading_ui(ui, language.text("export.folder"));
    controls_ui(ui, |ui| {
        let choose = language.text("export.choose");
        let room = ui.available_width() - 140.0;
        let field = TextEdit::singleline(&mut dialog.folder).desired_width(room.max(160.0));
        let field = text_field_ui(ui, field).labelled_by(heading.id);
        if dialog.fresh {
            // Not taken in the first frame, in which egui only measures the dialog.
            field.request_focus();
            dialog.fresh = !field.has_focus();
        }
        let entered = is_entered(ui, &field);
        if entered && state.can_export(dialog) {
            commands.push(Command::Export(ExportCommand::Start));
        }
        let button = Button::new((Icon::Folder.atom(), choose));
        if ui
            .add_enabled(state.shell.dialog.is_none(), button)
            .clicked()
        {
            commands.push(Command::Ask(Purpose::ExportFolder));
        }
    });
    let tokens = Tokens::of(ui);
    ui.weak(language.text("export.own-folder"));
    if let Some(folder) = state.folder_around_copies(dialog) {
        let text = language.fill("export.copies-inside", &[("folder", &folder.display())]);
        ui.add(egui::Label::new(RichText::new(text).color(tokens.related)).wrap());
    }
}
