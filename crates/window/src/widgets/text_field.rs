//! Text field with a visible frame: on a card it has the card's colour. Escape leaves the field and not the page.

use std::sync::Arc;

use egui::{Key, Response, Stroke, TextEdit, Ui};

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

/// Returns whether Enter has just ended the typing in a field.
pub(crate) fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Returns whether Escape has just ended the typing in a field.
pub(crate) fn is_escaped(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape))
}
