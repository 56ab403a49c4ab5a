//! Draws a list beside a document, only the items in sight, and the box of an item.

use chachong_compare::DocumentIndex;
use egui::{Rect, Response, ScrollArea, Stroke, StrokeKind, Ui, vec2};

use crate::widgets::focus;
use crate::widgets::theme::Tokens;

/// Draws a list of `count` items, each `height` points high: `item_ui` draws an item by its index and rectangle. Items out of sight are
/// not drawn, except the next one below: the keyboard reaches it, and it is then scrolled into sight.
pub(crate) fn items_ui(
    ui: &mut Ui,
    salt: (&str, DocumentIndex),
    (count, height): (usize, f32),
    mut item_ui: impl FnMut(&mut Ui, usize, Rect),
) {
    ScrollArea::vertical()
        .id_salt(salt)
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            focus::keep_in_sight(ui);
            let origin = ui.min_rect().left_top();
            let width = ui.available_width() - 8.0;
            ui.set_height(height * count as f32);
            for index in 0..count {
                let top = height * index as f32;
                if top + height >= viewport.top() && top <= viewport.bottom() + height {
                    let at = origin + vec2(0.0, top);
                    let rect = Rect::from_min_size(at, vec2(width, height - 4.0));
                    item_ui(ui, index, rect);
                }
            }
        });
}

/// Draws the box of an item: it is filled while it is chosen, and its frame is calm while it is chosen, hovered or has the focus.
pub(crate) fn item_box_ui(ui: &Ui, rect: Rect, response: &Response, is_chosen: bool) {
    let tokens = Tokens::of(ui);
    let is_active = is_chosen || response.hovered() || response.has_focus();
    let line = if is_active { tokens.calm } else { tokens.line };
    let fill = if is_chosen {
        tokens.calm_fill
    } else {
        tokens.surface
    };
    let stroke = Stroke::new(1.0, line);
    (ui.painter()).rect(rect, 6.0, fill, stroke, StrokeKind::Inside);
}
