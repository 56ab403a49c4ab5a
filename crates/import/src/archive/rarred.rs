//! Members of a rar of any version.

use std::io::{self, Write};
use std::rc::Rc;

use rars::{
    Archive, ArchiveMember, ArchiveReadOptions, ArchiveReader, Error, ErrorKind,
    ExtractionDecision, ExtractionErrorAction,
};

use super::MAXIMUM_MEMBERS;
use super::names::decode;
use super::passwords_of;
use super::section::Section;
use super::sink::{Shared, What};
use super::wire::Job;
use crate::{ImportCause, MAXIMUM_FILE_BYTES};

/// Maximum memory of a decoder, in bytes.
const MEMORY: u64 = 640 << 20;
/// Maximum length of all headers, in bytes.
const HEADERS: u64 = 256 << 20;
/// Number of headers that may stand beside those of members.
const OTHER_HEADERS: u64 = 1_000;

pub(super) fn unpack(archive: &Section, job: &Job, sink: &Shared) -> Result<(), ImportCause> {
    let (rar, mut password) = open(archive, job)?;
    let members: Vec<ArchiveMember> = rar.members().collect();
    if (members.iter()).any(|member| member.meta.is_split_before || member.meta.is_split_after) {
        return Err(ImportCause::ArchivePart);
    }
    sink.borrow().admit(members.len())?;
    let names = decode((members.iter().map(|member| member.meta.name.clone())).collect());
    sink.borrow_mut().learn(names.iter().map(String::as_str));
    let mut wanted: Vec<Option<String>> = Vec::with_capacity(members.len());
    for (member, name) in members.iter().zip(&names) {
        wanted.push(sink.borrow_mut().meet(name, what(member))?);
    }
    let is_solid = members.iter().any(ArchiveMember::is_solid) || is_solid(&rar);
    let is_locked = |at: usize| members[at].meta.is_encrypted && wanted[at].is_some();
    if let Some(first) = (0..members.len()).find(|&at| is_locked(at)) {
        let mut tried = passwords_of(job).into_iter();
        password = tried.find(|password| opens(&rar, first, is_solid, password));
    }
    let is_closed = |member: &ArchiveMember| member.meta.is_encrypted && password.is_none();
    // Without the password the members behind a closed one in a solid archive cannot be read either.
    if is_solid && members.iter().any(is_closed) {
        return sink.borrow_mut().fail_all(&mut wanted, &job.locked());
    }
    let mut at = 0;
    let outcome = rar.extract_with_control_and_errors(
        options(password.as_deref()),
        |member| {
            end(sink, Ok(()))?;
            let name = wanted.get_mut(at).and_then(Option::take);
            at += 1;
            let size = member.meta.unpacked_size;
            let has_data = !member.meta.is_directory && !member.meta.is_redirection;
            match name {
                Some(name) if is_closed(member) => {
                    kept(sink, |sink| sink.borrow_mut().fail(&name, job.locked()))?;
                    Ok(ExtractionDecision::Skip)
                }
                Some(name) if size > MAXIMUM_FILE_BYTES && !is_solid => {
                    let limit = MAXIMUM_FILE_BYTES;
                    let cause = ImportCause::UnpacksTooLarge { limit };
                    kept(sink, |sink| sink.borrow_mut().fail(&name, cause))?;
                    Ok(ExtractionDecision::Skip)
                }
                Some(name) => {
                    kept(sink, |sink| sink.borrow_mut().begin(&name))?;
                    Ok(ExtractionDecision::Extract(Box::new(Output(Rc::clone(
                        sink,
                    )))))
                }
                None if is_solid && has_data => {
                    kept(sink, |sink| sink.borrow_mut().spend(size))?;
                    Ok(ExtractionDecision::Extract(Box::new(io::sink())))
                }
                None => Ok(ExtractionDecision::Skip),
            }
        },
        |_, error| {
            end(sink, Err(cause(error, job)))?;
            Ok(ExtractionErrorAction::Continue)
        },
    );
    let result = match outcome {
        Ok(_) => Ok(()),
        Err(error) => Err(cause(&error, job)),
    };
    let mut sink = sink.borrow_mut();
    if let Some(cause) = sink.take_fatal() {
        return Err(cause);
    }
    sink.end(result.clone())?;
    // The members behind the damage are lost; each has its row.
    result.or_else(|cause| sink.fail_all(&mut wanted, &cause))
}

