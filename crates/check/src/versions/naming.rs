//! Statements in a document's path: numbers that may be student numbers, parts that may be names, a date, words for drafts.

use std::collections::BTreeSet;

use chachong_compare::each_once;
use chachong_submission::{are_of_two_classes, people_in};
use chachong_text::{Words, runs};
use jiff::civil::Date;

/// Numbers of digits that a student number can have.
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 6..=14;
/// First and last year of a date in a file name.
const YEARS: std::ops::RangeInclusive<i16> = 1990..=2099;
/// Words for drafts in file names, with their stage from 1 (outline) to 8 (final).
const STAGES: &[(Words, u32)] = &[
    (Words("提纲|大纲|outline"), 1),
    (Words("初稿|草稿|draft"), 2),
    (Words("中期"), 3),
    (Words("修改|修订|改|revised|revision"), 4),
    (Words("盲审|送审|外审|查重"), 5),
    (Words("答辩后"), 7),
    (Words("答辩"), 6),
    (Words("定稿|终稿|终版|最终|final"), 8),
];
/// Words that say nothing about whose file it is.
const GENERIC: Words = Words(
    "毕业论文|毕业设计|学位论文|硕士论文|博士论文|本科|硕士|博士|论文|正文|全文|设计|thesis|paper|\
     dissertation|document|版本|版|第|稿|的|copy|副本|新建|library|文档|报告|作业|实验",
);

/// Statements of one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Naming {
    /// Folder of the document in the check; empty for none.
    pub folder: String,
    /// File name without the extension, in lower case.
    pub stem: String,
    /// Letters and digits of the whole path in lower case, without the extension, and `/` between folders.
    pub path: String,
    /// Words of the path in lower case, sorted, each once.
    words: BTreeSet<String>,
    /// Runs of 6 to 14 digits in the path, sorted, each once.
    pub numbers: Vec<String>,
    /// Names of people in the path.
    pub people: BTreeSet<String>,
    /// Last date in the file name, as year, month and day; `None` without one.
    pub date: Option<(i16, i8, i8)>,
    /// Stage of a draft by the words in the file name, 1 (outline) to 8 (final); `None` without such a word.
    pub stage: Option<u32>,
    /// Number of the version: `v2`, `第二稿`, `修改3`, `(1)`; `None` without one.
    pub version: Option<u32>,
}

impl Naming {
    /// Reads the path of a document in the check, with `/` between folders.
    pub(crate) fn of(path: &str) -> Self {
        let path = path.strip_prefix(crate::LIBRARY_PREFIX).unwrap_or(path);
        let lower = path.to_lowercase();
        let (folder, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let whole: String = folder.chars().chain(['/']).chain(stem.chars()).collect();
        let numbers = digit_runs(&whole)
            .filter(|(_, run)| NUMBER_DIGITS.contains(&run.len()))
            .map(|(_, run)| run.to_owned());
        let stage = (STAGES.iter())
            .filter(|(words, _)| words.occur_in(stem))
            .map(|&(_, stage)| stage)
            .max();
        Self {
            folder: folder.to_owned(),
            stem: stem.trim().to_owned(),
            path: (whole.chars())
                .filter(|&c| c.is_alphanumeric() || c == '/')
                .collect(),
            words: (whole.split(|c: char| !c.is_alphanumeric()))
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            numbers: each_once(numbers),
            people: people_in(path)
                .into_iter()
                .filter(|name| !is_word(&name.to_lowercase()))
                .collect(),
            date: date_in(stem),
            stage,
            version: version_in(stem),
        }
    }

    /// Returns whether one of two paths contains an author's name, and both otherwise differ only in what tells drafts of one
    /// work apart.
    pub(super) fn are_drafts_by(&self, other: &Self, author: &str) -> bool {
        let names = || author.split(' ');
        let is_named = |naming: &Self| names().all(|name| naming.path.contains(name));
        let rest = |naming: &Self| -> BTreeSet<String> {
            let without =
                |word: &String| names().fold(word.clone(), |word, name| word.replace(name, ""));
            let words = naming.words.iter().map(without);
            words.filter(|word| !is_of_draft(word)).collect()
        };
        (is_named(self) || is_named(other)) && rest(self) == rest(other)
    }

    /// Returns the words of the path without those that say what kind of document or which draft it is.
    pub(crate) fn own_words(&self) -> BTreeSet<&str> {
        let words = self.words.iter().map(String::as_str);
        words.filter(|word| !is_of_draft(word)).collect()
    }

    /// Returns whether the file name says which draft it is: by a word, a number or a date.
    pub(crate) const fn names_draft(&self) -> bool {
        self.stage.is_some() || self.version.is_some() || self.date.is_some()
    }

    /// Returns whether two paths contain one student number or the name of one person.
    pub(crate) fn names_one_person(&self, other: &Self) -> bool {
        self.student_numbers()
            .any(|run| other.numbers.contains(run))
            || !self.people.is_disjoint(&other.people)
    }

    /// Returns whether the path contains a student number or the name of a person.
    pub(super) fn names_student(&self) -> bool {
        !self.people.is_empty() || self.student_numbers().next().is_some()
    }

    /// Returns the numbers in the path that may be student numbers: those that are no dates.
    fn student_numbers(&self) -> impl Iterator<Item = &String> {
        self.numbers.iter().filter(|run| date_of(run).is_none())
    }

    /// Returns whether two paths name different classes. A word that begins with one of `authors` is no class.
    pub(super) fn is_of_other_class(&self, other: &Self, authors: &BTreeSet<&str>) -> bool {
        are_of_two_classes(self.words_without(authors), other.words_without(authors))
    }

    fn words_without<'n>(
        &'n self,
        authors: &'n BTreeSet<&'n str>,
    ) -> impl Iterator<Item = &'n str> {
        let words = self.words.iter().map(String::as_str);
        words.filter(move |word| !authors.iter().any(|author| word.starts_with(*author)))
    }
}

