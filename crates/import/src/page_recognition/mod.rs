//! Recognition of pages that are only pictures, or whose text is garbled: chooses the pages, has worker processes
//! recognise them, and merges the result into the text.

mod asking;
mod folders;
mod layer;
mod merging;
mod pictures;
mod remembered;
mod serving;
mod side_by_side;
mod wanted;
mod wire;

use std::path::Path;
use std::sync::Arc;

pub use asking::{PageRecogniser, RECOGNITION_COMMAND};
pub use folders::model_folders;
pub use layer::SAMPLED_PAGES;
pub use remembered::{KeptPages, correct_line, page_hash};
pub use serving::run_recognition_worker;
pub use wanted::pages_to_recognise;
pub use wanted::pictures_like_pages;
pub use wire::PageHash;

use super::{Extracted, ImportCause, ImportError, Importer, Stop};
use side_by_side::Asking;

/// Callbacks that report the progress of recognition and can cancel it.
pub struct RecognitionWatch<'w> {
    /// Callback that returns `true` once the person has cancelled.
    pub cancelled: &'w dyn Fn() -> bool,
    /// Callback that receives, at the start and after each page, the number of finished pages and the total number of pages.
    pub progress: &'w dyn Fn(usize, usize),
}

impl PageRecogniser {
    /// Recognises the pages of a file that need it ([`pages_to_recognise`]), or takes them from `kept`, and inserts the result into the
    /// file's text. `None` for `kept` keeps pages in memory only. A page of a pdf or image document that cannot be read keeps its text
    /// and is named in a warning; a picture in a docx that cannot be read adds no text and is counted in a warning. Fails for an image
    /// document if none of its pages can be read, if the file cannot be opened, or if the person cancels.
    pub fn complete(
        &self,
        importer: &Importer,
        path: &Path,
        extracted: Extracted,
        kept: Option<&Arc<dyn KeptPages>>,
        watch: &RecognitionWatch<'_>,
    ) -> Result<Extracted, Stop> {
        let pages = pages_to_recognise(&extracted);
        if pages.is_empty() {
            return Ok(extracted);
        }
        let asking = Asking {
            importer,
            path,
            kept,
            own_fonts_only: false,
        };
        let answers = self.ask(&asking, &pages, watch)?;
        let is_of_files = pages.len() == extracted.pages.len() && extracted.reader.is_none();
        if let (true, Some((_, Err(detail)))) = (is_of_files, answers.first())
            && answers.iter().all(|(_, found)| found.is_err())
        {
            return Err(Stop::Failed(ImportError {
                file: path.to_owned(),
                cause: ImportCause::Damaged {
                    detail: detail.clone(),
                },
            }));
        }
        Ok(if extracted.pages.is_empty() {
            pictures::merged(extracted, answers, self.version())
        } else {
            merging::merged(extracted, answers, self.version())
        })
    }
}
