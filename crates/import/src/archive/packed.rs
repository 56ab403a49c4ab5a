//! Single compressed file, or compressed tar: the unpacked content decides which of them it is.

use std::io::{self, BufReader, Read};

use chachong_dumps::{Bzip2Reader, xz_reader, zstd_reader};
use flate2::bufread::MultiGzDecoder;

use super::kind::{Packing, is_tar};
use super::section::Section;
use super::sink::{Shared, What};
use super::tarred;
use super::wire::Job;
use crate::{Format, ImportCause};
use std::path::Path;

/// Number of bytes by which a tar is told.
const HEAD: u64 = 512;

/// Returns a reader of the unpacked content of a compressed file.
pub(super) fn unpacked(archive: &Section, packing: Packing) -> io::Result<Box<dyn Read>> {
    let file = BufReader::with_capacity(64 << 10, archive.clone());
    Ok(match packing {
        Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
        Packing::Xz => Box::new(xz_reader(file, true)),
        Packing::Bzip2 => Box::new(Bzip2Reader::new(file)),
        Packing::Zstd => Box::new(zstd_reader(file)?),
    })
}

/// Sends the wanted members of a packed tar, or the one packed file.
pub(super) fn unpack(
    archive: &Section,
    packing: Packing,
    job: &Job,
    sink: &Shared,
) -> Result<(), ImportCause> {
    let damaged = |error: io::Error| super::damaged(&error);
    let mut head = Vec::new();
    let mut reader = unpacked(archive, packing).map_err(damaged)?;
    let read = (&mut reader).take(HEAD).read_to_end(&mut head);
    // A cut tar is read as far as it goes.
    if is_tar(&head) || (is_tar_name(&job.name) && read.is_ok()) {
        return tarred::unpack(archive, Some(packing), job, sink);
    }
    let name = inner_name(archive, packing, &job.name);
    let mut sink = sink.borrow_mut();
    if let Some(name) = sink.meet(&name, What::File)? {
        let mut whole = unpacked(archive, packing).map_err(damaged)?;
        sink.copy(&name, &mut whole)?;
    }
    Ok(())
}

/// Whether the name of a packed file says that it holds a tar.
fn is_tar_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let (stem, ending) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    stem.rsplit_once('.')
        .is_some_and(|(_, inner)| inner == "tar")
        || ending.starts_with('t')
}

/// Returns the name of the file that is packed: its own name without the last ending, or the name that a gzip keeps where
/// that says more.
fn inner_name(archive: &Section, packing: Packing, name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let has_format = |name: &str| Format::of(Path::new(name)).is_some();
    if packing == Packing::Gzip && !has_format(stem) {
        let reader = BufReader::new(archive.clone());
        let decoder = flate2::bufread::GzDecoder::new(reader);
        let kept = decoder.header().and_then(|header| header.filename());
        let kept = kept.map(|kept| String::from_utf8_lossy(kept).into_owned());
        if let Some(kept) = kept.filter(|kept| has_format(kept)) {
            return kept;
        }
    }
    if stem.is_empty() { file } else { stem }.to_owned()
}
