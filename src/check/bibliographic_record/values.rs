//! Values of the fields: what a string must look like to be a student number, a year, a degree, a school or a title.

use super::labels::one_line;
use super::names::is_han;

/// Reads a student number: 6 to 16 letters and digits, at least 5 of them digits, which spaces may part.
pub(super) fn student_number(value: &str) -> Option<String> {
    let value = value.trim_matches(|c: char| !c.is_alphanumeric());
    let parts: Vec<&str> = value.split_whitespace().collect();
    // Numbers in boxes: "2 0 1 9 0 0 0 1".
    let boxed = parts.iter().all(|part| part.chars().count() <= 2);
    let number = if boxed {
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

fn half_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)
        }
        c => c,
    }
}

/// Reads the year of a date: "2014 年 6 月", "二〇二一年六月", "June 2014", "2014-06-01", "2017届".
pub(super) fn year(value: &str) -> Option<String> {
    let value: Vec<char> = value.chars().map(half_width).collect();
    // "May 26 2012" needs its spaces, "2 0 1 4 年" must lose them.
    year_in(&value).or_else(|| {
        let compact: Vec<char> = value
            .iter()
            .copied()
            .filter(|c| !c.is_whitespace())
            .collect();
        year_in(&compact)
    })
}

fn year_in(characters: &[char]) -> Option<String> {
    for at in 0..characters.len().saturating_sub(3) {
        let four = &characters[at..at + 4];
        let alone = (at == 0 || !characters[at - 1].is_ascii_digit())
            && characters.get(at + 4).is_none_or(|c| !c.is_ascii_digit());
        let digits: Option<String> = four.iter().map(|&c| digit(c)).collect();
        let after = characters[at + 4..].iter().find(|c| !c.is_whitespace());
        // A school year of entry is no year of the work.
        if let Some(digits) = digits.filter(|digits| alone && is_year(digits))
            && after != Some(&'级')
        {
            return Some(digits);
        }
    }
    // "20140601" is a date without signs.
    if characters.len() == 8 && characters.iter().all(char::is_ascii_digit) {
        let year: String = characters[..4].iter().collect();
        let month: String = characters[4..6].iter().collect();
        if is_year(&year) && matches!(month.parse(), Ok(1..=12)) {
            return Some(year);
        }
    }
    None
}

fn digit(c: char) -> Option<char> {
    let at = match c {
        '0'..='9' => return Some(c),
        '〇' | '○' | '零' | 'Ο' | 'О' | '０' | 'O' | '◯' | 'o' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    };
    char::from_digit(at, 10)
}

fn is_year(digits: &str) -> bool {
    matches!(digits.parse(), Ok(1950..=2099))
}

#[rustfmt::skip]
const MONTHS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "spring", "summer", "autumn", "fall", "winter",
];

/// Whether a line is a date and nothing else; places may stand around it ("June 2014, Beijing").
pub(super) fn is_date_line(line: &str) -> bool {
    let compact: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(half_width)
        .collect();
    let length = compact.chars().count();
    if year(&compact).is_none() || length > 30 {
        return false;
    }
    let chinese = compact.contains('年')
        && compact
            .chars()
            .all(|c| digit(c).is_some() || "年月日十廿初中下上旬至~-—".contains(c));
    let bare = length <= 10
        && compact
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | '/'));
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let english = !words.is_empty()
        && words.len() <= 3
        && words.iter().any(|word| MONTHS.contains(&word.as_str()))
        && words.iter().all(|word| word.is_ascii());
    chinese || bare || english
}

/// Names of kinds of work, with the degree that each is written for; `None` where it is not said.
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
];

/// Degree and kind of a line such as "某某大学硕士学位论文" after the school's name; `None` if the line is more than
/// that.
#[expect(
    clippy::option_option,
    reason = "no kind, a kind without a degree, and a degree are three results"
)]
pub(super) fn kind(line: &str) -> Option<Option<&'static str>> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let degree = KINDS.iter().find(|(name, _)| compact.contains(name));
    let Some(&(_, degree)) = degree else {
        return english_kind(line);
    };
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

/// Reads a degree: "理学硕士", "Master of Science".
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

/// Returns the school that a line without white space begins with, and its length in bytes.
fn leading_school(compact: &str) -> Option<(String, usize)> {
    let mut best = None;
    for word in [
        "大学",
        "大學",
        "学院",
        "學院",
        "党校",
        "研究院",
        "师范学校",
        "专科学校",
        "职业学校",
        "医院",
        "科学院",
        "书院",
    ] {
        for (at, _) in compact.match_indices(word) {
            let end = at + word.len();
            let name = &compact[..end];
            let rest = &compact[end..];
            let length = name.chars().count();
            let sound = (3..=20).contains(&length)
                && name
                    .chars()
                    .all(|c| is_han(c) || matches!(c, '(' | ')' | '（' | '）' | '·'))
                && !rest.starts_with(['生', '英', '语', '物', '体'])
                && !name.starts_with(['在', '本', '由', '该', '我', '与', '于', '以']);
            // The first university; else the first college that is no faculty.
            if sound
                && best
                    .as_ref()
                    .is_none_or(|&(_, other)| word.starts_with("大") && end < other)
            {
                best = Some((name.to_owned(), end));
            }
        }
        if best.is_some() && word.starts_with("大") {
            break;
        }
    }
    best
}

