//! The events of a WordprocessingML part -> its text with its marks. Knows nothing of packages: what the part refers
//! to is handed in.
//!
//! Elements are kept on a stack of our own, so that no nesting exhausts the thread's. Text boxes and notes are flows of
//! their own that follow the paragraph they stand in.

use std::collections::{BTreeSet, HashMap, HashSet};

use quick_xml::events::{BytesStart, Event};

use super::flow::Flow;
use super::look::{Look, Sight, Styles, Surroundings, is_light_theme, is_pale};
use super::symbol;
use super::xml::{Space, Xml, attribute, referenced};

/// Text boxes inside text boxes beyond this depth are read where they stand: each level copies its text once.
const MAXIMUM_LEVELS: usize = 16;

/// Whether a note is an endnote, and its id.
pub(super) type NoteId = (bool, String);

/// What a part refers to.
#[derive(Default)]
pub(super) struct Surrounding<'a> {
    pub(super) styles: Option<&'a Styles>,
    pub(super) notes: HashMap<NoteId, Flow>,
    /// Other documents that take part (`w:altChunk`), by relationship.
    pub(super) chunks: HashMap<String, Flow>,
    /// Whether pages have a colour other than white; only if pages show it.
    pub(super) shows_page_colour: bool,
}

/// What was found in a part.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) flow: Flow,
    /// If the part holds notes: by id.
    pub(super) notes: HashMap<NoteId, Flow>,
    /// Notes handed in that no text refers to, though not those whose reference was deleted.
    pub(super) unreferenced: Vec<(NoteId, Flow)>,
    /// References to notes that were not handed in.
    pub(super) missing_notes: u64,
    pub(super) revision_ids: BTreeSet<u32>,
    /// Local name of the outermost element.
    pub(super) root: String,
    /// Why the walk ended before the part did.
    pub(super) error: Option<String>,
}

/// What an open element means for those inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Plain,
    Paragraph,
    ParagraphProps,
    /// Properties of the paragraph's end mark, not of its text.
    MarkProps,
    Run,
    RunProps,
    Text,
    Table,
    TableProps,
    Row,
    RowProps,
    Cell,
    CellProps,
    TextBox,
    Note,
    Alternatives,
    Group,
    Shape,
    ShapeProps,
    ShapeFill,
}

#[derive(Default)]
struct Run {
    look: Look,
    style: Look,
    sight: Option<Sight>,
}

#[derive(Default)]
struct Paragraph {
    look: Look,
    style: Look,
    /// Its end mark was deleted: the next paragraph goes on in its line.
    joins: bool,
}

#[derive(Default)]
struct Table {
    style: Look,
    table: Look,
    row: Look,
    cell: Look,
}

/// One flow and what is open in it.
#[derive(Default)]
struct Level {
    flow: Flow,
    note: Option<NoteId>,
    ground: Option<bool>,
    tables: Vec<Table>,
    /// Open fields; whether we are still in their code.
    fields: Vec<bool>,
    codes: usize,
}

struct Walker<'a> {
    around: Surrounding<'a>,
    no_styles: Styles,
    out: Walked,
    frames: Vec<Frame>,
    /// Depth inside an element that is left out, 0 outside.
    skipped: usize,
    /// The element left out is deleted text.
    in_deleted: bool,
    /// At least one: the part's own.
    levels: Vec<Level>,
    runs: Vec<Run>,
    paragraphs: Vec<Paragraph>,
    /// For each open `mc:AlternateContent`: what `progress` was.
    alternatives: Vec<u64>,
    /// The ground of each open shape.
    shapes: Vec<Option<bool>>,
    groups: usize,
    /// Grows with whatever is found.
    progress: u64,
    buffer: String,
    keeps_space: bool,
    abandoned: HashSet<NoteId>,
}

