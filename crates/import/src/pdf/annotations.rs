//! Text that annotations show on a page: the values of form fields, and text that somebody typed onto the page. Other
//! comments are not the author's text.

use std::collections::HashMap;

use hayro_interpret::kurbo::{Affine, Point, Rect, Shape, Vec2};
use hayro_interpret::{
    ClipPath, Context, Device, FillRule, InterpreterCache, InterpreterSettings, RectExt, interpret,
};
use hayro_syntax::content::TypedIter;
use hayro_syntax::object::{Array, Dict, Name, Object, Rect as PdfRect, Stream};
use hayro_syntax::page::{Page, Resources};
use unicode_normalization::UnicodeNormalization;

use super::device::TextDevice;
use super::fields::{TICKED, comment, field, is_bare};
use super::form::Form;
use super::page::Hidden;
use super::placed::{Placed, Sight};

/// Maximum number of annotations of a page that are read: a form has some hundreds.
const ANNOTATIONS: usize = 5_000;
/// Flags of an annotation: hidden, and not shown on the screen.
const HIDDEN: i32 = 1 << 1;
const NO_VIEW: i32 = 1 << 5;
/// Size, in points, of text whose appearance the file leaves to the viewer.
const SIZE: f64 = 10.0;
/// Distance of two lines of such text, in ems.
const LEADING: f64 = 1.2;
/// Minimum number of letters of a value that is worth telling when the field shows something else: less is a number or
/// a date in another form.
const LETTERS: usize = 10;
/// Reciprocal of the share of a page's own text (half) from which text typed onto it makes it a form that was filled in.
/// Less are comments on the page.
const TYPED_OF: usize = 2;

/// Kind of an annotation that is read.
pub(super) enum Shown {
    /// Field with a text, which its appearance draws.
    Field(String),
    /// Text that the file leaves to the viewer to draw, and the chosen entries of a list.
    Written(String),
    /// Check box or radio button that is ticked, with the value that it stands for.
    Ticked(String),
    /// Text typed onto the page, which its appearance draws; whether it may be a comment on the page.
    Typed { text: String, is_comment: bool },
    /// Shape, which covers the page below.
    Shape,
}

/// Reads the annotations of a page, whose own content `device` has drawn.
pub(super) fn read<'a>(
    page: &Page<'a>,
    transform: Affine,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    form: &Form,
    device: &mut TextDevice<'_, 'a>,
) {
    let Some(all) = page.raw().get::<Array<'_>>("Annots") else {
        return;
    };
    let own = device.own_text();
    let mut typed = Vec::new();
    for annotation in all.iter::<Dict<'_>>().take(ANNOTATIONS) {
        let shown = shown(&annotation, form).zip(annotation.get::<PdfRect>("Rect"));
        let Some((shown, area)) = shown else {
            continue;
        };
        let one = Annotation {
            page,
            transform,
            cache,
            settings,
            rect: area.to_kurbo().abs(),
        };
        match shown {
            Shown::Shape => one.draw(&annotation, device),
            Shown::Written(text) => device.insert(one.area(), one.lines(&text)),
            Shown::Ticked(value) => {
                let is_said = is_bare(&value) || own.contains(value.trim());
                let text = if is_said {
                    TICKED.to_owned()
                } else {
                    format!("{TICKED} {value}")
                };
                device.insert(one.area(), one.lines(&text));
            }
            Shown::Field(value) => {
                if let Some(runs) = one.drawn(&annotation, &value, device) {
                    device.insert(one.area(), runs);
                }
            }
            Shown::Typed { text, is_comment } => {
                if let Some(runs) = one.drawn(&annotation, &text, device) {
                    typed.push((one.area(), runs, is_comment));
                }
            }
        }
    }
    let length = |runs: &[Vec<Placed>]| dense(&text_of(runs)).chars().count();
    let in_all: usize = typed.iter().map(|(_, runs, _)| length(runs)).sum();
    let is_filled_in = in_all * TYPED_OF >= dense(&own).chars().count();
    for (area, runs, is_comment) in typed {
        if is_filled_in || !is_comment {
            device.insert(area, runs);
        }
    }
}

