//! Kinds of work and degrees: "硕士学位论文", "Master Thesis", "理学硕士".

use super::blanks::one_line;
use super::schools::leading_school;

/// Names of kinds of work, with the degree that each is written for; `None` if it states none.
const KINDS: &[(&str, Option<&str>)] = &[
    ("博士", Some("博士")),
    ("硕士", Some("硕士")),
    ("碩士", Some("碩士")),
    ("学士", Some("学士")),
    ("學士", Some("學士")),
    ("本科", Some("学士")),
    ("专科", None),
    ("学位论文", None),
    ("學位論文", None),
    ("毕业论文", None),
    ("畢業論文", None),
    ("毕业设计", None),
    ("开题报告", None),
    ("课程论文", None),
    ("课程设计", None),
    ("综合论文训练", None),
    ("实验报告", None),
    ("实习报告", None),
    ("学年论文", None),
    ("任务书", None),
    ("研究报告", None),
    ("结课论文", None),
    ("期末论文", None),
    ("出站报告", None),
    ("外文翻译", None),
    ("文献翻译", None),
    ("外文资料翻译", None),
    ("文献综述", None),
    ("评阅书", None),
    ("调研报告", None),
    ("调查报告", None),
    ("中期报告", None),
];

/// Words that may stand beside the name of a kind in a line that names the kind and nothing else.
const BESIDE_KINDS: &[&str] = &[
    "论文",
    "論文",
    "设计",
    "研究生",
    "学生",
    "生",
    "学位",
    "學位",
    "专业",
    "工程",
    "全日制",
    "非",
    "在职",
    "人员",
    "以",
    "同等学力",
    "申请",
    "普通",
    "高等",
    "教育",
    "成人",
    "高校",
    "院校",
    "高等学校",
    "继续",
    "网络",
    "自学考试",
    "毕业",
    "(",
    ")",
    "（",
    "）",
    "/",
    "届",
    "级",
    "春季",
    "夏季",
    "秋季",
    "学历",
    "专科",
    "大学",
    "学术",
    "型",
    "学术型",
    "专业型",
    "报告",
    "书",
    "开题",
    "中期",
    "检查",
    "表",
    "格式",
    "模板",
    "示例",
    "样本",
    "·",
    "、",
    "-",
    "2",
    "0",
    "1",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "年",
    "用",
    "及",
    "封面",
    "正文",
    "创作",
    "说明书",
    "函授",
    "夜大",
    "理工",
    "文科",
    "科类",
    "理",
    "文",
    "农",
    "医",
    "综合",
    "训练",
    "荣誉",
    "优秀",
    "题目",
    "：",
    ":",
    "科学",
    "管理",
    "外文",
    "资料",
    "专用纸",
    "专用",
];

/// Degree of a line that names a kind of work and nothing else beside the school, such as "某某大学硕士学位论文"; `Some(None)`
/// for a kind without a degree, `None` for any other line.
#[expect(
    clippy::option_option,
    reason = "no kind, a kind without a degree, and a degree are three results"
)]
pub(super) fn kind(line: &str) -> Option<Option<&'static str>> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    if is_sheet(line) {
        return Some(None);
    }
    let degree = KINDS.iter().find(|(name, _)| compact.contains(name));
    let Some(&(_, degree)) = degree else {
        return english_kind(line);
    };
    // "某某大学博士生" is a person.
    let work = [
        "翻译",
        "综述",
        "评阅书",
        "论文",
        "論文",
        "设计",
        "設計",
        "报告",
        "学位",
        "學位",
        "训练",
        "任务书",
        "毕业",
        "说明书",
    ];
    if !work.iter().any(|word| compact.contains(word)) {
        return None;
    }
    let mut rest = compact.as_str();
    if let Some((_, length)) = leading_school(rest) {
        rest = &rest[length..];
    }
    let mut rest = rest.to_owned();
    let mut words: Vec<&str> = KINDS
        .iter()
        .map(|&(name, _)| name)
        .chain(BESIDE_KINDS.iter().copied())
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in words {
        rest = rest.replace(word, "");
    }
    (rest.chars().filter(|c| c.is_alphanumeric()).count() <= 2).then_some(degree)
}

/// Whether a line is the name of a cover sheet: "Assignment Cover Sheet", "作业封面".
pub(super) fn is_sheet(line: &str) -> bool {
    const WORKS: &[&str] = &[
        "",
        "assignment",
        "coursework",
        "essay",
        "assessment",
        "submission",
        "student",
        "standard",
        "作业",
        "课程作业",
        "课程",
        "论文",
        "大作业",
        "课程论文",
        "平时作业",
        "期末作业",
        "试卷",
    ];
    let lower: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .flat_map(char::to_lowercase)
        .collect();
    [
        "coversheet",
        "coverpage",
        "frontsheet",
        "titlepage",
        "封面",
        "封皮",
    ]
    .iter()
    .find_map(|sheet| lower.strip_suffix(*sheet))
    .is_some_and(|work| WORKS.contains(&work))
}

#[expect(
    clippy::option_option,
    reason = "no kind, a kind without a degree, and a degree are three results"
)]
fn english_kind(line: &str) -> Option<Option<&'static str>> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() > 1)
        .collect();
    let named = words.iter().any(|word| {
        matches!(
            *word,
            "thesis" | "dissertation" | "coursework" | "report" | "project"
        )
    });
    let all = words.iter().all(|word| {
        matches!(
            *word,
            "thesis"
                | "dissertation"
                | "coursework"
                | "report"
                | "project"
                | "master"
                | "masters"
                | "doctoral"
                | "doctor"
                | "bachelor"
                | "bachelors"
                | "final"
                | "year"
                | "phd"
                | "graduation"
                | "degree"
                | "undergraduate"
                | "graduate"
                | "honours"
                | "honors"
                | "the"
                | "of"
                | "for"
                | "ph"
                | "msc"
                | "bsc"
                | "research"
                | "design"
                | "capstone"
                | "senior"
                | "by"
        )
    });
    if !(named && all) || words.contains(&"by") || words.len() > 8 {
        return None;
    }
    Some(
        if words
            .iter()
            .any(|word| matches!(*word, "doctoral" | "doctor" | "phd"))
        {
            Some("Doctor")
        } else if words
            .iter()
            .any(|word| matches!(*word, "master" | "masters" | "msc"))
        {
            Some("Master")
        } else if words
            .iter()
            .any(|word| matches!(*word, "bachelor" | "bachelors" | "undergraduate" | "bsc"))
        {
            Some("Bachelor")
        } else {
            None
        },
    )
}

/// Reads a degree: "理学硕士", "Master of Science"; `None` if the value is not a degree.
pub(super) fn degree(value: &str) -> Option<String> {
    let value = one_line(value);
    let chinese = ["博士", "硕士", "碩士", "学士", "學士"]
        .iter()
        .any(|word| value.contains(word));
    let lower = value.to_lowercase();
    let english = [
        "master", "doctor", "bachelor", "ph.d", "phd", "m.sc", "msc", "mba", "b.sc", "bsc", "m.a",
        "b.a", "m.eng", "b.eng",
    ]
    .iter()
    .any(|word| lower.starts_with(word));
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
