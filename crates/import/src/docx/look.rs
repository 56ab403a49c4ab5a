//! Formatting that decides whether a reader sees text: whether it is hidden, its colour and that of its background, its
//! size and position; set directly or through styles.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use quick_xml::events::{BytesStart, Event};

use super::super::block_quotation;
use super::super::sight::{Colour, Drawn, Ground, Ink, SHARE, Unseen, channel, is_clear};
use super::paper::{Paper, Side, points};
use super::symbol::Font;
use super::xml::{Space, Xml, attribute};

/// Maximum length of a chain of styles, and depth of the elements that define them: only mistakes go beyond.
const LONGEST_CHAIN: usize = 64;

/// Formatting that one place (a run, a style, a paragraph) sets; `None` for properties that it does not set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    pub(super) vanish: Option<bool>,
    /// Whether the text is always hidden, whatever the styles say.
    pub(super) spec_vanish: bool,
    /// Whether the text is hidden in web view only.
    pub(super) web_hidden: bool,
    /// Colour of the letters.
    pub(super) ink: Option<Ink>,
    /// Fill of the letters (`w14:textFill`), which goes before their colour.
    pub(super) fill: Option<Ink>,
    /// Whether the letters have an outline of their own.
    pub(super) is_outlined: Option<bool>,
    /// Whether the letters are drawn in relief, as outlines, with a shadow or with a glow, and so in several colours.
    pub(super) has_relief: Option<bool>,
    /// Font size in points.
    pub(super) size: Option<f32>,
    /// Width of the letters in per cent.
    pub(super) width: Option<f32>,
    /// Distance added between letters, in points.
    pub(super) spacing: Option<f32>,
    /// Background of the letters.
    pub(super) ground: Option<Ground>,
    /// Height in points at which lines or rows are cut off; infinite for lines that are as high as they need.
    pub(super) height: Option<f32>,
    /// Whether the paragraph or table is placed outside the page.
    pub(super) is_outside: Option<bool>,
    pub(super) font: Option<Font>,
}

impl Look {
    /// Takes in one property, an element in `w:rPr`, `w:pPr` or the like.
    pub(super) fn note(&mut self, property: &BytesStart<'_>, paper: &Paper) {
        let length = |name: &[u8]| attribute(property, name).and_then(|value| points(&value));
        let is_exact = |name: &[u8]| attribute(property, name).as_deref() == Some("exact");
        match property.local_name().as_ref() {
            b"vanish" => self.vanish = Some(is_on(property)),
            b"specVanish" => self.spec_vanish = is_on(property),
            b"emboss" | b"imprint" | b"outline" | b"shadow" => {
                self.has_relief = Some(is_on(property) || self.has_relief == Some(true));
            }
            b"webHidden" => self.web_hidden = is_on(property),
            b"color" => {
                let value = attribute(property, b"val").and_then(|value| Colour::hex(&value));
                let themed = paper.themed(property, [b"themeColor", b"themeTint", b"themeShade"]);
                self.ink = Some(themed.or(value).map_or(Ink::Auto, Ink::Colour));
            }
            b"sz" => self.size = attribute(property, b"val").and_then(|value| half_points(&value)),
            b"w" => {
                let value = attribute(property, b"val");
                self.width = value.and_then(|value| value.trim_end_matches('%').parse().ok());
            }
            b"spacing" => {
                self.spacing = length(b"val").or(self.spacing);
                if let Some(line) = length(b"line") {
                    self.height = Some(line).filter(|_| is_exact(b"lineRule"));
                    self.height = self.height.or(Some(f32::INFINITY));
                }
            }
            b"trHeight" if is_exact(b"hRule") => self.height = length(b"val"),
            b"framePr" => {
                if is_exact(b"hRule") {
                    self.height = length(b"h").or(self.height);
                }
                self.place_at(property, paper, [&b"x"[..], b"hAnchor", b"y", b"vAnchor"]);
            }
            b"tblpPr" => {
                let names = [&b"tblpX"[..], b"horzAnchor", b"tblpY", b"vertAnchor"];
                self.place_at(property, paper, names);
            }
            b"ind" => {
                let page = paper.length(Side::Width);
                let side = |name: &[u8], other: &[u8]| length(name).or(length(other));
                let left = side(b"left", b"start").unwrap_or(0.0);
                let right = side(b"right", b"end").unwrap_or(0.0);
                self.is_outside = Some(left >= page || (right >= page && left < 0.0));
            }
            b"tblInd" => {
                let page = paper.length(Side::Width);
                self.is_outside = length(b"w").map(|left| left >= page);
            }
            b"shd" => self.ground = shading(property, paper).or(self.ground),
            b"highlight" => {
                self.ground = match attribute(property, b"val").as_deref() {
                    None | Some("none") => self.ground,
                    Some(name) => Some(highlight(name).map_or(Ground::Unknown, Ground::Colour)),
                };
            }
            b"rFonts" => self.font = Font::of(property).or(self.font),
            _ => {}
        }
    }

