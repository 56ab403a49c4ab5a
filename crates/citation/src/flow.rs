//! Flow: an author's text without running heads and invisible text, divided into paragraphs, with the offsets in the
//! original text. Citations and sentences are found in it, because a running head may stand in the middle of either.

use std::collections::BTreeSet;
use std::ops::Range;

use chachong_text::{
    LineBreaks, Mark, MarkReason, Quotation, all_quotations, is_cjk, is_line_break,
    paragraph_spans, without_exclusions,
};

use crate::notes::Notes;
use crate::{Manuscript, Reference};

/// Text of a manuscript without its exclusions. Positions in it are indices of `characters`.
pub(crate) struct Flow {
    pub(crate) characters: Vec<char>,
    /// Offset of each character in the author's text.
    offsets: Vec<u32>,
    /// Paragraphs, in order of position, without overlap.
    pub(crate) paragraphs: Vec<Range<usize>>,
    /// Text in quotation marks, in order of position, without overlap.
    pub(crate) quotations: Vec<Quotation>,
    /// Paragraphs that are set as block quotations, in order of position, without overlap.
    pub(crate) blocks: Vec<Range<usize>>,
    /// Parts of the text outside of the argument, such as cover and references, in order of position, without overlap.
    apart: Vec<Range<usize>>,
    /// Notes in brackets within a sentence. They are marked as references but belong to no list.
    pub(crate) bracketed: Vec<Range<usize>>,
    /// Works cited in notes and between paragraphs, in order of position, without overlap. They belong to no list.
    pub(crate) footnotes: Vec<Range<usize>>,
}

/// Minimum width, in columns, of a line that a sentence may fill to the end.
const FULL_LINE: usize = 36;
/// Maximum length, in characters, of cited works between paragraphs that count as a note.
const LONGEST_FOOTNOTE: usize = 600;

/// Joins paragraphs that a page break or a ragged line cut within a sentence. `ends_at_blank` tells whether a blank
/// line ends a paragraph.
fn whole_sentences(
    characters: &[char],
    paragraphs: Vec<Range<usize>>,
    ends_at_blank: bool,
) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(paragraphs.len());
    for next in paragraphs {
        match joined.last_mut() {
            Some(last)
                if !(ends_at_blank && has_blank_line(&characters[last.end..next.start]))
                    && goes_on(&characters[last.clone()], &characters[next.clone()]) =>
            {
                last.end = next.end;
            }
            _ => joined.push(next),
        }
    }
    joined
}

/// Returns whether a paragraph continues the sentence of the preceding one.
fn goes_on(before: &[char], next: &[char]) -> bool {
    let (Some(&last), Some(&first)) = (before.last(), next.first()) else {
        return false;
    };
    let line: Vec<char> = (before.iter().rev())
        .take_while(|c| !is_line_break(**c))
        .copied()
        .collect();
    let columns: usize = line.iter().map(|&c| if is_cjk(c) { 2 } else { 1 }).sum();
    if matches!(last, ',' | '，' | '、' | '-' | '–' | '(' | '（' | '\u{AD}') {
        return true;
    }
    if first.is_lowercase() && !is_cjk(first) {
        return !matches!(last, '.' | '!' | '?' | ':' | '。');
    }
    // A heading is shorter than a line of the text.
    is_cjk(last) && !ends_sentence(before) && is_cjk(first) && columns >= FULL_LINE
        || columns >= FULL_LINE
            && last.is_alphanumeric()
            && matches!(first, '(' | '[' | '（' | '［')
        || columns >= FULL_LINE && last == '.' && first == '('
}

/// Returns whether a paragraph ends with the final sign of a sentence, possibly before closing marks.
fn ends_sentence(paragraph: &[char]) -> bool {
    let closes = |c: &char| matches!(c, '”' | '’' | '」' | '』' | '）' | '】' | '》');
    let last = paragraph.iter().rev().find(|c| !closes(c));
    last.is_some_and(|c| matches!(c, '。' | '！' | '？' | '；' | '：' | '．' | '…'))
}

/// Returns whether the white space between two paragraphs contains a blank line.
fn has_blank_line(between: &[char]) -> bool {
    // A carriage return and a line feed end one line.
    let breaks = between.iter().filter(|c| is_line_break(**c) && **c != '\r');
    breaks.take(2).count() == 2
}

/// Returns which of `ranges`, in order of position and without overlap, contains a position.
fn containing(ranges: &[Range<usize>], position: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|range| range.start <= position);
    let last = ranges[..next].last();
    last.filter(|range| range.contains(&position))
}

