//! Actions on rows of the documents table and on the samples: select, remove, read again, open in other programs. Draws
//! nothing.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::app::App;
use crate::app::model::command::RowCommand;
use crate::app::model::page::NoticeKind;
use crate::app::options::Desktop;
use crate::import::TextEncoding;

/// Sample theses that come with the program.
static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/samples");

impl App {
    /// Applies a command about rows, the files behind them, or the samples.
    pub(crate) fn apply_row(&mut self, command: RowCommand) {
        let state = &mut self.state;
        match command {
            RowCommand::Mark(document, how) => {
                state.table.selection.mark(document, how, &state.table.rows);
            }
            RowCommand::MarkAll => state.table.selection.all(&state.table.rows),
            RowCommand::StepRow(by, run) => state.table.selection.step(by, run, &state.table.rows),
            RowCommand::RowShown => state.table.selection.follow = false,
            RowCommand::RemoveMarked => self.remove_marked(),
            RowCommand::ReadMarkedAs(encoding) => self.read_marked_as(encoding),
            RowCommand::OpenFile(path) => self.by_another_program(&path, |path| opener::open(path)),
            RowCommand::ShowInFolder(path) => {
                self.by_another_program(&path, |path| opener::reveal(path));
            }
            RowCommand::TrySamples => self.try_samples(),
        }
    }

    /// Removes the selected documents from the list; the shares of the others are counted again.
    fn remove_marked(&mut self) {
        let marked = self.state.table.selection.documents.clone();
        if marked.is_empty() || self.state.check.progress.is_some() {
            return;
        }
        self.comparison.drop_all();
        if let Some(copies) = self.state.remove(&marked) {
            self.comparison.recount(&self.state, copies);
        }
        self.saved_check.save(&self.state);
        let text = (self.state.language).fill("notice.taken-out", &[("count", &marked.len())]);
        self.inform(NoticeKind::Cleared, text);
    }

    fn read_marked_as(&mut self, encoding: Option<TextEncoding>) {
        for document in self.state.table.selection.documents.clone() {
            self.read_as(document, encoding);
        }
    }

    /// Opens a file in another program, if the window may use the desktop.
    fn by_another_program(
        &mut self,
        path: &Path,
        open: impl FnOnce(&Path) -> Result<(), opener::OpenError> + Send + 'static,
    ) {
        if self.desktop == Desktop::LeftAlone {
            let detail = self.state.language.text("notice.desktop-left-alone");
            self.tell_not_opened(path, &detail);
            return;
        }
        self.beside.open(path.to_owned(), open, &self.context);
    }

    /// Shows a notice for a file that another program could not open.
    pub(crate) fn tell_not_opened(&mut self, path: &Path, detail: &str) {
        let text = self.state.language.fill(
            "notice.not-opened",
            &[("file", &path.display()), ("detail", &detail)],
        );
        self.inform(NoticeKind::Error, text);
    }

    /// Writes the samples into the folder for caches and imports them like any folder.
    fn try_samples(&mut self) {
        let folder = self.samples.clone().unwrap_or_else(|| {
            let base = dirs::cache_dir().unwrap_or_else(std::env::temp_dir);
            base.join("chachong").join("samples")
        });
        let written = std::fs::create_dir_all(&folder).and_then(|()| SAMPLES.extract(&folder));
        match written {
            Ok(()) => self.add(vec![folder]),
            Err(error) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &folder.display()), ("detail", &error)];
                let text = self.state.language.fill("report.not-written", &values);
                self.inform(NoticeKind::Error, text);
            }
        }
    }
}
