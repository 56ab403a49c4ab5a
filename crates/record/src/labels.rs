//! Labels of a cover's fields ("学　号", "Supervisor:"), and splitting a line into labels with their values.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::blanks::{clean, plain};
use super::claim::Field;
use super::label_words::{STRONG, SUFFIXES, is_weak, may_touch};
use super::names::is_han;
use chachong_text::cover_labels;

/// Label with its value, as they stand on a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Labelled {
    /// Words of the label, as [`cover_labels`] has them.
    pub name: &'static str,
    /// Field of the label; `None` for a label that does not belong to the record.
    pub field: Option<Field>,
    /// Whether the label is uncertain evidence: it names a signature, it often means something else, or it is that of a title and its
    /// value follows without sign or gap.
    pub weak: bool,
    /// Whether a colon stands between the label and its value.
    pub colon: bool,
    /// Text up to the next label or the line's end; may be empty.
    pub value: String,
    /// Offset of the label in its line, in characters.
    pub start: usize,
}

/// Splits a line at its labels. Returns nothing for a line of more than 160 characters without white space, which is a
/// sentence. Text before the first label belongs to no label.
pub(super) fn labelled(line: &str) -> Vec<Labelled> {
    let characters: Vec<char> = line.chars().collect();
    // Compact form: lower case without white space, each with its place in the line.
    let compact: Vec<(char, usize)> = characters
        .iter()
        .enumerate()
        .filter(|(_, c)| !c.is_whitespace() && !matches!(c, '\u{200B}' | '\u{FEFF}'))
        .map(|(at, &c)| (plain(c), at))
        .collect();
    if compact.len() > 160 {
        return Vec::new();
    }
    let mut found: Vec<(&LabelField, bool, usize, usize)> = Vec::new();
    let mut at = 0;
    while at < compact.len() {
        if let Some((label, weak, start, length)) = label_at(&compact, &characters, at) {
            let end = at + length;
            let after = compact
                .get(end - 1)
                .map_or(characters.len(), |&(_, place)| place + 1);
            found.push((label, weak, start, after));
            at = end;
        } else {
            at += 1;
        }
    }
    let ends: Vec<usize> = found
        .iter()
        .skip(1)
        .map(|&(_, _, start, _)| start)
        .chain([characters.len()])
        .collect();
    found
        .into_iter()
        .zip(ends)
        .map(|((&(name, field), weak, start, after), end)| Labelled {
            name,
            field,
            weak,
            colon: after
                .checked_sub(1)
                .and_then(|before| characters.get(before))
                .is_some_and(|&c| plain(c) == ':'),
            value: clean(&characters[after.min(end)..end].iter().collect::<String>()),
            start,
        })
        .collect()
}

