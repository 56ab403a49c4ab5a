//! Saved checks: saves the running one as it proceeds, and opens, removes and restores earlier ones. Draws nothing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::App;
use crate::work::library_messages::LibraryRequest;
use crate::work::saved_check::restore_settings;
use chachong_check::Settings;
use chachong_library::{CheckContent, CheckId};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::page::{NoticeKind, Page};
use chachong_window_model::passages::Passages;
use chachong_window_model::progress::Progress;

impl App {
    /// Begins to save a new check, named after the first of these paths, if there is a library to write to and no check
    /// is being saved yet.
    pub(crate) fn begin_saving(&mut self, paths: &[PathBuf]) {
        if self.state.library.is_writable()
            && let Some(library) = self.library_link.store()
        {
            self.saved_check.begin(library, paths);
        }
    }

    /// Requests the list of checks again after a save, and shows the last error as a notice.
    pub(crate) fn poll_saving(&mut self) {
        let news = self.saved_check.poll();
        if news.is_saved {
            self.library_link.ask(LibraryRequest::Overview);
        }
        if let Some(error) = news.error {
            self.tell_library_error(&error);
        }
    }

    /// Shows a saved check: its documents at once if it is the one in the window, else when the library has answered.
    pub(crate) fn open_check(&mut self, check: CheckId) {
        if self.saved_check.is_shown(check) {
            self.state.go(Page::Documents);
        } else {
            self.library_link.ask(LibraryRequest::Check(check));
        }
    }

    /// Hides a saved check and offers undo; the check removed before is deleted for good.
    pub(crate) fn remove_check(&mut self, check: CheckId) {
        self.remove_check_for_good();
        self.state.library.removed_check = Some(check);
        self.tell(NoticeKind::RemovedCheck, "notice.check-removed");
    }

    /// Deletes the check whose removal could be undone until now: when the next one is removed, another library is
    /// opened, or the window closes.
    pub(crate) fn remove_check_for_good(&mut self) {
        if let Some(check) = self.state.library.removed_check.take() {
            self.library_link.ask(LibraryRequest::RemoveCheck(check));
        }
    }

    /// Ends the work on the check in the window, because other documents are displayed from now on.
    pub(crate) fn leave_check(&mut self) {
        self.comparison.drop_all();
        self.leave_recheck();
        self.tasks.stop(|what| {
            matches!(
                what,
                BackgroundTask::EarlierChecks
                    | BackgroundTask::EarlierReport
                    | BackgroundTask::LookUpReferences
            )
        });
    }

    /// Opens a saved check in place of the current one, which is saved first.
    pub(crate) fn reopen(&mut self, check: CheckId, content: CheckContent) {
        let Some(store) = self.library_link.store().cloned() else {
            return;
        };
        self.saved_check.save(&self.state);
        self.leave_check();
        self.state.clear();
        self.state.check.progress = Some(Progress {
            searching: true,
            ..Progress::default()
        });
        let (leads, found_in) = restore_settings(content.settings, &mut self.state);
        self.leads.reopen(leads);
        let settings = Settings {
            library: Some(Arc::clone(&store)),
            ..self.settings()
        };
        let writable = self.state.library.is_writable().then_some(&store);
        (self.saved_check).reopen(check, writable, content.choices, content.results);
        self.reading.reopen(content.rows, &found_in, settings);
        self.state.shell.notice = None;
        self.state.check.passages = Passages::Wanted;
        self.state.go(Page::Documents);
    }
}
