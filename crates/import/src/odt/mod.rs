//! Reader for `OpenDocument` text (odt): paragraphs, tables, notes, text boxes. Deleted text, comments and hidden text
//! are left out.
//!
//! Formulas are embedded documents, which are read in place. Headers and footers, which are stored with the styles, are
//! placed at the end if they hold more than running heads.

mod formulas;
mod heads;
mod look;
mod metadata;
mod objects;

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use super::docx::package;
use super::docx::xml::{decode, text_of};
use super::formula::{Form, Piece};
use super::marked::{Mark, Marked, Place, visible};
use super::sight::{Ground, ON_DRAWING};
use super::{
    Extracted, Format, ImportCause, Metadata, Places, Warning, block_quotation, pictured_pages,
    whole_zip,
};
use formulas::formulas;
use heads::Masters;
use look::{Look, Styles};
use metadata::read_metadata;

/// Maximum size of one unpacked XML part, in bytes.
const MAXIMUM_XML_BYTES: u64 = 128 << 20;
/// Maximum number of spaces for one `text:s`: more carry no meaning.
const MOST_SPACES: usize = 64;

/// Elements that are not text: deletions, comments, numbers of notes, pronunciations (ruby), form controls.
const LEFT_OUT: [&[u8]; 10] = [
    b"text:tracked-changes",
    b"office:annotation",
    b"text:note-citation",
    b"text:ruby-text",
    b"office:forms",
    b"office:scripts",
    b"text:sequence-decls",
    b"svg:title",
    // Of a document that is one XML file: pictures, the markup of formulas.
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
        return Err(ImportCause::wrong(Format::Odt));
    }
    let metadata = (xml.split_once("<office:meta"))
        .and_then(|(_, rest)| rest.split_once("</office:meta>"))
        .map(|(meta, _)| read_metadata(&format!("<office:meta{meta}</office:meta>")))
        .unwrap_or_default();
    read_content(&xml, Body::default(), metadata)
}

fn read_package(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let mut archive = whole_zip::open(bytes).map_err(package::cause)?;
    let manifest = part(&mut archive, "META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(ImportCause::Encrypted);
    }
    let Some(content) = part(&mut archive, "content.xml")? else {
        return Err(ImportCause::wrong(Format::Odt));
    };
    let metadata = part(&mut archive, "meta.xml")?
        .map(|xml| read_metadata(&xml))
        .unwrap_or_default();
    let mut body = Body {
        formulas: formulas(&mut archive, &content),
        ..Body::default()
    };
    // Of broken styles those before the break count.
    if let Ok(Some(styles)) = part(&mut archive, "styles.xml") {
        let _ = body.read(&styles);
        body.end_styles();
    }
    let mut extracted = read_content(&content, body, metadata)?;
    let names = objects::documents(&mut archive, &manifest);
    extracted.warnings.extend(Warning::embedded(names));
    pictured_pages::tell(&mut extracted, pictured_pages::in_package(bytes));
    Ok(extracted)
}

fn read_content(xml: &str, mut body: Body, metadata: Metadata) -> Result<Extracted, ImportCause> {
    body.read(xml)?;
    body.append_heads();
    let mut extracted = body.text.extracted();
    extracted.block_quotations = body.quotations;
    extracted.metadata = metadata;
    if body.is_cut_off {
        extracted.warnings.push(Warning::CutOff);
    }
    extracted.warnings.extend(Warning::hidden(body.hidden));
    Ok(extracted)
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
        Err(error) => return Err(package::cause(error)),
    };
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| ImportCause::damaged(&error))?;
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
    line: Marked,
    /// Text of notes and boxes, which follows the paragraph.
    later: Marked,
    /// The last formula in the line, with its place.
    formula: Option<(Place, Piece)>,
    /// Where the prompts that are open begin.
    prompts: Vec<Option<Place>>,
    /// Whether the paragraph is a block quotation.
    is_quotation: bool,
}

