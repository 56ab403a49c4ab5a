//! Progress of reading a batch of documents.

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

impl Progress {
    /// Estimates the remaining time of the batch; `None` while too little is done.
    pub fn time_left(&self) -> Option<Duration> {
        match self.pages {
            Some((done, of)) if self.batch.len() == 1 => time_left(self.started?, done, of),
            _ => time_left(self.started?, self.done, self.batch.len()),
        }
    }
}
