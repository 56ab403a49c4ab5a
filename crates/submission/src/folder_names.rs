//! Recognises names of folders that do not belong to a student: archives, classes, years, drafts, assignments and
//! teams.

use crate::pieces::{stem, without_document_words};
use crate::{key, person};
use chachong_text::Words;

/// Extensions of archives. Files in an archive are below its name.
const ARCHIVES: &[&str] = &[
    "zip", "rar", "7z", "tar", "gz", "tgz", "bz2", "tbz2", "xz", "txz", "zst", "exe",
];

/// Returns whether a name is that of an archive.
pub(crate) fn is_archive(name: &str) -> bool {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    ending.is_some_and(|ending| ARCHIVES.contains(&&*ending))
}

/// Words that form the names of folders of drafts, assignments and parts.
#[rustfmt::skip]
pub(crate) const STAGES: &[&str] = &[
    "毕业论文", "毕业设计", "课程设计", "实验报告", "大作业", "平时作业", "作业", "实验", "任务", "初稿", "终稿", "定稿", "修改稿", "一稿", "二稿", "三稿", "稿", "草稿",
    "版", "版本", "第", "次", "周", "章", "课", "题", "补交", "迟交", "按时", "已交", "未交", "重交", "提交", "材料", "附件", "附录", "报告", "代码", "论文", "设计",
    "电子版", "文档", "全部", "所有", "学生", "其他", "新建文件夹", "汇总", "收集", "期末", "期中", "春", "秋", "秋季", "春季", "学期", "上学期", "下学期", "学年",
    "年", "月", "日", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "上", "下", "已查", "待查", "源码", "图片", "数据", "参考", "资料", "说明", "模板",
];

/// The same words in Latin letters.
#[rustfmt::skip]
pub(crate) const LATIN_STAGES: &[&str] = &[
    "lab", "labs", "hw", "homework", "task", "tasks", "week", "assignment", "assignments", "exercise", "exercises", "draft", "drafts", "final",
    "version", "v", "ver", "submission", "submissions", "late", "ontime", "upload", "uploads", "report", "reports", "code", "src", "source", "docs",
    "doc", "data", "part", "question", "q", "problem", "p", "ex", "test", "tests", "project", "projects", "spring", "fall", "autumn", "summer",
    "winter", "semester", "term", "year", "class", "classes", "section", "sections", "grade", "course", "students", "all", "other", "new", "old",
    "folder", "files", "images", "figures", "build", "bin", "lib", "include",
];

/// Words for people who hand something in.
const TEAMS: [&str; 8] = [
    "组", "队", "学生", "同学", "team", "group", "student", "user",
];

/// Returns whether the name of a folder is that of a team or student without a name, such as 第1组.
#[must_use]
pub fn is_of_team(name: &str) -> bool {
    let name = name.to_lowercase();
    TEAMS.iter().any(|word| name.contains(word))
}

/// Titles that stand alone beside the name of a teacher.
const TEACHERS: Words = Words("导师|老师|教师|教授|副教授|讲师|指导教师|指导老师|指导导师");

/// Returns whether the pieces of a name are a teacher's title and the name of one person, such as `导师_王小五` and `王小五（导师）`.
pub(crate) fn is_of_teacher(pieces: &[String]) -> bool {
    let is_pair =
        |title: &String, name: &String| TEACHERS.include(title) && person::is_person(name);
    matches!(pieces, [one, other] if is_pair(one, other) || is_pair(other, one))
}

/// Words for topics from which students choose.
const TOPICS: [&str; 10] = [
    "选题", "题目", "主题", "专题", "课题", "方向", "topic", "theme", "subject", "module",
];

/// Returns whether the name of a folder is that of a class, a year, a topic, a draft or an assignment.
pub(crate) fn is_generic(name: &str) -> bool {
    let lower = name.to_lowercase();
    TOPICS.iter().any(|word| lower.contains(word)) || is_of_class(name) || is_stage(name)
}

/// Returns whether a name is that of a class or a year, possibly with its work, such as 2班作业. Such a folder may
/// contain namesakes.
fn is_of_class(name: &str) -> bool {
    let name = if is_archive(name) { stem(name) } else { name };
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let numbered = name.chars().any(char::is_numeric);
    let ends = [
        "班级", "班", "级", "届", "学院", "专业", "校区", "学年", "学期",
    ];
    let of_class = |end: &&str| {
        (letters.match_indices(*end)).any(|(at, end)| {
            let (class, work) = letters.split_at(at + end.len());
            // 计科2班 reads like a name without its number.
            consists_of(work, STAGES) && (numbered || !person::is_person(class))
        })
    };
    ends.iter().any(of_class) || is_year(name)
}

fn is_year(name: &str) -> bool {
    let digits: Vec<&str> = name
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .collect();
    let only_digits = name
        .chars()
        .all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
    let year = |run: &&str| run.len() == 4 && (run.starts_with("19") || run.starts_with("20"));
    only_digits && digits.first().is_some_and(year) && digits.len() <= 3
}

