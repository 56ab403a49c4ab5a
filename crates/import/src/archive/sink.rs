//! Worker's side of a member: decides which members are wanted, enforces the limits and sends the members.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::path::Path;
use std::rc::Rc;

use super::names::{NO_NAME, clean, unique};
use super::volumes::is_part_of;
use super::wire::{Job, Record, send, send_bytes, send_mark};
use super::{MAXIMUM_RATIO, MAXIMUM_UNPACKED, RATIO_COUNTS_FROM, damaged};
use crate::packages::packages_in;
use crate::repository::Repositories;
use crate::standing::{HEAD, Standing, is_program, may_be_read, standing, unread_kind};
use crate::{FileKind, Format, ImportCause, MAXIMUM_FILE_BYTES, MAXIMUM_MEMBERS};

/// Number of bytes read and sent at once.
const PIECE: usize = 64 << 10;

/// Receiver of an archive's members. Some readers keep writers to it, hence shared.
pub(super) type Shared = Rc<RefCell<Sink>>;

/// Kind of a member of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    File,
    Folder,
    Link,
    /// Device, or statement about other members.
    Other,
}

/// Member whose ending says too little, until its content shows whether it can be read.
struct Held {
    name: String,
    kind: FileKind,
    head: Vec<u8>,
}

/// Sends the wanted members of one archive to the parent process.
pub(super) struct Sink {
    to: Box<dyn Write>,
    wanted: Option<String>,
    /// Whether image files are documents.
    pictures: bool,
    taken: HashSet<String>,
    repositories: Repositories,
    /// Number of members that may still come.
    members: u64,
    /// Maximum number of bytes to unpack.
    bytes: u64,
    /// Maximum number of bytes by the archive's own size.
    by_ratio: u64,
    unpacked: u64,
    /// Length of the member that is open; `None` between members.
    open: Option<u64>,
    /// Beginning of the open member, while its content has not yet shown what it is; `None` for all others.
    held: Option<Held>,
    /// Error that ends the whole archive, met while a reader was writing; `None` while there is none.
    fatal: Option<ImportCause>,
}

impl Sink {
    pub(super) fn new(mut to: Box<dyn Write>, job: &Job) -> io::Result<Self> {
        send_mark(&mut to)?;
        Ok(Self {
            to,
            wanted: job.wanted.clone(),
            pictures: job.pictures,
            taken: HashSet::new(),
            repositories: Repositories::default(),
            members: job.members,
            bytes: job.bytes,
            by_ratio: most_by_ratio(job.length),
            unpacked: 0,
            open: None,
            held: None,
            fatal: None,
        })
    }

    /// Refuses an archive whose own listing has more members than may still come.
    pub(super) fn admit(&self, members: usize) -> Result<(), ImportCause> {
        if members as u64 > self.members {
            return Err(too_many());
        }
        Ok(())
    }

