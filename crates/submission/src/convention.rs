//! Naming convention of a class, such as 学号-姓名-题目: where the student number and the name stand in the names of files
//! or folders.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chachong_record::has_teachers_title;

use crate::key;
use crate::person::is_person;
use crate::pieces::{is_moment, number, without_document_words};

/// Minimum number of names from which a convention is derived.
const NAMES: usize = 3;

/// Number of pieces at the beginning of a name of which two may form a person's name.
const WORDS_AT: usize = 4;

/// Position of a piece in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    FromStart(usize),
    FromEnd(usize),
    /// Any position, if exactly one piece fits.
    Anywhere,
}

impl Place {
    fn index(self, pieces: usize) -> Option<usize> {
        let index = match self {
            Self::FromStart(at) => Some(at),
            Self::FromEnd(at) => pieces.checked_sub(at + 1),
            Self::Anywhere => None,
        };
        index.filter(|&index| index < pieces)
    }
}

/// Naming convention of a class: where student number and name stand in the names of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Convention {
    number: Option<Place>,
    name: Option<Place>,
    /// Number of pieces in most names.
    pieces: usize,
    /// Index of the first of two pieces that form a Latin name, as in `Roe_Ann_Lab`; `None` if names are one piece.
    two_words_at: Option<usize>,
    /// Pieces that stand beside a student's name in other names of files, such as a class or a supervisor.
    beside: BTreeSet<String>,
}

/// Content of the name of a file or folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    /// Name of the student; `None` if the name contains none.
    pub name: Option<String>,
    /// Student number; `None` if the name contains none.
    pub number: Option<String>,
    /// All other pieces.
    pub rest: Vec<String>,
}

impl Label {
    pub(crate) const fn is_of_somebody(&self) -> bool {
        self.name.is_some() || self.number.is_some()
    }
}

impl Convention {
    /// Derives the convention from names that lie together; `None` if most contain neither a number nor a name. `is_known`
    /// returns whether a text is a number or a name that the class list or a cover states.
    pub(crate) fn read(names: &[Vec<String>], is_known: &dyn Fn(&str) -> bool) -> Option<Self> {
        let whole = Self::of_pieces(names, is_known);
        if whole
            .as_ref()
            .is_some_and(|convention| convention.name.is_some())
        {
            return whole;
        }
        let in_two_words = (0..WORDS_AT).find_map(|at| {
            let joined: Vec<Vec<String>> = names.iter().map(|name| joined(name, at)).collect();
            let convention = Self::of_pieces(&joined, is_known)?;
            convention.name.is_some().then_some(Self {
                two_words_at: Some(at),
                ..convention
            })
        });
        in_two_words.or(whole)
    }

    fn of_pieces(names: &[Vec<String>], is_known: &dyn Fn(&str) -> bool) -> Option<Self> {
        if names.is_empty() {
            return None;
        }
        let is_number = |piece: &str| number(piece).is_some();
        let name = |piece: &str| Some(without_document_words(piece)).filter(|name| is_person(name));
        let of_name = place(names, &name, is_known);
        let mut of_number = place(names, &number, is_known);
        // Days that all of a class wrote on its files look like numbers. Days recur; the numbers of named students
        // differ and run on, and covers or the class list have them.
        if let Some(at) = of_number {
            let found: Vec<(&[String], usize)> = (names.iter())
                .filter_map(|one| Some((one.as_slice(), position(one, at, &is_number)?)))
                .collect();
            let texts: Vec<&str> = found.iter().map(|&(one, at)| one[at].as_str()).collect();
            let days = found.iter().filter(|(one, at)| is_moment(one, *at)).count();
            let known = texts.iter().filter(|text| is_known(text)).count();
            let are_numbers = known * 2 > found.len() || of_name.is_some() && run_on(&texts);
            if days * 2 > found.len() && !are_numbers {
                of_number = place(&without_moments(names), &number, is_known);
            }
        }
        if of_number.is_none() && of_name.is_none() {
            return None;
        }
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        for one in names {
            *lengths.entry(one.len()).or_default() += 1;
        }
        let pieces = lengths.into_iter().max_by_key(|&(_, count)| count);
        Some(Self {
            number: of_number,
            name: of_name,
            pieces: pieces.map_or(0, |(length, _)| length),
            two_words_at: None,
            beside: beside(names, of_name),
        })
    }

