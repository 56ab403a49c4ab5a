//! Side pane with the picture of a page. Lines of passages and uncertain lines are framed, and a line can be corrected by hand.

use egui::{
    Button, Color32, Image, Panel, Pos2, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke,
    TextEdit, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::document::both_texts::{both_texts_ui, layer_ui};
use crate::document::colors::colors;
use crate::document::on_page::OnPage;
use crate::document::page_picture::{Sheet, wanted};
use crate::document::shown_pages::{ShownPages, is_unsure};
use crate::widgets::icons::Icon;
use crate::widgets::labels::busy_ui;
use crate::widgets::text_field::{is_entered, is_escaped, text_field_ui};
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_compare::Span;
use chachong_import::{LayerCheck, RecognisedLine, RecognisedPage, WantedPage};
use chachong_messages::{Language, grouped, whole_percent};
use chachong_recognition::Trust;
use chachong_window_model::command::{Command, LineCorrection, RowCommand};

/// Zoom factors of the picture; 1 fits the width of the pane.
const ZOOMS: [f32; 5] = [1.0, 1.5, 2.0, 3.0, 4.0];
/// Maximum height, in points, of the panel with both texts of a page whose texts differ.
const BOTH_TEXTS: f32 = 180.0;
/// Height above a framed line, as a share of the view, when the picture scrolls to the line.
const FOCUS: f32 = 0.3;

/// State of the pane.
#[derive(Debug, Default)]
pub(crate) struct PageView {
    /// Pages of the document whose text is shown.
    pub(crate) pages: ShownPages,
    /// Index in `pages` of the page that is shown.
    pub(crate) page: usize,
    /// Index of the chosen line on the page; `None` without one.
    line: Option<usize>,
    /// Text that is typed for the chosen line.
    typed: String,
    /// Index in `ZOOMS` of the zoom factor.
    zoom: usize,
    /// Height, as a share of the page (0..=1), that the next frame scrolls to; `None` if it scrolls nowhere.
    goal: Option<f32>,
    pub(crate) sheet: Sheet,
}

impl PageView {
    /// Returns the page whose picture must be rendered; `None` without pages.
    pub(crate) fn wanted(&self) -> Option<WantedPage> {
        let page = self.pages.pages.get(self.page)?;
        Some(wanted(&page.name, self.pages.turn(self.page)))
    }

    /// Takes over the pages of a newly loaded text; the displayed page stays if it exists.
    pub(crate) fn take(&mut self, pages: ShownPages) {
        self.pages = pages;
        self.page = self.page.min(self.pages.pages.len().saturating_sub(1));
        self.line = None;
    }

    /// Returns the offset in the text, in characters, at which the displayed page begins; 0 without pages.
    pub(crate) fn start(&self) -> u32 {
        let page = self.pages.pages.get(self.page);
        page.map_or(0, |page| page.span.start)
    }

    /// Goes to the page of a span of the text, and to the line where the span begins.
    pub(crate) fn show(&mut self, span: Span) {
        let Some(page) = self.pages.at(span.start) else {
            return;
        };
        self.go(page);
        let line = self.pages.recognised(page).and_then(|page| {
            let line = page.lines.iter().find(|line| meets(line, span))?;
            line_top(page, line)
        });
        // Where no line is known, the place in the text tells about how far down the page the passage begins.
        let of_page = self.pages.pages[page].span;
        let share =
            (span.start - of_page.start.min(span.start)) as f32 / of_page.len().max(1) as f32;
        self.goal = Some(line.unwrap_or(share));
    }

    fn go(&mut self, page: usize) {
        if page != self.page {
            (self.page, self.line) = (page, None);
            self.goal = Some(0.0);
        }
    }

    fn choose(&mut self, line: Option<usize>, on: &OnPage<'_>) {
        self.line = line;
        let line = line.and_then(|line| self.pages.recognised(self.page)?.lines.get(line));
        self.typed = line.map_or_else(String::new, |line| (on.text)(line.start, line.end));
    }
}

/// Draws the pane with the picture of a page. Returns the offset in the text of the page to which a person turned; `None` if nobody
/// turned it in this frame.
pub(crate) fn page_ui(
    ui: &mut Ui,
    view: &mut PageView,
    on: &OnPage<'_>,
    commands: &mut Vec<Command>,
) -> Option<u32> {
    let turned = controls_ui(ui, view, on);
    layer_ui(ui, view.pages.pages.len(), on, commands);
    if view.line.is_some() {
        Panel::bottom("page-line")
            .resizable(false)
            .show(ui, |ui| line_ui(ui, view, on, commands));
    }
    let number = view.pages.pages.get(view.page).map(|page| page.number);
    let mut differing = on.layer.into_iter().flat_map(LayerCheck::differing);
    if let Some((_, texts)) = differing.find(|(page, _)| Some(*page) == number) {
        Panel::bottom("both-texts")
            .resizable(false)
            .exact_size((ui.available_height() / 2.0).min(BOTH_TEXTS))
            .show(ui, |ui| both_texts_ui(ui, texts, on.language));
    }
    picture_ui(ui, view, on);
    turned
}

/// Draws the buttons that turn pages, zoom, and go to the next uncertain line. Returns the offset in the text of the page to which
/// a button turned; `None` if none did.
fn controls_ui(ui: &mut Ui, view: &mut PageView, on: &OnPage<'_>) -> Option<u32> {
    let (language, count) = (on.language, view.pages.pages.len());
    let mut turned = None;
    ui.horizontal_wrapped(|ui| {
        let small = |ui: &mut Ui, sign: &str, key: &str, enabled: bool| {
            let name = language.text(key);
            let button = ui.add_enabled(enabled, Button::new(sign).small());
            let button = button.on_hover_text(&name);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &name));
            button.clicked()
        };
        let mut to = view.page;
        if small(ui, "◀", "page-view.previous", view.page > 0) {
            to -= 1;
        }
        let number = (view.page + 1).min(count);
        let place = language.fill("page-view.place", &[("page", &number), ("pages", &count)]);
        ui.label(place);
        if small(ui, "▶", "page-view.next", view.page + 1 < count) {
            to += 1;
        }
        if to != view.page {
            view.go(to);
            turned = view.pages.pages.get(to).map(|page| page.span.start);
        }
        ui.add_space(GAP);
        if small(ui, "−", "page-view.smaller", view.zoom > 0) {
            view.zoom -= 1;
        }
        if small(ui, "+", "page-view.larger", view.zoom + 1 < ZOOMS.len()) {
            view.zoom += 1;
        }
        ui.add_space(GAP);
        let unsure = view.pages.next_unsure(view.page, view.line);
        if let Some(line) = unsure {
            let text = language.text("page-view.next-unsure");
            if ui.button((Icon::Warning.atom(), text)).clicked() {
                view.choose(Some(line), on);
                view.goal = top_of(view, line);
            }
        }
    });
    let read = view.pages.recognised(view.page);
    if let Some(page) = read {
        let unsure = page.lines.iter().filter(|line| is_unsure(line)).count();
        let confidence = whole_percent(page.confidence.share().into());
        let text = language.fill(
            "page-view.recognised",
            &[
                ("confidence", &confidence),
                ("count", &grouped(unsure as u64)),
            ],
        );
        ui.weak(RichText::new(text).small());
    }
    ui.add_space(SMALL_GAP);
    turned
}

