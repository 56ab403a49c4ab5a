//! Reads an XML part as events with namespaces, whatever its encoding and prefixes. Entities that the part itself
//! declares are never resolved, and nothing outside the part is read.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::NsReader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::ResolveResult;

/// Maximum nesting depth of elements: no document is deeper (and the XML library counts levels in 16 bits).
const MAXIMUM_DEPTH: usize = 10_000;

/// Vocabulary of an element that matters to the reader; most have a transitional and a strict namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Word,
    Math,
    /// Shapes and their text outside Word's own text boxes.
    Drawing,
    /// Shapes of Word 2010 and later.
    Shape,
    /// Alternatives for older programs.
    Compatibility,
    /// Shapes of Word 2007 and before.
    Vml,
    Other,
}

impl Space {
    fn of(resolved: &ResolveResult<'_>) -> Self {
        match resolved {
            ResolveResult::Bound(name) => Self::of_name(name.into_inner()),
            // Some programs use a common prefix without declaring it.
            ResolveResult::Unknown(prefix) => match prefix.as_slice() {
                b"w" => Self::Word,
                b"m" => Self::Math,
                b"a" => Self::Drawing,
                b"wps" => Self::Shape,
                b"mc" => Self::Compatibility,
                b"v" => Self::Vml,
                _ => Self::Other,
            },
            ResolveResult::Unbound => Self::Other,
        }
    }

    fn of_name(name: &[u8]) -> Self {
        match name {
            b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
            | b"http://purl.oclc.org/ooxml/wordprocessingml/main" => Self::Word,
            b"http://schemas.openxmlformats.org/officeDocument/2006/math"
            | b"http://purl.oclc.org/ooxml/officeDocument/math" => Self::Math,
            b"http://schemas.openxmlformats.org/drawingml/2006/main"
            | b"http://purl.oclc.org/ooxml/drawingml/main" => Self::Drawing,
            b"http://schemas.microsoft.com/office/word/2010/wordprocessingShape" => Self::Shape,
            b"http://schemas.openxmlformats.org/markup-compatibility/2006" => Self::Compatibility,
            b"urn:schemas-microsoft-com:vml" => Self::Vml,
            _ => Self::Other,
        }
    }
}

/// Event reader; an empty element gives a start and an end.
pub(crate) struct Xml<'a> {
    reader: NsReader<&'a [u8]>,
    depth: usize,
    /// Deepest nesting so far.
    pub(crate) deepest: usize,
    /// Where the last event begins and ends, in bytes; both are the end of an empty element for its second event.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl<'a> Xml<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut reader = NsReader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            depth: 0,
            deepest: 0,
            from: 0,
            to: 0,
        }
    }

    pub(crate) fn next(&mut self) -> Result<(Space, Event<'a>), String> {
        let (resolved, event) = self
            .reader
            .read_resolved_event()
            .map_err(|error| error.to_string())?;
        let space = Space::of(&resolved);
        self.from = self.to;
        self.to = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        match event {
            Event::Start(_) => {
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
                if self.depth > MAXIMUM_DEPTH {
                    return Err("elements are nested too deeply".to_owned());
                }
            }
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            Event::Eof if self.depth > 0 => return Err("the part ends too early".to_owned()),
            _ => {}
        }
        Ok((space, event))
    }
}

/// Iterates over the start tags of a part; of a broken part, over those before the break.
pub(crate) fn starts(part: &str) -> impl Iterator<Item = (Space, BytesStart<'_>)> {
    let mut xml = Xml::new(part);
    std::iter::from_fn(move || {
        loop {
            match xml.next().ok()? {
                (space, Event::Start(start)) => return Some((space, start)),
                (_, Event::Eof) => return None,
                _ => {}
            }
        }
    })
}

/// Iterates over the start tags with a local name.
pub(crate) fn starts_of<'a>(
    part: &'a str,
    name: &'static [u8],
) -> impl Iterator<Item = BytesStart<'a>> {
    let all = starts(part).map(|(_, start)| start);
    all.filter(move |start| start.local_name().as_ref() == name)
}

/// Returns the text of an event; `None` for one without text, and for a reference that only a DTD could define.
pub(crate) fn text_of<'a>(event: &Event<'a>) -> Option<Cow<'a, str>> {
    match event {
        Event::Text(text) => text.decode().ok(),
        Event::CData(text) => text.decode().ok(),
        Event::GeneralRef(reference) => Some(referenced(reference)?.to_string().into()),
        _ => None,
    }
}

