//! Compresses the texts of a library in a file, even short ones, with a dictionary that all libraries share. An
//! encyclopaedia of short articles takes little more space than one long text.
//!
//! Form: length of the unpacked bytes (32 bits, little-endian), dictionary, encoding, 0, [`MARK`] (a byte each), checksum
//! (XXH3 of the unpacked bytes, little-endian), a frame of Zstandard. The mark tells the form from that of
//! [`crate::packed`], whose eighth byte is 0. Unpacking gives exactly what was packed or fails, because a library may be
//! damaged or malicious.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{Error, ErrorKind, Read, Result};
use std::sync::OnceLock;

use encoding_rs::GB18030;
use twox_hash::XxHash3_64;
use zstd::bulk::Compressor;
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::stream::read::Decoder;

use crate::packed::{self, MOST_BYTES};

/// Length of the header in bytes.
const HEADER: usize = 16;
/// Eighth byte of the header.
const MARK: u8 = 1;
/// Compression level of Zstandard; higher levels take three times as long and save one per cent.
const LEVEL: i32 = 6;
/// Chinese words by frequency (`assets/make_dictionary.py`). Every library depends on each byte of this dictionary.
const CHINESE: &[u8] = include_bytes!("../assets/chinese-words.zdict");
/// Common content of the descriptions of documents. Every library depends on each byte of this dictionary.
const DESCRIPTIONS: &[u8] = br#"{"warnings":["too-few-terms"],"marks":[{"start":0,"end":0,"reason":"references"}]}{"warnings":[],"marks":[]}{"breaks":"Page","pages":[0],"exclusions":[],"encoding":"gb18030","reader":null,"metadata":{"sha256":"","title":null,"author":null,"last_editor":null,"company":"","application":"Microsoft Office Word","created":"2024-05-01T08:00:00Z","modified":null,"revision":"1","editing_minutes":1,"revision_ids":[],"pdf_producer":null,"pdf_id":[],"pictures":[]},"warnings":[]}{"breaks":"Layout","pages":[],"exclusions":[],"encoding":"utf-8","reader":null,"metadata":{"sha256":"","title":"","author":null,"last_editor":null,"company":null,"application":null,"created":null,"modified":"2024-05-01T08:00:00Z","revision":null,"editing_minutes":null,"revision_ids":[],"pdf_producer":null,"pdf_id":[],"pictures":[],"address":"https://zh.wikipedia.org/wiki/","licence":"CC BY-SA 4.0"},"warnings":[]}"#;

/// Dictionary with which a frame was compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dictionary {
    None = 0,
    Chinese = 1,
    Descriptions = 2,
}

/// Encoding of the text before compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8 = 0,
    /// GB18030: two bytes for a Chinese character instead of three.
    Gb18030 = 1,
}

/// Packs a text. Fails if it is longer than `unpack_text` accepts.
pub(super) fn pack_text(text: &str) -> Result<Vec<u8>> {
    match chinese(text) {
        Some(bytes) => pack(text, &bytes, Dictionary::Chinese, Encoding::Gb18030),
        None => pack(text, text.as_bytes(), Dictionary::None, Encoding::Utf8),
    }
}

/// Packs a description of a document as JSON.
pub(super) fn pack_description<T: serde::Serialize>(value: &T) -> Result<Vec<u8>> {
    let json = serde_json::to_string(value)?;
    pack(
        &json,
        json.as_bytes(),
        Dictionary::Descriptions,
        Encoding::Utf8,
    )
}

/// Returns the text that [`pack_text`] or an older program packed; `None` if it is damaged.
pub(super) fn unpack_text(packed: &[u8]) -> Option<String> {
    if packed.get(7) == Some(&MARK) {
        return unpack(packed);
    }
    String::from_utf8(packed::unpack(packed)?).ok()
}

/// Returns the length that the packed text states for itself, in bytes of UTF-8; `None` if it is damaged.
pub(super) fn stated_length(packed: &[u8]) -> Option<u64> {
    let length = packed.first_chunk::<8>()?;
    if length[7] == MARK {
        let [a, b, c, d, ..] = *length;
        return Some(u64::from(u32::from_le_bytes([a, b, c, d])));
    }
    Some(u64::from_le_bytes(*length))
}

