//! Scrolling program: numbered lines with coloured words. Long lines continue in the next row. All rows have the same height, and
//! only visible ones are laid out.

use std::ops::Range;
use std::sync::Arc;

use egui::scroll_area::ScrollBarVisibility;
use egui::text::{CharIndex, LayoutJob};
use egui::{
    Align2, Color32, FontFamily, FontId, Galley, Rect, ScrollArea, Stroke, StrokeKind, TextFormat,
    TextStyle, Ui, pos2, vec2,
};
use unicode_width::UnicodeWidthChar;

use crate::reader::{FOCUS, Sight, text_ui};
use crate::widgets::theme::{Tokens, match_colors, syntax};
use chachong_check::shown::{Change, CodeLine, CodeMatch, CodePiece, CodeSide};

/// Height of a row, as a multiple of the letter size.
const ROW: f32 = 1.45;
/// Width of the bar beside the lines of a match, in points.
const BAR: f32 = 3.0;
/// Minimum number of columns of a row.
const FEWEST: usize = 16;

/// Row of a program: a line, or a part of a long one.
#[derive(Clone, Copy, Debug)]
struct Row {
    line: usize,
    /// First byte of the row, and the one after its last.
    bytes: [usize; 2],
}

/// Rows of a program, and how far it is scrolled.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodePane {
    columns: usize,
    rows: Vec<Row>,
    /// Index of the first row of each line.
    first: Vec<usize>,
    /// Height of a row, in points.
    row: f32,
    /// Distance scrolled from the top, in points.
    offset: f32,
    /// Height of the view, in points.
    view: f32,
    goal: Option<Goal>,
}

/// Place that the next frame scrolls to.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// Distance from the top, in points.
    Height(f32),
    /// Line at the top of the view.
    Top(usize),
    /// Line at about `FOCUS` of the view, below whole rows.
    Line(usize),
    End,
}

/// Inputs for drawing a program.
pub(crate) struct CodeDrawing<'d> {
    pub(crate) side: &'d CodeSide,
    pub(crate) matches: &'d [CodeMatch],
    /// Index of the selected match.
    pub(crate) chosen: usize,
    /// Returns the tooltip of a piece.
    pub(crate) tip: &'d dyn Fn(&CodePiece) -> Option<String>,
}

/// Outcome of drawing a program in one frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    /// Whether the person scrolled.
    pub(crate) moved: bool,
    /// Match that the person clicked.
    pub(crate) clicked: Option<usize>,
}

impl CodePane {
    /// Returns the height of the whole program, that of the view, and the scrolled distance.
    pub(crate) fn sight(&self) -> Sight {
        Sight {
            total: self.top(self.rows.len()),
            view: self.view,
            offset: self.offset,
        }
    }

    pub(crate) fn scroll_to(&mut self, y: f32) {
        self.goal = Some(Goal::Height(y));
    }

    /// Scrolls to a line, which is shown at `FOCUS` of the view.
    pub(crate) fn go_to(&mut self, line: usize) {
        self.goal = Some(Goal::Line(line));
    }

    /// Scrolls by pages of 90 % of the view's height; negative is up.
    pub(crate) fn page(&mut self, pages: f32) {
        self.goal = Some(Goal::Height(self.offset + pages * self.view * 0.9));
    }

    /// Scrolls to the end (`true`) or the beginning (`false`).
    pub(crate) fn go_to_end(&mut self, end: bool) {
        self.goal = Some(if end { Goal::End } else { Goal::Top(0) });
    }

    /// Returns the top of a line and the bottom of the last line before `end`, in points.
    pub(crate) fn lines(&self, first: usize, end: usize) -> [f32; 2] {
        let row = |line: usize| self.first.get(line).copied().unwrap_or(self.rows.len());
        [self.top(row(first)), self.top(row(end))]
    }

    fn top(&self, row: usize) -> f32 {
        row as f32 * self.row
    }

