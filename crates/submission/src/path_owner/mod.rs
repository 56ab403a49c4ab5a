//! Compares what two paths say about whose files they are. Covers are copied more easily than forgotten names: a copier who leaves the
//! cover of another still names the file.
//!
//! Words that say nothing about a person are taken away: kinds of documents, drafts, dates, numbers of versions, chapters, titles. What
//! remains is a name, a login, a number or a team. Two paths contradict each other if each has something of this that the other has not.

mod words;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use chachong_record::{has_teachers_title, listed_names};
use chachong_text::is_of_common_words;

use crate::folder_names::{consists_of, is_archive};
use crate::key;
use crate::person::{self, DOTS, NameKey};
use crate::pieces::{pieces, stem, without_document_words};
use words::{CHAPTERS, LONG_LATIN_WORDS, PLAIN_LATIN_WORDS, PLAIN_WORDS, SERIES, TEAMS};

/// Minimum number of ideographs of a word that is a title or a phrase and not a name.
const PHRASE: usize = 5;
/// Minimum number of Latin words, without those that say nothing, that are a title.
const LATIN_PHRASE: usize = 3;
/// Maximum number of pieces that form a name.
const PIECES: usize = 4;
/// Maximum number of letters before the digits of a login that is no name.
const LOGIN_LETTERS: usize = 4;
/// Minimum number of digits of such a login.
const LOGIN_DIGITS: usize = 4;
/// Maximum number of digits of the number of a version or chapter.
const VERSION_DIGITS: usize = 2;
/// Maximum number of digits of a part of a date or of a time.
const TIME_DIGITS: usize = 6;

/// Names, numbers and titles that the covers of documents state. They tell which words of a path name the stated author.
#[derive(Clone, Debug, Default)]
pub struct CoverWords {
    /// All spellings of the names, without spaces and in lower case.
    names: BTreeSet<String>,
    /// Parts and initials of the names, such as `ann`, `roe` and `aroe`.
    parts: BTreeSet<String>,
    /// Student numbers and logins, in capitals, also without the letters at their start.
    numbers: BTreeSet<String>,
    /// Numbers of digits of the numbers.
    lengths: BTreeSet<usize>,
    /// Whether a number looks like a day.
    has_date: bool,
    /// Letters and digits of the titles, in lower case.
    titles: BTreeSet<String>,
}

impl CoverWords {
    /// Adds the names of one or several authors.
    #[must_use]
    pub fn with_names(mut self, names: Option<&str>) -> Self {
        for name in names.into_iter().flat_map(listed_names) {
            let key = NameKey::of(name);
            self.names.extend(key.latin);
            self.names.insert(key.exact);
            self.parts.extend(person::short_forms(name));
        }
        self.names.remove("");
        self
    }

    /// Adds a student number or login.
    #[must_use]
    pub fn with_number(mut self, number: Option<&str>) -> Self {
        if let Some(number) = number.map(key::number).filter(|number| !number.is_empty()) {
            let digits = number.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let count = number.bytes().filter(u8::is_ascii_digit).count();
            self.lengths.insert(count);
            self.has_date |= key::is_date(&number);
            self.numbers.insert(digits.to_owned());
            self.numbers.insert(number);
        }
        self
    }

    /// Adds a title.
    #[must_use]
    pub fn with_title(mut self, title: Option<&str>) -> Self {
        let title = title.map(key::name).filter(|title| !title.is_empty());
        self.titles.extend(title);
        self
    }

    fn has_in_title(&self, word: &str) -> bool {
        word.chars().count() > 1 && self.titles.iter().any(|title| title.contains(word))
    }

    /// Returns whether a word is a stated number, possibly without the letters at its start.
    fn has_number(&self, word: &str) -> bool {
        !word.is_empty() && self.numbers.contains(&key::number(word))
    }

    /// Returns whether a stated number has this many digits.
    fn has_number_of_length(&self, digits: usize) -> bool {
        self.lengths.contains(&digits)
    }

    /// Returns the stated Chinese name in a word that is no other person's name, with what stands before and after it.
    fn around_name<'w>(&self, word: &'w str) -> Option<(&'w str, &'w str)> {
        let is_other = |name: &str| {
            let rest = without_document_words(word);
            rest != name && person::is_person(&rest)
        };
        let mut names = self.names.iter().filter(|name| key::has_han(name));
        names.find_map(|name| word.split_once(name.as_str()).filter(|_| !is_other(name)))
    }
}

