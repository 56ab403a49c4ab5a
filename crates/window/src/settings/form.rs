//! Card of the school's form: names and limits that are printed on it. All are optional; limits are off by default.

use egui::{Checkbox, DragValue, RichText, TextEdit, Ui};

use crate::widgets::labels::controls_ui;
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::SMALL_GAP;
use chachong_messages::Language;
use chachong_report::FormProfile;
use chachong_text::ChapterKind;
use chachong_window_model::command::{Command, SettingCommand};

/// Initial value of a new limit, in per cent.
const FIRST_LIMIT: f64 = 20.0;
/// Maximum length of a name, in characters.
const LONGEST: usize = 80;
/// Number of limits in a row.
const COLUMNS: usize = 2;
/// Minimum width of a limit, in points.
const LIMIT: f32 = 190.0;

pub(crate) fn form_ui(
    ui: &mut Ui,
    language: Language,
    profile: &FormProfile,
    commands: &mut Vec<Command>,
) {
    let mut changed = profile.clone();
    ui.weak(language.text("settings.form-hint"));
    ui.add_space(SMALL_GAP);
    for (key, name) in [
        ("settings.form-school", &mut changed.school),
        ("form.unit", &mut changed.unit),
    ] {
        controls_ui(ui, |ui| {
            let label = ui.label(language.text(key));
            let room = ui.available_width().clamp(120.0, 300.0);
            let field = TextEdit::singleline(name)
                .char_limit(LONGEST)
                .desired_width(room);
            text_field_ui(ui, field).labelled_by(label.id);
        });
    }
    ui.add_space(SMALL_GAP);
    ui.label(language.text("settings.form-limits"));
    let total = (None, language.text("form.total"));
    let kinds = ChapterKind::ALL.map(|kind| (Some(kind), language.chapter_kind(kind)));
    let all: Vec<(Option<ChapterKind>, String)> = [total].into_iter().chain(kinds).collect();
    let columns = if ui.available_width() > LIMIT * COLUMNS as f32 {
        COLUMNS
    } else {
        1
    };
    egui::Grid::new("form-limits")
        .num_columns(columns)
        .min_col_width(LIMIT.min(ui.available_width()))
        .show(ui, |ui| {
            for row in all.chunks(columns) {
                for (kind, name) in row {
                    ui.horizontal(|ui| {
                        limit_ui(ui, language, name, changed.limits.of_mut(*kind));
                    });
                }
                ui.end_row();
            }
        });
    ui.weak(RichText::new(language.text("form.limit-note")).small());
    if changed != *profile {
        let profile = Box::new(changed);
        commands.push(Command::Setting(SettingCommand::FormProfile(profile)));
    }
}

/// Draws the switch for a limit, and its value if it is on.
fn limit_ui(ui: &mut Ui, language: Language, name: &str, limit: &mut Option<f64>) {
    let mut is_on = limit.is_some();
    let check = ui.add(Checkbox::new(&mut is_on, name));
    if check.changed() {
        *limit = is_on.then_some(FIRST_LIMIT);
    }
    if let Some(value) = limit {
        let of = language.fill("settings.form-limit-of", &[("name", &name)]);
        let field = DragValue::new(value)
            .range(0.0..=100.0)
            .speed(0.5)
            .max_decimals(1)
            .suffix(" %");
        ui.add(field).on_hover_text(of);
    }
}
