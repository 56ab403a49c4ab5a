//! Values of titles and student numbers: the conditions that a string must meet.

use super::blanks::one_line;
use super::kinds;
use super::names::is_han;
use chachong_text::Words;

/// Reads a student number: 6 to 16 letters and digits, at least 5 of them digits and at most 4 letters. Spaces between
/// boxes, hyphens and dots are removed. `None` for anything else.
pub(super) fn student_number(value: &str) -> Option<String> {
    let value = value.trim_matches(|c: char| !c.is_alphanumeric());
    let parts: Vec<&str> = value.split_whitespace().collect();
    // Numbers in boxes: "2 0 1 9 0 0 0 1", or in groups: "2021 0001 0001".
    let boxed = parts.iter().all(|part| part.chars().count() <= 2);
    let is_group = |part: &&str| {
        (3..=5).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let grouped = parts.iter().all(is_group);
    let number = if boxed || grouped {
        parts.concat()
    } else {
        (*parts.first()?).to_owned()
    };
    let number: String = number
        .chars()
        .map(half_width)
        .filter(|c| !matches!(c, '-' | '.'))
        .collect::<String>()
        .trim_end_matches(|c: char| !c.is_alphanumeric())
        .to_owned();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let sound = (6..=16).contains(&number.len())
        && number.chars().all(|c| c.is_ascii_alphanumeric())
        && digits >= 5
        && digits + 4 >= number.len()
        && number.chars().any(|c| c != '0');
    sound.then(|| number.to_ascii_uppercase())
}

pub(super) fn half_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)
        }
        c => c,
    }
}

/// Reads a title: one line of at most 80 characters if most are Chinese, else of at most 220, with at least 4 letters
/// (8 without a Chinese character) and no placeholder. `None` for anything else.
pub(super) fn title(value: &str) -> Option<String> {
    let value = without_signs(&one_line(value));
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let least = if value.chars().any(is_han) { 4 } else { 8 };
    (letters >= least && may_be_title(&value)).then_some(value)
}

/// Reads a short title such as 论美 or 5G, which is one only behind the colon of its label: as [`title`], but with at least
/// 2 letters or digits, and no word of an assignment without a title.
pub(super) fn short_title(value: &str) -> Option<String> {
    let value = without_signs(&one_line(value));
    let signs = value.chars().filter(|c| c.is_alphanumeric()).count();
    let is_open = [
        "自拟", "自选", "自定", "待定", "暂定", "未定", "不限", "另附", "同上",
    ]
    .contains(&value.as_str());
    (signs >= 2 && !is_open && may_be_title(&value)).then_some(value)
}

/// Whether a line has the length and the signs of a title and is neither a placeholder nor the name of a cover sheet.
fn may_be_title(value: &str) -> bool {
    let length = value.chars().count();
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let han = value.chars().filter(|&c| is_han(c)).count();
    let placeholder = Words("××|XXX|xxx|***|……|填写|此处|宋体|黑体|小二|三号|居中|论文题目|不超过")
        .occur_in(value)
        || value.contains('\u{FFFD}');
    length <= if han * 2 > length { 80 } else { 220 }
        && letters > 0
        && letters * 2 >= value.chars().filter(|c| !c.is_whitespace()).count()
        && !placeholder
        && !kinds::is_sheet(value)
        && !value.contains(['@', '=', '＝'])
        && !value.ends_with('。')
}

/// Opening and closing quotes and brackets that stand around a title.
const PAIRS: [[char; 2]; 3] = [['《', '》'], ['“', '”'], ['"', '"']];

/// Removes signs of footnotes at both ends of a title, quotes and brackets around the whole, and single ones.
fn without_signs(title: &str) -> String {
    let mut title = title.to_owned();
    for [open, close] in PAIRS {
        let (opened, closed) = (title.matches(open).count(), title.matches(close).count());
        if opened != closed || open == close && opened % 2 == 1 {
            title = title.replace([open, close], "");
        }
    }
    let mut value = title.as_str();
    loop {
        let bare = without_note(without_quotes(value.trim_matches(is_sign)));
        if bare == value {
            return value.to_owned();
        }
        value = bare;
    }
}

fn is_sign(c: char) -> bool {
    matches!(
        c,
        '*' | '＊' | '∗' | '†' | '‡' | '#' | '※' | '☆' | '★' | '△' | ' '
    )
}

/// Takes one pair of quotes off that stands around the whole.
fn without_quotes(value: &str) -> &str {
    let around = PAIRS.iter().find_map(|&[open, close]| {
        let inner = value.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    around.unwrap_or(value)
}

/// Takes the mark of a footnote off the end: "…的研究①", "…的研究1)", "…的研究［＊］", "…的研究〔1〕".
fn without_note(value: &str) -> &str {
    let value = value.trim_end_matches(['①', '②', '③', '¹', '²']);
    let brackets = [
        ['(', ')'],
        ['（', '）'],
        ['［', '］'],
        ['[', ']'],
        ['〔', '〕'],
    ];
    let marked = brackets.iter().find_map(|&[open, close]| {
        let rest = value.strip_suffix(close)?;
        let inner = rest.trim_end_matches(|c: char| c.is_ascii_digit() || is_sign(c) || c == '注');
        let short = rest.chars().count() - inner.chars().count() <= 2;
        // A number in round brackets is that of a part or a year.
        let whole = inner
            .strip_suffix(open)
            .filter(|_| !matches!(open, '(' | '（'));
        let single = value.matches(open).count() < value.matches(close).count();
        whole.or(single.then_some(inner)).filter(|_| short)
    });
    marked.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(
            student_number("2 0 1 9 0 0 0 1").as_deref(),
            Some("20190001")
        );
        assert_eq!(student_number("a1234567").as_deref(), Some("A1234567"));
        assert_eq!(
            student_number("１１１１０４０５６").as_deref(),
            Some("111104056")
        );
        assert_eq!(
            student_number("2021 0001 0001").as_deref(),
            Some("202100010001")
        );
        assert_eq!(student_number("2021 06 01"), None);
        assert_eq!(student_number("5587字"), None);
    }

    #[test]
    fn short_titles_behind_their_label() {
        for value in ["Assignment Cover Sheet", "作业封面"] {
            assert_eq!((title(value), short_title(value)), (None, None), "{value}");
        }
        for value in ["论美", "围城论", "5G", "《茶馆》", "夜"] {
            assert_eq!(title(value), None, "{value}");
        }
        assert_eq!(short_title("《茶馆》").as_deref(), Some("茶馆"));
        for value in ["论美", "围城论", "5G", "夜间图书馆的灯光"] {
            assert_eq!(short_title(value).as_deref(), Some(value));
        }
        for value in ["夜", "A", "12", "自拟", "××", "（一）", "____"] {
            assert_eq!(short_title(value), None, "{value}");
        }
    }

    #[test]
    fn titles_without_signs() {
        for (value, expected) in [
            ("识“夜读之灯”", "识“夜读之灯”"),
            ("“夜间图书馆的灯光”", "夜间图书馆的灯光"),
            ("《夜间图书馆的灯光", "夜间图书馆的灯光"),
            ("论《夜读集》", "论《夜读集》"),
            ("夜间图书馆的灯光1)", "夜间图书馆的灯光"),
            ("夜间图书馆的灯光（1999）*", "夜间图书馆的灯光（1999）"),
            ("夜间图书馆的灯光［＊］", "夜间图书馆的灯光"),
            ("Lamps at Night (2)", "Lamps at Night (2)"),
        ] {
            assert_eq!(title(value).as_deref(), Some(expected), "{value}");
        }
    }
}
