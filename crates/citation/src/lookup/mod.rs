//! Looks up the entries of reference lists among works with known titles. One pass over the works serves all entries:
//! the entries are indexed by runs of their titles, so that a library of any size is never read once per entry.

mod evidence;
mod names;
mod title;

use std::collections::HashMap;

use crate::Reference;
use evidence::{Evidence, evidence};
use title::Title;

/// Maximum number of entries that share a run for which the run is used to find them. A run such as "研究" is in too many
/// titles to be of use.
const COMMONEST_RUN: usize = 256;
/// Minimum share of common runs (Dice coefficient, in per cent) for an entry and a title to be compared.
const LEAST_SHARE: usize = 30;
/// Maximum number of works that are compared with an entry: those with the largest shares.
const MOST_WORKS: usize = 6;

/// Work of a library, as stated in its bibliographic record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownWork {
    /// Title of the work.
    pub title: String,
    /// Authors, in the order of the record; empty if unknown.
    pub authors: Vec<String>,
    /// Year of publication; `None` if unknown.
    pub year: Option<u16>,
}

/// Field in which an entry differs from the work that was found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkField {
    /// Title. Punctuation, spaces, width, case and the choice between simplified and traditional characters make no difference.
    Title,
    /// Names of the authors.
    Authors,
    /// Year of publication.
    Year,
}

impl WorkField {
    /// Returns the stable name of the field in kebab-case, used in the keys of translations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Authors => "authors",
            Self::Year => "year",
        }
    }
}

/// Work that was found for an entry: either the work that the entry names, or one with a similar title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkMatch {
    /// Key with which the caller identified the work in [`WorkSearch::note`] and [`WorkSearch::offer`].
    pub key: usize,
    /// Bibliographic data of the work.
    pub known: KnownWork,
    /// Whether the entry names this work; `false` if the work only has a similar title.
    pub is_same: bool,
    /// Fields that entry and work both state, but differently.
    pub differing: Vec<WorkField>,
    /// Evidence that both are one work, in tenths of a bit.
    score: i32,
}

impl WorkMatch {
    /// Returns whether this match is better than another match of the same entry.
    #[must_use]
    pub fn is_better(&self, other: &Self) -> bool {
        (self.is_same, self.score) > (other.is_same, other.score)
    }
}

/// Returns the hashes of the runs of a title (neighbouring characters, and words), ascending and without repetition. Works are found by
/// these hashes. They are the same in every version of the program with the same [`TITLE_RUNS_VERSION`].
#[must_use]
pub fn title_runs(title: &str) -> Vec<u32> {
    Title::of(title).runs()
}

/// Version of the hashes that [`title_runs`] returns. Stored hashes of another version are useless.
pub const TITLE_RUNS_VERSION: u32 = 1;

/// Search for the works that entries name. It has two steps: first [`WorkSearch::note`] takes the hashes of all
/// works' titles, then [`WorkSearch::offer`] takes the full data of the few candidates in [`WorkSearch::wanted`].
#[derive(Debug)]
pub struct WorkSearch<'e> {
    entries: Vec<Searched<'e>>,
    /// Positions of the entries by the runs of their titles.
    by_run: HashMap<u32, Vec<u32>>,
}

/// Entry with the best match so far.
#[derive(Debug)]
struct Searched<'e> {
    entry: &'e Reference,
    title: Title,
    runs: usize,
    /// Works with the largest share of common runs: the share in per mille and the key, the largest share first.
    wanted: Vec<(usize, usize)>,
    best: Option<WorkMatch>,
}

impl<'e> WorkSearch<'e> {
    /// Prepares the search for these entries. Entries without a readable title are never found
    /// ([`is_searchable`](Self::is_searchable)).
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = &'e Reference>) -> Self {
        let mut by_run: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut searched = Vec::new();
        for (position, entry) in (0_u32..).zip(entries) {
            let title = Title::of(entry.title.as_deref().unwrap_or_default());
            let runs = title.runs();
            for run in &runs {
                by_run.entry(*run).or_default().push(position);
            }
            searched.push(Searched {
                entry,
                title,
                runs: runs.len(),
                wanted: Vec::new(),
                best: None,
            });
        }
        let mut has_rare = vec![false; searched.len()];
        for positions in by_run.values() {
            if positions.len() <= COMMONEST_RUN {
                for at in positions {
                    has_rare[*at as usize] = true;
                }
            }
        }
        // Common runs lead only to the entries that have no others.
        for positions in by_run.values_mut() {
            if positions.len() > COMMONEST_RUN {
                positions.retain(|at| !has_rare[*at as usize]);
            }
        }
        Self {
            entries: searched,
            by_run,
        }
    }

    /// Returns whether an entry states a title by which it can be looked up.
    #[must_use]
    pub fn is_searchable(entry: &Reference) -> bool {
        let title = entry.title.as_deref();
        title.is_some_and(|title| !Title::of(title).is_empty())
    }

    /// Takes the hashes of a work's title ([`title_runs`]); `key` is a number of the caller's choice that identifies
    /// the work. Pass each key once, in ascending order.
    pub fn note(&mut self, key: usize, runs: &[u32]) {
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for run in runs {
            for at in self.by_run.get(run).into_iter().flatten() {
                *shared.entry(*at).or_default() += 1;
            }
        }
        for (at, count) in shared {
            let entry = &mut self.entries[at as usize];
            let share = 2000 * count / (entry.runs + runs.len());
            if share < 10 * LEAST_SHARE {
                continue;
            }
            // Of equal shares the first stays.
            let place = entry.wanted.partition_point(|(own, _)| *own >= share);
            if place < MOST_WORKS {
                entry.wanted.insert(place, (share, key));
                entry.wanted.truncate(MOST_WORKS);
            }
        }
    }

    /// Returns the keys of the candidate works, ascending. Pass each to [`offer`](Self::offer).
    #[must_use]
    pub fn wanted(&self) -> Vec<usize> {
        let keys = self.entries.iter().flat_map(|entry| &entry.wanted);
        let mut keys: Vec<usize> = keys.map(|(_, key)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Compares the candidate work with this key with the entries that it may match. Each entry keeps its best match.
    pub fn offer(&mut self, key: usize, known: &KnownWork) {
        let title = Title::of(&known.title);
        for searched in &mut self.entries {
            if !searched.wanted.iter().any(|(_, wanted)| *wanted == key) {
                continue;
            }
            let Some(Evidence {
                score,
                is_same,
                differing,
            }) = evidence((searched.entry, &searched.title), (known, &title))
            else {
                continue;
            };
            let found = WorkMatch {
                key,
                known: known.clone(),
                is_same,
                differing,
                score,
            };
            if searched
                .best
                .as_ref()
                .is_none_or(|best| found.is_better(best))
            {
                searched.best = Some(found);
            }
        }
    }

    /// Returns the best match of each entry, in the order of the entries; `None` if no work has the same or a similar
    /// title.
    #[must_use]
    pub fn finish(self) -> Vec<Option<WorkMatch>> {
        self.entries.into_iter().map(|one| one.best).collect()
    }
}

#[cfg(test)]
mod tests;
