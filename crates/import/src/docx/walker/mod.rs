//! Walker: converts the events of a part in Word's XML to text with marks. Everything that the part refers to is passed
//! in.
//!
//! Open elements are kept on an explicit stack, so that no nesting overflows the stack of the thread. Text boxes and
//! notes are separate flows that follow the paragraph they belong to.

mod apart;
mod content;
mod control;
mod field;
mod formula;
mod note;
mod place;
mod shapes;
mod sight;

use std::collections::{BTreeSet, HashMap, HashSet};

use quick_xml::events::{BytesStart, Event};

use super::embedded::Placed;
use super::flow::Flow;
use super::look::{Effect, Look, Sight, Styles};
use super::paper::Side;
use super::properties::revision_id;
use super::xml::{Space, Xml, as_shown, attribute, text_of};
use crate::field::Values;
use crate::formula::Omml;
use crate::sight::{Colour, Ground, ON_DRAWING};
use control::Control;
use field::Field;
use note::{NoteId, note_reference};
use place::Anchor;
use shapes::Shape;

/// Maximum number of nested flows: each level copies its text once. Deeper text boxes are read as part of the flow
/// around them.
const MAXIMUM_LEVELS: usize = 16;

/// Data that a part refers to.
#[derive(Default)]
pub(super) struct Surrounding<'a> {
    pub(super) styles: &'a Styles,
    pub(super) notes: HashMap<NoteId, Flow>,
    /// Embedded documents (`w:altChunk`), by relationship id.
    pub(super) chunks: HashMap<String, Flow>,
    /// Documents placed as objects, by relationship id.
    pub(super) objects: HashMap<String, Placed>,
    /// Texts of diagrams and charts, by relationship id.
    pub(super) drawings: HashMap<String, Flow>,
    /// Names of the parts of pictures, by relationship id.
    pub(super) pictures: HashMap<String, String>,
    /// Whether a page colour, if there is one, is shown.
    pub(super) shows_page_colour: bool,
    /// Whether a header has a drawing behind the text of the page.
    pub(super) has_ground: bool,
    /// Properties and variables of the document that fields show.
    pub(super) values: Option<&'a Values>,
}

/// Content found in a part.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) flow: Flow,
    /// Notes by id, if the part holds notes.
    pub(super) notes: HashMap<NoteId, Flow>,
    /// Notes passed in that no text refers to, except those whose reference was deleted. Footnotes first, then by
    /// number.
    pub(super) unreferenced: Vec<(NoteId, Flow)>,
    /// Number of references to notes that were not passed in.
    pub(super) missing_notes: u64,
    /// Names of the documents passed in that the page does not show.
    pub(super) unread: Vec<String>,
    pub(super) revision_ids: BTreeSet<u32>,
    /// Whether there is a drawing behind the text of a page.
    pub(super) has_ground: bool,
    /// Local name of the outermost element.
    pub(super) root: String,
    /// Whether the walk ended before the part did, which is not well-formed or nested too deeply.
    pub(super) is_broken: bool,
}

/// Meaning of an open element for those inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Plain,
    Paragraph,
    ParagraphProps,
    /// Properties of the paragraph's end mark, not of its text.
    MarkProps,
    Run,
    RunProps,
    /// Fill or outline of letters.
    Effect(Effect),
    Text,
    /// Code of a field.
    Instruction,
    /// Field whose code is an attribute.
    SimpleField,
    /// Data of a form field of Word 97 to 2003.
    FormField,
    /// Content control, and its properties.
    Control,
    ControlProps,
    /// A formula, and an element of one.
    Formula,
    Math,
    /// Formulas on lines of their own.
    DisplayFormulas,
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
    /// Place of a drawing on the page, along one side, and the number that says it.
    Anchor,
    Position(Side),
    Offset(Side, place::Unit),
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
    /// Where a block quotation begins in its flow; `None` in another paragraph.
    quotation: Option<u64>,
    /// Whether the end mark was deleted: the next paragraph continues the line.
    joins: bool,
}

#[derive(Default)]
struct Table {
    style: Look,
    whole: Look,
    row: Look,
    cell: Look,
}

/// One flow with its open elements.
#[derive(Default)]
struct Level {
    flow: Flow,
    note: Option<NoteId>,
    ground: Option<Ground>,
    /// Height in points at which the text box cuts its text off.
    height: Option<f32>,
    is_outside: bool,
    is_hidden: bool,
    tables: Vec<Table>,
    fields: Vec<Field>,
    /// Those whose code is being read, by their place in `fields`.
    codes: Vec<usize>,
    controls: Vec<Control>,
    /// Formula being read; `None` outside formulas.
    formula: Option<Omml>,
    /// Number of open elements whose formulas stand on lines of their own.
    displays: usize,
    /// Whether such a formula was the last of the paragraph: what follows begins a line.
    is_after_display: bool,
}

