//! Kinds of work and degrees: "硕士学位论文", "Master Thesis", "理学硕士".

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::blanks::{one_line, without_blanks};
use super::schools::leading_school;
use chachong_text::{KINDS_OF_WORK, Words};

/// Words for degrees in the names of kinds of work, with the degree that each stands for.
const DEGREES: &[(&str, &str)] = &[
    ("博士", "博士"),
    ("硕士", "硕士"),
    ("碩士", "碩士"),
    ("学士", "学士"),
    ("學士", "學士"),
    ("本科", "学士"),
];

/// Further names of kinds of work, by which the text layer knows no cover.
const MORE_KINDS: Words = Words(
    "专科|学年论文|研究报告|结课论文|期末论文|出站报告|外文翻译|文献翻译|外文资料翻译|文献综述|\
     评阅书|调研报告|调查报告|中期报告",
);

/// Words that may stand beside the name of a kind in a line that names the kind and nothing else.
const BESIDE_KINDS: Words = Words(
    "论文|論文|设计|研究生|学生|生|学位|學位|专业|工程|全日制|非|在职|人员|以|同等学力|申请|普通|\
     高等|教育|成人|高校|院校|高等学校|继续|网络|自学考试|毕业|(|)|（|）|/|届|级|春季|夏季|秋季|\
     学历|专科|大学|学术|型|学术型|专业型|报告|书|开题|中期|检查|表|格式|模板|示例|样本|·|、|-|2|\
     0|1|3|4|5|6|7|8|9|年|用|及|封面|正文|创作|说明书|函授|夜大|理工|文科|科类|理|文|农|医|综合|\
     训练|荣誉|优秀|题目|：|:|科学|管理|外文|资料|专用纸|专用",
);

/// Degree of a line that names a kind of work and nothing else beside the school, such as "某某大学硕士学位论文"; `Some(None)`
/// for a kind without a degree, `None` for any other line.
#[expect(
    clippy::option_option,
    reason = "no kind, a kind without a degree, and a degree are three results"
)]
pub(super) fn kind(line: &str) -> Option<Option<&'static str>> {
    if is_sheet(line) {
        return Some(None);
    }
    let compact = without_blanks(line);
    let degree = DEGREES.iter().find(|(name, _)| compact.contains(name));
    if degree.is_none() && !KINDS_OF_WORK.occur_in(&compact) && !MORE_KINDS.occur_in(&compact) {
        return english_kind(line);
    }
    // "某某大学博士生" is a person.
    let is_work =
        Words("翻译|综述|评阅书|论文|論文|设计|設計|报告|学位|學位|训练|任务书|毕业|说明书")
            .occur_in(&compact);
    if !is_work {
        return None;
    }
    let school = leading_school(&compact).map_or(0, |(_, length)| length);
    let rest = (OF_KINDS.iter()).fold(compact[school..].to_owned(), |rest, word| {
        rest.replace(word, "")
    });
    (rest.chars().filter(|c| c.is_alphanumeric()).count() <= 2)
        .then_some(degree.map(|&(_, degree)| degree))
}

/// All words of a line that names a kind and nothing else, the longest first.
static OF_KINDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let degrees = DEGREES.iter().map(|&(name, _)| name);
    let kinds = degrees.chain(KINDS_OF_WORK.all()).chain(MORE_KINDS.all());
    let mut words: Vec<&str> = kinds.chain(BESIDE_KINDS.all()).collect();
    words.sort_by_key(|word| Reverse(word.len()));
    words
});

/// Whether a line is the name of a cover sheet: "Assignment Cover Sheet", "作业封面".
pub(super) fn is_sheet(line: &str) -> bool {
    // The first word is the empty one: the name of the sheet may stand alone.
    const WORKS: Words = Words(
        "|assignment|coursework|essay|assessment|submission|student|standard|作业|课程作业|课程|\
         论文|大作业|课程论文|平时作业|期末作业|试卷",
    );
    let lower: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .flat_map(char::to_lowercase)
        .collect();
    Words("coversheet|coverpage|frontsheet|titlepage|封面|封皮")
        .all()
        .find_map(|sheet| lower.strip_suffix(sheet))
        .is_some_and(|work| WORKS.include(work))
}

#[expect(
    clippy::option_option,
    reason = "no kind, a kind without a degree, and a degree are three results"
)]
fn english_kind(line: &str) -> Option<Option<&'static str>> {
    const NAMES: Words = Words("thesis|dissertation|coursework|report|project");
    const BESIDE: Words = Words(
        "master|masters|doctoral|doctor|bachelor|bachelors|final|year|phd|graduation|degree|\
         undergraduate|graduate|honours|honors|the|of|for|ph|msc|bsc|research|design|capstone|senior",
    );
    const DEGREES_OF: &[(Words, &str)] = &[
        (Words("doctoral|doctor|phd"), "Doctor"),
        (Words("master|masters|msc"), "Master"),
        (Words("bachelor|bachelors|undergraduate|bsc"), "Bachelor"),
    ];
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() > 1)
        .collect();
    let is_named = words.iter().any(|word| NAMES.include(word));
    let is_kind = |word: &&str| NAMES.include(word) || BESIDE.include(word);
    if !is_named || !words.iter().all(is_kind) || words.len() > 8 {
        return None;
    }
    let degree = DEGREES_OF
        .iter()
        .find(|(names, _)| words.iter().any(|word| names.include(word)));
    Some(degree.map(|&(_, degree)| degree))
}

/// Reads a degree: "理学硕士", "Master of Science"; `None` if the value is not a degree.
pub(super) fn degree(value: &str) -> Option<String> {
    let value = one_line(value);
    let chinese = Words("博士|硕士|碩士|学士|學士").occur_in(&value);
    let lower = value.to_lowercase();
    let english =
        Words("master|doctor|bachelor|ph.d|phd|m.sc|msc|mba|b.sc|bsc|m.a|b.a|m.eng|b.eng")
            .begin(&lower);
    let length = value.chars().count();
    (chinese && length <= 20 || english && length <= 70).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_degrees() {
        assert_eq!(kind("本科学生毕业论文（设计）"), Some(Some("学士")));
        assert_eq!(kind("某某大学硕士学位论文"), Some(Some("硕士")));
        assert_eq!(kind("硕士研究生的夜读生活研究"), None);
        assert_eq!(kind("某某大学博士生"), None);
        assert_eq!(kind("Master Thesis"), Some(Some("Master")));
        for sheet in [
            "Assignment Cover Sheet",
            "Coursework cover-sheet",
            "封面",
            "作业封面",
        ] {
            assert_eq!(kind(sheet), Some(None), "{sheet}");
        }
        assert_eq!(kind("灯塔杂志的封面"), None);
        assert_eq!(degree("理学硕士").as_deref(), Some("理学硕士"));
    }
}
