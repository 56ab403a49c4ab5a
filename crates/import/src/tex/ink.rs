//! Colour, background and size of the text in a LaTeX source, by which a reader of the page sees it or not.

use std::collections::HashMap;

use super::source::Source;

/// Maximum difference of each channel between colours that look the same, as near-white in the other formats.
const ALIKE: f32 = 0.06;
/// Maximum size of type that is too small to read, in points.
const TINY: f32 = 1.0;
/// Maximum factor that makes ordinary type too small to read.
const TINY_FACTOR: f32 = 0.1;

/// Colour by its red, green and blue, each 0..=1.
type Colour = [f32; 3];

/// Appearance of text as it is set; `None` for a colour that the source does not state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    colour: Option<Colour>,
    /// Background colour of the text, as red, green and blue from 0 to 1; `None` if the source does not state it.
    pub ground: Option<Colour>,
    is_tiny: bool,
    is_shrunk: bool,
    is_transparent: bool,
}

impl Default for Ink {
    fn default() -> Self {
        Self {
            colour: Some([0.0; 3]),
            ground: Some([1.0; 3]),
            is_tiny: false,
            is_shrunk: false,
            is_transparent: false,
        }
    }
}

impl Ink {
    /// Whether a reader of the page does not see the type.
    pub(super) fn is_unseen(&self) -> bool {
        let is_lost =
            (self.colour.zip(self.ground)).is_some_and(|(ink, ground)| is_alike(ink, ground));
        is_lost || self.is_tiny || self.is_shrunk || self.is_transparent
    }

    /// Returns the same ink on another ground.
    pub(super) const fn on(self, ground: Option<Colour>) -> Self {
        Self { ground, ..self }
    }

    pub(super) const fn set_colour(&mut self, colour: Option<Colour>) {
        self.colour = colour;
    }

    /// Sets the size as `\fontsize` states it; a size in a unit of the font itself does not hide text.
    pub(super) fn set_size(&mut self, size: &str) {
        let size = size.trim();
        let stated = size.parse().ok().or_else(|| points(size));
        self.is_tiny = stated.is_some_and(|points| points <= TINY);
    }

    /// Sets a size by its name. All named sizes are large enough to read.
    pub(super) const fn set_named_size(&mut self) {
        self.is_tiny = false;
    }

    pub(super) fn scale(&mut self, factor: &str) {
        let factor: Option<f32> = factor.trim().parse().ok();
        self.is_shrunk |= factor.is_some_and(|factor| factor.abs() <= TINY_FACTOR);
    }

    /// Sets the width to which a text is fitted.
    pub(super) fn fit(&mut self, width: &str) {
        self.is_shrunk |= points(width).is_some_and(|points| points <= TINY);
    }

    pub(super) fn set_opacity(&mut self, opacity: &str) {
        let opacity: Option<f32> = opacity.trim().parse().ok();
        self.is_transparent = opacity.is_some_and(|opacity| opacity <= ALIKE);
    }
}

fn is_alike(one: Colour, other: Colour) -> bool {
    (one.iter().zip(other)).all(|(x, y)| (x - y).abs() <= ALIKE)
}

/// Whether a command sets a size by name.
pub(super) fn is_size(name: &str) -> bool {
    matches!(
        name,
        "tiny"
            | "scriptsize"
            | "footnotesize"
            | "small"
            | "normalsize"
            | "large"
            | "Large"
            | "LARGE"
            | "huge"
            | "Huge"
            | "zihao"
    )
}

/// Returns a length in points; `None` for one without a unit, or in a unit of the type.
pub(super) fn points(length: &str) -> Option<f32> {
    let length = length.trim();
    let end = length.find(|c: char| c.is_ascii_alphabetic())?;
    let number: f32 = length[..end].trim().parse().ok()?;
    let unit = match length[end..].trim_start_matches("true") {
        "pt" | "bp" | "dd" => 1.0,
        "pc" | "cc" => 12.0,
        "mm" => 2.845,
        "cm" => 28.45,
        "in" => 72.27,
        "sp" => 1.0 / 65_536.0,
        _ => return None,
    };
    Some(number * unit)
}

