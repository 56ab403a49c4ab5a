//! Gaps inside words: narrow spaces, blanks and the gaps that exclusions leave, where the letters around them form one
//! word; and words whose letters are spaced out. A reader sees such a word as one word; an exact comparison does not
//! recognise it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::compose::{Placed, is_cjk, is_gap, is_space};
use super::lookalike::is_mark;
use crate::line_break::is_line_break;

/// Minimum number of gaps of one kind between letters from which their pieces tell what the gaps are.
const TELLING: usize = 10;

/// Mean length of the pieces beside gaps, in tenths of a letter, below which the gaps stand inside words. Words of
/// running text have 4 to 6 letters on average in languages with an alphabet, pieces of words 1 to 3.
const SHORT_PIECES: usize = 35;

/// Minimum number of letters in a run of words whose letters are set apart, and of words.
const SPACED_LETTERS: usize = 12;
const SPACED_WORDS: usize = 3;

/// Gap between two pieces, which are letters.
struct Gap {
    before: Range<usize>,
    after: Range<usize>,
}

impl Gap {
    fn at(&self) -> Range<usize> {
        self.before.end..self.after.start
    }

    fn halves(&self, text: &[Placed]) -> [String; 2] {
        [&self.before, &self.after].map(|half| word(&text[half.clone()]))
    }
}

/// Removes the gaps inside words; all other gaps become spaces. Gaps are judged by kind: what most of them separate, and
/// which words the text has elsewhere.
pub(super) fn close(mut composed: Vec<Placed>) -> Vec<Placed> {
    let inside = inside_words(&composed);
    if !inside.is_empty() {
        let mut inside = inside.into_iter().peekable();
        let mut index = 0;
        composed.retain(|_| {
            let at = index;
            index += 1;
            while inside.next_if(|gap| gap.end <= at).is_some() {}
            inside.peek().is_none_or(|gap| !gap.contains(&at))
        });
    }
    for (c, _) in &mut composed {
        if is_gap(*c) {
            *c = ' ';
        }
    }
    composed
}

/// Returns the white space inside words, ascending.
pub(crate) fn inside_words(text: &[Placed]) -> Vec<Range<usize>> {
    let mut inside = spaced_letters(text);
    if text.iter().any(|&(c, _)| is_gap(c)) {
        inside.extend(narrow(text));
        inside.sort_unstable_by_key(|gap| (gap.start, gap.end));
    }
    inside
}

/// Returns the narrow spaces and blanks between Chinese characters, where the layout drops every space.
pub(crate) fn between_ideographs(text: &[Placed]) -> impl Iterator<Item = usize> {
    let is_ideograph = |at: usize| {
        text.get(at)
            .is_some_and(|&(c, _)| is_cjk(c) && c.is_alphabetic())
    };
    let gaps = text.iter().enumerate().filter(|(_, (c, _))| is_gap(*c));
    gaps.filter(move |&(at, _)| at > 0 && is_ideograph(at - 1) && is_ideograph(at + 1))
        .map(|(at, _)| at)
}

/// Whether `c` is a letter of a script whose words have no gaps inside: neither Mongolian nor Arabic.
const fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{AA}' | '\u{BA}' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2AF}'
            | '\u{370}'..='\u{373}' | '\u{376}'..='\u{37D}' | '\u{37F}' | '\u{386}' | '\u{388}'..='\u{481}'
            | '\u{48A}'..='\u{556}' | '\u{561}'..='\u{587}' | '\u{1D00}'..='\u{1D2B}' | '\u{1E00}'..='\u{1FFF}'
            | '\u{A730}'..='\u{A7FF}')
}

/// Returns the gaps of every kind that stand inside words.
fn narrow(text: &[Placed]) -> Vec<Range<usize>> {
    let mut by_kind: HashMap<char, Vec<Gap>> = HashMap::new();
    let mut whole = HashSet::new();
    // Number of pieces that follow another one, after whatever is no gap.
    let mut apart = 0;
    let mut last: Option<Range<usize>> = None;
    let mut last_is_whole = true;
    for piece in pieces(text) {
        let gap = last.take().map(|before| Gap {
            before,
            after: piece.clone(),
        });
        let joined = gap
            .as_ref()
            .filter(|gap| text[gap.at()].iter().all(|&(c, _)| is_gap(c)));
        if let Some(gap) = &gap
            && joined.is_none()
        {
            apart += 1;
            if last_is_whole {
                whole.insert(word(&text[gap.before.clone()]));
            }
        }
        last_is_whole = joined.is_none();
        last = Some(piece);
        if let Some(gap) = gap
            && !last_is_whole
        {
            by_kind.entry(text[gap.before.end].0).or_default().push(gap);
        }
    }
    if let Some(last) = last
        && last_is_whole
    {
        whole.insert(word(&text[last]));
    }
    let found = by_kind.into_values().flat_map(|gaps| {
        let all = divide_words(&gaps, text, &whole, apart);
        let is_inside = |gap: &Gap| {
            let [before, after] = gap.halves(text);
            all || whole.contains(&[&*before, &*after].concat())
                && !(whole.contains(&before) && whole.contains(&after))
        };
        let inside: Vec<_> = (gaps.iter().filter(|gap| is_inside(gap)))
            .map(Gap::at)
            .collect();
        inside
    });
    found.collect()
}