/// Returns the content that is read from an annotation; `None` if it is not shown or not read.
fn shown(annotation: &Dict<'_>, form: &Form) -> Option<Shown> {
    let flags = annotation.get::<i32>("F").unwrap_or(0);
    if flags & (HIDDEN | NO_VIEW) != 0 || form.layers.hide(annotation) {
        return None;
    }
    match annotation.get::<Name<'_>>("Subtype")?.as_str() {
        "Widget" => field(annotation, form.needs_appearances),
        "FreeText" => {
            let intent = annotation.get::<Name<'_>>("IT");
            let is_typed = intent
                .is_some_and(|intent| intent.as_ref().eq_ignore_ascii_case(b"FreeTextTypewriter"));
            Some(Shown::Typed {
                text: comment(annotation),
                is_comment: !is_typed,
            })
        }
        "Square" | "Circle" | "Polygon" | "Redact" => Some(Shown::Shape),
        _ => None,
    }
}

/// One annotation with its place.
struct Annotation<'r, 'a> {
    page: &'r Page<'a>,
    transform: Affine,
    cache: &'r InterpreterCache<'a>,
    settings: &'r InterpreterSettings,
    rect: Rect,
}

impl<'a> Annotation<'_, 'a> {
    /// Returns what stands in a field that holds `value` and whose appearance draws `drawn`.
    fn settled(&self, value: &str, mut drawn: Vec<Vec<Placed>>) -> Vec<Vec<Placed>> {
        let seen = dense(&text_of(&drawn));
        let stored = dense(value);
        let is_unseen = |glyph: &Placed| !glyph.is_shown();
        if !seen.is_empty() && drawn.iter().flatten().all(is_unseen) {
            return drawn;
        }
        // A field shows the part of its value that has room in it, and scrolls to the rest. Where the font does not say
        // which characters it draws, the value does.
        let is_part = !stored.is_empty()
            && (stored.contains(&seen) || seen.contains('\u{FFFD}') || is_alike(&seen, &stored));
        if seen.is_empty() || is_part {
            return self.lines(value);
        }
        let letters = stored.chars().filter(|c| c.is_alphabetic()).count();
        if letters >= LETTERS && !seen.contains(&stored) {
            let mut lines = self.lines(value);
            // Its lines are apart from those that are drawn.
            let below = Vec2::new(0.0, self.area().height() + SIZE);
            for glyph in lines.iter_mut().flatten() {
                glyph.sight = Sight::Hidden(Hidden::Unseen);
                glyph.origin += below;
                glyph.end += below;
            }
            drawn.extend(lines);
        }
        drawn
    }

    /// Returns the place of the annotation on the page as it is drawn.
    fn area(&self) -> Rect {
        self.transform.transform_rect_bbox(self.rect)
    }

    /// Returns the text that a field or comment with this `value` shows; `None` if the page itself has that text there.
    fn drawn(
        &self,
        annotation: &Dict<'a>,
        value: &str,
        device: &mut TextDevice<'_, 'a>,
    ) -> Option<Vec<Vec<Placed>>> {
        let before = device.mark();
        // The ground of a field is painted over lines and dots to write on.
        device.cover(false);
        self.draw(annotation, device);
        device.cover(true);
        let drawn = device.take_runs(before)?;
        Some(self.settled(value, drawn))
    }

    fn draw(&self, annotation: &Dict<'a>, device: &mut TextDevice<'_, 'a>) {
        if let Some(stream) = appearance(annotation) {
            // A stream that does not say its bounds cannot be placed; it draws nothing.
            let _ = self.draw_stream(&stream, device);
        }
    }

    fn draw_stream(&self, stream: &Stream<'a>, device: &mut TextDevice<'_, 'a>) -> Option<()> {
        let entries = stream.dict();
        let data = stream.decoded_data().ok()?;
        let matrix = entries
            .get::<[f64; 6]>("Matrix")
            .map_or(Affine::IDENTITY, Affine::new);
        let [x0, y0, x1, y1] = entries.get::<[f64; 4]>("BBox")?;
        let bounds = Rect::new(x0, y0, x1, y1).abs();
        // The matrix turns the bounds; what comes out is scaled to the place of the annotation.
        let turned = matrix.transform_rect_bbox(bounds);
        if turned.width() <= 0.0 || turned.height() <= 0.0 {
            return None;
        }
        let (width, height) = (
            self.rect.width() / turned.width(),
            self.rect.height() / turned.height(),
        );
        let shift = Vec2::new(
            self.rect.x0 - width * turned.x0,
            self.rect.y0 - height * turned.y0,
        );
        let to_place = Affine::translate(shift) * Affine::scale_non_uniform(width, height);
        let transform = self.transform * to_place * matrix;
        let resources = entries.get::<Dict<'_>>("Resources").map(Resources::new);
        let (width, height) = self.page.render_dimensions();
        let page = Rect::new(0.0, 0.0, width.into(), height.into());
        let (cache, settings) = (self.cache, self.settings.clone());
        let mut context = Context::new(transform, page, cache, self.page.xref(), settings);
        device.push_clip_path(&ClipPath {
            path: transform * bounds.to_path(0.1),
            fill: FillRule::NonZero,
        });
        interpret(
            TypedIter::new(&data),
            resources.as_ref().unwrap_or_else(|| self.page.resources()),
            &mut context,
            device,
        );
        device.pop_clip();
        Some(())
    }

    /// Sets `text` into the place of the annotation, a glyph for each line.
    fn lines(&self, text: &str) -> Vec<Vec<Placed>> {
        let area = self.area();
        let (width, height) = self.page.render_dimensions();
        let is_outside = area.x1 < 0.0
            || area.y1 < 0.0
            || area.x0 > f64::from(width)
            || area.y0 > f64::from(height);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_single = lines.clone().nth(1).is_none();
        lines
            .enumerate()
            .map(|(i, line)| {
                let y = if is_single && area.height() < 3.0 * SIZE {
                    area.center().y + 0.35 * SIZE
                } else {
                    (area.y0 + SIZE * (1.0 + LEADING * i as f64)).min(area.y1)
                };
                let mut glyph = Placed::of_text(line, Point::new(area.x0, y), area.x1, SIZE);
                if is_outside {
                    glyph.sight = Sight::Hidden(Hidden::Outside);
                }
                vec![glyph]
            })
            .collect()
    }
}

/// Returns the stream that draws an annotation in its present state.
fn appearance<'a>(annotation: &Dict<'a>) -> Option<Stream<'a>> {
    match annotation.get::<Dict<'_>>("AP")?.get::<Object<'_>>("N")? {
        Object::Stream(stream) => Some(stream),
        Object::Dict(states) => states.get::<Stream<'_>>(annotation.get::<Name<'_>>("AS")?),
        _ => None,
    }
}

fn text_of(runs: &[Vec<Placed>]) -> String {
    let glyphs = runs.iter().flatten();
    glyphs.map(|glyph| glyph.text.as_str()).collect()
}

/// Whether two texts share four fifths of the characters of the longer one: fonts name some characters wrongly.
fn is_alike(one: &str, other: &str) -> bool {
    let mut counts: HashMap<char, usize> = HashMap::new();
    for c in one.chars() {
        *counts.entry(c).or_default() += 1;
    }
    let mut shared = 0;
    for c in other.chars() {
        if let Some(count) = counts.get_mut(&c).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    let longer = one.chars().count().max(other.chars().count());
    shared * 5 >= longer * 4
}

/// Returns `text` in NFKC, without white space.
fn dense(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}