/// Returns the ground inside an environment: boxes and blocks may have colours of their own.
pub(super) fn ground_in(environment: &str, ground: Option<Colour>) -> Option<Colour> {
    let name = environment.to_ascii_lowercase();
    let has_own = [
        "box", "frame", "shade", "block", "color", "theorem", "tikz", "poster",
    ]
    .iter()
    .any(|word| name.contains(word));
    if has_own { None } else { ground }
}

/// Colours that a document names.
#[derive(Default)]
pub(super) struct Palette {
    named: HashMap<String, Option<Colour>>,
    /// Whether rows or cells of tables are coloured, so that white type in them may be seen.
    has_coloured_cells: bool,
    /// Colour of the page; `None` for one that is not known, as of slides' themes.
    page: Option<Colour>,
}

impl Palette {
    /// Reads the colours that a source defines.
    pub(super) fn of(source: &str) -> Self {
        let mut palette = Self {
            has_coloured_cells: ["\\rowcolor", "\\cellcolor", "\\columncolor"]
                .iter()
                .any(|word| source.contains(word)),
            page: Ink::default().ground,
            ..Self::default()
        };
        for (at, word) in source.match_indices("\\definecolor") {
            let mut here = Source::new(&source[at + word.len()..]).head(300);
            let read = (here.group(), here.group(), here.group());
            if let (Some(name), Some(model), Some(values)) = read {
                let colour = in_model(model, values);
                palette.named.insert(name.trim().to_owned(), colour);
            }
        }
        for (at, word) in source.match_indices("\\colorlet") {
            let mut here = Source::new(&source[at + word.len()..]).head(300);
            if let (Some(name), Some(colour)) = (here.group(), here.group()) {
                let colour = palette.colour(None, colour);
                palette.named.insert(name.trim().to_owned(), colour);
            }
        }
        if let Some(at) = source.find("\\pagecolor") {
            let mut here = Source::new(&source[at + "\\pagecolor".len()..]).head(300);
            let model = here.skip_option();
            let colour = here
                .group()
                .and_then(|colour| palette.colour(model, colour));
            // On a page of another colour the type has another colour, too, which may be set anywhere.
            palette.page = colour.filter(|colour| is_alike(*colour, [1.0; 3]));
        } else if source.contains("{beamer}")
            && [
                "\\usetheme",
                "\\usecolortheme",
                "\\setbeamer",
                "\\usebackground",
            ]
            .iter()
            .any(|word| source.contains(word))
        {
            palette.page = None;
        }
        palette
    }

    /// Returns the ink in which a document begins.
    pub(super) fn ink(&self) -> Ink {
        let ink = Ink::default();
        Ink {
            ground: self.page,
            ..ink
        }
    }

    /// Returns the ground inside a table.
    pub(super) fn ground_of_cells(&self, ground: Option<Colour>) -> Option<Colour> {
        if self.has_coloured_cells {
            None
        } else {
            ground
        }
    }

    /// Returns a colour by its model, if stated, and its name or values; `None` for one that is not known.
    pub(super) fn colour(&self, model: Option<&str>, stated: &str) -> Option<Colour> {
        if let Some(model) = model {
            return in_model(model, stated);
        }
        let mut parts = stated.trim().split('!').map(str::trim);
        let mut colour = self.named(parts.next()?)?;
        // Each percentage mixes with the colour behind it, the last one with white.
        while let Some(percent) = parts.next() {
            let part = percent.parse::<f32>().ok()?.clamp(0.0, 100.0) / 100.0;
            let other = match parts.next() {
                Some(name) => self.named(name)?,
                None => [1.0; 3],
            };
            colour = std::array::from_fn(|at| colour[at] * part + other[at] * (1.0 - part));
        }
        Some(colour)
    }

