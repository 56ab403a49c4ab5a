//! What a file says about its own making: evidence for a person, never part of the comparison of texts. Knows nothing
//! of how it is read or shown.

use serde::{Deserialize, Serialize};

/// Who made a file, when and with what. Everything is the file's own claim except the hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// SHA-256 of the file, 64 lower-case hex digits.
    pub sha256: String,
    /// Title property.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Who saved it last.
    pub last_editor: Option<String>,
    /// Company or school the program is registered to.
    pub company: Option<String>,
    /// The program it was written with.
    pub application: Option<String>,
    /// When it was made, as RFC 3339 where the file's form allows, else as it stands.
    pub created: Option<String>,
    /// When it was changed last, in the same form.
    pub modified: Option<String>,
    /// How often it was saved (docx).
    pub revision: Option<u32>,
    /// Total editing time in minutes (docx).
    pub editing_minutes: Option<u32>,
    /// Word's revision ids (`w:rsid`), sorted, each once: two files that share some came from one file.
    pub revision_ids: Vec<u32>,
    /// The program that wrote the pdf.
    pub pdf_producer: Option<String>,
    /// The two parts of a pdf's document id, as hex digits: the first stays when a file is changed.
    pub pdf_id: Vec<String>,
    /// Embedded pictures, in the order of their names or pages.
    pub pictures: Vec<Picture>,
}

/// One embedded picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Where it is: the name inside a docx, the page of a pdf (`12`).
    pub place: String,
    /// SHA-256 of its stored bytes, 64 lower-case hex digits.
    pub sha256: String,
    /// 64-bit perceptual hash (gradient of an 8 x 8 reduction): near pictures differ in few bits. `None` where the picture
    /// is of a form that cannot be decoded.
    pub perceptual: Option<u64>,
}