/// Stands for the stated author in [`PathOwner::frame`].
const OWN: &str = "*";

/// How clearly a path names the stated author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Own {
    #[default]
    Not,
    /// By a part of the name or by initials.
    InPart,
    /// By the whole name or the number.
    Wholly,
}

/// What a path says about whose file it is.
#[derive(Clone, Debug, Default)]
pub struct PathOwner {
    own: Own,
    /// Words that tell people, teams or places apart.
    marks: BTreeSet<String>,
    /// Marks that may name a person: those with letters, and numbers as long as the stated one.
    names: BTreeSet<String>,
    /// Marks in Latin or other letters that are no ideographs. Several that the other path has not are a title.
    latin: BTreeSet<String>,
    /// Whether a part of the path has the form of a person's name.
    has_person: bool,
    /// Words of the path, without numbers. `*` stands for the words that name the stated author, and `/` ends the name of a folder or file.
    frame: Vec<String>,
    /// Whether the words for which `*` stands have ideographs.
    is_own_han: bool,
    /// Letters and digits of the path, with `/` between folders.
    letters: String,
    /// Letters before and after the stated Chinese name in the path.
    around: Option<(String, String)>,
}

impl PathOwner {
    /// Reads the path of a file below the dropped folder, with `/`, beside what covers state.
    #[must_use]
    pub fn of(path: &str, cover: &CoverWords) -> Self {
        let mut owner = Self::default();
        let parts: Vec<&str> = path.split('/').collect();
        let mut letters = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let is_file = at + 1 == parts.len() || is_archive(part);
            let name = without_dotted(&without_counts(if is_file { stem(part) } else { part }));
            owner.add(&name, cover);
            letters.push(key::name(&name));
        }
        owner.letters = letters.join("/");
        let around = cover.around_name(&owner.letters);
        owner.around = around.map(|(before, after)| (before.to_owned(), after.to_owned()));
        owner
    }

    /// Returns whether the two paths name different people, teams or places: each has something that the other has not. Two paths that
    /// name the author on the covers do not.
    #[must_use]
    pub fn is_of_another(&self, other: &Self) -> bool {
        if self.own == Own::Wholly && other.own == Own::Wholly {
            return false;
        }
        if self.has_at_place_of_name(other) || other.has_at_place_of_name(self) {
            return true;
        }
        match self.own.cmp(&other.own) {
            Ordering::Equal => {
                self.has_more(&self.marks, other) && other.has_more(&other.marks, self)
            }
            Ordering::Greater => other.names_somebody_beside(self),
            Ordering::Less => self.names_somebody_beside(other),
        }
    }

    /// Returns whether the path has a word that may name a person, beside a path that names the stated author. Latin words must look like a
    /// name or login, or stand where the other path has the author: `graded` and `CS101` are none.
    fn names_somebody_beside(&self, other: &Self) -> bool {
        let may_name = |word: &&String| {
            key::has_han(word)
                || is_digits(word)
                || is_login(word)
                || person::is_person(word)
                || self.has_person
                || self.has_in_place_of_author(word, other)
        };
        let names = self.names.iter().filter(may_name).cloned().collect();
        self.has_more(&names, other)
    }

    /// Returns whether a Latin word, maybe with a short number behind it, stands in this path where the other has the stated author.
    fn has_in_place_of_author(&self, word: &str, other: &Self) -> bool {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_own = |at: &str| at == word || at == OWN;
        let mut frame = self.frame.clone();
        for at in &mut frame {
            if is_own(at) {
                OWN.clone_into(at);
            }
        }
        frame.dedup_by(|one, next| one == OWN && next == OWN);
        !other.is_own_han
            && word.len() - letters.len() <= VERSION_DIGITS
            && letters.chars().all(char::is_alphabetic)
            && frame == other.frame
    }

    /// Returns whether one of these marks of the path is not in the other path. The words of a title do not count.
    fn has_more(&self, marks: &BTreeSet<String>, other: &Self) -> bool {
        let (latin, others): (Vec<_>, Vec<_>) =
            (marks.difference(&other.marks)).partition(|word| self.latin.contains(*word));
        let is_title = latin.len() >= LATIN_PHRASE && !self.has_person;
        !others.is_empty() || !latin.is_empty() && !is_title
    }

    /// Returns whether the path contains the stated name, a part of it, or the stated number.
    #[must_use]
    pub fn names_author(&self) -> bool {
        self.own != Own::Not
    }

    /// Returns the same as if the path named the stated author, because a class list or a person says that it does.
    #[must_use]
    pub fn of_author(self) -> Self {
        Self {
            own: Own::Wholly,
            ..self
        }
    }

    /// Returns whether the path names the stated author more clearly than another one does.
    pub(crate) fn is_more_own_than(&self, other: &Self) -> bool {
        self.own > other.own
    }

    /// Returns the words that tell people, teams or places apart.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().map(String::as_str)
    }

    /// Returns whether a word of the length of a name stands in this path where the other one has the stated name.
    fn has_at_place_of_name(&self, other: &Self) -> bool {
        let Some((before, after)) = &other.around else {
            return false;
        };
        let word = (self.letters.strip_prefix(before.as_str()))
            .and_then(|rest| rest.strip_suffix(after.as_str()));
        let is_between = !before.is_empty() || !after.is_empty();
        self.own == Own::Not
            && is_between
            && word.is_some_and(|word| {
                let length = word.chars().count();
                (2..PHRASE).contains(&length)
                    && word.chars().all(key::is_han)
                    && !says_nothing(word)
            })
    }

    /// Adds what the name of a folder or file says.
    fn add(&mut self, name: &str, cover: &CoverWords) {
        let words = words(name, cover);
        let own = own_words(&words, cover);
        let mut marks: Vec<(&str, Kind)> = Vec::new();
        let mut before = Before::Start;
        for (at, word) in words.iter().enumerate() {
            let kind = match () {
                () if own[at] != Own::Not => None,
                () if is_digits(word) => {
                    before = before.and_digits(word, &words[at + 1..], cover);
                    (before == Before::Mark).then_some(Kind::Digits)
                }
                () if is_team(word) => Some(Kind::Other),
                () if says_nothing(word) || is_phrase(word) || cover.has_in_title(word) => None,
                () if !key::has_han(word) && word.chars().all(char::is_alphabetic) => {
                    Some(Kind::Latin)
                }
                () => Some(Kind::Other),
            };
            if !is_digits(word) || own[at] != Own::Not {
                before = match kind {
                    Some(_) => Before::Mark,
                    None if SERIES.contains(&word.as_str()) => Before::Series,
                    None => Before::Plain,
                };
            }
            marks.extend(kind.map(|kind| (word.as_str(), kind)));
        }
        for (word, own) in words.iter().zip(&own) {
            if *own != Own::Not {
                self.is_own_han |= key::has_han(word);
                self.frame.push(OWN.to_owned());
            } else if !is_digits(word) {
                self.frame.push(word.clone());
            }
        }
        self.frame.push("/".to_owned());
        self.frame.dedup_by(|one, next| one == OWN && next == OWN);
        self.own = own.into_iter().fold(self.own, Own::max);
        self.has_person |= pieces(name).iter().any(|piece| person::is_person(piece));
        for (word, kind) in marks {
            if kind == Kind::Latin {
                self.latin.insert(word.to_owned());
            }
            if kind != Kind::Digits || cover.has_number_of_length(word.len()) {
                self.names.insert(word.to_owned());
            }
            self.marks.insert(word.to_owned());
        }
    }
}

