//! Builder for the Word files of the tests, part by part.

use crate::zip_sample::zipped;

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/// Namespace declarations of every main part.
pub(crate) const SPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
    xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
    xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
    xmlns:v="urn:schemas-microsoft-com:vml""#;

/// Word file under construction.
#[derive(Clone, Default)]
pub(crate) struct Sample {
    parts: Vec<(String, Vec<u8>)>,
    relations: String,
}

impl Sample {
    /// Creates a file whose main part has these body elements.
    pub(crate) fn body(body: &str) -> Self {
        Self::default().main(&format!(
            "<w:document {SPACES}><w:body>{body}</w:body></w:document>"
        ))
    }

    /// Sets the XML of the main part.
    pub(crate) fn main(self, xml: &str) -> Self {
        self.raw("word/document.xml", xml.as_bytes())
    }

    /// Adds a part beside the main one, with a relationship to it.
    pub(crate) fn part(mut self, kind: &str, name: &str, xml: &str) -> Self {
        use std::fmt::Write;
        let id = self.parts.len();
        write!(
            self.relations,
            r#"<Relationship Id="r{id}" Type="{RELATIONS}/{kind}" Target="{name}"/>"#
        )
        .unwrap();
        self.raw(&format!("word/{name}"), xml.as_bytes())
    }

    /// Adds styles, settings, notes or a header: `inside` holds the elements inside its outermost one.
    pub(crate) fn tied(self, kind: &str, inside: &str) -> Self {
        let outer = match kind {
            "header" => "hdr",
            "footer" => "ftr",
            other => other,
        };
        let name = format!("{kind}{}.xml", self.parts.len());
        self.part(
            kind,
            &name,
            &format!("<w:{outer} {SPACES}>{inside}</w:{outer}>"),
        )
    }

    /// Adds any file to the zip.
    pub(crate) fn raw(mut self, name: &str, bytes: &[u8]) -> Self {
        self.parts.push((name.to_owned(), bytes.to_vec()));
        self
    }

    /// Replaces the bytes of a part.
    pub(super) fn replacing(mut self, name: &str, bytes: &[u8]) -> Self {
        for (_, old) in self.parts.iter_mut().filter(|(part, _)| part == name) {
            *old = bytes.to_vec();
        }
        self
    }

    /// Returns the file, with relationships to the usual main part.
    pub(crate) fn bytes(mut self) -> Vec<u8> {
        let relations = std::mem::take(&mut self.relations);
        self.raw(
            "_rels/.rels",
            format!(
                r#"<Relationships><Relationship Id="a" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/>
                <Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#
            )
            .as_bytes(),
        )
        .raw(
            "word/_rels/document.xml.rels",
            format!("<Relationships>{relations}</Relationships>").as_bytes(),
        )
        .zipped()
    }

    /// Returns the zip of the parts as they are.
    pub(crate) fn zipped(self) -> Vec<u8> {
        zipped(self.parts)
    }
}

/// Returns a zip of parts, each with its name and its text.
pub(crate) fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let add = |sample: Sample, (name, text): &(&str, &str)| sample.raw(name, text.as_bytes());
    parts.iter().fold(Sample::default(), add).zipped()
}

/// Paragraph of one run.
pub(crate) fn p(text: &str) -> String {
    format!("<w:p>{}</w:p>", r("", text))
}

/// Run with properties.
pub(crate) fn r(properties: &str, text: &str) -> String {
    format!(r#"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>"#)
}
