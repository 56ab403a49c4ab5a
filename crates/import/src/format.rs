//! Format of a file, by its ending and by its first bytes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::archive::is_archive;
use super::source_files;

/// First bytes of an OLE2 container.
pub(super) const OLE2: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

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
    /// `OpenDocument` text of LibreOffice and others (odt, ott).
    Odt,
    /// HTML page.
    Html,
    /// Markdown.
    #[serde(rename = "md")]
    Markdown,
    /// Notebook of Jupyter (ipynb): text, code and what it printed.
    #[serde(rename = "ipynb")]
    Notebook,
    /// Spreadsheet (xlsx, xls, ods and their kin), as rows of cells.
    Sheet,
    /// Table as text (csv, tsv).
    Csv,
    /// LaTeX source (tex).
    Tex,
    /// Rich Text Format of Word, WPS and `WordPad` (rtf).
    Rtf,
    /// Presentation (pptx and its kin): slides and notes.
    #[serde(rename = "pptx")]
    Slides,
    /// Source file of a programming language, as lines of text.
    Source,
    /// Picture of pages (png, jpg, tiff), or a folder or archive of such pictures as one document: read by recognition.
    Image,
    /// Archive of documents (zip, 7z, rar, tar, tar.gz), which is read like a folder.
    Archive,
    /// Known document format that cannot be read (pages, caj, ceb …): its row says so, instead of silence.
    Unsupported,
}

impl Format {
    /// Endings of the formats that can be read, in lower case.
    pub const ENDINGS: [&'static str; 31] = [
        "txt", "docx", "docm", "dotx", "dotm", "pdf", "doc", "dot", "wps", "wpt", "odt", "ott",
        "html", "htm", "md", "ipynb", "xlsx", "xlsm", "xltx", "xls", "et", "ods", "ots", "csv",
        "tsv", "tex", "rtf", "pptx", "pptm", "ppsx", "potx",
    ];

    /// Endings of source files, in lower case.
    pub const SOURCE_ENDINGS: [&'static str; source_files::ENDINGS.len()] = source_files::ENDINGS;

    /// Endings of the image files whose pages recognition reads, in lower case.
    pub const IMAGE_ENDINGS: [&'static str; 5] = ["png", "jpg", "jpeg", "tif", "tiff"];

    /// Endings of the archives that are read like folders, in lower case.
    pub const ARCHIVE_ENDINGS: [&'static str; 6] = ["zip", "7z", "rar", "tar", "tgz", "tar.gz"];

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
            "png" | "jpg" | "jpeg" | "tif" | "tiff" => Some(Self::Image),
            "pages" | "mht" | "mhtml" | "caj" | "kdh" | "nh" | "ceb" => Some(Self::Unsupported),
            "ipynb" => Some(Self::Notebook),
            "xlsx" | "xlsm" | "xltx" | "xls" | "et" | "ods" | "ots" => Some(Self::Sheet),
            "csv" | "tsv" => Some(Self::Csv),
            "tex" => Some(Self::Tex),
            "rtf" => Some(Self::Rtf),
            "pptx" | "pptm" | "ppsx" | "potx" => Some(Self::Slides),
            source if source_files::ENDINGS.contains(&source) => Some(Self::Source),
            _ => is_archive(path).then_some(Self::Archive),
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
            Self::Notebook => "ipynb",
            Self::Sheet => "sheet",
            Self::Csv => "csv",
            Self::Tex => "tex",
            Self::Rtf => "rtf",
            Self::Slides => "pptx",
            Self::Source => "source",
            Self::Image => "image",
            Self::Archive => "archive",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns the format whose [`Self::name`] this is; `None` for any other name.
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
            Self::Notebook,
            Self::Sheet,
            Self::Csv,
            Self::Tex,
            Self::Rtf,
            Self::Slides,
            Self::Source,
            Self::Image,
            Self::Archive,
            Self::Unsupported,
        ]
        .into_iter()
        .find(|format| format.name() == name)
    }

    /// Returns the format that the bytes show, where the ending of a word processor's file is wrong: these programs
    /// save old files under new endings and the other way round. Text formats have no signature and keep the format of
    /// their ending.
    pub(super) fn of_content(self, bytes: &[u8]) -> Self {
        match self {
            Self::Sheet => return Self::of_sheet(bytes),
            Self::Docx | Self::Doc | Self::Odt | Self::Rtf => {}
            _ => return self,
        }
        if bytes.starts_with(OLE2) {
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
            return Self::Rtf;
        }
        if bytes.starts_with(b"%PDF-") {
            return Self::Pdf;
        }
        if is_page(bytes) {
            return Self::Html;
        }
        // A .doc may be anything that someone renamed; a docx or odt without its container is broken.
        if self == Self::Doc { Self::Txt } else { self }
    }

    /// Returns the format of a file with a spreadsheet's ending: many a program exports a page or a table as text as an
    /// xls.
    fn of_sheet(bytes: &[u8]) -> Self {
        if bytes.starts_with(OLE2) || bytes.starts_with(b"PK\x03\x04") {
            Self::Sheet
        } else if is_page(bytes) {
            Self::Html
        } else {
            Self::Csv
        }
    }
}

/// Whether the bytes begin like a page of HTML.
fn is_page(bytes: &[u8]) -> bool {
    let head = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    let has = |mark: &[u8]| head.windows(mark.len()).any(|window| window == mark);
    has(b"<html") || has(b"<!doctype html")
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
        assert_eq!(of("旧.caj"), Some(Format::Unsupported));
        for ending in Format::ENDINGS {
            let format = of(&format!("x.{ending}"));
            assert!(
                format.is_some() && format != Some(Format::Unsupported),
                "{ending}"
            );
        }
        for ending in Format::SOURCE_ENDINGS {
            assert_eq!(of(&format!("x.{ending}")), Some(Format::Source), "{ending}");
        }
        for ending in Format::ARCHIVE_ENDINGS {
            assert_eq!(
                of(&format!("x.{ending}")),
                Some(Format::Archive),
                "{ending}"
            );
        }
        assert_eq!(of("第 1 页.PNG"), Some(Format::Image));
        assert_eq!(of("图.gif"), None);
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
        assert_eq!(Format::Docx.of_content(OLE2), Format::Doc);
        assert_eq!(Format::Doc.of_content(b"{\\rtf1"), Format::Rtf);
        assert_eq!(Format::Rtf.of_content(zip), Format::Docx);
        assert_eq!(Format::Sheet.of_content(b"<html><table>"), Format::Html);
        assert_eq!(Format::Sheet.of_content(b"a\tb\n"), Format::Csv);
        assert_eq!(Format::Doc.of_content(b"\xEF\xBB\xBF<HTML>"), Format::Html);
        assert_eq!(Format::Doc.of_content("文字".as_bytes()), Format::Txt);
        assert_eq!(Format::Docx.of_content(b"plain"), Format::Docx);
        assert_eq!(Format::Txt.of_content(zip), Format::Txt);
    }
}
