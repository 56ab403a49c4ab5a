//! Converts Word documents that are a single XML file to the package that the reader knows: Word 2003 XML, and flat OPC
//! packages.
//!
//! Word, WPS and LibreOffice save both, often with the extension .doc. Their element names are those of a docx; what
//! differs is where notes, running heads, styles and deleted text are.

use std::io::{Cursor, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesStart, Event};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::super::ImportCause;
use super::super::transfer::base64;
use super::xml::{Space, Xml, attribute, decode};

const WORD_2003: &str = "http://schemas.microsoft.com/office/word/2003/wordml";
const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Name and content of a part.
type Part = (String, Vec<u8>);

/// Makes a package of a document that is one XML file.
pub(crate) fn package(bytes: &[u8]) -> Result<Vec<u8>, ImportCause> {
    let text = decode(bytes.to_vec());
    let is_package = text.contains("http://schemas.microsoft.com/office/2006/xmlPackage");
    let parts = if is_package {
        flat_parts(&text)
    } else {
        Converter::parts(&text.replace(WORD_2003, WORD))
    };
    let parts = parts.map_err(|detail| ImportCause::Damaged { detail })?;
    zipped(&parts).map_err(|error| ImportCause::damaged(&error))
}

fn zipped(parts: &[Part]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in parts {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Reads the parts of a package that was laid flat.
fn flat_parts(text: &str) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    let mut xml = Xml::new(text);
    // Declarations around the part that is open, which its XML may use.
    let mut declared: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    let mut name = String::new();
    loop {
        let (_, event) = xml.next()?;
        match event {
            Event::Eof => return Ok(parts),
            Event::Start(start) => {
                declared.extend(declarations(&start));
                match start.local_name().as_ref() {
                    b"part" => {
                        let stated = attribute(&start, b"name").unwrap_or_default();
                        stated.trim_start_matches('/').clone_into(&mut name);
                    }
                    b"xmlData" => parts.push((name.clone(), inner_xml(&mut xml, &declared)?)),
                    b"binaryData" => parts.push((name.clone(), base64(&inner_text(&mut xml)?))),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Lists the namespaces that an element declares for prefixes.
fn declarations(start: &BytesStart<'_>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut attributes = start.attributes();
    let all = attributes.with_checks(false).flatten();
    all.filter(|attribute| attribute.key.as_ref().starts_with(b"xmlns:"))
        .map(|attribute| (attribute.key.as_ref().to_vec(), attribute.value.to_vec()))
        .collect()
}

/// Copies what stands inside the open element; its own root gets the declarations that stand around it.
fn inner_xml(xml: &mut Xml<'_>, declared: &[(Vec<u8>, Vec<u8>)]) -> Result<Vec<u8>, String> {
    let mut writer = Writer::new(Vec::new());
    let mut depth = 0_usize;
    loop {
        let (_, event) = xml.next()?;
        match event {
            Event::Eof => break,
            Event::End(_) if depth == 0 => break,
            Event::Start(mut start) => {
                if depth == 0 {
                    let own = declarations(&start);
                    let mut added: Vec<&[u8]> =
                        own.iter().map(|(name, _)| name.as_slice()).collect();
                    for (name, value) in declared.iter().rev() {
                        if !added.contains(&name.as_slice()) {
                            added.push(name);
                            start.push_attribute((name.as_slice(), value.as_slice()));
                        }
                    }
                }
                depth += 1;
                write(&mut writer, Event::Start(start))?;
            }
            Event::End(end) => {
                depth -= 1;
                write(&mut writer, Event::End(end))?;
            }
            event => write(&mut writer, event)?,
        }
    }
    Ok(writer.into_inner())
}

/// Returns the text inside the open element.
fn inner_text(xml: &mut Xml<'_>) -> Result<Vec<u8>, String> {
    let (mut text, mut depth) = (Vec::new(), 0_usize);
    loop {
        match xml.next()?.1 {
            Event::Eof => return Ok(text),
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 0 => return Ok(text),
            Event::End(_) => depth -= 1,
            Event::Text(piece) => text.extend_from_slice(&piece),
            Event::CData(piece) => text.extend_from_slice(&piece),
            _ => {}
        }
    }
}

fn write(writer: &mut Writer<Vec<u8>>, event: Event<'_>) -> Result<(), String> {
    writer.write_event(event).map_err(|error| error.to_string())
}

/// Part that an element of Word 2003 XML goes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Main,
    Footnote,
    Endnote,
    Header,
    Footer,
    Styles,
    Settings,
    Properties,
}

/// Content of one target that is open.
struct Open {
    target: Target,
    /// Number of open elements around it.
    depth: usize,
    /// Number of the last note that began.
    id: usize,
    writer: Writer<Vec<u8>>,
}

/// Distributes the elements of Word 2003 XML to the parts of a package.
#[derive(Default)]
struct Converter {
    /// Attributes of the root, which declare the namespaces.
    root: String,
    open: Vec<Open>,
    /// For each open element, the text that its end writes: the element's own end, another text, or nothing.
    ends: Vec<Ending>,
    /// Number of open elements inside one that is left out; 0 outside.
    skipped: usize,
    footnotes: Vec<u8>,
    endnotes: Vec<u8>,
    notes: usize,
    heads: Vec<(Target, Vec<u8>)>,
    styles: Vec<u8>,
    settings: Vec<u8>,
    properties: Vec<u8>,
}

enum Ending {
    Own,
    Nothing,
    Deletion,
}

impl Converter {
    fn parts(text: &str) -> Result<Vec<Part>, String> {
        let mut converter = Self::default();
        let mut xml = Xml::new(text);
        loop {
            let (space, event) = xml.next()?;
            match event {
                Event::Eof => return converter.finish(),
                Event::Start(_) if converter.skipped > 0 => converter.skipped += 1,
                Event::End(_) if converter.skipped > 0 => converter.skipped -= 1,
                Event::Start(start) => converter.start(space, start)?,
                Event::End(end) => converter.end(Event::End(end))?,
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_)
                    if converter.skipped == 0 =>
                {
                    converter.write(event)?;
                }
                _ => {}
            }
        }
    }

    fn start(&mut self, space: Space, start: BytesStart<'_>) -> Result<(), String> {
        if self.open.is_empty() {
            let name = start.name().as_ref().len();
            // The declarations of the root hold for all parts.
            self.root = String::from_utf8_lossy(&start[name..]).into_owned();
            self.begin(Target::Main);
            self.ends.push(Ending::Nothing);
            return Ok(());
        }
        let local = start.local_name();
        let target = match (space, local.as_ref()) {
            (Space::Word, b"footnote") => Some(Target::Footnote),
            (Space::Word, b"endnote") => Some(Target::Endnote),
            (Space::Word, b"hdr") => Some(Target::Header),
            (Space::Word, b"ftr") => Some(Target::Footer),
            (Space::Word, b"styles") => Some(Target::Styles),
            (Space::Word, b"docPr") => Some(Target::Settings),
            (Space::Other, b"DocumentProperties") => Some(Target::Properties),
            (
                Space::Word,
                b"fonts" | b"lists" | b"binData" | b"docSuppData" | b"docOleData"
                | b"shapeDefaults" | b"bgPict",
            )
            | (Space::Other, b"CustomDocumentProperties" | b"SmartTagType") => {
                self.skipped = 1;
                return Ok(());
            }
            (Space::Other, b"annotation") => return self.start_annotation(&start),
            (Space::Other, b"content" | b"sect" | b"sub-section") => {
                self.ends.push(Ending::Nothing);
                return Ok(());
            }
            _ => None,
        };
        if let Some(target) = target {
            // Notes that separate the text from the notes have a type.
            let is_note = matches!(target, Target::Footnote | Target::Endnote);
            if is_note && attribute(&start, b"type").is_some_and(|kind| kind != "normal") {
                self.skipped = 1;
                return Ok(());
            }
            if is_note {
                self.refer(target)?;
            }
            self.begin(target);
            self.ends.push(Ending::Nothing);
            return Ok(());
        }
        self.ends.push(Ending::Own);
        self.write(Event::Start(start))
    }

    /// Writes the reference to a note where the note itself stands.
    fn refer(&mut self, target: Target) -> Result<(), String> {
        self.notes += 1;
        let name = if target == Target::Footnote {
            "docx:footnoteReference"
        } else {
            "docx:endnoteReference"
        };
        let mut reference = BytesStart::new(name);
        let id = self.notes.to_string();
        reference.push_attribute(("xmlns:docx", WORD));
        reference.push_attribute(("docx:id", id.as_str()));
        self.write(Event::Empty(reference))
    }

    /// Handles a mark of a change, comment or place.
    fn start_annotation(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        let kind = attribute(start, b"type").unwrap_or_default();
        match kind.as_str() {
            "Word.Deletion" => {
                self.ends.push(Ending::Deletion);
                let mut deletion = BytesStart::new("docx:del");
                deletion.push_attribute(("xmlns:docx", WORD));
                self.write(Event::Start(deletion))
            }
            "Word.Insertion" => {
                self.ends.push(Ending::Nothing);
                Ok(())
            }
            // Comments, earlier formatting, and the ends of bookmarks.
            _ => {
                self.skipped = 1;
                Ok(())
            }
        }
    }

    fn begin(&mut self, target: Target) {
        self.open.push(Open {
            target,
            depth: self.ends.len(),
            id: self.notes,
            writer: Writer::new(Vec::new()),
        });
    }

    fn end(&mut self, end: Event<'_>) -> Result<(), String> {
        match self.ends.pop() {
            Some(Ending::Own) => self.write(end)?,
            Some(Ending::Deletion) => {
                self.write(Event::End(quick_xml::events::BytesEnd::new("docx:del")))?;
            }
            Some(Ending::Nothing) | None => {}
        }
        let is_over = self
            .open
            .last()
            .is_some_and(|open| open.depth == self.ends.len());
        if is_over && self.open.len() > 1 {
            self.end_target();
        }
        Ok(())
    }

    fn end_target(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let content = open.writer.into_inner();
        let id = open.id;
        match open.target {
            Target::Main => {}
            Target::Footnote => note(&mut self.footnotes, "footnote", id, &content),
            Target::Endnote => note(&mut self.endnotes, "endnote", id, &content),
            Target::Header | Target::Footer => self.heads.push((open.target, content)),
            Target::Styles => self.styles = content,
            Target::Settings => self.settings = content,
            Target::Properties => self.properties = content,
        }
    }

    fn write(&mut self, event: Event<'_>) -> Result<(), String> {
        match self.open.last_mut() {
            Some(open) => write(&mut open.writer, event),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Vec<Part>, String> {
        let Some(main) = self.open.pop() else {
            return Err("there is no document in it".to_owned());
        };
        let root = std::mem::take(&mut self.root);
        let part = |element: &str, content: &[u8]| {
            let open = format!("<docx:{element} xmlns:docx=\"{WORD}\"{root}>");
            [
                open.as_bytes(),
                content,
                format!("</docx:{element}>").as_bytes(),
            ]
            .concat()
        };
        let mut relations = String::new();
        let mut parts = vec![(
            "word/document.xml".to_owned(),
            part("document", &main.writer.into_inner()),
        )];
        let mut add = |kind: &str, name: String, content: Vec<u8>| {
            let id = parts.len();
            let relation = format!(
                "<Relationship Id=\"r{id}\" Type=\"{RELATION}/{kind}\" Target=\"{name}\"/>"
            );
            relations.push_str(&relation);
            parts.push((format!("word/{name}"), content));
        };
        for (kind, content) in [
            ("styles", &self.styles),
            ("settings", &self.settings),
            ("footnotes", &self.footnotes),
            ("endnotes", &self.endnotes),
        ] {
            if !content.is_empty() {
                add(kind, format!("{kind}.xml"), part(kind, content));
            }
        }
        for (number, (target, content)) in self.heads.iter().enumerate() {
            let (kind, element) = match target {
                Target::Header => ("header", "hdr"),
                _ => ("footer", "ftr"),
            };
            add(kind, format!("{kind}{number}.xml"), part(element, content));
        }
        parts.push((
            "word/_rels/document.xml.rels".to_owned(),
            format!("<Relationships>{relations}</Relationships>").into_bytes(),
        ));
        if !self.properties.is_empty() {
            let properties = String::from_utf8_lossy(&self.properties);
            // The names of a docx for what it says of its making.
            let properties = [
                ("Author", "creator"),
                ("Title", "title"),
                ("LastAuthor", "lastModifiedBy"),
                ("Created", "created"),
                ("LastSaved", "modified"),
                ("Revision", "revision"),
            ]
            .iter()
            .fold(properties.into_owned(), |text, (old, new)| {
                text.replace(&format!(":{old}>"), &format!(":{new}>"))
            });
            parts.push((
                "docProps/core.xml".to_owned(),
                format!("<properties{root}>{properties}</properties>").into_bytes(),
            ));
        }
        Ok(parts)
    }
}

/// Adds a note to those of its kind.
fn note(notes: &mut Vec<u8>, element: &str, id: usize, content: &[u8]) {
    notes.extend_from_slice(format!("<docx:{element} docx:id=\"{id}\">").as_bytes());
    notes.extend_from_slice(content);
    notes.extend_from_slice(format!("</docx:{element}>").as_bytes());
}

#[cfg(test)]
mod tests {
    use chachong_text::ExclusionReason;

    use super::super::read_xml;

    const SPACES: &str = r#"xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint"
        xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:v="urn:schemas-microsoft-com:vml""#;

    fn document(body: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?><w:wordDocument {SPACES} w:macrosPresent=\"no\">\
             <o:DocumentProperties><o:Title>题目</o:Title><o:Author>王小明</o:Author><o:LastAuthor/></o:DocumentProperties>\
             <w:styles><w:style w:type=\"character\" w:styleId=\"h\"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>\
             <w:docPr><w:footnotePr><w:footnote w:type=\"separator\"><w:p><w:r><w:t>线</w:t></w:r></w:p></w:footnote></w:footnotePr></w:docPr>\
             <w:body><wx:sect>{body}</wx:sect></w:body></w:wordDocument>"
        )
    }

    fn run(text: &str) -> String {
        format!("<w:r><w:t>{text}</w:t></w:r>")
    }

    #[test]
    fn word_2003_keeps_notes_changes_and_running_heads_where_they_stand() {
        let body = format!(
            "<w:p>{}<w:r><w:footnote><w:p>{}</w:p></w:footnote></w:r>{}<w:r><w:endnote><w:p>{}</w:p></w:endnote></w:r></w:p>\
             <wx:sub-section><w:p><aml:annotation w:type=\"Word.Insertion\"><aml:content>{}</aml:content></aml:annotation>\
             <aml:annotation w:type=\"Word.Deletion\"><aml:content><w:r><w:delText>删</w:delText></w:r>{}</aml:content></aml:annotation>\
             <aml:annotation w:type=\"Word.Comment\"><aml:content><w:p>{}</w:p></aml:content></aml:annotation>\
             <aml:annotation w:type=\"Word.Bookmark.Start\" w:name=\"b\"/><w:hlink w:dest=\"x\">{}</w:hlink>\
             <w:r><w:rPr><w:rStyle w:val=\"h\"/></w:rPr><w:t>藏起来的十个字一共十个</w:t></w:r>\
             <w:r><w:pict><w:binData w:name=\"a\">AAAA</w:binData><v:shape><v:imagedata src=\"a\"/></v:shape></w:pict></w:r></w:p></wx:sub-section>\
             <w:sectPr><w:hdr w:type=\"odd\"><w:p>{}</w:p></w:hdr></w:sectPr>",
            run("正文"),
            run("脚注"),
            run("继续"),
            run("尾注"),
            run("新"),
            run("旧"),
            run("批注"),
            run("链接 &amp; 词"),
            run("页眉"),
        );
        let got = read_xml(document(&body).as_bytes()).unwrap();
        assert_eq!(got.text, "正文继续\n脚注\n尾注\n新链接 & 词\n页眉\n");
        assert_eq!(got.exclusions[0].reason, ExclusionReason::RunningHead);
        assert_eq!(got.metadata.author.as_deref(), Some("王小明"));
        assert_eq!(got.metadata.title.as_deref(), Some("题目"));
        assert_eq!(got.warnings.len(), 1, "{:?}", got.warnings);
    }

    #[test]
    fn prefixes_and_encodings_do_not_matter() {
        let plain = document(&format!("<w:p>{}</w:p>", run("十六位")));
        let other = plain
            .replace("xmlns:w=", "xmlns:ns0=")
            .replace("<w:", "<ns0:")
            .replace("</w:", "</ns0:")
            .replace(" w:", " ns0:");
        let wide: Vec<u8> = (format!("\u{FEFF}{plain}").encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        for bytes in [plain.as_bytes(), other.as_bytes(), &wide] {
            assert_eq!(read_xml(bytes).unwrap().text, "十六位\n");
        }
    }

    #[test]
    fn a_cut_document_is_damaged_and_depth_no_danger() {
        let whole = document(&format!("<w:p>{}</w:p>", run("文")));
        for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            let _ = read_xml(&whole.as_bytes()[..end]);
        }
        assert!(read_xml(document(&"<w:p>".repeat(50_000)).as_bytes()).is_err());
        let notes = "<w:footnote>".repeat(5_000) + &"</w:footnote>".repeat(5_000);
        let _ = read_xml(document(&notes).as_bytes());
    }

    #[test]
    fn a_flat_package_gives_its_parts() {
        let package = "<pkg:package xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\" \
            xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><pkg:part pkg:name=\"/word/document.xml\"><pkg:xmlData>\
            <w:document><w:body><w:p><w:r><w:t>平</w:t></w:r></w:p></w:body></w:document></pkg:xmlData></pkg:part>\
            <pkg:part pkg:name=\"/word/media/a.png\"><pkg:binaryData>iVBO\nRw0K</pkg:binaryData></pkg:part></pkg:package>";
        assert_eq!(read_xml(package.as_bytes()).unwrap().text, "平\n");
    }
}
