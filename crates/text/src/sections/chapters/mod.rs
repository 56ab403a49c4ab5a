//! Chapters of a text, found by its top-level headings, for the statistics and bookmarks of reports. They have no
//! influence on what is compared and counted.

mod from_contents;
mod kind;
mod top_level;

pub use kind::ChapterKind;

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

use super::heading::compact;
use super::names::Heading;
use super::numerals::{is_numeral, is_roman};
use super::sheet::Sheet;
use super::{contents, cover, declaration};
use crate::{LineBreaks, MarkReason, Words};
use from_contents::unnumbered;
use kind::{Standing, kind};
use top_level::of_top_level;

/// Maximum length of a chapter's title, in characters.
const LONGEST_TITLE: usize = 60;
/// Maximum length of a name on the line below its number, in characters.
const LONGEST_NAME: usize = 40;
/// Minimum number of headings of one form that make this form the one of the chapters.
const LEAST: usize = 2;
/// Names of first chapters, which stand without a number here and there.
const FIRST_NAMES: Words = Words("引言|前言|导言|導言|绪论|緒論|绪言|緒言|导论|導論|introduction");

/// Chapter of a text. It ends where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Heading without line breaks and repeated spaces. If it is longer than 60 characters, it is cut there and an ellipsis is added. If
    /// the number stands alone on its line, the title includes the name from the line below.
    pub title: String,
    /// Type of the chapter by its heading.
    pub kind: ChapterKind,
    /// Offset in the text of the heading's first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after the last character of the heading's first line; `start` if the text continues on the same line ("摘要：……").
    pub end: u32,
}

/// Form of a heading's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Number that names the chapter: "第三章", "Chapter 3"; `None` for one that is not read: "Chapter Three".
    Chapter(Option<u32>),
    /// Arabic number alone: "3 结论", "3. Results".
    Number(u32),
    /// Chinese numeral with a comma: "三、结论".
    Numeral(u32),
    /// No number: "摘要", "References".
    Named,
    /// Number of a lower level: "3.1", "（三）".
    Lower,
}

impl Form {
    /// Number of the heading; `None` if it has none or one that is not read.
    const fn number(self) -> Option<u32> {
        match self {
            Self::Chapter(number) => number,
            Self::Number(number) | Self::Numeral(number) => Some(number),
            Self::Named | Self::Lower => None,
        }
    }

    const fn is_numbered(self) -> bool {
        matches!(self, Self::Chapter(_) | Self::Number(_) | Self::Numeral(_))
    }
}

/// Line that has the form of a heading.
struct Candidate<'t> {
    text: &'t str,
    /// Name on the line below a number that stands alone; `None` where the line has the name.
    below: Option<&'t str>,
    key: String,
    start: u32,
    end: u32,
    form: Form,
    /// Whether the name is that of a section at the end of a thesis, which is a chapter whatever its number.
    ends_thesis: bool,
    /// Whether the name is that of a first chapter, with a number or without.
    begins_body: bool,
    /// Whether the table of contents has the heading.
    is_listed: bool,
}

/// Finds the chapters of `text` by the form of their headings, in ascending order. The forms are "第三章" or "Chapter 3", single numbers
/// ("3" or "三、"), and names such as "摘要". Single numbers are used only if the text has fewer than two headings like "第三章", and must count
/// up from the first chapter without a gap. The result is empty if the first chapter is not found, because the abstract would count as
/// the whole text. If the text has a table of contents, it must list the numbered headings; a heading that the contents call by another
/// name is kept if its number is the one that is missing there. Entries of the contents, running heads and the forms before the text are
/// not chapters. `pages` holds the offset at which each page begins, in Unicode scalar values; it is empty for a text without pages.
#[must_use]
pub fn chapters(text: &str, pages: &[u64]) -> Vec<Chapter> {
    if u32::try_from(text.len()).is_err() {
        return Vec::new();
    }
    // The sections marked here do not depend on the meaning of line breaks.
    let mut sheet = Sheet::new(text, LineBreaks::Layout, pages);
    contents::mark(&mut sheet);
    declaration::mark(&mut sheet);
    cover::mark(&mut sheet);
    let mut all = candidates(&sheet);
    all.extend(unnumbered(&sheet, &all));
    all.sort_by_key(|one| one.start);
    let mut candidates = of_top_level(listed_only(all, &listed(&sheet)));
    // A heading that is repeated, as on a title page of the chapter.
    candidates.dedup_by(|next, one| next.key == one.key);
    with_kinds(&candidates)
}

