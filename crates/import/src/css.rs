//! CSS declarations, as HTML and the shapes of old Word files contain them: values by name, lengths and colours.

use super::sight::{Colour, channel};

/// Colours by name, as `0xRRGGBB`: those of HTML 4, those near white, and some other common ones.
const NAMED: [(&str, u32); 46] = [
    ("black", 0x00_0000),
    ("silver", 0xC0_C0C0),
    ("gray", 0x80_8080),
    ("grey", 0x80_8080),
    ("white", 0xFF_FFFF),
    ("maroon", 0x80_0000),
    ("red", 0xFF_0000),
    ("purple", 0x80_0080),
    ("fuchsia", 0xFF_00FF),
    ("magenta", 0xFF_00FF),
    ("green", 0x00_8000),
    ("lime", 0x00_FF00),
    ("olive", 0x80_8000),
    ("yellow", 0xFF_FF00),
    ("navy", 0x00_0080),
    ("blue", 0x00_00FF),
    ("teal", 0x00_8080),
    ("aqua", 0x00_FFFF),
    ("cyan", 0x00_FFFF),
    ("orange", 0xFF_A500),
    ("pink", 0xFF_C0CB),
    ("brown", 0xA5_2A2A),
    ("gold", 0xFF_D700),
    ("darkblue", 0x00_008B),
    ("darkred", 0x8B_0000),
    ("darkgreen", 0x00_6400),
    ("darkgray", 0xA9_A9A9),
    ("dimgray", 0x69_6969),
    ("lightgray", 0xD3_D3D3),
    ("lightgrey", 0xD3_D3D3),
    ("gainsboro", 0xDC_DCDC),
    ("lightblue", 0xAD_D8E6),
    ("lightyellow", 0xFF_FFE0),
    ("beige", 0xF5_F5DC),
    ("ivory", 0xFF_FFF0),
    ("snow", 0xFF_FAFA),
    ("azure", 0xF0_FFFF),
    ("aliceblue", 0xF0_F8FF),
    ("ghostwhite", 0xF8_F8FF),
    ("whitesmoke", 0xF5_F5F5),
    ("floralwhite", 0xFF_FAF0),
    ("mintcream", 0xF5_FFFA),
    ("seashell", 0xFF_F5EE),
    ("honeydew", 0xF0_FFF0),
    ("lavenderblush", 0xFF_F0F5),
    ("oldlace", 0xFD_F5E6),
];

/// Declarations of one rule or one `style` attribute, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Declarations<'a> {
    pub(crate) fn of(style: &'a str) -> Self {
        let mut found = Vec::new();
        let (mut start, mut depth, mut quote) = (0, 0_usize, None);
        let ends = style.char_indices().chain([(style.len(), ';')]);
        for (at, c) in ends {
            match (c, quote) {
                (c, Some(open)) if c == open => quote = None,
                (_, Some(_)) if at < style.len() => continue,
                ('"' | '\'', None) => quote = Some(c),
                ('(', None) => depth += 1,
                (')', None) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if c == ';' && (depth == 0 || at == style.len()) {
                if let Some((name, value)) = style[start..at].split_once(':') {
                    let value = value.trim();
                    let important = value
                        .rfind('!')
                        .filter(|&mark| value[mark + 1..].trim().eq_ignore_ascii_case("important"));
                    let value = important.map_or(value, |mark| value[..mark].trim_end());
                    found.push((name.trim(), value));
                }
                start = (at + 1).min(style.len());
            }
        }
        Self(found)
    }

    /// Returns the last value of a property, which is the one that counts.
    pub(crate) fn value(&self, name: &str) -> Option<&'a str> {
        let mut all = self.0.iter().rev();
        all.find(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|&(_, value)| value)
    }

    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.value(name)
            .is_some_and(|own| own.eq_ignore_ascii_case(value))
    }

    /// Returns a length in points.
    pub(crate) fn points(&self, name: &str) -> Option<f32> {
        points(self.value(name)?, EM)
    }
}

/// Size of letters that lengths are measured by where nothing else is known, in points.
pub(crate) const EM: f32 = 12.0;

/// Returns a length in points; `em` is the length of one em in points. A number without a unit is in pixels, and a
/// percentage refers to `em`. `None` for keywords and computed values.
pub(crate) fn points(value: &str, em: f32) -> Option<f32> {
    let value = value.trim();
    let unit =
        value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    let number: f32 = value.strip_suffix(unit)?.parse().ok()?;
    let times = match unit.to_ascii_lowercase().as_str() {
        "" | "px" => 0.75,
        "pt" => 1.0,
        "pc" => 12.0,
        "in" => 72.0,
        "cm" => 28.35,
        "mm" => 2.835,
        "em" => em,
        "ex" | "ch" => em / 2.0,
        "rem" => EM,
        "%" => em / 100.0,
        "vw" | "vh" | "vmin" | "vmax" => 6.0,
        _ => return None,
    };
    Some(number * times)
}

