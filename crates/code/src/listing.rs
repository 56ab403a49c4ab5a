//! A listing made ready to be compared: tokens by kind, and apart from them comments, texts and numbers.

use crate::kind::{self, Kind};
use crate::scan::{Piece, scan};
use crate::{Language, comment};

/// Half-open range of a text, in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first character.
    pub start: usize,
    /// Offset after the last character.
    pub end: usize,
}

/// Token of code; tokens with the same kind are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind by which tokens are compared; the numbers are internal to this crate and must not be stored.
    pub kind: u16,
    /// Position of the token in the text.
    pub span: Span,
}

/// Comment in the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Letters and digits of the comment in lower case, with single spaces between words.
    pub text: String,
    /// Position of the comment, including its comment marks.
    pub span: Span,
}

/// String or number literal in the code, which renaming and reordering do not change.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Without quotes, white space, escapes and placeholders, in which copies of one text differ.
    Text(String),
    /// By value, whatever its form.
    Number(f64),
}

/// Tokens, comments and literals of a piece of code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Tokens, ascending.
    pub tokens: Vec<Token>,
    /// Comments, ascending.
    pub comments: Vec<Comment>,
    /// Texts and numbers, ascending.
    pub literals: Vec<Literal>,
}

/// Numbers or texts in a row from which on they are one.
const TABLE: usize = 4;

impl Listing {
    /// Reads a whole text as code. Anything is read; what is no code gives meaningless tokens.
    #[must_use]
    pub fn of(text: &str, language: Language) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self::read(&text, 0, language)
    }

    /// Reads parts of a text as code, ascending as [`crate::listings`] finds them, each in the language that `language`
    /// returns for it. What of a stretch stands before the end of the one before it, or beyond the end of the text, is
    /// cut. The spans in the listings are those of the whole text. The text is walked once, however many stretches
    /// there are.
    #[must_use]
    pub fn within(text: &str, spans: &[Span], language: impl Fn(&str) -> Language) -> Vec<Self> {
        let (mut rest, mut at) = (text, 0);
        let listing = |span: &Span| {
            let start = span.start.max(at);
            let (_, from) = after(rest, start - at);
            let (stretch, behind) = after(from, span.end.saturating_sub(start));
            (rest, at) = (behind, start.max(span.end));
            let characters: Vec<char> = stretch.chars().collect();
            Self::read(&characters, start, language(stretch))
        };
        spans.iter().map(listing).collect()
    }

    /// Number of tokens, comments, texts and numbers together.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.tokens.len() + self.comments.len() + self.literals.len()
    }

    /// Leaves out all but the first `most` tokens, comments, and texts and numbers.
    pub fn truncate(&mut self, most: usize) {
        self.tokens.truncate(most);
        self.comments.truncate(most);
        self.literals.truncate(most);
        self.tokens.shrink_to_fit();
    }

    fn read(text: &[char], offset: usize, language: Language) -> Self {
        let mut listing = Self::default();
        // A member's name goes into the name before: `System.out.println` is one.
        let mut joins = false;
        for (piece, from, to) in scan(text, language) {
            let span = Span {
                start: from + offset,
                end: to + offset,
            };
            let written = || text[from..to].iter().collect::<String>();
            match piece {
                Piece::Import => {}
                Piece::Comment => {
                    let text = comment::plain(&written());
                    if !text.is_empty() {
                        listing.comments.push(Comment { text, span });
                    }
                }
                Piece::Number => {
                    if let Some(value) = value(&written()) {
                        listing.literals.push(Literal::Number(value));
                    }
                    listing.push(kind::NUMBER, span);
                }
                Piece::Text => {
                    let text = plain_text(&text[from..to]);
                    if !text.is_empty() {
                        listing.literals.push(Literal::Text(text));
                    }
                    listing.push(kind::STRING, span);
                }
                Piece::Word => {
                    let mut word = written();
                    if language.ignores_case() {
                        word.make_ascii_lowercase();
                    }
                    match kind::of_word(&word) {
                        Some(kind::NAME) if joins && listing.last_is(kind::NAME) => {
                            listing.widen(span.end);
                        }
                        Some(kind) => listing.push(kind, span),
                        None => {}
                    }
                }
                Piece::Signs => listing.push_signs(&written(), span),
            }
            joins = piece == Piece::Signs && matches!(written().as_str(), "." | "->" | "::");
        }
        listing
    }

    fn push_signs(&mut self, signs: &str, span: Span) {
        match signs {
            "." | "->" | "::" => {}
            "(" if self.last_is(kind::NAME) => {
                if let Some(last) = self.tokens.last_mut() {
                    last.kind = kind::CALL;
                    last.span.end = span.end;
                }
            }
            _ => {
                if let Some(kind) = kind::of_signs(signs) {
                    self.push(kind, span);
                }
            }
        }
    }

    fn push(&mut self, kind: Kind, span: Span) {
        // A table of numbers or texts is no statement: its length says nothing.
        let is_table = |last: &[Token]| last.iter().all(|token| token.kind == kind);
        if matches!(kind, kind::NUMBER | kind::STRING)
            && self
                .tokens
                .last_chunk::<TABLE>()
                .is_some_and(|last| is_table(last))
        {
            self.widen(span.end);
            return;
        }
        self.tokens.push(Token { kind, span });
    }

    fn last_is(&self, kind: Kind) -> bool {
        self.tokens.last().is_some_and(|token| token.kind == kind)
    }

    fn widen(&mut self, end: usize) {
        if let Some(last) = self.tokens.last_mut() {
            last.span.end = end;
        }
    }
}

