//! Finds comments that two documents have in common. Whoever copied a comment with its misspelling copied the code
//! below it.

use crate::listing::Listing;
use chachong_text::Span;
use std::collections::HashSet;

/// Minimum length of a comment that says something, in letters; a Chinese one is two.
const LEAST: usize = 16;
/// Minimum share of common three-letter pieces of two comments that are one, edited: a misspelling in a dozen words.
const ALIKE: f64 = 0.8;
/// Comments that editors write, as they begin.
const TEMPLATES: &[&str] = &[
    "to change this license header",
    "to change this template file",
    "click nbfs",
    "param args the command line",
    "todo auto generated",
    "author",
    "created by",
    "this program is free software",
    "copyright",
];

/// Comment that occurs in two documents, identical or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualComment {
    /// Index of the listing in the first document, and span of the comment in that document's text.
    pub a: (usize, Span),
    /// Index of the listing in the second document, and span of the comment in that document's text.
    pub b: (usize, Span),
    /// Whether both comments have the same letters and digits, regardless of case and of other characters.
    pub identical: bool,
}

/// The letters of a comment in lower case, words separated by one space.
pub(crate) fn plain(comment: &str) -> String {
    let mut plain = String::new();
    for word in comment
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase));
    }
    plain
}

/// Whether a comment is long enough and nobody's template.
pub(crate) fn says_something(plain: &str) -> bool {
    let length: usize = plain
        .chars()
        .map(|c| if c > '\u{2E80}' { 2 } else { 1 })
        .sum();
    length >= LEAST && !TEMPLATES.iter().any(|template| plain.starts_with(template))
}

/// Comments that stand in both documents, if `rare` says that few have them.
pub(crate) fn equal(
    a: &[Listing],
    b: &[Listing],
    rare: impl Fn(&str) -> bool,
) -> Vec<EqualComment> {
    let pieces = |document: &[Listing]| -> Vec<_> {
        let all = document.iter().enumerate();
        let all =
            all.flat_map(|(at, listing)| listing.comments.iter().map(move |comment| (at, comment)));
        let all = all
            .filter(|(_, comment)| says_something(&comment.text) && rare(&comment.text))
            .take(MOST);
        all.map(|(at, comment)| {
            (
                at,
                comment.span,
                comment.text.clone(),
                trigrams(&comment.text),
            )
        })
        .collect()
    };
    let (a, b) = (pieces(a), pieces(b));
    let mut taken = HashSet::new();
    let mut found = Vec::new();
    for (at_a, span_a, text_a, pieces_a) in &a {
        let like = b.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        let like = like.map(|(at, other)| (at, other, dice(pieces_a, &other.3)));
        let Some((at, (at_b, span_b, text_b, _), alike)) = like.max_by(|x, y| x.2.total_cmp(&y.2))
        else {
            break;
        };
        if alike >= ALIKE {
            taken.insert(at);
            found.push(EqualComment {
                a: (*at_a, *span_a),
                b: (*at_b, *span_b),
                identical: text_a == text_b,
            });
        }
    }
    found
}

/// Most comments of a document that are held beside the other's: a thesis has less.
const MOST: usize = 500;

fn trigrams(text: &str) -> HashSet<[char; 3]> {
    let chars: Vec<char> = text.chars().collect();
    chars
        .windows(3)
        .filter_map(|window| window.try_into().ok())
        .collect()
}

fn dice(a: &HashSet<[char; 3]>, b: &HashSet<[char; 3]>) -> f64 {
    // The smaller must be able to reach the share at all.
    let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if small.is_empty() || 2.0 * small.len() as f64 / ((small.len() + large.len()) as f64) < ALIKE {
        return 0.0;
    }
    let common = small.iter().filter(|piece| large.contains(*piece)).count();
    2.0 * common as f64 / (a.len() + b.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::{equal, plain, says_something};
    use crate::{Language, Listing};

    #[test]
    fn misspelt_comments_are_equal_and_templates_are_none() {
        assert_eq!(plain("/* Reads  the\n * File. */"), "reads the file");
        assert!(!says_something("author zhang san zhang san"));
        let a = [Listing::of(
            "// counts the vowels of every recieved line\nx = 1;",
            Language::C,
        )];
        let b = [Listing::of(
            "y = 2; // Counts the vowels of every received line",
            Language::C,
        )];
        let found = equal(&a, &b, |_| true);
        assert_eq!(found.len(), 1);
        assert!(!found[0].identical);
        assert!(equal(&a, &b, |_| false).is_empty());
    }
}
