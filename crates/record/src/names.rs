//! Recognises the names of persons: Chinese names by surname and length, names with a dot between their parts, Latin
//! names and pinyin by their capitals. Titles such as 教授 and marks of footnotes are removed.

use super::blanks::without_blanks;
use super::name_lists::{parts, without_loose_accents, without_marks};
use super::name_words::{
    COMPOUND, LATIN_SUFFIXES, LATIN_TEACHERS, LATIN_TITLES, LATIN_WORDS, NO_NAMES, PARTICLES,
    SURNAMES, TEACHERS, TITLES,
};
use chachong_text::{Words, is_ideograph};

/// Whether a character is an ideograph: neither kana nor Chinese punctuation.
pub(super) const fn is_han(c: char) -> bool {
    is_ideograph(c) || matches!(c, '\u{2E80}'..='\u{2FDF}' | '\u{3005}' | '\u{3007}')
}

/// Trust in a string as a person's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameTrust {
    /// Shape of a name without a known surname: good after a label only.
    Shape,
    /// Known surname, a dot between parts, or capitalised Latin words.
    Known,
}

/// Returns the persons that a whole value names, with the trust in the weakest name; `None` if any part is not a name.
pub(super) fn persons(value: &str) -> Option<(Vec<String>, NameTrust)> {
    let found = persons_with_trust(value)?;
    let trust = found.iter().map(|&(_, trust)| trust).min()?;
    Some((found.into_iter().map(|(name, _)| name).collect(), trust))
}

/// Returns the persons that a whole value names, if each has a known surname or another sure form of a name.
pub(super) fn known_persons(value: &str) -> Option<Vec<String>> {
    let (names, trust) = persons(value)?;
    (trust == NameTrust::Known).then_some(names)
}

/// Returns the persons that a whole value names, each with the trust in the name; `None` if any part is not a name.
pub(super) fn persons_with_trust(value: &str) -> Option<Vec<(String, NameTrust)>> {
    if has_class_code(value) {
        return None;
    }
    let value = without_marks(&without_loose_accents(without_brackets(value)));
    let mut found: Vec<(String, NameTrust)> = Vec::new();
    for part in parts(&value) {
        let Some((name, trust)) = person(&part)? else {
            continue;
        };
        if !found.iter().any(|(known, _)| *known == name) {
            found.push((name, trust));
        }
    }
    (!found.is_empty() && found.len() <= 20).then_some(found)
}

/// Returns whether a Chinese character is followed by exactly three or four digits, as in 计科2101, the name of a class. More digits are a
/// student number.
fn has_class_code(value: &str) -> bool {
    let mut touched = false;
    let mut digits = 0;
    for c in value.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits += 1;
        } else {
            if touched && (3..=4).contains(&digits) {
                return true;
            }
            (touched, digits) = (is_han(c), 0);
        }
    }
    false
}

/// Takes off brackets that stand around the whole value.
fn without_brackets(value: &str) -> &str {
    let pairs = [('【', '】'), ('〔', '〕')];
    let inner = pairs.iter().find_map(|&(open, close)| {
        let inner = value.trim().strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    inner.unwrap_or(value)
}

/// Joins names with the separator of the language of the first name.
pub(super) fn joined(names: &[String]) -> String {
    let chinese = names.first().is_some_and(|name| name.chars().any(is_han));
    names.join(if chinese { "、" } else { ", " })
}

/// Returns whether `name` is a Chinese name: a known surname and one or two more characters. Words that only look like
/// names are excluded.
#[must_use]
pub fn is_chinese_name(name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    let compound = COMPOUND.iter().any(|surname| name.starts_with(surname));
    let longest = if compound { 4 } else { 3 };
    (2..=longest).contains(&characters.len())
        && characters.iter().all(|&c| is_han(c))
        && (compound && characters.len() > 2
            || characters.first().is_some_and(|&c| SURNAMES.contains(c)))
        && !NO_NAMES.contains(&name)
        && !TITLES.contains(&name)
        && !name.contains('某')
}

/// Returns whether `name` is a Latin name: two to five capitalised words, none of which is known not to be part of a
/// name. Titles and suffixes do not count, and particles may be in lower case.
#[must_use]
pub fn is_latin_name(name: &str) -> bool {
    matches!(latin_name(name), Some(Some((_, NameTrust::Known))))
}

/// Reads one part of a list: `Some(None)` for a title alone, `None` if it is not a name.
#[expect(
    clippy::option_option,
    reason = "no name, nothing, and a name are three results"
)]
fn person(part: &str) -> Option<Option<(String, NameTrust)>> {
    if part.contains('＠') {
        return None;
    }
    let part = part.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let han = part.chars().filter(|&c| is_han(c)).count();
    if han == 0 {
        return latin_name(part);
    }
    if part.contains(['·', '•', '・', '‧', '∙']) {
        let name = without_blanks(part);
        let name = without_titles(&name.replace(['•', '・', '‧', '∙'], "·"));
        let sound =
            name.chars().all(|c| is_han(c) || c == '·') && (4..=20).contains(&name.chars().count());
        return sound.then_some(Some((name, NameTrust::Known)));
    }
    // Letters within a name stand for a character that the document lacks: a part of the name is no name.
    let characters: Vec<char> = part.chars().collect();
    let within = characters.windows(2).any(|pair| {
        let [a, b] = [pair[0], pair[1]].map(char::is_lowercase);
        a && is_han(pair[1]) || b && is_han(pair[0])
    });
    if within {
        return None;
    }
    // A Latin name beside a Chinese one is the same person: "肖仁 Xiao Ren".
    let chinese: String = part.chars().filter(|&c| is_han(c)).collect();
    let letters = characters.iter().any(|&c| c.is_alphabetic() && !is_han(c));
    if letters && !characters.first().copied().is_some_and(is_han) {
        return None;
    }
    let name = without_titles(&chinese);
    if name.is_empty() {
        return Some(None);
    }
    let length = name.chars().count();
    if is_chinese_name(&name) {
        return Some(Some((name, NameTrust::Known)));
    }
    let doubtful =
        NO_NAMES.contains(&name.as_str()) || !(2..=4).contains(&length) || has_word(&name);
    (!doubtful && part.chars().filter(char::is_ascii_digit).count() == 0)
        .then_some(Some((name, NameTrust::Shape)))
}