/// Returns the value of an attribute by its local name; `None` if it is missing.
pub(crate) fn attribute(start: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let found = start
        .attributes()
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(unescaped(std::str::from_utf8(&found.value).ok()?))
}

/// Replaces the references in a text by their characters. A text with a reference that stands for none stays as it is.
pub(crate) fn unescaped(raw: &str) -> String {
    quick_xml::escape::unescape(raw).map_or_else(|_| raw.to_owned(), Cow::into_owned)
}

/// Returns the character of a reference such as `&amp;` or `&#x4e00;`; `None` for one that only a DTD could define.
pub(crate) fn referenced(reference: &BytesRef<'_>) -> Option<char> {
    if reference.is_char_ref() {
        return reference.resolve_char_ref().ok().flatten();
    }
    let name = reference.decode().ok()?;
    quick_xml::escape::resolve_xml_entity(&name)?.chars().next()
}

/// Decodes an XML part by its byte order mark or XML declaration; broken bytes become U+FFFD.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    let (encoding, mark) = Encoding::for_bom(&bytes).unwrap_or_else(|| (declared(&bytes), 0));
    if encoding == UTF_8 && mark == 0 {
        return String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    text.into_owned()
}

fn declared(bytes: &[u8]) -> &'static Encoding {
    match bytes {
        [b'<', 0, ..] => return UTF_16LE,
        [0, b'<', ..] => return UTF_16BE,
        _ => {}
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    let named = head
        .trim_start()
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split("?>").next())
        .and_then(|declaration| declaration.split("encoding").nth(1))
        .and_then(|rest| rest.trim_start().strip_prefix('='))
        .and_then(|rest| rest.split(['"', '\'']).nth(1))
        .and_then(|label| Encoding::for_label(label.as_bytes()));
    match named {
        // A declaration that is readable byte by byte cannot be UTF-16, whatever it says.
        Some(encoding) if encoding != UTF_16LE && encoding != UTF_16BE => encoding,
        _ => UTF_8,
    }
}

/// Returns XML text as shown: a line break becomes a space. White space around a text with line breaks is indentation
/// and is left out, unless the text is marked to keep its space.
pub(crate) fn as_shown(text: &str, keeps_space: bool) -> Cow<'_, str> {
    if !text.contains(['\n', '\r']) {
        return text.into();
    }
    let text = if keeps_space {
        text
    } else {
        text.trim_matches([' ', '\t', '\n', '\r'])
    };
    text.replace(['\n', '\r'], " ").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_by_mark_shape_and_declaration() {
        let text = r#"<?xml version="1.0" encoding="UTF-16"?><a>论文</a>"#;
        let utf16 = |mark: Option<u16>, big: bool| -> Vec<u8> {
            let units = mark.into_iter().chain(text.encode_utf16());
            units
                .flat_map(|u| {
                    if big {
                        u.to_be_bytes()
                    } else {
                        u.to_le_bytes()
                    }
                })
                .collect()
        };
        for big in [false, true] {
            assert_eq!(decode(utf16(None, big)), text);
            assert_eq!(decode(utf16(Some(0xFEFF), big)), text);
        }
        // Declared as UTF-16, but with one byte per letter.
        assert_eq!(decode(text.as_bytes().to_vec()), text);
        let gbk = "<?xml version='1.0' encoding='gbk'?><a>论文</a>";
        assert_eq!(decode(encoding_rs::GBK.encode(gbk).0.into_owned()), gbk);
        assert_eq!(decode(b"\xEF\xBB\xBF<a/>".to_vec()), "<a/>");
        assert_eq!(decode(b"<a>\xFF</a>".to_vec()), "<a>\u{FFFD}</a>");
    }

    #[test]
    fn nesting_without_end_is_an_error() {
        let deep = "<a>".repeat(100_000);
        let mut xml = Xml::new(&deep);
        let error = loop {
            if let Err(error) = xml.next() {
                break error;
            }
        };
        assert!(error.contains("deeply"));
    }

    #[test]
    fn only_the_entities_of_xml_itself_are_resolved() {
        let of = |name: &'static str| referenced(&BytesRef::new(name));
        assert_eq!(of("amp"), Some('&'));
        assert_eq!(of("#x8bba"), Some('论'));
        assert_eq!(
            (of("nbsp"), of("xxe"), of("#0"), of("#xD800")),
            (None, None, None, None)
        );
    }
}
