//! Reads information about how a PDF was made from the XMP of the document, for what its information dictionary does not state. Pictures
//! in the file may have XMP of their own, which is not read.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Stream};

use crate::Metadata;
use crate::docx::xml::unescaped;

/// Maximum length of a packet that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Fills in the fields that `metadata` lacks.
pub(super) fn complete(metadata: &mut Metadata, pdf: &Pdf) {
    let references = pdf.xref();
    let catalog = references.get::<Dict<'_>>(references.root_id());
    let packet = catalog.and_then(|catalog| catalog.get::<Stream<'_>>("Metadata"));
    if let Some(packet) = packet.and_then(|packet| packet.decoded_data().ok()) {
        complete_from(metadata, &packet[..packet.len().min(LONGEST)]);
    }
}

fn complete_from(metadata: &mut Metadata, packet: &[u8]) {
    let packet = String::from_utf8_lossy(packet);
    for (field, name) in [
        (&mut metadata.title, "dc:title"),
        (&mut metadata.author, "dc:creator"),
        (&mut metadata.application, "xmp:CreatorTool"),
        (&mut metadata.pdf_producer, "pdf:Producer"),
        (&mut metadata.created, "xmp:CreateDate"),
        (&mut metadata.modified, "xmp:ModifyDate"),
    ] {
        if field.is_none() {
            *field = property(&packet, name);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_xmp_of_a_picture_is_not_that_of_the_document() {
        let xmp = |author: &str| {
            let packet = format!("<rdf:RDF><dc:creator>{author}</dc:creator></rdf:RDF>");
            let length = packet.len();
            format!("<</Type/Metadata/Length {length}>>stream\n{packet}\nendstream")
        };
        let author = |catalog: &str| {
            let objects = [
                format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"),
                "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_owned(),
                xmp("student"),
                xmp("photographer"),
            ];
            let mut file = "%PDF-1.4\n".to_owned();
            for (number, object) in (1_u8..).zip(objects) {
                file += &[&number.to_string(), " 0 obj", &object, "endobj\n"].concat();
            }
            file.push_str("trailer<</Root 1 0 R/Size 6>>\n");
            let mut metadata = Metadata::default();
            complete(&mut metadata, &Pdf::new(file.into_bytes()).unwrap());
            metadata.author
        };
        assert_eq!(author("/Metadata 4 0 R").as_deref(), Some("student"));
        assert_eq!(author(""), None);
    }

    #[test]
    fn elements_lists_and_attributes_are_read_and_what_is_known_stays() {
        let file = "<rdf:RDF><rdf:Description pdf:Producer='P &amp; Q' xmp:CreateDate=\"2024-05-20T08:00:00Z\">\
            <dc:creator><rdf:Seq><rdf:li>学生未</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt>\
            <rdf:li xml:lang=\"x-default\">题</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>";
        let mut metadata = Metadata {
            title: Some("论文".to_owned()),
            ..Metadata::default()
        };
        complete_from(&mut metadata, file.as_bytes());
        assert_eq!(metadata.title.as_deref(), Some("论文"));
        assert_eq!(metadata.author.as_deref(), Some("学生未"));
        assert_eq!(metadata.pdf_producer.as_deref(), Some("P & Q"));
        assert_eq!(metadata.created.as_deref(), Some("2024-05-20T08:00:00Z"));
        assert_eq!(metadata.modified, None);
        complete_from(&mut metadata, b"<rdf:RDF><dc:title><rdf:li");
    }
}
