//! Determines the reach of citations: which text each citation covers.
//!
//! A citation reaches its sentence. A citation that names its author or work and ends in a colon reaches what follows the
//! colon. Sentences that go on with "该研究", "他们" or "They" belong to the citation before them. A citation at the end of a
//! paragraph reaches back to the citation before it or to the beginning of the paragraph, and one at the end of a passage
//! back to the beginning of the passage, but never beyond the paragraph or further than [`FARTHEST`]. The text of a note
//! between paragraphs reaches itself and the paragraph before it.

use std::ops::Range;

use chachong_text::{Words, is_cjk};

use crate::citations::Found;
use crate::flow::Flow;
use crate::sentences::sentences;

/// Maximum distance between a citation at the end of a paragraph and the text that it covers: about a page. In
/// columns of a printed page, where a Chinese character takes two.
const FARTHEST: usize = 1_800;
/// Maximum number of sentences that continue the subject of a citation.
const GOING_ON: usize = 3;
/// Maximum distance between the end of a passage and the citation that belongs to it, in characters.
const AT_END: usize = 12;

/// Maximum number of following sentences that are also about the cited subject of a sentence.
const ABOUT_SUBJECT: usize = 2;
/// Maximum width of the words before the citation of a sentence's subject, in columns.
const SUBJECT: usize = 36;
/// Words that begin a sentence about the author's own work.
const OWN: Words = Words(
    "本文|我们|本研究|本课题|本系统|笔者|图|表|We |Our |This paper|In this|I |Figure|Table|\
     For example",
);
/// Words at the beginning of a sentence that refer to the work cited before it.
const ANAPHORS: Words = Words(
    "该研究|该文|该方法|该理论|该模型|该算法|该书|该学者|该论文|该报告|这一研究|这项研究|此研究|\
     这一理论|这一观点|这种观点|其研究|其认为|其中|他认为|他指出|他们|他还|他提出|她认为|她指出|\
     她们|她还|作者|文章|文中|研究表明|研究发现|研究结果|结果表明|结果显示|并且|并指出|并认为|\
     也就是说|换言之|即|They |He |She |The authors|The author|Their |His |Her |This study|\
     The study|These authors|In their|In this study|It also|This model|This method|This approach|\
     This theory|The paper",
);
/// Markers of the items of a list after a colon.
const ITEMS: &[&str] = &[
    "第一", "第二", "第三", "第四", "第五", "首先", "其次", "再次", "最后", "一是", "二是", "三是",
    "四是", "（一", "（二", "（三", "（四", "（1", "（2", "（3", "（4", "(1", "(2", "(3", "(4",
    "①", "②", "③", "④", "1.", "2.", "3.", "4.", "1、", "2、", "3、", "4、", "First", "Second",
    "Third", "Finally",
];

/// Text that one or several citations cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Range of positions in the flow.
    pub(crate) range: Range<usize>,
    /// Indices of the citations; never empty.
    pub(crate) citations: Range<usize>,
}

/// Sentences of a text by paragraph, and the citations in each.
pub(crate) struct Layout {
    /// Sentences of all paragraphs, in order of position.
    sentences: Vec<Sentence>,
    /// For each paragraph, the index of the nearest paragraph before it that is not the text of a note.
    annotated: Vec<Option<usize>>,
}

struct Sentence {
    range: Range<usize>,
    paragraph: usize,
    /// Indices of the citations in the sentence.
    citations: Range<usize>,
}

impl Layout {
    pub(crate) fn of(flow: &Flow, citations: &[Found]) -> Self {
        let mut all = Vec::new();
        let mut annotated = Vec::with_capacity(flow.paragraphs.len());
        let mut last = None;
        for (paragraph, range) in flow.paragraphs.iter().enumerate() {
            annotated.push(last);
            if flow.note_at(range.start).is_none() {
                last = Some(paragraph);
            }
            for sentence in sentences(flow, range, citations) {
                let first = citations.partition_point(|one| one.range.start < sentence.start);
                let end = citations.partition_point(|one| one.range.start < sentence.end);
                all.push(Sentence {
                    range: sentence,
                    paragraph,
                    citations: first..end,
                });
            }
        }
        Self {
            sentences: all,
            annotated,
        }
    }