/// Kind of a word that says something about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Digits,
    /// Letters that are no ideographs.
    Latin,
    Other,
}

/// What stands before a word: digits after it may number a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Start,
    /// A word that says nothing about a person, or the stated author.
    Plain,
    Date,
    /// A word after which a device or program numbers files.
    Series,
    Mark,
}

impl Before {
    /// Returns what digits are after this; [`Before::Mark`] if they may be somebody's number.
    fn and_digits(self, digits: &str, next: &[String], cover: &CoverWords) -> Self {
        let is_short = |word: &str| is_digits(word) && word.len() <= VERSION_DIGITS;
        let is_year = |word: Option<&String>| word.is_some_and(|word| is_year(word));
        let is_counted = next.first().is_some_and(|word| {
            is_counted(word) || is_year(Some(word)) || is_short(word) && is_year(next.get(1))
        });
        let is_day_of_draft = is_month_and_day(digits)
            && next
                .first()
                .is_some_and(|word| word.starts_with(['稿', '版']));
        match self {
            _ if is_day(digits, cover) || is_day_of_draft => Self::Date,
            Self::Date if digits.len() <= TIME_DIGITS => Self::Date,
            Self::Series => Self::Series,
            Self::Plain if is_short(digits) => Self::Plain,
            _ if is_short(digits) && is_counted => Self::Plain,
            _ => Self::Mark,
        }
    }
}

