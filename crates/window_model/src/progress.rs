//! Progress of reading a batch of documents.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::pace::time_left;

/// Progress of the batch that is being read.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Position in `Check::documents` of each document of the running batch.
    pub batch: Vec<DocumentIndex>,
    /// Number of documents in the batch that have been read.
    pub done: usize,
    /// Positions of the documents that are being read now.
    pub current: BTreeSet<DocumentIndex>,
    /// Whether files are still being searched for, so that their number is not known yet.
    pub searching: bool,
    /// Whether fingerprints are being recomputed from stored texts instead of files being read.
    pub renewing: bool,
    /// Whether reading was cancelled but is still running.
    pub cancelling: bool,
    /// Number of recognised pages of a document and their total number; `None` if none is being recognised.
    pub pages: Option<(usize, usize)>,
    /// Time when the batch's files had been found; `None` before.
    pub started: Option<Instant>,
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
