//! Appearance of an element of a page, from its attributes and style and from what it inherits.

use html5gum::emitters::default::StartTag;

use super::attribute;
use super::sheet::Sheet;
use crate::css::{self, Declarations};
use crate::sight::{Drawn, Ground, Ink, is_clear, is_outside};

/// Width and height of the window, in points, that is assumed where something is placed outside it.
const WINDOW: f32 = 600.0;
/// Place, in points, so far right or below that nobody scrolls there.
const FAR: f32 = 3_750.0;

/// Look of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    ink: Ink,
    ground: Option<Ground>,
    /// Share that is drawn, of this element and those around it.
    opacity: f32,
    /// Font size in points.
    size: f32,
    spacing: Option<f32>,
    height: Option<f32>,
    is_outside: bool,
    /// Whether the element keeps its place but is not drawn; elements inside may be.
    pub(super) is_invisible: bool,
    /// Whether the element and all inside it are not shown.
    pub(super) is_gone: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            ink: Ink::Auto,
            ground: None,
            opacity: 1.0,
            size: css::EM,
            spacing: None,
            height: None,
            is_outside: false,
            is_invisible: false,
            is_gone: false,
        }
    }
}

impl Look {
    /// Returns the look of a page before its first element: tags of `html` and `body` may be left out.
    pub(super) fn of_root(sheet: &Sheet) -> Self {
        let mut look = Self::default();
        for name in ["html", "body"] {
            for rule in sheet.of(name, None, None) {
                look.apply(look, &Declarations::of(rule));
            }
        }
        if sheet.is_linked && look.ground.is_none() {
            // Rules in other files may give any background.
            look.ground = Some(Ground::Unknown);
        }
        look.reveal();
        look
    }

    /// Returns the look of an element inside one with this look.
    pub(super) fn of(self, tag: &StartTag<()>, sheet: &Sheet) -> Self {
        let name = String::from_utf8_lossy(&tag.name);
        let get = |name| attribute(tag, name);
        let mut look = self;
        if (*name == *"html" || *name == *"body") && sheet.is_linked && look.ground.is_none() {
            // Rules in other files may give any background.
            look.ground = Some(Ground::Unknown);
        }
        if let Some(colour) = get(if *name == *"body" { "text" } else { "color" })
            && matches!(&*name, "body" | "font" | "basefont")
            && let Some(colour) = legacy(&colour)
        {
            look.ink = Ink::Colour(colour);
        }
        if let Some(colour) = get("bgcolor").and_then(|colour| legacy(&colour)) {
            look.ground = Some(Ground::Colour(colour));
        }
        if get("background").is_some() {
            look.ground = Some(Ground::Unknown);
        }
        look.is_gone = tag.attributes.contains_key(b"hidden".as_slice());
        let (id, class) = (get("id"), get("class"));
        for rule in sheet.of(&name, id.as_deref(), class.as_deref()) {
            look.apply(self, &Declarations::of(rule));
        }
        if let Some(style) = get("style") {
            look.apply(self, &Declarations::of(&style));
        }
        look
    }

    /// Takes in declarations for an element inside one with the look `around`.
    fn apply(&mut self, around: Self, style: &Declarations<'_>) {
        self.colours(around, style);
        self.sizes(around, style);
        self.places(style);
        match style.value("display") {
            Some(value) if value.eq_ignore_ascii_case("none") => self.is_gone = true,
            Some(_) => self.is_gone = false,
            None => {}
        }
        match style
            .value("visibility")
            .map(str::to_ascii_lowercase)
            .as_deref()
        {
            Some("hidden" | "collapse") => self.is_invisible = true,
            Some("visible" | "initial") => self.is_invisible = false,
            _ => {}
        }
        self.is_gone |= style.is("mso-hide", "all") || style.is("content-visibility", "hidden");
        let opacity = style.value("opacity").or_else(|| {
            let filter = style.value("filter")?.strip_prefix("opacity(")?;
            filter.strip_suffix(')')
        });
        if let Some(share) = opacity.and_then(share) {
            self.opacity = around.opacity * share;
        }
    }

    fn colours(&mut self, around: Self, style: &Declarations<'_>) {
        for name in ["color", "-webkit-text-fill-color"] {
            let Some(value) = style.value(name) else {
                continue;
            };
            self.ink = match css::paint(value) {
                Some((_, opacity)) if is_clear(opacity) => Ink::Clear,
                Some((colour, _)) => Ink::Colour(colour),
                None if value.eq_ignore_ascii_case("inherit") => around.ink,
                None => Ink::Several,
            };
        }
        let shadow = style.value("text-shadow");
        let stroke = style.value("-webkit-text-stroke");
        if shadow.is_some_and(|shadow| !shadow.eq_ignore_ascii_case("none"))
            || stroke.is_some_and(|stroke| !stroke.starts_with('0'))
            || style.is("background-clip", "text")
            || style.is("-webkit-background-clip", "text")
        {
            self.ink = Ink::Several;
        }
        for name in ["background", "background-color", "background-image"] {
            let Some(value) = style.value(name) else {
                continue;
            };
            let value = value.to_ascii_lowercase();
            if value.contains("url(") || value.contains("gradient(") || value.contains("var(") {
                self.ground = Some(Ground::Unknown);
            } else if let Some((colour, opacity)) = words(&value).find_map(css::paint) {
                let below = self.ground.unwrap_or(Ground::PAPER);
                self.ground = match below {
                    Ground::Colour(below) => Some(Ground::Colour(below.mixed(colour, opacity))),
                    Ground::Unknown if opacity >= 1.0 => Some(Ground::Colour(colour)),
                    Ground::Unknown => Some(Ground::Unknown),
                };
            }
        }
    }

