//! Walker: goes through a LaTeX source once and collects what is printed. Open groups are kept on an explicit stack, so
//! that no nesting overflows the stack of the thread.

use std::collections::HashMap;

use super::commands::Prints;
use super::ink::{Ink, Palette};
use super::letters::{accent, accented, sign};
use super::marks::{SEEN, UNSEEN};
use super::source::Source;
use super::{body, stated};
use crate::formula::{Form, Macros, latex};

/// Maximum number of other files that are named, and maximum length of a name in characters.
const MOST_OTHERS: usize = 100;
const LONGEST_NAME: usize = 100;

/// State that ends with a group or environment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// A group without effect, or that of a command.
    Group,
    /// A heading or caption.
    Block,
    /// A note, which is written apart.
    Note,
    Table,
    Environment,
}

/// Walker with its results so far.
#[derive(Default)]
pub(super) struct Walker {
    pub(super) text: String,
    /// Spans of comments in the text, in bytes.
    pub(super) comments: Vec<(usize, usize)>,
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    /// Names of files whose text the document takes in, as written.
    pub(super) others: Vec<String>,
    pub(super) open: Vec<Open>,
    /// Ink around each group that is open.
    inks: Vec<Ink>,
    pub(super) ink: Ink,
    pub(super) palette: Palette,
    /// Texts around the notes that are open, the outermost first.
    around: Vec<String>,
    /// Notes that follow the paragraph.
    notes: String,
    pub(super) tables: usize,
    /// Number of open environments, tables among them.
    pub(super) environments: usize,
    /// Numbers of sources by their keys.
    pub(super) sources: HashMap<String, usize>,
    /// Macros that stand for plain text.
    pub(super) macros: HashMap<String, String>,
    /// Macros that formulas use.
    pub(super) formula_macros: Macros,
    pub(super) is_chinese: bool,
}

impl Walker {
    /// Reads a whole document, or a part of one.
    pub(super) fn of(source: &str) -> Self {
        let mut walker = Self {
            is_chinese: source.chars().any(|c| matches!(c, '\u{4E00}'..='\u{9FFF}')),
            ..Self::default()
        };
        walker.palette = Palette::of(source);
        walker.ink = walker.palette.ink();
        walker.number_sources(source);
        let start = body(source);
        let preamble = &source[..start.unwrap_or(0)];
        walker.define(preamble);
        if !preamble.is_empty() {
            walker.title = stated(preamble, "\\title");
            walker.author = stated(preamble, "\\author");
            if let Some(title) = &walker.title {
                walker.text = format!("{title}\n\n");
            }
        }
        walker.walk(&source[start.unwrap_or(0)..]);
        walker
    }