/// Label with its field.
type LabelField = (&'static str, Option<Field>);

/// Labels by their first character: at most places of a text none begins.
static LABELS_BY_FIRST: LazyLock<HashMap<char, Vec<LabelField>>> = LazyLock::new(|| {
    let mut by_first: HashMap<char, Vec<LabelField>> = HashMap::new();
    for (name, field, _) in cover_labels() {
        if let Some(first) = name.chars().next() {
            by_first.entry(first).or_default().push((name, field));
        }
    }
    by_first
});

/// Signs that a label may follow.
const BEFORE: &str = ":：_|;；(（*·、.●◆";

/// Returns the label that begins at place `at` of the compact line: the label, whether it is weak, its first place in
/// the line, and the length of label, suffix and colon; `None` if none begins there.
fn label_at(
    compact: &[(char, usize)],
    characters: &[char],
    at: usize,
) -> Option<(&'static LabelField, bool, usize, usize)> {
    let (first, place) = *compact.get(at)?;
    let before = place
        .checked_sub(1)
        .and_then(|before| characters.get(before));
    // "【作　者】张三": brackets around a label serve as its colon.
    let bracketed = at > 0
        && compact
            .get(at - 1)
            .and_then(|&(_, place)| characters.get(place))
            .is_some_and(|&c| matches!(c, '【' | '［' | '['));
    let free = bracketed || before.is_none_or(|&c| c.is_whitespace() || BEFORE.contains(c));
    let rest = |name: &str| {
        let mut length = 0;
        for c in name.chars() {
            if compact.get(at + length).map(|&(c, _)| c) != Some(c) {
                return None;
            }
            length += 1;
        }
        Some(length)
    };
    let (label, length) = LABELS_BY_FIRST
        .get(&first)?
        .iter()
        .filter_map(|label| Some((label, rest(label.0)?)))
        .max_by_key(|&(_, length)| length)?;
    let &(name, field) = label;
    let strong = STRONG.include(name);
    if !free && !strong {
        return None;
    }
    let mut end = at + length;
    // "指导教师/职称", "姓名(签名)", "指导教师及职称", "题目（中文）".
    let suffix_end = suffix(compact, end);
    let suffixed = suffix_end > end;
    end = suffix_end;
    let next = compact.get(end);
    let closed = bracketed && next.is_some_and(|&(c, _)| c == ')');
    // A semicolon is a slip of the finger at the beginning of a line, and parts a list elsewhere.
    let is_colon = |c: char| c == ':' || at == 0 && matches!(c, ';' | '；');
    let colon = closed || name.ends_with(':') || next.is_some_and(|&(c, _)| is_colon(c));
    let gap = next.is_none_or(|&(c, place)| {
        c == '_'
            || compact
                .get(end - 1)
                .is_some_and(|&(_, last)| place > last + 1)
    });
    let latin = first.is_ascii_alphabetic();
    // A word of Latin letters goes on: "supervisory", "studentship".
    if latin
        && !name.ends_with(':')
        && !colon
        && !gap
        && next.is_some_and(|&(c, _)| c.is_alphanumeric())
    {
        return None;
    }
    // One Chinese character, or a word of sentences, is a label only before a colon or a gap.
    let short = name.chars().count() <= 1;
    if !latin && !colon && !gap {
        let sentence =
            next.is_some_and(|&(c, _)| "的在是们了与和从、，。,;和对为将进以论者会".contains(c));
        if short || sentence || at > 0 && !strong || !suffixed && !may_touch(name) {
            return None;
        }
    }
    // In running text "专业 知识" a label in the middle needs a colon or wide gap on one side.
    if at > 0 && !colon && !strong && !latin {
        let wide = before.is_some_and(|&c| c == '\t' || c == '\u{3000}' || c == '_')
            || place >= 2
                && characters[place - 2..place]
                    .iter()
                    .all(|c| c.is_whitespace());
        if !(wide || gap && next.is_some()) || short {
            return None;
        }
    }
    // "University of Somewhere, Department of Lamps" is a school and no label.
    let needs_colon = match field {
        Some(Field::StudentNumber) => false,
        Some(_) => at > 0,
        // The cell of a table holds the label alone.
        None => at > 0 || next.is_some() && !matches!(name, "department" | "faculty" | "committee"),
    };
    if latin && !colon && needs_colon {
        return None;
    }
    if colon && !name.ends_with(':') {
        end += 1;
    }
    if closed && compact.get(end).is_some_and(|&(c, _)| c == ':') {
        end += 1;
    }
    let start = if closed { compact[at - 1].1 } else { place };
    // "题目拟定为…" is a sentence, so that a title without sign or gap before it is not sure.
    let touching = !latin && !colon && !gap && field == Some(Field::Title);
    Some((label, touching || is_weak(name), start, end - at))
}

/// Skips text after a label that is not its value; returns the new end.
fn suffix(compact: &[(char, usize)], end: usize) -> usize {
    let mut longest = end;
    for suffix in SUFFIXES.all() {
        let mut at = end;
        if suffix.chars().all(|c| {
            let same = compact.get(at).is_some_and(|&(own, _)| own == c);
            at += 1;
            same
        }) {
            // A Latin repetition of the label is one only before a colon or the value: "姓名 Name: 张三", "姓名 Name 张三".
            let latin = suffix
                .chars()
                .next()
                .is_some_and(|c| c.is_ascii_alphabetic() || c == '/');
            let ends = compact
                .get(at)
                .is_none_or(|&(c, _)| c == ':' || is_han(c) || c.is_ascii_digit());
            let chinese = suffix.chars().any(is_han);
            if (!latin || ends || chinese) && at > longest {
                longest = at;
            }
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(Option<Field>, String)> {
        labelled(line)
            .into_iter()
            .map(|label| (label.field, label.value))
            .collect()
    }

    fn owned(expected: &[(Option<Field>, &str)]) -> Vec<(Option<Field>, String)> {
        expected
            .iter()
            .map(|&(field, value)| (field, value.to_owned()))
            .collect()
    }

    #[test]
    fn lines_of_covers() {
        use Field::{Author, StudentNumber, Supervisor, Title};
        for (line, expected) in [
            (
                "学　　号：  20190001",
                &[(Some(StudentNumber), "20190001")][..],
            ),
            ("姓    名", &[(Some(Author), "")]),
            (
                "姓名 张三学号 202100010001 ",
                &[
                    (Some(Author), "张三"),
                    (Some(StudentNumber), "202100010001"),
                ],
            ),
            (
                "指导教师/职称李四 /副教授",
                &[(Some(Supervisor), "李四 /副教授")],
            ),
            (
                "班  级  1600001  学 号    160000016  ",
                &[(None, "1600001"), (Some(StudentNumber), "160000016")],
            ),
            ("题目基于灯光的夜读", &[(Some(Title), "基于灯光的夜读")]),
            ("题   目：___灯光____", &[(Some(Title), "灯光")]),
            ("Student ID: A1234567", &[(Some(StudentNumber), "A1234567")]),
            ("Supervised by", &[(Some(Supervisor), "")]),
            ("【 作  者 】孟夜/方砚", &[(Some(Author), "孟夜/方砚")]),
            ("姓名 Name: 张三", &[(Some(Author), "张三")]),
            (
                "姓名 Name 张三 Zhang San",
                &[(Some(Author), "张三 Zhang San")],
            ),
            ("学号 ID 20190001", &[(Some(StudentNumber), "20190001")]),
            ("姓名;张三", &[(Some(Author), "张三")]),
            ("姓名；张三", &[(Some(Author), "张三")]),
            ("指导导师：李小四", &[(Some(Supervisor), "李小四")]),
            ("Module title and code", &[(None, "")]),
            (
                "Module leader: Anna Candle",
                &[(Some(Supervisor), "Anna Candle")],
            ),
            ("Programmes of evenings", &[]),
            ("夜读;学生;灯光", &[]),
            (
                "报告人：张三 同组人：李四",
                &[(Some(Author), "张三"), (None, "李四")],
            ),
            ("指导教师的意见是这样的", &[]),
            ("作者在本文里讨论灯光", &[]),
            ("学生的夜读", &[]),
        ] {
            assert_eq!(read(line), owned(expected), "{line}");
        }
    }
}
