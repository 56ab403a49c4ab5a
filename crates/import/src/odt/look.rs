//! Appearance of text in an `OpenDocument` file, by the styles of letters, paragraphs, cells, rows and frames.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use super::attribute;
use crate::sight::{A4, Drawn, Ground, Ink, is_beyond, is_clear};
use crate::{block_quotation, css};

/// Maximum length of a chain of styles: only mistakes go beyond.
const LONGEST_CHAIN: usize = 64;

/// Elements that have a look, with the attribute that names their style and the family of the style.
const STYLED: [(&[u8], &[u8], &[u8]); 13] = [
    (b"text:span", b"text:style-name", b"text"),
    (b"text:a", b"text:style-name", b"text"),
    (b"text:p", b"text:style-name", b"paragraph"),
    (b"text:h", b"text:style-name", b"paragraph"),
    (b"table:table", b"table:style-name", b"table"),
    (b"table:table-row", b"table:style-name", b"table-row"),
    (b"table:table-cell", b"table:style-name", b"table-cell"),
    (b"draw:frame", b"draw:style-name", b"graphic"),
    (b"draw:custom-shape", b"draw:style-name", b"graphic"),
    (b"draw:rect", b"draw:style-name", b"graphic"),
    (b"draw:g", b"draw:style-name", b"graphic"),
    (b"text:section", b"text:style-name", b"section"),
    (b"office:body", b"", b""),
];

/// Whether an element has a look.
pub(super) fn has_look(name: &[u8]) -> bool {
    STYLED.iter().any(|(own, _, _)| *own == name)
}

/// Look of an element's text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    ink: Option<Ink>,
    ground: Option<Ground>,
    size: Option<f32>,
    width: Option<f32>,
    spacing: Option<f32>,
    height: Option<f32>,
    indent: Option<f32>,
    /// Whether the letters are drawn in relief, as outlines or with a shadow, and so in several colours.
    has_relief: bool,
    pub(super) is_hidden: bool,
    is_outside: bool,
    /// Whether a frame or shape stands behind the text; `None` if its style does not say.
    is_behind: Option<bool>,
    /// Whether a frame is placed from the page's edge, across and down.
    is_from_page: [bool; 2],
}

impl Look {
    /// Returns the look completed by that of what is below.
    fn over(self, below: Self) -> Self {
        Self {
            ink: self.ink.or(below.ink),
            ground: self.ground.or(below.ground),
            size: self.size.or(below.size),
            width: self.width.or(below.width),
            spacing: self.spacing.or(below.spacing),
            height: self.height.or(below.height),
            indent: self.indent.or(below.indent),
            has_relief: self.has_relief || below.has_relief,
            is_hidden: self.is_hidden || below.is_hidden,
            is_outside: self.is_outside || below.is_outside,
            is_behind: self.is_behind.or(below.is_behind),
            is_from_page: [0, 1].map(|side| self.is_from_page[side] || below.is_from_page[side]),
        }
    }

    /// Returns how the text is drawn.
    pub(super) fn drawn(&self) -> Drawn {
        Drawn {
            ink: match self.ink.unwrap_or_default() {
                Ink::Colour(_) if self.has_relief => Ink::Several,
                ink => ink,
            },
            ground: self.ground,
            size: self.size,
            width: self.width,
            spacing: self.spacing,
            height: self.height.filter(|&height| height > 0.0),
            is_outside: self.is_outside || self.indent.is_some_and(|indent| indent >= A4[1]),
            ..Drawn::default()
        }
    }
}

#[derive(Default)]
struct Style {
    parent: Option<Vec<u8>>,
    look: Look,
}

/// Styles of a document by family and name, those of the styles part and of the content.
#[derive(Default)]
pub(super) struct Styles {
    named: HashMap<(Vec<u8>, Vec<u8>), Style>,
    /// Defaults of the families.
    defaults: HashMap<Vec<u8>, Look>,
    /// Style being defined; the name is empty for defaults; `None` outside definitions.
    current: Option<(Vec<u8>, Vec<u8>)>,
    /// Background and size of the page.
    ground: Option<Ground>,
    page: Option<[f32; 2]>,
    has_pictures: bool,
}

