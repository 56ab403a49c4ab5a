//! Stores data between runs: imported documents, earlier theses to compare new ones with, checks and decisions.
//!
//! [`Store`] is the storage interface, the sum of six traits by subject. [`SqliteStore`] implements it for a library
//! in a file, and `PostgresStore` (feature `postgres`) for one on a server. All SQL is in `sqlite/` and `postgres/`.
//! [`Library`] adds the index over the members' shingles, by which new documents find earlier ones.
//!
//! ```
//! use chachong_library::{CheckStore, SqliteStore};
//!
//! let folder = tempfile::tempdir()?;
//! let store = SqliteStore::open(&folder.path().join("theses.chachong"))?;
//! let check = store.begin_check("2026-11-24 spring theses")?;
//! assert_eq!(store.checks()?.len(), 1);
//! store.remove_check(check)?;
//! assert!(store.checks()?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod bytes;
mod check_form;
mod damage;
mod document_form;
mod error;
mod indexed;
mod kept_submission;
mod member_search;
mod member_table;
mod packed;
mod packed_text;
mod passage_index;
#[cfg(feature = "postgres")]
mod postgres;
mod replaced_file;
mod saved_check;
pub mod search_text;
mod selection;
mod sqlite;
mod store;
mod stored;
mod title_index;

pub use address::{files_of_library, is_server, name_of};
pub use damage::{Damage, DamagedPart};
pub use error::LibraryError;
pub use indexed::Library;
pub use kept_submission::KeptSubmission;
pub use member_search::{Answer, MemberSearch, Question};
pub use passage_index::{
    LibraryCandidate, LibraryMatches, PassageFileError, PassageIndex, RangeError, Stamp, Widespread,
};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use saved_check::{
    CheckContent, CheckId, CheckRow, CheckState, KeptDecision, MissingPart, Origin, SavedCheck,
    SavedResults, Withheld,
};
pub use search_text::{Query, index_terms, snippet};
pub use selection::{
    QueryShingle, SELECTION, SELECTION_SPACING, StoredShingle, query_shingles, stored_shingles,
};
pub use sqlite::{PortableLibrary, SqliteStore, forget_losses, losses, salvage};
pub use store::{
    CORRECTED, CaseList, CaseStore, CheckStore, DocumentStore, MemberStore, SearchStore, Store,
    StoreStatus,
};
pub use stored::{
    About, Content, Derived, DocumentId, FileStamp, Frequencies, Imported, LibraryGrams,
    LibraryState, Member, MemberKey, NewMember, Passages, StoredPath, VerifyReport,
};
pub use title_index::{TitleIndex, TitledMember};