/// Returns the date that a run of digits can be: year, month and day, eight digits; `None` if it can be none.
pub(super) fn date_of(digits: &str) -> Option<(i16, i8, i8)> {
    if digits.len() != 8 {
        return None;
    }
    let date = (
        digits.get(..4)?.parse().ok()?,
        digits.get(4..6)?.parse().ok()?,
        digits.get(6..)?.parse().ok()?,
    );
    is_date(date).then_some(date)
}

/// Returns a path with a space in place of the month and the day in its file name, four digits as in 论文0520. `None` unless the file name
/// has exactly one such day, directly beside a letter.
pub(super) fn without_day(path: &str) -> Option<String> {
    let start = path.rfind('/').map_or(0, |at| at + 1);
    let end = path.rfind('.').filter(|&at| at > start);
    let (folder, file) = path.split_at(start);
    let (stem, ending) = file.split_at(end.map_or(file.len(), |at| at - start));
    let mut days = digit_runs(stem)
        .filter(|(_, digits)| digits.len() == 4 && date_of(&format!("2000{digits}")).is_some());
    let (at, digits) = days.next()?;
    let (before, after) = (&stem[..at], &stem[at + digits.len()..]);
    let has_letters =
        before.ends_with(char::is_alphabetic) || after.starts_with(char::is_alphabetic);
    (has_letters && days.next().is_none()).then(|| format!("{folder}{before} {after}{ending}"))
}

fn is_date((year, month, day): (i16, i8, i8)) -> bool {
    YEARS.contains(&year) && Date::new(year, month, day).is_ok()
}

/// Finds the last date of a file name: `20250301`, `2025-3-1`, `2025.03.01`, `2025年3月1日`; `None` without one.
fn date_in(stem: &str) -> Option<(i16, i8, i8)> {
    let runs: Vec<(usize, &str)> = digit_runs(stem).collect();
    let mut found = None;
    for (at, &(start, digits)) in runs.iter().enumerate() {
        if let Some(date) = date_of(digits) {
            found = Some(date);
        }
        let [Some(&(second, month)), Some(&(third, day))] = [runs.get(at + 1), runs.get(at + 2)]
        else {
            continue;
        };
        let is_between = |from: usize, to: usize| {
            let mut between = stem.get(from..to).unwrap_or_default().chars();
            matches!((between.next(), between.next()), (Some(c), None) if "-._/ 年月".contains(c))
        };
        let together =
            is_between(start + digits.len(), second) && is_between(second + month.len(), third);
        let numbers = (digits.len() == 4 && month.len() <= 2 && day.len() <= 2 && together)
            .then(|| Some((digits.parse().ok()?, month.parse().ok()?, day.parse().ok()?)));
        if let Some(date) = numbers.flatten().filter(|&date| is_date(date)) {
            found = Some(date);
        }
    }
    found
}

/// Finds the number of a version in a file name: one or two digits in brackets or after `v`, `version`, `第` or a word for drafts, or a
/// Chinese ordinal as in `第二稿`. `None` without one.
fn version_in(stem: &str) -> Option<u32> {
    let compact: String = stem.chars().filter(|c| !c.is_whitespace()).collect();
    let mut found = None;
    for (start, digits) in digit_runs(&compact) {
        let (before, after) = (&compact[..start], &compact[start + digits.len()..]);
        let Some(number) = (digits.len() <= 2).then(|| digits.parse().ok()).flatten() else {
            continue;
        };
        let before = before.trim_end_matches(['.', '-', '_']);
        let is_named = before.ends_with("version")
            || before.ends_with("版本")
            || before.ends_with("稿")
            || (STAGES.iter()).any(|(words, _)| words.end(before))
            || (before.ends_with('第') && (after.starts_with('稿') || after.starts_with('版')))
            || is_letter_v(before)
            || (before.ends_with(['(', '（']) && after.starts_with([')', '）']));
        if is_named {
            found = Some(number);
        }
    }
    let ordinals = "一二三四五六七八九";
    for (number, ordinal) in (1..).zip(ordinals.chars()) {
        let is_there = ["稿", "版", "次"]
            .iter()
            .any(|word| compact.contains(&format!("第{ordinal}{word}")))
            || ["稿", "改"].iter().any(|word| {
                compact.ends_with(&format!("{ordinal}{word}"))
                    || compact.contains(&format!("{ordinal}{word}_"))
            });
        if is_there {
            found = found.max(Some(number));
        }
    }
    found
}

