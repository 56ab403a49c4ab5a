//! Reads one page of XML. Entities other than those predefined in XML are ignored, and no document type is read.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape_with};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;

/// Page as the dump has it, with its last revision.
#[derive(Debug, Default)]
pub(super) struct Page<'a> {
    pub(super) title: String,
    /// Number of the namespace; 0 are the articles.
    pub(super) namespace: i32,
    pub(super) id: Option<u64>,
    /// Whether the dump marks it as a redirect.
    pub(super) redirect: bool,
    pub(super) revision: Option<String>,
    /// Moment of the revision.
    pub(super) timestamp: Option<String>,
    /// What the text is: `wikitext`, `css`, `Scribunto` and others. `None` in old dumps.
    pub(super) model: Option<String>,
    /// Wikitext.
    pub(super) text: Cow<'a, str>,
}

/// Reads a page. The error describes what is wrong with it.
pub(super) fn read(xml: &[u8]) -> Result<Page<'_>, String> {
    let mut reader = Reader::from_reader(xml);
    // Mistakes in the names of end tags are no reason to lose a page.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_dangling_amp = true;
    let mut page = Page::default();
    let mut depth = Vec::with_capacity(4);
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match event {
            Event::Start(start) => {
                let name = start.name();
                let level = depth.len();
                let in_revision = level == 2 && depth[1] == b"revision";
                if level == 1 {
                    match name.as_ref() {
                        b"title" => page.title = trimmed(&mut reader, name)?,
                        b"ns" => {
                            page.namespace =
                                text_of(&mut reader, name)?.trim().parse().unwrap_or(0);
                        }
                        b"id" => page.id = text_of(&mut reader, name)?.trim().parse().ok(),
                        b"redirect" => {
                            page.redirect = true;
                            skip(&mut reader, name)?;
                        }
                        b"revision" => depth.push(b"revision".to_vec()),
                        _ => skip(&mut reader, name)?,
                    }
                } else if in_revision {
                    match name.as_ref() {
                        b"id" => {
                            page.revision = Some(trimmed(&mut reader, name)?);
                        }
                        b"timestamp" => {
                            page.timestamp = Some(trimmed(&mut reader, name)?);
                        }
                        b"model" => {
                            page.model = Some(trimmed(&mut reader, name)?);
                        }
                        b"text" => page.text = text_of(&mut reader, name)?,
                        _ => skip(&mut reader, name)?,
                    }
                } else {
                    depth.push(name.as_ref().to_vec());
                }
            }
            Event::Empty(empty) => empty_element(&empty, &depth, &mut page),
            Event::End(_) => {
                depth.pop();
                if depth.is_empty() {
                    return Ok(page);
                }
            }
            Event::Eof => return Err("the page's XML is not closed".to_owned()),
            _ => {}
        }
        if depth.len() > 4 {
            return Err("elements that no page has".to_owned());
        }
    }
}

fn empty_element(empty: &BytesStart<'_>, depth: &[Vec<u8>], page: &mut Page<'_>) {
    match (depth.len(), empty.name().as_ref()) {
        (1, b"redirect") => page.redirect = true,
        (2, b"text") => page.text = Cow::Borrowed(""),
        _ => {}
    }
}

fn skip(reader: &mut Reader<&[u8]>, name: QName<'_>) -> Result<(), String> {
    reader
        .read_to_end(name)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn trimmed(reader: &mut Reader<&[u8]>, name: QName<'_>) -> Result<String, String> {
    Ok(text_of(reader, name)?.trim().to_owned())
}

/// Text of an element up to its end, with references decoded.
fn text_of<'a>(reader: &mut Reader<&'a [u8]>, name: QName<'_>) -> Result<Cow<'a, str>, String> {
    let raw = reader.read_text(name).map_err(|error| error.to_string())?;
    Ok(match raw.into_inner() {
        Cow::Borrowed(bytes) => match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => unescaped(text),
            Cow::Owned(text) => Cow::Owned(unescaped(&text).into_owned()),
        },
        Cow::Owned(bytes) => Cow::Owned(unescaped(&String::from_utf8_lossy(&bytes)).into_owned()),
    })
}

/// Decodes references. Entities that XML does not know have no text.
fn unescaped(text: &str) -> Cow<'_, str> {
    unescape_with(text, |name| resolve_xml_entity(name).or(Some(""))).unwrap_or_else(|_| {
        // A lone `&`, or the number of no character: what can be decoded is.
        let mut decoded = String::with_capacity(text.len());
        crate::entity::decode_all(text, &mut decoded);
        Cow::Owned(decoded)
    })
}

/// Returns the id of a page without reading it.
pub(super) fn id_of(xml: &[u8]) -> Option<u64> {
    let start = memchr::memmem::find(xml, b"<id>")? + 4;
    let length = memchr::memchr(b'<', xml.get(start..)?)?;
    std::str::from_utf8(&xml[start..start + length])
        .ok()?
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_with_its_last_revision() {
        let xml = "<page><title>A &amp; B</title><ns>0</ns><id>7</id><redirect title=\"C\" />\
            <revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp><text bytes=\"3\">alt</text></revision>\
            <revision><id>2</id><contributor><username>U</username><id>9</id></contributor>\
            <timestamp>2024-05-01T00:00:00Z</timestamp><model>wikitext</model>\
            <text xml:space=\"preserve\">neu &lt;b&gt; &quot;x&quot; &amp;nbsp; &evil; &#x4E01;</text></revision></page>";
        let page = read(xml.as_bytes()).unwrap();
        assert_eq!(
            (page.title.as_str(), page.id, page.redirect),
            ("A & B", Some(7), true)
        );
        assert_eq!(page.revision.as_deref(), Some("2"));
        assert_eq!(page.timestamp.as_deref(), Some("2024-05-01T00:00:00Z"));
        assert_eq!(page.text, "neu <b> \"x\" &nbsp;  丁");
        assert_eq!(id_of(xml.as_bytes()), Some(7));
    }

    #[test]
    fn damaged_pages_are_told_and_lone_signs_are_text() {
        assert!(read(b"<page><title>a</page>").is_err());
        assert!(read(b"<page><title>a</title>").is_err());
        assert!(read(b"").is_err());
        let page = read(
            "<page><revision><text>R & D &#xD800; \u{FFFD}</text></revision></page>".as_bytes(),
        );
        assert_eq!(page.unwrap().text, "R & D &#xD800; \u{FFFD}");
        let page = read(b"<page><title>\xFF</title><revision><text/></revision></page>").unwrap();
        assert_eq!(page.title, "\u{FFFD}");
    }
}
