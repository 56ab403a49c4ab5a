//! Finds citations by author and year: "（张某，2010）", "张某等（2010）", "(Smith & Jones, 2010; Lee, 2011)", "Smith (2010)".

use std::collections::HashSet;

use chachong_text::{Words, has_year, is_bracketed_source, is_cjk};

use super::listed::ListedWorks;
use super::{Found, Target};
use crate::Reference;
use crate::flow::Flow;

/// Maximum length of a citation in brackets, in characters.
const LONGEST: usize = 200;
/// Maximum length of the authors of one work, in characters.
const LONGEST_NAMES: usize = 60;
/// Words before a year in brackets that are not authors.
const NO_AUTHORS: &[&str] = &[
    "图", "表", "第", "截至", "截止", "自", "从", "至", "约", "版", "年", "月", "修订", "简称",
    "Figure", "Fig", "Table", "Section", "Chapter", "Version", "Equation", "Eq", "Spring",
    "Summer", "Autumn", "Fall", "Winter", "Since", "From", "Until", "Before", "After", "In",
    "Windows", "Visual", "Office",
];
/// Months, which are dates before a year or a day.
pub(super) const MONTHS: Words =
    Words("January|February|March|April|May|June|July|August|September|October|November|December");
/// Words that introduce a citation in brackets.
const LEADS: Words = Words(
    "see also |see, e.g., |see e.g. |see |e.g., |e.g. |e.g.|cf. |cited in |as cited in |\
     for example, |quoted in |qtd. in |参见|参考|参阅|转引自|引自|详见|见|如|例如|据|资料来源：|\
     来源：",
);
/// Words that follow author and year in a sentence and so prove that an author stands before them.
const GOES_ON: &[&str] = &[
    "认为", "指出", "提出", "研究", "发现", "通过", "利用", "采用", "运用", "基于", "分析", "探讨",
    "构建", "使用", "强调", "总结", "表明", "建立", "设计", "首次", "定义", "证明", "讨论", "考察",
    "比较", "开发", "实现", "引入", "给出", "综述", "调查", "报告", "描述", "阐述", "论述", "归纳",
    "梳理", "主张", "界定", "将", "把", "对", "在", "则", "也", "还", "曾", "从", "以", "的", "等",
    "根据", "结合", "针对", "最早", "用", "就", "选取", "验证", "测量", "预测", "估计", "估算",
    "检验", "实证", "解释", "说明", "回顾", "借鉴", "对比", "、", "和", "与", "及", "，",
];

/// Capitalised words that begin a sentence before an author's name.
const SENTENCE_WORDS: Words = Words(
    "As|In|While|Although|Following|By|For|But|And|Since|When|According|Like|Both|The|Thus|Hence|\
     However|Similarly|Recently|Later|First|Also|See|To",
);

/// Words directly before the name of an author.
const BEFORE_NAMES: Words = Words("根据|据|正如|如|例如|但|而|学者|此外|同时|我国学者|国内学者");

/// Years and authors of the entries of a text's reference lists. Names of one character are left out.
type Listed<'r> = HashSet<(u16, &'r str)>;

pub(super) fn find(flow: &Flow, references: &[Reference]) -> Vec<Found> {
    let works = ListedWorks::of(flow, references);
    let listed: Listed<'_> = references
        .iter()
        .filter_map(|one| Some((one.year?, &one.authors)))
        .flat_map(|(year, authors)| authors.iter().map(move |author| (year, author.as_str())))
        .filter(|(_, author)| author.chars().count() >= 2)
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = flow.at(at) {
        if !matches!(c, '(' | '（') || flow.is_apart(at) {
            at += 1;
            continue;
        }
        let one = close_of(flow, at).and_then(|close| {
            bracket(flow, at, close, &listed).or_else(|| works.cited_in(flow, at, close))
        });
        at = one.as_ref().map_or(at + 1, |one| one.range.end);
        found.extend(one);
    }
    found
}

/// Returns the position of the bracket that closes the one at `open`; `None` if it is not among the next [`LONGEST`]
/// characters.
fn close_of(flow: &Flow, open: usize) -> Option<usize> {
    let mut depth = 0;
    let rest = flow.characters.iter().enumerate().skip(open).take(LONGEST);
    for (at, c) in rest {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' if depth > 1 => depth -= 1,
            ')' | '）' => return Some(at),
            _ => {}
        }
    }
    None
}

