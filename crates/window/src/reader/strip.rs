//! Strip beside a text that shows the whole of it: its passages, and the part in sight. Works as the text's scroll bar.

use egui::{Color32, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2};

use crate::widgets::theme::Tokens;

/// Width of the strip, in points.
pub(crate) const STRIP: f32 = 12.0;
/// Minimum height of a mark, in points.
const LEAST: f32 = 2.0;

/// Height of a whole text, height of the view of it, and distance scrolled from its top; in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) total: f32,
    pub(crate) view: f32,
    pub(crate) offset: f32,
}

/// Draws the strip. `marks` are top and bottom in the text, in points. Returns the height to which a click or drag scrolls the
/// text.
pub(crate) fn strip_ui(
    ui: &Ui,
    rect: Rect,
    name: &str,
    sight: Sight,
    marks: &[([f32; 2], Color32)],
) -> Option<f32> {
    let tokens = Tokens::of(ui);
    let sense = Sense::click_and_drag() - Sense::FOCUSABLE;
    let response = ui.interact(rect, ui.scope_id().with(("strip", name)), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, name));
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, tokens.bit_zero.gamma_multiply(0.6));
    let total = sight.total.max(sight.view).max(1.0);
    let y = |height: f32| rect.top() + height / total * rect.height();
    for &([top, bottom], color) in marks {
        let (top, bottom) = (y(top), y(bottom));
        let place = Rect::from_min_max(
            pos2(rect.left() + 2.0, top),
            pos2(rect.right() - 2.0, bottom.max(top + LEAST)),
        );
        painter.rect_filled(place, 0.0, color);
    }
    let seen = Rect::from_min_max(
        pos2(rect.left(), y(sight.offset)),
        pos2(rect.right(), y(sight.offset + sight.view)),
    );
    let line = if response.hovered() || response.dragged() {
        tokens.strong
    } else {
        tokens.weak
    };
    painter.rect(
        seen,
        3.0,
        tokens.weak.gamma_multiply(0.15),
        Stroke::new(1.0, line),
        StrokeKind::Inside,
    );
    // A drag without movement scrolls nothing and needs no repaint.
    let pressed = response.clicked() || response.drag_delta() != Vec2::ZERO;
    let at = response.interact_pointer_pos().filter(|_| pressed)?;
    let part = (at.y - rect.top()) / rect.height().max(1.0);
    ui.ctx().request_repaint();
    Some(part * total - sight.view / 2.0)
}