    /// Reads the pieces of a name by the convention.
    pub(crate) fn label(&self, pieces: &[String]) -> Label {
        let joined = self.two_words_at.map(|at| joined(pieces, at));
        let pieces = joined.as_deref().unwrap_or(pieces);
        let is_number = |piece: &str| number(piece).is_some();
        let of_number = self
            .number
            .and_then(|place| position(pieces, place, &is_number));
        let is_name = |piece: &str| is_person(&without_document_words(piece));
        // A name with a rare surname: the place tells, if the number is at its place too.
        let in_order = pieces.len() == self.pieces
            && self
                .number
                .is_some_and(|place| place.index(pieces.len()) == of_number);
        let its_place = self.name.and_then(|place| place.index(pieces.len()));
        let by_place = its_place.filter(|&at| may_be_name(&pieces[at]) && Some(at) != of_number);
        let of_name = (by_place.filter(|_| in_order))
            .or_else(|| position(pieces, self.name?, &is_name))
            .filter(|&at| its_place == Some(at) || !self.beside.contains(&pieces[at]))
            .filter(|&at| !is_behind_title(pieces, at));
        let rest = (pieces.iter().enumerate())
            .filter(|&(at, _)| Some(at) != of_number && Some(at) != of_name)
            .map(|(_, piece)| piece.clone())
            .collect();
        let mut label = Label {
            name: of_name.map(|at| without_document_words(&pieces[at])),
            number: of_number.and_then(|at| number(&pieces[at])),
            rest,
        };
        // What is beside the name in its piece tells files of one student apart.
        if let (Some(at), Some(name)) = (of_name, &label.name) {
            let beside = pieces[at].replacen(name.as_str(), "", 1);
            if !beside.trim().is_empty() {
                label.rest.push(beside.trim().to_owned());
            }
        }
        label
    }
}

/// Returns whether the numbers in names are not student numbers, because most covers state others. Each tuple holds
/// the stated number and the number in the name.
pub(crate) fn are_other_numbers(both: impl Iterator<Item = (String, String)>) -> bool {
    let (same, other): (Vec<_>, Vec<_>) = both.partition(|(stated, named)| stated == named);
    other.len() > 1 && other.len() > same.len()
}

/// Joins two Latin words that form a name.
fn joined(pieces: &[String], at: usize) -> Vec<String> {
    let mut joined = pieces.to_vec();
    if let Some([first, second]) = pieces.get(at..at + 2)
        && [first, second]
            .iter()
            .all(|word| word.chars().all(is_in_latin_name) && !key::has_han(word))
    {
        let name = format!("{first} {second}");
        if is_person(&name) {
            joined.splice(at..at + 2, [name]);
        }
    }
    joined
}

/// Returns whether the Latin title of a teacher stands alone before a piece, as in `Prof. Ann Roe`.
fn is_behind_title(pieces: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| pieces.get(before));
    let is_letter = |c: char| c.is_alphabetic() && !key::is_han(c);
    before.is_some_and(|word| word.chars().all(is_letter) && has_teachers_title(word))
}

/// Returns whether a piece in the position of a name may be one.
pub(crate) fn may_be_name(piece: &str) -> bool {
    let name = without_document_words(piece);
    let length = name.chars().count();
    if key::has_han(&name) {
        (2..=4).contains(&length) && name == piece && !has_teachers_title(&name)
    } else {
        length >= 2 && name.chars().all(is_in_latin_name) && name == piece
    }
}

fn is_in_latin_name(c: char) -> bool {
    c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-')
}

/// Returns whether numbers all differ and follow one another with few gaps.
fn run_on(found: &[&str]) -> bool {
    let numbers: BTreeSet<u64> = found
        .iter()
        .filter_map(|piece| number(piece)?.parse().ok())
        .collect();
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return false;
    };
    numbers.len() == found.len() && last - first < 2 * numbers.len() as u64
}

/// Returns all pieces that stand beside a name at its place.
fn beside(names: &[Vec<String>], of_name: Option<Place>) -> BTreeSet<String> {
    let mut beside = BTreeSet::new();
    for pieces in names {
        if let Some(at) = of_name.and_then(|place| place.index(pieces.len()))
            && is_person(&without_document_words(&pieces[at]))
        {
            let others = (pieces.iter().enumerate()).filter(|&(other, _)| other != at);
            beside.extend(others.map(|(_, piece)| piece.clone()));
        }
    }
    beside
}

/// Returns names with empty pieces in place of days and times.
fn without_moments(names: &[Vec<String>]) -> Vec<Vec<String>> {
    let without = |pieces: &Vec<String>| {
        let mut kept = pieces.clone();
        for (at, piece) in kept.iter_mut().enumerate() {
            if is_moment(pieces, at) {
                piece.clear();
            }
        }
        kept
    };
    names.iter().map(without).collect()
}

