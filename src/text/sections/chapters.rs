//! Chapters of a text: its top-level headings, for the statistics and bookmarks of reports. They decide nothing: what
//! is compared and counted does not depend on them.

use super::heading::compact;
use super::names::Heading;
use super::numerals::is_numeral;
use super::sheet::Sheet;
use super::{contents, cover, declaration};
use crate::text::{LineBreaks, MarkReason};

/// Maximum length of a chapter's title, in characters.
const LONGEST_TITLE: usize = 60;
/// Minimum number of characters between two headings that have nothing but a number to be known by; list items follow
/// each other sooner.
const LEAST_LENGTH: u32 = 200;
/// Minimum number of headings of one form that make this form the one of the chapters.
const LEAST: usize = 2;

/// Chapter of a text. It ends where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Heading without line breaks and repeated spaces, at most 60 characters.
    pub title: String,
    /// Offset in the text of the heading's first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after the heading's last character; `start` where the text goes on in the same line ("摘要：……").
    pub end: u32,
}

/// Form of a heading's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Number that names the chapter: "第三章", "Chapter 3".
    Chapter,
    /// Arabic number alone: "3 结论", "3. Results".
    Number(u32),
    /// Chinese numeral with a comma: "三、结论".
    Numeral(u32),
    /// No number: "摘要", "References".
    Named,
    /// Number of a lower level: "3.1", "（三）".
    Lower,
}

/// Line that has the form of a heading.
struct Candidate<'t> {
    text: &'t str,
    key: String,
    start: u32,
    end: u32,
    form: Form,
    /// Whether the name is that of a section at the end of a thesis, which is a chapter whatever its number.
    ends_thesis: bool,
    /// Whether the table of contents has the heading.
    is_listed: bool,
}

/// Finds the chapters of a text, ascending, by the form of their headings: those with "第三章" or "Chapter 3"; else those
/// with a single number; else those with a Chinese numeral; always those with a section's name ("摘要", "References").
/// Where the text has a table of contents, numbered headings must be listed in it. Entries of the contents, running
/// heads and the forms before the text are no chapters. `pages` are the offsets at which the text's pages begin, empty
/// where it has none. Takes time in proportion to the text's length.
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
    let candidates = of_top_level(listed_only(candidates(&sheet), &listed(&sheet)));
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut last_key = "";
    for candidate in &candidates {
        // A heading that is repeated, as on a title page of the chapter.
        if candidate.key != last_key {
            chapters.push(Chapter {
                title: title(candidate.text),
                start: candidate.start,
                end: candidate.end,
            });
        }
        last_key = &candidate.key;
    }
    chapters
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
            let is_keywords = ["关键词", "关键字", "關鍵詞", "keywords", "keyword"]
                .iter()
                .any(|name| key.starts_with(name));
            (!is_keywords).then(|| Candidate {
                text,
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
                is_listed: false,
                key,
            })
        })
        .collect()
}

/// Returns the name before the text of a remark, as in "摘要：……"; `None` if the line begins with no abstract.
fn name_of_remark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['【', '[', '*', '(', '（']);
    let end = line.find([':', '：', '】', ']', '—', '-', ')', '）'])?;
    let name = line[..end].trim();
    matches!(compact(name).as_str(), "摘要" | "abstract").then_some(name)
}

