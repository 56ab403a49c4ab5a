//! Cache of vectors of texts that no library keeps, while the program runs, so that a cancelled search goes on where it
//! ended.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chachong_semantics::Encoded;

/// Key of a text: SHA-256 of the version of model and windows, the text, and its left-out spans.
pub(super) type TextKey = [u8; 32];

/// Cache in memory of the window vectors of texts that no library stores, about 170 bytes per window. A window is a short run of
/// sentences.
#[derive(Debug, Default)]
pub struct KeptVectors(Mutex<HashMap<TextKey, Arc<Encoded>>>);

impl KeptVectors {
    /// Returns the vectors of a text; `None` if they were not computed.
    pub(super) fn get(&self, key: &TextKey) -> Option<Arc<Encoded>> {
        self.lock().get(key).map(Arc::clone)
    }

    /// Keeps the vectors of a text.
    pub(super) fn put(&self, key: TextKey, encoded: Arc<Encoded>) {
        self.lock().insert(key, encoded);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TextKey, Arc<Encoded>>> {
        // Each change of the map is whole, whatever happened to the thread that made it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