/// Returns the words of a name in lower case. A Chinese name that is stated, and a team with its number, are one word each.
fn words(name: &str, cover: &CoverWords) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in pieces(name) {
        if !key::has_han(&piece) {
            let plain = piece.replace("'s", "").replace("’s", "");
            words.extend(plain.split_whitespace().map(key::name));
            continue;
        }
        let mut lower = piece.to_lowercase();
        if let Some((before, after)) = cover.around_name(&lower) {
            let own = &lower[before.len()..lower.len() - after.len()];
            words.extend([before, own, after].map(str::to_owned));
            continue;
        }
        // 修改 in 第3章修改, which without the digits would read like the name 章修改.
        if let [.., ordinal, digits] = &words[..]
            && ordinal.ends_with('第')
            && is_digits(digits)
            && lower.starts_with(is_counter)
        {
            lower.remove(0);
        }
        let bare = without_document_words(&lower);
        let is_single = |word: &str| word.chars().count() == 1 && key::has_han(word);
        match words.last_mut().filter(|last| is_single(last)) {
            // The parts of a name with a blank in it.
            Some(last) if is_single(&bare) => last.push_str(&bare),
            _ if bare.is_empty() => words.push(lower),
            _ => words.push(bare),
        }
    }
    words.retain(|word| !word.is_empty());
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_day = word == "号"
            && joined
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|word| word.ends_with('月'));
        match joined.last_mut() {
            Some(last) if !is_day && is_of_team(last, &word, cover) => last.push_str(&word),
            _ => joined.push(word),
        }
    }
    joined
}

/// Returns whether two words are a team or place and its number, in either order. A student number is none.
fn is_of_team(one: &str, other: &str, cover: &CoverWords) -> bool {
    let is_number = |word: &str| is_digits(word) && !cover.has_number(word);
    is_number(one) && TEAMS.contains(&other) || TEAMS.contains(&one) && is_number(other)
}

/// Returns whether a word is a team, class or place with its number.
fn is_team(word: &str) -> bool {
    let letters =
        word.trim_matches(|c: char| c.is_numeric() || "第一二三四五六七八九十".contains(c));
    letters != word && TEAMS.contains(&letters)
}

/// Returns for each word how clearly it names the stated author.
fn own_words(words: &[String], cover: &CoverWords) -> Vec<Own> {
    let mut own = vec![Own::Not; words.len()];
    for length in (1..=PIECES.min(words.len())).rev() {
        for at in 0..=words.len() - length {
            let run = at..at + length;
            let joined = words[run.clone()].concat();
            let is_own = cover.names.contains(&key::name(&joined)) || cover.has_number(&joined);
            if is_own && own[run.clone()].iter().all(|own| *own == Own::Not) {
                own[run].fill(Own::Wholly);
            }
        }
    }
    for (own, word) in own.iter_mut().zip(words) {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if *own == Own::Not && cover.parts.contains(letters) {
            *own = Own::InPart;
        }
    }
    own
}

/// Returns whether a word has the form of a login: a few letters and at least four digits.
fn is_login(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=LOGIN_LETTERS).contains(&letters.len())
        && word.len() - letters.len() >= LOGIN_DIGITS
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether digits are a year, a day or a time. Digits that look like a day are a student number where the stated one does too.
fn is_day(digits: &str, cover: &CoverWords) -> bool {
    let is_like_number = match digits.len() {
        6 => cover.has_number_of_length(6),
        _ => cover.has_date,
    };
    let with_time = matches!(digits.len(), 12 | 14) && key::is_date(&digits[..8]);
    is_year(digits) || with_time || key::is_date(digits) && !is_like_number
}