/// Returns a colour, whatever its opacity; `None` for words that are not a colour.
pub(crate) fn colour(value: &str) -> Option<Colour> {
    paint(value).map(|(colour, _)| colour)
}

/// Returns a colour with its opacity, 0 to 1.
pub(crate) fn paint(value: &str) -> Option<(Colour, f32)> {
    let value = value.trim().to_ascii_lowercase();
    if value == "transparent" {
        return Some((Colour::BLACK, 0.0));
    }
    if let Some(digits) = value.strip_prefix('#') {
        return hex(digits);
    }
    if let Some((function, inside)) = value.split_once('(') {
        let parts: Vec<&str> = (inside.trim_end_matches(')'))
            .split([',', '/', ' '])
            .filter(|part| !part.is_empty())
            .collect();
        let number = |at: usize, whole: f32| -> Option<f32> {
            let part = parts.get(at)?;
            match part.strip_suffix('%') {
                Some(share) => Some(share.parse::<f32>().ok()? / 100.0 * whole),
                None => part.trim_end_matches("deg").parse().ok(),
            }
        };
        let opacity = number(3, 1.0).unwrap_or(1.0);
        let three = |whole| Some([number(0, whole)?, number(1, whole)?, number(2, whole)?]);
        let colour = match function {
            "rgb" | "rgba" => Colour(three(255.0)?.map(channel)),
            "hsl" | "hsla" => hsl(number(0, 360.0)?, number(1, 1.0)?, number(2, 1.0)?),
            _ => return None,
        };
        return Some((colour, opacity));
    }
    let (_, rgb) = NAMED.iter().find(|(name, _)| *name == value)?;
    let [_, colour @ ..] = rgb.to_be_bytes();
    Some((Colour(colour), 1.0))
}

fn hex(digits: &str) -> Option<(Colour, f32)> {
    let wide: String = match digits.len() {
        3 | 4 => digits.chars().flat_map(|c| [c, c]).collect(),
        6 | 8 => digits.to_owned(),
        _ => return None,
    };
    let opacity = wide
        .get(6..8)
        .and_then(|two| u8::from_str_radix(two, 16).ok());
    Some((
        Colour::hex(wide.get(..6)?)?,
        f32::from(opacity.unwrap_or(255)) / 255.0,
    ))
}

fn hsl(hue: f32, saturation: f32, lightness: f32) -> Colour {
    let reach = saturation * lightness.min(1.0 - lightness);
    let part = |from: f32| {
        let k = (from + hue / 30.0).rem_euclid(12.0);
        channel(255.0 * (lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)))
    };
    Colour([part(0.0), part(8.0), part(4.0)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_value_of_a_name_counts() {
        let style = Declarations::of(
            "color:red; COLOR : white !important;background:url(a;b:c) no-repeat;left:-5000pt;x;font-family:\"a;b\";top: 2em",
        );
        assert!(style.is("color", "White"));
        assert_eq!(style.value("background"), Some("url(a;b:c) no-repeat"));
        assert_eq!(
            (style.points("left"), style.points("top")),
            (Some(-5000.0), Some(24.0))
        );
        assert_eq!(style.value("font-family"), Some("\"a;b\""));
    }

    #[test]
    fn colours_have_many_forms() {
        let white = Some((Colour::WHITE, 1.0));
        for form in [
            "white",
            "#FFF",
            "#ffffff",
            "rgb(255,255,255)",
            "rgb(100% 100% 100%)",
            "hsl(0, 0%, 100%)",
        ] {
            assert_eq!(paint(form), white, "{form}");
        }
        assert_eq!(
            paint("rgba(255, 0, 0, 0)"),
            Some((Colour([255, 0, 0]), 0.0))
        );
        assert_eq!(paint("#ff000000"), Some((Colour([255, 0, 0]), 0.0)));
        assert_eq!(colour("hsl(120, 100%, 50%)"), Some(Colour([0, 255, 0])));
        assert_eq!(
            (colour("var(--x)"), colour("inherit"), colour("#12")),
            (None, None, None)
        );
        assert_eq!(
            (points("1px", EM), points("50%", 10.0), points("auto", EM)),
            (Some(0.75), Some(5.0), None)
        );
    }

    proptest! {
        #[test]
        fn no_style_harms_it(style in "[a-z:;()\"'#!%0-9 .甲-]{0,60}") {
            let declarations = Declarations::of(&style);
            let _ = (declarations.points("a"), paint(&style), points(&style, EM));
        }
    }
}
