//! Decides from the name of a file whether it is a document, is skipped, or must be judged by its content.

use std::io::{Cursor, Read, Seek};
use std::path::Path;

use super::archive::is_certainly_archive;
use super::bytes::read_at;
use super::detection::{Detected, OLE2, UnreadFormat};
use super::source_files::has_ending;
use super::{FileKind, Format, archive};

/// Treatment of a file, as its name determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// A document of this format, or one whose row says that it cannot be read.
    Document(Format),
    /// The ending says too little: the content decides, and if that says nothing either, the file is of this kind.
    ByContent(FileKind),
    /// No document.
    PassedOver(FileKind),
}

/// Returns the treatment of a file at this place below the searched folder. `pictures` says whether image files are documents.
pub(super) fn standing(below: &Path, pictures: bool) -> Standing {
    match Format::of(below) {
        Some(Format::Image) if !pictures => Standing::PassedOver(FileKind::Picture),
        Some(format) => Standing::Document(format),
        None => match FileKind::of_ending(below) {
            None => Standing::ByContent(FileKind::Unknown),
            // What a browser named so may be whole, word processors save as XML too, and a program may unpack an archive or hold its
            // source.
            Some(kind @ FileKind::Unfinished) => Standing::ByContent(kind),
            Some(kind)
                if has_ending(below, &["xml"]) || is_program(below) || may_have_sources(below) =>
            {
                Standing::ByContent(kind)
            }
            Some(kind) => Standing::PassedOver(kind),
        },
    }
}

/// Number of bytes at the start of a member by which it is judged while its archive is unpacked.
pub(super) const HEAD: u64 = 64 << 10;

/// Returns the format of a file whose ending says too little, [`Format::Archive`] for an archive; `None` for what cannot be
/// read.
pub(super) fn by_content<C: Read + Seek>(path: &Path, content: &mut C) -> Option<Format> {
    if let Some(format) = Format::of_unnamed(path, content) {
        return Some(format);
    }
    let detected = Detected::of(content).ok()?;
    if detected == Detected::Encrypted {
        // Its row says that it needs a password.
        return Some(Format::Docx);
    }
    let is_archive = detected == Detected::Unread(UnreadFormat::Archive);
    let head = read_at(content, 0, HEAD).ok()?;
    // Of zips only those that are no document of some program.
    let is_packed = archive::is_archive_content(&head) && !head.starts_with(b"PK");
    let is_zip = is_archive && head.starts_with(b"PK");
    (is_packed || is_zip).then_some(Format::Archive)
}

/// Returns the format of the document that a file with the ending of an archive is by its content; that of Word for an Office file
/// that needs a password. `None` for an archive, and for what cannot be read.
pub(super) fn hides_document<C: Read + Seek>(content: &mut C) -> Option<Format> {
    match Detected::of(content).ok()? {
        // Pictures are documents where a person says so, by their endings.
        Detected::Format(Format::Image) => None,
        Detected::Format(format) => Some(format),
        Detected::Encrypted => Some(Format::Docx),
        _ => None,
    }
}

/// Whether a file with the ending of a document is an archive by its content, whose first bytes are `head`.
pub(super) fn hides_archive<C: Read + Seek>(head: &[u8], content: &mut C) -> bool {
    // Documents are zips too: only the list of members tells.
    let is_zip = head.starts_with(b"PK\x03\x04");
    is_certainly_archive(head)
        || (is_zip
            && Detected::of(content)
                .is_ok_and(|found| found == Detected::Unread(UnreadFormat::Archive)))
}

/// Whether a member whose ending says too little may turn out to be a document or archive, by its first bytes.
pub(super) fn may_be_read(path: &Path, head: &[u8]) -> bool {
    archive::is_archive_content(head)
        || head.starts_with(OLE2)
        || Format::of_unnamed(path, &mut Cursor::new(head)).is_some()
}

/// Returns the kind of a member that cannot be read: a dump of `MediaWiki` is known by its first bytes, any other member is of `kind`.
pub(super) fn unread_kind(kind: FileKind, head: &[u8]) -> FileKind {
    if head.trim_ascii_start().starts_with(b"<mediawiki") {
        FileKind::Collection
    } else {
        kind
    }
}

/// Whether the ending is that of a program of Windows, which may unpack an archive.
pub(super) fn is_program(path: &Path) -> bool {
    has_ending(path, &["exe"])
}

/// Whether the ending is that of a program of Java, which may hold its source. Libraries have theirs in a file of its own.
fn may_have_sources(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    has_ending(path, &["jar", "war", "ear"]) && !stem.ends_with("-sources")
}
