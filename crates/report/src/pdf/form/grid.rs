//! Rows of a form: cells with borders, empty ones with a line to write on.

use crate::pdf::flow::{Align, Flow};
use crate::pdf::lines::lines;
use crate::pdf::sheets::{Area, Item, Role, Stroke};
use crate::pdf::style::{GROUND, INK, LEFT, Rgb, SMALL, Style, WEAK};
use crate::pdf::text::Rich;

/// Ink of the borders.
const BORDER: Rgb = [150, 157, 166];
/// Space between a border and the text, in points: (beside the text, above and below it).
const PAD: (f32, f32) = (5.0, 3.2);
/// Space above and below a figure, in points: a page holds more chapters.
const NARROW: f32 = 2.2;
/// The same in a table of many rows.
const CLOSE: f32 = 1.2;
/// Size of the text in a row, in points, and distance of base lines in sizes of the text.
pub(super) const TEXT: f32 = 9.0;
const LEADING: f32 = 1.34;

/// Cell of a row.
pub(super) struct Cell {
    text: Rich,
    size: f32,
    width: f32,
    align: Align,
    /// Space above and below the text, in points.
    pad: f32,
    is_label: bool,
    /// Whether a person writes here: the cell has no text, and a line.
    is_blank: bool,
}

impl Cell {
    /// Makes a cell that names the one after it.
    pub(super) fn label(flow: &Flow<'_>, text: &str, width: f32) -> Self {
        Self::of(flow, text, width, Style::plain(SMALL, WEAK)).labelled()
    }

    /// Makes a cell with a text, or a line to write on for an empty one. At most `most` lines are shown.
    pub(super) fn value(flow: &Flow<'_>, text: &str, width: f32, most: usize) -> Self {
        let mut cell = Self::of(flow, text, width, Style::plain(TEXT, INK));
        cell.is_blank = text.trim().is_empty();
        let room = cell.room();
        cell.text = within(flow, cell.text, room, most);
        cell
    }

    /// Makes a cell with a figure, in the middle.
    pub(super) fn figure(flow: &Flow<'_>, text: &str, width: f32, style: Style) -> Self {
        Self {
            align: Align::Center,
            pad: NARROW,
            ..Self::of(flow, text, width, style)
        }
    }

    fn of(flow: &Flow<'_>, text: &str, width: f32, style: Style) -> Self {
        Self {
            text: Rich::of(flow.face, text, style),
            size: style.size,
            width,
            align: Align::Left,
            pad: PAD.1,
            is_label: false,
            is_blank: false,
        }
    }

    /// Sets the cell close: a table of many rows has more of them on a page.
    pub(super) fn close(self) -> Self {
        Self { pad: CLOSE, ..self }
    }

    /// Aligns the text.
    pub(super) fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Gives the cell the ground of a label.
    pub(super) fn labelled(self) -> Self {
        Self {
            is_label: true,
            ..self
        }
    }

    fn room(&self) -> f32 {
        self.width - 2.0 * PAD.0
    }

    fn leading(&self) -> f32 {
        self.size * LEADING
    }

    /// Returns the height that the text needs with its padding.
    fn height(&self) -> f32 {
        let count = lines(&self.text.cells, self.room()).len().max(1);
        count as f32 * self.leading() + 2.0 * self.pad
    }
}

/// Shortens a text to at most `most` lines of this width.
pub(super) fn within(flow: &Flow<'_>, text: Rich, width: f32, most: usize) -> Rich {
    let mut shown = text;
    let mut room = width * most as f32;
    // Words that do not fit at the end of a line take room.
    while lines(&shown.cells, width).len() > most && room > width / 2.0 {
        shown = shown.shortened(flow.face, room);
        room -= width / 16.0;
    }
    shown
}

/// Returns the height of a row of these cells.
pub(super) fn height(cells: &[Cell]) -> f32 {
    cells.iter().map(Cell::height).fold(0.0, f32::max)
}

/// Adds a row, whole on one page and at least as high as `least`.
pub(super) fn row(flow: &mut Flow<'_>, cells: &[Cell], least: f32) {
    let height = height(cells).max(least);
    flow.need(height);
    let top = flow.y;
    let mut left = LEFT;
    for cell in cells {
        frame(flow, cell, [left, top, height]);
        if !cell.text.cells.is_empty() {
            flow.begin(Role::Paragraph);
            let text = cell.height() - 2.0 * cell.pad;
            flow.y = top + (height - text) / 2.0;
            flow.lines_of(
                &cell.text,
                left + PAD.0,
                cell.room(),
                cell.align,
                cell.leading(),
            );
        }
        left += cell.width;
    }
    flow.y = top + height;
}

fn frame(flow: &mut Flow<'_>, cell: &Cell, [left, top, height]: [f32; 3]) {
    let area = Area {
        left,
        top,
        width: cell.width,
        height,
    };
    flow.put(Item::Shape {
        area,
        fill: cell.is_label.then_some(GROUND),
        stroke: Some(Stroke {
            ink: BORDER,
            width: 0.6,
            is_dotted: false,
        }),
        radius: 0.0,
    });
    if cell.is_blank {
        line(flow, [left + PAD.0, top + height - 4.5, cell.room()]);
    }
}

/// Draws a line to write on.
pub(super) fn line(flow: &mut Flow<'_>, [left, top, width]: [f32; 3]) {
    flow.put(Item::Shape {
        area: Area {
            left,
            top,
            width,
            height: 0.0,
        },
        fill: None,
        stroke: Some(Stroke {
            ink: BORDER,
            width: 0.5,
            is_dotted: false,
        }),
        radius: 0.0,
    });
}
