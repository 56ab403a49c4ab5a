//! Members of a zip. The central directory is read entry by entry, so that members with the same name stay separate.

use std::io::{self, Read};

use zip::read::{OwnedZipFileEntry, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::bzip2;
use super::names::decode;
use super::passwords_of;
use super::section::Section;
use super::self_extracting;
use super::sink::{Shared, What};
use super::wire::Job;
use crate::detection::{Detected, ZIP};
use crate::{Format, ImportCause, MAXIMUM_FILE_BYTES, whole_zip};

/// Number of bytes to which a deflated member is unpacked to try a password.
const TRIED: u64 = 64 << 10;

pub(super) fn unpack(archive: &Section, job: &Job, sink: &Shared) -> Result<(), ImportCause> {
    let head = archive.head(4).map_err(|error| super::damaged(&error))?;
    let config = whole_zip::config(&head);
    let mut zip =
        ZipIterable::try_new(archive.clone(), config).map_err(|error| {
            match Detected::of(&mut archive.clone()) {
                Ok(Detected::Text) => ImportCause::WrongContent {
                    expected: Format::Archive,
                },
                _ => cause(error),
            }
        })?;
    let mut sink = sink.borrow_mut();
    sink.admit(zip.len())?;
    let (mut entries, mut rest) = (Vec::new(), Ok(()));
    for entry in zip.files().map_err(cause)? {
        match entry {
            Ok(entry) => entries.push(entry),
            // What stands before the damage can still be read.
            Err(error) => rest = Err(cause(error)),
        }
    }
    if !head.starts_with(ZIP) {
        let first = entries.iter().map(ZipFileEntry::header_start).min();
        refuse_members_before(archive, first.unwrap_or_default())?;
    }
    let names = decode((entries.iter().map(|entry| entry.name_raw().to_vec())).collect());
    sink.learn(names.iter().map(String::as_str));
    let mut wanted = Vec::new();
    for (entry, name) in entries.into_iter().zip(names) {
        let what = if entry.is_dir() {
            What::Folder
        } else if entry.is_symlink() {
            What::Link
        } else {
            What::File
        };
        if let Some(name) = sink.meet(&name, what)? {
            wanted.push((entry, name));
        }
    }
    let (passwords, mut known) = (passwords_of(job), None);
    let mut reader = archive.clone();
    for (entry, name) in wanted {
        // Where the method is not read no password opens the member either.
        if let Some(method) = unread_method(&entry) {
            sink.fail(&name, ImportCause::ArchiveMethod { method })?;
            continue;
        }
        let is_encrypted = is_encrypted(&entry);
        if is_bzip2(&entry) && !is_encrypted {
            match bzip2::in_zip(archive, &entry) {
                Ok(mut member) => {
                    sink.copy(&name, &mut member)?;
                }
                Err(error) => sink.fail(&name, super::damaged(&error))?,
            }
            continue;
        }
        let entry = OwnedZipFileEntry::from(entry);
        let mut password = None;
        if is_encrypted {
            password = fitting(&entry, archive, &passwords, known);
            if password.is_none() {
                sink.fail(&name, job.locked())?;
                continue;
            }
            known = password;
        }
        let options = ZipReadOptions::new().password(password);
        match entry.as_ref().with_reader(&mut reader, options) {
            Ok(mut member) => {
                sink.copy(&name, &mut member)?;
            }
            Err(error) => sink.fail(&name, cause(error))?,
        }
    }
    rest
}

/// Refuses a zip, whose first member begins at `first`, if a member of another one stands before it: of that one, the end is cut off.
fn refuse_members_before(archive: &Section, first: u64) -> Result<(), ImportCause> {
    let code = self_extracting::end_of_program(archive).min(first);
    let Some(behind) = archive.part(code) else {
        return Ok(());
    };
    let room = behind.length();
    match whole_zip::has_member(behind.take(first - code), room) {
        Ok(false) => Ok(()),
        Ok(true) => Err(super::damaged(&whole_zip::ORPHAN)),
        Err(error) => Err(super::damaged(&error)),
    }
}

fn is_encrypted(entry: &ZipFileEntry<'_>) -> bool {
    entry.flags().is_encrypted()
}

/// Returns the password that opens an entry; `None` if none does. The one that opened the entry before, `known`, is tried first, because
/// with AES each takes about a millisecond; but members of one archive may have different ones.
fn fitting<'p>(
    entry: &OwnedZipFileEntry,
    archive: &Section,
    passwords: &'p [Vec<u8>],
    known: Option<&'p [u8]>,
) -> Option<&'p [u8]> {
    // Older encryption lets one wrong password of 256 begin. What it makes of deflated bytes soon ends in an error; of others only the
    // checksum at the end tells.
    let most = match (entry.compression(), known, passwords) {
        (_, Some(_), [_]) => 0,
        (CompressionMethod::Deflated, ..) => TRIED,
        _ => MAXIMUM_FILE_BYTES,
    };
    let all = passwords.iter().map(Vec::as_slice);
    let mut likely = known.into_iter().chain(all);
    let fits = likely.find(|password| opens(entry, archive, password, most));
    // A member that is damaged has the same password as the others.
    fits.or_else(|| known.filter(|password| opens(entry, archive, password, 0)))
}

/// Whether a password opens the first `most` bytes of an entry.
fn opens(entry: &OwnedZipFileEntry, archive: &Section, password: &[u8], most: u64) -> bool {
    let options = ZipReadOptions::new().password(Some(password));
    let mut reader = archive.clone();
    match entry.as_ref().with_reader(&mut reader, options) {
        Ok(member) => io::copy(&mut member.take(most), &mut io::sink()).is_ok(),
        // The password is not what keeps it closed.
        Err(error) => matches!(cause(error), ImportCause::ArchiveMethod { .. }),
    }
}

fn cause(error: ZipError) -> ImportCause {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ImportCause::Encrypted
        }
        ZipError::UnsupportedArchive(why) if why.contains("multi-disk") => ImportCause::ArchivePart,
        ZipError::UnsupportedArchive(why) => ImportCause::ArchiveMethod {
            method: why.to_owned(),
        },
        // In the language of the interface the reason says the rest.
        ZipError::InvalidArchive(_) => super::damaged(&"ZIP"),
        error => super::damaged(&error),
    }
}

#[expect(deprecated, reason = "the number of a method has no other name")]
fn is_bzip2(entry: &ZipFileEntry<'_>) -> bool {
    entry.compression() == CompressionMethod::Unsupported(bzip2::IN_ZIP)
}

/// Returns the method by which an entry is packed if it cannot be unpacked; `None` for all others.
#[expect(deprecated, reason = "the number of a method has no other name")]
fn unread_method(entry: &ZipFileEntry<'_>) -> Option<String> {
    match entry.compression() {
        // An entry that is encrypted by AES hides its method.
        CompressionMethod::Unsupported(99) => None,
        CompressionMethod::Unsupported(bzip2::IN_ZIP) if !is_encrypted(entry) => None,
        CompressionMethod::Unsupported(number) => Some(named_method(number)),
        _ => None,
    }
}

/// Returns the name of a method that has one in the description of the format, else its number.
fn named_method(number: u16) -> String {
    let name = match number {
        1 => "shrink",
        2..=5 => "reduce",
        6 => "implode",
        10 => "PKWARE DCL implode",
        bzip2::IN_ZIP => "bzip2",
        20 => "zstd (20)",
        94 => "MP3",
        96 => "JPEG",
        97 => "WavPack",
        number => return number.to_string(),
    };
    name.to_owned()
}
