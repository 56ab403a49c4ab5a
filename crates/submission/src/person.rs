//! Names of people: tells which texts are names, and which spellings mean one name, such as 张三, `zhang san` and `San
//! Zhang`.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use chachong_record::{
    COMPOUND_SURNAMES, SURNAMES, has_teachers_title, is_chinese_name, is_latin_name,
};
use chachong_text::simplified_alone;
use pinyin::{ToPinyin, ToPinyinMulti};

use crate::folder_names::is_of_teacher;
use crate::key;
use crate::pieces::{pieces, stem, without_document_words};

/// Maximum number of readings of a character. The others are rare, and each would find more namesakes.
const READINGS: usize = 4;

/// Maximum number of spellings of a name.
const SPELLINGS: usize = 64;

/// Maximum length of a name, in characters.
const LONGEST: usize = 20;

/// Minimum length of the first part of a name that identifies a person, in characters.
const LEAST_FIRST_PART: usize = 3;

/// Dots between the parts of a name such as 阿依古丽·买买提.
pub(crate) const DOTS: [char; 6] = ['·', '•', '・', '‧', '∙', '．'];

/// Apostrophes within names such as O'Brien.
pub(crate) const APOSTROPHES: [char; 2] = ['\'', '’'];

/// Forms of a name in which it is compared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameKey {
    /// The name as [`exact`] returns it.
    pub exact: String,
    /// Latin spellings without spaces, with the surname first and last.
    pub latin: BTreeSet<String>,
}

impl NameKey {
    pub(crate) fn of(name: &str) -> Self {
        let han: String = name
            .chars()
            .filter(|&c| key::is_han(c) || DOTS.contains(&c))
            .collect();
        let words: Vec<String> = name
            .split(|c: char| !c.is_alphabetic() || key::is_han(c))
            .map(key::name)
            .filter(|word| !word.is_empty())
            .collect();
        let mut latin: BTreeSet<String> = orders(&words).into_iter().collect();
        let mut plain: Vec<Vec<String>> = vec![Vec::new()];
        for word in &words {
            let forms = key::without_accents(word);
            let with = |before: &Vec<String>, form: &String| {
                let mut words = before.clone();
                words.push(form.clone());
                words
            };
            plain = (plain.iter())
                .flat_map(|before| forms.iter().map(move |form| with(before, form)))
                .take(SPELLINGS)
                .collect();
        }
        latin.extend(plain.iter().flat_map(|words| orders(words)));
        // The Latin name beside a Chinese one may be another, such as Jack.
        latin.extend(spellings(&han).into_iter().map(|words| words.concat()));
        Self {
            exact: exact(name),
            latin,
        }
    }

    /// Returns whether both may be spellings of the same name.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        if self.exact == other.exact {
            return true;
        }
        // Two Chinese names that sound alike are two people, and so are two names that differ in their accents.
        let both = key::has_han(&self.exact) && key::has_han(&other.exact);
        let is_accented = |name: &Self| !name.exact.is_ascii() && !key::has_han(&name.exact);
        let are_accented = is_accented(self) && is_accented(other);
        let mut common = self.latin.intersection(&other.latin);
        !both && common.any(|spelling| !are_accented || !spelling.is_ascii())
    }
}

/// Returns whether two names may be spellings of the same name.
#[must_use]
pub fn agree(a: &str, b: &str) -> bool {
    if key::has_han(a) && key::has_han(b) {
        return han_of(a) == han_of(b);
    }
    NameKey::of(a).agrees(&NameKey::of(b))
}

/// Returns whether two names may belong to one person: they are spellings of the same name, or one is Chinese and the
/// other, such as Jack Wang, has the same surname.
pub(crate) fn may_be_one(a: &str, b: &str) -> bool {
    agree(a, b)
        || match (key::has_han(a), key::has_han(b)) {
            (true, false) => is_english_name_of(b, a),
            (false, true) => is_english_name_of(a, b),
            _ => false,
        }
}

/// Returns whether a Latin name contains the surname of a Chinese name and a word that is not Chinese.
fn is_english_name_of(latin: &str, name: &str) -> bool {
    let words: Vec<String> = latin.split_whitespace().map(key::name).collect();
    let surnames = readings(&split(&han_of(name)).0);
    let chinese = |word: &String| (1..=3).any(|count| is_syllables(word, count));
    words.iter().any(|word| surnames.contains(word)) && !words.iter().all(chinese)
}