/// Whether gaps of one kind divide words: there are many, between ever different pieces, few of which are words of the
/// text; and the pieces are too short for words, or most words have no gap beside them. `apart` is the number of pieces
/// without a gap before them. (Formulas have gaps too: "sin x".)
fn divide_words(gaps: &[Gap], text: &[Placed], whole: &HashSet<String>, apart: usize) -> bool {
    if gaps.len() < TELLING {
        return false;
    }
    let letters: usize = (gaps.iter().map(|gap| gap.before.len() + gap.after.len())).sum();
    let are_short = letters * 10 < SHORT_PIECES * 2 * gaps.len();
    let mut different = HashSet::new();
    let mut known = 0;
    for gap in gaps {
        let halves = gap.halves(text);
        known += halves.iter().filter(|half| whole.contains(*half)).count();
        different.insert(halves);
    }
    let are_words = if are_short {
        known > gaps.len()
    } else {
        known * 5 > 2 * gaps.len() || apart < 2 * gaps.len()
    };
    different.len() >= TELLING && !are_words
}

/// Returns the runs of letters with their marks.
fn pieces(text: &[Placed]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut i = 0;
    while i < text.len() {
        if !is_letter(text[i].0) {
            i += 1;
            continue;
        }
        let start = i;
        while (text.get(i)).is_some_and(|&(c, _)| is_letter(c) || !is_gap(c) && is_mark(c)) {
            i += 1;
        }
        pieces.push(start..i);
    }
    pieces
}

fn word(letters: &[Placed]) -> String {
    letters
        .iter()
        .flat_map(|&(c, _)| c.to_lowercase())
        .collect()
}

/// Returns the single spaces between letters that are set apart ("t h e  t o o l"): in runs of words, separated by
/// wider gaps, of which every letter and sign stands alone. Most letters must be small: rows of capitals are tables and
/// keys of answers.
fn spaced_letters(text: &[Placed]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut i = 0;
    while i + 4 < text.len() {
        let stands_alone = is_alone(text, i)
            && text[i + 1].0 == ' '
            && is_alone(text, i + 2)
            && is_space(text[i + 3].0);
        if stands_alone {
            let run = Run::at(text, i);
            i = run.end;
            if run.is_spaced() {
                found.extend(run.spaces);
            }
        }
        i += 1;
    }
    found
}

/// Whether the character at `i` may be a letter or sign of a spaced word, with white space or an end of the text on
/// either side.
fn is_alone(text: &[Placed], i: usize) -> bool {
    let space_at = |i: usize| text.get(i).is_none_or(|&(c, _)| is_space(c));
    let c = text[i].0;
    (is_letter(c) || c.is_ascii_graphic()) && space_at(i + 1) && (i == 0 || space_at(i - 1))
}

/// Run of characters that stand alone.
#[derive(Default)]
struct Run {
    end: usize,
    letters: usize,
    small: usize,
    words: usize,
    spaces: Vec<Range<usize>>,
}

impl Run {
    fn at(text: &[Placed], start: usize) -> Self {
        let mut run = Self {
            words: 1,
            ..Self::default()
        };
        let mut i = start;
        loop {
            let c = text[i].0;
            run.letters += usize::from(is_letter(c));
            run.small += usize::from(c.is_lowercase());
            run.end = i + 1;
            let mut next = i + 1;
            while text.get(next).is_some_and(|&(c, _)| is_space(c)) {
                next += 1;
            }
            if next >= text.len() || !is_alone(text, next) {
                return run;
            }
            let between = &text[i + 1..next];
            if between.iter().any(|&(c, _)| is_line_break(c)) {
                // The line's end separates words, and says nothing about the gaps between them.
            } else if between.len() == 1 {
                run.spaces.push(i + 1..next);
            } else {
                run.words += 1;
            }
            i = next;
        }
    }

