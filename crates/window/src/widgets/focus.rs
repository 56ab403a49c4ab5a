//! Widget with the keyboard focus: the ring around it, and scrolling to it.

use egui::{Context, CornerRadius, Id, Stroke, StrokeKind, Ui};

/// Width of the ring, and its distance from the widget, in points.
const WIDTH: f32 = 2.0;
const DISTANCE: f32 = 1.0;
/// Space that stays between a widget that was scrolled into sight and the edge of its area, in points.
const MARGIN: f32 = 12.0;

/// Draws the ring around the widget with the keyboard focus; nothing without one.
pub(crate) fn ring_ui(context: &Context) {
    let focused = context.memory(egui::Memory::focused);
    let Some(response) = focused.and_then(|id| context.read_response(id)) else {
        return;
    };
    let rect = response.interact_rect;
    if !rect.is_positive() {
        return;
    }
    let color = context.global_style().visuals.selection.stroke.color;
    context.layer_painter(response.layer_id).rect_stroke(
        rect.expand(DISTANCE),
        CornerRadius::same(4),
        Stroke::new(WIDTH, color),
        StrokeKind::Outside,
    );
}

/// Scrolls the area around `ui` to a widget in it that has just got the keyboard focus. A clicked widget is visible already, and
/// must not move under the pointer.
pub(crate) fn keep_in_sight(ui: &Ui) {
    let context = ui.ctx();
    let Some(id) = context.memory(egui::Memory::focused) else {
        return;
    };
    let known = ui.scope_id().with("focused");
    let before = context.data(|data| data.get_temp::<Id>(known));
    context.data_mut(|data| data.insert_temp(known, id));
    if before == Some(id) || ui.input(|input| input.pointer.any_down()) {
        return;
    }
    let Some(response) = context.read_response(id) else {
        return;
    };
    let (seen, rect) = (ui.clip_rect(), response.rect);
    // What is visible outside of the area does not scroll with it.
    let visible = response.interact_rect;
    let is_beside = visible.is_positive() && !seen.expand(1.0).contains_rect(visible);
    let is_inside = response.layer_id == ui.layer_id()
        && seen.x_range().contains(rect.center().x)
        && !is_beside;
    let is_seen = seen.top() <= rect.top() && rect.bottom() <= seen.bottom();
    if is_inside && !is_seen {
        ui.scroll_to_rect(rect.expand(MARGIN), None);
    }
}
