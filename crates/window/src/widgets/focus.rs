//! Ring around the widget that has the keyboard, whatever it is.

use egui::{Context, CornerRadius, Stroke, StrokeKind};

/// Width of the ring, and its distance from the widget, in points.
const WIDTH: f32 = 2.0;
const DISTANCE: f32 = 1.0;

/// Draws the ring; nothing while no widget has the keyboard.
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
