//! Walker: goes through the tokens of an RTF file and collects its text. Open groups are kept on an explicit stack, so
//! that no nesting overflows the stack of the thread.

use std::collections::{HashMap, HashSet};

use encoding_rs::Encoding;

use super::super::marked::{Mark, Marked, visible};
use super::super::{Places, block_quotation};
use super::code_page::{of_charset, of_page};
use super::destination::Destination;
use super::field::Field;
use super::look::{Look, Page};
use super::token::{Token, Tokens};

/// Maximum number of open groups; deeper groups have no text of their own.
const DEEPEST: usize = 100_000;

/// State of a group, which ends with it.
#[derive(Clone, Copy, Default)]
pub(super) struct Group {
    pub(super) destination: Destination,
    /// Field to whose code the text belongs, by its place among the open ones.
    pub(super) field: usize,
    look: Look,
    /// Font, by its number.
    font: i32,
    /// Style of the paragraph, by its number.
    style: i32,
    /// Number of bytes after `\u` that stand for the same character in older programs.
    fallback: usize,
    pub(super) is_hidden: bool,
    pub(super) is_deleted: bool,
    /// Whether the paragraph stands in a cell of a table.
    is_cell: bool,
}

/// Walker with its results so far.
#[derive(Default)]
pub(super) struct Walker {
    pub(super) text: Marked,
    /// Block quotations in the text, ascending.
    pub(super) quotations: Vec<(u64, u64)>,
    pub(super) heads: String,
    pub(super) title: String,
    pub(super) author: String,
    pub(super) operator: String,
    pub(super) hidden: Places,
    pub(super) group: Group,
    pub(super) outer: Vec<Group>,
    pub(super) fields: Vec<Field>,
    page_look: Page,
    /// Whether the file ends inside a group.
    pub(super) is_cut_off: bool,
    /// Number of groups deeper than `DEEPEST`.
    too_deep: usize,
    /// Encoding that the file states.
    page: Option<&'static Encoding>,
    fonts: HashMap<i32, &'static Encoding>,
    /// Name of the style that is being defined, as far as it was read.
    style_name: String,
    /// Styles of block quotations, by their numbers.
    quotation_styles: HashSet<i32>,
    /// Bytes that are not yet decoded: a character may have two.
    bytes: Vec<u8>,
    /// Bytes of fallback that are still to come.
    skipped: usize,
    /// First half of a character beyond 16 bits.
    half: Option<u16>,
    /// Whether the next control word names an optional destination.
    is_optional: bool,
    /// Whether the group has just begun.
    is_new: bool,
    pub(super) line: Marked,
    /// Paragraph around the note that is open.
    around: Option<Marked>,
    /// Number of groups around the note and with it.
    note_depth: usize,
    /// Notes that follow the paragraph.
    notes: Marked,
}