/// Reads one part as far as it is well-formed.
pub(super) fn walk(text: &str, around: Surrounding<'_>) -> Walked {
    let mut walker = Walker {
        around,
        no_styles: Styles::default(),
        out: Walked::default(),
        frames: Vec::new(),
        skipped: 0,
        in_deleted: false,
        levels: vec![Level::default()],
        runs: Vec::new(),
        paragraphs: Vec::new(),
        alternatives: Vec::new(),
        shapes: Vec::new(),
        groups: 0,
        progress: 0,
        buffer: String::new(),
        keeps_space: false,
        abandoned: HashSet::new(),
    };
    let mut xml = Xml::new(text);
    loop {
        match xml.next() {
            Ok((_, Event::Eof)) => break,
            Ok((space, event)) => walker.event(space, &event),
            Err(error) => {
                walker.out.error = Some(error);
                break;
            }
        }
    }
    walker.finish()
}

impl Walker<'_> {
    fn event(&mut self, space: Space, event: &Event<'_>) {
        match event {
            Event::Start(start) if self.skipped > 0 => {
                self.skipped += 1;
                // A note whose reference was deleted went with it.
                if self.in_deleted
                    && let Some(id) = note_reference(space, start)
                {
                    self.abandoned.insert(id);
                }
            }
            Event::End(_) if self.skipped > 0 => self.skipped -= 1,
            Event::Start(start) => self.start(space, start),
            Event::End(_) => {
                if let Some(frame) = self.frames.pop() {
                    self.end(frame);
                }
            }
            Event::Text(text) if self.is_in_text() => {
                if let Ok(text) = text.decode() {
                    self.buffer.push_str(&text);
                }
            }
            Event::CData(text) if self.is_in_text() => {
                if let Ok(text) = text.decode() {
                    self.buffer.push_str(&text);
                }
            }
            Event::GeneralRef(reference) if self.is_in_text() => {
                self.buffer.extend(referenced(reference));
            }
            _ => {}
        }
    }

    fn is_in_text(&self) -> bool {
        self.skipped == 0 && self.frames.last() == Some(&Frame::Text)
    }

    fn start(&mut self, space: Space, start: &BytesStart<'_>) {
        let local = start.local_name();
        let name = local.as_ref();
        if self.frames.is_empty() && self.out.root.is_empty() {
            self.out.root = String::from_utf8_lossy(name).into_owned();
        }
        let frame = match space {
            Space::Word => self.start_word(name, start),
            Space::Math => self.start_text_of(name, start),
            Space::Drawing => self.start_drawing(name, start),
            Space::Compatibility => self.start_alternative(name),
            Space::Shape | Space::Vml | Space::Other => self.start_shape(space, name, start),
        };
        if let Some(frame) = frame {
            self.frames.push(frame);
        } else {
            self.skipped = 1;
            self.in_deleted = space == Space::Word && matches!(name, b"del" | b"moveFrom");
        }
    }

    /// The frame of a Word element; `None` for what is left out.
    fn start_word(&mut self, name: &[u8], start: &BytesStart<'_>) -> Option<Frame> {
        let parent = self.frames.last().copied();
        if matches!(name, b"p" | b"r" | b"tr" | b"sectPr") {
            self.revision_ids(start);
        }
        match (name, parent) {
            (b"del", Some(Frame::MarkProps)) => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.joins = true;
                }
            }
            // What was deleted or moved away, codes of fields, readings above characters, properties as they were
            // before a change, properties that are not those of a run that follows; tab stops, which are no tabs.
            (
                b"del" | b"moveFrom" | b"delText" | b"delInstrText" | b"instrText" | b"fldData"
                | b"ffData" | b"rt" | b"rubyPr" | b"rPrChange" | b"pPrChange" | b"sectPrChange"
                | b"tblPrChange" | b"tblPrExChange" | b"trPrChange" | b"tcPrChange"
                | b"tblGridChange" | b"numberingChange" | b"sdtPr" | b"sdtEndPr" | b"smartTagPr"
                | b"customXmlPr" | b"sectPr" | b"tabs",
                _,
            ) => return None,
            (b"p", _) => return Some(self.start_paragraph()),
            (b"r" | b"t", _) => return self.start_text_of(name, start),
            (b"pPr", Some(Frame::Paragraph)) => return Some(Frame::ParagraphProps),
            (b"rPr", Some(Frame::ParagraphProps)) => return Some(Frame::MarkProps),
            (b"rPr", Some(Frame::Run)) => return Some(Frame::RunProps),
            (b"rPr" | b"pPr", _) => return None,
            (b"tbl", _) => {
                self.level().tables.push(Table::default());
                return Some(Frame::Table);
            }
            (b"tblPr", Some(Frame::Table)) => return Some(Frame::TableProps),
            (b"tr", Some(_)) => {
                self.table(|table| table.row = Look::default());
                return Some(Frame::Row);
            }
            (b"tblPrEx", Some(Frame::Row)) => return Some(Frame::RowProps),
            (b"tc", Some(_)) => {
                self.table(|table| table.cell = Look::default());
                return Some(Frame::Cell);
            }
            (b"tcPr", Some(Frame::Cell)) => return Some(Frame::CellProps),
            (b"txbxContent", _) => return Some(self.start_text_box()),
            (b"footnote" | b"endnote", _) => return self.start_note(name == b"endnote", start),
            (b"background", _) => {
                let colour = attribute(start, b"color").unwrap_or_default();
                if self.around.shows_page_colour && is_pale(&colour) == Some(false) {
                    self.level().ground = Some(true);
                }
            }
            (
                _,
                Some(
                    Frame::RunProps
                    | Frame::ParagraphProps
                    | Frame::TableProps
                    | Frame::RowProps
                    | Frame::CellProps,
                ),
            ) => {
                self.property(name, parent, start);
            }
            _ => self.content(name, start),
        }
        Some(Frame::Plain)
    }

    /// Elements that stand for a character, or for something elsewhere.
    fn content(&mut self, name: &[u8], start: &BytesStart<'_>) {
        match name {
            b"tab" | b"ptab" => self.emit("\t"),
            b"br" | b"cr" => self.emit("\n"),
            // The plain hyphen: U+2011 becomes U+2010 in NFKC, which no keyboard types.
            b"noBreakHyphen" => self.emit("-"),
            b"sym" => {
                let get = |name| attribute(start, name).unwrap_or_default();
                if let Some(c) = symbol::character(&get(b"font"), &get(b"char")) {
                    self.emit(c.encode_utf8(&mut [0; 4]));
                }
            }
            b"fldChar" => self.field(attribute(start, b"fldCharType").as_deref()),
            b"footnoteReference" | b"endnoteReference" => {
                if let Some(id) = note_reference(Space::Word, start) {
                    self.note(id);
                }
            }
            b"altChunk" => {
                let chunk = attribute(start, b"id").and_then(|id| self.around.chunks.remove(&id));
                if let Some(chunk) = chunk {
                    self.progress += 1;
                    self.level().flow.append(chunk);
                }
            }
            // `w:softHyphen` is no character of the author's; what else there is holds none.
            _ => {}
        }
    }

    fn start_text_of(&mut self, name: &[u8], start: &BytesStart<'_>) -> Option<Frame> {
        Some(match name {
            b"r" => {
                self.runs.push(Run::default());
                Frame::Run
            }
            b"t" => {
                self.buffer.clear();
                self.keeps_space = attribute(start, b"space").as_deref() == Some("preserve");
                Frame::Text
            }
            _ => Frame::Plain,
        })
    }

    fn start_paragraph(&mut self) -> Frame {
        self.paragraphs.push(Paragraph {
            style: self.styles().default_paragraph(),
            ..Paragraph::default()
        });
        Frame::Paragraph
    }

    fn start_drawing(&mut self, name: &[u8], start: &BytesStart<'_>) -> Option<Frame> {
        let parent = self.frames.last().copied();
        let colour =
            |value: Option<String>| value.is_none_or(|value| is_pale(&value) == Some(false));
        match (name, parent) {
            (b"txBody", _) => return Some(self.start_text_box()),
            (b"p", _) => return Some(self.start_paragraph()),
            (b"r" | b"fld", _) => return self.start_text_of(b"r", start),
            (b"t", _) => return self.start_text_of(name, start),
            (b"br", _) => self.emit("\n"),
            (b"noFill", Some(Frame::ShapeProps)) => self.fill(Some(false)),
            (b"solidFill", Some(Frame::ShapeProps)) => return Some(Frame::ShapeFill),
            (b"gradFill" | b"pattFill" | b"blipFill" | b"grpFill", Some(Frame::ShapeProps)) => {
                self.fill(Some(true))
            }
            (b"srgbClr", Some(Frame::ShapeFill)) => {
                self.fill(Some(colour(attribute(start, b"val"))))
            }
            (b"sysClr", Some(Frame::ShapeFill)) => {
                self.fill(Some(colour(attribute(start, b"lastClr"))))
            }
            (_, Some(Frame::ShapeFill)) => {
                let name = attribute(start, b"val").unwrap_or_default();
                self.fill(Some(!is_light_theme(&name)));
            }
            (b"fillRef", _) => {
                let is_filled = attribute(start, b"idx").is_some_and(|index| index != "0");
                if is_filled && self.shapes.last() == Some(&None) {
                    self.fill(Some(true));
                }
            }
            _ => {}
        }
        Some(Frame::Plain)
    }

    fn start_shape(&mut self, space: Space, name: &[u8], start: &BytesStart<'_>) -> Option<Frame> {
        match (space, name) {
            (Space::Shape, b"wsp") => {
                self.shapes.push(None);
                Some(Frame::Shape)
            }
            (Space::Shape, b"spPr") => Some(Frame::ShapeProps),
            (Space::Vml, b"shape" | b"rect" | b"roundrect" | b"oval" | b"polyline") => {
                self.shapes.push(Some(is_filled(start)));
                Some(Frame::Shape)
            }
            (Space::Vml, b"group")
            | (Space::Other, b"wgp" | b"grpSp" | b"wpc" | b"lockedCanvas") => {
                self.groups += 1;
                Some(Frame::Group)
            }
            _ => Some(Frame::Plain),
        }
    }

    fn fill(&mut self, ground: Option<bool>) {
        if let Some(shape) = self.shapes.last_mut() {
            *shape = ground;
        }
    }

    fn start_alternative(&mut self, name: &[u8]) -> Option<Frame> {
        if name == b"AlternateContent" {
            self.alternatives.push(self.progress);
            return Some(Frame::Alternatives);
        }
        let is_one_of = self.frames.last() == Some(&Frame::Alternatives);
        // Older programs' form of what was just read.
        if is_one_of
            && self
                .alternatives
                .last()
                .is_some_and(|&before| self.progress > before)
        {
            return None;
        }
        Some(Frame::Plain)
    }

    fn start_text_box(&mut self) -> Frame {
        if self.levels.len() >= MAXIMUM_LEVELS {
            return Frame::Plain;
        }
        // In a group another shape may lie below.
        let ground = if self.groups > 0 {
            Some(true)
        } else {
            self.shapes.last().copied().flatten()
        };
        self.levels.push(Level {
            ground,
            ..Level::default()
        });
        Frame::TextBox
    }

    fn start_note(&mut self, is_endnote: bool, start: &BytesStart<'_>) -> Option<Frame> {
        let kind = attribute(start, b"type");
        // Lines above the notes are notes of a type of their own.
        if kind.is_some_and(|kind| kind != "normal") || self.levels.len() >= MAXIMUM_LEVELS {
            return None;
        }
        self.levels.push(Level {
            note: Some((is_endnote, attribute(start, b"id").unwrap_or_default())),
            ..Level::default()
        });
        Some(Frame::Note)
    }

    fn property(&mut self, name: &[u8], parent: Option<Frame>, start: &BytesStart<'_>) {
        let style = |walker: &Self| {
            let id = attribute(start, b"val").unwrap_or_default();
            walker.styles().look(&id)
        };
        match (parent, name) {
            (Some(Frame::RunProps), b"rStyle") => {
                let style = style(self);
                if let Some(run) = self.runs.last_mut() {
                    run.style = style;
                }
            }
            (Some(Frame::RunProps), _) => {
                if let Some(run) = self.runs.last_mut() {
                    run.look.note(start);
                }
            }
            (Some(Frame::ParagraphProps), b"pStyle") => {
                let style = style(self);
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.style = style;
                }
            }
            (Some(Frame::ParagraphProps), _) => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.look.note(start);
                }
            }
            (Some(Frame::TableProps), b"tblStyle") => {
                let style = style(self);
                self.table(|table| table.style = style);
            }
            (Some(Frame::TableProps), _) => self.table(|table| table.table.note(start)),
            (Some(Frame::RowProps), _) => self.table(|table| table.row.note(start)),
            (Some(Frame::CellProps), _) => self.table(|table| table.cell.note(start)),
            _ => {}
        }
    }

    fn end(&mut self, frame: Frame) {
        match frame {
            Frame::Text => {
                let text = std::mem::take(&mut self.buffer);
                self.emit(&as_shown(&text, self.keeps_space));
                self.buffer = text;
            }
            Frame::Run => {
                self.runs.pop();
            }
            Frame::Paragraph => {
                let joins = self
                    .paragraphs
                    .pop()
                    .is_some_and(|paragraph| paragraph.joins);
                let level = self.level();
                level.flow.end_paragraph(joins);
                // A field's code that goes on into the next paragraph has lost its end.
                if level.codes > 0 {
                    level.fields.fill(false);
                    level.codes = 0;
                }
            }
            Frame::Table => {
                self.level().tables.pop();
            }
            Frame::TextBox | Frame::Note => self.end_level(),
            Frame::Alternatives => {
                self.alternatives.pop();
            }
            Frame::Shape => {
                self.shapes.pop();
            }
            Frame::Group => self.groups = self.groups.saturating_sub(1),
            _ => {}
        }
    }

    fn end_level(&mut self) {
        if self.levels.len() < 2 {
            return;
        }
        let Some(level) = self.levels.pop() else {
            return;
        };
        let mut flow = level.flow;
        flow.settle();
        match level.note {
            Some(id) => {
                self.out.notes.insert(id, flow);
            }
            None => self.level().flow.wait(flow),
        }
    }

    fn emit(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let sight = self.sight();
        self.progress += 1;
        let level = self.level();
        if level.codes > 0 {
            return;
        }
        if !sight.hidden {
            level.flow.push(text, sight.faint);
            return;
        }
        // Page numbers of a table of contents, hidden where there are no pages: no one hides those from a reader.
        if !(sight.web_hidden && text.chars().all(|c| !c.is_alphabetic())) {
            level.flow.hide(text);
        }
    }

    fn sight(&mut self) -> Sight {
        if let Some(sight) = self.runs.last().and_then(|run| run.sight) {
            return sight;
        }
        let paragraph = self.paragraphs.last();
        let run = self.runs.last();
        let level = self.levels.last();
        let tables = level.map_or(&[][..], |level| &level.tables);
        let around = Surroundings {
            character_style: run.map_or_else(Look::default, |run| run.style),
            paragraph: paragraph.map_or_else(Look::default, |paragraph| paragraph.look),
            paragraph_style: paragraph.map_or_else(Look::default, |paragraph| paragraph.style),
            table_style: tables
                .last()
                .map_or_else(Look::default, |table| table.style),
            ground: tables
                .iter()
                .rev()
                .find_map(|table| {
                    let direct = table.cell.ground.or(table.row.ground);
                    direct.or(table.table.ground).or(table.style.ground)
                })
                .or(level.and_then(|level| level.ground)),
        };
        let look = run.map_or_else(Look::default, |run| run.look);
        let sight = self.styles().sight(look, &around);
        if let Some(run) = self.runs.last_mut() {
            run.sight = Some(sight);
        }
        sight
    }

    fn field(&mut self, kind: Option<&str>) {
        let level = self.level();
        match kind {
            Some("begin") => {
                level.fields.push(true);
                level.codes += 1;
            }
            Some("separate") => {
                if let Some(in_code) = level.fields.last_mut() {
                    level.codes -= usize::from(std::mem::take(in_code));
                }
            }
            Some("end") => {
                let was_code = level.fields.pop() == Some(true);
                level.codes -= usize::from(was_code);
            }
            _ => {}
        }
    }

    fn note(&mut self, id: NoteId) {
        self.progress += 1;
        if let Some(note) = self.around.notes.remove(&id) {
            self.level().flow.wait(note);
        } else {
            self.out.missing_notes += 1;
        }
    }

    fn revision_ids(&mut self, start: &BytesStart<'_>) {
        for attribute in start.attributes().with_checks(false).flatten() {
            if attribute.key.local_name().as_ref().starts_with(b"rsid") {
                self.out.revision_ids.extend(revision_id(&attribute.value));
            }
        }
    }

    fn styles(&self) -> &Styles {
        self.around.styles.unwrap_or(&self.no_styles)
    }

    fn table(&mut self, change: impl FnOnce(&mut Table)) {
        if let Some(table) = self.level().tables.last_mut() {
            change(table);
        }
    }

    /// The innermost flow. There is always one; were there none, a new one would begin.
    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn finish(mut self) -> Walked {
        // A part cut off inside text boxes.
        while self.levels.len() > 1 {
            self.end_level();
        }
        let mut flow = self
            .levels
            .pop()
            .map(|level| level.flow)
            .unwrap_or_default();
        flow.settle();
        self.out.flow = flow;
        let abandoned = self.abandoned;
        self.out.unreferenced = self
            .around
            .notes
            .into_iter()
            .filter(|(id, _)| !abandoned.contains(id))
            .collect();
        // Footnotes first, then by number.
        self.out.unreferenced.sort_by_key(|((is_endnote, id), _)| {
            (
                *is_endnote,
                id.parse::<i64>().unwrap_or(i64::MAX),
                id.clone(),
            )
        });
        self.out
    }
}

