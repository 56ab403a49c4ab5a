//! Worker process that unpacks one archive: reads the archive from standard input and sends its members to standard
//! output.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::section::Section;
use super::sink::Sink;
use super::wire::{JOB, Job};
use super::{Kind, packed, rarred, self_extracting, seven, tarred, zipped};
use crate::limits::{caught, silence_import_panics};
use crate::sandbox::{self, Budget};
use crate::{Format, ImportCause};

/// Runs this process as a worker that unpacks one archive and then exits. The parent opens the archive and passes it as
/// standard input, because the sandbox opens no files.
pub fn run_archive_worker(budget: Budget) -> ! {
    sandbox::close_inherited();
    silence_import_panics();
    let archive = own_input();
    let job = std::env::var(JOB)
        .ok()
        .and_then(|job| serde_json::from_str::<Job>(&job).ok());
    let (Ok(file), Some(job)) = (archive, job) else {
        std::process::exit(1);
    };
    let archive = Section::new(Arc::new(file), job.start, job.length);
    let work = move |()| {
        let is_sent = unpack(&archive, &job, Box::new(std::io::stdout())).is_ok();
        std::process::exit(i32::from(!is_sent));
    };
    // It ends the process; where it panics instead, so does this.
    let _ = sandbox::enter(budget, || (), work).map(JoinHandle::join);
    std::process::exit(1);
}

#[cfg(unix)]
fn own_input() -> std::io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(std::io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn own_input() -> std::io::Result<File> {
    use std::os::windows::io::AsHandle;
    let handle = std::io::stdin().as_handle().try_clone_to_owned()?;
    Ok(File::from(handle))
}

/// Unpacks an archive into `to`. Fails only if nobody receives.
pub(super) fn unpack(archive: &Section, job: &Job, to: Box<dyn Write>) -> std::io::Result<()> {
    let sink = Rc::new(RefCell::new(Sink::new(to, job)?));
    let result = caught(|| {
        let archive = &self_extracting::payload(archive).unwrap_or_else(|| archive.clone());
        match kind(archive, job.kind)? {
            Kind::Zip => zipped::unpack(archive, job, &sink),
            Kind::SevenZip => seven::unpack(archive, job, &sink),
            Kind::Rar => rarred::unpack(archive, job, &sink),
            Kind::Tar => tarred::unpack(archive, None, job, &sink),
            Kind::Packed(packing) => packed::unpack(archive, packing, job, &sink),
        }
    });
    match sink.try_borrow_mut() {
        Ok(mut sink) => sink.finish(result),
        Err(error) => Err(std::io::Error::other(error)),
    }
}

/// Returns the kind of the archive that its bytes show. If they show none, a zip or tar by its name is taken for one,
/// and other archives are refused.
fn kind(archive: &Section, named: Kind) -> Result<Kind, ImportCause> {
    let head = archive.head(512).map_err(|error| super::damaged(&error))?;
    if head.is_empty() {
        return Err(ImportCause::Empty);
    }
    match (Kind::of_content(&head), named) {
        (Some(kind), _) => Ok(kind),
        // A zip may stand behind a program that unpacks it, and an old tar has no mark.
        (None, Kind::Zip | Kind::Tar) => Ok(named),
        (None, _) => Err(ImportCause::WrongContent {
            expected: Format::Archive,
        }),
    }
}
