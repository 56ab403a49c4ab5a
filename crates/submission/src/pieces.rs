//! Splits the names of files and folders into pieces, at signs and between digits and letters.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use crate::key;
use crate::person::{DOTS, is_person};
use chachong_record::{RecordField, has_teachers_title};
use chachong_text::{LabelUse, cover_labels, without_radical};

/// Words in file names that are neither names nor titles.
#[rustfmt::skip]
pub(crate) const DOCUMENT_WORDS: &[&str] = &[
    "毕业论文", "毕业设计", "课程设计", "实验报告", "课程论文", "大作业", "小组作业", "平时作业", "期末作业", "期中作业", "课后作业", "源代码", "源程序",
    "程序代码", "最终版", "修改版", "提交版", "打印版", "报告", "作业", "实验", "论文", "设计", "代码", "程序", "附录", "附件", "终稿", "定稿", "初稿",
    "修改稿", "一稿", "二稿", "三稿", "正文", "文档", "说明", "总结", "开题", "任务书", "封面", "的", "期末", "期中", "课程", "结课", "数据", "图片", "截图",
    "补交", "重交", "迟交", "副本", "材料", "压缩包", "第一次", "第二次", "第三次", "第四次", "第五次", "第六次", "练习", "习题", "上机", "实训", "项目", "答案",
    "word", "pdf", "ppt",
];

/// The same words in Latin letters.
#[rustfmt::skip]
pub(crate) const LATIN_WORDS: &[&str] = &[
    "report", "lab", "homework", "hw", "assignment", "final", "project", "essay", "thesis", "paper", "code", "source", "src", "main", "appendix",
    "draft", "submission", "exercise", "task", "work", "copy", "version", "program", "solution", "answer", "answers", "test", "data", "readme",
    "the", "of", "and", "in", "on", "part", "week", "course", "class", "section", "group", "team", "new", "document", "doc", "docx", "pdf", "file",
    "files", "cover", "notes", "summary", "experiment", "design", "term", "mid", "end", "late", "resubmission", "analysis", "image", "picture",
    "figure", "table", "chart", "plot", "results", "result", "util", "utils", "tools", "lib", "include", "header", "makefile",
];

/// Words before the name of a teacher, which may stand right behind the name of a student: the labels of supervisors on covers, and those
/// of courses; longer ones first.
static BEFORE_TEACHERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let labels = cover_labels().filter(|&(label, field, used)| {
        field == Some(RecordField::Supervisor) && used != LabelUse::Never && key::has_han(label)
    });
    let labels = labels.map(|(label, ..)| label);
    let mut words: Vec<&str> = labels.chain(["任课老师", "任课教师"]).collect();
    words.sort_by_key(|word| Reverse(word.len()));
    words
});

/// Returns whether a Latin word in lower case is a document word, such as `report`.
pub(crate) fn is_document_word(word: &str) -> bool {
    LATIN_WORDS.contains(&word)
}

/// Returns the name of a file without its extension: letters and digits after the last dot, or a double extension
/// such as `.tar.gz`.
pub(crate) fn stem(file: &str) -> &str {
    let Some((stem, ending)) = file.rsplit_once('.') else {
        return file;
    };
    let sound =
        (1..=8).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    if !sound || stem.is_empty() {
        return file;
    }
    stem.strip_suffix(".tar").unwrap_or(stem)
}

/// Splits a name without its extension into pieces. Spaces separate Chinese words, but not the words of a Latin name.
pub(crate) fn pieces(name: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let name = &with_teachers_apart(name);
    for segment in with_surnames_last(name, &segments(name)) {
        let mut run: Vec<char> = Vec::new();
        let characters = closed_up(&segment);
        for (at, &c) in characters.iter().enumerate() {
            if parts(&run, &characters[at..]) {
                take(&mut run, &mut pieces);
            }
            run.push(c);
        }
        take(&mut run, &mut pieces);
    }
    pieces
}

