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
use super::sights::Sights;

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
/// At least this opaque, nothing shows through a picture.
const OPAQUE: f32 = 0.95;
/// Where a clip that leaves nothing of the page leaves something.
const NOWHERE: Rect = Rect::new(-1.0, -1.0, -1.0, -1.0);

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
    /// What is seen of what was written down: known at the page's end.
    sights: Sights,
    /// The page and the clips within one another: each what it leaves of those before.
    clips: Vec<Rect>,
    /// Transparency groups within one another: how opaque each is with those before, and whether it only lies on what is
    /// below.
    groups: Vec<(f32, bool)>,
    drawn: usize,
    steps: usize,
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
            sights: Sights::new(size),
            clips: vec![Rect::new(0.0, 0.0, size.0, size.1)],
            groups: vec![(1.0, true)],
            drawn: 0,
            steps: 0,
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
        (self.page.hidden, self.page.scan) = self.sights.finish();
        self.page.is_drawing = self.page.scan.is_mostly_picture() || self.drawn > 500;
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

    /// What the clips leave of `area`.
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

/// What a paint is to the eye.
enum Shade {
    Dark,
    White,
    Nothing,
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

    // The default makes a path of it first.
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

/// Whether a picture has no mask: it is what it is everywhere.
fn has_no_holes(image: &Image<'_, '_>) -> bool {
    match image {
        // Ink without paper.
        Image::Stencil(_) => false,
        Image::Raster(raster) => {
            let entries = raster.stream().dict();
            ["SMask", "SMaskInData", "Mask"]
                .iter()
                .all(|name| !entries.contains_key(name.as_bytes()))
        }
    }
}