/// Returns the letters and digits of a name in lower case. For a name in both scripts, returns only the Chinese part.
pub(crate) fn exact(name: &str) -> String {
    if key::has_han(name) {
        han_of(name)
    } else {
        key::name(name)
    }
}

/// Returns the Chinese part of a name in Simplified characters, without dots.
fn han_of(name: &str) -> String {
    let han = name.chars().filter(|&c| key::is_han(c));
    han.map(simplified_alone).collect()
}

/// Returns the joined words of a Latin name: in their order, with the last word moved to the front, and with the
/// first word moved to the end.
fn orders(words: &[String]) -> Vec<String> {
    let Some(last) = words.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut rotated = words.to_vec();
    rotated.rotate_right(1);
    let mut back = words.to_vec();
    back.rotate_left(1);
    let mut all = vec![words.concat()];
    if last > 0 {
        all.extend([rotated.concat(), back.concat()]);
    }
    all
}

/// Returns the spellings of a Chinese name in Latin letters. Each has two words, surname and given name, in either
/// order.
pub(crate) fn spellings(name: &str) -> Vec<[String; 2]> {
    if name.chars().count() > LONGEST {
        return Vec::new();
    }
    let (surname, given) = split(name);
    let mut all = Vec::new();
    if surname.is_empty() {
        return all;
    }
    for surname in readings(&surname) {
        for given in readings(&given) {
            all.push([surname.clone(), given.clone()]);
            all.push([given.clone(), surname.clone()]);
            if all.len() >= SPELLINGS {
                return all;
            }
        }
    }
    all
}

/// Returns the parts of a name and the forms into which people shorten it, in lower case: `ann`, `roe`, `ar`, `aroe`, `roea`.
pub(crate) fn short_forms(name: &str) -> BTreeSet<String> {
    let initial = |word: &str| -> String { word.chars().take(1).collect() };
    let sound = |part: &str| readings(part).into_iter().next().unwrap_or_default();
    let (surname, given) = split(&han_of(name));
    let chinese = [&surname, &given].map(|part| {
        let sounds = part.chars().map(|c| initial(&sound(&c.to_string())));
        (sound(part), sounds.collect::<String>())
    });
    let latin = name.split(|c: char| !c.is_alphabetic() || key::is_han(c));
    let latin = latin.map(key::name).map(|word| {
        let initial = initial(&word);
        (word, initial)
    });
    let mut forms = BTreeSet::from([surname, given]);
    for parts in [chinese.to_vec(), latin.collect()] {
        for (at, (word, initials)) in parts.iter().enumerate() {
            forms.insert(word.clone());
            for (_, others) in parts[..at].iter().chain(&parts[at + 1..]) {
                forms.insert(format!("{initials}{others}"));
                forms.insert(format!("{word}{others}"));
                forms.insert(format!("{others}{word}"));
            }
        }
    }
    forms.retain(|form| form.chars().count() > 1 || key::has_han(form));
    forms
}

/// Splits a Chinese name into surname and given name, or a name with a dot at the dot.
pub(crate) fn split(name: &str) -> (String, String) {
    if let Some((first, rest)) = name.split_once(DOTS) {
        let rest = rest.chars().filter(|c| !DOTS.contains(c)).collect();
        return (first.to_owned(), rest);
    }
    let compound = COMPOUND_SURNAMES
        .iter()
        .any(|surname| name.starts_with(surname));
    let surname = if compound && name.chars().count() > 2 {
        2
    } else {
        1
    };
    (
        name.chars().take(surname).collect(),
        name.chars().skip(surname).collect(),
    )
}

/// Returns the spellings of one part of a Chinese name in Latin letters, the most common first.
pub(crate) fn spellings_of_part(part: &str) -> Vec<String> {
    if part.chars().count() > LONGEST {
        return Vec::new();
    }
    readings(part)
}

