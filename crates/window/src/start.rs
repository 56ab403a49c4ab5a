//! Start page: the area to drop files on, buttons to add them, and the list of earlier checks.

use egui::{Align2, Button, RichText, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};

use crate::library::recent::{ROW, recent_ui};
use crate::widgets::theme::Tokens;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Height of the heading above the list of earlier checks, in points.
const LIST_HEAD: f32 = 28.0;
/// Minimum height of the list of earlier checks, in points: heading and one row.
const LEAST_LIST: f32 = LIST_HEAD + ROW;
/// Height of the area to drop files on, in points, and its height in a low window, which leaves out the space between its texts.
const ZONE: f32 = 300.0;
const LOW_ZONE: f32 = 210.0;
/// Space above, between and below the zone and the list of earlier checks, in points.
const AROUND_ZONE: f32 = 48.0;

pub(crate) fn start_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let tokens = Tokens::of(ui);
    let language = state.language;
    let area = ui.available_rect_before_wrap();
    let recent = state.library.shown_checks().count();
    // In a low window the zone leaves room for the earlier checks.
    let least_list = if recent > 0 {
        LEAST_LIST + AROUND_ZONE
    } else {
        32.0
    };
    let room = area.height() - least_list;
    let is_low = recent > 0 && room < ZONE;
    let size = vec2(
        620.0_f32.min(area.width() - 32.0),
        ZONE.min(if is_low { room.max(LOW_ZONE) } else { room }),
    );
    // Earlier checks are listed below the zone if there are any.
    let below = area.height() - size.y - AROUND_ZONE;
    let list = if recent > 0 {
        (LIST_HEAD + ROW * recent as f32).min(below)
    } else {
        0.0
    };
    let mut zone = Align2::CENTER_CENTER.align_size_within_rect(size, area);
    if list > 0.0 {
        zone = Align2::CENTER_TOP
            .align_size_within_rect(size, area)
            .translate(vec2(0.0, (below - list) / 2.0));
        let top = zone.bottom() + 24.0;
        let place = egui::Rect::from_min_size(pos2(zone.left(), top), vec2(size.x, list));
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            let title = RichText::new(language.text("recent.title")).strong();
            ui.colored_label(tokens.strong, title);
            ui.add_space(4.0);
            recent_ui(ui, state, commands);
        });
    }
    ui.painter().rect(
        zone,
        12.0,
        tokens.surface,
        Stroke::new(2.0, tokens.line),
        StrokeKind::Inside,
    );
    let inside = zone.shrink(if is_low { 8.0 } else { 24.0 });
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(if is_low { 0.0 } else { 24.0 });
            let drop = RichText::new(language.text("start.drop")).heading();
            ui.colored_label(tokens.strong, drop);
            ui.add_space(4.0);
            ui.weak(language.text("start.formats"));
            ui.add_space(if is_low { 4.0 } else { 20.0 });
            let buttons = [
                (Purpose::AddFolder, "toolbar.add-folder"),
                (Purpose::AddFiles, "toolbar.add-files"),
            ];
            for (purpose, key) in buttons {
                if ui
                    .add(Button::new(language.text(key)).min_size(vec2(200.0, 34.0)))
                    .clicked()
                {
                    commands.push(Command::Ask(purpose));
                }
            }
            let samples = RichText::new(language.text("start.samples")).color(tokens.calm);
            let samples = Button::new(samples).frame(false);
            if ui.add(samples).clicked() {
                commands.push(Command::Row(RowCommand::TrySamples));
            }
            ui.add_space(8.0);
            ui.weak(language.text("start.private"));
        });
    });
    ui.advance_cursor_after_rect(area);
}
