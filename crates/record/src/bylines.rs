//! Bylines of articles: reads the persons that a line below the title names, before, after or around their schools.

use super::names::{NameTrust, is_chinese_name, is_han, known_persons, persons_with_trust};
use super::{dates, values};

/// Ends of words that are schools, offices and companies.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "大学", "学院", "研究所", "研究院", "公司", "实验室", "中心", "系", "大學", "學院", "学校", "办公室", "委员会", "农业厅", "医院", "出版社",
    "集团", "研究室", "教研室", "教研部", "图书馆", "博物馆", "报社", "杂志社", "协会", "学会", "管理局", "气象局", "农业局", "教育局", "工作站",
    "银行", "分行", "支行", "推广站", "监测站", "中学", "小学", "党校", "党委", "厅", "局", "处", "部", "所", "站", "厂", "队",
];

/// Latin words of names of schools, offices and places.
#[rustfmt::skip]
const LATIN_OFFICES: &[&str] = &[
    "university", "universität", "université", "universidad", "institute", "institut", "college", "school",
    "department", "dept", "laboratory", "lab", "labs", "faculty", "centre", "center", "academy", "corporation",
    "corp", "inc", "ltd", "gmbh", "research", "hospital", "ministry", "agency", "company", "division", "group",
    "association", "office",
];

/// Signs before a byline; programs that recognise print read a box as 口.
const BULLETS: [char; 13] = [
    '□', '■', '◇', '◆', '●', '○', '◎', '★', '☆', '▲', '△', '•', '口',
];

/// Returns the persons that a line names, with known surnames or in the shape of Latin names; `None` if it names none.
pub(super) fn names(line: &str) -> Option<Vec<String>> {
    let known = |value: &str| known_persons(value).or_else(|| list(value));
    let line = line.trim().trim_start_matches(BULLETS).trim_start();
    known(line)
        .or_else(|| known(reported(line)?))
        .or_else(|| known(&after_office(line)?))
        .or_else(|| known(&before_office(line)?))
}

/// Returns the persons of a list of Chinese names, parted by blanks or signs, most of them with known surnames; `None`
/// for anything else. A rare surname, or two names without a blank between them, may stand among the others.
fn list(value: &str) -> Option<Vec<String>> {
    let signs = |c: char| c.is_whitespace() || "、，,；;".contains(c);
    let words: Vec<&str> = value.split(signs).filter(|word| !word.is_empty()).collect();
    if words.len() < 2 || !words.iter().all(|word| word.chars().all(is_han)) {
        return None;
    }
    let parted: Vec<String> = words
        .iter()
        .flat_map(|word| two_names(word).unwrap_or_else(|| vec![(*word).to_owned()]))
        .collect();
    let found =
        persons_with_trust(&parted.join(" ")).or_else(|| persons_with_trust(&parted.join("、")))?;
    let known = found
        .iter()
        .filter(|(_, trust)| *trust == NameTrust::Known)
        .count();
    let short = found
        .iter()
        .all(|(name, _)| (2..=4).contains(&name.chars().count()));
    let most = known >= 2 && known * 2 > found.len();
    (short && most).then(|| found.into_iter().map(|(name, _)| name).collect())
}

/// Parts two Chinese names that are written without a blank (five or six characters together): "张三丰李四"; `None` unless
/// they can be parted in exactly one way.
fn two_names(word: &str) -> Option<Vec<String>> {
    let characters: Vec<char> = word.chars().collect();
    if !(5..=6).contains(&characters.len()) {
        return None;
    }
    let mut ways = (2..=3)
        .filter(|at| characters.len() - at <= 3)
        .map(|at| {
            [&characters[..at], &characters[at..]].map(|name| name.iter().collect::<String>())
        })
        .filter(|names| names.iter().all(|name| is_chinese_name(name)));
    let way = ways.next()?;
    ways.next().is_none().then(|| way.to_vec())
}

/// Returns a line of several Latin names that only blanks part, with single blanks: "Jane Q. Roe Max van Lamp Ann Lee";
/// `None` for any other line.
pub(super) fn unparted(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let sound = (5..=18).contains(&words.len())
        && !is_office(line)
        && words.chunks(2).all(|pair| match pair {
            [_, _] => known_persons(&pair.join(" ")).is_some(),
            [last] => last.chars().next().is_some_and(char::is_uppercase),
            _ => false,
        });
    sound.then(|| words.join(" "))
}

