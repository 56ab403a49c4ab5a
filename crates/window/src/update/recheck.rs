//! Comparison with an earlier check: searches for the likely one, opens the chosen one, and compares on a thread. Draws nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::App;
use chachong_check::CopyError;
use chachong_import::model_folders;
use chachong_jobs::{
    CheckOfReportError, EarlierSource, LikelyEarlierCheck, RecheckEvent, RecheckRequest,
    RecheckStep, Rechecking, check_of_report, likely_earlier_checks,
};
use chachong_library::{CheckId, LibraryError};
use chachong_messages::{Language, minute};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::page::{NoticeKind, Page};
use chachong_window_model::progress::StepProgress;
use chachong_window_model::recheck::RecheckCommand;

impl App {
    pub(crate) fn apply_recheck(&mut self, command: RecheckCommand) {
        let view = &mut self.state.recheck_view;
        match command {
            RecheckCommand::Compare(check) => {
                self.state.go(Page::Recheck);
                self.recheck_with(check);
            }
            RecheckCommand::CompareFile(file) => self.recheck_with_file(file),
            RecheckCommand::Stop => {
                if let Some(running) = &mut self.state.check.recheck.running {
                    running.cancelling = self.recheck.cancel();
                }
            }
            RecheckCommand::Choose(choosing) => view.choosing = choosing,
            RecheckCommand::Document(place, open) => {
                (view.document, view.passage) = (place, 0);
                view.open |= open;
                view.follow = !open;
                self.state.choose_listed_passage();
            }
            RecheckCommand::List => (view.open, view.follow) = (false, true),
            RecheckCommand::RowShown => view.follow = false,
            RecheckCommand::Filter(filter) => {
                view.filter = filter;
                self.state.choose_listed_passage();
            }
            RecheckCommand::Passage(place) => view.passage = place,
        }
    }

    /// Compares with the saved check of a JSON report, once that check is found.
    pub(crate) fn recheck_with_file(&mut self, file: PathBuf) {
        self.state.go(Page::Recheck);
        let Some(store) = self.library_link.store().cloned() else {
            return self.tell(NoticeKind::Error, "recheck.no-checks");
        };
        self.run_task(BackgroundTask::EarlierReport, move |_| {
            let found = check_of_report(store.as_ref(), &file);
            Box::new(move |app: &mut Self| match found {
                Ok(found) => app.recheck_with(found.about.id),
                Err(error) => {
                    if let CheckOfReportError::Library(error) = &error {
                        let _ = error.log();
                    }
                    app.inform(NoticeKind::Error, |language| report_error(&error, language));
                }
            })
        });
    }

    /// Compares with a saved check.
    fn recheck_with(&mut self, check: CheckId) {
        self.recheck.end();
        self.state.drop_recheck();
        if self
            .state
            .shell
            .notice
            .as_ref()
            .is_some_and(|notice| matches!(notice.kind, NoticeKind::EarlierCheck(_)))
        {
            self.state.shell.notice = None;
        }
        self.state.check.recheck.with = Some(check);
        self.start_recheck(EarlierSource::Saved(check));
    }

    fn start_recheck(&mut self, earlier: EarlierSource) {
        let (Some(store), Some(of)) = (
            self.library_link.store().cloned(),
            self.state.recheck_input(),
        ) else {
            return;
        };
        let request = RecheckRequest {
            store,
            earlier,
            now: Arc::clone(&self.state.check.result),
            models: model_folders(None),
            settings: self.settings(),
            libraries: self.library_link.libraries(&self.state),
        };
        self.recheck.start(Rechecking::start(request));
        self.recheck_of = Some(of);
        self.state.check.recheck.running = Some(StepProgress::begun(RecheckStep::Reading));
    }

