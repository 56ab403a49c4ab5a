//! Statements of a document about whose thesis it is, prepared for comparing many documents. Only sure or likely statements are
//! used.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::naming::Naming;
use crate::attribution_work::dice;
use crate::{Document, Origin, direction};
use chachong_import::Format;
use chachong_library::KeptSubmission;
use chachong_record::{Certainty, RecordField, Stated, listed_names};
use chachong_simhash::Fingerprint;
use chachong_submission::{FoundBy, Platform, Submission, SubmissionIndex, agree};

/// Minimum number of characters of a title that another one may contain.
const LEAST_TITLE: usize = 6;
/// Minimum share (Dice) of pairs of characters that similar titles have in common, in thousandths.
const SIMILAR_TITLES: usize = 600;

/// Statements of one document about its thesis.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub origin: Origin,
    pub format: Option<Format>,
    /// Student number, in capitals; `None` if none is stated.
    pub number: Option<String>,
    /// Whether the student number is certain.
    pub number_is_sure: bool,
    /// Authors, normalised so that equal names are equal; empty if none is stated.
    pub authors: BTreeSet<String>,
    /// Letters and digits of the title, in lower case; empty if none is stated.
    pub title: Vec<char>,
    /// Author in the file's properties, normalised as in `authors`; `None` if absent or a program's default.
    pub properties_author: Option<String>,
    pub naming: Naming,
    /// Student to whom the class list or a person assigned the document, or for whom a library keeps it; `None` if nobody is known.
    pub assigned: Option<Assigned>,
    /// Path of the document in the check, without what a platform added.
    pub path: String,
    /// Submission of a checked document; `None` if the submissions are not known.
    pub submission: Option<SubmissionIndex>,
    /// The platform's own number or login of the user who handed in the document; `None` if no platform tells.
    pub account: Option<(Platform, String)>,
    /// Student or name of the folder or archive in which the document was handed in; `None` if it is in none.
    pub folder: Option<String>,
    /// Time of the last change in the file's properties, or of creation, in seconds since 1970; `None` if not stated.
    pub modified: Option<i64>,
    /// Number of countable characters.
    pub countable: u64,
    pub fingerprint: Option<Fingerprint>,
}

/// Student to whom the class list or a person assigned a document, or for whom a library keeps it.
#[derive(Clone, Debug)]
pub(super) struct Assigned {
    name: Option<String>,
    number: Option<String>,
    is_by_person: bool,
    /// Whether more than a cover told the class list's student.
    is_told: bool,
}

impl Assigned {
    /// Returns the student of a submission of the check; `None` if neither the class list nor a person gave it to one.
    pub(super) fn of(submission: &Submission) -> Option<Self> {
        let is_by_person = submission.found_by == FoundBy::Person;
        (is_by_person || submission.listed.is_some()).then(|| Self {
            name: submission.student.clone(),
            number: submission.number.clone(),
            is_by_person,
            is_told: is_by_person || !submission.listed_by_cover,
        })
    }

    /// Returns the student for whom a library keeps a document; `None` if neither the class list, a platform nor a person told.
    pub(super) fn kept(kept: &KeptSubmission) -> Option<Self> {
        (kept.found_by <= FoundBy::List).then(|| Self {
            name: kept.student.clone(),
            number: kept.number.clone(),
            is_by_person: kept.found_by == FoundBy::Person,
            is_told: true,
        })
    }

    /// Returns the name and the number of the student, as far as they are known.
    pub(super) fn student(&self) -> (Option<&str>, Option<&str>) {
        (self.name.as_deref(), self.number.as_deref())
    }

    /// Returns whether two documents were assigned to different students. Documents that a person split off without a name are of
    /// another student than the rest.
    pub(super) fn is_of_another(&self, other: &Self) -> bool {
        match (
            self.number.as_ref().zip(other.number.as_ref()),
            self.name.as_ref().zip(other.name.as_ref()),
        ) {
            (Some((one, other)), _) => one != other,
            (None, Some((one, other))) => {
                !listed_names(one).any(|one| listed_names(other).any(|other| agree(one, other)))
            }
            (None, None) => self.is_by_person && other.is_by_person,
        }
    }
}

/// Relation of the titles of two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Titles {
    /// The titles are equal, one contains the other, or they share most of their pairs of adjacent characters.
    Similar,
    /// At least one title is not stated.
    Unknown,
    /// Both are stated and not similar.
    Unlike,
}

