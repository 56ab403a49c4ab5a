//! Comparison behind the window: figures shown as they are computed, and the search for passages, which starts when all
//! documents are read and is cancelled or repeated on request. Draws nothing.

use crate::App;
use crate::work::comparison::Inputs;
use chachong_check::{CheckResult, CopyError};
use chachong_jobs::CopyEvent;
use chachong_window_model::figures::Figures;
use chachong_window_model::page::{Notice, NoticeKind};
use chachong_window_model::passages::Passages;

impl App {
    /// Keeps the findings up to date with the documents, the threshold, the passages and the choices: at once where
    /// that is quick, else on a thread.
    pub(crate) fn poll_figures(&mut self) {
        if let Some((inputs, figures)) = self.comparison.poll_figures() {
            self.take_figures(inputs, figures);
        }
        let is_reading = self.reading.session.is_running();
        let computed = (self.comparison).compute_figures(&self.state, is_reading, &self.context);
        if let Some((inputs, figures)) = computed {
            self.take_figures(inputs, figures);
        }
    }

    fn take_figures(&mut self, inputs: Inputs, figures: Figures) {
        let wants_comparison = figures.wants_comparison();
        if self.state.set_figures(figures) {
            self.comparison.shows(inputs);
            if wants_comparison {
                // What is shown stays until the texts have been compared.
                self.comparison.search.end();
                self.state.check.passages = Passages::Wanted;
            }
        }
    }

    /// Applies the progress and result of the search for passages. Starts one if passages are wanted, no document is being read,
    /// and no library to compare with is still being opened.
    pub(crate) fn poll_passage_search(&mut self) {
        for event in self.comparison.search.poll_steps() {
            match event {
                CopyEvent::Progress { step, done, total } => {
                    if let Passages::Searching(searching) = &mut self.state.check.passages {
                        searching.reach(step, done, total);
                    }
                }
                CopyEvent::Done(Ok(found)) => self.take_passages(*found),
                CopyEvent::Done(Err(error)) => self.give_up(&error),
            }
        }
        // A search that begins while a library is being opened would miss it.
        let opens = (self.state.library.source_libraries.iter())
            .any(|library| library.is_on && library.is_opening());
        if !opens && !self.reading.is_running() && self.comparison.wants_passage_search(&self.state)
        {
            let libraries = self.library_link.libraries(&self.state);
            let results = self.saved_check.take_results();
            let threads = self.preferences.threads;
            (self.comparison).search_passages(&self.state, threads, libraries, results.as_ref());
            self.state.begin_passages();
        }
    }

    fn take_passages(&mut self, found: CheckResult) {
        // Decisions of earlier checks are no news where the same texts are compared again.
        let is_again = self.state.copied().is_some();
        let news =
            notice_of(&found).filter(|notice| !is_again || notice.kind == NoticeKind::NotCompared);
        if news.is_some() {
            self.state.shell.notice = news;
        }
        self.state.passages_found(found);
        self.comparison.found_near(&self.state);
        (self.library_link).ask_decision_times(&self.state.check.result.documents);
        self.saved_check.save(&self.state);
        self.recognise_by_itself();
        self.look_for_earlier_checks();
    }

    /// Requests cancellation of the search; what fingerprints found stays.
    pub(crate) fn cancel_passage_search(&mut self) {
        if let Passages::Searching(searching) = &mut self.state.check.passages
            && self.comparison.search.cancel()
        {
            searching.cancelling = true;
        }
    }

    /// Drops the passages, so that the search starts again.
    pub(crate) fn search_passages_again(&mut self) {
        self.library_link.without_library = false;
        self.comparison.drop_all();
        self.state.drop_passages();
        self.state.shell.notice = None;
    }

    /// Continues after a failed search: without the library if that failed, otherwise without passages.
    fn give_up(&mut self, error: &CopyError) {
        if let CopyError::Library(error) = error {
            let goes_on = if self.leave_failed_source(error) {
                Some("source-libraries.failed")
            } else if self.library_link.without_library {
                None
            } else {
                // Without the library the documents can still be compared with each other.
                self.library_link.without_library = true;
                Some("notice.without-library")
            };
            if let Some(key) = goes_on {
                self.state.drop_passages();
                let error = error.log();
                return self.inform(NoticeKind::NotCompared, |language| {
                    let detail = language.library_error(error);
                    language.fill(key, &[("detail", &detail)])
                });
            }
        }
        self.state.check.passages = Passages::GivenUp;
        self.inform(NoticeKind::NotCompared, |language| match error {
            CopyError::Cancelled => language.text("notice.not-compared"),
            error => language.copy_error(error),
        });
    }
}

/// Returns the notice about a search: that not everything was compared, or else that decisions of earlier checks apply here too;
/// `None` if there is nothing to report.
fn notice_of(found: &CheckResult) -> Option<Notice> {
    let unread = (found.copies()).map_or(0, |(copies, _)| copies.unread.len());
    let missing = found.missing();
    if !missing.is_empty() {
        return Some(Notice::new(NoticeKind::NotCompared, |language| {
            let notes = missing.iter().map(|part| language.missing_part(part));
            notes.collect::<Vec<_>>().join("\n")
        }));
    }
    if unread > 0 {
        return Some(Notice::new(NoticeKind::NotCompared, |language| {
            language.fill("notice.texts-lost", &[("count", &unread)])
        }));
    }
    (found.decided > 0).then(|| {
        Notice::new(NoticeKind::Information, |language| {
            language.fill("notice.decided", &[("count", &found.decided)])
        })
    })
}