/// Returns a student's name and number from a line that states both, beside class and school: "图书1班 张三 2019000123";
/// `None` for any other line.
pub(super) fn student(line: &str) -> Option<(String, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &&str| {
        values::student_number(word)
            .filter(|number| number.len() >= 8 && dates::year(word).is_none())
    };
    let beside = |word: &str| {
        OFFICES
            .iter()
            .chain(&["班", "级", "专业"])
            .any(|end| word.ends_with(end))
    };
    let names: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| is_chinese_name(word))
        .collect();
    let numbers: Vec<String> = words.iter().filter_map(number).collect();
    let ([name], [number]) = (&names[..], &numbers[..]) else {
        return None;
    };
    let rest = words
        .iter()
        .filter(|word| *word != name && values::student_number(word).is_none());
    (words.len() <= 6 && rest.into_iter().all(|word| beside(word)))
        .then(|| ((*name).to_owned(), number.clone()))
}

/// Whether a line names a school, an office or a company.
pub(super) fn is_office(line: &str) -> bool {
    let latin = line.split(|c: char| !c.is_alphabetic()).any(|word| {
        let word = word.to_lowercase();
        LATIN_OFFICES.contains(&word.as_str())
    });
    let chinese = line
        .split(|c: char| !is_han(c))
        .any(|word| word.chars().count() >= 4 && OFFICES.iter().any(|end| word.ends_with(end)));
    latin || chinese
}

/// Returns what follows the word for a reporter or author: 张三 in "本报记者 张三" or "文/张三"; `None` if no such word stands
/// near the line's beginning.
fn reported(line: &str) -> Option<&str> {
    ["记者", "文/", "文／", "撰文", "作者", "By ", "by "]
        .iter()
        .find_map(|word| {
            let (before, after) = line.split_once(word)?;
            (before.chars().count() <= 10).then_some(after.trim_start_matches(['：', ':', ' ']))
        })
}

/// Returns the persons that stand after their schools: "张三 李四" in "某某大学 某某实验室 张三 李四"; `None` if nothing follows a
/// school.
fn after_office(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = words.iter().rposition(|word| {
        word.chars().count() >= 3 && OFFICES.iter().any(|end| word.ends_with(end))
    })?;
    (last + 1 < words.len()).then(|| words[last + 1..].join(" "))
}

/// Returns the persons that stand before their school: "Jane Roe" in "Jane Roe, Institute of Lamps, Nightford"; `None`
/// if nothing precedes a school.
fn before_office(line: &str) -> Option<String> {
    if line.chars().any(is_han) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let office = words.iter().position(|word| {
            word.chars().count() >= 5 && OFFICES.iter().any(|end| word.ends_with(end))
        })?;
        return (office > 0).then(|| words[..office].join(" "));
    }
    let parts: Vec<&str> = line.split(',').collect();
    let office = parts.iter().position(|part| is_office(part))?;
    (office > 0).then(|| parts[..office].join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_stand_among_their_schools() {
        for (line, expected) in [
            ("孟 夜 方砚明 江灯", &["孟夜", "方砚明", "江灯"][..]),
            ("孟夜1，2 方砚明2*", &["孟夜", "方砚明"]),
            ("东海省灯火市农业办公室 孟夜", &["孟夜"]),
            (
                "东海灯火大学 夜读重点实验室 孟夜 Meng Ye 方砚明 Fang Yanming",
                &["孟夜", "方砚明"],
            ),
            ("孟夜(东海灯火大学，灯火 100000)", &["孟夜"]),
            ("灯火社记者孟夜", &["孟夜"]),
            ("孟夜灯方砚明 江灯", &["孟夜灯", "方砚明", "江灯"]),
            ("孟夜灯 夜砚明 江灯", &["孟夜灯", "夜砚明", "江灯"]),
            ("夜灯 砚明", &[]),
            ("口孟夜 东海灯火照明有限公司", &["孟夜"]),
            ("Jane Roe, Institute of Lamps, Nightford", &["Jane Roe"]),
            ("Jane Roe a,b, Max Lamp b,*", &["Jane Roe", "Max Lamp"]),
            (
                "Jane Roe, Senior Member, IEEE, and Max Lamp",
                &["Jane Roe", "Max Lamp"],
            ),
        ] {
            assert_eq!(
                names(line).as_deref().unwrap_or_default(),
                expected,
                "{line}"
            );
        }
        assert_eq!(
            unparted("Jane Q. Roe Max Lamp Ann Lee").as_deref(),
            Some("Jane Q. Roe Max Lamp Ann Lee")
        );
        assert_eq!(unparted("A Study of Lamps and Readers at Night"), None);
        assert_eq!(
            student("图书馆学1班 孟夜 2019000123"),
            Some(("孟夜".to_owned(), "2019000123".to_owned()))
        );
        assert_eq!(student("孟夜 读书 2019000123"), None);
        assert_eq!(names("夜间图书馆的灯光"), None);
        assert_eq!(names("Department of Lamps, Nightford University"), None);
    }
}
