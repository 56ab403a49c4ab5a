//! A drawing surface that writes down text instead of drawing it: the glyphs of one page in the order of its content
//! stream, with line breaks and spaces where the pen moved, and a note of what no reader of the print would see. Knows
//! nothing of files, or of what the text is for.

use std::collections::VecDeque;
use std::panic::resume_unwind;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint,
    SoftMask,
};

use hayro_syntax::object::Dict;
use unicode_normalization::UnicodeNormalization;

use super::cid::CidFonts;
use super::page::{Hidden, Line, PageText};
use super::painted::Painted;
use super::pictures::Pictures;
use super::placed::{Pen, Placed, Sight, is_slanted, place};

/// A wider gap than this between two glyphs, in em, is a word space (measured: 0.25 loses English words).
const WORD_GAP: f64 = 0.16;
/// Between two Chinese characters only a gap this wide, in em, separates anything (cells of a table).
const CELL_GAP: f64 = 1.0;
/// A pen that goes back by more than this, in em, begins a line.
const BACKWARD: f64 = 1.5;
/// So many runs are remembered to find such repetitions.
const REMEMBERED: usize = 24;
/// Text of at most this size in points is not meant to be read.
const TINY: f64 = 1.05;
/// No page has more glyphs and clip paths than this.
const STEPS: usize = 300_000;
/// At least this light in all three primaries, a colour is white to the eye.
const WHITE: f32 = 0.95;
/// At most this opaque, a colour is nothing to the eye.
const TRANSPARENT: f32 = 0.05;

/// Reads one page.
pub(super) struct TextDevice<'p, 'a> {
    size: (f64, f64),
    fonts: &'p CidFonts<'a>,
    pictures: &'p mut Pictures,
    number: u32,
    page: PageText,
    /// Length of the text so far, in characters.
    length: u64,
    /// Where the last glyph that was written down ended.
    pen: Option<Pen>,
    /// The runs of the line that is being drawn, by their place along it, and where the last of them ended.
    line: Vec<Vec<Placed>>,
    line_at: Option<Pen>,
    recent: VecDeque<(String, Point)>,
    /// Areas that are not white: white text shows on them.
    painted: Painted,
    picture_area: f64,
    drawn: usize,
    steps: usize,
    /// Characters drawn in the invisible mode: hidden, or the text layer of a scan; known at the page's end.
    invisible: Vec<(u64, u64)>,
}

impl<'p, 'a> TextDevice<'p, 'a> {
    /// For page `number` (from 1) of `size` points.
    pub(super) fn new(
        number: u32,
        size: (f64, f64),
        fonts: &'p CidFonts<'a>,
        pictures: &'p mut Pictures,
    ) -> Self {
        Self {
            size,
            fonts,
            pictures,
            number,
            page: PageText::default(),
            length: 0,
            pen: None,
            line: Vec::new(),
            line_at: None,
            recent: VecDeque::with_capacity(REMEMBERED + 1),
            painted: Painted::new(size),
            picture_area: 0.0,
            drawn: 0,
            steps: 0,
            invisible: Vec::new(),
        }
    }

    /// Whether it has unwound out of a page without end.
    pub(super) fn has_given_up(&self) -> bool {
        self.steps > STEPS
    }

    /// What was written down.
    pub(super) fn finish(mut self) -> PageText {
        self.page.is_endless = self.has_given_up();
        self.flush();
        let area = self.size.0 * self.size.1;
        let mostly_picture = area > 0.0 && self.picture_area >= area / 2.0;
        self.page.is_drawing = mostly_picture || self.drawn > 500;
        if !mostly_picture {
            for &(start, end) in &self.invisible {
                self.page.hide(start, end, Hidden::Unseen);
            }
        }
        self.page.hidden.sort_unstable_by_key(|&(start, ..)| start);
        self.page
    }

