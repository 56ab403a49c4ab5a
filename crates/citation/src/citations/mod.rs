//! Finds citations in the running text: by number, by author and year, by note, and by the name of a work or an
//! author.

mod author_year;
mod named;
mod numbered;
mod sources;

use std::ops::Range;

use crate::flow::Flow;
use crate::{Manuscript, Reference};

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
    /// Work whose author is named with a verb such as "argues". Contains the index of the entry in the references that were passed to
    /// [`citations`].
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

/// Returns the indices in `references` of the entries that a citation points to, ascending. Empty if no entry
/// matches.
#[must_use]
pub fn entries_of(citation: &Citation, references: &[Reference]) -> Vec<usize> {
    let mut entries: Vec<usize> = (citation.targets.iter())
        .flat_map(|target| entries_of_target(citation, target, references))
        .collect();
    entries.sort_unstable();
    entries.dedup();
    entries
}

fn entries_of_target(citation: &Citation, target: &Target, references: &[Reference]) -> Vec<usize> {
    let all = |is_it: &dyn Fn(&Reference) -> bool| -> Vec<usize> {
        let fitting = references.iter().enumerate().filter(|(_, one)| is_it(one));
        fitting.map(|(at, _)| at).collect()
    };
    match target {
        Target::Number(number) => {
            let fitting = all(&|one| !one.is_note && one.numbers().any(|own| own == *number));
            in_nearest_list(citation, &fitting, references)
        }
        Target::Note(Some(number)) => {
            let fitting = all(&|one| one.is_note && one.numbers().any(|own| own == *number));
            in_nearest_list(citation, &fitting, references)
        }
        Target::Note(None) => all(&|one| citation.start <= one.start && one.end <= citation.end),
        Target::Author(entry) => vec![*entry],
        Target::AuthorYear {
            authors,
            year,
            letter,
        } => all(&|one| {
            let first = authors.first();
            one.year == Some(*year)
                && (letter.is_none() || one.year_letter.is_none() || one.year_letter == *letter)
                && first.is_some_and(|name| author_year::has_author(one, name))
        }),
        Target::Work(title) => all(&|one| {
            let own = one.title.as_deref().map(crate::title_key);
            own.is_some_and(|own| own == crate::title_key(title))
        }),
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
