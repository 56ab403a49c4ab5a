//! Converts dumps in UTF-16, as some tools on Windows write them, to UTF-8 while they are read.

use encoding_rs::{CoderResult, Decoder, Encoding};

use super::{Step, Unpack};

/// Whether bytes begin with the mark of UTF-16.
pub(crate) fn is_utf16(start: &[u8]) -> bool {
    start.starts_with(&[0xFF, 0xFE]) || start.starts_with(&[0xFE, 0xFF])
}

/// Bytes in UTF-16 that become UTF-8.
pub(crate) struct Utf16 {
    inner: Box<dyn Unpack>,
    decoder: Option<Decoder>,
    raw: Vec<u8>,
}

impl Utf16 {
    /// Wraps bytes that begin with the mark of UTF-16.
    pub(crate) fn new(inner: Box<dyn Unpack>) -> Self {
        Self {
            inner,
            decoder: None,
            raw: Vec::new(),
        }
    }
}

impl Unpack for Utf16 {
    fn step(&mut self, buffer: &mut Vec<u8>) -> Step {
        self.raw.clear();
        let step = self.inner.step(&mut self.raw);
        let Step::Bytes = step else {
            return step;
        };
        let decoder = self.decoder.get_or_insert_with(|| {
            Encoding::for_bom(&self.raw)
                .map_or(encoding_rs::UTF_16LE, |(encoding, _)| encoding)
                .new_decoder_with_bom_removal()
        });
        let before = buffer.len();
        let room = decoder
            .max_utf8_buffer_length(self.raw.len())
            .unwrap_or(self.raw.len() * 4);
        buffer.resize(before + room, 0);
        let (result, _, written, _) =
            decoder.decode_to_utf8(&self.raw, &mut buffer[before..], false);
        debug_assert_eq!(result, CoderResult::InputEmpty);
        buffer.truncate(before + written);
        Step::Bytes
    }

    fn position(&self) -> u64 {
        self.inner.position()
    }
}
