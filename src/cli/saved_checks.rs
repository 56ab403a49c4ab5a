//! Finds the saved check that `chachong report` names: by its number, or by a JSON report of the same files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::error::CliError;
use super::table::printable;
use chachong_check::{ComparedLibrary, Fingerprinting, Origin};
use chachong_import::PassedOver;
use chachong_jobs::{FoundIn, KeptSettings, SavedLeads};
use chachong_library::{CheckContent, CheckId, CheckRow, Library, LibraryError, SavedCheck, Store};
use chachong_messages::Language;
use chachong_record::Corrections;
use chachong_submission::SubmissionSettings;

/// Saved check that reports are written of.
pub(super) struct Saved {
    pub(super) about: SavedCheck,
    pub(super) content: CheckContent,
    pub(super) by: Fingerprinting,
    pub(super) max_distance: Option<u32>,
    pub(super) corrections: Corrections,
    pub(super) submissions: Arc<SubmissionSettings>,
    pub(super) leads: Option<SavedLeads>,
    pub(super) found_in: FoundIn,
    /// Libraries that it was compared with; empty where an older program saved it.
    pub(super) compared_with: Vec<ComparedLibrary>,
    /// Files that were found and not read; none where an older program saved it.
    pub(super) passed_over: PassedOver,
}

impl Saved {
    fn of(about: SavedCheck, mut content: CheckContent) -> Self {
        let kept = KeptSettings::of_json(std::mem::take(&mut content.settings));
        Self {
            about,
            content,
            by: kept.recipe().into(),
            max_distance: kept.max_distance,
            corrections: kept.corrections,
            submissions: kept.submissions,
            leads: kept.leads,
            found_in: kept.found_in,
            compared_with: kept.compared_with,
            passed_over: kept.passed_over,
        }
    }
}

/// Reason why there is no saved check to report on.
#[derive(Debug, thiserror::Error)]
pub(super) enum SavedCheckError {
    /// No check was named.
    #[error("no check was named")]
    NotNamed,
    /// No report is wanted.
    #[error("no report is wanted")]
    NothingToWrite,
    /// The library has no check with this number.
    #[error("{} has no check {number}", library.display())]
    NoNumber { library: PathBuf, number: i64 },
    /// A file is no JSON report.
    #[error("{} is no JSON report ({source})", file.display())]
    NotJson { file: PathBuf, source: io::Error },
    /// A check has the same files with other texts.
    #[error("check {} has the files of {} with other texts", check.0, file.display())]
    OtherTexts {
        file: PathBuf,
        check: CheckId,
        /// Names of the documents whose texts differ.
        differing: Vec<String>,
    },
    /// No check has the same files.
    #[error("{} has no check of the files of {}", library.display(), file.display())]
    NoneLike {
        library: PathBuf,
        file: PathBuf,
        documents: usize,
    },
}

impl SavedCheckError {
    /// Returns file, cause and remedy in words.
    pub(super) fn text(&self, language: Language) -> String {
        match self {
            Self::NotNamed => language.text("cli.report.no-check"),
            Self::NothingToWrite => language.text("cli.report.nothing-to-write"),
            Self::NoNumber { library, number } => language.fill(
                "cli.report.no-number",
                &[("number", number), ("file", &library.display())],
            ),
            Self::NotJson { file, source } => language.fill(
                "cli.report.no-json",
                &[("file", &file.display()), ("detail", source)],
            ),
            Self::OtherTexts {
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
            Self::NoneLike {
                library,
                file,
                documents,
            } => language.fill(
                "cli.report.none-like",
                &[
                    ("library", &library.display()),
                    ("file", &file.display()),
                    ("count", documents),
                ],
            ),
        }
    }
}

/// Finds the check that is wanted.
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

/// Part of the JSON of `check --json` from which a report is made again.
#[derive(Deserialize)]
struct Written {
    settings: WrittenSettings,
    documents: Vec<WrittenDocument>,
}

#[derive(Deserialize)]
struct WrittenSettings {
    recipe: String,
    max_distance: Option<u32>,
}

#[derive(Deserialize)]
struct WrittenDocument {
    path: String,
    origin: Option<String>,
    characters: Option<u64>,
    fingerprint: Option<String>,
}

/// Finds the latest check of the same files with the same texts as in a JSON report.
fn find_by_json(library: &Library, file: &Path) -> Result<Saved, CliError> {
    let read = || -> io::Result<Written> {
        let json = std::fs::read(file)?;
        Ok(serde_json::from_slice(&json)?)
    };
    let written = read().map_err(|source| SavedCheckError::NotJson {
        file: file.to_owned(),
        source,
    })?;
    let kept = KeptSettings {
        max_distance: written.settings.max_distance,
        recipe: Some(written.settings.recipe),
        ..KeptSettings::default()
    };
    let of_check = written.documents.iter().filter(|one| one.origin.is_none());
    let wanted: BTreeMap<&str, &WrittenDocument> =
        of_check.map(|one| (one.path.as_str(), one)).collect();
    let store = library.store().as_ref();
    let by = Fingerprinting::from(kept.recipe());
    let mut other = None;
    for about in store.checks()? {
        if about.documents != wanted.len() as u64 {
            continue;
        }
        let (about, content) = store.check(about.id)?;
        let rows = || (content.rows.iter()).filter(|row| row.origin == Origin::Checked);
        let names: BTreeSet<&str> = rows().map(|row| row.name.as_str()).collect();
        if !names.iter().eq(wanted.keys()) {
            continue;
        }
        let mut differing = Vec::new();
        for row in rows() {
            if let Some(written) = wanted.get(row.name.as_str())
                && differs(store, row, written, &by)?
            {
                differing.push(row.name.clone());
            }
        }
        if differing.is_empty() {
            return Ok(Saved {
                by: kept.recipe().into(),
                max_distance: kept.max_distance,
                ..Saved::of(about, content)
            });
        }
        other.get_or_insert((about.id, differing));
    }
    let file = file.to_owned();
    let error = match other {
        Some((check, differing)) => SavedCheckError::OtherTexts {
            file,
            check,
            differing,
        },
        None => SavedCheckError::NoneLike {
            library: library.file().to_owned(),
            file,
            documents: wanted.len(),
        },
    };
    Err(error.into())
}

/// Returns whether a kept text is certainly another than the one in the JSON: another length, or another fingerprint. A
/// text that is no longer in the library is reported later.
fn differs(
    store: &dyn Store,
    row: &CheckRow,
    written: &WrittenDocument,
    by: &Fingerprinting,
) -> Result<bool, LibraryError> {
    let Some(Ok(document)) = row.outcome else {
        return Ok(written.characters.is_some() && row.outcome.is_some());
    };
    let Some(derived) = store.derived(document, by.text_form())? else {
        return Ok(false);
    };
    let fingerprint = derived.fingerprint.map(|print| print.to_string());
    Ok(Some(derived.characters) != written.characters || fingerprint != written.fingerprint)
}
