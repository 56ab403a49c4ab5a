//! Reading of files: the session that reads a batch, the renewal of fingerprints by another recipe, and the paths that
//! wait for their turn.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::work::event_stream::EventStream;
use chachong_check::{Document, Fingerprinting, Settings};
use chachong_import::{Isolation, PageRecogniser, PictureFiles, TextEncoding, model_folders};
use chachong_jobs::{Event, FoundIn, RenewEvent, Renewing, Session};
use chachong_library::{CheckRow, Store};
use chachong_recognition::{ModelSize, ModelsError, find_models};
use chachong_simhash::Recipe;

/// Maximum number of events taken in one frame: enough not to hold up reading, few enough to keep the frame short.
const EVENTS: usize = 500;

/// Running work of reading, and the paths that wait for it.
pub(crate) struct Reading {
    /// Session that reads a batch of files.
    session: EventStream<Event>,
    /// Renewal of the listed fingerprints by another recipe; none runs while a session does.
    renewing: EventStream<RenewEvent>,
    /// Paths dropped or chosen while another batch is being read.
    queue: Vec<PathBuf>,
    /// Paths of the batch that is read, or was read last.
    batch: Vec<PathBuf>,
    /// Paths of the batches in which image files were passed over, until these are queued.
    with_pictures: Vec<PathBuf>,
    /// Paths whose image files wait to be read, and the kind of documents that they become; `None` if none wait.
    pictures: Option<(Vec<PathBuf>, PictureFiles)>,
    /// Paths of files to read again.
    again: Vec<PathBuf>,
    /// Encodings that the person chose, by the file's path.
    encodings: HashMap<PathBuf, TextEncoding>,
    /// Paths of files whose pages the person wants recognised.
    to_recognise: HashSet<PathBuf>,
    /// Number of pages to compare with the look of the pages, by path of the PDF.
    compared: HashMap<PathBuf, usize>,
    /// Paths of files to read anew because a person has corrected a recognised line, or wants all pages compared with their look.
    corrected: HashSet<PathBuf>,
    /// Reader of pages that are only pictures; `None` until one is wanted.
    recogniser: Option<Arc<PageRecogniser>>,
    /// Process in which files are parsed.
    isolation: Isolation,
}

impl Reading {
    /// Creates the state before any reading; files will be parsed in `isolation`.
    pub(crate) fn new(isolation: Isolation) -> Self {
        Self {
            session: EventStream::default(),
            renewing: EventStream::default(),
            queue: Vec::new(),
            batch: Vec::new(),
            with_pictures: Vec::new(),
            pictures: None,
            again: Vec::new(),
            encodings: HashMap::new(),
            to_recognise: HashSet::new(),
            compared: HashMap::new(),
            corrected: HashSet::new(),
            recogniser: None,
            isolation,
        }
    }

