//! Errors of a server and their consequences: try again, wait, or tell the person.

use std::path::Path;

use super::bounded::TooMuch;
use crate::LibraryError;

/// Result of a statement inside the store.
pub(super) type Done<T> = Result<T, Fault>;

/// Error that does not name the library yet.
#[derive(Debug)]
pub(super) enum Fault {
    /// The connection is lost, or the server cannot be reached, starts or stops.
    Away(String),
    /// Two transactions were in conflict; a second attempt succeeds.
    Again(String),
    /// The server's certificate is not trusted.
    Untrusted(String),
    /// The server refuses the login.
    Refused(String),
    /// The person has no right to do this.
    NoRight,
    /// There is no library in the database.
    NotSetUp,
    /// The library was made by a newer program.
    TooNew {
        found: i64,
        known: i64,
    },
    /// The server sent data that no library server sends.
    Broken(String),
    /// No room is left on the server.
    DiskFull,
    /// The server accepts no changes now.
    ReadOnly,
    /// A limit for users who may only check is reached.
    Limit(String),
    Damaged(String),
    NoSuchDocument,
    NoSuchCase,
    CaseChanged,
    Failed(String),
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(of_server) = error.as_db_error() else {
            return Self::without_answer(&error);
        };
        let detail = of_server.message().to_owned();
        match of_server.code().code() {
            "53100" => Self::DiskFull,
            // A row refers to a document that somebody has deleted meanwhile.
            "23503" => Self::NoSuchDocument,
            "40001" | "40P01" | "55P03" => Self::Again(detail),
            "42501" => Self::NoRight,
            "54000" => Self::Limit(detail),
            "25006" => Self::ReadOnly,
            "3F000" | "42P01" | "42883" => Self::NotSetUp,
            "57P01" | "57P02" | "57P03" | "57P05" | "53300" | "57014" => Self::Away(detail),
            code if code.starts_with("08") => Self::Away(detail),
            code if code.starts_with("28") || code == "3D000" => Self::Refused(detail),
            code if code.starts_with("XX") => Self::Damaged(detail),
            _ => Self::Failed(detail),
        }
    }
}

impl Fault {
    /// Converts an error that did not come from the server, but from the network, TLS or the protocol.
    fn without_answer(error: &tokio_postgres::Error) -> Self {
        let mut detail = error.to_string();
        let mut cause = std::error::Error::source(error);
        let mut is_network = error.is_closed();
        while let Some(inner) = cause {
            if inner.is::<rustls::Error>() {
                return Self::Untrusted(inner.to_string());
            }
            if let Some(io) = inner.downcast_ref::<std::io::Error>() {
                is_network = true;
                if let Some(excess) = io
                    .get_ref()
                    .and_then(|inner| inner.downcast_ref::<TooMuch>())
                {
                    return Self::Broken(excess.to_string());
                }
                if let Some(tls) = io
                    .get_ref()
                    .and_then(|inner| inner.downcast_ref::<rustls::Error>())
                {
                    return Self::Untrusted(tls.to_string());
                }
            }
            detail = inner.to_string();
            cause = inner.source();
        }
        if is_network {
            Self::Away(detail)
        } else {
            Self::Refused(detail)
        }
    }

    /// Returns whether the same work may succeed on a new connection.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Again(_))
    }

    /// Converts the fault to an error that names the library.
    pub(super) fn named(self, library: &Path) -> LibraryError {
        let file = library.to_owned();
        match self {
            Self::Away(detail) | Self::Again(detail) => LibraryError::ServerAway { file, detail },
            Self::Untrusted(detail) => LibraryError::ServerUntrusted { file, detail },
            Self::Refused(detail) => LibraryError::ServerRefused { file, detail },
            Self::NoRight => LibraryError::NoRight { file },
            Self::NotSetUp => LibraryError::NotSetUp { file },
            Self::TooNew { found, known } => LibraryError::TooNew { file, found, known },
            Self::Limit(detail) => LibraryError::LimitReached { file, detail },
            Self::Broken(detail) => LibraryError::ServerBroken { file, detail },
            Self::DiskFull => LibraryError::DiskFull { file },
            Self::ReadOnly => LibraryError::ReadOnly { file },
            Self::Damaged(detail) => LibraryError::Damaged { file, detail },
            Self::NoSuchDocument => LibraryError::NoSuchDocument { file },
            Self::NoSuchCase => LibraryError::NoSuchCase { file },
            Self::CaseChanged => LibraryError::CaseChanged { file },
            Self::Failed(detail) => LibraryError::Failed { file, detail },
        }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
