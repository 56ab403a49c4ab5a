//! Reading of files: the session that runs, and what waits for it.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::import::{Isolation, TextEncoding};
use crate::session::{Renewing, Session};

/// Reading under way, and the paths that wait for it.
pub(crate) struct Reading {
    /// Session that reads a batch of files; `None` while nothing is read.
    pub(crate) session: Option<Session>,
    /// Renewal of the listed fingerprints by another recipe, while it runs.
    pub(crate) renewing: Option<Renewing>,
    /// Paths dropped or chosen while another batch is being read.
    pub(crate) queue: Vec<PathBuf>,
    /// Paths of files to read again.
    pub(crate) again: Vec<PathBuf>,
    /// Encodings that the person chose, by the file's path.
    pub(crate) encodings: HashMap<PathBuf, TextEncoding>,
    /// Place where files are parsed.
    pub(crate) isolation: Isolation,
}

impl Reading {
    /// Nothing read yet; files will be parsed in `isolation`.
    pub(crate) fn new(isolation: Isolation) -> Self {
        Self {
            session: None,
            renewing: None,
            queue: Vec::new(),
            again: Vec::new(),
            encodings: HashMap::new(),
            isolation,
        }
    }

    /// Returns whether files are being read or fingerprints renewed, or paths wait for it.
    pub(crate) fn is_busy(&self) -> bool {
        self.session.is_some() || self.renewing.is_some() || !self.queue.is_empty()
    }
}