    fn walk(&mut self, source: &str) {
        let mut here = Source::new(source);
        while let Some(c) = here.next() {
            match c {
                '%' => self.comment(&mut here),
                '\\' => self.command(&mut here),
                '{' => self.begin_group(Open::Group),
                '}' => self.close(),
                '$' => self.formula_sign(&mut here),
                '&' if self.tables > 0 => self.cell(),
                '~' => self.text.push(' '),
                '\n' => self.line_end(&mut here),
                ' ' | '\t' => self.space(),
                '-' if here.take("--") => self.text.push('—'),
                '-' if here.take("-") => self.text.push('–'),
                '`' if here.take("`") => self.text.push('“'),
                '\'' if here.take("'") => self.text.push('”'),
                c => self.text.push(c),
            }
            if here.take("\\end{document}") {
                break;
            }
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.set_ink(Ink::default());
        self.paragraph();
    }

    pub(super) fn begin_group(&mut self, what: Open) {
        self.open.push(what);
        self.inks.push(self.ink);
    }

    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n', '\t']) {
            self.text.push(' ');
        }
    }

    /// Ends a line of the source: a blank line after it ends the paragraph. Cells have no lines.
    fn line_end(&mut self, here: &mut Source<'_>) {
        here.skip_blanks();
        let mut is_paragraph = false;
        while here.take("\n") {
            is_paragraph = true;
            here.skip_blanks();
        }
        if self.tables > 0 {
            self.space();
        } else if is_paragraph {
            self.paragraph();
        } else {
            self.line();
        }
    }

    /// Ends a line of the text, if there is one.
    pub(super) fn line(&mut self) {
        let end = self.text.trim_end_matches([' ', '\t']).len();
        self.text.truncate(end);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Ends the paragraph: its notes follow, and a blank line.
    pub(super) fn paragraph(&mut self) {
        if self.around.is_empty() && !self.notes.is_empty() {
            let notes = std::mem::take(&mut self.notes);
            self.line();
            self.text.push_str(notes.trim_end());
        }
        self.text.truncate(self.text.trim_end().len());
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
    }

    /// Keeps a comment that says something and stands outside tables and notes.
    fn comment(&mut self, here: &mut Source<'_>) {
        let line = here.line().trim_start_matches('%').trim();
        let says = line.chars().any(char::is_alphanumeric) && !line.starts_with("!TEX");
        // In LaTeX a comment takes the break of its line along; kept, it needs the break.
        let is_own_line = self.text.is_empty() || self.text.ends_with('\n');
        if says && self.tables == 0 && self.around.is_empty() {
            if !is_own_line && !self.text.ends_with(' ') {
                self.text.push(' ');
            }
            let start = self.text.len();
            self.text.push_str("% ");
            self.text.push_str(line);
            self.comments.push((start, self.text.len()));
        } else if here.take("\n") {
            here.skip_blanks();
        }
    }

    fn formula_sign(&mut self, here: &mut Source<'_>) {
        if here.take("$") {
            if let Some(formula) = here.formula("$$") {
                self.display(formula);
            }
        } else if let Some(formula) = here.formula("$") {
            self.inline(formula);
        } else {
            self.text.push('$');
        }
    }

    pub(super) fn inline(&mut self, formula: &str) {
        let formula = latex(formula, &self.formula_macros);
        self.text.push_str(&formula.finish(Form::Inline).text);
    }

    pub(super) fn display(&mut self, formula: &str) {
        if self.tables > 0 {
            return self.inline(formula);
        }
        self.line();
        let formula = latex(formula, &self.formula_macros);
        self.text.push_str(&formula.finish(Form::Display).text);
        self.line();
    }

    fn cell(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\t');
    }

    fn command(&mut self, here: &mut Source<'_>) {
        let name = here.letters();
        if name.is_empty() {
            return self.signed_command(here);
        }
        here.take("*");
        match name {
            "begin" => return self.begin(here),
            "end" => {
                here.group();
                return self.close_environment();
            }
            "verb" | "lstinline" | "mintinline" => return self.raw(name, here),
            "bibitem" => return self.source_of_list(here),
            "url" | "nolinkurl" | "path" => {
                self.text.push_str(here.group().unwrap_or_default());
                return;
            }
            "def" | "gdef" | "edef" | "xdef" => {
                here.take("\\");
                here.letters();
                here.group();
                return;
            }
            _ => {}
        }
        if self.look(name, here) {
            return;
        }
        if let Some(text) = self.macros.get(name)
            && self.formula_macros.spend(text.len()).is_some()
        {
            self.text.push_str(text);
            here.skip_space();
            return;
        }
        if let Some(mark) = accent(name).filter(|_| name.len() == 1) {
            here.skip_blanks();
            return self.accent(mark, here);
        }
        if let Some(text) = sign(name) {
            self.text.push_str(text);
            here.skip_space();
            return;
        }
        self.worded_command(name, here);
    }

    fn worded_command(&mut self, name: &str, here: &mut Source<'_>) {
        let prints = Prints::of(name);
        if !matches!(prints, Prints::Line | Prints::Paragraph) {
            while here.skip_option().is_some() {}
        }
        match prints {
            Prints::Block => {
                // A second caption, in another language, is a line of its own.
                self.paragraph();
                self.enter(Open::Block, here);
            }
            Prints::Note => self.enter(Open::Note, here),
            Prints::After(count) => {
                for _ in 0..count {
                    here.skip_option();
                    here.group();
                }
                here.skip_option();
                self.enter(Open::Group, here);
            }
            Prints::Nothing(count) => {
                for _ in 0..count {
                    // A new command may stand without braces.
                    if here.take("\\") {
                        here.letters();
                    } else {
                        here.group();
                    }
                    while here.skip_option().is_some() {}
                }
            }
            Prints::Argument => here.skip_space(),
            Prints::Line => {
                self.line_of_table_or_text();
                if name == "item" {
                    if let Some(label) = here.skip_option() {
                        self.text.push_str(label);
                        self.text.push(' ');
                    }
                    here.skip_space();
                }
            }
            Prints::Paragraph => self.paragraph(),
            Prints::Citation => self.cite(here),
            Prints::OtherFile(before) => {
                let before: Vec<&str> = (0..before).filter_map(|_| here.group()).collect();
                let is_folder = |argument: &&str| argument.ends_with('/');
                let folder = before.into_iter().find(is_folder).unwrap_or_default();
                here.skip_option();
                let name = here.group().unwrap_or_default().trim();
                if !name.is_empty() && self.others.len() < MOST_OTHERS {
                    let path = folder.chars().chain(name.chars());
                    self.others.push(path.take(LONGEST_NAME).collect());
                }
            }
        }
    }

    /// Reads a command whose name is a sign.
    fn signed_command(&mut self, here: &mut Source<'_>) {
        let Some(c) = here.next() else { return };
        match c {
            '\\' => {
                here.take("*");
                here.skip_option();
                self.line_of_table_or_text();
            }
            '(' => {
                let formula = here.formula("\\)").unwrap_or_default();
                self.inline(formula);
            }
            '[' => {
                let formula = here.formula("\\]").unwrap_or_default();
                self.display(formula);
            }
            '-' | '/' | '!' | '@' => {}
            ' ' | '\n' | '\t' | ',' | ';' | ':' => self.space(),
            c => match accent(c.encode_utf8(&mut [0; 4])) {
                Some(mark) => self.accent(mark, here),
                None => self.text.push(c),
            },
        }
    }

    fn accent(&mut self, mark: char, here: &mut Source<'_>) {
        let argument = if here.peek() == Some('{') {
            here.group().unwrap_or_default().to_owned()
        } else if here.take("\\") {
            here.letters().to_owned()
        } else {
            here.next().map(String::from).unwrap_or_default()
        };
        self.text.push_str(&accented(&argument, mark));
    }

    fn line_of_table_or_text(&mut self) {
        if self.tables > 0 {
            let end = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(end);
        }
        self.line();
    }

    /// Opens the argument of a command, if it has one.
    pub(super) fn enter(&mut self, what: Open, here: &mut Source<'_>) {
        here.skip_space();
        if !here.take("{") {
            return;
        }
        self.begin_group(what);
        if what == Open::Note {
            self.around.push(std::mem::take(&mut self.text));
            if self.ink.is_unseen() {
                self.text.push(UNSEEN);
            }
        }
    }

    pub(super) fn close(&mut self) {
        if let Some(ink) = self.inks.pop() {
            self.set_ink(ink);
        }
        match self.open.pop() {
            Some(Open::Block) => self.paragraph(),
            Some(Open::Note) => {
                if self.ink.is_unseen() {
                    self.text.push(SEEN);
                }
                let around = self.around.pop().unwrap_or_default();
                let note = std::mem::replace(&mut self.text, around);
                self.notes.push_str(note.trim());
                self.notes.push('\n');
            }
            Some(Open::Table) => {
                self.environments = self.environments.saturating_sub(1);
                self.tables = self.tables.saturating_sub(1);
                self.paragraph();
            }
            Some(Open::Environment) => {
                self.environments = self.environments.saturating_sub(1);
                self.line();
            }
            Some(Open::Group) | None => {}
        }
    }
}
