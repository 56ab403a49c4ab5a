//! Reading of files on all cores: texts that the library contains are loaded from there, the others from the files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::job::Reporter;
use crate::{Event, kept, kept_pages};
use chachong_check::{
    DocumentContent, MemoryRoom, Settings, TextStore, fingerprint_by, in_pool, try_specimens,
};
use chachong_import::{
    Archives, Extracted, Format, ImportCause, Importer, PageRecogniser, RecognitionWatch, Stop,
    document_format, interruptible,
};
use chachong_library::{LibraryError, Store};

/// Reads all documents with `one`, on all cores. Sends an event before and after each document, and `Done` at the end.
/// `one` receives a position and returns `None` if it was cancelled.
pub(super) fn read_all(
    documents: usize,
    settings: &Settings,
    reporter: &Reporter<Event>,
    one: &(dyn Fn(usize) -> Option<Result<DocumentContent, ImportCause>> + Sync),
) {
    let all = || {
        (0..documents)
            .into_par_iter()
            .with_max_len(1)
            .for_each(|document| {
                if reporter.is_cancelled() {
                    return;
                }
                reporter.tell(Event::Reading { document });
                if let Some(outcome) = one(document) {
                    reporter.tell(Event::Read { document, outcome });
                }
            });
    };
    in_pool(settings.threads, all);
    reporter.tell(Event::Done {
        cancelled: reporter.is_cancelled(),
    });
}

/// Reader of a session's files: loads texts that the library contains, reads the others, and stores them there.
pub(super) struct Reader<'s> {
    settings: &'s Settings,
    importer: Importer,
    /// Store for texts that no library keeps; `None`: they stay in memory.
    store: Option<Arc<TextStore>>,
    reporter: &'s Reporter<Event>,
    /// Whether the library failed to store something; this is reported only once.
    not_kept: AtomicBool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(
        settings: &'s Settings,
        archives: Archives,
        reporter: &'s Reporter<Event>,
    ) -> Self {
        Self {
            settings,
            importer: Importer::new(settings.isolation.clone(), settings.limits)
                .with_archives(archives),
            // Without room for temporary files the texts stay in memory.
            store: TextStore::new().ok().map(Arc::new),
            reporter,
            not_kept: AtomicBool::new(false),
        }
    }

    /// Returns the version of recognition; `None` if pictures are not read.
    fn recognition(&self) -> Option<&str> {
        self.settings
            .recognition
            .as_deref()
            .map(PageRecogniser::version)
    }

    /// Reads the pages of a text that are only pictures and compares its other text with its pages, as the settings request.
    fn recognised(
        &self,
        document: usize,
        path: &Path,
        extracted: Extracted,
    ) -> Result<Extracted, Stop> {
        let Some(recogniser) = &self.settings.recognition else {
            return Ok(extracted);
        };
        let watch = RecognitionWatch {
            cancelled: &|| self.reporter.is_cancelled(),
            progress: &|done, of| {
                (self.reporter).tell(Event::Recognising { document, done, of });
            },
        };
        let kept = kept_pages(self.library(), &extracted.metadata.sha256, recogniser);
        let importer = &self.importer;
        let completed = recogniser.complete(importer, path, extracted, Some(&kept), &watch)?;
        let count = self.settings.compared_pages;
        recogniser.compare_layer(importer, path, completed, Some(&kept), (count, &watch))
    }

    /// Returns whether a file is no longer the one with the SHA-256 `read`; `false` for a file that cannot be read now.
    pub(super) fn has_changed(&self, path: &Path, read: &str) -> bool {
        let now = kept::hash(path, &self.importer, &|| self.reporter.is_cancelled());
        now.is_some_and(|now| chachong_import::hex(&now) != read)
    }

    /// Reads a file, the one at the position `document`; `None` if cancelled.
    pub(super) fn read(
        &self,
        document: usize,
        path: &Path,
        name: &str,
    ) -> Option<Result<DocumentContent, ImportCause>> {
        tracing::debug!(document = document + 1, name, "reading");
        let outcome = self.read_unlogged(document, path, name);
        if let Some(Err(cause)) = &outcome {
            let format = document_format(path).map_or("", Format::name);
            let number = document + 1;
            tracing::warn!(document = number, format, cause = cause.key(), "not read");
            tracing::debug!(document = number, name, %cause, "not read");
        }
        outcome
    }

    fn read_unlogged(
        &self,
        document: usize,
        path: &Path,
        name: &str,
    ) -> Option<Result<DocumentContent, ImportCause>> {
        let by = &self.settings.by;
        let cancelled = &|| self.reporter.is_cancelled();
        let encoding = self.settings.encodings.get(path).copied();
        let place = self
            .library()
            .and_then(|library| {
                kept::FileToRead::of(library, path, name, encoding, self.recognition())
            })
            .map(|place| place.comparing(self.settings.compared_pages > 0))
            .map(|place| place.copying(self.store.as_ref()));
        if let Some(place) = place.as_ref().filter(|_| !self.settings.anew) {
            match place.known(by, &self.importer, cancelled) {
                Ok(Some(reading)) => return Some(Ok(reading)),
                Ok(None) => {}
                Err(error) => self.complain(error),
            }
        }
        let mut left = self.importer.time();
        let reading = self
            .importer
            .extract_within(path, encoding, &mut left, cancelled)
            .and_then(|extracted| self.recognised(document, path, extracted))
            .and_then(|extracted| {
                // The wait for other large texts is no time of this file.
                let room = MemoryRoom::for_reading(extracted.text.len(), cancelled)
                    .ok_or(Stop::Cancelled)?;
                // A text of 10 MB takes seconds to segment: a cancel must not wait for it. Recognition has limits of its
                // own, a page at a time.
                let (by, name) = (by.clone(), name.to_owned());
                let path_of_source = path.to_owned();
                interruptible(path, &mut left, cancelled, move || {
                    let mut reading = fingerprint_by(&extracted, &by);
                    reading.find_record(&name, &extracted.text);
                    try_specimens(&path_of_source, &extracted, &reading);
                    // A thread that is left behind keeps its room until it ends.
                    drop(room);
                    (extracted, reading)
                })
            });
        let (extracted, mut reading) = match reading {
            Ok(read) => read,
            Err(Stop::Failed(error)) => return Some(Err(error.cause)),
            Err(Stop::Cancelled) => return None,
        };
        // The library may have failed meanwhile.
        if let Some(place) = place.filter(|_| self.library().is_some()) {
            match place.keep(&extracted, &mut reading, by) {
                Ok(()) => return Some(Ok(reading)),
                Err(error) => self.complain(error),
            }
        }
        if let Some(store) = &self.store {
            reading.text = reading.text.stored(store);
        }
        Some(Ok(reading))
    }

    fn library(&self) -> Option<&Arc<dyn Store>> {
        let library = self.settings.library.as_ref()?;
        (!self.not_kept.load(Ordering::Relaxed)).then_some(library)
    }

    fn complain(&self, error: LibraryError) {
        if !self.not_kept.swap(true, Ordering::Relaxed) {
            tracing::error!(cause = error.key(), "the library keeps no more texts");
            self.reporter.tell(Event::NotKept { error });
        }
    }
}