/// Beginnings of faculties' names, which are no schools of their own.
#[rustfmt::skip]
const FACULTIES: &[&str] = &[
    "计算机", "信息", "经济", "管理", "工商", "外国语", "文学", "法学", "法律", "理学", "数学", "物理", "化学", "生命", "生物", "机械", "电气",
    "电子", "电机", "自动化", "土木", "建筑", "材料", "环境", "能源", "动力", "马克思", "人文", "新闻", "传播", "艺术", "音乐", "美术", "体育",
    "教育", "护理", "药学", "公共", "国际", "商学", "软件", "通信", "控制", "航空", "资源", "测绘", "地理", "地质", "国土", "食品", "园林", "林学",
    "农学", "动物", "水利", "交通", "海洋", "船舶", "光电", "微电子", "大数据", "人工智能", "网络", "统计", "会计", "金融", "财政", "旅游", "历史",
    "哲学", "社会", "政治", "心理", "临床", "基础", "口腔", "中医", "设计", "服装", "纺织", "轻工", "化工", "核", "安全", "继续", "成人", "研究生",
    "数据", "智能", "仪器", "土建", "城市", "风景", "动画", "影视", "戏剧", "文法", "文化", "汉语", "中文", "英语", "外语", "日语", "空间", "遥感",
    "资环", "医学", "公安", "民族学",
];

/// Reads the school that a line names, with whether a reader can be sure: a university is, a college may be a faculty.
/// `None` if the line names none or is more than a name with a kind of work or a faculty.
pub(super) fn school(line: &str) -> Option<(String, bool)> {
    if !line.chars().any(is_han) {
        return english_school(line).map(|school| (school, true));
    }
    let compact: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '＿' | '*' | '《' | '》'))
        .collect();
    let compact =
        compact.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '）'));
    let (name, length) = leading_school(compact)?;
    let rest = &compact[length..];
    let university = name.ends_with("大学") || name.ends_with("大學");
    let faculty = FACULTIES.iter().any(|faculty| name.starts_with(faculty)) && !university;
    if faculty {
        return None;
    }
    // "南京某大学某学院" may be a school of its own.
    let own_college = university
        && rest.ends_with("学院")
        && rest.chars().count() <= 12
        && !FACULTIES.iter().any(|faculty| rest.starts_with(faculty));
    let department = rest.is_empty()
        || rest.chars().count() <= 24
            && (rest.ends_with("学院")
                || rest.ends_with('系')
                || rest.ends_with('院')
                || rest.ends_with("中心")
                || rest.ends_with('部')
                || rest.ends_with('所'))
        || kind(rest).is_some()
        || is_form(rest);
    if !department {
        return None;
    }
    // A college within a college: "某工学院信息商务学院" is written whole.
    let of_faculty = FACULTIES.iter().any(|faculty| rest.starts_with(faculty));
    let whole = !university && rest.ends_with("学院") && !of_faculty;
    let name = if whole { compact.to_owned() } else { name };
    Some((name, university && !own_college))
}

/// Whether the words after a school's name are the heading of a declaration or of a form.
fn is_form(rest: &str) -> bool {
    rest.chars().count() <= 32
        && [
            "声明",
            "授权",
            "说明",
            "承诺书",
            "评分",
            "打分表",
            "任务书",
            "报告",
            "审批表",
            "诚信",
            "答辩",
        ]
        .iter()
        .any(|word| rest.contains(word))
        && [
            "论文",
            "设计",
            "本科",
            "学位",
            "研究生",
            "毕业",
            "原创",
            "独创",
        ]
        .iter()
        .any(|word| rest.contains(word))
}

