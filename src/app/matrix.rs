//! The similarity matrix: a heat map that zooms to the pointer, names the pair under it, and opens it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells lie between 0 and the number of documents, points on the screen"
)]

use std::ops::Range;

use egui::{
    Align2, Color32, FontId, Key as Keyboard, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::command::Command;
use super::copied::sides;
use super::documents::pair_page;
use super::labels::{percent, shortened, verdict_ui};
use super::state::State;
use super::theme::{self, Tokens, distance_color, distance_steps};
use super::tiles::{Key, Tiles};
use crate::session::Document;

/// From this cell size on, in points: names beside the rows; distances in the cells.
const NAMES_FROM: f32 = 15.0;
const NUMBERS_FROM: f32 = 24.0;
/// From this cell size on one texel stands for one cell.
const CELLS_FROM: f64 = 2.0;
/// Cells never grow beyond this many points.
const LARGEST_CELL: f64 = 44.0;
const NAMES_WIDTH: f32 = 210.0;
const HEAD: f32 = 22.0;

/// What part of the matrix is shown, and the cell marked by the keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MatrixView {
    /// First visible column and row, in cells.
    origin: [f64; 2],
    /// Points a cell; 0 fits the whole matrix into the window.
    zoom: f64,
    /// Row and column.
    marked: Option<(usize, usize)>,
}

/// The geometry of one frame.
struct Layout {
    /// Where cells are drawn.
    grid: Rect,
    cell: f64,
    origin: [f64; 2],
    count: usize,
}

impl Layout {
    fn new(area: Rect, view: MatrixView, count: usize) -> Self {
        let fit = |grid: Rect| {
            (f64::from(grid.width().min(grid.height())) / count.max(1) as f64).min(LARGEST_CELL)
        };
        let plain = Rect::from_min_max(area.min + vec2(0.0, HEAD), area.max);
        let named = Rect::from_min_max(plain.min + vec2(NAMES_WIDTH, 0.0), plain.max);
        let cell_of = |grid| {
            if view.zoom > 0.0 {
                view.zoom.clamp(fit(grid), LARGEST_CELL)
            } else {
                fit(grid)
            }
        };
        let grid = if cell_of(named) >= f64::from(NAMES_FROM) {
            named
        } else {
            plain
        };
        let cell = cell_of(grid);
        let visible = |points: f32| f64::from(points) / cell;
        let bound =
            |origin: f64, points: f32| origin.clamp(0.0, (count as f64 - visible(points)).max(0.0));
        let origin = [
            bound(view.origin[0], grid.width()),
            bound(view.origin[1], grid.height()),
        ];
        Self {
            grid,
            cell,
            origin,
            count,
        }
    }

    /// Visible cells along one axis (0: columns, 1: rows), fractions included.
    fn visible(&self, axis: usize) -> Range<f64> {
        let points = if axis == 0 {
            self.grid.width()
        } else {
            self.grid.height()
        };
        let end = (self.origin[axis] + f64::from(points) / self.cell).min(self.count as f64);
        self.origin[axis]..end
    }

    /// Where a range of cells is drawn.
    fn rect(&self, columns: &Range<f64>, rows: &Range<f64>) -> Rect {
        let x = |cells: f64| self.grid.left() + ((cells - self.origin[0]) * self.cell) as f32;
        let y = |cells: f64| self.grid.top() + ((cells - self.origin[1]) * self.cell) as f32;
        Rect::from_min_max(
            pos2(x(columns.start), y(rows.start)),
            pos2(x(columns.end), y(rows.end)),
        )
    }

    fn cell_rect(&self, row: usize, column: usize) -> Rect {
        let range = |i: usize| i as f64..(i + 1) as f64;
        self.rect(&range(column), &range(row))
    }

    fn cell_at(&self, at: egui::Pos2) -> Option<(usize, usize)> {
        let column = self.origin[0] + f64::from(at.x - self.grid.left()) / self.cell;
        let row = self.origin[1] + f64::from(at.y - self.grid.top()) / self.cell;
        let inside = |cells: f64| cells >= 0.0 && cells < self.count as f64;
        // Both are at least 0 and below the count.
        (self.grid.contains(at) && inside(row) && inside(column))
            .then_some((row as usize, column as usize))
    }
}

