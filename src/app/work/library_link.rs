//! Library that the window uses: the thread that works for it, and the folders that are watched.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::work::librarian::Librarian;
use crate::app::work::watching::Watching;
use crate::library::Library;

/// Link to the library.
pub(crate) struct LibraryLink {
    pub(crate) librarian: Librarian,
    /// Request counter for opening libraries; answers to superseded requests are ignored.
    pub(crate) openings: u64,
    /// Open library; `None` until one is open.
    pub(crate) library: Option<Arc<Library>>,
    /// Whether the library failed during a comparison; documents are then compared with each other only.
    pub(crate) without_library: bool,
    /// File of the library that is used when the person has chosen none.
    pub(crate) default_library: Option<PathBuf>,
    /// Watched folders.
    pub(crate) watching: Vec<(PathBuf, Watching)>,
}

impl LibraryLink {
    /// No library open yet.
    pub(crate) const fn new(librarian: Librarian, default_library: Option<PathBuf>) -> Self {
        Self {
            librarian,
            openings: 0,
            library: None,
            without_library: false,
            default_library,
            watching: Vec::new(),
        }
    }
}