/// Returns the value that [`pack_description`] or an older program packed; `None` if it is damaged.
pub(super) fn unpack_description<T: serde::de::DeserializeOwned>(packed: &[u8]) -> Option<T> {
    serde_json::from_str(&unpack_text(packed)?).ok()
}

/// Returns a text in GB18030 if at least a third of its first 4,000 characters are Chinese; `None` for any other text, and for one that
/// would not be restored exactly.
fn chinese(text: &str) -> Option<Vec<u8>> {
    let mut sample = text.chars().take(4_000);
    let (mut chinese, mut all) = (0, 0);
    for c in &mut sample {
        all += 1;
        chinese += usize::from(matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3000}'..='\u{303F}'));
    }
    if 3 * chinese < all {
        return None;
    }
    let (bytes, _, is_replaced) = GB18030.encode(text);
    let is_same = || {
        let back = GB18030.decode_without_bom_handling_and_without_replacement(&bytes);
        back.is_some_and(|back| back == text)
    };
    (!is_replaced && is_same()).then(|| bytes.into_owned())
}

fn pack(text: &str, bytes: &[u8], dictionary: Dictionary, encoding: Encoding) -> Result<Vec<u8>> {
    let length = u32::try_from(text.len()).ok();
    let Some(length) = length.filter(|length| u64::from(*length) <= MOST_BYTES) else {
        return Err(Error::new(
            ErrorKind::FileTooLarge,
            format!("{} bytes are more than it keeps of one text", text.len()),
        ));
    };
    let frame = compressed(bytes, dictionary)?;
    let mut packed = Vec::with_capacity(HEADER + frame.len());
    packed.extend(length.to_le_bytes());
    packed.extend([dictionary as u8, encoding as u8, 0, MARK]);
    packed.extend(XxHash3_64::oneshot(text.as_bytes()).to_le_bytes());
    packed.extend(frame);
    Ok(packed)
}

