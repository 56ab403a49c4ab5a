//! Page of the similarity matrix: its switches, the heat map, and beside it the scale, the marked pair and the minimap. The sheet
//! holds the content of cells; the tiles paint them.

pub(crate) mod details;
pub(crate) mod grid;
pub(crate) mod histogram;
pub(crate) mod layout;
pub(crate) mod lettering;
pub(crate) mod margin;
pub(crate) mod minimap;
pub(crate) mod navigate;
pub(crate) mod scale;
pub(crate) mod sheet;
pub(crate) mod tiles;

use egui::{Button, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo};

use crate::matrix::layout::Layout;
use crate::matrix::navigate::{STEP, middle};
use crate::matrix::sheet::{Sheet, Sheets, rows};
use crate::matrix::tiles::Tiles;
use crate::widgets::class_colors::classes_ui;
use crate::widgets::labels::{busy_ui, not_compared_ui};
use chachong_check::CheckResult;
use chachong_window_model::command::Command;
use chachong_window_model::computed::Computed;
use chachong_window_model::identity::Identity;
use chachong_window_model::matrix_view::{MatrixView, Measure, Order};
use chachong_window_model::purpose::Purpose;
use chachong_window_model::similarities::Similarities;
use chachong_window_model::state::State;

/// Minimum width of the pane beside the heat map with the space before it, and minimum width of a page that has room for it, both in
/// points.
const BESIDE: f32 = 252.0;
const ROOM_FROM: f32 = 760.0;
/// Space between the heat map and the pane, in points.
const BETWEEN: f32 = 16.0;

/// Sheets and their pictures, kept between frames.
#[derive(Default)]
pub(crate) struct Matrix {
    sheets: Sheets,
    tiles: Tiles,
    similarities: Computed<(Identity<CheckResult>, Measure), Similarities>,
}

/// Zoom that a button above the heat map requests.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Nothing,
    Zoom(f64),
    Fit,
}

pub(crate) fn matrix_ui(
    ui: &mut Ui,
    state: &State,
    matrix: &mut Matrix,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let copies_known = state.copied().is_some();
    let measure = state.matrix.measure(copies_known);
    let too_few = |ui: &mut Ui| {
        ui.weak(language.text("matrix.too-few"));
    };
    // A single document may have something in common with the library.
    let least = if state.check.result.documents.len() > state.check.checked() {
        1
    } else {
        2
    };
    if rows(state, Measure::Code) < least {
        too_few(ui);
        return;
    }
    let wish = switches_ui(ui, state, commands);
    ui.add_space(4.0);
    if rows(state, measure) < least {
        too_few(ui);
        if state.matrix.chosen.is_none() {
            // A folder of source files alone has nothing else to show.
            let chosen = Some(Measure::Code);
            let view = state.matrix;
            commands.push(Command::Matrix(MatrixView { chosen, ..view }));
        }
        return;
    }
    if state.matrix.measure(copies_known) == Measure::Share && !copies_known {
        not_compared_ui(ui, state, commands);
        return;
    }
    let Some(sheet) = matrix.sheets.poll(state, ui.ctx()) else {
        ui.horizontal(|ui| {
            busy_ui(ui, state.language);
            ui.weak(language.text("matrix.arranging"));
        });
        return;
    };
    let page = ui.available_rect_before_wrap();
    let mut map = page;
    let has_beside = page.width() >= ROOM_FROM;
    if has_beside {
        map.set_right(page.right() - BESIDE);
    } else {
        ui.horizontal_wrapped(|ui| scale::legend_ui(ui, sheet.measure, language));
        scale::beyond_text_ui(ui, state, sheet.measure);
        classes_ui(ui, state);
        map = ui.available_rect_before_wrap();
    }
    let mut view = state.matrix;
    let layout = Layout::new(map, view, sheet.extent());
    if has_beside {
        map.set_right(layout.right());
    }
    let response = ui.allocate_rect(map, Sense::click_and_drag());
    let key = if state.check.has_submissions() {
        "submission.matrix"
    } else {
        "matrix.label"
    };
    let label = language.fill(key, &[("count", &sheet.rows)]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    view.origin = layout.origin;
    grid::draw_cells(ui, state, &layout, &sheet, &mut matrix.tiles);
    grid::draw_names(ui, state, &layout, &sheet);
    let hovered = response
        .hover_pos()
        .and_then(|at| navigate::pointed(&layout, &sheet, at));
    mark(ui, state, &layout, &sheet, &response, hovered);
    navigate::navigate(ui, &layout, view, &response, &sheet, hovered, commands);
    match wish {
        Wish::Nothing => {}
        Wish::Zoom(by) => {
            let at = middle(&layout, view);
            commands.push(Command::Matrix(layout.zoomed(view, by, at)));
        }
        Wish::Fit => commands.push(Command::Matrix(MatrixView { zoom: 0.0, ..view })),
    }
    if has_beside {
        let from = egui::pos2(layout.right() + BETWEEN, page.top());
        let beside = Rect::from_min_max(from, page.max);
        ui.scope_builder(UiBuilder::new().max_rect(beside), |ui| {
            let of = (Identity::of(&state.check.result), sheet.measure);
            let similarities = (matrix.similarities)
                .get(of, || Similarities::of(state, sheet.measure, sheet.rows));
            let drawn = (&matrix.tiles, similarities);
            beside_ui(ui, state, &layout, view, &sheet, drawn, commands);
        });
    }
}

/// Draws the switches for measure, order and zoom, and the button that saves the picture. Returns the requested zoom.
fn switches_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) -> Wish {
    let (language, view) = (state.language, state.matrix);
    let copies_known = state.copied().is_some();
    let mut wish = Wish::Nothing;
    ui.horizontal_wrapped(|ui| {
        for (measure, key) in Measure::ALL {
            let is_shown = view.measure(copies_known) == measure;
            let mut switch = ui.selectable_label(is_shown, language.text(key));
            if measure == Measure::Share {
                switch = switch.on_hover_text(language.text("matrix.share-hint"));
            }
            if switch.clicked() {
                let chosen = Some(measure);
                commands.push(Command::Matrix(MatrixView { chosen, ..view }));
            }
        }
        ui.separator();
        for (order, key) in Order::ALL {
            let chosen = view.order == order;
            let button = ui.selectable_label(chosen, language.text(key));
            let button = match order {
                Order::Name => button,
                Order::Likeness => button.on_hover_text(language.text("matrix.by-likeness-hint")),
            };
            if button.clicked() && !chosen {
                // In another order the marked row and column would be other documents.
                let marked = None;
                commands.push(Command::Matrix(MatrixView {
                    marked,
                    order,
                    ..view
                }));
            }
        }
        ui.separator();
        for (sign, key, means) in [
            ("−", "matrix.zoom-out", Wish::Zoom(1.0 / STEP)),
            ("+", "matrix.zoom-in", Wish::Zoom(STEP)),
        ] {
            let text = language.text(key);
            let button = ui.button(sign).on_hover_text(&text);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if button.clicked() {
                wish = means;
            }
        }
        if ui.button(language.text("matrix.fit")).clicked() {
            wish = Wish::Fit;
        }
        ui.separator();
        let known = view.measure(copies_known) != Measure::Share || copies_known;
        let save = Button::new(language.text("matrix.save"));
        if ui.add_enabled(known, save).clicked() {
            commands.push(Command::Ask(Purpose::SaveMatrix));
        }
    });
    wish
}

