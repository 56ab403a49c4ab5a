//! Walker, part for the positions of drawings: decides whether they are on the page.

use quick_xml::events::BytesStart;

use super::{Frame, Walker};
use crate::css::Declarations;
use crate::docx::paper::{Paper, Side};
use crate::docx::xml::attribute;
use crate::sight::{EMU, SHARE};

/// Maximum number of open elements from `wp:positionH` or `wp:positionV` inwards to its number, which may be written in
/// two ways, for newer and older programs.
const POSITION_WITHIN: usize = 8;

/// Unit of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Length,
    /// Share of the page's side.
    Share,
}

/// Whether the text of the page may stand on a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Layer {
    /// The text cannot stand on the drawing, which is not behind the text or is narrower than half of the page.
    #[default]
    Apart,
    /// The text may stand on the drawing, which has no picture and no colour other than white so far.
    Behind,
    /// The text may stand on the drawing, which has a picture or a colour other than white.
    Ground,
}

/// Open drawing with a place of its own (`wp:anchor`, `wp:inline`).
#[derive(Default)]
pub(super) struct Anchor {
    /// What the places along both sides are measured from.
    from: [String; 2],
    /// Places, in points.
    offset: [Option<f32>; 2],
    pub(super) is_hidden: bool,
    pub(super) is_outside: bool,
    pub(super) layer: Layer,
    /// Smaller one of height and width, in points, beyond which text is cut off.
    pub(super) height: Option<f32>,
}

impl Walker<'_> {
    /// Takes in an element that may be part of a drawing's place.
    pub(super) fn start_place(&mut self, name: &[u8], start: &BytesStart<'_>) -> Frame {
        let parent = self
            .frames
            .iter()
            .rev()
            .take(POSITION_WITHIN)
            .find_map(|frame| match frame {
                Frame::Position(side) => Some(*side),
                _ => None,
            });
        let is_on =
            |name| attribute(start, name).is_some_and(|value| value == "1" || value == "true");
        match name {
            b"anchor" | b"inline" => {
                self.anchors.push(Anchor {
                    is_hidden: is_on(b"hidden"),
                    layer: if name == b"anchor" && is_on(b"behindDoc") {
                        Layer::Behind
                    } else {
                        Layer::Apart
                    },
                    ..Anchor::default()
                });
                return Frame::Anchor;
            }
            b"positionH" | b"positionV" => {
                let side = if name == b"positionH" {
                    Side::Width
                } else {
                    Side::Height
                };
                if let Some(anchor) = self.anchors.last_mut() {
                    anchor.from[side as usize] =
                        attribute(start, b"relativeFrom").unwrap_or_default();
                    return Frame::Position(side);
                }
            }
            b"posOffset" | b"pctPosHOffset" | b"pctPosVOffset" => {
                if let Some(side) = parent {
                    self.buffer.clear();
                    let unit = if name == b"posOffset" {
                        Unit::Length
                    } else {
                        Unit::Share
                    };
                    return Frame::Offset(side, unit);
                }
            }
            b"extent" => self.end_place(start),
            b"docPr" | b"cNvPr" if is_on(b"hidden") => {
                if let Some(anchor) = self.anchors.last_mut() {
                    anchor.is_hidden = true;
                } else if let Some(shape) = self.shapes.last_mut() {
                    shape.is_hidden = true;
                }
            }
            _ => {}
        }
        Frame::Plain
    }

    pub(super) fn end_offset(&mut self, side: Side, unit: Unit) {
        let Ok(number) = self.buffer.trim().parse::<f32>() else {
            return;
        };
        let page = self.around.styles.paper.length(side);
        if let Some(anchor) = self.anchors.last_mut() {
            anchor.offset[side as usize] = Some(match unit {
                Unit::Length => number / EMU,
                Unit::Share => number / SHARE * page,
            });
        }
    }

    /// Takes in the size of a drawing, which follows its place.
    fn end_place(&mut self, extent: &BytesStart<'_>) {
        let paper = &self.around.styles.paper;
        let Some(anchor) = self.anchors.last_mut() else {
            return;
        };
        let length = |name| Some(attribute(extent, name)?.parse::<f32>().ok()? / EMU);
        let lengths = [length(b"cx"), length(b"cy")];
        anchor.height = lengths.into_iter().flatten().reduce(f32::min);
        if lengths[0].is_none_or(|width| width < paper.length(Side::Width) / 2.0) {
            anchor.layer = Layer::Apart;
        }
        for side in [Side::Width, Side::Height] {
            let at = side as usize;
            if let (Some(offset), Some(length)) = (anchor.offset[at], lengths[at]) {
                let from = &anchor.from[at];
                anchor.is_outside |= paper.is_outside(side, from, offset, length);
            }
        }
    }
}

/// Whether the style of a VML shape places it outside the page.
pub(super) fn is_outside(style: &Declarations<'_>, paper: &Paper) -> bool {
    if !style.is("position", "absolute") {
        return false;
    }
    let beyond = |side, names: [&str; 4]| {
        let offset = style
            .points(names[0])
            .into_iter()
            .chain(style.points(names[1]));
        let from = style.value(names[2]).unwrap_or_default();
        let length = style.points(names[3]).unwrap_or_default();
        let offset = offset.reduce(|a, b| a + b);
        offset.is_some_and(|offset| paper.is_outside(side, from, offset, length))
    };
    let across = [
        "left",
        "margin-left",
        "mso-position-horizontal-relative",
        "width",
    ];
    let down = [
        "top",
        "margin-top",
        "mso-position-vertical-relative",
        "height",
    ];
    beyond(Side::Width, across) || beyond(Side::Height, down)
}

/// Returns the smaller one of a VML shape's height and width, in points.
pub(super) fn extent(style: &Declarations<'_>) -> Option<f32> {
    let lengths = [style.points("width"), style.points("height")];
    // Sizes of 0 stand where the shape is as large as its text.
    lengths
        .into_iter()
        .flatten()
        .filter(|&length| length > 0.0)
        .reduce(f32::min)
}