/// Returns the form of the number with which a heading begins; `key` is the heading without white space.
fn form(key: &str) -> Form {
    if let Some(rest) = key.strip_prefix('第') {
        let after = rest.trim_start_matches(is_numeral);
        return if after.len() < rest.len()
            && (after.starts_with(['章', '编', '篇']) || after.starts_with("部分"))
        {
            Form::Chapter
        } else {
            Form::Lower
        };
    }
    if let Some(rest) = key.strip_prefix("chapter") {
        return if rest.is_empty() {
            Form::Named
        } else {
            Form::Chapter
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
fn listed_only<'t>(mut candidates: Vec<Candidate<'t>>, listed: &[String]) -> Vec<Candidate<'t>> {
    let numbered = |form| matches!(form, Form::Chapter | Form::Number(_) | Form::Numeral(_));
    let mut known = 0;
    for one in &mut candidates {
        let at = listed.partition_point(|line| line.as_str() < one.key.as_str());
        one.is_listed = (listed.get(at)).is_some_and(|line| line.starts_with(&one.key));
        known += usize::from(one.is_listed && numbered(one.form));
    }
    if known >= LEAST {
        candidates.retain(|one| !numbered(one.form) || one.ends_thesis || one.is_listed);
    }
    candidates
}

/// Keeps the headings of the highest level that the text has, and those with a section's name.
fn of_top_level(candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let named_chapters = candidates.iter().filter(|one| one.form == Form::Chapter);
    let kept: Vec<usize> = if named_chapters.count() >= LEAST {
        (0..candidates.len())
            .filter(|&at| candidates[at].form == Form::Chapter)
            .collect()
    } else {
        let number = |form| match form {
            Form::Number(number) => Some(number),
            _ => None,
        };
        let numeral = |form| match form {
            Form::Numeral(number) => Some(number),
            _ => None,
        };
        let of_numbers = longest_chain(&candidates, number);
        let of_numerals = longest_chain(&candidates, numeral);
        // "一、" holds "1." and not the other way round; where both count up, the Chinese numerals are the chapters.
        if of_numerals.len() >= LEAST {
            of_numerals
        } else if of_numbers.len() >= LEAST {
            of_numbers
        } else {
            Vec::new()
        }
    };
    let mut kept = kept.into_iter().peekable();
    let mut top = Vec::new();
    for (at, candidate) in candidates.into_iter().enumerate() {
        let is_kept = kept.next_if_eq(&at).is_some();
        if is_kept || candidate.ends_thesis || candidate.form == Form::Named {
            top.push(candidate);
        }
    }
    top
}

/// Returns the positions of the longest chain of headings that count up by one, without those so near to their
/// neighbours that they are list items, unless the table of contents has them.
fn longest_chain(candidates: &[Candidate<'_>], number: impl Fn(Form) -> Option<u32>) -> Vec<usize> {
    let numbered: Vec<(usize, u32)> = (candidates.iter().enumerate())
        .filter_map(|(at, one)| Some((at, number(one.form)?)))
        .collect();
    let near = |a: usize, b: usize| match (numbered.get(a), numbered.get(b)) {
        (Some(&(a, _)), Some(&(b, _))) => candidates[b].start - candidates[a].start < LEAST_LENGTH,
        _ => false,
    };
    let far = |i: usize| {
        let alone = !near(i, i + 1) && i.checked_sub(1).is_none_or(|before| !near(before, i));
        candidates[numbered[i].0].is_listed || alone
    };
    // For each number, the longest chain that ends with it: its length and the last heading; the earliest of equals.
    let mut best = std::collections::HashMap::<u32, (usize, usize)>::new();
    let mut before = vec![None; numbered.len()];
    let mut longest: Option<(usize, usize)> = None;
    for (i, &(_, value)) in numbered.iter().enumerate().filter(|&(i, _)| far(i)) {
        let previous = value.checked_sub(1).and_then(|value| best.get(&value));
        let length = previous.map_or(1, |&(length, _)| length + 1);
        before[i] = previous.map(|&(_, last)| last);
        if best.get(&value).is_none_or(|&(known, _)| length > known) {
            best.insert(value, (length, i));
            if longest.is_none_or(|(known, _)| length > known) {
                longest = Some((length, i));
            }
        }
    }
    let mut chain = Vec::new();
    let mut next = longest.map(|(_, last)| last);
    while let Some(i) = next {
        chain.push(numbered[i].0);
        next = before[i];
    }
    chain.reverse();
    chain
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn titles(text: &str) -> Vec<String> {
        chapters(text, &[])
            .into_iter()
            .map(|chapter| chapter.title)
            .collect()
    }

    /// Body text of about 320 characters, without headings.
    fn body() -> String {
        "图书馆在夜间开放以后，读者可以安静地阅读和讨论，这是一件好事。\n".repeat(10)
    }

    #[test]
    fn a_chinese_thesis_with_contents() {
        let body = body();
        let text = format!(
            "目  录\n摘要 ........ I\n第一章 绪论 ........ 1\n1.1 背景 ........ 1\n第二章 方法 ........ 5\n\
             第三章 结论 ........ 9\n参考文献 ........ 12\n致谢 ........ 14\n\n摘  要\n{body}关键词：夜间；图书馆\n\
             Abstract\nThe library was opened at night, and it is still the only one.\n\
             第一章  绪论\n1.1 背景\n{body}1.2 意义\n{body}第二章 方法\n{body}1. 打开阅览室\n2. 登记\n{body}\
             第三章 结论\n{body}参考文献\n[1] 某某. 夜间开放[J]. 某某学报, 2010.\n附录A 问卷\n{body}致  谢\n{body}"
        );
        assert_eq!(
            titles(&text),
            [
                "摘 要",
                "Abstract",
                "第一章 绪论",
                "第二章 方法",
                "第三章 结论",
                "参考文献",
                "附录A 问卷",
                "致 谢"
            ]
        );
        let first = &chapters(&text, &[])[2];
        let at = text.chars().skip(first.start as usize);
        assert!(at.collect::<String>().starts_with("第一章  绪论\n1.1"));
    }

    #[test]
    fn an_english_thesis_by_single_numbers() {
        let body =
            "In 2010 the library was opened at night, and it is still the only one that we have.\n"
                .repeat(6);
        let text = format!(
            "A Study of Night Readers\n\nAbstract\n{body}1 Introduction\n{body}1.1 Background\n{body}\
             2 Related Work\n{body}1. Open the door\n2. Sit down\n3. Read a book\n{body}3 Method\n{body}\
             4 Conclusions\n{body}References\n[1] Doe, J. (2006). Readers. Journal of Reading 41, 393-407.\n"
        );
        assert_eq!(
            titles(&text),
            [
                "Abstract",
                "1 Introduction",
                "2 Related Work",
                "3 Method",
                "4 Conclusions",
                "References"
            ]
        );
        let text = format!(
            "Chapter 1\n{body}Chapter 2: Method\n{body}1 A list\n2 Of things\n{body}Bibliography\n"
        );
        assert_eq!(
            titles(&text),
            ["Chapter 1", "Chapter 2: Method", "Bibliography"]
        );
    }

    #[test]
    fn chinese_numerals_hold_arabic_numbers() {
        let body = body();
        let text = format!(
            "摘要：本文研究夜间开放。\n一、引言\n{body}二、做法\n1. 准备\n{body}2. 开放\n{body}（一）细节\n{body}\
             三、结语\n{body}参考文献：\n"
        );
        assert_eq!(
            titles(&text),
            ["摘要", "一、引言", "二、做法", "三、结语", "参考文献："]
        );
    }

    #[test]
    fn a_text_without_headings_has_no_chapters() {
        assert_eq!(titles(&body()), [""; 0]);
        assert_eq!(titles(""), [""; 0]);
        // A list alone is no list of chapters.
        assert_eq!(titles("1 打开阅览室\n2 登记姓名\n3 坐下读书\n"), [""; 0]);
    }

    #[test]
    fn numerals_have_values() {
        for (text, value) in [
            ("一", 1),
            ("十", 10),
            ("十二", 12),
            ("二十", 20),
            ("三十五", 35),
            ("7", 7),
        ] {
            assert_eq!(numeral(text), Some(value), "{text}");
        }
        assert_eq!(numeral("一二"), None);
    }

    proptest! {
        #[test]
        fn chapters_ascend_within_the_text(text in "(第[一二三]章 |[1-3] |一、|目录|摘要|1\\.1|题|…|\n|[a-z ]|夜){0,60}") {
            let found = chapters(&text, &[]);
            let length = text.chars().count();
            prop_assert!(found.iter().all(|chapter| (chapter.start as usize) < length && !chapter.title.is_empty()));
            prop_assert!(found.windows(2).all(|two| two[0].start < two[1].start));
        }
    }
}
