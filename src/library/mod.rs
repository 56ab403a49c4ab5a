//! Data kept between runs: imported documents, earlier theses to compare new ones with, checks and decisions.
//!
//! [`Store`] is the storage interface, [`SqliteStore`] its only implementation. All SQL is in `sqlite/`.

mod error;
mod indexed;
mod packed;
mod passage_index;
mod saved_check;
pub mod search_text;
mod selection;
mod sqlite;
mod store;
mod stored;

pub use error::LibraryError;
pub use indexed::{Library, LibraryIndex, Sharing};
pub use passage_index::{
    LibraryCandidate, LibraryMatches, PassageFileError, PassageIndex, RangeError, Stamp, Widespread,
};
pub use saved_check::{
    CheckContent, CheckId, CheckRow, CheckState, Decision, Origin, SavedCheck, SavedResults,
};
pub use search_text::{Query, index_terms, snippet};
pub use selection::{
    QueryShingle, SELECTION, SELECTION_SPACING, StoredShingle, query_shingles, stored_shingles,
};
pub use sqlite::{PortableLibrary, SqliteStore, salvage};
pub use store::{CORRECTED, Store};
pub use stored::{
    About, Content, Derived, DocumentId, FileStamp, Frequencies, Imported, LibraryGrams, Member,
    NewMember, Passages, StoredPath, VerifyReport,
};
