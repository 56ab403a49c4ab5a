//! Content of a page: text in the embedded font, shapes, the running head and foot.

use pdf_writer::types::{ArtifactSubtype, ArtifactType, LineCapStyle, TextRenderingMode};
use pdf_writer::{Content, Finish, Name, Str, TextStr};

use super::embedded::Embedded;
use super::structure::Structure;
use super::{About, FONT, from_below};
use crate::pdf::font::Face;
use crate::pdf::sheets::{Area, Item, Stroke, Words};
use crate::pdf::style::{BOTTOM, LEFT, RIGHT, RULE, Rgb, SMALL, Style, WEAK, WIDTH};
use crate::pdf::text::Rich;

/// Width of the outline that makes letters bold, in sizes of the text: the font has one weight.
const BOLD: f32 = 0.032;
/// Length of a Bézier curve's handles for a quarter of a circle, in radii.
const QUARTER: f32 = 0.552_3;

/// Page that is being drawn.
pub(super) struct Drawing<'d, 'f> {
    face: &'d Face,
    embedded: &'d mut Embedded<'f>,
    structure: &'d mut Structure,
    page: usize,
    content: Content,
}

impl<'d, 'f> Drawing<'d, 'f> {
    pub(super) fn new(
        face: &'d Face,
        embedded: &'d mut Embedded<'f>,
        structure: &'d mut Structure,
        page: usize,
    ) -> Self {
        Self {
            face,
            embedded,
            structure,
            page,
            content: Content::new(),
        }
    }

    /// Returns the operators of the page.
    pub(super) fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    /// Draws a thing on the page; a link is not drawn.
    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Words(words) => {
                let id = self.structure.add_words(self.page, words.role);
                let mut mark = (self.content).begin_marked_content_with_properties(Name(b"Span"));
                let mut properties = mark.properties();
                properties.identify(id);
                if let Some(copied) = &words.copied {
                    properties.actual_text(TextStr(copied));
                }
                properties.finish();
                mark.finish();
                self.words(words);
                self.content.end_marked_content();
            }
            Item::Shape {
                area,
                fill,
                stroke,
                radius,
            } => {
                self.content.begin_marked_content(Name(b"Artifact"));
                self.shape(*area, *fill, *stroke, *radius);
                self.content.end_marked_content();
            }
            Item::Link { .. } => {}
        }
    }

    fn words(&mut self, words: &Words) {
        if words.glyphs.is_empty() {
            return;
        }
        let [red, green, blue] = components(words.ink);
        self.content.begin_text();
        self.content.set_font(FONT, words.size);
        self.content.set_fill_rgb(red, green, blue);
        if words.bold {
            self.content.set_stroke_rgb(red, green, blue);
            self.content.set_line_width(words.size * BOLD);
            (self.content).set_text_rendering_mode(TextRenderingMode::FillStroke);
        }
        let place = [1.0, 0.0, 0.0, 1.0, words.x, from_below(words.y)];
        self.content.set_text_matrix(place);
        // Glyphs and, in thousandths of the size, how much nearer the next one is than by its width.
        let mut shown: Vec<([u8; 2], f32)> = Vec::with_capacity(words.glyphs.len());
        for (c, &(glyph, width)) in words.text.chars().zip(&words.glyphs) {
            let (id, natural, is_own) = self.embedded.glyph(glyph, c);
            let nearer = 1_000.0 * (natural - width / words.size);
            let nearer = if nearer.abs() < 0.5 { 0.0 } else { nearer };
            if is_own {
                shown.push((id.to_be_bytes(), nearer));
                continue;
            }
            // Another character has this glyph; the text to copy is said.
            show(&mut self.content, &shown);
            shown.clear();
            let mut mark = (self.content).begin_marked_content_with_properties(Name(b"Span"));
            mark.properties()
                .actual_text(TextStr(c.encode_utf8(&mut [0; 4])));
            mark.finish();
            show(&mut self.content, &[(id.to_be_bytes(), nearer)]);
            self.content.end_marked_content();
        }
        show(&mut self.content, &shown);
        if words.bold {
            (self.content).set_text_rendering_mode(TextRenderingMode::Fill);
        }
        self.content.end_text();
    }

    fn shape(&mut self, area: Area, fill: Option<Rgb>, stroke: Option<Stroke>, radius: f32) {
        let content = &mut self.content;
        content.save_state();
        if let Some(fill) = fill {
            let [red, green, blue] = components(fill);
            content.set_fill_rgb(red, green, blue);
        }
        if let Some(stroke) = stroke {
            let [red, green, blue] = components(stroke.ink);
            content.set_stroke_rgb(red, green, blue);
            content.set_line_width(stroke.width);
            if stroke.is_dotted {
                content.set_line_cap(LineCapStyle::RoundCap);
                content.set_dash_pattern([0.0, stroke.width * 2.6], 0.0);
            }
        }
        outline(content, area, radius);
        match (fill, stroke) {
            (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
            (Some(_), None) => content.fill_nonzero(),
            (None, Some(_)) => content.stroke(),
            (None, None) => content.end_path(),
        };
        content.restore_state();
    }

    /// Draws the running head, on all pages but the first, and the foot.
    pub(super) fn running(&mut self, index: usize, pages: usize, about: &About<'_>) {
        if index > 0 {
            self.begin_pagination(ArtifactSubtype::Header);
            let [left, right] = &about.head;
            let taken = self.running_words(right, WIDTH / 2.0, 46.0, true);
            self.running_words(left, WIDTH - taken - 12.0, 46.0, false);
            self.rule(53.0);
            self.content.end_marked_content();
        }
        self.begin_pagination(ArtifactSubtype::Footer);
        let y = BOTTOM + 32.0;
        self.rule(y - 14.0);
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("page", &(index + 1)), ("pages", &pages)];
        let number = about.language.fill("pdf.page", &values);
        let taken = self.running_words(&number, WIDTH / 2.0, y, true);
        self.running_words(&about.foot, WIDTH - taken - 12.0, y, false);
        self.content.end_marked_content();
    }

    fn begin_pagination(&mut self, subtype: ArtifactSubtype<'_>) {
        let mut mark = (self.content).begin_marked_content_with_properties(Name(b"Artifact"));
        let mut artifact = mark.properties().artifact();
        artifact.kind(ArtifactType::Pagination).subtype(subtype);
        artifact.finish();
        mark.finish();
    }

    /// Draws a text of the head or foot and returns its width.
    fn running_words(&mut self, text: &str, room: f32, y: f32, from_right: bool) -> f32 {
        let style = Style::plain(SMALL, WEAK);
        let rich = Rich::of(self.face, text, style).shortened(self.face, room);
        let width = rich.width();
        self.words(&Words {
            x: if from_right { RIGHT - width } else { LEFT },
            y,
            size: style.size,
            ink: style.ink,
            bold: false,
            text: rich.cells.iter().map(|cell| cell.c).collect(),
            glyphs: (rich.cells.iter())
                .filter_map(|cell| Some((cell.glyph?, cell.width)))
                .collect(),
            copied: None,
            role: 0,
        });
        width
    }

    fn rule(&mut self, top: f32) {
        let area = Area {
            left: LEFT,
            top,
            width: WIDTH,
            height: 0.0,
        };
        let stroke = Stroke {
            ink: RULE,
            width: 0.6,
            is_dotted: false,
        };
        self.shape(area, None, Some(stroke), 0.0);
    }
}

