//! Header of a dump: the site, its language and its namespaces.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::address;
use crate::packed::{Step, Unpack};
use crate::wikitext::Namespaces;

/// Number of bytes within which the header ends.
const HEADER_WITHIN: usize = 1 << 20;

/// What a dump says about its site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// Its name; empty if the dump has no header.
    pub(crate) name: String,
    /// Code of its language.
    pub(crate) language: Option<String>,
    /// Part of all addresses before the title.
    pub(crate) prefix: Option<String>,
    /// Licence of its pages.
    pub(crate) licence: Option<String>,
    /// Names that its links use.
    pub(crate) names: Namespaces,
}

impl Site {
    /// Reads the header. A dump without one, or with a damaged one, still has pages.
    pub(crate) fn read(bytes: &mut dyn Unpack, day: Option<&str>) -> Self {
        let mut start = Vec::new();
        while start.len() < HEADER_WITHIN
            && memchr::memmem::find(&start, b"</siteinfo>").is_none()
            && memchr::memmem::find(&start, b"<page>").is_none()
        {
            match bytes.step(&mut start) {
                Step::Bytes | Step::RangeEnd => {}
                Step::Gap(_) | Step::End => break,
            }
        }
        Self::parse(&start, day)
    }

    fn parse(start: &[u8], day: Option<&str>) -> Self {
        let mut site = Self::default();
        let mut base = String::new();
        let mut reader = Reader::from_reader(start);
        reader.config_mut().check_end_names = false;
        // Damage ends the header where it stands.
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(element) => match element.name().as_ref() {
                    b"mediawiki" => site.language = attribute(&element, b"xml:lang"),
                    b"sitename" => site.name = text(&mut reader, &element),
                    b"base" => base = text(&mut reader, &element),
                    b"namespace" => {
                        let key = attribute(&element, b"key").and_then(|key| key.parse().ok());
                        let name = text(&mut reader, &element);
                        if let Some(key) = key {
                            site.names.add(key, &name);
                        }
                    }
                    b"page" => break,
                    _ => {}
                },
                Event::End(end) if end.name().as_ref() == b"siteinfo" => break,
                Event::Eof => break,
                _ => {}
            }
        }
        site.prefix = address::prefix(&base);
        site.licence = address::licence(&base, day);
        let language = site.language.as_deref().unwrap_or_default();
        site.name = address::site_name(&site.name, &base, language);
        site
    }
}

fn attribute(element: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let value = element.try_get_attribute(name).ok()??.value;
    let value = String::from_utf8_lossy(&value).trim().to_owned();
    (!value.is_empty()).then_some(value)
}

fn text(reader: &mut Reader<&[u8]>, element: &BytesStart<'_>) -> String {
    let mut decoded = String::new();
    if let Ok(raw) = reader.read_text(element.name()) {
        crate::entity::decode_all(String::from_utf8_lossy(&raw).trim(), &mut decoded);
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_says_what_the_site_is() {
        let site = Site::parse(
            "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY a \"b\">]><mediawiki xml:lang=\"zh\"><siteinfo>\
             <sitename>Wikipedia</sitename><base>https://zh.wikipedia.org/wiki/Wikipedia:x</base>\
             <namespaces><namespace key=\"6\" case=\"first-letter\">文件</namespace><namespace key=\"0\" />\
             </namespaces></siteinfo><page>"
                .as_bytes(),
            Some("2024-05-01"),
        );
        assert_eq!(site.name, "维基百科");
        assert_eq!(site.language.as_deref(), Some("zh"));
        assert_eq!(
            site.prefix.as_deref(),
            Some("https://zh.wikipedia.org/wiki/")
        );
        assert_eq!(site.licence.as_deref(), Some("CC BY-SA 4.0"));
        assert_eq!(Site::parse(b"\xFF<<", None).name, "");
    }
}