/// Returns the first part of a name such as 阿依古丽·买买提, by which a person is addressed; `None` if it is short.
pub(crate) fn first_part(name: &str) -> Option<&str> {
    let (first, _) = name.split_once(DOTS)?;
    let is_long = first.chars().count() >= LEAST_FIRST_PART && key::has_han(first);
    is_long.then_some(first)
}

/// Returns the readings of characters in Latin letters without tones, the most common first.
fn readings(characters: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for c in characters.chars() {
        let mut heard: Vec<String> = Vec::new();
        for one in c.to_pinyin_multi().into_iter().flatten() {
            for plain in without_umlaut(one.plain()) {
                if !heard.contains(&plain) {
                    heard.push(plain);
                }
            }
        }
        heard.truncate(READINGS);
        if heard.is_empty() {
            continue;
        }
        all = heard
            .iter()
            .flat_map(|reading| all.iter().map(move |before| format!("{before}{reading}")))
            .take(SPELLINGS)
            .collect();
    }
    all
}

/// Returns a reading with ü as people type it.
fn without_umlaut(reading: &str) -> Vec<String> {
    if reading.contains('ü') {
        ["v", "u", "yu"]
            .map(|typed| reading.replace('ü', typed))
            .into()
    } else {
        vec![reading.replace('ê', "e")]
    }
}

/// Chinese syllables in Latin letters.
static SYLLABLES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    ('\u{4E00}'..='\u{9FA5}')
        .filter_map(|c| c.to_pinyin())
        .flat_map(|reading| without_umlaut(reading.plain()))
        .filter(|syllable| syllable.contains(['a', 'e', 'i', 'o', 'u', 'v']))
        .collect()
});

/// Chinese surnames in Latin letters.
static LATIN_SURNAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let single = SURNAMES.chars().map(String::from);
    let compound = COMPOUND_SURNAMES.iter().map(|&name| name.to_owned());
    (single.chain(compound))
        .filter_map(|surname| readings(&surname).into_iter().next())
        .collect()
});

/// Returns the names of people in the path of a file, below the dropped folder and with `/`: the pieces of its folders and of its
/// file name, without document words, that have the form of a person's name and no teacher's title beside them.
#[must_use]
pub fn people_in(path: &str) -> Vec<String> {
    let parts = path.split('/').map(|part| pieces(stem(part)));
    let pieces = parts.filter(|pieces| !is_of_teacher(pieces)).flatten();
    let words = pieces.map(|piece| without_document_words(&piece));
    words.filter(|words| is_person(words)).collect()
}

/// Returns whether a text is the name of a person who may be a student: a Chinese name, one with dots between its parts, one in pinyin,
/// or two or more capitalised words, without the title of a teacher.
pub(crate) fn is_person(text: &str) -> bool {
    let text = text.trim();
    if has_teachers_title(text) {
        return false;
    }
    if key::has_han(text) {
        return is_chinese_name(text) || is_dotted(text);
    }
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let is_letter = |c: char| c.is_alphabetic() || APOSTROPHES.contains(&c);
    if words.is_empty() || !words.iter().all(|word| word.chars().all(is_letter)) {
        return false;
    }
    if is_pinyin_name(&words) {
        return true;
    }
    let is_of_documents = |word: &&str| crate::pieces::is_document_word(&word.to_lowercase());
    let is_latin = is_latin_name(&words.join(" ")) || is_latin_name(&text.replace(',', " "));
    is_latin && !words.iter().any(is_of_documents)
}

/// Returns whether a text is a Chinese name with dots between its parts.
fn is_dotted(text: &str) -> bool {
    let parts: Vec<&str> = text.split(DOTS).collect();
    parts.len() > 1
        && (4..=LONGEST).contains(&text.chars().count())
        && (parts.iter()).all(|part| !part.is_empty() && part.chars().all(key::is_han))
}

/// Returns whether words are a Chinese name in Latin letters, in either order.
fn is_pinyin_name(words: &[&str]) -> bool {
    let lower = |word: &&str| word.to_lowercase().replace(APOSTROPHES, "");
    let words: Vec<String> = words.iter().map(lower).collect();
    if !words.iter().all(|word| word.is_ascii()) {
        return false;
    }
    match &words[..] {
        [one] => one.len() >= 4 && !parts_of_pinyin(one).is_empty(),
        [first, .., last] if words.len() <= 4 => {
            let given = |words: &[String]| {
                let given = words.concat();
                (1..=3).any(|n| is_syllables(&given, n))
            };
            LATIN_SURNAMES.contains(first) && given(&words[1..])
                || LATIN_SURNAMES.contains(last) && given(&words[..words.len() - 1])
        }
        _ => false,
    }
}

