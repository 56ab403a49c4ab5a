//! Piece: finished part of a formula, with control characters where the separator between two parts is not yet known.
//!
//! Whether a space is needed between two parts, or a line break between two rows, depends on what follows and on where
//! the formula is. A control character marks such a place until then; control characters of the author are never
//! included.

use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;

/// A space if letters or digits stand on both sides: `a/b c`, but `f(x)dx`.
pub(super) const GAP: char = '\u{1}';
/// A space if a word of two and more letters stands on one side, and a letter or digit on the other: an author's space
/// that is not printed.
pub(super) const WORD_GAP: char = '\u{2}';
/// A space unless the formula, or a part in brackets, begins or ends here.
pub(super) const SPACE: char = '\u{3}';
/// Border between two cells, and two rows, of a table that stands alone so far: it may turn out to align lines.
const CELL: char = '\u{4}';
const ROW: char = '\u{5}';
/// Border between two lines.
const LINE: char = '\u{6}';
/// Borders between cells and rows of a table inside other parts.
const INNER_CELL: char = '\u{7}';
const INNER_ROW: char = '\u{8}';

/// Finished part of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    text: String,
    /// Spans of unseen text, in bytes, ascending.
    faint: Vec<Range<usize>>,
    /// Whether it is a table and nothing else.
    is_table: bool,
}

/// Place where a formula stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// In a sentence: rows are parted by semicolons.
    Inline,
    /// On lines of its own: each row of an aligned block is one.
    Display,
}

/// Text of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) text: String,
    /// Spans of unseen text, in bytes of `text`, ascending.
    pub(crate) faint: Vec<Range<usize>>,
}

impl Piece {
    /// Makes a piece of the author's text.
    pub(super) fn of(text: &str) -> Self {
        let mut piece = Self::default();
        piece.push(text, false);
        piece
    }

    /// Makes a piece of one sign, which may be one of our own.
    pub(super) fn sign(sign: char) -> Self {
        Self {
            text: sign.to_string(),
            ..Self::default()
        }
    }

    /// Makes the border between two lines.
    pub(super) fn line() -> Self {
        Self::sign(LINE)
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the text without our own signs and white space around it.
    pub(super) fn bare(&self) -> &str {
        self.text
            .trim_matches(|c: char| is_own(c) || c.is_whitespace())
    }

    /// Returns whether nothing is to be seen in it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(|c| is_own(c) || c.is_whitespace())
    }

    /// Returns the piece without our own signs at its end.
    pub(super) fn without_end_signs(mut self) -> Self {
        let end = self.text.trim_end_matches(is_own).len();
        self.text.truncate(end);
        self
    }

    /// Returns a piece with this text, unseen as a whole if some of this piece is.
    pub(super) fn replaced(&self, text: &str) -> Self {
        let mut piece = Self::default();
        piece.push(text, !self.faint.is_empty());
        piece
    }

    /// Adds text of the author's.
    pub(super) fn push(&mut self, text: &str, is_faint: bool) {
        if text.is_empty() {
            return;
        }
        self.settle_table();
        let start = self.text.len();
        for c in text.chars() {
            match c {
                // Function application says that a name ends; invisible times, comma and plus say nothing.
                '\u{2061}' => self.text.push(GAP),
                '\u{2062}'..='\u{2064}' | '\u{200B}' => {}
                c if c.is_control() => self.text.push(' '),
                c => self.text.push(c),
            }
        }
        if is_faint && self.text.len() > start {
            self.mark_faint(start..self.text.len());
        }
    }

    /// Adds one of our own signs or brackets.
    pub(super) fn push_sign(&mut self, sign: char) {
        self.settle_table();
        self.text.push(sign);
    }

    /// Adds a finished piece in the same row.
    pub(super) fn append(&mut self, mut other: Self) {
        if other.text.is_empty() {
            return;
        }
        if self.text.is_empty() {
            *self = other;
            return;
        }
        self.settle_table();
        let by = self.text.len();
        other.settle_table();
        self.text.push_str(&other.text);
        for span in other.faint {
            self.mark_faint(span.start + by..span.end + by);
        }
    }

    /// Adds a finished piece that becomes a part of another, such as a numerator: its lines are no lines of the formula.
    pub(super) fn append_inner(&mut self, mut other: Self) {
        other.settle_table();
        other.turn(LINE, INNER_ROW);
        self.append(other);
    }

    /// Makes a table of rows of cells.
    pub(super) fn table(rows: Vec<Vec<Self>>) -> Self {
        let mut table = Self::default();
        for (number, row) in rows.into_iter().enumerate() {
            if number > 0 {
                table.text.push(ROW);
            }
            for (number, cell) in row.into_iter().enumerate() {
                if number > 0 {
                    table.text.push(CELL);
                }
                table.append_inner(cell);
            }
        }
        table.is_table = true;
        table
    }

