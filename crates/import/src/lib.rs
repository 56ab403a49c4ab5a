//! Reads the text of a file as its author wrote it, with its metadata and warnings.
//!
//! [`discover`] finds the files of a folder. [`extract`] reads a file in the current thread. An [`Importer`] reads it
//! in a worker process with limits of time and memory, since parsers may panic, hang or take much memory on a hostile
//! file. Errors name the file and the cause.
//!
//! ```
//! use chachong_import::{Format, extract};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("夜间开放.txt");
//! // GBK, as many a Windows program writes it: the encoding is recognised.
//! std::fs::write(&file, b"\xcd\xbc\xca\xe9\xb9\xdd\xd4\xda\xd2\xb9\xbc\xe4\xbf\xaa\xb7\xc5\xa1\xa3")?;
//! assert_eq!(Format::of(&file), Some(Format::Txt));
//! assert_eq!(extract(&file)?.text, "图书馆在夜间开放。");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod archive;
mod block_quotation;
mod bytes;
mod child;
mod css;
mod csv_table;
mod detection;
mod discover;
mod doc;
mod docx;
mod encoding;
mod epub;
mod error;
mod extracted;
mod field;
mod file_kind;
mod format;
mod formula;
mod generated;
mod html;
mod information_sheet;
mod isolate;
mod isolation;
mod json_mending;
mod layer_check;
mod licence;
mod likelihood;
mod limits;
mod locked;
mod markdown;
mod marked;
mod metadata;
mod mhtml;
mod notebook;
mod odt;
mod own_report;
mod own_tables;
mod packages;
mod page_picture;
mod page_recognition;
mod passed_over;
mod pdf;
mod picture;
mod picture_bundle;
mod picture_files;
mod picture_folder;
mod pictured_pages;
mod project_tool;
mod prose;
mod prose_cells;
mod protocol;
mod recognised;
mod reduced;
mod repository;
mod resync;
mod rtf;
mod running_head;
mod sandbox;
mod sheet;
mod sheet_boxes;
mod sheet_number;
mod sight;
mod slides;
mod source_files;
mod standing;
mod tex;
mod thumbnail;
mod transfer;
mod txt;
mod warning;
mod watch;
mod whole_zip;
mod worker;
mod xhtml;
mod xls_extent;
mod xml_references;
#[cfg(test)]
mod zip_sample;

use detection::Detected;
use source_files::has_ending;
use standing::hides_document;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;

pub use annotate::{
    AnnotatedFile, AnnotatedPassage, AnnotationCause, AnnotationRequest, PassageRemark,
    is_marked_copy,
};
pub use archive::{
    ARCHIVE_COMMAND, Archives, MAXIMUM_DEPTH, MAXIMUM_MEMBERS, MAXIMUM_UNPACKED, Passwords,
    is_readable, real_path, run_archive_worker, stamped_file,
};
pub use child::{WorkerCommand, WorkerProcess, probe_containment};
pub use detection::UnreadFormat;
pub use discover::{Discovery, Source, discover, shown_path};
pub use encoding::TextEncoding;
pub use error::{ImportCause, ImportError};
pub use extracted::Extracted;
pub use file_kind::FileKind;
pub use format::Format;
pub use isolate::{Importer, interruptible};
pub use isolation::{Isolation, Stop};
pub use layer_check::{BothTexts, CheckedPage, LayerCheck};
pub use limits::{Limits, TimeLeft};
pub use metadata::{Metadata, Picture};
pub use own_report::{is_own_report, is_report as has_report_mark};
pub use own_tables::OwnTable;
pub use page_picture::PageName;
pub use page_recognition::{
    KeptPages, PageHash, PageRecogniser, RECOGNITION_COMMAND, RecognitionWatch, SAMPLED_PAGES,
    correct_line, model_folders, page_hash, pictures_like_pages, run_recognition_worker,
};
pub use passed_over::{PassedFile, PassedOver};
pub use picture::hex;
pub use picture_files::PictureFiles;
pub use picture_folder::{document_format, folder_stamp};
pub use recognised::{RecognisedLine, RecognisedPage, RecognisedText};
pub use sandbox::{
    Budget, Containment, Layer, LayerState, close_inherited, containment, enter as enter_sandbox,
};
pub use source_files::ENDINGS as SOURCE_ENDINGS;
pub use thumbnail::{LARGEST_PAGE, LARGEST_THUMBNAIL, Thumbnail, WantedPage, WantedPicture};
pub use warning::Warning;
pub use watch::{QUIET, Watch, WatchCause, WatchError, WatchEvent, open_watched, watched_files};
pub use worker::{WORKER_COMMAND, run_worker};