/// Returns the ways to split a Chinese name, written as one Latin word, into surname and given name, in lower case.
pub(crate) fn parts_of_pinyin(word: &str) -> Vec<[String; 2]> {
    let parts = (1..word.len()).filter_map(|at| word.split_at_checked(at));
    parts
        .filter(|(surname, given)| {
            LATIN_SURNAMES.contains(*surname) && (1..=2).any(|count| is_syllables(given, count))
        })
        .map(|(surname, given)| [surname.to_owned(), given.to_owned()])
        .collect()
}

/// Returns whether a word consists of `count` syllables.
fn is_syllables(word: &str, count: usize) -> bool {
    if count == 0 {
        return word.is_empty();
    }
    (1..=word.len().min(6)).any(|at| {
        word.split_at_checked(at)
            .is_some_and(|(first, rest)| SYLLABLES.contains(first) && is_syllables(rest, count - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::{agree, is_person, people_in};

    #[test]
    fn spellings_of_one_name_agree() {
        for (a, b) in [
            ("王小五", "wang xiaowu"),
            ("王小五", "Xiaowu Wang"),
            ("王小五", "wangxiaowu"),
            ("王小五", "Wang, Xiao-wu"),
            ("欧阳小五", "ouyang xiaowu"),
            ("欧阳小五", "Xiaowu Ouyang"),
            ("单小五", "shan xiaowu"),
            ("吕绿", "lv lv"),
            ("阿依灯·买买书", "Ayideng Maimaishu"),
            ("阿依灯·买买书", "阿依灯买买书"),
            ("阿依灯•买买书", "阿依灯·买买书"),
            ("王小五 Wang Xiaowu", "王小五"),
            ("Roe, Ann", "Ann Roe"),
            ("Mary O’Roe", "O'Roe Mary"),
            ("Ann Müllroe", "Mullroe Ann"),
            ("Ann Müllroe", "Muellroe Ann"),
            ("Ann Müllroe", "Müllroe Ann"),
            ("Bjørn Ødroe", "Bjorn Oedroe"),
            ("Wáng Xiǎowǔ", "王小五"),
            ("張小偉", "张小伟"),
        ] {
            assert!(agree(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("王小五", "汪小五"),
            ("王小五", "wang xiaoliu"),
            ("Ann Roe", "Ann Doe"),
            ("Trần Án", "Trần Ấn"),
        ] {
            assert!(!agree(a, b), "{a} {b}");
        }
    }

    #[test]
    fn paths_contain_names() {
        for (path, expected) in [
            ("初稿/20231234_王小五-论文.docx", &["王小五"][..]),
            ("欧阳小五.docx", &["欧阳小五"]),
            ("阿依灯·买买书/论文.docx", &["阿依灯·买买书"]),
            ("Ann Roe thesis.docx", &["Ann Roe"]),
            ("wangxiaowu_论文.docx", &["wangxiaowu"]),
            ("图书馆/thesis final.docx", &[]),
            ("导师_王小五/论文.docx", &[]),
        ] {
            assert_eq!(people_in(path), expected, "{path}");
        }
    }

    #[test]
    fn names_and_other_words() {
        for name in [
            "王小五",
            "欧阳小五",
            "阿依灯·买买书",
            "wangxiaowu",
            "Wang Xiaowu",
            "xiaowu wang",
            "Ann Roe",
            "Ann-Marie Roe",
            "Roe Siu-ming",
            "Mary O'Roe",
            "Mary O’Roe",
        ] {
            assert!(is_person(name), "{name}");
        }
        for word in [
            "实验报告",
            "main",
            "report",
            "Final Report",
            "Machine Learning",
            "Computer Vision",
            "hw1",
            "2021001",
            "O'Roe",
            "终稿",
            "test",
            "王老师",
            "欧阳教授",
            "李导师",
            "Prof. Ann Roe",
        ] {
            assert!(!is_person(word), "{word}");
        }
    }
}