impl Styles {
    /// Takes in the start of an element that defines a style.
    pub(super) fn start(&mut self, element: &BytesStart<'_>) {
        match element.name().as_ref() {
            b"style:style" | b"style:default-style" => {
                let family = attribute(element, b"style:family").unwrap_or_default();
                let name = attribute(element, b"style:name").unwrap_or_default();
                let key = (family, name);
                let parent = attribute(element, b"style:parent-style-name");
                if !key.1.is_empty() {
                    let look = Look::default();
                    self.named.insert(key.clone(), Style { parent, look });
                }
                self.current = Some(key);
            }
            b"style:page-layout-properties" => {
                self.ground = ground(element, b"fo:background-color").or(self.ground);
                let side = |name| length(element, name);
                if let (Some(width), Some(height)) =
                    (side(b"fo:page-width"), side(b"fo:page-height"))
                {
                    let page = self.page.unwrap_or_default();
                    self.page = Some([page[0].max(width), page[1].max(height)]);
                }
            }
            b"draw:image" => self.has_pictures = true,
            name if name.starts_with(b"style:") && name.ends_with(b"-properties") => {
                let Some(key) = &self.current else {
                    return;
                };
                let look = if key.1.is_empty() {
                    self.defaults.entry(key.0.clone()).or_default()
                } else if let Some(style) = self.named.get_mut(key) {
                    &mut style.look
                } else {
                    return;
                };
                note(look, element);
            }
            _ => {}
        }
    }

    pub(super) fn end(&mut self, name: &[u8]) {
        if matches!(name, b"style:style" | b"style:default-style") {
            self.current = None;
        }
    }

    /// Returns the look of a style with those it is based on, without the defaults of its family.
    fn resolved(&self, family: &[u8], name: Vec<u8>) -> Look {
        let mut look = Look::default();
        let mut key = (family.to_vec(), name);
        for _ in 0..LONGEST_CHAIN {
            let Some(style) = self.named.get(&key) else {
                break;
            };
            look = look.over(style.look);
            match &style.parent {
                Some(parent) => key.1.clone_from(parent),
                None => break,
            }
        }
        look
    }

    /// Returns whether a paragraph has a style of block quotations, perhaps with formatting of its own, which makes it a style that is
    /// based on the named one.
    pub(super) fn is_quotation(&self, paragraph: &BytesStart<'_>) -> bool {
        let is_of_quotations = |name: &Vec<u8>| {
            block_quotation::is_style(&String::from_utf8_lossy(name).replace("_20_", " "))
        };
        let Some(name) = attribute(paragraph, b"text:style-name") else {
            return false;
        };
        if is_of_quotations(&name) {
            return true;
        }
        let style = self.named.get(&(b"paragraph".to_vec(), name));
        let below = style.and_then(|style| style.parent.as_ref());
        below.is_some_and(is_of_quotations)
    }

    /// Returns the family of an element's style, and the look that the style gives; `None` for an element that has none.
    fn own(&self, element: &BytesStart<'_>) -> Option<(&'static [u8], Look)> {
        let name = element.name();
        let &(_, style, family) = STYLED.iter().find(|(own, ..)| *own == name.as_ref())?;
        let look = attribute(element, style).map(|style| self.resolved(family, style));
        Some((family, look.unwrap_or_default()))
    }

    /// Returns the look of an element inside one with the look `around`; `None` for one that has none of its own.
    pub(super) fn look(&self, around: Look, element: &BytesStart<'_>) -> Option<Look> {
        let (family, mut look) = self.own(element)?;
        match family {
            b"" => {
                return Some(Look {
                    ground: self.ground,
                    ..Look::default()
                });
            }
            b"graphic" => return Some(self.frame(look, around, element)),
            b"paragraph" => {
                let defaults = self.defaults.get(family);
                look = look.over(defaults.copied().unwrap_or_default());
            }
            _ => {}
        }
        // A look set farther in goes before one set farther out, but what cuts off does so wherever it is set.
        let heights = [look.height, around.height];
        Some(Look {
            height: heights.into_iter().flatten().reduce(f32::min),
            ..look.over(around)
        })
    }

    /// Whether an element is a frame or shape behind the text that may be the ground of the page's text: it is wide, and not white.
    pub(super) fn is_ground(&self, element: &BytesStart<'_>) -> bool {
        let Some((b"graphic", own)) = self.own(element) else {
            return false;
        };
        let page = self.page.unwrap_or(A4);
        own.is_behind == Some(true)
            && own.ground != Some(Ground::PAPER)
            && length(element, b"svg:width").is_some_and(|width| width >= page[0] / 2.0)
    }

