//! Reads LaTeX formulas, between dollars or in their environments, as they are printed.

use std::cell::Cell;
use std::collections::HashMap;

use super::latex_names::{Build, Does, Rows, does, rows};
use super::latex_stack::{Stack, What};
use super::linear;
use super::piece::{GAP, Piece, SPACE, WORD_GAP};
use crate::tex::commands::Prints;
use crate::tex::source::Source;

/// Maximum number of sources inside each other: macros in macros, and options.
const DEEPEST_SOURCE: usize = 16;
/// Maximum number of bytes that the macros of a document are filled in with, altogether.
const MOST_EXPANDED: usize = 4 << 20;

/// Macros without arguments that a document defines, by their names.
#[derive(Clone, Debug)]
pub(crate) struct Macros {
    bodies: HashMap<String, String>,
    /// Number of bytes that may still be filled in: macros may name each other.
    left: Cell<usize>,
}

impl Default for Macros {
    fn default() -> Self {
        Self {
            bodies: HashMap::new(),
            left: Cell::new(MOST_EXPANDED),
        }
    }
}

impl Macros {
    pub(crate) fn insert(&mut self, name: String, body: String) {
        self.bodies.insert(name, body);
    }

    /// Takes the bytes of a filled-in macro from the allowance; `None` if it is used up.
    pub(crate) fn spend(&self, bytes: usize) -> Option<()> {
        // Also an empty macro costs something.
        self.left.set(self.left.get().checked_sub(bytes + 8)?);
        Some(())
    }

    /// Returns the body of a macro, as long as there is an allowance for it.
    fn body(&self, name: &str) -> Option<&str> {
        let body = self.bodies.get(name)?;
        self.spend(body.len())?;
        Some(body)
    }
}

/// Reads a formula, without the signs around it.
pub(crate) fn latex(formula: &str, macros: &Macros) -> Piece {
    let mut reader = Reader {
        sources: vec![(Source::new(formula), false)],
        macros,
        stack: Stack::default(),
    };
    while let Some(c) = reader.next() {
        reader.character(c);
    }
    reader.stack.finish()
}

/// Reader, with the sources that are open and whether each is an option of a command.
struct Reader<'a> {
    sources: Vec<(Source<'a>, bool)>,
    macros: &'a Macros,
    stack: Stack,
}

impl<'a> Reader<'a> {
    /// Takes the next character; sources that have ended are closed.
    fn next(&mut self) -> Option<char> {
        loop {
            let (source, is_option) = self.sources.last_mut()?;
            if let Some(c) = source.next() {
                return Some(c);
            }
            let is_option = *is_option;
            self.sources.pop();
            if is_option {
                self.stack.close(|what| matches!(what, What::Option), "");
            }
        }
    }

