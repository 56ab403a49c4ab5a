//! Members of a 7z. Its blocks are read one after the other, each once from its beginning: a member of a solid block
//! can only be read after the members before it.

use std::io::{self, Read};
use std::ops::Range;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, EncoderMethod, Error, Password};

use super::bzip2;
use super::section::Section;
use super::sink::{Shared, Sink, What};
use super::wire::Job;
use crate::ImportCause;

/// Maximum memory of one decoder, in KiB. The largest dictionary among 7-Zip's own settings takes 256 MiB of it.
const MEMORY_KIB: usize = 768 << 10;

pub(super) fn unpack(archive: &Section, job: &Job, sink: &Shared) -> Result<(), ImportCause> {
    let (listing, password) = open(archive, job)?;
    let mut sink = sink.borrow_mut();
    sink.admit(listing.files.len())?;
    sink.learn(listing.files.iter().map(|file| file.name.as_str()));
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
    Err(job.locked())
}

struct Reading<'r> {
    archive: &'r Section,
    listing: &'r Archive,
    /// Password that opened the list or the last encrypted block; empty if none did.
    password: Password,
    job: &'r Job,
}

impl Reading<'_> {
    /// Sends the wanted members of a block. Damage costs the members after it in the block.
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
        // Where the method is not read no password opens the block either.
        if let Some(method) = unread_method(self.listing, block)
            && bzip2::block_of_7z(self.archive, self.listing, block).is_none()
        {
            let cause = ImportCause::ArchiveMethod { method };
            return sink.fail_all(&mut wanted[files], &cause);
        }
        if self.listing.is_file_encrypted(last) && !self.opens(block) {
            return sink.fail_all(&mut wanted[files], &self.job.locked());
        }
        if let Some(whole) = bzip2::block_of_7z(self.archive, self.listing, block) {
            return self.bzip2_block(whole, files.start..last + 1, wanted, sink);
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
        match done {
            Ok(_) => Ok(()),
            Err(error) => sink.fail_all(&mut wanted[files], &cause(error, self.job)),
        }
    }

    /// Sends the wanted members of a block that is packed by bzip2.
    fn bzip2_block(
        &self,
        mut whole: impl Read,
        files: Range<usize>,
        wanted: &mut [Option<String>],
        sink: &mut Sink,
    ) -> Result<(), ImportCause> {
        for at in files {
            let file = &self.listing.files[at];
            if !file.has_stream {
                continue;
            }
            let sum = u32::try_from(file.crc).ok().filter(|_| file.has_crc);
            let mut member = bzip2::Checked::new(&mut whole, file.size, sum);
            if let Some(name) = wanted[at].take() {
                sink.copy(&name, &mut member)?;
            } else {
                sink.spend(file.size)?;
            }
            // Damage shows again in the members behind it.
            let _ = io::copy(&mut member, &mut io::sink());
        }
        Ok(())
    }

    /// Whether a password opens an encrypted block. Blocks may have different ones, so that all are tried on each block, beginning with the
    /// one that opened a block last.
    fn opens(&mut self, block: usize) -> bool {
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
        if let Some(password) = fits {
            self.password = password;
            return true;
        }
        false
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
        let (length, all) = (decoder.entries().len(), self.listing.files.len());
        let starts = &self.listing.stream_map.block_first_file_index;
        let start = starts.get(block).copied().filter(|_| length > 0);
        let start = start.map_or(all, |start| start.min(all));
        start..(start + length).min(all)
    }
}

fn what(file: &ArchiveEntry) -> What {
    // Unix programs put the file's mode into the upper half of the Windows attributes and say so by a bit.
    let attributes = file.windows_attributes;
    let is_unix_link = attributes & 0x8000 != 0 && (attributes >> 16) & 0xF000 == 0xA000;
    let is_windows_link = attributes & 0x400 != 0;
    if file.is_anti_item {
        What::Other
    } else if file.is_directory {
        What::Folder
    } else if file.has_windows_attributes && (is_unix_link || is_windows_link) {
        What::Link
    } else {
        What::File
    }
}

fn cause(error: Error, job: &Job) -> ImportCause {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => job.locked(),
        Error::MaxMemLimited { .. } => ImportCause::OutOfMemory {
            limit: (MEMORY_KIB as u64) << 10,
        },
        Error::UnsupportedCompressionMethod(method) => ImportCause::ArchiveMethod { method },
        Error::ExternalUnsupported => ImportCause::ArchiveMethod {
            method: "external".to_owned(),
        },
        Error::Unsupported(why) => ImportCause::ArchiveMethod {
            method: why.into_owned(),
        },
        Error::Io(error, _) => super::damaged(&error),
        Error::Other(why) => super::damaged(&why),
        error => super::damaged(&error),
    }
}

/// Returns the name of the method of a block that the crate does not read; `None` if it reads all.
fn unread_method(listing: &Archive, block: usize) -> Option<String> {
    let mut coders = listing.blocks.get(block)?.coders.iter();
    coders.find_map(|coder| {
        let number = coder.encoder_method_id();
        match EncoderMethod::by_id(number) {
            Some(method) => {
                let unread = [EncoderMethod::ID_BZIP2, EncoderMethod::ID_DEFLATE64];
                unread
                    .contains(&method.id())
                    .then(|| method.name().to_owned())
            }
            None => Some(named_method(number)),
        }
    })
}

/// Returns the name of a method that the crate does not know, else its number as the list has it.
fn named_method(number: &[u8]) -> String {
    match number {
        [2, 3, 2] => "SWAP2".to_owned(),
        [2, 3, 4] => "SWAP4".to_owned(),
        [4, 0xF7, 0x11, 5] => "LZ5".to_owned(),
        [4, 0xF7, 0x11, 6] => "LIZARD".to_owned(),
        number => crate::hex(number),
    }
}