/// Returns the index of the piece at a position, or of the only piece that fits anywhere; `None` if neither fits.
fn position(pieces: &[String], place: Place, fits: &dyn Fn(&str) -> bool) -> Option<usize> {
    if let Some(at) = place.index(pieces.len())
        && fits(&pieces[at])
    {
        return Some(at);
    }
    let mut fitting = (0..pieces.len()).filter(|&at| fits(&pieces[at]));
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// Returns the position at which the pieces of most names can be read and differ; `None` if there is none. Of several
/// positions, the one with the most known pieces comes first.
fn place(
    names: &[Vec<String>],
    read: &dyn Fn(&str) -> Option<String>,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<Place> {
    let enough = |count: usize| names.len() >= NAMES && count * 2 > names.len();
    let mut votes: BTreeMap<Place, Vec<String>> = BTreeMap::new();
    for pieces in names {
        let found: Vec<(usize, String)> = (pieces.iter().enumerate())
            .filter_map(|(at, piece)| Some((at, read(piece)?)))
            .collect();
        for (at, text) in &found {
            let from_end = Place::FromEnd(pieces.len() - 1 - at);
            for place in [Place::FromStart(*at), from_end] {
                votes.entry(place).or_default().push(text.clone());
            }
        }
        if let [(_, text)] = &found[..] {
            votes.entry(Place::Anywhere).or_default().push(text.clone());
        }
    }
    votes.retain(|_, found| enough(found.len()) && differ(found));
    // A fixed place tells names with rare surnames too. Students differ more than their supervisors do, but
    // times differ more than student numbers.
    let rank = |(place, found): &(&Place, &Vec<String>)| {
        let is_fixed = **place != Place::Anywhere;
        let are_names = !found.iter().any(|text| has_digit(text));
        let different = are_names.then(|| found.iter().collect::<BTreeSet<_>>().len());
        let readable = found.len();
        let known = found.iter().filter(|text| is_known(text)).count();
        let place = std::cmp::Reverse(**place);
        (is_fixed, known, different, readable, place)
    };
    votes.iter().max_by_key(rank).map(|(place, _)| *place)
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns whether texts belong to several students. A text that the whole class shares, such as the title of a
/// course, does not count.
fn differ(found: &[String]) -> bool {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for text in found {
        *counts.entry(text).or_default() += 1;
    }
    let least = if found.iter().all(|text| has_digit(text)) {
        2
    } else {
        NAMES
    };
    counts.len() >= least || counts.values().all(|&count| count * 2 <= found.len())
}

#[cfg(test)]
mod tests {
    use super::Convention;
    use crate::pieces::{pieces, stem};

    fn read(names: &[&str]) -> Option<Convention> {
        let names: Vec<_> = names.iter().map(|name| pieces(stem(name))).collect();
        Convention::read(&names, &|_| false)
    }

    fn labels(names: &[&str]) -> Vec<(Option<String>, Option<String>)> {
        labels_of(&[], names)
    }

    fn labels_of(known: &[&str], names: &[&str]) -> Vec<(Option<String>, Option<String>)> {
        let split: Vec<_> = names.iter().map(|name| pieces(stem(name))).collect();
        let convention = Convention::read(&split, &|text| known.contains(&text)).unwrap();
        names
            .iter()
            .map(|name| convention.label(&pieces(stem(name))))
            .map(|label| (label.number, label.name))
            .collect()
    }

    fn both(number: &str, name: &str) -> (Option<String>, Option<String>) {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (some(number), some(name))
    }

    #[test]
    fn number_and_name_in_any_order() {
        let found = labels(&[
            "2021001001-王小五-夜间照明.docx",
            "2021001002-李小四-秦岭植物.docx",
            "2021001003-难小六-高分子.docx",
        ]);
        let expected = [
            both("2021001001", "王小五"),
            both("2021001002", "李小四"),
            both("2021001003", "难小六"),
        ];
        assert_eq!(found, expected);
        let found = labels(&[
            "实验一 王小五 20210101.docx",
            "实验一 李小四 20211234.docx",
            "实验一 张小三 20211235.docx",
        ]);
        assert_eq!(found[0], both("20210101", "王小五"));
        let found = labels(&["王小五作业.docx", "李小四作业.docx", "张小三.docx"]);
        assert_eq!(found[0], both("", "王小五"));
    }

    #[test]
    fn latin_names_in_two_pieces() {
        let found = labels(&[
            "Roe_Ann_Lab1.docx",
            "Doe_Max_Lab1.docx",
            "Wang_Xiaowu_Lab1.docx",
            "Tran_Thi Roe_Lab1.docx",
        ]);
        let names = ["Roe Ann", "Doe Max", "Wang Xiaowu", "Tran Thi Roe"];
        let expected = names.map(|name| both("", name));
        assert_eq!(found, expected);
    }

    #[test]
    fn supervisors_and_classes_are_no_students() {
        let found = labels(&[
            "张小国-王小五-夜间照明.docx",
            "张小国-李小四-秦岭植物.docx",
            "刘小强-张小三-高分子.docx",
            "刘小强-赵小七-云计算.docx",
        ]);
        let expected = ["王小五", "李小四", "张小三", "赵小七"].map(|name| both("", name));
        assert_eq!(found, expected);
        let found = labels(&[
            "张老师-王小五-夜间照明.docx",
            "张老师-李小四-秦岭植物.docx",
            "刘教授-张小三-高分子.docx",
            "刘教授-赵小七-云计算.docx",
        ]);
        assert_eq!(found, expected);
        let found = labels(&[
            "计科2002_20200001_王小五.docx",
            "计科2002_20200002_李小四.docx",
            "计科2002_20200003_张小三.docx",
            "计科2002_20200004_阿卜杜外力.docx",
        ]);
        assert_eq!(found[0], both("20200001", "王小五"));
        assert_eq!(found[3], both("20200004", ""));
    }

    #[test]
    fn lists_and_covers_tell_students_from_supervisors_and_numbers_from_days() {
        let names = [
            "张小国-王小五-夜间照明.docx",
            "刘小强-李小四-秦岭植物.docx",
            "孙小华-张小三-高分子.docx",
        ];
        let found = labels_of(&["王小五", "李小四"], &names);
        let expected = ["王小五", "李小四", "张小三"].map(|name| both("", name));
        assert_eq!(found, expected);
        let names = [
            "20210101_论文.docx",
            "20210102_论文.docx",
            "20210104_论文.docx",
        ];
        assert_eq!(read(&names), None);
        let found = labels_of(&["20210101", "20210104"], &names);
        let expected = ["20210101", "20210102", "20210104"].map(|number| both(number, ""));
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_that_look_like_days_and_names_with_hyphens() {
        let found = labels(&[
            "20210101_王小五_论文.docx",
            "20210102_李小四_论文.docx",
            "20210104_张小三_论文.docx",
        ]);
        assert_eq!(found[2], both("20210104", "张小三"));
        let found = labels(&[
            "20210101_王小五_论文.docx",
            "20210101_李小四_论文.docx",
            "20210102_张小三_论文.docx",
        ]);
        assert_eq!(found[2], both("", "张小三"));
        let found = labels(&[
            "Mary O'Brien - Essay 1.docx",
            "Mary O'Neil - Essay 1.docx",
            "Jean-Luc Roe - Essay 1.docx",
            "Ann Doe - Essay 1.docx",
        ]);
        let names = ["Mary O'Brien", "Mary O'Neil", "Jean-Luc Roe", "Ann Doe"];
        assert_eq!(found, names.map(|name| both("", name)));
    }

    #[test]
    fn times_are_no_numbers() {
        let names = [
            "王小五_20240501_103015.docx",
            "李小四_20240501_103120.docx",
            "张小三_20240502_090000.docx",
        ];
        let expected = ["王小五", "李小四", "张小三"].map(|name| both("", name));
        assert_eq!(labels(&names), expected);
        let found = labels_of(&["103015", "103120"], &names);
        assert_eq!(found[2], both("090000", "张小三"));
        let found = labels(&[
            "王小五_20240501103015.docx",
            "李小四_20240501103120.docx",
            "张小三_20240502090000.docx",
        ]);
        assert_eq!(found, expected);
    }

    #[test]
    fn days_and_titles_are_nobody() {
        assert_eq!(
            read(&[
                "报告20240501.docx",
                "报告20240502.docx",
                "总结20240503.docx"
            ]),
            None
        );
        assert_eq!(read(&["a.docx", "b.docx", "王小五.docx"]), None);
        // A person that all write about.
        assert_eq!(
            read(&["甲-李小白.docx", "乙-李小白.docx", "丙-李小白.docx"]),
            None
        );
    }
}