/// Returns the top of a line, as a share of the page's height; `None` if the page or the line is not recognised.
fn top_of(view: &PageView, line: usize) -> Option<f32> {
    let page = view.pages.recognised(view.page)?;
    line_top(page, page.lines.get(line)?)
}

fn line_top(page: &RecognisedPage, line: &RecognisedLine) -> Option<f32> {
    let top = line.corners.iter().map(|corner| corner[1]).min()?;
    Some(top as f32 / page.height.max(1) as f32)
}

/// Draws the picture with its frames.
fn picture_ui(ui: &mut Ui, view: &mut PageView, on: &OnPage<'_>) {
    let language = on.language;
    let name = {
        let number = view
            .pages
            .pages
            .get(view.page)
            .map_or(0, |page| page.number);
        language.fill("page-view.picture", &[("page", &number)])
    };
    let (texture, own) = match view.sheet.texture(ui.ctx()) {
        None => return busy_ui(ui, language),
        Some(Err(cause)) => {
            let text = language.fill("page-view.lost", &[("reason", &language.reason(cause))]);
            ui.colored_label(Tokens::of(ui).related, text);
            return;
        }
        Some(Ok(texture)) => (texture.id(), texture.size_vec2()),
    };
    let room = ui.available_size();
    let scale = room.x / own.x.max(1.0) * ZOOMS[view.zoom.min(ZOOMS.len() - 1)];
    let size = own * scale;
    let mut area = ScrollArea::both()
        .id_salt("page-picture")
        .auto_shrink(false);
    if let Some(goal) = view.goal.take() {
        area = area.vertical_scroll_offset((goal * size.y - FOCUS * room.y).max(0.0));
    }
    area.show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        Image::new((texture, own))
            .bg_fill(Color32::WHITE)
            .paint_at(ui, rect);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let Some(page) = view.pages.recognised(view.page) else {
            return;
        };
        frames_ui(ui, rect, page, view.line, on);
        let pointed = (response.hover_pos()).and_then(|at| line_at(rect, page, at));
        if let Some(line) = pointed {
            let text = tip(&page.lines[line], on);
            response.clone().on_hover_text_at_pointer(text);
        }
        if response.clicked() {
            view.choose(pointed, on);
        }
    });
}

