//! Drawing surface that writes down text instead of drawing it: the glyphs of one page in the order of its content
//! stream, with line breaks and spaces where the pen moved, and a record of text that no reader of the print would
//! see.

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
use super::sights::Sights;

/// Minimum gap between two glyphs, in em, that is a word space (measured: 0.25 loses English words).
const WORD_GAP: f64 = 0.16;
/// Minimum gap between two Chinese characters, in em, that separates them (cells of a table).
const CELL_GAP: f64 = 1.0;
/// Distance, in em, by which the pen must go back to begin a new line.
const BACKWARD: f64 = 1.5;
/// Number of recent runs remembered, to find a run that is drawn twice at one place (bold type, shadows).
const REMEMBERED: usize = 24;
/// Maximum size of text, in points, that is not meant to be read.
const TINY: f64 = 1.05;
/// Maximum number of glyphs and clip paths of a page; a page with more is given up.
const STEPS: usize = 300_000;
/// Minimum of each of the three primaries, 0..=1, of a colour that looks white.
const WHITE: f32 = 0.95;
/// Maximum opacity, 0..=1, of a colour that looks like nothing.
const TRANSPARENT: f32 = 0.05;
/// Minimum opacity, 0..=1, of a picture that nothing shows through.
const OPAQUE: f32 = 0.95;
/// Area used when a clip leaves nothing of the page.
const NOWHERE: Rect = Rect::new(-1.0, -1.0, -1.0, -1.0);

/// Device that reads the text of one page.
pub(super) struct TextDevice<'p, 'a> {
    size: (f64, f64),
    fonts: &'p CidFonts<'a>,
    pictures: &'p mut Pictures,
    number: u32,
    page: PageText,
    /// Length of the text so far, in characters.
    length: u64,
    /// Pen after the last glyph written down; `None` before the first.
    pen: Option<Pen>,
    /// Runs of the current line, sorted by their place along it; `line_at` is the pen after the run added last.
    line: Vec<Vec<Placed>>,
    line_at: Option<Pen>,
    recent: VecDeque<(String, Point)>,
    /// Areas that are not white: white text shows on them.
    painted: Painted,
    /// Visibility of the text written down; known at the page's end.
    sights: Sights,
    /// Nested clips, the page itself first; each is what it leaves of those before.
    clips: Vec<Rect>,
    /// Nested transparency groups: opacity of each, combined with those around it, and whether it is simply laid over
    /// what is below (no mask, normal blending).
    groups: Vec<(f32, bool)>,
    drawn: usize,
    steps: usize,
}

