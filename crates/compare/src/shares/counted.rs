//! Countable characters of a text, one bit for each character, with a fast count of those before any offset, and a number of 4 bits for
//! each of them, by which equal text is found.

use std::sync::Arc;

use super::Reason;
use crate::overlay::merged;
use crate::{Span, Widespread};
use chachong_citation::Attribution;
use chachong_text::{Exclusion, Mark, is_unseen, simplified_alone};

const WORD_BITS: u32 = u64::BITS;
/// Number of words between two running totals: 512 characters in 64 + 4 bytes, and at most eight words to look at for
/// an answer.
const BLOCK_WORDS: usize = 8;

/// Stretch of a document that is cited, quoted or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributedSpan {
    /// Span of the stretch; never empty.
    pub span: Span,
    /// Whether the stretch is cited, quoted or both; never [`Attribution::None`].
    pub attribution: Attribution,
}

/// Countable characters and marks of a document, from which shares are counted. A text of 30,000 characters takes 20 KB; clones share 15
/// of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    characters: u32,
    /// Bit `i % 64` of word `i / 64`: whether character `i` is countable.
    words: Vec<u64>,
    /// Number of countable characters before each block of [`BLOCK_WORDS`] words.
    before: Vec<u32>,
    /// [`print_of`] each countable character, two in a byte, the first in its lower half.
    prints: Arc<[u8]>,
    /// Marks, in any order; they may overlap and extend past the end of the text.
    pub marks: Vec<Mark>,
    /// Stretches that are cited or quoted, sorted by position; no two overlap. Empty until citations were looked for.
    pub attributed: Vec<AttributedSpan>,
    /// Stretches that three or more documents of the folder have, sorted by position; no two overlap.
    pub widespread: Vec<Widespread>,
}

impl Counted {
    /// Finds the countable characters of `text` (fewer than 2^32 characters): all but white space, invisible and control characters, and
    /// the exclusions, which may overlap and extend past the end. The result has no marks, no attributed and no widespread stretches.
    #[must_use]
    pub fn new(text: &str, exclusions: &[Exclusion]) -> Self {
        let mut exclusions = exclusions.to_vec();
        exclusions.sort_unstable_by_key(|exclusion| (exclusion.start, exclusion.end));
        let mut exclusions = exclusions.into_iter().peekable();
        let (mut excluded_to, mut countable, mut characters) = (0_u64, 0_u32, 0_u32);
        let (mut words, mut before) = (Vec::new(), Vec::new());
        let (mut word, mut half, mut prints) = (0_u64, None, Vec::new());
        for c in text.chars() {
            let offset = u64::from(characters);
            while let Some(exclusion) = exclusions.next_if(|exclusion| exclusion.start <= offset) {
                excluded_to = excluded_to.max(exclusion.end);
            }
            let counts = offset >= excluded_to && !is_unseen(c);
            word |= u64::from(counts) << (characters % WORD_BITS);
            if counts {
                match half.take() {
                    None => half = Some(print_of(c)),
                    Some(lower) => prints.push(lower | (print_of(c) << 4)),
                }
            }
            characters += 1;
            if characters.is_multiple_of(WORD_BITS) {
                push(&mut words, &mut before, &mut countable, word);
                word = 0;
            }
        }
        // A last word always exists, empty if need be, so that the offset at the end of the text has one.
        push(&mut words, &mut before, &mut countable, word);
        prints.extend(half);
        words.shrink_to_fit();
        before.shrink_to_fit();
        Self {
            characters,
            words,
            before,
            prints: prints.into(),
            marks: Vec::new(),
            attributed: Vec::new(),
            widespread: Vec::new(),
        }
    }