    /// Notes whether a frame or a table that stands by itself lies outside the page: `names` are the attributes with its place across and
    /// what that is measured from, then the same two for its place down.
    fn place_at(&mut self, property: &BytesStart<'_>, paper: &Paper, names: [&[u8]; 4]) {
        let length = |name: &[u8]| attribute(property, name).and_then(|value| points(&value));
        let beyond = |side, place: &[u8], anchor: &[u8], extent: &[u8]| {
            let anchor = attribute(property, anchor).unwrap_or_default();
            let extent = length(extent).unwrap_or_else(|| paper.length(side));
            length(place).is_some_and(|place| paper.is_outside(side, &anchor, place, extent))
        };
        self.is_outside = Some(
            beyond(Side::Width, names[0], names[1], b"w")
                || beyond(Side::Height, names[2], names[3], b"h"),
        );
    }

    /// Takes in one element inside an effect on the letters (`w14:textFill`, `w14:textOutline`, `w14:shadow`, `w14:glow`).
    pub(super) fn note_effect(&mut self, effect: Effect, start: &BytesStart<'_>, paper: &Paper) {
        let name = start.local_name();
        let value = || attribute(start, b"val").unwrap_or_default();
        let ink = match name.as_ref() {
            b"noFill" => Ink::Clear,
            b"gradFill" => Ink::Several,
            b"srgbClr" => Colour::hex(&value()).map_or(Ink::Several, Ink::Colour),
            b"schemeClr" => paper.colour(&value()).map_or(Ink::Several, Ink::Colour),
            b"alpha" => {
                // The value says how much is let through.
                if (value().parse()).is_ok_and(|share: f32| is_clear((SHARE - share) / SHARE)) {
                    Ink::Clear
                } else {
                    return;
                }
            }
            change => {
                if let (Effect::Fill, Some(Ink::Colour(colour))) = (effect, &mut self.fill) {
                    *colour = changed(*colour, change, &value());
                }
                return;
            }
        };
        match effect {
            // Each part of a gradient has its own colour.
            Effect::Fill if self.fill == Some(Ink::Several) => {}
            Effect::Fill => self.fill = Some(ink),
            Effect::Outline => self.is_outlined = Some(ink != Ink::Clear),
            Effect::Around => self.has_relief = Some(ink != Ink::Clear),
        }
    }

    /// Combines two looks: `self`, completed by `below` where `self` sets nothing.
    fn over(self, below: Self) -> Self {
        Self {
            vanish: self.vanish.or(below.vanish),
            spec_vanish: self.spec_vanish || below.spec_vanish,
            web_hidden: self.web_hidden || below.web_hidden,
            ink: self.ink.or(below.ink),
            // A colour set nearer goes before a fill set farther away.
            fill: self.fill.or(below.fill.filter(|_| self.ink.is_none())),
            is_outlined: self.is_outlined.or(below.is_outlined),
            has_relief: self.has_relief.or(below.has_relief),
            size: self.size.or(below.size),
            width: self.width.or(below.width),
            spacing: self.spacing.or(below.spacing),
            ground: self.ground.or(below.ground),
            height: self.height.or(below.height),
            is_outside: self.is_outside.or(below.is_outside),
            font: self.font.or(below.font),
        }
    }
}

