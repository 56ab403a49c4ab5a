//! Import: reads the text of a file as its author wrote it, with its metadata and warnings.

mod discover;
mod doc;
mod docx;
mod encoding;
mod error;
mod html;
mod isolate;
mod likelihood;
mod markdown;
mod metadata;
mod odt;
mod pdf;
mod picture;
mod protocol;
mod resync;
mod sandbox;
mod txt;
mod warning;
mod watch;
mod worker;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use discover::{Discovery, Source, discover};
pub use encoding::TextEncoding;
pub use error::{ImportCause, ImportError};
pub(crate) use isolate::interruptible;
pub use isolate::{Importer, Isolation, Limits, Stop};
pub use metadata::{Metadata, Picture};
pub use warning::Warning;
pub use watch::{QUIET, Watch, WatchCause, WatchError, WatchEvent};
pub use worker::{WORKER_COMMAND, run_worker};

use serde::{Deserialize, Serialize};

use crate::text::{Exclusion, LineBreaks};
pub use crate::text::{LISTED_PLACES, Places};

/// Version of the readers' output. Raised with every change that gives another text or other evidence: files read by
/// an older version are read again when a check meets them.
pub const READER_VERSION: u32 = 2;

/// Maximum size of a file, in bytes; larger files are refused with an error that says so.
pub const MAXIMUM_FILE_BYTES: u64 = 512 << 20;

/// Format of a file, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text in any of the usual encodings.
    Txt,
    /// Word 2007 and later (docx, docm, dotx, dotm).
    Docx,
    /// PDF with a text layer.
    Pdf,
    /// Word 97 to 2003 (doc, dot) and WPS (wps, wpt).
    Doc,
    /// OpenDocument text of LibreOffice and others (odt, ott).
    Odt,
    /// HTML page.
    Html,
    /// Markdown.
    #[serde(rename = "md")]
    Markdown,
    /// Known document format that cannot be read (rtf, tex, pages, caj …): its row says so, instead of silence.
    Unsupported,
}

impl Format {
    /// Endings of the formats that can be read, in lower case.
    pub const ENDINGS: [&'static str; 15] = [
        "txt", "docx", "docm", "dotx", "dotm", "pdf", "doc", "dot", "wps", "wpt", "odt", "ott",
        "html", "htm", "md",
    ];

    /// Returns the format that the ending of `path` names, in any case; `None` for a file that is no document.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Self::Txt),
            "docx" | "docm" | "dotx" | "dotm" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            "doc" | "dot" | "wps" | "wpt" => Some(Self::Doc),
            "odt" | "ott" => Some(Self::Odt),
            "html" | "htm" => Some(Self::Html),
            "md" => Some(Self::Markdown),
            "rtf" | "tex" | "pages" | "mht" | "mhtml" | "caj" | "kdh" | "nh" | "ceb" => {
                Some(Self::Unsupported)
            }
            _ => None,
        }
    }

    /// Returns the name used in CSV, JSON and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Docx => "docx",
            Self::Pdf => "pdf",
            Self::Doc => "doc",
            Self::Odt => "odt",
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns the format with a given [`Self::name`].
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [
            Self::Txt,
            Self::Docx,
            Self::Pdf,
            Self::Doc,
            Self::Odt,
            Self::Html,
            Self::Markdown,
            Self::Unsupported,
        ]
        .into_iter()
        .find(|format| format.name() == name)
    }

    /// Returns the format that the bytes show, where the ending of a word processor's file is wrong: these programs
    /// save old files under new endings and the other way round. Text formats have no signature and keep the format of
    /// their ending.
    fn of_content(self, bytes: &[u8]) -> Self {
        if !matches!(self, Self::Docx | Self::Doc | Self::Odt) {
            return self;
        }
        if bytes.starts_with(doc::OLE2) {
            return Self::Doc;
        }
        if bytes.starts_with(b"PK\x03\x04") {
            // An OpenDocument file begins with an uncompressed entry that holds its media type.
            let name = bytes.get(30..).unwrap_or_default();
            let is_odt = name.starts_with(b"mimetypeapplication/vnd.oasis.opendocument.text");
            return if is_odt || self == Self::Odt {
                Self::Odt
            } else {
                Self::Docx
            };
        }
        if bytes.starts_with(b"{\\rtf") {
            return Self::Unsupported;
        }
        if bytes.starts_with(b"%PDF-") {
            return Self::Pdf;
        }
        let head = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
        let has = |mark: &[u8]| head.windows(mark.len()).any(|window| window == mark);
        if has(b"<html") || has(b"<!doctype html") {
            return Self::Html;
        }
        // A .doc may be anything that someone renamed; a docx or odt without its container is broken.
        if self == Self::Doc { Self::Txt } else { self }
    }
}

/// Text and metadata read from one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Text, as `chachong extract` prints it. All offsets count its Unicode scalar values.
    pub text: String,
    /// Meaning of a line break in the text.
    pub breaks: LineBreaks,
    /// Start offset of each page of a pdf, in characters. Empty for other formats.
    pub pages: Vec<u64>,
    /// Spans that are shown but not compared, ascending, without overlap.
    pub exclusions: Vec<Exclusion>,
    /// Name of the encoding, such as `gb18030`, of a text format (txt, html, md); `None` for other formats.
    pub encoding: Option<String>,
    /// Name of the reader that gave this result, such as `hayro`; `None` where there is only one.
    pub reader: Option<String>,
    /// Data about the making of the file, as the file states it.
    pub metadata: Metadata,
    /// Warnings about the text, the gravest first.
    pub warnings: Vec<Warning>,
}

