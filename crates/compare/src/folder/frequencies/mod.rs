//! Number of documents of a folder that have each run of words, counted exactly in bounded memory.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::grams::{grams, weight};
use super::{LEAST_FOLDER, sample};
use crate::{DocumentIndex, Prepared, Span, Widespread, each_once};
use chachong_text::{Gap, Mark, MarkReason, Token};
use chachong_weight::LEAST_CLASS;

mod between;
mod template;
#[cfg(test)]
mod tests;

pub use template::TemplateGrams;

/// Maximum number of documents whose grams are all collected. In a larger folder a sample decides which grams are counted in every
/// document.
const SAMPLE: usize = 256;
/// Maximum number of characters of the sample: 64 MB of grams.
const SAMPLE_CHARACTERS: u64 = 8_000_000;
/// Maximum number of tokens of a document of the sample: the text of an assignment is in the first 500,000.
const SAMPLE_TOKENS: usize = 500_000;
/// Maximum gap, in tokens, between stretches of text that many documents have and that are long enough together: a name, a date or a
/// number that each fills in.
const GAP: usize = 3;
/// Minimum weight of a run of given text that is no whole line: 8 Chinese characters or 6 words.
const LEAST_RUN: u32 = 16;

/// Counter of the grams (short runs of tokens) in a folder's documents. Documents are added in any order and from any thread.
#[derive(Debug)]
pub struct FolderCounter {
    documents: usize,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Too few documents.
    None,
    /// All grams of all documents.
    All(Mutex<Vec<u64>>),
    /// Grams that two or more documents of a sample have, each counted in every document.
    Known(Table, Vec<AtomicU32>),
}

impl FolderCounter {
    /// Returns the positions of the documents to sample, ascending; [`Self::of_sample`] needs their [`Self::grams_of_sample`]. `None` if
    /// the folder is small enough to count all documents, or too small to count any. `characters` are the lengths of the folder's
    /// documents; 0 for a document without a text.
    #[must_use]
    pub fn sample(characters: &[u64]) -> Option<Vec<DocumentIndex>> {
        let read: Vec<DocumentIndex> = (0..characters.len())
            .map(DocumentIndex)
            .filter(|&document| characters[document] > 0)
            .collect();
        let all: u64 = characters.iter().sum();
        if read.len() < LEAST_FOLDER || (read.len() <= SAMPLE && all <= SAMPLE_CHARACTERS) {
            return None;
        }
        Some(sample(&read, all, SAMPLE_CHARACTERS, SAMPLE).collect())
    }

    /// Makes a counter for a folder of `documents` documents, which counts all their grams; none below [`LEAST_FOLDER`]
    /// documents.
    #[must_use]
    pub fn of_all(documents: usize) -> Self {
        Self {
            documents,
            way: if documents < LEAST_FOLDER {
                Way::None
            } else {
                Way::All(Mutex::new(Vec::new()))
            },
        }
    }

    /// Makes a counter for a larger folder. It counts only the grams that two or more documents of the sample have. `sample`
    /// has the grams of each document of the sample, from [`Self::grams_of_sample`]. With a sample of 256 documents, hardly any
    /// gram is missed that a fiftieth of the folder has; with a sample of 16, hardly any that a quarter has.
    #[must_use]
    pub fn of_sample(documents: usize, sample: &[Vec<u64>]) -> Self {
        let table = Table::of(sample.concat(), 2);
        let counts = table.counts.iter().map(|_| AtomicU32::new(0)).collect();
        Self {
            documents,
            way: Way::Known(table, counts),
        }
    }

    /// Returns the hashes of the distinct grams of a text, ascending.
    #[must_use]
    pub fn grams(text: &Prepared) -> Vec<u64> {
        Self::different(text.tokens())
    }

    /// Returns the hashes of the distinct grams in the first 500,000 tokens of a text of the sample, ascending.
    #[must_use]
    pub fn grams_of_sample(text: &Prepared) -> Vec<u64> {
        let tokens = text.tokens();
        Self::different(&tokens[..tokens.len().min(SAMPLE_TOKENS)])
    }

    fn different(tokens: &[Token]) -> Vec<u64> {
        each_once(grams(tokens).map(|gram| gram.key))
    }

