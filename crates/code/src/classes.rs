//! Classifies the words, comments and signs of a listing for coloured display.

use crate::Language;
use crate::keywords::is_keyword;
use crate::listing::{characters, parts_of_import, stretches};
use crate::scan::{Piece, scan};
use chachong_text::Span;

/// Class of a word, comment or sign, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A keyword of the language, or a preprocessor directive.
    Keyword,
    /// A name that an author chose, or any other word that is not a keyword.
    Name,
    /// A number.
    Number,
    /// A text in quotation marks, or a regular expression.
    Text,
    /// A comment.
    Comment,
    /// An operator, a bracket or another sign.
    Sign,
}

/// Returns the classes of the words, comments and signs in each of `spans`, in order of position. Each class comes with its span in the
/// whole `text`. `spans` and `language` are as for [`crate::Listing::within`]. White space, control characters, printed line numbers and
/// the backticks around names in SQL have no class.
#[must_use]
pub fn classes(
    text: &str,
    spans: &[Span],
    language: impl Fn(&str) -> Language,
) -> Vec<Vec<(Span, Class)>> {
    stretches(text, spans, |stretch, start| {
        let language = language(stretch);
        let text = characters(stretch);
        let mut pieces = Vec::new();
        for (piece, from, to) in scan(&text, language) {
            if piece == Piece::Import {
                pieces.extend(parts_of_import(&text, from, to));
            } else {
                pieces.push((piece, from, to));
            }
        }
        let classed = pieces.into_iter().map(|(piece, from, to)| {
            let class = match piece {
                Piece::Number => Class::Number,
                Piece::Text => Class::Text,
                Piece::Comment => Class::Comment,
                Piece::Signs | Piece::Import => Class::Sign,
                Piece::Word => {
                    let mut word: String = text[from..to].iter().collect();
                    if language.ignores_case() {
                        word.make_ascii_lowercase();
                    }
                    if is_keyword(&word, language) || DIRECTIVES.contains(&word.as_str()) {
                        Class::Keyword
                    } else {
                        Class::Name
                    }
                }
            };
            (Span::of(start + from, start + to), class)
        });
        classed.collect()
    })
}

/// Preprocessor words, which the comparison treats as names.
const DIRECTIVES: &[&str] = &["define", "include", "pragma"];

#[cfg(test)]
mod tests {
    use super::{Class, classes};
    use crate::Language;
    use chachong_text::Span;

    #[test]
    fn everything_has_a_class() {
        use Class::{Comment, Keyword, Name, Number, Sign, Text};
        let text = "前 #define N 3\nint x = f(\"a\"); // sum";
        let whole = Span { start: 2, end: 99 };
        let found = classes(text, &[whole], |_| Language::C);
        let found: Vec<(u32, Class)> = (found[0].iter())
            .map(|(span, class)| (span.start, *class))
            .collect();
        assert_eq!(
            found,
            [
                (2, Sign),
                (3, Keyword),
                (10, Name),
                (12, Number),
                (14, Keyword),
                (18, Name),
                (20, Sign),
                (22, Name),
                (23, Sign),
                (24, Text),
                (27, Sign),
                (28, Sign),
                (30, Comment)
            ]
        );
    }

    #[test]
    fn an_import_is_read_in_words() {
        let whole = Span { start: 0, end: 99 };
        let found = classes("import a.b;", &[whole], |_| Language::Java);
        let found: Vec<Class> = found[0].iter().map(|(_, class)| *class).collect();
        let [keyword, name, sign] = [Class::Keyword, Class::Name, Class::Sign];
        assert_eq!(found, [keyword, name, sign, name, sign]);
    }
}
