//! File format of the passage index; a save replaces the file as a whole or leaves the old one.
//!
//! All numbers are little-endian, in this order: magic, version, selection, the library's stamp; whether a table of
//! the members follows, and that table (`members.rs`); the number of ranges, then for each its document, first id,
//! count, and whether it is dead; the number of levels, then for each its number of entries, the entries of each
//! bucket, the lower halves of the keys, the ids; a checksum of everything before it. Version 1 had neither the
//! stamp's next passage nor members. A file is not trusted: stated lengths are checked against the file's own length before memory is
//! reserved, and any inconsistency is damage.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::PassageIndex;
use super::level::{BUCKETS, Level};
use super::members::SavedMembers;
use super::postings::Postings;
use super::ranges::{Owned, Ranges};
use super::stream::{Reader, Writer};
use crate::LibraryState;
use crate::member_table::MemberTable;
use crate::replaced_file::replace;
use crate::selection::SELECTION;

/// First bytes of every index file.
const MAGIC: &[u8; 8] = b"CHCHPASS";
/// Version that this program writes. It also reads the previous one.
const VERSION: u32 = 2;
/// Last version that does not contain the members.
const WITHOUT_MEMBERS: u32 = 1;
/// Size of a range in bytes.
const RANGE: u64 = 17;
/// Buffer size in bytes for reading and writing the file.
const BUFFER: usize = 1 << 20;

/// Identity and state of the library that an index file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Permanent identity of the library.
    pub library: [u8; 16],
    /// Value of the library's change counter.
    pub change: u64,
    /// Lower bound of the id of the library's next passage fingerprint when the file was written; [`u64::MAX`] in files of the first
    /// version, which do not contain it. Two copies of a library that were changed separately hardly ever agree in both this id and
    /// `change`.
    pub next_passage: u64,
}

/// Content of an index file.
#[derive(Debug)]
pub(crate) struct SavedIndex {
    pub(crate) passages: PassageIndex,
    pub(crate) stamp: Stamp,
    /// Members at the time of saving; `None` if some of them were outdated, and in a file of the first version.
    pub(crate) members: Option<SavedMembers>,
}

/// Reason why an index file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PassageFileError {
    /// The file cannot be read or written.
    #[error(
        "the library's index file cannot be read or written ({0}); check the disk and the permissions"
    )]
    Io(#[from] io::Error),
    /// The file belongs to another library or to another state of this library, or an older program made it.
    #[error("the index file is not of this state of the library; make it again from the library")]
    Stale,
    /// The file is not an index, ends too early, has extra bytes, or has a wrong checksum.
    #[error("the library's index file is damaged; make it again from the library")]
    Damaged,
    /// A newer program wrote the file.
    #[error(
        "the library's index file has version {found}, this program reads up to {VERSION}; update the program, or make \
         the file again from the library"
    )]
    TooNew {
        /// Version of the file.
        found: u32,
    },
}

impl PassageIndex {
    /// Writes the index to `path` and replaces the file there. If writing fails, the old file is kept.
    pub fn save(&self, path: &Path, stamp: &Stamp) -> Result<(), PassageFileError> {
        self.save_with(path, stamp, None)
    }

    /// Writes the index as [`Self::save`] does, together with the table of the members.
    pub(crate) fn save_with(
        &self,
        path: &Path,
        stamp: &Stamp,
        members: Option<(&str, &MemberTable)>,
    ) -> Result<(), PassageFileError> {
        replace(path, |file| {
            self.write(BufWriter::with_capacity(BUFFER, file), stamp, members)
        })?;
        Ok(())
    }

    /// Reads a file written by [`Self::save`]. Fails with [`PassageFileError::Stale`] if the file has another stamp
    /// than `stamp`.
    pub fn load(path: &Path, stamp: &Stamp) -> Result<Self, PassageFileError> {
        Self::load_wanted(path, |found| found == stamp).map(|saved| saved.passages)
    }

    /// Reads a file that [`Self::save_with`] wrote for any state of this library. The caller updates the index with
    /// [`Self::ranges`].
    pub(crate) fn load_any(path: &Path, library: [u8; 16]) -> Result<SavedIndex, PassageFileError> {
        Self::load_wanted(path, |stamp| stamp.library == library)
    }

    /// Returns whether the file is a whole index of a later state of the library than `state`.
    pub(crate) fn is_of_later_state(path: &Path, state: &LibraryState) -> bool {
        let is_later =
            |stamp: &Stamp| stamp.library == state.identity && stamp.change > state.changes;
        Self::load_wanted(path, is_later).is_ok()
    }

