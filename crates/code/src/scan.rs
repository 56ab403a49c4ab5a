//! Cuts the text of a listing into words, numbers, strings, comments and signs, whatever it is. One pass, no recursion: what
//! is not understood is a sign.

use crate::Language;

/// What a piece of a listing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Word,
    Number,
    Text,
    Comment,
    Signs,
    /// A line that names other files: `import`, `#include`, `package`.
    Import,
}

/// Longest text of a string or comment that is not closed on its line, in Unicode scalar values: beyond it, quotes were
/// no quotes.
const LONGEST: usize = 4000;

/// Operators of several signs, the longest first.
const OPERATORS: &[&str] = &[
    "===", "!==", "<<=", ">>=", "...", "&&", "||", "==", "!=", "<=", ">=", "<>", "~=", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "->", "=>", "::", ":=", "<-", "<<", ">>", "**",
];

/// Pieces with their spans in `text`, ascending and without overlap.
pub(crate) fn scan(text: &[char], language: Language) -> Vec<(Piece, usize, usize)> {
    let numbered = has_line_numbers(text);
    // A comment may be as long as the text; without this, each that is not closed would be sought to the end.
    let last_comment = text.windows(2).rposition(|signs| signs == ['*', '/']);
    let last_comment = last_comment.map_or(0, |at| at + 2);
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while let Some(&c) = text.get(at) {
        if c == '\n' {
            fresh = true;
            at += 1;
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            at += 1;
            continue;
        }
        if fresh && numbered && c.is_ascii_digit() {
            at = end_of(text, at, |c| c.is_ascii_digit());
            if matches!(text.get(at), Some('.' | ':' | '|')) {
                at += 1;
            }
            fresh = false;
            continue;
        }
        let (piece, end) = next(text, at, fresh, language, last_comment);
        fresh = false;
        let end = end.clamp(at + 1, text.len());
        pieces.push((piece, at, end));
        at = end;
    }
    pieces
}

fn next(
    text: &[char],
    at: usize,
    fresh: bool,
    language: Language,
    last_comment: usize,
) -> (Piece, usize) {
    let c = text[at];
    let second = text.get(at + 1).copied().unwrap_or(' ');
    let line = || end_of(text, at, |c| c != '\n');
    if language.has_slash_comments() && c == '/' && second == '/' {
        return (Piece::Comment, line());
    }
    if language.has_slash_comments()
        && c == '/'
        && second == '*'
        && let Some(end) = (at + 4..=last_comment).find(|end| text[..*end].ends_with(&['*', '/']))
    {
        return (Piece::Comment, end);
    }
    if c == '#' {
        let word = word_after(text, at + 1);
        if matches!(
            word.as_str(),
            "include" | "import" | "pragma" | "ifndef" | "endif" | "ifdef" | "using"
        ) {
            return (Piece::Import, line());
        }
        if language.has_hash_comments() || (language == Language::Unknown && word != "define") {
            return (Piece::Comment, line());
        }
    }
    if (language.has_dash_comments() && c == '-' && second == '-')
        || (language.has_percent_comments() && c == '%')
    {
        return (Piece::Comment, line());
    }
    if c == '"'
        || c == '\''
        || (c == '`' && matches!(language, Language::JavaScript | Language::TypeScript))
    {
        let triple = second == c && text.get(at + 2) == Some(&c);
        if triple && let Some(end) = find(text, at + 3, &[c, c, c]) {
            // A text that begins a statement is what Python has for a comment.
            return (if fresh { Piece::Comment } else { Piece::Text }, end);
        }
        if let Some(end) = quoted(text, at, c, language) {
            return (Piece::Text, end);
        }
        return (Piece::Signs, at + 1);
    }
    if c.is_ascii_digit() || (c == '.' && second.is_ascii_digit()) {
        return (Piece::Number, end_of_number(text, at));
    }
    if is_word(c) {
        let end = end_of(text, at, |c| is_word(c) || c.is_ascii_digit());
        if fresh {
            let word: String = text[at..end].iter().take(12).collect();
            let line = line();
            if (matches!(word.as_str(), "import" | "package")
                || (word == "using" && text[at..line].ends_with(&[';']))
                || (word == "from" && language == Language::Python))
                && second != '('
            {
                return (Piece::Import, line);
            }
        }
        return (Piece::Word, end);
    }
    for operator in OPERATORS {
        let signs = operator.chars().count();
        if operator.chars().eq(text[at..].iter().take(signs).copied()) {
            return (Piece::Signs, at + signs);
        }
    }
    (Piece::Signs, at + 1)
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

/// The end behind `what`, not too far from `from`.
fn find(text: &[char], from: usize, what: &[char]) -> Option<usize> {
    let near = text.get(from..text.len().min(from + LONGEST))?;
    let at = near.windows(what.len()).position(|window| window == what)?;
    Some(from + at + what.len())
}

/// The end of a string, which ends on its line; a backtick's may go on.
fn quoted(text: &[char], at: usize, quote: char, language: Language) -> Option<usize> {
    if quote == '\''
        && language.has_lone_quotes()
        && at > 0
        && !text[at - 1].is_whitespace()
        && text[at - 1] != '('
    {
        return None;
    }
    let mut end = at + 1;
    while let Some(&c) = text.get(end) {
        match c {
            '\\' => end += 1,
            '\n' if quote != '`' => return None,
            _ if c == quote => return Some(end + 1),
            _ => {}
        }
        end += 1;
        if end > at + LONGEST {
            return None;
        }
    }
    None
}

fn word_after(text: &[char], at: usize) -> String {
    let rest = text[at..].iter().skip_while(|c| **c == ' ');
    rest.take_while(|c| c.is_ascii_alphabetic())
        .take(12)
        .collect()
}

/// Whether most lines begin with a number one higher than the line before: numbers that a listing was printed with.
fn has_line_numbers(text: &[char]) -> bool {
    let (mut lines, mut rising, mut before) = (0_usize, 0_usize, None);
    for line in text.split(|c| *c == '\n') {
        let line = line.trim_ascii_start_chars();
        if line.is_empty() {
            continue;
        }
        lines += 1;
        let digits: String = line
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .take(6)
            .collect();
        let number = digits.parse::<u32>().ok();
        rising += usize::from(
            matches!((before, number), (Some(before), Some(number)) if number > before && number - before <= 3),
        );
        before = number.or(before);
    }
    lines >= 4 && rising * 5 >= lines * 3
}

trait TrimStart {
    fn trim_ascii_start_chars(&self) -> &[char];
}

impl TrimStart for [char] {
    fn trim_ascii_start_chars(&self) -> &[char] {
        let blank = self.iter().take_while(|c| c.is_whitespace()).count();
        &self[blank..]
    }
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

    #[test]
    fn what_is_not_closed_ends() {
        assert_eq!(pieces("\"open\nint a;", Language::C)[0].0, Piece::Signs);
        assert!(!pieces("/* open", Language::C).is_empty());
    }

    proptest! {
        #[test]
        fn spans_ascend_within_any_text(text in "[a-z0-9\"'/*#%.\\\\\\n +={}()\u{4e00}-\u{4e10}]{0,120}", which in 0_usize..4) {
            let language = [Language::C, Language::Python, Language::Matlab, Language::Unknown][which];
            let text: Vec<char> = text.chars().collect();
            let mut before = 0;
            for (_, from, to) in scan(&text, language) {
                prop_assert!(before <= from && from < to && to <= text.len());
                before = to;
            }
        }
    }
}