/// Effect of Word 2010 and later on letters that decides whether they are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Fill,
    Outline,
    /// Shadow or glow.
    Around,
}

impl Effect {
    /// Returns the effect that an element of Word 2010 describes; `None` for any other element.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"textFill" => Some(Self::Fill),
            b"textOutline" => Some(Self::Outline),
            b"shadow" | b"glow" => Some(Self::Around),
            _ => None,
        }
    }
}

/// Visibility of a run to a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sight {
    /// Whether the run is not printed.
    pub(super) hidden: bool,
    /// Whether the run is also hidden in web view, as the page numbers of a table of contents are.
    pub(super) web_hidden: bool,
    /// Why the run is not seen although it is printed; `None` for one that is seen.
    pub(super) unseen: Option<Unseen>,
    pub(super) font: Font,
}

/// Formatting of what surrounds a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    pub(super) character_style: Look,
    pub(super) paragraph: Look,
    pub(super) paragraph_style: Look,
    pub(super) table_style: Look,
    /// Background of the nearest of cell, row, table, text box and page that sets one; `None` if none does.
    pub(super) ground: Option<Ground>,
    /// Height in points at which the row or the text box cuts text off.
    pub(super) height: Option<f32>,
    /// Whether the table or the text box is placed outside the page.
    pub(super) is_outside: bool,
    /// Whether the text box is hidden.
    pub(super) is_hidden: bool,
}

/// Styles of a document, each completed from the styles it is based on.
#[derive(Debug, Default)]
pub(super) struct Styles {
    pub(super) paper: Paper,
    looks: HashMap<String, Look>,
    defaults: Look,
    default_paragraph: Look,
    /// Ids of the styles of block quotations.
    quotations: HashSet<String>,
}

impl Default for &Styles {
    fn default() -> Self {
        static NONE: LazyLock<Styles> = LazyLock::new(Styles::default);
        &NONE
    }
}

#[derive(Default)]
struct Style {
    id: String,
    /// Name that people see, in lower case.
    name: String,
    is_default_paragraph: bool,
    is_table: bool,
    parent: Option<String>,
    look: Look,
    /// Whether a part of a table style (first row, odd columns …) has a background.
    has_grounds: bool,
}

impl Styles {
    /// Reads the styles part; of a broken one everything before the break.
    pub(super) fn read(text: &str, paper: Paper) -> Self {
        let mut styles = Self {
            paper,
            ..Self::default()
        };
        let mut found: Vec<Style> = Vec::new();
        let mut xml = Xml::new(text);
        let mut path: Vec<Vec<u8>> = Vec::new();
        while let Ok((space, event)) = xml.next() {
            match event {
                Event::Start(start) => {
                    let name = start.local_name().as_ref().to_vec();
                    if path.len() >= LONGEST_CHAIN {
                        // Deeper elements define nothing.
                    } else if space == Space::Word {
                        styles.element(&start, &path, &mut found);
                    } else if let (Some(effect), Some(style)) = (effect(&path), found.last_mut()) {
                        style.look.note_effect(effect, &start, &styles.paper);
                    }
                    path.push(name);
                }
                Event::End(_) => {
                    path.pop();
                }
                Event::Eof => break,
                _ => {}
            }
        }
        styles.resolve(&found);
        styles
    }