pub(super) fn matrix_ui(
    ui: &mut Ui,
    state: &State,
    tiles: &mut Tiles,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    // Only documents with a fingerprint have a row.
    let shown: Vec<usize> = (0..state.checked())
        .filter(|&d| state.documents[d].fingerprint().is_some())
        .collect();
    if shown.len() < 2 {
        ui.label(RichText::new(language.text("matrix.too-few")).color(Tokens::of(ui).weak));
        return;
    }
    legend_ui(ui, state);
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let label = language.fill("matrix.label", &[("count", &shown.len())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let layout = Layout::new(rect, state.matrix, shown.len());
    draw_cells(ui, state, &layout, &shown, tiles);
    draw_names(ui, state, &layout, &shown, rect);
    let hovered = response.hover_pos().and_then(|at| layout.cell_at(at));
    for cell in [
        hovered,
        state.matrix.marked.filter(|_| response.has_focus()),
    ]
    .into_iter()
    .flatten()
    {
        mark(ui, &layout, cell);
    }
    if let Some((row, column)) = hovered
        && let (Some(&a), Some(&b)) = (shown.get(row), shown.get(column))
    {
        response
            .clone()
            .on_hover_ui_at_pointer(|ui| hover_ui(ui, state, a, b));
    }
    navigate(ui, state, &layout, &response, &shown, hovered, commands);
}

fn draw_cells(ui: &Ui, state: &State, layout: &Layout, shown: &[usize], tiles: &mut Tiles) {
    let (mut columns, mut rows) = (layout.visible(0), layout.visible(1));
    let scale = f64::from(ui.ctx().pixels_per_point());
    let pixels = |range: &Range<f64>, per_cell: f64| {
        (((range.end - range.start) * per_cell).round() as usize).max(1)
    };
    let per_cell = if layout.cell * scale >= CELLS_FROM {
        for range in [&mut columns, &mut rows] {
            *range = range.start.floor()..range.end.ceil();
        }
        1.0
    } else {
        layout.cell * scale
    };
    let key = Key {
        generation: state.generation,
        width: pixels(&columns, per_cell),
        height: pixels(&rows, per_cell),
        rows,
        columns,
        dark: ui.visuals().dark_mode,
    };
    let documents = || {
        shown
            .iter()
            .map(|&d| state.documents[d].fingerprinted())
            .collect()
    };
    let painter = ui.painter_at(layout.grid);
    if let Some((key, texture)) = tiles.picture(ui.ctx(), &key, documents) {
        // An older picture is drawn where its cells are now, until the new one is there.
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(
            texture.id(),
            layout.rect(&key.columns, &key.rows),
            whole,
            Color32::WHITE,
        );
    }
    if layout.cell >= f64::from(NUMBERS_FROM) {
        draw_numbers(ui, state, layout, shown, &painter);
    }
}

fn draw_numbers(ui: &Ui, state: &State, layout: &Layout, shown: &[usize], painter: &egui::Painter) {
    let tokens = Tokens::of(ui);
    for row in whole_cells(&layout.visible(1)) {
        for column in whole_cells(&layout.visible(0)) {
            let cell = layout.cell_rect(row, column);
            painter.rect_stroke(
                cell,
                0.0,
                Stroke::new(1.0, ui.visuals().panel_fill),
                StrokeKind::Middle,
            );
            let (a, b) = (
                &state.documents[shown[row]],
                &state.documents[shown[column]],
            );
            let (Some(a), Some(b)) = (a.fingerprint(), b.fingerprint()) else {
                continue;
            };
            if row == column {
                let diagonal = [cell.left_top(), cell.right_bottom()];
                painter.line_segment(diagonal, Stroke::new(1.0, tokens.line));
                continue;
            }
            let distance = a.distance(b);
            let fill = distance_color(distance, ui.visuals().dark_mode);
            let ink = theme::ink_on(fill);
            let font = FontId::proportional(12.0);
            painter.text(cell.center(), Align2::CENTER_CENTER, distance, font, ink);
        }
    }
}

/// The cells that a range touches.
fn whole_cells(range: &Range<f64>) -> Range<usize> {
    // The range lies within 0 and the number of documents.
    range.start.floor() as usize..range.end.ceil() as usize
}

fn draw_names(ui: &Ui, state: &State, layout: &Layout, shown: &[usize], area: Rect) {
    if layout.cell < f64::from(NAMES_FROM) {
        return;
    }
    let tokens = Tokens::of(ui);
    let font = FontId::proportional(12.0);
    let painter = ui.painter_at(area);
    for row in whole_cells(&layout.visible(1)) {
        let at = pos2(area.left(), layout.cell_rect(row, 0).center().y);
        if layout.grid.y_range().contains(at.y) {
            let name = format!(
                "{}  {}",
                row + 1,
                shortened(&state.documents[shown[row]].name, 28)
            );
            let galley = painter.layout_no_wrap(name, font.clone(), tokens.strong);
            let clip = Rect::from_min_max(
                area.left_top(),
                pos2(layout.grid.left() - 8.0, area.bottom()),
            );
            painter.with_clip_rect(clip).galley(
                at - vec2(0.0, galley.size().y / 2.0),
                galley,
                tokens.strong,
            );
        }
    }
    for column in whole_cells(&layout.visible(0)) {
        let at = pos2(
            layout.cell_rect(0, column).center().x,
            layout.grid.top() - 4.0,
        );
        if layout.grid.x_range().contains(at.x) {
            painter.text(
                at,
                Align2::CENTER_BOTTOM,
                column + 1,
                font.clone(),
                tokens.weak,
            );
        }
    }
}

/// Row and column of a cell, and the cell.
fn mark(ui: &Ui, layout: &Layout, (row, column): (usize, usize)) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter_at(layout.grid);
    let cell = layout.cell_rect(row, column);
    let thin = Stroke::new(1.0, tokens.strong.gamma_multiply(0.5));
    let whole = 0.0..layout.count as f64;
    let all = layout.rect(&whole, &whole);
    let across = Rect::from_x_y_ranges(all.x_range(), cell.y_range());
    let down = Rect::from_x_y_ranges(cell.x_range(), all.y_range());
    for band in [across, down] {
        painter.rect_stroke(band, 0.0, thin, StrokeKind::Middle);
    }
    painter.rect_stroke(
        cell,
        1.0,
        Stroke::new(2.0, tokens.strong),
        StrokeKind::Outside,
    );
}

fn hover_ui(ui: &mut Ui, state: &State, a: usize, b: usize) {
    let language = state.language;
    let (document_a, document_b): (&Document, &Document) =
        (&state.documents[a], &state.documents[b]);
    ui.label(shortened(&document_a.name, 64));
    if a == b {
        return;
    }
    ui.label(shortened(&document_b.name, 64));
    if let (Some(print_a), Some(print_b)) = (document_a.fingerprint(), document_b.fingerprint()) {
        let distance = print_a.distance(print_b);
        let cosine = format!("{:.1} %", print_a.estimated_cosine(print_b) * 100.0);
        ui.horizontal(|ui| {
            ui.label(language.fill(
                "matrix.hover",
                &[("distance", &distance), ("cosine", &cosine)],
            ));
            verdict_ui(ui, state.verdict(a, b), language);
        });
        if state.copied().is_some() {
            // Row and column may be the other way round than the pair.
            let (first, second) = (a.min(b), a.max(b));
            let shares = (state.copied_pair(first, second)).map_or([0.0; 2], |pair| {
                sides(pair.shares).map(|side| side.net.share())
            });
            let [own, other] = if a == first {
                shares
            } else {
                [shares[1], shares[0]]
            };
            ui.label(language.fill(
                "matrix.copied",
                &[("first", &percent(own)), ("second", &percent(other))],
            ));
        }
    }
}

fn navigate(
    ui: &Ui,
    state: &State,
    layout: &Layout,
    response: &Response,
    shown: &[usize],
    hovered: Option<(usize, usize)>,
    commands: &mut Vec<Command>,
) {
    let mut view = MatrixView {
        origin: layout.origin,
        ..state.matrix
    };
    let open = |cell: (usize, usize), commands: &mut Vec<Command>| {
        if cell.0 != cell.1
            && let (Some(&a), Some(&b)) = (shown.get(cell.0), shown.get(cell.1))
        {
            commands.push(Command::Go(pair_page(a, b)));
        }
    };
    if response.clicked() {
        response.request_focus();
        if let Some(cell) = hovered {
            view.marked = Some(cell);
            open(cell, commands);
        }
    }
    if response.double_clicked() {
        view.zoom = 0.0;
    }
    if response.dragged() {
        let delta: Vec2 = response.drag_delta();
        view.origin[0] -= f64::from(delta.x) / layout.cell;
        view.origin[1] -= f64::from(delta.y) / layout.cell;
    }
    if let Some(at) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|i| {
            (
                f64::from(i.smooth_scroll_delta.y),
                f64::from(i.zoom_delta()),
            )
        });
        let factor = (scroll / 200.0).exp() * pinch;
        if (factor - 1.0).abs() > 1e-6 {
            let fit = Layout::new(response.rect, MatrixView::default(), layout.count).cell;
            let cell = (layout.cell * factor).clamp(fit, LARGEST_CELL);
            // The point under the pointer stays where it is.
            for (axis, offset) in [
                (0, at.x - layout.grid.left()),
                (1, at.y - layout.grid.top()),
            ] {
                view.origin[axis] += f64::from(offset) * (1.0 / layout.cell - 1.0 / cell);
            }
            view.zoom = if cell <= fit { 0.0 } else { cell };
        }
    }
    if response.has_focus() {
        let last = layout.count - 1;
        let (row, column) = view.marked.unwrap_or((0, last.min(1)));
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        for (key, to) in [
            (Keyboard::ArrowUp, (row.saturating_sub(1), column)),
            (Keyboard::ArrowDown, ((row + 1).min(last), column)),
            (Keyboard::ArrowLeft, (row, column.saturating_sub(1))),
            (Keyboard::ArrowRight, (row, (column + 1).min(last))),
        ] {
            if pressed(key) {
                view.marked = Some(to);
            }
        }
        if pressed(Keyboard::Enter) {
            open((row, column), commands);
        }
        // The arrows belong to the matrix while it has the focus.
        ui.memory_mut(|memory| {
            memory.set_focus_lock_filter(
                response.id,
                egui::EventFilter {
                    horizontal_arrows: true,
                    vertical_arrows: true,
                    ..Default::default()
                },
            );
        });
    }
    if view
        != (MatrixView {
            origin: layout.origin,
            ..state.matrix
        })
    {
        commands.push(Command::Matrix(view));
    }
}

