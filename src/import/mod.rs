//! A file -> its text, as the author wrote it. Knows nothing of fingerprints, sessions or screens.

mod discover;
mod docx;
mod encoding;
mod error;
mod isolate;
mod likelihood;
mod metadata;
mod pdf;
mod resync;
mod txt;
mod warning;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use discover::{Discovery, Source, discover};
pub use encoding::TextEncoding;
pub use error::{ImportCause, ImportError};
pub(crate) use isolate::interruptible;
pub use isolate::{Isolation, Stop, WORKER_COMMAND, run_worker};
pub use metadata::{Metadata, Picture};
pub use warning::{LISTED_PLACES, Places, Warning};

use serde::{Deserialize, Serialize};

use crate::text::{Exclusion, LineBreaks};

/// Files above this many bytes are refused with an error that says so.
pub const MAXIMUM_FILE_BYTES: u64 = 512 << 20;

/// The kind of a file, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text in any of the usual encodings.
    Txt,
    /// Word 2007 and later.
    Docx,
    /// PDF with a text layer.
    Pdf,
    /// A document that we know of but cannot read (doc, wps, odt, rtf, pages): a row that says so, not silence.
    Unsupported,
}

impl Format {
    /// The format that `path`'s ending names, whatever its case; `None` for what is no document.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Self::Txt),
            "docx" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            "doc" | "wps" | "wpt" | "odt" | "rtf" | "pages" | "docm" | "dot" | "dotx" | "caj"
            | "ceb" => Some(Self::Unsupported),
            _ => None,
        }
    }

    /// The name in CSV, JSON and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Docx => "docx",
            Self::Pdf => "pdf",
            Self::Unsupported => "unsupported",
        }
    }
}

/// What was read from one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The text, as `chachong extract` prints it. All offsets count its Unicode scalar values.
    pub text: String,
    /// What a line break in it means.
    pub breaks: LineBreaks,
    /// For a pdf: the offset at which each page begins. Empty for other formats.
    pub pages: Vec<u64>,
    /// Stretches that are shown but not compared, ascending, without overlap.
    pub exclusions: Vec<Exclusion>,
    /// For a txt: the encoding's name, such as `gb18030`.
    pub encoding: Option<String>,
    /// The reader whose result this is, such as `hayro`; `None` where there is only one.
    pub reader: Option<String>,
    /// What the file says of its own making.
    pub metadata: Metadata,
    /// What a person should know of it.
    pub warnings: Vec<Warning>,
}

/// Reads one file's text in this thread. The parsers may panic, hang or take much memory on a bad file:
/// [`Isolation`] guards against that.
pub fn extract(path: &Path) -> Result<Extracted, ImportError> {
    extract_as(path, None)
}

/// Like [`extract`]; where the format leaves the encoding open (a txt), `encoding` is taken instead of a guess.
pub fn extract_as(path: &Path, encoding: Option<TextEncoding>) -> Result<Extracted, ImportError> {
    read(path, encoding).map_err(|cause| ImportError {
        file: path.to_owned(),
        cause,
    })
}

/// Decodes a text that is no file (standard input) as a txt.
pub fn decode_text(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    if bytes.is_empty() {
        Err(ImportCause::Empty)
    } else {
        txt::read(bytes.to_vec())
    }
}

fn read(path: &Path, encoding: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let unreadable = |error: std::io::Error| ImportCause::Unreadable {
        detail: error.to_string(),
    };
    // The kind is asked before opening: opening a pipe would wait for a writer.
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(ImportCause::NotAFile);
    }
    let format = Format::of(path).unwrap_or(Format::Unsupported);
    if format == Format::Unsupported {
        return Err(ImportCause::NotSupported);
    }
    if metadata.len() > MAXIMUM_FILE_BYTES {
        return Err(ImportCause::TooLarge {
            bytes: metadata.len(),
            limit: MAXIMUM_FILE_BYTES,
        });
    }
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // A file that grows meanwhile stays bounded.
    file.take(MAXIMUM_FILE_BYTES)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.is_empty() {
        return Err(ImportCause::Empty);
    }
    match format {
        Format::Txt => match encoding {
            None => txt::read(bytes),
            Some(chosen) => Ok(txt::read_as(bytes, chosen)),
        },
        Format::Docx => docx::read(&bytes),
        Format::Pdf => pdf::read(&bytes),
        Format::Unsupported => Err(ImportCause::NotSupported),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_go_by_the_ending_in_any_case() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("论文.PDF"), Some(Format::Pdf));
        assert_eq!(of("a/b.final.Docx"), Some(Format::Docx));
        assert_eq!(of("旧.doc"), Some(Format::Unsupported));
        assert_eq!(of("图.png"), None);
        assert_eq!(of("txt"), None);
    }
}
