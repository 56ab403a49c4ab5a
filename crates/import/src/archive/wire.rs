//! Protocol with the worker that unpacks an archive: the job, and the answer with one member after the other, in
//! pieces, and an ending.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Kind;
use crate::protocol::{MARK, invalid};
use crate::{FileKind, ImportCause};

/// Environment variable with the job: passwords must not stand among the arguments, which every account may list.
pub(super) const JOB: &str = "CHACHONG_ARCHIVE_JOB";

/// Maximum length of one record in bytes.
const LONGEST: u32 = 1 << 20;

/// Archive to unpack, with the largest number of members and of bytes to take from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Job {
    /// Kind of the archive by its name.
    pub kind: Kind,
    /// Name of the archive, from which the name of a single compressed file is derived.
    pub name: String,
    /// Offset in bytes at which the archive begins in its file.
    pub start: u64,
    /// Length of the archive in bytes.
    pub length: u64,
    /// Maximum number of members to take from the archive.
    pub members: u64,
    /// Maximum number of bytes to unpack.
    pub bytes: u64,
    /// Displayed name of the only document to unpack; `None` for all documents.
    pub wanted: Option<String>,
    /// Passwords to try, in order.
    pub passwords: Vec<String>,
    /// True if image files are unpacked.
    pub pictures: bool,
}

impl Job {
    /// Returns why what is encrypted cannot be opened: without a password, or because none fits.
    pub(super) fn locked(&self) -> ImportCause {
        ImportCause::ArchiveEncrypted {
            tried: !self.passwords.is_empty(),
        }
    }
}

/// One record of a worker's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// Begin of a member, with its shown name.
    Member(String),
    /// Next bytes of the member that is open.
    Bytes(Vec<u8>),
    /// Member that is passed over, by its shown name or that of the folder which holds it, with its kind.
    PassedOver(String, FileKind),
    /// End of the member that is open, and whether it could be unpacked.
    MemberEnd(Result<(), ImportCause>),
    /// End of the answer, and the error that stopped unpacking before the end of the archive.
    End(Result<(), ImportCause>),
}

/// Sends the mark before the first record.
pub(super) fn send_mark(to: &mut dyn Write) -> io::Result<()> {
    to.write_all(MARK)
}

/// Sends a member's bytes without copying them into a record.
pub(super) fn send_bytes(to: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    bytes
        .chunks(LONGEST as usize)
        .try_for_each(|part| send_part(to, b'b', part))
}

/// Sends a record.
pub(super) fn send(to: &mut dyn Write, record: &Record) -> io::Result<()> {
    match record {
        Record::Member(name) => send_part(to, b'm', &serde_json::to_vec(name)?),
        Record::Bytes(bytes) => send_bytes(to, bytes),
        Record::PassedOver(name, kind) => send_part(to, b'p', &serde_json::to_vec(&(name, kind))?),
        Record::MemberEnd(result) => send_part(to, b'e', &serde_json::to_vec(result)?),
        Record::End(result) => {
            send_part(to, b'z', &serde_json::to_vec(result)?)?;
            to.flush()
        }
    }
}

fn send_part(to: &mut dyn Write, tag: u8, part: &[u8]) -> io::Result<()> {
    let length = u32::try_from(part.len()).map_err(io::Error::other)?;
    to.write_all(&[tag])?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(part)
}

/// Receives a record. The worker is not trusted: a record longer than any it may send is an error.
pub(super) fn receive(from: &mut dyn Read) -> io::Result<Record> {
    let mut head = [0; 5];
    from.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    if length > LONGEST {
        return Err(invalid("a record is too long"));
    }
    let mut part = vec![0; length as usize];
    from.read_exact(&mut part)?;
    Ok(match head[0] {
        b'm' => Record::Member(parsed(&part)?),
        b'b' => Record::Bytes(part),
        b'p' => {
            let (name, kind) = parsed(&part)?;
            Record::PassedOver(name, kind)
        }
        b'e' => Record::MemberEnd(parsed(&part)?),
        b'z' => Record::End(parsed(&part)?),
        _ => return Err(invalid("an unknown record")),
    })
}

fn parsed<T: DeserializeOwned>(part: &[u8]) -> io::Result<T> {
    Ok(serde_json::from_slice(part)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_arrive_as_they_were_sent() {
        let records = [
            Record::Member("一班/a.docx".to_owned()),
            Record::Bytes(vec![7; 100]),
            Record::PassedOver("一班/a.mp3".to_owned(), FileKind::Recording),
            Record::MemberEnd(Err(ImportCause::Empty)),
            Record::End(Err(ImportCause::ArchivePart)),
        ];
        let mut pipe = b"printed by a parser".to_vec();
        send_mark(&mut pipe).unwrap();
        for record in &records {
            send(&mut pipe, record).unwrap();
        }
        let mut pipe = pipe.as_slice();
        crate::protocol::skip_noise(&mut pipe).unwrap();
        for record in records {
            assert_eq!(receive(&mut pipe).unwrap(), record);
        }
        assert!(receive(&mut pipe).is_err());
        assert!(receive(&mut &b"b\xFF\xFF\xFF\xFF"[..]).is_err());
    }
}
