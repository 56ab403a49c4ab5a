//! Converts characters that a docx gives as a code in a symbol font (`w:sym`) to Unicode, where the meaning is clear.

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

/// Returns the character with `code` (hex digits) in `font`; `None` where only the font's drawing would tell.
pub(super) fn character(font: &str, code: &str) -> Option<char> {
    let code = u32::from_str_radix(code, 16).ok()?;
    let is_symbol = font.eq_ignore_ascii_case("symbol");
    let is_pictures = is_symbol || font.to_ascii_lowercase().contains("dings");
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
        assert_eq!((CAPITALS.chars().count(), SMALL.chars().count()), (26, 26));
    }
}
