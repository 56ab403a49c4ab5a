//! Documents that an export writes, by the state.

use chachong_check::Origin;
use chachong_compare::DocumentIndex;
use chachong_report::Inputs;

use super::State;
use crate::export::{ExportDialog, ExportScope};

impl State {
    /// Returns whether everything that an export needs is chosen in its dialog.
    pub fn can_export(&self, dialog: &ExportDialog) -> bool {
        !dialog.folder.trim().is_empty()
            && !dialog.formats_written().is_empty()
            && self
                .documents_to_export(dialog.scope)
                .is_none_or(|documents| !documents.is_empty())
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
