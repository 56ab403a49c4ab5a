//! Joins words that were divided at the end of a line. Hyphenation rules of languages are not used: the rest of the
//! document shows how a word is written.

use std::collections::HashMap;
use std::ops::Range;

use super::LineBreaks;
use super::compose::{Placed, SOFT_HYPHEN, is_cjk, is_space, starts_a_cluster};
use super::layout::{ends_line, ends_paragraph};

/// Words after a hanging hyphen ("pre- and post-war"): the hyphen stays, and so does the space.
const AFTER_A_HANGING_HYPHEN: [&str; 9] =
    ["and", "or", "to", "nor", "but", "und", "oder", "bis", "et"];

/// Hyphen that ends a line within what may be one word.
struct Division {
    /// Index of the hyphen.
    hyphen: usize,
    /// Index where the word's second half begins.
    next: usize,
    /// Index where the word's first half begins.
    start: usize,
    /// Index after the word's second half.
    end: usize,
}

impl Division {
    fn half(&self, composed: &[Placed], first: bool) -> String {
        let range = if first {
            self.start..self.hyphen
        } else {
            self.next..self.end
        };
        lower(&composed[range])
    }
}

fn lower(word: &[Placed]) -> String {
    word.iter()
        .map(|&(c, _)| if c == '\u{2010}' { '-' } else { c })
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether `c` is a letter of a script that is hyphenated: one with capitals.
fn is_divisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    !is_cjk(c) && (c.is_lowercase() || c.is_uppercase())
}

const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | SOFT_HYPHEN)
}

/// Joins words over line ends: always where a soft hyphen divides them; where a plain hyphen does, if the document has
/// the joined word elsewhere, or neither the hyphenated word nor both halves. A hyphen that belongs to the word stays,
/// and the line break after it goes. The result has no soft hyphens.
pub(super) fn rejoin(composed: Vec<Placed>, breaks: LineBreaks) -> Vec<Placed> {
    let (divisions, stray) = find(&composed, breaks);
    if divisions.is_empty() && stray.is_empty() {
        return composed;
    }
    let seen = Seen::in_text(&composed, &divisions);
    let mut cuts: Vec<Range<usize>> = stray.into_iter().map(|at| at..at + 1).collect();
    cuts.extend(divisions.iter().filter_map(|d| cut(d, &composed, &seen)));
    cuts.sort_unstable_by_key(|cut| cut.start);
    let mut kept = Vec::with_capacity(composed.len());
    let mut from = 0;
    for cut in cuts {
        kept.extend_from_slice(&composed[from..cut.start]);
        from = cut.end;
    }
    kept.extend_from_slice(&composed[from..]);
    kept
}

/// Finds the divisions, and the soft hyphens that divide no word.
fn find(composed: &[Placed], breaks: LineBreaks) -> (Vec<Division>, Vec<usize>) {
    let (mut divisions, mut stray) = (Vec::new(), Vec::new());
    let space_at = |i: usize| composed.get(i).is_some_and(|&(c, _)| is_space(c));
    let letter_at = |i: usize| composed.get(i).is_some_and(|&(c, _)| is_divisible(c));
    for (hyphen, &(c, _)) in composed.iter().enumerate() {
        if !is_hyphen(c) || !space_at(hyphen + 1) {
            continue;
        }
        let mut next = hyphen + 1;
        while space_at(next) {
            next += 1;
        }
        let run = &composed[hyphen + 1..next];
        let divides = hyphen > 0
            && letter_at(hyphen - 1)
            && letter_at(next)
            && starts_a_cluster(composed[next].0)
            && ends_line(run)
            && !ends_paragraph(run, breaks);
        if divides {
            let first = composed[..hyphen].iter().rev();
            let second = composed[next..].iter();
            divisions.push(Division {
                hyphen,
                next,
                start: hyphen - first.take_while(|(c, _)| is_divisible(*c)).count(),
                end: next + second.take_while(|(c, _)| is_divisible(*c)).count(),
            });
        } else if c == SOFT_HYPHEN {
            stray.push(hyphen);
        }
    }
    (divisions, stray)
}

/// Returns the range to remove at a division; `None` if nothing is removed.
fn cut(division: &Division, composed: &[Placed], seen: &Seen) -> Option<Range<usize>> {
    let (hyphen, next) = (division.hyphen, division.next);
    let joined = Some(hyphen..next);
    let hyphenated = Some(hyphen + 1..next);
    if composed[hyphen].0 == SOFT_HYPHEN {
        return joined;
    }
    let (first, second) = (
        division.half(composed, true),
        division.half(composed, false),
    );
    if seen.has(&[&*first, &*second].concat()) {
        return joined;
    }
    if seen.has(&[&*first, "-", &*second].concat()) || composed[next].0.is_uppercase() {
        return hyphenated;
    }
    if AFTER_A_HANGING_HYPHEN.contains(&second.as_str()) {
        return None;
    }
    if seen.has(&first) && seen.has(&second) {
        hyphenated
    } else {
        joined
    }
}

/// Words that matter for the divisions, each with whether it occurs undivided in the text.
struct Seen(HashMap<String, bool>);

/// Quick filter for words that may matter, by their first two letters and their length: most words of a text do not,
/// and hashing each would cost more than all the rest of normalisation.
struct Hints(Vec<bool>);

impl Hints {
    fn new() -> Self {
        Self(vec![false; 1 << 15])
    }

