//! Names of schools: finds the university or college that a line states and tells it from faculties and from running
//! text.

use super::blanks::{one_line, without_blanks};
use super::kinds::kind;
use super::names::{is_chinese_name, is_han, without_titles};
use chachong_text::Words;

/// Maximum number of characters of a Chinese name before a school.
const LONGEST_NAME: usize = 4;

/// Places and other words with which schools' names begin and that have the form of a person's name.
#[rustfmt::skip]
const NAMED_LIKE_PERSONS: &[&str] = &[
    "安阳", "安康", "安顺", "安庆", "包头", "常熟", "常德", "楚雄", "池州", "邓州", "甘肃", "哈尔滨", "海口", "韩山", "和田", "红河", "黄冈", "黄淮", "黄石",
    "华侨", "华夏", "华立", "华商", "吉林", "吉首", "江南", "江汉", "江海", "江门", "江阴", "金陵", "金华", "金山", "金门", "金肯", "晋中", "晋城", "荆州", "荆楚",
    "荆门", "井冈山", "景德镇", "康定", "乐山", "连云港", "龙岩", "娄底", "鲁东", "陆军", "马鞍山", "茅台", "茂名", "明达", "南开", "南宁", "南通", "南阳",
    "南华", "南台", "宁波", "宁德", "农林", "盘锦", "平顶山", "平凉", "普洱", "齐齐哈尔", "曲阜", "曲靖", "商丘", "商洛", "邵阳", "沈阳", "石河子",
    "石家庄", "司法", "宿迁", "宿州", "温州", "文山", "文华", "文理", "文藻", "武昌", "武夷", "武警", "武夷山", "西门", "项城", "辛集", "信阳", "邢台", "宣城", "燕京",
    "燕山", "阳泉", "阳江", "应天", "于田", "余姚", "玉林", "玉溪", "元智", "云浮", "云林", "张家口", "张家界", "张掖", "郑州", "钟山", "周口", "朱雀", "巴中", "白城", "白云",
    "毕节", "成均馆", "古田", "桂林", "国防", "国立", "暨南", "湛江", "梁山", "满洲里", "蒙古", "柳州", "巢湖", "时珍", "通化", "乌海", "阿坝", "阿克苏", "温江",
];

/// Returns the school that a line without white space begins with, and its length in bytes; `None` if it begins with
/// none.
pub(super) fn leading_school(compact: &str) -> Option<(String, usize)> {
    const SCHOOLS: Words =
        Words("大学|大學|学院|學院|党校|研究院|师范学校|专科学校|职业学校|医院|科学院|书院");
    let mut best = None;
    for word in SCHOOLS.all() {
        for (at, _) in compact.match_indices(word) {
            let end = at + word.len();
            let name = &compact[..end];
            let rest = &compact[end..];
            let length = name.chars().count();
            let sound = (3..=20).contains(&length)
                && name
                    .chars()
                    .all(|c| is_han(c) || matches!(c, '(' | ')' | '（' | '）' | '·'))
                && (!rest.starts_with(['生', '英', '语', '物', '体']) || is_department(rest))
                && !Words("教授|研究员|讲师|工程师|博士|导师").occur_in(name)
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

/// Beginnings of the names of faculties, which are not schools of their own.
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

/// Colleges of their own within another school, whose names begin like those of faculties.
const INDEPENDENT: &[&str] = &["信息商务学院", "国际商务学院"];

/// Splits the person off that stands before a school: "方砚明　某某大学". Returns the name, `None` where it has not the form
/// of one ("学生甲"), and the rest of the line. `None` if the line has no person before a school: white space also parts
/// the signs of a school's name, "中国　某某大学", so that a name must have a known surname. A blank alone parts only
/// names that no place has.
pub(super) fn after_person(line: &str) -> Option<(Option<String>, &str)> {
    let (mut name, mut rest) = (String::new(), line.trim());
    let mut found = None;
    while let Some(end) = rest.find(char::is_whitespace) {
        name.push_str(&rest[..end]);
        if name.chars().count() > LONGEST_NAME {
            break;
        }
        let after = rest[end..].trim_start();
        let gap = &rest[end..rest.len() - after.len()];
        let wide = gap.chars().count() > 1 || gap.contains(['\u{3000}', '\t']);
        let next = after.split(char::is_whitespace).next().unwrap_or_default();
        // Signs that stand apart go on: "某 某 大 学".
        let apart = next.chars().count() == 1;
        let compact = without_blanks(after);
        // In brackets stands where the authors of a journal's byline work: those are read as a list.
        let school = leading_school(&compact).filter(|(school, _)| !school.contains(['(', '（']));
        if !apart && is_person(&name, wide) && school.is_some() {
            let known = is_chinese_name(&name) && without_titles(&name) == name;
            found = Some((known.then(|| name.clone()), after));
        }
        rest = after;
    }
    found
}

/// Whether what stands before a gap is a person, not the beginning of a school's name. A gap that is not `wide` must have
/// three characters before it.
fn is_person(name: &str, wide: bool) -> bool {
    let length = name.chars().count();
    let is_place = NAMED_LIKE_PERSONS.contains(&name)
        || name.ends_with(['省', '市', '县', '区', '州'])
        || name.contains("大学")
        || name.contains("学院");
    let is_student = (name.strip_prefix("学生"))
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_han));
    let bare = without_titles(name);
    let is_name = is_student || is_chinese_name(if bare.is_empty() { name } else { &bare });
    is_name && !is_place && (wide || length == 3)
}

/// Reads the school that a line names, with whether a reader can be sure: a university is, a college may be a faculty.
/// `None` if the line names none or is more than a name with a kind of work or a faculty.
pub(super) fn school(line: &str) -> Option<(String, bool)> {
    if !line.chars().any(is_han) {
        return english_school(line).map(|school| (school, true));
    }
    let line = after_person(line).map_or(line, |(_, rest)| rest);
    let compact: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '＿' | '*' | '《' | '》'))
        .collect();
    let compact =
        compact.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '）'));
    let (name, length) = leading_school(compact)?;
    let university = name.ends_with("大学") || name.ends_with("大學");
    let faculty = FACULTIES.iter().any(|faculty| name.starts_with(faculty)) && !university;
    if faculty {
        return None;
    }
    let rest = &compact[length..];
    // A college within a college is written whole: "某某工学院某某商务学院".
    let (name, rest) = match own_college(rest).filter(|_| !university) {
        Some(end) => (compact[..length + end].to_owned(), &rest[end..]),
        None => (name, rest),
    };
    // "南京某大学某学院" may be a school of its own.
    let doubtful =
        university && rest.chars().count() <= 12 && own_college(rest) == Some(rest.len());
    let department =
        rest.is_empty() || is_department(rest) || kind(rest).is_some() || is_form(rest);
    department.then_some((name, university && !doubtful))
}