#[derive(Default)]
struct Walker<'a> {
    around: Surrounding<'a>,
    out: Walked,
    frames: Vec<Frame>,
    /// Depth inside an element that is left out, 0 outside.
    skipped: usize,
    /// Whether the element left out is deleted text.
    in_deleted: bool,
    /// Nested flows, the innermost last; at least one, the part's own.
    levels: Vec<Level>,
    runs: Vec<Run>,
    paragraphs: Vec<Paragraph>,
    /// Value of `progress` at the start of each open `mc:AlternateContent`.
    alternatives: Vec<u64>,
    shapes: Vec<Shape>,
    anchors: Vec<Anchor>,
    /// Number of paragraphs, this one included, in which a picture is near.
    near_picture: u8,
    /// Number of characters on this page that may still stand on the last drawing behind the text.
    on_drawing: usize,
    groups: usize,
    /// Counter that grows with every piece of content found.
    progress: u64,
    buffer: String,
    keeps_space: bool,
    /// Where the event being read begins and ends, in bytes.
    from: usize,
    to: usize,
    /// Where the text being read begins, in bytes.
    text_from: usize,
    /// Where the formula being read begins, in bytes.
    formula_from: usize,
    abandoned: HashSet<NoteId>,
}

/// Reads one part as far as it is well-formed.
pub(super) fn walk(text: &str, around: Surrounding<'_>) -> Walked {
    let mut walker = Walker {
        on_drawing: if around.has_ground { ON_DRAWING } else { 0 },
        around,
        levels: vec![Level::default()],
        ..Walker::default()
    };
    let mut xml = Xml::new(text);
    loop {
        match xml.next() {
            Ok((_, Event::Eof)) => break,
            Ok((space, event)) => {
                (walker.from, walker.to) = (xml.from, xml.to);
                walker.event(space, &event);
            }
            Err(_) => {
                walker.out.is_broken = true;
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
                // A note is deleted together with its reference.
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
            text if self.is_in_text() => self.buffer.extend(text_of(text)),
            _ => {}
        }
    }

    fn is_in_text(&self) -> bool {
        self.skipped == 0
            && matches!(
                self.frames.last(),
                Some(Frame::Text | Frame::Instruction | Frame::Offset(..))
            )
    }

    fn start(&mut self, space: Space, start: &BytesStart<'_>) {
        let local = start.local_name();
        let name = local.as_ref();
        if self.frames.is_empty() && self.out.root.is_empty() {
            self.out.root = String::from_utf8_lossy(name).into_owned();
        }
        let frame = match space {
            Space::Word => self.start_word(name, start),
            Space::Math => self.start_math(name, start),
            Space::Drawing => Some(self.start_drawing(name, start)),
            Space::Compatibility => self.start_alternative(name),
            Space::Shape | Space::Vml | Space::Other => Some(self.start_other(space, name, start)),
        };
        if let Some(frame) = frame {
            self.frames.push(frame);
        } else {
            self.skipped = 1;
            self.in_deleted = space == Space::Word && matches!(name, b"del" | b"moveFrom");
        }
    }

    /// Returns the frame of a Word element; `None` for an element that is left out.
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
            (b"p", _) => return Some(self.start_paragraph()),
            (b"r" | b"t", _) => return Some(self.start_text_of(name, start)),
            (b"pPr", Some(Frame::Paragraph)) => return Some(Frame::ParagraphProps),
            (b"rPr", Some(Frame::ParagraphProps)) => return Some(Frame::MarkProps),
            (b"rPr", Some(Frame::Run)) => return Some(Frame::RunProps),
            // Elements left out: deleted or moved-away text, codes of fields, pronunciations (ruby), properties as
            // they were before a change, properties that do not belong to a run that follows, and tab stops, which are
            // not tabs.
            (
                b"del" | b"moveFrom" | b"delText" | b"delInstrText" | b"fldData" | b"rt"
                | b"rubyPr" | b"rPrChange" | b"pPrChange" | b"sectPrChange" | b"tblPrChange"
                | b"tblPrExChange" | b"trPrChange" | b"tcPrChange" | b"tblGridChange"
                | b"numberingChange" | b"sdtEndPr" | b"smartTagPr" | b"customXmlPr" | b"sectPr"
                | b"tabs" | b"rPr" | b"pPr",
                _,
            ) => return None,
            (b"instrText" | b"fldSimple" | b"ffData", _) => {
                return Some(self.start_field(name, start));
            }
            (_, Some(Frame::FormField)) => {
                self.form_field(name, start);
                return Some(Frame::FormField);
            }
            (b"sdt", _) => return Some(self.start_control()),
            (b"sdtPr", Some(Frame::Control)) => return Some(Frame::ControlProps),
            (_, Some(Frame::ControlProps)) => self.control(name, start),
            (b"tbl", _) => {
                self.level().tables.push(Table::default());
                return Some(Frame::Table);
            }
            (b"tblPr", Some(Frame::Table)) => return Some(Frame::TableProps),
            (b"tr", Some(_)) => {
                self.table(|table| table.row = Look::default());
                return Some(Frame::Row);
            }
            (b"tblPrEx" | b"trPr", Some(Frame::Row)) => return Some(Frame::RowProps),
            (b"tc", Some(_)) => {
                self.table(|table| table.cell = Look::default());
                return Some(Frame::Cell);
            }
            (b"tcPr", Some(Frame::Cell)) => return Some(Frame::CellProps),
            (b"txbxContent", _) => return Some(self.start_text_box()),
            (b"footnote" | b"endnote", _) => return self.start_note(name == b"endnote", start),
            (b"background", _) => {
                let colour = attribute(start, b"color").unwrap_or_default();
                if self.around.shows_page_colour && colour != "auto" {
                    let colour = Colour::hex(&colour);
                    self.level().ground = Some(colour.map_or(Ground::Unknown, Ground::Colour));
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

    fn start_text_of(&mut self, name: &[u8], start: &BytesStart<'_>) -> Frame {
        match name {
            b"r" => {
                self.runs.push(Run::default());
                Frame::Run
            }
            b"t" => {
                self.buffer.clear();
                self.keeps_space = attribute(start, b"space").as_deref() == Some("preserve");
                self.text_from = self.to;
                Frame::Text
            }
            _ => Frame::Plain,
        }
    }

    fn start_paragraph(&mut self) -> Frame {
        self.paragraphs.push(Paragraph {
            style: self.around.styles.default_paragraph(),
            ..Paragraph::default()
        });
        Frame::Paragraph
    }

    fn end(&mut self, frame: Frame) {
        match frame {
            Frame::Text => {
                let text = std::mem::take(&mut self.buffer);
                let shown = as_shown(&text, self.keeps_space);
                let is_whole = shown.len() == text.len();
                self.emit_from(&shown, self.text_from, is_whole);
                self.buffer = text;
            }
            Frame::Run => {
                self.runs.pop();
            }
            Frame::Instruction => self.end_instruction(),
            Frame::SimpleField => self.end_field(),
            Frame::Control => self.end_control(),
            Frame::Anchor => self.end_anchor(),
            Frame::Offset(side, unit) => self.end_offset(side, unit),
            Frame::Formula => self.end_formula(),
            Frame::Math => {
                if let Some(formula) = &mut self.level().formula {
                    formula.end();
                }
            }
            Frame::DisplayFormulas => {
                let level = self.level();
                level.displays = level.displays.saturating_sub(1);
            }
            Frame::Paragraph => {
                let paragraph = self.paragraphs.pop().unwrap_or_default();
                let joins = paragraph.joins;
                let level = self.level();
                if let Some(start) = paragraph.quotation {
                    level.flow.quote_from(start);
                }
                level.is_after_display &= joins;
                // The code of a field that continues into the next paragraph has lost its end.
                if !level.codes.is_empty() {
                    self.end_all_fields();
                }
                self.level().flow.end_paragraph(joins);
                self.near_picture = self.near_picture.saturating_sub(1);
            }
            Frame::Table => {
                self.level().tables.pop();
            }
            Frame::TextBox | Frame::Note => self.end_level(),
            Frame::Alternatives => {
                self.alternatives.pop();
            }
            Frame::Shape => self.end_shape(),
            Frame::Group => self.groups = self.groups.saturating_sub(1),
            _ => {}
        }
    }

    fn revision_ids(&mut self, start: &BytesStart<'_>) {
        for attribute in start.attributes().with_checks(false).flatten() {
            if attribute.key.local_name().as_ref().starts_with(b"rsid") {
                self.out.revision_ids.extend(revision_id(&attribute.value));
            }
        }
    }

    /// Returns the innermost flow. There is always one; otherwise a new one would begin.
    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn finish(mut self) -> Walked {
        // The part may end inside text boxes.
        while self.levels.len() > 1 {
            self.end_level();
        }
        self.end_formula();
        self.end_all_fields();
        let mut flow = self
            .levels
            .pop()
            .map(|level| level.flow)
            .unwrap_or_default();
        flow.settle();
        self.out.flow = flow;
        let objects = self.around.objects.into_values();
        self.out.unread = objects.map(|object| object.name).collect();
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
