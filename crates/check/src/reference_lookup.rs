//! Lookup of reference lists: whether libraries have the works that the documents' entries name.

use std::collections::BTreeMap;

use chachong_citation::{KnownWork, Reference, WorkField, WorkSearch};
use chachong_compare::DocumentIndex;

use crate::CheckResult;

/// Work of a library that an entry of a reference list names, or whose title is similar to the entry's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedUpWork {
    /// Name of the library.
    pub library: String,
    /// Title, authors and year, as the library's record of the work states them.
    pub known: KnownWork,
    /// Fields in which the entry differs from the library's record; a field that one of them leaves out does not differ.
    pub differing: Vec<WorkField>,
}

/// Answer to the question whether libraries have the work that an entry of a reference list names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedUp<'l> {
    /// A library has the work.
    Found(&'l LookedUpWork),
    /// No library has the work; one has a work with a similar title.
    Similar(&'l LookedUpWork),
    /// No library that was searched has the work or one with a similar title.
    NotFound,
    /// The title of the entry could not be read, so nothing could be searched.
    NoTitle,
}

impl LookedUp<'_> {
    /// Returns the name in kebab-case, which is also the key of its text.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Similar(_) => "similar",
            Self::NotFound => "not-found",
            Self::NoTitle => "no-title",
        }
    }
}

/// Numbers of entries in a document's reference list, by the answer of the libraries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookedUpCounts {
    /// Number of entries whose work a library has, without differing details.
    pub found: usize,
    /// Number of entries whose work a library has, with at least one differing detail.
    pub differing: usize,
    /// Number of entries whose work no library has, including those for which one has a work with a similar title.
    pub not_found: usize,
    /// Number of entries whose title could not be read.
    pub no_title: usize,
}

/// Result of looking up the reference lists of a check in its libraries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceLookup {
    /// Names of the libraries that were searched, in search order.
    pub libraries: Vec<String>,
    /// Names of the libraries that could not be searched.
    pub not_searched: Vec<String>,
    /// Answers by the text of the entries: equal entries have one answer, in whatever document. `true` of the work itself, `false` of
    /// one with a similar title.
    answers: BTreeMap<String, Option<(bool, LookedUpWork)>>,
}

impl ReferenceLookup {
    /// Creates the result of a search. `answers` holds each entry with its answer: `true` and the work that the entry names,
    /// `false` and a work with a similar title, or `None` if no library has either.
    #[must_use]
    pub fn new<'e>(
        libraries: Vec<String>,
        not_searched: Vec<String>,
        answers: impl IntoIterator<Item = (&'e Reference, Option<(bool, LookedUpWork)>)>,
    ) -> Self {
        let answers = answers.into_iter();
        Self {
            libraries,
            not_searched,
            answers: answers
                .map(|(entry, answer)| (entry.text.clone(), answer))
                .collect(),
        }
    }

    /// Returns the libraries' answer about an entry; `None` if the entry has a title but was not looked up.
    #[must_use]
    pub fn of_entry(&self, entry: &Reference) -> Option<LookedUp<'_>> {
        if !WorkSearch::is_searchable(entry) {
            return Some(LookedUp::NoTitle);
        }
        Some(match self.answers.get(&entry.text)? {
            Some((true, work)) => LookedUp::Found(work),
            Some((false, work)) => LookedUp::Similar(work),
            None => LookedUp::NotFound,
        })
    }

    /// Returns the result without the authors of the works, for readers who must not know whose theses a library has.
    #[must_use]
    pub fn without_names(&self) -> Self {
        let mut changed = self.clone();
        for (_, work) in changed.answers.values_mut().flatten() {
            work.known.authors.clear();
        }
        changed
    }
}

impl CheckResult {
    /// Returns the entries of the checked documents' reference lists, sorted by their text, so that libraries can be searched for them.
    /// Entries with equal text are returned only once.
    #[must_use]
    pub fn looked_up_entries(&self) -> Vec<&Reference> {
        let checked = (self.positions()).filter(|&position| self.is_checked(position));
        let entries = checked.filter_map(|position| self.references.document(position));
        let entries = entries.flat_map(|of| &of.references);
        let by_text: BTreeMap<&str, &Reference> =
            entries.map(|entry| (entry.text.as_str(), entry)).collect();
        by_text.into_values().collect()
    }

    /// Counts the entries of a document by the answers of the libraries. Entries that were not looked up are not counted. `None` if
    /// nothing was looked up or the position is beyond the last document.
    #[must_use]
    pub fn looked_up(&self, position: DocumentIndex) -> Option<LookedUpCounts> {
        let lookup = self.reference_lookup.as_ref()?;
        let of = self.references.document(position)?;
        let mut counts = LookedUpCounts::default();
        for entry in &of.references {
            match lookup.of_entry(entry) {
                Some(LookedUp::Found(work)) if work.differing.is_empty() => counts.found += 1,
                Some(LookedUp::Found(_)) => counts.differing += 1,
                Some(LookedUp::Similar(_) | LookedUp::NotFound) => counts.not_found += 1,
                Some(LookedUp::NoTitle) => counts.no_title += 1,
                None => {}
            }
        }
        Some(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str, title: Option<&str>) -> Reference {
        Reference {
            text: text.to_owned(),
            title: title.map(str::to_owned),
            ..Reference::default()
        }
    }

    #[test]
    fn answers_belong_to_entries_wherever_they_stand() {
        let found = entry("沈知远. 夜读史[M]", Some("夜读史"));
        let missing = entry("陆明. 阅读史[M]", Some("阅读史"));
        let work = LookedUpWork {
            library: "资料".to_owned(),
            known: KnownWork {
                title: "夜读史".to_owned(),
                authors: vec!["沈知远".to_owned()],
                year: None,
            },
            differing: Vec::new(),
        };
        let answers = [(&found, Some((true, work.clone()))), (&missing, None)];
        let lookup = ReferenceLookup::new(vec!["资料".to_owned()], Vec::new(), answers);
        assert_eq!(lookup.of_entry(&found), Some(LookedUp::Found(&work)));
        assert_eq!(lookup.of_entry(&missing), Some(LookedUp::NotFound));
        let other = entry("何以宁. 灯光史[M]", Some("灯光史"));
        assert_eq!(lookup.of_entry(&other), None);
        assert_eq!(
            lookup.of_entry(&entry("见附录", None)),
            Some(LookedUp::NoTitle)
        );
        let hidden = lookup.without_names();
        let Some(LookedUp::Found(hidden)) = hidden.of_entry(&found) else {
            panic!("the work is still found");
        };
        assert!(hidden.known.authors.is_empty());
    }
}
