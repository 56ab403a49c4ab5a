//! Search for passages behind the window: started when all documents are read, polled once a frame, cancelled or
//! repeated on request. Draws nothing.

use std::time::Instant;

use crate::app::App;
use crate::app::model::page::NoticeKind;
use crate::app::model::passages::{Passages, Searching};
use crate::check::{CopyError, CopySettings};
use crate::session::{Comparing, CopyEvent};

/// Maximum number of events taken in one frame, so that a frame stays short.
const EVENTS: usize = 20_000;

impl App {
    /// Takes in the progress and result of the search; starts one where passages are wanted and no document is being
    /// read.
    pub(crate) fn poll_search(&mut self) {
        if let Some(search) = &self.comparison.search {
            let mut ended = None;
            for event in search.events.try_iter().take(EVENTS) {
                match event {
                    CopyEvent::Progress { step, done, total } => {
                        if let Passages::Searching(searching) = &mut self.state.check.passages {
                            if searching.since.is_none() || searching.step != step {
                                searching.since = Some(Instant::now());
                            }
                            (searching.step, searching.done, searching.total) = (step, done, total);
                        }
                    }
                    CopyEvent::Done(found) => ended = Some(found),
                }
            }
            match ended {
                Some(Ok(found)) => {
                    self.comparison.search = None;
                    self.tell_of_decisions(found.applied_decisions);
                    self.tell_of_unread(found.copies.unread.len());
                    self.state.passages_found(*found);
                    self.ask_when_decided();
                    self.save_check();
                }
                Some(Err(CopyError::Library(error))) if !self.library_link.without_library => {
                    // Without the library the documents can still be compared with each other.
                    self.comparison.search = None;
                    self.library_link.without_library = true;
                    self.state.drop_passages();
                    let language = self.state.language;
                    let detail = language.library_error(&error);
                    let text = language.fill("notice.without-library", &[("detail", &detail)]);
                    self.inform(NoticeKind::NotCompared, text);
                }
                Some(Err(error)) => {
                    self.comparison.search = None;
                    self.give_up(&error);
                }
                None => return,
            }
        }
        let near_is_known = self
            .comparison
            .compared
            .is_some_and(|compared| compared.generation == self.state.check.generation);
        let idle = self.reading.session.is_none() && self.reading.renewing.is_none();
        let still = idle && near_is_known && !self.state.check.documents.is_empty();
        if still && matches!(self.state.check.passages, Passages::Wanted) {
            let (documents, near) = (&self.state.check.documents, self.state.check.near.near());
            let (settings, choices) = (self.copy_settings(), self.state.check.choices.clone());
            let against = self.against();
            let results = self
                .saved_check
                .reopened
                .take()
                .and_then(|reopened| reopened.results);
            self.comparison.search = Some(match &results {
                Some(results) => {
                    Comparing::reopen(documents, near, settings, choices, against, results)
                }
                None => Comparing::start(documents, near, settings, choices, against),
            });
            self.state.check.passages = Passages::Searching(Searching::default());
        }
    }

    fn copy_settings(&self) -> CopySettings {
        CopySettings {
            threads: self.preferences.threads,
            ..CopySettings::default()
        }
    }

    /// Requests cancellation of the search; what fingerprints found stays.
    pub(crate) fn cancel_search(&mut self) {
        if let (Some(search), Passages::Searching(searching)) =
            (&self.comparison.search, &mut self.state.check.passages)
        {
            search.cancel();
            searching.cancelling = true;
        }
    }

    /// Drops the passages, so that the search starts again.
    pub(crate) fn search_again(&mut self) {
        self.library_link.without_library = false;
        self.comparison.search = None;
        self.comparison.comparing = None;
        self.state.drop_passages();
        self.state.shell.notice = None;
    }

    fn give_up(&mut self, error: &CopyError) {
        self.state.check.passages = Passages::GivenUp;
        let language = self.state.language;
        let mut text = language.copy_error(error);
        if matches!(error, CopyError::Cancelled) {
            text = language.text("notice.not-compared");
        }
        self.inform(NoticeKind::NotCompared, text);
    }

    /// Shows a notice when decisions of earlier checks count here too: the person must see that.
    fn tell_of_decisions(&mut self, decided: usize) {
        if decided > 0 {
            let language = self.state.language;
            let text = language.fill("notice.decided", &[("count", &decided)]);
            self.inform(NoticeKind::Information, text);
        }
    }

    /// Shows a notice for documents whose kept text is lost: they have no passages, which must not be taken for none
    /// found.
    fn tell_of_unread(&mut self, unread: usize) {
        if unread > 0 {
            let language = self.state.language;
            let text = language.fill("notice.texts-lost", &[("count", &unread)]);
            self.inform(NoticeKind::NotCompared, text);
        }
    }
}