/// Returns a name with signs around each word such as 指导老师 that has a colon behind it.
fn with_teachers_apart(name: &str) -> String {
    let mut name = name.to_owned();
    if !name.contains([':', '：']) {
        return name;
    }
    for word in BEFORE_TEACHERS.iter() {
        for colon in [':', '：'] {
            name = name.replace(&format!("{word}{colon}"), &format!("_{word}_"));
        }
    }
    name
}

/// Returns the characters of a segment with ideographs for radicals, and without the blanks that spread a name of two ideographs, as in
/// 王 五.
fn closed_up(segment: &str) -> Vec<char> {
    let characters: Vec<char> = segment.chars().map(without_radical).collect();
    let han = |at: usize| characters.get(at).copied().filter(|&c| key::is_han(c));
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(&c) = characters.get(at) {
        let blanks = characters[at..].iter().take_while(|c| c.is_whitespace());
        let next = at + blanks.count();
        let before = at.checked_sub(1).and_then(han);
        let spreads = next > at
            && matches!((before, han(next)), (Some(a), Some(b)) if is_person(&format!("{a}{b}")))
            && at.checked_sub(2).and_then(han).is_none()
            && han(next + 1).is_none();
        if spreads {
            at = next;
        } else {
            kept.push(c);
            at += 1;
        }
    }
    kept
}

/// Splits a name at its signs. An apostrophe between letters never parts, as in `O'Brien`; a hyphen does not where
/// other signs do, as in `Roe Siu-ming_2021001`, unless beside it is a word such as `report`.
fn segments(name: &str) -> Vec<Range<usize>> {
    let mut between = None;
    let mut signs: Vec<(usize, char, bool)> = Vec::new();
    let mut after = name.chars();
    while let Some(c) = after.next() {
        let next = after.clone().next();
        if is_sign(c) {
            let is_inner = between.is_some_and(is_latin) && next.is_some_and(is_latin);
            let at = name.len() - after.as_str().len() - c.len_utf8();
            signs.push((at, c, is_inner));
        }
        between = Some(c);
    }
    let has_others = signs.iter().any(|&(at, c, _)| match c {
        '\'' => false,
        '-' => name[..at].ends_with(' ') || name[at + 1..].starts_with(' '),
        _ => true,
    });
    let no_letter = |letter: char| !is_latin(letter);
    let is_of_documents =
        |word: Option<&str>| word.is_some_and(|word| is_document_word(&word.to_lowercase()));
    let mut segments = Vec::new();
    let mut from = 0;
    for &(at, c, is_inner) in &signs {
        let joins = is_inner && c == '\''
            || (is_inner && c == '-' && has_others)
                && !is_of_documents(name[..at].rsplit(no_letter).next())
                && !is_of_documents(name[at + 1..].split(no_letter).next());
        if !joins {
            segments.push(from..at);
            from = at + c.len_utf8();
        }
    }
    segments.push(from..name.len());
    segments
}

/// Returns the texts of the segments of a name; a surname before a comma and the given name behind it are one, as in `Roe, Ann - Essay`.
fn with_surnames_last(name: &str, segments: &[Range<usize>]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = segments.iter().peekable();
    while let Some(segment) = rest.next() {
        let text = &name[segment.start..segment.end];
        let turned = |next: &&Range<usize>| match &name[segment.end..next.start] {
            "," => surname_last(text, &name[next.start..next.end]),
            _ => None,
        };
        let full = rest.peek().and_then(turned);
        if full.is_some() {
            rest.next();
        }
        texts.push(full.unwrap_or_else(|| text.to_owned()));
    }
    texts
}

/// Returns the name of one person, the surname last; `None` unless both texts together are one. Two names are of two people.
fn surname_last(surname: &str, given: &str) -> Option<String> {
    let is_one_word = surname.split_whitespace().count() == 1;
    let are_two = is_person(surname) && is_person(given);
    let full = format!("{} {}", given.trim(), surname.trim());
    let is_name = is_one_word && given.starts_with(' ') && !key::has_han(&full) && !are_two;
    (is_name && is_person(&full)).then_some(full)
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && !key::is_han(c)
}

