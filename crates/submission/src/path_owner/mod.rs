//! Compares what two paths say about whose files they are. Covers are copied more easily than forgotten names: a copier who leaves the
//! cover of another still names the file.
//!
//! Words that say nothing about a person are taken away: kinds of documents, drafts, dates, numbers of versions, chapters, titles. What
//! remains is a name, a login, a number or a team. Two paths contradict each other if each has something of this that the other has not.

mod cover_words;
mod cutting;
mod numbers;
#[cfg(test)]
mod tests;
mod words;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::folder_names::{is_archive, is_of_teacher};
use crate::key;
use crate::person;
use crate::pieces::{pieces, stem};
pub use cover_words::CoverWords;
use cover_words::own_words;
use cutting::cut;
use numbers::{Before, VERSION_DIGITS, is_digits, is_login, without_counts, without_dotted};
use words::{PHRASE, SERIES, is_phrase, is_team, says_nothing};

/// Minimum number of Latin words, without those that say nothing, that are a title.
const LATIN_PHRASE: usize = 3;

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

    /// Returns whether the path contains the whole stated name or the stated number.
    #[must_use]
    pub fn names_author_wholly(&self) -> bool {
        self.own == Own::Wholly
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
        let words = cut(name, cover);
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
        let pieces = pieces(name);
        if is_of_teacher(&pieces) {
            return;
        }
        self.has_person |= pieces.iter().any(|piece| person::is_person(piece));
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
