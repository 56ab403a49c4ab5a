//! Minimap: the whole matrix, small, with a frame around the visible part; a click or a drag in it moves the view.

use egui::{
    Color32, Painter, Rangef, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use crate::matrix::layout::Layout;
use crate::matrix::tiles::Tiles;
use crate::widgets::theme;
use crate::widgets::theme::Tokens;
use chachong_messages::Language;
use chachong_window_model::command::Command;
use chachong_window_model::matrix_view::MatrixView;

const SIDE: f32 = 160.0;

pub(crate) fn minimap_ui(
    ui: &mut Ui,
    layout: &Layout,
    view: MatrixView,
    tiles: &Tiles,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui);
    let size = [layout.extent.columns, layout.extent.rows].map(|count| count as f64);
    let longer = size[0].max(size[1]);
    let [wide, high] = size.map(|count| SIDE * part(count, longer));
    let (rect, response) = ui.allocate_exact_size(vec2(wide, high), Sense::click_and_drag());
    let label = language.text("matrix.minimap");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let painter = ui.painter_at(rect.expand(1.0));
    painter.rect_filled(rect, 0.0, theme::ground(ui.visuals().dark_mode));
    if let Some((place, texture)) = tiles.overview() {
        // The last texel reaches beyond the last cell.
        let [columns, rows] = place.covers(layout.extent);
        let part = pos2(part(size[0], columns.end), part(size[1], rows.end));
        let seen = Rect::from_min_max(pos2(0.0, 0.0), part);
        painter.image(texture.id(), rect, seen, Color32::WHITE);
    }
    let line = Stroke::new(1.0, tokens.line);
    painter.rect_stroke(rect, 0.0, line, StrokeKind::Outside);
    let (columns, rows) = (layout.visible(0), layout.visible(1));
    let corner = |x: f64, y: f64| rect.min + vec2(part(x, longer), part(y, longer)) * SIDE;
    let frame = Rect::from_min_max(
        corner(columns.start, rows.start),
        corner(columns.end, rows.end),
    );
    // The frame stays visible, however small the visible part is.
    let least = vec2(8.0, 8.0);
    let frame = Rect::from_center_size(frame.center(), frame.size().max(least));
    veil(
        &painter,
        rect,
        frame,
        ui.visuals().panel_fill.gamma_multiply(0.6),
    );
    let light = Stroke::new(1.5, ui.visuals().panel_fill);
    painter.rect_stroke(frame.expand(2.0), 1.0, light, StrokeKind::Outside);
    let strong = Stroke::new(2.0, tokens.strong);
    painter.rect_stroke(frame, 1.0, strong, StrokeKind::Outside);
    if let Some(at) = response.interact_pointer_pos()
        && (response.clicked() || response.drag_delta() != Vec2::ZERO)
    {
        let place = (at - rect.min) / SIDE;
        let origin = layout.centred([0, 1].map(|axis| f64::from(place[axis]) * longer));
        commands.push(Command::Matrix(MatrixView { origin, ..view }));
    }
}

/// Draws a pale veil over the area outside the frame.
fn veil(painter: &Painter, all: Rect, frame: Rect, color: Color32) {
    let frame = frame.intersect(all);
    let beside =
        |x: Rangef, y: Rangef| painter.rect_filled(Rect::from_x_y_ranges(x, y), 0.0, color);
    beside(all.x_range(), Rangef::new(all.top(), frame.top()));
    beside(all.x_range(), Rangef::new(frame.bottom(), all.bottom()));
    beside(Rangef::new(all.left(), frame.left()), frame.y_range());
    beside(Rangef::new(frame.right(), all.right()), frame.y_range());
}

/// Returns `of` as a part of `whole`, 0..=1.
fn part(of: f64, whole: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
    let part = (of / whole.max(1.0)) as f32;
    part
}
