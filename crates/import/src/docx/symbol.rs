//! Converts characters that a docx states as a code in a symbol font (`w:sym`, or letters in such a font) to Unicode if
//! their meaning is clear.

use std::borrow::Cow;

use quick_xml::events::BytesStart;

use super::xml::attribute;

/// Greek letters in the order of the Latin letters at whose codes Adobe's Symbol encoding puts them, from `A`; in
/// `SMALL` from `a`.
const CAPITALS: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SMALL: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
/// Other codes of the Symbol encoding that theses use.
const SIGNS: [(u32, char); 24] = [
    (0xA3, '≤'),
    (0xA5, '∞'),
    (0xAB, '↔'),
    (0xAC, '←'),
    (0xAD, '↑'),
    (0xAE, '→'),
    (0xAF, '↓'),
    (0xB0, '°'),
    (0xB1, '±'),
    (0xB3, '≥'),
    (0xB4, '×'),
    (0xB5, '∝'),
    (0xB6, '∂'),
    (0xB7, '•'),
    (0xB8, '÷'),
    (0xB9, '≠'),
    (0xBA, '≡'),
    (0xBB, '≈'),
    (0xC7, '∩'),
    (0xC8, '∪'),
    (0xCE, '∈'),
    (0xD2, '®'),
    (0xD5, '∏'),
    (0xE5, '∑'),
];

/// Kind of font by which private-use characters are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Font {
    #[default]
    Letters,
    /// Adobe's Symbol: Greek letters and signs.
    Symbol,
    /// Pictures, as in Wingdings.
    Pictures,
}

impl Font {
    /// Returns the kind of font that `w:rFonts` sets for private-use characters; `None` if it sets none.
    pub(super) fn of(fonts: &BytesStart<'_>) -> Option<Self> {
        let name = attribute(fonts, b"ascii").or_else(|| attribute(fonts, b"hAnsi"))?;
        Some(Self::named(&name))
    }

    pub(super) fn named(name: &str) -> Self {
        if name.eq_ignore_ascii_case("symbol") {
            Self::Symbol
        } else if name.to_ascii_lowercase().contains("dings") {
            Self::Pictures
        } else {
            Self::Letters
        }
    }

    /// Returns `text` as a reader sees it: private-use characters of Symbol are the signs that they show, those of a
    /// font of pictures are not text.
    pub(super) fn shown(self, text: &str) -> Cow<'_, str> {
        let is_code = |c: char| matches!(c, '\u{F020}'..='\u{F0FF}');
        if self == Self::Letters || !text.contains(is_code) {
            return Cow::Borrowed(text);
        }
        let shown = text.chars().filter_map(|c| match self {
            Self::Symbol if is_code(c) => Some(from_symbol(u32::from(c) & 0xFF).unwrap_or(c)),
            Self::Pictures if is_code(c) => None,
            _ => Some(c),
        });
        Cow::Owned(shown.collect())
    }
}

/// Returns the character with `code` (hex digits) in `font`; `None` where only the font's drawing would tell.
pub(super) fn character(font: &str, code: &str) -> Option<char> {
    of_code(font, u32::from_str_radix(code, 16).ok()?)
}

/// Returns the character with `code` in `font`; `None` where only the font's drawing would tell, and for control
/// characters.
pub(crate) fn of_code(font: &str, code: u32) -> Option<char> {
    let font = Font::named(font);
    let is_symbol = font == Font::Symbol;
    let is_pictures = font != Font::Letters;
    match code {
        // Fonts of pictures use private-use codes, or the codes of letters that they do not mean.
        0xF000..=0xF0FF | 0x20..=0xFF if is_symbol => from_symbol(code & 0xFF),
        0xE000..=0xF8FF | 0x20..=0xFF if is_pictures => None,
        0xE000..=0xF8FF | 0..=0x1F | 0x7F..=0x9F => None,
        _ => char::from_u32(code),
    }
}

fn from_symbol(place: u32) -> Option<char> {
    let nth = |letters: &str, first: char| letters.chars().nth((place - first as u32) as usize);
    match char::from_u32(place)? {
        'A'..='Z' => nth(CAPITALS, 'A'),
        'a'..='z' => nth(SMALL, 'a'),
        // Characters that have the same code in ASCII and in the Symbol encoding.
        c @ (' '
        | '!'
        | '#'
        | '%'
        | '&'
        | '('
        | ')'
        | '+'
        | ','
        | '.'..='?'
        | '['
        | ']'
        | '_'
        | '{'..='}') => Some(c),
        '-' => Some('−'),
        _ => SIGNS.iter().find(|(at, _)| *at == place).map(|(_, c)| *c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_and_signs_are_known_pictures_are_not() {
        assert_eq!(character("Symbol", "F061"), Some('α'));
        assert_eq!(character("symbol", "f057"), Some('Ω'));
        assert_eq!(character("Symbol", "F0B3"), Some('≥'));
        assert_eq!(character("Symbol", "F032"), Some('2'));
        assert_eq!(character("Wingdings", "F0FC"), None);
        assert_eq!(character("Wingdings", "00FC"), None);
        assert_eq!(character("宋体", "2460"), Some('①'));
        assert_eq!(character("宋体", "F061"), None);
        for bad in ["", "xyz", "D800", "110000", "FFFFFFFFF", "0"] {
            assert_eq!(character("宋体", bad), None, "{bad}");
        }
        assert_eq!(Font::Symbol.shown("系数\u{F061}\u{F0B3}a"), "系数α≥a");
        assert_eq!(Font::Pictures.shown("\u{F06C}要点"), "要点");
        assert_eq!(Font::Letters.shown("\u{F061}"), "\u{F061}");
        assert_eq!((CAPITALS.chars().count(), SMALL.chars().count()), (26, 26));
    }
}
