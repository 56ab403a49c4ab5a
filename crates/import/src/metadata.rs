//! Information that a file states about how it was made: evidence for a person, never part of the comparison of texts.

use serde::{Deserialize, Serialize};

/// Author, dates and programs of a file. Everything except the hashes is the file's own claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// SHA-256 of the file, 64 lower-case hex digits: of the text for an article from a dump, and empty for text that
    /// was not in a file.
    pub sha256: String,
    /// Title in the file's properties; `None` if the file states none.
    pub title: Option<String>,
    /// Author; `None` if the file states none.
    pub author: Option<String>,
    /// Person who saved the file last; `None` if the file does not say.
    pub last_editor: Option<String>,
    /// Company or school to which the program is registered, or publisher of an e-book; `None` if the file does not
    /// say.
    pub company: Option<String>,
    /// Name of the program with which the file was written; `None` if the file does not say.
    pub application: Option<String>,
    /// Time of creation, in RFC 3339 if the file's format allows, else as the file states it; `None` if it states none.
    pub created: Option<String>,
    /// Time of the last change, in the form of `created`; `None` if the file states none.
    pub modified: Option<String>,
    /// Number of times the file was saved (docx, odt); `None` if the file does not say.
    pub revision: Option<u32>,
    /// Total editing time in minutes (docx, odt); `None` if the file does not say.
    pub editing_minutes: Option<u32>,
    /// Word's revision ids (`w:rsid`) in ascending order, each once. Files that share some of them come from the same
    /// file.
    pub revision_ids: Vec<u32>,
    /// Program that wrote the pdf; `None` for other formats, and if the pdf does not say.
    pub pdf_producer: Option<String>,
    /// Document id of a pdf: two parts as hex digits. The first part stays the same when the file is changed. Empty for
    /// other formats and for a pdf without an id.
    pub pdf_id: Vec<String>,
    /// Embedded pictures, in the order of their names (docx) or pages (pdf).
    pub pictures: Vec<Picture>,
    /// Extension of source files in the language of a notebook's code, in lower case, such as `cpp`; `None` for other formats, and if the
    /// notebook does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_language: Option<String>,
    /// Web address of an article from a dump; `None` for files, and if the dump does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Licence of an article from a dump; `None` for files, and if the dump does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
}

/// Embedded picture of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Place of the picture: in a docx, the name of its part (`word/media/image1.png`); in a pdf, the page number
    /// (`12`).
    pub place: String,
    /// SHA-256 of the stored bytes, as 64 lower-case hex digits.
    pub sha256: String,
    /// Perceptual hash of 64 bits (gradient of an 8 x 8 reduction): hashes of similar pictures differ in few bits.
    /// `None` for a picture that cannot be decoded.
    pub perceptual: Option<u64>,
    /// Width and height in pixels; `None` if the header cannot be read (emf, wmf) or the picture comes from an older
    /// reader.
    #[serde(default)]
    pub size: Option<(u32, u32)>,
    /// Number of stored bytes; 0 for a picture from an older reader.
    #[serde(default)]
    pub bytes: u64,
    /// Offset of the picture in the text, in Unicode scalar values; `None` if the reader does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}
