//! Parent's side of unpacking: starts a worker with the archive as its standard input, writes what it sends to the
//! temporary file, and ends it when the person cancels or its time is over.

use std::collections::HashSet;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};

use super::names::has_drive;
use super::section::Section;
use super::spool::Spool;
use super::unpack::unpack;
use super::wire::{JOB, Job, Record, receive};
use super::{MAXIMUM_MEMBERS, TIME};
use crate::child::{WorkerCommand, WorkerProcess};
use crate::limits::{Limits, POLL, STACK_BYTES, THREAD_NAME, Waited, silence_import_panics};
use crate::locked::lock;
use crate::sandbox::Budget;
use crate::{FileKind, ImportCause, Isolation, MAXIMUM_FILE_BYTES, MAXIMUM_UNPACKED};

/// Hidden subcommand that makes this program a worker that unpacks an archive.
pub const ARCHIVE_COMMAND: &str = "archive-worker";
/// Maximum length of a member's name in bytes.
const LONGEST_NAME: usize = 8 << 10;

/// Members that a worker sent.
#[derive(Debug)]
pub(super) struct Received {
    /// Name and content of each member, or the reason why it has no content, in the order of the archive.
    pub members: Vec<(String, Result<Section, ImportCause>)>,
    /// Names of skipped members and folders, with their kinds.
    pub passed_over: Vec<(String, FileKind)>,
    /// Error that stopped unpacking before the end of the archive.
    pub result: Result<(), ImportCause>,
}

impl Received {
    /// Returns the number of members that were found, including skipped ones.
    pub(super) const fn met(&self) -> u64 {
        self.members.len() as u64 + self.passed_over.len() as u64
    }
}

