//! Prepares a listing for comparison: splits it into words, comments and texts in quotation marks.

use crate::keywords::is_keyword;
use crate::scan::{Piece, is_word, scan, straight};
use crate::{Language, comment};
use chachong_text::Span;
use twox_hash::XxHash3_64;

/// Token of a listing: a word, a number, a text in quotation marks or a sign, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Hash of the token as written, or of its lower case in a language whose keywords may be written in either case.
    pub hash: u32,
    /// Role of the token in the structure of the program.
    pub form: Form,
    /// Position of the token in the text, in Unicode scalar values.
    pub span: Span,
}

/// Role of a token in the structure of a program. The structure does not depend on which name, number or text stands
/// at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A name that an author chose.
    Name,
    /// Any number.
    Number,
    /// Any text in quotation marks.
    Text,
    /// A keyword or a sign of the language.
    Sign,
    /// A semicolon, comma or round bracket; the comparison of structure ignores it.
    Separator,
}

/// Comment of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Letters and digits of the comment in lower case, with single spaces between words.
    pub text: String,
    /// Position of the comment in the text, including its comment marks, in Unicode scalar values.
    pub span: Span,
}

/// Code listing, split into tokens, comments and texts in quotation marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Tokens as written, in order of position. The lines that begin with `#define` and the beginnings of type aliases (`typedef`) are
    /// left out, because a class may have them from a common source.
    pub words: Vec<Word>,
    /// Comments, in order of position.
    pub comments: Vec<Comment>,
    /// Texts in quotation marks, in order of position. Quotation marks, white space, escapes and placeholders are removed, because copies
    /// of one text differ in these.
    pub texts: Vec<String>,
}

impl Listing {
    /// Reads a whole text as code. Never fails; a text that is not code gives meaningless tokens.
    #[must_use]
    pub fn of(text: &str, language: Language) -> Self {
        Self::read(&characters(text), 0, language)
    }

    /// Reads the parts of a text at `spans` as code, and returns one listing for each span. `spans` are ascending, as
    /// [`crate::listings`] returns them; `language` returns the language for the text of a span. The part of a span
    /// that overlaps the span before it, or exceeds the text, is cut off. Positions in the listings refer to the
    /// whole text. The text is walked once, however many spans there are.
    #[must_use]
    pub fn within(text: &str, spans: &[Span], language: impl Fn(&str) -> Language) -> Vec<Self> {
        stretches(text, spans, |stretch, start| {
            Self::read(&characters(stretch), start, language(stretch))
        })
    }

