//! List with rows of three lines, of which only visible ones are drawn: layout, the box of a row, and lines that end in an
//! ellipsis.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rows are few enough, and points lie on the screen"
)]

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, FontId, Key, Modifiers, Popup, Rect, Response, Role, ScrollArea, Sense, Stroke,
    StrokeKind, TextFormat, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::widgets::theme::{SMALL_GAP, Tokens};

/// Margin around the text of a row, in points.
const INSIDE: Vec2 = vec2(10.0, 6.0);
/// Number of rows that a page key moves by.
const PAGE: usize = 8;
/// Space to the right of the rows, in points.
const RIGHT: f32 = 12.0;

/// Returns the row that an arrow key, Home, End or a page key chooses from row `at` of `rows`, with false, or with true the row
/// `at` if Enter opens it. `None` if no such key was pressed or something else takes the keys.
pub(crate) fn row_by_key(
    ui: &Ui,
    at: usize,
    rows: usize,
    enter_opens: bool,
) -> Option<(usize, bool)> {
    if rows == 0 || ui.memory(egui::Memory::focused).is_some() || Popup::is_any_open(ui.ctx()) {
        return None;
    }
    let last = rows - 1;
    let steps = [
        (Key::ArrowDown, (at + 1).min(last)),
        (Key::ArrowUp, at.saturating_sub(1)),
        (Key::PageDown, (at + PAGE).min(last)),
        (Key::PageUp, at.saturating_sub(PAGE)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    let is_pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    (steps.into_iter())
        .find(|&(key, _)| is_pressed(key))
        .map(|(_, to)| (to, false))
        .or_else(|| (enter_opens && is_pressed(Key::Enter)).then_some((at, true)))
}

/// Draws the visible rows, each by its index and rectangle, and scrolls to the row `follow` if it is given.
pub(crate) fn tall_rows_ui(
    ui: &mut Ui,
    salt: &str,
    count: usize,
    follow: Option<usize>,
    mut row_ui: impl FnMut(&mut Ui, usize, Rect),
) {
    let height = |style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.ctx().fonts_mut(|fonts| fonts.row_height(&font))
    };
    let inside = 2.0 * height(TextStyle::Body) + SMALL_GAP + height(TextStyle::Small);
    let row_height = inside + 2.0 * INSIDE.y + SMALL_GAP;
    ScrollArea::vertical()
        .id_salt(salt)
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let (width, origin) = (ui.available_width(), ui.min_rect().left_top());
            ui.set_height(row_height * count as f32);
            let rect = |row: usize| {
                let top = origin + vec2(0.0, row_height * row as f32);
                Rect::from_min_size(top, vec2(width - RIGHT, row_height - SMALL_GAP))
            };
            let first = (viewport.top() / row_height).max(0.0) as usize;
            let last = (viewport.bottom() / row_height).max(0.0) as usize;
            for row in first..count.min(last + 1) {
                row_ui(ui, row, rect(row));
            }
            if let Some(row) = follow {
                ui.scroll_to_rect(rect(row), None);
            }
        });
}

/// Draws a row with the identity `id`, which programs that read the screen aloud call `label`: each text of `upper`, given with its
/// colour and its maximum number of lines, below the one before, and at the bottom a small line of the pieces `below`. Returns the
/// response, and whether an upper text and the small line are cut.
pub(crate) fn tall_row_ui(
    ui: &Ui,
    rect: Rect,
    (id, chosen): (usize, bool),
    label: &str,
    upper: &[(&str, Color32, usize)],
    below: &[(&str, Color32)],
) -> (Response, [bool; 2]) {
    let (tokens, painter) = (Tokens::of(ui), ui.painter());
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, label));
    row_box_ui(ui, rect, &response, chosen, tokens.line);
    let inner = rect.shrink2(INSIDE);
    let laid_out = |pieces: &[(&str, Color32)], style: TextStyle, lines: usize| {
        let font = style.resolve(ui.style());
        painter.layout_job(lines_job(pieces, &font, inner.width(), lines))
    };
    let (mut at, mut is_cut) = (inner.left_top(), false);
    for &(text, color, lines) in upper {
        let galley = laid_out(&[(text, color)], TextStyle::Body, lines);
        is_cut |= galley.elided;
        let next = at + vec2(0.0, galley.size().y);
        painter.galley(at, galley, color);
        at = next;
    }
    let last = laid_out(below, TextStyle::Small, 1);
    let cut = [is_cut, last.elided];
    let bottom = pos2(inner.left(), inner.bottom() - last.size().y);
    painter.galley(bottom, last, tokens.weak);
    (response, cut)
}

/// Draws the box of a row: filled while it is chosen or hovered; its frame is calm while it is chosen or has the focus, and has the
/// colour `line` otherwise.
pub(crate) fn row_box_ui(ui: &Ui, rect: Rect, response: &Response, chosen: bool, line: Color32) {
    let tokens = Tokens::of(ui);
    let fill = if chosen {
        tokens.calm_fill
    } else if response.hovered() {
        ui.visuals().faint_bg_color
    } else {
        Color32::TRANSPARENT
    };
    let line = if chosen || response.has_focus() {
        tokens.calm
    } else {
        line
    };
    let stroke = Stroke::new(1.0, line);
    (ui.painter()).rect(rect, 6.0, fill, stroke, StrokeKind::Inside);
}

/// Builds a layout of at most `lines` lines; text that does not fit ends in an ellipsis.
pub(crate) fn lines_job(
    pieces: &[(&str, Color32)],
    font: &FontId,
    width: f32,
    lines: usize,
) -> LayoutJob {
    let mut job = LayoutJob::default();
    for &(text, color) in pieces {
        job.append(text, 0.0, TextFormat::simple(font.clone(), color));
    }
    job.wrap = TextWrapping {
        max_width: width,
        max_rows: lines,
        break_anywhere: lines == 1,
        ..TextWrapping::default()
    };
    job
}
