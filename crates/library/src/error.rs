//! Errors of the library: why a request failed and what the person can do about it. The interface translates them by
//! [`LibraryError::key`].

use std::path::PathBuf;

/// Error of a library operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The file or its folder cannot be opened or created.
    #[error("the library {} cannot be opened ({detail}); check that the folder exists and that you may write there", file.display())]
    CannotOpen {
        /// Path of the library file.
        file: PathBuf,
        /// Error text of the system or of `SQLite`.
        detail: String,
    },
    /// The library does not exist.
    #[error("there is no library {}; check the name and that its drive is connected, or make one: `chachong library add`", file.display())]
    NotThere {
        /// Path of the file.
        file: PathBuf,
    },
    /// The library file has several names (hard links) and can therefore only be read.
    #[error("the library {} may only be read: its file has {names} names (hard links), under each of which programs would write to it apart; delete the other names, or copy the file and use the copy", file.display())]
    Linked {
        /// Path of the library file.
        file: PathBuf,
        /// Number of names.
        names: u64,
    },
    /// The file is not a Chachong library.
    #[error("{} is no library of Chachong; choose another file", file.display())]
    NotALibrary {
        /// Path of the file.
        file: PathBuf,
    },
    /// A newer program version made the library.
    #[error("the library {} was made by a newer Chachong (form {found}, this program knows {known}); install the newer program", file.display())]
    TooNew {
        /// Path of the library file.
        file: PathBuf,
        /// Schema version of the file.
        found: i64,
        /// Latest schema version that this program knows.
        known: i64,
    },
    /// The library is read-only now: another program holds it, the disk is not writable, or it was opened for reading only.
    #[error("the library {} may only be read now: another program uses it, or the disk may not be written; close the other program and try again", file.display())]
    ReadOnly {
        /// Path of the library file.
        file: PathBuf,
    },
    /// The disk is full.
    #[error("there is no room left for the library {}; free some space on its disk and try again: nothing that was kept is lost", file.display())]
    DiskFull {
        /// Path of the library file.
        file: PathBuf,
    },
    /// The content of the library is damaged.
    #[error("the library {} is damaged ({detail}); run `chachong library verify` on it, or take its latest copy", file.display())]
    Damaged {
        /// Path of the library file.
        file: PathBuf,
        /// Description of the damage and its place.
        detail: String,
    },
    /// The library is so damaged that no verification can repair it.
    #[error("the library {} is damaged and cannot be repaired ({detail}); take its latest copy; if it is such a copy, rename or delete {}-wal and {}-shm, if they exist: they belong to the file that the copy replaced", file.display(), file.display(), file.display())]
    BeyondRepair {
        /// Path of the library file.
        file: PathBuf,
        /// Description of the damage and its place.
        detail: String,
    },
    /// The log beside the library belongs to another file.
    #[error("the log {}-wal belongs to another file than the library {}; if the library is a copy that was put back, rename or delete {}-wal and {}-shm and try again", file.display(), file.display(), file.display(), file.display())]
    ForeignLog {
        /// Path of the library file.
        file: PathBuf,
    },
    /// Another program was interrupted while it wrote, and this one may not undo the half-done change.
    #[error("the library {} has a half-done change of another program ({}-journal); open it with that program once, or take its latest copy", file.display(), file.display())]
    HalfWritten {
        /// Path of the library file.
        file: PathBuf,
    },
    /// The requested document or saved check is not in the library.
    #[error("the library {} has no such document any more; read the list again", file.display())]
    NoSuchDocument {
        /// Path of the library file.
        file: PathBuf,
    },
    /// The requested case is not in the library.
    #[error("the library {} has no such case; see the list of its cases", file.display())]
    NoSuchCase {
        /// Path of the library file.
        file: PathBuf,
    },
    /// Somebody else changed the case after it was read.
    #[error("somebody else changed this case in the library {} meanwhile; read it again and repeat the change", file.display())]
    CaseChanged {
        /// Path of the library file.
        file: PathBuf,
    },
    /// The server of the library cannot be reached or does not answer.
    #[error("the library {} does not answer now ({detail}); check the network, or ask who runs the server: nothing is lost, and the library is used again as soon as it answers", file.display())]
    ServerAway {
        /// Address of the library.
        file: PathBuf,
        /// Error text of the system or of the server.
        detail: String,
    },
    /// The certificate of the server is not trusted.
    #[error("the server of the library {} is not trusted ({detail}); ask who runs the server for the certificate and name the file in the address: ?sslrootcert=FILE", file.display())]
    ServerUntrusted {
        /// Address of the library.
        file: PathBuf,
        /// Error text of the verification.
        detail: String,
    },
    /// The server sends more data than a genuine library server ever does.
    #[error("the server of the library {} sent {detail}, which no server of a library does; check the address, and ask who runs the server", file.display())]
    ServerBroken {
        /// Address of the library.
        file: PathBuf,
        /// Description of the excess data.
        detail: String,
    },
    /// The server refuses the login.
    #[error("the server of the library {} does not let you in ({detail}); check user name and password (PGPASSFILE, PGPASSWORD or the system's keyring)", file.display())]
    ServerRefused {
        /// Address of the library.
        file: PathBuf,
        /// Error text of the server.
        detail: String,
    },
    /// The database contains no library, or one whose schema this program does not support.
    #[error("the database {} has no library of this Chachong; its administrator makes one, or brings it up to date, by `chachong library init-server`", file.display())]
    NotSetUp {
        /// Address of the library.
        file: PathBuf,
    },
    /// The user may run checks but is not allowed this operation.
    #[error("your rights in the library {} do not allow this; ask its administrator for the role chachong_keeper", file.display())]
    NoRight {
        /// Address of the library.
        file: PathBuf,
    },
    /// A user who may only run checks has reached a limit.
    #[error("a limit of the library {} for persons who may only check is reached ({detail}); go on tomorrow, or ask somebody with the role chachong_keeper", file.display())]
    LimitReached {
        /// Address of the library.
        file: PathBuf,
        /// The limit, as the server states it.
        detail: String,
    },
    /// The server address cannot be parsed, or contains a password.
    #[error("{} is no address of a library ({detail}); write postgres://USER@HOST/DATABASE, without a password", file.display())]
    BadAddress {
        /// Address, without a password.
        file: PathBuf,
        /// Fault in the address, in words.
        detail: String,
    },
    /// The system's keyring cannot be used.
    #[error("the password for {} could not be kept in the system's keyring ({detail}); name it in the password file (PGPASSFILE)", file.display())]
    NoKeyring {
        /// Address of the library.
        file: PathBuf,
        /// Error text of the keyring.
        detail: String,
    },
    /// This program was built without support for libraries on servers.
    #[error("this program knows no libraries on servers ({}); install the program from a package", file.display())]
    NoServers {
        /// Address of the library.
        file: PathBuf,
    },
    /// Any other error from the system or `SQLite`.
    #[error("the library {} cannot be used ({detail}); check its disk and try again", file.display())]
    Failed {
        /// Path of the library file.
        file: PathBuf,
        /// Error text of the system or of `SQLite`.
        detail: String,
    },
}

