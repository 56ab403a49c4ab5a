//! Conversion of LaTeX source into the linear form: `\frac{a}{b}` becomes a fraction, `\alpha` becomes α.

use crate::glyphs::Glyph;
use crate::latex_commands::{ACCENTS, ASIDES, BETWEEN, CHARACTERS, LOOKS, NAMES};
use crate::symbols::{
    BREAK, CODE, GROUP_CLOSE, GROUP_OPEN, NAME_CLOSE, NAME_OPEN, is_chinese, is_function, is_word,
};

/// Maximum length of a name in braces, in characters; with a longer one, the brace was never closed.
const LONGEST_NAME: usize = 60;
/// Maximum number of accents on one letter.
const MOST_ACCENTS: usize = 4;

/// Returns whether a line contains formulas in LaTeX.
pub(crate) fn is_latex(line: &[Glyph]) -> bool {
    let mut dollars = 0;
    line.windows(2).any(|two| {
        dollars += usize::from(two[0].c == '$');
        matches!((two[0].c, two[1].c), ('^' | '_', '{'))
            || two[0].c == '\\' && two[1].c.is_ascii_alphabetic()
            || dollars == 2
    }) || dollars == 1 && line.last().is_some_and(|last| last.c == '$')
}

/// Returns the line in the linear form. Each glyph has the position of its command.
pub(crate) fn linear(line: &[Glyph]) -> Vec<Glyph> {
    let mut reader = Reader {
        line,
        at: 0,
        out: Vec::with_capacity(line.len()),
        accents: Vec::new(),
        tables: 0,
        in_dollars: false,
    };
    while reader.at < line.len() {
        reader.next();
    }
    reader.out
}

struct Reader<'a> {
    line: &'a [Glyph],
    at: usize,
    out: Vec<Glyph>,
    /// Accents wait for the letter after them, whatever braces stand between.
    accents: Vec<char>,
    /// How many matrices and cases are open.
    tables: usize,
    in_dollars: bool,
}