    /// Splits the lines into rows of at most this number of columns. Returns whether the rows changed.
    fn fit(&mut self, side: &CodeSide, columns: usize) -> bool {
        if self.columns == columns && self.first.len() == side.lines.len() {
            return false;
        }
        self.columns = columns;
        self.rows.clear();
        self.first.clear();
        for (line, of) in side.lines.iter().enumerate() {
            self.first.push(self.rows.len());
            // Where the last word begins, and how wide the row is before it.
            let (mut start, mut width, mut word, mut before) = (0, 0, (0, 0), ' ');
            for (byte, c) in of.text.char_indices() {
                if !(is_word(before) && is_word(c)) {
                    word = (byte, width);
                }
                let wide = c.width().unwrap_or(0);
                if width + wide > columns {
                    let (end, kept) = if word.0 > start { word } else { (byte, width) };
                    self.rows.push(Row {
                        line,
                        bytes: [start, end],
                    });
                    (start, width) = (end, width - kept);
                    word = (end, 0);
                }
                width += wide;
                before = c;
            }
            self.rows.push(Row {
                line,
                bytes: [start, of.text.len()],
            });
        }
        true
    }

    /// Draws the program in all available space.
    pub(crate) fn ui(&mut self, ui: &mut Ui, drawing: &CodeDrawing<'_>) -> Drawn {
        let size = TextStyle::Small.resolve(ui.style()).size;
        let font = FontId::new(size, FontFamily::Monospace);
        let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        self.row = (size * ROW).round();
        let last = drawing.side.lines.last().map_or(0, |line| line.number);
        let margin = digit * last.to_string().len().max(2) as f32 + BAR + 14.0;
        let width = ui.available_width() - margin - 4.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it saturates"
        )]
        let columns = ((width / digit).floor() as usize).max(FEWEST);
        self.view = ui.available_height();
        let line = self
            .rows
            .get(self.row_at(self.offset))
            .map_or(0, |row| row.line);
        if self.fit(drawing.side, columns) && self.goal.is_none() {
            self.goal = Some(Goal::Top(line));
        }
        let most = (self.top(self.rows.len()) - self.view).max(0.0);
        let goal = self.goal.take().map(|goal| self.height_of(goal));
        let mut area = ScrollArea::vertical()
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        if let Some(goal) = goal {
            area = area.vertical_scroll_offset(goal.clamp(0.0, most));
        }
        let mut drawn = Drawn::default();
        let mut before = 0.0;
        let output = area.show_viewport(ui, |ui, viewport| {
            before = viewport.top();
            let origin = ui.min_rect().left_top();
            ui.set_height(self.top(self.rows.len()));
            let layout = Layout {
                drawing,
                font: &font,
                margin,
                width: ui.available_width(),
                row: self.row,
            };
            let first = self.row_at(viewport.top());
            let end = self.rows.len().min(self.row_at(viewport.bottom()) + 1);
            for index in first..end {
                let place = origin + vec2(0.0, self.top(index));
                let row = self.rows[index];
                if let Some(clicked) = layout.row_ui(ui, index, row, place) {
                    drawn.clicked = Some(clicked);
                }
            }
        });
        self.offset = output.state.clamped_offset().y;
        drawn.moved = (self.offset - before).abs() > 0.01;
        drawn
    }

    /// Returns how far a goal is from the top, in points. Above a line, the view begins with a whole row.
    fn height_of(&self, goal: Goal) -> f32 {
        match goal {
            Goal::Height(y) => y,
            Goal::Top(line) => self.lines(line, line)[0],
            Goal::Line(line) => {
                let from = self.lines(line, line)[0] - self.view * FOCUS;
                self.top(self.row_at(from.max(0.0)))
            }
            Goal::End => self.top(self.rows.len()),
        }
    }

    fn row_at(&self, y: f32) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it saturates"
        )]
        let row = (y / self.row.max(1.0)).floor() as usize;
        row.min(self.rows.len())
    }
}

/// Parameters with which rows are drawn.
struct Layout<'l> {
    drawing: &'l CodeDrawing<'l>,
    font: &'l FontId,
    /// Width left of the code, in points.
    margin: f32,
    width: f32,
    row: f32,
}

