//! Hint over the window while files are held over it.

use egui::Ui;

use crate::widgets::theme;
use chachong_messages::Language;

/// Draws a hint over the whole window while files are held over it.
pub(crate) fn drop_hint_ui(ui: &Ui, language: Language) {
    let tokens = theme::Tokens::of(ui);
    let screen = ui.ctx().content_rect();
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop-hint"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect(
        screen.shrink(8.0),
        12.0,
        tokens.calm_fill.gamma_multiply(0.92),
        egui::Stroke::new(3.0, tokens.calm),
        egui::StrokeKind::Inside,
    );
    painter.text(
        screen.center(),
        egui::Align2::CENTER_CENTER,
        language.text("start.release"),
        egui::FontId::proportional(24.0),
        tokens.calm,
    );
}