    fn sizes(&mut self, around: Self, style: &Declarations<'_>) {
        let size = style.value("font-size").or_else(|| {
            let font = style.value("font")?;
            let size = words(font).find(|word| {
                word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                    && word.contains(|c: char| c.is_ascii_alphabetic() || c == '%')
            })?;
            size.split('/').next()
        });
        if let Some(size) = size.and_then(|size| css::points(size, around.size)) {
            self.size = size;
        }
        if let Some(zoom) = style.value("zoom").and_then(share) {
            self.size *= zoom;
        }
        if let Some(spacing) = style.value("letter-spacing") {
            self.spacing = css::points(spacing, self.size);
        }
        let cuts = ["overflow", "overflow-x", "overflow-y"].iter().any(|name| {
            let value = style.value(name).unwrap_or_default().to_ascii_lowercase();
            value.contains("hidden") || value.contains("clip")
        });
        if cuts {
            let sides = ["height", "max-height", "width", "max-width"];
            let least = sides.iter().filter_map(|name| {
                // A share of what is around is not known, except none of it.
                let value = style.value(name)?;
                css::points(value, self.size).filter(|&side| !value.ends_with('%') || side == 0.0)
            });
            self.height = least.chain(self.height).reduce(f32::min);
        }
        let clip = |name: &str| style.value(name).unwrap_or_default().to_ascii_lowercase();
        let cut = clip("clip-path");
        let is_cut = is_empty_rectangle(&clip("clip"))
            || cut.starts_with("circle(0")
            || ["inset(50%", "inset(100%"]
                .iter()
                .any(|start| cut.starts_with(start));
        if is_cut || clip("transform").replace(' ', "").contains("scale(0)") {
            self.height = Some(0.0);
        }
    }

    fn places(&mut self, style: &Declarations<'_>) {
        let length = |name: &str| css::points(style.value(name)?, self.size);
        let beyond = |offset: f32, extent: Option<f32>| {
            is_outside(FAR, (0.0, 0.0), offset, extent.unwrap_or(WINDOW))
        };
        let is_placed = style.value("position").is_some_and(|value| {
            ["absolute", "fixed", "relative"]
                .iter()
                .any(|own| value.eq_ignore_ascii_case(own))
        });
        let across = |offset: Option<f32>| offset.is_some_and(|at| beyond(at, length("width")));
        let down = |offset: Option<f32>| offset.is_some_and(|at| beyond(at, length("height")));
        self.is_outside |= is_placed
            && (across(length("left"))
                || across(length("right"))
                || down(length("top"))
                || down(length("bottom")));
        let indents = [
            length("text-indent"),
            length("margin-left"),
            length("margin-top"),
        ];
        self.is_outside |= indents.into_iter().flatten().any(|at| at <= -2.0 * WINDOW);
        let moved = style
            .value("transform")
            .unwrap_or_default()
            .to_ascii_lowercase();
        if let Some((_, inside)) = moved.split_once("translate")
            && let Some((_, lengths)) = inside.split_once('(')
        {
            let lengths = lengths.split([',', ')']);
            let mut lengths = lengths
                .filter(|at| !at.ends_with('%'))
                .filter_map(|at| css::points(at, self.size));
            self.is_outside |= lengths.any(|at| at.abs() >= 2.0 * WINDOW);
        }
    }

    /// Returns whether the element is too transparent to be seen.
    pub(super) fn is_transparent(&self) -> bool {
        is_clear(self.opacity)
    }

    /// Makes the element and what is inside it visible.
    pub(super) const fn reveal(&mut self) {
        self.is_gone = false;
        self.is_invisible = false;
        self.opacity = 1.0;
    }

    /// Returns how text in the element is drawn.
    pub(super) fn drawn(&self) -> Drawn {
        Drawn {
            ink: self.ink,
            ground: self.ground,
            opacity: Some(self.opacity),
            size: Some(self.size),
            spacing: self.spacing,
            height: self.height,
            is_outside: self.is_outside,
            ..Drawn::default()
        }
    }
}

/// Returns a colour of an attribute: `#fff`, `ffffff` or a name.
fn legacy(value: &str) -> Option<crate::sight::Colour> {
    css::colour(value).or_else(|| crate::sight::Colour::hex(value.trim()))
}

/// Returns a share of 1: `.5` or `50%`.
fn share(value: &str) -> Option<f32> {
    let value = value.trim();
    match value.strip_suffix('%') {
        Some(share) => Some(share.parse::<f32>().ok()? / 100.0),
        None => value.parse().ok(),
    }
}

/// Splits a value at the white space outside of parentheses.
fn words(value: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    value.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_ascii_whitespace()
    })
}

/// Whether `clip: rect(…)` leaves nothing to be seen: at most two points of the height or of the width.
fn is_empty_rectangle(value: &str) -> bool {
    let Some((_, inside)) = value.split_once("rect(") else {
        return false;
    };
    let sides: Vec<f32> = (inside.split([',', ' ', ')']))
        .filter_map(|side| css::points(side, css::EM))
        .collect();
    matches!(sides[..], [top, right, bottom, left] if bottom - top <= 2.0 || right - left <= 2.0)
}
