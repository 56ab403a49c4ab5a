//! Choice of the earlier check: the likely ones first, then all that the library has.

use egui::{Align, Button, Layout, ScrollArea, Ui, UiBuilder, vec2};

use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, cut_text_ui, one_line};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_library::{CheckState, SavedCheck};
use chachong_messages::minute;
use chachong_window_model::command::Command;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Height of a row, in points.
const ROW: f32 = 34.0;

/// Draws the choice; `can_return`: there is a comparison to go back to.
pub(super) fn choosing_ui(
    ui: &mut Ui,
    state: &State,
    can_return: bool,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    ui.heading(language.text("pages.recheck"));
    ui.weak(language.text("recheck.explanation"));
    ui.add_space(GAP);
    if can_return {
        let back = (Icon::Back.atom(), language.text("recheck.return"));
        if ui.button(back).clicked() {
            commands.push(Command::Recheck(RecheckCommand::Choose(false)));
        }
        ui.add_space(SMALL_GAP);
    }
    if state.check.recheck.running.is_some() {
        ui.horizontal(|ui| {
            busy_ui(ui, language);
            ui.label(language.text("recheck.running"));
        });
        return;
    }
    if state.recheck_input().is_none() {
        ui.label(language.text("recheck.not-yet"));
        return;
    }
    let has_dialog = state.shell.dialog.is_some();
    let choose = Button::new((Icon::OpenFile.atom(), language.text("recheck.choose-file")));
    if (ui.add_enabled(!has_dialog, choose))
        .on_hover_text(language.text("recheck.choose-file-hint"))
        .clicked()
    {
        commands.push(Command::Ask(Purpose::EarlierReport));
    }
    ui.add_space(SMALL_GAP);
    let likely = &state.check.recheck.likely;
    let is_likely = |check: &SavedCheck| likely.iter().any(|one| one.check.id == check.id);
    let others = state.library.shown_checks();
    let others: Vec<&SavedCheck> = others
        .filter(|check| check.state == CheckState::Done && !is_likely(check))
        .filter(|check| Some(check.id) != state.check.recheck.own)
        .collect();
    if likely.is_empty() && others.is_empty() {
        ui.label(language.text("recheck.no-checks"));
        return;
    }
    ScrollArea::vertical()
        .id_salt("recheck-checks")
        .auto_shrink([false, true])
        .show(ui, |ui| {
            if !likely.is_empty() {
                ui.strong(language.text("recheck.likely"));
                for one in likely {
                    let about = language.fill("recheck.versions", &[("count", &one.versions)]);
                    row_ui(ui, state, &one.check, &about, commands);
                }
                ui.add_space(GAP);
            }
            if others.is_empty() {
                return;
            }
            ui.strong(language.text("recheck.all-checks"));
            let top = ui.cursor().top();
            for (at, check) in others.into_iter().enumerate() {
                // Rows out of sight only take their room.
                let row = top + at as f32 * (ROW + ui.spacing().item_spacing.y);
                if row > ui.clip_rect().bottom() + ROW || row + 2.0 * ROW < ui.clip_rect().top() {
                    ui.allocate_space(vec2(ui.available_width(), ROW));
                    continue;
                }
                let about = language.fill("recent.documents", &[("count", &check.documents)]);
                row_ui(ui, state, check, &about, commands);
            }
        });
}

fn row_ui(
    ui: &mut Ui,
    state: &State,
    check: &SavedCheck,
    about: &str,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let size = vec2(ui.available_width(), ROW);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let inner = UiBuilder::new()
        .max_rect(rect.shrink2(vec2(8.0, 0.0)))
        .id_salt(("recheck-check", check.id.0))
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(inner, |ui| {
        let compare = Button::new((Icon::Again.atom(), language.text("recheck.compare")));
        let compare = ui.add(compare);
        let title = match one_line(&check.title) {
            title if title.is_empty() => language.text("recent.untitled"),
            title => title,
        };
        compare.widget_info(|| {
            let label = format!("{} – {title}", language.text("recheck.compare"));
            egui::WidgetInfo::labeled(egui::Role::Button, true, label)
        });
        if compare.clicked() {
            commands.push(Command::Recheck(RecheckCommand::Compare(check.id)));
        }
        ui.weak(minute(check.changed));
        ui.weak(about);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            cut_text_ui(ui, &title);
        });
    });
}