fn is_year(word: &str) -> bool {
    is_digits(word) && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

/// Returns whether four digits are a month and a day, as in 0501稿. Elsewhere they may be a class and a seat.
fn is_month_and_day(digits: &str) -> bool {
    digits.len() == 4 && key::is_date(&format!("2000{digits}"))
}

/// Returns whether a number before a word numbers a chapter or draft or belongs to a day.
fn is_counted(word: &str) -> bool {
    CHAPTERS.contains(&word) || word.starts_with(is_counter)
}

fn is_counter(c: char) -> bool {
    "年月日稿版次章周课题节时点".contains(c)
}

/// Returns whether a word is a title or phrase by its length. A name with dots is none.
fn is_phrase(word: &str) -> bool {
    word.chars().filter(|&c| key::is_han(c)).count() >= PHRASE && !word.contains(DOTS)
}

/// Returns whether a word in lower case says nothing about a person: it tells what a file is, which draft or chapter, which course, or is
/// of words of the dictionary that are no names.
fn says_nothing(word: &str) -> bool {
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

/// Returns a name without numbers in brackets, which systems add to the names of copies.
fn without_counts(name: &str) -> String {
    let mut without = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(['(', '（']) {
        without.push_str(before);
        without.push(' ');
        let end = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_count = (1..=VERSION_DIGITS).contains(&(after.len() - end.len()));
        rest = (end.strip_prefix([')', '）']))
            .filter(|_| is_count)
            .unwrap_or(after);
    }
    without + rest
}

/// Returns a name without two short numbers that a dot joins, such as 5.20: they are a day, or the number of a version or chapter, and
/// nobody's. Those before a word such as 班 stay.
fn without_dotted(name: &str) -> String {
    let is_inside = |c: char| c.is_ascii_digit() || c == '.';
    let is_short = |part: &str| (1..=VERSION_DIGITS).contains(&part.len()) && is_digits(part);
    let mut without = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(is_inside) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !is_inside(c)).unwrap_or(from.len());
        let (run, after) = from.split_at(end);
        let is_dotted = (run.split_once('.')).is_some_and(|(a, b)| is_short(a) && is_short(b));
        let is_of_team = TEAMS.iter().any(|team| after.starts_with(team));
        without.push_str(before);
        without.push_str(if is_dotted && !is_of_team { " " } else { run });
        rest = after;
    }
    without + rest
}

#[cfg(test)]
mod tests {
    use super::{CoverWords, PathOwner};

    fn are_of_two(a: &str, b: &str) -> bool {
        let chinese = CoverWords::default().with_names(Some("沈知远"));
        let cover = (chinese.with_names(Some("Ann Roe")))
            .with_number(Some("S2021001"))
            .with_title(Some("夜间开放图书馆的服务研究"))
            .with_title(Some("Night services of a library"));
        let [one, other] = [a, b].map(|path| PathOwner::of(path, &cover));
        let are_of_two = one.is_of_another(&other);
        assert_eq!(other.is_of_another(&one), are_of_two, "{a} {b}");
        are_of_two
    }