impl<'p, 'a> TextDevice<'p, 'a> {
    /// Creates the device for page `number` (from 1) of `size` points.
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
            sights: Sights::new(size),
            clips: vec![Rect::new(0.0, 0.0, size.0, size.1)],
            groups: vec![(1.0, true)],
            drawn: 0,
            steps: 0,
        }
    }

    /// Whether the page was given up because it never ends.
    pub(super) fn has_given_up(&self) -> bool {
        self.steps > STEPS
    }

    /// Returns the page's text.
    pub(super) fn finish(mut self) -> PageText {
        self.page.is_endless = self.has_given_up();
        self.flush();
        (self.page.hidden, self.page.scan) = self.sights.finish();
        self.page.is_drawing = self.page.scan.is_mostly_picture() || self.drawn > 500;
        self.page
    }

    /// Counts steps and gives up a page with too many: forms within forms make any number of glyphs (or of clip paths
    /// that show nothing). Unwinding is the only way out of the interpreter.
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

    /// Adds a run to its line, or begins a new one. Programs draw the parts of a line in any order (formulas, page
    /// heads): within a line the place decides, not the order.
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

    /// Writes down the line.
    fn flush(&mut self) {
        for glyph in std::mem::take(&mut self.line).into_iter().flatten() {
            self.write(&glyph);
        }
        self.line_at = None;
    }

    fn write(&mut self, glyph: &Placed) {
        if glyph.is_blank() {
            // A space at the start of a line or after another adds nothing. Nor does it begin a line, the first letter
            // does, else an indent would join two paragraphs.
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
            let stretch = (start, self.length);
            self.sights
                .glyph(stretch, glyph.middle(), glyph.sight, glyph.after);
        }
        let before = self.pen.take().is_some_and(|pen| pen.cjk);
        self.pen = Some(Pen {
            cjk: glyph.is_cjk() || (glyph.is_blank() && before),
            ..Pen::after(glyph)
        });
    }

    /// Writes what separates the last glyph from this one: a line break, a space or nothing.
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
            return Sight::Hidden(Hidden::Outside);
        }
        if glyph.em <= TINY {
            return Sight::Hidden(Hidden::Unseen);
        }
        if matches!(mode, DrawMode::Invisible) {
            return Sight::Undrawn;
        }
        match self.shade(paint) {
            Shade::Dark => Sight::Plain,
            Shade::White if self.painted.is_at(glyph.middle()) => Sight::WhiteOnPaint,
            Shade::White | Shade::Nothing => Sight::Faint,
        }
    }

    fn shade(&self, paint: &Paint<'a>) -> Shade {
        let (opacity, _) = self.group();
        let [red, green, blue, alpha] = match paint {
            Paint::Color(color) => color.to_rgba().components(),
            Paint::Pattern(_) => [0.0, 0.0, 0.0, 1.0],
        };
        if alpha * opacity <= TRANSPARENT {
            Shade::Nothing
        } else if red.min(green).min(blue) >= WHITE {
            Shade::White
        } else {
            Shade::Dark
        }
    }

    fn group(&self) -> (f32, bool) {
        self.groups.last().copied().unwrap_or((1.0, true))
    }

    /// Returns what the clips leave of `area`.
    fn clipped(&self, area: Rect) -> Rect {
        let clip = self.clips.last().copied().unwrap_or(area);
        let area = area.abs();
        let meet = area.x0 < clip.x1 && clip.x0 < area.x1 && area.y0 < clip.y1 && clip.y0 < area.y1;
        if meet { area.intersect(clip) } else { NOWHERE }
    }

    fn push_clip(&mut self, clip: Rect) {
        self.count(1);
        self.clips.push(self.clipped(clip));
    }
}

/// Look of a paint.
enum Shade {
    Dark,
    White,
    Nothing,
}

/// Replaces Latin ligatures by their letters: ligatures come from the font, not from the author.
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
            glyph.after = self.sights.pictures();
        }
        self.add(placed);
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn += 1;
        if matches!(mode, DrawMode::Stroke(_) | DrawMode::Invisible) {
            return;
        }
        if matches!(self.shade(&props.paint), Shade::Dark) {
            let area = props.transform.transform_rect_bbox(path.bounding_box());
            self.painted.add(self.clipped(area));
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let size = Rect::new(0.0, 0.0, image.width().into(), image.height().into());
        let area = self.clipped(props.transform.transform_rect_bbox(size));
        let (opacity, is_plain) = self.group();
        if opacity > TRANSPARENT {
            self.painted.add(area);
            let is_opaque = opacity >= OPAQUE && is_plain && has_no_holes(&image);
            self.sights.picture(area, is_opaque);
        }
        if let Image::Raster(raster) = &image {
            self.pictures.add(self.number, raster.cache_key(), raster);
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], _: Option<&Dict<'_>>) {
        self.page.has_layers |= tag == b"OC";
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.push_clip(clip.path.bounding_box());
    }

    // The default implementation would first convert the rectangle to a path.
    fn push_clip_rect(&mut self, clip: &Rect) {
        self.push_clip(*clip);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        blend: BlendMode,
    ) {
        let (outer, is_plain) = self.group();
        let is_plain = is_plain && mask.is_none() && blend == BlendMode::Normal;
        self.groups.push((outer * opacity, is_plain));
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }
}

/// Whether a picture has no mask, so that nothing shows through it anywhere.
fn has_no_holes(image: &Image<'_, '_>) -> bool {
    match image {
        // A stencil is ink without paper.
        Image::Stencil(_) => false,
        Image::Raster(raster) => {
            let entries = raster.stream().dict();
            ["SMask", "SMaskInData", "Mask"]
                .iter()
                .all(|name| !entries.contains_key(name.as_bytes()))
        }
    }
}