pub use chachong_text::Places;

/// Version of the readers. It is raised with every change that gives another text or other evidence; files read by an
/// older version are read again when a check meets them. Version 6: the content decides the format; invisible text,
/// forms, fields and watermarks are recognised. Version 7: block quotations. Version 8: long headers and footers, prose in
/// tables, and what Word files hold in other parts. Version 9: no names that a reader of PDF invented, no alternative texts of odt, ruby of
/// HTML inside its line, prose with formulas in one long line. Version 10: boxes on sheets, fields and frames of HTML, the language of a
/// notebook's code, numbers of sheets as they are shown, warnings about cut files and about pages that are pictures.
pub const READER_VERSION: u32 = 10;

/// Maximum size of a file in bytes; a larger file is refused with [`ImportCause::TooLarge`].
pub const MAXIMUM_FILE_BYTES: u64 = 512 << 20;

/// Reads the text of a file in the current thread. Parsers may panic, hang or take much memory on a bad file; an [`Importer`] guards
/// against that. Fails for a path into an archive, a folder and a file that no reader reads.
pub fn extract(path: &Path) -> Result<Extracted, ImportError> {
    extract_as(path, None)
}

/// Reads a file like [`extract`]. If the file has a text format (txt, html, md, source files …), it is decoded with `encoding`; `None`
/// detects the encoding.
pub fn extract_as(path: &Path, encoding: Option<TextEncoding>) -> Result<Extracted, ImportError> {
    read(path, encoding).map_err(|cause| ImportError {
        file: path.to_owned(),
        cause,
    })
}

/// Decodes text that is not in a file, such as standard input or an article of a dump, like a txt file. The encoding is detected.
/// [`Metadata::sha256`] stays empty. Fails with [`ImportCause::Empty`] or, for binary data, [`ImportCause::NotText`].
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
    let (format, bytes) = content(path)?;
    read_bytes(format, encoding, bytes)
}

/// Returns the content of a file and the format of its ending.
fn content(path: &Path) -> Result<(Format, Vec<u8>), ImportCause> {
    let (file, _, format) = open(path)?;
    Ok((format, whole(file)?))
}

