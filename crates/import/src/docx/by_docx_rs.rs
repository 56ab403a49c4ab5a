//! Reader for Word files through docx-rs: body paragraphs, tables, hyperlinks, content controls, inserted text, and
//! the text boxes it keeps. Deleted and moved-away text and field codes are left out.
//!
//! docx-rs drops footnotes and endnotes; a warning gives their number. It panics on some files, which is caught here,
//! and recurses, so that it is not given deeply nested files.

use docx_rs::{
    DocumentChild, DrawingData, InsertChild, MoveToChild, Paragraph, ParagraphChild, Run, RunChild,
    StructuredDataTag, StructuredDataTagChild, Table, TableCellContent, TableChild,
    TableOfContents, TableRowChild, TextBoxContentChild, TocContent,
};
use quick_xml::events::Event;

use super::super::limits::caught;
use super::super::{Extracted, ImportCause, Warning};
use super::package::{Left, Package, has_ending};
use super::reading::Reading;
use super::xml::Xml;
use chachong_text::LineBreaks;

/// Maximum size of all XML parts together, in bytes: docx-rs takes about ten times as much memory.
const MAXIMUM_XML_BYTES: usize = 32 << 20;
/// Maximum size of any other part, in bytes; docx-rs takes them all into memory.
const MAXIMUM_OTHER_BYTES: u64 = 64 << 20;
/// Maximum nesting depth of elements: deeper files could exhaust the stack.
const MAXIMUM_DEPTH: usize = 100;

pub(super) fn read(bytes: &[u8]) -> Result<Reading, ImportCause> {
    let notes = inspect(bytes)?;
    // The panics of docx-rs are known and caught; a fuzzer would end at the first of them.
    if cfg!(feature = "fuzzing") {
        return Err(ImportCause::damaged(&"not fuzzed"));
    }
    let docx = caught(|| docx_rs::read_docx(bytes).map_err(|error| ImportCause::damaged(&error)))?;
    let mut text = Text::default();
    for child in &docx.document.children {
        match child {
            DocumentChild::Paragraph(paragraph) => text.paragraph(paragraph),
            DocumentChild::Table(table) => text.table(table),
            DocumentChild::StructuredDataTag(tag) => text.content_control(tag),
            DocumentChild::TableOfContents(contents) => text.contents(contents),
            // docx-rs writes sections but never reads them; the others hold no text.
            DocumentChild::Section(_)
            | DocumentChild::BookmarkStart(_)
            | DocumentChild::BookmarkEnd(_)
            | DocumentChild::CommentStart(_)
            | DocumentChild::CommentEnd(_) => {}
        }
    }
    let mut read = Extracted::of_text(text.out, LineBreaks::Paragraph);
    read.reader = Some("docx-rs".to_owned());
    if notes > 0 {
        read.warnings.push(Warning::NotesLeftOut { count: notes });
    }
    Ok(Reading {
        read,
        pictures: Vec::new(),
        sources: Vec::new(),
    })
}

/// Refuses files that docx-rs should not see; returns the number of footnotes and endnotes.
fn inspect(bytes: &[u8]) -> Result<u64, ImportCause> {
    let mut package = Package::open(bytes, Left::of(bytes.len()))?;
    let (mut total, mut notes) = (0, 0);
    for name in package.names() {
        if !(has_ending(&name, "xml") || has_ending(&name, "rels")) {
            // A broken part is left for docx-rs to report; `None` means that the part is too large.
            if matches!(package.bytes(&name, MAXIMUM_OTHER_BYTES), Ok(None)) {
                return Err(ImportCause::damaged(&"a part is too large"));
            }
            continue;
        }
        let Some(text) = package.xml(&name).or_else(|error| match error {
            ImportCause::Damaged { .. } => Ok(None),
            other => Err(other),
        })?
        else {
            continue;
        };
        total += text.len();
        let depth = nesting(&text).map_err(|problem| ImportCause::damaged(&problem))?;
        if total > MAXIMUM_XML_BYTES || depth > MAXIMUM_DEPTH {
            return Err(ImportCause::damaged(
                &"a part is too large or nested too deeply",
            ));
        }
        if name.ends_with("footnotes.xml") || name.ends_with("endnotes.xml") {
            notes += count_notes(&text);
        }
    }
    Ok(notes)
}

/// Returns the nesting depth of elements. docx-rs 0.4.22 never returns from a part that ends inside an element: files
/// that are not well-formed are not passed to it.
fn nesting(text: &str) -> Result<usize, String> {
    let mut xml = Xml::new(text);
    while !matches!(xml.next()?, (_, Event::Eof)) {}
    Ok(xml.deepest)
}

/// Counts the notes that hold text; every Word file has separators, which are notes with a `w:type`.
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
    fn nesting_counts_elements_inside_elements() {
        assert_eq!(nesting("<a><b><c/></b><b/></a>"), Ok(3));
        assert!(nesting("<a><b>").is_err(), "docx-rs would never return");
    }
}
