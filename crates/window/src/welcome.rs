//! Welcome page at the first start: the language, buttons to begin, and the places of stored data. The buttons come first, so that
//! they are visible on a small screen.

use egui::{Button, RichText, ScrollArea, Ui, vec2};

use crate::settings::page::language_ui;
use crate::widgets::focus;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, cut_text_ui};
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Maximum width of the panel, in points.
const WIDTH: f32 = 640.0;

/// Draws the panel in place of the start page.
pub(crate) fn welcome_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ScrollArea::vertical().id_salt("welcome").show(ui, |ui| {
        focus::keep_in_sight(ui);
        ui.vertical_centered(|ui| {
            ui.add_space(2.0 * GAP);
            ui.set_max_width(WIDTH.min(ui.available_width()));
            Tokens::of(ui).card().inner_margin(24).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                ui.vertical(|ui| panel_ui(ui, state, commands));
            });
        });
    });
}

fn panel_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let title = RichText::new(language.text("welcome.title")).heading();
    ui.colored_label(tokens.strong, title);
    ui.add_space(SMALL_GAP);
    ui.label(language.text("welcome.purpose"));
    ui.add_space(GAP);
    language_ui(ui, language, commands);
    ui.add_space(GAP);
    controls_ui(ui, |ui| {
        let size = vec2(160.0, 34.0);
        let begin = Button::new(language.text("welcome.begin")).min_size(size);
        if ui.add(begin).clicked() {
            commands.push(Command::EndWelcome);
        }
        let samples = (Icon::Documents.atom(), language.text("start.samples"));
        if ui.add(Button::new(samples).min_size(size)).clicked() {
            commands.push(Command::Row(RowCommand::TrySamples));
        }
    });
    ui.add_space(2.0 * GAP);
    ui.strong(language.text("welcome.stays"));
    ui.label(language.text("welcome.private"));
    ui.add_space(SMALL_GAP);
    for place in state.shell.folders.stored(state.library.file.as_deref()) {
        ui.weak(language.text(place.key));
        cut_text_ui(ui, place.path.display().to_string());
        ui.add_space(SMALL_GAP);
    }
}
