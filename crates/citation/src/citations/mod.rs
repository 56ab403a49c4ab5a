//! Finds citations in the running text: by number, by author and year, by note, and by the name of a work or an
//! author.

mod author_year;
mod listed;
mod named;
mod numbered;
mod sources;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::flow::Flow;
use crate::{Manuscript, Reference};

pub(crate) use author_year::{names_of_authors, without_leads};
pub(crate) use listed::{PLACES, is_place, surnames};

/// Citation in the running text. Offsets count Unicode scalar values of the author's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Offset of the first character.
    pub start: u32,
    /// Offset after the last character.
    pub end: u32,
    /// Works that the citation points to, in printed order; never empty.
    pub targets: Vec<Target>,
}

/// Work that a citation points to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Entry of the reference list with this number, as in `[3]` or `³`.
    Number(u32),
    /// Note with this number, as in "①" or "注3". `None` for a note without a readable number: the text of a footnote, a note in brackets,
    /// or empty brackets.
    Note(Option<u32>),
    /// Work identified by its authors and year, as in "（张某，2010）" or "Smith et al. (2010a)".
    AuthorYear {
        /// Names of the authors as printed, without "et al." and 等.
        authors: Vec<String>,
        /// Year of publication.
        year: u16,
        /// Letter after the year that distinguishes works of one year; `None` if there is none.
        letter: Option<char>,
    },
    /// Work identified by its title, as in "《某书》指出", or as the text names it: "民法典第五百七十七条", "ISO 9001".
    Work(String),
    /// Work that is named by its author with a verb such as "argues" or after "according to", or by its author or title in brackets, as
    /// in "(Smith 37)". Contains the index of the entry in the references that were passed to [`citations`].
    Author(usize),
}

/// Citation with its range of positions in the flow.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) range: Range<usize>,
    pub(crate) targets: Vec<Target>,
    /// Whether the author or work is named in the sentence itself, so that the citation introduces what follows.
    pub(crate) introduces: bool,
}

/// Returns the citations in the running text, in order of position, without overlap. Skips covers, declarations, tables of contents,
/// reference lists, acknowledgements and program code. `references` are the entries of the text's own reference lists.
#[must_use]
pub fn citations(manuscript: &Manuscript<'_>, references: &[Reference]) -> Vec<Citation> {
    let flow = Flow::of(manuscript, references);
    let found = find(&flow, references);
    found.iter().map(|one| citation(&flow, one)).collect()
}

pub(crate) fn citation(flow: &Flow, found: &Found) -> Citation {
    let (start, end) = flow.offsets(&found.range);
    Citation {
        start,
        end,
        targets: found.targets.clone(),
    }
}

/// Finds the citations in a flow, ascending, without overlap.
pub(crate) fn find(flow: &Flow, references: &[Reference]) -> Vec<Found> {
    let mut found = numbered::find(flow, references);
    found.extend(author_year::find(flow, references));
    found.extend(named::works(flow));
    found.extend(named::authors(flow, references));
    found.extend(sources::find(flow));
    found.extend(flow.footnotes.iter().map(|range| Found {
        range: range.clone(),
        targets: vec![Target::Note(None)],
        introduces: false,
    }));
    found.extend(flow.bracketed.iter().map(|range| Found {
        range: range.clone(),
        targets: vec![Target::Note(None)],
        introduces: false,
    }));
    found.retain(|one| !one.range.is_empty());
    // The first of two at one place is the surer one, because the sort is stable.
    found.sort_by_key(|one| one.range.start);
    let mut end = 0;
    found.retain(|one| {
        let is_free = one.range.start >= end;
        if is_free {
            end = one.range.end;
        }
        is_free
    });
    found
}

/// Index of the entries of a text's reference lists, by what citations state of them.
#[derive(Debug)]
pub struct EntryIndex<'r> {
    references: &'r [Reference],
    /// Entries with a number, by whether they are notes and by each of their numbers, ascending.
    by_number: HashMap<(bool, u32), Vec<usize>>,
    /// Entries with a year, ascending.
    by_year: HashMap<u16, Vec<usize>>,
    /// Entries with a title, by its key, ascending.
    by_title: HashMap<String, Vec<usize>>,
}

impl<'r> EntryIndex<'r> {
    /// Indexes the entries of a text's reference lists. `references` must be in order of position.
    #[must_use]
    pub fn of(references: &'r [Reference]) -> Self {
        let mut index = Self {
            references,
            by_number: HashMap::new(),
            by_year: HashMap::new(),
            by_title: HashMap::new(),
        };
        for (at, one) in references.iter().enumerate() {
            let numbers: BTreeSet<u32> = one.numbers().collect();
            for number in numbers {
                let key = (one.is_note, number);
                index.by_number.entry(key).or_default().push(at);
            }
            if let Some(year) = one.year {
                index.by_year.entry(year).or_default().push(at);
            }
            if let Some(title) = &one.title {
                let key = crate::title_key(title);
                index.by_title.entry(key).or_default().push(at);
            }
        }
        index
    }

    /// Returns the indices in the references of the entries that a citation points to, ascending. Empty if no entry
    /// matches.
    #[must_use]
    pub fn entries_of(&self, citation: &Citation) -> Vec<usize> {
        let mut entries: Vec<usize> = (citation.targets.iter())
            .flat_map(|target| self.entries_of_target(citation, target))
            .collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    fn entries_of_target(&self, citation: &Citation, target: &Target) -> Vec<usize> {
        let numbered = |is_note: bool, number: u32| {
            let fitting = self.by_number.get(&(is_note, number));
            let fitting = fitting.map_or(&[][..], Vec::as_slice);
            in_nearest_list(citation, fitting, self.references)
        };
        match target {
            Target::Number(number) => numbered(false, *number),
            Target::Note(Some(number)) => numbered(true, *number),
            Target::Note(None) => {
                let first = (self.references).partition_point(|one| one.start < citation.start);
                let inside = self.references[first..].iter().zip(first..);
                inside
                    .take_while(|(one, _)| one.start < citation.end)
                    .filter(|(one, _)| one.end <= citation.end)
                    .map(|(_, at)| at)
                    .collect()
            }
            Target::Author(entry) => vec![*entry],
            Target::AuthorYear {
                authors,
                year,
                letter,
            } => {
                let is_meant = |at: &usize| {
                    let one = &self.references[*at];
                    let first = authors.first();
                    (letter.is_none() || one.year_letter.is_none() || one.year_letter == *letter)
                        && first.is_some_and(|name| author_year::has_author(one, name))
                };
                let of_year = self.by_year.get(year).into_iter().flatten();
                of_year.copied().filter(is_meant).collect()
            }
            Target::Work(title) => {
                let titled = self.by_title.get(&crate::title_key(title));
                titled.cloned().unwrap_or_default()
            }
        }
    }
}

/// Keeps the entry that a citation means, of several with the same number: the first one after the citation, since
/// chapters and pages have their lists at the end, or else the last one before it.
fn in_nearest_list(citation: &Citation, entries: &[usize], references: &[Reference]) -> Vec<usize> {
    let behind = entries
        .iter()
        .find(|&&entry| references[entry].start >= citation.end);
    behind.or(entries.last()).copied().into_iter().collect()
}

#[cfg(test)]
mod tests;