/// Unpacks one archive into `spool`; `None` if the person cancelled.
pub(super) fn receive_members(
    isolation: &Isolation,
    limits: Limits,
    archive: &Section,
    job: &Job,
    spool: &Arc<Mutex<Spool>>,
    cancelled: &dyn Fn() -> bool,
) -> Option<Received> {
    let crashed = |detail: String| Received {
        members: Vec::new(),
        passed_over: Vec::new(),
        result: Err(ImportCause::Crashed { detail }),
    };
    let mut running = match Running::start(isolation, limits, archive, job) {
        Ok(running) => running,
        Err(error) => return Some(crashed(error.to_string())),
    };
    let (send, received) = channel();
    let Some(output) = running.output.take() else {
        return Some(crashed("no pipe".to_owned()));
    };
    let (spool, most) = (Arc::clone(spool), (job.members, job.bytes));
    std::thread::spawn(move || {
        // Nobody waits for it after a cancel.
        let _ = send.send(take(output, &spool, most));
    });
    let mut waited = Waited::begin();
    loop {
        match received.recv_timeout(POLL) {
            Ok((mut received, lost)) => {
                if let Some(detail) = lost {
                    received.result = Err(running.process.death(&detail, limits));
                }
                return Some(received);
            }
            Err(RecvTimeoutError::Disconnected) => return Some(crashed("it ended".to_owned())),
            Err(RecvTimeoutError::Timeout) if cancelled() => {
                running.process.end();
                return None;
            }
            Err(RecvTimeoutError::Timeout) if waited.look() > TIME => {
                running.process.end();
                let seconds = TIME.as_secs();
                let partial = received.recv_timeout(10 * POLL);
                let mut partial = partial.map_or_else(|_| crashed(String::new()), |sent| sent.0);
                partial.result = Err(ImportCause::TimedOut { seconds });
                return Some(partial);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// A worker at work.
struct Running {
    process: WorkerProcess,
    output: Option<Box<dyn Read + Send>>,
}

impl Running {
    fn start(
        isolation: &Isolation,
        limits: Limits,
        archive: &Section,
        job: &Job,
    ) -> std::io::Result<Self> {
        let program: &PathBuf = match isolation {
            Isolation::Process(program) => program,
            Isolation::Thread => return Self::in_thread(archive, job),
        };
        // A worker whose parent was killed while it computes sends nothing and so notices nothing.
        let budget = Budget::new(limits.memory, 2 * TIME);
        let mut process = WorkerCommand::new(program, ARCHIVE_COMMAND, budget)
            .variable(JOB, &serde_json::to_string(job)?)
            .input(Stdio::from(archive.file().try_clone()?))
            .start()?;
        let output = BufReader::with_capacity(1 << 17, process.output()?);
        Ok(Self {
            process,
            output: Some(Box::new(output)),
        })
    }

    fn in_thread(archive: &Section, job: &Job) -> std::io::Result<Self> {
        silence_import_panics();
        let (output, input) = std::io::pipe()?;
        let (archive, job) = (archive.clone(), job.clone());
        std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || unpack(&archive, &job, Box::new(input)))?;
        Ok(Self {
            process: WorkerProcess::default(),
            output: Some(Box::new(output)),
        })
    }
}

/// Takes in members until the ending; also returns why there was none. The worker is not trusted: it is held to the
/// limits again.
fn take(
    mut from: Box<dyn Read + Send>,
    spool: &Mutex<Spool>,
    (members, bytes): (u64, u64),
) -> (Received, Option<String>) {
    let mut received = Received {
        members: Vec::new(),
        passed_over: Vec::new(),
        result: Ok(()),
    };
    let mut names = HashSet::new();
    // Name and start of the member that is open.
    let mut open: Option<(String, u64)> = None;
    let mut left = bytes;
    if let Err(error) = crate::protocol::skip_noise(&mut from) {
        return (received, Some(error.to_string()));
    }
    loop {
        let record = match receive(&mut from) {
            Ok(record) => record,
            Err(error) => return (received, Some(error.to_string())),
        };
        let mut spool = lock(spool);
        match (record, &open) {
            (Record::Member(_) | Record::PassedOver(..), None) if received.met() >= members => {
                let limit = MAXIMUM_MEMBERS;
                received.result = Err(ImportCause::TooManyMembers { limit });
                return (received, None);
            }
            (Record::Member(name), None) if is_name(&name) && names.insert(name.clone()) => {
                open = Some((name, spool.end()));
            }
            (Record::PassedOver(name, kind), None) if is_name(&name) => {
                received.passed_over.push((name, kind));
            }
            (Record::Bytes(piece), Some((_, start))) => {
                let length = spool.end() - start + piece.len() as u64;
                let Some(rest) = left.checked_sub(piece.len() as u64) else {
                    let limit = MAXIMUM_UNPACKED;
                    received.result = Err(ImportCause::ArchiveTooLarge { limit });
                    return (received, None);
                };
                left = rest;
                // The worker ends such a member itself.
                if length > MAXIMUM_FILE_BYTES {
                    return (received, Some("a member is too long".to_owned()));
                }
                if let Err(error) = spool.append(&piece) {
                    let detail = error.to_string();
                    received.result = Err(ImportCause::NoTemporaryRoom { detail });
                    return (received, None);
                }
            }
            (Record::MemberEnd(result), Some((name, start))) => {
                let content = result.map(|()| spool.since(*start));
                if content.is_err() {
                    spool.cut(*start);
                }
                received.members.push((name.clone(), content));
                open = None;
            }
            (Record::End(result), _) => {
                if let Some((_, start)) = open {
                    spool.cut(start);
                }
                received.result = result;
                return (received, None);
            }
            _ => return (received, Some("members out of order".to_owned())),
        }
    }
}

/// Whether a worker may send this name: one that the parent can append to a path.
fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && !name.is_empty()
        && !Path::new(name).is_absolute()
        && name
            .split('/')
            .all(|part| !matches!(part, "" | "." | "..") && !has_drive(part))
        && !name.chars().any(char::is_control)
}