fn take(run: &mut Vec<char>, pieces: &mut Vec<String>) {
    let piece: String = run.drain(..).collect();
    let (student, teacher) = piece.split_at(start_of_teacher(&piece));
    let parts = [student.trim(), teacher.trim()].into_iter();
    pieces.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
}

/// Returns where a word such as 指导老师 begins in a piece that has the name of a teacher behind it and at least two characters before it,
/// as in 王小五指导老师李四; the length of any other piece.
fn start_of_teacher(piece: &str) -> usize {
    let found = (BEFORE_TEACHERS.iter()).filter_map(|word| Some((piece.find(*word)?, *word)));
    let first = found.min_by_key(|&(at, _)| at).filter(|(at, word)| {
        let teacher = piece[at + word.len()..].trim();
        let is_teacher = is_person(teacher) || has_teachers_title(teacher);
        is_teacher && piece[..*at].trim().chars().count() > 1
    });
    first.map_or(piece.len(), |(at, _)| at)
}

/// Returns whether a character separates the pieces of a name. A full stop does; a middle dot, as in 阿依灯·买买书, does
/// not.
fn is_sign(c: char) -> bool {
    "_-－—–+.,，、()（）[]【】《》〈〉“”\"'#&@;；:：~～＿＋=|!！{}".contains(c)
}

/// Returns whether a name is split between `run` and the first character of `rest`.
fn parts(run: &[char], rest: &[char]) -> bool {
    let (Some(&last), Some(&next)) = (run.last(), rest.first()) else {
        return false;
    };
    let kind = |c: char| {
        if c.is_numeric() && !key::is_han(c) {
            0
        } else if key::is_han(c) || DOTS.contains(&c) {
            1
        } else if c.is_alphabetic() || matches!(c, '\'' | '’' | '-') {
            2
        } else {
            3
        }
    };
    let before = run.iter().rev().find(|c| !c.is_whitespace());
    let of_last_kind = |&&c: &&char| kind(c) == kind(last);
    let run_length = run.iter().rev().take_while(of_last_kind).count();
    match (kind(last), kind(next)) {
        (0 | 2, 1) | (1, 0 | 2) => true,
        // "hw1" and "A1234567" are whole, "wangxiaowu2021001" is two.
        (2, 0) => run_length >= 4,
        // "2021001X" is whole.
        (0, 2) => run_length >= 4 && rest.get(1).is_some_and(|&c| kind(c) == 2),
        // A blank parts all but Latin words.
        (3, after) => before.is_some_and(|&c| kind(c) != 2 || after != 2),
        _ => false,
    }
}

