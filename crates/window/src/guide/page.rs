//! Page of the manual, as drawn: its chapters on the left, its text and pictures on the right.

use std::collections::HashMap;
use std::io::Cursor;

use egui::style::ScrollAnimation;
use egui::text::LayoutJob;
use egui::{
    Align, Button, ColorImage, FontId, Frame, Image, Label, Layout, Margin, Panel, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, TextFormat, TextStyle, TextureHandle, TextureOptions,
    Ui, WidgetInfo, vec2,
};
use image::{ImageFormat, ImageReader};

use crate::guide::chapter::{chapter_of, place_of};
use crate::guide::markdown::{Block, Line, Look, blocks};
use crate::guide::{Pictures, manual};
use crate::widgets::focus;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_messages::Language;
use chachong_window_model::page::Page;
use chachong_window_model::state::State;

/// Width of the list of chapters, in points.
const CONTENTS: f32 = 190.0;
/// Maximum width of the text, in points.
const TEXT: f32 = 760.0;
/// Maximum width of a picture, in points.
const PICTURE: f32 = 1000.0;
/// Width of the first column of a table, as a share of the table.
const FIRST_COLUMN: f32 = 0.22;
/// Room for the sign of an item, in points.
const SIGN: f32 = 22.0;
/// Part of the view that a page key scrolls, so that the last lines stay in sight.
const PAGE: f32 = 0.9;

/// Distance from the top of the view within which a heading counts as standing there, in points.
const NEAR_TOP: f32 = 30.0;

/// State that the page keeps for itself.
#[derive(Default)]
pub(crate) struct GuidePane {
    /// Scroll that the next frame makes: by a number of pages (negative is up) or, if the second part is given, to the
    /// end (`true`) or the beginning (`false`) instead; `None`: not at all.
    pub(crate) scroll: Option<(f32, Option<bool>)>,
    /// Blocks of the manual in the language in which it was shown last.
    parsed: Option<(Language, Vec<Block>)>,
    /// Pictures that were in sight, by their files.
    textures: HashMap<String, TextureHandle>,
    /// Chapter to scroll to, from 0; `None`: stay.
    chapter: Option<usize>,
    /// Heading to scroll to, by the place of its block; `None`: stay.
    wanted: Option<usize>,
    /// Heading of the chapter at the top of the view, by the place of its block.
    current: usize,
}

impl GuidePane {
    /// Opens the manual at the chapter that explains `page`, the page that the person leaves for it.
    pub(crate) const fn open_for(&mut self, page: Page, is_empty: bool) {
        self.chapter = chapter_of(page, is_empty);
    }
}

pub(crate) fn guide_ui(ui: &mut Ui, state: &State, pane: &mut GuidePane) {
    let language = state.language;
    let (text, pictures) = manual(language);
    let parsed = pane.parsed.take().filter(|(of, _)| *of == language);
    let (_, blocks) = parsed.unwrap_or_else(|| (language, blocks(text)));
    let chapter = pane.chapter.take();
    if let Some(chapter) = chapter {
        pane.wanted = Some(place_of(&blocks, chapter));
    }
    Panel::left("guide-contents")
        .resizable(false)
        .exact_size(CONTENTS)
        .frame(Frame::NONE)
        .show(ui, |ui| contents_ui(ui, language, &blocks, pane));
    let margin = Margin {
        left: 16,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt(("guide", language.code()));
        area.auto_shrink(false)
            .show(ui, |ui| text_ui(ui, &blocks, pictures, pane));
    });
    pane.parsed = Some((language, blocks));
}

/// Draws the chapters, of which a click shows one.
fn contents_ui(ui: &mut Ui, language: Language, blocks: &[Block], pane: &mut GuidePane) {
    let area = ScrollArea::vertical().id_salt("guide-chapters");
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        ui.weak(language.text("guide.contents"));
        for (place, block) in blocks.iter().enumerate() {
            if let Block::Heading { level: 2, text } = block {
                let chapter = Button::selectable(pane.current == place, text.as_str()).wrap();
                if ui.add(chapter).clicked() {
                    pane.wanted = Some(place);
                }
            }
        }
    });
}

fn text_ui(ui: &mut Ui, blocks: &[Block], pictures: Pictures, pane: &mut GuidePane) {
    let view = ui.clip_rect();
    let scroll = pane.scroll.take();
    match scroll {
        Some((pages, None)) => {
            let by = vec2(0.0, -pages * PAGE * view.height());
            ui.scroll_with_delta_animation(by, ScrollAnimation::none());
        }
        Some((_, Some(false))) => pane.wanted = Some(0),
        _ => {}
    }
    let wanted = pane.wanted.take();
    let mut current = 0;
    // Room for the scroll bar.
    let room = ui.available_width() - 12.0;
    for (place, block) in blocks.iter().enumerate() {
        let drawn = ui.scope(|ui| {
            let is_picture = matches!(block, Block::Picture { .. });
            ui.set_max_width(room.min(if is_picture { PICTURE } else { TEXT }));
            block_ui(ui, block, pictures, &mut pane.textures);
        });
        let rect = drawn.response.rect;
        if wanted == Some(place) {
            ui.scroll_to_rect_animation(rect, Some(Align::TOP), ScrollAnimation::none());
        }
        if matches!(block, Block::Heading { level: 2, .. }) && rect.top() < view.top() + NEAR_TOP {
            current = place;
        }
    }
    if let Some((_, Some(true))) = scroll {
        ui.scroll_to_cursor_animation(Some(Align::BOTTOM), ScrollAnimation::none());
    }
    // The last chapter can stand at the top of the view, too.
    ui.add_space(view.height() * 0.6);
    if std::mem::replace(&mut pane.current, current) != current {
        ui.ctx().request_repaint();
    }
}

