//! Reader for `OpenDocument` text (odt): paragraphs, tables, notes, text boxes. Deleted text, comments and hidden text
//! are left out.
//!
//! Formulas are embedded documents, read where they stand. Running heads, which are stored with the styles, are not read.

mod formulas;
mod metadata;

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use super::docx::xml::decode;
use super::formula::{Form, Piece};
use super::{Extracted, Format, ImportCause, Metadata, Places, Warning};
use chachong_text::LineBreaks;
use formulas::formulas;
use metadata::read_metadata;

/// Maximum size of one unpacked XML part, in bytes.
const MAXIMUM_XML_BYTES: u64 = 128 << 20;
/// Maximum number of spaces for one `text:s`: more carry no meaning.
const MOST_SPACES: usize = 64;

/// Elements that are not text: deletions, comments, numbers of notes, pronunciations (ruby), form controls.
const LEFT_OUT: [&[u8]; 11] = [
    b"text:tracked-changes",
    b"office:annotation",
    b"text:note-citation",
    b"text:ruby-text",
    b"office:forms",
    b"office:scripts",
    b"text:sequence-decls",
    b"svg:title",
    // Of a document that is one XML file: running heads, pictures, the markup of formulas.
    b"office:master-styles",
    b"office:binary-data",
    b"math:annotation",
];

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Reads a text or presentation: a package, or one XML file (fodt, fodp).
pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    if bytes.starts_with(b"PK") {
        return read_package(bytes);
    }
    let xml = decode(bytes.to_vec());
    if !xml.contains("office:document") {
        return Err(ImportCause::WrongContent {
            expected: Format::Odt,
        });
    }
    let metadata = (xml.split_once("<office:meta"))
        .and_then(|(_, rest)| rest.split_once("</office:meta>"))
        .map(|(meta, _)| read_metadata(&format!("<office:meta{meta}</office:meta>")))
        .unwrap_or_default();
    read_content(&xml, Body::default(), metadata)
}

fn read_package(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if let Some(manifest) = part(&mut archive, "META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(ImportCause::Encrypted);
    }
    let Some(content) = part(&mut archive, "content.xml")? else {
        return Err(ImportCause::WrongContent {
            expected: Format::Odt,
        });
    };
    let metadata = part(&mut archive, "meta.xml")?
        .map(|xml| read_metadata(&xml))
        .unwrap_or_default();
    let body = Body {
        formulas: formulas(&mut archive, &content),
        ..Body::default()
    };
    read_content(&content, body, metadata)
}

fn read_content(xml: &str, mut body: Body, metadata: Metadata) -> Result<Extracted, ImportCause> {
    body.read(xml)?;
    let mut warnings = Vec::new();
    if body.text.trim().is_empty() {
        warnings.push(Warning::NoText);
    }
    if !body.hidden.is_empty() {
        warnings.push(Warning::HiddenText {
            places: body.hidden,
        });
    }
    Ok(Extracted {
        text: body.text,
        breaks: LineBreaks::Paragraph,
        pages: Vec::new(),
        exclusions: Vec::new(),
        encoding: None,
        reader: None,
        metadata,
        warnings,
        recognised: None,
        layer: None,
    })
}

fn damaged(error: &dyn std::fmt::Display) -> ImportCause {
    ImportCause::Damaged {
        detail: error.to_string(),
    }
}

fn part(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, ImportCause> {
    part_within(archive, name, MAXIMUM_XML_BYTES)
}

/// Unpacks a part to at most `most` bytes; `None` if there is none.
fn part_within(
    archive: &mut Archive<'_>,
    name: &str,
    most: u64,
) -> Result<Option<String>, ImportCause> {
    let file = match archive.by_name(name) {
        Ok(file) => file,
        Err(ZipError::FileNotFound) => return Ok(None),
        Err(error) => return Err(damaged(&error)),
    };
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| damaged(&error))?;
    if bytes.len() as u64 > most {
        return Err(ImportCause::UnpacksTooLarge {
            limit: MAXIMUM_XML_BYTES,
        });
    }
    Ok(Some(String::from_utf8(bytes).unwrap_or_else(|error| {
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    })))
}

/// Paragraph being read; notes and text boxes inside it have levels of their own.
#[derive(Default)]
struct Level {
    /// Number of open `text:p` and `text:h` (in sound files they do not nest on one level).
    paragraphs: usize,
    line: String,
    /// Text of notes and boxes, which follows the paragraph.
    later: String,
    /// The last formula in the line, with its place in bytes.
    formula: Option<(usize, Piece)>,
}