/// Marks the cell under the pointer and the cell marked by the keyboard, and describes the first in a tooltip.
fn mark(
    ui: &Ui,
    state: &State,
    layout: &Layout,
    sheet: &Sheet,
    response: &Response,
    hovered: Option<(usize, usize)>,
) {
    let marked = (state.matrix.marked)
        .filter(|_| response.has_focus())
        .filter(|&cell| sheet.has_cell(cell));
    for cell in [hovered, marked].into_iter().flatten() {
        grid::draw_mark(ui, layout, cell);
    }
    if let Some((row, column)) = hovered
        && let (Some(&a), Some(&b)) = (sheet.documents.get(row), sheet.documents.get(column))
    {
        response
            .clone()
            .on_hover_ui_at_pointer(|ui| details::details_ui(ui, state, a, b, 64));
    }
}

/// Draws the scale, the histogram, the minimap if only a part is visible, and the details of the marked pair.
fn beside_ui(
    ui: &mut Ui,
    state: &State,
    layout: &Layout,
    view: MatrixView,
    sheet: &Sheet,
    (tiles, similarities): (&Tiles, &Similarities),
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    // The line height is that of text, not of buttons.
    ui.spacing_mut().interact_size.y = 18.0;
    scale::legend_ui(ui, sheet.measure, language);
    scale::beyond_text_ui(ui, state, sheet.measure);
    classes_ui(ui, state);
    histogram::histogram_ui(ui, state, similarities);
    ui.weak(RichText::new(language.text("matrix.help")).small());
    if !layout.is_whole() {
        ui.add_space(8.0);
        minimap::minimap_ui(ui, layout, view, tiles, language, commands);
    }
    let document = |position: usize| sheet.documents.get(position).copied();
    // Where cells are tiny, Enter opens the strongest cell near the mark, so that cell is described.
    let marked = (view.marked).map(|cell| navigate::meant(layout, sheet, cell).unwrap_or(cell));
    if let Some((row, column)) = marked
        && let (Some(a), Some(b)) = (document(row), document(column))
    {
        ui.add_space(8.0);
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("row", &(row + 1)), ("column", &(column + 1))];
        ui.weak(language.fill("matrix.marked", &values));
        details::details_ui(ui, state, a, b, 30);
    }
}
