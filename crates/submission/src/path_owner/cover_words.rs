//! What covers state, and which words of a path name the stated author.

use std::collections::BTreeSet;

use chachong_record::listed_names;

use super::Own;
use crate::key;
use crate::person::{self, NameKey};
use crate::pieces::without_document_words;

/// Maximum number of pieces that form a name.
const PIECES: usize = 4;

/// Names, numbers and titles that the covers of documents state. They tell which words of a path name the stated author.
#[derive(Clone, Debug, Default)]
pub struct CoverWords {
    /// All spellings of the names, without spaces and in lower case.
    names: BTreeSet<String>,
    /// Parts and initials of the names, such as `ann`, `roe` and `aroe`.
    parts: BTreeSet<String>,
    /// Student numbers and logins, in capitals, also without the letters at their start.
    numbers: BTreeSet<String>,
    /// How many digits the numbers have.
    lengths: BTreeSet<usize>,
    /// Whether a number looks like a day.
    pub(super) has_date: bool,
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

    pub(super) fn has_in_title(&self, word: &str) -> bool {
        word.chars().count() > 1 && self.titles.iter().any(|title| title.contains(word))
    }

    /// Returns whether a word is a stated number, possibly without the letters at its start.
    pub(super) fn has_number(&self, word: &str) -> bool {
        !word.is_empty() && self.numbers.contains(&key::number(word))
    }

    /// Returns whether a stated number has this many digits.
    pub(super) fn has_number_of_length(&self, digits: usize) -> bool {
        self.lengths.contains(&digits)
    }

    /// Returns the stated Chinese name in a word that is no other person's name, with what stands before and after it.
    pub(super) fn around_name<'w>(&self, word: &'w str) -> Option<(&'w str, &'w str)> {
        let is_other = |name: &str| {
            let rest = without_document_words(word);
            rest != name && person::is_person(&rest)
        };
        let mut names = self.names.iter().filter(|name| key::has_han(name));
        names.find_map(|name| word.split_once(name.as_str()).filter(|_| !is_other(name)))
    }
}

/// Returns for each word how clearly it names the stated author.
pub(super) fn own_words(words: &[String], cover: &CoverWords) -> Vec<Own> {
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