    /// Counts the grams of a document. Each document is added only once.
    pub fn add(&self, text: &Prepared) {
        match &self.way {
            Way::None => {}
            Way::All(all) => {
                let keys = Self::grams(text);
                all.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend(keys);
            }
            Way::Known(table, counts) => {
                let places = grams(text.tokens()).filter_map(|gram| table.place(gram.key));
                for place in each_once(places) {
                    counts[place].fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Returns the frequencies of the grams that three or more documents have; text of fewer documents has its whole weight.
    #[must_use]
    pub fn finish(self) -> FolderFrequencies {
        let table = match self.way {
            Way::None => Table::default(),
            Way::All(all) => {
                let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
                Table::of(all, 3)
            }
            Way::Known(table, counts) => table.with(counts, 3),
        };
        FolderFrequencies {
            documents: self.documents,
            most: table.counts.iter().copied().max().unwrap_or(0),
            table,
        }
    }
}

/// Number of documents of a folder that have each gram (short run of tokens), for grams that three or more have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderFrequencies {
    documents: usize,
    /// Largest number of documents that have one gram. After `join` it may be too large.
    most: u32,
    table: Table,
}

impl FolderFrequencies {
    /// Returns the number of documents that were counted; documents of one origin ([`Self::join`]) count as one.
    #[must_use]
    pub const fn documents(&self) -> usize {
        self.documents
    }

    /// Returns how many documents must have a text for it to count as part of the assignment: half of them, rounded up. With fewer than
    /// [`LEAST_CLASS`] documents, half may be copiers, so all must have it; with fewer than three, `None`.
    #[must_use]
    pub fn half(&self) -> Option<u32> {
        match self.documents {
            0..3 => None,
            3..LEAST_CLASS => Some(number(self.documents)),
            _ => Some(number(self.documents.div_ceil(2))),
        }
    }

    /// Returns how many documents must have a text for it to count as handed out wherever their own text stands: three quarters of them,
    /// rounded up. A ring of copiers is rarely so large.
    #[must_use]
    pub fn three_quarters(&self) -> u32 {
        number((3 * self.documents).div_ceil(4))
    }

    /// Returns whether some text occurs in at least `least` documents. After [`Self::join`] it may return true although no text does.
    #[must_use]
    pub const fn reaches(&self, least: u32) -> bool {
        self.most >= least
    }

    /// Counts documents of one origin, which were added separately, as one document. `grams` returns the grams of each
    /// ([`FolderCounter::grams`]). If `grams` fails, its error is returned and the frequencies are useless.
    pub fn join<E>(
        &mut self,
        documents: &[DocumentIndex],
        grams: impl Fn(DocumentIndex) -> Result<Vec<u64>, E>,
    ) -> Result<(), E> {
        let mut seen = vec![false; self.table.keys.len()];
        for &document in documents {
            for key in grams(document)? {
                if let Some(place) = self.table.place(key)
                    && std::mem::replace(&mut seen[place], true)
                {
                    let count = &mut self.table.counts[place];
                    *count = count.saturating_sub(1);
                }
            }
        }
        self.documents -= documents.len().saturating_sub(1);
        Ok(())
    }

    /// Returns the stretches of a text that three or more documents have, with their weights, sorted by position; no two
    /// overlap. Empty with fewer than [`LEAST_CLASS`] documents, too few to tell what is common.
    #[must_use]
    pub fn widespread(&self, text: &Prepared) -> Vec<Widespread> {
        if self.documents < LEAST_CLASS {
            return Vec::new();
        }
        let weights: Vec<u16> = (self.holders(text, 3).into_iter())
            .map(|holders| Widespread::weight_of(holders as usize, self.documents))
            .collect();
        let mut found: Vec<Widespread> = Vec::new();
        let mut first = 0;
        for same in weights.chunk_by(|x, y| x == y) {
            let run = first..first + same.len();
            first = run.end;
            if same[0] < Widespread::WHOLE {
                found.push(Widespread {
                    span: text.span(&run),
                    weight: same[0],
                });
            }
        }
        found
    }

    /// Returns the stretches of a text that at least `least` documents have, sorted by position. Each is a mark of common text.
    /// Stretches with gaps of up to 3 tokens between them are a run. They are left out if the run has fewer than 8 Chinese characters
    /// or 6 words and is no whole line or sentence. The number of documents of a mark is the median over the tokens of its run. A gap
    /// within a clause is marked with the stretches around it; a gap at the edge of a clause is not marked.
    #[must_use]
    pub fn given(&self, text: &Prepared, least: u32) -> Vec<Mark> {
        if !self.reaches(least) {
            return Vec::new();
        }
        self.runs(text, least, GAP)
            .into_iter()
            .map(|(span, documents)| Mark {
                start: span.start,
                end: span.end,
                reason: MarkReason::Common { documents },
            })
            .collect()
    }

    /// Returns for each token the largest number of documents that have a gram over it; 0 if fewer than `least`.
    fn holders(&self, text: &Prepared, least: u32) -> Vec<u32> {
        let tokens = text.tokens();
        let mut having = vec![0_u32; tokens.len()];
        for gram in grams(tokens) {
            if let Some(place) = self.table.place(gram.key) {
                let documents = self.table.counts[place];
                if documents >= least {
                    for of_token in &mut having[gram.tokens] {
                        *of_token = documents.max(*of_token);
                    }
                }
            }
        }
        having
    }

    /// Returns the stretches of a text whose grams at least `least` documents have, as [`Self::given`] does with gaps of at most `gap`
    /// tokens, each with its median number of documents. If `gap` is 0, no stretch is left out.
    fn runs(&self, text: &Prepared, least: u32, gap: usize) -> Vec<(Span, u32)> {
        let having = self.holders(text, least);
        let mut found = Vec::new();
        for run in joined(text.tokens(), &having, least, gap) {
            let mut of_tokens: Vec<u32> = having[run.clone()].to_vec();
            of_tokens.retain(|&documents| documents > 0);
            of_tokens.sort_unstable();
            let median = of_tokens[of_tokens.len() / 2];
            // What stands in a gap at the edge of a clause may be a student's answer, however short it is. Within a clause it is
            // another wording of what was given.
            let mut from = run.start;
            let mut given: Option<Range<usize>> = None;
            for stretch in having[run].chunk_by(|one, next| (*one > 0) == (*next > 0)) {
                let tokens = from..from + stretch.len();
                from = tokens.end;
                let mut with_next = text.tokens()[tokens.start..].iter().take(tokens.len() + 1);
                if stretch[0] > 0 || with_next.all(|token| token.gap < Gap::Clause) {
                    let start = given.map_or(tokens.start, |given| given.start);
                    given = Some(start..tokens.end);
                } else if let Some(given) = given.take() {
                    found.push((text.span(&given), median));
                }
            }
            found.extend(given.map(|given| (text.span(&given), median)));
        }
        found
    }
}

/// Returns the runs of tokens that at least `least` documents have, joined over gaps of at most `gap` tokens; `having` has the number of
/// documents of each token. If `gap` is above 0, a run lighter than [`LEAST_RUN`] is left out unless it is a whole line or sentence.
fn joined(tokens: &[Token], having: &[u32], least: u32, gap: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..tokens.len()).filter(|&at| having[at] >= least) {
        match runs.last_mut() {
            Some(run) if at - run.end <= gap => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    let is_line = |run: &Range<usize>| {
        tokens[run.start].gap >= Gap::Sentence
            && tokens
                .get(run.end)
                .is_none_or(|next| next.gap >= Gap::Sentence)
    };
    runs.retain(|run| gap == 0 || weight(&tokens[run.clone()]) >= LEAST_RUN || is_line(run));
    runs
}

fn number(documents: usize) -> u32 {
    u32::try_from(documents).unwrap_or(u32::MAX)
}

/// Grams with a number of documents each, found by their evenly distributed keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// Keys, ascending.
    keys: Vec<u64>,
    /// Number of documents of each key.
    counts: Vec<u32>,
    /// Index of the first key of each of 2^n equal parts of all keys, followed by the number of keys.
    starts: Vec<u32>,
}

impl Table {
    /// Makes the table of the grams that come at least `least` times.
    fn of(mut all: Vec<u64>, least: u32) -> Self {
        all.sort_unstable();
        let counted = all.chunk_by(|x, y| x == y).filter_map(|same| {
            let count = u32::try_from(same.len()).unwrap_or(u32::MAX);
            (count >= least).then_some((same[0], count))
        });
        Self::from_sorted(counted)
    }

    fn from_sorted(counted: impl Iterator<Item = (u64, u32)>) -> Self {
        let (keys, counts): (Vec<u64>, Vec<u32>) = counted.unzip();
        let parts = keys.len().next_power_of_two().max(2);
        let shift = u64::BITS - parts.trailing_zeros();
        let mut starts = Vec::with_capacity(parts + 1);
        let mut at = 0;
        for part in 0..parts as u64 {
            while keys.get(at).is_some_and(|key| key >> shift < part) {
                at += 1;
            }
            starts.push(u32::try_from(at).unwrap_or(u32::MAX));
        }
        starts.push(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        Self {
            keys,
            counts,
            starts,
        }
    }

    /// Returns the table with other counts, without the grams that come fewer than `least` times.
    fn with(self, counts: Vec<AtomicU32>, least: u32) -> Self {
        let counted = self
            .keys
            .into_iter()
            .zip(counts)
            .filter_map(|(key, count)| {
                let count = count.into_inner();
                (count >= least).then_some((key, count))
            });
        Self::from_sorted(counted)
    }

    /// Returns the index of a key; `None` if it is not in the table.
    fn place(&self, key: u64) -> Option<usize> {
        let parts = self.starts.len().checked_sub(1)?;
        let shift = u64::BITS - parts.trailing_zeros();
        let part = usize::try_from(key >> shift).ok()?;
        let (from, to) = (self.starts[part] as usize, self.starts[part + 1] as usize);
        Some(from + self.keys[from..to].binary_search(&key).ok()?)
    }
}
