//! Scrolling view of a whole text. Visible paragraphs are laid out at once, and a few of the others in every frame until all
//! heights are known.

use std::sync::Arc;

use egui::scroll_area::ScrollBarVisibility;
use egui::text::{CharIndex, LayoutJob};
use egui::text_selection::LabelSelectionState;
use egui::{
    Align2, Color32, FontId, Galley, Rect, Response, Role, ScrollArea, Sense, Stroke, TextFormat,
    TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use crate::reader::heights::Heights;
use crate::reader::strip::Sight;
use crate::widgets::theme::{Tokens, is_short};
use chachong_check::shown::{Layers, Lines, Look, Run, ShownText};

/// Width left of the text, in points, for the marks of passages.
const LEFT: f32 = 24.0;
const RIGHT: f32 = 10.0;
/// Width right of the text, in points, for page numbers.
const PAGES: f32 = 20.0;
const BAR: f32 = 3.0;
/// Number of characters outside the view that are laid out in a frame.
const MEASURED_AT_ONCE: usize = 6_000;
/// Share of the view's height above a place that was jumped to.
pub(crate) const FOCUS: f32 = 0.2;
/// Height of a line, as a multiple of the letter size: usually, and in a low window or for code.
const LINE: f32 = 1.6;
const SHORT_LINE: f32 = 1.45;

/// Colour of a bar, and the number beside it.
pub(crate) type Bar = (Color32, Option<String>);

/// Inputs for drawing a text.
pub(crate) struct Drawing<'d> {
    pub(crate) text: &'d ShownText,
    pub(crate) layers: Layers<'d>,
    /// Offset at which each page begins, in characters; empty if pages are unknown.
    pub(crate) pages: &'d [u64],
    /// Returns the format of a stretch by its look.
    pub(crate) format: &'d dyn Fn(&Ui, Look) -> TextFormat,
    /// Returns the bar and the number beside the runs of an owner that begin at a character of the text.
    pub(crate) bar: &'d dyn Fn(&Ui, u32, u32) -> Bar,
    /// Returns the tooltip of the text's character under the pointer.
    pub(crate) tip: &'d dyn Fn(u32) -> Option<String>,
}

/// View state of a text: its heights and scroll position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pane {
    heights: Heights,
    /// Distance scrolled from the text's top, in points.
    offset: f32,
    /// Height of the view, in points.
    view: f32,
    goal: Option<Goal>,
}

/// Place that the next frame scrolls to.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// Height in the text, in points, for the top of the view.
    Height(f32),
    /// Offset of a character, which is shown at `FOCUS` of the view.
    Character(u32),
}

/// Outcome of drawing the view in one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// Rectangle in which the text is in sight.
    pub(crate) rect: Rect,
    /// Distance that the person scrolled in this frame, in points; downwards is positive.
    pub(crate) scrolled: f32,
    /// Offset of the text's character under the pointer; `None` if no character is.
    pub(crate) hovered: Option<u32>,
    pub(crate) clicked: Option<u32>,
    /// Whether some heights are not measured yet.
    pub(crate) is_measuring: bool,
}

impl Pane {
    /// Scrolls to the text's character `at` with the next frame.
    pub(crate) fn go_to(&mut self, at: u32) {
        self.goal = Some(Goal::Character(at));
    }

    pub(crate) fn scroll_to(&mut self, y: f32) {
        self.goal = Some(Goal::Height(y));
    }

    pub(crate) fn offset(&self) -> f32 {
        self.offset
    }

    pub(crate) fn view(&self) -> f32 {
        self.view
    }

    pub(crate) fn total(&self) -> f32 {
        self.heights.total()
    }

    pub(crate) fn sight(&self) -> Sight {
        Sight {
            total: self.total(),
            view: self.view,
            offset: self.offset,
        }
    }

    /// Returns the heights of a span of the text: top of its first line and bottom of its last, in points.
    pub(crate) fn heights_of(&self, text: &ShownText, start: u32, end: u32) -> [f32; 2] {
        let top = self.heights.of_character(text, start);
        let last = end.saturating_sub(1).max(start);
        [top, self.heights.below_character(text, last).max(top)]
    }