impl Known {
    /// Collects the statements of a document. `name` is its name in the check without what a platform added; `owner` is the
    /// student or team whose submission it is by the names of all files, `None` if they do not tell.
    pub(super) fn of(document: &Document, name: &str, owner: Option<&str>) -> Self {
        let metadata = document.content().map(|content| &*content.metadata);
        let field = |field| stated(document.content()?.record.get(field));
        let time = |text: Option<&String>| direction::seconds(text?, Timestamp::MAX);
        let modified = metadata.and_then(|metadata| {
            time(metadata.modified.as_ref()).or_else(|| time(metadata.created.as_ref()))
        });
        let number = field(RecordField::StudentNumber);
        let properties_author =
            metadata.and_then(|metadata| direction::person(metadata.author.as_deref()));
        let mut known = Self {
            origin: document.origin,
            format: document.format,
            number_is_sure: number.is_some_and(|number| number.certainty == Certainty::Sure),
            number: number.map(|number| number.value.trim().to_uppercase()),
            authors: field(RecordField::Author)
                .map_or_else(BTreeSet::new, |author| authors(&author.value)),
            title: field(RecordField::Title).map_or_else(Vec::new, |title| {
                let letters = title.value.chars().filter(|c| c.is_alphanumeric());
                letters.flat_map(char::to_lowercase).collect()
            }),
            properties_author: properties_author.and_then(|name| authors(&name).into_iter().next()),
            naming: Naming::of(name),
            assigned: (document.kept_submission.as_deref())
                .filter(|_| document.origin == Origin::Library)
                .and_then(Assigned::kept),
            path: (name.strip_prefix(crate::LIBRARY_PREFIX).unwrap_or(name)).to_owned(),
            submission: None,
            account: None,
            folder: None,
            modified,
            countable: document.content().map_or(0, |content| content.countable),
            fingerprint: document.fingerprint(),
        };
        known.naming.people.extend(owner.map(str::to_owned));
        // A word of the title is not whose file it is.
        let mut people = std::mem::take(&mut known.naming.people);
        people.retain(|name| !known.has_in_title(name));
        known.naming.people = people;
        known
    }

    /// Returns whether a person, or the class list by more than the cover, gives the document to the author that it states.
    pub(super) fn is_of_stated_author(&self) -> bool {
        let told = self.assigned.as_ref().filter(|one| one.is_told);
        told.is_some_and(|told| {
            let name = told.name.as_ref();
            let is_author = |author: &String| name.is_some_and(|name| agree(name, author));
            told.number.is_some() && told.number == self.number
                || self.authors.iter().any(is_author)
        })
    }

    /// Returns whether two documents are known to be of one submission.
    pub(super) fn is_of_one_submission(&self, other: &Self) -> bool {
        self.submission.is_some() && self.submission == other.submission
    }

    /// Returns whether the title contains a word.
    fn has_in_title(&self, word: &str) -> bool {
        let letters = word.chars().filter(|c| c.is_alphanumeric());
        let word: Vec<char> = letters.flat_map(char::to_lowercase).collect();
        !word.is_empty() && self.title.windows(word.len()).any(|part| part == word)
    }

    /// Compares the titles of two documents.
    pub(super) fn titles(&self, other: &Self) -> Titles {
        let (one, two) = (&self.title, &other.title);
        if one.is_empty() || two.is_empty() {
            return Titles::Unknown;
        }
        let (short, long) = if one.len() <= two.len() {
            (one, two)
        } else {
            (two, one)
        };
        let contains = short.len() >= LEAST_TITLE && long.windows(short.len()).any(|w| w == short);
        if one == two || contains || dice(one, two) >= SIMILAR_TITLES {
            Titles::Similar
        } else {
            Titles::Unlike
        }
    }
}

/// Returns a statement that is sure or likely; `None` for any other.
fn stated(stated: Option<&Stated>) -> Option<&Stated> {
    stated.filter(|stated| stated.certainty >= Certainty::Likely && !stated.value.trim().is_empty())
}

/// Returns the names of one or several authors in a form that equal names share: a Chinese name without spaces, the
/// words of another one in lower case and order.
fn authors(stated: &str) -> BTreeSet<String> {
    listed_names(stated)
        .filter_map(|name| {
            let letters = |word: &str| {
                let letters = word.chars().filter(|c| c.is_alphanumeric());
                letters.flat_map(char::to_lowercase).collect::<String>()
            };
            let mut words: Vec<String> = name.split_whitespace().map(letters).collect();
            words.retain(|word| !word.is_empty());
            let is_chinese = words.iter().all(|word| !word.is_ascii());
            if !is_chinese {
                words.sort_unstable();
            }
            let name = words.join(if is_chinese { "" } else { " " });
            (!name.is_empty()).then_some(name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_found_however_they_are_written() {
        assert_eq!(authors("沈 知远"), authors("沈知远"));
        assert_eq!(authors("SHEN Zhiyuan"), authors("zhiyuan shen"));
        assert_eq!(authors("沈知远、方越"), authors("方越，沈知远"));
        assert_ne!(authors("沈知远"), authors("沈知远、方越"));
        assert!(authors(" 、·").is_empty());
    }

    #[test]
    fn titles_are_similar_with_some_words_changed() {
        let titles = |one: &str, two: &str| {
            let known = |title: &str| {
                let mut known = super::super::tests::known("a.docx");
                known.title = title.chars().collect();
                known
            };
            known(one).titles(&known(two))
        };
        assert_eq!(
            titles("夜间开放图书馆的服务研究", "夜间开放图书馆服务的研究"),
            Titles::Similar
        );
        assert_eq!(
            titles("夜间开放图书馆研究", "夜间开放图书馆研究以两校为例"),
            Titles::Similar
        );
        assert_eq!(
            titles("夜间开放图书馆研究", "河流沉积物的重金属分布"),
            Titles::Unlike
        );
        assert_eq!(titles("研究", "图书馆研究"), Titles::Unlike);
        assert_eq!(titles("", "图书馆研究"), Titles::Unknown);
    }
}