    /// Returns the number of tokens, comments and texts in quotation marks together.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.words.len() + self.comments.len() + self.texts.len()
    }

    /// Keeps only the first `most` tokens, the first `most` comments and the first `most` texts in quotation marks.
    pub fn truncate(&mut self, most: usize) {
        self.words.truncate(most);
        self.comments.truncate(most);
        self.texts.truncate(most);
        self.words.shrink_to_fit();
    }

    /// Returns the tokens and comments within a span of the text, and the separators next to them, without the list
    /// of texts. `None` if the span contains no token.
    #[must_use]
    pub fn part(&self, span: Span) -> Option<Self> {
        let mut first = (self.words).partition_point(|word| word.span.start < span.start);
        let mut end = (self.words).partition_point(|word| word.span.end <= span.end);
        let is_separator =
            |at: usize| (self.words.get(at)).is_some_and(|word| word.form == Form::Separator);
        if first >= end {
            return None;
        }
        while first > 0 && is_separator(first - 1) {
            first -= 1;
        }
        while is_separator(end) {
            end += 1;
        }
        let is_in =
            |comment: &&Comment| span.start <= comment.span.start && comment.span.end <= span.end;
        Some(Self {
            words: self.words[first..end].to_vec(),
            comments: self.comments.iter().filter(is_in).cloned().collect(),
            texts: Vec::new(),
        })
    }

    fn read(text: &[char], offset: usize, language: Language) -> Self {
        let mut listing = Self::default();
        // Behind the word before; and the end of a definition.
        let (mut before, mut defined) = (0, 0);
        for (piece, from, to) in scan(text, language) {
            let span = Span::of(from + offset, to + offset);
            let mut written = as_typed(piece, &text[from..to]);
            match piece {
                Piece::Comment => {
                    let text = comment::plain(&written);
                    if !text.is_empty() {
                        listing.comments.push(Comment { text, span });
                    }
                }
                Piece::Import => {
                    for (piece, from, to) in parts_of_import(text, from, to) {
                        let written: String = text[from..to].iter().collect();
                        let span = Span::of(from + offset, to + offset);
                        listing.push(&written, (piece, is_keyword(&written, language)), span);
                    }
                }
                Piece::Number | Piece::Text | Piece::Word | Piece::Signs => {
                    let is_first = before == 0 || text[before..from].contains(&'\n');
                    before = to;
                    if is_first && let Some(length) = length_of_definition(&text[from..]) {
                        defined = from + length;
                    }
                    if piece == Piece::Text {
                        let text = plain_text(&text[from..to]);
                        listing.texts.extend((!text.is_empty()).then_some(text));
                    }
                    if matches!(piece, Piece::Word | Piece::Number) && language.ignores_case() {
                        written.make_ascii_lowercase();
                    }
                    let is_keyword =
                        !is_member(text, from, language) && is_keyword(&written, language);
                    let piece = match piece {
                        Piece::Number | Piece::Text if language.is_style_sheet() => Piece::Signs,
                        Piece::Word if language.is_style_sheet() && is_colour(text, from, to) => {
                            Piece::Signs
                        }
                        other => other,
                    };
                    if from >= defined {
                        listing.push(&written, (piece, is_keyword), span);
                    }
                }
            }
        }
        listing
    }

    fn push(&mut self, written: &str, (piece, is_keyword): (Piece, bool), span: Span) {
        self.words.push(Word {
            hash: hash(written),
            form: match piece {
                Piece::Number => Form::Number,
                Piece::Text => Form::Text,
                Piece::Word if !is_keyword => Form::Name,
                _ if matches!(written, ";" | "," | "(" | ")") => Form::Separator,
                _ => Form::Sign,
            },
            span,
        });
    }
}

/// Returns a piece as it is typed in a program: without the quotation marks and the full-width signs of a word processor.
fn as_typed(piece: Piece, written: &[char]) -> String {
    let last = written.len() - 1;
    let typed = written.iter().enumerate().map(|(at, c)| match (piece, *c) {
        (Piece::Text, c) if at == 0 || at == last => straight(c),
        (Piece::Signs, c @ '！'..='～') => char::from_u32(u32::from(c) - WIDE).unwrap_or(c),
        (Piece::Signs, c) => straight(c),
        (_, c) => c,
    });
    typed.collect()
}

/// Difference between the numbers of a full-width sign and of the same sign in ASCII.
const WIDE: u32 = '！' as u32 - '!' as u32;

/// Returns the characters of a text, with a line feed for each carriage return, since either or both may end a line.
pub(crate) fn characters(text: &str) -> Vec<char> {
    let characters = text.chars();
    characters
        .map(|c| if c == '\r' { '\n' } else { c })
        .collect()
}

/// Calls `read` for the text of each span and returns its results. `read` gets the text and the offset of its first
/// character. The part of a span that overlaps the span before it, or exceeds the text, is cut off.
pub(crate) fn stretches<T>(text: &str, spans: &[Span], read: impl Fn(&str, usize) -> T) -> Vec<T> {
    let (mut rest, mut at) = (text, 0);
    let stretch = |span: &Span| {
        let span = span.indices();
        let start = span.start.max(at);
        let (_, from) = after(rest, start - at);
        let (stretch, behind) = after(from, span.end.saturating_sub(start));
        (rest, at) = (behind, start.max(span.end));
        read(stretch, start)
    };
    spans.iter().map(stretch).collect()
}