/// Whether a string holds a word that no name holds.
fn has_word(name: &str) -> bool {
    Words(
        "承诺|大学|学院|学校|专业|论文|设计|研究|工程|系统|管理|技术|科学|班|签名|签字|日期|姓名|\
         年级|年月|题目|填写|某|指导|老师|教师|作者|编号|分类|密级|声明|学位|申请|单位|公开|保密|\
         中国|教育|公司|部门|职称|意见|手写|打印|本人|评语|评价|评分|评阅|评定|成绩|审核|签章|\
         盖章|推荐|电话|审阅",
    )
    .occur_in(name)
}

/// Takes titles off both ends of a Chinese name, the longest first: 副主任医师 before 主任医师.
pub(super) fn without_titles(name: &str) -> String {
    let mut name = name;
    loop {
        let ends = |title: &&str| [name.strip_suffix(*title), name.strip_prefix(*title)];
        let rests = TITLES.iter().flat_map(ends).flatten();
        let Some(rest) = rests.min_by_key(|rest| rest.len()) else {
            return name.to_owned();
        };
        name = rest;
    }
}

/// Whether a line is a title such as 教授 and nothing else.
pub(super) fn is_title(line: &str) -> bool {
    TITLES.contains(&line.trim())
}

/// Whether a line names a teacher: a title such as 教授 stands beside a name, or Professor before it.
pub(super) fn is_of_teacher(line: &str) -> bool {
    let is_teaching = |title: &&&str| TEACHERS.iter().any(|end| title.ends_with(end));
    let names_teacher = |word: &str| {
        TITLES.iter().filter(is_teaching).any(|title| {
            let rests = [word.strip_suffix(*title), word.strip_prefix(*title)];
            let mut rests = rests.into_iter().flatten();
            rests.any(|rest| rest.is_empty() || is_chinese_name(rest))
        })
    };
    let signs = |c: char| c.is_whitespace() || ":：,，、;；/／".contains(c);
    let mut words = line.split(signs).filter(|word| !word.is_empty());
    words.clone().next().is_some_and(is_latin_title_of_teacher) || words.any(names_teacher)
}

/// Returns whether a word or name has the title of a teacher: a Chinese one anywhere, as in 王老师, or a Latin one before it, as in
/// `Prof. Ann Roe`.
#[must_use]
pub fn has_teachers_title(name: &str) -> bool {
    TEACHERS.iter().any(|title| name.contains(title))
        || (name.split_whitespace().next()).is_some_and(is_latin_title_of_teacher)
}

fn is_latin_title_of_teacher(word: &str) -> bool {
    let word = word.to_lowercase();
    LATIN_TEACHERS.include(word.trim_end_matches('.'))
}

