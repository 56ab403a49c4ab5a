//! Numbers that are not measurements: years, numbers of figures and pages, versions, addresses, identifiers.

use crate::number::{Number, is_digit};

/// Words before a number that make it the number of something.
const NAMING: &[&str] = &[
    "第",
    "图",
    "表",
    "式",
    "公式",
    "章",
    "节",
    "附录",
    "附表",
    "附图",
    "例",
    "题",
    "步骤",
    "算法",
    "定理",
    "引理",
    "编号",
    "学号",
    "序号",
    "电话",
    "版本",
    "页",
    "卷",
    "邮编",
    "代码",
    "fig",
    "figure",
    "fig.",
    "figs.",
    "table",
    "tab.",
    "eq",
    "eq.",
    "eqs.",
    "equation",
    "section",
    "sec.",
    "chapter",
    "page",
    "pp.",
    "p.",
    "vol.",
    "no.",
    "no",
    "step",
    "version",
    "ver",
    "ver.",
    "rfc",
    "iso",
    "ieee",
    "gb",
    "port",
    "pid",
    "id",
    "isbn",
    "issn",
    "algorithm",
    "appendix",
    "example",
    "exercise",
    "question",
    "task",
    "lab",
    "doi:",
    "http",
    "python",
    "ubuntu",
    "windows",
    "java",
    "linux",
    "gcc",
    "mysql",
    "android",
    "kernel",
];

/// Characters after a number that make it a date or the number of something.
const NAMED: &[&str] = &[
    "年",
    "月",
    "日",
    "号",
    "页",
    "章",
    "节",
    "条",
    "款",
    "届",
    "级",
    "班",
    "期",
    "卷",
    "版",
    "点",
    "代",
    "位同学",
    "篇",
    "世纪",
];

/// Number of characters before and after a number in which an address that contains it is looked for.
const ADDRESS: usize = 200;

/// Returns whether the number between `start` and `number.end` is not a measurement, judging by the text around it.
/// `line` is the offset at which its line begins.
pub(crate) fn is_ordinary(chars: &[char], line: usize, start: usize, number: &Number) -> bool {
    let digits_at = start + usize::from(!chars[start].is_ascii_digit());
    let before = start
        .checked_sub(1)
        .filter(|at| *at >= line)
        .map(|at| chars[at]);
    let after = chars.get(number.end).copied();
    let whole = !number.fractional;
    if before.is_some_and(|c| {
        c.is_alphanumeric() && c.is_ascii()
            || matches!(c, '_' | '/' | '\\' | '#' | '@' | '.' | '&' | '^')
    }) {
        // x=3.1 is measured, 10.0.0.1 is not.
        return true;
    }
    // 12:30 and host:8080; 电压:5 is measured.
    let is_after_colon = whole && before == Some(':') && start >= line + 2;
    if is_after_colon && chars[start - 2].is_ascii_alphanumeric() {
        return true;
    }
    if matches!(after, Some('_' | '@' | '\\')) {
        return true;
    }
    // 1.2.3, 12:30, 2024-05-01, 2024/5/1, 3-5
    if matches!(after, Some('.' | ':')) && is_digit(chars, number.end + 1) {
        return true;
    }
    if whole && matches!(after, Some('-' | '/')) && is_digit(chars, number.end + 1) {
        return true;
    }
    // GB/T 7714-2015, 3-5
    if whole
        && chars[start] == '-'
        && before.is_some_and(|c| !matches!(c, ' ' | '\t' | '=' | '(' | ',' | '|' | '，' | '（'))
    {
        return true;
    }
    // 0012, 007
    if whole && chars[digits_at] == '0' && number.end > digits_at + 1 {
        return true;
    }
    // [12], (3)
    if whole
        && matches!(
            (before, after),
            (
                Some('[' | '(' | '〔' | '【'),
                Some(']' | ')' | ',' | '〕' | '】')
            )
        )
    {
        return true;
    }
    is_named(chars, line, start, number) || is_in_address(chars, line, start, number.end)
}

/// Whether words before or after the number say what it is the number of. A word of one character does so only for a number that
/// may count something: it ends and begins longer words too, as in 电压表 0.4937 and 0.4937 代入.
fn is_named(chars: &[char], line: usize, start: usize, number: &Number) -> bool {
    let end = number.end;
    let counts = !number.fractional || parts_are_short(&chars[start..end]);
    let is_whole_word = |word: &str| counts || word.chars().nth(1).is_some();
    let rest = &chars[end..chars.len().min(end + 4)];
    let rest = if rest.first() == Some(&' ') {
        &rest[1..]
    } else {
        rest
    };
    if (NAMED.iter()).any(|word| starts_with(rest, word) && is_whole_word(word)) {
        return true;
    }
    let mut before = start;
    while before > line && matches!(chars[before - 1], ' ' | '(' | '（' | '.' | ':' | '：' | '~')
    {
        before -= 1;
    }
    let lower: String = chars[before.saturating_sub(12).max(line)..before]
        .iter()
        .flat_map(|c| c.to_lowercase())
        .collect();
    let mut words = NAMING.iter().filter(|word| is_whole_word(word));
    words.any(|word| {
        let word = word.trim_end_matches('.');
        lower.strip_suffix(word).is_some_and(|rest| {
            // "no" ends "piano" too.
            !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric())
        })
    })
}

fn starts_with(chars: &[char], word: &str) -> bool {
    let length = word.chars().count();
    chars.len() >= length && chars[..length].iter().copied().eq(word.chars())
}

/// Whether the number is part of an address, a path, a DOI or an identifier.
fn is_in_address(chars: &[char], line: usize, start: usize, end: usize) -> bool {
    let is_part = |c: &char| c.is_ascii_graphic() && !matches!(c, ',' | '|' | '(' | ')');
    let line = line.max(start.saturating_sub(ADDRESS));
    let before = chars[line..start]
        .iter()
        .rev()
        .take_while(|c| is_part(c))
        .count();
    let after = chars[end..].iter().take(ADDRESS);
    let after = after.take_while(|c| is_part(c)).count();
    let token: String = chars[start - before..end + after]
        .iter()
        .collect::<String>()
        .to_lowercase();
    token.contains("//")
        || token.contains("www.")
        || token.contains('@')
        || token.contains('_')
        || token.starts_with("doi")
        || token.starts_with("10.") && token.contains('/')
        || token.matches('-').count() >= 3
}

/// Returns whether a line outside tables begins with the number of a heading or of a list item, which starts at
/// `start`.
pub(crate) fn is_list_number(chars: &[char], start: usize, number: &Number) -> bool {
    let text = &chars[start..number.end];
    let short = parts_are_short(text);
    let after = chars.get(number.end).copied();
    short
        && (matches!(after, Some('.' | '、' | ')' | '）' | ' ' | '．' | '\t'))
            || after.is_some_and(|c| !c.is_ascii()))
}

/// Whether a number consists of parts of one or two digits, like that of a section or a figure: 3.2, but not 0.4937.
fn parts_are_short(text: &[char]) -> bool {
    text.split(|c| *c == '.')
        .all(|part| !part.is_empty() && part.len() <= 2 && part.iter().all(char::is_ascii_digit))
}

/// Returns whether a whole number could be a year.
pub(crate) fn is_year(number: &Number) -> bool {
    !number.fractional && (1900..=2100).contains(&number.value.coefficient)
}
