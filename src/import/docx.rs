//! Bytes of a Word file -> text, through docx-rs: body paragraphs, tables, hyperlinks, content controls, inserted
//! text, text boxes it keeps. Deleted and moved-away text and field codes are left out. Knows nothing of files.
//!
//! docx-rs drops footnotes and endnotes; how many there are is a warning.

use std::io::{Cursor, Read};

use docx_rs::{
    DocumentChild, DrawingData, InsertChild, MoveToChild, Paragraph, ParagraphChild, Run, RunChild,
    StructuredDataTag, StructuredDataTagChild, Table, TableCellContent, TableChild,
    TableOfContents, TableRowChild, TextBoxContentChild, TocContent,
};
use zip::ZipArchive;

use super::{Extracted, Format, ImportCause, Metadata, Warning};
use crate::text::LineBreaks;

/// The XML parts of one file may unpack to this many bytes; docx-rs takes about ten times as much memory.
const MAXIMUM_XML_BYTES: u64 = 128 << 20;
/// The first bytes of OLE2 files: .doc, and the container of an encrypted docx.
const OLE2: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0];

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    if bytes.starts_with(OLE2) {
        return Err(ImportCause::OldWordOrEncrypted);
    }
    if !bytes.starts_with(b"PK") {
        return Err(ImportCause::WrongContent {
            expected: Format::Docx,
        });
    }
    let notes = inspect(bytes)?;
    let docx = docx_rs::read_docx(bytes).map_err(|error| ImportCause::Damaged {
        detail: error.to_string(),
    })?;
    let mut text = Text::default();
    for child in &docx.document.children {
        match child {
            DocumentChild::Paragraph(paragraph) => text.paragraph(paragraph),
            DocumentChild::Table(table) => text.table(table),
            DocumentChild::StructuredDataTag(tag) => text.content_control(tag),
            DocumentChild::TableOfContents(contents) => text.contents(contents),
            // Sections are written, never read, by docx-rs; the rest holds no text.
            DocumentChild::Section(_)
            | DocumentChild::BookmarkStart(_)
            | DocumentChild::BookmarkEnd(_)
            | DocumentChild::CommentStart(_)
            | DocumentChild::CommentEnd(_) => {}
        }
    }
    let text = text.out;
    let mut warnings = Vec::new();
    if notes > 0 {
        warnings.push(Warning::NotesLeftOut { count: notes });
    }
    if text.trim().is_empty() {
        warnings.push(Warning::NoText);
    }
    Ok(Extracted {
        text,
        breaks: LineBreaks::Paragraph,
        pages: Vec::new(),
        encoding: None,
        exclusions: Vec::new(),
        reader: None,
        metadata: Metadata::default(),
        warnings,
    })
}