    /// Makes an aligned block of its lines.
    pub(super) fn lines(lines: Vec<Self>) -> Self {
        let mut block = Self::default();
        for (number, line) in lines.into_iter().enumerate() {
            if number > 0 {
                block.push_sign(LINE);
            }
            block.append_inner(line);
        }
        block
    }

    fn mark_faint(&mut self, span: Range<usize>) {
        match self.faint.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => self.faint.push(span),
        }
    }

    /// A table beside other parts aligns nothing.
    fn settle_table(&mut self) {
        if std::mem::take(&mut self.is_table) {
            self.turn(CELL, INNER_CELL);
            self.turn(ROW, INNER_ROW);
        }
    }

    /// Turns a sign into another, which is as long.
    fn turn(&mut self, from: char, to: char) {
        if self.text.contains(from) {
            self.text = self.text.replace(from, to.encode_utf8(&mut [0; 4]));
        }
    }

    /// Returns the formula as it is written down, without white space around it.
    pub(crate) fn finish(&self, form: Form) -> Formula {
        let mut writer = Writer {
            is_alone: self.is_table,
            form,
            out: Formula::default(),
            gap: None,
            word: 0,
        };
        let mut spans = self.faint.iter().peekable();
        for (at, c) in self.text.char_indices() {
            while spans.next_if(|span| span.end <= at).is_some() {}
            let is_faint = spans.peek().is_some_and(|span| span.contains(&at));
            let is_word = || {
                let next = self.text[at..].chars().take(2);
                c.is_alphabetic() && next.filter(|c| c.is_alphabetic()).count() == 2
            };
            writer.write(c, is_faint, is_word);
        }
        let end = writer.out.text.trim_end().len();
        writer.out.text.truncate(end);
        for span in &mut writer.out.faint {
            span.end = span.end.min(end);
        }
        writer.out.faint.retain(|span| span.start < span.end);
        writer.out
    }
}

/// Whether a character is one of our own signs.
pub(super) const fn is_own(c: char) -> bool {
    matches!(c, GAP..=INNER_ROW)
}

/// Text of a formula under construction.
struct Writer {
    is_alone: bool,
    form: Form,
    out: Formula,
    /// The strongest sign for a space since the last character.
    gap: Option<char>,
    /// Number of letters that end the text.
    word: usize,
}

impl Writer {
    fn write(&mut self, c: char, is_faint: bool, is_word: impl Fn() -> bool) {
        let is_display = self.form == Form::Display;
        match c {
            GAP | WORD_GAP | SPACE => {
                let strength = |gap| match gap {
                    SPACE => 2,
                    GAP => 1,
                    _ => 0,
                };
                if self.gap.is_none_or(|gap| strength(gap) < strength(c)) {
                    self.gap = Some(c);
                }
            }
            LINE if is_display => self.line(),
            ROW if is_display && self.is_alone => self.line(),
            CELL if is_display && self.is_alone => self.gap = Some(GAP),
            CELL | INNER_CELL => self.border(", "),
            ROW | INNER_ROW | LINE => self.border("; "),
            c => self.character(c, is_faint, is_word),
        }
    }

    fn character(&mut self, c: char, is_faint: bool, is_word: impl Fn() -> bool) {
        let gap = self.gap.take();
        let before = self.out.text.chars().next_back();
        if c.is_whitespace() && before.is_none_or(char::is_whitespace) {
            return;
        }
        let is_letter = |c: char| c.is_alphanumeric() || canonical_combining_class(c) != 0;
        let between = before.is_some_and(is_letter) && c.is_alphanumeric();
        let is_wanted = match gap {
            Some(SPACE) => {
                !before.is_none_or(|c| c.is_whitespace() || is_opening(c))
                    && !c.is_whitespace()
                    && !is_closing(c)
            }
            Some(GAP) => between,
            Some(_) => between && (self.word > 1 || is_word()),
            None => false,
        };
        if is_wanted {
            self.out.text.push(' ');
        }
        let start = self.out.text.len();
        self.out.text.push(c);
        if is_faint {
            match self.out.faint.last_mut() {
                Some(last) if last.end + usize::from(is_wanted) >= start => {
                    last.end = self.out.text.len();
                }
                _ => self.out.faint.push(start..self.out.text.len()),
            }
        }
        self.word = if c.is_alphabetic() { self.word + 1 } else { 0 };
    }

    fn border(&mut self, border: &str) {
        self.out.text.push_str(border);
        (self.gap, self.word) = (None, 0);
    }

    fn line(&mut self) {
        self.out.text.truncate(self.out.text.trim_end().len());
        if !self.out.text.is_empty() {
            self.out.text.push('\n');
        }
        (self.gap, self.word) = (None, 0);
    }
}

const fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '⟨' | '⌊' | '⌈')
}

const fn is_closing(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '}' | '⟩' | '⌋' | '⌉' | ',' | ';' | '.' | '，' | '；' | '。'
    )
}