thread_local! {
    // Making one takes longer than compressing an article.
    static COMPRESSORS: RefCell<[Option<Compressor<'static>>; 3]> = const { RefCell::new([None, None, None]) };
}

fn compressed(bytes: &[u8], dictionary: Dictionary) -> Result<Vec<u8>> {
    COMPRESSORS.with_borrow_mut(|compressors| {
        let compressor = &mut compressors[dictionary as usize];
        let compressor = match compressor {
            Some(compressor) => compressor,
            None => compressor.insert(match dictionary {
                Dictionary::None => Compressor::new(LEVEL)?,
                Dictionary::Chinese => Compressor::with_prepared_dictionary(encoder_of_chinese())?,
                Dictionary::Descriptions => {
                    Compressor::with_prepared_dictionary(encoder_of_descriptions())?
                }
            }),
        };
        compressor.compress(bytes)
    })
}

fn encoder_of_chinese() -> &'static EncoderDictionary<'static> {
    static MADE: OnceLock<EncoderDictionary<'static>> = OnceLock::new();
    MADE.get_or_init(|| EncoderDictionary::copy(CHINESE, LEVEL))
}

fn encoder_of_descriptions() -> &'static EncoderDictionary<'static> {
    static MADE: OnceLock<EncoderDictionary<'static>> = OnceLock::new();
    MADE.get_or_init(|| EncoderDictionary::copy(DESCRIPTIONS, LEVEL))
}

fn decoder_of_chinese() -> &'static DecoderDictionary<'static> {
    static MADE: OnceLock<DecoderDictionary<'static>> = OnceLock::new();
    MADE.get_or_init(|| DecoderDictionary::copy(CHINESE))
}

fn decoder_of_descriptions() -> &'static DecoderDictionary<'static> {
    static MADE: OnceLock<DecoderDictionary<'static>> = OnceLock::new();
    MADE.get_or_init(|| DecoderDictionary::copy(DESCRIPTIONS))
}

fn unpack(packed: &[u8]) -> Option<String> {
    let (header, frame) = packed.split_first_chunk::<HEADER>()?;
    let [l0, l1, l2, l3, dictionary, encoding, nothing, _, sum @ ..] = *header;
    let length = u32::from_le_bytes([l0, l1, l2, l3]);
    if u64::from(length) > MOST_BYTES || nothing != 0 {
        return None;
    }
    let length = usize::try_from(length).ok()?;
    // GB18030 has at most four bytes a character, UTF-8 at least one: a longer frame is no frame of this text.
    let most = 4 * length as u64 + 1;
    let decoder = match dictionary {
        0 => Decoder::with_buffer(frame).ok()?,
        1 => Decoder::with_prepared_dictionary(frame, decoder_of_chinese()).ok()?,
        2 => Decoder::with_prepared_dictionary(frame, decoder_of_descriptions()).ok()?,
        _ => return None,
    };
    // The stated length is not trusted: reserve memory in proportion to the bytes that are really there.
    let mut bytes = Vec::with_capacity(length.min(frame.len().saturating_mul(8)));
    decoder.take(most).read_to_end(&mut bytes).ok()?;
    let text = match encoding {
        0 => String::from_utf8(bytes).ok()?,
        1 => GB18030
            .decode_without_bom_handling_and_without_replacement(&bytes)
            .map(Cow::into_owned)?,
        _ => return None,
    };
    let whole =
        text.len() == length && XxHash3_64::oneshot(text.as_bytes()) == u64::from_le_bytes(sum);
    whole.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_packed_comes_back(text in any::<String>(), repeats in 1_usize..4) {
            let text = text.repeat(repeats);
            prop_assert_eq!(unpack_text(&pack_text(&text).unwrap()), Some(text));
        }

        #[test]
        fn chinese_comes_back(text in "[\u{4E00}-\u{9FFF}，。、\u{20000}-\u{2A6DF}\u{E000}-\u{F8FF}a-z\r\n \u{1E3F}\u{20AC}\u{80}]{0,300}") {
            prop_assert_eq!(unpack_text(&pack_text(&text).unwrap()), Some(text));
        }

        #[test]
        fn a_changed_byte_is_seen(
            text in "[上下左右前后东西南北]{1,200}",
            place in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let mut packed = pack_text(&text).unwrap();
            let place = place.index(packed.len());
            packed[place] ^= change;
            // A change that still unpacks to the same text is no damage.
            prop_assert!(unpack_text(&packed).is_none_or(|unpacked| unpacked == text));
        }

        #[test]
        fn any_bytes_do_no_harm(mut bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = unpack_text(&bytes);
            if let Some(mark) = bytes.get_mut(7) {
                *mark = MARK;
            }
            let _ = unpack_text(&bytes);
        }
    }

    #[test]
    fn the_dictionaries_never_change() {
        // Libraries that people have depend on them. A better dictionary gets a number of its own.
        assert_eq!(XxHash3_64::oneshot(CHINESE), 13_674_115_666_026_871_108);
        assert_eq!(
            XxHash3_64::oneshot(DESCRIPTIONS),
            15_070_183_802_466_965_795
        );
    }

    #[test]
    fn a_text_of_an_older_program_is_read() {
        let text = "旧程序存的文本";
        let packed = packed::pack(text.as_bytes()).unwrap();
        assert_eq!(unpack_text(&packed).as_deref(), Some(text));
    }

    #[test]
    fn short_texts_become_small() {
        let text = "学生的毕业论文主要研究了社会主义市场经济条件下企业管理的问题，并且提出了解决问题的方法。";
        let (small, large) = (
            pack_text(text).unwrap(),
            packed::pack(text.as_bytes()).unwrap(),
        );
        assert!(
            3 * small.len() < 2 * large.len(),
            "{} {}",
            small.len(),
            large.len()
        );
    }

    #[test]
    fn a_huge_length_is_refused() {
        let mut packed = pack_text("abc").unwrap();
        packed[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(unpack_text(&packed), None);
        packed[..4].copy_from_slice(&(256_u32 << 20).to_le_bytes());
        assert_eq!(unpack_text(&packed), None);
    }
}