#[derive(Default)]
struct Body {
    text: Marked,
    /// Block quotations in the text, ascending.
    quotations: Vec<(u64, u64)>,
    hidden: Places,
    styles: Styles,
    /// Looks of the open elements that have one.
    looks: Vec<Look>,
    level: Level,
    outer: Vec<Level>,
    /// Depth inside an element that is left out, 0 outside; `skipped_as_hidden` is set if it is hidden text.
    skipped: usize,
    skipped_as_hidden: bool,
    /// Change of the list that is being read, deletions in the list, and the deletion whose text is being read.
    change: Option<Vec<u8>>,
    deletions: HashSet<Vec<u8>>,
    deletion: Option<Vec<u8>>,
    /// Formulas by the names of their folders.
    formulas: HashMap<String, Piece>,
    /// Headers and footers, and whether they are being read.
    heads: Marked,
    masters: Masters,
    /// Whether the description of the open frame stands for an object in it that was not read.
    stands_for_object: bool,
    /// Number of characters that may still stand on the last drawing behind the text.
    on_drawing: usize,
    /// Whether the part that was read last ends inside an element.
    is_cut_off: bool,
}

impl Body {
    fn read(&mut self, xml: &str) -> Result<(), ImportCause> {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        let mut depth = 0_usize;
        loop {
            match reader
                .read_event()
                .map_err(|error| ImportCause::damaged(&error))?
            {
                Event::Start(element) => {
                    depth += 1;
                    self.start(&element);
                }
                Event::End(element) => {
                    depth = depth.saturating_sub(1);
                    self.end(element.name().as_ref());
                }
                Event::Eof => break,
                text => self.characters(&text_of(&text).unwrap_or_default()),
            }
        }
        self.is_cut_off = depth > 0;
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
            self.note_change(name, element);
            return;
        }
        if !self.start_master(name, element) {
            self.skipped = 1;
            self.skipped_as_hidden = false;
            return;
        }
        let around = self.looks.last().copied().unwrap_or_default();
        let look = self.styles.look(around, element);
        let hidden = match name {
            b"text:hidden-text" | b"text:hidden-paragraph" => true,
            b"text:section" => attribute(element, b"text:display").as_deref() == Some(b"none"),
            _ => look.is_some_and(|look| look.is_hidden),
        };
        let is_description = name == b"svg:desc" && !self.stands_for_object;
        let is_silent = name == b"text:variable-set"
            && attribute(element, b"text:display").as_deref() == Some(b"none");
        // What a slide repeats of its layout is no text of it.
        let is_of_layout = name == b"draw:frame"
            && attribute(element, b"presentation:class").is_some_and(|class| {
                [&b"header"[..], b"footer", b"date-time", b"page-number"].contains(&&class[..])
            });
        if hidden || is_description || is_silent || is_of_layout || LEFT_OUT.contains(&name) {
            self.skipped = 1;
            // In headers it deceives nobody.
            self.skipped_as_hidden = hidden && self.masters == Masters::Outside;
            if self.skipped_as_hidden {
                self.hidden.add(self.text.length(), 0);
            }
            return;
        }
        if let Some(look) = look {
            self.looks.push(look);
        }
        self.styles.start(element);
        if self.styles.is_ground(element) {
            self.on_drawing = ON_DRAWING;
        }
        match name {
            b"text:placeholder" | b"loext:content-control" => {
                let shows = attribute(element, b"loext:showing-place-holder");
                let is_prompt = name == b"text:placeholder" || shows.as_deref() == Some(b"true");
                let here = self.level.line.end();
                self.level.prompts.push(is_prompt.then_some(here));
            }
            b"text:p" | b"text:h" => {
                self.level.paragraphs += 1;
                self.level.is_quotation = self.styles.is_quotation(element);
            }
            b"text:note-body" | b"draw:text-box" => {
                self.outer.push(std::mem::take(&mut self.level));
            }
            b"draw:frame" => self.stands_for_object = false,
            b"draw:object" => {
                if let Some(reference) = attribute(element, b"xlink:href") {
                    self.stands_for_object = !self.formula(&String::from_utf8_lossy(&reference));
                }
            }
            b"text:change-start" => {
                let change = attribute(element, b"text:change-id");
                self.deletion = change.filter(|change| self.deletions.contains(change));
            }
            b"text:change-end" => self.deletion = None,
            b"text:tab" => self.level.line.push("\t", None),
            b"text:line-break" => self.level.line.push("\n", None),
            b"text:s" => {
                let count = attribute(element, b"text:c")
                    .and_then(|c| String::from_utf8(c).ok()?.parse().ok())
                    .unwrap_or(1);
                let spaces = " ".repeat(count.min(MOST_SPACES));
                self.level.line.push(&spaces, self.mark());
            }
            _ => {}
        }
    }

    /// Notes a deletion in the list of changes. A document that is one XML file may keep deleted text where it stood.
    fn note_change(&mut self, name: &[u8], element: &BytesStart<'_>) {
        match name {
            b"text:changed-region" => self.change = attribute(element, b"text:id"),
            b"text:deletion" => self.deletions.extend(self.change.take()),
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        self.styles.end(name);
        self.end_master(name);
        match name {
            b"text:placeholder" | b"loext:content-control" => {
                if let Some(Some(start)) = self.level.prompts.pop() {
                    self.level.line.mark_prompt(start);
                }
            }
            b"draw:frame" => self.stands_for_object = false,
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
        if look::has_look(name) {
            self.looks.pop();
        }
    }

    /// Returns why text at this place is not seen; `None` for text that is.
    fn mark(&self) -> Option<Mark> {
        let mut drawn = self.looks.last()?.drawn();
        if self.on_drawing > 0 && self.outer.is_empty() {
            drawn.ground = drawn.ground.or(Some(Ground::Unknown));
        }
        drawn.unseen().map(Mark::Unseen)
    }

    /// Adds the formula of an embedded document; returns whether there is one.
    fn formula(&mut self, reference: &str) -> bool {
        let folder = reference.trim_start_matches("./").trim_end_matches('/');
        // Each stands once: a file that names one again and again would have no end.
        let Some(formula) = self.formulas.remove(folder) else {
            return false;
        };
        if self.level.paragraphs > 0 {
            let start = self.level.line.end();
            let text = formula.finish(Form::Inline).text;
            self.level.line.push(&text, self.mark());
            self.level.formula = Some((start, formula));
        }
        true
    }

    /// Ends the paragraph: adds it to the text, or to the text that follows the paragraph around it.
    fn flush(&mut self) {
        let mut paragraph = std::mem::take(&mut self.level.line);
        // A formula alone in its paragraph may have several lines.
        if let Some((start, formula)) = self.level.formula.take()
            && paragraph.text().trim() == paragraph.since(start).trim()
            && paragraph.since(start).trim() == formula.finish(Form::Inline).text
        {
            paragraph = Marked::default();
            paragraph.push(&formula.finish(Form::Display).text, self.mark());
        }
        let later = std::mem::take(&mut self.level.later);
        let is_quotation = std::mem::take(&mut self.level.is_quotation);
        if is_quotation && self.outer.is_empty() && self.masters == Masters::Outside {
            let start = self.text.length();
            block_quotation::add(&mut self.quotations, start, start + paragraph.length());
        }
        if paragraph.length() > 0 {
            paragraph.push("\n", None);
        }
        paragraph.append(later);
        match self.outer.last_mut() {
            Some(outer) => outer.later.append(paragraph),
            None => self.text.append(paragraph),
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
                self.hidden.count += visible(text);
            }
            return;
        }
        if self.level.paragraphs == 0 || self.deletion.is_some() {
            return;
        }
        // White space in the XML is one space, and none at the start of a paragraph.
        let mark = self.mark();
        let line = &mut self.level.line;
        let mut piece = String::with_capacity(text.len());
        for c in text.chars() {
            if !matches!(c, ' ' | '\t' | '\n' | '\r') {
                piece.push(c);
                continue;
            }
            let before = if piece.is_empty() {
                line.text()
            } else {
                &piece
            };
            if !before.is_empty() && !before.ends_with([' ', '\n', '\t']) {
                piece.push(' ');
            }
        }
        line.push(&piece, mark);
        self.on_drawing = self.on_drawing.saturating_sub(piece.chars().count());
    }
}

fn attribute(element: &BytesStart<'_>, name: &[u8]) -> Option<Vec<u8>> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.value.into_owned())
}

#[cfg(test)]
mod tests;
