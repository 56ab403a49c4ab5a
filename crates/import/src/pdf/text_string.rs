//! Text strings of a PDF, as used in form fields, comments and properties.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// Characters of `PDFDocEncoding` from 0x18 to 0x1F and from 0x80 to 0xA0, where it differs from Latin-1.
const LOW: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
const HIGH: [char; 33] = [
    '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™',
    'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{FFFD}', '€',
];

/// Decodes the text of a form field or comment: UTF-16 or UTF-8 with a byte order mark, and without one UTF-8, GB18030
/// where all bytes above 0x7F stand in pairs, as Chinese programs write it, or `PDFDocEncoding`. Line breaks are `\n`.
pub(super) fn field_text(bytes: &[u8]) -> String {
    let text = match (with_mark(bytes), std::str::from_utf8(bytes)) {
        (Some(text), _) => text,
        (None, Ok(text)) if !text.is_ascii() => text.into(),
        _ => {
            in_pairs(bytes).unwrap_or_else(|| bytes.iter().map(|&byte| of_pdf_doc(byte)).collect())
        }
    };
    cleaned(&text)
}

/// Decodes a text in UTF-16 or UTF-8 that has a byte order mark; `None` if it has none.
pub(super) fn with_mark(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let (encoding, length) = Encoding::for_bom(bytes)?;
    Some(encoding.decode_without_bom_handling(&bytes[length..]).0)
}

/// Decodes GB18030 text whose bytes above 0x7F stand in pairs.
fn in_pairs(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let mut runs = bytes.split(u8::is_ascii).filter(|run| !run.is_empty());
    let is_paired = bytes.iter().any(|byte| !byte.is_ascii())
        && runs.all(|run| run.len() % 2 == 0 && run.iter().all(|&byte| byte >= 0xA1));
    let decode = || encoding_rs::GB18030.decode_without_bom_handling_and_without_replacement(bytes);
    is_paired.then(decode)?
}

fn of_pdf_doc(byte: u8) -> char {
    match byte {
        0x18..=0x1F => LOW[usize::from(byte - 0x18)],
        0x80..=0xA0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Removes the marks of a language (between two escape characters) and other control characters.
fn cleaned(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut parts = text.split('\u{1B}');
    cleaned.extend(parts.next());
    while let (Some(language), rest) = (parts.next(), parts.next()) {
        // A mark has a language and a country of two letters each.
        if language.chars().count() > 4 || rest.is_none() {
            cleaned.push_str(language);
        }
        cleaned.extend(rest);
    }
    let mut cleaned = cleaned.replace("\r\n", "\n").replace('\r', "\n");
    cleaned.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_every_encoding_that_programs_write() {
        let utf16: Vec<u8> = std::iter::once(0xFEFF)
            .chain("答案\r\n二".encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(field_text(&utf16), "答案\n二");
        assert_eq!(field_text("\u{FEFF}答案".as_bytes()), "答案");
        assert_eq!(field_text("答案".as_bytes()), "答案");
        assert_eq!(
            field_text(&encoding_rs::GBK.encode("答案, A卷").0),
            "答案, A卷"
        );
        assert_eq!(
            field_text(b"caf\xE9s \x93ok\x8D\x8E \xA0 5"),
            "cafés ﬁok“” € 5"
        );
        assert_eq!(field_text(b"a\rb\x00c"), "a\nbc");
    }

    #[test]
    fn marks_of_a_language_are_left_out() {
        assert_eq!(cleaned("\u{1B}enUS\u{1B}colour"), "colour");
        assert_eq!(cleaned("a\u{1B}a long text"), "aa long text");
    }
}
