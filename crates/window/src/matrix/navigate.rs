//! Pointer and keyboard on the matrix: they move or zoom the view, mark a cell or open a pair. Draws nothing.

use egui::{EventFilter, Key, Pos2, Response, Ui, Vec2};

use crate::matrix::layout::Layout;
use crate::matrix::sheet::Sheet;
use crate::matrix::tiles::EVERY_CELL_FROM;
use chachong_window_model::command::Command;
use chachong_window_model::matrix_view::MatrixView;

/// Zoom factor of one key press or button click.
pub(crate) const STEP: f64 = 1.5;
/// Size of cells, in points, to which a double click zooms from the whole matrix.
const CLOSE: f64 = 16.0;
/// Maximum distance, in points, between the pointer and a cell that stands out, for that cell to be meant.
const REACH: f64 = 4.0;
/// Minimum distance, in points, that an arrow key moves by: less would not be seen.
const KEY_STEP: f64 = 4.0;

/// Returns the cell selected by pointing at `at`; `None` if there is none. If cells are too small to point at, it is the strongest
/// one that stands out nearby.
pub(crate) fn pointed(layout: &Layout, sheet: &Sheet, at: Pos2) -> Option<(usize, usize)> {
    meant(layout, sheet, layout.cell_at(at)?)
}

/// Returns the cell itself if cells are large enough, or else the strongest cell that stands out nearby; `None` if there is none.
pub(crate) fn meant(
    layout: &Layout,
    sheet: &Sheet,
    (row, column): (usize, usize),
) -> Option<(usize, usize)> {
    if layout.cell >= EVERY_CELL_FROM {
        return Some((row, column));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some cells"
    )]
    let reach = (REACH / layout.cell).ceil() as usize;
    let window = |cell: usize| cell.saturating_sub(reach)..cell + reach + 1;
    (sheet.spots).strongest(&window(row), &window(column), (row, column))
}

/// Handles pointer and keyboard: opens a pair, or pushes a command with the changed view.
pub(crate) fn navigate(
    ui: &Ui,
    layout: &Layout,
    before: MatrixView,
    response: &Response,
    sheet: &Sheet,
    hovered: Option<(usize, usize)>,
    commands: &mut Vec<Command>,
) {
    let mut view = before;
    if response.clicked() {
        response.request_focus();
        if let Some(cell) = hovered {
            view.marked = Some(cell);
            open(sheet, cell, commands);
        } else if let Some(at) = response.interact_pointer_pos() {
            // The keys continue from this cell.
            view.marked = layout.cell_at(at).or(view.marked);
        }
    }
    if response.double_clicked()
        && hovered.is_none()
        && let Some(at) = response.interact_pointer_pos()
    {
        view = if layout.is_whole() {
            layout.zoomed(view, CLOSE / layout.cell, at)
        } else {
            MatrixView { zoom: 0.0, ..view }
        };
    }
    if response.drag_delta() != Vec2::ZERO {
        view.origin = layout.dragged(response.drag_delta());
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
            view = layout.zoomed(view, factor, at);
        }
    }
    if response.has_focus() {
        view = keys(ui, layout, view, sheet, commands);
        // The arrows belong to the matrix while it has the focus.
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    if view != before {
        commands.push(Command::Matrix(view));
    }
}

fn keys(
    ui: &Ui,
    layout: &Layout,
    mut view: MatrixView,
    sheet: &Sheet,
    commands: &mut Vec<Command>,
) -> MatrixView {
    let [last_row, last_column] =
        [layout.extent.rows, layout.extent.columns].map(|count| count.saturating_sub(1));
    let (row, column) = view.marked.unwrap_or((0, last_column.min(1)));
    let (row, column) = (row.min(last_row), column.min(last_column));
    // With Ctrl, plus and minus zoom the whole window.
    let times = |key| ui.input(|i| i.num_presses(key) * usize::from(!i.modifiers.command));
    let pressed = |key| times(key) > 0;
    // During a slow frame a key may be pressed more than once.
    let step = key_step(layout.cell);
    let moved = |at: usize, last: usize, back, on| {
        (at + step * times(on))
            .min(last)
            .saturating_sub(step * times(back))
    };
    let to = (
        moved(row, last_row, Key::ArrowUp, Key::ArrowDown),
        moved(column, last_column, Key::ArrowLeft, Key::ArrowRight),
    );
    if to != (row, column) {
        view.marked = Some(to);
        view.origin = layout.revealing(to);
    }
    if pressed(Key::Enter)
        && let Some(cell) = meant(layout, sheet, (row, column))
    {
        open(sheet, cell, commands);
    }
    let at = middle(layout, view);
    if pressed(Key::Plus) || pressed(Key::Equals) {
        view = layout.zoomed(view, STEP, at);
    }
    if pressed(Key::Minus) {
        view = layout.zoomed(view, 1.0 / STEP, at);
    }
    if pressed(Key::Num0) {
        view.zoom = 0.0;
    }
    view
}

/// Returns the number of cells that an arrow key moves by, for cells of `cell` points.
fn key_step(cell: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some cells"
    )]
    let step = (KEY_STEP / cell.max(1e-6)).ceil() as usize;
    step.max(1)
}

/// Returns the point that zooming by key or button leaves unmoved: the marked cell if it is visible, else the centre of
/// the visible part.
pub(crate) fn middle(layout: &Layout, view: MatrixView) -> Pos2 {
    let seen = layout.whole().intersect(layout.grid);
    let marked = (view.marked).map(|(row, column)| layout.cell_rect(row, column).center());
    marked
        .filter(|&at| seen.contains(at))
        .unwrap_or(seen.center())
}

fn open(sheet: &Sheet, (row, column): (usize, usize), commands: &mut Vec<Command>) {
    if row != column
        && let (Some(&a), Some(&b)) = (sheet.documents.get(row), sheet.documents.get(column))
    {
        commands.push(Command::OpenRows(a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sheet::tests::sheet_of;

    #[test]
    fn an_arrow_key_moves_by_what_can_be_seen() {
        assert_eq!([40.0, 4.0, 3.0, 0.5, 0.06].map(key_step), [1, 1, 2, 8, 67]);
    }

    #[test]
    fn what_is_meant_where_cells_are_tiny_is_what_stands_out_nearby() {
        let area = egui::Rect::from_min_size(Pos2::ZERO, egui::vec2(600.0, 600.0));
        let many: Vec<u64> = (0_u64..4_000)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        let sheet = sheet_of(&many);
        let far = Layout::new(area, MatrixView::default(), sheet.extent());
        assert_eq!(meant(&far, &sheet, (10, 3_990)), Some((0, 3_999)));
        assert_eq!(meant(&far, &sheet, (2_000, 1_000)), None);
        let view = MatrixView {
            zoom: 30.0,
            ..MatrixView::default()
        };
        let near = Layout::new(area, view, sheet.extent());
        assert_eq!(meant(&near, &sheet, (10, 3_990)), Some((10, 3_990)));
    }
}