impl Flow {
    pub(crate) fn of(manuscript: &Manuscript<'_>, references: &[Reference]) -> Self {
        let (characters, offsets): (Vec<char>, Vec<u32>) =
            without_exclusions(manuscript.text, manuscript.exclusions)
                .into_iter()
                .unzip();
        let text: String = characters.iter().collect();
        let range = |(start, end): (u32, u32)| start as usize..end as usize;
        let mut paragraphs: Vec<Range<usize>> = (paragraph_spans(&text, manuscript.breaks)
            .into_iter())
        .map(range)
        .collect();
        if manuscript.breaks != LineBreaks::Paragraph {
            let ends_at_blank = manuscript.breaks == LineBreaks::Layout;
            paragraphs = whole_sentences(&characters, paragraphs, ends_at_blank);
        }
        let mut flow = Self {
            paragraphs,
            quotations: all_quotations(&text, manuscript.breaks),
            blocks: Vec::new(),
            characters,
            offsets,
            apart: Vec::new(),
            bracketed: Vec::new(),
            footnotes: Vec::new(),
        };
        flow.blocks = (manuscript.block_quotations.iter())
            .map(|&(start, end)| {
                let at = |offset: u64| flow.position(u32::try_from(offset).unwrap_or(u32::MAX));
                at(start)..at(end)
            })
            .collect();
        // Only where lines are paragraphs do readers put a note behind the paragraph that it is about.
        let has_notes = manuscript.breaks == LineBreaks::Paragraph;
        let listed = references.iter().filter(|one| !one.is_note);
        let listed: BTreeSet<u32> = listed.map(|one| one.start).collect();
        for mark in manuscript.marks {
            let is_unlisted = listed.range(mark.start..mark.end).next().is_none();
            flow.set_apart(mark, is_unlisted, has_notes);
        }
        if has_notes {
            flow.find_notes(references);
        }
        flow
    }

    fn set_apart(&mut self, mark: &Mark, is_unlisted: bool, has_notes: bool) {
        let range = self.position(mark.start)..self.position(mark.end);
        match mark.reason {
            MarkReason::References if is_unlisted && self.is_bracketed(&range) => {
                self.apart.push(range.clone());
                self.bracketed.push(range);
            }
            MarkReason::References
                if is_unlisted && has_notes && range.len() <= LONGEST_FOOTNOTE =>
            {
                self.footnotes.push(range.clone());
                self.apart.push(range);
            }
            MarkReason::Cover
            | MarkReason::Declaration
            | MarkReason::Contents
            | MarkReason::References
            | MarkReason::Acknowledgements
            | MarkReason::Code => self.apart.push(range),
            MarkReason::Notes
            | MarkReason::Quotation
            | MarkReason::Template
            | MarkReason::Common { .. } => {}
        }
    }

    /// Sets apart the paragraphs that are notes on works and not marked.
    fn find_notes(&mut self, references: &[Reference]) {
        let notes = Notes::of(references);
        let is_marked = |range: &Range<usize>| {
            let next = self.apart.partition_point(|one| one.end <= range.start);
            let next = self.apart.get(next);
            next.is_some_and(|next| next.start < range.end)
        };
        let is_note = |range: &&Range<usize>| {
            range.len() <= LONGEST_FOOTNOTE
                && !is_marked(range)
                && notes.cites_work(&self.text((*range).clone()))
        };
        let found: Vec<Range<usize>> = self.paragraphs.iter().filter(is_note).cloned().collect();
        for ranges in [&mut self.footnotes, &mut self.apart] {
            ranges.extend(found.iter().cloned());
            ranges.sort_unstable_by_key(|range| range.start);
        }
    }

    /// Returns whether a range begins with a bracket within a paragraph, or directly after one.
    fn is_bracketed(&self, range: &Range<usize>) -> bool {
        let opens =
            |c: Option<char>| c.is_some_and(|c| matches!(c, '(' | '（' | '[' | '［' | '〔'));
        let is_inside = |paragraph: usize| self.paragraphs[paragraph].start + 1 < range.start;
        range.len() <= LONGEST_FOOTNOTE
            && (opens(self.at(range.start))
                || opens(self.before(range.start))
                || self
                    .text_from(range.start.saturating_sub(3), 3)
                    .contains(['（', '(']))
            && self.paragraph_at(range.start).is_some_and(is_inside)
    }

    /// Returns the position of the first character at or after an offset of the author's text.
    pub(crate) fn position(&self, offset: u32) -> usize {
        self.offsets.partition_point(|&own| own < offset)
    }

    /// Returns the start and end of a non-empty range, as offsets in the author's text.
    pub(crate) fn offsets(&self, range: &Range<usize>) -> (u32, u32) {
        let at = |position: usize| self.offsets.get(position).copied().unwrap_or(0);
        (at(range.start), at(range.end.max(range.start + 1) - 1) + 1)
    }

    /// Returns whether a position is in a part outside of the argument.
    pub(crate) fn is_apart(&self, position: usize) -> bool {
        containing(&self.apart, position).is_some()
    }

    /// Returns the work cited in a note or between paragraphs that contains a position; `None` if none does.
    pub(crate) fn note_at(&self, position: usize) -> Option<&Range<usize>> {
        containing(&self.footnotes, position)
    }

    /// Returns the index of the paragraph that contains a position; `None` between paragraphs.
    pub(crate) fn paragraph_at(&self, position: usize) -> Option<usize> {
        let next = self.paragraphs.partition_point(|one| one.start <= position);
        let at = next.checked_sub(1)?;
        (position < self.paragraphs[at].end).then_some(at)
    }

    pub(crate) fn at(&self, position: usize) -> Option<char> {
        self.characters.get(position).copied()
    }

    pub(crate) fn before(&self, position: usize) -> Option<char> {
        self.at(position.checked_sub(1)?)
    }

    /// Returns up to `most` characters, beginning at a position.
    pub(crate) fn text_from(&self, position: usize, most: usize) -> String {
        self.characters.iter().skip(position).take(most).collect()
    }

    /// Returns the text of a range.
    pub(crate) fn text(&self, range: Range<usize>) -> String {
        self.text_from(range.start, range.len())
    }
}