    /// Scrolls by pages of 90 % of the view's height: -1 is a page up, 1 a page down, a fraction a part of one.
    pub(crate) fn page(&mut self, pages: f32) {
        self.goal = Some(Goal::Height(self.offset + pages * self.view * 0.9));
    }

    /// Scrolls to the end (`true`) or the beginning (`false`) of the text.
    pub(crate) fn go_to_end(&mut self, end: bool) {
        self.goal = Some(Goal::Height(if end { self.total() } else { 0.0 }));
    }

    /// Draws the text in all available space.
    pub(crate) fn ui(
        &mut self,
        ui: &mut Ui,
        salt: impl egui::AsIdSalt,
        drawing: &Drawing<'_>,
    ) -> Shown {
        let is_code = drawing.text.lines == Lines::Code;
        let font = if is_code {
            FontId::monospace(TextStyle::Small.resolve(ui.style()).size)
        } else {
            TextStyle::Body.resolve(ui.style())
        };
        let spread = if is_code || is_short(ui.ctx()) {
            SHORT_LINE
        } else {
            LINE
        };
        let line = (font.size * spread).round();
        let pages = if drawing.pages.is_empty() { 0.0 } else { PAGES };
        let width = (ui.available_width() - LEFT - RIGHT - pages).max(8.0 * font.size);
        self.view = ui.available_height();
        let layout = Layout {
            drawing,
            font: &font,
            line,
            width,
        };
        let (offset, is_set) = self.scroll_goal(ui, &layout);
        // The strip beside the text is its scroll bar.
        let mut area = ScrollArea::vertical()
            .id_salt(salt)
            .auto_shrink(false)
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        if is_set {
            area = area.vertical_scroll_offset(offset);
        }
        let mut shown = Shown {
            rect: Rect::NOTHING,
            scrolled: 0.0,
            hovered: None,
            clicked: None,
            is_measuring: self.heights.next().is_some(),
        };
        let mut drawn_at = offset;
        let output = area.show_viewport(ui, |ui, viewport| {
            drawn_at = viewport.top();
            let origin = ui.min_rect().left_top();
            ui.set_height(self.total());
            self.measure(ui, &layout, viewport.top(), viewport.bottom());
            let first = self.heights.at(viewport.top());
            for index in first..drawing.text.paragraphs.len() {
                let y = self.heights.top(index);
                if y > viewport.bottom() {
                    break;
                }
                let place = origin + vec2(LEFT, y);
                let galley = layout.galley(ui, index);
                let response = text_ui(ui, index, place, &galley, width);
                underlines_ui(ui, &layout, index, place, &galley);
                marks_ui(ui, &layout, index, place, &galley);
                let paragraph = &drawing.text.paragraphs[index];
                let at = |position: egui::Pos2| {
                    let cursor = galley.cursor_from_pos(position - place);
                    paragraph.original(cursor.index.0)
                };
                if response.hovered() {
                    shown.hovered = response.hover_pos().map(at);
                }
                if response.clicked() {
                    shown.clicked = response.interact_pointer_pos().map(at);
                }
                if let Some(tip) = shown.hovered.and_then(drawing.tip) {
                    response.on_hover_text_at_pointer(tip);
                }
            }
        });
        shown.rect = output.inner_rect;
        self.offset = output.state.clamped_offset().y;
        shown.scrolled = self.offset - drawn_at;
        if shown.is_measuring {
            ui.ctx().request_repaint();
        }
        shown
    }

    /// Returns the height to show at the top, and whether the view must be set to it because the text or the goal moved.
    fn scroll_goal(&mut self, ui: &Ui, layout: &Layout<'_>) -> (f32, bool) {
        let text = layout.drawing.text;
        // The text at the top of the view stays there, also when another width moves all paragraphs.
        let top = self.heights.at(self.offset);
        let before = self.heights.top(top);
        let part = (self.offset - before) / (self.heights.top(top + 1) - before).max(1.0);
        let mut moved = (self.heights).fit(text, layout.width, layout.line, layout.font.size);
        moved |= self.measure_some(ui, layout);
        let mut offset = if moved {
            let (top, end) = (self.heights.top(top), self.heights.top(top + 1));
            top + part * (end - top)
        } else {
            self.offset
        };
        let goal = self.goal.take();
        match goal {
            Some(Goal::Height(y)) => offset = y,
            Some(Goal::Character(at)) => {
                let focus = self.view * FOCUS;
                let near = self.heights.of_character(text, at);
                self.measure(ui, layout, near - self.view, near + self.view);
                offset = self.heights.of_character(text, at) - focus;
            }
            None => {}
        }
        offset = offset.clamp(0.0, (self.total() - self.view).max(0.0));
        self.measure(ui, layout, offset, offset + self.view);
        (offset, moved || goal.is_some())
    }

