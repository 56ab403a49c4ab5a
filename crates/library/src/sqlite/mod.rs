//! The library as one `SQLite` file: opening, locking, and the store's methods, each one transaction of the SQL in
//! the modules beside this one.
//!
//! One program writes: it holds an advisory lock on `LIBRARY.lock`; any other reads. Readers go on during a write
//! because of the write-ahead log. `synchronous = FULL`: data reported as kept survives a power cut.

mod checks;
mod corrections;
mod documents;
mod members;
mod portable;
mod recognised_pages;
mod salvage;
mod schema;
mod store;
mod values;
mod vectors;
mod verify;

pub use portable::PortableLibrary;
pub use salvage::salvage;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use tempfile::TempDir;

use super::LibraryError;

/// Maximum time that a connection waits for another one, such as for the end of a checkpoint.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a page of a new library: with 4,096 a third of the room was lost where articles of some 1,500 bytes are kept.
const PAGE_SIZE: u64 = 8192;
/// Memory in KiB for pages while a library is written: hashes and places of many documents have no order.
const WRITING_MEMORY: i64 = 32 << 10;
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
    writer: Option<Mutex<Connection>>,
    /// Whether the medium is not writable; `SQLite` must then be told that nobody writes.
    immutable: bool,
    /// Migrated copy that is read instead of the file, and its temporary folder, deleted on drop; `None` where the file
    /// itself is read.
    copy: Option<(PathBuf, TempDir)>,
    /// Lock file, locked until drop (the system unlocks it however the program ends); `None` for a library that is only
    /// read.
    _lock: Option<File>,
}

/// Result of a statement inside the store.
type Done<T> = Result<T, Fault>;

/// Error that does not name the library file yet.
#[derive(Debug)]
enum Fault {
    Sqlite(rusqlite::Error),
    Damaged(String),
    NoSuchDocument,
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
        Self::Failed(error.to_string())
    }
}

impl SqliteStore {
    /// Opens a library, creates it if there is none, and migrates an older one to the newest schema. If another
    /// program holds it, or it is not writable, it is opened for reading.
    pub fn open(file: &Path) -> Result<Self, LibraryError> {
        Self::open_at(file, schema::VERSION)
    }

    /// Opens an existing library, such as one from elsewhere, for reading only. One with an older schema is migrated
    /// in a temporary copy.
    pub fn open_read_only(file: &Path) -> Result<Self, LibraryError> {
        let fault = |fault: Fault| named(file, fault);
        let reader = Self::connect_reader(file, false)?;
        Self::check(file, &reader)?;
        let version = schema::version(&reader).map_err(|error| fault(error.into()))?;
        if !(1..schema::VERSION).contains(&version) {
            return Self::read(file);
        }
        let folder = tempfile::tempdir().map_err(|error| fault(error.into()))?;
        let copy = folder.path().join("copy.chachong");
        reader
            .execute("VACUUM INTO ?1", [copy.to_string_lossy()])
            .map_err(|error| fault(error.into()))?;
        let mut store = Self::open(&copy)?;
        store.writer = None;
        file.clone_into(&mut store.file);
        store.readers = Mutex::new(vec![Self::connect_reader(&copy, false)?]);
        store.copy = Some((copy, folder));
        Ok(store)
    }

    /// Like [`Self::open`], but migrates only up to an older schema version (for the fixtures of tests).
    #[doc(hidden)]
    pub fn open_at(file: &Path, version: i64) -> Result<Self, LibraryError> {
        let cannot_open = |error: &std::io::Error| LibraryError::CannotOpen {
            file: file.to_owned(),
            detail: error.to_string(),
        };
        let lock = match locked(file) {
            Ok(Some(lock)) => lock,
            // Locked by another program.
            Ok(None) => return Self::read(file),
            // A medium that is not writable can still be read.
            Err(_) if file.is_file() => return Self::read(file),
            Err(error) => return Err(cannot_open(&error)),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || -> Done<Connection> {
            let mut connection = Connection::open_with_flags(file, flags)?;
            harden(&connection)?;
            // Changes nothing in a library that has pages.
            connection.pragma_update(None, "page_size", PAGE_SIZE.cast_signed())?;
            connection.pragma_update(None, "cache_size", -WRITING_MEMORY)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            // Overwrite deleted data: it is somebody's thesis.
            connection.pragma_update(None, "secure_delete", "FAST")?;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
            if schema::version(&transaction)? < version {
                schema::migrate(&transaction, version)?;
            }
            transaction.commit()?;
            Ok(connection)
        };
        if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            // Write nothing to a file before it is known to be a library.
            let reading = Self::connect_reader(file, false)?;
            Self::check(file, &reading)?;
        }
        let writer = match connect() {
            Ok(connection) => connection,
            Err(Fault::Sqlite(error))
                if matches!(
                    error.sqlite_error_code(),
                    Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
                ) =>
            {
                return Self::read(file);
            }
            Err(fault) => return Err(named(file, fault)),
        };
        Ok(Self {
            file: file.to_owned(),
            writer: Some(Mutex::new(writer)),
            readers: Mutex::default(),
            immutable: false,
            copy: None,
            _lock: Some(lock),
        })
    }