/// Reads an English school: a part of the line that holds "University", "College" or "Institute of Technology".
pub(super) fn english_school(line: &str) -> Option<String> {
    let line = one_line(line);
    let part = line
        .split([',', ';', '，', '(', '|'])
        .map(str::trim)
        .find(|part| {
            let lower = part.to_lowercase();
            lower.contains("university")
                || lower.contains("institute of technology")
                || lower.contains("universit")
                || lower.ends_with("college")
                || lower.contains("polytechnic")
        })?;
    // The name begins with a capital, or with what stands before "University".
    let words: Vec<&str> = part.split(' ').collect();
    let anchor = words.iter().position(|word| {
        let lower = word.to_lowercase();
        lower.starts_with("universit")
            || lower == "college"
            || lower == "institute"
            || lower == "polytechnic"
    })?;
    let is_name = |word: &str| {
        word.chars().next().is_some_and(char::is_uppercase)
            || matches!(
                word,
                "of" | "and" | "the" | "de" | "&" | "at" | "for" | "in"
            )
    };
    let mut from = anchor;
    while from > 0
        && is_name(words[from - 1])
        && !matches!(words[from - 1], "in" | "at" | "for" | "to")
    {
        from -= 1;
    }
    let mut to = anchor + 1;
    while to < words.len() && is_name(words[to]) && !matches!(words[to], "in" | "for") {
        to += 1;
    }
    while from < anchor && words[from].chars().next().is_some_and(char::is_lowercase) {
        from += 1;
    }
    while to > anchor + 1 && words[to - 1].chars().next().is_some_and(char::is_lowercase) {
        to -= 1;
    }
    // "Department of Physics University of X" and "School of Y of Z University" begin with a faculty.
    if let Some(faculty) = words[from..anchor].iter().position(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "department" | "school" | "faculty"
        )
    }) {
        let last_of = words[from..anchor].iter().rposition(|word| *word == "of");
        from = match last_of {
            Some(of) if of > faculty && from + of + 1 < anchor => from + of + 1,
            _ => anchor,
        };
    }
    let name = words[from..to].join(" ");
    let name = name
        .trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')')
        .trim_start_matches("The ")
        .trim_start_matches("the ")
        .to_owned();
    let sound = name.split(' ').count() >= 2 && name.chars().count() <= 80;
    sound.then_some(name)
}

/// Reads a title: one line, 4 to 120 characters, with letters, no placeholder.
pub(super) fn title(value: &str) -> Option<String> {
    let value = one_line(value);
    let value = value
        .trim_matches(|c: char| {
            matches!(
                c,
                '《' | '》' | '*' | '∗' | '†' | '‡' | '“' | '”' | '"' | '#' | '※' | ' '
            )
        })
        .trim_end_matches(['①', '②'])
        .trim();
    let length = value.chars().count();
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let han = value.chars().filter(|&c| is_han(c)).count();
    let least = if han > 0 { 4 } else { 8 };
    let placeholder = [
        "××",
        "XXX",
        "xxx",
        "***",
        "……",
        "填写",
        "此处",
        "宋体",
        "黑体",
        "小二",
        "三号",
        "居中",
        "论文题目",
        "不超过",
    ]
    .iter()
    .any(|word| value.contains(word))
        || value.contains('\u{FFFD}');
    let sound = (3..=220).contains(&length)
        && length <= if han * 2 > length { 80 } else { 260 }
        && letters >= least
        && letters * 2 >= value.chars().filter(|c| !c.is_whitespace()).count()
        && !placeholder
        && !value.contains('@')
        && !value.ends_with('。');
    let brackets = value.matches('《').count() == value.matches('》').count();
    let value = if brackets {
        value.to_owned()
    } else {
        value.replace(['《', '》'], "")
    };
    sound.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_years_and_degrees() {
        assert_eq!(
            student_number("2 0 1 9 0 0 0 1").as_deref(),
            Some("20190001")
        );
        assert_eq!(student_number("a1234567").as_deref(), Some("A1234567"));
        assert_eq!(
            student_number("１１１１０４０５６").as_deref(),
            Some("111104056")
        );
        assert_eq!(student_number("5587字"), None);
        for (value, expected) in [
            ("2014 年 6 月", Some("2014")),
            ("二〇二一年六月", Some("2021")),
            ("June, 2014", Some("2014")),
            ("2012-05-26", Some("2012")),
            ("20140601", Some("2014")),
            ("2017级", None),
            ("年  月  日", None),
            ("51141201039", None),
        ] {
            assert_eq!(year(value).as_deref(), expected, "{value}");
        }
        assert_eq!(kind("本科学生毕业论文（设计）"), Some(Some("学士")));
        assert_eq!(kind("某某大学硕士学位论文"), Some(Some("硕士")));
        assert_eq!(kind("硕士研究生的夜读生活研究"), None);
        assert_eq!(kind("Master Thesis"), Some(Some("Master")));
        assert_eq!(degree("理学硕士").as_deref(), Some("理学硕士"));
    }

    #[test]
    fn schools() {
        for (line, expected) in [
            ("某 某 大 学", Some(("某某大学", true))),
            ("某某大学学位论文原创性声明", Some(("某某大学", true))),
            ("北方大学图书馆学院", Some(("北方大学", false))),
            ("南方工学院信息商务学院", Some(("南方工学院", false))),
            ("计算机科学与技术学院", None),
            ("某某大学图书馆的夜间服务", None),
            ("大学生就业", None),
            (
                "A thesis submitted to the University of Somewhere",
                Some(("University of Somewhere", true)),
            ),
            (
                "School of Reading, Northern University",
                Some(("Northern University", true)),
            ),
        ] {
            let expected = expected.map(|(name, sure)| (name.to_owned(), sure));
            assert_eq!(school(line), expected, "{line}");
        }
    }
}