    /// Applies the progress and the result of the comparison, and starts it again if its inputs have changed.
    pub(crate) fn poll_recheck(&mut self) {
        self.state.check.recheck.own = self.saved_check.check();
        for event in self.recheck.poll_steps() {
            match event {
                RecheckEvent::Progress { step, done, total } => {
                    if let Some(running) = &mut self.state.check.recheck.running {
                        running.reach(step, done, total);
                    }
                }
                RecheckEvent::Done(Ok(recheck)) => {
                    let is_first = self.state.check.recheck.earlier.is_none();
                    if let Some(of) = self.recheck_of.take() {
                        self.state.recheck_found(*recheck, of);
                    }
                    if is_first {
                        self.saved_check.save_choices(&self.state);
                    }
                }
                RecheckEvent::Done(Err(error)) => self.give_up_recheck(&error),
            }
        }
        if !self.state.wants_recheck() {
            return;
        }
        let recheck = &self.state.check.recheck;
        let open = recheck.earlier.clone().map(EarlierSource::Open);
        // A check that was opened again is compared again with what it was compared with.
        if let Some(source) = open.or(recheck.with.map(EarlierSource::Saved)) {
            self.start_recheck(source);
        }
    }

    fn give_up_recheck(&mut self, error: &CopyError) {
        self.state.drop_recheck();
        match error {
            CopyError::Cancelled => self.tell(NoticeKind::Information, "recheck.stopped"),
            CopyError::Library(LibraryError::NoSuchDocument { .. }) => {
                self.tell(NoticeKind::Error, "recheck.earlier-missing");
            }
            CopyError::Library(error) => self.tell_library_error(error),
            error => self.inform(NoticeKind::Error, |language| language.copy_error(error)),
        }
    }

    /// Ends the running comparison and drops the earlier check, because other documents are displayed now.
    pub(crate) fn leave_recheck(&mut self) {
        self.recheck.end();
        self.recheck_of = None;
        self.state.drop_recheck();
        self.state.check.recheck.likely.clear();
    }

    /// Searches for saved checks with earlier versions of the documents.
    pub(crate) fn look_for_earlier_checks(&mut self) {
        let Some(store) = self.library_link.store().cloned() else {
            return;
        };
        self.tasks
            .stop(|what| what == BackgroundTask::EarlierChecks);
        let documents = Arc::clone(&self.state.check.result.documents);
        let arrangement = self.state.check.arrangement;
        let own = self.saved_check.check();
        self.run_task(BackgroundTask::EarlierChecks, move |stop| {
            let stopped = || stop.load(Ordering::Relaxed);
            // A library that fails says so elsewhere: nothing is proposed.
            let found = likely_earlier_checks(&store, &documents, own, &stopped);
            let found = found.unwrap_or_default();
            Box::new(move |app: &mut Self| app.take_likely(found, arrangement))
        });
    }

    /// Lists the likely earlier checks, and proposes the likeliest one unless the check is compared with one already, names are
    /// hidden, or another notice is displayed.
    fn take_likely(&mut self, found: Vec<LikelyEarlierCheck>, arrangement: u64) {
        if arrangement != self.state.check.arrangement {
            return;
        }
        self.state.check.recheck.likely = found;
        let recheck = &self.state.check.recheck;
        let is_compared = recheck.with.is_some() || recheck.running.is_some();
        let Some(first) = recheck.likely.first().filter(|_| !is_compared).cloned() else {
            return;
        };
        if self.state.shell.notice.is_some() || self.state.check.is_blind() {
            return;
        }
        let kind = NoticeKind::EarlierCheck(first.check.id);
        self.inform(kind, |language| {
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("count", &first.versions),
                ("title", &first.check.title),
                ("time", &minute(first.check.changed)),
            ];
            language.fill("recheck.notice", &values)
        });
    }
}

/// Returns the message that there is no saved check of a JSON report, with the reason and the remedy.
fn report_error(error: &CheckOfReportError, language: Language) -> String {
    match error {
        CheckOfReportError::NotJson { file, source } => language.fill(
            "recheck.file-not-json",
            &[("file", &file.display()), ("detail", source)],
        ),
        CheckOfReportError::OtherTexts {
            file, differing, ..
        } => language.fill(
            "recheck.file-other-texts",
            &[
                ("file", &file.display()),
                ("count", &differing.len()),
                ("name", &differing[0]),
            ],
        ),
        CheckOfReportError::NoneLike { file, documents } => language.fill(
            "recheck.file-none-like",
            &[("file", &file.display()), ("count", documents)],
        ),
        CheckOfReportError::Library(error) => language.library_error(error),
    }
}