    /// Returns the text that each citation covers, regardless of copied passages.
    pub(crate) fn reaches(&self, flow: &Flow, citations: &[Found]) -> Vec<Reach> {
        let mut reaches = Vec::new();
        for (at, sentence) in self.sentences.iter().enumerate() {
            let Some(last) = sentence.citations.clone().next_back() else {
                continue;
            };
            let end = self.last_going_on(flow, citations, at);
            let end = self.sentences[end].range.end;
            let covered = [Some(sentence.range.start..end), self.after_colon(flow, at)];
            let mut first = sentence.citations.start;
            let groups = citations[sentence.citations.clone()]
                .chunk_by(|one, next| is_footnote(flow, one) == is_footnote(flow, next));
            for group in groups {
                let own = first..first + group.len();
                first = own.end;
                let ranges = if is_footnote(flow, &group[0]) {
                    [
                        self.paragraph_before(flow, at),
                        Some(group[0].range.clone()),
                    ]
                } else {
                    covered.clone()
                };
                reaches.extend(ranges.into_iter().flatten().map(|range| Reach {
                    range,
                    citations: own.clone(),
                }));
            }
            if self.is_last(at)
                && ends_with(flow, &sentence.range, &citations[last])
                && !is_footnote(flow, &citations[last])
            {
                reaches.extend(self.back_from(flow, at, 0, last));
            }
        }
        reaches
    }

    /// Returns the part of a passage that the citation at its end covers; `None` if no citation ends it.
    pub(crate) fn reach_of_passage(
        &self,
        flow: &Flow,
        citations: &[Found],
        passage: &Range<usize>,
    ) -> Option<Reach> {
        let at = self.sentence_at(passage.end.checked_sub(1)?)?;
        let sentence = &self.sentences[at];
        let next = citations[sentence.citations.clone()]
            .partition_point(|one| one.range.start < passage.end + AT_END);
        let citation = sentence.citations.start + next.checked_sub(1)?;
        if citations[citation].range.end + AT_END <= passage.end {
            return None;
        }
        // Text between the passage and the citation would be what it cites.
        let between = flow.text(passage.end..citations[citation].range.start.max(passage.end));
        if between.chars().any(char::is_alphanumeric)
            || is_footnote(flow, &citations[citation])
            || !ends_with(flow, &sentence.range, &citations[citation])
        {
            return None;
        }
        self.back_from(flow, at, passage.start, citation)
    }

    /// Returns the text that a citation at the end of sentence `at` covers: the sentence and those before it in the
    /// paragraph, back to the one that contains `start`. `None` if it covers only its own sentence.
    fn back_from(&self, flow: &Flow, at: usize, start: usize, citation: usize) -> Option<Reach> {
        let sentence = &self.sentences[at];
        let mut from = sentence.range.start;
        let mut columns = width(flow, sentence.range.clone());
        for before in self.sentences[..at].iter().rev() {
            columns += width(flow, before.range.start..from);
            if before.paragraph != sentence.paragraph
                || !before.citations.is_empty()
                || columns > FARTHEST
                || before.range.end <= start
            {
                break;
            }
            from = before.range.start;
        }
        (from < sentence.range.start).then_some(Reach {
            range: from..sentence.range.end,
            citations: citation..citation + 1,
        })
    }

    /// Returns the index of the last sentence that continues the subject of sentence `at`.
    fn last_going_on(&self, flow: &Flow, citations: &[Found], at: usize) -> usize {
        let sentence = &self.sentences[at];
        let opens_list = ends_in_colon(flow, &sentence.range) || has_item(flow, &sentence.range);
        let of_sentence = &citations[sentence.citations.clone()];
        let is_subject = of_sentence
            .iter()
            .any(|one| is_subject(flow, &sentence.range, one));
        let names: Vec<String> = (of_sentence.iter())
            .filter_map(|one| name_at(flow, one))
            .collect();
        let mut last = at;
        for (count, next) in self.sentences[at + 1..].iter().enumerate() {
            if next.paragraph != sentence.paragraph || !next.citations.is_empty() {
                break;
            }
            let begins = flow.text_from(next.range.start, 16);
            let is_own = OWN.begin(&begins);
            let goes_on = count < GOING_ON
                && !is_own
                && (is_subject && count < ABOUT_SUBJECT
                    || ANAPHORS.begin(&begins)
                    || names.iter().any(|name| begins.starts_with(name.as_str())));
            let is_item = ITEMS.iter().any(|word| begins.starts_with(word)) && opens_list;
            if !goes_on && !is_item {
                break;
            }
            last = at + 1 + count;
        }
        last
    }

    /// Returns the paragraph that sentence `at` introduces; `None` if the sentence does not end its own paragraph with a colon, or if the
    /// next paragraph is wider than [`FARTHEST`].
    fn after_colon(&self, flow: &Flow, at: usize) -> Option<Range<usize>> {
        let sentence = &self.sentences[at];
        if !self.is_last(at) || !ends_in_colon(flow, &sentence.range) {
            return None;
        }
        let next = flow.paragraphs.get(sentence.paragraph + 1)?;
        (width(flow, next.clone()) <= FARTHEST).then(|| next.clone())
    }