/// Word's revision ids are eight hex digits; zero is none.
pub(super) fn revision_id(value: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(value).ok()?;
    u32::from_str_radix(digits, 16).ok().filter(|&id| id != 0)
}

fn note_reference(space: Space, start: &BytesStart<'_>) -> Option<NoteId> {
    let is_endnote = match start.local_name().as_ref() {
        b"footnoteReference" => false,
        b"endnoteReference" => true,
        _ => return None,
    };
    (space == Space::Word).then(|| (is_endnote, attribute(start, b"id").unwrap_or_default()))
}

/// A line break in the XML is a space; around text that does not ask to keep its space it is the writer's indentation.
fn as_shown(text: &str, keeps_space: bool) -> std::borrow::Cow<'_, str> {
    if !text.contains(['\n', '\r']) {
        return text.into();
    }
    let text = if keeps_space {
        text
    } else {
        text.trim_matches([' ', '\t', '\n', '\r'])
    };
    text.replace(['\n', '\r'], " ").into()
}

/// Whether a shape of VML has a colour other than white behind its text.
fn is_filled(shape: &BytesStart<'_>) -> bool {
    if attribute(shape, b"filled").is_some_and(|value| value.starts_with('f')) {
        return false;
    }
    // `#4472c4 [3204]`, or a colour's name.
    attribute(shape, b"fillcolor").is_some_and(|value| {
        let colour = value.split(' ').next().unwrap_or_default();
        let is_short_white = matches!(
            colour.to_ascii_lowercase().as_str(),
            "" | "white" | "window" | "#fff"
        );
        !is_short_white && is_pale(colour) != Some(true)
    })
}
