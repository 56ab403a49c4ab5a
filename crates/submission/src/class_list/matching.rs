//! Finds the students of a class list by number, name or pinyin.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use chachong_record::listed_names;

use super::columns::HYPHENS;
use super::{ClassList, ListEntry};
use crate::key;
use crate::person::{self, APOSTROPHES, NameKey};
use crate::pieces::{self, without_document_words};
use crate::reviews::before_review;

/// Maximum number of pieces that form a Latin name.
const WORDS: usize = 4;

/// Minimum length of a number that identifies a student in the name of a file; shorter ones number assignments.
const SHORTEST: usize = 4;

/// Minimum number of characters of a Chinese name that a longer text contains by more than chance.
const WHOLE_NAME: usize = 3;

/// Words directly before the name of a student in the name of a file.
const BEFORE_NAMES: [&str; 8] = [
    "组长", "组员", "队长", "队员", "学生", "姓名", "作者", "我是",
];

/// Word directly behind the name of a student in the name of a file.
const BEHIND_NAMES: &str = "同学";

/// Students on the class list whom a text may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matches {
    /// Nobody on the list.
    Nobody,
    /// The student at this position in the list.
    One(usize),
    /// One of the students at these positions: namesakes, or a number and a name that contradict each other.
    Several(BTreeSet<usize>),
    /// All students at these positions, as a team.
    Team(BTreeSet<usize>),
}

impl Matches {
    fn of(found: &[usize]) -> Self {
        match found {
            [] => Self::Nobody,
            [one] => Self::One(*one),
            several => Self::Several(several.iter().copied().collect()),
        }
    }

    /// Returns all students whom any of the texts may name, without deciding on one, even if there is only one. They
    /// may have handed something in.
    pub(crate) fn open(all: impl Iterator<Item = Self>) -> Self {
        let possible: BTreeSet<usize> = all.flat_map(|matches| matches.students()).collect();
        if possible.is_empty() {
            Self::Nobody
        } else {
            Self::Several(possible)
        }
    }

    /// Returns the position of the student if there is exactly one; otherwise `None`.
    pub(crate) fn one(&self) -> Option<usize> {
        match self {
            Self::One(entry) => Some(*entry),
            _ => None,
        }
    }

    /// Returns the positions of all students whom the text may name.
    pub(crate) fn students(&self) -> BTreeSet<usize> {
        match self {
            Self::Nobody => BTreeSet::new(),
            Self::One(entry) => BTreeSet::from([*entry]),
            Self::Several(entries) | Self::Team(entries) => entries.clone(),
        }
    }

    /// Returns the positions of the students of a team; empty for anything else.
    pub(crate) fn team(&self) -> BTreeSet<usize> {
        match self {
            Self::Team(team) => team.clone(),
            _ => BTreeSet::new(),
        }
    }

    /// Returns these matches, or the others if these match nobody.
    pub(crate) fn or_else(self, others: impl FnOnce() -> Self) -> Self {
        if self == Self::Nobody { others() } else { self }
    }
}

/// Indexes of a class list, for finding students.
pub(crate) struct Roster<'a> {
    entries: &'a [ListEntry],
    by_number: HashMap<String, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
    by_latin: HashMap<String, Vec<usize>>,
    by_user: HashMap<String, Vec<usize>>,
    by_platform: HashMap<&'a str, Vec<usize>>,
    /// By the forms into which people shorten a name; filled when first needed.
    by_short_form: OnceCell<HashMap<String, Vec<usize>>>,
    /// Whether the list has names in Latin letters only.
    has_latin_names: bool,
}

impl<'a> Roster<'a> {
    pub(crate) fn of(list: &'a ClassList) -> Self {
        let mut roster = Self {
            entries: &list.entries,
            by_number: HashMap::new(),
            by_name: HashMap::new(),
            by_latin: HashMap::new(),
            by_user: HashMap::new(),
            by_platform: HashMap::new(),
            by_short_form: OnceCell::new(),
            has_latin_names: (list.entries.iter())
                .filter_map(|entry| entry.name.as_deref())
                .any(|name| !key::has_han(name)),
        };
        for (at, entry) in list.entries.iter().enumerate() {
            if let Some(number) = &entry.number {
                let number = unpadded(number);
                roster.by_number.entry(number).or_default().push(at);
            }
            if let Some(name) = &entry.name {
                let key = NameKey::of(name);
                roster.by_name.entry(key.exact).or_default().push(at);
                for spelling in key.latin {
                    roster.by_latin.entry(spelling).or_default().push(at);
                }
            }
            let mail = entry
                .email
                .as_deref()
                .and_then(|mail| mail.split('@').next());
            let users: BTreeSet<String> = [entry.user.as_deref(), mail]
                .into_iter()
                .flatten()
                .map(str::to_lowercase)
                .collect();
            for user in users {
                roster.by_user.entry(user).or_default().push(at);
            }
            if let Some(id) = &entry.platform_id {
                roster.by_platform.entry(id).or_default().push(at);
            }
        }
        roster
    }

