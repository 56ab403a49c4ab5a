//! A library of earlier documents -> those that may share passages with a new one. Knows nothing of screens or of how a
//! pair is aligned.

mod passage_index;
mod selection;

pub use passage_index::{
    LibraryCandidate, LibraryMatches, PassageFileError, PassageIndex, RangeError, Stamp,
};
pub use selection::{
    QueryShingle, SELECTION, SELECTION_SPACING, StoredShingle, query_shingles, stored_shingles,
};
