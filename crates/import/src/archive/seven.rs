//! Members of a 7z. Its blocks are read one after the other, each once from its beginning: a solid block gives no member
//! without those before.

use std::io::{self, Read};
use std::ops::Range;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::section::Section;
use super::sink::{Shared, Sink, What};
use super::wire::Job;
use crate::ImportCause;

/// Maximum memory of one decoder, in KiB: the largest dictionary of 7-Zip's own settings is 256 MiB here.
const MEMORY_KIB: usize = 768 << 10;

pub(super) fn unpack(archive: &Section, job: &Job, sink: &Shared) -> Result<(), ImportCause> {
    let (listing, password) = open(archive, job)?;
    let mut sink = sink.borrow_mut();
    sink.admit(listing.files.len())?;
    let mut wanted: Vec<Option<String>> = Vec::with_capacity(listing.files.len());
    for file in &listing.files {
        wanted.push(sink.meet(&file.name, what(file))?);
    }
    for (file, name) in listing.files.iter().zip(&mut wanted) {
        if !file.has_stream
            && let Some(name) = name.take()
        {
            sink.copy(&name, &mut io::empty())?;
        }
    }
    let mut reading = Reading {
        archive,
        listing: &listing,
        password,
        tried: false,
        job,
    };
    for block in 0..listing.blocks.len() {
        reading.block(block, &mut wanted, &mut sink)?;
    }
    Ok(())
}

/// Reads the list of members, with the first password that opens it if the list is encrypted.
fn open(archive: &Section, job: &Job) -> Result<(Archive, Password), ImportCause> {
    let mut tried = vec![Password::empty()];
    tried.extend(job.passwords.iter().map(|password| Password::new(password)));
    let mut locked = false;
    for password in tried {
        let mut reader = archive.clone();
        match Archive::read_with_memory_limit(&mut reader, &password, MEMORY_KIB) {
            Ok(listing) => return Ok((listing, password)),
            Err(Error::PasswordRequired) => locked = true,
            // With a wrong password the list is noise: the next one may fit.
            Err(_) if locked && !password.is_empty() => {}
            Err(error) => return Err(cause(error, job)),
        }
    }
    Err(ImportCause::ArchiveEncrypted {
        tried: !job.passwords.is_empty(),
    })
}

struct Reading<'r> {
    archive: &'r Section,
    listing: &'r Archive,
    password: Password,
    /// Whether the passwords were tried on a member.
    tried: bool,
    job: &'r Job,
}

impl Reading<'_> {
    /// Sends the wanted members of a block. Damage costs the members behind it in the block.
    fn block(
        &mut self,
        block: usize,
        wanted: &mut [Option<String>],
        sink: &mut Sink,
    ) -> Result<(), ImportCause> {
        let files = self.files(block);
        let Some(last) = files.clone().rev().find(|&at| wanted[at].is_some()) else {
            return Ok(());
        };
        // Sizes are part of the list and nothing beyond them is unpacked: a bomb is refused unopened.
        let sizes = self.listing.files[files.start..=last].iter();
        sink.room(sizes.fold(0, |sum: u64, file| sum.saturating_add(file.size)))?;
        if self.listing.is_file_encrypted(last) && !self.opens(block) {
            sink.lock();
            return Ok(());
        }
        let (mut at, mut fatal) = (files.start, None);
        let mut reader = self.archive.clone();
        let done = self
            .decoder(block, &self.password, &mut reader)
            .for_each_entries(&mut |file: &ArchiveEntry, from: &mut dyn Read| {
                let name = wanted[at].take_if(|_| file.has_stream);
                at += 1;
                let sent = match name {
                    Some(name) => sink.copy(&name, from).map(|_| ()),
                    None => sink.spend(file.size),
                };
                if let Err(cause) = sent {
                    fatal = Some(cause);
                    return Err(Error::Other("given up".into()));
                }
                Ok(at <= last)
            });
        if let Some(cause) = fatal {
            return Err(cause);
        }
        if let Err(error) = done {
            let cause = cause(error, self.job);
            for name in wanted[files].iter_mut().filter_map(Option::take) {
                sink.fail(&name, cause.clone())?;
            }
        }
        Ok(())
    }

    /// Whether the password opens an encrypted block; tries all passwords on the first one met.
    fn opens(&mut self, block: usize) -> bool {
        if !self.tried {
            self.tried = true;
            let known = std::iter::once(self.password.clone());
            let given = self
                .job
                .passwords
                .iter()
                .map(|password| Password::new(password));
            let mut all = known.chain(given).filter(|password| !password.is_empty());
            let fits = all.find(|password| {
                let mut reader = self.archive.clone();
                let mut first = false;
                let decoder = self.decoder(block, password, &mut reader);
                let read = decoder.for_each_entries(&mut |file, from| {
                    if file.has_stream {
                        io::copy(from, &mut io::sink())?;
                        first = true;
                    }
                    Ok(!first)
                });
                read.is_ok() && first
            });
            self.password = fits.unwrap_or_else(Password::empty);
        }
        !self.password.is_empty()
    }

    fn decoder<'d>(
        &'d self,
        block: usize,
        password: &'d Password,
        reader: &'d mut Section,
    ) -> BlockDecoder<'d, Section> {
        BlockDecoder::new_with_memory_limit(1, MEMORY_KIB, block, self.listing, password, reader)
    }

    /// Returns the positions of a block's files in the list.
    fn files(&self, block: usize) -> Range<usize> {
        let mut reader = self.archive.clone();
        let decoder = self.decoder(block, &self.password, &mut reader);
        let entries = decoder.entries();
        let all = &self.listing.files;
        let start = entries
            .first()
            .and_then(|first| all.iter().position(|file| std::ptr::eq(file, first)));
        let start = start.unwrap_or(all.len());
        start..(start + entries.len()).min(all.len())
    }
}

fn what(file: &ArchiveEntry) -> What {
    // Unix programs put the file's mode into the upper half of the Windows attributes and say so by a bit.
    let attributes = file.windows_attributes;
    let is_unix_link = attributes & 0x8000 != 0 && (attributes >> 16) & 0xF000 == 0xA000;
    let is_windows_link = attributes & 0x400 != 0;
    if file.is_directory || file.is_anti_item {
        What::Folder
    } else if file.has_windows_attributes && (is_unix_link || is_windows_link) {
        What::Link
    } else {
        What::File
    }
}

fn cause(error: Error, job: &Job) -> ImportCause {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => ImportCause::ArchiveEncrypted {
            tried: !job.passwords.is_empty(),
        },
        Error::MaxMemLimited { .. } => ImportCause::OutOfMemory {
            limit: (MEMORY_KIB as u64) << 10,
        },
        Error::UnsupportedCompressionMethod(method) => ImportCause::ArchiveMethod { method },
        Error::Io(error, _) => super::damaged(&error),
        Error::Other(why) | Error::Unsupported(why) => super::damaged(&why),
        error => super::damaged(&error),
    }
}