impl Walker {
    /// Reads a whole file, or the existing part of a truncated one.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut walker = Self {
            group: Group {
                fallback: 1,
                ..Group::default()
            },
            page_look: Page::new(),
            ..Self::default()
        };
        let mut tokens = Tokens::new(bytes);
        while let Some(token) = tokens.next() {
            walker.token(token, &mut tokens);
        }
        walker.decode();
        walker.is_cut_off = !walker.outer.is_empty();
        while !walker.outer.is_empty() {
            walker.close();
        }
        walker.paragraph();
        walker
    }

    fn token(&mut self, token: Token<'_>, tokens: &mut Tokens<'_>) {
        let is_byte = matches!(token, Token::Byte(_));
        if !is_byte {
            self.decode();
        }
        match token {
            Token::Open => {
                self.skipped = 0;
                if self.outer.len() >= DEEPEST {
                    self.too_deep += 1;
                    return;
                }
                self.outer.push(self.group);
                (self.is_new, self.is_optional) = (true, false);
                return;
            }
            Token::Close => {
                self.skipped = 0;
                if self.too_deep > 0 {
                    self.too_deep -= 1;
                } else {
                    self.close();
                }
            }
            Token::Byte(_) | Token::Symbol(b'\'') if self.skipped > 0 => self.skipped -= 1,
            Token::Byte(byte) => self.bytes.push(byte),
            Token::Symbol(b'*') => {
                self.is_optional = true;
                return;
            }
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Word("bin", count) => {
                tokens.skip(usize::try_from(count.unwrap_or(0)).unwrap_or(0));
            }
            Token::Word(word, number) => self.word(word, number),
        }
        self.is_new = false;
    }

    fn close(&mut self) {
        if self.around.is_some() && self.outer.len() == self.note_depth {
            let around = self.around.take().unwrap_or_default();
            let mut note = std::mem::replace(&mut self.line, around);
            note.trim_start();
            note.trim_end();
            if note.length() > 0 {
                self.notes.append(note);
                self.notes.push("\n", None);
            }
        }
        self.end_field();
        if self.group.destination == Destination::ShapeValue {
            self.page_look.end_property();
        }
        let was = self.group.destination;
        self.group = self.outer.pop().unwrap_or_default();
        if was == Destination::Background && self.group.destination != was {
            self.page_look.end_background();
        }
        if was == Destination::Head && self.group.destination != Destination::Head {
            end_line(&mut self.heads);
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'~' => self.put("\u{A0}"),
            b'_' => self.put("-"),
            b'{' | b'}' | b'\\' => self.bytes.push(symbol),
            b'\r' | b'\n' => self.paragraph(),
            b'\t' => self.put("\t"),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        if self.is_new || self.is_optional {
            let begun = Destination::of(word, self.is_optional);
            self.is_optional = false;
            if let Some(destination) = begun {
                self.begin(destination, word);
                return;
            }
        }
        let is_on = number != Some(0);
        match word {
            "ansicpg" => self.page = number.map(of_page),
            "mac" => self.page = Some(of_page(10_000)),
            "f" => self.group.font = number.unwrap_or(0),
            "s" => self.group.style = number.unwrap_or(0),
            "fcharset" if self.group.destination == Destination::Fonts => {
                if let Some(encoding) = of_charset(number.unwrap_or(1)) {
                    self.fonts.insert(self.group.font, encoding);
                }
            }
            "cpg" if self.group.destination == Destination::Fonts => {
                let page = of_page(number.unwrap_or(1252));
                self.fonts.insert(self.group.font, page);
            }
            "uc" => {
                self.group.fallback = number.and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
            }
            "u" => self.unit(number.unwrap_or(0)),
            "v" => self.group.is_hidden = is_on,
            "deleted" => self.group.is_deleted = is_on,
            "plain" => {
                self.group.is_hidden = false;
                self.group.is_deleted = false;
                self.group.look.reset_letters();
            }
            "pard" => {
                self.group.is_cell = false;
                self.group.style = 0;
                self.group.look.reset_paragraph();
            }
            "field" => self.begin_field(),
            "shpinst" | "shp" => self.page_look.begin_shape(),
            "intbl" => self.group.is_cell = true,
            "par" | "sect" | "page" | "line" => {
                if word == "page" {
                    self.page_look.on_drawing = 0;
                }
                if self.group.is_cell {
                    self.put(" ");
                } else {
                    self.paragraph();
                }
            }
            "cell" | "nestcell" | "tab" => {
                self.put("\t");
                if word == "cell" {
                    self.page_look.end_cell();
                }
            }
            "row" | "nestrow" => self.row(),
            "emdash" => self.put("—"),
            "endash" => self.put("–"),
            "lquote" => self.put("‘"),
            "rquote" => self.put("’"),
            "ldblquote" => self.put("“"),
            "rdblquote" => self.put("”"),
            "bullet" => self.put("•"),
            "emspace" | "enspace" | "qmspace" => self.put(" "),
            _ => {
                if word == "cellx"
                    || word == "trowd"
                    || word.starts_with("tr")
                    || word.starts_with("cl")
                {
                    self.page_look.row_word(word, number);
                } else if !self.page_look.word(word, number) {
                    self.group.look.word(word, number);
                }
            }
        }
    }

    fn begin(&mut self, destination: Destination, word: &str) {
        self.page_look.has_pictures |= word == "pict" || word == "shppict";
        // What is inside something that is left out is left out too.
        if self.group.destination == Destination::Nothing {
            return;
        }
        match word {
            "shpinst" => self.page_look.begin_shape(),
            "shptxt" => {
                self.group.is_hidden |= self.page_look.shape_is_hidden();
                self.group.look = self.page_look.look_in_shape();
            }
            "fldrslt" => self.begin_result(),
            _ => {}
        }
        // What a field inside the code of another shows is part of that code.
        let keeps = [Destination::Instruction, Destination::Background];
        if destination == Destination::Text && keeps.contains(&self.group.destination) {
            return;
        }
        if destination == Destination::Instruction {
            self.group.field = self.fields.len().saturating_sub(1);
        }
        match destination {
            // Boxes in a running head belong to it.
            Destination::Text => {}
            Destination::Note if self.around.is_some() => {}
            Destination::Note => {
                self.around = Some(std::mem::take(&mut self.line));
                self.note_depth = self.outer.len();
                self.group.is_cell = false;
            }
            other => self.group.destination = other,
        }
    }

    /// Takes a unit of UTF-16, written as a number that may be negative.
    fn unit(&mut self, number: i32) {
        self.skipped = self.group.fallback;
        let unit = u16::try_from(number.rem_euclid(0x1_0000)).unwrap_or(0);
        let first = self.half.take();
        if (0xD800..0xDC00).contains(&unit) {
            self.half = Some(unit);
            return;
        }
        let units = first.into_iter().chain([unit]);
        for c in char::decode_utf16(units) {
            let c = c.unwrap_or('\u{FFFD}');
            self.put(c.encode_utf8(&mut [0; 4]));
        }
    }

    /// Decodes the bytes of text that were collected before a token of another kind.
    fn decode(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let font = self.fonts.get(&self.group.font).copied();
        let is_document = !matches!(
            self.group.destination,
            Destination::Title | Destination::Author | Destination::Operator
        );
        let page = self.page.unwrap_or(encoding_rs::WINDOWS_1252);
        let encoding = font.filter(|_| is_document).unwrap_or(page);
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        // Where the font and the file contradict each other, the one that the bytes obey is right.
        let text = if text.contains('\u{FFFD}') && encoding != page {
            let (other, is_broken) = page.decode_without_bom_handling(&bytes);
            if is_broken { text } else { other }
        } else {
            text
        };
        self.put(&text);
    }

    /// Adds text to the destination of the group.
    pub(super) fn put(&mut self, text: &str) {
        let group = self.group;
        let to = match group.destination {
            Destination::Text | Destination::Note => {
                return self.put_text(text);
            }
            Destination::Head => &mut self.heads,
            Destination::Title => &mut self.title,
            Destination::Author => &mut self.author,
            Destination::Operator => &mut self.operator,
            Destination::Colours => return self.page_look.end_colours(text),
            Destination::Styles => return self.name_style(text),
            Destination::ShapeName => &mut self.page_look.name,
            Destination::ShapeValue => &mut self.page_look.value,
            Destination::Instruction | Destination::Default => return self.put_code(text),
            Destination::Fonts | Destination::Background | Destination::Nothing => return,
        };
        if !group.is_deleted && !group.is_hidden {
            to.push_str(text);
        }
    }

    /// Takes part of the name of a style, which ends in a semicolon.
    fn name_style(&mut self, text: &str) {
        self.style_name.push_str(text);
        if let Some(name) = self.style_name.trim_end().strip_suffix(';') {
            if block_quotation::is_style(name) {
                self.quotation_styles.insert(self.group.style);
            }
            self.style_name.clear();
        }
    }

    fn put_text(&mut self, text: &str) {
        if self.group.is_deleted {
            return;
        }
        if self.group.is_hidden {
            let count = visible(text);
            if count > 0 {
                self.hidden.add(self.text.length(), count);
            }
            let kept: String = text.chars().filter(|c| matches!(c, '\t' | '\n')).collect();
            return self.line.push(&kept, None);
        }
        let mark = self.mark();
        self.line.push(text, mark);
        let left = self.page_look.on_drawing;
        self.page_look.on_drawing = left.saturating_sub(text.chars().count());
    }

    /// Returns why text at this place is not seen; `None` for text that is.
    pub(super) fn mark(&self) -> Option<Mark> {
        let drawn = self.page_look.drawn(&self.group.look, self.group.is_cell);
        drawn.unseen().map(Mark::Unseen)
    }

    /// Ends a row of a table: the last cell ends with a tab too.
    fn row(&mut self) {
        if self.group.destination == Destination::Text && self.around.is_none() {
            let mut line = std::mem::take(&mut self.line).trimmed_cells();
            line.trim_end();
            self.line = line;
        }
        self.page_look.end_row();
        self.paragraph();
    }

    /// Ends the paragraph; its notes follow.
    fn paragraph(&mut self) {
        match self.group.destination {
            Destination::Head => return end_line(&mut self.heads),
            Destination::Text | Destination::Note => {}
            _ => return,
        }
        self.line.trim_end_matches(|c| matches!(c, ' ' | '\t'));
        let is_quotation = self.quotation_styles.contains(&self.group.style);
        if is_quotation && self.around.is_none() && !self.group.is_cell {
            let start = self.text.length();
            block_quotation::add(&mut self.quotations, start, start + self.line.length());
        }
        if !self.line.text().is_empty() && !self.line.text().ends_with('\n') {
            self.line.push("\n", None);
        }
        if self.around.is_some() {
            return;
        }
        self.text.append(std::mem::take(&mut self.line));
        self.text.append(std::mem::take(&mut self.notes));
    }
}

/// Ends a line, if there is one.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches([' ', '\t']).len());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
