//! Shapes of a slide: decides whether they are hidden and whether they are on the slide.

use quick_xml::events::BytesStart;

use super::super::docx::xml::{attribute, starts_of};
use super::super::sight::{Drawn, EMU, Ink, SHARE, is_clear, is_outside};

/// Number of units of a size of letters in a point.
const SIZE: f32 = 100.0;

/// Returns the width and height of the slides, in points; `None` if the show states none.
pub(super) fn size(show: &str) -> Option<(f32, f32)> {
    let size = starts_of(show, b"sldSz").next()?;
    Some((length(&size, b"cx")?, length(&size, b"cy")?))
}

fn length(start: &BytesStart<'_>, name: &[u8]) -> Option<f32> {
    Some(attribute(start, name)?.parse::<f32>().ok()? / EMU)
}

/// Scale and shift of a group along one side. A place `x` that a shape in the group states is `x * times + by` on the
/// slide.
#[derive(Clone, Copy)]
struct Moved {
    times: f32,
    by: f32,
}

impl Default for Moved {
    fn default() -> Self {
        Self {
            times: 1.0,
            by: 0.0,
        }
    }
}

/// Open shape or group.
#[derive(Clone, Copy, Default)]
struct Shape {
    is_hidden: bool,
    is_outside: bool,
    /// How the shapes inside a group stand on the slide, along both sides.
    moved: [Moved; 2],
    offset: Option<[f32; 2]>,
    extent: Option<[f32; 2]>,
    /// Place of a group in the measure of its shapes; `None` for a shape without a measure of its own.
    inner: Option<[f32; 2]>,
}

/// Shapes and letters of the slide being read.
#[derive(Default)]
pub(super) struct Slide {
    size: Option<(f32, f32)>,
    shapes: Vec<Shape>,
    letters: Drawn,
    /// Whether properties of letters are being read, whose fill counts.
    is_in_letters: bool,
    is_in_line: bool,
}

impl Slide {
    pub(super) fn of(size: Option<(f32, f32)>) -> Self {
        Self {
            size,
            ..Self::default()
        }
    }

    /// Takes in the start of any element.
    pub(super) fn start(&mut self, start: &BytesStart<'_>) {
        let name = start.local_name();
        match name.as_ref() {
            b"sp" | b"grpSp" | b"graphicFrame" | b"pic" | b"cxnSp" => {
                self.shapes.push(Shape {
                    offset: None,
                    extent: None,
                    inner: None,
                    ..self.shapes.last().copied().unwrap_or_default()
                });
            }
            b"r" => self.letters = Drawn::default(),
            b"rPr" => {
                self.is_in_letters = true;
                let size = attribute(start, b"sz").and_then(|size| size.parse::<f32>().ok());
                self.letters.size = size.map(|size| size / SIZE);
            }
            b"ln" => self.is_in_line = true,
            b"noFill" | b"alpha" if self.is_in_letters && !self.is_in_line => {
                let share = attribute(start, b"val").and_then(|share| share.parse::<f32>().ok());
                if name.as_ref() == b"noFill" || share.is_some_and(|share| is_clear(share / SHARE))
                {
                    self.letters.ink = Ink::Clear;
                }
            }
            own => {
                if let Some(shape) = self.shapes.last_mut() {
                    let pair = |x: &[u8], y: &[u8]| Some([length(start, x)?, length(start, y)?]);
                    match own {
                        b"cNvPr" => {
                            let hidden = attribute(start, b"hidden");
                            shape.is_hidden |= hidden.is_some_and(|on| on == "1" || on == "true");
                        }
                        b"off" => shape.offset = pair(b"x", b"y"),
                        b"ext" => shape.extent = pair(b"cx", b"cy").or(shape.extent),
                        b"chOff" => shape.inner = pair(b"x", b"y"),
                        b"chExt" => shape.group(pair(b"cx", b"cy")),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Takes in the end of any element.
    pub(super) fn end(&mut self, name: &[u8]) {
        match name {
            b"sp" | b"grpSp" | b"graphicFrame" | b"pic" | b"cxnSp" => {
                self.shapes.pop();
            }
            b"rPr" => self.is_in_letters = false,
            b"ln" => self.is_in_line = false,
            b"xfrm" => {
                if let (Some(shape), Some(size)) = (self.shapes.last_mut(), self.size) {
                    shape.place(size);
                }
            }
            _ => {}
        }
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.shapes.last().is_some_and(|shape| shape.is_hidden)
    }

    /// Returns how the letters being read are drawn.
    pub(super) fn drawn(&self) -> Drawn {
        Drawn {
            is_outside: self.shapes.last().is_some_and(|shape| shape.is_outside),
            ..self.letters
        }
    }
}

impl Shape {
    /// Decides whether the shape lies on a slide of `size`.
    fn place(&mut self, size: (f32, f32)) {
        let (Some(offset), Some(extent)) = (self.offset, self.extent) else {
            return;
        };
        // A group whose shapes have their own measure was placed before that measure changed.
        if self.inner.is_some() {
            return;
        }
        for (side, page) in [size.0, size.1].into_iter().enumerate() {
            let moved = self.moved[side];
            let offset = offset[side] * moved.times + moved.by;
            self.is_outside |= is_outside(page, (0.0, 0.0), offset, extent[side] * moved.times);
        }
    }

    /// Takes in the measure of a group's shapes, the last thing that a group says of its place.
    fn group(&mut self, inner_extent: Option<[f32; 2]>) {
        let (Some(offset), Some(extent), Some(inner), Some(inner_extent)) =
            (self.offset, self.extent, self.inner, inner_extent)
        else {
            return;
        };
        for (side, moved) in self.moved.iter_mut().enumerate() {
            let around = *moved;
            let times = if inner_extent[side] == 0.0 {
                1.0
            } else {
                extent[side] / inner_extent[side]
            };
            *moved = Moved {
                times: around.times * times,
                by: around.by + around.times * (offset[side] - inner[side] * times),
            };
        }
    }
}
