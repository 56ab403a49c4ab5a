//! Information in an `OpenDocument` text about how it was made.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::super::Metadata;
use super::super::docx::xml::text_of;

/// Reads `meta.xml`; from a broken one the values before the break.
pub(super) fn read_metadata(xml: &str) -> Metadata {
    let mut metadata = Metadata::default();
    let mut reader = Reader::from_str(xml);
    let (mut name, mut value) = (Vec::new(), String::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                name = element.name().as_ref().to_vec();
                value.clear();
            }
            Ok(Event::End(_)) => {
                let text = Some(value.trim().to_owned()).filter(|text| !text.is_empty());
                match name.as_slice() {
                    b"dc:title" => metadata.title = text,
                    b"meta:initial-creator" => metadata.author = text,
                    b"dc:creator" => metadata.last_editor = text,
                    b"meta:generator" => metadata.application = text,
                    b"meta:creation-date" => metadata.created = text,
                    b"dc:date" => metadata.modified = text,
                    b"meta:editing-cycles" => {
                        metadata.revision = text.and_then(|text| text.parse().ok());
                    }
                    b"meta:editing-duration" => {
                        metadata.editing_minutes = text.and_then(|text| minutes(&text));
                    }
                    _ => {}
                }
                name.clear();
            }
            Ok(Event::Eof) | Err(_) => return metadata,
            Ok(text) => value.extend(text_of(&text)),
        }
    }
}

/// Converts a duration to minutes: `PT1H5M30S` -> 65. `None` if it is malformed.
fn minutes(duration: &str) -> Option<u32> {
    let (mut minutes, mut number) = (0_u32, 0_u32);
    for c in duration.strip_prefix('P')?.chars() {
        match c {
            'T' => {}
            '0'..='9' => number = number.checked_mul(10)?.checked_add(c.to_digit(10)?)?,
            _ => {
                let unit = match c {
                    'D' => 24 * 60,
                    'H' => 60,
                    'M' => 1,
                    _ => 0,
                };
                minutes = minutes.checked_add(number.checked_mul(unit)?)?;
                number = 0;
            }
        }
    }
    Some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_and_durations() {
        let metadata = read_metadata(
            "<m><meta:initial-creator>王&amp;李</meta:initial-creator><meta:editing-duration>P1DT1H5M30S</meta:editing-duration>\
             <meta:editing-cycles>4</meta:editing-cycles></m>",
        );
        assert_eq!(metadata.author.as_deref(), Some("王&李"));
        assert_eq!(
            (metadata.editing_minutes, metadata.revision),
            (Some(1505), Some(4))
        );
        assert_eq!(minutes("nonsense"), None);
    }
}