    /// Lays out the paragraphs between two heights.
    fn measure(&mut self, ui: &Ui, layout: &Layout<'_>, from: f32, to: f32) {
        let mut index = self.heights.at(from.max(0.0));
        while index < layout.drawing.text.paragraphs.len() && self.heights.top(index) <= to {
            if !self.heights.is_measured(index)
                && self.heights.set(index, rows(&layout.galley(ui, index)))
            {
                self.heights.add_up();
            }
            index += 1;
        }
    }

    /// Lays out some of the paragraphs that are not measured. Returns whether the height of any changed.
    fn measure_some(&mut self, ui: &Ui, layout: &Layout<'_>) -> bool {
        let (mut left, mut moved) = (MEASURED_AT_ONCE, false);
        while left > 0
            && let Some(index) = self.heights.next()
        {
            moved |= self.heights.set(index, rows(&layout.galley(ui, index)));
            let paragraph = &layout.drawing.text.paragraphs[index];
            left = left.saturating_sub((paragraph.end - paragraph.start) as usize);
        }
        if moved {
            self.heights.add_up();
        }
        moved
    }
}

/// Parameters with which paragraphs are laid out.
struct Layout<'l> {
    drawing: &'l Drawing<'l>,
    font: &'l FontId,
    line: f32,
    width: f32,
}

impl Layout<'_> {
    fn galley(&self, ui: &Ui, index: usize) -> Arc<Galley> {
        let paragraph = &self.drawing.text.paragraphs[index];
        let mut job = LayoutJob::default();
        job.wrap.max_width = self.width;
        for (bytes, look) in self.drawing.layers.pieces(paragraph) {
            let format = TextFormat {
                font_id: self.font.clone(),
                line_height: Some(self.line),
                // The background of the next line would cover an underline: underlines are drawn on top afterwards.
                underline: Stroke::NONE,
                ..(self.drawing.format)(ui, look)
            };
            job.append(&paragraph.text[bytes], 0.0, format);
        }
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
}

/// Returns the index of each line's first character.
fn rows(galley: &Galley) -> Vec<u32> {
    let mut at = 0;
    (galley.rows.iter())
        .map(|row| {
            let first = at;
            at += u32::try_from(row.char_count_including_newline().0).unwrap_or(u32::MAX);
            first
        })
        .collect()
}

/// Draws a paragraph or a row, which can be selected.
pub(crate) fn text_ui(
    ui: &Ui,
    index: usize,
    place: egui::Pos2,
    galley: &Arc<Galley>,
    width: f32,
) -> Response {
    let rect = Rect::from_min_size(place, vec2(width, galley.size().y));
    // Text is selected by dragging; a paragraph takes no keyboard focus, since a text has hundreds of them.
    let sense = Sense::click_and_drag() - Sense::FOCUSABLE;
    let response = ui.interact(rect, ui.scope_id().with(index), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, galley.text()));
    let color = ui.visuals().text_color();
    let galley = Arc::clone(galley);
    LabelSelectionState::label_text_selection(ui, &response, place, galley, color, Stroke::NONE);
    response
}