/// Paints frames around the lines of passages, uncertain lines, corrected ones and the chosen one.
fn frames_ui(ui: &Ui, rect: Rect, page: &RecognisedPage, chosen: Option<usize>, on: &OnPage<'_>) {
    // Paper is white in the dark theme too.
    let tokens = Tokens::in_theme(false);
    let painter = ui.painter_at(rect);
    for (at, line) in page.lines.iter().enumerate() {
        let corners = on_screen(rect, page, line);
        let block = on.blocks.iter().find(|(span, _)| meets(line, *span));
        if let Some((_, owner)) = block {
            let (ink, _) = colors(false, *owner);
            painter.add(Shape::convex_polygon(
                corners.to_vec(),
                ink.gamma_multiply(0.12),
                Stroke::new(1.5, ink),
            ));
        }
        let stroke = match line.confidence.trust() {
            _ if line.corrected => Some(Stroke::new(1.5, tokens.calm)),
            Trust::Marked => Some(Stroke::new(1.5, tokens.related)),
            Trust::Shown => Some(Stroke::new(1.5, tokens.weak)),
            Trust::Counts => None,
        };
        let chosen = (chosen == Some(at)).then(|| Stroke::new(3.0, tokens.calm));
        if let Some(stroke) = chosen.or(stroke) {
            // An uncertain line of a passage has both marks: a frame, and a line below the text.
            if block.is_some() && chosen.is_none() {
                painter.line_segment([corners[3], corners[2]], Stroke::new(3.0, stroke.color));
            } else {
                painter.add(Shape::closed_line(corners.to_vec(), stroke));
            }
        }
    }
}

/// Returns the corners of a line on the screen.
fn on_screen(rect: Rect, page: &RecognisedPage, line: &RecognisedLine) -> [Pos2; 4] {
    let scale: Vec2 = vec2(
        rect.width() / page.width.max(1) as f32,
        rect.height() / page.height.max(1) as f32,
    );
    line.corners.map(|[x, y]| {
        pos2(
            rect.left() + x as f32 * scale.x,
            rect.top() + y as f32 * scale.y,
        )
    })
}

/// Returns the index of the line under the pointer; `None` if there is none.
fn line_at(rect: Rect, page: &RecognisedPage, at: Pos2) -> Option<usize> {
    (page.lines.iter())
        .position(|line| Rect::from_points(&on_screen(rect, page, line)).contains(at))
}

fn meets(line: &RecognisedLine, span: Span) -> bool {
    line.start < u64::from(span.end) && u64::from(span.start) < line.end
}

/// Returns the text of a line with its confidence in words.
fn tip(line: &RecognisedLine, on: &OnPage<'_>) -> String {
    let text = (on.text)(line.start, line.end);
    format!("{text}\n{}", trust(line, on.language))
}

fn trust(line: &RecognisedLine, language: Language) -> String {
    if line.corrected {
        return language.text("page-view.corrected");
    }
    let confidence = whole_percent(line.confidence.share().into());
    let key = match line.confidence.trust() {
        Trust::Counts => "page-view.counted",
        Trust::Marked => "page-view.marked",
        Trust::Shown => "page-view.shown",
    };
    language.fill(key, &[("confidence", &confidence)])
}

/// Draws the field in which the chosen line is corrected: Enter takes the text, Escape leaves the line.
fn line_ui(ui: &mut Ui, view: &mut PageView, on: &OnPage<'_>, commands: &mut Vec<Command>) {
    let language = on.language;
    if !on.is_checked {
        return;
    }
    let Some((at, page)) = view.line.zip(view.pages.recognised(view.page)) else {
        return;
    };
    let (Some(line), Some(version)) = (page.lines.get(at), view.pages.version()) else {
        return;
    };
    let correction = |text: Option<String>| {
        Command::Row(RowCommand::CorrectLine(LineCorrection {
            document: on.position,
            hash: page.hash.clone(),
            version: version.to_owned(),
            line: at,
            text,
        }))
    };
    let (mut leave, mut take, mut restore) = (false, false, false);
    ui.add_space(SMALL_GAP);
    let label = ui
        .horizontal_wrapped(|ui| {
            let label = ui.weak(language.text("page-view.line"));
            ui.small(trust(line, language));
            label
        })
        .inner;
    let field = TextEdit::singleline(&mut view.typed).desired_width(f32::INFINITY);
    let field = text_field_ui(ui, field).labelled_by(label.id);
    ui.horizontal_wrapped(|ui| {
        take = ui
            .button((Icon::Good.atom(), language.text("page-view.take")))
            .clicked();
        if line.corrected {
            let text = language.text("page-view.restore");
            restore = ui.button((Icon::Undo.atom(), text)).clicked();
        }
        leave = ui.button(language.text("page-view.leave")).clicked();
    });
    take |= is_entered(ui, &field);
    leave |= is_escaped(ui, &field);
    if take {
        commands.push(correction(Some(view.typed.clone())));
    } else if restore {
        commands.push(correction(None));
    }
    if take || restore || leave {
        view.line = None;
    }
}