    /// Learns the names of all members, before the first is met.
    pub(super) fn learn<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let places: Vec<String> = names.map(clean).collect();
        self.repositories = Repositories::among(&places);
    }

    /// Registers the next member. Returns the name under which it is sent; `None` if it is not wanted.
    pub(super) fn meet(&mut self, name: &str, what: What) -> Result<Option<String>, ImportCause> {
        self.members = self.members.checked_sub(1).ok_or_else(too_many)?;
        if what == What::Other {
            return Ok(None);
        }
        let name = clean(name);
        let of_tools = packages_in(&name).or_else(|| self.repositories.end_in(&name));
        if what == What::Folder {
            let is_searched = of_tools.is_none() && FileKind::of_place(&name).is_none();
            return if is_searched && name != NO_NAME {
                self.pass_over(&name, FileKind::EmptyFolder)
            } else {
                Ok(None)
            };
        }
        if let Some(end) = of_tools {
            return self.pass_over(&name[..end], FileKind::Generated);
        }
        if let Some((end, kind)) = FileKind::of_place(&name) {
            let is_program = Format::of(Path::new(&name)) == Some(Format::Source);
            let kind = match kind {
                // A hidden folder may hide a program.
                FileKind::Hidden if is_program && end < name.len() => FileKind::HiddenDocument,
                kind => kind,
            };
            return self.pass_over(&name[..end], kind);
        }
        match standing(Path::new(&name), self.pictures) {
            Standing::PassedOver(kind) => self.pass_over(&name, kind),
            _ if what == What::Link => self.pass_over(&name, FileKind::Link),
            // An archive at the end of a program shows only when it is there whole.
            Standing::ByContent(kind) if is_program(Path::new(&name)) => {
                self.pass_over(&name, kind)
            }
            Standing::Document(_) | Standing::ByContent(_) => self.take(name),
        }
    }

    /// Sends the name of a member that is passed over, if the parent wants all.
    fn pass_over(&mut self, name: &str, kind: FileKind) -> Result<Option<String>, ImportCause> {
        if self.wanted.is_none() {
            self.send(&Record::PassedOver(name.to_owned(), kind))?;
        }
        Ok(None)
    }

    /// Returns the unique name of a document if its content is to be sent; `None` if it is not wanted. One that has no
    /// reader is sent as failed, and `None` is returned.
    fn take(&mut self, name: String) -> Result<Option<String>, ImportCause> {
        let name = unique(name, &mut self.taken);
        let is_wanted = self.wanted.as_ref().is_none_or(|wanted| {
            // What stands before a `/` is an archive: folders are no members.
            let is_on_the_way = |rest: &str| rest.is_empty() || rest.starts_with('/');
            wanted.strip_prefix(&name).is_some_and(is_on_the_way) || is_part_of(&name, wanted)
        });
        if !is_wanted {
            return Ok(None);
        }
        if Format::of(Path::new(&name)) == Some(Format::Unsupported) {
            self.fail(&name, ImportCause::no_reader(Path::new(&name)))?;
            return Ok(None);
        }
        Ok(Some(name))
    }

    /// Counts bytes that were unpacked, wanted or not.
    pub(super) fn spend(&mut self, bytes: u64) -> Result<(), ImportCause> {
        self.unpacked = self.unpacked.saturating_add(bytes);
        self.room(0)
    }

    /// Refuses to unpack `bytes` more if that is beyond the limits.
    pub(super) fn room(&self, bytes: u64) -> Result<(), ImportCause> {
        let unpacked = self.unpacked.saturating_add(bytes);
        if unpacked > self.by_ratio {
            return Err(ImportCause::ArchiveRatio {
                ratio: MAXIMUM_RATIO,
            });
        }
        if unpacked > self.bytes {
            return Err(ImportCause::ArchiveTooLarge {
                limit: MAXIMUM_UNPACKED,
            });
        }
        Ok(())
    }

    /// Sends a member that cannot be unpacked.
    pub(super) fn fail(&mut self, name: &str, cause: ImportCause) -> Result<(), ImportCause> {
        self.begin(name)?;
        self.end(Err(cause))
    }

    /// Sends members that cannot be unpacked for the same reason, as far as they are wanted and were not sent yet.
    pub(super) fn fail_all(
        &mut self,
        wanted: &mut [Option<String>],
        cause: &ImportCause,
    ) -> Result<(), ImportCause> {
        let mut names = wanted.iter_mut().filter_map(Option::take);
        names.try_for_each(|name| self.fail(&name, cause.clone()))
    }

    /// Sends a whole member. Returns whether it could be unpacked; an error ends the archive.
    pub(super) fn copy(&mut self, name: &str, from: &mut dyn Read) -> Result<bool, ImportCause> {
        self.begin(name)?;
        let mut buffer = vec![0; PIECE];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => {
                    self.end(Ok(()))?;
                    return Ok(true);
                }
                Ok(read) => {
                    if !self.piece(&buffer[..read])? {
                        return Ok(false);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.end(Err(damaged(&error)))?;
                    return Ok(false);
                }
            }
        }
    }

    /// Begins a member.
    pub(super) fn begin(&mut self, name: &str) -> Result<(), ImportCause> {
        self.open = Some(0);
        if let (Standing::ByContent(kind), None) = (standing(Path::new(name), true), &self.wanted) {
            let (name, head) = (name.to_owned(), Vec::new());
            self.held = Some(Held { name, kind, head });
            return Ok(());
        }
        self.send(&Record::Member(name.to_owned()))
    }

    /// Begins the member that was held, or passes it over; returns whether it began.
    fn settle(&mut self, held: &Held, is_damaged: bool) -> Result<bool, ImportCause> {
        let is_read = may_be_read(Path::new(&held.name), &held.head);
        if is_read || is_damaged {
            self.send(&Record::Member(held.name.clone()))?;
            send_bytes(&mut self.to, &held.head).map_err(|error| gone(&error))?;
        } else {
            self.open = None;
            self.pass_over(&held.name, unread_kind(held.kind, &held.head))?;
        }
        Ok(is_read || is_damaged)
    }

    /// Sends bytes of the member that is open; returns whether more may come. A member beyond the size of a file is
    /// ended.
    pub(super) fn piece(&mut self, bytes: &[u8]) -> Result<bool, ImportCause> {
        self.spend(bytes.len() as u64)?;
        let Some(length) = self.open else {
            return Ok(false);
        };
        let length = length + bytes.len() as u64;
        if length > MAXIMUM_FILE_BYTES {
            let limit = MAXIMUM_FILE_BYTES;
            self.end(Err(ImportCause::UnpacksTooLarge { limit }))?;
            return Ok(false);
        }
        self.open = Some(length);
        let Some(mut held) = self.held.take() else {
            send_bytes(&mut self.to, bytes).map_err(|error| gone(&error))?;
            return Ok(true);
        };
        held.head.extend_from_slice(bytes);
        if (held.head.len() as u64) < HEAD {
            self.held = Some(held);
            return Ok(true);
        }
        self.settle(&held, false)
    }

    /// Ends the member that is open, if one is.
    pub(super) fn end(&mut self, result: Result<(), ImportCause>) -> Result<(), ImportCause> {
        if let Some(held) = self.held.take() {
            self.settle(&held, result.is_err())?;
        }
        match self.open.take() {
            Some(_) => self.send(&Record::MemberEnd(result)),
            None => Ok(()),
        }
    }

    /// Keeps an error that ends the archive while a foreign reader holds the thread.
    pub(super) fn give_up(&mut self, cause: ImportCause) {
        self.fatal.get_or_insert(cause);
    }

    /// Takes the error that [`Self::give_up`] kept; `None` without one.
    pub(super) fn take_fatal(&mut self) -> Option<ImportCause> {
        self.fatal.take()
    }

    /// Sends the ending.
    pub(super) fn finish(&mut self, result: Result<(), ImportCause>) -> io::Result<()> {
        send(&mut self.to, &Record::End(result))
    }

    fn send(&mut self, record: &Record) -> Result<(), ImportCause> {
        send(&mut self.to, record).map_err(|error| gone(&error))
    }
}

/// Returns the maximum number of bytes that an archive of this length may unpack to.
pub(super) fn most_by_ratio(length: u64) -> u64 {
    RATIO_COUNTS_FROM.max(length.saturating_mul(MAXIMUM_RATIO))
}

fn too_many() -> ImportCause {
    ImportCause::TooManyMembers {
        limit: MAXIMUM_MEMBERS,
    }
}

/// Returns the error that ends a worker whose parent is gone, since it has nothing to do then.
fn gone(error: &io::Error) -> ImportCause {
    ImportCause::Crashed {
        detail: error.to_string(),
    }
}
