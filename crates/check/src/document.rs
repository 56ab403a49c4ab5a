//! Document of a check: a file and the result of reading it.

use std::path::PathBuf;
use std::sync::Arc;

use chachong_record::BibliographicRecord;

use super::KeptText;
use chachong_compare::{Counted, Fingerprinted};
use chachong_import::{Format, ImportCause, LayerCheck, Metadata, Warning, pictures_like_pages};
use chachong_library::{DocumentId, KeptSubmission, Origin, Store};
use chachong_simhash::Fingerprint;
use chachong_submission::plain_name;
use chachong_text::ExclusionReason;

/// Prefix of the names of library documents in a check.
pub const LIBRARY_PREFIX: &str = "library:";

/// One file of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Name in tables and reports, unique in the check. A library document's name begins with [`LIBRARY_PREFIX`].
    pub name: String,
    /// Whether the document is checked, or comes from a library and is listed because it resembles a checked one. A
    /// check's documents are sorted by origin, then name.
    pub origin: Origin,
    /// Path of the file. That of a library document need not exist any more.
    pub path: PathBuf,
    /// Format that the extension of the file states, otherwise the format of its content; `None` for a folder that could not be entered.
    /// The file may have been read in another format ([`Self::read_format`]).
    pub format: Option<Format>,
    /// Name of the library in which the document was found; `None` for a checked document, and if a saved check does not state
    /// it.
    pub library: Option<Arc<str>>,
    /// Submission by which a document came into its library, with who handed it in; `None` for a checked document, and if the
    /// library keeps no submission or several people handed it in.
    pub kept_submission: Option<Arc<KeptSubmission>>,
    /// Result of reading; `None` while the file waits, or if the check was cancelled before.
    pub outcome: Option<Result<DocumentContent, ImportCause>>,
}

/// Everything that is kept about a document that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentContent {
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Number of countable characters: those that a reader sees, without white space and without excluded text such as page headers.
    pub countable: u64,
    /// Document number in the library; `None` if no library keeps the document.
    pub kept: Option<DocumentId>,
    /// Fingerprint of the text; `None` with too few different terms.
    pub fingerprint: Option<Fingerprint>,
    /// Offset of the start of each page, in Unicode scalar values of the text; empty for formats without pages.
    pub pages: Vec<u64>,
    /// Encoding of a text format (txt, html, md, csv, source code); `None` for other formats.
    pub encoding: Option<String>,
    /// Name of the reader that found the text, for formats with several; `None` for others.
    pub reader: Option<String>,
    /// Metadata of the file: who made it, when and how.
    pub metadata: Box<Metadata>,
    /// Bibliographic record: who wrote what, as the file and its name state it. Empty for a text that was read outside
    /// a check.
    pub record: Box<BibliographicRecord>,
    /// Warnings for the person, the most serious first.
    pub warnings: Vec<Warning>,
    /// Comparison of a pdf's text with what its pages show; `None` if none was made.
    pub layer: Option<Arc<LayerCheck>>,
    /// Text, for comparing and showing passages.
    pub text: KeptText,
    /// Countable characters of the text, with its sections and quotations.
    pub counted: Arc<Counted>,
}

/// Status of reading a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Read; there may be notes.
    Ok,
    /// Read, with a warning that something is wrong or should be looked at.
    Warning,
    /// Not read.
    Failed,
    /// Not read yet, or the check was cancelled before the document was read.
    Waiting,
}

impl Status {
    /// Returns the name used in CSV and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
        }
    }
}

impl Document {
    /// Makes a document to be checked, with its name as its path. `outcome` is the result of reading it; `None` while it waits.
    #[must_use]
    pub fn checked(
        name: impl Into<String>,
        format: Option<Format>,
        outcome: Option<Result<DocumentContent, ImportCause>>,
    ) -> Self {
        let name = name.into();
        Self {
            path: PathBuf::from(&name),
            name,
            origin: Origin::Checked,
            format,
            library: None,
            kept_submission: None,
            outcome,
        }
    }

    /// Returns the content of the document; `None` if it could not be read or has not been read yet.
    #[must_use]
    pub fn content(&self) -> Option<&DocumentContent> {
        self.outcome.as_ref()?.as_ref().ok()
    }

    /// Returns the format in which the document was read, which follows from its content and may differ from its extension. If the
    /// document has not been read, or its reader names no format, returns [`Self::format`].
    #[must_use]
    pub fn read_format(&self) -> Option<Format> {
        let reader = self.content().and_then(|content| content.reader.as_deref());
        let of_content = reader.and_then(|reader| reader.split(" (").next());
        of_content.and_then(Format::named).or(self.format)
    }

    /// Returns the reason why the document could not be read; `None` if it was read or has not been read yet.
    #[must_use]
    pub fn failure(&self) -> Option<&ImportCause> {
        self.outcome.as_ref()?.as_ref().err()
    }