    fn read(file: &Path) -> Result<Self, LibraryError> {
        let mut immutable = false;
        let reader = match Self::connect_reader(file, false) {
            Ok(reader)
                if reader
                    .query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))
                    .is_ok() =>
            {
                reader
            }
            Ok(_) | Err(_) => {
                // If the index of the log cannot be created, nobody can be writing.
                immutable = true;
                Self::connect_reader(file, true)?
            }
        };
        Self::check(file, &reader)?;
        if schema::version(&reader).map_err(|error| named(file, error.into()))? < schema::VERSION {
            // Migrating an older schema needs writing.
            return Err(LibraryError::ReadOnly {
                file: file.to_owned(),
            });
        }
        Ok(Self {
            file: file.to_owned(),
            writer: None,
            readers: Mutex::new(vec![reader]),
            immutable,
            copy: None,
            _lock: None,
        })
    }

    /// Checks that a file is a library that this program knows, and that its schema has nothing foreign.
    fn check(file: &Path, connection: &Connection) -> Result<(), LibraryError> {
        let not_a_library = || LibraryError::NotALibrary {
            file: file.to_owned(),
        };
        let known = || -> rusqlite::Result<(i64, i64)> {
            let id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            Ok((id, schema::version(connection)?))
        };
        let (id, version) = known().map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => not_a_library(),
            _ => named(file, error.into()),
        })?;
        let empty = connection
            .query_row("SELECT count(*) = 0 FROM sqlite_schema", (), |row| {
                row.get(0)
            })
            .map_err(|error| named(file, error.into()))?;
        if id == 0 && version == 0 && empty {
            // Created, but the program ended before it made the tables.
            return Ok(());
        }
        if id != schema::APPLICATION_ID || version < 1 {
            return Err(not_a_library());
        }
        if version > schema::VERSION {
            return Err(LibraryError::TooNew {
                file: file.to_owned(),
                found: version,
                known: schema::VERSION,
            });
        }
        match schema::is_ours(connection) {
            Ok(true) => Ok(()),
            Ok(false) => Err(not_a_library()),
            Err(error) => Err(named(file, error.into())),
        }
    }

    fn connect_reader(file: &Path, immutable: bool) -> Result<Connection, LibraryError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || -> Done<Connection> {
            let connection = if immutable {
                let flags = flags | OpenFlags::SQLITE_OPEN_URI;
                Connection::open_with_flags(immutable_uri(file), flags)?
            } else {
                Connection::open_with_flags(file, flags)?
            };
            harden(&connection)?;
            Ok(connection)
        };
        connect().map_err(|fault| named(file, fault))
    }

    /// Path of the library file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the library is read-only.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.writer.is_none()
    }

    /// Runs `work` in a transaction that writes.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Done<T>) -> Result<T, LibraryError> {
        let Some(writer) = &self.writer else {
            return Err(LibraryError::ReadOnly {
                file: self.file.clone(),
            });
        };
        let mut connection = lock(writer);
        let run = || -> Done<T> {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
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
            let file = self.copy.as_ref().map_or(&self.file, |(copy, _)| copy);
            Self::connect_reader(file, self.immutable)?
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

    /// Writes the log into the file, so that it needs no other file beside it.
    fn into_one_file(self) -> Result<(), LibraryError> {
        lock(&self.readers).clear();
        if let Some(writer) = &self.writer {
            let writer = lock(writer);
            writer
                .pragma_update(None, "journal_mode", "DELETE")
                .map_err(|error| named(&self.file, error.into()))?;
        }
        Ok(())
    }
}

/// Makes a connection safe to use on a file from anywhere.
fn harden(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    for (setting, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    ] {
        connection.set_db_config(setting, value)?;
    }
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Takes the lock that allows writing; `None` if another program has it.
fn locked(file: &Path) -> std::io::Result<Option<File>> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(name)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// URI that opens a file as immutable. Reserved characters are escaped, as they would end the path.
fn immutable_uri(file: &Path) -> String {
    let mut uri = "file:".to_owned();
    for c in file.to_string_lossy().chars() {
        match c {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            '\\' if cfg!(windows) => uri.push('/'),
            c => uri.push(c),
        }
    }
    uri + "?immutable=1"
}

fn named(file: &Path, fault: Fault) -> LibraryError {
    let file = file.to_owned();
    match fault {
        Fault::Damaged(detail) => LibraryError::Damaged { file, detail },
        Fault::NoSuchDocument => LibraryError::NoSuchDocument { file },
        Fault::Failed(detail) => LibraryError::Failed { file, detail },
        Fault::Sqlite(error) => {
            let detail = error.to_string();
            match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => LibraryError::DiskFull { file },
                Some(ErrorCode::ReadOnly) => LibraryError::ReadOnly { file },
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
