//! Formatting that decides whether a reader sees text: hidden, pale, tiny, on which background; set directly and
//! through styles.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use super::xml::{Space, Xml, attribute};

/// Minimum value of each colour channel of near-white.
const PALE_CHANNEL: u32 = 0xF0;
/// Maximum font size that is too small to read, in half-points.
const TINY: u32 = 2;
/// Maximum length of a chain of styles, and depth of the elements that define them: only mistakes go beyond.
const LONGEST_CHAIN: usize = 64;

/// Formatting that one place (a run, a style, a paragraph) sets; `None` for what it does not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) vanish: Option<bool>,
    /// Whether the text is always hidden, whatever the styles say.
    pub(super) spec_vanish: bool,
    /// Whether the text is hidden in web view only.
    pub(super) web_hidden: bool,
    /// Whether the letters are white or nearly so; `None` if no colour is set.
    pub(super) pale: Option<bool>,
    /// Font size in half-points; `None` if none is set.
    pub(super) size: Option<u32>,
    /// Whether the background of the letters is something other than white; `None` if none is set.
    pub(super) ground: Option<bool>,
}

impl Look {
    /// Takes in one property, an element in `w:rPr`, `w:pPr` or the like.
    pub(super) fn note(&mut self, property: &BytesStart<'_>) {
        match property.local_name().as_ref() {
            b"vanish" => self.vanish = Some(is_on(property)),
            b"specVanish" => self.spec_vanish = is_on(property),
            b"webHidden" => self.web_hidden = is_on(property),
            b"color" => {
                self.pale = match attribute(property, b"val").as_deref() {
                    Some(value) => is_pale(value),
                    None => None,
                }
                .or_else(|| attribute(property, b"themeColor").map(|name| is_light_theme(&name)))
                .or(Some(false));
            }
            b"sz" => self.size = attribute(property, b"val").and_then(|value| half_points(&value)),
            b"shd" => self.ground = shading(property).or(self.ground),
            b"highlight" => {
                self.ground = match attribute(property, b"val").as_deref() {
                    None | Some("none") => self.ground,
                    Some(colour) => Some(colour != "white"),
                };
            }
            _ => {}
        }
    }

    /// Combines two looks: `self`, completed by `below` where `self` sets nothing.
    fn over(self, below: Self) -> Self {
        Self {
            vanish: self.vanish.or(below.vanish),
            spec_vanish: self.spec_vanish || below.spec_vanish,
            web_hidden: self.web_hidden || below.web_hidden,
            pale: self.pale.or(below.pale),
            size: self.size.or(below.size),
            ground: self.ground.or(below.ground),
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
    /// Whether the run is printed, but too pale or too small to be seen.
    pub(super) faint: bool,
}

/// Formatting of what surrounds a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    pub(super) character_style: Look,
    pub(super) paragraph: Look,
    pub(super) paragraph_style: Look,
    pub(super) table_style: Look,
    /// Whether the background of the nearest of cell, row, table, text box and page that sets one is something other
    /// than white; `None` if none does.
    pub(super) ground: Option<bool>,
}

/// Styles of a document, each completed from the styles it is based on.
#[derive(Debug, Default)]
pub(super) struct Styles {
    looks: HashMap<String, Look>,
    defaults: Look,
    default_paragraph: Look,
}

#[derive(Default)]
struct Style {
    id: String,
    is_default_paragraph: bool,
    is_table: bool,
    parent: Option<String>,
    look: Look,
    /// Whether a part of a table style (first row, odd columns …) has a background.
    has_grounds: bool,
}

impl Styles {
    /// Reads the styles part; of a broken one everything before the break.
    pub(super) fn read(text: &str) -> Self {
        let mut styles = Self::default();
        let mut found: Vec<Style> = Vec::new();
        let mut xml = Xml::new(text);
        let mut path: Vec<Vec<u8>> = Vec::new();
        while let Ok((space, event)) = xml.next() {
            match event {
                Event::Start(start) => {
                    let name = start.local_name().as_ref().to_vec();
                    if space == Space::Word && path.len() < LONGEST_CHAIN {
                        styles.element(&start, &path, &mut found);
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
        } else if is_inside(b"rPrDefault") {
            if parent == b"rPr" {
                self.defaults.note(start);
            }
        } else if let Some(style) = found.last_mut().filter(|_| is_inside(b"style")) {
            if parent == b"style" && name.as_ref() == b"basedOn" {
                style.parent = attribute(start, b"val");
            } else if is_inside(b"tblStylePr") {
                style.has_grounds |= name.as_ref() == b"shd" && shading(start) == Some(true);
            } else if matches!(parent, b"rPr" | b"pPr" | b"tcPr" | b"tblPr")
                && !is_inside(b"rPrChange")
                && !is_inside(b"pPrChange")
            {
                style.look.note(start);
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
                look.ground = Some(true);
            }
            if style.is_default_paragraph {
                self.default_paragraph = look;
            }
            self.looks.insert(style.id.clone(), look);
        }
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
        Sight {
            hidden: run.vanish.unwrap_or(by_style) || run.spec_vanish,
            web_hidden: nearest.web_hidden,
            faint: (nearest.pale == Some(true) && ground != Some(true))
                || nearest.size.is_some_and(|size| size <= TINY),
        }
    }
}

/// Whether a toggle property is on: it is unless its value says otherwise.
fn is_on(property: &BytesStart<'_>) -> bool {
    attribute(property, b"val").is_none_or(|value| is_true(&value))
}

fn is_true(value: &str) -> bool {
    !matches!(value, "0" | "false" | "off")
}

/// Returns a font size in half-points; `None` if the value is no size. Strict files give sizes as `1pt`, others as a
/// number of half-points.
fn half_points(value: &str) -> Option<u32> {
    let (number, times) = value
        .strip_suffix("pt")
        .map_or((value, 1.0), |number| (number, 2.0));
    let size = number.trim().parse::<f32>().ok()? * times;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float beyond the range becomes its nearest end"
    )]
    let size = size.ceil() as u32;
    Some(size)
}

/// Whether a colour is white or nearly so; `None` for a value that is not RGB.
pub(super) fn is_pale(value: &str) -> Option<bool> {
    let digits = value.strip_prefix('#').unwrap_or(value);
    if digits.len() != 6 {
        return None;
    }
    let rgb = u32::from_str_radix(digits, 16).ok()?;
    Some(
        [rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF]
            .iter()
            .all(|&channel| channel >= PALE_CHANNEL),
    )
}

/// Whether a theme colour is that of the paper. Themes can be changed, but only to ones where this is the colour of
/// the page.
pub(super) fn is_light_theme(name: &str) -> bool {
    matches!(name, "background1" | "light1" | "bg1" | "lt1")
}

/// Whether shading puts something other than white behind the text; `None` for no shading at all.
pub(super) fn shading(shd: &BytesStart<'_>) -> Option<bool> {
    let pattern = attribute(shd, b"val").unwrap_or_default();
    if pattern == "nil" {
        return None;
    }
    if !pattern.is_empty() && pattern != "clear" {
        // The colour of a pattern is drawn over the fill; `auto` is black.
        let colour = attribute(shd, b"color").unwrap_or_default();
        return Some(is_pale(&colour) != Some(true));
    }
    match attribute(shd, b"fill").as_deref() {
        None | Some("auto" | "") => {
            let theme = attribute(shd, b"themeFill")?;
            Some(!is_light_theme(&theme))
        }
        Some(fill) => Some(is_pale(fill) != Some(true)),
    }
}
