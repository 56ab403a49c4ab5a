//! Words of paths that say nothing about a person, and words that have a number.

use std::sync::LazyLock;

use chachong_record::has_teachers_title;
use chachong_text::is_of_common_words;

use super::numbers::VERSION_DIGITS;
use crate::folder_names::{LATIN_STAGES, STAGES, consists_of};
use crate::key;
use crate::person::{self, DOTS};
use crate::pieces::{DOCUMENT_WORDS, LATIN_WORDS};

/// Minimum number of ideographs of a word that is a title or a phrase and not a name.
pub(super) const PHRASE: usize = 5;

/// Words for teams, classes and places, which have a number.
#[rustfmt::skip]
pub(super) const TEAMS: &[&str] = &[
    "组", "小组", "队", "班", "座", "座位", "座位号", "号", "桌", "机位", "考号", "学生", "同学", "参与者", "用户", "team", "group", "class", "section", "seat",
    "table", "desk", "student", "user", "participant", "candidate",
];

/// Words after which devices and programs number files.
#[rustfmt::skip]
pub(super) const SERIES: &[&str] = &[
    "scan", "img", "image", "dsc", "pic", "photo", "screenshot", "mmexport", "wps", "camscanner", "扫描", "扫描件", "图片", "照片", "截图", "微信图片",
];

/// Chapters and parts of a text, which may be numbered before their name.
#[rustfmt::skip]
pub(super) const CHAPTERS: &[&str] = &[
    "绪论", "引言", "前言", "摘要", "目录", "结论", "结果", "讨论", "方法", "致谢", "综述", "文献综述", "参考文献", "附录", "introduction", "abstract", "conclusion",
    "conclusions", "method", "methods", "discussion", "result", "results", "literature", "references", "appendix",
];

/// Further words that tell what a file is or which draft. Of the words that [`chachong_text::is_of_common_words`] knows, only those are
/// needed here that begin with a surname or that people join to a word that it does not know, as in 新建文件.
#[rustfmt::skip]
const MORE_WORDS: &[&str] = &[
    "修改", "修订", "改", "盲审", "外审", "查重", "终版", "全文", "毕业", "新建", "原稿", "新", "旧", "后", "前", "文件", "文件夹", "文章", "系", "我", "加", "无", "有",
    "带", "含", "去", "了", "和", "与", "及", "周记", "文献", "成绩单", "承诺书", "申请书", "计划书", "方案", "自评", "毕设", "书", "降重", "知网", "维普", "万方", "文本", "微信",
    "不改",
];

/// Further words in Latin letters that tell what a file is or which draft.
#[rustfmt::skip]
const MORE_LATIN_WORDS: &[&str] = &[
    "dissertation", "manuscript", "outline", "revised", "revision", "rev", "clean", "finished", "complete", "fixed", "edited",
    "corrected", "backup", "latest", "last", "updated", "update", "reviewed", "review", "comments", "tracked", "changes", "title", "page",
    "full", "text", "chapter", "chapters", "ch", "intro", "bibliography", "untitled", "unnamed", "microsoft", "word", "turnitin", "check",
    "checked", "for", "to", "by", "my", "with", "an", "no", "nr", "first", "second", "third", "one", "two", "three", "earlier", "later",
    "before", "after", "bachelor", "master", "phd", "wechat", "print", "printed", "own", "same", "original", "ppt", "pptx", "xlsx",
    "excel", "proposal", "presentation", "slides", "portfolio", "journal", "diary", "reflection", "plan", "case", "study", "research",
    "practical", "internship", "translation", "application", "letter", "statement", "exam", "quiz", "graded", "marked",
    "signed", "merged", "proofread", "recovered", "tutor", "feedback", "ok", "done", "todo", "lunwen", "bylw", "downloads", "desktop",
    "onedrive", "midterm", "lecture", "critique", "graduation", "download", "really", "supervisor", "teacher", "professor", "prof",
    "advisor", "lecturer", "module", "unit", "january", "february", "july", "september", "october", "november", "december", "feb", "mar",
    "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
];

/// All Chinese words that say nothing about a person.
static PLAIN_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = [STAGES, DOCUMENT_WORDS, MORE_WORDS, CHAPTERS, SERIES, TEAMS];
    all.concat()
});

/// The same in Latin letters.
static PLAIN_LATIN_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = [
        LATIN_STAGES,
        LATIN_WORDS,
        MORE_LATIN_WORDS,
        CHAPTERS,
        SERIES,
        TEAMS,
    ];
    all.concat()
});

/// The words of [`PLAIN_LATIN_WORDS`] that are long enough to be recognised in a compound such as `finaldraft`.
static LONG_LATIN_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = PLAIN_LATIN_WORDS.iter().copied();
    words.filter(|word| word.len() >= 4).collect()
});

/// Returns whether a word is a team, class or place with its number.
pub(super) fn is_team(word: &str) -> bool {
    let letters =
        word.trim_matches(|c: char| c.is_numeric() || "第一二三四五六七八九十".contains(c));
    letters != word && TEAMS.contains(&letters)
}

/// Returns whether a word is a title or phrase by its length. A name with dots is none.
pub(super) fn is_phrase(word: &str) -> bool {
    word.chars().filter(|&c| key::is_han(c)).count() >= PHRASE && !word.contains(DOTS)
}

/// Returns whether a word in lower case says nothing about a person: it tells what a file is, which draft or chapter, which course, or is
/// of words of the dictionary that are no names.
pub(super) fn says_nothing(word: &str) -> bool {
    let is_plain = |word: &str| {
        consists_of(word, &PLAIN_WORDS)
            || has_teachers_title(word)
            || word.ends_with(['院', '系', '部', '级', '届'])
    };
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = letters.len() < word.len() && word.len() - letters.len() <= VERSION_DIGITS;
    match () {
        () if key::has_han(word) => {
            is_plain(word) || !person::is_person(word) && is_of_common_words(word)
        }
        () if letters == word => word.chars().count() == 1 || is_latin_plain(word),
        () => is_numbered && is_latin_plain(letters) || SERIES.contains(&letters),
    }
}

fn is_latin_plain(word: &str) -> bool {
    PLAIN_LATIN_WORDS.contains(&word) || consists_of(word, &LONG_LATIN_WORDS)
}
