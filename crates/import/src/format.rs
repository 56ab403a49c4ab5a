//! Format of a file, by its extension and its content.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;

use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};

use super::FileKind;
use super::archive::is_archive;
use super::detection::{Detected, UnreadFormat, is_fragment, is_page, unnamed_format};
use super::{ImportCause, source_files};

/// Format of a file, as its extension or its content states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text in any of the usual encodings.
    Txt,
    /// Word 2007 and later (docx, docm, dotx, dotm).
    Docx,
    /// PDF, with or without a text layer.
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
    /// Notebook of Jupyter (ipynb): its text, its code and the output of the code.
    #[serde(rename = "ipynb")]
    Notebook,
    /// Spreadsheet (xlsx, xls, ods and similar), as rows of cells.
    Sheet,
    /// Table in a text file (csv, tsv).
    Csv,
    /// LaTeX source (tex).
    Tex,
    /// Rich Text Format of Word, WPS and `WordPad` (rtf).
    Rtf,
    /// Presentation (pptx and similar): slides and notes.
    #[serde(rename = "pptx")]
    Slides,
    /// `OpenDocument` presentation (odp, otp), also as one XML file (fodp).
    Odp,
    /// Word document as a single XML file: Word 2003 XML, or a flat OPC package.
    WordXml,
    /// Web page or e-mail with its parts in one MIME file (mht, mhtml, eml).
    Mhtml,
    /// E-book (epub): pages of HTML in a zip.
    Epub,
    /// Source file of a programming language, as lines of text.
    Source,
    /// Picture of pages (png, jpg, tiff), or a folder or archive of such pictures as one document. Its text comes from
    /// recognition.
    Image,
    /// Archive of documents (zip, 7z, rar, tar, compressed files), which is read like a folder.
    Archive,
    /// Known document format that cannot be read (ofd, ppt, caj …; see [`FileKind`]). The file is listed with this
    /// reason instead of being omitted.
    Unsupported,
}

impl Format {
    /// Extensions of the documents that can be read, in lower case, without source files, image files and archives.
    pub const ENDINGS: [&'static str; 49] = [
        "txt", "text", "rst", "docx", "docm", "dotx", "dotm", "pdf", "doc", "dot", "wps", "wpt",
        "odt", "ott", "fodt", "html", "htm", "xhtml", "xht", "mht", "mhtml", "eml", "epub", "md",
        "markdown", "mdown", "mkd", "rmd", "qmd", "ipynb", "xlsx", "xlsm", "xltx", "xls", "et",
        "ods", "ots", "csv", "tsv", "tex", "rtf", "pptx", "pptm", "ppsx", "potx", "odp", "otp",
        "fodp", "xlt",
    ];

    /// Extensions of source files, in lower case.
    pub const SOURCE_ENDINGS: [&'static str; source_files::ENDINGS.len()] = source_files::ENDINGS;

    /// Extensions of the image files that text recognition reads, in lower case.
    pub const IMAGE_ENDINGS: [&'static str; 5] = ["png", "jpg", "jpeg", "tif", "tiff"];

    /// Extensions of archives that are read like folders, in lower case, for file dialogs. [`Format::of`] knows some more, such as those
    /// of archives in several files.
    pub const ARCHIVE_ENDINGS: [&'static str; 17] = [
        "zip", "7z", "rar", "tar", "tgz", "tar.gz", "txz", "tar.xz", "tbz2", "tar.bz2", "tzst",
        "tar.zst", "gz", "xz", "bz2", "zst", "zip.001",
    ];

    /// Returns the format that belongs to the extension of `path`, ignoring case; [`Self::Unsupported`] for a document
    /// that cannot be read, `None` for a file that is not a document.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" | "text" | "rst" => Some(Self::Txt),
            "docx" | "docm" | "dotx" | "dotm" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            "doc" | "dot" | "wps" | "wpt" => Some(Self::Doc),
            "odt" | "ott" | "fodt" => Some(Self::Odt),
            "html" | "htm" | "xhtml" | "xht" => Some(Self::Html),
            "md" | "markdown" | "mdown" | "mkd" | "rmd" | "qmd" => Some(Self::Markdown),
            "png" | "jpg" | "jpeg" | "tif" | "tiff" => Some(Self::Image),
            "pages" | "caj" | "kdh" | "nh" | "ceb" => Some(Self::Unsupported),
            "ipynb" => Some(Self::Notebook),
            "xlsx" | "xlsm" | "xltx" | "xls" | "xlt" | "et" | "ods" | "ots" => Some(Self::Sheet),
            "csv" | "tsv" => Some(Self::Csv),
            "tex" => Some(Self::Tex),
            "rtf" => Some(Self::Rtf),
            "pptx" | "pptm" | "ppsx" | "potx" => Some(Self::Slides),
            "odp" | "otp" | "fodp" => Some(Self::Odp),
            "mht" | "mhtml" | "eml" => Some(Self::Mhtml),
            "epub" => Some(Self::Epub),
            source if source_files::ENDINGS.contains(&source) => Some(Self::Source),
            _ if is_archive(path) => Some(Self::Archive),
            _ => FileKind::of_ending(path)
                .is_some_and(FileKind::is_document)
                .then_some(Self::Unsupported),
        }
    }