    fn element(&mut self, start: &BytesStart<'_>, path: &[Vec<u8>], found: &mut Vec<Style>) {
        let name = start.local_name();
        let parent = path.last().map_or(&b""[..], Vec::as_slice);
        let is_inside = |name: &[u8]| path.iter().any(|step| step == name);
        if parent == b"styles" && name.as_ref() == b"style" {
            let kind = attribute(start, b"type").unwrap_or_default();
            let is_default = attribute(start, b"default").is_some_and(|value| is_true(&value));
            found.push(Style {
                id: attribute(start, b"styleId").unwrap_or_default(),
                is_default_paragraph: is_default && kind == "paragraph",
                is_table: kind == "table",
                ..Style::default()
            });
        } else if is_inside(b"rPrDefault") || is_inside(b"pPrDefault") {
            if matches!(parent, b"rPr" | b"pPr") {
                self.defaults.note(start, &self.paper);
            }
        } else if let Some(style) = found.last_mut().filter(|_| is_inside(b"style")) {
            if parent == b"style" && name.as_ref() == b"name" {
                style.name = attribute(start, b"val").unwrap_or_default().to_lowercase();
            } else if parent == b"style" && name.as_ref() == b"basedOn" {
                style.parent = attribute(start, b"val");
            } else if is_inside(b"tblStylePr") {
                style.has_grounds |= name.as_ref() == b"shd"
                    && shading(start, &self.paper).is_some_and(|ground| ground != Ground::PAPER);
            } else if matches!(parent, b"rPr" | b"pPr" | b"tcPr" | b"tblPr")
                && !is_inside(b"rPrChange")
                && !is_inside(b"pPrChange")
            {
                style.look.note(start, &self.paper);
            }
        }
    }

    fn resolve(&mut self, found: &[Style]) {
        let by_id: HashMap<&str, &Style> = found.iter().map(|s| (s.id.as_str(), s)).collect();
        for style in found {
            let mut look = style.look;
            let mut has_grounds = style.has_grounds;
            let mut parent = style.parent.as_deref();
            for _ in 0..LONGEST_CHAIN {
                let Some(below) = parent.and_then(|id| by_id.get(id)) else {
                    break;
                };
                look = look.over(below.look);
                has_grounds |= below.has_grounds;
                parent = below.parent.as_deref();
            }
            if style.is_table && has_grounds {
                look.ground = Some(Ground::Unknown);
            }
            if style.is_default_paragraph {
                self.default_paragraph = look;
            }
            if block_quotation::is_style(&style.name) {
                self.quotations.insert(style.id.clone());
            }
            self.looks.insert(style.id.clone(), look);
        }
    }

    /// Whether a style is one of block quotations, by its name.
    pub(super) fn is_quotation(&self, id: &str) -> bool {
        self.quotations.contains(id)
    }

    pub(super) fn look(&self, id: &str) -> Look {
        self.looks.get(id).copied().unwrap_or_default()
    }

    /// Returns the look of paragraphs that name no style.
    pub(super) const fn default_paragraph(&self) -> Look {
        self.default_paragraph
    }

    /// Returns the visibility of a run with the direct properties `run`.
    pub(super) fn sight(&self, run: Look, around: &Surroundings) -> Sight {
        let (character, table) = (around.character_style, around.table_style);
        // Of the paragraph's own properties only the background counts for its letters.
        let paragraph = around.paragraph_style;
        // Hiding is a toggle: a hidden character style in a hidden paragraph style shows (ECMA-376, 17.7.3).
        let on = |look: Look| look.vanish == Some(true);
        let toggled = on(character) ^ on(paragraph) ^ on(table);
        let by_style = toggled || on(self.defaults);
        let nearest = run
            .over(character)
            .over(paragraph)
            .over(table)
            .over(self.defaults);
        let ground = run
            .ground
            .or(character.ground)
            .or(around.paragraph.ground)
            .or(paragraph.ground)
            .or(around.ground)
            .or(table.ground);
        let of_paragraph = around.paragraph.over(paragraph).over(self.defaults);
        let heights = [of_paragraph.height, around.height];
        let drawn = Drawn {
            ink: match nearest.fill.or(nearest.ink).unwrap_or_default() {
                Ink::Colour(_) if nearest.has_relief == Some(true) => Ink::Several,
                Ink::Colour(_) | Ink::Clear if nearest.is_outlined == Some(true) => Ink::Several,
                ink => ink,
            },
            ground,
            opacity: None,
            size: nearest.size,
            width: nearest.width,
            spacing: nearest.spacing,
            height: heights.into_iter().flatten().reduce(f32::min),
            is_outside: around.is_outside || of_paragraph.is_outside == Some(true),
        };
        Sight {
            hidden: run.vanish.unwrap_or(by_style) || run.spec_vanish || around.is_hidden,
            web_hidden: nearest.web_hidden,
            unseen: drawn.unseen(),
            font: nearest.font.unwrap_or_default(),
        }
    }
}

