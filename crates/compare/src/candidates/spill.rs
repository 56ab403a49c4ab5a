//! Store for records by partition: in memory while they are few, otherwise in one anonymous temporary file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

/// Number of partitions.
pub(super) const PARTITIONS: usize = 256;

/// Record of a fixed size that can be written to a file.
pub(super) trait Record: Copy + Send {
    /// Number of bytes of a record in the file.
    const SIZE: usize;
    /// Appends exactly `SIZE` bytes.
    fn write(self, bytes: &mut Vec<u8>);
    /// Decodes a record from `SIZE` bytes.
    fn read(bytes: &[u8]) -> Self;
}

/// Records by partition. Memory: what the caller allows, one partition's block while it is written or read, and the
/// partitions that were taken.
pub(super) struct Spill<R> {
    state: Mutex<State<R>>,
    memory: usize,
}

struct State<R> {
    buffers: Vec<Vec<R>>,
    /// Number of bytes of memory allocated by the buffers.
    held: usize,
    file: Option<File>,
    end: u64,
    /// Position of each partition's blocks in the file: offset and length, in bytes.
    blocks: Vec<Vec<(u64, usize)>>,
}

impl<R: Record> Spill<R> {
    /// Makes an empty store that keeps at most `memory` bytes of records in memory.
    pub fn new(memory: usize) -> Self {
        Self {
            state: Mutex::new(State {
                buffers: (0..PARTITIONS).map(|_| Vec::new()).collect(),
                held: 0,
                file: None,
                end: 0,
                blocks: vec![Vec::new(); PARTITIONS],
            }),
            memory,
        }
    }

    /// Adds records with their partitions (below [`PARTITIONS`]).
    pub fn extend(&self, records: impl IntoIterator<Item = (usize, R)>) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for (partition, record) in records {
            let buffer = &mut state.buffers[partition % PARTITIONS];
            let before = buffer.capacity();
            buffer.push(record);
            let grown = buffer.capacity() - before;
            state.held += grown * size_of::<R>();
            if grown > 0 && state.held > self.memory {
                state.write_out()?;
            }
        }
        Ok(())
    }

    /// Removes and returns a partition's records, in no particular order.
    pub fn take(&self, partition: usize) -> io::Result<Vec<R>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut records = std::mem::take(&mut state.buffers[partition]);
        state.held -= records.capacity() * size_of::<R>();
        let blocks = std::mem::take(&mut state.blocks[partition]);
        let stored: usize = blocks.iter().map(|&(_, length)| length / R::SIZE).sum();
        records.reserve_exact(stored);
        let Some(file) = state.file.as_mut() else {
            return Ok(records);
        };
        let mut bytes = Vec::new();
        for (offset, length) in blocks {
            bytes.resize(length, 0);
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(&mut bytes)?;
            records.extend(bytes.chunks_exact(R::SIZE).map(R::read));
        }
        Ok(records)
    }

    /// Returns the number of bytes in the file.
    #[cfg(test)]
    pub fn bytes_in_file(&self) -> u64 {
        self.state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .end
    }

    /// Returns the number of bytes of memory that the records take at present.
    #[cfg(test)]
    pub fn bytes_held(&self) -> usize {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state
            .buffers
            .iter()
            .map(|buffer| buffer.capacity() * size_of::<R>())
            .sum()
    }
}

impl<R: Record> State<R> {
    fn write_out(&mut self) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile()?,
        };
        file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = Vec::new();
        for (buffer, blocks) in self.buffers.iter_mut().zip(&mut self.blocks) {
            if buffer.is_empty() {
                continue;
            }
            bytes.clear();
            for &record in buffer.iter() {
                record.write(&mut bytes);
            }
            file.write_all(&bytes)?;
            blocks.push((self.end, bytes.len()));
            self.end += bytes.len() as u64;
            // Memory is freed, not kept for reuse: the next records may belong to other partitions.
            *buffer = Vec::new();
        }
        self.held = 0;
        self.file = Some(file);
        Ok(())
    }
}

/// Decoder of consecutive little-endian numbers.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    /// Decodes the next four bytes; 0 if there are no more.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    /// Decodes the next two bytes; 0 if there are no more.
    pub fn small(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.0.split_first_chunk().map_or([0; N], |(first, rest)| {
            self.0 = rest;
            *first
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Record for u32 {
        const SIZE: usize = 4;
        fn write(self, bytes: &mut Vec<u8>) {
            bytes.extend(self.to_le_bytes());
        }
        fn read(bytes: &[u8]) -> Self {
            Reader(bytes).number()
        }
    }

    #[test]
    fn records_come_back_whether_they_went_to_the_file_or_not() {
        for memory in [0, 100, 4_000, 1 << 20] {
            let spill = Spill::new(memory);
            for from in 0..50_u32 {
                let records = (0..200).map(|i| (i as usize % 7, from * 1_000 + i));
                spill.extend(records).unwrap();
                assert!(spill.bytes_held() <= memory);
            }
            assert_eq!(spill.bytes_in_file() > 0, memory < 40_000, "{memory}");
            let mut all = Vec::new();
            for partition in 0..PARTITIONS {
                let mut records = spill.take(partition).unwrap();
                assert!(
                    records
                        .iter()
                        .all(|record| (record % 1_000 % 7) as usize == partition)
                );
                all.append(&mut records);
                assert!(spill.take(partition).unwrap().is_empty(), "taken twice");
            }
            all.sort_unstable();
            let expected: Vec<u32> = (0..50)
                .flat_map(|from| (0..200).map(move |i| from * 1_000 + i))
                .collect();
            assert_eq!(all, expected);
        }
    }
}
