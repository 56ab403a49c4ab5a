//! Text field with a visible frame: on a card it has the card's colour.

use std::sync::Arc;

use egui::{Response, Stroke, TextEdit, Ui};

use crate::widgets::theme::Tokens;

/// Adds a field; it has a frame at rest too, and the usual one when it is pointed at or typed in.
pub(crate) fn text_field_ui(ui: &mut Ui, field: TextEdit<'_>) -> Response {
    let usual = Arc::clone(ui.style());
    let frame = Stroke::new(1.0, Tokens::of(ui).edge);
    ui.visuals_mut().widgets.inactive.bg_stroke = frame;
    let response = ui.add(field);
    ui.set_style(usual);
    response
}
