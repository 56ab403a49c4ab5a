//! Finds works and authors that a sentence names: "《某书》指出", "根据《某法》", and "张某认为" or "according to Doe" if
//! the author is in the reference list.

use std::collections::{BTreeSet, HashMap};

use chachong_text::{Words, is_cjk, work_introduces};

use super::author_year::MONTHS;
use super::{Found, Target};
use crate::Reference;
use crate::flow::Flow;

/// Maximum length of a title, in characters.
const LONGEST_TITLE: usize = 60;
/// Maximum number of characters between a title or name and its verb of speech.
const BETWEEN: usize = 24;
/// Words before a title that mark it as a source.
const BY: Words = Words("根据|依据|按照|依照|遵照|参照|引自|摘自|出自|载于|转引自|参见|据|依");
/// Words before a name in English that mark it as a source, in lower case.
const BY_LATIN: Words = Words("according to|pursuant to|as defined in|as defined by|quoted from");
/// Maximum length of a word before a source, in characters.
const LONGEST_BY: usize = 16;
/// Maximum length of the given names between such a word and a surname, in characters.
const LONGEST_GIVEN: usize = 24;
/// Verbs of speech and thought that follow an author's name.
const SPEECH: Words = Words(
    "认为|指出|提出|强调|主张|发现|写道|研究表明|研究发现|总结|归纳|定义|界定|论述|阐述|提到|说过|\
     曾说|所说|所言|看来|的研究|的观点|的看法|的理论|的定义|的论述|将其|分析了|探讨了|研究了|把|\
     通过",
);
const SPEECH_LATIN: Words = Words(
    "argues|argued|argue|found|finds|find|showed|shows|show|proposed|proposes|propose|suggested|\
     suggests|suggest|states|stated|defines|defined|noted|notes|reported|reports|claims|claimed|\
     said|says|held|ruled|put|requires|provides|specifies|points|pointed|writes|wrote|describes|\
     described|developed|introduced|demonstrated|concluded|believes|explains|observed|emphasizes|\
     emphasises",
);

/// Finds the works that a sentence names as a source.
pub(super) fn works(flow: &Flow) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, &c) in flow.characters.iter().enumerate() {
        match c {
            '《' => open = open.or(Some(at)),
            '》' => {
                let Some(start) = open.take() else {
                    continue;
                };
                if at - start <= LONGEST_TITLE
                    && !flow.is_apart(start)
                    && is_source(flow, start, at)
                {
                    found.push(Found {
                        range: start..at + 1,
                        targets: vec![Target::Work(flow.text(start + 1..at))],
                        introduces: true,
                    });
                }
            }
            '。' | '；' => open = None,
            _ => {}
        }
    }
    found
}

fn is_source(flow: &Flow, open: usize, close: usize) -> bool {
    comes_by(flow, open) || is_spoken(flow, close + 1)
}

/// Returns whether a word such as "根据" or "according to" stands before a position.
pub(super) fn comes_by(flow: &Flow, position: usize) -> bool {
    let before = flow.text(position.saturating_sub(LONGEST_BY)..position);
    let before = before.trim_end().to_lowercase();
    BY.end(&before) || BY_LATIN.end(&before)
}

/// Returns whether the same clause goes on after a position with a word of speech: "《某书》第三章中明确指出".
pub(super) fn is_spoken(flow: &Flow, position: usize) -> bool {
    let after: String = (flow.text_from(position, BETWEEN).chars())
        .take_while(|c| !matches!(c, '。' | '！' | '？' | '；' | '《' | '》' | '，' | '”'))
        .collect();
    let mut clause = String::new();
    for c in after.chars() {
        if matches!(c, '：' | ':') {
            return work_introduces(&clause, true);
        }
        clause.push(c);
        if clause.chars().count() >= 2
            && !is_modifier(&after, &clause)
            && work_introduces(&clause, false)
        {
            return true;
        }
    }
    false
}

/// Returns whether the text after a verb of speech makes it a modifier, as in "规定的"; phrases such as "提出了" do not.
fn is_modifier(after: &str, clause: &str) -> bool {
    after[clause.len()..].starts_with(['的', '者'])
}