/// Removes document words from both ends of a piece; Latin ones also where a space separates them.
pub(crate) fn without_document_words(piece: &str) -> String {
    if !key::has_han(piece) {
        let mut words: Vec<&str> = piece.split_whitespace().collect();
        let is_word = |word: &&&str| is_document_word(&word.to_lowercase());
        while words.last().as_ref().is_some_and(is_word) {
            words.pop();
        }
        while words.first().as_ref().is_some_and(is_word) {
            words.remove(0);
        }
        return words.join(" ");
    }
    let mut rest = piece;
    loop {
        let before = rest;
        for word in DOCUMENT_WORDS {
            rest = rest.strip_suffix(word).unwrap_or(rest);
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        if rest == before {
            return rest.trim().to_owned();
        }
    }
}

/// Reads a student number: 5 to 16 letters and digits, with at least five digits and at most four letters, that are not
/// a telephone number. `None` for any other text.
pub(crate) fn number(piece: &str) -> Option<String> {
    let number = key::number(piece);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_telephone = number.len() == 11
        && number.starts_with('1')
        && digits == 11
        && !number.starts_with("10")
        && !number.starts_with("11")
        && !number.starts_with("12");
    let sound = (5..=16).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && digits >= 5
        && digits + 4 >= number.len()
        && !is_telephone;
    sound.then_some(number)
}

/// Returns whether the piece at a position is a day, or the time of day behind one, as in `20240501_103015`.
pub(crate) fn is_moment(pieces: &[String], at: usize) -> bool {
    let is_day = |at: usize| key::is_date(&key::number(&pieces[at]));
    let is_behind_day = at.checked_sub(1).is_some_and(is_day);
    is_day(at) || is_behind_day && key::is_time(&key::number(&pieces[at]))
}

#[cfg(test)]
mod tests {
    use super::{number, pieces, stem, without_document_words};

    #[test]
    fn names_fall_into_pieces() {
        for (name, expected) in [
            (
                "2021001001_王小五_夜间照明",
                &["2021001001", "王小五", "夜间照明"][..],
            ),
            (
                "王小五2021001001实验1",
                &["王小五", "2021001001", "实验", "1"],
            ),
            ("王小五 实验报告", &["王小五", "实验报告"]),
            ("王　五 实验报告", &["王五", "实验报告"]),
            ("⻢⼩五报告", &["马小五报告"]),
            ("实验 一 王 五2021", &["实验", "一", "王五", "2021"]),
            ("阿依灯·买买书-报告", &["阿依灯·买买书", "报告"]),
            ("阿依灯．买买书-报告", &["阿依灯．买买书", "报告"]),
            ("Mary O'Roe-2021", &["Mary O'Roe", "2021"]),
            ("Mary O’Roe-2021", &["Mary O’Roe", "2021"]),
            ("Roe Siu-ming_2021", &["Roe Siu-ming", "2021"]),
            ("xiaowu-report_2021", &["xiaowu", "report", "2021"]),
            ("Roe-Ann-Lab", &["Roe", "Ann", "Lab"]),
            ("Ann Roe - Lab 1", &["Ann Roe", "Lab", "1"]),
            ("Roe, Ann Sue - Lab 1", &["Ann Sue Roe", "Lab", "1"]),
            ("2021_O'Roe, Ann", &["2021", "Ann O'Roe"]),
            ("Ann Roe, Max Doe", &["Ann Roe", "Max Doe"]),
            ("Essay, Ann Roe", &["Essay", "Ann Roe"]),
            ("Roe,Ann", &["Roe", "Ann"]),
            ("wangxiaowu2021001", &["wangxiaowu", "2021001"]),
            ("A1234567 hw1", &["A1234567", "hw1"]),
            ("2021001X王小五", &["2021001X", "王小五"]),
            ("王小五wang", &["王小五", "wang"]),
            ("王五指导老师李四", &["王五", "指导老师李四"]),
            ("王小五校内导师李老师", &["王小五", "校内导师李老师"]),
            ("王小五指导教师：李小四", &["王小五", "指导教师", "李小四"]),
            ("王小五指导导师：李小四", &["王小五", "指导导师", "李小四"]),
            ("王小五指导导师李小四", &["王小五", "指导导师李小四"]),
            ("校内导师李小四-王五", &["校内导师李小四", "王五"]),
            ("指导老师李小四-王五", &["指导老师李小四", "王五"]),
            ("李导师-王小五", &["李导师", "王小五"]),
            ("本科导师制研究", &["本科导师制研究"]),
        ] {
            assert_eq!(pieces(name), expected, "{name}");
        }
    }

    #[test]
    fn endings_and_words_go() {
        assert_eq!(stem("a.b.docx"), "a.b");
        assert_eq!(stem("a.tar.gz"), "a");
        assert_eq!(stem("王小五.作业"), "王小五.作业");
        assert_eq!(without_document_words("王小五实验报告"), "王小五");
        assert_eq!(without_document_words("Ann Roe Lab"), "Ann Roe");
        assert_eq!(number("a2021001"), Some("A2021001".to_owned()));
        assert_eq!(number("13800001111"), None);
        assert_eq!(number("1234"), None);
    }
}
