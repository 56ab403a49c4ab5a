//! Drawing surface that records text instead of drawing it: the glyphs of one page in the order of its content stream,
//! with line breaks and spaces where the pen moved, and the text that no reader of the print would see.

use std::collections::VecDeque;
use std::panic::resume_unwind;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps,
    SoftMask,
};

use hayro_syntax::object::{Dict, Name};
use unicode_normalization::UnicodeNormalization;

use super::canvas::{Canvas, Coat, WHITE};
use super::cid::CidFonts;
use super::clip::Clip;
use super::coat::{coat_of, extent, has_no_holes, is_opaque_mask, swatch};
use super::grid::take;
use super::insertions::Insertions;
use super::joined::joined;
use super::masks::{Group, Masks};
use super::page::{Hidden, PageText};
use super::pictures::Pictures;
use super::pieces::{Look, Pieces};
use super::placed::{NO_PIECE, Pen, Placed, Sight, UNLIKE, is_squeezed, place};
use super::reading_order::restored;
use super::runs::{Run, missing_from, settle};
use super::sights::Sights;
use super::spacing::spacings;
use super::template;
use super::written::Written;

/// Maximum length, in em of the larger, of which two texts of one line overlap if they differ in size or colour: then
/// one is written across the other.
const OVERLAP: f64 = 1.5;
/// Number of recent runs remembered, to find a run that is drawn twice at one place (bold type, shadows).
const REMEMBERED: usize = 24;
/// Maximum number of glyphs and clip paths of a page; a page with more is given up.
const STEPS: usize = 300_000;
/// Maximum number of pixels of pictures that are decoded for one page: of small ones to see whether they are of one
/// colour, of those with a mask over text to see whether it shows through.
const PIXELS: usize = 1 << 21;

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
    /// Runs of the page in the order in which they are drawn. They are written down at its end, when it is known which
    /// of them are seen.
    runs: Vec<Run>,
    /// What annotations show, to be written down between the runs.
    insertions: Insertions,
    /// Text, place and number of the runs drawn last.
    recent: VecDeque<(String, Point, usize)>,
    /// What the page shows so far.
    canvas: Canvas,
    /// Visibility of the text written down; known at the page's end.
    sights: Sights,
    /// Nested clips, the page itself first; each is already restricted by those before it.
    clips: Vec<Clip>,
    /// Nested transparency groups, the page itself first; each is combined with those around it.
    groups: Vec<Group>,
    masks: Masks,
    /// Number of pixels of pictures that may still be decoded.
    pixels_left: usize,
    /// Nested marked content: whether each is called a watermark, or stands in one that is.
    marked: Vec<bool>,
    drawn: usize,
    steps: usize,
    /// Whether the page gets the places of its glyphs.
    pub(super) keeps_places: bool,
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
            runs: Vec::new(),
            insertions: Insertions::new(),
            recent: VecDeque::with_capacity(REMEMBERED + 1),
            canvas: Canvas::new(size),
            sights: Sights::new(size),
            clips: vec![Clip::page(size)],
            groups: vec![Group::PAGE],
            masks: Masks::default(),
            pixels_left: PIXELS,
            marked: Vec::new(),
            drawn: 0,
            steps: 0,
            keeps_places: false,
        }
    }

    /// Whether the page was given up because it never ends.
    pub(super) fn has_given_up(&self) -> bool {
        self.steps > STEPS
    }

    /// Returns the page's text.
    pub(super) fn finish(mut self) -> PageText {
        self.page.is_endless = self.has_given_up();
        let (runs, redrawn) = settle(std::mem::take(&mut self.runs), &self.canvas);
        self.page.redrawn = redrawn;
        let insertions = std::mem::replace(&mut self.insertions, Insertions::new());
        for run in insertions.merge(runs) {
            self.add(run);
        }
        self.flush();
        let lines = std::mem::take(&mut self.lines);
        self.lines = restored(lines, |one, other| self.pieces.are_alike(one, other));
        let pieces = self.pieces.finish();
        let mut written = Written::new(self.page, self.sights, pieces.len());
        written.keeps_places = self.keeps_places;
        for (line, spacing) in self.lines.iter().zip(spacings(&self.lines)) {
            written.line(line, &spacing);
        }
        let (mut page, stretches) = written.finish();
        page.stamps = template::stamps(self.size, &self.lines, &pieces, stretches);
        page.is_drawing = page.scan.is_mostly_picture() || self.drawn > 500;
        page
    }

    /// Returns the number of runs drawn so far.
    pub(super) const fn mark(&self) -> usize {
        self.runs.len()
    }

    /// Removes the runs drawn after the first `before` and returns their glyphs; `None` if all of them only repeat what
    /// is on the page.
    pub(super) fn take_runs(&mut self, before: usize) -> Option<Vec<Vec<Placed>>> {
        let taken = self.runs.split_off(before.min(self.runs.len()));
        self.recent.retain(|(.., number)| *number < before);
        let is_again = |run: &Run| run.repeats.is_some_and(|number| number < before);
        let is_known = !taken.is_empty() && taken.iter().all(is_again);
        let glyphs = taken.into_iter().filter(|run| run.repeats.is_none());
        (!is_known).then(|| glyphs.map(|run| run.glyphs).collect())
    }

    /// Adds runs that an annotation shows in `area`.
    pub(super) fn insert(&mut self, area: Rect, runs: Vec<Vec<Placed>>) {
        self.insertions.add(area, runs, &self.runs);
    }

    /// Sets whether further drawing covers the content below.
    pub(super) const fn cover(&mut self, is_covering: bool) {
        self.canvas.is_covering = is_covering;
    }

    /// Returns the page's own text as it was drawn, without what separates words and lines.
    pub(super) fn own_text(&self) -> String {
        let glyphs = self.runs.iter().flat_map(|run| &run.glyphs);
        glyphs.map(|glyph| glyph.text.as_str()).collect()
    }

    /// Adds what only `all`, a drawing of the page with all its layers, shows: text that no reader sees.
    pub(super) fn add_hidden_layers(&mut self, all: &TextDevice<'_, 'a>) {
        let mut hidden = missing_from(&self.runs, &all.runs);
        for glyph in hidden.iter_mut().flat_map(|run| &mut run.glyphs) {
            glyph.sight = Sight::Hidden(Hidden::Unseen);
            glyph.piece = NO_PIECE;
        }
        self.runs.extend(hidden);
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
            self.lines.push(joined(std::mem::take(&mut self.line)));
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

    /// Returns how a glyph looks when it is drawn in `coat`.
    fn sight(&self, glyph: &Placed, coat: &Coat, mode: &DrawMode) -> Sight {
        let (width, height) = self.size;
        let (from, to) = (glyph.origin, glyph.end);
        let outside = from.x.max(to.x) < 0.0
            || from.x.min(to.x) > width
            || from.y.max(to.y) < 0.0
            || from.y.min(to.y) - glyph.em > height;
        if outside {
            return Sight::Hidden(Hidden::Outside);
        }
        if glyph.is_tiny() {
            return Sight::Hidden(Hidden::Unseen);
        }
        if matches!(mode, DrawMode::Invisible) {
            return Sight::Undrawn;
        }
        let places = glyph.places();
        let is_cut = |clip: &Clip| {
            let mut places = places.iter();
            !places.any(|place| clip.shows(*place, &self.canvas.grid))
        };
        // The clip of the page itself is the test above.
        if self.clips.len() > 1 && self.clips.last().is_some_and(is_cut) {
            return Sight::Hidden(Hidden::Outside);
        }
        if !self.canvas.shows(&places, coat) {
            Sight::Faint
        } else if coat.is_nearly(WHITE) {
            Sight::WhiteOnPaint
        } else {
            Sight::Plain
        }
    }

    fn group(&self) -> Group {
        self.groups.last().copied().unwrap_or(Group::PAGE)
    }

    /// Returns the group of something drawn with its own mask and blending.
    fn group_of(&mut self, props: &DrawProps<'a>) -> Group {
        let reach = self.masks.reach(props.soft_mask.as_ref());
        self.group().with(1.0, props.blend_mode, reach)
    }

    fn clip(&self) -> Clip {
        (self.clips.last().cloned()).unwrap_or_else(|| Clip::page(self.size))
    }

    /// Whether text was drawn in `area`; `false` if the page's allowance of pixels does not suffice to find out.
    fn is_written(&mut self, area: Rect) -> bool {
        if !take(&mut self.pixels_left, self.runs.len()) {
            return false;
        }
        let mut runs = self.runs.iter().filter_map(|run| run.glyphs.first());
        runs.any(|glyph| area.contains(glyph.middle()))
    }

    fn push_clip(&mut self, clip: Clip) {
        self.count(1);
        self.clips.push(clip);
    }

    /// Paints `area`, which `transform` puts on the page.
    fn paint_rect(&mut self, area: Rect, transform: Affine, coat: &Coat) {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let is_level = |one: f64, other: f64| one.abs().max(other.abs()) < 1e-6;
        if is_level(b, c) || is_level(a, d) {
            let area = transform.transform_rect_bbox(area);
            self.canvas.rect(area, &self.clip(), coat);
        } else {
            let path = transform * area.to_path(0.1);
            let clip = self.clip();
            self.canvas.path(&path, FillRule::NonZero, &clip, coat);
        }
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
        let mut repeats = None;
        if !whole.trim().is_empty() {
            let again = |(text, origin, _): &&(String, Point, usize)| {
                *text == whole && first.is_at(*origin)
            };
            repeats = self.recent.iter().find(again).map(|(.., number)| *number);
            if repeats.is_none() {
                let first = first.origin;
                self.recent.push_back((whole, first, self.runs.len()));
                if self.recent.len() > REMEMBERED {
                    self.recent.pop_front();
                }
            }
        }
        let coat = coat_of(&props.paint, self.group_of(&props));
        let is_squeezed = is_squeezed(run.glyphs(), props.transform);
        let order = self.canvas.step();
        for glyph in &mut placed {
            glyph.order = order;
            glyph.sight = if is_squeezed {
                Sight::Hidden(Hidden::Unseen)
            } else {
                self.sight(glyph, &coat, mode)
            };
        }
        if repeats.is_none() {
            let look = Look {
                light: coat.lightness(),
                is_watermark: self.marked.last() == Some(&true),
            };
            self.pieces.add(&mut placed, look);
        }
        self.runs.push(Run {
            glyphs: placed,
            repeats,
        });
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn += 1;
        let area = props.transform.transform_rect_bbox(path.control_box());
        let Some((path, rule)) = extent(path, area, props.transform, mode) else {
            return;
        };
        let coat = coat_of(&props.paint, self.group_of(&props));
        let clip = self.clip();
        self.canvas.path(&path, rule, &clip, &coat);
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Fill(_)) {
            self.drawn += 1;
            let coat = coat_of(&props.paint, self.group_of(&props));
            self.paint_rect(*rect, props.transform, &coat);
        } else {
            self.draw_path(&rect.to_path(0.1), props, mode);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let size = Rect::new(0.0, 0.0, image.width().into(), image.height().into());
        let group = self.group();
        if let Some((colour, opacity)) = swatch(&image, &mut self.pixels_left) {
            let coat = group.coat(Some(colour), opacity, false);
            self.paint_rect(size, props.transform, &coat);
            return;
        }
        let area = props.transform.transform_rect_bbox(size);
        let has_holes = group.has_holes
            || !(has_no_holes(&image)
                || (self.is_written(area) && is_opaque_mask(&image, &mut self.pixels_left)));
        let coat = group.coat(None, 1.0, has_holes);
        if coat.is_seen() {
            self.paint_rect(size, props.transform, &coat);
            self.sights.picture(self.clip().of(area));
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
        let around = self.clip();
        let clip = self.canvas.clip(&around, &clip.path, clip.fill);
        self.push_clip(clip);
    }

    // The default implementation would first convert the rectangle to a path.
    fn push_clip_rect(&mut self, clip: &Rect) {
        let clip = self.clip().narrowed(*clip);
        self.push_clip(clip);
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
        let reach = self.masks.reach(mask.as_ref());
        self.groups.push(self.group().with(opacity, blend, reach));
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }
}