/// Finds the authors in the reference list that are named as a source without a year: with a verb of speech, or after a word such as
/// "according to".
pub(super) fn authors(flow: &Flow, references: &[Reference]) -> Vec<Found> {
    // Entry of each name, and the lengths of the names that begin with a character.
    let mut names: HashMap<Vec<char>, usize> = HashMap::new();
    let mut lengths: HashMap<char, BTreeSet<usize>> = HashMap::new();
    for (entry, reference) in references.iter().enumerate() {
        for name in reference.authors.iter().filter_map(|one| name_in_text(one)) {
            if let Some(&first) = name.first() {
                lengths.entry(first).or_default().insert(name.len());
                names.entry(name).or_insert(entry);
            }
        }
    }
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    while let Some(c) = flow.at(at) {
        let here = lengths.get(&c).into_iter().flatten();
        let speaker = here
            .filter_map(|&length| {
                let name = flow.characters.get(at..at + length)?;
                Some((length, *names.get(name)?))
            })
            .filter(|&(length, _)| {
                let end = at + length;
                !flow.is_apart(at) && (speaks(flow, at, end) || is_source_name(flow, at, end))
            })
            .min_by_key(|&(_, entry)| entry);
        let Some((length, entry)) = speaker else {
            at += 1;
            continue;
        };
        found.push(Found {
            range: at..at + length,
            targets: vec![Target::Author(entry)],
            introduces: true,
        });
        at += length;
    }
    found
}

/// Returns the part of an author's name by which a text names the author: a whole Chinese name, or the surname of any
/// other. `None` if it is short.
fn name_in_text(author: &str) -> Option<Vec<char>> {
    let author = author.trim();
    if author.starts_with(is_cjk) {
        let name: Vec<char> = author.chars().collect();
        return (name.iter().all(|&c| is_cjk(c) || c == '·') && (2..=10).contains(&name.len()))
            .then_some(name);
    }
    let surname = author.split([' ', ',', '.']).find(|word| {
        word.chars().count() >= 4
            && word.chars().any(char::is_lowercase)
            && word.chars().next().is_some_and(char::is_uppercase)
    })?;
    Some(surname.chars().collect())
}

/// Returns whether a verb of speech follows the name at `start..end`.
pub(super) fn speaks(flow: &Flow, start: usize, end: usize) -> bool {
    let is_latin = flow.at(start).is_some_and(|c| !is_cjk(c));
    if is_latin && !is_word(flow, start, end) {
        return false;
    }
    let after: String = (flow.text_from(end, BETWEEN).chars())
        .take_while(|c| !matches!(c, '。' | '！' | '？' | '；' | '：' | ':'))
        .collect();
    if SPEECH.occur_in(&after) {
        return true;
    }
    let mut words = after
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    is_latin
        && (after.starts_with("’s")
            || after.starts_with("'s")
            || words.any(|word| SPEECH_LATIN.include(word)))
}

/// Returns whether no Latin letter stands directly before or after a Latin word at `start..end`.
fn is_word(flow: &Flow, start: usize, end: usize) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && !is_cjk(c));
    !is_letter(flow.before(start)) && !is_letter(flow.at(end))
}

/// Returns whether a word such as "according to" stands before the Latin name at `start..end`, perhaps with given names between:
/// "according to Jane A. Doe". A month is none: "according to April figures".
fn is_source_name(flow: &Flow, start: usize, end: usize) -> bool {
    if flow.at(start).is_none_or(is_cjk) || !is_word(flow, start, end) {
        return false;
    }
    if MONTHS.include(&flow.text(start..end)) {
        return false;
    }
    let before = flow.text(start.saturating_sub(LONGEST_BY + LONGEST_GIVEN)..start);
    let mut words: Vec<&str> = before.split_whitespace().collect();
    while (words.last()).is_some_and(|word| word.starts_with(char::is_uppercase)) {
        words.pop();
    }
    let before = words.join(" ").to_lowercase();
    BY_LATIN.end(&before)
}
