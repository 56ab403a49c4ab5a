//! Progress of work: reading a batch of documents, and searches and comparisons in steps.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::pace::time_left;

/// Progress of the batch that is being read.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Position of each document of the running batch in the check's list of documents.
    pub batch: Vec<DocumentIndex>,
    /// Number of documents in the batch that need not be read any more, also because they failed or were already known.
    pub done: usize,
    /// Positions of the documents that are being read now.
    pub current: BTreeSet<DocumentIndex>,
    /// Whether files are still being searched for, so that the number of documents is not known yet.
    pub searching: bool,
    /// Whether fingerprints are being recomputed from stored texts, without reading files.
    pub renewing: bool,
    /// Whether reading was cancelled but is still running.
    pub cancelling: bool,
    /// Number of recognised pages of the document in text recognition, and the number of pages to recognise; `None` if there is no
    /// such document.
    pub pages: Option<(usize, usize)>,
    /// Time when all files of the batch had been found; `None` before.
    pub started: Option<Instant>,
}

/// Progress of a running search or comparison, which has steps of type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepProgress<S> {
    /// Current step.
    pub step: S,
    /// Number of finished units of the step; `S` says what is counted.
    pub done: usize,
    /// Number of all units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the work was cancelled but is still running.
    pub cancelling: bool,
    /// Time when the step began; `None` before the first progress.
    pub since: Option<Instant>,
}

impl<S: PartialEq> StepProgress<S> {
    /// Creates the progress of work that has just begun with its first step.
    pub const fn begun(step: S) -> Self {
        Self {
            step,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }

    /// Records that `done` of `total` units of a step are finished.
    pub fn reach(&mut self, step: S, done: usize, total: usize) {
        if self.since.is_none() || self.step != step {
            self.since = Some(Instant::now());
        }
        (self.step, self.done, self.total) = (step, done, total);
    }

    /// Estimates the remaining time of the step; `None` while too little is done.
    pub fn time_left(&self) -> Option<Duration> {
        time_left(self.since?, self.done, self.total)
    }
}

impl Progress {
    /// Estimates the remaining time of the batch; `None` while too little is done.
    pub fn time_left(&self) -> Option<Duration> {
        match self.pages {
            Some((done, of)) if self.batch.len() == 1 => time_left(self.started?, done, of),
            _ => time_left(self.started?, self.done, self.batch.len()),
        }
    }
}
