//! Published works: title, authors and year as stated by a document's record or by an entry of a reference list, and whether two
//! works are the same.

use chachong_citation::{Reference, title_key};
use chachong_record::{Certainty, RecordField, listed_names};

use crate::references::latest_year;
use crate::{Document, Origin};

/// Minimum length of a title by which a work is recognised alone, in letters and digits.
const LEAST_TITLE: usize = 8;
/// Minimum length of a title by which a work is recognised together with its author.
const LEAST_WITH_AUTHOR: usize = 4;
/// Share (Dice) of pairs of letters, in thousandths, from which two titles may be one.
const SIMILAR: usize = 500;

/// Work with a known title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// Title, reduced to letters and digits.
    title: String,
    /// Names of the authors, reduced to letters and digits; empty if none is known.
    authors: Vec<String>,
    year: Option<u16>,
    /// Whether the work is a library document.
    pub(crate) is_of_library: bool,
    /// Whether the work was collected as a source, not handed in by a student.
    pub(crate) is_published: bool,
}

impl Work {
    /// Returns the work that a document's record states; `None` if the title is not known well enough.
    pub(crate) fn of_document(document: &Document) -> Option<Self> {
        let content = document.content()?;
        let record = &content.record;
        let stated = |field: RecordField| {
            let stated = record.get(field)?;
            (stated.certainty >= Certainty::Likely).then_some(stated.value.as_str())
        };
        let title = title_key(stated(RecordField::Title)?);
        let authors = stated(RecordField::Author).unwrap_or_default();
        let authors = listed_names(authors).map(title_key);
        let authors: Vec<String> = authors.filter(|author| !author.is_empty()).collect();
        let least = if authors.is_empty() {
            LEAST_TITLE
        } else {
            LEAST_WITH_AUTHOR
        };
        if title.chars().count() < least {
            return None;
        }
        let handed_in = document.kept_submission.is_some()
            || record.student_number.is_some()
            || record.supervisor.is_some()
            || record.degree.is_some();
        Some(Self {
            title,
            authors,
            // An article of a dump states no year, and a later one only makes the source younger.
            year: (stated(RecordField::Year).and_then(|year| year.parse().ok()))
                .or_else(|| latest_year(content)),
            is_of_library: document.origin == Origin::Library,
            is_published: document.origin == Origin::Library && !handed_in,
        })
    }

    /// Returns the work that an entry of a reference list names; `None` if the title is unknown or shorter than [`LEAST_WITH_AUTHOR`], or
    /// if the beginning or end of the entry is uncertain.
    pub(crate) fn of_entry(entry: &Reference) -> Option<Self> {
        let title = title_key(entry.title.as_deref()?);
        (title.chars().count() >= LEAST_WITH_AUTHOR && entry.is_whole).then(|| Self {
            title,
            authors: entry
                .authors
                .iter()
                .map(|author| title_key(author))
                .collect(),
            year: entry.year,
            is_of_library: false,
            is_published: true,
        })
    }

    /// Returns whether an entry of a reference list names this work: it contains the title and the name of an author. The name may be
    /// missing if no author is known, or if the title has at least `2 * LEAST_TITLE` characters.
    pub(crate) fn is_listed_as(&self, entry: &Reference) -> bool {
        let text = title_key(&entry.text);
        let has_title = text.contains(&self.title);
        let has_author = self.authors.is_empty()
            || self.authors.iter().any(|author| text.contains(author.as_str()))
            // A name may be written with initials.
            || self.title.chars().count() >= 2 * LEAST_TITLE;
        has_title && has_author
    }

    /// Returns whether another work is certainly not this one, and this one is older.
    pub(crate) fn is_surely_older_other(&self, other: &Self) -> bool {
        let is_older = self
            .year
            .zip(other.year)
            .is_some_and(|(own, other)| own < other);
        let contains = self.title.contains(&other.title) || other.title.contains(&self.title);
        is_older && !contains && likeness(&self.title, &other.title) < SIMILAR
    }
}

/// Returns the share (Dice) of pairs of neighbouring letters that two titles have in common, in thousandths.
fn likeness(one: &str, other: &str) -> usize {
    let pairs = |title: &str| -> Vec<(char, char)> {
        let mut pairs: Vec<_> = title.chars().zip(title.chars().skip(1)).collect();
        pairs.sort_unstable();
        pairs
    };
    let (one, other) = (pairs(one), pairs(other));
    let total = one.len() + other.len();
    let (mut at, mut common) = (0_usize, 0_usize);
    for pair in &one {
        while other.get(at).is_some_and(|own| own < pair) {
            at += 1;
        }
        if other.get(at) == Some(pair) {
            common += 1;
            at += 1;
        }
    }
    (2000 * common).checked_div(total).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(title: &str, authors: &[&str], year: u16) -> Work {
        Work {
            title: title_key(title),
            authors: authors.iter().map(|author| title_key(author)).collect(),
            year: Some(year),
            is_of_library: true,
            is_published: true,
        }
    }

    fn entry(text: &str) -> Reference {
        Reference {
            text: text.to_owned(),
            ..Reference::default()
        }
    }

    #[test]
    fn a_work_is_listed_by_title_and_author() {
        let listed = entry("沈知远. 夜读史[J]. 灯塔学报, 2010, 29(3): 17-18.");
        assert!(work("夜读史", &["沈知远"], 2010).is_listed_as(&listed));
        assert!(work("夜 读 史", &["陆明", "沈知远"], 2010).is_listed_as(&listed));
        assert!(!work("夜读史", &["陆明"], 2010).is_listed_as(&listed));
        assert!(!work("阅读史", &["沈知远"], 2010).is_listed_as(&listed));
    }

    #[test]
    fn only_an_older_work_with_another_title_is_surely_another() {
        let source = work("夜间开放的图书馆", &["沈知远"], 2008);
        for (title, year, is_other) in [
            ("阅读的社会史", 2012, true),
            ("阅读的社会史", 2008, false),
            ("阅读的社会史", 2001, false),
            ("夜间开放的图书馆研究", 2012, false),
            ("夜间开放的各类图书馆", 2012, false),
        ] {
            let cited = work(title, &["陆明"], year);
            assert_eq!(source.is_surely_older_other(&cited), is_other, "{title}");
        }
        let undated = Work {
            year: None,
            ..source
        };
        assert!(!undated.is_surely_older_other(&work("阅读的社会史", &["陆明"], 2012)));
    }
}
