//! Recognises dumps by the first bytes of a file and, for tables, by its name.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::file::File;
use crate::packed::{self, Packing, Step, Unpack, Utf16, is_utf16};
use crate::records::{Columns, is_json_record};
use crate::zim;

/// Kind of dump, by its file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DumpKind {
    /// XML export of `MediaWiki`.
    MediaWiki,
    /// ZIM file: encyclopaedia for reading offline, as Kiwix distributes them.
    Zim,
    /// JSON Lines: one JSON object per line, with a field for the text.
    JsonLines,
    /// Table (csv, tsv) whose first row names the columns, one of which is the text.
    Csv,
}

/// Number of unpacked bytes by which a file is known.
const LOOKED_AT: usize = 64 << 10;

/// Facts that the start of a file shows.
pub(crate) struct Known {
    pub(crate) kind: DumpKind,
    pub(crate) packing: Packing,
    pub(crate) utf16: bool,
    /// Columns, if it is a table.
    pub(crate) columns: Option<Columns>,
}

impl Known {
    /// Opens the file for reading from byte offset `from`, unpacked and in UTF-8 (records in GB 18030 stay in that).
    /// The requested range ends at `to`.
    pub(crate) fn open(&self, file: &File, from: u64, to: u64) -> std::io::Result<Box<dyn Unpack>> {
        let bytes = packed::open(file, self.packing, from, to)?;
        Ok(if self.utf16 {
            Box::new(Utf16::new(bytes))
        } else {
            bytes
        })
    }

    /// Returns whether the file can be read from any position.
    pub(crate) fn has_ranges(&self) -> bool {
        self.packing.has_ranges() && !self.utf16 && self.kind != DumpKind::Csv
    }
}

/// Returns the kind of dump of a file; `None` if it is not a dump or cannot be read. Tables are recognised only if the
/// file name ends with `.csv` or `.tsv`, perhaps followed by the ending of a packed file. JSON Lines and tables are
/// dumps only if they have a field `text`, `content`, 正文 or 全文, so that a table of a class's students is not one.
#[must_use]
pub fn kind_of(path: &Path) -> Option<DumpKind> {
    File::open(path)
        .and_then(|file| know(path, &file))
        .ok()
        .flatten()
        .map(|known| known.kind)
}

/// Recognises a dump by the start of its file; `None` if it is not a dump.
pub(crate) fn know(path: &Path, file: &File) -> std::io::Result<Option<Known>> {
    if !file.is_file() {
        return Ok(None);
    }
    let mut first = Vec::new();
    let _ = packed::open(file, Packing::None, 0, u64::MAX)?.step(&mut first);
    let known = |kind, packing| Known {
        kind,
        packing,
        utf16: false,
        columns: None,
    };
    if first.starts_with(&zim::MAGIC) {
        return Ok(Some(known(DumpKind::Zim, Packing::None)));
    }
    let packing = Packing::of(&first);
    let start = start_of(packed::open(file, packing, 0, u64::MAX)?);
    let utf16 = is_utf16(&start);
    let start = if utf16 {
        start_of(Box::new(Utf16::new(packed::open(
            file,
            packing,
            0,
            u64::MAX,
        )?)))
    } else {
        start
    };
    let lines = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start);
    let text = lines.trim_ascii_start();
    let gb18030 = std::str::from_utf8(text).is_err_and(|error| error.error_len().is_some());
    let know = |kind| {
        Ok(Some(Known {
            utf16,
            ..known(kind, packing)
        }))
    };
    if text.starts_with(b"<page>")
        || text.starts_with(b"<") && memchr::memmem::find(text, b"<mediawiki").is_some()
    {
        return know(DumpKind::MediaWiki);
    }
    if text.starts_with(b"{") && is_json_record(text, start.len() >= LOOKED_AT) {
        return know(DumpKind::JsonLines);
    }
    if is_table(path)
        && let Some(columns) = Columns::of(lines, gb18030)
    {
        return Ok(Some(Known {
            utf16,
            columns: Some(columns),
            ..known(DumpKind::Csv, packing)
        }));
    }
    Ok(None)
}

/// Whether the name of a file is that of a table, packed or not.
fn is_table(path: &Path) -> bool {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let name = ["bz2", "gz", "zst", "xz"]
        .iter()
        .find_map(|packing| name.strip_suffix(packing)?.strip_suffix('.'))
        .unwrap_or(&name);
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
}

fn start_of(mut bytes: Box<dyn Unpack>) -> Vec<u8> {
    let mut start = Vec::new();
    while start.len() < LOOKED_AT {
        match bytes.step(&mut start) {
            Step::Bytes | Step::RangeEnd => {}
            Step::Gap(_) | Step::End => break,
        }
    }
    start
}
