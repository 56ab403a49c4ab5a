//! File of a report: written whole or not at all, and why one was not written.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::i18n::Language;

/// Error of a report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be written ({source}); check the folder, the free space, and that no other program has it open", file.display())]
pub struct ReportError {
    /// File of the report.
    pub file: PathBuf,
    /// Error of the operating system.
    pub source: io::Error,
}

/// Causes of a failed write that differ in what a person does about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWrittenBecause {
    /// The disk, or the person's part of it, is full.
    DiskFull,
    /// The person may not write there; on Windows also a file that another program has open.
    NoRight,
    /// The disk, or the medium, can only be read.
    ReadOnly,
    /// Another program has the file open.
    InUse,
    /// A folder of the path does not exist, or is a file.
    NoFolder,
    /// A folder has the name of the file.
    IsFolder,
    /// The system takes no file of this name.
    BadName,
    /// Another error of the operating system.
    Other,
}

impl NotWrittenBecause {
    /// Returns the cause of an error of the operating system.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        /// Codes of Windows for a file that another program has open: sharing violation, lock violation, mapped section.
        const IN_USE: [i32; 3] = [32, 33, 1224];
        if cfg!(windows) && error.raw_os_error().is_some_and(|it| IN_USE.contains(&it)) {
            return Self::InUse;
        }
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::DiskFull
            }
            ErrorKind::PermissionDenied => Self::NoRight,
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => Self::InUse,
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                Self::NoFolder
            }
            ErrorKind::IsADirectory => Self::IsFolder,
            ErrorKind::InvalidFilename => Self::BadName,
            _ => Self::Other,
        }
    }

    /// Returns the key of the words for the cause and its remedy.
    const fn key(self) -> &'static str {
        match self {
            Self::DiskFull => "report.because.disk-full",
            Self::NoRight => "report.because.no-right",
            Self::ReadOnly => "report.because.read-only",
            Self::InUse => "report.because.in-use",
            Self::NoFolder => "report.because.no-folder",
            Self::IsFolder => "report.because.is-folder",
            Self::BadName => "report.because.bad-name",
            Self::Other => "report.because.other",
        }
    }
}

impl ReportError {
    /// Returns file, cause and remedy in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        not_written(&self.file.display(), &self.source, language)
    }
}

/// Returns file, cause and remedy of a failed write in words; `file` as it is to be shown.
#[must_use]
pub fn not_written(file: &dyn Display, source: &io::Error, language: Language) -> String {
    let cause = NotWrittenBecause::of(source).key();
    let cause = language.fill(cause, &[("detail", source)]);
    language.fill("report.not-written", &[("file", file), ("cause", &cause)])
}

/// Makes a whole report in memory and writes it as [`write_bytes`] does.
pub fn write_file(
    file: &Path,
    write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> Result<(), ReportError> {
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(|source| ReportError {
        file: file.to_owned(),
        source,
    })?;
    write_bytes(file, &bytes)
}

/// Writes a file by a temporary file beside it and a rename: the file is never half-written, and one that is open in a
/// spreadsheet stays whole. The bytes are on the disk before the rename, so that a power cut leaves the old file or the new.
pub fn write_bytes(file: &Path, bytes: &[u8]) -> Result<(), ReportError> {
    let error = |source| ReportError {
        file: file.to_owned(),
        source,
    };
    let Some(name) = file.file_name() else {
        return Err(error(ErrorKind::InvalidFilename.into()));
    };
    // A special file (/dev/stdout, a pipe) cannot be replaced by another file.
    if file.exists() && !file.is_file() {
        return fs::write(file, bytes).map_err(error);
    }
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = file.with_file_name(beside);
    write_through(&beside, bytes)
        .and_then(|()| fs::rename(&beside, file))
        .map_err(|source| {
            // The temporary file is deleted; an error of that would hide the one that matters.
            let _ = fs::remove_file(&beside);
            error(source)
        })
}

/// Writes a file and waits until its bytes are on the disk.
fn write_through(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(bytes)?;
    match file.sync_all() {
        // Some network drives cannot be told to wait; their files are written all the same.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::Unsupported | ErrorKind::InvalidInput
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_words_that_say_what_to_do() {
        let causes = [
            (ErrorKind::StorageFull, NotWrittenBecause::DiskFull),
            (ErrorKind::PermissionDenied, NotWrittenBecause::NoRight),
            (ErrorKind::ReadOnlyFilesystem, NotWrittenBecause::ReadOnly),
            (ErrorKind::ResourceBusy, NotWrittenBecause::InUse),
            (ErrorKind::NotFound, NotWrittenBecause::NoFolder),
            (ErrorKind::IsADirectory, NotWrittenBecause::IsFolder),
            (ErrorKind::InvalidFilename, NotWrittenBecause::BadName),
            (ErrorKind::TimedOut, NotWrittenBecause::Other),
        ];
        for (language, _) in Language::ALL {
            let mut texts = std::collections::HashSet::new();
            for (kind, because) in causes {
                let error = ReportError {
                    file: "甲.pdf".into(),
                    source: kind.into(),
                };
                assert_eq!(NotWrittenBecause::of(&error.source), because);
                let text = error.text(language);
                assert!(text.contains("甲.pdf") && !text.contains("%{"), "{text}");
                assert!(!text.contains("report."), "{text}");
                assert!(texts.insert(text), "{because:?} has words of its own");
            }
        }
    }

    #[test]
    fn a_failed_write_leaves_the_earlier_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("报告.csv");
        write_bytes(&file, b"first").unwrap();
        write_bytes(&file, b"second").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"second");
        let failed = write_file(&file, |out| {
            out.extend_from_slice(b"half");
            Err(ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&file).unwrap(), b"second");
        let error = write_bytes(&folder.path().join("none/报告.csv"), b"x").unwrap_err();
        assert_eq!(
            NotWrittenBecause::of(&error.source),
            NotWrittenBecause::NoFolder
        );
        let error = write_bytes(&file.join("报告.csv"), b"x").unwrap_err();
        assert_eq!(
            NotWrittenBecause::of(&error.source),
            NotWrittenBecause::NoFolder
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
