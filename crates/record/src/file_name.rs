//! Finds fields in the names of files and folders: `学号_姓名_题目.docx`, `姓名-学号`, `Name_ID`.

use super::claim::{Claims, Field};
use super::names::{is_chinese_name, is_han};
use super::{Certainty, StatedPlace, dates, kinds, schools, values};
use chachong_text::Words;

/// Words in file names that are not part of a title.
#[rustfmt::skip]
const NO_TITLES: &[&str] = &[
    "论文", "终稿", "定稿", "初稿", "修改", "毕业设计", "毕业论文", "开题报告", "任务书", "附件", "查重", "最终版", "打印版", "送审", "模板", "格式",
    "文档", "材料", "正文", "报告", "说明书", "外文翻译", "文献综述", "答辩", "提交", "作业", "答辩版", "盲审", "扫描", "副本", "一稿", "二稿", "三稿",
    "第一版", "第二版",
];

/// Adds the claims of a file name with its folders. The title is taken from the file name. Author and student number
/// are taken from the file name or, if it has neither, from the folder or the one above it.
pub(super) fn read(name: &str, claims: &mut Claims) {
    let name = name.strip_prefix("library:").unwrap_or(name);
    let mut parts = name.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let own = pieces(stem);
    let folders: Vec<Vec<String>> = parts.take(2).map(pieces).collect();
    let mut all = vec![own];
    all.extend(folders);
    let mut add = |field, value: String, certainty| {
        claims.add(field, value, StatedPlace::FileName, certainty);
    };
    for (depth, pieces) in all.iter().enumerate() {
        let number = number_of(pieces);
        let author = author_of(pieces, number.is_some());
        if depth == 0
            && let Some(title) = title_of(pieces, author.as_deref())
        {
            let known = [author.as_deref(), number.as_deref()];
            let is_told = author.is_some() || number.is_some();
            let certainty = Certainty::likely_if(is_told && !is_cut(stem, &title, known));
            add(Field::Title, title, certainty);
        }
        let both = number.is_some() && author.is_some();
        let certainty = Certainty::likely_if(both);
        let found = number.is_some() || author.is_some();
        if let Some(number) = number {
            add(Field::StudentNumber, number, certainty);
        }
        if let Some(author) = author {
            add(Field::Author, author, certainty);
        }
        if found {
            return;
        }
    }
}