fn bracket(flow: &Flow, open: usize, close: usize, listed: &Listed<'_>) -> Option<Found> {
    let inside = flow.text(open + 1..close).replace(['\n', '\r'], " ");
    let whole = open..close + 1;
    if !has_year(&inside) {
        return is_source(flow, open, close).then(|| Found {
            range: whole,
            targets: vec![Target::Note(None)],
            introduces: false,
        });
    }
    let mut targets = Vec::new();
    if let Some((year, letter)) = plain_year(&inside) {
        let (start, authors) = author_before(flow, open, close, year, listed)?;
        targets.push(Target::AuthorYear {
            authors,
            year,
            letter,
        });
        return Some(Found {
            range: start..close + 1,
            targets,
            introduces: true,
        });
    }
    let mut last: Option<Vec<String>> = None;
    for part in inside.split([';', '；']) {
        let Some((authors, year, letter)) = author_and_year(part, last.as_deref()) else {
            continue;
        };
        last = Some(authors.clone());
        targets.push(Target::AuthorYear {
            authors,
            year,
            letter,
        });
    }
    if targets.is_empty() {
        return is_source(flow, open, close).then(|| Found {
            range: whole,
            targets: vec![Target::Note(None)],
            introduces: false,
        });
    }
    Some(Found {
        range: whole,
        targets,
        introduces: false,
    })
}

/// Returns whether brackets contain a note, a page or a title, as after quotations, and more than a year or number.
fn is_source(flow: &Flow, open: usize, close: usize) -> bool {
    let inside = flow.text(open + 1..close);
    let has_title = inside.contains('《');
    let has_page = inside.contains(['页', '頁']) && inside.contains(|c: char| c.is_ascii_digit());
    let is_note =
        inside.trim_start().starts_with("注：") || inside.trim_start().starts_with("资料来源");
    (has_title || has_page || is_note) && is_bracketed_source(&flow.text(open..close + 1))
}

/// Reads a year that stands alone, and its letter: "2010", "2010a", "2010: 23". `None` for any other text.
fn plain_year(inside: &str) -> Option<(u16, Option<char>)> {
    let (year, letter, rest) = year_at(inside.trim())?;
    let rest = rest.trim();
    let pages = rest.trim_start_matches([':', '：', ',', '，', ' ']);
    let is_page = |c: char| {
        c.is_ascii_digit() || matches!(c, '-' | '–' | 'p' | 'P' | '.' | ' ' | ',' | '页' | '第')
    };
    (pages.chars().all(is_page) && (rest.is_empty() || pages.len() < rest.len()))
        .then_some((year, letter))
}

/// Reads the year at the beginning of a text. Returns the year, its letter and the rest of the text; `None` if there
/// is no year.
fn year_at(text: &str) -> Option<(u16, Option<char>, &str)> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let year: u16 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    if !(1500..2100).contains(&year) {
        return None;
    }
    let rest = &text[4..];
    let letter = rest.chars().next().filter(char::is_ascii_lowercase);
    let rest = &rest[letter.map_or(0, char::len_utf8)..];
    // "2010年" may be a date; "2010b" is a work, "2010th" is not.
    if rest.starts_with(|c: char| c.is_alphanumeric() && !is_cjk(c)) {
        return None;
    }
    Some((year, letter, rest))
}

/// Returns a part of brackets without white space around it and the words that introduce a citation.
pub(crate) fn without_leads(part: &str) -> &str {
    let mut part = part.trim();
    while let Some(rest) = LEADS.all().find_map(|lead| {
        let head = part.get(..lead.len())?;
        head.eq_ignore_ascii_case(lead).then(|| &part[lead.len()..])
    }) {
        part = rest.trim_start();
    }
    part
}