/// Whether a text ends with a `v` or `ver` that is a word of its own.
fn is_letter_v(before: &str) -> bool {
    let rest = before
        .strip_suffix("ver")
        .or_else(|| before.strip_suffix('v'));
    rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
}

/// Words of more than one character that tell what a file is, or which draft.
fn plain_words() -> impl Iterator<Item = &'static str> {
    let stages = STAGES.iter().flat_map(|(words, _)| words.all());
    let words = GENERIC.all().chain(stages);
    words.filter(|word| word.chars().count() > 1)
}

/// Whether a word in lower case tells what a file is, which draft it is, or a class or school.
fn is_word(word: &str) -> bool {
    plain_words().any(|plain| word.contains(plain))
        || word.ends_with([
            '稿', '版', '学', '院', '系', '班', '组', '级', '届', '书', '表', '科', '部', '类',
            '改',
        ])
}

/// Whether a word in lower case tells only what a file is and which draft: a stage, a date, a version's number.
fn is_of_draft(word: &str) -> bool {
    let rest = plain_words().fold(word.to_owned(), |word, plain| word.replace(plain, ""));
    let number = rest.trim_start_matches("ver").trim_start_matches('v');
    number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit())
        || date_of(number).is_some()
        || GENERIC.include(number)
}

/// Returns the runs of ASCII digits, with the offset of each in bytes.
fn digit_runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, |c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_says_who_and_which_draft() {
        let naming = Naming::of("初稿/20231234_沈知远_论文V2.docx");
        assert_eq!(naming.folder, "初稿");
        assert_eq!(naming.stem, "20231234_沈知远_论文v2");
        assert_eq!(naming.numbers, ["20231234"]);
        assert!(naming.people.iter().eq(["沈知远"]));
        assert_eq!(
            (naming.version, naming.stage, naming.date),
            (Some(2), None, None)
        );
        let library = Naming::of("library:方志远-论文终稿.pdf");
        assert_eq!(
            (library.stem.as_str(), library.stage),
            ("方志远-论文终稿", Some(8))
        );
        assert!(library.people.iter().eq(["方志远"]));
    }

    #[test]
    fn versions_are_numbered_in_many_ways() {
        let version = |stem: &str| Naming::of(&format!("{stem}.docx")).version;
        for (stem, expected) in [
            ("论文v2", Some(2)),
            ("thesis_ver.3", Some(3)),
            ("论文 (1)", Some(1)),
            ("论文第3稿", Some(3)),
            ("论文第二稿", Some(2)),
            ("论文二稿", Some(2)),
            ("修改4", Some(4)),
            ("final-2", Some(2)),
            ("rev5", None),
            ("20231234", None),
            ("论文", None),
        ] {
            assert_eq!(version(stem), expected, "{stem}");
        }
    }

    #[test]
    fn dates_are_found_in_their_usual_forms() {
        let date = |stem: &str| Naming::of(&format!("{stem}.docx")).date;
        for stem in [
            "论文20250301",
            "论文2025-3-1",
            "论文2025.03.01",
            "论文2025年3月1日",
        ] {
            assert_eq!(date(stem), Some((2025, 3, 1)), "{stem}");
        }
        for stem in ["20231234", "论文20250231", "2025", "12-3-1", "图2025-33-1"] {
            assert_eq!(date(stem), None, "{stem}");
        }
    }

    #[test]
    fn a_month_and_a_day_stand_beside_letters() {
        assert_eq!(
            without_day("01/论文0520.docx").as_deref(),
            Some("01/论文 .docx")
        );
        assert_eq!(without_day("0229论文").as_deref(), Some(" 论文"));
        for path in [
            "0520.docx",
            "论文0230.docx",
            "论文20250520.docx",
            "0520/论文.docx",
            "论文0520_0603.docx",
        ] {
            assert_eq!(without_day(path), None, "{path}");
        }
    }

    #[test]
    fn ordinary_words_are_no_names() {
        for path in [
            "文学院/论文.docx",
            "金融_终稿.docx",
            "高校图书馆研究.docx",
            "方案.docx",
            "李_a.docx",
        ] {
            assert!(Naming::of(path).people.is_empty(), "{path}");
        }
    }
}