    /// Returns the same text with other marks.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Mark>) -> Self {
        Self { marks, ..self }
    }

    /// Returns the stretches that have a mark whose reason `is_meant` accepts, sorted by position; those that overlap or touch are merged.
    #[must_use]
    pub fn marked(&self, is_meant: impl Fn(Reason) -> bool) -> Vec<Span> {
        let marks = (self.marks.iter()).filter(|mark| is_meant(mark.reason.into()));
        merged(marks.map(|mark| Span::new(mark.start, mark.end.min(self.characters))))
    }

    /// Returns the number of characters of the text, in Unicode scalar values.
    #[must_use]
    pub const fn characters(&self) -> u32 {
        self.characters
    }

    /// Returns the number of countable characters.
    #[must_use]
    pub fn countable(&self) -> u32 {
        self.rank(self.characters)
    }

    /// Returns the number of countable characters before `offset`, which counts characters of the text.
    #[must_use]
    pub fn rank(&self, offset: u32) -> u32 {
        let offset = offset.min(self.characters);
        let word = (offset / WORD_BITS) as usize;
        let block = word / BLOCK_WORDS;
        let whole = self.words.get(block * BLOCK_WORDS..word).unwrap_or(&[]);
        let part = self.words.get(word).unwrap_or(&0) & !(u64::MAX << (offset % WORD_BITS));
        let ones: u32 = whole.iter().map(|word| word.count_ones()).sum();
        self.before.get(block).unwrap_or(&0) + ones + part.count_ones()
    }

    /// Returns the number of countable characters in a span.
    #[must_use]
    pub fn within(&self, span: Span) -> u32 {
        self.rank(span.end)
            .saturating_sub(self.rank(span.start.min(span.end)))
    }

    /// Returns a span that counts countable characters only, instead of all characters.
    pub(super) fn ranks(&self, span: Span) -> Span {
        Span::new(self.rank(span.start), self.rank(span.end))
    }

    /// Returns the span of all characters from the first to the last of the countable characters with these numbers; the inverse of
    /// [`Self::ranks`].
    /// `ranks` is not empty.
    pub(super) fn between(&self, ranks: Span) -> Span {
        Span::new(
            self.offset(ranks.start),
            self.offset(ranks.end.saturating_sub(1)) + 1,
        )
    }

    /// Returns the offset of the countable character with `number` others before it.
    fn offset(&self, number: u32) -> u32 {
        let (mut from, mut to) = (0, self.characters);
        while from < to {
            let middle = from + (to - from) / 2;
            if self.rank(middle + 1) > number {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        from
    }

    /// Returns a number of 4 bits for the countable character with `number` others before it: 0 for all signs, and from 1 to 15 for
    /// letters, digits and Chinese characters. Capitals have the number of small letters, Traditional characters that of Simplified
    /// ones. Only one of some 11 million other stretches of 6 letters, digits or Chinese characters has the same numbers.
    pub(super) fn print(&self, number: u32) -> u8 {
        let byte = self.prints.get((number / 2) as usize).unwrap_or(&0);
        (byte >> (4 * (number % 2))) & 15
    }

    /// Returns the number of bytes on the heap, the marks included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
            + self.before.capacity() * size_of::<u32>()
            + self.prints.len()
            + self.marks.capacity() * size_of::<Mark>()
            + self.attributed.capacity() * size_of::<AttributedSpan>()
            + self.widespread.capacity() * size_of::<Widespread>()
    }
}

fn push(words: &mut Vec<u64>, before: &mut Vec<u32>, countable: &mut u32, word: u64) {
    if words.len().is_multiple_of(BLOCK_WORDS) {
        before.push(*countable);
    }
    words.push(word);
    *countable += word.count_ones();
}

/// Returns the number that [`Counted::print`] has for a character.
fn print_of(c: char) -> u8 {
    if !c.is_alphanumeric() {
        return 0;
    }
    let plain = simplified_alone(c).to_lowercase().next().unwrap_or(c);
    let mixed = u32::from(plain).wrapping_mul(0x9E37_79B1) >> 16;
    u8::try_from(mixed % 15).map_or(1, |print| print + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::ExclusionReason;
    use proptest::prelude::*;

    fn exclusion(start: u64, end: u64) -> Exclusion {
        Exclusion {
            start,
            end,
            reason: ExclusionReason::RunningHead,
        }
    }

    #[test]
    fn white_space_and_exclusions_do_not_count() {
        //                          0 1 234 5 6 78
        let counted = Counted::new("查 重\u{3000}\n文档ab", &[exclusion(6, 8)]);
        assert_eq!(counted.characters(), 9);
        assert_eq!(counted.countable(), 4, "查重文b");
        assert_eq!(counted.within(Span { start: 1, end: 6 }), 2, "重文");
        assert_eq!(counted.within(Span { start: 6, end: 8 }), 0);
        assert_eq!(counted.within(Span { start: 8, end: 99 }), 1);
        assert_eq!(counted.within(Span { start: 5, end: 2 }), 0, "turned round");
        assert_eq!(Counted::new("", &[]).countable(), 0);
        let of_ranks = |start, end| counted.between(Span { start, end });
        assert_eq!(of_ranks(0, 4), Span { start: 0, end: 9 });
        assert_eq!(of_ranks(0, 2), Span { start: 0, end: 3 }, "查 重");
        let of_two = Span { start: 5, end: 9 };
        assert_eq!(of_ranks(2, 4), of_two, "文 to b");
        assert_eq!(counted.ranks(of_two), Span { start: 2, end: 4 });
        let diluted = "查\u{200B}\u{200B}重\u{3164}\u{2800}\u{AD}文";
        assert_eq!(
            Counted::new(diluted, &[]).countable(),
            3,
            "what nobody sees"
        );
        assert_eq!(Counted::default().rank(7), 0);
    }

    #[test]
    fn a_thesis_takes_twenty_kilobytes() {
        let text = "文".repeat(30_000);
        assert!(Counted::new(&text, &[]).bytes() < 20_480);
    }

    proptest! {
        #[test]
        fn rank_counts_what_stands_before(
            text in "[ab文 \n]{0,1200}",
            ranges in prop::collection::vec((0_u64..1300, 0_u64..80), 0..6),
        ) {
            let exclusions: Vec<_> = ranges.iter().map(|&(s, n)| exclusion(s, s + n)).collect();
            let counted = Counted::new(&text, &exclusions);
            let mut expected = 0;
            for (offset, c) in (0_u32..).zip(text.chars()) {
                prop_assert_eq!(counted.rank(offset), expected);
                let inside = |e: &Exclusion| (e.start..e.end).contains(&u64::from(offset));
                expected += u32::from(!c.is_whitespace() && !exclusions.iter().any(inside));
            }
            prop_assert_eq!(counted.countable(), expected);
        }
    }
}