/// Reads a Latin name of capitalised words, initials and particles: `Some(None)` for titles alone, `None` for what is
/// no name.
#[expect(clippy::option_option, reason = "as `person`")]
fn latin_name(part: &str) -> Option<Option<(String, NameTrust)>> {
    let mut words: Vec<&str> = part.split_whitespace().collect();
    let is_title = |word: &&str| {
        let word = word.to_lowercase();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        LATIN_TITLES.contains(&bare)
    };
    // "A. Prof." and "A/Prof." are titles, "A. Roe" is a person.
    if let [first, second, ..] = words[..]
        && matches!(first, "A." | "A")
        && second.to_lowercase().starts_with("prof")
    {
        words.remove(0);
    }
    while words.first().is_some_and(is_title) {
        words.remove(0);
    }
    let is_suffix = |word: &&str| {
        let word = word.to_lowercase();
        LATIN_SUFFIXES.include(word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    while words.len() > 2 && words.last().is_some_and(is_suffix) {
        words.pop();
    }
    // Letters that name affiliations follow a name: "Jane Roe a, b".
    while words.last().is_some_and(|word| {
        word.chars().count() == 1 && word.chars().all(|c| c.is_ascii_lowercase())
    }) {
        words.pop();
    }
    if words.is_empty() {
        return Some(None);
    }
    let sound = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 0
            && word.chars().all(|c| {
                c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | '‐' | '´' | '`' | '¨')
            })
            && (word.chars().next().is_some_and(char::is_uppercase) || PARTICLES.contains(word))
    };
    let word_of_text = |word: &&str| {
        let word = word.to_lowercase();
        LATIN_WORDS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    let shaped = (2..=5).contains(&words.len())
        && words.iter().all(sound)
        && !words.iter().any(word_of_text)
        && words
            .iter()
            .any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let name = words.join(" ");
    let name = name.trim_matches(|c: char| c == ',' || c == ';').to_owned();
    if shaped {
        return Some(Some((name, NameTrust::Known)));
    }
    // One word in the place of a name is a name in pinyin, after a label only.
    let one = words.len() == 1
        && !name.chars().all(|c| matches!(c, 'x' | 'X'))
        && words
            .iter()
            .all(|word| word.chars().all(|c| c.is_ascii_alphabetic()))
        && !words.iter().any(word_of_text)
        && (3..=24).contains(&name.len());
    one.then_some(Some((name, NameTrust::Shape)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> String {
        persons(value).map_or_else(|| "-".to_owned(), |(names, _)| joined(&names))
    }

    #[test]
    fn names_in_lists_with_titles_and_marks() {
        for (value, expected) in [
            ("张　三", "张三"),
            ("张  三", "张三"),
            ("【张三】", "张三"),
            ("张三202100010001", "张三"),
            ("计科2101", "-"),
            ("欧阳小明", "欧阳小明"),
            ("阿依古丽·买买提", "阿依古丽·买买提"),
            ("李四 教授", "李四"),
            ("李四副主任医师", "李四"),
            ("王五正高级工程师", "王五"),
            ("李四教授  王五 副教授", "李四、王五"),
            ("李四、王五（校外）", "李四、王五"),
            ("崔某某 /副教授", "-"),
            ("孟ｙè/方砚", "-"),
            ("孟夜@", "孟夜"),
            ("Ｈ．夜读茨", "-"),
            ("赵一一 /副教授", "赵一一"),
            ("Prof. Jane A. Roe", "Jane A. Roe"),
            ("Jane A. Reader", "Jane A. Reader"),
            ("Jane Roe, Reader", "Jane Roe"),
            ("Jane Roe Ph.D.", "Jane Roe"),
            ("阿依灯 ·买买书教授", "阿依灯·买买书"),
            ("张三 · 李四", "张三、李四"),
            ("A. Prof. Jane Roe", "Jane Roe"),
            (
                "John Doe1, Jane Roe2,3∗ and Max van Roe",
                "John Doe, Jane Roe, Max van Roe",
            ),
            ("ZHANG Xiaoming", "ZHANG Xiaoming"),
            ("王小二 Wang Xiaoer 赵一一 Zhao Yiyi", "王小二、赵一一"),
            ("Jane Mu¨ ller�, Max Lampo´ and", "Jane Muller, Max Lampo"),
            ("计算机科学与技术", "-"),
            ("[REDACTED]", "-"),
            ("×××", "-"),
            ("University of Somewhere", "-"),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
    }

    #[test]
    fn words_are_no_names() {
        for word in [
            "毕业设计",
            "任务书",
            "文献",
            "终稿",
            "教授",
            "方",
            "江南",
            "曾用名",
            "国籍",
        ] {
            assert!(!is_chinese_name(word), "{word}");
        }
    }
}
