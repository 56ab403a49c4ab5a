//! Page of the settings: threshold with a preview, recipe, what is left out, templates, look, work. What is left out is
//! saved with the check, templates are stored in the library, and the preferences remember the rest.

use egui::{Button, RichText, ScrollArea, Slider, Ui, vec2};

use crate::document::exclusions::reason_ui;
use crate::library::templates::templates_ui;
use crate::settings::form::form_ui;
use crate::settings::histogram::histogram_ui;
use crate::settings::recipe::recipe_ui;
use crate::widgets::focus;
use crate::widgets::labels::{card_ui, controls_ui};
use crate::widgets::theme::GAP;
use chachong_compare::{DistanceHistogram, Reason};
use chachong_messages::Language;
use chachong_window_model::command::{Command, SettingCommand};
use chachong_window_model::page::Page;
use chachong_window_model::preferences::{Preferences, Recognition, TEXT_SIZES, ThemeChoice};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Largest distance that the slider offers, in bits, unless a larger one is set; unrelated texts lie around 26 bits
/// apart.
const SLIDER_END: u32 = 20;
/// Minimum width for two columns, in points.
const WIDE: f32 = 900.0;

pub(crate) fn settings_ui(
    ui: &mut Ui,
    state: &State,
    preferences: &Preferences,
    histogram: Option<&DistanceHistogram>,
    commands: &mut Vec<Command>,
) {
    let area = ScrollArea::vertical().id_salt("settings");
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        // Room for the scroll bar.
        ui.set_max_width(ui.available_width() - 12.0);
        ui.heading(state.language.text("toolbar.settings"));
        ui.add_space(GAP);
        if ui.available_width() >= WIDE {
            ui.columns(2, |columns| {
                threshold_ui(&mut columns[0], state, histogram, commands);
                columns[0].add_space(GAP);
                recipe_card(&mut columns[0], state, commands);
                columns[0].add_space(GAP);
                work_ui(&mut columns[0], state, preferences, commands);
                look_ui(&mut columns[1], state, preferences, commands);
                columns[1].add_space(GAP);
                counted_ui(&mut columns[1], state, commands);
                columns[1].add_space(GAP);
                templates_card(&mut columns[1], state, commands);
                columns[1].add_space(GAP);
                form_card(&mut columns[1], state, preferences, commands);
            });
        } else {
            threshold_ui(ui, state, histogram, commands);
            ui.add_space(GAP);
            look_ui(ui, state, preferences, commands);
            ui.add_space(GAP);
            counted_ui(ui, state, commands);
            ui.add_space(GAP);
            templates_card(ui, state, commands);
            ui.add_space(GAP);
            form_card(ui, state, preferences, commands);
            ui.add_space(GAP);
            recipe_card(ui, state, commands);
            ui.add_space(GAP);
            work_ui(ui, state, preferences, commands);
        }
    });
}

/// Draws the maximum distance of listed pairs, with a preview of the number of pairs that it lists.
fn threshold_ui(
    ui: &mut Ui,
    state: &State,
    histogram: Option<&DistanceHistogram>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    card_ui(ui, &language.text("settings.threshold"), |ui| {
        let mut by_length = state.settings.max_distance.is_none();
        if ui
            .checkbox(&mut by_length, language.text("settings.by-length"))
            .changed()
        {
            commands.push(Command::Setting(SettingCommand::MaxDistance(
                if by_length { None } else { Some(6) },
            )));
        }
        if let Some(mut distance) = state.settings.max_distance {
            let label = ui.label(language.text("settings.max-distance"));
            let end = SLIDER_END.max(distance);
            let slider = Slider::new(&mut distance, 0..=end);
            if ui.add(slider).labelled_by(label.id).changed() {
                commands.push(Command::Setting(SettingCommand::MaxDistance(Some(
                    distance,
                ))));
            }
        } else {
            ui.weak(language.related_by_length());
        }
        let text = language.text("settings.take-threshold");
        let take = ui.horizontal(|ui| ui.button(text)).inner;
        let hint = language.text("settings.take-threshold-hint");
        if take.on_hover_text(hint).clicked() {
            commands.push(Command::Ask(Purpose::TakeThreshold));
        }
        if state.check.result.documents.is_empty() {
            return;
        }
        ui.add_space(4.0);
        ui.label(language.fill(
            "settings.preview",
            &[
                ("count", &state.check.result.findings.pairs.len()),
                ("near", &state.check.result.near.pairs.len()),
            ],
        ));
        if let Some(histogram) = histogram {
            histogram_ui(ui, histogram, state.thresholds(), language);
        }
    });
}

