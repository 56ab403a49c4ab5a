//! Frame that all dialogs over the page share.

use egui::{Frame, Id, Modal, ModalResponse, RichText, Ui, Vec2};

/// Space between the dialog's edge and what is in it, in points.
const MARGIN: i8 = 16;
/// Minimum space to the left and right of the dialog, in points, both together.
const BESIDE: f32 = 64.0;

/// Draws a dialog with a title over the page; `inside` gets the size of the window.
pub(crate) fn modal_ui<T>(
    ui: &Ui,
    name: &str,
    width: f32,
    title: &str,
    inside: impl FnOnce(&mut Ui, Vec2) -> T,
) -> ModalResponse<T> {
    let frame = Frame::popup(ui.style()).inner_margin(MARGIN);
    let modal = Modal::new(Id::unique(name)).frame(frame);
    modal.show(ui.ctx(), |ui| {
        let window = ui.ctx().content_rect().size();
        ui.set_width(width.min(window.x - BESIDE));
        ui.label(RichText::new(title).heading());
        inside(ui, window)
    })
}
