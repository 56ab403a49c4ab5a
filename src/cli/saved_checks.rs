//! Finds the saved check that `chachong report` names: by its number, or by a JSON report of the same files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::table::printable;
use chachong_check::Fingerprinting;
use chachong_jobs::{CheckOfReportError, KeptSettings, check_of_report};
use chachong_library::{CheckContent, CheckId, Library, LibraryError, SavedCheck};
use chachong_messages::Language;

/// Saved check to write reports of.
pub(super) struct Saved {
    pub(super) about: SavedCheck,
    pub(super) content: CheckContent,
    pub(super) by: Fingerprinting,
    /// Settings that were saved with the check; settings that an older program did not save have their defaults.
    pub(super) settings: KeptSettings,
}

impl Saved {
    fn of(about: SavedCheck, mut content: CheckContent) -> Self {
        let settings = KeptSettings::of_json(std::mem::take(&mut content.settings));
        Self {
            about,
            content,
            by: settings.recipe().into(),
            settings,
        }
    }
}

/// Reason why no report of a saved check can be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum SavedCheckError {
    /// No check was named.
    #[error("no check was named")]
    NotNamed,
    /// No report was requested.
    #[error("no report is wanted")]
    NothingToWrite,
    /// The library has no check with this number.
    #[error("{} has no check {number}", library.display())]
    NoNumber { library: PathBuf, number: i64 },
    /// The saved check of a JSON report cannot be found.
    #[error("{}: {source}", library.display())]
    OfReport {
        library: PathBuf,
        source: CheckOfReportError,
    },
}

impl SavedCheckError {
    /// Returns file, cause and remedy as text for a person.
    pub(super) fn text(&self, language: Language) -> String {
        match self {
            Self::NotNamed => language.text("cli.report.no-check"),
            Self::NothingToWrite => language.text("cli.report.nothing-to-write"),
            Self::NoNumber { library, number } => language.fill(
                "cli.report.no-number",
                &[("number", number), ("file", &library.display())],
            ),
            Self::OfReport { library, source } => of_report_text(library, source, language),
        }
    }
}

/// Returns why no saved check of a JSON report is found, and the remedy.
fn of_report_text(library: &Path, error: &CheckOfReportError, language: Language) -> String {
    match error {
        CheckOfReportError::NotJson { file, source } => language.fill(
            "cli.report.no-json",
            &[("file", &file.display()), ("detail", source)],
        ),
        CheckOfReportError::OtherTexts {
            file,
            check,
            differing,
        } => language.fill(
            "cli.report.other-texts",
            &[
                ("file", &file.display()),
                ("number", &check.0),
                ("count", &differing.len()),
                ("name", &printable(&differing[0])),
            ],
        ),
        CheckOfReportError::NoneLike { file, documents } => language.fill(
            "cli.report.none-like",
            &[
                ("library", &library.display()),
                ("file", &file.display()),
                ("count", documents),
            ],
        ),
        CheckOfReportError::Library(error) => error.to_string(),
    }
}

/// Finds the saved check with this number, or of this JSON report.
pub(super) fn find(library: &Library, wanted: &OsString) -> Result<Saved, CliError> {
    let store = library.store().as_ref();
    let Some(number) = wanted.to_str().and_then(|text| text.parse().ok()) else {
        return find_by_json(library, Path::new(wanted));
    };
    match store.check(CheckId(number)) {
        Ok((about, content)) => Ok(Saved::of(about, content)),
        Err(LibraryError::NoSuchDocument { .. }) => Err(SavedCheckError::NoNumber {
            library: library.file().to_owned(),
            number,
        }
        .into()),
        Err(error) => Err(error.into()),
    }
}

/// Finds the latest check of the same files with the same texts as in a JSON report.
fn find_by_json(library: &Library, file: &Path) -> Result<Saved, CliError> {
    let found = match check_of_report(library.store().as_ref(), file) {
        Ok(found) => found,
        Err(CheckOfReportError::Library(error)) => return Err(error.into()),
        Err(source) => {
            let library = library.file().to_owned();
            return Err(SavedCheckError::OfReport { library, source }.into());
        }
    };
    let mut saved = Saved::of(found.about, found.content);
    saved.by = found.settings.recipe().into();
    saved.settings.max_distance = found.settings.max_distance;
    Ok(saved)
}
