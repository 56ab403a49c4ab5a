//! Recognition of the pages of a file that are only pictures, or whose text is garbled: which pages, the asking in a
//! worker process, and the text with what was read.

mod asking;
mod folders;
mod layer;
mod merging;
mod pictures;
mod remembered;
mod serving;
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
pub(crate) use wanted::pictures_like_pages;
pub use wire::PageHash;

use super::{Extracted, ImportCause, ImportError, Importer, PageName, Stop};
use asking::{Answers, Asked};

/// Number of deaths of workers over one file after which the rest of its pages stays unread.
const DEATHS: usize = 3;

/// Watching eyes on recognition.
pub struct RecognitionWatch<'w> {
    /// Whether the person cancelled.
    pub cancelled: &'w dyn Fn() -> bool,
    /// Called after each page with the number of pages done, and of all.
    pub progress: &'w dyn Fn(usize, usize),
}

/// File of which pages are asked for.
#[derive(Clone, Copy)]
struct Asking<'a> {
    importer: &'a Importer,
    path: &'a Path,
    kept: Option<&'a Arc<dyn KeptPages>>,
    /// Whether pages that are drawn with fonts which the file does not hold are left unread.
    own_fonts_only: bool,
}

impl PageRecogniser {
    /// Reads the pages of a file that need recognition ([`pages_to_recognise`]), or finds them in `kept`, and puts what
    /// was read into the file's text. A page that cannot be read keeps its text and is named in a warning; of an image
    /// file none of whose pages can be read the error says why.
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

    /// Reads pages of a file, or finds them in its keeper.
    fn ask(
        &self,
        asking: &Asking<'_>,
        pages: &[PageName],
        watch: &RecognitionWatch<'_>,
    ) -> Result<Answers, Stop> {
        let mut answers = Answers::new();
        let mut deaths = 0;
        (watch.progress)(0, pages.len());
        while answers.len() < pages.len() && deaths < DEATHS {
            let before = answers.len();
            let (content, bytes, format) = (asking.importer).open(asking.path, watch.cancelled)?;
            let asked = Asked {
                format,
                content: (content, bytes),
                kept: asking.kept.cloned(),
                own_fonts_only: asking.own_fonts_only,
            };
            let done = |done: usize| (watch.progress)(before + done, pages.len());
            let read = self.read(asked, &pages[before..], watch.cancelled, &done);
            answers.extend(read.ok_or(Stop::Cancelled)?);
            // The answers end early with a page of which the worker died; the pages after it are not to blame.
            deaths += 1;
        }
        let rest = pages[answers.len()..].iter();
        let failed = "several pages of this file ended the program that reads them";
        answers.extend(rest.map(|page| (page.clone(), Err(failed.to_owned()))));
        Ok(answers)
    }
}