/// Returns the names and signs in a line that imports other files.
pub(crate) fn parts_of_import(
    text: &[char],
    from: usize,
    to: usize,
) -> impl Iterator<Item = (Piece, usize, usize)> {
    let mut start = from;
    let parts = text[from..to].chunk_by(|x, y| is_word(*x) && is_word(*y));
    parts.filter_map(move |part| {
        let (first, end) = (start, start + part.len());
        start = end;
        let is_name = is_word(part[0]);
        let piece = if is_name { Piece::Word } else { Piece::Signs };
        (!part[0].is_whitespace()).then_some((piece, first, end))
    })
}

/// Returns whether a word is the name of a member, or of a variable after `$`, even if the word is a keyword
/// elsewhere.
fn is_member(text: &[char], from: usize, language: Language) -> bool {
    let before = |back: usize| from.checked_sub(back).map(|at| text[at]);
    match before(1) {
        Some('.') => before(2) != Some('.'),
        Some('>') => before(2) == Some('-'),
        Some('$') => language.has_dollar_names(),
        Some('#') => language.is_style_sheet(),
        _ => false,
    }
}

/// Returns whether a word is a colour of a style sheet: `#` and 3, 4, 6 or 8 hexadecimal digits.
fn is_colour(text: &[char], from: usize, to: usize) -> bool {
    let word = &text[from..to];
    from > 0
        && text[from - 1] == '#'
        && matches!(word.len(), 3 | 4 | 6 | 8)
        && word.iter().all(char::is_ascii_hexdigit)
}

/// Returns the length of the definition that begins here: a macro ends with its line, and a type alias at its semicolon or where
/// the members of its type begin, however its lines are broken. `None` if none begins here.
fn length_of_definition(text: &[char]) -> Option<usize> {
    let begins = |word: &str| {
        let letters = text.iter().copied().filter(|c| !matches!(c, ' ' | '\t'));
        letters.take(word.len()).eq(word.chars())
    };
    let length = |ends: &[char]| text.iter().position(|c| ends.contains(c));
    if begins("#define") {
        return length(&['\n']).or(Some(text.len()));
    }
    begins("typedef").then(|| length(&[';', '{']).map_or(text.len(), |end| end + 1))
}

/// Returns a short hash of a word. Different words seldom have equal hashes, and a run has several words.
pub(crate) fn hash(word: &str) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
    let short = XxHash3_64::oneshot(word.as_bytes()) as u32;
    short
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

