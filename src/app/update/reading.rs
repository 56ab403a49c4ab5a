//! Background work of the window: reading documents (the session) and comparing them. Polled once a frame; draws
//! nothing.

use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use crate::app::model::figures::{Figures, Wanted};
use crate::app::model::page::NoticeKind;
use crate::app::model::progress::Progress;
use crate::app::one_shot::OneShot;
use crate::app::work::comparison::Compared;
use crate::app::{App, COMPARE_EVERY};
use crate::check::Settings;
use crate::import::TextEncoding;
use crate::session::{Event, Session};

/// Maximum number of documents for which a choice is applied within the frame; above it, a thread does so.
const DOCUMENTS_AT_ONCE: usize = 2_000;

impl App {
    pub(crate) fn settings(&self) -> Settings {
        let library = self.library_link.library.as_ref();
        Settings {
            recipe: self.state.settings.recipe,
            library: library.map(|library| Arc::clone(library.store())),
            isolation: self.reading.isolation.clone(),
            threads: self.preferences.threads,
            encodings: self.reading.encodings.clone(),
            ..Settings::default()
        }
    }

    /// Queues a document to be read again in `encoding` (`None`: detect it) and starts at once if nothing else is being
    /// read.
    pub(crate) fn read_as(&mut self, position: usize, encoding: Option<TextEncoding>) {
        let Some(document) = self.state.check.documents.get(position) else {
            return;
        };
        let path = document.path.clone();
        match encoding {
            Some(encoding) => self.reading.encodings.insert(path.clone(), encoding),
            None => self.reading.encodings.remove(&path),
        };
        self.reading.again.push(path);
        self.start_next_batch();
    }

    pub(crate) fn start_next_batch(&mut self) {
        // Files added while the library is being opened wait for it, which takes a moment.
        if self.reading.session.is_some() || self.state.shelf.opening || self.renew_if_needed() {
            return;
        }
        while let Some(path) = self.reading.again.pop() {
            // The document may have been removed from the list meanwhile.
            if let Some(position) = self
                .state
                .check
                .documents
                .iter()
                .position(|d| d.path == path)
            {
                self.state.read_again(position);
                let session =
                    Session::again(&self.state.check.documents[position], self.settings());
                self.reading.session = Some(session);
                return;
            }
        }
        if self.reading.queue.is_empty() {
            return;
        }
        let settings = self.settings();
        let paths = std::mem::take(&mut self.reading.queue);
        self.begin_saving(&paths);
        self.state.shell.notice = None;
        self.state.check.progress = Some(Progress {
            searching: true,
            ..Progress::default()
        });
        self.reading.session = Some(Session::start(paths, &self.state.check.documents, settings));
    }

    pub(crate) fn poll_session(&mut self) {
        let Some(session) = &self.reading.session else {
            return;
        };
        // At most 500 events a frame: enough not to hold up reading, few enough to keep the frame short.
        let events: Vec<Event> = session.events.try_iter().take(500).collect();
        let any = !events.is_empty();
        for event in events {
            match event {
                Event::Found {
                    documents,
                    passed_over,
                    already_there,
                } => {
                    self.tell_what_was_found(documents.len(), passed_over, already_there);
                    // Positions change: a comparison of the older list would name other documents.
                    self.comparison.comparing = None;
                    self.comparison.search = None;
                    self.state.add_batch(documents);
                    self.batch_is_there();
                }
                Event::Reading { document } => self.state.begin_reading(document),
                Event::Read { document, outcome } => {
                    self.comparison.search = None;
                    self.save_outcome(document, &outcome);
                    self.state.finish_reading(document, outcome);
                }
                Event::NotKept { error } => {
                    let text = self.state.language.library_error(&error);
                    self.inform(NoticeKind::Error, text);
                }
                Event::Done { cancelled } => {
                    self.reading.session = None;
                    self.state.check.progress = None;
                    if self.state.check.documents.is_empty() && self.saved_check.check.is_none() {
                        // Without documents nothing was saved: the next files that are added name the check.
                        self.saved_check.saving = None;
                    } else if self.saved_check.reopened.is_none() {
                        self.save_check();
                    }
                    if cancelled {
                        self.reading.queue.clear();
                        self.reading.again.clear();
                        self.inform(
                            NoticeKind::Information,
                            self.state.language.text("notice.cancelled"),
                        );
                    }
                }
            }
        }
        if any {
            self.state.arrange();
        }
        self.start_next_batch();
    }

    pub(crate) fn tell_what_was_found(
        &mut self,
        found: usize,
        passed_over: usize,
        already_there: usize,
    ) {
        let language = self.state.language;
        let mut parts = Vec::new();
        if found == 0 && already_there == 0 {
            parts.push(language.text("notice.no-documents"));
        }
        if already_there > 0 {
            parts.push(language.fill("notice.already-there", &[("count", &already_there)]));
        }
        if passed_over > 0 {
            parts.push(language.fill("notice.passed-over", &[("count", &passed_over)]));
        }
        if !parts.is_empty() {
            self.inform(NoticeKind::Information, parts.join(" "));
        }
    }

    pub(crate) fn wanted(&self) -> Compared {
        Compared {
            generation: self.state.check.generation,
            max_distance: self.state.settings.max_distance,
            copied: self.state.check.copied_version,
            least_link: self.state.settings.least_link,
        }
    }

    /// Keeps the findings up to date with the documents, the threshold, the passages and the choices: at once where
    /// that is quick, else on a thread.
    pub(crate) fn poll_comparison(&mut self) {
        if let Some((key, comparing)) = &self.comparison.comparing {
            let (key, Poll::Ready(figures)) = (*key, comparing.poll()) else {
                return;
            };
            self.comparison.comparing = None;
            if let Some(figures) = figures {
                self.take_figures(key, figures);
            }
        }
        let key = self.wanted();
        if self.comparison.compared == Some(key) {
            return;
        }
        let near_is_known = self.comparison.compared.is_some_and(|compared| {
            (compared.generation, compared.max_distance) == (key.generation, key.max_distance)
        });
        let mut wanted = Wanted::of(&self.state);
        if near_is_known {
            wanted = wanted.knowing(Arc::clone(&self.state.check.near));
            if self.state.check.documents.len() <= DOCUMENTS_AT_ONCE {
                let figures = wanted.compute();
                self.take_figures(key, figures);
                return;
            }
        }
        let too_soon = self.reading.session.is_some()
            && self
                .comparison
                .compared_at
                .is_some_and(|last| last.elapsed() < COMPARE_EVERY);
        if too_soon {
            return;
        }
        let comparing = OneShot::start(&self.context, move || wanted.compute());
        self.comparison.comparing = Some((key, comparing));
        self.comparison.compared_at = Some(Instant::now());
    }

    fn take_figures(&mut self, key: Compared, figures: Figures) {
        // The shares belong to passages that were dropped meanwhile, and to other documents.
        if figures.shares.is_some() && self.state.copied().is_none() {
            return;
        }
        self.state.set_figures(figures);
        self.comparison.compared = Some(key);
    }
}