    /// Whether the characters are words: small letters, and on average more than one and not too many in a word.
    const fn is_spaced(&self) -> bool {
        self.letters >= SPACED_LETTERS
            && self.words >= SPACED_WORDS
            && self.letters >= 2 * self.words
            && self.letters <= 15 * self.words
            && self.small * 5 >= self.letters * 4
    }
}

#[cfg(test)]
mod tests {
    use crate::{Exclusion, ExclusionReason, LineBreaks, normalize, normalize_without};

    const TEXT: &str = "The tool library opened in a former bicycle shop, and within four months it had lent more \
                        ladders than anything else; members came to ask which tool a job would need.";

    fn layout(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    /// Puts `gap` after every `length` letters of a word, where a letter follows.
    fn divided(text: &str, length: usize, gap: char) -> String {
        let letters: Vec<char> = text.chars().collect();
        let mut in_word = 0;
        let mut divided = String::new();
        for (i, &c) in letters.iter().enumerate() {
            in_word = if c.is_alphabetic() { in_word + 1 } else { 0 };
            divided.push(c);
            if in_word == length && letters.get(i + 1).is_some_and(|c| c.is_alphabetic()) {
                divided.push(gap);
                in_word = 0;
            }
        }
        divided
    }

    #[test]
    fn narrow_spaces_and_blanks_inside_words_are_nothing() {
        for gap in "\u{2006}\u{2009}\u{200A}\u{202F}\u{205F}\u{2800}\u{3164}".chars() {
            for length in 1..=3 {
                assert_eq!(
                    layout(&divided(TEXT, length, gap)),
                    TEXT,
                    "{gap:?} {length}"
                );
            }
        }
    }

    #[test]
    fn narrow_spaces_between_words_are_spaces() {
        for gap in ["\u{2009}", "\u{200A}", "\u{2800}", "\u{3164}"] {
            assert_eq!(layout(&TEXT.replace(' ', gap)), TEXT, "{gap:?}");
        }
        for honest in [
            "5\u{2009}kg of 10\u{202F}000\u{2009}t, Fig.\u{2009}1, et\u{2009}al., sin\u{2009}x, «\u{202F}non\u{202F}»",
            "van\u{2009}der\u{2009}Waals",
        ] {
            let spaced = honest.replace(['\u{2009}', '\u{202F}'], " ");
            assert_eq!(layout(honest), spaced);
        }
    }

    #[test]
    fn a_word_that_stands_elsewhere_is_one_word() {
        assert_eq!(
            layout("the lib\u{200A}rary is a library"),
            "the library is a library"
        );
        // Both halves are words of the text, so the gap may well separate them.
        assert_eq!(layout("in\u{200A}to, in, to, into"), "in to, in, to, into");
    }

    #[test]
    fn letters_that_are_set_apart_are_words() {
        assert_eq!(
            layout("he said: t h e  t o o l   l i b r a r y ,  o p e n e d\nmonths ago"),
            "he said: the tool library, opened months ago"
        );
        for honest in [
            "a b c d e f g h i j k l m n",
            "A B C D  B C D A  C D A B  D A B C",
            "x y  z w  a b  c d",
        ] {
            let single = honest.replace("  ", " ");
            assert_eq!(layout(honest), single);
        }
    }

    /// Excludes every `x`.
    fn without_x(text: &str) -> String {
        let exclusions: Vec<Exclusion> = (0..)
            .zip(text.chars())
            .filter(|&(_, c)| c == 'x')
            .map(|(start, _)| Exclusion {
                start,
                end: start + 1,
                reason: ExclusionReason::Invisible,
            })
            .collect();
        normalize_without(text, &exclusions, LineBreaks::Page).text
    }

    #[test]
    fn letters_left_out_separate_words_or_stand_inside_them() {
        assert_eq!(without_x(&TEXT.replace(' ', "x")), TEXT);
        assert_eq!(without_x("thextool"), "the tool");
        assert_eq!(without_x("end.xMore"), "end. More");
        assert_eq!(without_x("图x书x馆"), "图书馆");
        assert_eq!(without_x(&divided(TEXT, 2, 'x')), TEXT);
        assert_eq!(
            without_x("plaxgiarism is plagiarism"),
            "plagiarism is plagiarism"
        );
    }
}
