//! Recognition of the pages of a pdf that are only pictures, or whose text is garbled: which pages, the asking in a
//! worker process, and the text with what was read.

mod asking;
mod folders;
mod merging;
mod serving;
mod wanted;
mod wire;

use std::path::Path;

pub use asking::{PageRecogniser, RECOGNITION_COMMAND};
pub use folders::model_folders;
pub use serving::run_recognition_worker;
pub use wanted::pages_to_recognise;

use super::{Extracted, Importer, Stop};

/// Watching eyes on recognition.
pub struct RecognitionWatch<'w> {
    /// Whether the person cancelled.
    pub cancelled: &'w dyn Fn() -> bool,
    /// Called after each page with the number of pages done, and of all.
    pub progress: &'w dyn Fn(usize, usize),
}

impl PageRecogniser {
    /// Reads the pages of a file that need it ([`pages_to_recognise`]) and puts what was read into its text. A page that
    /// cannot be read keeps its text and is named in a warning.
    pub fn complete(
        &self,
        importer: &Importer,
        path: &Path,
        extracted: Extracted,
        watch: &RecognitionWatch<'_>,
    ) -> Result<Extracted, Stop> {
        let pages = pages_to_recognise(&extracted);
        if pages.is_empty() {
            return Ok(extracted);
        }
        let content = importer.sized_content(path, watch.cancelled)?;
        let done = |done: usize| (watch.progress)(done, pages.len());
        done(0);
        let read = self.read(content, &pages, watch.cancelled, &done);
        let answers = read.ok_or(Stop::Cancelled)?;
        Ok(merging::merged(extracted, answers, self.version()))
    }
}