fn block_ui(
    ui: &mut Ui,
    block: &Block,
    pictures: Pictures,
    textures: &mut HashMap<String, TextureHandle>,
) {
    match block {
        Block::Heading { level, text } => heading_ui(ui, *level, text),
        Block::Paragraph(line) => {
            line_ui(ui, line);
            ui.add_space(SMALL_GAP);
        }
        Block::Item { sign, line } => {
            ui.horizontal_top(|ui| {
                column_ui(ui, SIGN, |ui| {
                    ui.label(sign);
                });
                line_ui(ui, line);
            });
        }
        Block::Table(rows) => table_ui(ui, rows),
        Block::Picture { file, description } => {
            picture_ui(ui, file, description, pictures, textures);
        }
    }
}

fn heading_ui(ui: &mut Ui, level: u8, text: &str) {
    let size = match level {
        1 => 24.0,
        2 => 20.0,
        _ => 16.0,
    };
    if level > 1 {
        ui.add_space(GAP);
    }
    let label = Label::new(RichText::new(text).size(size).color(Tokens::of(ui).strong));
    ui.add(label.wrap());
    ui.add_space(SMALL_GAP);
}

fn line_ui(ui: &mut Ui, line: &Line) {
    let body = TextStyle::Body.resolve(ui.style());
    let job = job(ui, line, &body);
    ui.add(Label::new(job).wrap().selectable(true));
}

fn job(ui: &Ui, line: &Line, body: &FontId) -> LayoutJob {
    let (tokens, visuals) = (Tokens::of(ui), ui.visuals());
    let mut job = LayoutJob::default();
    for (look, text) in line {
        let mut format = TextFormat::simple(body.clone(), visuals.text_color());
        match look {
            Look::Plain => {}
            Look::Strong => format.color = tokens.calm,
            Look::Code => {
                format.font_id = TextStyle::Monospace.resolve(ui.style());
                format.background = tokens.bit_zero;
            }
        }
        job.append(text, 0.0, format);
    }
    job
}

/// Draws content in a column of this width, in points.
fn column_ui(ui: &mut Ui, width: f32, inside: impl FnOnce(&mut Ui)) {
    let layout = Layout::top_down(Align::Min);
    ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
        ui.set_width(width);
        inside(ui);
    });
}

fn table_ui(ui: &mut Ui, rows: &[Vec<Line>]) {
    ui.add_space(SMALL_GAP);
    let gap = ui.spacing().item_spacing.x;
    let first = ui.available_width() * FIRST_COLUMN;
    let room = ui.available_width() - first;
    for row in rows {
        ui.horizontal_top(|ui| {
            let others = room / row.len().saturating_sub(1).max(1) as f32 - gap;
            for (column, cell) in row.iter().enumerate() {
                let width = if column == 0 { first } else { others };
                column_ui(ui, width, |ui| line_ui(ui, cell));
            }
        });
        ui.separator();
    }
    ui.add_space(SMALL_GAP);
}

/// Draws a picture, which is decoded when it first comes into sight.
fn picture_ui(
    ui: &mut Ui,
    file: &str,
    description: &str,
    pictures: Pictures,
    textures: &mut HashMap<String, TextureHandle>,
) {
    let Some((_, bytes)) = pictures.iter().find(|(name, _)| *name == file) else {
        return;
    };
    let reader = || ImageReader::with_format(Cursor::new(*bytes), ImageFormat::Png);
    let Ok((width, height)) = reader().into_dimensions() else {
        return;
    };
    let size = vec2(width as f32, height as f32);
    let size = size * (ui.available_width() / size.x).min(1.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, description));
    ui.add_space(GAP);
    if !ui.is_rect_visible(rect) {
        return;
    }
    if !textures.contains_key(file)
        && let Ok(decoded) = reader().decode()
    {
        let (size, pixels) = ([width as usize, height as usize], decoded.into_rgba8());
        let image = ColorImage::from_rgba_unmultiplied(size, &pixels);
        let texture = (ui.ctx()).load_texture(file, image, TextureOptions::LINEAR);
        textures.insert(file.to_owned(), texture);
    }
    if let Some(texture) = textures.get(file) {
        Image::from_texture(texture).paint_at(ui, rect);
    }
    let line = Stroke::new(1.0, Tokens::of(ui).line);
    ui.painter().rect_stroke(rect, 0, line, StrokeKind::Outside);
}