/// Reads the list of members, with the first password that opens it if the list is encrypted.
fn open(archive: &Section, job: &Job) -> Result<(Archive, Option<Vec<u8>>), ImportCause> {
    let error = match ArchiveReader::read_reader_with_options(archive.clone(), options(None)) {
        Ok(rar) => return Ok((rar, None)),
        Err(error) => error,
    };
    if error.kind() != ErrorKind::PasswordRequired {
        return Err(cause(&error, job));
    }
    for password in passwords_of(job) {
        let options = options(Some(&password));
        if let Ok(rar) = ArchiveReader::read_reader_with_options(archive.clone(), options) {
            return Ok((rar, Some(password)));
        }
    }
    Err(cause(&error, job))
}

/// Whether a password opens the member at a position.
fn opens(rar: &Archive, position: usize, is_solid: bool, password: &[u8]) -> bool {
    let mut at = 0;
    let read = rar.extract_with_control(options(Some(password)), |member| {
        let here = at;
        at += 1;
        let is_file = !member.meta.is_directory && !member.meta.is_redirection;
        Ok(match here {
            here if here > position => ExtractionDecision::Stop,
            here if here == position || (is_solid && is_file) => {
                ExtractionDecision::Extract(Box::new(io::sink()))
            }
            _ => ExtractionDecision::Skip,
        })
    });
    read.is_ok()
}

fn options(password: Option<&[u8]>) -> ArchiveReadOptions<'_> {
    ArchiveReadOptions::with_optional_password(password)
        .with_max_header_count(MAXIMUM_MEMBERS + OTHER_HEADERS)
        .with_max_header_bytes(HEADERS)
        .with_rar50_dictionary_size_limit(MEMORY / 2)
        .with_rar50_buffered_decode_limit(64 << 20)
        .with_max_reader_workspace_bytes(MEMORY)
}

fn is_solid(rar: &Archive) -> bool {
    rar.as_rar50().is_some_and(|rar| rar.main.is_solid())
        || rar.as_rar15_40().is_some_and(|rar| rar.main.is_solid())
}

fn what(member: &ArchiveMember) -> What {
    let meta = &member.meta;
    // Number 3 is Unix in the older form of the format, whose attributes are then the file's mode.
    let is_unix = meta.host_os == Some(3) && rars::ArchiveFamily::Rar50Plus != meta.family;
    if meta.is_directory {
        What::Folder
    } else if meta.is_redirection || (is_unix && meta.file_attr & 0xF000 == 0xA000) {
        What::Link
    } else {
        What::File
    }
}

/// Runs `act`; its error ends the archive, while the crate in between sees an error of its own.
fn kept(sink: &Shared, act: impl FnOnce(&Shared) -> Result<(), ImportCause>) -> Result<(), Error> {
    act(sink).map_err(|cause| {
        sink.borrow_mut().give_up(cause);
        Error::Cancelled
    })
}

fn end(sink: &Shared, result: Result<(), ImportCause>) -> Result<(), Error> {
    kept(sink, |sink| sink.borrow_mut().end(result))
}

/// Writer of one member.
struct Output(Shared);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sink = self.0.borrow_mut();
        match sink.piece(bytes) {
            // A member beyond the limit is unpacked to nowhere: in a solid archive others come after.
            Ok(_) => Ok(bytes.len()),
            Err(cause) => {
                let error = io::Error::other(cause.to_string());
                sink.give_up(cause);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cause(error: &Error, job: &Job) -> ImportCause {
    match error.kind() {
        ErrorKind::PasswordRequired | ErrorKind::BadPassword => job.locked(),
        ErrorKind::ResourceLimit => match error {
            Error::HeaderCountLimitExceeded { .. } => ImportCause::TooManyMembers {
                limit: MAXIMUM_MEMBERS,
            },
            _ => ImportCause::OutOfMemory { limit: MEMORY },
        },
        _ => super::damaged(error),
    }
}