/// Splits a name at signs, and between digits and Chinese characters.
fn pieces(name: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut last = '_';
    for c in name.chars() {
        let sign = c.is_whitespace() || "_-－—–+.,，、()（）[]【】《》“”#&@;；:：~～＿".contains(c);
        let turn = c.is_ascii_digit() && is_han(last) || is_han(c) && last.is_ascii_digit();
        if sign || turn {
            pieces.push(String::new());
        }
        if !sign && let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
        last = c;
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns the student number among the pieces of a file name; `None` unless there is exactly one. A date is no student
/// number, except if it is the only number, stands beside a Chinese name and does not begin with 202.
fn number_of(pieces: &[String]) -> Option<String> {
    let numbers: Vec<String> = pieces
        .iter()
        .filter(|piece| piece.chars().filter(char::is_ascii_digit).count() >= 6)
        .filter_map(|piece| values::student_number(piece))
        .collect();
    let is_date = |number: &String| {
        number.len() == 8 && dates::year(number).is_some()
            || number.len() == 6 && number.starts_with("20")
    };
    let [number] = &numbers
        .iter()
        .filter(|number| !is_date(number))
        .collect::<Vec<_>>()[..]
    else {
        // "20190101" may be a number in a class of numbers, if nothing else is.
        return match &numbers[..] {
            [only]
                if only.len() == 8
                    && pieces.len() >= 2
                    && pieces.iter().any(|piece| is_chinese_name(piece))
                    && !only.starts_with("202") =>
            {
                Some(only.clone())
            }
            _ => None,
        };
    };
    Some((*number).clone())
}

/// Returns the author among the pieces of a file name: the only Chinese name, or Latin words beside a student number;
/// `None` if there is neither.
fn author_of(pieces: &[String], numbered: bool) -> Option<String> {
    let names: Vec<&String> = pieces
        .iter()
        .filter(|piece| is_chinese_name(piece))
        .collect();
    if let [name] = names[..] {
        return Some(name.clone());
    }
    if !names.is_empty() || !numbered {
        return None;
    }
    let words: Vec<&str> = pieces
        .iter()
        .map(String::as_str)
        .filter(|piece| piece.chars().all(|c| c.is_ascii_alphabetic()))
        .collect();
    let general = Words(
        "thesis|final|report|draft|dissertation|essay|paper|project|assignment|version|copy|doc|v|the|\
         of|on|and|a|in",
    );
    let is_general = |word: &&str| general.include(&word.to_lowercase());
    if words.iter().any(is_general) || words.len() > 3 {
        return None;
    }
    let text = words.join(" ");
    // "ZhangWei" is two words.
    let mut spaced = String::new();
    let mut last = ' ';
    for c in text.chars() {
        if c.is_ascii_uppercase() && last.is_ascii_lowercase() {
            spaced.push(' ');
        }
        spaced.push(c);
        last = c;
    }
    let sound = spaced.split(' ').count() >= 2
        && spaced
            .split(' ')
            .all(|word| word.chars().next().is_some_and(|c| c.is_ascii_uppercase()));
    sound.then_some(spaced)
}

/// Returns the longest piece of a file name that reads like a title; `None` if none does.
fn title_of(pieces: &[String], author: Option<&str>) -> Option<String> {
    let title = pieces
        .iter()
        .filter(|piece| {
            Some(piece.as_str()) != author && piece.chars().filter(|&c| is_han(c)).count() >= 6
        })
        .filter(|piece| {
            let mut rest = (*piece).clone();
            for word in NO_TITLES {
                rest = rest.replace(word, "");
            }
            rest.chars().count() >= 5
                && kinds::kind(piece).is_none()
                && schools::school(piece).is_none()
        })
        .max_by_key(|piece| piece.chars().count())?;
    values::title(title)
}

/// Returns whether a title may be only a part of the title in the name: a blank parts it from a word that is neither one of the `known`
/// values nor a usual word of file names.
fn is_cut(stem: &str, title: &str, known: [Option<&str>; 2]) -> bool {
    let Some((before, after)) = stem.split_once(title) else {
        return false;
    };
    let is_of_title = |word: Option<&str>| {
        word.is_some_and(|word| {
            let is_known = known.iter().flatten().any(|value| word.contains(value));
            !word.is_empty() && !is_known && !NO_TITLES.contains(&word)
        })
    };
    let no_word = |c: char| !c.is_alphanumeric();
    let last = before.trim_end().rsplit(no_word).next();
    let first = after.trim_start().split(no_word).next();
    before.ends_with(char::is_whitespace) && is_of_title(last)
        || after.starts_with(char::is_whitespace) && is_of_title(first)
}

#[cfg(test)]
mod tests {
    use super::super::{BibliographicRecord, Stated};
    use super::*;

    fn read_name(name: &str) -> [Option<String>; 3] {
        let mut claims = Claims::default();
        read(name, &mut claims);
        let BibliographicRecord {
            title,
            author,
            student_number,
            ..
        } = claims.settle(name);
        [author, student_number, title]
            .map(|stated: Option<Stated>| stated.map(|stated| stated.value))
    }

    #[test]
    fn a_title_that_a_blank_may_have_cut_is_a_guess() {
        for (name, is_trusted) in [
            ("2019000123_张小三_夜间图书馆的灯光研究.docx", true),
            ("2019000123 张小三 夜间图书馆的灯光研究 终稿.docx", true),
            (
                "2019000123_张小三_关于 Linux 夜间图书馆的灯光研究.docx",
                false,
            ),
            (
                "2019000123_张小三_夜间图书馆的灯光研究 与 Shell.docx",
                false,
            ),
        ] {
            let mut claims = Claims::default();
            read(name, &mut claims);
            let title = claims.settle(name).title.unwrap();
            assert_eq!(title.certainty > Certainty::Guess, is_trusted, "{name}");
        }
    }

    #[test]
    fn names_of_files_and_folders() {
        for (name, expected) in [
            (
                "2019000123_张小三_夜间图书馆的灯光研究.docx",
                [
                    Some("张小三"),
                    Some("2019000123"),
                    Some("夜间图书馆的灯光研究"),
                ],
            ),
            (
                "一班/李四-20190001234.pdf",
                [Some("李四"), Some("20190001234"), None],
            ),
            (
                "张小三2019000123/毕业论文终稿.docx",
                [Some("张小三"), Some("2019000123"), None],
            ),
            (
                "ZhangWei_2019000123.pdf",
                [Some("Zhang Wei"), Some("2019000123"), None],
            ),
            (
                "Jane_Roe_A1234567.docx",
                [Some("Jane Roe"), Some("A1234567"), None],
            ),
            ("毕业论文终稿20210518.docx", [None, None, None]),
            ("final thesis 12345678.pdf", [None, Some("12345678"), None]),
            ("a.docx", [None, None, None]),
        ] {
            assert_eq!(
                read_name(name),
                expected.map(|value| value.map(str::to_owned)),
                "{name}"
            );
        }
    }
}
