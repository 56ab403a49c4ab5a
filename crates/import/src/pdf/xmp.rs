//! Reads information about how a PDF was made from XMP, for what its information dictionary does not state. The packet
//! is searched for in the bytes of the file, because programs leave it uncompressed for this purpose.

use crate::Metadata;

/// Maximum length of a packet that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Fills in the fields that `metadata` lacks.
pub(super) fn complete(metadata: &mut Metadata, bytes: &[u8]) {
    // The last packet is the newest: a changed file has its old versions before it.
    let Some(start) = bytes.windows(8).rposition(|window| window == b"<rdf:RDF") else {
        return;
    };
    let packet = String::from_utf8_lossy(&bytes[start..bytes.len().min(start + LONGEST)]);
    let packet = packet.split("</rdf:RDF>").next().unwrap_or_default();
    for (field, name) in [
        (&mut metadata.title, "dc:title"),
        (&mut metadata.author, "dc:creator"),
        (&mut metadata.application, "xmp:CreatorTool"),
        (&mut metadata.pdf_producer, "pdf:Producer"),
        (&mut metadata.created, "xmp:CreateDate"),
        (&mut metadata.modified, "xmp:ModifyDate"),
    ] {
        if field.is_none() {
            *field = property(packet, name);
        }
    }
}

/// Returns the value of a property, written as an element or as an attribute; `None` if it is missing or empty.
fn property(packet: &str, name: &str) -> Option<String> {
    let element = packet
        .split_once(&format!("<{name}>"))
        .and_then(|(_, rest)| {
            let (inside, _) = rest.split_once(&format!("</{name}>"))?;
            // Of a list, or of a choice of languages, the first entry counts.
            match inside.split_once("<rdf:li") {
                Some((_, entry)) => entry.split_once('>')?.1.split('<').next(),
                None => inside.split('<').next(),
            }
        });
    let attribute = || {
        let (_, rest) = packet.split_once(&format!(" {name}="))?;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split(quote).next()
    };
    let value = unescaped(element.or_else(attribute)?.trim());
    (!value.is_empty()).then_some(value)
}

/// Replaces the five predefined entities of XML.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lists_and_attributes_are_read_and_what_is_known_stays() {
        let file = "<rdf:RDF><rdf:Description pdf:Producer='P &amp; Q' xmp:CreateDate=\"2024-05-20T08:00:00Z\">\
            <dc:creator><rdf:Seq><rdf:li>学生未</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt>\
            <rdf:li xml:lang=\"x-default\">题</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>";
        let mut metadata = Metadata {
            title: Some("论文".to_owned()),
            ..Metadata::default()
        };
        complete(&mut metadata, file.as_bytes());
        assert_eq!(metadata.title.as_deref(), Some("论文"));
        assert_eq!(metadata.author.as_deref(), Some("学生未"));
        assert_eq!(metadata.pdf_producer.as_deref(), Some("P & Q"));
        assert_eq!(metadata.created.as_deref(), Some("2024-05-20T08:00:00Z"));
        assert_eq!(metadata.modified, None);
        complete(&mut metadata, b"<rdf:RDF><dc:title><rdf:li");
    }
}
