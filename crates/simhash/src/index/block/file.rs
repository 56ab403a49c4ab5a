//! Index file: a header, the fingerprints, the ids, a checksum; all numbers little-endian. Tables are not stored but
//! rebuilt, so that no file can hold tables that disagree.

use std::hash::Hasher;
use std::io::{self, Read, Write};

use twox_hash::XxHash3_64;

use super::BlockIndex;
use super::entry::Entry;
use crate::Fingerprint;

/// First bytes of every index file.
const MAGIC: &[u8; 8] = b"CHCHINDX";
/// File format version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// Number of fingerprints or ids written or read at a time.
const CHUNK: usize = 1 << 13;

/// Reason why an index file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum IndexFileError {
    /// The file cannot be read or written.
    #[error("the index file cannot be read or written ({0}); check the disk and the permissions")]
    Io(#[from] io::Error),
    /// The file does not begin with the bytes of an index file.
    #[error("this is no index file of Chachong; choose another one")]
    NotAnIndex,
    /// The file has a format version that this program does not know.
    #[error(
        "the index file has version {found}, this program reads version {VERSION}; make it again"
    )]
    OtherVersion {
        /// Version stated in the file.
        found: u32,
    },
    /// The file is too short, too long, or its checksum does not match.
    #[error("the index file is damaged; make it again from the documents")]
    Damaged,
}

impl BlockIndex {
    /// Writes all entries, sorted by fingerprint, then id: 12 bytes for each entry, plus 28 bytes. Equal entries give equal bytes,
    /// regardless of the order of inserts and removals. Fails if `to` cannot be written. Chachong itself does not call this, because it
    /// rebuilds its indexes.
    pub fn save(&self, to: impl Write) -> Result<(), IndexFileError> {
        let mut entries = self.entries();
        super::sort::by_fingerprint(&mut entries);
        let mut to = Checked::new(to);
        to.write(MAGIC)?;
        to.write(&VERSION.to_le_bytes())?;
        to.write(&(entries.len() as u64).to_le_bytes())?;
        let mut buffer = Vec::new();
        for chunk in entries.chunks(CHUNK) {
            buffer.clear();
            buffer.extend(chunk.iter().flat_map(|entry| entry.0.0.to_le_bytes()));
            to.write(&buffer)?;
        }
        for chunk in entries.chunks(CHUNK) {
            buffer.clear();
            buffer.extend(chunk.iter().flat_map(|entry| entry.1.to_le_bytes()));
            to.write(&buffer)?;
        }
        let sum = to.hash.finish();
        to.inner.write_all(&sum.to_le_bytes())?;
        to.inner.flush()?;
        Ok(())
    }

    /// Reads an index that [`Self::save`] wrote. Fails if `from` cannot be read or holds anything else. Memory grows only with the bytes
    /// that were read, so a damaged header cannot cost more memory than the file has bytes. Chachong itself does not call this, because
    /// it rebuilds its indexes.
    pub fn load(from: impl Read) -> Result<Self, IndexFileError> {
        let mut from = Checked::new(from);
        if from
            .read::<8>()
            .map_err(|error| early(error, IndexFileError::NotAnIndex))?
            != *MAGIC
        {
            return Err(IndexFileError::NotAnIndex);
        }
        let version = u32::from_le_bytes(from.read().map_err(damaged)?);
        if version != VERSION {
            return Err(IndexFileError::OtherVersion { found: version });
        }
        let count = u64::from_le_bytes(from.read().map_err(damaged)?);
        let count = u32::try_from(count).map_err(|_| IndexFileError::Damaged)? as usize;
        let mut entries: Vec<Entry> = Vec::new();
        let mut buffer = vec![0; CHUNK * size_of::<u64>()];
        while entries.len() < count {
            let numbers = CHUNK.min(count - entries.len());
            let bytes = &mut buffer[..numbers * size_of::<u64>()];
            from.fill(bytes).map_err(damaged)?;
            let (numbers, _) = bytes.as_chunks::<8>();
            entries.extend(
                numbers
                    .iter()
                    .map(|n| (Fingerprint(u64::from_le_bytes(*n)), 0)),
            );
        }
        for chunk in entries.chunks_mut(CHUNK) {
            let bytes = &mut buffer[..size_of_val(chunk) / size_of::<Entry>() * size_of::<u32>()];
            from.fill(bytes).map_err(damaged)?;
            let (numbers, _) = bytes.as_chunks::<4>();
            for (entry, number) in chunk.iter_mut().zip(numbers) {
                entry.1 = u32::from_le_bytes(*number);
            }
        }
        let expected = from.hash.finish();
        let mut sum = [0; 8];
        from.inner.read_exact(&mut sum).map_err(damaged)?;
        let goes_on = from.inner.read(&mut [0])? > 0;
        if u64::from_le_bytes(sum) != expected || goes_on {
            return Err(IndexFileError::Damaged);
        }
        Ok(Self::build(entries))
    }
}

