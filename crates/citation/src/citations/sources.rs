//! Finds sources that a sentence names without 《》: articles of laws, standards, judgments, speeches and encyclopaedias.

use std::ops::Range;

use chachong_text::{Words, is_cjk};

use super::named::{comes_by, is_spoken, speaks};
use super::{Found, Target};
use crate::flow::Flow;

/// Maximum number of characters of a law's name. Three times as many if it is in 《》, and four times as many in English.
const LONGEST_NAME: usize = 20;
/// Maximum number of characters of a case number after its year.
const LONGEST_CASE: usize = 24;
/// Maximum number of characters of the name of a series of law reports, such as "AC ".
const LONGEST_SERIES: usize = 12;

/// Last words of the names of laws.
const LAWS: &[&str] = &[
    "法", "法典", "条例", "规定", "办法", "细则", "规则", "解释", "公约", "准则", "章程", "规范",
    "决定", "通则",
];
/// Letters with which the numbers of standards begin.
const STANDARDS: &[&str] = &[
    "GB", "ISO", "IEC", "IEEE", "DIN", "ASTM", "ANSI", "EN", "BS", "RFC", "JGJ", "JTG", "CJJ",
    "HJ", "DL", "SL", "YY", "QB", "NB", "TB", "SY", "JB", "WS", "YD",
];
/// Characters for the kinds of proceedings, one of which is in the number of each case.
const PROCEEDINGS: &[char] = &['民', '刑', '行', '知', '商', '执', '赔', '仲', '破'];
/// Words before the number of an article of a law.
const ARTICLES: &[&str] = &[
    "Article", "Articles", "Art.", "Section", "Sections", "Sec.", "§", "§§", "Clause",
];
/// Words of the names of laws.
const LAWS_LATIN: Words = Words(
    "Act|Code|Constitution|Convention|Treaty|Directive|Regulation|Charter|Law|Statute|Covenant",
);
/// Titles of people whose words are quoted by their names, after the name.
const OFFICES: &[&str] = &["总书记", "主席", "总理", "总统", "部长", "院士", "教授"];
/// Titles before a name.
const TITLES: Words =
    Words("Dr|Mr|Mrs|Ms|Prof|Professor|Lord|Lady|Justice|Judge|President|Senator");
/// Encyclopaedias.
const ENCYCLOPAEDIAS: &[&str] = &[
    "百度百科",
    "维基百科",
    "大百科全书",
    "Wikipedia",
    "Britannica",
];

/// Finds the named sources, in order of position.
pub(super) fn find(flow: &Flow) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut from = 0;
    for (at, &c) in flow.characters.iter().enumerate() {
        if at < from {
            continue;
        }
        let source = match c {
            '第' => article(flow, at),
            '（' | '(' => case_number(flow, at),
            '[' => report(flow, at),
            '§' => latin_article(flow, at),
            _ if c.is_ascii_uppercase() && !is_in_word(flow, at) => standard(flow, at)
                .or_else(|| latin_article(flow, at))
                .or_else(|| titled(flow, at))
                .or_else(|| encyclopaedia(flow, at)),
            _ if is_cjk(c) => office(flow, at).or_else(|| encyclopaedia(flow, at)),
            _ => None,
        };
        if let Some(range) = source.filter(|range| !flow.is_apart(range.start)) {
            from = range.end;
            found.push(Found {
                targets: vec![Target::Work(flow.text(range.clone()))],
                introduces: true,
                range,
            });
        }
    }
    found
}

/// Returns an article of a law with the law's name before it: "民法典第五百七十七条".
fn article(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let number = end_of(flow, at + 1, |c| {
        c.is_ascii_digit() || "零〇一二三四五六七八九十百千".contains(c)
    });
    if number == at + 1 || flow.at(number) != Some('条') {
        return None;
    }
    let least = at.saturating_sub(LONGEST_NAME);
    if flow.before(at) == Some('》') {
        let least = at.saturating_sub(3 * LONGEST_NAME);
        let open = (least..at)
            .rev()
            .find(|&open| flow.at(open) == Some('《'))?;
        return Some(open..number + 1);
    }
    let start = (least..at)
        .rev()
        .take_while(|&one| flow.at(one).is_some_and(is_cjk))
        .last()?;
    let start = (start..at)
        .rev()
        .find(|&one| comes_by(flow, one))
        .unwrap_or(start);
    let name = flow.text(start..at);
    let before: Vec<&str> = (LAWS.iter())
        .filter_map(|law| name.strip_suffix(law))
        .collect();
    // "本办法" is the document itself, not a source.
    let is_law = before.iter().any(|rest| !rest.is_empty())
        && !before.iter().any(|rest| rest.ends_with('本'));
    is_law.then_some(start..number + 1)
}

/// Returns the number of a standard that a text states as its source: "根据GB 50010—2010".
fn standard(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let letters = end_of(flow, at, |c| c.is_ascii_uppercase());
    if !STANDARDS.contains(&flow.text(at..letters).as_str()) {
        return None;
    }
    let mut number = letters;
    if flow.at(number) == Some('/') {
        number = end_of(flow, number + 1, |c| c.is_ascii_uppercase());
    }
    if matches!(flow.at(number), Some(' ' | '-')) {
        number += 1;
    }
    let end = end_of(flow, number, |c| c.is_ascii_digit() || ".:-–—".contains(c));
    // A colon or full stop after the number does not belong to it.
    let end = (number..end)
        .rev()
        .find(|&one| flow.at(one).is_some_and(|c| c.is_ascii_digit()))?
        + 1;
    (end > number + 1 && is_source(flow, at, end)).then_some(at..end)
}

