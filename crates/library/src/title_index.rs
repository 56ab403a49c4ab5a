//! Index of the members' titles, in a file beside the library. It holds the runs of each member's title as hashes. It
//! is built when references are looked up; missing or outdated parts are built again.
//!
//! All numbers are little-endian, in this order: magic, version of the runs, identity of the library, and the number
//! of members; for each member its document, first passage, number of runs and the runs; finally a checksum of
//! everything before it. The file is not trusted: any inconsistency makes it useless.

use std::io::{self, Write as _};
use std::path::Path;

use twox_hash::XxHash3_64;

use crate::DocumentId;
use crate::replaced_file::replace;

/// First bytes of every index file.
const MAGIC: &[u8; 8] = b"CHCHTITL";

/// Member of a library with the hashes by which its title is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledMember {
    /// Number of the document.
    pub document: DocumentId,
    /// Id of the member's first passage fingerprint. It changes when the member is read again, which shows that this
    /// entry is outdated.
    pub first_passage: u32,
    /// Hashes of the runs (short pieces) of the title, ascending; empty if no title is known.
    pub runs: Vec<u32>,
}

/// Index of the titles of a library's members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TitleIndex {
    /// Members with their titles, ascending by document number.
    pub members: Vec<TitledMember>,
}

impl TitleIndex {
    /// Reads the index of the library with this identity. `None` if the file is missing or damaged, or belongs to
    /// another library or another version of the runs.
    pub(crate) fn load(file: &Path, library: [u8; 16], version: u32) -> Option<Self> {
        let bytes = std::fs::read(file).ok()?;
        let (content, sum) = bytes.split_last_chunk::<8>()?;
        if XxHash3_64::oneshot(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = content;
        let is_ours = *take::<8>(&mut rest)? == *MAGIC
            && u32::from_le_bytes(*take(&mut rest)?) == version
            && *take::<16>(&mut rest)? == library;
        if !is_ours {
            return None;
        }
        let count = u64::from_le_bytes(*take(&mut rest)?);
        let mut members = Vec::new();
        for _ in 0..count {
            let document = DocumentId(i64::from_le_bytes(*take(&mut rest)?));
            let first_passage = u32::from_le_bytes(*take(&mut rest)?);
            let runs = u16::from_le_bytes(*take(&mut rest)?);
            let runs = (0..runs).map(|_| Some(u32::from_le_bytes(*take(&mut rest)?)));
            members.push(TitledMember {
                document,
                first_passage,
                runs: runs.collect::<Option<_>>()?,
            });
        }
        rest.is_empty().then_some(Self { members })
    }

    /// Replaces the file with the index. If writing fails, the old file is kept.
    pub(crate) fn save(&self, file: &Path, library: [u8; 16], version: u32) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(library);
        bytes.extend((self.members.len() as u64).to_le_bytes());
        for member in &self.members {
            bytes.extend(member.document.0.to_le_bytes());
            bytes.extend(member.first_passage.to_le_bytes());
            let runs = u16::try_from(member.runs.len()).unwrap_or(u16::MAX);
            bytes.extend(runs.to_le_bytes());
            for run in member.runs.iter().take(usize::from(runs)) {
                bytes.extend(run.to_le_bytes());
            }
        }
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        replace(file, |mut written| written.write_all(&bytes))
    }
}

fn take<'b, const N: usize>(rest: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_read_back_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.titles");
        let index = TitleIndex {
            members: vec![
                TitledMember {
                    document: DocumentId(3),
                    first_passage: 7,
                    runs: vec![1, 5, 9],
                },
                TitledMember {
                    document: DocumentId(4),
                    first_passage: 9,
                    runs: Vec::new(),
                },
            ],
        };
        index.save(&file, [1; 16], 2).unwrap();
        assert_eq!(TitleIndex::load(&file, [1; 16], 2), Some(index));
        assert_eq!(TitleIndex::load(&file, [2; 16], 2), None);
        assert_eq!(TitleIndex::load(&file, [1; 16], 3), None);
        let whole = std::fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&file, &changed).unwrap();
            assert_eq!(TitleIndex::load(&file, [1; 16], 2), None, "byte {at}");
            std::fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(TitleIndex::load(&file, [1; 16], 2), None, "cut at {at}");
        }
    }
}