/// Returns the effect on letters in which a path of elements lies; `None` outside effects.
fn effect(path: &[Vec<u8>]) -> Option<Effect> {
    path.iter().rev().find_map(|step| Effect::of(step))
}

/// Whether a toggle property is on: it is unless its value says otherwise.
pub(super) fn is_on(property: &BytesStart<'_>) -> bool {
    attribute(property, b"val").is_none_or(|value| is_true(&value))
}

fn is_true(value: &str) -> bool {
    !matches!(value, "0" | "false" | "off")
}

/// Returns a font size in points; `None` if the value is not a size. Strict files give sizes as `1pt`, others as a number of
/// half-points.
fn half_points(value: &str) -> Option<f32> {
    match value.trim().parse::<f32>() {
        Ok(half_points) => Some(half_points / 2.0),
        Err(_) => points(value),
    }
}

/// Returns the colour of a highlighter.
fn highlight(name: &str) -> Option<Colour> {
    Some(Colour(match name {
        "black" => [0, 0, 0],
        "blue" => [0, 0, 0xFF],
        "cyan" => [0, 0xFF, 0xFF],
        "green" => [0, 0xFF, 0],
        "magenta" => [0xFF, 0, 0xFF],
        "red" => [0xFF, 0, 0],
        "yellow" => [0xFF, 0xFF, 0],
        "white" => [0xFF; 3],
        "darkBlue" => [0, 0, 0x80],
        "darkCyan" => [0, 0x80, 0x80],
        "darkGreen" => [0, 0x80, 0],
        "darkMagenta" => [0x80, 0, 0x80],
        "darkRed" => [0x80, 0, 0],
        "darkYellow" => [0x80, 0x80, 0],
        "darkGray" => [0x80; 3],
        "lightGray" => [0xC0; 3],
        _ => return None,
    }))
}

/// Applies a change of drawing programs to a colour, such as `lumMod` with thousandths of a per cent.
pub(super) fn changed(colour: Colour, change: &[u8], value: &str) -> Colour {
    let Ok(share) = value.parse::<f32>().map(|value| value / SHARE) else {
        return colour;
    };
    match change {
        b"lumMod" | b"shade" => colour.mixed(Colour::BLACK, 1.0 - share),
        b"lumOff" => {
            let added = colour.0.map(|channel| f32::from(channel) + share * 255.0);
            Colour(added.map(channel))
        }
        b"tint" => colour.mixed(Colour::WHITE, 1.0 - share),
        _ => colour,
    }
}

/// Returns the background that shading gives; `None` for no shading at all.
fn shading(shd: &BytesStart<'_>, paper: &Paper) -> Option<Ground> {
    let pattern = attribute(shd, b"val").unwrap_or_default();
    let colour = |value: &[u8], names| {
        let themed = paper.themed(shd, names);
        themed.or_else(|| Colour::hex(&attribute(shd, value)?))
    };
    let fill = colour(b"fill", [b"themeFill", b"themeFillTint", b"themeFillShade"]);
    match pattern.as_str() {
        "nil" => None,
        "" | "clear" => fill.map(Ground::Colour),
        // The colour of a pattern is drawn over the fill; `auto` is black.
        _ => {
            let over = colour(b"color", [b"themeColor", b"themeTint", b"themeShade"]);
            let over = over.unwrap_or(Colour::BLACK);
            Some(match (pattern.as_str(), fill) {
                ("solid", _) => Ground::Colour(over),
                (_, fill) if fill.unwrap_or(Colour::WHITE) == over => Ground::Colour(over),
                _ => Ground::Unknown,
            })
        }
    }
}