/// Returns the length in bytes of the college that the text after a school's name begins with; `None` if there is none,
/// or if it is a faculty.
fn own_college(rest: &str) -> Option<usize> {
    let end = rest.find("学院")? + "学院".len();
    let college = &rest[..end];
    let faculty = FACULTIES.iter().any(|faculty| college.starts_with(faculty));
    let independent = INDEPENDENT.contains(&college);
    (college.chars().count() <= 12 && (independent || !faculty)).then_some(end)
}

/// Whether what follows a school's name is a faculty, an institute or an office.
fn is_department(rest: &str) -> bool {
    let ends = ["学院", "中心", "系", "院", "部", "所", "室", "站", "馆"];
    rest.chars().count() <= 24 && ends.iter().any(|end| rest.ends_with(end))
}

/// Whether the words after a school's name are the heading of a declaration or of a form.
fn is_form(rest: &str) -> bool {
    rest.chars().count() <= 32
        && Words("声明|授权|说明|承诺书|评分|打分表|任务书|报告|审批表|诚信|答辩").occur_in(rest)
        && Words("论文|设计|本科|学位|研究生|毕业|原创|独创").occur_in(rest)
}

/// Reads an English school: a part of the line that holds "University", "College", "Polytechnic" or "Institute of Technology". `None` if no
/// part does.
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
            || Words("of|and|the|de|&|at|for|in").include(word)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schools() {
        for (line, expected) in [
            ("某 某 大 学", Some(("某某大学", true))),
            ("某某大学学位论文原创性声明", Some(("某某大学", true))),
            ("北方大学图书馆学院", Some(("北方大学", false))),
            (
                "南方工学院信息商务学院",
                Some(("南方工学院信息商务学院", false)),
            ),
            (
                "南方工学院信息工程学院毕业论文",
                Some(("南方工学院", false)),
            ),
            ("灯火大学体育系", Some(("灯火大学", true))),
            ("灯火大学体育与健康", None),
            ("计算机科学与技术学院", None),
            ("某某大学图书馆的夜间服务", None),
            ("大学生就业", None),
            ("方砚副教授灯火大学", None),
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

    #[test]
    fn a_wide_gap_ends_the_name_of_a_person() {
        for (line, person, expected) in [
            ("王小明　北京师范大学教育学部", "王小明", "北京师范大学"),
            ("孟夜　东海灯火大学", "孟夜", "东海灯火大学"),
            ("孟夜  东海灯火大学", "孟夜", "东海灯火大学"),
            ("欧阳夜读\t东海灯火大学", "欧阳夜读", "东海灯火大学"),
            ("孟 夜　东海灯火大学", "孟夜", "东海灯火大学"),
            ("方砚明 东海灯火大学", "方砚明", "东海灯火大学"),
            ("方砚明　中国　某某大学", "方砚明", "中国某某大学"),
            ("学生子　某工程学院环境系", "", "某工程学院"),
        ] {
            let (name, _) = after_person(line).unwrap();
            assert_eq!(name.unwrap_or_default(), person, "{line}");
            let (school, _) = school(line).unwrap();
            assert_eq!(school, expected, "{line}");
        }
        for (line, expected) in [
            ("中国　地质大学", "中国地质大学"),
            ("北京　某某大学", "北京某某大学"),
            ("清　华　大　学", "清华大学"),
            ("江 南　大 学", "江南大学"),
            ("石河子　大学", "石河子大学"),
            ("桂林　电子科技大学", "桂林电子科技大学"),
            ("哈尔滨 灯火大学", "哈尔滨灯火大学"),
            ("江阴市　灯火学院", "江阴市灯火学院"),
        ] {
            assert_eq!(after_person(line), None, "{line}");
            let (school, _) = school(line).unwrap();
            assert_eq!(school, expected, "{line}");
        }
        assert_eq!(after_person("中国　地质大学（北京）"), None);
        for byline in [
            "方砚明 孟夜林 （东海灯火大学教育学部，东海)",
            "方砚明 (东海灯火大学)",
        ] {
            assert_eq!(after_person(byline), None, "{byline}");
        }
    }
}
