//! Divides a paragraph into sentences. A citation right after the final sign of a sentence belongs to that sentence,
//! and a quotation of several sentences is not cut.

use std::ops::Range;

use chachong_text::is_cjk;

use crate::citations::Found;
use crate::flow::Flow;

/// Words that end in a full stop within a sentence.
const ABBREVIATIONS: &[&str] = &[
    "al", "eg", "e.g", "ie", "i.e", "cf", "fig", "figs", "eq", "eqs", "vs", "dr", "prof", "mr",
    "mrs", "ms", "vol", "no", "pp", "p", "sec", "ch", "st", "ca", "approx", "resp", "etc", "ref",
    "refs", "ed", "eds", "tab", "jr", "sr", "inc", "ltd", "co", "u.s", "ph.d",
];

/// Divides a paragraph into sentences, in order of position. Each includes the signs and citations that end it; white
/// space between them is left out. `citations` are those of the whole text.
pub(crate) fn sentences(
    flow: &Flow,
    paragraph: &Range<usize>,
    citations: &[Found],
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = paragraph.start;
    let mut at = paragraph.start;
    while at < paragraph.end {
        if !ends_sentence(flow, at, paragraph.end)
            || inside_quotation(flow, at, paragraph.end)
            || is_stop_of_citation(flow, at, citations)
        {
            at += 1;
            continue;
        }
        let end = end_of(flow, at + 1, paragraph.end, citations);
        found.push(start..end);
        start = end;
        while start < paragraph.end && flow.at(start).is_some_and(char::is_whitespace) {
            start += 1;
        }
        at = start;
    }
    if start < paragraph.end {
        found.push(start..paragraph.end);
    }
    found
}

/// Returns whether the character at `at` ends a sentence.
fn ends_sentence(flow: &Flow, at: usize, limit: usize) -> bool {
    match flow.at(at) {
        Some('。' | '！' | '？' | '!' | '?' | '．') => true,
        Some('.') => ends_latin(flow, at, limit),
        _ => false,
    }
}

fn ends_latin(flow: &Flow, at: usize, limit: usize) -> bool {
    let mut next = at + 1;
    while next < limit
        && flow
            .at(next)
            .is_some_and(|c| matches!(c, '”' | '’' | '"' | '\'' | ')' | ']' | '）'))
    {
        next += 1;
    }
    if next >= limit {
        return true;
    }
    let raised = flow
        .at(next)
        .is_some_and(|c| matches!(c, '[' | '［' | '①'..='⑳' | '¹' | '²' | '³' | '⁴'..='⁹'));
    let spaced = flow.at(next).is_some_and(char::is_whitespace);
    if !raised && !spaced && !flow.at(next).is_some_and(is_cjk) {
        return false;
    }
    let word: String = (flow.characters[..at].iter().rev())
        .take(8)
        .take_while(|c| c.is_alphanumeric() && !is_cjk(**c) || **c == '.')
        .collect();
    let word: String = word.chars().rev().flat_map(char::to_lowercase).collect();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    if is_initial || ABBREVIATIONS.contains(&word.as_str()) {
        return false;
    }
    // "3. 方法" at the beginning of a paragraph is a number.
    if word.chars().all(|c| c.is_ascii_digit() || c == '.')
        && !word.is_empty()
        && word.len() <= 4
        && flow
            .paragraphs
            .binary_search_by(|one| one.start.cmp(&(at - word.len())))
            .is_ok()
    {
        return false;
    }
    let after = (flow.characters[next..limit].iter()).find(|c| !c.is_whitespace());
    after.is_none_or(|c| !c.is_lowercase())
}

/// Returns whether a position is inside a quotation and not at its last sign.
fn inside_quotation(flow: &Flow, at: usize, limit: usize) -> bool {
    let Ok(here) = u32::try_from(at) else {
        return false;
    };
    let after = flow.quotations.partition_point(|one| one.start <= here);
    let Some(last) = after.checked_sub(1) else {
        return false;
    };
    let close = flow.quotations[last].end as usize;
    at + 2 < close && close <= limit
}

/// Returns whether a position has a full stop within a citation, as in "(Doe, par. 3)".
fn is_stop_of_citation(flow: &Flow, at: usize, citations: &[Found]) -> bool {
    let next = citations.partition_point(|one| one.range.start <= at);
    let last = citations[..next].last();
    flow.at(at) == Some('.') && last.is_some_and(|last| at + 1 < last.range.end)
}

/// Returns the end of a sentence whose final sign ends at `at`: after closing marks and following citations.
fn end_of(flow: &Flow, mut at: usize, limit: usize, citations: &[Found]) -> usize {
    loop {
        let closes = |c: char| "”’\")）」』】。！？.!?".contains(c);
        while at < limit && flow.at(at).is_some_and(closes) {
            at += 1;
        }
        let mut next = at;
        while next < limit && flow.at(next).is_some_and(char::is_whitespace) {
            next += 1;
        }
        let first = citations.partition_point(|one| one.range.start < next);
        let follows = citations
            .get(first)
            .filter(|one| one.range.start == next && !one.introduces && one.range.end <= limit);
        let Some(citation) = follows.filter(|one| stands_behind(flow, one, at, limit)) else {
            return at;
        };
        at = citation.range.end;
    }
}

/// Returns whether a citation after the final sign of a sentence belongs to that sentence. It does not if it begins
/// the next one, as in `[3]提出了`.
fn stands_behind(flow: &Flow, citation: &Found, sign: usize, limit: usize) -> bool {
    let next = flow.text_from(
        citation.range.end,
        6.min(limit.saturating_sub(citation.range.end)),
    );
    let is_gap = citation.range.start > sign;
    let verb = [
        "提出", "认为", "指出", "中", "的", "对", "将", "采用", "使用", "利用", "研究", "等", "则",
        "是", "和", "、",
    ];
    let begins = verb.iter().any(|word| next.starts_with(word));
    let latin = is_gap && next.trim_start().starts_with(|c: char| c.is_lowercase());
    !begins && !latin
}