    /// Forms within forms make any number of glyphs (or of nothing, each with its clip path): such a page is given up.
    /// Unwinding is the only way out of the interpreter.
    fn count(&mut self, steps: usize) {
        self.steps += steps;
        if self.has_given_up() {
            resume_unwind(Box::new("a page of too many steps"));
        }
    }

    fn push(&mut self, c: char) {
        self.page.text.push(c);
        self.length += 1;
    }

    fn ends_in_space(&self) -> bool {
        self.page.text.is_empty() || self.page.text.ends_with([' ', '\n'])
    }

    /// Adds a run to the line it stands on. Programs draw the parts of a line in any order (formulas, page heads), so that
    /// on one line the place decides, not the order.
    fn add(&mut self, run: Vec<Placed>) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            return;
        };
        if self.line_at.as_ref().is_some_and(|line| line.is_off(first)) {
            self.flush();
        }
        self.line_at = Some(Pen::after(last));
        let along = |run: &[Placed]| {
            run.first()
                .map_or(0.0, |glyph| glyph.origin.to_vec2().dot(glyph.direction))
        };
        let place = along(&run);
        let at = self
            .line
            .iter()
            .rposition(|other| along(other) <= place)
            .map_or(0, |before| before + 1);
        self.line.insert(at, run);
    }

    /// Writes the line down.
    fn flush(&mut self) {
        for glyph in std::mem::take(&mut self.line).into_iter().flatten() {
            self.write(&glyph);
        }
        self.line_at = None;
    }

    fn write(&mut self, glyph: &Placed) {
        if glyph.is_blank() {
            // A space of its own at a line's start or after another adds nothing; and it is the first letter of a line
            // that begins it, else an indent would join two paragraphs.
            if self.pen.as_ref().is_none_or(|pen| pen.is_off(glyph)) {
                return;
            }
            if !self.ends_in_space() {
                self.push(' ');
            }
        } else {
            self.separate(glyph);
            let start = self.length;
            for c in glyph.text.chars() {
                self.push(if c.is_control() { '\u{FFFD}' } else { c });
            }
            match glyph.sight {
                Sight::Seen => {}
                Sight::Hidden(why) => self.page.hide(start, self.length, why),
                Sight::Undrawn => self.invisible.push((start, self.length)),
            }
        }
        let before = self.pen.take().is_some_and(|pen| pen.cjk);
        self.pen = Some(Pen {
            cjk: glyph.is_cjk() || (glyph.is_blank() && before),
            ..Pen::after(glyph)
        });
    }

    /// What stands between the last glyph and this one.
    fn separate(&mut self, glyph: &Placed) {
        let Some(pen) = &self.pen else {
            self.page.lines.push(Line {
                start: 0,
                y: glyph.origin.y,
                slanted: is_slanted(glyph.direction),
            });
            return;
        };
        let size = glyph.em.max(pen.em);
        let delta = glyph.origin - pen.end;
        let along = delta.dot(glyph.direction);
        if pen.is_off(glyph) || along < -BACKWARD * size {
            self.push('\n');
            let start = self.length;
            self.page.lines.push(Line {
                start,
                y: glyph.origin.y,
                slanted: is_slanted(glyph.direction),
            });
        } else {
            let gap = if glyph.is_cjk() && pen.cjk {
                CELL_GAP
            } else {
                WORD_GAP
            };
            if along > gap * glyph.em && !self.ends_in_space() {
                self.push(' ');
            }
        }
    }

    fn glyph_text(&self, glyph: &Glyph<'a>) -> String {
        let known = glyph.as_unicode().map(|text| match text {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        });
        let usable = |text: &String| !text.is_empty() && !text.contains(['\0', '\u{FFFD}']);
        if let Some(text) = known.filter(usable) {
            return unligated(text);
        }
        let Glyph::Outline(outline) = glyph else {
            return "\u{FFFD}".to_owned();
        };
        self.fonts.lookup(outline).unwrap_or_else(|| {
            // A glyph that draws nothing is a space, whatever its code.
            let empty = outline.outline().segments().next().is_none();
            if empty { " " } else { "\u{FFFD}" }.to_owned()
        })
    }

    fn sight(&self, glyph: &Placed, paint: &Paint<'a>, mode: &DrawMode) -> Sight {
        let (width, height) = self.size;
        let (from, to) = (glyph.origin, glyph.end);
        let outside = from.x.max(to.x) < 0.0
            || from.x.min(to.x) > width
            || from.y.max(to.y) < 0.0
            || from.y.min(to.y) - glyph.em > height;
        if outside {
            Sight::Hidden(Hidden::Outside)
        } else if glyph.em <= TINY || self.is_unseen(paint, from.midpoint(to)) {
            Sight::Hidden(Hidden::Unseen)
        } else if matches!(mode, DrawMode::Invisible) {
            Sight::Undrawn
        } else {
            Sight::Seen
        }
    }

    fn is_unseen(&self, paint: &Paint<'a>, place: Point) -> bool {
        let Paint::Color(color) = paint else {
            return false;
        };
        let [red, green, blue, alpha] = color.to_rgba().components();
        if alpha <= TRANSPARENT {
            return true;
        }
        red.min(green).min(blue) >= WHITE && !self.painted.is_at(place)
    }
}

