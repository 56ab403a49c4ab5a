//! Walker, part for shapes: their fill, which is the background of their text, their text boxes, and their
//! alternatives for older programs.

use quick_xml::events::BytesStart;

use super::place::Layer;
use super::{Frame, Level, MAXIMUM_LEVELS, Walker, place};
use crate::css::{self, Declarations};
use crate::docx::look::{Effect, changed};
use crate::docx::xml::{Space, attribute};
use crate::sight::{Colour, Ground, ON_DRAWING, SHARE, is_clear};

/// Number of paragraphs, that of the picture included, in which a box without a fill may stand on the picture.
const NEAR: u8 = 2;

/// Fill of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fill {
    /// None: what is below shows.
    Clear,
    Ground(Ground),
}

/// Properties of an open shape that apply to the text in it.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    fill: Option<Fill>,
    pub(super) is_hidden: bool,
    pub(super) is_outside: bool,
    /// Smaller one of height and width, in points, at which the shape cuts its text off; `None` if the shape states no
    /// size.
    height: Option<f32>,
}

impl Walker<'_> {
    pub(super) fn start_drawing(&mut self, name: &[u8], start: &BytesStart<'_>) -> Frame {
        let parent = self.frames.last().copied();
        match (name, parent) {
            (b"blip", _) => self.picture(attribute(start, b"embed")),
            (b"txBody", _) => return self.start_text_box(),
            (b"p", _) => return self.start_paragraph(),
            (b"r" | b"fld", _) => return self.start_text_of(b"r", start),
            (b"t", _) => return self.start_text_of(name, start),
            (b"br", _) => self.emit("\n"),
            (b"noFill", Some(Frame::ShapeProps)) => self.fill(Fill::Clear),
            (b"solidFill", Some(Frame::ShapeProps)) => return Frame::ShapeFill,
            (b"gradFill" | b"pattFill" | b"blipFill" | b"grpFill", Some(Frame::ShapeProps)) => {
                self.fill(Fill::Ground(Ground::Unknown));
            }
            (_, Some(Frame::ShapeFill)) => {
                self.fill_colour(name, start);
                return Frame::ShapeFill;
            }
            (b"fillRef", _) => {
                let is_filled = attribute(start, b"idx").is_some_and(|index| index != "0");
                if is_filled && self.shapes.last().is_some_and(|shape| shape.fill.is_none()) {
                    self.fill(Fill::Ground(Ground::Unknown));
                }
            }
            _ => {}
        }
        Frame::Plain
    }

    /// Takes in the colour of a shape's fill, or a change of it.
    fn fill_colour(&mut self, name: &[u8], start: &BytesStart<'_>) {
        let value = |name| attribute(start, name).unwrap_or_default();
        let colour = match name {
            b"srgbClr" => Colour::hex(&value(b"val")),
            b"sysClr" => Colour::hex(&value(b"lastClr")),
            b"schemeClr" => self.around.styles.paper.colour(&value(b"val")),
            b"alpha" => {
                if (value(b"val").parse()).is_ok_and(|share: f32| is_clear(share / SHARE)) {
                    self.fill(Fill::Clear);
                }
                return;
            }
            change => {
                let shape = self.shapes.last_mut();
                if let Some(Fill::Ground(Ground::Colour(colour))) =
                    shape.and_then(|shape| shape.fill.as_mut())
                {
                    *colour = changed(*colour, change, &value(b"val"));
                }
                return;
            }
        };
        self.fill(Fill::Ground(colour.map_or(Ground::Unknown, Ground::Colour)));
    }

    pub(super) fn start_other(
        &mut self,
        space: Space,
        name: &[u8],
        start: &BytesStart<'_>,
    ) -> Frame {
        let parent = self.frames.last().copied();
        match (space, name) {
            (Space::Shape, b"wsp") => {
                self.shapes.push(Shape::default());
                Frame::Shape
            }
            (Space::Shape, b"spPr") => Frame::ShapeProps,
            (Space::Vml, b"shape" | b"rect" | b"roundrect" | b"oval" | b"polyline") => {
                let shape = self.vml_shape(start);
                self.shapes.push(shape);
                Frame::Shape
            }
            (Space::Vml, b"imagedata") => {
                self.picture(attribute(start, b"id"));
                Frame::Plain
            }
            (Space::Vml, b"textpath") => {
                self.text_path(start);
                Frame::Plain
            }
            // A fill of its own element: gradients, patterns, pictures.
            (Space::Vml, b"fill") => {
                let kind = attribute(start, b"type").unwrap_or_default();
                if !matches!(kind.as_str(), "" | "solid") {
                    self.fill(Fill::Ground(Ground::Unknown));
                }
                Frame::Plain
            }
            (Space::Vml, b"group")
            | (Space::Other, b"wgp" | b"grpSp" | b"wpc" | b"lockedCanvas") => {
                self.groups += 1;
                Frame::Group
            }
            (Space::Other, b"relIds" | b"chart" | b"OLEObject") => {
                self.part_apart(name, start);
                Frame::Plain
            }
            (Space::Other, _) => match (parent, Effect::of(name)) {
                (Some(Frame::RunProps), Some(effect)) => Frame::Effect(effect),
                (Some(Frame::Effect(effect)), _) => {
                    let paper = &self.around.styles.paper;
                    if let Some(run) = self.runs.last_mut() {
                        run.look.note_effect(effect, start, paper);
                    }
                    Frame::Effect(effect)
                }
                _ => self.start_place(name, start),
            },
            _ => {
                if matches!(name, b"cNvPr" | b"docPr") {
                    return self.start_place(name, start);
                }
                Frame::Plain
            }
        }
    }

    /// Notes the place of a picture, once: an alternative for older programs shows the same picture again.
    fn picture(&mut self, relation: Option<String>) {
        self.near_picture = NEAR;
        self.paint();
        let part = relation.and_then(|id| self.around.pictures.remove(&id));
        if let Some(part) = part {
            self.level().flow.picture(part);
        }
    }

    pub(super) fn end_shape(&mut self) {
        let fill = self.shapes.pop().and_then(|shape| shape.fill);
        if matches!(fill, Some(Fill::Ground(ground)) if ground != Ground::PAPER) {
            self.paint();
        }
    }

    /// Notes that the open drawing has a picture or a colour.
    fn paint(&mut self) {
        if let Some(anchor) = self.anchors.last_mut()
            && anchor.layer == Layer::Behind
        {
            anchor.layer = Layer::Ground;
        }
    }

    pub(super) fn end_anchor(&mut self) {
        let anchor = self.anchors.pop();
        if anchor.is_some_and(|anchor| anchor.layer == Layer::Ground) {
            self.on_drawing = ON_DRAWING;
            self.out.has_ground = true;
        }
    }

    fn fill(&mut self, fill: Fill) {
        if let Some(shape) = self.shapes.last_mut() {
            shape.fill = Some(fill);
        }
    }

    pub(super) fn start_alternative(&mut self, name: &[u8]) -> Option<Frame> {
        if name == b"AlternateContent" {
            self.alternatives.push(self.progress);
            return Some(Frame::Alternatives);
        }
        let is_one_of = self.frames.last() == Some(&Frame::Alternatives);
        // An alternative for older programs repeats the content that was just read.
        if is_one_of
            && self
                .alternatives
                .last()
                .is_some_and(|&before| self.progress > before)
        {
            return None;
        }
        Some(Frame::Plain)
    }

    pub(super) fn start_text_box(&mut self) -> Frame {
        if self.levels.len() >= MAXIMUM_LEVELS {
            return Frame::Plain;
        }
        let shape = self.shapes.last().copied().unwrap_or_default();
        let around = self.levels.last();
        let mut level = Level {
            ground: match shape.fill {
                // In a group another shape may be below, and a caption stands on its picture.
                _ if self.groups > 0 => Some(Ground::Unknown),
                Some(Fill::Ground(ground)) => Some(ground),
                None | Some(Fill::Clear) if self.near_picture > 0 || self.on_drawing > 0 => {
                    Some(Ground::Unknown)
                }
                None | Some(Fill::Clear) => around.and_then(|level| level.ground),
            },
            is_hidden: shape.is_hidden || around.is_some_and(|level| level.is_hidden),
            is_outside: shape.is_outside || around.is_some_and(|level| level.is_outside),
            height: shape.height,
            ..Level::default()
        };
        for anchor in &self.anchors {
            level.is_hidden |= anchor.is_hidden;
            level.is_outside |= anchor.is_outside;
            level.height = level
                .height
                .into_iter()
                .chain(anchor.height)
                .reduce(f32::min);
        }
        self.levels.push(level);
        Frame::TextBox
    }

    /// Reads the fill and position of a VML shape.
    fn vml_shape(&self, start: &BytesStart<'_>) -> Shape {
        let style = attribute(start, b"style").unwrap_or_default();
        let style = Declarations::of(&style);
        Shape {
            fill: Some(vml_fill(start)),
            is_hidden: style.is("visibility", "hidden") || style.is("display", "none"),
            is_outside: place::is_outside(&style, &self.around.styles.paper),
            height: place::extent(&style),
        }
    }
}

/// Returns the fill of a VML shape: its colour is like `#4472c4 [3204]`, or a colour's name.
fn vml_fill(shape: &BytesStart<'_>) -> Fill {
    if attribute(shape, b"filled").is_some_and(|value| value.starts_with('f')) {
        return Fill::Clear;
    }
    let Some(value) = attribute(shape, b"fillcolor") else {
        return Fill::Ground(Ground::PAPER);
    };
    let colour = match value.split(' ').next().unwrap_or_default() {
        "" | "window" => Some(Colour::WHITE),
        colour => css::colour(colour),
    };
    Fill::Ground(colour.map_or(Ground::Unknown, Ground::Colour))
}