    /// Returns whether files are being read or fingerprints renewed, or new paths or image files wait to be read.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_running() || !self.queue.is_empty() || self.pictures.is_some()
    }

    /// Returns whether files are being read or fingerprints renewed.
    pub(crate) fn is_running(&self) -> bool {
        self.session.is_running() || self.renewing.is_running()
    }

    /// Returns whether files are being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.session.is_running()
    }

    /// Returns whether fingerprints are being renewed.
    pub(crate) fn is_renewing(&self) -> bool {
        self.renewing.is_running()
    }

    pub(crate) fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Returns the settings for reading files now; `threads` is `None` for one on each core.
    pub(crate) fn settings(
        &self,
        recipe: Recipe,
        library: Option<Arc<dyn Store>>,
        threads: Option<usize>,
    ) -> Settings {
        Settings {
            by: recipe.into(),
            library,
            isolation: self.isolation.clone(),
            threads,
            encodings: self.encodings.clone(),
            ..Settings::default()
        }
    }

    /// Adds paths to those that wait to be read.
    pub(crate) fn enqueue(&mut self, paths: Vec<PathBuf>) {
        self.queue.extend(paths);
    }

    /// Adds a file to those that wait to be read again, in `encoding` (`None`: detect it).
    pub(crate) fn enqueue_again(&mut self, path: PathBuf, encoding: Option<TextEncoding>) {
        match encoding {
            Some(encoding) => self.encodings.insert(path.clone(), encoding),
            None => self.encodings.remove(&path),
        };
        self.again.push(path);
    }

    /// Adds files that have changed to those that wait to be read again, in the encodings that were chosen for them.
    pub(crate) fn enqueue_changed(&mut self, paths: Vec<PathBuf>) {
        self.again.extend(paths);
    }

    /// Adds files to those that wait to be read again, with recognition of their pages. Fails without models.
    pub(crate) fn enqueue_recognition(&mut self, paths: Vec<PathBuf>) -> Result<(), ModelsError> {
        self.recogniser()?;
        self.to_recognise.extend(paths.iter().cloned());
        self.again.extend(paths.into_iter().rev());
        Ok(())
    }

    /// Returns the page recogniser, which is created at the first call. Fails without models.
    pub(crate) fn recogniser(&mut self) -> Result<Arc<PageRecogniser>, ModelsError> {
        if let Some(recogniser) = &self.recogniser {
            return Ok(Arc::clone(recogniser));
        }
        let size = ModelSize::Tiny;
        let folder = find_models(&model_folders(None), size)?;
        let recogniser = Arc::new(PageRecogniser::new(self.isolation.clone(), folder, size)?);
        self.recogniser = Some(Arc::clone(&recogniser));
        Ok(recogniser)
    }

    /// Sets the number of pages of a PDF to compare with the look of the pages when it is read again.
    pub(crate) fn note_compared(&mut self, path: &Path, count: usize) {
        if count > chachong_import::SAMPLED_PAGES {
            // All pages were asked for although some were compared before.
            self.corrected.insert(path.to_owned());
        }
        self.compared.insert(path.to_owned(), count);
    }

    /// Returns the number of pages of a PDF to compare with the look of the pages; 0 if nobody requested it.
    pub(crate) fn compared_pages(&self, path: &Path) -> usize {
        self.compared.get(path).copied().unwrap_or(0)
    }

    /// Adds a file, of which a person corrected a line, to those that wait to be read again.
    pub(crate) fn enqueue_corrected(&mut self, path: PathBuf) {
        self.to_recognise.insert(path.clone());
        self.corrected.insert(path.clone());
        self.again.push(path);
    }

    /// Returns whether a file must be read anew, because a line was corrected or all pages are to be compared; `false` from then
    /// on.
    pub(crate) fn take_corrected(&mut self, path: &Path) -> bool {
        self.corrected.remove(path)
    }

    /// Returns whether recognition of this file's pages was requested in this run.
    pub(crate) fn is_to_recognise(&self, path: &Path) -> bool {
        self.to_recognise.contains(path)
    }

    /// Returns the page recogniser if recognition of this file was requested; otherwise `None`.
    pub(crate) fn recogniser_for(&self, path: &Path) -> Option<Arc<PageRecogniser>> {
        let wanted = self.to_recognise.contains(path);
        wanted.then(|| self.recogniser.clone()).flatten()
    }

    /// Records that image files of the batch were passed over.
    pub(crate) fn note_pictures(&mut self) {
        self.with_pictures.extend(self.batch.iter().cloned());
    }

    /// Adds the image files that were passed over to what waits to be read, with recognition. Fails without models.
    pub(crate) fn enqueue_pictures(&mut self, pictures: PictureFiles) -> Result<(), ModelsError> {
        self.recogniser()?;
        self.queue_pictures(pictures);
        Ok(())
    }

    fn queue_pictures(&mut self, pictures: PictureFiles) {
        // Those requested before may still wait for the end of a batch.
        let mut paths = self
            .take_pictures()
            .map_or_else(Vec::new, |(paths, _)| paths);
        paths.append(&mut self.with_pictures);
        self.pictures = (!paths.is_empty()).then_some((paths, pictures));
    }

    /// Takes the paths whose image files wait to be read, and the kind of documents that they become; `None` if none wait.
    pub(crate) fn take_pictures(&mut self) -> Option<(Vec<PathBuf>, PictureFiles)> {
        self.pictures.take()
    }

    /// Takes all paths that wait to be read; `None` if none do.
    pub(crate) fn take_queue(&mut self) -> Option<Vec<PathBuf>> {
        (!self.queue.is_empty()).then(|| std::mem::take(&mut self.queue))
    }

    /// Takes a path that waits to be read again; `None` if none does.
    pub(crate) fn take_again(&mut self) -> Option<PathBuf> {
        self.again.pop()
    }

    /// Starts to read a batch; `present` are the documents in the list already.
    pub(crate) fn read(&mut self, paths: Vec<PathBuf>, present: &[Document], settings: Settings) {
        self.batch.clone_from(&paths);
        self.session.start(Session::start(paths, present, settings));
    }

    /// Starts to read one document again.
    pub(crate) fn read_again(&mut self, document: &Document, settings: Settings) {
        self.session.start(Session::again(document, settings));
    }

    /// Starts to read a saved check, in place of whatever runs or waits.
    pub(crate) fn reopen(&mut self, rows: Vec<CheckRow>, found_in: &FoundIn, settings: Settings) {
        self.renewing.end();
        self.with_pictures.clear();
        self.pictures = None;
        self.queue.clear();
        self.again.clear();
        (self.session).start(Session::reopen(rows, found_in, settings));
    }

    /// Starts to renew the fingerprints of all documents.
    pub(crate) fn renew(
        &mut self,
        documents: &[Document],
        recipe: Recipe,
        threads: Option<usize>,
        library: Option<Arc<dyn Store>>,
    ) {
        let by = Fingerprinting::from(recipe);
        (self.renewing).start(Renewing::start(documents, by, threads, library));
    }

    /// Ends the renewal without a result; returns whether one was running.
    pub(crate) fn drop_renewal(&mut self) -> bool {
        self.renewing.end()
    }

    /// Requests the end of the running work, and returns whether there is any. What was read stays.
    pub(crate) fn cancel(&self) -> bool {
        self.session.cancel() | self.renewing.cancel()
    }

    /// Returns the events of the session, of which the last one is `Done`; `None` if none runs. Cancelling a session also drops the
    /// waiting paths.
    pub(crate) fn session_events(&mut self) -> Option<Vec<Event>> {
        if !self.session.is_running() {
            return None;
        }
        let events = (self.session).poll(EVENTS, |event| matches!(event, Event::Done { .. }));
        if let Some(Event::Done { cancelled: true }) = events.last() {
            self.queue.clear();
            self.again.clear();
            self.pictures = None;
        }
        Some(events)
    }

    /// Returns the events of the renewal, of which the last one is `Done`.
    pub(crate) fn renewal_events(&mut self) -> Vec<RenewEvent> {
        (self.renewing).poll(EVENTS, |event| matches!(event, RenewEvent::Done(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_files_requested_twice_are_read_once() {
        let mut reading = Reading::new(Isolation::Thread);
        reading.batch = vec!["scans".into()];
        reading.note_pictures();
        reading.queue_pictures(PictureFiles::Each);
        reading.queue_pictures(PictureFiles::Together);
        let scans = vec![PathBuf::from("scans")];
        assert_eq!(
            reading.take_pictures(),
            Some((scans, PictureFiles::Together))
        );
        assert_eq!(reading.take_pictures(), None);
    }
}
