//! Widgets in a given rectangle.

use egui::{Align, Layout, Rect, Ui, UiBuilder};

/// Draws widgets in a given rectangle, from left to right and vertically centred.
pub(crate) fn in_rect(ui: &mut Ui, id: impl egui::AsIdSalt, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().id_salt(id).max_rect(rect).layout(layout));
    add(&mut child);
}
