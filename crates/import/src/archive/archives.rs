//! Opens archives for their documents: unpacks them once for a whole session, or for a single document that is read
//! again.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use super::names::unique;
use super::passwords::Passwords;
use super::place::{self, below};
use super::process::{Received, receive_members};
use super::section::Section;
use super::spool::Spool;
use super::volumes::{self, kind_of_part};
use super::wire::Job;
use super::{Kind, MAXIMUM_ARCHIVES, MAXIMUM_DEPTH, MAXIMUM_MEMBERS, MAXIMUM_UNPACKED};
use crate::limits::Limits;
use crate::locked::lock;
use crate::passed_over::{PassedFile, PassedOver};
use crate::standing::{Standing, by_content, hides_archive, hides_document, standing};
use crate::{FileKind, Format, ImportCause, Isolation, Stop, unreadable};

/// Opener of archives, which finds and unpacks the documents in them.
#[derive(Clone, Debug)]
pub struct Archives {
    isolation: Isolation,
    limits: Limits,
    passwords: Passwords,
    /// Archives unpacked so far, by path. `None` if each document is unpacked alone and discarded once it was read.
    kept: Option<Arc<Mutex<HashMap<PathBuf, Kept>>>>,
    /// Whether image files are unpacked too.
    pictures: bool,
}

/// Archive that is unpacked once; its lock makes the second reader wait for the first.
type Kept = Arc<Mutex<Option<(Stamp, Arc<Unpacked>)>>>;

/// Length and time of a file's last change: another file of the same name is another archive.
type Stamp = (u64, Option<SystemTime>);

/// Content of an archive, with that of the archives in it.
#[derive(Debug)]
pub(crate) struct Unpacked {
    /// Documents, and archives that could not be opened completely, in the order of the archive.
    pub members: Vec<Member>,
    /// Skipped files, by their paths within the archive.
    pub passed_over: PassedOver,
    /// Paths within the archive of the folders that it lists.
    pub folders: Vec<String>,
    /// Position of the first member at each place.
    at: HashMap<String, usize>,
}

impl Unpacked {
    /// Returns the first member at a place; `None` if nothing is there.
    fn member(&self, place: &str) -> Option<&Member> {
        self.at.get(place).map(|&position| &self.members[position])
    }

    fn add(&mut self, member: Member) {
        let position = self.members.len();
        self.at.entry(member.place.clone()).or_insert(position);
        self.members.push(member);
    }
}

/// Document of an archive, or an archive with a problem.
#[derive(Debug)]
pub(crate) struct Member {
    /// Path that leads through the archive, such as `class.zip/thesis.docx`.
    pub path: PathBuf,
    /// Path within the archive, with `/`; empty for the archive itself.
    pub place: String,
    /// Content, or the reason why there is none.
    pub content: Result<Section, ImportCause>,
}

impl Archives {
    /// Creates an opener that unpacks in `isolation` and tries `passwords` on encrypted archives. It unpacks each
    /// document when it is read and keeps none; image files are skipped.
    #[must_use]
    pub const fn new(isolation: Isolation, limits: Limits, passwords: Passwords) -> Self {
        Self {
            isolation,
            limits,
            passwords,
            kept: None,
            pictures: false,
        }
    }

    /// Sets whether image files in an archive are unpacked with the other documents (`true`) or skipped.
    #[must_use]
    pub fn with_pictures(self, pictures: bool) -> Self {
        Self { pictures, ..self }
    }

    /// Keeps unpacked contents for as long as this opener or a clone of it lives, so that each archive is unpacked only
    /// once.
    #[must_use]
    pub fn keeping(self) -> Self {
        Self {
            kept: Some(Arc::default()),
            ..self
        }
    }

