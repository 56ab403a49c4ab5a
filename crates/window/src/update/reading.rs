//! Reading of documents: starts batches, and applies the events of the session to the list. Draws nothing.

use chachong_compare::DocumentIndex;
use std::path::PathBuf;
use std::sync::Arc;

use crate::App;
use crate::update::submissions::OtherTable;
use crate::work::reading::READING_EVENTS;
use chachong_check::Settings;
use chachong_import::{
    FileKind, ImportCause, PassedOver, PictureFiles, SAMPLED_PAGES, TextEncoding, is_readable,
};
use chachong_jobs::{Event, Session};
use chachong_messages::Language;
use chachong_window_model::columns::Show;
use chachong_window_model::page::NoticeKind;
use chachong_window_model::preferences::Recognition;
use chachong_window_model::progress::Progress;
use chachong_window_model::submission_changes::possible_list;

impl App {
    /// Returns the settings for reading files now.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            by: self.state.settings.recipe.into(),
            library: self.library_link.store().cloned(),
            isolation: self.reading.isolation.clone(),
            threads: self.preferences.threads,
            encodings: self.reading.encodings.clone(),
            passwords: self.state.settings.passwords.clone(),
            ..Settings::default()
        }
    }

    /// Recognises the remaining pages if the person chose automatic recognition, each file once in a run.
    pub(crate) fn recognise_by_itself(&mut self) {
        let is_asked_for = self.preferences.recognition == Recognition::OnRequest;
        if is_asked_for || self.reading.is_running() {
            return;
        }
        // What is kept of a file that is gone stays: reading the file again would only fail.
        let is_new = |position: &DocumentIndex| {
            let path = &self.state.check.result.documents[*position].path;
            !self.reading.is_to_recognise(path) && (is_readable(path) || path.is_dir())
        };
        let documents: Vec<DocumentIndex> = self
            .state
            .check
            .checked_positions()
            .filter(|&position| {
                self.state.check.unrecognised_pages(position) > 0
                    || self.state.check.is_uncompared(position)
            })
            .filter(is_new)
            .collect();
        if !documents.is_empty() {
            self.compare_pages(&documents, false);
        }
    }

    /// Queues PDFs to be read again, and compares their text with the look of their pages: of all pages (`all`) or of a sample.
    /// Pages that are only pictures are recognised too.
    pub(crate) fn compare_pages(&mut self, documents: &[DocumentIndex], all: bool) {
        let count = if all { usize::MAX } else { SAMPLED_PAGES };
        for path in self.state.check.paths_of_checked(documents) {
            self.reading.note_compared(&path, count);
        }
        self.recognise(documents);
    }

    /// Queues documents whose pages are only pictures to be read again with recognition, and starts as soon as nothing
    /// else is being read. Says where the models come from if there are none.
    pub(crate) fn recognise(&mut self, documents: &[DocumentIndex]) {
        let paths = self.state.check.paths_of_checked(documents);
        match self.reading.enqueue_recognition(paths) {
            Ok(()) => self.start_next_batch(),
            Err(error) => {
                self.inform(NoticeKind::Error, |language| language.models_error(&error));
            }
        }
    }

    /// Reads the skipped image files as documents of the kind `pictures`. Shows where to get the models if there are none.
    pub(crate) fn read_pictures(&mut self, pictures: PictureFiles) {
        match self.reading.enqueue_pictures(pictures) {
            Ok(()) => self.start_next_batch(),
            Err(error) => {
                self.inform(NoticeKind::Error, |language| language.models_error(&error));
            }
        }
    }

    /// Reads files and folders as soon as nothing else is being read.
    pub(crate) fn add(&mut self, paths: Vec<PathBuf>) {
        if !paths.is_empty() {
            // Who adds documents knows how to go on.
            self.end_welcome();
            // Files that are well read would be hidden.
            if self.state.table.show == Show::Problems {
                self.state.filter(|table| table.show = Show::All);
            }
        }
        self.reading.queue.extend(paths);
        self.start_next_batch();
        let waiting = self.reading.queue.len();
        let notice = self.state.shell.notice.as_ref();
        let is_free = notice.is_none_or(|notice| notice.kind == NoticeKind::Queued);
        if waiting > 0 && is_free && self.reading.session.is_running() {
            self.inform(NoticeKind::Queued, |language| {
                language.fill("notice.queued", &[("count", &waiting)])
            });
        }
    }

    /// Adds what the person dropped or chose, or what appeared in a watched folder. A single file that is clearly a class list is opened
    /// as one instead.
    pub(crate) fn add_given(&mut self, paths: Vec<PathBuf>) {
        match possible_list(&paths) {
            Some(file) => self.read_class_list(file.clone(), OtherTable::Added),
            None => self.add(paths),
        }
    }

    /// Queues a checked document to be read again in `encoding` (`None`: detect it) and starts at once if nothing else is
    /// being read.
    pub(crate) fn read_as(&mut self, position: DocumentIndex, encoding: Option<TextEncoding>) {
        for path in self.state.check.paths_of_checked(&[position]) {
            self.reading.enqueue_again(path, encoding);
        }
        self.start_next_batch();
    }

    /// Starts to read what waits, unless something is being read, renewed or opened already.
    pub(crate) fn start_next_batch(&mut self) {
        // Files added while the library is being opened wait for it, which takes a moment.
        if self.reading.session.is_running() || self.state.library.opening || self.renew_if_needed()
        {
            return;
        }
        while let Some(path) = self.reading.again.pop() {
            let check = &self.state.check;
            let is_it = |at: &DocumentIndex| check.result.documents[*at].path == path;
            // The document may have been removed from the list meanwhile.
            if let Some(position) = check.checked_positions().find(is_it) {
                self.state.check.read_again(position);
                let settings = self.settings();
                let settings = self.reading.settings_again(&path, settings);
                let document = &self.state.check.result.documents[position];
                (self.reading.session).start(Session::again(document, settings));
                return;
            }
        }
        let Some((paths, pictures)) = self.reading.take_batch() else {
            return;
        };
        let mut settings = self.settings();
        if let Some(pictures) = pictures {
            // They are read now.
            let passed_over = &mut self.state.check.result_mut().passed_over;
            Arc::make_mut(passed_over).forget(FileKind::Picture);
            settings.recognition = self.reading.recogniser().ok();
            settings.pictures = pictures;
        }
        if self.state.check.result.documents.is_empty() {
            self.state.check.result_mut().passed_over = Arc::default();
        }
        self.begin_saving(&paths);
        self.state.shell.notice = None;
        self.state.check.progress = Some(Progress {
            searching: true,
            ..Progress::default()
        });
        let present = &self.state.check.result.documents;
        (self.reading.session).start(Session::start(paths, present, settings));
    }

    /// Applies the events of the session. Cancelling a session also drops what waits to be read.
    pub(crate) fn poll_session(&mut self) {
        if !self.reading.session.is_running() {
            return;
        }
        let is_last = |event: &Event| matches!(event, Event::Done { .. });
        let events = self.reading.session.poll(READING_EVENTS, is_last);
        let any = !events.is_empty();
        for event in events {
            match event {
                Event::Found {
                    documents,
                    passed_over,
                    already_there,
                    changed,
                } => {
                    let there = [already_there, changed.len()];
                    self.tell_what_was_found(documents.len(), &passed_over, there);
                    self.reading.again.extend(changed);
                    let all = &mut self.state.check.result_mut().passed_over;
                    Arc::make_mut(all).merge(passed_over);
                    // Positions change: a comparison of the older list would name other documents.
                    self.comparison.drop_all();
                    self.state.add_batch(documents);
                    self.saved_check.batch_is_there(&mut self.state);
                }
                Event::Reading { document } => self.state.check.begin_reading(document),
                Event::Recognising { document, done, of } => {
                    self.state.check.recognising(document, done, of);
                }
                Event::Read {
                    document,
                    mut outcome,
                } => {
                    // The library may have been changed while the file was read.
                    if let (Ok(reading), Some(library)) = (&mut outcome, self.library_link.store())
                    {
                        reading.number_by(library);
                    }
                    if let (Some(kept), Err(cause)) =
                        (self.state.check.kept_content(document, &outcome), &outcome)
                    {
                        self.tell_not_read_again(kept, cause);
                    } else {
                        self.comparison.search.end();
                        (self.saved_check).save_outcome(&self.state, document, &outcome);
                    }
                    self.state.finish_reading(document, outcome);
                }
                Event::NotKept { error } => self.tell_library_error(&error),
                Event::Done { cancelled } => {
                    self.state.check.progress = None;
                    self.saved_check.batch_is_read(&self.state);
                    if cancelled {
                        self.reading.drop_waiting();
                        self.tell(NoticeKind::Information, "notice.cancelled");
                    }
                }
            }
        }
        if any {
            self.state.arrange();
        }
        self.start_next_batch();
    }

    /// Tells that a document could not be read again and keeps its content, with the number of those before it.
    fn tell_not_read_again(&mut self, document: DocumentIndex, cause: &ImportCause) {
        let count = match self.state.shell.notice.as_ref().map(|notice| notice.kind) {
            Some(NoticeKind::NotReadAgain(before)) => before + 1,
            _ => 1,
        };
        let name = self.as_shown(|app| app.state.row_name(document));
        self.inform(NoticeKind::NotReadAgain(count), |language| {
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("count", &count),
                ("name", &name),
                ("reason", &language.reason(cause)),
            ];
            language.fill("notice.not-read-again", &values)
        });
    }

    fn tell_what_was_found(
        &mut self,
        found: usize,
        passed_over: &PassedOver,
        [already_there, changed]: [usize; 2],
    ) {
        let text = |language: Language| {
            let mut parts = Vec::new();
            if found == 0 && already_there == 0 {
                parts.push(language.text("notice.no-documents"));
            }
            if already_there > 0 {
                parts.push(language.fill("notice.already-there", &[("count", &already_there)]));
            }
            if changed > 0 {
                parts.push(language.fill("notice.changed-files", &[("count", &changed)]));
            }
            // All others are named in the line above the table.
            let kinds = language.passed_over_beside(passed_over);
            if !kinds.is_empty() {
                parts.push(language.fill("notice.passed-over", &[("kinds", &kinds)]));
            }
            parts.join(" ")
        };
        let kind = if passed_over.count(FileKind::Picture) > 0 {
            self.reading.note_pictures();
            NoticeKind::Pictures
        } else {
            NoticeKind::Information
        };
        if !text(self.state.language).is_empty() {
            self.inform(kind, text);
        }
    }
}