    /// Returns the innermost source; after the end of all an empty one.
    fn here(&mut self) -> &mut Source<'a> {
        if self.sources.is_empty() {
            self.sources.push((Source::new(""), false));
        }
        let last = self.sources.len() - 1;
        &mut self.sources[last].0
    }

    fn character(&mut self, c: char) {
        let is_text = self.stack.is_text();
        match c {
            '%' => {
                self.here().line();
            }
            '\\' => self.command(),
            '{' => self.stack.open(What::Group, is_text),
            '}' => {
                self.stack.close(|what| matches!(what, What::Group), "");
            }
            '$' => self.stack.turn_text(),
            '&' if !self.stack.end_cell() => self.sign(GAP),
            '&' => {}
            '~' => self.sign(SPACE),
            '^' | '_' if !is_text => self.script(c == '^'),
            c if c.is_whitespace() && is_text => self.stack.put(Piece::of(" ")),
            c if c.is_whitespace() => self.sign(WORD_GAP),
            c => self.stack.put(Piece::of(c.encode_utf8(&mut [0; 4]))),
        }
    }

    /// Adds a sign of our own, which is not an argument of a command.
    fn sign(&mut self, sign: char) {
        if !self.stack.is_waiting() {
            self.stack.put(Piece::sign(sign));
        }
    }

    fn script(&mut self, is_above: bool) {
        if !self.stack.is_waiting() {
            self.build(Build::Script { is_above }, 1);
        }
    }

    fn build(&mut self, build: Build, needed: usize) {
        let got = Vec::new();
        let is_text = self.stack.is_text();
        let what = What::Command { build, needed, got };
        self.stack.open(what, is_text);
    }

    fn command(&mut self) {
        let name = self.here().letters();
        if name.is_empty() {
            return self.signed_command();
        }
        self.here().take("*");
        match name {
            "begin" => return self.begin(),
            "end" => {
                self.here().group();
                self.stack
                    .close(|what| matches!(what, What::Table { .. }), "");
                return;
            }
            "left" => {
                let sign = self.delimiter();
                let is_text = self.stack.is_text();
                return self.stack.open(What::Left(sign), is_text);
            }
            "right" => {
                let sign = self.delimiter();
                if self.stack.has_left() {
                    self.stack.close(|what| matches!(what, What::Left(_)), sign);
                } else {
                    self.stack.put(Piece::of(sign));
                }
                return;
            }
            "middle" => {
                let sign = self.delimiter();
                return self.stack.put(Piece::of(sign));
            }
            "newline" | "cr" => return self.end_row(),
            _ => {}
        }
        match does(name) {
            Some(does) => self.known(does),
            None => self.unknown(name),
        }
    }

    fn known(&mut self, does: Does) {
        // TeX's own rule: white space behind a command's name is none.
        if !self.stack.is_text() {
            self.here().skip_space();
        }
        match does {
            Does::Sign(sign) => self.stack.put(Piece::of(sign)),
            Does::Word(word) => self.stack.put(linear::word(Piece::of(word))),
            Does::Space => self.sign(SPACE),
            Does::ThinSpace => self.sign(GAP),
            Does::Nothing => {}
            Does::Over { has_line } => {
                if !self.stack.is_waiting() {
                    self.stack.over(has_line);
                }
            }
            Does::Words => {
                if self.here().take("{") {
                    self.stack.open(What::Group, true);
                }
            }
            Does::Build(Build::Root, _) => self.with_option(Build::Root, Build::RootWithIndex),
            Does::Build(build @ Build::Arrow(arrow), _) => {
                self.with_option(build, Build::ArrowWithBoth(arrow));
            }
            Does::Build(build, needed) => self.build(build, needed),
        }
    }

    /// Begins a command that has one argument, or an option before it.
    fn with_option(&mut self, without: Build, with: Build) {
        let is_deep = self.sources.len() >= DEEPEST_SOURCE;
        match self.here().skip_option() {
            Some(option) if !is_deep => {
                self.build(with, 2);
                self.stack.open(What::Option, false);
                self.sources.push((Source::new(option), true));
            }
            Some(option) => {
                self.stack.put(Piece::of(option));
                self.build(without, 1);
            }
            None => self.build(without, 1),
        }
    }

    /// Reads a command that is none of a formula's: a macro, one of text, or one that is not known.
    fn unknown(&mut self, name: &'a str) {
        if self.sources.len() < DEEPEST_SOURCE
            && let Some(body) = self.macros.body(name)
        {
            self.here().skip_space();
            self.sources.push((Source::new(body), false));
            return;
        }
        match Prints::of(name) {
            Prints::Nothing(count) | Prints::After(count) => {
                for _ in 0..count {
                    self.here().group();
                }
            }
            Prints::Citation => {
                self.here().group();
            }
            Prints::OtherFile(before) => {
                for _ in 0..=before {
                    self.here().group();
                }
            }
            _ => {
                let mut ahead = *self.here();
                ahead.skip_space();
                // Without an argument its name is all that can be read.
                if ahead.peek() != Some('{') {
                    self.here().skip_space();
                    self.stack.put(linear::word(Piece::of(name)));
                }
            }
        }
    }

    /// Reads a command whose name is a sign.
    fn signed_command(&mut self) {
        let Some(c) = self.next() else { return };
        match c {
            '\\' => {
                self.here().take("*");
                self.here().skip_option();
                self.end_row();
            }
            ',' | ';' | ':' | '>' => self.sign(GAP),
            ' ' | '\n' | '\t' => self.sign(SPACE),
            '!' | '/' | '-' | '(' | ')' | '[' | ']' | '\'' | '`' | '"' | '^' | '=' | '.' => {}
            '|' => self.stack.put(Piece::of("‖")),
            c => self.stack.put(Piece::of(c.encode_utf8(&mut [0; 4]))),
        }
    }

    fn end_row(&mut self) {
        if !self.stack.end_row() && !self.stack.is_waiting() {
            self.stack.put(Piece::line());
        }
    }

    fn begin(&mut self) {
        let name = self.here().group().unwrap_or_default().trim();
        let rows = rows(name);
        let (Rows::Table(_, _, arguments) | Rows::Lines(arguments)) = rows;
        self.here().skip_option();
        for _ in 0..arguments {
            self.here().group();
        }
        let what = What::Table {
            rows,
            done: Vec::new(),
            cells: Vec::new(),
        };
        self.stack.open(what, false);
    }

    /// Takes the sign after `\left`, `\right` or `\middle`; a point stands for no sign.
    fn delimiter(&mut self) -> &'static str {
        const SIGNS: [&str; 10] = ["(", ")", "[", "]", "|", "/", "<", ">", "{", "}"];
        self.here().skip_space();
        let mut ahead = *self.here();
        let sign = if ahead.take("\\") {
            let name = ahead.letters();
            if name.is_empty() {
                match ahead.next() {
                    Some('{') => "{",
                    Some('}') => "}",
                    Some('|') => "‖",
                    _ => "",
                }
            } else {
                match does(name) {
                    Some(Does::Sign(sign)) => sign,
                    _ => return "",
                }
            }
        } else {
            let c = ahead.next();
            let known = SIGNS.into_iter().find(|sign| sign.chars().next() == c);
            match (known, c) {
                (Some(sign), _) => sign,
                (None, Some('.')) => "",
                // What is no bracket belongs to the formula.
                _ => return "",
            }
        };
        *self.here() = ahead;
        sign
    }
}