/// Returns the chapters with their types, which depend on their places among the others.
fn with_kinds(candidates: &[Candidate<'_>]) -> Vec<Chapter> {
    let is_numbered = |one: &Candidate<'_>| one.form.is_numbered() && !one.ends_thesis;
    let begins = |one: &Candidate<'_>| is_numbered(one) || one.begins_body;
    let first = candidates.iter().position(begins).unwrap_or(0);
    let titles: Vec<String> = candidates.iter().map(Candidate::title).collect();
    let alone = Standing {
        is_before: false,
        is_first: false,
        is_last: false,
    };
    let is_of_body = |at: usize| {
        let is_typed = || kind(&titles[at], alone) != ChapterKind::Other;
        !candidates[at].ends_thesis && (is_numbered(&candidates[at]) || is_typed())
    };
    let last = (0..candidates.len()).rev().find(|&at| is_of_body(at));
    let chapter = |(at, (one, title)): (usize, (&Candidate<'_>, &String))| {
        let standing = Standing {
            is_before: at < first,
            is_first: at == first,
            is_last: Some(at) == last,
        };
        Chapter {
            kind: if one.ends_thesis {
                ChapterKind::Other
            } else {
                kind(title, standing)
            },
            title: title.clone(),
            start: one.start,
            end: one.end,
        }
    };
    candidates
        .iter()
        .zip(&titles)
        .enumerate()
        .map(chapter)
        .collect()
}

fn candidates<'t>(sheet: &Sheet<'t>) -> Vec<Candidate<'t>> {
    (0..sheet.lines.len())
        .filter_map(|at| {
            let heading = sheet.heading(at)?;
            let line = &sheet.lines[at];
            let (text, end) = match heading {
                Heading::Contents | Heading::Declaration | Heading::Notes | Heading::Code => {
                    return None;
                }
                Heading::Remark => (name_of_remark(line.text)?, line.start),
                _ => (line.text, line.end),
            };
            let key = compact(text);
            let form = form(&key);
            let is_keywords = Words("关键词|关键字|關鍵詞|keywords|keyword").begin(&key);
            (!is_keywords).then(|| Candidate {
                text,
                below: name_below(sheet, at, &key),
                start: line.start,
                end,
                form,
                ends_thesis: form != Form::Lower
                    && matches!(
                        heading,
                        Heading::References
                            | Heading::Acknowledgements
                            | Heading::Appendix
                            | Heading::Publications
                    ),
                begins_body: begins_body(&key),
                is_listed: false,
                key,
            })
        })
        .collect()
}

/// Returns the name on the line below line `at` if that has nothing but a chapter's number, as in "第三章" or "Chapter 3"; `None`
/// for any other line, and where text or another heading stands below.
fn name_below<'t>(sheet: &Sheet<'t>, at: usize, key: &str) -> Option<&'t str> {
    let number = key.strip_prefix("chapter").or_else(|| {
        let number = key.strip_prefix('第')?;
        number.strip_suffix(['章', '编', '篇'])
    })?;
    let is_alone = !number.is_empty() && (number.chars().all(is_numeral) || is_roman(number));
    let below = sheet.lines.get(at + 1);
    let below = below.filter(|line| is_alone && !line.running)?;
    let ends_a_sentence = below
        .text
        .ends_with(['。', '，', '；', ',', ';', '.', '：', ':', '！', '？']);
    let is_name = below.text.chars().count() <= LONGEST_NAME
        && !ends_a_sentence
        && form(&compact(below.text)) == Form::Named;
    is_name.then_some(below.text)
}

/// Returns the name before the text of a remark, as in "摘要：……"; `None` if the line begins with no abstract.
fn name_of_remark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['【', '[', '*', '(', '（']);
    let end = line.find([':', '：', '】', ']', '—', '-', ')', '）'])?;
    let name = line[..end].trim();
    matches!(compact(name).as_str(), "摘要" | "abstract").then_some(name)
}

/// Whether a compact heading is the name of a first chapter, after a number or alone.
fn begins_body(key: &str) -> bool {
    let key = key.trim_end_matches([':', '.']);
    FIRST_NAMES.all().any(|name| {
        key.strip_suffix(name).is_some_and(|number| {
            let number = number.trim_end_matches(['.', '、', ',', ':', '-']);
            number.chars().all(is_numeral) || is_roman(number)
        })
    })
}

