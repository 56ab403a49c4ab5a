//! Entries of a ZIM file: what each of them is and where its content lies.

use crate::file::File;
use std::io::{Read, Seek, SeekFrom};

use super::{u16_at, u32_at, u64_at};

/// Number of bytes read at once. Most entries follow one another directly.
const WINDOW: usize = 256 << 10;
/// Number of bytes that an entry may have.
const LONGEST_ENTRY: usize = 16 << 10;
/// Number of bytes of an entry before its address.
const FIXED: usize = 16;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// It leads to another entry.
    Redirect,
    /// Number of its type, of its cluster, and of its place there.
    Content { kind: u16, cluster: u32, blob: u32 },
    /// Neither: entries that were deleted.
    Nothing,
}

/// Entry.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// `A` and `C` are articles, `M` says something about the file.
    pub(super) namespace: u8,
    pub(super) target: Target,
    /// Address inside the file.
    pub(super) path: String,
    /// Title; empty if it is the address.
    pub(super) title: String,
}

/// Place of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(super) cluster: u32,
    pub(super) blob: u32,
    /// Number of its entry.
    pub(super) entry: u32,
}

/// Articles of a file in the order in which they are read, and the numbers of other entries. Takes 12 bytes an article.
#[derive(Debug, Default)]
pub(crate) struct Order {
    pub(crate) articles: Vec<Place>,
    pub(super) redirects: u64,
    pub(super) other: u64,
    /// Numbers of entries that cannot be read, up to a maximum.
    pub(super) broken: Vec<u32>,
}

/// Number of damaged entries that are named one by one.
const MOST_BROKEN: usize = 10_000;

/// List of entries being read.
pub(super) struct Directory {
    file: File,
    at: u64,
    count: u32,
    pointers: Window,
    entries: Window,
}

impl Directory {
    /// `at` is the byte offset of the list of `count` entries.
    pub(super) fn new(file: File, at: u64, count: u32) -> Self {
        Self {
            file,
            at,
            count,
            pointers: Window::default(),
            entries: Window::default(),
        }
    }

    fn offset(&mut self, number: u32) -> Option<u64> {
        let at = self.at + u64::from(number) * 8;
        let pointer = self.pointers.get(&mut self.file, at, 8)?;
        (pointer.len() >= 8).then(|| u64_at(pointer, 0))
    }

    /// Returns the namespace and the target of an entry; `None` if it is outside the file.
    pub(super) fn target(&mut self, number: u32) -> Option<(u8, Target)> {
        let at = self.offset(number)?;
        let bytes = self.entries.get(&mut self.file, at, FIXED)?;
        target(bytes)
    }

    /// Returns an entry; `None` if it lies outside of the file or has no end.
    pub(super) fn entry(&mut self, number: u32) -> Option<Entry> {
        let at = self.offset(number)?;
        let bytes = self.entries.get(&mut self.file, at, LONGEST_ENTRY)?;
        let (namespace, target) = target(bytes)?;
        let texts = match target {
            Target::Content { .. } => FIXED,
            Target::Redirect => 12,
            Target::Nothing => 8,
        };
        let bytes = bytes.get(texts..)?;
        let path_end = memchr::memchr(0, bytes)?;
        let title = &bytes[path_end + 1..];
        let title_end = memchr::memchr(0, title)?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Some(Entry {
            namespace,
            target,
            path: text(&bytes[..path_end]),
            title: text(&title[..title_end]),
        })
    }

    /// Reads all entries and returns the order of the articles. `is_html` states for each type whether it is HTML.
    pub(super) fn order(mut self, is_html: &[bool]) -> Order {
        let mut order = Order::default();
        for entry in 0..self.count {
            match self.target(entry) {
                Some((
                    b'A' | b'C',
                    Target::Content {
                        kind,
                        cluster,
                        blob,
                    },
                )) if is_html.get(usize::from(kind)) == Some(&true) => {
                    order.articles.push(Place {
                        cluster,
                        blob,
                        entry,
                    });
                }
                Some((b'A' | b'C', Target::Content { kind, .. }))
                    if usize::from(kind) >= is_html.len() =>
                {
                    order.broken.push(entry);
                }
                Some((_, Target::Redirect)) => order.redirects += 1,
                Some(_) => order.other += 1,
                None => order.broken.push(entry),
            }
            if order.broken.len() > MOST_BROKEN {
                order.broken.pop();
                order.other += 1;
            }
        }
        order.articles.sort_unstable();
        order
    }

    /// Returns the number of the first entry of a namespace. A list that is out of order gives any number.
    pub(super) fn first_of(&mut self, namespace: u8) -> u32 {
        let (mut from, mut to) = (0, self.count);
        while from < to {
            let middle = from + (to - from) / 2;
            match self.target(middle) {
                Some((found, _)) if found < namespace => from = middle + 1,
                _ => to = middle,
            }
        }
        from
    }
}

fn target(bytes: &[u8]) -> Option<(u8, Target)> {
    let namespace = *bytes.get(3)?;
    Some((
        namespace,
        match u16_at(bytes, 0) {
            0xFFFF => Target::Redirect,
            0xFFFD | 0xFFFE => Target::Nothing,
            kind if bytes.len() >= FIXED => Target::Content {
                kind,
                cluster: u32_at(bytes, 8),
                blob: u32_at(bytes, 12),
            },
            _ => return None,
        },
    ))
}

/// Part of a file that is in memory.
#[derive(Default)]
struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    /// Returns up to `length` bytes from a byte offset on, fewer at the end of the file; `None` after it.
    fn get(&mut self, file: &mut File, at: u64, length: usize) -> Option<&[u8]> {
        let inside = at
            .checked_sub(self.start)
            .and_then(|from| usize::try_from(from).ok())
            .filter(|&from| from + length <= self.bytes.len());
        let from = if let Some(from) = inside {
            from
        } else {
            file.seek(SeekFrom::Start(at)).ok()?;
            self.bytes.clear();
            self.start = at;
            let wanted = length.max(WINDOW) as u64;
            file.take(wanted).read_to_end(&mut self.bytes).ok()?;
            0
        };
        let to = (from + length).min(self.bytes.len());
        (from < to).then(|| &self.bytes[from..to])
    }
}
