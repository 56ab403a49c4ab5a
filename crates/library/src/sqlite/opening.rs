//! Opening a library in a file: nothing is written, and no file made beside it, before it is known to be one.
//!
//! One program writes: it holds an advisory lock on `LIBRARY.lock` beside the real file, under whichever name (a symbolic
//! link, a relative path) it was opened. A file with several names of its own (hard links) has no real one: `SQLite` would
//! keep a log for each, so it is only read.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use super::seal::Seals;
use super::{
    Done, Fault, PAGE_SIZE, PATIENCE, Place, ReadOnly, STATEMENTS, SqliteStore, WRITING_MEMORY,
    Writer, foreign_log, journal, log, losses, named, salvage, schema, seal,
};
use crate::address::with_ending;
use crate::{DamagedPart, LibraryError};

/// First bytes of every file of `SQLite`.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Time for which opening waits for the lock. A process that this program starts holds the lock too until it becomes
/// a worker, and so for a moment after the library was closed.
const LET_GO: Duration = Duration::from_millis(500);

impl SqliteStore {
    /// Opens a library, creates it if it does not exist, and migrates an older one to the latest schema. The library is opened read-only
    /// if another program holds it, if the file is not writable, if the disk is full, or if the file has several names (hard links).
    /// Fails if the file is no library, is damaged, belongs to a newer program or has another file's log, or if it cannot be opened or
    /// created.
    pub fn open(file: &Path) -> Result<Self, LibraryError> {
        let real = real(file);
        if is_begun(&real) {
            Self::open_real(file, &real)
        } else {
            Self::create(file, &real)
        }
    }

    /// Opens a library like [`Self::open`], but fails with [`LibraryError::NotThere`] if it does not exist.
    pub fn open_existing(file: &Path) -> Result<Self, LibraryError> {
        Self::open_real(file, &existing(file)?)
    }

    /// Opens an existing library read-only, for example one received from somebody else. A library with an older schema is migrated in a
    /// temporary copy. Fails with [`LibraryError::NotThere`] if the file does not exist, and otherwise as [`Self::open`] does.
    pub fn open_read_only(file: &Path) -> Result<Self, LibraryError> {
        let real = existing(file)?;
        must_be_a_library(file, &real)?;
        Self::read(file, &real, ReadOnly::NotNow)
    }

    fn create(file: &Path, real: &Path) -> Result<Self, LibraryError> {
        let cannot_open = |error: &std::io::Error| LibraryError::CannotOpen {
            file: file.to_owned(),
            detail: error.to_string(),
        };
        if let Some(folder) = real.parent() {
            std::fs::create_dir_all(folder).map_err(|error| cannot_open(&error))?;
        }
        let lock = locked(real).map_err(|error| cannot_open(&error))?;
        // Another program makes it at this moment.
        let lock = lock.ok_or_else(|| LibraryError::ReadOnly {
            file: file.to_owned(),
        })?;
        Self::write_to(file, real, lock)
    }

    fn open_real(file: &Path, real: &Path) -> Result<Self, LibraryError> {
        must_be_a_library(file, real)?;
        let failed = |fault| named(file, fault);
        // A lock that is not to be had is held by another program, or on a medium that is not writable.
        let lock = locked(real);
        if matches!(lock, Ok(Some(_))) {
            salvage::end_interrupted(real).map_err(|error| failed(error.into()))?;
            // If that fails, what is read is rolled back in a copy.
            let _ = journal::roll_back(real);
        }
        let names = names(real).map_err(|error| failed(error.into()))?;
        match lock {
            Ok(None) => Self::read(file, real, ReadOnly::NotNow),
            _ if names > 1 => Self::read(file, real, ReadOnly::Linked(names)),
            Ok(Some(lock)) => Self::write_to(file, real, lock),
            Err(error) if error.kind() == ErrorKind::StorageFull => {
                Self::read(file, real, ReadOnly::Full)
            }
            Err(_) => Self::read(file, real, ReadOnly::NotNow),
        }
    }

