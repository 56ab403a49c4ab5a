//! Documents that an export writes, and paths that it must not use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chachong_check::{Document, Origin};
use chachong_compare::DocumentIndex;
use chachong_import::Format;
use chachong_report::{InputKind, Inputs, ReportFormat};

use super::State;
use crate::export::{ExportDialog, ExportScope};

impl State {
    /// Returns whether the export can start: the dialog names a folder, some format can be written, some document can be exported, and
    /// the folder is allowed ([`Self::folder_around_copies`]).
    pub fn can_export(&self, dialog: &ExportDialog) -> bool {
        !dialog.folder.trim().is_empty()
            && (!dialog.formats_written().is_empty() || self.writes_feedback(dialog))
            && self
                .documents_to_export(dialog.scope)
                .is_none_or(|documents| !documents.is_empty())
            && self.folder_around_copies(dialog).is_none()
    }

    /// Returns a checked folder that contains the folder of an export with marked copies. Such an export is not allowed, because the next
    /// check would take the copies for theses. `None` if no checked folder contains the folder, or if no marked copies are exported.
    pub fn folder_around_copies(&self, dialog: &ExportDialog) -> Option<PathBuf> {
        let with_copies = dialog.formats_written().contains(&ReportFormat::Marked);
        let place = dialog.path();
        let folders = with_copies.then(|| self.checked_folders());
        folders
            .into_iter()
            .flatten()
            .find(|folder| place.starts_with(folder))
    }

    /// Returns the folders that were checked: those with several of the files, or with folders of files.
    fn checked_folders(&self) -> BTreeSet<PathBuf> {
        let documents = self.check.result.documents.iter();
        let checked = documents.filter(|document| document.origin == Origin::Checked);
        let mut first: BTreeMap<&Path, &Path> = BTreeMap::new();
        let mut folders = BTreeSet::new();
        for document in checked {
            let Some(folder) = folder_of(document) else {
                continue;
            };
            // Of an archive all documents are one file.
            let file = file_on_disk(&document.path);
            let is_deeper = file.parent() != Some(folder);
            let known = *first.entry(folder).or_insert(file);
            if is_deeper || known != file {
                folders.insert(folder.to_owned());
            }
        }
        folders
    }

    /// Returns whether an export writes a zip file with a report for each student: the person chose this, the whole check is exported,
    /// students are known, and names are hidden neither in the window nor in the export.
    pub fn writes_feedback(&self, dialog: &ExportDialog) -> bool {
        let is_whole = dialog.scope == ExportScope::Check;
        let is_named = !dialog.chosen.blind && !self.check.is_blind();
        dialog.chosen.feedback && is_whole && is_named && self.check.has_students()
    }

    /// Returns the name of the check, which is the name of the folder below which its first document was found; `None` if no such folder
    /// is known.
    pub fn check_name(&self) -> Option<String> {
        let documents = self.check.result.documents.iter();
        let mut checked = documents.filter(|document| document.origin == Origin::Checked);
        let name = checked.find_map(|document| {
            let folder = folder_of(document)?;
            Some(folder.file_name()?.to_string_lossy().into_owned())
        });
        name.filter(|name| !name.trim().is_empty())
    }

    /// Returns the libraries and the checked files and folders, which no export may overwrite.
    pub fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::default();
        let sources = self
            .library
            .source_libraries
            .iter()
            .map(|source| &source.file);
        for library in self.library.file.iter().chain(sources) {
            inputs.add_library(library);
        }
        for folder in self.checked_folders() {
            inputs.add(InputKind::Document, &folder);
        }
        inputs.add_documents(&self.check.result.documents);
        inputs
    }

    /// Returns the positions of the documents to export. Documents that were not read and library documents are left out. `None` if the
    /// whole check is exported.
    pub fn documents_to_export(&self, scope: ExportScope) -> Option<Vec<DocumentIndex>> {
        let chosen: Vec<DocumentIndex> = match scope {
            ExportScope::Check => return None,
            ExportScope::Marked => self.marked_with_hidden().into_iter().collect(),
            ExportScope::These(documents) => documents.into_iter().flatten().collect(),
        };
        let can_be_exported = |position: &DocumentIndex| {
            let document = self.check.result.document(*position);
            document.is_some_and(|document| {
                document.origin == Origin::Checked && document.content().is_some()
            })
        };
        Some(chosen.into_iter().filter(can_be_exported).collect())
    }
}

/// Returns the folder below which a document was found by its name; `None` if the name is not the end of its path.
fn folder_of(document: &Document) -> Option<&Path> {
    let below = Path::new(&document.name).components().count();
    let is_below = document.path.ends_with(&document.name);
    let folder = document.path.ancestors().nth(below);
    // While names are hidden, a document's path is its pseudonym.
    folder.filter(|folder| is_below && !folder.as_os_str().is_empty())
}

/// Returns the outermost archive around a document, recognised by the ending of its name, or the document itself. Does not access
/// the disk, since this runs in every frame.
fn file_on_disk(path: &Path) -> &Path {
    let is_archive = |around: &&Path| {
        let ending = around.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| {
            let mut known = Format::ARCHIVE_ENDINGS.iter();
            known.any(|known| known.eq_ignore_ascii_case(ending))
        })
    };
    path.ancestors()
        .skip(1)
        .filter(is_archive)
        .last()
        .unwrap_or(path)
}
