//! Grouping of one partition's shingles by hash: hits of pairs.

use super::evidence::{Hit, Place, hits};
use super::spill::{Reader, Record};

/// Record of a selected shingle of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Selected {
    /// 32 bits of the shingle's hash; its partition consists of 8 other bits. Two of 100 million different shingles
    /// that collide by chance make one hit without neighbours.
    pub hash: u32,
    pub document: u32,
    pub token: u32,
}

/// Number of hits collected before they are handed on.
const BATCH: usize = 1 << 16;

/// Hands the hits of a partition of short or long shingles to `emit`, in batches. Sorts the shingles.
pub(super) fn hits_of<E>(
    shingles: &mut [Selected],
    are_long: bool,
    documents: usize,
    mut emit: impl FnMut(&mut Vec<(usize, Hit)>) -> Result<(), E>,
) -> Result<(), E> {
    shingles.sort_unstable();
    let mut places: Vec<Place> = Vec::new();
    let mut found = Vec::new();
    for same in shingles.chunk_by(|x, y| x.hash == y.hash) {
        if same[0].document == same[same.len() - 1].document {
            continue;
        }
        places.clear();
        places.extend(same.iter().map(|s| (s.document, s.token)));
        let hash = u64::from(same[0].hash);
        hits(hash, are_long, &places, documents, &mut found);
        if found.len() >= BATCH {
            emit(&mut found)?;
        }
    }
    emit(&mut found)
}

impl Record for Selected {
    const SIZE: usize = 12;

    fn write(self, bytes: &mut Vec<u8>) {
        for number in [self.hash, self.document, self.token] {
            bytes.extend(number.to_le_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut bytes = Reader(bytes);
        Self {
            hash: bytes.number(),
            document: bytes.number(),
            token: bytes.number(),
        }
    }
}
