//! Documents that an export writes, by the state.

use std::path::Path;

use chachong_check::Origin;
use chachong_compare::DocumentIndex;
use chachong_report::Inputs;

use super::State;
use crate::export::{ExportDialog, ExportScope};

impl State {
    /// Returns whether everything that an export needs is chosen in its dialog.
    pub fn can_export(&self, dialog: &ExportDialog) -> bool {
        !dialog.folder.trim().is_empty()
            && (!dialog.formats_written().is_empty() || self.writes_feedback(dialog))
            && self
                .documents_to_export(dialog.scope)
                .is_none_or(|documents| !documents.is_empty())
    }

    /// Returns whether an export writes a report for each student: of a whole check that knows students.
    pub fn writes_feedback(&self, dialog: &ExportDialog) -> bool {
        let is_whole = dialog.scope == ExportScope::Check;
        dialog.feedback && is_whole && self.check.has_students() && !self.check.is_blind()
    }

    /// Returns the name of the check: that of the folder with its documents; `None` if that is not known.
    pub fn check_name(&self) -> Option<String> {
        let documents = self.check.result.documents.iter();
        let mut checked = documents.filter(|document| document.origin == Origin::Checked);
        let name = checked.find_map(|document| {
            let below = Path::new(&document.name).components().count();
            let is_below = document.path.ends_with(&document.name);
            let folder = document.path.ancestors().nth(below).filter(|_| is_below)?;
            Some(folder.file_name()?.to_string_lossy().into_owned())
        });
        name.filter(|name| !name.trim().is_empty())
    }

    /// Returns everything that the window reads or stores, which no export may overwrite.
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
        inputs.add_documents(&self.check.result.documents);
        inputs
    }

    /// Returns the positions of the documents to export, without unread and library documents; `None` for the whole
    /// check.
    pub fn documents_to_export(&self, scope: ExportScope) -> Option<Vec<DocumentIndex>> {
        let chosen: Vec<DocumentIndex> = match scope {
            ExportScope::Check => return None,
            ExportScope::Marked => self.table.selection.marked.iter().copied().collect(),
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
