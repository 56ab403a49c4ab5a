//! Page and theme of a Word file: the size of the page and the colours behind the names of the theme.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use super::super::sight::{A4, Colour, is_outside};
use super::xml::{Xml, attribute};

/// Number of bytes in which the attributes of a page's size stand.
const ATTRIBUTES: usize = 400;
/// Margin that is assumed where a file states none, in points.
const MARGIN: f32 = 72.0;
/// Colours of the names in a file without a theme, as Word has them.
const USUAL: [(&str, u32); 12] = [
    ("dk1", 0x00_0000),
    ("lt1", 0xFF_FFFF),
    ("dk2", 0x44_546A),
    ("lt2", 0xE7_E6E6),
    ("accent1", 0x44_72C4),
    ("accent2", 0xED_7D31),
    ("accent3", 0xA5_A5A5),
    ("accent4", 0xFF_C000),
    ("accent5", 0x5B_9BD5),
    ("accent6", 0x70_AD47),
    ("hlink", 0x05_63C1),
    ("folhlink", 0x95_4F72),
];

/// Side along which something is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Width,
    Height,
}

/// Page and theme.
#[derive(Debug)]
pub(super) struct Paper {
    colours: HashMap<String, Colour>,
    /// Names of the theme that `background1` and the like stand for.
    mapping: HashMap<String, String>,
    /// Width and height of the largest page, in points.
    size: [f32; 2],
    /// Largest left and upper margin, in points.
    margin: [f32; 2],
}

impl Default for Paper {
    fn default() -> Self {
        let usual = USUAL.iter().map(|&(name, rgb)| {
            let [_, colour @ ..] = rgb.to_be_bytes();
            (name.to_owned(), Colour(colour))
        });
        Self {
            colours: usual.collect(),
            mapping: HashMap::new(),
            size: A4,
            margin: [MARGIN; 2],
        }
    }
}

impl Paper {
    /// Reads the sizes of the pages out of the main part, and the colours out of the theme.
    pub(super) fn of(main: &str, theme: Option<&str>, mapping: HashMap<String, String>) -> Self {
        let mut paper = Self {
            mapping,
            ..Self::default()
        };
        let largest = |element: &str, names: [&str; 2]| {
            let tags = main.match_indices(element).filter_map(|(at, _)| {
                let end = at + main[at..].find('>')?.min(ATTRIBUTES);
                let tag = main.get(at..end)?;
                let [one, other] = names.map(|name| stated(tag, name));
                Some([one?.max(0.0), other?.max(0.0)])
            });
            tags.reduce(|largest, one| [0, 1].map(|side: usize| largest[side].max(one[side])))
        };
        paper.size = largest("pgSz", ["w", "h"]).unwrap_or(paper.size);
        paper.margin = largest("pgMar", ["left", "top"]).unwrap_or(paper.margin);
        if let Some(theme) = theme {
            paper.read_theme(theme);
        }
        paper
    }

    fn read_theme(&mut self, theme: &str) {
        let mut xml = Xml::new(theme);
        let mut name = None;
        while let Ok((_, event)) = xml.next() {
            match event {
                Event::Start(start) => match start.local_name().as_ref() {
                    local @ (b"srgbClr" | b"sysClr") => {
                        let value = if local == b"sysClr" { "lastClr" } else { "val" };
                        let value = attribute(&start, value.as_bytes());
                        let colour = value.and_then(|value| Colour::hex(&value));
                        if let (Some(name), Some(colour)) = (name.take(), colour) {
                            self.colours.insert(name, colour);
                        }
                    }
                    local => name = Some(String::from_utf8_lossy(local).to_ascii_lowercase()),
                },
                // Formats of lines and fills follow the colours.
                Event::End(end) if end.local_name().as_ref() == b"clrScheme" => break,
                Event::Eof => break,
                _ => {}
            }
        }
    }

    /// Returns the colour that a name of the theme stands for; `None` for no such name.
    pub(super) fn colour(&self, name: &str) -> Option<Colour> {
        let of = |name: &str| self.colours.get(name).copied();
        let own = match name {
            "background1" | "bg1" => "bg1",
            "background2" | "bg2" => "bg2",
            "text1" | "tx1" => "t1",
            "text2" | "tx2" => "t2",
            other => other,
        };
        let named = self.mapping.get(own).map_or(own, String::as_str);
        of(match named {
            "bg1" | "light1" => "lt1",
            "bg2" | "light2" => "lt2",
            "t1" | "dark1" => "dk1",
            "t2" | "dark2" => "dk2",
            "hyperlink" => "hlink",
            "followedHyperlink" => "folhlink",
            other => other,
        })
    }

