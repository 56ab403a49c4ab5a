//! Reading of files on all cores: from the library what it knows, the rest from the file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use rayon::prelude::*;

use super::pool::in_pool;
use super::{Event, Fingerprinting, Reading, Settings, TextStore, fingerprint_by, kept};
use crate::import::{ImportCause, Importer, Stop, interruptible};
use crate::library::{LibraryError, Store};
use crate::text::warm_up;

/// Returns a function that sends events. If the receiver is gone, it cancels, and the work ends at the next file.
pub(super) fn telling<'t>(
    events: &'t Sender<Event>,
    cancelled: &'t AtomicBool,
) -> impl Fn(Event) + Sync + 't {
    move |event| {
        if events.send(event).is_err() {
            cancelled.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs `one` for all documents on all cores, and sends an event for each and at the end.
pub(super) fn read_all(
    documents: usize,
    settings: &Settings,
    tell: &(dyn Fn(Event) + Sync),
    cancelled: &AtomicBool,
    one: &(dyn Fn(usize) -> Option<Result<Reading, ImportCause>> + Sync),
) {
    let all = || {
        (0..documents)
            .into_par_iter()
            .with_max_len(1)
            .for_each(|document| {
                if cancelled.load(Ordering::Relaxed) {
                    return;
                }
                tell(Event::Reading { document });
                if let Some(outcome) = one(document) {
                    tell(Event::Read { document, outcome });
                }
            });
    };
    warm_up();
    in_pool(settings.threads, all);
    tell(Event::Done {
        cancelled: cancelled.load(Ordering::Relaxed),
    });
}

/// Reader of a session's files: takes from the library what it knows, reads the rest and keeps it there.
pub(super) struct Reader<'s> {
    settings: &'s Settings,
    by: Fingerprinting,
    importer: Importer,
    /// Store for texts that no library keeps; `None`: they stay in memory.
    store: Option<Arc<TextStore>>,
    tell: &'s (dyn Fn(Event) + Sync),
    /// Whether the library failed, which was reported then.
    not_kept: AtomicBool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(settings: &'s Settings, tell: &'s (dyn Fn(Event) + Sync)) -> Self {
        Self {
            settings,
            by: settings.fingerprinting(),
            importer: Importer::new(settings.isolation.clone(), settings.limits),
            // Without room for temporary files the texts stay in memory.
            store: TextStore::new().ok().map(Arc::new),
            tell,
            not_kept: AtomicBool::new(false),
        }
    }

    /// Reads a file; `None` if cancelled.
    pub(super) fn read(
        &self,
        path: &Path,
        name: &str,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Result<Reading, ImportCause>> {
        let by = &self.by;
        let encoding = self.settings.encodings.get(path).copied();
        let place = self
            .library()
            .and_then(|library| kept::Place::of(library, path, name, encoding));
        if let Some(place) = &place {
            match place.known(by) {
                Ok(Some(reading)) => return Some(Ok(reading)),
                Ok(None) => {}
                Err(error) => self.complain(error),
            }
        }
        let reading = self
            .importer
            .extract(path, encoding, cancelled)
            .and_then(|extracted| {
                // A text of 100 MB takes seconds to segment: a cancel must not wait for it.
                let by = by.clone();
                interruptible(path, self.settings.limits.time, cancelled, move || {
                    let reading = fingerprint_by(&extracted, &by);
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
            (self.tell)(Event::NotKept { error });
        }
    }
}