/// Refuses what is no docx or unpacks too large, before docx-rs sees it; returns the number of foot- and endnotes.
fn inspect(bytes: &[u8]) -> Result<u64, ImportCause> {
    let damaged = |error: zip::result::ZipError| ImportCause::Damaged {
        detail: error.to_string(),
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if !archive
        .file_names()
        .flatten()
        .any(|name| name.trim_start_matches('/') == "[Content_Types].xml")
    {
        return Err(ImportCause::WrongContent {
            expected: Format::Docx,
        });
    }
    let (mut left, mut notes) = (MAXIMUM_XML_BYTES, 0);
    for i in 0..archive.len() {
        let part = archive.by_index(i).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.to_ascii_lowercase();
        let has_ending = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        let is_notes = has_ending(&["footnotes.xml", "endnotes.xml"]);
        // The sizes that the archive declares may lie: unpack, and count. A broken part is docx-rs's to report.
        let mut unpacked = Vec::new();
        let length = if is_notes {
            part.take(left + 1).read_to_end(&mut unpacked).unwrap_or(0) as u64
        } else if has_ending(&[".xml", ".rels"]) {
            std::io::copy(&mut part.take(left + 1), &mut std::io::sink()).unwrap_or(0)
        } else {
            0
        };
        left = left
            .checked_sub(length)
            .ok_or(ImportCause::UnpacksTooLarge {
                limit: MAXIMUM_XML_BYTES,
            })?;
        notes += count_notes(&String::from_utf8_lossy(&unpacked));
    }
    Ok(notes)
}

/// Notes that hold text; every Word file has separators, which are notes with a `w:type`.
fn count_notes(xml: &str) -> u64 {
    xml.split("<w:footnote ")
        .flat_map(|piece| piece.split("<w:endnote "))
        .skip(1)
        .filter(|piece| {
            !piece.split('>').next().unwrap_or("").contains("w:type=") && piece.contains("<w:t")
        })
        .count() as u64
}

#[derive(Default)]
struct Text {
    out: String,
    /// Text boxes of the paragraph being read; they follow it.
    boxes: Vec<String>,
}

impl Text {
    fn paragraph(&mut self, paragraph: &Paragraph) {
        self.children(&paragraph.children);
        self.out.push('\n');
        for text_box in std::mem::take(&mut self.boxes) {
            self.out.push_str(&text_box);
        }
    }

    fn children(&mut self, children: &[ParagraphChild]) {
        for child in children {
            match child {
                ParagraphChild::Run(run) => self.run(run),
                ParagraphChild::Insert(insert) => {
                    for child in &insert.children {
                        if let InsertChild::Run(run) = child {
                            self.run(run);
                        }
                    }
                }
                ParagraphChild::MoveTo(moved) => {
                    for child in &moved.children {
                        if let MoveToChild::Run(run) = child {
                            self.run(run);
                        }
                    }
                }
                ParagraphChild::Hyperlink(link) => self.children(&link.children),
                ParagraphChild::StructuredDataTag(tag) => self.content_control(tag),
                ParagraphChild::Delete(_)
                | ParagraphChild::MoveFrom(_)
                | ParagraphChild::BookmarkStart(_)
                | ParagraphChild::BookmarkEnd(_)
                | ParagraphChild::CommentStart(_)
                | ParagraphChild::CommentEnd(_)
                | ParagraphChild::PageNum(_)
                | ParagraphChild::NumPages(_) => {}
            }
        }
    }

    fn run(&mut self, run: &Run) {
        for child in &run.children {
            match child {
                RunChild::Text(text) => self.out.push_str(&text.text),
                RunChild::Tab(_) | RunChild::PTab(_) => self.out.push('\t'),
                RunChild::Break(_) | RunChild::CarriageReturn(_) => self.out.push('\n'),
                RunChild::Drawing(drawing) => {
                    if let Some(DrawingData::TextBox(text_box)) = &drawing.data {
                        self.text_box(&text_box.children);
                    }
                }
                // Symbols of symbol fonts, deleted text, field codes, pictures.
                _ => {}
            }
        }
    }

    fn text_box(&mut self, children: &[TextBoxContentChild]) {
        let mut inner = Self::default();
        for child in children {
            match child {
                TextBoxContentChild::Paragraph(paragraph) => inner.paragraph(paragraph),
                TextBoxContentChild::Table(table) => inner.table(table),
            }
        }
        self.boxes.push(inner.out);
    }

    fn table(&mut self, table: &Table) {
        for TableChild::TableRow(row) in &table.rows {
            for TableRowChild::TableCell(cell) in &row.cells {
                for content in &cell.children {
                    match content {
                        TableCellContent::Paragraph(paragraph) => self.paragraph(paragraph),
                        TableCellContent::Table(table) => self.table(table),
                        TableCellContent::StructuredDataTag(tag) => self.content_control(tag),
                        TableCellContent::TableOfContents(contents) => self.contents(contents),
                    }
                }
            }
        }
    }

    fn content_control(&mut self, tag: &StructuredDataTag) {
        for child in &tag.children {
            match child {
                StructuredDataTagChild::Run(run) => self.run(run),
                StructuredDataTagChild::Paragraph(paragraph) => self.paragraph(paragraph),
                StructuredDataTagChild::Table(table) => self.table(table),
                StructuredDataTagChild::StructuredDataTag(tag) => self.content_control(tag),
                StructuredDataTagChild::BookmarkStart(_)
                | StructuredDataTagChild::BookmarkEnd(_)
                | StructuredDataTagChild::CommentStart(_)
                | StructuredDataTagChild::CommentEnd(_) => {}
            }
        }
    }

    fn contents(&mut self, contents: &TableOfContents) {
        for content in contents
            .before_contents
            .iter()
            .chain(&contents.after_contents)
        {
            match content {
                TocContent::Paragraph(paragraph) => self.paragraph(paragraph),
                TocContent::Table(table) => self.table(table),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_no_notes() {
        let xml = r#"<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>
            <w:footnote w:id="2"><w:p><w:r><w:t>注</w:t></w:r></w:p></w:footnote></w:footnotes>"#;
        assert_eq!(count_notes(xml), 1);
        assert_eq!(count_notes(""), 0);
    }

    #[test]
    fn other_containers_are_named() {
        assert_eq!(
            read(b"\xD0\xCF\x11\xE0rest"),
            Err(ImportCause::OldWordOrEncrypted)
        );
        assert_eq!(
            read(b"plain"),
            Err(ImportCause::WrongContent {
                expected: Format::Docx
            })
        );
        assert!(matches!(
            read(b"PK\x03\x04 cut"),
            Err(ImportCause::Damaged { .. })
        ));
    }
}
