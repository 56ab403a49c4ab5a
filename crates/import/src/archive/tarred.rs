//! Members of a tar, compressed or not.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use tar::EntryType;

use super::kind::Packing;
use super::names::decode;
use super::packed;
use super::section::Section;
use super::sink::{Shared, What, most_by_ratio};
use super::wire::Job;
use super::{MAXIMUM_MEMBERS, MAXIMUM_RATIO, MAXIMUM_UNPACKED, damaged};
use crate::ImportCause;

/// Sends the wanted members of a tar, which is read twice: names without a named encoding are judged together, and a
/// bomb is refused before anything is sent.
pub(super) fn unpack(
    archive: &Section,
    packing: Option<Packing>,
    job: &Job,
    sink: &Shared,
) -> Result<(), ImportCause> {
    let limit = Limit::of(job);
    let (mut names, mut kinds) = (Vec::new(), Vec::new());
    let first = walk(archive, packing, &limit, |entry| {
        if names.len() as u64 >= job.members {
            return Err(ImportCause::TooManyMembers {
                limit: MAXIMUM_MEMBERS,
            });
        }
        names.push(entry.path_bytes().into_owned());
        kinds.push(what(entry.header().entry_type()));
        Ok(true)
    });
    if let Err(cause) = first
        && (names.is_empty() || !matches!(cause, ImportCause::Damaged { .. }))
    {
        return Err(cause);
    }
    let mut sink = sink.borrow_mut();
    let names = decode(names);
    sink.learn(names.iter().map(String::as_str));
    let mut members = names.into_iter().zip(kinds);
    walk(archive, packing, &Limit::of(job), |entry| {
        let Some((name, what)) = members.next() else {
            return Ok(false);
        };
        if let Some(name) = sink.meet(&name, what)? {
            let left = entry.size();
            sink.copy(&name, &mut Whole { inner: entry, left })?;
        }
        Ok(true)
    })
}

/// Visits the entries in order until `visit` returns `false`.
fn walk(
    archive: &Section,
    packing: Option<Packing>,
    limit: &Limit,
    mut visit: impl FnMut(&mut tar::Entry<'_, Bounded<Box<dyn Read>>>) -> Result<bool, ImportCause>,
) -> Result<(), ImportCause> {
    let inner: Box<dyn Read> = match packing {
        Some(packing) => packed::unpacked(archive, packing).map_err(|error| limit.cause(&error))?,
        None => Box::new(BufReader::with_capacity(64 << 10, archive.clone())),
    };
    let mut tar = tar::Archive::new(Bounded {
        inner,
        left: limit.bytes,
        is_reached: Rc::clone(&limit.is_reached),
    });
    let mut any = false;
    for entry in tar.entries().map_err(|error| limit.cause(&error))? {
        let mut entry = entry.map_err(|error| limit.cause(&error))?;
        any = true;
        if !visit(&mut entry)? {
            return Ok(());
        }
    }
    if any || archive.length() >= 1024 || packing.is_some() {
        return Ok(());
    }
    Err(damaged(&"no member"))
}

fn what(entry: EntryType) -> What {
    match entry {
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => What::File,
        EntryType::Link | EntryType::Symlink => What::Link,
        EntryType::Directory => What::Folder,
        _ => What::Other,
    }
}

/// Limit of what may come out of the archive, with everything that is skipped.
struct Limit {
    bytes: u64,
    is_ratio: bool,
    is_reached: Rc<Cell<bool>>,
}

impl Limit {
    fn of(job: &Job) -> Self {
        let by_ratio = most_by_ratio(job.length);
        // A tar holds a header of 512 bytes for each member beside the files.
        let bytes = job.bytes.saturating_add(job.members * 1024);
        Self {
            bytes: bytes.min(by_ratio),
            is_ratio: by_ratio < bytes,
            is_reached: Rc::default(),
        }
    }

    fn cause(&self, error: &io::Error) -> ImportCause {
        match (self.is_reached.get(), self.is_ratio) {
            (false, _) => damaged(error),
            (true, true) => ImportCause::ArchiveRatio {
                ratio: MAXIMUM_RATIO,
            },
            (true, false) => ImportCause::ArchiveTooLarge {
                limit: MAXIMUM_UNPACKED,
            },
        }
    }
}

/// Reader of a member that fails where an archive was cut off; the crate ends the member there without an error.
struct Whole<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Whole<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

/// Reader that fails beyond a number of bytes.
struct Bounded<R> {
    inner: R,
    left: u64,
    is_reached: Rc<Cell<bool>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if let Some(left) = self.left.checked_sub(read as u64) {
            self.left = left;
            Ok(read)
        } else {
            self.is_reached.set(true);
            Err(io::Error::other("more than may be unpacked"))
        }
    }
}
