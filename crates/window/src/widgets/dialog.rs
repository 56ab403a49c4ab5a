//! Frame that all dialogs over the page share.

use egui::{Frame, Id, Modal, ModalResponse, Ui, Vec2};

use crate::widgets::settling::redraw_if_new;

/// Space between the dialog's edge and what is in it, in points.
const MARGIN: i8 = 16;
/// Minimum space to the left and right of the dialog, in points, both together.
const BESIDE: f32 = 64.0;

/// Draws a dialog with a title over the page; `inside` gets the size of the window. The place of a dialog depends on the size that it had
/// when it was last drawn, so it is drawn again when its size has changed.
pub(crate) fn modal_ui<T>(
    ui: &Ui,
    name: &str,
    width: f32,
    title: &str,
    inside: impl FnOnce(&mut Ui, Vec2) -> T,
) -> ModalResponse<T> {
    let frame = Frame::popup(ui.style()).inner_margin(MARGIN);
    let modal = Modal::new(Id::unique(name)).frame(frame);
    let drawn = modal.show(ui.ctx(), |ui| {
        let window = ui.ctx().content_rect().size();
        // Otherwise what scrolls gets no more height than it had when the dialog was last drawn.
        ui.set_max_height(window.y);
        ui.set_width(width.min(window.x - BESIDE));
        ui.heading(title);
        inside(ui, window)
    });
    let size = drawn.response.rect.size();
    redraw_if_new(ui.ctx(), Id::unique((name, "size")), size);
    drawn
}