impl Reader<'_> {
    /// The character `further` glyphs on; a new line behind the last.
    fn c(&self, further: usize) -> char {
        self.line
            .get(self.at + further)
            .map_or('\n', |glyph| glyph.c)
    }

    fn next(&mut self) {
        let (from, start, begin) = (self.out.len(), self.line[self.at], self.at);
        self.at += 1;
        match start.c {
            '\\' => self.command(start),
            '{' => self.put(GROUP_OPEN, start),
            '}' => self.put(GROUP_CLOSE, start),
            '$' => {
                self.in_dollars = !self.in_dollars;
                self.put(BREAK, start);
            }
            '&' => self.put(if self.tables > 0 { ',' } else { ' ' }, start),
            '~' => self.put(' ', start),
            c => self.put(c, start),
        }
        let read = &self.line[begin..self.at.min(self.line.len())];
        if read.iter().any(|glyph| glyph.c == BREAK) {
            // A command is not read over what is left out of the text: its span would hold the left-out place.
            self.out.truncate(from);
            self.put(BREAK, start);
        }
        let end = read.last().map_or(start.end, |last| last.end);
        for glyph in &mut self.out[from..] {
            glyph.end = end;
        }
    }

    /// Puts a character, with the accents that wait for one.
    fn put(&mut self, c: char, start: Glyph) {
        self.out.push(Glyph { c, ..start });
        if c.is_alphanumeric() {
            let accents = self.accents.drain(..);
            self.out.extend(accents.map(|c| Glyph { c, ..start }));
        }
    }

    fn put_name(&mut self, name: &str, start: Glyph) {
        for c in std::iter::once(NAME_OPEN).chain(name.chars()) {
            self.out.push(Glyph { c, ..start });
        }
        self.out.push(Glyph {
            c: NAME_CLOSE,
            ..start
        });
    }

    /// What stands behind a backslash.
    fn command(&mut self, start: Glyph) {
        let rest = &self.line[self.at..];
        let letters = rest
            .iter()
            .map(|glyph| glyph.c)
            .take_while(char::is_ascii_alphabetic);
        let word: String = letters.take(LONGEST_NAME).collect();
        if word.is_empty() {
            let c = match self.c(0) {
                // `\\` ends a row.
                '\\' if self.tables > 0 => ';',
                // `\[` and `\\(` begin a formula.
                '\\' | '[' | ']' | '(' | ')' | '\n' => BREAK,
                '|' => '‖',
                c @ ('{' | '}' | '%') => c,
                _ => ' ',
            };
            self.at += 1;
            return self.put(c, start);
        }
        self.at += word.len();
        if let Some((_, c)) = CHARACTERS.iter().find(|(name, _)| *name == word) {
            self.put(*c, start);
        } else if let Some((_, accent)) = ACCENTS.iter().find(|(name, _)| *name == word) {
            if self.accents.len() < MOST_ACCENTS {
                self.accents.push(*accent);
            }
        } else if is_function(&word) {
            self.put_name(&word, start);
        } else if LOOKS.contains(&word.as_str()) {
            // `\\left.` has no bracket to show.
            let hidden = matches!(word.as_str(), "left" | "right") && self.c(0) == '.';
            self.at += usize::from(hidden);
        } else if NAMES.contains(&word.as_str()) {
            self.name(start);
        } else if word == "begin" || word == "end" {
            self.environment(word == "begin", start);
        } else if ASIDES.contains(&word.as_str()) {
            self.braces();
            self.put(BREAK, start);
        } else if BETWEEN.contains(&word.as_str()) {
            self.put(BREAK, start);
        } else if self.in_dollars {
            // A macro of the writer's own.
            self.put_name(&word, start);
        } else {
            self.put(CODE, start);
        }
    }

    /// Goes behind braces and returns what they hold; `None` where none are closed nearby.
    fn braces(&mut self) -> Option<String> {
        if self.c(0) != '{' {
            return None;
        }
        let inside = &self.line[self.at + 1..];
        let length = inside
            .iter()
            .take(LONGEST_NAME)
            .position(|glyph| glyph.c == '}')?;
        self.at += length + 2;
        Some(inside[..length].iter().map(|glyph| glyph.c).collect())
    }

    /// A name of several letters. Below another name all is a name; elsewhere Chinese and words are prose.
    fn name(&mut self, start: Glyph) {
        let name = self.braces().unwrap_or_default();
        let name = name.trim();
        let before = self.out.iter().rev().find(|glyph| glyph.c != GROUP_OPEN);
        let is_below = before.is_some_and(|glyph| matches!(glyph.c, '_' | '^'));
        let is_name = |c: char| c.is_ascii_alphanumeric() || is_below && is_chinese(c);
        if !name.is_empty() && (is_below || !is_word(name)) && name.chars().all(is_name) {
            self.put_name(name, start);
        } else {
            self.put(BREAK, start);
        }
    }

    /// Matrices and cases are rows in brackets; other environments only say where formulas begin and end.
    fn environment(&mut self, begins: bool, start: Glyph) {
        let name = self.braces().unwrap_or_default();
        let is_cases = name.contains("cases");
        if !(is_cases || name.contains("matrix") || name.contains("array")) {
            return self.put(BREAK, start);
        }
        if begins {
            self.tables += 1;
            if name.contains("array") {
                self.braces();
            }
        } else {
            self.tables = self.tables.saturating_sub(1);
        }
        self.put(if begins { '[' } else { ']' }, start);
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::glyphs;

    fn read(line: &str) -> String {
        let line: Vec<char> = line.chars().collect();
        let name = |c| match c {
            '\u{E000}' | '\u{E003}' => '⟦',
            '\u{E001}' | '\u{E004}' => '⟧',
            '\u{E002}' => '÷',
            '\u{FFFC}' => '¶',
            c => c,
        };
        glyphs(&line, 0).iter().map(|glyph| name(glyph.c)).collect()
    }

    #[test]
    fn commands_become_characters() {
        assert_eq!(read(r"$\frac{a}{2\pi}\leq x_{i}$"), "¶÷⟦a⟧⟦2π⟧≤ x_⟦i⟧¶");
        assert_eq!(
            read(r"\bar{x} &= \left(\sin y\right) \\"),
            "⟦x\u{305}⟧  = (⟦sin⟧ y) ¶"
        );
        assert_eq!(read(r"x_{\mathrm{max}} \label{eq:1}"), "x_⟦⟦max⟧⟧ ¶");
        assert_eq!(read(r"\mathrm{never closed"), "¶⟦never closed");
    }
}