    fn named(&self, name: &str) -> Option<Colour> {
        if let Some(colour) = self.named.get(name) {
            return *colour;
        }
        Some(match name.to_ascii_lowercase().as_str() {
            "white" => [1.0; 3],
            "black" => [0.0; 3],
            "red" => [1.0, 0.0, 0.0],
            "green" => [0.0, 1.0, 0.0],
            "blue" => [0.0, 0.0, 1.0],
            "cyan" => [0.0, 1.0, 1.0],
            "magenta" => [1.0, 0.0, 1.0],
            "yellow" => [1.0, 1.0, 0.0],
            "gray" => [0.5; 3],
            "lightgray" => [0.75; 3],
            "darkgray" => [0.25; 3],
            "orange" => [1.0, 0.5, 0.0],
            "purple" => [0.75, 0.0, 0.25],
            "snow" | "ghostwhite" => [0.98; 3],
            _ => return None,
        })
    }
}

/// Returns a colour by the values of a model.
fn in_model(model: &str, values: &str) -> Option<Colour> {
    let numbers: Vec<f32> = values
        .split(',')
        .filter_map(|value| value.trim().parse().ok())
        .collect();
    match (model.trim(), numbers.as_slice()) {
        ("rgb", &[red, green, blue]) => Some([red, green, blue]),
        ("RGB", &[red, green, blue]) => Some([red, green, blue].map(|value| value / 255.0)),
        ("gray", &[gray]) => Some([gray; 3]),
        ("Gray", &[gray]) => Some([gray / 15.0; 3]),
        ("cmyk", &[cyan, magenta, yellow, black]) => {
            Some([cyan, magenta, yellow].map(|value| (1.0 - value) * (1.0 - black)))
        }
        ("cmy", &[cyan, magenta, yellow]) => Some([cyan, magenta, yellow].map(|value| 1.0 - value)),
        ("hsb", &[_, saturation, brightness]) if saturation <= ALIKE => Some([brightness; 3]),
        ("HTML", _) => {
            let hex = u32::from_str_radix(values.trim(), 16).ok()?;
            let [_, red, green, blue] = hex.to_be_bytes();
            Some([red, green, blue].map(|value| f32::from(value) / 255.0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_all_ways_to_write_them() {
        let palette = Palette::of(
            r"\definecolor{paper}{HTML}{FFFFFF}\definecolor{ink}{rgb}{0,0,.5}\colorlet{pale}{paper!98!black}",
        );
        let is_white = |model: Option<&str>, stated: &str| {
            let mut ink = palette.ink();
            ink.set_colour(palette.colour(model, stated));
            ink.is_unseen()
        };
        for (model, stated) in [
            (None, "white"),
            (None, "paper"),
            (None, "pale"),
            (None, "black!2"),
            (Some("rgb"), "1, 1, .99"),
            (Some("RGB"), "255,255,255"),
            (Some("gray"), "1"),
            (Some("cmyk"), "0,0,0,0"),
            (Some("HTML"), "fefefe"),
        ] {
            assert!(is_white(model, stated), "{stated}");
        }
        for (model, stated) in [
            (None, "ink"),
            (None, "unknown"),
            (None, "white!50!black"),
            (Some("gray"), "0.8"),
            (Some("HTML"), "C0C0C0"),
        ] {
            assert!(!is_white(model, stated), "{stated}");
        }
    }

    #[test]
    fn type_of_a_point_and_less_is_unseen() {
        let is_unseen = |size: &str| {
            let mut ink = Ink::default();
            ink.set_size(size);
            ink.is_unseen()
        };
        assert!(["0.1pt", "1", "0.2mm", "1sp"].into_iter().all(is_unseen));
        assert!(
            !["5pt", "12", "4mm", "0.1em", "\\size"]
                .into_iter()
                .any(is_unseen)
        );
    }
}
