//! Lines over the lower edge of a page: a notice, the line about an open system dialog, the field for a typed path.

use egui::{Align2, Area, Button, Frame, Id, Margin, Order, TextEdit, Ui, pos2};

use crate::widgets::icons::Icon;
use crate::widgets::labels::busy_ui;
use crate::widgets::text_field::{is_entered, is_escaped, text_field_ui};
use crate::widgets::theme::{PAGE_MARGIN, Tokens};
use chachong_import::PictureFiles;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::{Command, LibraryCommand, RowCommand};
use chachong_window_model::page::{Notice, NoticeKind, PathField};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Draws lines over the page, the last one just above `above`, in points from the window's upper edge. Returns their height.
pub(crate) fn over_page(ui: &Ui, above: f32, lines: impl FnOnce(&mut Ui)) -> f32 {
    let page = ui.max_rect();
    let margin = f32::from(PAGE_MARGIN);
    Area::new(Id::unique("notices"))
        .order(Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(pos2(page.left() + margin, above - margin / 2.0))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            ui.set_max_width(page.width() - 2.0 * margin);
            lines(ui);
            ui.min_rect().height()
        })
        .inner
}

/// Returns the frame of a line, which stands out from the page below it.
pub(crate) fn line_frame(ui: &Ui) -> Frame {
    let line = egui::Stroke::new(1.0, Tokens::of(ui).line);
    (Frame::popup(ui.style()).stroke(line)).inner_margin(Margin::symmetric(10, 6))
}

pub(crate) fn notice_ui(ui: &mut Ui, state: &State, notice: &Notice, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (fill, color) = match notice.kind {
        NoticeKind::Error => (tokens.near_fill, tokens.near),
        NoticeKind::NotCompared | NoticeKind::NotReadAgain(_) | NoticeKind::Ended(_) => {
            (tokens.related_fill, tokens.related)
        }
        NoticeKind::Information
        | NoticeKind::Queued
        | NoticeKind::Decision
        | NoticeKind::EarlierCheck(_)
        | NoticeKind::Pictures
        | NoticeKind::DeletedCase
        | NoticeKind::Removed
        | NoticeKind::RemovedCheck => (tokens.calm_fill, tokens.calm),
    };
    line_frame(ui).fill(fill).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            if matches!(notice.kind, NoticeKind::Error | NoticeKind::NotCompared) {
                Icon::Warning.show(ui, color);
            }
            ui.colored_label(color, notice.text(language));
            let undo = match notice.kind {
                NoticeKind::Decision => Some(Command::Undo),
                NoticeKind::DeletedCase => Some(Command::Case(CaseCommand::UndoDelete)),
                NoticeKind::Removed => Some(Command::Library(LibraryCommand::UndoRemove)),
                NoticeKind::RemovedCheck => Some(Command::Library(LibraryCommand::UndoRemoveCheck)),
                _ => None,
            };
            if let Some(undo) = undo {
                let waits = matches!(undo, Command::Undo) && state.check.undo_waits();
                let button = Button::new((Icon::Undo.atom(), language.text("notice.undo")));
                if ui.add_enabled(!waits, button).clicked() {
                    commands.push(undo);
                }
            }
            if notice.kind == NoticeKind::NotCompared
                && (ui.button((Icon::Again.atom(), language.text("notice.compare-again"))))
                    .clicked()
            {
                commands.push(Command::CompareAgain);
            }
            if notice.kind == NoticeKind::Pictures {
                pictures_ui(ui, state, commands);
            }
            if let NoticeKind::EarlierCheck(check) = notice.kind
                && (ui.button((Icon::Again.atom(), language.text("recheck.compare")))).clicked()
            {
                commands.push(Command::Recheck(RecheckCommand::Compare(check)));
            }
            if let NoticeKind::Ended(Some(check)) = notice.kind
                && (ui.button((Icon::Documents.atom(), language.text("ended.open-check"))))
                    .clicked()
            {
                commands.push(Command::Library(LibraryCommand::OpenCheck(check)));
            }
            if let Some(file) = &notice.file {
                let open = match notice.kind {
                    NoticeKind::Ended(_) => "ended.open-note",
                    _ => "notice.open",
                };
                let open = (Icon::OpenFile.atom(), language.text(open));
                if ui.button(open).clicked() {
                    commands.push(Command::Row(RowCommand::OpenFile(file.clone())));
                }
                let show = (Icon::Folder.atom(), language.text("notice.show-in-folder"));
                if ui.button(show).clicked() {
                    commands.push(Command::Row(RowCommand::ShowInFolder(file.clone())));
                }
            }
            let dismiss = (Icon::Close.atom(), language.text("notice.dismiss"));
            if ui.button(dismiss).clicked() {
                commands.push(Command::DismissNotice);
            }
        });
    });
}

/// Draws the buttons that read the skipped image files as documents.
fn pictures_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let choices = [
        (Icon::Folder, "pictures.together", PictureFiles::Together),
        (Icon::Documents, "pictures.each", PictureFiles::Each),
    ];
    for (icon, key, pictures) in choices {
        let (text, hint) = (
            state.language.text(key),
            state.language.text(&format!("{key}-hint")),
        );
        if ui.button((icon.atom(), text)).on_hover_text(hint).clicked() {
            commands.push(Command::Row(RowCommand::ReadPictures(pictures)));
        }
    }
}

/// Draws the line about an open system dialog. A path can be typed instead, since a portal may hang; the window stays usable.
pub(crate) fn dialog_ui(ui: &mut Ui, state: &State, purpose: Purpose, commands: &mut Vec<Command>) {
    let language = state.language;
    line_frame(ui).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            busy_ui(ui, language);
            ui.label(language.text("dialog.open"));
            if ui.button(language.text("dialog.type-instead")).clicked() {
                commands.push(Command::AskByField(purpose));
            }
        });
    });
}

/// Draws the field for a typed path and returns its edited text.
pub(crate) fn field_ui(
    ui: &mut Ui,
    state: &State,
    field: &PathField,
    commands: &mut Vec<Command>,
) -> String {
    let language = state.language;
    let mut text = field.text.clone();
    let saving = field.purpose.is_saving();
    line_frame(ui).show(ui, |ui| {
        if field.no_dialog {
            ui.weak(language.text("field.no-dialog"));
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(language.text(if saving {
                "field.save-as"
            } else {
                "field.path"
            }));
            let edit = TextEdit::singleline(&mut text).desired_width(420.0);
            let edit = text_field_ui(ui, edit).labelled_by(label.id);
            if field.fresh {
                edit.request_focus();
            }
            let (entered, escaped) = (is_entered(ui, &edit), is_escaped(ui, &edit));
            let key = match field.purpose {
                Purpose::TakeThreshold
                | Purpose::OpenLibrary
                | Purpose::ClassList
                | Purpose::ImportCase
                | Purpose::EarlierReport
                | Purpose::Watch => "field.open",
                _ if saving => "field.save",
                _ => "field.add",
            };
            let path = std::path::PathBuf::from(text.trim());
            let pressed = ui
                .add_enabled(!text.trim().is_empty(), Button::new(language.text(key)))
                .clicked();
            if pressed || (entered && !text.trim().is_empty()) {
                commands.push(Command::FieldAnswered(field.purpose, path));
            }
            let close = (Icon::Close.atom(), language.text("field.cancel"));
            if ui.button(close).clicked() || escaped {
                commands.push(Command::CloseField);
            }
        });
    });
    text
}