/// Draws the switch for reduced motion, for people whom motion disturbs.
fn motion_ui(
    ui: &mut Ui,
    language: Language,
    preferences: &Preferences,
    commands: &mut Vec<Command>,
) {
    let mut reduced = preferences.reduced_motion;
    let text = language.text("settings.reduced-motion");
    if ui
        .checkbox(&mut reduced, text)
        .on_hover_text(language.text("settings.reduced-motion-hint"))
        .changed()
    {
        commands.push(Command::Setting(SettingCommand::ReducedMotion(reduced)));
    }
}

fn recipe_card(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    card_ui(ui, &state.language.text("recipe.title"), |ui| {
        recipe_ui(ui, state, commands);
    });
}

fn templates_card(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    card_ui(ui, &state.language.text("templates.title"), |ui| {
        ui.vertical(|ui| templates_ui(ui, state, commands));
    });
}

fn form_card(ui: &mut Ui, state: &State, preferences: &Preferences, commands: &mut Vec<Command>) {
    let language = state.language;
    card_ui(ui, &language.text("settings.form"), |ui| {
        form_ui(ui, language, &preferences.form, commands);
    });
}

/// Draws the switches for the reasons to leave text out of all copied shares.
fn counted_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    card_ui(ui, &state.language.text("exclusions.title"), |ui| {
        for reason in Reason::ALL {
            reason_ui(ui, state, reason, commands);
        }
    });
}

/// Draws the choice of the language of the interface.
pub(crate) fn language_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    controls_ui(ui, |ui| {
        ui.label(language.text("settings.language"));
        for (choice, name) in Language::ALL {
            if ui.selectable_label(choice == language, name).clicked() {
                commands.push(Command::Setting(SettingCommand::Language(choice)));
            }
        }
    });
}

fn look_ui(ui: &mut Ui, state: &State, preferences: &Preferences, commands: &mut Vec<Command>) {
    let language = state.language;
    card_ui(ui, &language.text("settings.look"), |ui| {
        language_ui(ui, language, commands);
        controls_ui(ui, |ui| {
            ui.label(language.text("settings.theme"));
            for (choice, key) in [
                (ThemeChoice::System, "settings.theme-system"),
                (ThemeChoice::Light, "settings.theme-light"),
                (ThemeChoice::Dark, "settings.theme-dark"),
            ] {
                let chosen = choice == preferences.theme;
                if ui.selectable_label(chosen, language.text(key)).clicked() {
                    commands.push(Command::Setting(SettingCommand::Theme(choice)));
                }
            }
        });
        controls_ui(ui, |ui| {
            ui.label(language.text("settings.text-size"));
            let now = ui.ctx().zoom_factor();
            for size in TEXT_SIZES {
                let text = format!("{:.0} %", size * 100.0);
                let chosen = (now - size).abs() < 0.01;
                if ui.selectable_label(chosen, text).clicked() {
                    commands.push(Command::Setting(SettingCommand::TextSize(size)));
                }
            }
        });
        motion_ui(ui, language, preferences, commands);
    });
}

fn work_ui(ui: &mut Ui, state: &State, preferences: &Preferences, commands: &mut Vec<Command>) {
    let language = state.language;
    card_ui(ui, &language.text("settings.work"), |ui| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let all = preferences.threads.is_none();
        let mut automatic = all;
        let text = language.text("settings.all-cores");
        let cores_are = language.fill("settings.cores", &[("count", &cores)]);
        let check = ui.checkbox(&mut automatic, text);
        if check.on_hover_text(cores_are).changed() {
            commands.push(Command::Setting(SettingCommand::Threads(
                (!automatic).then_some(1),
            )));
        }
        if let Some(mut threads) = preferences.threads {
            let label = ui.label(language.text("settings.threads"));
            let most = cores.max(threads);
            let slider = Slider::new(&mut threads, 1..=most);
            if ui.add(slider).labelled_by(label.id).changed() {
                commands.push(Command::Setting(SettingCommand::Threads(Some(threads))));
            }
        }
        ui.weak(RichText::new(language.text("settings.threads-hint")).small());
        let mut recognise = preferences.recognition == Recognition::ByItself;
        let check = ui.checkbox(&mut recognise, language.text("settings.recognise"));
        let hint = language.text("recognition.read-pages-hint");
        if check.on_hover_text(hint).changed() {
            let when = if recognise {
                Recognition::ByItself
            } else {
                Recognition::OnRequest
            };
            commands.push(Command::Setting(SettingCommand::Recognition(when)));
        }
        ui.add_space(4.0);
        let library = Button::new(language.text("settings.library")).min_size(vec2(0.0, 26.0));
        let about = Button::new(language.text("settings.about")).min_size(vec2(0.0, 26.0));
        ui.horizontal(|ui| {
            for (button, page) in [(library, Page::Library), (about, Page::About)] {
                if ui.add(button).clicked() {
                    commands.push(Command::Go(page));
                }
            }
        });
    });
}