fn damaged(error: io::Error) -> IndexFileError {
    early(error, IndexFileError::Damaged)
}

/// Maps an unexpected end of the file to `otherwise`: that is the file's fault, not the disk's.
fn early(error: io::Error, otherwise: IndexFileError) -> IndexFileError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => otherwise,
        _ => error.into(),
    }
}

/// Stream with the checksum of all bytes that passed: XXH3, 64 bits, seed 0.
struct Checked<T> {
    inner: T,
    hash: XxHash3_64,
}

impl<T> Checked<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            hash: XxHash3_64::new(),
        }
    }
}

impl<T: Write> Checked<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.write(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Checked<T> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.hash.write(bytes);
        Ok(())
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::RadiusIndex;
    use crate::index::block::tests::fingerprints;
    use proptest::prelude::*;

    fn saved(index: &BlockIndex) -> Vec<u8> {
        let mut bytes = Vec::new();
        index.save(&mut bytes).unwrap();
        bytes
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn comes_back_as_it_was_and_damage_is_seen(
            values in fingerprints(60),
            at in any::<prop::sample::Index>(),
            bit in 0_u8..8,
            cut in any::<prop::sample::Index>(),
        ) {
            let items: Vec<Entry> = (0..).zip(values).map(|(id, f)| (Fingerprint(f), id / 2)).collect();
            let index = BlockIndex::build(items.clone());
            let bytes = saved(&index);
            prop_assert_eq!(bytes.len(), 28 + 12 * items.len());
            let again = BlockIndex::load(bytes.as_slice()).unwrap();
            prop_assert_eq!(again.pairs_within(64), index.pairs_within(64));
            let mut reversed = items;
            reversed.reverse();
            let mut grown = BlockIndex::build(Vec::new());
            for (fingerprint, id) in reversed {
                grown.insert(fingerprint, id);
            }
            prop_assert_eq!(saved(&grown), bytes.clone());

            let mut damaged = bytes.clone();
            damaged[at.index(bytes.len())] ^= 1 << bit;
            prop_assert!(BlockIndex::load(damaged.as_slice()).is_err());
            prop_assert!(BlockIndex::load(&bytes[..cut.index(bytes.len())]).is_err());
            prop_assert!(BlockIndex::load([bytes.as_slice(), &[0]].concat().as_slice()).is_err());
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let load = |bytes: &[u8]| BlockIndex::load(bytes).map(|index| index.len());
        assert!(matches!(load(b""), Err(IndexFileError::NotAnIndex)));
        assert!(matches!(
            load(b"PK\x03\x04 something else"),
            Err(IndexFileError::NotAnIndex)
        ));
        let mut bytes = saved(&BlockIndex::build(vec![(Fingerprint(7), 1)]));
        bytes[8] = 9;
        assert!(matches!(
            load(&bytes),
            Err(IndexFileError::OtherVersion { found: 9 })
        ));
        let lies = [
            MAGIC.as_slice(),
            &VERSION.to_le_bytes(),
            &u64::from(u32::MAX).to_le_bytes(),
        ]
        .concat();
        assert!(matches!(load(&lies), Err(IndexFileError::Damaged)));
    }
}
