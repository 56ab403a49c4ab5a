//! Cuts the text of a listing into words, numbers, strings, comments and signs, whatever it is. One pass, no recursion: what
//! is not understood is a sign.

use std::collections::HashMap;
use std::ops::Range;

use crate::Language;
use crate::syntax::{Backtick, Mark, Single, Syntax};
use chachong_text::gutters;

/// Kind of a piece of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Word,
    Number,
    Text,
    Comment,
    Signs,
    /// A line or statement that imports other files: `import`, `#include`, `package`.
    Import,
}

/// Operators of several characters, the longest first.
const OPERATORS: &[&str] = &[
    "===", "!==", "<<=", ">>=", "...", "&&", "||", "==", "!=", "<=", ">=", "<>", "~=", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "->", "=>", "::", ":=", "<-", "<<", ">>", "**",
];

/// Maximum length of an assembly instruction that is looked through, in characters.
const INSTRUCTION: usize = 200;

/// Words after which a value begins, so that a slash begins a regular expression.
const BEFORE_VALUE: &[&str] = &[
    "await",
    "case",
    "delete",
    "do",
    "else",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// Returns the pieces of a text with their ranges, in order of position, without overlap.
pub(crate) fn scan(text: &[char], language: Language) -> Vec<Found> {
    let mut printed = printed(text).into_iter().peekable();
    let mut scanner = Scanner {
        text,
        language,
        syntax: Syntax::of(language),
        last: HashMap::new(),
        unclosed: HashMap::new(),
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while let Some(&c) = text.get(at) {
        if c == '\n' {
            fresh = true;
            at += 1;
            continue;
        }
        while printed.next_if(|gutter| gutter.start < at).is_some() {}
        if let Some(gutter) = printed.next_if(|gutter| gutter.start == at) {
            at = gutter.end;
            continue;
        }
        let is_quote_of_name = c == '`' && scanner.syntax.backtick == Backtick::Name;
        if c.is_whitespace() || c.is_control() || is_quote_of_name {
            at += 1;
            continue;
        }
        let (piece, end) = scanner.next(at, fresh, pieces.last().copied());
        let end = end.clamp(at + 1, text.len());
        pieces.push((piece, at, end));
        // Another import may follow on the line.
        fresh = piece == Piece::Import && text[end - 1] == ';';
        at = end;
    }
    pieces
}

/// Returns the ranges of what a tool printed before the lines of a listing, ascending.
fn printed(text: &[char]) -> Vec<Range<usize>> {
    let whole: String = text.iter().collect();
    let lines: Vec<&str> = whole.split('\n').collect();
    let mut start = 0;
    let gutters = text.split(|c| *c == '\n').zip(gutters(&lines));
    let ranges = gutters.map(|(line, length)| {
        let range = start..start + length;
        start += line.len() + 1;
        range
    });
    ranges.filter(|range| !range.is_empty()).collect()
}

/// Kind of a piece, index of its first character, and index after its last one.
type Found = (Piece, usize, usize);

struct Scanner<'t> {
    text: &'t [char],
    language: Language,
    syntax: Syntax,
    /// Position of the last occurrence of each mark that ends a comment or text. Without it, the end of each unclosed
    /// one would be searched to the end of the listing.
    last: HashMap<&'static str, Option<usize>>,
    /// For each quotation mark, the position up to which the line is known not to end a text in it.
    unclosed: HashMap<char, usize>,
}

impl Scanner<'_> {
    fn next(&mut self, at: usize, fresh: bool, before: Option<Found>) -> (Piece, usize) {
        let text = self.text;
        let c = text[at];
        let second = text.get(at + 1).copied().unwrap_or(' ');
        if c == '#'
            && let Some(piece) = self.directive(at)
        {
            return piece;
        }
        if let Some(end) = self.comment(at, fresh) {
            return (Piece::Comment, end);
        }
        if matches!(straight(c), '"' | '\'' | '`') {
            return self.text(at, fresh);
        }
        if c == '/'
            && self.language.has_regular_expressions()
            && !self.is_value(before)
            && let Some(end) = self.end_of_expression(at)
        {
            return (Piece::Text, end);
        }
        if c.is_ascii_digit() || (c == '.' && second.is_ascii_digit()) {
            return (Piece::Number, end_of_number(text, at));
        }
        if is_word(c) {
            let end = end_of(text, at, |c| is_word(c) || c.is_ascii_digit());
            if fresh {
                let word: String = text[at..end].iter().take(12).collect();
                let line = self.end_of_import(at);
                // A call, a member or a variable: import('./x'), package.path, package = 3.
                let next = text[end..line].iter().find(|c| **c != ' ');
                let is_value = matches!(text.get(end), Some('(' | '.')) || next == Some(&'=');
                if (matches!(word.as_str(), "import" | "package")
                    || (word == "using" && next != Some(&'(') && text[at..line].ends_with(&[';']))
                    || (word == "from" && self.language == Language::Python))
                    && !is_value
                {
                    return (Piece::Import, line);
                }
            }
            return (Piece::Word, end);
        }
        for operator in OPERATORS {
            if starts_with(text, at, operator) {
                return (Piece::Signs, at + operator.len());
            }
        }
        (Piece::Signs, at + 1)
    }

    fn end_of_line(&self, at: usize) -> usize {
        end_of(self.text, at, |c| c != '\n')
    }

    /// Returns the end of an import: behind its semicolon, or that of the line if a comment or address stands before it.
    fn end_of_import(&self, at: usize) -> usize {
        let end = end_of(self.text, at, |c| !matches!(c, ';' | '\n'));
        let import = &self.text[at..end];
        let has_comment = import.contains(&'#')
            || (import.windows(2)).any(|two| two == ['/', '/'] || two == ['-', '-']);
        if self.text.get(end) == Some(&';') && !has_comment {
            end + 1
        } else {
            self.end_of_line(at)
        }
    }

    /// Returns whether an operand of an assembly instruction may begin at `at`: after a comma or bracket, or after the mnemonic.
    fn begins_operand(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev();
        let line = before.take_while(|c| **c != '\n').take(INSTRUCTION);
        let line: String = line.collect();
        // The line is reversed: a label and its colon stand at its end.
        let line = line.split(':').next().unwrap_or_default().trim();
        line.starts_with([',', '[', '(', '{'])
            || (!line.is_empty() && !line.contains(char::is_whitespace))
    }

    /// Returns the line of a directive as a piece with its end; `None` if `#` begins a comment or is a sign.
    fn directive(&self, at: usize) -> Option<(Piece, usize)> {
        let has_comments = (self.syntax.line.iter())
            .any(|mark| matches!(mark, Mark::Anywhere("#") | Mark::AfterSpace("#")));
        if has_comments && self.language != Language::Unknown {
            return None;
        }
        let word = word_after(self.text, at + 1);
        match word.as_str() {
            "include" | "import" | "pragma" | "ifndef" | "endif" | "ifdef" | "using" => {
                Some((Piece::Import, self.end_of_line(at)))
            }
            "define" => Some((Piece::Signs, at + 1)),
            _ => None,
        }
    }

    /// Returns the end of the comment that begins at `at`; `None` if none does.
    fn comment(&mut self, at: usize, fresh: bool) -> Option<usize> {
        let text = self.text;
        let in_column_one = at == 0 || text[at - 1] == '\n';
        for &(begin, end) in self.syntax.block {
            // At the start of a line only.
            let (begin, is_at_start) = match begin.strip_prefix('\n') {
                Some(begin) => (begin, true),
                None => (begin, false),
            };
            let begins = (in_column_one || !is_at_start) && starts_with(text, at, begin);
            if begins && let Some(end) = self.end_behind(at + begin.trim_end().len(), end) {
                return Some(end);
            }
        }
        let is_space = |at: usize| text.get(at).is_none_or(|c| c.is_whitespace());
        let begins = self.syntax.line.iter().any(|mark| match *mark {
            Mark::Anywhere(mark) => starts_with(text, at, mark),
            Mark::AfterSpace(mark) => starts_with(text, at, mark) && (at == 0 || is_space(at - 1)),
            Mark::BeforeSpace(mark) => starts_with(text, at, mark) && is_space(at + mark.len()),
            Mark::NotOperand(mark) => {
                let is_number = || {
                    let next = text.get(at + mark.len());
                    !fresh && next.is_some_and(char::is_ascii_digit)
                };
                starts_with(text, at, mark)
                    && (is_space(at + mark.len()) || !is_number() && !self.begins_operand(at))
            }
            Mark::AtStart(mark) => fresh && starts_with(text, at, mark),
            Mark::InColumnOne(mark) => in_column_one && starts_with(text, at, mark),
        });
        begins.then(|| self.end_of_line(at))
    }

    /// Returns the quoted text that begins at `at` as a piece with its end, or a single sign if no text begins there.
    fn text(&mut self, at: usize, fresh: bool) -> (Piece, usize) {
        let quote = self.text[at];
        let c = straight(quote);
        let triple = if c == '"' { "\"\"\"" } else { "\'\'\'" };
        if self.syntax.has_triple_quotes
            && starts_with(self.text, at, triple)
            && let Some(end) = self.end_behind(at + 3, triple)
        {
            // A text that begins a statement is what Python has for a comment.
            return (if fresh { Piece::Comment } else { Piece::Text }, end);
        }
        let end = match (c, self.syntax.single) {
            ('`', _) if self.syntax.backtick == Backtick::Text => self.end_of_backtick(at),
            ('`', _) | ('\'', Single::Sign) => None,
            ('\'', Single::Character) => self.end_of_character(at),
            ('\'', Single::Transpose) if self.is_behind_value(at) => None,
            _ => self.end_of_quoted(at, quote),
        };
        end.map_or((Piece::Signs, at + 1), |end| (Piece::Text, end))
    }

    /// Returns the end of a text that must end on its line; `None` if it does not. A quotation mark of typography ends with any mark that
    /// stands for the same.
    fn end_of_quoted(&mut self, at: usize, quote: char) -> Option<usize> {
        if self.unclosed.get(&quote).is_some_and(|end| at < *end) {
            return None;
        }
        let is_straight = straight(quote) == quote;
        let is_quote = |c: char| c == quote || (!is_straight && straight(c) == straight(quote));
        let mut end = at + 1;
        while let Some(&c) = self.text.get(end) {
            match c {
                '\\' if self.syntax.has_escapes => end += 1,
                '\n' => break,
                _ if is_quote(c)
                    && !self.syntax.has_escapes
                    && self.text.get(end + 1).is_some_and(|c| is_quote(*c)) =>
                {
                    end += 1;
                }
                _ if is_quote(c) => return Some(end + 1),
                _ => {}
            }
            end += 1;
        }
        self.unclosed.insert(quote, end);
        None
    }

    fn end_of_backtick(&mut self, at: usize) -> Option<usize> {
        let mut from = at + 1;
        loop {
            let end = self.end_behind(from, "`")?;
            let signs = self.text[at + 1..end - 1].iter().rev();
            let escapes = signs.take_while(|c| **c == '\\').count();
            // In Go a backslash is a character.
            if escapes % 2 == 0 || self.language == Language::Go {
                return Some(end);
            }
            from = end;
        }
    }

    fn end_of_character(&self, at: usize) -> Option<usize> {
        if self.is_behind_value(at) {
            return None;
        }
        if self.text.get(at + 1) == Some(&'\\') {
            // The longest is a character's number: '\u{10FFFF}'.
            let rest = self.text.get(at + 3..self.text.len().min(at + 12))?;
            return Some(at + 4 + rest.iter().position(|c| straight(*c) == '\'')?);
        }
        let last = self.text.get(at + 2).copied().map(straight);
        (last == Some('\'')).then_some(at + 3)
    }

    /// Returns the end of a regular expression, which must end on its line; `None` if it does not.
    fn end_of_expression(&mut self, at: usize) -> Option<usize> {
        if self.unclosed.get(&'/').is_some_and(|end| at < *end) {
            return None;
        }
        let mut in_class = false;
        let mut end = at + 1;
        while let Some(&c) = self.text.get(end) {
            match c {
                '\\' => end += 1,
                '\n' => break,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    return Some(end_of(self.text, end + 1, |c| c.is_ascii_lowercase()));
                }
                _ => {}
            }
            end += 1;
        }
        self.unclosed.insert('/', end);
        None
    }

    /// Returns whether a value ends directly before `at`: a name, a number, a bracket or a transposed matrix.
    fn is_behind_value(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.text[before]);
        before.is_some_and(|c| is_word(c) || c.is_ascii_digit() || ")]}'.".contains(c))
    }

    fn is_value(&self, before: Option<Found>) -> bool {
        let Some((piece, from, to)) = before else {
            return false;
        };
        match piece {
            Piece::Number | Piece::Text => true,
            Piece::Word => {
                let word: String = self.text[from..to].iter().collect();
                !BEFORE_VALUE.contains(&word.as_str())
            }
            // Behind `<` it ends an element of a page.
            Piece::Signs => ")]}<".contains(self.text[to - 1]),
            Piece::Comment | Piece::Import => false,
        }
    }

    /// Returns the end of the next occurrence of `mark`; `None` if there is none.
    fn end_behind(&mut self, from: usize, mark: &'static str) -> Option<usize> {
        let text = self.text;
        let last = self.last.entry(mark).or_insert_with(|| {
            let last = text.len().checked_sub(mark.len())?;
            (0..=last).rev().find(|at| starts_with(text, *at, mark))
        });
        let last = (*last)?;
        let at = (from..=last).find(|at| starts_with(text, *at, mark))?;
        Some(at + mark.len())
    }
}

