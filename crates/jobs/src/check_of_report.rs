//! Search for the saved check from which a JSON report was written: it has the same files with the same texts.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use chachong_check::{Fingerprinting, Origin};
use chachong_library::{CheckContent, CheckId, CheckRow, LibraryError, SavedCheck, Store};
use serde::Deserialize;

use crate::KeptSettings;

/// Saved check from which a JSON report was written.
#[derive(Debug)]
pub struct CheckOfReport {
    /// Title and times of the check.
    pub about: SavedCheck,
    /// Documents, decisions and results that the library saved with the check.
    pub content: CheckContent,
    /// Recipe and maximum distance that the report states; everything else is the default.
    pub settings: KeptSettings,
}

/// Reason why no saved check of a JSON report is found.
#[derive(Debug, thiserror::Error)]
pub enum CheckOfReportError {
    /// The file cannot be read, or is no JSON report.
    #[error("{} is no JSON report ({source})", file.display())]
    NotJson {
        /// The file.
        file: PathBuf,
        /// Error that occurred while the file or its JSON was read.
        source: io::Error,
    },
    /// Saved checks have the same files, but with other texts; describes the most recently changed of them.
    #[error("check {} has the files of {} with other texts", check.0, file.display())]
    OtherTexts {
        /// Path of the report.
        file: PathBuf,
        /// Number of the saved check.
        check: CheckId,
        /// Names of the documents whose texts differ; at least one.
        differing: Vec<String>,
    },
    /// No saved check has the same files.
    #[error("no saved check has the files of {}", file.display())]
    NoneLike {
        /// Path of the report.
        file: PathBuf,
        /// Number of checked documents in the report.
        documents: usize,
    },
    /// The library failed.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// Part of a JSON report that tells which check it is of.
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

/// Finds the most recently changed saved check with the same files and the same texts as a JSON report. Texts count as the same if their
/// lengths and fingerprints are equal, or if the library no longer has the text. Damaged checks are skipped. Fails if there is no such
/// check, if the report cannot be read, or if the library fails. If a check with as many files is damaged and no other is found, the error
/// is that damage.
pub fn check_of_report(
    store: &dyn Store,
    file: &Path,
) -> Result<CheckOfReport, CheckOfReportError> {
    let read = || -> io::Result<Written> {
        let json = std::fs::read(file)?;
        Ok(serde_json::from_slice(&json)?)
    };
    let file = file.to_owned();
    let written = match read() {
        Ok(written) => written,
        Err(source) => return Err(CheckOfReportError::NotJson { file, source }),
    };
    let settings = KeptSettings {
        max_distance: written.settings.max_distance,
        recipe: Some(written.settings.recipe),
        ..KeptSettings::default()
    };
    let of_check = written.documents.iter().filter(|one| one.origin.is_none());
    let wanted: BTreeMap<&str, &WrittenDocument> =
        of_check.map(|one| (one.path.as_str(), one)).collect();
    let by = Fingerprinting::from(settings.recipe());
    let (mut other, mut damage) = (None, None);
    for about in store.checks()? {
        if about.documents != wanted.len() as u64 {
            continue;
        }
        match with_same_files(store, about.id, &wanted, &by) {
            Ok(Some((about, content, differing))) if differing.is_empty() => {
                return Ok(CheckOfReport {
                    about,
                    content,
                    settings,
                });
            }
            Ok(Some((about, _, differing))) => {
                other.get_or_insert((about.id, differing));
            }
            Ok(None) => {}
            Err(error @ LibraryError::Damaged { .. }) => {
                damage.get_or_insert(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(match (damage, other) {
        (Some(error), _) => error.into(),
        (None, Some((check, differing))) => CheckOfReportError::OtherTexts {
            file,
            check,
            differing,
        },
        (None, None) => CheckOfReportError::NoneLike {
            file,
            documents: wanted.len(),
        },
    })
}

/// Reads a saved check. Returns it with the names of the documents whose texts differ from those in the report; `None` if it has other
/// files.
fn with_same_files(
    store: &dyn Store,
    check: CheckId,
    wanted: &BTreeMap<&str, &WrittenDocument>,
    by: &Fingerprinting,
) -> Result<Option<(SavedCheck, CheckContent, Vec<String>)>, LibraryError> {
    let (about, content) = store.check(check)?;
    let rows = || (content.rows.iter()).filter(|row| row.origin == Origin::Checked);
    let names: BTreeSet<&str> = rows().map(|row| row.name.as_str()).collect();
    if !names.iter().eq(wanted.keys()) {
        return Ok(None);
    }
    let mut differing = Vec::new();
    for row in rows() {
        if let Some(written) = wanted.get(row.name.as_str())
            && differs(store, row, written, by)?
        {
            differing.push(row.name.clone());
        }
    }
    Ok(Some((about, content, differing)))
}

/// Returns whether a kept text is certainly another than the one in the report: it has another length or fingerprint, or only one of the
/// two could be read. A text that is no longer in the library is reported later.
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