/// Returns the number of a Chinese court's case: "（2021）京01民终123号".
fn case_number(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let year = end_of(flow, at + 1, |c| c.is_ascii_digit());
    if year != at + 5 || !matches!(flow.at(year), Some('）' | ')')) {
        return None;
    }
    let end = end_of(flow, year + 1, |c| {
        c != '号' && (is_cjk(c) || c.is_ascii_digit())
    });
    let text = flow.text(year + 1..end);
    (flow.at(end) == Some('号')
        && end - year <= LONGEST_CASE
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.contains(PROCEEDINGS))
    .then_some(at..end + 1)
}

/// Returns the place of a judgment in law reports: "[1932] AC 562".
fn report(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let year = end_of(flow, at + 1, |c| c.is_ascii_digit());
    if year != at + 5 || flow.at(year) != Some(']') || flow.at(year + 1) != Some(' ') {
        return None;
    }
    let volume = end_of(flow, year + 2, |c| c.is_ascii_digit() || c == ' ');
    let series = end_of(flow, volume, |c| {
        c.is_ascii_alphabetic() || c == ' ' || c == '.'
    });
    let page = end_of(flow, series, |c| c.is_ascii_digit());
    let is_series = flow.at(volume).is_some_and(|c| c.is_ascii_uppercase())
        && flow.at(volume + 1).is_some_and(|c| c.is_ascii_uppercase());
    (is_series && series - volume <= LONGEST_SERIES && page > series).then_some(at..page)
}

/// Returns an article of a law with the law's name behind it: "Section 107 of the Copyright Act", "Article 6 GDPR".
fn latin_article(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let word = (ARTICLES.iter())
        .filter_map(|&word| word_at(flow, at, &[word]))
        .find(|&end| flow.at(end) == Some(' '))?;
    if !flow.at(word + 1)?.is_ascii_digit() {
        return None;
    }
    let number = end_of(flow, word + 1, |c| {
        c.is_ascii_alphanumeric() || "()-–".contains(c)
    });
    let after = flow.text_from(number, 4 * LONGEST_NAME);
    let (clause, _) = after
        .split_once([',', ';', ':', '"', '“', '\n'])
        .unwrap_or((after.as_str(), ""));
    let mut end = 0;
    for word in clause.split_inclusive(' ') {
        let name = word.trim().trim_end_matches('.');
        let is_acronym = name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase());
        end += word.trim_end().chars().count();
        if is_acronym || LAWS_LATIN.include(name) {
            return Some(at..number + end);
        }
        // The first word is the empty one.
        let is_part = Words("|of|the|to|and|on|for|in").include(name)
            || name.starts_with(|c: char| c.is_ascii_uppercase());
        if !is_part {
            return None;
        }
        end += word.chars().count() - word.trim_end().chars().count();
    }
    None
}

/// Returns the title of a person, such as 总书记, if a word of speech follows: "总书记在报告中指出，".
fn office(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let end = word_at(flow, at, OFFICES)?;
    is_spoken(flow, end).then_some(at..end)
}

/// Returns a person with a title who speaks: "Lord Atkin held".
fn titled(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let title = end_of(flow, at, |c| c.is_ascii_alphabetic());
    if !TITLES.include(&flow.text(at..title)) {
        return None;
    }
    let name = end_of(flow, title, |c| c == '.' || c == ' ');
    let end = end_of(flow, name, |c| c.is_alphabetic() && !is_cjk(c));
    let is_name = name > title && flow.at(name).is_some_and(char::is_uppercase);
    (is_name && speaks(flow, at, end)).then_some(at..end)
}

/// Returns the name of an encyclopaedia that the sentence names as its source.
fn encyclopaedia(flow: &Flow, at: usize) -> Option<Range<usize>> {
    let end = word_at(flow, at, ENCYCLOPAEDIAS)?;
    is_source(flow, at, end).then_some(at..end)
}

/// Returns whether the words around a name make it a source.
fn is_source(flow: &Flow, start: usize, end: usize) -> bool {
    comes_by(flow, start) || is_spoken(flow, end) || speaks(flow, start, end)
}

/// Returns the end of the first of `words` that stands at a position; `None` if none does.
fn word_at(flow: &Flow, at: usize, words: &[&str]) -> Option<usize> {
    let is_here = |word: &&&str| {
        word.chars()
            .enumerate()
            .all(|(i, c)| flow.at(at + i) == Some(c))
    };
    let word = words.iter().find(is_here)?;
    Some(at + word.chars().count())
}

/// Returns whether a letter or digit stands before a position.
fn is_in_word(flow: &Flow, at: usize) -> bool {
    flow.before(at)
        .is_some_and(|c| c.is_alphanumeric() && !is_cjk(c))
}

/// Returns the position after the characters from `at` that `is_meant` accepts.
fn end_of(flow: &Flow, at: usize, is_meant: impl Fn(char) -> bool) -> usize {
    let rest = flow.characters.iter().skip(at);
    at + rest.take_while(|&&c| is_meant(c)).count()
}