/// Reads one work in brackets, such as "张某、李某，2010" or "Smith et al., 2010a, p. 3". Returns its authors, year and
/// letter. `last` are the authors of the preceding work, to which a year alone refers.
fn author_and_year(
    part: &str,
    last: Option<&[String]>,
) -> Option<(Vec<String>, u16, Option<char>)> {
    let part = without_leads(part);
    let place = part.char_indices().find_map(|(at, c)| {
        let before = part[..at].chars().next_back();
        let starts = c.is_ascii_digit() && !before.is_some_and(|c| c.is_ascii_alphanumeric());
        let (year, letter, rest) = starts.then(|| year_at(&part[at..])).flatten()?;
        Some((at, year, letter, rest))
    });
    let (at, year, letter, rest) = place?;
    let names = part[..at]
        .trim_end_matches([',', '，', ' ', '.', '、', ':', '：', '(', '（'])
        .trim();
    let separated = part[..at].ends_with([',', '，', ' ', '.', '、', '(', '（']);
    // "截至2010年", "北京，2010年8月" and "Jan 2010" are times.
    if rest.starts_with("年")
        && rest.chars().nth(1).is_some_and(|c| {
            c.is_ascii_digit() || matches!(c, '以' | '之' | '前' | '后' | '起' | '到' | '度')
        })
    {
        return None;
    }
    if names.is_empty() {
        return last.map(|last| (last.to_vec(), year, letter));
    }
    let authors = authors(names, separated)?;
    Some((authors, year, letter))
}

/// Reads names of authors; `None` if the words are something else.
pub(crate) fn names_of_authors(names: &str) -> Option<Vec<String>> {
    authors(names, true)
}

/// Reads the authors before a year; `None` if the words are not authors. `separated` tells whether a comma or space
/// follows them.
fn authors(names: &str, separated: bool) -> Option<Vec<String>> {
    if names.chars().count() > LONGEST_NAMES
        || names.contains(['。', '：', '“', '=', '+', '%', '℃'])
        || is_no_author(names)
    {
        return None;
    }
    let mut authors = Vec::new();
    let plain = names
        .replace("et al.", "")
        .replace("et al", "")
        .replace(" and ", "、")
        .replace(" & ", "、")
        .replace('&', "、");
    for name in plain.split(['、', ',', '，', '和', '与', '/']) {
        let name = name
            .trim()
            .trim_end_matches('等')
            .trim_end_matches("等人")
            .trim()
            .trim_end_matches("等")
            .trim();
        if name.is_empty() {
            continue;
        }
        if !is_name(name, separated) {
            return None;
        }
        authors.push(name.to_owned());
    }
    (!authors.is_empty()).then_some(authors)
}

/// Returns whether words contain one that stands before a year or number but is no author.
pub(super) fn is_no_author(names: &str) -> bool {
    let mut words = NO_AUTHORS.iter().copied().chain(MONTHS.all());
    words.any(|word| is_word_of(names, word))
}

/// Returns whether `names` contains `word`: at its beginning or end if the word is Chinese, otherwise as a whole
/// word.
fn is_word_of(names: &str, word: &str) -> bool {
    if word.is_ascii() {
        return names
            .split(|c: char| !c.is_alphanumeric())
            .any(|one| one == word);
    }
    names.starts_with(word) || names.ends_with(word)
}

/// Returns whether a text may be an author: a Chinese name or institution, or capitalised words.
fn is_name(name: &str, separated: bool) -> bool {
    let length = name.chars().count();
    if name.starts_with(is_cjk) {
        return separated
            && (2..=14).contains(&length)
            && name
                .chars()
                .all(|c| is_cjk(c) || matches!(c, '·' | '•' | ' ' | '.') || c.is_alphabetic());
    }
    let mut words = name
        .split([' ', '.', '-', '’', '\''])
        .filter(|word| !word.is_empty())
        .peekable();
    let is_small = |word: &str| {
        Words("de|van|von|der|den|la|le|di|da|al|et|in|of|the|for|s|del|ten|ter").include(word)
    };
    words.peek().is_some()
        && words.clone().count() <= 6
        && words
            .clone()
            .any(|word| word.chars().next().is_some_and(char::is_uppercase))
        && words.all(|word| is_small(word) || word.chars().next().is_some_and(char::is_uppercase))
        && length >= 2
}

/// Reads the author directly before a year in brackets. Returns the position at which the name begins, and the names;
/// `None` if no author stands there.
fn author_before(
    flow: &Flow,
    open: usize,
    close: usize,
    year: u16,
    listed: &Listed<'_>,
) -> Option<(usize, Vec<String>)> {
    let mut end = open;
    // "Doe et al., (2008)" has a comma too many.
    while (flow.before(end)).is_some_and(|c| c.is_whitespace() || matches!(c, ',' | '，')) {
        end -= 1;
    }
    let start = end.saturating_sub(LONGEST_NAMES);
    let before: Vec<char> = flow.characters[start..end].to_vec();
    let text: String = before.iter().collect();
    let last = *before.last()?;
    if is_cjk(last) {
        return chinese_before(flow, &text, end, close, year, listed);
    }
    if last == '.' || last == '\'' || last == '’' || last.is_alphabetic() {
        return latin_before(&text, end);
    }
    None
}

