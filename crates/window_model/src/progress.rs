//! Progress of reading a batch of documents.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::pace::time_left;

/// Progress of the batch that is being read.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Position in `Check::documents` of each document of the running batch.
    pub batch: Vec<usize>,
    /// Number of documents of the batch that were read.
    pub done: usize,
    /// Positions of the documents that are being read now.
    pub current: BTreeSet<usize>,
    /// Whether the batch's files are still being searched for, so that their number is unknown.
    pub searching: bool,
    /// Whether nothing is read, but fingerprints are computed again from the kept texts.
    pub renewing: bool,
    /// Whether reading was told to stop and has not ended yet.
    pub cancelling: bool,
    /// Pages of one document that were recognised, and of how many; `None` while none is.
    pub pages: Option<(usize, usize)>,
    /// Time at which the batch's files were found; `None` until then.
    pub started: Option<Instant>,
}

impl Progress {
    /// Estimated time until the batch is done, at the pace so far; `None` while there is too little to estimate from.
    pub fn time_left(&self) -> Option<Duration> {
        match self.pages {
            Some((done, of)) if self.batch.len() == 1 => time_left(self.started?, done, of),
            _ => time_left(self.started?, self.done, self.batch.len()),
        }
    }
}