/// Returns whether the words of two paths name different classes, such as 软工2102 and 3班; false if one path names none. Students
/// of two classes may be namesakes.
#[must_use]
pub fn are_of_two_classes<'w>(
    a: impl IntoIterator<Item = &'w str>,
    b: impl IntoIterator<Item = &'w str>,
) -> bool {
    let of_a: Vec<&str> = a.into_iter().filter_map(class_of).collect();
    let of_b: Vec<&str> = b.into_iter().filter_map(class_of).collect();
    let are_one = |a: &&str| of_b.iter().any(|b| may_be_one_class(a, b));
    !of_a.is_empty() && !of_b.is_empty() && !of_a.iter().any(are_one)
}

/// Returns the class in a word without signs: what stands before 班, or a subject with three or four digits that are no
/// year. `None` if there is none.
fn class_of(word: &str) -> Option<&str> {
    if let Some((class, _)) = word.split_once('班') {
        return Some(class).filter(|class| class.ends_with(is_ordinal));
    }
    let subject = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_subject = subject.chars().count() > 1
        && subject.chars().all(key::is_han)
        && without_document_words(subject) == subject
        && !is_stage(subject);
    let digits = &word[subject.len()..];
    (is_subject && (3..=4).contains(&digits.len()) && !is_year(digits)).then_some(word)
}

/// Returns whether two classes may be the same, of which one is written without its subject.
fn may_be_one_class(a: &str, b: &str) -> bool {
    let is_short_for = |short: &str, long: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| !rest.ends_with(is_ordinal))
    };
    is_short_for(a, b) || is_short_for(b, a)
}

fn is_ordinal(c: char) -> bool {
    c.is_ascii_alphanumeric() || "一二三四五六七八九十".contains(c)
}

/// Returns whether the name of a folder is that of a draft, an assignment or a part. Each of these contains a
/// student's name once.
pub(crate) fn is_stage(name: &str) -> bool {
    let name = if is_archive(name) { stem(name) } else { name };
    let runs: Vec<String> = name
        .split(|c: char| !c.is_alphabetic())
        .filter(|run| !run.is_empty())
        .map(str::to_lowercase)
        .collect();
    let of_words = |run: &String| {
        if key::has_han(run) {
            consists_of(run, STAGES)
        } else {
            LATIN_STAGES.contains(&run.as_str())
        }
    };
    !runs.is_empty() && runs.iter().all(of_words)
}

/// Returns whether a text consists only of words of a list.
pub(crate) fn consists_of(text: &str, words: &[&str]) -> bool {
    // Which places the words reach, so that a long name takes no longer for its many readings.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    for at in 0..text.len() {
        if !reached[at] {
            continue;
        }
        for word in words.iter().filter(|word| text[at..].starts_with(**word)) {
            reached[at + word.len()] = true;
        }
    }
    reached[text.len()]
}

#[cfg(test)]
mod tests {
    use super::{are_of_two_classes, is_generic, is_of_teacher, is_of_team, is_stage};
    use crate::pieces::pieces;

    #[test]
    fn classes_differ_by_subject_and_number() {
        let differ = |a: &'static str, b: &'static str| are_of_two_classes([a], [b]);
        for (a, b) in [
            ("1班", "2班"),
            ("1班", "11班"),
            ("会计一班王小五", "会计二班王小五"),
            ("软工2102", "计科2101"),
            ("软工2102", "3班"),
        ] {
            assert!(differ(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("1班", "1班"),
            ("软件1班", "1班"),
            ("1班", "王小五"),
            ("图书馆2024", "图书馆2025"),
            ("论文2101", "论文2102"),
            ("值班", "1班"),
        ] {
            assert!(!differ(a, b), "{a} {b}");
        }
    }

    #[test]
    fn a_title_stands_beside_the_name_of_a_teacher() {
        for name in [
            "导师_王小五",
            "王小五（导师）",
            "指导教师：王小五",
            "王小五 副教授",
        ] {
            assert!(is_of_teacher(&pieces(name)), "{name}");
        }
        for name in [
            "王小五",
            "导师",
            "李小四_导师_王小五",
            "王小五_老师评语",
            "2021001_王小五_导师",
        ] {
            assert!(!is_of_teacher(&pieces(name)), "{name}");
        }
    }

    #[test]
    fn folders_of_classes_drafts_and_teams() {
        for name in [
            "1班",
            "软件工程2班",
            "2021级",
            "2023",
            "2023-2024",
            "秋季学期",
            "1班.zip",
        ] {
            assert!(
                is_generic(name) && !is_stage(name) || name == "秋季学期",
                "{name}"
            );
        }
        for name in [
            "初稿",
            "第一次作业",
            "实验3",
            "Lab 2",
            "hw1",
            "补交",
            "src",
            "final",
        ] {
            assert!(is_stage(name), "{name}");
        }
        for name in ["王小五", "main", "u1", "2021001001", "Ann Roe", "第1组"] {
            assert!(!is_generic(name), "{name}");
        }
        assert!(is_of_team("第1组") && is_of_team("Team A") && !is_of_team("王小五"));
        assert!(!is_stage(&format!("{}x", "上学期".repeat(300))));
    }
}