    #[test]
    fn names_logins_numbers_teams_and_places_tell_people_apart() {
        for (a, b) in [
            ("szy2021_论文.docx", "fy2021_论文.docx"),
            ("szy2021/论文.docx", "fy2021/论文.docx"),
            ("小沈的论文.docx", "小方的论文.docx"),
            ("沈 知远.docx", "方 越.docx"),
            ("沈知远.docx", "沈知.docx"),
            ("沈知远.docx", "fy2021.docx"),
            ("计科沈知远大数据.docx", "计科方越大数据.docx"),
            ("阿依古丽.docx", "迪丽努尔.docx"),
            ("第1组.docx", "第2组.docx"),
            ("组1_报告.docx", "组2_报告.docx"),
            ("座位01.docx", "座位02.docx"),
            ("01/论文.docx", "02/论文.docx"),
            ("1班.docx", "2班.docx"),
            ("3.1班.docx", "3.2班.docx"),
            ("0101_终稿.docx", "0102_终稿.docx"),
            ("5-20修改.docx", "6-3修改.docx"),
            ("1_论文.docx", "2_论文.docx"),
            ("0001.docx", "0002.docx"),
            ("3f2a9c/论文.docx", "8b1d77/论文.docx"),
            ("13800000001/论文.docx", "13800000002/论文.docx"),
            ("submission_1001.docx", "submission_1002.docx"),
            ("2021001.docx", "2021002.docx"),
            ("AR paper.docx", "JD paper.docx"),
            ("Ann paper.docx", "Jane paper.docx"),
            ("Roe.docx", "Doe.docx"),
            ("AnnRoe.docx", "JaneDoe.docx"),
            ("Ann Roe.docx", "Ann Doe.docx"),
            ("aroe3.docx", "jdoe7.docx"),
            (
                "aroe_fluid_dynamics_lab.docx",
                "jdoe_fluid_dynamics_lab.docx",
            ),
            ("Team 1.docx", "Team 2.docx"),
            ("홍길동.docx", "김길순.docx"),
            ("Рой.docx", "Доу.docx"),
        ] {
            assert!(are_of_two(a, b), "{a} {b}");
        }
    }

    #[test]
    fn drafts_dates_chapters_and_titles_tell_nobody_apart() {
        for (a, b) in [
            ("论文v1.docx", "论文final.docx"),
            ("初稿/2021001_沈知远.docx", "终稿/沈知远.docx"),
            ("毕业论文_答辩后修改.docx", "沈知远_毕业论文查重版.docx"),
            ("论文2021-05-01.docx", "论文2021-06-12.docx"),
            ("论文20210501.docx", "5月1日.docx"),
            ("12-05-2021 draft.docx", "13-06-2021 draft.docx"),
            ("Ann's essay.docx", "AnnRoe.docx"),
            ("2021-05-01/论文.docx", "2021-06-01/论文.docx"),
            ("第1章.docx", "第2章.docx"),
            ("第3章修改.docx", "沈知远.docx"),
            ("第2周心得.docx", "沈知远.docx"),
            ("1_绪论.docx", "2_文献综述.docx"),
            ("chapter1.docx", "chapter 2.docx"),
            ("新建文档 (2).docx", "新建 Microsoft Word 文档.docx"),
            ("scan0001.docx", "scan0002.docx"),
            ("IMG_20240501_103015.docx", "IMG_20240502_101010.docx"),
            ("图书馆_初稿.docx", "沈知远.docx"),
            ("夜间开放图书馆的服务研究.docx", "沈知远.docx"),
            (
                "夜间开放图书馆研究.docx",
                "Opening libraries after midnight.docx",
            ),
            ("沈知远1.docx", "沈知远2.docx"),
            ("szy2021.docx", "沈知远.docx"),
            ("shenzhiyuan_final.docx", "沈知远.docx"),
            ("计科2101_沈知远.docx", "计科2101_论文.docx"),
            ("文学院_论文.docx", "金融_论文.docx"),
            ("a.docx", "b.docx"),
            ("aroe_draft.docx", "Roe, Ann.docx"),
            ("Ann.docx", "AnnRoe final.docx"),
            ("Copy of Essay.docx", "essay_revised_by_me_v2.docx"),
            ("沈知远_论文.docx", "论文润色.docx"),
            ("论文沈知远.docx", "论文精简.docx"),
            ("沈知远_毕业论文.docx", "毕业论文终极版.docx"),
            ("存档/论文.docx", "归档/论文.docx"),
            ("沈知远.docx", "管理学作业.docx"),
            ("论文5月1号.docx", "论文6月12号.docx"),
            ("论文5.1稿.docx", "0612稿.docx"),
            ("5.20修改.docx", "6.3修改.docx"),
            ("2.1版.docx", "3.0.docx"),
            ("0501稿.docx", "沈知远0612版.docx"),
            ("沈知远_论文.docx", "8f3a2c91-论文.docx"),
            ("Ann Roe essay.docx", "CS101 essay.docx"),
            ("Ann Roe essay.docx", "essay graded.docx"),
            ("Ann Roe.docx", "essay_recovered.docx"),
        ] {
            assert!(!are_of_two(a, b), "{a} {b}");
        }
    }
}
