//! Walker: goes through the tokens of an RTF file and writes down its text. Open groups stand on a stack of our own, so that
//! no nesting exhausts the thread's stack.

use std::collections::HashMap;

use encoding_rs::Encoding;

use super::super::Places;
use super::code_page::{of_charset, of_page};
use super::destination::Destination;
use super::token::{Token, Tokens};

/// Maximum number of open groups; what is nested deeper has no text of its own.
const DEEPEST: usize = 100_000;

/// State of a group, which ends with it.
#[derive(Clone, Copy, Default)]
struct Group {
    destination: Destination,
    /// Font, by its number.
    font: i32,
    /// Number of bytes after `\u` that stand for the same character in older programs.
    fallback: usize,
    is_hidden: bool,
    is_deleted: bool,
    /// Whether the paragraph stands in a cell of a table.
    is_cell: bool,
}

/// Walker, and what it has found.
pub(super) struct Walker {
    pub(super) text: String,
    pub(super) heads: String,
    pub(super) title: String,
    pub(super) author: String,
    pub(super) operator: String,
    pub(super) hidden: Places,
    group: Group,
    outer: Vec<Group>,
    /// Number of groups deeper than `DEEPEST`.
    too_deep: usize,
    page: &'static Encoding,
    fonts: HashMap<i32, &'static Encoding>,
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
    line: String,
    /// Paragraph around the note that is open.
    around: Option<String>,
    /// Number of groups around the note and with it.
    note_depth: usize,
    /// Notes that follow the paragraph.
    notes: String,
    /// Characters of `text`.
    characters: u64,
}

impl Walker {
    /// Reads a whole file, or what there is of a cut one.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut walker = Self {
            text: String::new(),
            heads: String::new(),
            title: String::new(),
            author: String::new(),
            operator: String::new(),
            hidden: Places::default(),
            group: Group {
                fallback: 1,
                ..Group::default()
            },
            outer: Vec::new(),
            too_deep: 0,
            page: of_page(1252),
            fonts: HashMap::new(),
            bytes: Vec::new(),
            skipped: 0,
            half: None,
            is_optional: false,
            is_new: false,
            line: String::new(),
            around: None,
            note_depth: 0,
            notes: String::new(),
            characters: 0,
        };
        let mut tokens = Tokens::new(bytes);
        while let Some(token) = tokens.next() {
            walker.token(token, &mut tokens);
        }
        walker.decode();
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
            let note = std::mem::replace(&mut self.line, around);
            if !note.trim().is_empty() {
                self.notes.push_str(note.trim());
                self.notes.push('\n');
            }
        }
        let was = self.group.destination;
        self.group = self.outer.pop().unwrap_or_default();
        if was == Destination::Head && self.group.destination != Destination::Head {
            end_line(&mut self.heads);
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'~' => self.put('\u{A0}'),
            b'_' => self.put('-'),
            b'{' | b'}' | b'\\' => self.bytes.push(symbol),
            b'\r' | b'\n' => self.paragraph(),
            b'\t' => self.put('\t'),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        if self.is_new || self.is_optional {
            let begun = Destination::of(word, self.is_optional);
            self.is_optional = false;
            if let Some(destination) = begun {
                self.begin(destination);
                return;
            }
        }
        let is_on = number != Some(0);
        match word {
            "ansicpg" => self.page = of_page(number.unwrap_or(1252)),
            "mac" => self.page = of_page(10_000),
            "f" => self.group.font = number.unwrap_or(0),
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
            }
            "pard" => self.group.is_cell = false,
            "intbl" => self.group.is_cell = true,
            "par" | "sect" | "page" | "line" => {
                if self.group.is_cell {
                    self.put(' ');
                } else {
                    self.paragraph();
                }
            }
            "cell" | "nestcell" | "tab" => self.put('\t'),
            "row" | "nestrow" => self.row(),
            "emdash" => self.put('—'),
            "endash" => self.put('–'),
            "lquote" => self.put('‘'),
            "rquote" => self.put('’'),
            "ldblquote" => self.put('“'),
            "rdblquote" => self.put('”'),
            "bullet" => self.put('•'),
            "emspace" | "enspace" | "qmspace" => self.put(' '),
            _ => {}
        }
    }

    fn begin(&mut self, destination: Destination) {
        let is_left_out = self.group.destination == Destination::Nothing;
        // What is inside something that is left out is left out too.
        if is_left_out {
            return;
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
            self.put(c.unwrap_or('\u{FFFD}'));
        }
    }

    /// Decodes the bytes of text before a token that is none.
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
        let encoding = font.filter(|_| is_document).unwrap_or(self.page);
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        // Where the font and the file contradict each other, the one that the bytes obey is right.
        let text = if text.contains('\u{FFFD}') && encoding != self.page {
            let (other, is_broken) = self.page.decode_without_bom_handling(&bytes);
            if is_broken { text } else { other }
        } else {
            text
        };
        for c in text.chars() {
            self.put(c);
        }
    }

    fn put(&mut self, c: char) {
        let group = self.group;
        let to = match group.destination {
            Destination::Text | Destination::Note => &mut self.line,
            Destination::Head => &mut self.heads,
            Destination::Title => &mut self.title,
            Destination::Author => &mut self.author,
            Destination::Operator => &mut self.operator,
            Destination::Fonts | Destination::Nothing => return,
        };
        if group.is_deleted {
            return;
        }
        if group.is_hidden && !matches!(c, '\t' | '\n') {
            if !c.is_whitespace() {
                self.hidden.add(self.characters, 1);
            }
            return;
        }
        to.push(c);
    }

    /// Ends a row of a table: the last cell ends with a tab too.
    fn row(&mut self) {
        if self.group.destination == Destination::Text && self.around.is_none() {
            let cells: Vec<&str> = self.line.split('\t').map(str::trim).collect();
            let row = cells.join("\t");
            self.line.clear();
            self.line.push_str(row.trim_end());
        }
        self.paragraph();
    }

    /// Ends the paragraph; its notes follow.
    fn paragraph(&mut self) {
        match self.group.destination {
            Destination::Head => return end_line(&mut self.heads),
            Destination::Text | Destination::Note => {}
            _ => return,
        }
        if self.around.is_some() {
            return end_line(&mut self.line);
        }
        end_line(&mut self.line);
        let mut paragraph = std::mem::take(&mut self.line);
        paragraph.push_str(&std::mem::take(&mut self.notes));
        self.characters += paragraph.chars().count() as u64;
        self.text.push_str(&paragraph);
    }
}

/// Ends a line, if there is one.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches([' ', '\t']).len());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
