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

use hayro_syntax::object::{Dict, Name};
use unicode_normalization::UnicodeNormalization;

use super::cid::CidFonts;
use super::page::{Hidden, PageText};
use super::painted::Painted;
use super::pictures::Pictures;
use super::pieces::{Look, Pieces};
use super::placed::{Pen, Placed, Sight, place};
use super::sights::Sights;
use super::spacing::spacings;
use super::template;
use super::written::Written;

/// Maximum length, in em of the larger, of which two texts of one line overlap if they differ in size or colour: then
/// one is written across the other.
const OVERLAP: f64 = 1.5;
/// Minimum ratio of sizes at which two texts are of different size.
const UNLIKE: f64 = 1.8;
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
    /// Lines of the page so far, in the order in which they are drawn.
    lines: Vec<Vec<Placed>>,
    pieces: Pieces,
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
    /// Nested marked content: whether each is called a watermark, or stands in one that is.
    marked: Vec<bool>,
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
            lines: Vec::new(),
            pieces: Pieces::default(),
            line: Vec::new(),
            line_at: None,
            recent: VecDeque::with_capacity(REMEMBERED + 1),
            painted: Painted::new(size),
            sights: Sights::new(size),
            clips: vec![Rect::new(0.0, 0.0, size.0, size.1)],
            groups: vec![(1.0, true)],
            marked: Vec::new(),
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
        let pieces = self.pieces.finish();
        let mut written = Written::new(self.page, self.sights, pieces.len());
        for (line, spacing) in self.lines.iter().zip(spacings(&self.lines)) {
            written.line(line, &spacing);
        }
        let (mut page, stretches) = written.finish();
        page.stamps = template::stamps(self.size, &self.lines, &pieces, stretches);
        page.is_drawing = page.scan.is_mostly_picture() || self.drawn > 500;
        page
    }

    /// Counts steps and gives up a page with too many: forms within forms make any number of glyphs (or of clip paths
    /// that show nothing). Unwinding is the only way out of the interpreter.
    fn count(&mut self, steps: usize) {
        self.steps += steps;
        if self.has_given_up() {
            resume_unwind(Box::new("a page of too many steps"));
        }
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
        let pen = Pen::after(last);
        let mut at = self.place_in_line(&run);
        if self.crosses(&run, at) {
            self.flush();
            at = 0;
        }
        self.line_at = Some(pen);
        self.line.insert(at, run);
    }

    /// Returns the number of the line's runs that begin before `run`.
    fn place_in_line(&self, run: &[Placed]) -> usize {
        let place = |run: &[Placed]| (run.first()).map_or(0.0, |glyph| along(glyph.origin, glyph));
        let at = place(run);
        self.line
            .iter()
            .rposition(|other| place(other) <= at)
            .map_or(0, |before| before + 1)
    }

    /// Whether `run` is written across the runs of the line between which it would stand: a watermark at the height of
    /// a line.
    fn crosses(&self, run: &[Placed], at: usize) -> bool {
        let overlaps = |one: &[Placed], other: &[Placed]| {
            let (Some(first), Some(second)) = (one.last(), other.last()) else {
                return false;
            };
            let (small, large) = (first.em.min(second.em), first.em.max(second.em));
            let end = along(first.end, first).min(along(second.end, first));
            let start = along(one[0].origin, first).max(along(other[0].origin, first));
            end - start > OVERLAP * large
                && (small * UNLIKE <= large || !self.pieces.are_alike(first.piece, second.piece))
        };
        (at > 0 && overlaps(&self.line[at - 1], run))
            || self.line.get(at).is_some_and(|next| overlaps(run, next))
    }

    /// Ends the line.
    fn flush(&mut self) {
        if !self.line.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.lines.push(line.into_iter().flatten().collect());
        }
        self.line_at = None;
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

    /// Returns how light a paint looks on white paper: 0 for black, 1 for white or nothing.
    fn lightness(&self, paint: &Paint<'a>) -> f32 {
        let Paint::Color(color) = paint else {
            return 0.0;
        };
        let (opacity, _) = self.group();
        let [red, green, blue, alpha] = color.to_rgba().components();
        let light = 0.299 * red + 0.587 * green + 0.114 * blue;
        1.0 - alpha * opacity * (1.0 - light)
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

/// Returns the place of a point in the direction of a glyph.
fn along(point: Point, glyph: &Placed) -> f64 {
    point.to_vec2().dot(glyph.direction)
}

/// Whether marked content is called a watermark.
fn is_watermark(tag: &[u8], properties: Option<&Dict<'_>>) -> bool {
    let subtype = properties.and_then(|entries| entries.get::<Name<'_>>(b"Subtype"));
    tag == b"Watermark" || (tag == b"Artifact" && subtype.as_deref() == Some(b"Watermark"))
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
        let look = Look {
            light: self.lightness(&props.paint),
            is_watermark: self.marked.last() == Some(&true),
        };
        self.pieces.add(&mut placed, look);
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

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        self.page.has_layers |= tag == b"OC";
        let outer = self.marked.last() == Some(&true);
        self.marked.push(outer || is_watermark(tag, properties));
    }

    fn end_marked_content(&mut self) {
        self.marked.pop();
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