    /// Reads a file whose stamp is wanted.
    fn load_wanted(
        path: &Path,
        is_wanted: impl Fn(&Stamp) -> bool,
    ) -> Result<SavedIndex, PassageFileError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::read_any(BufReader::with_capacity(BUFFER, file), length, is_wanted)
    }

    pub(super) fn write(
        &self,
        to: impl Write,
        stamp: &Stamp,
        members: Option<(&str, &MemberTable)>,
    ) -> io::Result<()> {
        let mut to = Writer::new(to);
        to.bytes(MAGIC)?;
        to.bytes(&VERSION.to_le_bytes())?;
        to.bytes(&SELECTION.to_le_bytes())?;
        to.bytes(&stamp.library)?;
        to.bytes(&stamp.change.to_le_bytes())?;
        to.bytes(&stamp.next_passage.to_le_bytes())?;
        to.bytes(&[members.is_some().into()])?;
        if let Some((form, table)) = members {
            SavedMembers::write(form, table, &mut to)?;
        }
        let ranges = self.ranges.all();
        to.bytes(&(ranges.len() as u64).to_le_bytes())?;
        for owned in ranges {
            to.bytes(&owned.document.to_le_bytes())?;
            to.bytes(&owned.first.to_le_bytes())?;
            to.bytes(&owned.count.to_le_bytes())?;
            to.bytes(&[owned.dead.into()])?;
        }
        let (levels, waiting) = self.postings.levels();
        to.bytes(&((levels.len() + usize::from(waiting.is_some())) as u64).to_le_bytes())?;
        for level in levels.iter().chain(&waiting) {
            let (counts, low, ids) = level.parts();
            to.bytes(&(level.len() as u64).to_le_bytes())?;
            to.numbers(&counts.collect::<Vec<_>>())?;
            to.numbers(low)?;
            to.numbers(ids)?;
        }
        to.finish()
    }

    /// Reads an index whose stamp is wanted from a stream of `length` bytes.
    fn read_any(
        from: impl Read,
        length: u64,
        is_wanted: impl Fn(&Stamp) -> bool,
    ) -> Result<SavedIndex, PassageFileError> {
        let mut from = Reader::new(from, length);
        if from.array::<8>()? != *MAGIC {
            return Err(PassageFileError::Damaged);
        }
        let version = u32::from_le_bytes(from.array()?);
        if version > VERSION {
            return Err(PassageFileError::TooNew { found: version });
        }
        let selection = u32::from_le_bytes(from.array()?);
        let mut found = Stamp {
            library: from.array()?,
            change: u64::from_le_bytes(from.array()?),
            next_passage: u64::MAX,
        };
        if version > WITHOUT_MEMBERS {
            found.next_passage = u64::from_le_bytes(from.array()?);
        }
        let stale = version == 0 || selection != SELECTION || !is_wanted(&found);
        if stale {
            return Err(PassageFileError::Stale);
        }
        let members = if version > WITHOUT_MEMBERS && from.flag()? {
            Some(SavedMembers::read(&mut from)?)
        } else {
            None
        };
        let number = from.count(RANGE)?;
        let mut ranges = Vec::with_capacity(number);
        for _ in 0..number {
            ranges.push(Owned {
                document: i64::from_le_bytes(from.array()?),
                first: u32::from_le_bytes(from.array()?),
                count: u32::from_le_bytes(from.array()?),
                dead: from.flag()?,
            });
        }
        let ranges = Ranges::of(ranges).ok_or(PassageFileError::Damaged)?;
        let number = from.count(8 + 4 * BUCKETS as u64)?;
        let mut levels = Vec::with_capacity(number);
        for _ in 0..number {
            let entries = from.count(8)?;
            let counts = from.numbers(BUCKETS)?;
            let low = from.numbers(entries)?;
            let ids = from.numbers(entries)?;
            levels.push(Level::of_parts(&counts, low, ids).ok_or(PassageFileError::Damaged)?);
        }
        from.finish()?;
        let passages = Self {
            postings: Postings::of_levels(levels),
            ranges,
        };
        Ok(SavedIndex {
            passages,
            stamp: found,
            members,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twox_hash::XxHash3_64;

    use crate::passage_index::made::{fingerprint, query};

    const STAMP: Stamp = Stamp {
        library: *b"one library only",
        change: 7,
        next_passage: 108,
    };
    /// Bytes before the ranges of a file without members.
    const HEAD: usize = 49;

    fn small() -> PassageIndex {
        let mut index = PassageIndex::new();
        for document in 0..9_u32 {
            let own: Vec<_> = (0..12)
                .map(|i| fingerprint(u64::from(document * 6 + i)))
                .collect();
            index.add(document.into(), document * 12, &own).unwrap();
        }
        assert!(index.remove(4));
        index
    }

    fn bytes(index: &PassageIndex) -> Vec<u8> {
        let mut bytes = Vec::new();
        index.write(&mut bytes, &STAMP, None).unwrap();
        bytes
    }

    fn read(bytes: &[u8], stamp: Stamp) -> Result<PassageIndex, PassageFileError> {
        let saved = PassageIndex::read_any(bytes, bytes.len() as u64, |found| *found == stamp);
        saved.map(|saved| saved.passages)
    }

    fn load(bytes: &[u8]) -> Result<PassageIndex, PassageFileError> {
        read(bytes, STAMP)
    }

    #[test]
    fn comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.passages");
        let index = small();
        index.save(&path, &STAMP).unwrap();
        let again = PassageIndex::load(&path, &STAMP).unwrap();
        let asked = query(&(0..60).collect::<Vec<_>>());
        assert_eq!(again.candidates(&asked), index.candidates(&asked));
        assert_eq!((again.len(), again.documents()), (index.len(), 8));
        assert_eq!((again.next_first(), again.contains(4)), (108, false));
        // Overwritten, and nothing else is left in the folder.
        PassageIndex::new().save(&path, &STAMP).unwrap();
        assert!(PassageIndex::load(&path, &STAMP).unwrap().is_empty());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let missing = PassageIndex::load(&folder.path().join("none"), &STAMP);
        assert!(matches!(missing, Err(PassageFileError::Io(_))));
    }

    #[test]
    fn another_state_is_stale_and_a_newer_version_too_new() {
        let bytes = bytes(&small());
        for stamp in [
            Stamp { change: 8, ..STAMP },
            Stamp {
                next_passage: 109,
                ..STAMP
            },
            Stamp {
                library: [0; 16],
                ..STAMP
            },
        ] {
            let read = read(&bytes, stamp);
            assert!(matches!(read, Err(PassageFileError::Stale)));
        }
        let with = |at: usize, byte| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            load(&bytes)
        };
        assert!(matches!(
            with(8, 9),
            Err(PassageFileError::TooNew { found: 9 })
        ));
        assert!(matches!(with(8, 0), Err(PassageFileError::Stale)));
        assert!(matches!(with(12, 99), Err(PassageFileError::Stale)));
    }

    #[test]
    fn torn_and_flipped_files_are_damaged() {
        let whole = bytes(&small());
        assert!(load(&whole).is_ok());
        for cut in (0..whole.len()).step_by(997).chain(0..400) {
            assert!(
                matches!(load(&whole[..cut]), Err(PassageFileError::Damaged)),
                "{cut}"
            );
        }
        assert!(load(&[whole.as_slice(), &[0]].concat()).is_err());
        for at in (0..whole.len())
            .step_by(4_999)
            .chain(0..400)
            .chain(whole.len() - 300..whole.len())
        {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            assert!(load(&flipped).is_err(), "{at}");
        }
    }

    #[test]
    fn files_of_the_first_version_are_read() {
        let index = small();
        let mut first = bytes(&index);
        first.truncate(first.len() - 8);
        first.drain(40..HEAD);
        first[8] = 1;
        let first = signed(first);
        let length = first.len() as u64;
        let saved = PassageIndex::read_any(first.as_slice(), length, |_| true).unwrap();
        assert!(saved.passages.holds_the_same(&index) && saved.members.is_none());
        assert_eq!(
            (saved.stamp.change, saved.stamp.next_passage),
            (7, u64::MAX)
        );
    }

    /// Appends a right checksum to the content of a hostile file.
    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = XxHash3_64::oneshot(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn huge_counts_and_tables_that_disagree_cost_nothing() {
        let whole = bytes(&small());
        let head = &whole[..HEAD];
        for number in [1, 1 << 20, u64::from(u32::MAX), 1 << 61, u64::MAX] {
            let lie = signed([head, &number.to_le_bytes()].concat());
            assert!(matches!(load(&lie), Err(PassageFileError::Damaged)));
            let none = 0_u64.to_le_bytes();
            let lie = signed([head, &none, &number.to_le_bytes()].concat());
            assert!(matches!(load(&lie), Err(PassageFileError::Damaged)));
        }
        // Every number of the body in turn is huge: an error, or an index that answers.
        let asked = query(&(0..60).collect::<Vec<_>>());
        let body = whole.len() - 8;
        for at in (HEAD..400)
            .chain((400..body).step_by(1_201))
            .chain(body - 400..body)
        {
            for byte in [0xFF, 0x80, 0x01] {
                let mut lie = whole[..body].to_vec();
                lie[at] = byte;
                if let Ok(index) = load(&signed(lie)) {
                    let _ = index.candidates(&asked);
                    let mut index = index;
                    index.rebuild();
                }
            }
        }
    }
}
