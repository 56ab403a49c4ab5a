//! Colours of the classes of students, if there are several.

use egui::{Color32, RichText, Ui};

use crate::widgets::labels::{chip_ui, one_line};
use crate::widgets::theme::source_colors;
use chachong_compare::DocumentIndex;
use chachong_window_model::state::State;

/// Returns ink and background of the class of a document's student; `None` where the class is unknown, or there is only one.
pub(crate) fn class_colors(
    state: &State,
    document: DocumentIndex,
    dark: bool,
) -> Option<(Color32, Color32)> {
    let class = state.check.class_of(document)?;
    let place = state.check.classes().iter().position(|one| *one == class)?;
    Some(colors(dark, place))
}

/// Returns ink and background of a class. Blue comes first, since red is for judgements.
fn colors(dark: bool, place: usize) -> (Color32, Color32) {
    source_colors(dark, u32::try_from((place + 2) % 6).ok())
}

/// Draws the names of the classes in their colours; nothing where there is only one.
pub(crate) fn classes_ui(ui: &mut Ui, state: &State) {
    let classes = state.check.classes();
    if classes.is_empty() {
        return;
    }
    let dark = ui.visuals().dark_mode;
    ui.horizontal_wrapped(|ui| {
        ui.weak(state.language.text("submission.class"));
        for (place, class) in classes.iter().enumerate() {
            let (ink, fill) = colors(dark, place);
            chip_ui(ui, &one_line(class), ink, fill);
        }
    });
}

/// Draws a letter or number that stands for a document, in the colour of its class.
pub(crate) fn class_mark_ui(ui: &mut Ui, state: &State, document: DocumentIndex, mark: &str) {
    let text = RichText::new(mark);
    match class_colors(state, document, ui.visuals().dark_mode) {
        Some((ink, fill)) => {
            let class = state.check.class_of(document).unwrap_or_default();
            ui.label(text.color(ink).background_color(fill))
                .on_hover_text(class);
        }
        None => {
            ui.weak(text);
        }
    }
}