/// Reads a whole file; the limit also holds for one that grows while it is read.
fn whole(file: impl Read) -> Result<Vec<u8>, ImportCause> {
    let mut bytes = Vec::new();
    file.take(MAXIMUM_FILE_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

fn unreadable(error: &std::io::Error) -> ImportCause {
    /// Codes of Windows for a file that another program has open: sharing violation, lock violation.
    const IN_USE: [i32; 2] = [32, 33];
    if cfg!(windows)
        && error
            .raw_os_error()
            .is_some_and(|code| IN_USE.contains(&code))
    {
        return ImportCause::InUse;
    }
    ImportCause::Unreadable {
        detail: error.to_string(),
    }
}

/// Opens a file that may be read; returns it with its length in bytes and the format of its ending or, if the ending names none that is
/// read, of its content.
fn open(path: &Path) -> Result<(File, u64, Format), ImportCause> {
    // The file type is checked before opening: opening a pipe would wait for a writer.
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(&error))?;
    if !metadata.is_file() {
        return Err(ImportCause::NotAFile);
    }
    let mut format = Format::of(path).unwrap_or(Format::Unsupported);
    // Explorer names a shortcut, and not what it leads to, when it is dropped.
    if format == Format::Unsupported && has_ending(path, &["lnk"]) {
        return Err(ImportCause::Shortcut);
    }
    let mut file = File::open(path).map_err(|error| unreadable(&error))?;
    if format == Format::Archive {
        format = hides_document(&mut file).ok_or(ImportCause::Archive)?;
    }
    if metadata.len() > MAXIMUM_FILE_BYTES {
        return Err(ImportCause::TooLarge {
            bytes: metadata.len(),
            limit: MAXIMUM_FILE_BYTES,
        });
    }
    if format == Format::Unsupported {
        format = unnamed(path, &mut file)?;
    }
    file.rewind().map_err(|error| unreadable(&error))?;
    Ok((file, metadata.len(), format))
}

/// Returns the format of a file whose ending names none that is read; fails with what the file is.
fn unnamed(path: &Path, file: &mut File) -> Result<Format, ImportCause> {
    if let Some(format) = Format::of_unnamed(path, file) {
        return Ok(format);
    }
    match Detected::of(file).map_err(|error| unreadable(&error))? {
        Detected::Unread(format) => Err(ImportCause::Unread { format }),
        Detected::Encrypted => Err(ImportCause::Encrypted),
        // Whoever names a file without an ending means its text.
        Detected::Text if path.extension().is_none() => Ok(Format::Txt),
        _ => Err(ImportCause::no_reader(path)),
    }
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
    let detected = Detected::of_bytes(&bytes);
    let content = format.reading_of(detected, &bytes)?;
    let read = match content {
        Format::Txt => (txt::read_in(bytes, encoding).and_then(prose_only))
            .map(information_sheet::without_labels),
        Format::Notebook => notebook::read(&bytes),
        // calamine panics on some damaged files.
        Format::Sheet => limits::caught(|| sheet::read(&bytes)).map(Extracted::without_data),
        Format::Csv => csv_table::read(bytes, encoding).map(Extracted::without_data),
        Format::Tex => tex::read(bytes, encoding),
        Format::Rtf => rtf::read(&bytes),
        Format::Slides => slides::read(&bytes),
        Format::Source => source_files::read(bytes, encoding).map(Extracted::without_prose),
        Format::Docx => docx::read(&bytes),
        Format::WordXml => docx::read_xml(&bytes),
        Format::Mhtml => mhtml::read(&bytes, encoding),
        Format::Epub => epub::read(&bytes),
        Format::Pdf => pdf::read(bytes),
        Format::Doc => doc::read(&bytes).map_err(|cause| match cause {
            // The first bytes of a damaged container do not tell an old Word file from an encrypted docx.
            ImportCause::Damaged { .. } if format == Format::Docx => {
                ImportCause::OldWordOrEncrypted
            }
            cause => cause,
        }),
        Format::Odt | Format::Odp => odt::read(&bytes),
        Format::Html => html::read(xhtml::with_end_tags(bytes), encoding),
        Format::Markdown => markdown::read(bytes, encoding).and_then(prose_only),
        Format::Image => picture_files::read(&bytes),
        Format::Unsupported => Err(ImportCause::NotSupported),
        Format::Archive => Err(ImportCause::Archive),
    };
    let mut extracted = read.map_err(|cause| match cause {
        // The ending says one thing and the bytes nothing: text is told apart from what is damaged.
        ImportCause::WrongContent { expected } if detected == Detected::Text => {
            ImportCause::PlainText { expected }
        }
        cause => cause,
    })?;
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

/// Refuses a text that no person wrote as prose: markup, encoded data, shrunk code.
fn prose_only(read: Extracted) -> Result<Extracted, ImportCause> {
    match prose::not_prose(&read.text) {
        Some(format) => Err(ImportCause::Unread { format }),
        None => Ok(read),
    }
}

/// Runs the reader of a format on bytes; for fuzz/ only. Panics if the exclusions are out of order or reach beyond the
/// text.
#[cfg(feature = "fuzzing")]
pub fn fuzz_reader(format: Format, bytes: &[u8]) {
    if let Ok(read) = read_bytes(format, None, bytes.to_vec()) {
        let length = read.text.chars().count() as u64;
        let mut last = 0;
        for exclusion in &read.exclusions {
            assert!(last <= exclusion.start && exclusion.end <= length);
            last = exclusion.end;
        }
    }
}

/// Runs the docx reader on bytes; for fuzz/ only.
#[cfg(feature = "fuzzing")]
pub fn fuzz_docx(bytes: &[u8]) {
    // Any outcome except a panic is right.
    let _ = docx::read(bytes);
}
