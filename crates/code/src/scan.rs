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
mod tests {
    use super::{Piece, scan};
    use crate::Language;
    use proptest::prelude::*;

    fn pieces(text: &str, language: Language) -> Vec<(Piece, String)> {
        let text: Vec<char> = text.chars().collect();
        let found = scan(&text, language);
        found
            .into_iter()
            .map(|(piece, from, to)| (piece, text[from..to].iter().collect()))
            .collect()
    }

    #[test]
    fn comments_and_strings_are_pieces() {
        let found = pieces("a = \"x // y\"; // say\n/* two\nlines */ b", Language::C);
        let comments: Vec<_> = found
            .iter()
            .filter(|(piece, _)| *piece == Piece::Comment)
            .collect();
        assert_eq!(comments.len(), 2);
        assert!(found.contains(&(Piece::Text, "\"x // y\"".into())));
        assert_eq!(pieces("x # note", Language::Python)[1].0, Piece::Comment);
        assert_eq!(pieces("x = a';", Language::Matlab).len(), 5);
    }

    #[test]
    fn a_line_imports_only_by_its_statement() {
        for (text, language, imports) in [
            (
                "import { night } from './night'",
                Language::JavaScript,
                true,
            ),
            ("import('./night').then(read)", Language::JavaScript, false),
            ("package.path = \"night\"", Language::Lua, false),
            ("package = 3", Language::Python, false),
            ("import (\n\"fmt\"\n)", Language::Go, true),
            ("using (a) { b(); }", Language::CSharp, false),
        ] {
            let (piece, _) = &pieces(text, language)[0];
            assert_eq!(*piece == Piece::Import, imports, "{text}");
        }
    }