/// Latin ligatures are a font's business, not the author's.
fn unligated(text: String) -> String {
    if text.chars().any(|c| matches!(c, '\u{FB00}'..='\u{FB06}')) {
        text.nfkc().collect()
    } else {
        text
    }
}

impl<'a> Device<'a> for TextDevice<'_, 'a> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.count(run.glyphs().len());
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let mut placed: Vec<Placed> = run
            .glyphs()
            .iter()
            .map(|glyph| {
                let text = self.glyph_text(glyph);
                place(glyph, props.transform * glyph.transform(), vertical, text)
            })
            .filter(|glyph| glyph.origin.is_finite() && glyph.end.is_finite())
            .collect();
        // Bold type is also made by going back within a run.
        placed.dedup_by(|next, kept| {
            next.text == kept.text && !kept.is_blank() && next.is_at(kept.origin)
        });
        let Some(first) = placed.first() else {
            return;
        };
        let whole: String = placed.iter().map(|glyph| glyph.text.as_str()).collect();
        if !whole.trim().is_empty() {
            let again = |(text, origin): &(String, Point)| *text == whole && first.is_at(*origin);
            if self.recent.iter().any(again) {
                return;
            }
            self.recent.push_back((whole, first.origin));
            if self.recent.len() > REMEMBERED {
                self.recent.pop_front();
            }
        }
        for glyph in &mut placed {
            glyph.sight = self.sight(glyph, &props.paint, mode);
        }
        self.add(placed);
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn += 1;
        if matches!(mode, DrawMode::Stroke(_) | DrawMode::Invisible) {
            return;
        }
        if let Paint::Color(color) = &props.paint {
            let [red, green, blue, alpha] = color.to_rgba().components();
            if alpha <= TRANSPARENT || red.min(green).min(blue) >= WHITE {
                return;
            }
        }
        self.painted
            .add(props.transform.transform_rect_bbox(path.bounding_box()));
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let page = Rect::new(0.0, 0.0, self.size.0, self.size.1);
        let area = props
            .transform
            .transform_rect_bbox(Rect::new(0.0, 0.0, width, height))
            .intersect(page);
        self.picture_area += area.area().max(0.0);
        self.painted.add(area);
        if let Image::Raster(raster) = &image {
            self.pictures.add(self.number, raster.cache_key(), raster);
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], _: Option<&Dict<'_>>) {
        self.page.has_layers |= tag == b"OC";
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.count(1);
    }

    // The default makes a path of it first.
    fn push_clip_rect(&mut self, _: &Rect) {
        self.count(1);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