/// Shows glyphs in one operator.
fn show(content: &mut Content, glyphs: &[([u8; 2], f32)]) {
    if glyphs.is_empty() {
        return;
    }
    let mut shown = content.show_positioned();
    let mut items = shown.items();
    let mut run = Vec::with_capacity(glyphs.len() * 2);
    for &(id, nearer) in glyphs {
        run.extend(id);
        if nearer != 0.0 {
            items.show(Str(&run)).adjust(nearer);
            run.clear();
        }
    }
    if !run.is_empty() {
        items.show(Str(&run));
    }
}

fn components(ink: Rgb) -> [f32; 3] {
    ink.map(|part| f32::from(part) / 255.0)
}

/// Adds a rectangle with round corners, or a line, to the path.
fn outline(content: &mut Content, area: Area, radius: f32) {
    let (left, right) = (area.left, area.left + area.width);
    let (top, bottom) = (from_below(area.top), from_below(area.top + area.height));
    if area.height <= 0.0 {
        content.move_to(left, top).line_to(right, top);
        return;
    }
    let r = radius.min(area.width / 2.0).min(area.height / 2.0);
    if r <= 0.0 {
        content.rect(left, bottom, area.width, area.height);
        return;
    }
    let k = r * (1.0 - QUARTER);
    content
        .move_to(left + r, top)
        .line_to(right - r, top)
        .cubic_to(right - k, top, right, top - k, right, top - r)
        .line_to(right, bottom + r)
        .cubic_to(right, bottom + k, right - k, bottom, right - r, bottom)
        .line_to(left + r, bottom)
        .cubic_to(left + k, bottom, left, bottom + k, left, bottom + r)
        .line_to(left, top - r)
        .cubic_to(left, top - k, left + k, top, left + r, top)
        .close_path();
}