impl Layout<'_> {
    /// Draws a row; returns the match that was clicked in it.
    fn row_ui(&self, ui: &Ui, index: usize, row: Row, place: egui::Pos2) -> Option<usize> {
        let tokens = Tokens::of(ui);
        let line = &self.drawing.side.lines[row.line];
        let code = place + vec2(self.margin, 0.0);
        let galley = self.galley(ui, line, row);
        let whole = Rect::from_min_size(place, vec2(self.width, self.row));
        let owner = self.grounds_ui(ui, line, row, (whole, code), &galley);
        let response = text_ui(ui, index, code, &galley, self.width - self.margin);
        if row.bytes[0] == 0 {
            if line.begins {
                let stroke = Stroke::new(1.0, tokens.line);
                ui.painter().hline(whole.x_range(), whole.top(), stroke);
            }
            let at = pos2(code.x - BAR - 8.0, whole.center().y);
            let number = line.number.to_string();
            let font = self.font.clone();
            ui.painter()
                .text(at, Align2::RIGHT_CENTER, number, font, tokens.weak);
        }
        if let Some(owner) = owner {
            let x = code.x - BAR - 4.0;
            let bar = Rect::from_min_max(pos2(x, whole.top()), pos2(x + BAR, whole.bottom()));
            ui.painter().rect_filled(bar, 0.0, self.ink(ui, owner));
        }
        let piece = (response.hover_pos())
            .and_then(|at| {
                let byte = byte_at(&line.text, row, galley.cursor_from_pos(at - code).index);
                line.pieces.iter().find(|piece| piece.bytes.contains(&byte))
            })
            .filter(|_| response.hovered());
        let clicked = response.clicked();
        if let Some(tip) = piece.and_then(self.drawing.tip) {
            response.on_hover_text_at_pointer(tip);
        }
        let of_piece = piece.and_then(|piece| piece.owner);
        of_piece.or(owner).filter(|_| clicked)
    }

    fn ink(&self, ui: &Ui, owner: usize) -> Color32 {
        let weight = self.drawing.matches.get(owner).map_or(0, |one| one.weight);
        match_colors(
            ui.visuals().dark_mode,
            owner,
            weight,
            owner == self.drawing.chosen,
        )
        .0
    }

    fn galley(&self, ui: &Ui, line: &CodeLine, row: Row) -> Arc<Galley> {
        let (dark, tokens) = (ui.visuals().dark_mode, Tokens::of(ui));
        let color = |piece: &CodePiece| match piece.class {
            _ if piece.is_given => tokens.weak,
            None => tokens.strong,
            Some(class) => syntax(dark, class),
        };
        // Few stretches are laid out faster than many.
        let mut stretches: Vec<(Range<usize>, Color32)> = Vec::new();
        for (bytes, piece) in in_row(line, row) {
            let color = color(piece);
            match stretches.last_mut() {
                Some((last, known)) if *known == color || piece.class.is_none() => {
                    last.end = bytes.end;
                }
                _ => stretches.push((bytes, color)),
            }
        }
        let mut job = LayoutJob::default();
        job.wrap.max_width = f32::INFINITY;
        for (bytes, color) in stretches {
            let format = TextFormat {
                font_id: self.font.clone(),
                line_height: Some(self.row),
                color,
                ..TextFormat::default()
            };
            job.append(&line.text[bytes], 0.0, format);
        }
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }

    /// Draws the background of a row: that of its match, frames around words on this side only, lines below changed words. Returns
    /// the index of the match, if there is one.
    fn grounds_ui(
        &self,
        ui: &Ui,
        line: &CodeLine,
        row: Row,
        (whole, code): (Rect, egui::Pos2),
        galley: &Galley,
    ) -> Option<usize> {
        let (dark, tokens) = (ui.visuals().dark_mode, Tokens::of(ui));
        let colors = |owner: usize| {
            let weight = self.drawing.matches.get(owner).map_or(0, |one| one.weight);
            match_colors(dark, owner, weight, owner == self.drawing.chosen)
        };
        if let Some(owner) = line.owner {
            let ground = whole.with_min_x(code.x - BAR - 4.0);
            ui.painter().rect_filled(ground, 0.0, colors(owner).1);
        }
        let mut owner = line.owner;
        let Some(of_row) = galley.rows.first() else {
            return owner;
        };
        let x = |byte: usize| {
            let before = line.text[row.bytes[0]..byte].chars().count();
            code.x + of_row.pos.x + of_row.x_offset(CharIndex(before))
        };
        for (bytes, piece) in in_row(line, row) {
            let Some(of) = piece.owner else {
                continue;
            };
            owner = owner.or(Some(of));
            let (ink, fill) = colors(of);
            let [left, right] = [x(bytes.start), x(bytes.end)];
            let place = Rect::from_x_y_ranges(left..=right, whole.y_range());
            if line.owner.is_none() && piece.change != Some(Change::Added) {
                ui.painter().rect_filled(place, 0.0, fill);
            }
            match &piece.change {
                Some(Change::Added) => {
                    let frame = Stroke::new(1.0, ink.gamma_multiply(0.5));
                    let place = place.shrink2(vec2(0.0, 1.5));
                    let inside = StrokeKind::Inside;
                    (ui.painter()).rect(place, 2.0, tokens.surface, frame, inside);
                }
                Some(Change::Other(_) | Change::Comment) => {
                    let line = Stroke::new(1.2, ink);
                    ui.painter().hline(left..=right, whole.bottom() - 2.0, line);
                }
                None => {}
            }
        }
        owner
    }
}

