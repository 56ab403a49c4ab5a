//! Gzip, zstd and xz, which are read from their start to their end.

use crate::file::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::{Gap, Packing, Step, Unpack, read_some};

/// Number of bytes unpacked at once.
const CHUNK: usize = 256 << 10;

/// Creates a reader of what zstd packed; it may ask for 2^27 bytes of memory, zstd's own limit.
pub fn zstd_reader<R: BufRead>(file: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(file)?;
    decoder.window_log_max(27)?;
    Ok(decoder)
}

/// Creates a reader of what xz packed, of one stream or of all; it may ask for 256 MiB of memory.
#[must_use]
pub fn xz_reader<R: Read>(file: R, all_streams: bool) -> XzReader<R> {
    XzReader::new_mem_limit(file, all_streams, 256 << 10)
}

/// File whose bytes are counted.
struct Counted {
    file: File,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Packed file that is read from its start.
pub(super) struct Sequential {
    /// `None` after the end or after damage.
    reader: Option<Box<dyn Read + Send>>,
    count: Arc<AtomicU64>,
}

impl Sequential {
    pub(super) fn new(file: File, packing: Packing) -> io::Result<Self> {
        let count = Arc::new(AtomicU64::new(0));
        let file = BufReader::with_capacity(
            64 << 10,
            Counted {
                file,
                count: Arc::clone(&count),
            },
        );
        let reader: Box<dyn Read + Send> = match packing {
            Packing::Zstd => Box::new(zstd_reader(file)?),
            Packing::Xz => Box::new(xz_reader(file, true)),
            Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
            Packing::None | Packing::Bzip2 => Box::new(file),
        };
        Ok(Self {
            reader: Some(reader),
            count,
        })
    }
}

impl Unpack for Sequential {
    fn step(&mut self, buffer: &mut Vec<u8>) -> Step {
        let Some(reader) = &mut self.reader else {
            return Step::End;
        };
        match read_some(reader, CHUNK, buffer) {
            Ok(0) => {
                self.reader = None;
                Step::End
            }
            Ok(_) => Step::Bytes,
            Err(error) => {
                self.reader = None;
                Step::Gap(Gap {
                    at: self.position(),
                    detail: error.to_string(),
                })
            }
        }
    }

    fn position(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }
}