fn value(written: &str) -> Option<f64> {
    let digits: String = written.chars().filter(|c| *c != '_').collect();
    let plain = digits.trim_end_matches(['f', 'F', 'd', 'D', 'l', 'L', 'u', 'U']);
    if let Some(hexadecimal) = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        let value =
            u64::from_str_radix(hexadecimal.trim_end_matches(['l', 'L', 'u', 'U']), 16).ok()?;
        return Some(value as f64);
    }
    plain.parse::<f64>().ok().filter(|value| value.is_finite())
}

fn plain_text(quoted: &[char]) -> String {
    let inner = quoted
        .get(1..quoted.len().saturating_sub(1))
        .unwrap_or_default();
    let mut text = String::new();
    let mut rest = inner.iter().copied().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            // A placeholder ends with the letter of what is printed.
            '%' if rest
                .peek()
                .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')) =>
            {
                while rest
                    .next_if(|c| c.is_ascii_digit() || matches!(c, '.' | '-'))
                    .is_some()
                {}
                rest.next_if(char::is_ascii_lowercase);
            }
            _ if c.is_whitespace() || c == '"' => {}
            _ => text.push(c),
        }
    }
    text
}

/// Splits a text behind so many characters; at its end if it has fewer.
fn after(text: &str, characters: usize) -> (&str, &str) {
    let at = text.char_indices().nth(characters);
    text.split_at(at.map_or(text.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::{Listing, Literal, Span};
    use crate::Language;
    use proptest::prelude::*;

    fn kinds(text: &str) -> Vec<u16> {
        let listing = Listing::of(text, Language::Java);
        listing.tokens.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn usual_disguises_change_no_token() {
        assert_eq!(
            kinds("public int sum = a + 3;"),
            kinds("static double total = width + 4.5;")
        );
        assert_eq!(
            kinds("if (a < b) { go(1); }"),
            kinds("if (a >= b)\n  stop(2);")
        );
        assert_eq!(kinds("System.out.println(x);"), kinds("print(x);"));
        assert_eq!(kinds("import a.b.C;\nx += 1;"), kinds("y = 2;"));
    }

    #[test]
    fn literals_keep_what_was_written() {
        let listing = Listing::of("f(\"Speed: %.2f\\n\", 0x10, 2.50f);", Language::C);
        let expected = [
            Literal::Text("Speed:".into()),
            Literal::Number(16.0),
            Literal::Number(2.5),
        ];
        assert_eq!(listing.literals, expected);
    }

    #[test]
    fn spans_are_those_of_the_whole_text() {
        let within = |spans: &[(usize, usize)]| -> Vec<Vec<Span>> {
            let spans: Vec<Span> = (spans.iter())
                .map(|&(start, end)| Span { start, end })
                .collect();
            let listings = Listing::within("正文在前 x = 1;", &spans, |_| Language::C);
            let spans = |listing: &Listing| listing.tokens.iter().map(|token| token.span).collect();
            listings.iter().map(spans).collect()
        };
        let span = |start, end| Span { start, end };
        let whole = [span(5, 6), span(7, 8), span(9, 10)];
        assert_eq!(within(&[(5, 11)]), [whole.to_vec()]);
        // What stands before the end of the stretch before is cut, as is what lies beyond the text.
        let cut = within(&[(5, 6), (5, 8), (9, 99), (99, 100), (9, 4)]);
        let parts = [&whole[..1], &whole[1..2], &whole[2..], &[], &[]];
        assert_eq!(cut, parts.map(<[Span]>::to_vec));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,80}") {
            let length = text.chars().count();
            for token in Listing::of(&text, Language::Unknown).tokens {
                prop_assert!(token.span.start < token.span.end && token.span.end <= length);
            }
        }
    }
}