    fn write_to(file: &Path, real: &Path, lock: File) -> Result<Self, LibraryError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || -> Done<Writer> {
            let mut connection = Connection::open_with_flags(real, flags)?;
            harden(&connection)?;
            // Changes nothing in a library that has pages.
            connection.pragma_update(None, "page_size", PAGE_SIZE.cast_signed())?;
            connection.pragma_update(None, "cache_size", -WRITING_MEMORY)?;
            write_to_a_log(&connection)?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            // Overwrite deleted data: it is somebody's thesis.
            connection.pragma_update(None, "secure_delete", "FAST")?;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
            let is_old = schema::version(&transaction)? < schema::VERSION;
            if is_old {
                schema::migrate(&transaction)?;
            }
            transaction.commit()?;
            if is_old {
                Self::write_log_into_file(&connection);
            }
            let seals = Seals::keep(&connection)?;
            Ok(Writer { connection, seals })
        };
        let mut lost = false;
        let has_pages = real.metadata().is_ok_and(|metadata| metadata.len() > 0);
        let connected = if has_pages {
            lost = must_have_its_log(file, real)?;
            // Write nothing to a file before it is known to be a library.
            Self::connect_reader(real, false).and_then(|reader| Self::check(file, &reader))
        } else {
            Ok(())
        };
        let connected = connected.and_then(|()| connect().map_err(|fault| named(file, fault)));
        let writer = match (connected, has_pages) {
            (Ok(writer), _) => writer,
            (Err(LibraryError::DiskFull { .. }), true) => {
                return Self::read(file, real, ReadOnly::Full);
            }
            (Err(LibraryError::ReadOnly { .. } | LibraryError::CannotOpen { .. }), true) => {
                return Self::read(file, real, ReadOnly::NotNow);
            }
            (Err(error), _) => return Err(error),
        };
        let store = Self {
            file: file.to_owned(),
            writer: Some(Mutex::new(writer)),
            readers: Mutex::default(),
            read_only: None,
            place: Place {
                file: real.to_owned(),
                immutable: false,
                _copy: None,
            },
            damage: Mutex::default(),
            _lock: Some(lock),
        };
        if lost {
            store.note_damage(None, DamagedPart::Changes);
        }
        Ok(store)
    }

    fn read(file: &Path, real: &Path, why: ReadOnly) -> Result<Self, LibraryError> {
        let lost = must_have_its_log(file, real)?;
        let mut place = Place {
            file: real.to_owned(),
            immutable: false,
            _copy: None,
        };
        let reads = |reader: &Connection| {
            let found = reader.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()));
            found.is_ok()
        };
        let mut reader = Self::connect_reader(real, false);
        if !reader.as_ref().is_ok_and(reads) {
            // The index of the log cannot be made, so nobody writes; what is not in the file yet is read in a copy.
            let has_journal = journal::is_there(real);
            if has_journal && !journal::names_no_file(real).is_ok_and(|is_safe| is_safe) {
                return Err(LibraryError::HalfWritten {
                    file: file.to_owned(),
                });
            }
            if has_journal || log::has_frames(real) {
                place = copied(real).map_err(|error| named(file, error.into()))?;
                journal::roll_back(&place.file).map_err(|fault| named(file, fault))?;
            } else {
                place.immutable = true;
            }
            reader = Self::connect_reader(&place.file, place.immutable);
        }
        let mut reader = reader?;
        Self::check(file, &reader)?;
        let version = schema::version(&reader).map_err(|error| named(file, error.into()))?;
        if (1..schema::VERSION).contains(&version) {
            place = migrated(&reader).map_err(|fault| named(file, fault))?;
            reader = Self::connect_reader(&place.file, false)?;
        }
        let store = Self {
            file: file.to_owned(),
            writer: None,
            readers: Mutex::new(vec![reader]),
            read_only: Some(why),
            place,
            damage: Mutex::default(),
            _lock: None,
        };
        if lost {
            store.note_damage(None, DamagedPart::Changes);
        }
        Ok(store)
    }

    /// Checks that a file is a library that this program knows, and that its schema contains nothing foreign.
    pub(super) fn check(file: &Path, connection: &Connection) -> Result<(), LibraryError> {
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

    pub(super) fn connect_reader(file: &Path, immutable: bool) -> Result<Connection, LibraryError> {
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
}

/// Makes a connection safe for a file from an unknown origin.
pub(super) fn harden(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    seal::know(connection)?;
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

/// Switches a new library, or one that was written into one file, to a write-ahead log.
fn write_to_a_log(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(());
    }
    // The switch writes one page. With a journal of it on the disk, a program killed in between would leave a file that
    // others cannot read before it is rolled back.
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Acquires the lock that allows writing; `None` if another program holds it. `real` is the file's path without
/// links.
pub(super) fn locked(real: &Path) -> std::io::Result<Option<File>> {
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(with_ending(real, ".lock"))?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LET_GO => {
                std::thread::sleep(LET_GO / 50);
            }
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Returns the path of a file without links, so that all its names have one lock and one log. A file that does not
/// exist yet has the path that it will have.
pub(crate) fn real(file: &Path) -> PathBuf {
    if let Ok(real) = file.canonicalize() {
        return real;
    }
    let here = Path::new(".");
    let folder = (file.parent()).map(|folder| {
        if folder.as_os_str().is_empty() {
            here
        } else {
            folder
        }
    });
    let real = folder.and_then(|folder| folder.canonicalize().ok());
    match real.zip(file.file_name()) {
        Some((folder, name)) => folder.join(name),
        None => file.to_owned(),
    }
}

/// Returns whether the file exists and is not empty. An empty file remains if a program ended while it created a
/// library.
pub(super) fn is_begun(real: &Path) -> bool {
    (real.metadata()).is_ok_and(|metadata| !metadata.is_file() || metadata.len() > 0)
}

/// Returns the file of an existing library, with all links resolved.
fn existing(file: &Path) -> Result<PathBuf, LibraryError> {
    let real = real(file);
    if is_begun(&real) {
        Ok(real)
    } else {
        Err(LibraryError::NotThere {
            file: file.to_owned(),
        })
    }
}

/// Rejects a file whose first bytes show that it is not a library, before `SQLite` creates files beside it.
pub(super) fn must_be_a_library(file: &Path, real: &Path) -> Result<(), LibraryError> {
    let not_a_library = || LibraryError::NotALibrary {
        file: file.to_owned(),
    };
    let cannot_open = |error: std::io::Error| LibraryError::CannotOpen {
        file: file.to_owned(),
        detail: error.to_string(),
    };
    if !real.is_file() {
        return Err(not_a_library());
    }
    let mut first = Vec::new();
    let mut opened = File::open(real).map_err(cannot_open)?;
    (opened.by_ref().take(100))
        .read_to_end(&mut first)
        .map_err(cannot_open)?;
    let number = |at: usize| {
        let bytes = first.get(at..).and_then(|rest| rest.first_chunk::<4>());
        bytes.map_or(0, |bytes| i64::from(u32::from_be_bytes(*bytes)))
    };
    let (id, schema_changes) = (number(68), number(40));
    // A library whose program ended while it made the tables may have tables and id in the log only. A head that is cut off has no id.
    let is_unknown = id == 0 && (schema_changes == 0 || first.len() < 100);
    let is_ours = id == schema::APPLICATION_ID || is_unknown;
    if first.starts_with(MAGIC) && is_ours {
        Ok(())
    } else {
        Err(not_a_library())
    }
}

/// Rejects a library whose log has lost data that was reported as stored, or belongs to another file. Returns whether the
/// last changes may be lost.
fn must_have_its_log(file: &Path, real: &Path) -> Result<bool, LibraryError> {
    let state = log::state(real).map_err(|error| named(file, error.into()))?;
    if state == log::State::Damaged {
        return Err(LibraryError::Damaged {
            file: file.to_owned(),
            detail: "changes in its log cannot be read".to_owned(),
        });
    }
    if foreign_log::is_there(real) {
        return Err(LibraryError::ForeignLog {
            file: file.to_owned(),
        });
    }
    Ok(state == log::State::EndsInDoubt || losses(real).has_last_changes())
}

/// Copies a library with its log and its journal into a temporary folder.
fn copied(real: &Path) -> std::io::Result<Place> {
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("copy.chachong");
    std::fs::copy(real, &copy)?;
    for beside in [log::of, journal::of] {
        if beside(real).exists() {
            std::fs::copy(beside(real), beside(&copy))?;
        }
    }
    Ok(Place {
        file: copy,
        immutable: false,
        _copy: Some(folder),
    })
}

/// Copies an older library into a temporary folder and migrates the copy.
fn migrated(reader: &Connection) -> Done<Place> {
    let folder: TempDir = tempfile::tempdir()?;
    let copy = folder.path().join("copy.chachong");
    reader.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    SqliteStore::open(&copy).map_err(|error| Fault::Failed(error.to_string()))?;
    Ok(Place {
        file: copy,
        immutable: false,
        _copy: Some(folder),
    })
}

/// Returns the number of names of a file (hard links).
#[cfg(unix)]
fn names(real: &Path) -> std::io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(real.metadata()?.nlink())
}

/// Returns the number of names of a file (hard links).
#[cfg(windows)]
fn names(real: &Path) -> std::io::Result<u64> {
    let file = File::open(real)?;
    Ok(winapi_util::file::information(&file)?.number_of_links())
}

/// Returns the URI that opens a file as immutable. Reserved characters are escaped, because they would end the path.
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