/// Returns the form of the number with which a heading begins; `key` is the heading without white space.
fn form(key: &str) -> Form {
    if let Some(rest) = key.strip_prefix('第') {
        let after = rest.trim_start_matches(is_numeral);
        return if after.len() < rest.len()
            && (after.starts_with(['章', '编', '篇']) || after.starts_with("部分"))
        {
            Form::Chapter(numeral(&rest[..rest.len() - after.len()]))
        } else {
            Form::Lower
        };
    }
    if let Some(rest) = key.strip_prefix("chapter") {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        return if rest.is_empty() {
            Form::Named
        } else {
            Form::Chapter(rest[..rest.len() - after.len()].parse().ok())
        };
    }
    let after = key.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &key[..key.len() - after.len()];
    if !digits.is_empty() {
        let name = after.trim_start_matches(['.', '、', ':', '-']);
        let deeper = name.starts_with(|c: char| c.is_ascii_digit()) || after.starts_with(')');
        return match digits.parse() {
            Ok(number) if !deeper => Form::Number(number),
            _ => Form::Lower,
        };
    }
    let after = key.trim_start_matches(is_numeral);
    if after.len() < key.len() {
        let number = numeral(&key[..key.len() - after.len()]);
        return match number {
            Some(number) if after.starts_with(['、', '.', ',']) => Form::Numeral(number),
            _ => Form::Lower,
        };
    }
    if key.starts_with('(') {
        return Form::Lower;
    }
    Form::Named
}

/// Returns the value of a Chinese numeral up to 99, or of an Arabic number; `None` for another.
fn numeral(text: &str) -> Option<u32> {
    const DIGITS: &str = "零一二三四五六七八九";
    let digit = |text: &str| -> Option<u32> {
        let mut characters = text.chars();
        let c = characters.next()?;
        let at = DIGITS.chars().position(|digit| digit == c)?;
        characters
            .next()
            .is_none()
            .then(|| u32::try_from(at).ok())?
    };
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let Some((tens, ones)) = text.split_once('十') else {
        return digit(text);
    };
    let tens = if tens.is_empty() { 1 } else { digit(tens)? };
    let ones = if ones.is_empty() { 0 } else { digit(ones)? };
    Some(tens * 10 + ones)
}

/// Returns the lines of the table of contents, compact and sorted.
fn listed(sheet: &Sheet<'_>) -> Vec<String> {
    let mut listed: Vec<String> = (sheet.lines.iter().zip(&sheet.found))
        .filter(|(_, found)| found.is_some_and(|(reason, _)| reason == MarkReason::Contents))
        .map(|(line, _)| compact(line.text))
        .collect();
    listed.sort_unstable();
    listed
}

/// Notes which headings the table of contents lists; drops the numbered ones that it does not list, if it lists some.
/// One whose number is missing among the listed ones stays in its place: the author gave it another name there.
fn listed_only<'t>(mut candidates: Vec<Candidate<'t>>, listed: &[String]) -> Vec<Candidate<'t>> {
    let mut known = HashSet::new();
    let mut greatest = HashMap::<Discriminant<Form>, u32>::new();
    let mut count = 0;
    for one in &mut candidates {
        let at = listed.partition_point(|line| line.as_str() < one.key.as_str());
        one.is_listed = (listed.get(at)).is_some_and(|line| line.starts_with(&one.key));
        if one.is_listed && one.form.is_numbered() {
            count += 1;
            known.insert(one.form);
            let last = greatest.entry(discriminant(&one.form)).or_default();
            *last = (*last).max(one.form.number().unwrap_or(0));
        }
    }
    if count < LEAST {
        return candidates;
    }
    // How many headings stand where this number is missing; of several, list items among them, none can be chosen.
    let mut missing = HashMap::<Form, u32>::new();
    let mut last = HashMap::<Discriminant<Form>, u32>::new();
    for one in &candidates {
        let (kind, Some(number)) = (discriminant(&one.form), one.form.number()) else {
            continue;
        };
        if one.is_listed {
            last.insert(kind, number);
        } else if !known.contains(&one.form)
            && last.get(&kind).copied().unwrap_or(0) + 1 == number
            && greatest.get(&kind).is_some_and(|&last| last > number)
        {
            *missing.entry(one.form).or_default() += 1;
        }
    }
    let mut last = HashMap::<Discriminant<Form>, u32>::new();
    candidates.retain(|one| {
        let (kind, number) = (discriminant(&one.form), one.form.number().unwrap_or(0));
        if one.is_listed {
            last.insert(kind, number);
        }
        let follows = last.get(&kind).copied().unwrap_or(0) + 1 == number;
        let fills = follows && missing.get(&one.form) == Some(&1);
        !one.form.is_numbered() || one.ends_thesis || one.is_listed || fills
    });
    candidates
}

impl Candidate<'_> {
    fn title(&self) -> String {
        match self.below {
            Some(name) => title(&format!("{} {name}", self.text)),
            None => title(self.text),
        }
    }
}

fn title(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let whole = words.join(" ");
    let whole = whole.trim_matches(['#', '*', '【', '】', ' ']);
    let mut title: String = whole.chars().take(LONGEST_TITLE).collect();
    if whole.chars().nth(LONGEST_TITLE).is_some() {
        title.push('…');
    }
    title
}

#[cfg(test)]
mod tests;