fn legend_ui(ui: &mut Ui, state: &State) {
    let language = state.language;
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(language.text("matrix.legend")).color(tokens.weak));
        let mut from = 0;
        for (up_to, color) in distance_steps(ui.visuals().dark_mode) {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
            ui.painter().rect(
                rect,
                3.0,
                color,
                Stroke::new(1.0, tokens.line),
                StrokeKind::Inside,
            );
            ui.label(format!("{from}–{up_to}"));
            from = up_to + 1;
        }
        ui.label(
            RichText::new(language.text("matrix.help"))
                .color(tokens.weak)
                .small(),
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_places_lead_to_each_other() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 600.0));
        for (count, zoom) in [(2, 0.0), (15, 0.0), (500, 9.0), (10_000, 0.0)] {
            let view = MatrixView {
                origin: [1.0, 1.0],
                zoom,
                marked: None,
            };
            let layout = Layout::new(area, view, count);
            let rows = whole_cells(&layout.visible(1));
            assert!(rows.end <= count && rows.start < rows.end);
            let (row, column) = (
                rows.start + rows.len() / 2,
                whole_cells(&layout.visible(0)).start + 1,
            );
            assert_eq!(
                layout.cell_at(layout.cell_rect(row, column).center()),
                Some((row, column)),
                "{count}"
            );
        }
        let whole = Layout::new(area, MatrixView::default(), 10_000);
        assert_eq!(
            (whole.visible(0), whole.visible(1).end),
            (0.0..10_000.0, 10_000.0)
        );
    }
}