/// Returns whether this is an ASCII character of a word. Rows are cut between words; only a word wider than a row is cut.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the pieces of a row, each with its bytes in the row.
fn in_row(line: &CodeLine, row: Row) -> impl Iterator<Item = (Range<usize>, &CodePiece)> {
    let [start, end] = row.bytes;
    let first = line
        .pieces
        .partition_point(|piece| piece.bytes.end <= start);
    let pieces = line.pieces[first..].iter();
    let pieces = pieces.take_while(move |piece| piece.bytes.start < end);
    pieces.map(move |piece| {
        let bytes = piece.bytes.start.max(start)..piece.bytes.end.min(end);
        (bytes, piece)
    })
}

/// Returns the byte of a line at which a character of its row begins.
fn byte_at(text: &str, row: Row, index: CharIndex) -> usize {
    let mut bytes = text[row.bytes[0]..row.bytes[1]].char_indices();
    row.bytes[0]
        + bytes
            .nth(index.0)
            .map_or(row.bytes[1] - row.bytes[0], |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(lines: &[&str]) -> CodeSide {
        let lines = lines.iter().zip(1..).map(|(text, number)| CodeLine {
            number,
            begins: false,
            owner: None,
            text: (*text).to_owned(),
            pieces: Vec::new(),
        });
        CodeSide {
            lines: lines.collect(),
        }
    }

    #[test]
    fn long_lines_go_on_in_the_next_row() {
        let side = side(&["int x = 12;", "", "夜间开放 x", "end"]);
        let mut pane = CodePane {
            row: 10.0,
            ..CodePane::default()
        };
        assert!(pane.fit(&side, 9) && !pane.fit(&side, 9));
        let rows: Vec<&str> = (pane.rows.iter())
            .map(|row| &side.lines[row.line].text[row.bytes[0]..row.bytes[1]])
            .collect();
        assert_eq!(rows, ["int x = ", "12;", "", "夜间开放 ", "x", "end"]);
        let heights = |first, end| pane.lines(first, end).map(|y| format!("{y}"));
        assert_eq!(heights(2, 3), ["30", "50"]);
        assert_eq!(heights(3, 4), ["50", "60"]);
        assert!(pane.fit(&side, 80));
        assert_eq!(pane.rows.len(), 4);
    }

    #[test]
    fn a_line_is_shown_below_whole_rows() {
        let mut pane = CodePane {
            row: 10.0,
            view: 47.0,
            ..CodePane::default()
        };
        pane.fit(&side(&["x"; 20]), 80);
        let above = 120.0 - pane.height_of(Goal::Line(12));
        assert!((above % 10.0).abs() < 0.01, "{above}");
        assert!(
            (47.0 * FOCUS..47.0 * FOCUS + 10.0).contains(&above),
            "{above}"
        );
        assert!(pane.height_of(Goal::Line(0)).abs() < 0.01);
    }
}
