//! Reading of files: the session that reads a batch, the renewal of fingerprints by another recipe, and the paths that
//! wait for their turn.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::work::event_stream::EventStream;
use chachong_check::Settings;
use chachong_import::{Isolation, PageRecogniser, PictureFiles, TextEncoding, model_folders};
use chachong_jobs::{Event, FoundIn, RenewEvent, Session};
use chachong_library::CheckRow;
use chachong_recognition::{ModelSize, ModelsError, find_models};

/// Maximum number of events of reading taken in one frame: enough not to hold up reading, few enough to keep the frame short.
pub(crate) const READING_EVENTS: usize = 500;

/// Running work of reading, and the paths that wait for it.
pub(crate) struct Reading {
    /// Session that reads a batch of files.
    pub(crate) session: EventStream<Event>,
    /// Renewal of the listed fingerprints by another recipe; none runs while a session does.
    pub(crate) renewing: EventStream<RenewEvent>,
    /// Paths dropped or chosen while another batch is being read.
    pub(crate) queue: Vec<PathBuf>,
    /// Paths of the batch that is read, or was read last.
    batch: Vec<PathBuf>,
    /// Paths of the batches in which image files were passed over, until these are queued.
    with_pictures: Vec<PathBuf>,
    /// Paths whose image files wait to be read, and the kind of documents that they become; `None` if none wait.
    pictures: Option<(Vec<PathBuf>, PictureFiles)>,
    /// Paths of checked files that wait to be read again; the last is read first.
    pub(crate) again: Vec<PathBuf>,
    /// Encodings that the person chose, by the file's path.
    pub(crate) encodings: HashMap<PathBuf, TextEncoding>,
    /// Paths of files whose pages the person wants recognised.
    to_recognise: HashSet<PathBuf>,
    /// Number of pages to compare with the look of the pages, by path of the PDF.
    compared: HashMap<PathBuf, usize>,
    /// Paths of files to read anew because a person has corrected a recognised line, or wants all pages compared with their look.
    corrected: HashSet<PathBuf>,
    /// Reader of pages that are only pictures; `None` until one is wanted.
    recogniser: Option<Arc<PageRecogniser>>,
    /// Process in which files are parsed.
    pub(crate) isolation: Isolation,
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

    /// Returns the settings for reading a checked file again: `settings`, with what the person requested for this file.
    pub(crate) fn settings_again(&mut self, path: &Path, settings: Settings) -> Settings {
        let is_recognised = self.to_recognise.contains(path);
        Settings {
            recognition: is_recognised.then(|| self.recogniser.clone()).flatten(),
            anew: self.corrected.remove(path),
            compared_pages: self.compared.get(path).copied().unwrap_or(0),
            ..settings
        }
    }

    /// Adds a file to those that wait to be read again, in `encoding` (`None`: detect it).
    pub(crate) fn enqueue_again(&mut self, path: PathBuf, encoding: Option<TextEncoding>) {
        match encoding {
            Some(encoding) => self.encodings.insert(path.clone(), encoding),
            None => self.encodings.remove(&path),
        };
        self.again.push(path);
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

    /// Adds a file, of which a person corrected a line, to those that wait to be read again.
    pub(crate) fn enqueue_corrected(&mut self, path: PathBuf) {
        self.to_recognise.insert(path.clone());
        self.corrected.insert(path.clone());
        self.again.push(path);
    }

    /// Returns whether recognition of this file's pages was requested in this run.
    pub(crate) fn is_to_recognise(&self, path: &Path) -> bool {
        self.to_recognise.contains(path)
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
        let mut paths = (self.pictures.take()).map_or_else(Vec::new, |(paths, _)| paths);
        paths.append(&mut self.with_pictures);
        self.pictures = (!paths.is_empty()).then_some((paths, pictures));
    }

    /// Takes the paths of the next batch: all that wait to be read, or else those whose image files wait, with the kind of documents
    /// that these become. `None` if none wait.
    pub(crate) fn take_batch(&mut self) -> Option<(Vec<PathBuf>, Option<PictureFiles>)> {
        let (paths, pictures) = if self.queue.is_empty() {
            let (paths, pictures) = self.pictures.take()?;
            (paths, Some(pictures))
        } else {
            (std::mem::take(&mut self.queue), None)
        };
        self.batch.clone_from(&paths);
        Some((paths, pictures))
    }

    /// Drops everything that waits to be read.
    pub(crate) fn drop_waiting(&mut self) {
        self.queue.clear();
        self.again.clear();
        self.pictures = None;
    }

    /// Starts to read a saved check, in place of whatever runs or waits.
    pub(crate) fn reopen(&mut self, rows: Vec<CheckRow>, found_in: &FoundIn, settings: Settings) {
        self.renewing.end();
        self.with_pictures.clear();
        self.drop_waiting();
        (self.session).start(Session::reopen(rows, found_in, settings));
    }

    /// Requests the end of the running work, and returns whether there is any. What was read stays.
    pub(crate) fn cancel(&self) -> bool {
        self.session.cancel() | self.renewing.cancel()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_files_requested_twice_are_read_once_after_the_paths_that_wait() {
        let mut reading = Reading::new(Isolation::Thread);
        reading.batch = vec!["scans".into()];
        reading.note_pictures();
        reading.queue_pictures(PictureFiles::Each);
        reading.queue_pictures(PictureFiles::Together);
        reading.queue.push("a.txt".into());
        reading.queue.push("b.txt".into());
        let paths = |names: &[&str]| -> Vec<PathBuf> { names.iter().map(PathBuf::from).collect() };
        assert_eq!(
            reading.take_batch(),
            Some((paths(&["a.txt", "b.txt"]), None))
        );
        assert_eq!(
            reading.take_batch(),
            Some((paths(&["scans"]), Some(PictureFiles::Together)))
        );
        assert_eq!(reading.take_batch(), None);
        reading.queue.push("c.txt".into());
        reading.again.push("a.txt".into());
        reading.drop_waiting();
        assert!(reading.take_batch().is_none() && reading.again.is_empty());
    }
}
