//! All documents of a check -> the passages that they share: prepare, find candidates, align. Knows nothing of files'
//! formats or of what a person chooses to count.
//!
//! Memory is bounded for any number of documents: texts lie in a [`super::TextStore`], the candidates' shingles in
//! temporary files beyond [`SHINGLE_MEMORY`], and of prepared documents those used last stay within
//! [`PREPARED_MEMORY`]; the others are prepared again when their turn comes.

use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{Reading, cutting, prepared_cache::PreparedCache};
use crate::compare::{
    Background, CandidateError, Collector, CommonGrams, Counted, Found, PairPassages, Passage,
    SharedText, Sketch, Span, Versions, Watch, Weighed, covered, passages, settle_common,
    shared_texts,
};
use crate::library::LibraryError;
use crate::text::Mark;

/// Bytes of shingles that stay in memory.
const SHINGLE_MEMORY: usize = 256 << 20;
/// Bytes of prepared documents that stay in memory …
const PREPARED_MEMORY: usize = 768 << 20;
/// … of which each character of a text takes about so many.
const PREPARED_BYTES: usize = 40;
/// Pairs that are near by fingerprint and are aligned whatever the shingles say. Beyond these (hundreds of equal files)
/// the candidates alone decide.
const NEAR_PAIRS: usize = 100_000;

/// What is compared and how.
#[derive(Clone, Debug, Default)]
pub struct CopySettings {
    /// Texts whose passages are the school's, not the student's.
    pub templates: Vec<Reading>,
    /// Passages of fewer characters, on either side, are left out; 0 keeps all that the alignment takes for one.
    pub least_characters: u32,
    /// Number of threads; `None` is one for each core.
    pub threads: Option<usize>,
    /// How many of the documents, from the first on, are checked; those after them are the library's and are compared only
    /// as the `near` pairs say. `None`: all are checked.
    pub checked: Option<usize>,
    /// What the library's members have often, which is weaker evidence; `None` without a library of
    /// [`super::LEAST_MEMBERS_FOR_GRAMS`] members.
    pub library_grams: Option<Arc<CommonGrams>>,
}

/// The passages of a check. Positions are those in the list that was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// The pairs with passages, by positions.
    pub pairs: Vec<PairPassages>,
    /// For each document which characters count, with all its marks: sections, templates, common text.
    pub counted: Vec<Counted>,
    /// Documents whose kept text could not be read again; they have no passages.
    pub unread: Vec<usize>,
    /// Pairs of documents that were compared, also those that were not worth aligning: all of the checked ones that were
    /// read, and each of them with each document of the library.
    pub compared: u64,
}

impl Copies {
    /// The texts that 3 or more of the documents share ([`shared_texts`]).
    #[must_use]
    pub fn shared_texts(&self) -> Vec<SharedText> {
        let versions = Versions::of(&self.counted, &self.pairs);
        shared_texts(&self.counted, &self.pairs, &versions)
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStep {
    /// Documents of the library that another version or recipe made are computed again.
    RefreshingLibrary,
    /// Members of the library are read for what many of them write.
    CountingLibrary,
    /// The library is asked about each document.
    AskingLibrary,
    /// Each document is prepared.
    Preparing,
    /// Pairs that may share passages are looked for.
    Searching,
    /// These are aligned, one by one.
    Aligning,
}

/// Why there are no passages.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// It was cancelled.
    #[error("the comparison was cancelled")]
    Cancelled,
    /// A temporary file could not be written or read.
    #[error(
        "the temporary file of the comparison failed ({0}); make room on the disk of the temporary folder and compare again"
    )]
    TemporaryFile(#[from] io::Error),
    /// The library failed.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// How a caller follows the work and ends it; both are called from several threads.
pub struct CopyWatch<'a> {
    /// Told what is being done, and how many steps of how many of it are done.
    pub progress: &'a (dyn Fn(CopyStep, usize, usize) + Sync),
    /// Asked between steps.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl CopyWatch<'static> {
    /// Nobody follows.
    pub const NOBODY: Self = Self {
        progress: &|_, _, _| (),
        cancelled: &|| false,
    };
}

/// Finds the passages of all documents; `None` are those that could not be read. `near` are pairs of positions that are
/// compared in any case.
pub fn find_copies(
    documents: &[Option<&Reading>],
    near: &[(usize, usize)],
    settings: &CopySettings,
    watch: &CopyWatch<'_>,
) -> Result<Copies, CopyError> {
    let checked = settings
        .checked
        .unwrap_or(documents.len())
        .min(documents.len());
    let work = || {
        Work {
            documents,
            checked,
            watch,
        }
        .run(near, settings)
    };
    super::in_pool(settings.threads, work)
}

