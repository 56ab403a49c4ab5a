//! The library as one `SQLite` file: opening, locking, and the store's methods, each one transaction of the SQL in
//! the modules beside this one.
//!
//! One program writes (`opening.rs`); any other reads. Readers go on during a write because of the write-ahead log.
//! `synchronous = FULL`: data reported as kept survives a power cut. What is read is compared with its checksums (`seal.rs`).

mod cases;
mod checks;
mod corrections;
mod damages;
mod documents;
mod foreign_log;
mod journal;
mod log;
mod losses;
mod members;
mod opening;
mod portable;
mod recognised_pages;
mod salvage;
mod schema;
mod seal;
mod search_words;
mod store;
mod submissions;
mod values;
mod vectors;
mod verify;

pub use losses::{forget_losses, losses};
pub(super) use opening::real;
pub use portable::PortableLibrary;
pub use salvage::salvage;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};
use tempfile::TempDir;

use super::{DamagedPart, DocumentId, LibraryError};
use seal::Seals;

/// Maximum time that a connection waits for another one, for example until a checkpoint ends.
const PATIENCE: Duration = Duration::from_secs(10);
/// Page size of a new library, in bytes. With 4,096, a third of the space was lost for articles of about 1,500 bytes.
const PAGE_SIZE: u64 = 8192;
/// Memory in KiB for pages while a library is written: hashes and positions of many documents have no order.
const WRITING_MEMORY: i64 = 32 << 10;
/// Number of prepared statements that a connection keeps: those that a check needs.
const STATEMENTS: usize = 128;
/// Maximum number of idle connections kept for reading.
const KEPT_READERS: usize = 4;

/// Library in one `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    file: PathBuf,
    /// Idle connections for reading. Declared before the writer and so closed first: the last connection closed
    /// writes the log into the file.
    readers: Mutex<Vec<Connection>>,
    /// Connection for writing; `None` if the library is read-only.
    writer: Option<Mutex<Writer>>,
    /// Reason why the library is read-only; `None` if it is not.
    read_only: Option<ReadOnly>,
    /// File that further connections open.
    place: Place,
    /// Damage met so far.
    damage: Mutex<BTreeSet<(Option<DocumentId>, DamagedPart)>>,
    /// Lock file, locked until drop (the system unlocks it however the program ends); `None` for a library that is only
    /// read.
    _lock: Option<File>,
}

/// Reason why a library is read-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadOnly {
    /// Another program writes, the medium or its folder is not writable, or the library was opened for reading only.
    NotNow,
    /// Its disk is full.
    Full,
    /// The file has this many names, and `SQLite` would keep a separate log for each.
    Linked(u64),
}

/// File from which a library is read.
#[derive(Debug)]
struct Place {
    file: PathBuf,
    /// Whether the medium is not writable; `SQLite` must then be told that nobody writes.
    immutable: bool,
    /// Temporary folder of a migrated copy that is read instead of the library, deleted on drop; `None` if the
    /// library itself is read.
    _copy: Option<TempDir>,
}

/// Connection that writes, with the seals of its changes.
#[derive(Debug)]
struct Writer {
    connection: Connection,
    seals: Seals,
}

/// Result of a statement inside the store.
type Done<T> = Result<T, Fault>;

/// Error that does not name the library file yet.
#[derive(Debug)]
enum Fault {
    Sqlite(rusqlite::Error),
    Damaged(String),
    NoSuchDocument,
    NoSuchCase,
    CaseChanged,
    Full,
    Failed(String),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::QueryReturnedNoRows => Self::NoSuchDocument,
            error => Self::Sqlite(error),
        }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full,
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl SqliteStore {
    /// Returns the path of the library file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns whether the library is open read-only.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.writer.is_none()
    }

    /// Returns the error of a request to write to a read-only library.
    fn refusal(&self) -> LibraryError {
        let file = self.file.clone();
        match self.read_only {
            Some(ReadOnly::Linked(names)) => LibraryError::Linked { file, names },
            Some(ReadOnly::Full) => LibraryError::DiskFull { file },
            _ => LibraryError::ReadOnly { file },
        }
    }

    /// Runs `work` in a transaction that writes.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Done<T>) -> Result<T, LibraryError> {
        let Some(writer) = &self.writer else {
            return Err(self.refusal());
        };
        let mut writer = lock(writer);
        let Writer { connection, seals } = &mut *writer;
        // Of a transaction that was rolled back, or whose thread panicked.
        seals.forget();
        let run = || -> Done<T> {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            seals.flush(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        run().map_err(|fault| named(&self.file, fault))
    }

    /// Runs `work` in a transaction that reads.
    fn look<T>(&self, work: impl FnOnce(&Connection) -> Done<T>) -> Result<T, LibraryError> {
        let kept = lock(&self.readers).pop();
        let connection = if let Some(connection) = kept {
            connection
        } else {
            Self::connect_reader(&self.place.file, self.place.immutable)?
        };
        let run = || -> Done<T> {
            let transaction = connection.unchecked_transaction()?;
            let result = work(&transaction)?;
            transaction.finish()?;
            Ok(result)
        };
        let result = run().map_err(|fault| named(&self.file, fault));
        let mut readers = lock(&self.readers);
        if readers.len() < KEPT_READERS {
            readers.push(connection);
        }
        result
    }

    /// Writes the log into the file as far as nobody reads older pages, so that a copy of the file has what was added. A failure
    /// is ignored: the log still has everything.
    fn write_log_into_file(connection: &Connection) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(()));
    }

    /// Writes the log into the file, so that the library needs no other file.
    fn into_one_file(self) -> Result<(), LibraryError> {
        lock(&self.readers).clear();
        if let Some(writer) = &self.writer {
            let writer = lock(writer);
            (writer.connection)
                .pragma_update(None, "journal_mode", "DELETE")
                .map_err(|error| named(&self.file, error.into()))?;
        }
        Ok(())
    }
}

fn named(file: &Path, fault: Fault) -> LibraryError {
    let file = file.to_owned();
    match fault {
        Fault::Damaged(detail) => LibraryError::Damaged { file, detail },
        Fault::NoSuchDocument => LibraryError::NoSuchDocument { file },
        Fault::NoSuchCase => LibraryError::NoSuchCase { file },
        Fault::CaseChanged => LibraryError::CaseChanged { file },
        Fault::Full => LibraryError::DiskFull { file },
        Fault::Failed(detail) => LibraryError::Failed { file, detail },
        Fault::Sqlite(error) => {
            let detail = error.to_string();
            // The index of the log is made at its full length, for which a full disk has no room.
            let extended = error.sqlite_error().map(|error| error.extended_code);
            if extended == Some(ffi::SQLITE_IOERR_SHMSIZE) {
                return LibraryError::DiskFull { file };
            }
            match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => LibraryError::DiskFull { file },
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                    LibraryError::ReadOnly { file }
                }
                Some(ErrorCode::DatabaseCorrupt) => LibraryError::Damaged { file, detail },
                Some(ErrorCode::NotADatabase) => LibraryError::NotALibrary { file },
                Some(ErrorCode::CannotOpen) => LibraryError::CannotOpen { file, detail },
                _ => LibraryError::Failed { file, detail },
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned mutex is safe to use: the transaction of the thread that panicked is rolled back.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
