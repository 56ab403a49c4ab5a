//! Folder of page pictures as one document: which files belong to it, their contents one after the other, and the time
//! of the last change.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::archive::{Archives, Member, is_in_archive};
use super::detection::inner_format;
use super::standing::hides_document;
use super::worker::Content;
use super::{FileKind, Format, ImportCause, MAXIMUM_FILE_BYTES, Stop, picture_bundle, unreadable};

/// Returns the format of a document: by its extension or, if that belongs to no format, by its content. A folder or
/// archive as a whole is a document of page pictures ([`Format::Image`]), and so is a folder in an archive. `None` for
/// a file on disk that is not a document.
#[must_use]
pub fn document_format(path: &Path) -> Option<Format> {
    match Format::of(path) {
        _ if path.is_dir() => Some(Format::Image),
        Some(Format::Archive) => {
            let file = path.is_file().then(|| File::open(path).ok()).flatten();
            let document = file.and_then(|mut file| hides_document(&mut file));
            Some(document.unwrap_or(Format::Image))
        }
        None if is_in_archive(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Some(inner_format(&name).unwrap_or(Format::Image))
        }
        None => Format::of_file(path),
        format => format,
    }
}

/// Returns the total size in bytes of the pictures directly in a folder, and the latest time of change of any of them;
/// `None` if there are no pictures, if one of them cannot be looked at, or if `folder` is not a folder.
#[must_use]
pub fn folder_stamp(folder: &Path) -> Option<(u64, SystemTime)> {
    let mut stamp: Option<(u64, SystemTime)> = None;
    for file in pictures_in(folder).ok()? {
        let metadata = file.metadata().ok()?;
        let (bytes, time) = stamp.unwrap_or((0, SystemTime::UNIX_EPOCH));
        let modified = metadata.modified().ok()?;
        stamp = Some((bytes + metadata.len(), time.max(modified)));
    }
    stamp
}

/// Returns the pictures directly in a folder, in the order of their names.
fn pictures_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut pictures = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let name = name(&path);
        if Format::of(&path) == Some(Format::Image)
            && FileKind::of_name(&name).is_none()
            && path.is_file()
        {
            pictures.push((picture_bundle::natural(&name), path));
        }
    }
    pictures.sort();
    Ok(pictures.into_iter().map(|(_, path)| path).collect())
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Opens the pictures directly in a folder as one content, with its length in bytes.
pub(super) fn open_folder(folder: &Path) -> Result<(Content, u64), ImportCause> {
    let mut parts: Vec<(Content, u64)> = Vec::new();
    for path in pictures_in(folder).map_err(|error| unreadable(&error))? {
        let length = path.metadata().map_err(|error| unreadable(&error))?.len();
        // Hundreds of files are not held open at once.
        parts.push((Box::new(Later { path, file: None }), length));
    }
    joined(parts)
}

/// Opens the pictures directly in a folder inside an archive, or directly in the archive, as one content.
pub(super) fn open_in_archive(
    archives: &Archives,
    path: &Path,
    cancelled: &dyn Fn() -> bool,
) -> Result<(Content, u64), Stop> {
    let failed = |cause| Stop::failed(path, cause);
    let (members, folder) = archives.members_around(path, cancelled)?;
    let mut pictures: Vec<(_, &Member)> = (members.members.iter())
        .filter(|member| Format::of(&member.path) == Some(Format::Image))
        .filter_map(|member| {
            let (above, name) = member.place.rsplit_once('/').unwrap_or(("", &member.place));
            (above == folder).then(|| (picture_bundle::natural(name), member))
        })
        .collect();
    pictures.sort_by(|a, b| (&a.0, &a.1.place).cmp(&(&b.0, &b.1.place)));
    let mut parts: Vec<(Content, u64)> = Vec::new();
    for (_, member) in pictures {
        let section = member.content.clone().map_err(failed)?;
        let length = section.length();
        parts.push((Box::new(section), length));
    }
    if parts.is_empty() {
        let is_folder = !folder.is_empty();
        return Err(failed(if is_folder {
            ImportCause::NotAFile
        } else {
            ImportCause::Archive
        }));
    }
    joined(parts).map_err(failed)
}

/// Joins image files into the content of one document.
fn joined(parts: Vec<(Content, u64)>) -> Result<(Content, u64), ImportCause> {
    if parts.is_empty() {
        return Err(ImportCause::NotAFile);
    }
    let bytes = picture_bundle::total(parts.iter().map(|(_, length)| *length));
    if bytes > MAXIMUM_FILE_BYTES {
        let limit = MAXIMUM_FILE_BYTES;
        return Err(ImportCause::TooLarge { bytes, limit });
    }
    let mut whole: Content = Box::new(Cursor::new(picture_bundle::opening()));
    for (content, length) in parts {
        let heading = Cursor::new(picture_bundle::heading(length));
        // A file that grew is cut off; one that became shorter makes the content too short, which its reader tells.
        whole = Box::new(whole.chain(heading).chain(content.take(length)));
    }
    Ok((whole, bytes))
}

/// File that is opened when its first byte is read.
struct Later {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Later {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(File::open(&self.path)?),
        };
        file.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_pictures_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, content: &str| {
            std::fs::write(folder.path().join(name), content).unwrap();
        };
        assert!(open_folder(folder.path()).is_err());
        assert_eq!(folder_stamp(folder.path()), None);
        write("p10.png", "ten");
        write("p9.jpg", "nine");
        write("._p1.jpg", "the system's");
        write("notes.txt", "no picture");
        let (mut content, bytes) = open_folder(folder.path()).unwrap();
        let mut whole = Vec::new();
        content.read_to_end(&mut whole).unwrap();
        assert_eq!(whole.len() as u64, bytes);
        assert_eq!(picture_bundle::files(&whole), [&b"nine"[..], b"ten"]);
        assert_eq!(folder_stamp(folder.path()).unwrap().0, 7);
        assert_eq!(document_format(folder.path()), Some(Format::Image));
    }
}