impl LibraryError {
    /// Returns the key of the error, by which the translations contain its message: `library.error.<key>`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::CannotOpen { .. } => "cannot-open",
            Self::NotThere { .. } => "not-there",
            Self::Linked { .. } => "linked",
            Self::NotALibrary { .. } => "not-a-library",
            Self::TooNew { .. } => "too-new",
            Self::ReadOnly { .. } => "read-only",
            Self::DiskFull { .. } => "disk-full",
            Self::Damaged { .. } => "damaged",
            Self::BeyondRepair { .. } => "beyond-repair",
            Self::ForeignLog { .. } => "foreign-log",
            Self::HalfWritten { .. } => "half-written",
            Self::NoSuchDocument { .. } => "no-such-document",
            Self::NoSuchCase { .. } => "no-such-case",
            Self::CaseChanged { .. } => "case-changed",
            Self::ServerAway { .. } => "server-away",
            Self::ServerUntrusted { .. } => "server-untrusted",
            Self::ServerBroken { .. } => "server-broken",
            Self::ServerRefused { .. } => "server-refused",
            Self::NotSetUp { .. } => "not-set-up",
            Self::NoRight { .. } => "no-right",
            Self::LimitReached { .. } => "limit-reached",
            Self::BadAddress { .. } => "bad-address",
            Self::NoKeyring { .. } => "no-keyring",
            Self::NoServers { .. } => "no-servers",
            Self::Failed { .. } => "failed",
        }
    }

    /// Logs the kind of the error without the file's name, and returns the error. Called where the error is shown to a
    /// person.
    #[must_use]
    pub fn log(&self) -> &Self {
        tracing::error!(cause = self.key(), "the library failed");
        self
    }

    /// Returns the path of the library file, or the address of the library.
    #[must_use]
    pub const fn file(&self) -> &PathBuf {
        match self {
            Self::CannotOpen { file, .. }
            | Self::NotThere { file }
            | Self::Linked { file, .. }
            | Self::NotALibrary { file }
            | Self::TooNew { file, .. }
            | Self::ReadOnly { file }
            | Self::DiskFull { file }
            | Self::Damaged { file, .. }
            | Self::BeyondRepair { file, .. }
            | Self::ForeignLog { file }
            | Self::HalfWritten { file }
            | Self::NoSuchDocument { file }
            | Self::NoSuchCase { file }
            | Self::CaseChanged { file }
            | Self::ServerAway { file, .. }
            | Self::ServerUntrusted { file, .. }
            | Self::LimitReached { file, .. }
            | Self::ServerBroken { file, .. }
            | Self::ServerRefused { file, .. }
            | Self::NotSetUp { file }
            | Self::NoRight { file }
            | Self::BadAddress { file, .. }
            | Self::NoKeyring { file, .. }
            | Self::NoServers { file }
            | Self::Failed { file, .. } => file,
        }
    }

    /// Returns the detail that the translated message quotes: usually the error text of the system or the server, for a library that is
    /// too new its schema version. Empty for errors without a detail.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::CannotOpen { detail, .. }
            | Self::Damaged { detail, .. }
            | Self::BeyondRepair { detail, .. }
            | Self::ServerAway { detail, .. }
            | Self::ServerUntrusted { detail, .. }
            | Self::LimitReached { detail, .. }
            | Self::ServerBroken { detail, .. }
            | Self::ServerRefused { detail, .. }
            | Self::BadAddress { detail, .. }
            | Self::NoKeyring { detail, .. }
            | Self::Failed { detail, .. } => detail.clone(),
            Self::TooNew { found, .. } => found.to_string(),
            _ => String::new(),
        }
    }
}
