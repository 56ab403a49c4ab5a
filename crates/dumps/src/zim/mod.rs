//! ZIM files: encyclopaedias for reading offline. Format: <https://wiki.openzim.org/wiki/ZIM_file_format>.
//!
//! The reader is ours: the crate `zim` 0.5 brings a command line, a progress bar, liblzma and a memory map, and keeps
//! whole unpacked clusters in memory, however large they are. Here a cluster is a stream, of which one article is kept
//! at a time.

mod articles;
mod cluster;
mod directory;
mod html;
#[cfg(test)]
mod made;
mod metadata;

use crate::file::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::DumpError;
use crate::header::Header;

use articles::{Articles, OtherEntries};
use directory::{Directory, Order};
use metadata::Metadata;

#[cfg(test)]
pub(crate) use made::made;

/// First bytes of a ZIM file.
pub(crate) const MAGIC: [u8; 4] = [0x5A, 0x49, 0x4D, 0x04];
/// Number of bytes of the header.
const HEADER: usize = 80;
/// Maximum number of bytes of the list of types.
const TYPES_WITHIN: usize = 64 << 10;

/// Opened ZIM file.
pub(crate) struct Zim {
    file: File,
    /// Size in bytes.
    bytes: u64,
    entries: u32,
    clusters: u32,
    /// Byte offset of the list of entries, which are sorted by address.
    entries_at: u64,
    clusters_at: u64,
    /// Whether a type is HTML, by its number.
    is_html: Vec<bool>,
    metadata: Metadata,
    /// Order in which the articles are read, once it was asked for.
    order: Mutex<Option<Arc<Order>>>,
}

impl Zim {
    /// Opens a file and checks that its lists lie inside it.
    pub(crate) fn open(path: &Path, file: &File) -> Result<Self, DumpError> {
        let unreadable = |source| DumpError::Unreadable {
            file: path.to_owned(),
            source,
        };
        let damaged = |detail: &str| DumpError::Damaged {
            file: path.to_owned(),
            detail: detail.to_owned(),
        };
        let mut file = file.again();
        let bytes = file.length();
        let mut header = [0; HEADER];
        file.read_exact(&mut header)
            .map_err(|_| damaged("it ends inside its header"))?;
        if header[..4] != MAGIC {
            return Err(damaged("its first bytes are wrong"));
        }
        if !matches!(u16_at(&header, 4), 5 | 6) {
            return Err(damaged("its version is none that is known"));
        }
        let mut zim = Self {
            file: file.again(),
            bytes,
            entries: u32_at(&header, 24),
            clusters: u32_at(&header, 28),
            entries_at: u64_at(&header, 32),
            clusters_at: u64_at(&header, 48),
            is_html: Vec::new(),
            metadata: Metadata::default(),
            order: Mutex::new(None),
        };
        for (at, count, what) in [
            (
                zim.entries_at,
                zim.entries,
                "the list of its entries lies outside of it",
            ),
            (
                zim.clusters_at,
                zim.clusters,
                "the list of its clusters lies outside of it",
            ),
        ] {
            let end = at.checked_add(u64::from(count) * 8);
            if end.is_none_or(|end| end > bytes) || at < HEADER as u64 {
                return Err(damaged(what));
            }
        }
        // The list of types follows the header at once; elsewhere, something else would be read as types.
        if u64_at(&header, 56) != HEADER as u64 {
            return Err(damaged("the list of its types is not behind its header"));
        }
        zim.is_html = types(&mut file, u64_at(&header, 56))
            .map_err(unreadable)?
            .ok_or_else(|| damaged("the list of its types has no end"))?;
        if !zim.is_html.contains(&true) {
            return Err(damaged("it names no pages of HTML among its types"));
        }
        zim.metadata = Metadata::read(&zim);
        Ok(zim)
    }

    /// Adds the information that the file states about itself to a header.
    pub(crate) fn describe(&self, header: &mut Header) {
        let metadata = &self.metadata;
        header.site = metadata.title.clone().unwrap_or_default();
        header.language.clone_from(&metadata.language);
        header.licence.clone_from(&metadata.licence);
        if metadata.date.is_some() {
            header.date.clone_from(&metadata.date);
        }
        header.articles = Some(metadata.articles.unwrap_or_else(|| u64::from(self.entries)));
    }

    /// Returns the order in which the articles are read: by their clusters, so that each is unpacked once.
    pub(crate) fn order(&self) -> Arc<Order> {
        let mut kept = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(order) = &*kept {
            return Arc::clone(order);
        }
        let order = Arc::new(self.directory().order(&self.is_html));
        *kept = Some(Arc::clone(&order));
        order
    }

    fn directory(&self) -> Directory {
        Directory::new(self.file.again(), self.entries_at, self.entries)
    }

    /// Reads the articles with these places in the order.
    pub(crate) fn articles(zim: &Arc<Self>, from: u64, to: u64) -> Articles {
        Articles::new(zim, from, to)
    }

    /// Reads the entries that are not articles.
    pub(crate) fn other_entries(zim: &Arc<Self>) -> OtherEntries {
        OtherEntries::new(&zim.order())
    }
}

/// Reads the list of types: texts that end in 0, and an empty one at the end. `None` if it has no end.
fn types(file: &mut File, at: u64) -> io::Result<Option<Vec<bool>>> {
    file.seek(SeekFrom::Start(at))?;
    let mut list = Vec::new();
    file.take(TYPES_WITHIN as u64).read_to_end(&mut list)?;
    let mut is_html = Vec::new();
    for name in list.split(|&byte| byte == 0) {
        if name.is_empty() {
            return Ok((!is_html.is_empty()).then_some(is_html));
        }
        is_html.push(name.starts_with(b"text/html"));
    }
    Ok(None)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..at + 2)
        .map_or(0, |part| u16::from_le_bytes([part[0], part[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