    #[test]
    fn an_import_ends_at_its_semicolon() {
        let found = pieces(
            "package a; import java.util.*; import b.C; class D { }",
            Language::Java,
        );
        let imports = found.iter().filter(|(piece, _)| *piece == Piece::Import);
        assert_eq!(imports.count(), 3);
        assert_eq!(found[3], (Piece::Word, "class".into()));
        let found = pieces("import os # a; b\n", Language::Python);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn an_empty_block_comment_ends_at_its_own_end() {
        for (text, language) in [
            ("=begin\n=end\nx = 1\n=begin\nsay\n=end\n", Language::Ruby),
            ("%{\n%}\nx = 1\n%{\nsay\n%}\n", Language::Matlab),
        ] {
            let found = comments(text, language);
            assert_eq!(found.len(), 2, "{text}");
            assert!(!found[0].contains('x'));
        }
    }

    #[test]
    fn printed_line_numbers_are_no_numbers() {
        let found = pieces(
            "1 int a;\n2 int b;\n3 a = 7;\n4 b = 8;\n5 c = 9;\n",
            Language::C,
        );
        let numbers: Vec<_> = found
            .iter()
            .filter(|(piece, _)| *piece == Piece::Number)
            .map(|(_, text)| text.as_str())
            .collect();
        assert_eq!(numbers, ["7", "8", "9"]);
    }

    #[test]
    fn a_comment_is_as_long_as_it_likes() {
        let long = format!("/* {} */ x", "0x1F, ".repeat(5_000));
        assert_eq!(pieces(&long, Language::C).len(), 2);
        assert_eq!(pieces(&"/* ".repeat(20_000), Language::C).len(), 40_000);
    }

    fn comments(text: &str, language: Language) -> Vec<String> {
        let found = pieces(text, language).into_iter();
        found
            .filter(|(piece, _)| *piece == Piece::Comment)
            .map(|(_, text)| text)
            .collect()
    }

    #[test]
    fn each_language_has_its_own_comments() {
        for (language, text, comment) in [
            (Language::Ada, "x := 1; -- say", "-- say"),
            (Language::Assembly, "mov r0, #4 ; say", "; say"),
            (Language::Assembly, "add $t0, $t1, $t2 #say", "#say"),
            (Language::Assembly, "#say\n lda #LEAST", "#say"),
            (Language::Assembly, "a: ldr r1, [r0, #N] #say", "#say"),
            (Language::Css, "a { color: #fff } /* say */", "/* say */"),
            (Language::Scss, "a { color: #fff } // say", "// say"),
            (Language::Matlab, "x = 1; # say", "# say"),
            (Language::Mathematica, "x // f (* say *)", "(* say *)"),
            (Language::Prolog, "a(X) :- b(X). % say", "% say"),
            (Language::Scilab, "x = a'; // say", "// say"),
            (Language::Batch, "set a=b'c\nrem say", "rem say"),
            (Language::Cobol, "MOVE 'A' TO B *> say", "*> say"),
            (Language::Basic, "x = 1 ' say", "' say"),
            (Language::Erlang, "X = 1. % say", "% say"),
            (Language::FixedFortran, "C say\n      c = 1", "C say"),
            (Language::Fortran, "x = 1 ! say", "! say"),
            (Language::Haskell, "x' = 1 {- say -}", "{- say -}"),
            (Language::Julia, "x = 1 #= say =#", "#= say =#"),
            (Language::Lisp, "'(1 2) ; say", "; say"),
            (
                Language::Lua,
                "x = 1 --[[ say\nmore ]]",
                "--[[ say\nmore ]]",
            ),
            (
                Language::Matlab,
                "x = 1;\n%{\nsay\n%}\ny = 2;",
                "%{\nsay\n%}",
            ),
            (Language::OCaml, "let x = 1 (* say *)", "(* say *)"),
            (Language::Pascal, "x := 1; { say }", "{ say }"),
            (Language::PowerShell, "$x = 1 <# say #>", "<# say #>"),
            (Language::Python, "x = 1\n# import this", "# import this"),
            (
                Language::Ruby,
                "x = 1\n=begin\nsay\n=end",
                "=begin\nsay\n=end",
            ),
            (Language::Sql, "SELECT 1 # say", "# say"),
            (Language::Stata, "* say\ngen x = a * b", "* say"),
        ] {
            assert_eq!(comments(text, language), [comment], "{language:?}");
        }
    }

    #[test]
    fn marks_of_comments_within_code_begin_none() {
        for (language, text) in [
            (Language::Shell, "n=$#; m=${#a}; p=${x##*/}; echo $n"),
            (
                Language::JavaScript,
                r#"p = path.replace(/\/*$/, "") + /[/*]/.test(q); r = a / b / c"#,
            ),
            (Language::Matlab, "s = ['50%', 'x % y']; t = s';"),
            (Language::Assembly, "mov r0, r1, lsl #2"),
            (
                Language::Css,
                "a { background: url(//b/c.png); color: #123 }",
            ),
            (Language::Sql, "SELECT a FROM #temp WHERE b = 'it''s -- no'"),
            (Language::Go, "usage := `a // b\n'c # d`"),
            (Language::Rust, "fn f<'a>(x: &'a str) -> char { '\\'' }"),
        ] {
            assert_eq!(comments(text, language), [""; 0], "{language:?}");
        }
        let expression = pieces(r"a = /[/]x\/y/gi;", Language::JavaScript);
        assert_eq!(expression[2], (Piece::Text, r"/[/]x\/y/gi".into()));
        let page = pieces("<p>a</p><p>b</p>", Language::JavaScript);
        assert!(page.iter().all(|(piece, _)| *piece != Piece::Text));
    }

    #[test]
    fn a_text_is_as_long_as_it_likes() {
        let long = format!("\"\"\"{}\"\"\"\nx = 1", "say more. ".repeat(1_000));
        assert_eq!(pieces(&long, Language::Python)[0].0, Piece::Comment);
        let line = format!("x = \"{}\";", "0F".repeat(10_000));
        assert_eq!(pieces(&line, Language::C).len(), 4);
        assert_eq!(pieces(&"\\\"".repeat(50_000), Language::C).len(), 100_000);
        assert_eq!(
            pieces(&"(/[".repeat(50_000), Language::JavaScript).len(),
            150_000
        );
    }

    #[test]
    fn what_is_not_closed_ends() {
        assert_eq!(pieces("\"open\nint a;", Language::C)[0].0, Piece::Signs);
        assert!(!pieces("/* open", Language::C).is_empty());
    }

    proptest! {
        #[test]
        fn spans_ascend_within_any_text(
            text in "[a-z0-9\"'`/*#%;@!$<>|.\\\\\\n +={}()\\[\\]\u{4e00}-\u{4e10}-]{0,120}",
            language in prop::sample::select(&[
                Language::Assembly, Language::Basic, Language::C, Language::FixedFortran, Language::Go, Language::JavaScript,
                Language::Julia, Language::Lua, Language::Matlab, Language::OCaml, Language::Php, Language::Python, Language::Ruby,
                Language::Rust, Language::Shell, Language::Sql, Language::Unknown,
            ][..]),
        ) {
            let text: Vec<char> = text.chars().collect();
            let mut before = 0;
            for (_, from, to) in scan(&text, language) {
                prop_assert!(before <= from && from < to && to <= text.len());
                before = to;
            }
        }
    }
}
