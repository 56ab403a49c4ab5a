//! Collector of the sketches of a folder's documents; finds the candidates.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::Sketch;
use super::best::{Best, Candidate};
use super::evidence::Hit;
use super::groups::{Selected, hits_of};
use super::score::scores;
use super::spill::{PARTITIONS, Spill};
use crate::Watch;

/// Failure of the search for candidates.
#[derive(Debug, thiserror::Error)]
pub enum CandidateError {
    /// The temporary file could not be written or read, usually because the disk is full.
    #[error("the temporary file of the search for shared passages failed: {0}")]
    TemporaryFile(#[from] io::Error),
    /// The caller cancelled the search through [`Watch::cancelled`].
    #[error("the search for shared passages was cancelled")]
    Cancelled,
}

/// Collector of the sketches of a folder's documents; neither their order nor the thread affects the result.
///
/// Memory: what [`Collector::new`] allows, half as much again during [`Collector::finish`], and a few partitions, each a 256th of all
/// records, for each thread. The rest is in anonymous temporary files: about 9 bytes for each token of the documents for the shingles,
/// later up to as much for the equal shingles found in two documents.
pub struct Collector {
    short: Spill<Selected>,
    long: Spill<Selected>,
    memory: usize,
}

impl Collector {
    /// Makes a collector that keeps shingles in about `memory` bytes of memory, and more in temporary files.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Self {
            short: Spill::new(memory / 2),
            long: Spill::new(memory / 2),
            memory,
        }
    }

    /// Adds the sketch of the document with this number, counted from 0. Each document is added only once. Fails if the
    /// temporary file cannot be written.
    pub fn add(&self, document: u32, sketch: &Sketch) -> Result<(), CandidateError> {
        for (spill, shingles) in [(&self.short, &sketch.short), (&self.long, &sketch.long)] {
            spill.extend(shingles.iter().map(|shingle| {
                let (partition, hash) = split(shingle.hash);
                let record = Selected {
                    hash,
                    document,
                    token: shingle.token,
                };
                (partition, record)
            }))?;
        }
        Ok(())
    }

    /// Returns the pairs to align of a folder of `documents` documents, sorted by documents. `documents` includes documents
    /// without a sketch. If the folder has more pairs than the budget (6 for each document plus 2,000), those with
    /// the most evidence are kept, and pairs with too little evidence are dropped even if there is room. Pairs whose evidence is
    /// certain are kept even beyond the budget. Fails if a temporary file cannot be used or `watch` cancels.
    pub fn finish(
        self,
        documents: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<Candidate>, CandidateError> {
        let steps = Steps::new(3 * PARTITIONS, watch);
        let hits: Spill<Hit> = Spill::new(self.memory / 2);
        for (spill, are_long) in [(self.long, true), (self.short, false)] {
            (0..PARTITIONS).into_par_iter().try_for_each(|partition| {
                let mut shingles = spill.take(partition)?;
                hits_of(&mut shingles, are_long, documents, |found| {
                    hits.extend(found.drain(..))
                })?;
                steps.done()
            })?;
        }
        let best = Best::new(documents);
        let least = best.least();
        let best = Mutex::new(best);
        (0..PARTITIONS).into_par_iter().try_for_each(|partition| {
            let pairs = scores(&mut hits.take(partition)?, least);
            best.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(pairs);
            steps.done()
        })?;
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(best.finish())
    }
}

/// Splits a hash into its partition (top 8 bits) and the 32 bits that a record keeps.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the wanted 32 bits are what remains"
)]
const fn split(hash: u64) -> (usize, u32) {
    ((hash >> 56) as usize, (hash >> 16) as u32)
}

/// Counter of finished steps that reports to a watch.
struct Steps<'a> {
    watch: &'a Watch<'a>,
    done: AtomicUsize,
    total: usize,
}

impl<'a> Steps<'a> {
    fn new(total: usize, watch: &'a Watch<'a>) -> Self {
        Self {
            watch,
            done: AtomicUsize::new(0),
            total,
        }
    }

    fn done(&self) -> Result<(), CandidateError> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.watch.progress)(done, self.total);
        if (self.watch.cancelled)() {
            return Err(CandidateError::Cancelled);
        }
        Ok(())
    }
}