    /// Returns the name used in CSV, JSON and tables, such as `docx`.
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
            Self::Odp => "odp",
            Self::WordXml => "wordxml",
            Self::Mhtml => "mhtml",
            Self::Epub => "epub",
            Self::Source => "source",
            Self::Image => "image",
            Self::Archive => "archive",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns the format whose [`Self::name`] is `name`; `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name: StrDeserializer<'_, ValueError> = name.into_deserializer();
        Self::deserialize(name).ok()
    }

    /// Returns the format of the file at `path`: by its extension or, if that belongs to no format, by its content.
    /// `None` if the file is not a document or cannot be read.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::of(path).or_else(|| {
            // The file type is checked before opening: opening a pipe would wait for a writer.
            let mut file = path.is_file().then(|| File::open(path).ok()).flatten()?;
            Self::of_unnamed(path, &mut file)
        })
    }

    /// Returns the format of a file whose ending names none, by its content; `None` if it is not a document or cannot be
    /// read. A few pieces of the content are read, however large it is.
    pub(super) fn of_unnamed<C: Read + Seek>(path: &Path, content: &mut C) -> Option<Self> {
        unnamed_format(path, content).ok().flatten()
    }

    /// Returns the format as which the content is read, whatever the ending says; that of the ending if the content is
    /// of no format that a reader reads.
    pub(super) fn of_content(self, bytes: &[u8]) -> Self {
        self.reading_of(Detected::of_bytes(bytes), bytes)
            .unwrap_or(self)
    }

    /// Returns the format as which the content of a file with an ending of this format is read: that which the content
    /// shows (`detected`). Text has no mark: there the ending counts. Fails for formats that no reader reads.
    pub(super) fn reading_of(self, detected: Detected, bytes: &[u8]) -> Result<Self, ImportCause> {
        let is_of_word = matches!(self, Self::Docx | Self::Doc | Self::Odt | Self::Rtf);
        Ok(match detected {
            // Pages and documents of LaTeX are also programs of somebody.
            Detected::Format(Self::Html | Self::Tex) if self == Self::Source => self,
            Detected::Format(Self::Tex) if self == Self::Markdown => self,
            Detected::Format(format) => format,
            Detected::Encrypted => return Err(ImportCause::Encrypted),
            Detected::Unread(UnreadFormat::Xml) if matches!(self, Self::Source | Self::Html) => {
                self
            }
            Detected::Unread(UnreadFormat::Picture) if self == Self::Image => self,
            Detected::Unread(format) => return Err(ImportCause::Unread { format }),
            Detected::Zip if self.is_zip() => self,
            Detected::Zip if is_of_word => Self::Docx,
            Detected::Zip => {
                return Err(ImportCause::Unread {
                    format: UnreadFormat::Archive,
                });
            }
            Detected::Ole if is_of_word => Self::Doc,
            Detected::Ole if matches!(self, Self::Sheet | Self::Slides) => self,
            Detected::Ole => {
                return Err(ImportCause::Unread {
                    format: UnreadFormat::OfficeFile,
                });
            }
            Detected::Text if self == Self::Image => {
                return Err(ImportCause::PlainText { expected: self });
            }
            Detected::Text | Detected::Data => match self {
                Self::Docx | Self::Doc | Self::Odt | Self::Rtf | Self::Sheet if is_page(bytes) => {
                    Self::Html
                }
                Self::Txt | Self::Docx | Self::Doc | Self::Odt | Self::Rtf | Self::Sheet
                    if is_fragment(bytes) =>
                {
                    Self::Html
                }
                Self::Doc | Self::Mhtml => Self::Txt,
                Self::Sheet => Self::Csv,
                _ => self,
            },
        })
    }

    /// Whether files of this format are zips.
    const fn is_zip(self) -> bool {
        matches!(
            self,
            Self::Docx | Self::Odt | Self::Sheet | Self::Slides | Self::Odp | Self::Epub
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detection::OLE2;

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
            let named = format.map(Format::name).and_then(Format::named);
            assert_eq!(named, format, "{ending}");
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
        assert_eq!(Format::named("wordxml"), Some(Format::WordXml));
        assert_eq!(Format::named("gif"), None);
    }

    #[test]
    fn content_decides_where_a_word_processors_ending_lies() {
        let zip = b"PK\x03\x04 and so on";
        let odt = [
            zip[..4].to_vec(),
            vec![0; 22],
            // The length of the name, and of what follows it.
            vec![8, 0, 0, 0],
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