    /// Returns the look of text in a frame or shape, which takes over little from the paragraph around.
    fn frame(&self, own: Look, around: Look, element: &BytesStart<'_>) -> Look {
        let page = self.page.unwrap_or(A4);
        let sides: [[&[u8]; 2]; 2] = [[b"svg:x", b"svg:width"], [b"svg:y", b"svg:height"]];
        let from_page = attribute(element, b"text:anchor-type").as_deref() == Some(b"page");
        let is_outside = (0..2).any(|side| {
            let [place, extent] = sides[side];
            let page = page[side];
            length(element, place).is_some_and(|offset| {
                let length = length(element, extent).unwrap_or(0.0);
                is_beyond(page, from_page || own.is_from_page[side], offset, length)
            })
        });
        let is_filled = own.ground.is_some();
        let unknown = (self.has_pictures && !is_filled).then_some(Ground::Unknown);
        Look {
            ground: own.ground.or(unknown).or(around.ground),
            is_hidden: own.is_hidden
                || attribute(element, b"draw:display").as_deref() == Some(b"none"),
            is_outside: around.is_outside || is_outside,
            ..Look::default()
        }
    }
}

/// Takes in properties of a style.
fn note(look: &mut Look, element: &BytesStart<'_>) {
    let get = |name| attribute(element, name);
    let is = |name, value: &[u8]| get(name).as_deref() == Some(value);
    if let Some(colour) = colour(element, b"fo:color") {
        // LibreOffice writes an opacity of 0 beside the colour that it chooses itself.
        let is_clear =
            share(element, b"loext:opacity").is_some_and(|share| is_clear(share / 100.0));
        look.ink = Some(if is_clear {
            Ink::Clear
        } else {
            Ink::Colour(colour)
        });
    }
    if is(b"style:use-window-font-color", b"true") {
        look.ink = Some(Ink::Auto);
    }
    look.is_hidden |= is(b"text:display", b"none");
    let has_effect = |name| get(name).is_some_and(|value| value != b"none");
    look.has_relief |= is(b"style:text-outline", b"true")
        || has_effect(b"style:font-relief")
        || has_effect(b"fo:text-shadow");
    look.size = length(element, b"fo:font-size").or(look.size);
    look.width = share(element, b"style:text-scale").or(look.width);
    look.spacing = length(element, b"fo:letter-spacing").or(look.spacing);
    look.indent = length(element, b"fo:margin-left").or(look.indent);
    let height = length(element, b"fo:line-height").or(length(element, b"style:row-height"));
    look.height = height.or(look.height);
    if let Some(layer) = get(b"style:run-through") {
        look.is_behind = Some(layer == b"background");
    }
    look.is_from_page[0] |= is(b"style:horizontal-rel", b"page");
    look.is_from_page[1] |= is(b"style:vertical-rel", b"page");
    look.ground = match get(b"draw:fill").as_deref() {
        Some(b"none") | None => ground(element, b"fo:background-color").or(look.ground),
        Some(b"solid") => ground(element, b"draw:fill-color").or(Some(Ground::Unknown)),
        Some(_) => Some(Ground::Unknown),
    };
}

fn text(element: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    Some(String::from_utf8_lossy(&attribute(element, name)?).into_owned())
}

fn colour(element: &BytesStart<'_>, name: &[u8]) -> Option<crate::sight::Colour> {
    css::colour(&text(element, name)?)
}

/// Returns a background; `None` for none or a transparent one.
fn ground(element: &BytesStart<'_>, name: &[u8]) -> Option<Ground> {
    let (colour, opacity) = css::paint(&text(element, name)?)?;
    (opacity > 0.0).then_some(Ground::Colour(colour))
}

/// Returns a length in points; `None` for a share.
fn length(element: &BytesStart<'_>, name: &[u8]) -> Option<f32> {
    let value = text(element, name)?;
    (!value.ends_with('%')).then(|| css::points(&value, css::EM))?
}

/// Returns a share in per cent.
fn share(element: &BytesStart<'_>, name: &[u8]) -> Option<f32> {
    text(element, name)?.strip_suffix('%')?.parse().ok()
}