#[derive(Clone, Copy)]
struct Work<'w> {
    documents: &'w [Option<&'w Reading>],
    /// So many of them are checked.
    checked: usize,
    watch: &'w CopyWatch<'w>,
}

impl Work<'_> {
    fn run(self, near: &[(usize, usize)], settings: &CopySettings) -> Result<Copies, CopyError> {
        let cache = PreparedCache::new(PREPARED_MEMORY);
        let (background, found, unread) = self.prepare()?;
        let background = background.with_library(settings.library_grams.clone());
        let mut pairs: Vec<(usize, usize)> = found
            .candidates
            .iter()
            .map(|candidate| (candidate.a as usize, candidate.b as usize))
            .chain(
                near.iter()
                    .take(NEAR_PAIRS)
                    .map(|&(a, b)| (a.min(b), a.max(b))),
            )
            .filter(|(a, b)| a != b && !unread.contains(a) && !unread.contains(b))
            .collect();
        // Two blocks of documents fit among the prepared ones, so few are prepared more than once for a block.
        let block = self.block();
        let block_of = |&(a, b): &(usize, usize)| (a / block, b / block);
        pairs.sort_unstable_by_key(|pair| (block_of(pair), *pair));
        pairs.dedup();
        let weighed = |document: usize| -> io::Result<_> {
            cache.get(document, || {
                let reading = self.documents[document].ok_or(io::ErrorKind::NotFound)?;
                Ok(Weighed::new(reading.text.prepared()?, &background))
            })
        };
        let steps = self.steps(CopyStep::Aligning, pairs.len() + settings.templates.len());
        let missing = Mutex::new(Vec::new());
        let align = |&(a, b): &(usize, usize)| {
            if b >= self.checked {
                // A text of the library is met here first: if it is damaged, the others still count.
                if let Err(error) = weighed(b) {
                    lock(&missing).push(b);
                    steps.done()?;
                    return match error.kind() {
                        io::ErrorKind::Other => Ok(None),
                        _ => Err(error.into()),
                    };
                }
            }
            let mut passages = passages(&*weighed(a)?, &*weighed(b)?);
            passages.retain(|passage| is_long(passage, settings.least_characters));
            steps.done()?;
            Ok((!passages.is_empty()).then_some(PairPassages { a, b, passages }))
        };
        let mut aligned: Vec<PairPassages> = Vec::new();
        for pairs in pairs.chunk_by(|x, y| block_of(x) == block_of(y)) {
            let found: Vec<Option<PairPassages>> = pairs
                .par_iter()
                .map(align)
                .collect::<Result<_, CopyError>>()?;
            aligned.extend(found.into_iter().flatten());
        }
        let mut marks: Vec<Vec<Mark>> = vec![Vec::new(); self.documents.len()];
        for template in &settings.templates {
            let template = Weighed::new(template.text.prepared()?, &background);
            let found: Vec<Vec<Mark>> = (0..self.checked)
                .into_par_iter()
                .map(|document| {
                    if self.documents[document].is_none() || unread.contains(&document) {
                        return Ok(Vec::new());
                    }
                    Ok(covered(&passages(&*weighed(document)?, &template)))
                })
                .collect::<Result<_, CopyError>>()?;
            for (marks, found) in marks.iter_mut().zip(found) {
                marks.extend(found);
            }
            steps.done()?;
        }
        aligned.sort_unstable_by_key(|pair| (pair.a, pair.b));
        let mut unread = unread;
        unread.extend(missing.into_inner().unwrap_or_else(PoisonError::into_inner));
        unread.sort_unstable();
        unread.dedup();
        let counted = self.settle(marks, found.common, &mut aligned, &weighed)?;
        Ok(Copies {
            pairs: aligned,
            counted,
            unread,
            compared: {
                let (checked, library) = self.documents.split_at(self.checked);
                let read = |of: &[Option<&Reading>]| of.iter().flatten().count();
                pairs_among(read(checked), read(library))
            },
        })
    }

    /// What counts of each document, with the text that is common to many, and the passages cut where something left out
    /// begins.
    fn settle(
        self,
        marks: Vec<Vec<Mark>>,
        common: Vec<Vec<Mark>>,
        aligned: &mut Vec<PairPassages>,
        weighed: &(dyn Fn(usize) -> io::Result<Arc<Weighed>> + Sync),
    ) -> io::Result<Vec<Counted>> {
        let mut counted = self.counted(marks);
        let folder = &counted[..self.checked];
        let versions = Versions::of(folder, aligned);
        let common = settle_common(folder, common, &versions);
        let mut places: Vec<Vec<Span>> = vec![Vec::new(); counted.len()];
        for pair in aligned.iter() {
            for passage in &pair.passages {
                places[pair.a].push(passage.a);
                places[pair.b].push(passage.b);
            }
        }
        for ((counted, mut common), places) in counted.iter_mut().zip(common).zip(&places) {
            cutting::widen(&mut common, places);
            counted.marks.extend(common);
            counted.marks.sort_unstable();
        }
        let marked: Vec<Vec<Span>> = counted.par_iter().map(cutting::marked).collect();
        aligned.par_iter_mut().try_for_each(|pair| {
            let texts = || Ok((weighed(pair.a)?, weighed(pair.b)?));
            cutting::cut(
                &mut pair.passages,
                &marked[pair.a],
                &marked[pair.b],
                [pair.a, pair.b].map(|document| counted[document].characters()),
                texts,
            )
        })?;
        aligned.retain(|pair| !pair.passages.is_empty());
        Ok(counted)
    }

    /// Prepares every document once, for the document frequencies and the candidates.
    fn prepare(self) -> Result<(Background, Found, Vec<usize>), CopyError> {
        let background = Mutex::new(Background::new());
        let collector = Collector::new(SHINGLE_MEMORY);
        let unread = Mutex::new(Vec::new());
        let steps = self.steps(CopyStep::Preparing, self.checked);
        self.documents[..self.checked]
            .par_iter()
            .enumerate()
            .with_max_len(1)
            .try_for_each(|(document, reading)| {
                if let Some(reading) = reading {
                    match reading.text.prepared() {
                        Ok(prepared) => {
                            let terms = Background::terms(&prepared);
                            lock(&background).add_terms(&terms);
                            collector.add(number(document), &Sketch::of(&prepared))?;
                        }
                        Err(_) => lock(&unread).push(document),
                    }
                }
                steps.done()
            })?;
        let (progress, cancelled) = (self.watch.progress, self.watch.cancelled);
        let watch = Watch {
            progress: &|done, total| progress(CopyStep::Searching, done, total),
            cancelled,
        };
        let found = collector.finish(self.checked, &watch)?;
        let mut unread = unread.into_inner().unwrap_or_else(PoisonError::into_inner);
        unread.sort_unstable();
        let background = background
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok((background, found, unread))
    }

    /// Documents in a block.
    fn block(self) -> usize {
        let characters: u64 = self
            .documents
            .iter()
            .flatten()
            .map(|reading| reading.characters)
            .sum();
        let bytes = usize::try_from(characters).unwrap_or(usize::MAX / PREPARED_BYTES)
            * PREPARED_BYTES
            / self.documents.len().max(1);
        (PREPARED_MEMORY / 2 / bytes.max(1)).max(1)
    }

    /// What counts in each document, its marks with those that the other documents and the templates gave it.
    fn counted(self, marks: Vec<Vec<Mark>>) -> Vec<Counted> {
        self.documents
            .iter()
            .zip(marks)
            .map(|(reading, marks)| {
                let mut counted =
                    reading.map_or_else(Counted::default, |reading| (*reading.counted).clone());
                counted.marks.extend(marks);
                counted.marks.sort_unstable();
                counted
            })
            .collect()
    }

    fn steps(&self, step: CopyStep, total: usize) -> Steps<'_> {
        Steps {
            watch: self.watch,
            step,
            total,
            done: AtomicUsize::new(0),
        }
    }
}