    pub(crate) fn entry(&self, at: usize) -> &'a ListEntry {
        &self.entries[at]
    }

    pub(crate) fn has_number(&self, number: &str) -> bool {
        self.by_number.contains_key(&unpadded(number))
    }

    fn by_number(&self, number: &str) -> Vec<usize> {
        self.by_number
            .get(&unpadded(number))
            .cloned()
            .unwrap_or_default()
    }

    /// Finds the student with this platform number, which a table of the platform states.
    pub(crate) fn of_platform(&self, id: &str) -> Matches {
        Matches::of(self.by_platform.get(id).map_or(&[], Vec::as_slice))
    }

    /// Finds the student with this user name on a platform. It may also be the part of the e-mail address before `@`,
    /// or a number.
    pub(crate) fn of_user(&self, user: &str) -> Matches {
        let found = self
            .by_user
            .get(&user.to_lowercase())
            .cloned()
            .unwrap_or_default();
        Matches::of(&found).or_else(|| {
            self.student(Some(user), None)
                .or_else(|| self.student(None, Some(user)))
        })
    }

    /// Finds the student whose login the name of a folder or file in a path is, or has as a word.
    pub(crate) fn of_account(&self, path: &str) -> Matches {
        let names = path.split('/').map(pieces::stem);
        let found: BTreeSet<usize> = names
            .flat_map(|name| {
                let words = name.split(|c: char| !c.is_alphanumeric());
                [name].into_iter().chain(words)
            })
            .filter_map(|word| self.by_user.get(&word.to_lowercase()))
            .flatten()
            .copied()
            .collect();
        Matches::of(&found.into_iter().collect::<Vec<_>>())
    }

    /// Finds the students whom a word may mean that is no whole name or number: a part of a name, initials, the end of a number.
    pub(crate) fn may_be(&self, word: &str) -> Matches {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let by_short_form = self.by_short_form.get_or_init(|| {
            let mut by_form: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, entry) in self.entries.iter().enumerate() {
                for form in entry.name.iter().flat_map(|name| person::short_forms(name)) {
                    by_form.entry(form).or_default().push(at);
                }
            }
            by_form
        });
        let mut found = by_short_form.get(letters).cloned().unwrap_or_default();
        if letters.is_empty() {
            let entries = self.entries.iter().enumerate();
            let with_end = entries.filter(|(_, entry)| {
                let number = entry.number.as_ref();
                number.is_some_and(|number| number.ends_with(word))
            });
            found.extend(with_end.map(|(at, _)| at));
        }
        Matches::of(&found)
    }

    /// Returns the positions of the students whose Chinese names of at least three characters any of the paths contains.
    pub(crate) fn contained_in<'t>(&self, paths: impl Iterator<Item = &'t str>) -> BTreeSet<usize> {
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if let Some(name) = entry.name.as_deref()
                && key::has_han(name)
                && name.chars().count() >= WHOLE_NAME
            {
                by_name.entry(name).or_default().push(at);
            }
        }
        let lengths: BTreeSet<usize> = by_name.keys().map(|name| name.len()).collect();
        let mut found = BTreeSet::new();
        for text in paths
            .flat_map(|path| path.split('/'))
            .map(|name| self.before_review(name))
        {
            for (start, _) in text.char_indices() {
                let parts = (lengths.iter()).filter_map(|length| text.get(start..start + length));
                found.extend(parts.filter_map(|part| by_name.get(part)).flatten());
            }
        }
        found
    }

    /// Finds the student with this number and name, each of which may be missing. The number decides, unless the name
    /// belongs to somebody else.
    pub(crate) fn student(&self, number: Option<&str>, name: Option<&str>) -> Matches {
        let numbered = number
            .map(|number| self.by_number(number))
            .unwrap_or_default();
        let named = name.map(|name| self.by_name(name)).unwrap_or_default();
        if let [one] = numbered[..] {
            let own = self.entries[one].name.as_deref();
            let agrees = match (own, name) {
                (Some(own), Some(name)) => listed_names(name).any(|name| person::agree(own, name)),
                _ => true,
            };
            if agrees {
                return Matches::One(one);
            }
        }
        if numbered.is_empty() {
            // A number that is not on the list is no namesake's who is.
            let of_other_number = |&at: &usize| {
                let own = self.entries[at].number.as_deref();
                number.is_none_or(|number| own.is_none_or(|own| unpadded(own) == unpadded(number)))
            };
            return Matches::of(
                &named
                    .into_iter()
                    .filter(of_other_number)
                    .collect::<Vec<_>>(),
            );
        }
        let mut all: BTreeSet<usize> = numbered.into_iter().collect();
        all.extend(named);
        Matches::Several(all)
    }

    /// Finds the students with these names, as written, or otherwise by their spellings in Latin letters.
    fn by_name(&self, names: &str) -> Vec<usize> {
        let mut found = BTreeSet::new();
        for name in listed_names(names) {
            if let Some(exact) = self.by_name.get(&person::exact(name)) {
                found.extend(exact);
                continue;
            }
            if key::has_han(name) && !self.has_latin_names {
                continue;
            }
            let spelled = NameKey::of(name).latin;
            let spelled = spelled
                .iter()
                .filter_map(|spelling| self.by_latin.get(spelling));
            let fits = |at: &&usize| {
                let own = self.entries[**at].name.as_deref().unwrap_or_default();
                person::agree(own, name)
            };
            found.extend(spelled.flatten().filter(fits));
        }
        found.into_iter().collect()
    }

    /// Returns a piece of the name of a file without document words. If it then has a listed Chinese name of at least three characters
    /// behind a class or a word such as 组长, or before 同学, returns this name.
    fn bare_name(&self, piece: &str) -> String {
        let name = without_document_words(piece);
        if !key::has_han(&name) || !self.by_name(&name).is_empty() {
            return name;
        }
        let rest = name.rsplit_once('班').map_or(&*name, |(_, behind)| behind);
        let rest = (BEFORE_NAMES.iter())
            .find_map(|word| rest.strip_prefix(word))
            .unwrap_or(rest);
        let rest = rest.strip_suffix(BEHIND_NAMES).unwrap_or(rest);
        if rest.chars().count() >= WHOLE_NAME && !self.by_name(rest).is_empty() {
            rest.to_owned()
        } else {
            name
        }
    }

    /// Returns what stands in a name before a word such as 评 between two students: the file is the first one's, about the second. The
    /// whole name if it has no such word.
    fn before_review<'t>(&self, name: &'t str) -> &'t str {
        let is_student = |piece: &str| {
            piece.len() >= SHORTEST && self.has_number(piece)
                || !self.by_name(&self.bare_name(piece)).is_empty()
        };
        before_review(name, &is_student)
    }

    /// Finds the student in the name of a file or folder.
    pub(crate) fn of_label(&self, label: &str) -> Matches {
        let label = self.before_review(label);
        let pieces = pieces::pieces(label);
        // A number with hyphens is several pieces.
        let words = label.split(|c: char| !c.is_ascii_alphanumeric() && !HYPHENS.contains(&c));
        let mut words = pieces.iter().map(String::as_str).chain(words);
        let number = words.find(|word| word.len() >= SHORTEST && self.has_number(word));
        let mut names: BTreeSet<String> = BTreeSet::new();
        for piece in &pieces {
            let name = self.bare_name(piece);
            if key::has_han(&name) && !self.by_name(&name).is_empty() {
                names.insert(name);
            }
        }
        if names.is_empty() {
            // The parts of a name, as in 阿依灯.买买书.
            let are_han =
                |parts: &&[String]| parts.iter().all(|part| part.chars().all(key::is_han));
            let joined = pieces
                .windows(2)
                .filter(are_han)
                .map(|parts| format!("{}{}", parts[0], parts[1]));
            names.extend(joined.filter(|name| !self.by_name(name).is_empty()));
        }
        if names.is_empty() {
            names = self.latin_names(&pieces);
        }
        match (number, names.len()) {
            (Some(number), 1) => self.student(Some(number), names.first().map(String::as_str)),
            (Some(number), _) => self.student(Some(number), None),
            (None, _) => {
                let found: BTreeSet<usize> =
                    names.iter().flat_map(|name| self.by_name(name)).collect();
                Matches::of(&found.into_iter().collect::<Vec<_>>())
            }
        }
    }

    /// Finds the team whose members the name of a file or folder names, such as 王小五+李小四 or 1001王小五1002李小四. The result is empty
    /// if the name has fewer than two numbers or names of the list, or if its numbers and names are of different students.
    pub(crate) fn team_of_label(&self, label: &str) -> BTreeSet<usize> {
        let (mut numbered, mut named) = (BTreeSet::new(), BTreeSet::new());
        for piece in pieces::pieces(self.before_review(label)) {
            if piece.len() >= SHORTEST
                && let [one] = self.by_number(&piece)[..]
            {
                numbered.insert(one);
            } else if let [one] = self.by_name(&self.bare_name(&piece))[..] {
                named.insert(one);
            }
        }
        let (fewer, more) = if numbered.len() < named.len() {
            (numbered, named)
        } else {
            (named, numbered)
        };
        if more.len() > 1 && fewer.is_subset(&more) {
            more
        } else {
            BTreeSet::new()
        }
    }

    /// Returns the longest runs of Latin words that are names on the list.
    fn latin_names(&self, pieces: &[String]) -> BTreeSet<String> {
        let words: Vec<&str> = (pieces.iter())
            .flat_map(|piece| piece.split_whitespace())
            .collect();
        let is_letter = |c: char| c.is_alphabetic() || c == '-' || APOSTROPHES.contains(&c);
        for length in (1..=WORDS).rev() {
            let found: BTreeSet<String> = words
                .windows(length)
                .filter(|run| run.iter().all(|word| word.chars().all(is_letter)))
                .map(|run| run.join(" "))
                .filter(|name| !key::has_han(name) && !self.by_name(name).is_empty())
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        BTreeSet::new()
    }
}

/// Returns a student number without hyphens and without the zeros at its start, which spreadsheets drop.
fn unpadded(number: &str) -> String {
    let number = key::number(number).replace(HYPHENS, "");
    number.trim_start_matches('0').to_owned()
}