fn chinese_before(
    flow: &Flow,
    text: &str,
    end: usize,
    close: usize,
    year: u16,
    listed: &Listed<'_>,
) -> Option<(usize, Vec<String>)> {
    let plain = ["等人", "等学者", "等", "教授", "学者", "博士"]
        .iter()
        .find_map(|word| text.strip_suffix(word));
    let names = plain.unwrap_or(text);
    let with_suffix = plain.is_some();
    let taken = |name: &str| {
        (
            end - (text.chars().count() - names.chars().count()) - name.chars().count(),
            vec![name.to_owned()],
        )
    };
    // An author of the list is the surest.
    let mut ends = names.char_indices().map(|(at, _)| &names[at..]);
    if let Some(author) = ends.find(|&end| listed.contains(&(year, end))) {
        return Some(taken(author));
    }
    // A Latin name with 等: "Smith等（2010）".
    if with_suffix && names.ends_with(|c: char| c.is_ascii_alphabetic()) {
        return latin_before(names, end - (text.chars().count() - names.chars().count()));
    }
    let run: Vec<char> = names.chars().rev().take_while(|&c| is_cjk(c)).collect();
    let clause: String = run.iter().rev().collect();
    let after = flow.text_from(close + 1, 8);
    let after = after.trim_start();
    let is_time = Words("以后|以来|以前|之后|之前").begin(after);
    let goes_on = !is_time && GOES_ON.iter().any(|word| after.starts_with(word));
    let name = clause.split(['、', '和', '与', '及']).next_back()?;
    let name =
        (BEFORE_NAMES.all()).fold(name, |name, word| name.strip_prefix(word).unwrap_or(name));
    let name = name.to_owned();
    let length = name.chars().count();
    let is_short = (2..=4).contains(&length);
    let suffix: String = {
        let skip = length.saturating_sub(3);
        name.chars().skip(skip).collect()
    };
    if is_no_author(&name) {
        return None;
    }
    if is_short && (goes_on || with_suffix) {
        return Some(taken(&name));
    }
    (with_suffix && length >= 2).then(|| taken(&suffix))
}

/// Reads the capitalised words at the end of a text as authors. Returns the position at which they begin, and the
/// names; `None` if there are none.
fn latin_before(text: &str, end: usize) -> Option<(usize, Vec<String>)> {
    let text = text
        .strip_suffix("’s")
        .or_else(|| text.strip_suffix("'s"))
        .unwrap_or(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_joint = |word: &str| Words("and|&|et|al.|al|van|von|de|der").include(word);
    let is_capital = |word: &str| {
        word.chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || is_cjk(c))
    };
    let names: Vec<&str> = (words.iter().rev().copied())
        .take_while(|word| {
            is_joint(word)
                || (is_capital(word) && !word.ends_with(['.', ';', ':', '?', '!'])
                    || word.len() == 2 && is_capital(word))
        })
        .take(7)
        .collect();
    let last = names.first()?;
    if is_joint(last) && names.len() < 2 {
        return None;
    }
    let joined: Vec<&str> = (names.iter().rev().copied())
        .skip_while(|word| SENTENCE_WORDS.include(word.trim_end_matches(',')))
        .collect();
    let cut = joined.join(" ");
    // A Chinese word may stand right before the name: "学者Smith".
    let cut = cut.trim_start_matches(|c: char| is_cjk(c) || c == '，' || c == '、');
    let authors = authors(cut.trim_end_matches("'s").trim_end_matches("’s"), true)?;
    Some((end.saturating_sub(cut.chars().count()), authors))
}

/// Returns whether an entry of the reference list has this author, by the whole name or the surname.
pub(super) fn has_author(entry: &Reference, name: &str) -> bool {
    let name = name.to_lowercase();
    let surname = name
        .rsplit([' ', '.'])
        .find(|word| word.chars().count() > 1)
        .unwrap_or(&name);
    entry.authors.iter().any(|author| {
        let author = author.to_lowercase();
        if name.starts_with(is_cjk) {
            author == name || (author.starts_with(&name) && name.chars().count() >= 2)
        } else {
            author
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .any(|word| word == surname)
        }
    })
}
