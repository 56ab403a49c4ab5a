//! Walker, part for shapes: their fill, which is the background of their text, their text boxes, and their
//! alternatives for older programs.

use quick_xml::events::BytesStart;

use super::{Frame, Level, MAXIMUM_LEVELS, Walker};
use crate::docx::look::{is_light_theme, is_pale};
use crate::docx::xml::{Space, attribute};

impl Walker<'_> {
    pub(super) fn start_drawing(&mut self, name: &[u8], start: &BytesStart<'_>) -> Frame {
        let parent = self.frames.last().copied();
        if name == b"blip" {
            self.picture(attribute(start, b"embed"));
        }
        let colour =
            |value: Option<String>| value.is_none_or(|value| is_pale(&value) == Some(false));
        match (name, parent) {
            (b"txBody", _) => return self.start_text_box(),
            (b"p", _) => return self.start_paragraph(),
            (b"r" | b"fld", _) => return self.start_text_of(b"r", start),
            (b"t", _) => return self.start_text_of(name, start),
            (b"br", _) => self.emit("\n"),
            (b"noFill", Some(Frame::ShapeProps)) => self.fill(Some(false)),
            (b"solidFill", Some(Frame::ShapeProps)) => return Frame::ShapeFill,
            (b"gradFill" | b"pattFill" | b"blipFill" | b"grpFill", Some(Frame::ShapeProps)) => {
                self.fill(Some(true));
            }
            (b"srgbClr", Some(Frame::ShapeFill)) => {
                self.fill(Some(colour(attribute(start, b"val"))));
            }
            (b"sysClr", Some(Frame::ShapeFill)) => {
                self.fill(Some(colour(attribute(start, b"lastClr"))));
            }
            (_, Some(Frame::ShapeFill)) => {
                let name = attribute(start, b"val").unwrap_or_default();
                self.fill(Some(!is_light_theme(&name)));
            }
            (b"fillRef", _) => {
                let is_filled = attribute(start, b"idx").is_some_and(|index| index != "0");
                if is_filled && self.shapes.last() == Some(&None) {
                    self.fill(Some(true));
                }
            }
            _ => {}
        }
        Frame::Plain
    }

    pub(super) fn start_shape(
        &mut self,
        space: Space,
        name: &[u8],
        start: &BytesStart<'_>,
    ) -> Frame {
        match (space, name) {
            (Space::Shape, b"wsp") => {
                self.shapes.push(None);
                Frame::Shape
            }
            (Space::Shape, b"spPr") => Frame::ShapeProps,
            (Space::Vml, b"shape" | b"rect" | b"roundrect" | b"oval" | b"polyline") => {
                self.shapes.push(Some(is_filled(start)));
                Frame::Shape
            }
            (Space::Vml, b"imagedata") => {
                self.picture(attribute(start, b"id"));
                Frame::Plain
            }
            (Space::Vml, b"group")
            | (Space::Other, b"wgp" | b"grpSp" | b"wpc" | b"lockedCanvas") => {
                self.groups += 1;
                Frame::Group
            }
            _ => Frame::Plain,
        }
    }

    /// Notes the place of a picture, once: an alternative for older programs shows the same picture again.
    fn picture(&mut self, relation: Option<String>) {
        let part = relation.and_then(|id| self.around.pictures.remove(&id));
        if let Some(part) = part {
            self.level().flow.picture(part);
        }
    }

    pub(super) fn fill(&mut self, ground: Option<bool>) {
        if let Some(shape) = self.shapes.last_mut() {
            *shape = ground;
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
        // In a group another shape may be below.
        let ground = if self.groups > 0 {
            Some(true)
        } else {
            self.shapes.last().copied().flatten()
        };
        self.levels.push(Level {
            ground,
            ..Level::default()
        });
        Frame::TextBox
    }
}

/// Whether a VML shape has a colour other than white behind its text.
fn is_filled(shape: &BytesStart<'_>) -> bool {
    if attribute(shape, b"filled").is_some_and(|value| value.starts_with('f')) {
        return false;
    }
    // The value is like `#4472c4 [3204]`, or a colour's name.
    attribute(shape, b"fillcolor").is_some_and(|value| {
        let colour = value.split(' ').next().unwrap_or_default();
        let is_short_white = matches!(
            colour.to_ascii_lowercase().as_str(),
            "" | "white" | "window" | "#fff"
        );
        !is_short_white && is_pale(colour) != Some(true)
    })
}
