//! Actions on rows of the documents table and on the samples: select, remove, read again, open in other programs. Draws
//! nothing.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::App;
use crate::options::Desktop;
use chachong_import::{TextEncoding, stamped_file};
use chachong_messages::Language;
use chachong_report::not_written;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::RowCommand;
use chachong_window_model::page::NoticeKind;
use chachong_window_model::removing::ListSnapshot;

/// Sample theses that come with the program.
static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/samples");

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
            RowCommand::Unfold(document, unfolded) => state.unfold(document, unfolded),
            RowCommand::OneThesis(documents, one) => self.decide_theses(&documents, one),
            RowCommand::RemoveMarked => self.remove_marked(),
            RowCommand::ReadMarkedAs(encoding) => self.read_marked_as(encoding),
            RowCommand::ComparePages(documents, all) => self.compare_pages(&documents, all),
            RowCommand::ShowNotRead(shown) => self.state.shell.not_read = shown,
            RowCommand::ReadPictures(pictures) => self.read_pictures(pictures),
            RowCommand::CorrectLine(correction) => self.correct_line(&correction),
            RowCommand::Recognise(documents) => self.recognise(&documents),
            RowCommand::AskPassword(position) => {
                if let Some(document) = state.check.result.document(position) {
                    state.shell.ask_password(document);
                }
            }
            RowCommand::Unlock(passwords) => self.unlock(passwords),
            RowCommand::LeaveLocked => state.shell.password = None,
            // Other programs open the archive around a document.
            RowCommand::OpenFile(path) => {
                self.by_another_program(&stamped_file(&path), |path| opener::open(path));
            }
            RowCommand::ShowInFolder(path) => {
                self.by_another_program(&stamped_file(&path), |path| opener::reveal(path));
            }
            RowCommand::TrySamples => self.try_samples(),
        }
    }

    /// Removes the selected documents from the list, but not while a document is read; the shares of the others are
    /// computed again.
    fn remove_marked(&mut self) {
        let marked = self.state.marked_with_hidden();
        if marked.is_empty() || self.state.check.progress.is_some() {
            return;
        }
        self.comparison.drop_all();
        if let Some(copies) = self.state.remove(&marked) {
            self.comparison.recount(&self.state, copies);
        }
        self.saved_check.save(&self.state);
        self.inform(NoticeKind::Decision, |language| {
            language.fill("notice.taken-out", &[("count", &marked.len())])
        });
    }

    /// Removes all documents from the list, but not while one of them is read: results arrive by position in the list.
    pub(crate) fn clear_list(&mut self) {
        if self.state.check.progress.is_some() {
            return;
        }
        self.saved_check.put_aside(&self.state);
        self.leads.drop_search();
        self.leave_check();
        self.state.clear();
        self.tell(NoticeKind::Decision, "notice.cleared");
    }

    /// Restores the documents of a removal.
    pub(crate) fn undo_removal(&mut self, before: &ListSnapshot) {
        // A recount of the shorter list would replace the passages that are put back, and what is looked up for a list that
        // began after a removal is not about them.
        self.comparison.drop_all();
        self.tasks
            .stop(|what| what == BackgroundTask::LookUpReferences);
        self.state.undo_removal(before);
        self.saved_check.take_back();
        self.saved_check.save(&self.state);
        // The recipe may have changed meanwhile.
        self.start_next_batch();
    }

    fn read_marked_as(&mut self, encoding: Option<TextEncoding>) {
        for document in self.state.marked_with_hidden() {
            self.read_as(document, encoding);
        }
    }

    /// Opens a file in another program, or shows a notice if the window may not use the desktop or the program does not
    /// start.
    fn by_another_program(
        &mut self,
        path: &Path,
        open: impl FnOnce(&Path) -> Result<(), opener::OpenError> + Send + 'static,
    ) {
        if self.desktop == Desktop::LeftAlone {
            return self
                .tell_not_opened(path, |language| language.text("notice.desktop-left-alone"));
        }
        let path = path.to_owned();
        self.run_task(BackgroundTask::OtherProgram, move |_| {
            // The program may take time to start.
            let opened = open(&path);
            Box::new(move |app| {
                if let Err(error) = opened {
                    app.tell_not_opened(&path, |_| error.to_string());
                }
            })
        });
    }

    /// Shows a notice for a file that another program could not open; `detail` returns the reason in a language.
    fn tell_not_opened(&mut self, path: &Path, detail: impl Fn(Language) -> String) {
        self.inform(NoticeKind::Error, |language| {
            language.fill(
                "notice.not-opened",
                &[("file", &path.display()), ("detail", &detail(language))],
            )
        });
    }

    /// Writes the samples into their folder, by default in the folder for caches, and imports them like any folder.
    fn try_samples(&mut self) {
        let folder = self
            .samples
            .clone()
            .unwrap_or_else(|| chachong_paths::cache().join("samples"));
        let written = std::fs::create_dir_all(&folder).and_then(|()| SAMPLES.extract(&folder));
        match written {
            Ok(()) => self.add(vec![folder]),
            Err(error) => self.inform(NoticeKind::Error, |language| {
                not_written(&folder.display(), &error, language)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui_kittest::Harness;

    use super::*;
    use crate::options::{LibraryChoice, Options};
    use chachong_check::Origin;
    use chachong_compare::{Decision, DocumentIndex};
    use chachong_import::Isolation;
    use chachong_window_model::command::Command;
    use chachong_window_model::submission_changes::SubmissionCommand;

    /// Opens the window on three texts that share a paragraph, and waits until they are compared.
    fn compared(folder: &Path) -> Harness<'static, App> {
        let shared =
            "夜间开放以后，附近夜班工人来得最多的时段变成了九点半前后，馆员为此调整了排班。"
                .repeat(4);
        for (name, own) in [("a.txt", "河流"), ("b.txt", "裁缝"), ("c.txt", "电梯")] {
            let own = format!("关于{own}的文章，讨论的是完全不同的事情。\n").repeat(9);
            std::fs::write(folder.join(name), own + &shared).unwrap();
        }
        let options = Options {
            paths: vec![folder.to_owned()],
            language: Some(Language::English),
            isolation: Some(Isolation::Thread),
            library: LibraryChoice::None,
            desktop: Desktop::LeftAlone,
            ..Options::default()
        };
        let mut window = Harness::builder().build_eframe(|creation| App::new(creation, options));
        wait(&mut window);
        window
    }

    fn wait(window: &mut Harness<'static, App>) {
        let start = std::time::Instant::now();
        window.step();
        while !window.state().is_idle() {
            assert!(start.elapsed().as_secs() < 60, "the window is still busy");
            std::thread::sleep(std::time::Duration::from_millis(5));
            window.step();
        }
    }

    #[test]
    fn a_document_of_the_library_is_not_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        let app = window.state_mut();
        let mut kept = app.state.check.result.documents[0].clone();
        kept.origin = Origin::Library;
        app.state.check.documents_mut().push(kept);
        app.read_as(DocumentIndex(3), Some(TextEncoding::Gb18030));
        app.apply(Command::Row(RowCommand::ComparePages(
            vec![DocumentIndex(3)],
            false,
        )));
        assert!(app.state.check.progress.is_none());
        // The file of a document that was removed meanwhile may be one of the library's too.
        app.reading
            .enqueue_again(app.state.check.result.documents[0].path.clone(), None);
        app.state.check.documents_mut().remove(0);
        app.start_next_batch();
        assert!(app.state.check.progress.is_none());
    }

    #[test]
    fn files_behind_a_folded_row_are_read_again_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        let app = window.state_mut();
        let both = [DocumentIndex(0), DocumentIndex(1)].into();
        app.apply(Command::Submission(SubmissionCommand::Merge(both)));
        wait(&mut window);
        let app = window.state_mut();
        assert_eq!(app.state.check.behind(DocumentIndex(0)), [DocumentIndex(1)]);
        app.state.table.selection.marked = [DocumentIndex(0)].into();
        app.apply(Command::Row(RowCommand::ReadMarkedAs(None)));
        assert_eq!(
            app.state.check.progress.as_ref().unwrap().batch,
            [DocumentIndex(0)]
        );
        let next = app.reading.again.pop();
        assert_eq!(
            next.as_ref(),
            Some(&app.state.check.result.documents[1].path)
        );
    }

    #[test]
    fn a_look_up_of_references_ends_with_its_check() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        for leave in [App::clear_list, App::undo] {
            let app = window.state_mut();
            let (go_on, begin) = std::sync::mpsc::channel::<()>();
            app.run_task(BackgroundTask::LookUpReferences, move |_| {
                begin.recv().unwrap();
                Box::new(|app| {
                    app.state.check.result_mut().reference_lookup = Some(Arc::default());
                })
            });
            leave(app);
            go_on.send(()).unwrap();
            wait(&mut window);
            let result = &window.state().state.check.result;
            assert_eq!(result.reference_lookup, None);
        }
    }

    #[test]
    fn the_list_does_not_change_while_a_document_of_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        let app = window.state_mut();
        let names = |app: &App| -> Vec<String> {
            let documents = app.state.check.result.documents.iter();
            documents.map(|document| document.name.clone()).collect()
        };
        let all = names(app);
        app.state.table.selection.marked = [DocumentIndex(0)].into();
        app.apply(Command::Row(RowCommand::RemoveMarked));
        app.read_as(DocumentIndex(0), None);
        app.apply(Command::Undo);
        app.apply(Command::Clear);
        assert_eq!(names(app), all[1..]);
        wait(&mut window);
        let app = window.state_mut();
        app.apply(Command::Undo);
        assert_eq!(names(app), all);
    }

    #[test]
    fn decisions_and_removals_are_undone_in_order_of_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        let app = window.state_mut();
        let [a, b] = [DocumentIndex(0), DocumentIndex(1)];
        app.apply(Command::Decide((a, b), Some(Decision::Confirmed)));
        app.state.table.selection.marked = [DocumentIndex(2)].into();
        app.apply(Command::Row(RowCommand::RemoveMarked));
        app.apply(Command::Undo);
        assert_eq!(app.state.check.result.documents.len(), 3);
        assert_eq!(app.state.check.decision(a, b), Some(Decision::Confirmed));
        let told = |app: &App, key: &str, left: usize| {
            let text = app.state.language.fill(key, &[("left", &left)]);
            (app.state.shell.notice.as_ref())
                .is_some_and(|notice| notice.text(app.state.language) == text)
        };
        assert!(told(app, "notice.removal-undone", 1));
        app.apply(Command::Undo);
        assert_eq!(app.state.check.decision(a, b), None);
        assert!(told(app, "notice.decision-undone", 0));
    }

    #[test]
    fn undo_of_a_removal_ends_the_recount_of_the_shorter_list() {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(folder.path());
        let app = window.state_mut();
        let found = app.state.copied().unwrap().copies.pairs.clone();
        assert_eq!(found.len(), 3);
        app.state.table.selection.marked = [DocumentIndex(0)].into();
        app.apply(Command::Row(RowCommand::RemoveMarked));
        assert!(app.comparison.search.is_running());
        app.apply(Command::Undo);
        assert!(!app.comparison.search.is_running());
        wait(&mut window);
        let state = &window.state().state;
        assert_eq!(state.check.result.documents.len(), 3);
        assert_eq!(state.copied().unwrap().copies.pairs, found);
    }
}
