//! Drawing of the page about the program.

use egui::{Button, Label, RichText, ScrollArea, TextStyle, Ui, vec2};

use crate::about::licences;
use crate::widgets::focus;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{card_ui, controls_ui, cut_text_ui};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::{AskedContainment, State};

/// Height of the licences and of the diagnostic information, in points; both scroll.
const TEXT_HEIGHT: f32 = 320.0;

pub(crate) fn about_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let area = ScrollArea::vertical().id_salt("about");
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        // Room for the scroll bar.
        ui.set_max_width(ui.available_width() - 12.0);
        ui.heading(language.text("about.title"));
        ui.add_space(SMALL_GAP);
        ui.label(language.fill("about.version", &[("version", &state.shell.version)]));
        ui.weak(language.text("about.licence"));
        ui.add_space(GAP);
        card_ui(ui, &language.text("about.places"), |ui| {
            places_ui(ui, state, commands);
        });
        ui.add_space(GAP);
        card_ui(ui, &language.text("about.diagnostics"), |ui| {
            diagnostics_ui(ui, state, commands);
        });
        ui.add_space(GAP);
        card_ui(ui, &language.text("about.licences"), |ui| {
            ui.label(language.text("about.licences-hint"));
            ui.add_space(SMALL_GAP);
            lines_ui(ui, "licences", &licences::LINES);
        });
        ui.add_space(GAP);
        card_ui(ui, &language.text("about.containment"), |ui| {
            containment_ui(ui, state);
        });
    });
}

/// Draws the places where data is stored, each with a button that opens its folder.
fn places_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.label(language.text("welcome.private"));
    for place in state.shell.folders.stored(state.library.file.as_deref()) {
        ui.add_space(SMALL_GAP);
        ui.weak(language.text(place.key));
        let shown = place.path.display().to_string();
        controls_ui(ui, |ui| {
            let open = (Icon::Folder.atom(), language.text("about.open-folder"));
            if ui.add(Button::new(open)).clicked() {
                commands.push(Command::Row(RowCommand::OpenFile(place.folder)));
            }
            cut_text_ui(ui, shown);
        });
    }
}

/// Draws the layers of the sandbox in which files are read.
fn containment_ui(ui: &mut Ui, state: &State) {
    let language = state.language;
    let containment = match &state.shell.containment {
        AskedContainment::NotAnswered => {
            ui.label(language.text("about.containment.asking"));
            return;
        }
        AskedContainment::Unknown => {
            ui.label(language.text("about.containment.unknown"));
            return;
        }
        AskedContainment::Known(containment) => containment,
    };
    ui.label(language.text("about.containment-hint"));
    for layer in containment.layers() {
        ui.add_space(SMALL_GAP);
        let name = language.layer(layer.layer);
        let line = match (&layer.missing, layer.version) {
            (Some(why), _) => language.fill(
                "about.containment.missing",
                &[("layer", &name), ("why", why)],
            ),
            (None, Some(version)) => language.fill(
                "about.containment.version",
                &[("layer", &name), ("version", &version)],
            ),
            (None, None) => language.fill("about.containment.held", &[("layer", &name)]),
        };
        ui.label(line);
    }
}

/// Draws the button that copies diagnostic information and, after it was pressed, the copied information.
fn diagnostics_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.label(language.text("about.diagnostics-hint"));
    ui.add_space(SMALL_GAP);
    controls_ui(ui, |ui| {
        if ui.button(language.text("about.copy-diagnostics")).clicked() {
            commands.push(Command::CopyDiagnostics);
        }
    });
    if let Some(text) = &state.shell.diagnostics {
        ui.add_space(SMALL_GAP);
        let lines: Vec<&str> = text.lines().collect();
        lines_ui(ui, "diagnostics", &lines);
    }
}

/// Draws scrolling lines of text; only visible lines are laid out.
fn lines_ui(ui: &mut Ui, id: &str, lines: &[&str]) {
    let height = ui.text_style_height(&TextStyle::Monospace);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::both()
        .id_salt(id)
        .max_height(TEXT_HEIGHT)
        .auto_shrink([false, true])
        .show_rows(ui, height, lines.len(), |ui, rows| {
            for line in &lines[rows] {
                if line.is_empty() {
                    ui.allocate_space(vec2(0.0, height));
                    continue;
                }
                ui.add(Label::new(RichText::new(*line).monospace()).extend());
            }
        });
}