/// Returns the quotation mark of programs for one that a word processor set in its place, and every other character unchanged.
pub(crate) const fn straight(c: char) -> char {
    match c {
        '“' | '”' | '„' | '‟' | '″' | '＂' => '"',
        '‘' | '’' | '‚' | '‛' | '′' | '＇' => '\'',
        other => other,
    }
}

/// Returns whether a mark of ASCII characters stands at `at`, in either case.
fn starts_with(text: &[char], at: usize, mark: &str) -> bool {
    let here = text.get(at..).unwrap_or_default();
    here.len() >= mark.len()
        && (mark.chars().zip(here)).all(|(sign, here)| sign.eq_ignore_ascii_case(here))
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn end_of(text: &[char], at: usize, inside: impl Fn(char) -> bool) -> usize {
    let more = text[at..].iter().take_while(|c| inside(**c)).count();
    at + more
}

fn end_of_number(text: &[char], at: usize) -> usize {
    let mut end = at;
    while let Some(&c) = text.get(end) {
        let exponent = matches!(c, '+' | '-') && matches!(text[end - 1], 'e' | 'E') && end > at;
        if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || exponent) {
            break;
        }
        // `0..n` is a range.
        if c == '.' && text.get(end + 1) == Some(&'.') {
            break;
        }
        end += 1;
    }
    end.max(at + 1)
}

fn word_after(text: &[char], at: usize) -> String {
    let rest = text[at..].iter().skip_while(|c| **c == ' ');
    rest.take_while(|c| c.is_ascii_alphabetic())
        .take(12)
        .collect()
}

#[cfg(test)]
mod tests;