    /// Returns the status of reading.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.outcome {
            None => Status::Waiting,
            Some(Err(_)) => Status::Failed,
            Some(Ok(content)) if content.warnings.iter().all(Warning::is_note) => Status::Ok,
            Some(Ok(_)) => Status::Warning,
        }
    }

    /// Returns the fingerprint; `None` if the document was not read or has too few different terms.
    #[must_use]
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.content()?.fingerprint
    }

    /// Returns the fingerprint, length and origin, which the comparison of fingerprints needs.
    #[must_use]
    pub fn fingerprinted(&self) -> Fingerprinted {
        Fingerprinted {
            fingerprint: self.fingerprint(),
            characters: self.content().map_or(0, |content| content.countable),
            of_library: self.origin == Origin::Library,
        }
    }
}

impl DocumentContent {
    /// Sets [`Self::kept`] to the document's number in `library`, or to `None` if that library does not keep its text: in another
    /// library the same number belongs to another document.
    pub fn number_by(&mut self, library: &Arc<dyn Store>) {
        let own = (self.text.library()).filter(|(other, _)| Arc::ptr_eq(other, library));
        self.kept = own.map(|(_, number)| number);
    }

    /// Finds the bibliographic record from the document's name in the check and its text, and stores it in [`Self::record`].
    pub fn find_record(&mut self, name: &str, text: &str) {
        let (marks, exclusions) = (&self.counted.marks, self.text.exclusions());
        let record =
            BibliographicRecord::of(&plain_name(name), text, marks, exclusions, &self.metadata);
        *self.record = record;
    }

    /// Returns the number of pages that text recognition could still read: pages of a pdf or image file that are only
    /// pictures or garbled, and pictures in a docx that look like pages.
    #[must_use]
    pub fn unrecognised_pages(&self) -> usize {
        let pages = |warning: &Warning| match warning {
            Warning::NoTextLayer | Warning::Garbled { .. } => self.pages.len(),
            Warning::PagesWithoutText { pages } => pages.len(),
            _ => 0,
        };
        if self.text.has_recognition() {
            return 0;
        }
        if self.pages.is_empty() {
            return pictures_like_pages(&self.metadata, self.countable).count();
        }
        self.warnings.iter().map(pages).max().unwrap_or_default()
    }

    /// Returns whether the file has prose that can be compared.
    #[must_use]
    pub const fn has_prose(&self) -> bool {
        self.countable > 0
    }

    /// Returns whether the file is program code or data, without prose that can be compared.
    #[must_use]
    pub fn is_only_code(&self) -> bool {
        !self.has_prose() && self.has_code()
    }

    /// Returns whether the reader found program code or data in the file, which are compared by other rules than prose.
    #[must_use]
    pub fn has_code(&self) -> bool {
        let mut exclusions = self.text.exclusions().iter();
        exclusions.any(|one| one.reason == ExclusionReason::Code)
    }

    /// Returns the number of characters, white space included, of the program code and data that the reader found in the file and that
    /// are compared by other rules than prose.
    #[must_use]
    pub fn code_characters(&self) -> u32 {
        let exclusions = self.text.exclusions().iter();
        let code = exclusions.filter(|one| one.reason == ExclusionReason::Code);
        let code = code.map(|one| one.end.min(self.characters).saturating_sub(one.start));
        u32::try_from(code.fold(0, u64::saturating_add)).unwrap_or(u32::MAX)
    }

    /// Replaces the fingerprint by one made with another recipe, and updates the warning about too few terms.
    pub fn set_fingerprint(&mut self, fingerprint: Option<Fingerprint>) {
        self.fingerprint = fingerprint;
        self.warn_of_few_terms();
    }

    /// Adds the warning or the note that the text has too few different terms for a fingerprint, drops an outdated one, and sorts
    /// the warnings. Code and data need no fingerprint. In a plain text file nothing can be hidden, so there it is only a note.
    pub fn warn_of_few_terms(&mut self) {
        (self.warnings).retain(|one| !matches!(one, Warning::TooFewTerms | Warning::FewWords));
        let has_no_text = self.warnings.contains(&Warning::NoText)
            || self.warnings.contains(&Warning::NoTextLayer);
        if self.fingerprint.is_none() && !has_no_text && !self.has_code() {
            self.warnings.push(match self.encoding {
                Some(_) => Warning::FewWords,
                None => Warning::TooFewTerms,
            });
        }
        Warning::sort(&mut self.warnings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint;
    use chachong_import::decode_text;

    #[test]
    fn the_content_tells_in_which_format_a_file_was_read() {
        let read_format = |reader: Option<&str>| {
            let content = DocumentContent {
                reader: reader.map(str::to_owned),
                ..fingerprint(&decode_text("夜间的图书馆".as_bytes()).unwrap())
            };
            Document::checked("a.docx", Some(Format::Docx), Some(Ok(content))).read_format()
        };
        assert_eq!(read_format(Some("pdf (hayro)")), Some(Format::Pdf));
        assert_eq!(read_format(Some("rtf")), Some(Format::Rtf));
        assert_eq!(read_format(Some("wordprocessingml")), Some(Format::Docx));
        assert_eq!(read_format(None), Some(Format::Docx));
    }
}