#[derive(Default)]
struct Body {
    text: String,
    hidden: Places,
    /// Names of styles whose text is not displayed.
    hidden_styles: HashSet<Vec<u8>>,
    /// Name of the style being defined; `None` outside definitions.
    style: Option<Vec<u8>>,
    level: Level,
    outer: Vec<Level>,
    /// Depth inside an element that is left out, 0 outside; `skipped_as_hidden` is set if it is hidden text.
    skipped: usize,
    skipped_as_hidden: bool,
    characters: u64,
    /// Formulas by the names of their folders.
    formulas: HashMap<String, Piece>,
    /// Whether a formula stands in the frame that is open; a description of it is no text.
    is_in_frame_of_formula: bool,
}

impl Body {
    fn read(&mut self, xml: &str) -> Result<(), ImportCause> {
        let mut reader = Reader::from_str(xml);
        loop {
            match reader.read_event().map_err(|error| damaged(&error))? {
                Event::Start(element) => self.start(&element),
                Event::Empty(element) => {
                    self.start(&element);
                    self.end(element.name().as_ref());
                }
                Event::End(element) => self.end(element.name().as_ref()),
                Event::Text(text) => self.characters(&text.decode().map_err(|e| damaged(&e))?),
                Event::CData(text) => self.characters(&text.decode().map_err(|e| damaged(&e))?),
                Event::GeneralRef(reference) => {
                    if let Ok(Some(c)) = reference.resolve_char_ref() {
                        self.characters(c.encode_utf8(&mut [0; 4]));
                    } else if let Ok(name) = reference.decode()
                        && let Some(text) = resolve_predefined_entity(&name)
                    {
                        self.characters(text);
                    }
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        // The file may end inside a paragraph.
        while let Some(outer) = self.outer.pop() {
            self.close_level(outer);
        }
        self.flush();
        Ok(())
    }

    fn start(&mut self, element: &BytesStart<'_>) {
        let name = element.name();
        let name = name.as_ref();
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        let styled_hidden = || {
            attribute(element, b"text:style-name").is_some_and(|s| self.hidden_styles.contains(&s))
        };
        let hidden = match name {
            b"text:hidden-text" | b"text:hidden-paragraph" => true,
            b"text:span" | b"text:p" | b"text:h" => styled_hidden(),
            b"text:section" => attribute(element, b"text:display").as_deref() == Some(b"none"),
            _ => false,
        };
        let is_description = name == b"svg:desc" && self.is_in_frame_of_formula;
        if hidden || is_description || LEFT_OUT.contains(&name) {
            self.skipped = 1;
            self.skipped_as_hidden = hidden;
            if hidden {
                self.hidden.add(self.characters, 0);
            }
            return;
        }
        match name {
            b"style:style" => self.style = attribute(element, b"style:name"),
            b"style:text-properties" => {
                if attribute(element, b"text:display").as_deref() == Some(b"none")
                    && let Some(style) = self.style.take()
                {
                    self.hidden_styles.insert(style);
                }
            }
            b"text:p" | b"text:h" => self.level.paragraphs += 1,
            b"text:note-body" | b"draw:text-box" => {
                self.outer.push(std::mem::take(&mut self.level));
            }
            b"draw:frame" => self.is_in_frame_of_formula = false,
            b"draw:object" => {
                if let Some(reference) = attribute(element, b"xlink:href") {
                    self.formula(&String::from_utf8_lossy(&reference));
                }
            }
            b"text:tab" => self.level.line.push('\t'),
            b"text:line-break" => self.level.line.push('\n'),
            b"text:s" => {
                let count = attribute(element, b"text:c")
                    .and_then(|c| String::from_utf8(c).ok()?.parse().ok())
                    .unwrap_or(1);
                self.level
                    .line
                    .extend(std::iter::repeat_n(' ', count.min(MOST_SPACES)));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match name {
            b"style:style" => self.style = None,
            b"draw:frame" => self.is_in_frame_of_formula = false,
            b"text:p" | b"text:h" => {
                self.level.paragraphs = self.level.paragraphs.saturating_sub(1);
                self.flush();
            }
            b"text:note-body" | b"draw:text-box" => {
                if let Some(outer) = self.outer.pop() {
                    self.close_level(outer);
                }
            }
            _ => {}
        }
    }

    /// Adds the formula of an embedded document.
    fn formula(&mut self, reference: &str) {
        let folder = reference.trim_start_matches("./").trim_end_matches('/');
        // Each stands once: a file that names one again and again would have no end.
        let Some(formula) = self.formulas.remove(folder) else {
            return;
        };
        self.is_in_frame_of_formula = true;
        if self.level.paragraphs > 0 {
            let start = self.level.line.len();
            self.level.line.push_str(&formula.finish(Form::Inline).text);
            self.level.formula = Some((start, formula));
        }
    }

    /// Ends the paragraph: adds it to the text, or to the text that follows the paragraph around it.
    fn flush(&mut self) {
        let mut paragraph = std::mem::take(&mut self.level.line);
        // A formula alone in its paragraph may have several lines.
        if let Some((start, formula)) = self.level.formula.take()
            && paragraph[..start].trim().is_empty()
            && paragraph[start..].trim() == formula.finish(Form::Inline).text
        {
            paragraph = formula.finish(Form::Display).text;
        }
        let later = std::mem::take(&mut self.level.later);
        if !paragraph.is_empty() {
            paragraph.push('\n');
        }
        paragraph.push_str(&later);
        if let Some(outer) = self.outer.last_mut() {
            outer.later.push_str(&paragraph);
        } else {
            self.characters += paragraph.chars().count() as u64;
            self.text.push_str(&paragraph);
        }
    }

    fn close_level(&mut self, outer: Level) {
        self.outer.push(outer);
        self.flush();
        self.level = self.outer.pop().unwrap_or_default();
    }

    fn characters(&mut self, text: &str) {
        if self.skipped > 0 {
            if self.skipped_as_hidden {
                self.hidden.count += text.chars().filter(|c| !c.is_whitespace()).count() as u64;
            }
            return;
        }
        if self.level.paragraphs == 0 {
            return;
        }
        // White space in the XML is one space, and none at the start of a paragraph.
        for c in text.chars() {
            if !matches!(c, ' ' | '\t' | '\n' | '\r') {
                self.level.line.push(c);
            } else if !self.level.line.is_empty() && !self.level.line.ends_with([' ', '\n', '\t']) {
                self.level.line.push(' ');
            }
        }
    }
}

fn attribute(element: &BytesStart<'_>, name: &[u8]) -> Option<Vec<u8>> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::formula::formula_of;
    use super::*;

    fn body(xml: &str) -> Body {
        let mut body = Body::default();
        body.read(xml).unwrap();
        body
    }

    #[test]
    fn paragraphs_notes_boxes_and_white_space() {
        let xml = "<office:text><text:tracked-changes><text:p>删去</text:p></text:tracked-changes>\n\
            <text:h>标题</text:h>\n <text:p> 甲<text:s text:c=\"2\"/>乙<text:tab/>丙&amp;&#x4E01;\n戊<text:line-break/>己\
            <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>脚注</text:p></text:note-body>\
            </text:note>庚<draw:text-box><text:p>框一</text:p><text:p>框二</text:p></draw:text-box>\
            <office:annotation><text:p>批注</text:p></office:annotation></text:p>\
            <table:table><table:table-cell><text:p>格</text:p></table:table-cell></table:table></office:text>";
        assert_eq!(
            body(xml).text,
            "标题\n甲  乙\t丙&丁 戊\n己庚\n脚注\n框一\n框二\n格\n"
        );
    }

    #[test]
    fn formulas_stand_where_their_objects_are() {
        let table = "<math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr>\
            <mtr><mtd/><mtd><mo>=</mo><mi>c</mi></mtd></mtr></mtable></math>";
        let formulas = [
            ("Object 1", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"),
            ("Object 2", table),
        ];
        let mut body = Body {
            formulas: (formulas.iter())
                .map(|(name, xml)| ((*name).to_owned(), formula_of(xml).unwrap()))
                .collect(),
            ..Body::default()
        };
        let object = |name: &str| {
            format!(
                "<draw:frame><draw:object xlink:href=\"./{name}\"/><svg:desc>公式</svg:desc></draw:frame>"
            )
        };
        let xml = format!(
            "<x><text:p>设{}为正<draw:frame><svg:desc>图</svg:desc></draw:frame></text:p><text:p>{}</text:p><text:p>{}</text:p></x>",
            object("Object 1"),
            object("Object 2"),
            object("Object 1")
        );
        body.read(&xml).unwrap();
        assert_eq!(body.text, "设x^2为正图\na=b\n=c\n公式\n");
    }

    #[test]
    fn hidden_text_is_left_out_and_counted() {
        let xml = "<x><style:style style:name=\"T1\"><style:text-properties text:display=\"none\"/></style:style>\
            <text:p>看<text:span text:style-name=\"T1\">藏起来</text:span>见<text:hidden-text>也藏</text:hidden-text></text:p></x>";
        let body = body(xml);
        assert_eq!((body.text.as_str(), body.hidden.count), ("看见\n", 5));
    }

    #[test]
    fn broken_xml_is_an_error_and_depth_no_danger() {
        let mut body = Body::default();
        assert!(body.read("<a><b></a>").is_err());
        let deep = "<draw:text-box>".repeat(100_000) + "<text:p>底";
        let mut body = Body::default();
        let _ = body.read(&deep);
        assert_eq!(body.text.trim(), "底");
    }
}
