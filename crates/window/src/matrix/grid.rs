//! Drawing of the matrix: cells, numbers, names and the marked cell. Pushes no commands.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::matrix::layout::{Layout, NUMBERS_FROM, whole_cells};
use crate::matrix::margin::numbered;
use crate::matrix::scale::in_cell;
use crate::matrix::sheet::{LETTERS, NUMBER, Sheet};
use crate::matrix::tiles::{Palette, Tiles};
use crate::widgets::class_colors::class_colors;
use crate::widgets::labels::{shortened, shortened_row};
use crate::widgets::theme;
use crate::widgets::theme::Tokens;
use chachong_messages::has_sign;
use chachong_window_model::evidence::{code_share, data_in_common};
use chachong_window_model::matrix_view::Measure;
use chachong_window_model::state::State;

/// Minimum side of a cell, in points, for a name above its column.
const NAMED_COLUMNS_FROM: f32 = 84.0;
const WHOLE: Rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));

pub(crate) fn draw_cells(
    ui: &Ui,
    state: &State,
    layout: &Layout,
    sheet: &Arc<Sheet>,
    tiles: &mut Tiles,
) {
    let dark = ui.visuals().dark_mode;
    // The coarsest texels reach beyond the last cell.
    let seen = layout.whole().intersect(layout.grid);
    let painter = ui.painter_at(seen);
    painter.rect_filled(seen, 0.0, theme::ground(dark));
    let visible = [layout.visible(0), layout.visible(1)];
    let pixels = layout.cell * f64::from(ui.ctx().pixels_per_point());
    for (place, texture) in tiles.visible(ui.ctx(), (sheet, dark), &visible, pixels) {
        let [columns, rows] = place.covers(layout.extent);
        painter.image(
            texture.id(),
            layout.rect(&columns, &rows),
            WHOLE,
            Color32::WHITE,
        );
    }
    if layout.cell >= f64::from(NUMBERS_FROM) {
        draw_numbers(ui, state, layout, sheet, &painter);
    }
    if layout.extent.columns > layout.extent.rows {
        let first = layout.extent.rows as f64;
        let x = layout.rect(&(first..first), &(0.0..first)).left();
        let line = Stroke::new(2.0, Tokens::of(ui).weak);
        painter.vline(x, seen.y_range(), line);
    }
}

fn draw_numbers(ui: &Ui, state: &State, layout: &Layout, sheet: &Sheet, painter: &Painter) {
    let (tokens, dark) = (Tokens::of(ui), ui.visuals().dark_mode);
    let palette = Palette::new(dark);
    // Numbers of a few large cells are read from farther away.
    let font = FontId::proportional((size(layout) * 0.3).clamp(12.0, 22.0));
    for row in whole_cells(&layout.visible(1)) {
        for column in whole_cells(&layout.visible(0)) {
            let cell = layout.cell_rect(row, column);
            let gap = Stroke::new(1.0, ui.visuals().panel_fill);
            painter.rect_stroke(cell, 0.0, gap, StrokeKind::Middle);
            if row == column {
                painter.rect_filled(cell, 0.0, ui.visuals().panel_fill);
                let diagonal = [cell.left_top(), cell.right_bottom()];
                painter.line_segment(diagonal, Stroke::new(1.0, tokens.line));
                continue;
            }
            let (a, b) = (sheet.documents[row], sheet.documents[column]);
            let check = &state.check;
            let distance = (check.distance_between(a, b).into_iter())
                .chain(sheet.distance(row, column))
                .min();
            let distance = match distance {
                Some(distance) => distance,
                None if sheet.measure.is_share() => 0,
                None => continue,
            };
            let evidence = || check.evidence_between(a, b);
            let share = match sheet.measure {
                Measure::Share => check.share_between(a, b),
                Measure::Code => evidence().map(code_share).fold(0.0, f64::max),
                Measure::Data => evidence().map(data_in_common).max().unwrap_or(0) as f64,
                Measure::Distance | Measure::Cosine => 0.0,
            };
            let ink = theme::ink_on(palette.color(sheet.level(row, column)));
            let mut text = in_cell(
                sheet.measure,
                distance,
                state.check.fingerprint_bits(),
                share,
            );
            let mut font = font.clone();
            let is_share = sheet.measure == Measure::Share;
            if is_share && share >= 0.01 && is_lower(state, sheet, (row, column), share) {
                // With the sign the text is as wide as a cell; smaller letters leave it within.
                text.insert(0, '≥');
                font.size = 10.0;
            }
            let galley = painter.layout_no_wrap(text, font, ink);
            let place = Align2::CENTER_CENTER.anchor_size(cell.center(), galley.size());
            // A number at the edge of what is visible would be cut to another one.
            if layout.grid.contains_rect(place) {
                painter.galley(place.min, galley, ink);
            }
        }
    }
}

/// Returns whether the share in a cell is shown as a lower estimate.
fn is_lower(state: &State, sheet: &Sheet, (row, column): (usize, usize), share: f64) -> bool {
    let (a, b) = (sheet.documents[row], sheet.documents[column]);
    has_sign(share, state.check.lower_between(a, b))
}

