//! Compressed blobs with a checksum. Unpacking gives exactly the bytes that were packed or fails, because a library
//! may be damaged or malicious.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use twox_hash::XxHash3_64;

/// Length of the header in bytes: length and checksum (XXH3) of the unpacked bytes, both little-endian.
const HEADER: usize = 16;
/// Maximum unpacked size in bytes. Texts are far smaller (`chachong_text::LARGEST_TEXT`); the results of a check of thousands of
/// documents are tens of megabytes. A megabyte of zlib can claim to be a gigabyte.
pub(super) const MOST_BYTES: u64 = 256 << 20;

/// Packs bytes. Fails if there are more than `unpack` accepts.
pub(super) fn pack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(std::io::Error::new(
            std::io::ErrorKind::FileTooLarge,
            format!("{} bytes are more than it keeps of one thing", bytes.len()),
        ));
    }
    let mut packed = Vec::with_capacity(HEADER + bytes.len() / 2);
    packed.extend((bytes.len() as u64).to_le_bytes());
    packed.extend(XxHash3_64::oneshot(bytes).to_le_bytes());
    let mut encoder = ZlibEncoder::new(packed, Compression::new(6));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Returns the unpacked bytes; `None` if they are damaged.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = packed.split_first_chunk::<8>()?;
    let (sum, rest) = rest.split_first_chunk::<8>()?;
    let length = u64::from_le_bytes(*length);
    if length > MOST_BYTES {
        return None;
    }
    // The stated length is not trusted: reserve memory in proportion to the bytes that are really there.
    let mut bytes = Vec::with_capacity(usize::try_from(length).ok()?.min(rest.len() * 8));
    let mut decoder = ZlibDecoder::new(rest).take(length + 1);
    decoder.read_to_end(&mut bytes).ok()?;
    let whole =
        bytes.len() as u64 == length && XxHash3_64::oneshot(&bytes) == u64::from_le_bytes(*sum);
    whole.then_some(bytes)
}

/// Packs a value as JSON.
pub(super) fn pack_json<T: serde::Serialize>(value: &T) -> std::io::Result<Vec<u8>> {
    pack(&serde_json::to_vec(value)?)
}

/// Returns the value that [`pack_json`] packed; `None` if it is damaged or of another type.
pub(super) fn unpack_json<T: serde::de::DeserializeOwned>(packed: &[u8]) -> Option<T> {
    serde_json::from_slice(&unpack(packed)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_packed_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            prop_assert_eq!(unpack(&pack(&bytes).unwrap()), Some(bytes));
        }

        #[test]
        fn a_changed_byte_is_seen(
            bytes in prop::collection::vec(0_u8..4, 1..300),
            place in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let mut packed = pack(&bytes).unwrap();
            let place = place.index(packed.len());
            packed[place] ^= change;
            // A change that still unpacks to the same bytes is no damage.
            prop_assert!(unpack(&packed).is_none_or(|unpacked| unpacked == bytes));
        }

        #[test]
        fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn a_huge_length_is_refused() {
        let mut packed = pack(b"abc").unwrap();
        packed[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(unpack(&packed), None);
        packed[..8].copy_from_slice(&(MOST_BYTES - 1).to_le_bytes());
        assert_eq!(unpack(&packed), None);
    }
}