/// Splits a text after this number of characters, or at its end if it is shorter.
fn after(text: &str, characters: usize) -> (&str, &str) {
    let at = text.char_indices().nth(characters);
    text.split_at(at.map_or(text.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::{Form, Listing, Span};
    use crate::Language;
    use proptest::prelude::*;

    fn forms(text: &str) -> Vec<Form> {
        let listing = Listing::of(text, Language::Java);
        listing.words.iter().map(|word| word.form).collect()
    }

    #[test]
    fn words_have_forms() {
        use Form::{Name, Number, Separator, Sign, Text};
        assert_eq!(
            forms("int sum = f(\"a\", 4.5);"),
            [
                Sign, Name, Sign, Name, Separator, Text, Separator, Number, Separator, Separator
            ]
        );
        assert_eq!(
            forms("import a.b;\nx"),
            [Sign, Name, Sign, Name, Separator, Name]
        );
    }

    #[test]
    fn lines_end_with_either_sign_or_both() {
        let lines = ["// sum", "x = 1;", "#define y", "z;"];
        let [unix, windows, mac] = ["\n", "\r\n", "\r"].map(|end| forms(&lines.join(end)));
        assert_eq!(unix.len(), 6);
        assert_eq!([&windows, &mac], [&unix; 2]);
    }

    #[test]
    fn signs_of_a_word_processor_are_those_of_a_program() {
        let words = |text: &str| -> Vec<(u32, Form)> {
            let words = Listing::of(text, Language::C).words.into_iter();
            words.map(|word| (word.hash, word.form)).collect()
        };
        let typed = words("printf(\"读数：%d\", x[0]); c = 'a'; { y = 1; }");
        assert_eq!(
            words("printf（“读数：%d”，x[0]）；c = ‘a’；｛ y ＝ 1； ｝"),
            typed
        );
        assert_eq!(
            words("printf(”读数：%d”, x[0]); c = ’a’; { y = 1; }"),
            typed
        );
        assert_ne!(
            words("printf(\"读数:%d\", x[0]); c = 'a'; { y = 1; }"),
            typed
        );
    }

    #[test]
    fn capitals_make_no_other_program_where_a_language_ignores_them() {
        let words = |text: &str, language| -> Vec<(u32, Form)> {
            let words = Listing::of(text, language).words.into_iter();
            words.map(|word| (word.hash, word.form)).collect()
        };
        for (language, code) in [
            (
                Language::Assembly,
                "next: mov al, [si]\ncmp al, 0dh\nje done",
            ),
            (Language::Batch, "if exist %1 goto copy"),
            (Language::Cobol, "perform sum until n > 9."),
            (
                Language::Lisp,
                "(defun sum (n) (if (= n 0) 0 (sum (- n 1))))",
            ),
            (Language::Stata, "proc means data=marks; run;"),
        ] {
            assert_eq!(
                words(code, language),
                words(&code.to_uppercase(), language),
                "{code}"
            );
        }
        assert_ne!(
            words("Sum = sum", Language::C),
            words("sum = sum", Language::C)
        );
    }

    #[test]
    fn only_classes_and_ids_are_names_in_a_style_sheet() {
        let names = |text: &str| -> Vec<String> {
            let listing = Listing::of(text, Language::Css);
            let names = listing.words.iter().filter(|word| word.form != Form::Sign);
            names.map(|word| word.span.of_text(text)).collect()
        };
        assert_eq!(names(".a#feed1{color:#bcd}"), ["a", "feed1"]);
        assert_eq!(names("#top{margin:0 4px;content:\"x\"}"), ["top", ";"]);
    }

    #[test]
    fn a_type_alias_ends_where_it_ends() {
        let code = "int main() { return run(4); }";
        let plain = forms(code);
        assert_eq!(forms(&format!("typedef long ll; {code}")), plain);
        assert_eq!(forms(&format!("#define RUN run {code}\n{code}")), plain);
        let lines = "typedef struct\n{\n  int x;\n} P;\n";
        let line = lines.replace('\n', " ");
        assert_eq!(
            forms(&format!("{lines}{code}")),
            forms(&format!("{line}{code}"))
        );
    }

    #[test]
    fn texts_keep_what_was_written() {
        let listing = Listing::of("f(\"Speed: %.2f\\n\", 0x10, \"\");", Language::C);
        assert_eq!(listing.texts, ["Speed:"]);
    }

    #[test]
    fn a_part_has_the_separators_beside_its_words() {
        let listing = Listing::of("f(a, 1); /* b */ g();\nh(2);", Language::C);
        let part = listing.part(Span { start: 2, end: 18 }).unwrap();
        assert_eq!(part.words, listing.words[1..11]);
        assert_eq!(part.comments.len(), 1);
        assert_eq!(listing.part(Span { start: 9, end: 16 }), None);
    }

    #[test]
    fn spans_are_those_of_the_whole_text() {
        let within = |spans: &[(usize, usize)]| -> Vec<Vec<Span>> {
            let spans: Vec<Span> = (spans.iter())
                .map(|&(start, end)| Span::of(start, end))
                .collect();
            let listings = Listing::within("正文在前 x = 1;", &spans, |_| Language::C);
            let spans = |listing: &Listing| listing.words.iter().map(|word| word.span).collect();
            listings.iter().map(spans).collect()
        };
        let span = Span::of;
        let whole = [span(5, 6), span(7, 8), span(9, 10), span(10, 11)];
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
            for word in Listing::of(&text, Language::Unknown).words {
                prop_assert!(word.span.start < word.span.end && word.span.indices().end <= length);
            }
        }
    }
}