    /// Returns the index for a word. Letters that differ in case only share their low five bits in ASCII, Latin-1,
    /// Greek and Cyrillic.
    fn place(first: char, second: Option<char>, length: usize) -> usize {
        let low = |c: char| (c as usize) & 31;
        (low(first) << 10) | (second.map_or(0, low) << 5) | (length & 31)
    }

    fn add(&mut self, first: &[Placed], more: &[Placed]) {
        let mut letters = first.iter().chain(more).map(|&(c, _)| c);
        if let Some(letter) = letters.next() {
            let place = Self::place(letter, letters.next(), first.len() + more.len());
            self.0[place] = true;
        }
    }

    fn may_hold(&self, word: &[Placed]) -> bool {
        let second = word.get(1).map(|&(c, _)| c);
        word.first()
            .is_some_and(|&(c, _)| self.0[Self::place(c, second, word.len())])
    }
}

impl Seen {
    fn in_text(composed: &[Placed], divisions: &[Division]) -> Self {
        let mut words = HashMap::new();
        let mut hints = Hints::new();
        let mut halves = Vec::with_capacity(2 * divisions.len());
        for division in divisions {
            let first = division.half(composed, true);
            let second = division.half(composed, false);
            words.insert([&*first, &*second].concat(), false);
            words.insert([&*first, "-", &*second].concat(), false);
            words.insert(first, false);
            words.insert(second, false);
            let first = &composed[division.start..division.hyphen];
            let second = &composed[division.next..division.end];
            hints.add(first, second);
            hints.add(first, &[]);
            hints.add(second, &[]);
            halves.extend([division.start, division.next]);
        }
        let mut halves = halves.into_iter().peekable();
        let mut see = |word: &[Placed]| {
            if let Some(seen) = words.get_mut(&lower(word)) {
                *seen = true;
            }
        };
        // Start and end of the last word, if it may be the first half of a compound.
        let mut last: Option<(usize, usize)> = None;
        let mut i = 0;
        while i < composed.len() {
            if !is_divisible(composed[i].0) {
                i += 1;
                continue;
            }
            let start = i;
            while composed.get(i).is_some_and(|&(c, _)| is_divisible(c)) {
                i += 1;
            }
            while halves.peek().is_some_and(|&half| half < start) {
                halves.next();
            }
            let word = &composed[start..i];
            // A half of a divided word is no evidence.
            if halves.peek() == Some(&start) || !hints.may_hold(word) {
                last = None;
                continue;
            }
            see(word);
            if let Some((from, to)) = last
                && to + 1 == start
                && is_hyphen(composed[to].0)
            {
                see(&composed[from..i]);
            }
            last = Some((start, i));
        }
        Self(words)
    }

    fn has(&self, word: &str) -> bool {
        self.0.get(word).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::{LineBreaks, normalize};

    fn page(text: &str) -> String {
        normalize(text, LineBreaks::Page).text
    }

    #[test]
    fn a_divided_word_that_stands_elsewhere_is_joined() {
        assert_eq!(
            page("the infor-\nmation is information"),
            "the information is information"
        );
        assert_eq!(
            page("Infor-  \r\n  mation; the INFORMATION"),
            "Information; the INFORMATION"
        );
    }

    #[test]
    fn a_compound_keeps_its_hyphen_and_loses_the_line_break() {
        assert_eq!(
            page("a well-\nknown fact, well-known"),
            "a well-known fact, well-known"
        );
        assert_eq!(
            page("a well-\nknown fact, known as well"),
            "a well-known fact, known as well"
        );
        assert_eq!(page("the Anglo-\nSaxon"), "the Anglo-Saxon");
    }

    #[test]
    fn a_word_of_which_nothing_else_is_known_is_joined() {
        assert_eq!(page("a repre-\nsentation"), "a representation");
        // The halves of the word occur only where it is divided.
        assert_eq!(
            page("repre-\nsentation repre-\nsentation"),
            "representation representation"
        );
    }

    #[test]
    fn other_hyphens_stay() {
        assert_eq!(page("pre-\nand post-war"), "pre- and post-war");
        assert_eq!(page("2010-\n2012"), "2010- 2012");
        assert_eq!(page("word - \nword"), "word - word");
        assert_eq!(
            page("infor- mation information"),
            "infor- mation information"
        );
    }

    #[test]
    fn no_word_goes_on_in_another_paragraph() {
        let text = "infor-\n\nmation, information";
        assert_eq!(
            normalize(text, LineBreaks::Layout).text,
            "infor-\n\nmation, information"
        );
        assert_eq!(page(text), "information, information");
        assert_eq!(
            normalize("infor-\nmation, information", LineBreaks::Paragraph).text,
            "infor-\n\nmation, information"
        );
    }

    #[test]
    fn the_line_break_after_a_soft_hyphen_goes_with_it() {
        assert_eq!(page("the infor\u{AD}\nmation"), "the information");
        assert_eq!(page("the infor\u{AD}\u{200B} \nmation"), "the information");
        assert_eq!(page("the infor\u{AD}mation"), "the information");
        assert_eq!(page("the end\u{AD}\n42"), "the end 42");
        assert_eq!(page("图书\u{AD}\n馆"), "图书馆");
        assert_eq!(page("the end\u{AD} "), "the end");
    }

    #[test]
    fn the_map_passes_over_what_went() {
        let normalized = normalize("ab-\ncd abcd", LineBreaks::Layout);
        assert_eq!(normalized.text, "abcd abcd");
        assert_eq!(normalized.origins, [0, 1, 4, 5, 6, 7, 8, 9, 10]);
    }
}