/// Counts steps, tells of them, and ends the work when it is cancelled.
struct Steps<'w> {
    watch: &'w CopyWatch<'w>,
    step: CopyStep,
    total: usize,
    done: AtomicUsize,
}

impl Steps<'_> {
    fn done(&self) -> Result<(), CopyError> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.watch.progress)(self.step, done, self.total);
        if (self.watch.cancelled)() {
            return Err(CopyError::Cancelled);
        }
        Ok(())
    }
}

impl From<CandidateError> for CopyError {
    fn from(error: CandidateError) -> Self {
        match error {
            CandidateError::Cancelled => Self::Cancelled,
            CandidateError::TemporaryFile(error) => Self::TemporaryFile(error),
        }
    }
}

/// Pairs of a comparison of so many checked documents with each other and with so many of the library.
pub(super) const fn pairs_among(checked: usize, of_library: usize) -> u64 {
    let checked = checked as u64;
    checked * checked.saturating_sub(1) / 2 + checked * of_library as u64
}

fn is_long(passage: &Passage, least: u32) -> bool {
    passage.a.len().min(passage.b.len()) >= least
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // What a thread that panicked left is whole: additions are single steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a check has fewer than 2^32 documents: their list would not fit into memory"
)]
const fn number(document: usize) -> u32 {
    document as u32
}