    /// Returns the content of a document in an archive; `None` if the path does not lead into an archive.
    pub(crate) fn member(
        &self,
        path: &Path,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Result<Section, Stop>> {
        let (archive, place) = place::split(path)?;
        let is_unpacked = self.pictures || Format::of(path) != Some(Format::Image);
        let unpacked = if self.kept.is_some() && is_unpacked {
            self.unpacked(&archive, cancelled)
        } else {
            self.unpack(&archive, Some(&place), cancelled).map(Arc::new)
        };
        Some(unpacked.and_then(|unpacked| {
            let content = match unpacked.member(&place) {
                Some(member) => member.content.clone(),
                None => Err(not_there(&unpacked)),
            };
            content.map_err(|cause| Stop::failed(path, cause))
        }))
    }

    /// Unpacks the archive that a path is or leads into, with its pictures; returns its content with the place that the
    /// path names inside, empty for the archive itself.
    pub(crate) fn members_around(
        &self,
        path: &Path,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Arc<Unpacked>, String), Stop> {
        let (archive, place) =
            place::split(path).unwrap_or_else(|| (path.to_owned(), String::new()));
        let with_pictures = Self {
            pictures: true,
            ..self.clone()
        };
        let unpacked = if self.kept.is_some() && self.pictures {
            self.unpacked(&archive, cancelled)
        } else {
            let unpacked = with_pictures.unpack(&archive, None, cancelled);
            unpacked.map(Arc::new)
        };
        Ok((unpacked?, place))
    }

    /// Unpacks an archive, or returns its content if it was unpacked before.
    pub(crate) fn unpacked(
        &self,
        archive: &Path,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Arc<Unpacked>, Stop> {
        let Some(kept) = &self.kept else {
            return self.unpack(archive, None, cancelled).map(Arc::new);
        };
        let kept = Arc::clone(lock(kept).entry(archive.to_owned()).or_default());
        let mut kept = lock(&kept);
        let stamp = std::fs::metadata(archive)
            .map(|metadata| (metadata.len(), metadata.modified().ok()))
            .map_err(|error| Stop::failed(archive, unreadable(&error)))?;
        if let Some((known, unpacked)) = kept.as_ref()
            && *known == stamp
        {
            return Ok(Arc::clone(unpacked));
        }
        let unpacked = Arc::new(self.unpack(archive, None, cancelled)?);
        *kept = Some((stamp, Arc::clone(&unpacked)));
        Ok(unpacked)
    }

    fn unpack(
        &self,
        archive: &Path,
        wanted: Option<&str>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Unpacked, Stop> {
        let failed = |cause| Stop::failed(archive, cause);
        // The file type is checked before opening: opening a pipe would wait for a writer.
        let metadata = std::fs::metadata(archive).map_err(|error| failed(unreadable(&error)))?;
        if !metadata.is_file() {
            return Err(failed(ImportCause::NotAFile));
        }
        let file = File::open(archive).map_err(|error| failed(unreadable(&error)))?;
        let spool = Spool::new().map_err(|error| failed(no_room(&error)))?;
        let mut opening = Opening {
            archives: self,
            path: archive,
            spool: Arc::new(Mutex::new(spool)),
            members: MAXIMUM_MEMBERS,
            inner: MAXIMUM_ARCHIVES,
            taken: HashSet::new(),
            found: Unpacked {
                members: Vec::new(),
                passed_over: PassedOver::default(),
                folders: Vec::new(),
                at: HashMap::new(),
            },
            cancelled,
        };
        let whole = match volumes::on_disk(archive) {
            Some(parts) => {
                let parts = parts.map_err(|error| failed(unreadable(&error)))?;
                volumes::join(&parts).map_err(|error| failed(no_room(&error)))?
            }
            None => Section::new(Arc::new(file), 0, metadata.len()),
        };
        let kind = Kind::of(archive).unwrap_or(Kind::Zip);
        opening
            .open(&whole, kind, "", wanted, 1)
            .ok_or(Stop::Cancelled)?;
        Ok(opening.found)
    }
}

/// An archive file that is being opened, with the archives in it.
struct Opening<'o> {
    archives: &'o Archives,
    path: &'o Path,
    spool: Arc<Mutex<Spool>>,
    /// Number of members, and of archives, that may still come.
    members: u64,
    inner: u64,
    taken: HashSet<String>,
    found: Unpacked,
    cancelled: &'o dyn Fn() -> bool,
}

impl Opening<'_> {
    /// Opens one archive at `place`, then those in it; `None` if the person cancelled.
    fn open(
        &mut self,
        archive: &Section,
        kind: Kind,
        place: &str,
        wanted: Option<&str>,
        depth: usize,
    ) -> Option<()> {
        let start = self.end();
        let passwords = self.archives.passwords.all();
        let job = Job {
            kind,
            name: self.name_at(place),
            start: archive.start(),
            length: archive.length(),
            members: self.members,
            bytes: MAXIMUM_UNPACKED.saturating_sub(start),
            wanted: wanted.map(str::to_owned),
            passwords: passwords.to_vec(),
            pictures: self.archives.pictures || wanted.is_some(),
        };
        let archives = self.archives;
        let mut received = receive_members(
            &archives.isolation,
            archives.limits,
            archive,
            &job,
            &self.spool,
            self.cancelled,
        )?;
        if is_refusal(&received.result) {
            // Of an archive beyond the limits nothing is taken.
            received.members.clear();
            self.spool().cut(start);
        }
        self.members = self.members.saturating_sub(received.met());
        for (name, kind) in std::mem::take(&mut received.passed_over) {
            match kind {
                // Whether it is one shows when all is known.
                FileKind::EmptyFolder => self.found.folders.push(below(place, &name)),
                kind => self.pass_over(below(place, &name), kind),
            }
        }
        let is_empty = received.members.is_empty() && received.result.is_ok();
        if is_empty && wanted.is_none() {
            self.pass_over(place.to_owned(), FileKind::EmptyArchive);
        }
        self.tell_problems(place, &received);
        let mut is_too_deep = false;
        let members = self.joined(received.members, place);
        for (name, content) in members {
            let below = below(place, &name);
            let inner = inner_kind(Path::new(&name), &content);
            match (inner, content) {
                (Some(_), Ok(_)) if depth >= MAXIMUM_DEPTH => is_too_deep = true,
                (Some(kind), Ok(content)) => {
                    let Some(left) = self.inner.checked_sub(1) else {
                        let limit = MAXIMUM_ARCHIVES;
                        self.add(below, Err(ImportCause::TooManyMembers { limit }));
                        continue;
                    };
                    self.inner = left;
                    let rest = wanted.and_then(|wanted| wanted.get(name.len() + 1..));
                    self.open(&content, kind, &below, rest, depth + 1)?;
                }
                (_, content) => self.add(below, content),
            }
        }
        if is_too_deep {
            let limit = MAXIMUM_DEPTH;
            self.add(place.to_owned(), Err(ImportCause::NestedTooDeep { limit }));
        }
        Some(())
    }

    /// Joins archives in several files among the members; the parts after the first are skipped.
    fn joined(&mut self, members: Members, place: &str) -> Members {
        let sets = volumes::sets(members.iter().map(|(name, _)| name.as_str()));
        if sets.is_empty() {
            return members;
        }
        let mut members: Vec<Option<_>> = members.into_iter().map(Some).collect();
        for set in sets {
            let taken: Vec<_> = (set.parts.iter())
                .filter_map(|&part| members[part].take())
                .collect();
            for (name, _) in taken.iter().skip(1) {
                self.pass_over(below(place, name), FileKind::ArchivePart);
            }
            let is_joined = set.is_joined();
            let whole = match set.missing {
                Some(missing) => Err(ImportCause::ArchivePartMissing { missing }),
                None if is_joined => {
                    let parts: Result<Vec<Section>, _> =
                        (taken.iter()).map(|(_, content)| content.clone()).collect();
                    parts.and_then(|parts| volumes::join(&parts).map_err(|error| no_room(&error)))
                }
                None => Err(ImportCause::ArchivePart),
            };
            if let (Some((name, _)), Some(&first)) = (taken.into_iter().next(), set.parts.first()) {
                members[first] = Some((name, whole));
            }
        }
        members.into_iter().flatten().collect()
    }

    fn pass_over(&mut self, place: String, kind: FileKind) {
        self.found.passed_over.add(PassedFile {
            path: place::join(self.path, &place),
            name: place,
            kind,
            files: 1,
        });
    }

    /// Returns the name of the archive at a place: its own for the empty one.
    fn name_at(&self, place: &str) -> String {
        if !place.is_empty() {
            return place.to_owned();
        }
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Gives the archive itself a row if it could not be opened, or not wholly.
    fn tell_problems(&mut self, place: &str, received: &Received) {
        let is_part = kind_of_part(Path::new(&self.name_at(place))).is_some();
        let cause = match &received.result {
            // The last part of an archive is not known to be the last.
            Err(ImportCause::Damaged { .. }) if is_part => ImportCause::ArchivePart,
            Err(cause) => cause.clone(),
            Ok(()) => return,
        };
        self.add(place.to_owned(), Err(cause));
    }

    fn add(&mut self, place: String, content: Result<Section, ImportCause>) {
        // An archive and a folder beside it may have one name; the archive's own row has the empty place.
        let place = if place.is_empty() {
            place
        } else {
            unique(place, &mut self.taken)
        };
        self.found.add(Member {
            path: place::join(self.path, &place),
            place,
            content,
        });
    }

    fn end(&self) -> u64 {
        self.spool().end()
    }

    fn spool(&self) -> std::sync::MutexGuard<'_, Spool> {
        lock(&self.spool)
    }
}

/// Members with their contents, in the archive's order.
type Members = Vec<(String, Result<Section, ImportCause>)>;

/// Returns the kind of an archive in an archive: by its ending, unless the content is a document, else by its content; `None` for a
/// document.
fn inner_kind(name: &Path, content: &Result<Section, ImportCause>) -> Option<Kind> {
    let content = content.as_ref().ok()?;
    if let Some(kind) = Kind::of(name) {
        return hides_document(&mut content.clone())
            .is_none()
            .then_some(kind);
    }
    let head = content.head(512).ok()?;
    let kind = Kind::of_content(&head)?;
    let is_archive = match standing(name, true) {
        Standing::ByContent(_) => by_content(name, &mut content.clone()) == Some(Format::Archive),
        _ => hides_archive(&head, &mut content.clone()),
    };
    is_archive.then_some(kind)
}

/// Whether an archive was refused because it is beyond the limits.
const fn is_refusal(result: &Result<(), ImportCause>) -> bool {
    matches!(
        result,
        Err(ImportCause::ArchiveTooLarge { .. }
            | ImportCause::ArchiveRatio { .. }
            | ImportCause::TooManyMembers { .. }
            | ImportCause::NoTemporaryRoom { .. })
    )
}

/// Returns why a document is no longer in an archive: the archive's error, else that the document is gone.
fn not_there(unpacked: &Unpacked) -> ImportCause {
    let ailing = unpacked.members.iter().find_map(|member| {
        let is_archive =
            member.place.is_empty() || Format::of(&member.path) == Some(Format::Archive);
        member.content.as_ref().err().filter(|_| is_archive)
    });
    ailing.cloned().unwrap_or_else(|| ImportCause::Unreadable {
        detail: "not in the archive any more".to_owned(),
    })
}

fn no_room(error: &std::io::Error) -> ImportCause {
    if error.kind() == std::io::ErrorKind::FileTooLarge {
        let limit = MAXIMUM_UNPACKED;
        return ImportCause::ArchiveTooLarge { limit };
    }
    ImportCause::NoTemporaryRoom {
        detail: error.to_string(),
    }
}
