//! Export of reports: the dialog, the choices that are remembered, and the progress of writing.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::page::Page;
use chachong_report::{FormLength, ReportFormat, safe_file_name};

/// Which documents are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportScope {
    /// The whole check.
    Check,
    /// Selected documents of the table, with those behind folded rows.
    Marked,
    /// One document, or the two documents of a pair, by position; the second is `None` for one document.
    These([Option<DocumentIndex>; 2]),
}

impl ExportScope {
    /// Returns the scope after documents moved, as `to` says; `None` if one of its documents is gone.
    pub(crate) fn moved(self, to: impl Fn(DocumentIndex) -> Option<DocumentIndex>) -> Option<Self> {
        let Self::These([a, b]) = self else {
            return Some(self);
        };
        let moved = |document: Option<DocumentIndex>| match document {
            Some(document) => to(document).map(Some),
            None => Some(None),
        };
        Some(Self::These([moved(a)?, moved(b)?]))
    }
}

/// Progress of an export, shared with the writing threads.
#[derive(Debug, Default)]
pub struct ExportProgress {
    done: AtomicUsize,
    total: AtomicUsize,
}

impl ExportProgress {
    /// Sets the number of written files and their total number. Numbers below the present ones are ignored.
    pub fn set(&self, done: usize, total: usize) {
        // Threads may tell out of order.
        self.done.fetch_max(done, Ordering::Relaxed);
        self.total.fetch_max(total, Ordering::Relaxed);
    }

    /// Returns the number of written files and their total number; both are 0 until [`Self::set`] is called for the first time.
    pub fn get(&self) -> (usize, usize) {
        let load = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        (load(&self.done), load(&self.total))
    }
}

/// Choices of the export dialog that are remembered between runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a checkbox, which any others may go with"
)]
pub struct ExportChoices {
    /// Formats to write.
    pub formats: BTreeSet<ReportFormat>,
    /// Length of the forms that the school files ([`ReportFormat::Form`]).
    pub form_length: FormLength,
    /// Folder in which each export creates its own folder; `None` until a person has chosen one.
    pub folder: Option<PathBuf>,
    /// Whether the reports show today's date.
    pub dated: bool,
    /// Whether numbers replace the names of documents and persons.
    pub blind: bool,
    /// Whether a zip with a report for each student is written.
    pub feedback: bool,
    /// Whether the reports have the comparison with an earlier check.
    pub recheck: bool,
}

impl Default for ExportChoices {
    fn default() -> Self {
        Self {
            formats: BTreeSet::from([ReportFormat::Html, ReportFormat::Xlsx]),
            form_length: FormLength::default(),
            folder: None,
            dated: true,
            blind: false,
            feedback: false,
            recheck: true,
        }
    }
}

/// Export dialog while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportDialog {
    /// Documents to report on.
    pub scope: ExportScope,
    /// Present choices, except for the folder, which is in [`Self::folder`]. The formats include those that cannot report on the chosen
    /// documents.
    pub chosen: ExportChoices,
    /// Path of the folder in which the export creates its own folder, as typed.
    pub folder: String,
    /// Whether the dialog was just opened and takes the keyboard focus.
    pub fresh: bool,
}

impl ExportDialog {
    /// Creates the dialog with the remembered choices. The displayed page determines which documents are exported.
    pub fn open(choices: &ExportChoices, page: Page) -> Self {
        let folder = (choices.folder.clone()).or_else(|| {
            let documents = dirs::document_dir().or_else(dirs::home_dir)?;
            Some(documents.join("Chachong"))
        });
        let scope = match page {
            Page::Document(document) => ExportScope::These([Some(document), None]),
            Page::Pair(a, b) => ExportScope::These([Some(a), Some(b)]),
            _ => ExportScope::Check,
        };
        Self {
            scope,
            chosen: choices.clone(),
            folder: folder.map_or_else(String::new, |folder| folder.display().to_string()),
            fresh: true,
        }
    }

    /// Returns the choices to remember.
    pub fn choices(&self) -> ExportChoices {
        ExportChoices {
            folder: Some(self.path()),
            ..self.chosen.clone()
        }
    }

    /// Returns the typed folder as a path.
    pub fn path(&self) -> PathBuf {
        Path::new(self.folder.trim()).to_owned()
    }

    /// Returns the path of a new folder for this export in the chosen folder, named after the check and the day. A number follows
    /// if that folder exists, so that no earlier report is replaced.
    pub fn place(&self, name: &str, day: &str) -> PathBuf {
        let name = format!("{} {day}", safe_file_name(name));
        let folder = |number: u32| match number {
            1 => self.path().join(&name),
            number => self.path().join(format!("{name} ({number})")),
        };
        (1..=u32::MAX)
            .map(folder)
            .find(|folder| !folder.exists())
            .unwrap_or_else(|| folder(1))
    }

    /// Returns the chosen formats that can report on the chosen documents.
    pub fn formats_written(&self) -> Vec<ReportFormat> {
        let formats = self.chosen.formats.iter().copied();
        let all = self.scope == ExportScope::Check;
        formats
            .filter(|format| all || format.is_of_documents())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_documents_have_no_report_of_the_whole_check() {
        let choices = ExportChoices {
            formats: BTreeSet::from(ReportFormat::ALL),
            ..ExportChoices::default()
        };
        let check = ExportDialog::open(&choices, Page::Documents);
        assert_eq!(check.formats_written(), ReportFormat::ALL);
        let document = ExportDialog::open(&choices, Page::Document(DocumentIndex(3)));
        assert_eq!(
            document.scope,
            ExportScope::These([Some(DocumentIndex(3)), None])
        );
        assert_eq!(
            document.formats_written(),
            [
                ReportFormat::Html,
                ReportFormat::Pdf,
                ReportFormat::Form,
                ReportFormat::Docx,
                ReportFormat::Marked,
            ]
        );
        assert_eq!(document.choices().formats, choices.formats);
    }
}
