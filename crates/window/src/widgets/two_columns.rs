//! Two columns of equal width beside each other, each as high as the higher one.

use egui::{Align, Layout, Rect, Ui, UiBuilder, pos2, vec2};

/// Space between the two columns, in points.
const GUTTER: f32 = 18.0;

/// Draws both columns, the left one first; `add` gets the number of the column, 0 or 1.
pub(crate) fn two_columns_ui(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug + Copy,
    mut add: impl FnMut(&mut Ui, usize),
) {
    let room = ui.available_rect_before_wrap();
    let width = ((room.width() - GUTTER) / 2.0).max(40.0);
    let mut bottom = room.top();
    for side in 0..2_u8 {
        let left = room.left() + f32::from(side) * (width + GUTTER);
        let size = vec2(width, room.height().max(20.0));
        let rect = Rect::from_min_size(pos2(left, room.top()), size);
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt((salt, side))
            .layout(Layout::top_down(Align::Min));
        let used = ui.scope_builder(builder, |ui| {
            ui.set_max_width(width);
            add(ui, usize::from(side));
            ui.min_rect()
        });
        bottom = bottom.max(used.inner.bottom());
    }
    ui.advance_cursor_after_rect(Rect::from_min_max(room.min, pos2(room.right(), bottom)));
}