impl Extracted {
    /// Drops the warnings that are not worth telling and sorts the rest, the gravest first.
    fn settle_warnings(&mut self) {
        let visible = self.visible();
        Warning::settle(&mut self.warnings, visible);
    }

    /// Returns the number of characters that are not white space.
    pub(crate) fn visible(&self) -> u64 {
        self.text.chars().filter(|c| !c.is_whitespace()).count() as u64
    }
}

/// Reads the text of one file in this thread. Parsers may panic, hang or take much memory on a bad file: [`Isolation`]
/// guards against that.
pub fn extract(path: &Path) -> Result<Extracted, ImportError> {
    extract_as(path, None)
}

/// Reads one file like [`extract`]; for a text format (txt, html, md) `encoding`, if given, replaces the guess.
pub fn extract_as(path: &Path, encoding: Option<TextEncoding>) -> Result<Extracted, ImportError> {
    read(path, encoding).map_err(|cause| ImportError {
        file: path.to_owned(),
        cause,
    })
}

/// Decodes text that is not in a file (standard input) as a txt.
pub fn decode_text(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    if bytes.is_empty() {
        Err(ImportCause::Empty)
    } else {
        let mut read = txt::read(bytes.to_vec())?;
        read.settle_warnings();
        Ok(read)
    }
}

fn read(path: &Path, encoding: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let (file, _, format) = open(path)?;
    let mut bytes = Vec::new();
    // The limit also holds for a file that grows while it is read.
    file.take(MAXIMUM_FILE_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&error))?;
    read_bytes(format, encoding, bytes)
}

fn unreadable(error: &std::io::Error) -> ImportCause {
    ImportCause::Unreadable {
        detail: error.to_string(),
    }
}

/// Opens a file that may be read; returns it with its length in bytes and the format of its ending.
fn open(path: &Path) -> Result<(File, u64, Format), ImportCause> {
    // The file type is checked before opening: opening a pipe would wait for a writer.
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(&error))?;
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
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    Ok((file, metadata.len(), format))
}

/// Reads the content of a file. `format` is the format of its ending.
fn read_bytes(
    format: Format,
    encoding: Option<TextEncoding>,
    bytes: Vec<u8>,
) -> Result<Extracted, ImportCause> {
    if bytes.is_empty() {
        return Err(ImportCause::Empty);
    }
    let sha256 = picture::sha256_hex(&bytes);
    let content = format.of_content(&bytes);
    let mut extracted = match content {
        Format::Txt => match encoding {
            None => txt::read(bytes),
            Some(chosen) => Ok(txt::read_as(bytes, chosen)),
        },
        Format::Docx => docx::read(&bytes),
        Format::Pdf => pdf::read(bytes),
        Format::Doc => doc::read(&bytes).map_err(|cause| match cause {
            // The first bytes of a damaged container do not tell an old Word file from an encrypted docx.
            ImportCause::Damaged { .. } if format == Format::Docx => {
                ImportCause::OldWordOrEncrypted
            }
            cause => cause,
        }),
        Format::Odt => odt::read(&bytes),
        Format::Html => html::read(bytes, encoding),
        Format::Markdown => markdown::read(bytes, encoding),
        Format::Unsupported => Err(ImportCause::NotSupported),
    }?;
    if content != format {
        // The file's row shows that its ending does not match its content.
        let name = content.name();
        extracted.reader = Some(match extracted.reader {
            Some(reader) => format!("{name} ({reader})"),
            None => name.to_owned(),
        });
    }
    extracted.metadata.sha256 = sha256;
    extracted.settle_warnings();
    Ok(extracted)
}

/// Runs the docx reader on bytes; for fuzz/ only.
#[cfg(fuzzing)]
pub fn fuzz_docx(bytes: &[u8]) {
    // Any outcome except a panic is right.
    let _ = docx::read(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_go_by_the_ending_in_any_case() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("论文.PDF"), Some(Format::Pdf));
        assert_eq!(of("a/b.final.Docx"), Some(Format::Docx));
        assert_eq!(of("旧.doc"), Some(Format::Doc));
        assert_eq!(of("旧.rtf"), Some(Format::Unsupported));
        for ending in Format::ENDINGS {
            let format = of(&format!("x.{ending}"));
            assert!(
                format.is_some() && format != Some(Format::Unsupported),
                "{ending}"
            );
        }
        assert_eq!(of("图.png"), None);
        assert_eq!(of("txt"), None);
    }

    #[test]
    fn content_decides_where_a_word_processors_ending_lies() {
        let zip = b"PK\x03\x04 and so on";
        let odt = [
            zip[..4].to_vec(),
            vec![0; 26],
            b"mimetypeapplication/vnd.oasis.opendocument.text".to_vec(),
        ]
        .concat();
        assert_eq!(Format::Doc.of_content(zip), Format::Docx);
        assert_eq!(Format::Docx.of_content(&odt), Format::Odt);
        assert_eq!(Format::Docx.of_content(doc::OLE2), Format::Doc);
        assert_eq!(Format::Doc.of_content(b"{\\rtf1"), Format::Unsupported);
        assert_eq!(Format::Doc.of_content(b"\xEF\xBB\xBF<HTML>"), Format::Html);
        assert_eq!(Format::Doc.of_content("文字".as_bytes()), Format::Txt);
        assert_eq!(Format::Docx.of_content(b"plain"), Format::Docx);
        assert_eq!(Format::Txt.of_content(zip), Format::Txt);
    }
}