    /// Returns the theme colour that an element names. `names` are its attributes for the colour's name, the tint and
    /// the shade; both numbers are hexadecimal. `None` if the theme lacks the colour or the element names none.
    pub(super) fn themed(&self, start: &BytesStart<'_>, names: [&[u8]; 3]) -> Option<Colour> {
        let colour = self.colour(&attribute(start, names[0])?)?;
        let share = |name| {
            let value = attribute(start, name)?;
            Some(f32::from(u8::from_str_radix(&value, 16).ok()?) / 255.0)
        };
        let colour = share(names[1]).map_or(colour, |kept| colour.mixed(Colour::WHITE, 1.0 - kept));
        Some(share(names[2]).map_or(colour, |kept| colour.mixed(Colour::BLACK, 1.0 - kept)))
    }

    /// Returns the length of the page's side, in points.
    pub(super) const fn length(&self, side: Side) -> f32 {
        self.size[side as usize]
    }

    /// Whether a box of `length` points lies outside the page, measured from `from` as the file names it.
    pub(super) fn is_outside(&self, side: Side, from: &str, offset: f32, length: f32) -> bool {
        let page = self.length(side);
        let margin = self.margin[side as usize];
        let from = match from {
            "page" | "leftMargin" | "topMargin" | "left-margin-area" | "top-margin-area" => {
                (0.0, 0.0)
            }
            "margin" => (margin, margin),
            // The last of three columns.
            "column" => (0.0, page * 2.0 / 3.0),
            _ => (0.0, page),
        };
        is_outside(page, from, offset, length)
    }
}

/// Returns a length among the attributes of a tag, in points.
fn stated(tag: &str, name: &str) -> Option<f32> {
    tag.split_ascii_whitespace().find_map(|attribute| {
        let (key, value) = attribute.split_once('=')?;
        let is_it = key.rsplit(':').next() == Some(name);
        let value = value.trim_matches(['"', '\'', '/']);
        is_it.then(|| points(value))?
    })
}

/// Returns a length in points; `None` if the value is none. Strict files write `1pt`, others twentieths of a point.
pub(super) fn points(value: &str) -> Option<f32> {
    let value = value.trim();
    let unit = value.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let number: f32 = value.strip_suffix(unit)?.parse().ok()?;
    let times = match unit {
        "" => 0.05,
        "pt" => 1.0,
        "pc" | "pi" => 12.0,
        "in" => 72.0,
        "cm" => 28.35,
        "mm" => 2.835,
        _ => return None,
    };
    Some(number * times).filter(|length| length.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_theme_have_its_colours() {
        let theme = r#"<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:clrScheme>
            <a:dk1><a:sysClr val="windowText" lastClr="101010"/></a:dk1><a:lt1><a:srgbClr val="FAFAFA"/></a:lt1>
            <a:accent1><a:srgbClr val="123456"/></a:accent1></a:clrScheme><a:x><a:srgbClr val="0"/></a:x></a:theme>"#;
        let paper = Paper::of("", Some(theme), HashMap::new());
        assert_eq!(paper.colour("background1"), Colour::hex("FAFAFA"));
        assert_eq!(paper.colour("tx1"), Colour::hex("101010"));
        assert_eq!(paper.colour("accent1"), Colour::hex("123456"));
        assert_eq!(
            (paper.colour("accent2").is_some(), paper.colour("none")),
            (true, None)
        );
        let mapping = HashMap::from([("bg1".to_owned(), "dark1".to_owned())]);
        let dark = Paper::of("", Some(theme), mapping);
        assert_eq!(dark.colour("background1"), Colour::hex("101010"));
    }

    #[test]
    fn the_largest_page_counts() {
        let main = r#"<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:left="1800"/><w:pgSz w:w="16838" w:h="11906"/>"#;
        let paper = Paper::of(main, None, HashMap::new());
        let lengths = (paper.size, paper.margin);
        assert_eq!(lengths, ([841.9, 841.9], [90.0, 72.0]));
        assert!(paper.is_outside(Side::Width, "page", 1500.0, 10.0));
        assert!(!paper.is_outside(Side::Width, "column", -300.0, 10.0));
        assert!(paper.is_outside(Side::Width, "margin", -300.0, 10.0));
        assert_eq!(
            (points("1pt"), points("20"), points("x")),
            (Some(1.0), Some(1.0), None)
        );
    }
}