    /// Returns the paragraph before the text of a note, which contains sentence `at`.
    fn paragraph_before(&self, flow: &Flow, at: usize) -> Option<Range<usize>> {
        let before = self.annotated[self.sentences[at].paragraph]?;
        let range = &flow.paragraphs[before];
        if flow.is_apart(range.start) {
            return None;
        }
        let end = self
            .sentences
            .partition_point(|one| one.paragraph <= before);
        let own = self.sentences[..end].iter().rev();
        let (mut from, mut columns) = (range.end, 0);
        for sentence in own.take_while(|one| one.paragraph == before) {
            columns += width(flow, sentence.range.start..from);
            if columns > FARTHEST {
                break;
            }
            from = sentence.range.start;
        }
        (from < range.end).then_some(from..range.end)
    }

    fn is_last(&self, at: usize) -> bool {
        let next = self.sentences.get(at + 1);
        next.is_none_or(|next| next.paragraph != self.sentences[at].paragraph)
    }

    fn sentence_at(&self, position: usize) -> Option<usize> {
        let next = self
            .sentences
            .partition_point(|one| one.range.start <= position);
        next.checked_sub(1)
    }
}

/// Returns whether a sentence is about a cited work from its beginning: `张某[3]提出`, `Nightread [7] keeps`.
fn is_subject(flow: &Flow, sentence: &Range<usize>, found: &Found) -> bool {
    if width(flow, sentence.start..found.range.start) > SUBJECT {
        return false;
    }
    let begins = flow.text_from(sentence.start, 12);
    let is_own = OWN.begin(&begins);
    let head = flow.text(sentence.start..found.range.start.max(sentence.start));
    // What is behind a comma is no longer the subject.
    let is_clause = head.contains(['，', ',', '。']);
    // A quotation ends with what the work says.
    let ends_in_quotation = flow
        .text(sentence.end.saturating_sub(2)..sentence.end)
        .contains(['”', '」', '"']);
    !is_own && !is_clause && !ends_in_quotation && !ends_with(flow, sentence, found)
}

/// Returns the name that directly precedes a citation, such as `Nightread`, the name of a system. `None` for names of fewer than three
/// characters and for those without a capital at the beginning.
fn name_at(flow: &Flow, found: &Found) -> Option<String> {
    let before = flow.characters[..found.range.start].iter().rev();
    let name: Vec<char> = (before.skip_while(|c| **c == ' '))
        .take_while(|c| c.is_ascii_alphanumeric() || **c == '-')
        .copied()
        .collect();
    let name: String = name.into_iter().rev().collect();
    let is_name = name.len() >= 3 && name.starts_with(|c: char| c.is_ascii_uppercase());
    is_name.then_some(name)
}

/// Returns whether a citation is the text of a note, not a mark in a sentence.
fn is_footnote(flow: &Flow, found: &Found) -> bool {
    flow.note_at(found.range.start) == Some(&found.range)
}

/// Returns whether only signs and other citations follow a citation in its sentence.
fn ends_with(flow: &Flow, sentence: &Range<usize>, citation: &Found) -> bool {
    let rest = citation.range.end..sentence.end.max(citation.range.end);
    let rest = flow.characters.get(rest).unwrap_or(&[]).iter();
    // The pages that GB/T 7714 prints after a number belong to it.
    let is_page = |c: &&char| c.is_ascii_digit() || matches!(c, '-' | '–' | '~');
    !rest.skip_while(is_page).any(|c| c.is_alphanumeric())
}

fn ends_in_colon(flow: &Flow, sentence: &Range<usize>) -> bool {
    let text = flow.text(sentence.end.saturating_sub(4)..sentence.end);
    text.trim_end().ends_with(['：', ':'])
}

/// Returns whether a sentence introduces a list with its first item: "张某（2010）认为，第一，…".
fn has_item(flow: &Flow, sentence: &Range<usize>) -> bool {
    let text = flow.text(sentence.clone());
    text.split(['：', ':', '，'])
        .skip(1)
        .any(|part| Words("第一|首先|一是|（1|(1|①|（一").begin(part.trim_start()))
}

/// Returns the printed width of a range, in columns. Of a range with more than [`FARTHEST`] characters, the first characters are
/// measured until they are wider than [`FARTHEST`].
fn width(flow: &Flow, range: Range<usize>) -> usize {
    let characters = flow.characters.get(range).unwrap_or(&[]);
    characters
        .iter()
        .take(FARTHEST + 1)
        .map(|&c| {
            if is_cjk(c) || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}') {
                2
            } else {
                1
            }
        })
        .sum()
}