/// Returns the side of a cell, in points.
fn size(layout: &Layout) -> f32 {
    layout.cell_rect(0, 0).width()
}

pub(crate) fn draw_names(ui: &Ui, state: &State, layout: &Layout, sheet: &Sheet) {
    if !layout.has_names() {
        return;
    }
    let (tokens, area, side) = (Tokens::of(ui), layout.area, size(layout));
    let font = FontId::proportional(LETTERS.min(side));
    // Number of columns of a text that fit into a width.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some letters"
    )]
    let fitting = |width: f32| (width / (font.size * 0.52)).max(4.0) as usize;
    let painter = ui.painter_at(area);
    let beside = pos2(layout.grid.left() - 8.0, area.bottom());
    let clipped = painter.with_clip_rect(Rect::from_min_max(area.left_top(), beside));
    let room = fitting(layout.grid.left() - area.left() - NUMBER);
    for row in whole_cells(&layout.visible(1)) {
        let at = pos2(area.left(), layout.cell_rect(row, 0).center().y);
        let document = sheet.documents.get(row);
        if let (true, Some(&document)) = (layout.grid.y_range().contains(at.y), document) {
            let name = shortened_row(&state.row_name(document), &state.table.names, room);
            let name = format!("{}  {name}", row + 1);
            let of_class = class_colors(state, document, ui.visuals().dark_mode);
            let ink = of_class.map_or(tokens.strong, |(ink, _)| ink);
            let galley = painter.layout_no_wrap(name, font.clone(), ink);
            let at = at - vec2(0.0, galley.size().y / 2.0);
            clipped.galley(at, galley, ink);
        }
    }
    let rows = layout.extent.rows;
    let of_library = (state.language).fill("library.name", &[("name", &"")]);
    let numbered = numbered(rows, side * rows as f32, 2.5 * font.size);
    for column in whole_cells(&layout.visible(0)) {
        let x = layout.cell_rect(0, column).center().x;
        if !layout.grid.x_range().contains(x) {
            continue;
        }
        let at = pos2(x, layout.grid.top() - 4.0);
        let Some(&document) = sheet.documents.get(column) else {
            continue;
        };
        if column >= rows {
            // The title above these columns says that they are the library's.
            let name = state.row_name(document);
            let name = name.strip_prefix(&of_library).unwrap_or(&name);
            let room = fitting(layout.grid.top() - area.top() - 8.0 - LETTERS * 1.5);
            let name = shortened(name, room);
            let galley = painter.layout_no_wrap(name, font.clone(), tokens.strong);
            let corner = at - vec2(galley.size().y / 2.0, 0.0);
            let text = TextShape::new(corner, galley, tokens.strong);
            painter.add(text.with_angle(-FRAC_PI_2));
            continue;
        }
        let number = (column + 1).to_string();
        let text = if side >= NAMED_COLUMNS_FROM {
            let name = state.row_name(document);
            let name = shortened_row(&name, &state.table.names, fitting(side - 24.0));
            format!("{number}  {name}")
        } else if numbered.contains(&column) {
            number
        } else {
            continue;
        };
        let galley = painter.layout_no_wrap(text, font.clone(), tokens.weak);
        let place = Align2::CENTER_BOTTOM.anchor_size(at, galley.size());
        if area.x_range().contains(place.right()) {
            painter.galley(place.min, galley, tokens.weak);
        }
    }
    let first = layout.cell_rect(0, rows).left();
    if layout.extent.columns > rows && layout.grid.x_range().contains(first) {
        let at = pos2(first, area.top());
        let title = state.language.text("toolbar.library");
        painter.text(at, Align2::LEFT_TOP, title, font, tokens.weak);
    }
}

/// Draws the mark of a cell and of its row and column: dark lines with light ones beside them, visible on every
/// background.
pub(crate) fn draw_mark(ui: &Ui, layout: &Layout, (row, column): (usize, usize)) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter_at(layout.grid.expand(2.0));
    let (cell, all) = (layout.cell_rect(row, column), layout.whole());
    let around = at_least(cell, 8.0);
    let band = at_least(cell, 1.0);
    let across = Rect::from_x_y_ranges(all.x_range(), band.y_range());
    let down = Rect::from_x_y_ranges(band.x_range(), all.y_range());
    let outside = StrokeKind::Outside;
    let thin = Stroke::new(1.0, tokens.strong.gamma_multiply(0.5));
    for band in [across, down] {
        painter.rect_stroke(band, 0.0, thin, outside);
    }
    let light = Stroke::new(2.0, ui.visuals().panel_fill);
    painter.rect_stroke(around.expand(2.0), 2.0, light, outside);
    painter.rect_stroke(around, 1.0, Stroke::new(2.0, tokens.strong), outside);
}

/// Enlarges a rectangle around its centre to at least `side` points, so that it can be seen.
fn at_least(rect: Rect, side: f32) -> Rect {
    Rect::from_center_size(rect.center(), rect.size().max(vec2(side, side)))
}