/// Draws the underlines of the stretches that have one.
fn underlines_ui(ui: &Ui, layout: &Layout<'_>, index: usize, place: egui::Pos2, galley: &Galley) {
    let Layout { drawing, line, .. } = *layout;
    let paragraph = &drawing.text.paragraphs[index];
    let mut end = 0;
    for (bytes, look) in drawing.layers.pieces(paragraph) {
        let first = end;
        end += paragraph.text[bytes].chars().count();
        let stroke = (drawing.format)(ui, look).underline;
        if stroke.is_empty() {
            continue;
        }
        let mut row_end = 0;
        for (row, bottom) in galley.rows.iter().zip(1_u16..) {
            let row_start = row_end;
            row_end += row.char_count_including_newline().0;
            let (from, to) = (first.max(row_start), end.min(row_end));
            if from < to {
                let x = |at: usize| place.x + row.pos.x + row.x_offset(CharIndex(at - row_start));
                let y = place.y + f32::from(bottom) * line - 2.5;
                ui.painter().hline(x(from)..=x(to), y, stroke);
            }
        }
    }
}

/// Draws the bars beside the runs, their numbers where they begin, and the numbers of pages that begin in the
/// paragraph.
fn marks_ui(ui: &Ui, layout: &Layout<'_>, index: usize, place: egui::Pos2, galley: &Galley) {
    let Layout { drawing, line, .. } = *layout;
    let paragraphs = &drawing.text.paragraphs;
    let paragraph = &paragraphs[index];
    let small = TextStyle::Small.resolve(ui.style());
    let rows = rows(galley);
    // Top of the line that has the text's character `at`, in points on the screen.
    let top_of = |at: u32| {
        let shown = paragraph.shown(at);
        let row = rows.partition_point(|&first| first as usize <= shown);
        place.y + row.saturating_sub(1) as f32 * line
    };
    let runs = drawing.layers.runs;
    let first = runs.partition_point(|run| run.span.end <= paragraph.start);
    let mut before = first.checked_sub(1).map(|before| runs[before].owner);
    // A passage is several runs where words of it differ: those of one colour get one bar.
    let in_sight = runs[first..].split(|run| run.span.start >= paragraph.end);
    let bar_of = |run: &Run| (drawing.bar)(ui, run.owner, run.span.start);
    let is_one = |x: &Run, y: &Run| {
        x.owner == y.owner && x.span.end == y.span.start && bar_of(x).0 == bar_of(y).0
    };
    let mut bars: Vec<(bool, Rect, Color32)> = Vec::new();
    for of_owner in (in_sight.take(1)).flat_map(|runs| runs.chunk_by(is_one)) {
        let [run, ..] = of_owner else { continue };
        let end = of_owner.last().map_or(run.span.end, |last| last.span.end);
        let (color, number) = bar_of(run);
        let (top, x) = (top_of(run.span.start), place.x - 8.0);
        let bottom = top_of(end.min(paragraph.end).saturating_sub(1)) + line;
        let bar = Rect::from_min_max(pos2(x, top + 2.0), pos2(x + BAR, bottom - 2.0));
        let look = drawing.layers.look(run.span.start);
        bars.push((look.counts_as_copied(), bar, color));
        let begins = run.span.start >= paragraph.start && before != Some(run.owner);
        if let Some(number) = number.filter(|_| begins) {
            let at = pos2(x - 4.0, top + line / 2.0);
            (ui.painter()).text(at, Align2::RIGHT_CENTER, number, small.clone(), color);
        }
        before = Some(run.owner);
    }
    // On a line with several bars, the one of text that counts is seen.
    bars.sort_by_key(|&(counts, ..)| counts);
    for (_, bar, color) in bars {
        ui.painter().rect_filled(bar, BAR / 2.0, color);
    }
    // White space before a paragraph counts as part of it: a page may begin there.
    let since = index.checked_sub(1).map_or(0, |i| paragraphs[i].end);
    let first = (drawing.pages).partition_point(|&start| start < u64::from(since));
    let mut line_before = f32::NEG_INFINITY;
    for (page, &start) in drawing.pages.iter().enumerate().skip(first) {
        let Some(at) = u32::try_from(start).ok().filter(|&at| at < paragraph.end) else {
            break;
        };
        // Pages without text begin on the same line as the next: only the first one gets its number.
        if (top_of(at) - line_before).abs() < 1.0 {
            continue;
        }
        line_before = top_of(at);
        let at = pos2(place.x + layout.width + 6.0, top_of(at) + line / 2.0);
        let (color, text) = (Tokens::of(ui).weak, (page + 1).to_string());
        (ui.painter()).text(at, Align2::LEFT_CENTER, text, small.clone(), color);
    }
}
