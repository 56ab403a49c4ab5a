//! Detects the encoding of a text and decodes it. Every possible encoding is tried on samples of the text and rated by
//! how probable the decoded characters are in Chinese or English; the most probable encoding wins.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};
use serde::{Deserialize, Serialize};

use super::likelihood::{LOST, improbability};
use super::resync::decode_double_byte;

/// Encoding that a person may choose for a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// GB18030, which includes GBK and GB2312.
    Gb18030,
    /// Big5 with the Hong Kong characters.
    Big5,
    /// Windows-1252, for Western European languages.
    Windows1252,
    /// Shift JIS, for Japanese.
    ShiftJis,
    /// EUC-KR, for Korean.
    EucKr,
}

impl TextEncoding {
    /// All encodings, roughly the most likely first.
    pub const ALL: [Self; 8] = [
        Self::Utf8,
        Self::Gb18030,
        Self::Big5,
        Self::Utf16Le,
        Self::Utf16Be,
        Self::Windows1252,
        Self::ShiftJis,
        Self::EucKr,
    ];

    /// Returns the name used on the command line, in reports and in [`super::Extracted::encoding`], such as `gb18030`.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(self.encoding())
    }

    /// Returns the encoding whose name is `name`, ignoring case; `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|encoding| encoding.name().eq_ignore_ascii_case(name))
    }

    pub(super) const fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Gb18030 => GB18030,
            Self::Big5 => BIG5,
            Self::Windows1252 => WINDOWS_1252,
            Self::ShiftJis => SHIFT_JIS,
            Self::EucKr => EUC_KR,
        }
    }
}

/// Returns the usual name of an encoding. The decoder that the web calls GBK reads all of GB18030 and is named so.
pub(super) fn name_of(encoding: &'static Encoding) -> &'static str {
    match encoding.name() {
        "GBK" | "gb18030" => "gb18030",
        "UTF-8" => "utf-8",
        "UTF-16LE" => "utf-16le",
        "UTF-16BE" => "utf-16be",
        "Big5" => "big5",
        "Shift_JIS" => "shift_jis",
        "EUC-KR" => "euc-kr",
        other => other,
    }
}

/// Decoded text, its encoding, and how sure the detection is.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) encoding: &'static Encoding,
    /// Whether another encoding is nearly as likely, or this one rests on the guess of a library alone.
    pub(super) uncertain: bool,
    /// Whether even the best encoding gives no language, so that the bytes are hardly a text.
    pub(super) implausible: bool,
}

/// Minimum lead of the best encoding over the next, in nats over the whole sample, to be certain.
const CERTAIN: f64 = 16.0;
/// Mean improbability, in nats, above which characters beyond ASCII are no language (random ideographs reach 13).
const NO_LANGUAGE: f64 = 12.2;
/// Maximum length of a text, in bytes, that is judged whole; a longer one is judged by [`WINDOWS`] samples.
const WHOLE: usize = 256 << 10;
const WINDOWS: usize = 16;
const WINDOW_BYTES: usize = 8 << 10;

/// Decodes `bytes` with the encoding that fits best. A byte order mark decides; without one, faultless UTF-8 without
/// NUL characters does.
pub(super) fn decode(bytes: Vec<u8>) -> Decoded {
    let certain = |text, encoding| Decoded {
        text,
        encoding,
        uncertain: false,
        implausible: false,
    };
    if let Some((encoding, _)) = Encoding::for_bom(&bytes) {
        return certain(decode_as(bytes, encoding), encoding);
    }
    let bytes = match String::from_utf8(bytes) {
        // UTF-16 of English text is also faultless UTF-8, with a NUL beside each letter.
        Ok(text) if !text.contains('\0') => return certain(text, UTF_8),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let found = detect(&bytes);
    let text = match found.encoding {
        // The text begins inside a character: the leftover byte is no character.
        encoding if found.skip > 0 && is_utf16(encoding) => {
            format!("\u{FFFD}{}", decode_slice(&bytes[found.skip..], encoding))
        }
        encoding => decode_as(bytes, encoding),
    };
    Decoded {
        text,
        encoding: found.encoding,
        uncertain: found.uncertain,
        implausible: found.implausible,
    }
}

/// Decodes `bytes` with a given encoding and drops its byte order mark.
pub(super) fn decode_as(bytes: Vec<u8>, encoding: &'static Encoding) -> String {
    let mark = match Encoding::for_bom(&bytes) {
        Some((marked, length)) if marked == encoding => length,
        _ => 0,
    };
    if encoding == UTF_8 && mark == 0 {
        return String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }
    decode_slice(&bytes[mark..], encoding)
}

fn decode_slice(bytes: &[u8], encoding: &'static Encoding) -> String {
    if is_double_byte(encoding) {
        decode_double_byte(bytes, encoding)
    } else {
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

fn is_double_byte(encoding: &'static Encoding) -> bool {
    encoding == GB18030 || encoding == BIG5
}

struct Found {
    encoding: &'static Encoding,
    skip: usize,
    uncertain: bool,
    implausible: bool,
}

struct Candidate {
    encoding: &'static Encoding,
    /// Number of bytes left out at the start: half a character.
    skip: usize,
    total: f64,
    mean_beyond_ascii: f64,
}

fn detect(bytes: &[u8]) -> Found {
    let windows = windows(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for (i, window) in windows.iter().enumerate() {
        detector.feed(window, i + 1 == windows.len());
    }
    let mut detected = detector.guess(None, Utf8Detection::Allow);
    if detected == GBK {
        detected = GB18030;
    }
    let mut tried = vec![
        (UTF_8, 0),
        (GB18030, 0),
        (BIG5, 0),
        (WINDOWS_1252, 0),
        (UTF_16LE, 0),
        (UTF_16BE, 0),
        (GB18030, 1),
        (BIG5, 1),
        (UTF_16LE, 1),
        (UTF_16BE, 1),
    ];
    if tried.iter().all(|(encoding, _)| *encoding != detected) {
        tried.push((detected, 0));
    }
    let mut judged: Vec<Candidate> = tried
        .into_iter()
        .map(|(encoding, skip)| judge(&windows, encoding, skip))
        .collect();
    judged.sort_by(|a, b| a.total.total_cmp(&b.total));
    let best = &judged[0];
    let margin = judged
        .iter()
        // The two byte orders of UTF-16 are no rivals: each is the other shifted by a byte, in English with the same
        // text.
        .find(|other| {
            other.encoding != best.encoding
                && !(is_utf16(other.encoding) && is_utf16(best.encoding))
        })
        .map_or(f64::INFINITY, |other| other.total - best.total);
    // Encodings other than Unicode, Chinese and Western ones rest on chardetng's guess alone.
    let foreign =
        ![UTF_8, UTF_16LE, UTF_16BE, GB18030, BIG5, WINDOWS_1252].contains(&best.encoding);
    Found {
        encoding: best.encoding,
        skip: best.skip,
        uncertain: margin < CERTAIN || foreign,
        implausible: best.mean_beyond_ascii > NO_LANGUAGE,
    }
}

/// Computes how improbable the samples are in one encoding.
fn judge(windows: &[&[u8]], encoding: &'static Encoding, skip: usize) -> Candidate {
    let (mut total, mut beyond_ascii, mut count) = (0.0, 0.0, 0.0_f64);
    for (i, window) in windows.iter().enumerate() {
        let mut window = window.get(skip..).unwrap_or_default();
        if i > 0 && !is_utf16(encoding) {
            // A sample may begin inside a character; bytes below 0x30 are never part of a longer one.
            let start = window.iter().take(512).position(|&b| b < 0x30);
            window = &window[start.unwrap_or(0)..];
        }
        let text: Cow<'_, str> = encoding.decode_without_bom_handling(window).0;
        let mut before = '\n';
        for c in text.chars() {
            let mut improbability = improbability(c, before);
            if is_utf16(encoding) && matches!(c, '\u{AC00}'..='\u{D7A3}') {
                // GB18030 read as UTF-16 looks like Korean; real Korean without a byte order mark is rarer.
                improbability += 2.0;
            }
            total += improbability;
            if !c.is_ascii() {
                beyond_ascii += improbability;
                count += 1.0;
            }
            before = c;
        }
        // Half a character at either end comes from a cut, which is not rare.
        if i == 0 && encoding == UTF_8 && text.starts_with('\u{FFFD}') {
            total -= LOST / 2.0;
        }
        if text.ends_with('\u{FFFD}') {
            total -= LOST / 2.0;
        }
    }
    Candidate {
        encoding,
        skip,
        total: total + if skip > 0 { LOST * 0.6 } else { 0.0 },
        mean_beyond_ascii: if count > 8.0 {
            beyond_ascii / count
        } else {
            0.0
        },
    }
}

/// Returns how improbable a short text is, in nats: it only matters that right texts score below wrong ones.
pub(super) fn improbability_of(text: &str) -> f64 {
    let before = std::iter::once('\n').chain(text.chars());
    (text.chars().zip(before))
        .map(|(c, before)| improbability(c, before))
        .sum()
}

/// Returns the samples to judge: the whole of a short text, else parts from all over it, at even offsets, beginning
/// near bytes beyond ASCII.
fn windows(bytes: &[u8]) -> Vec<&[u8]> {
    if bytes.len() <= WHOLE {
        return vec![bytes];
    }
    let part = bytes.len() / WINDOWS;
    (0..WINDOWS)
        .map(|i| {
            let part = &bytes[(i * part) & !1..(i + 1) * part];
            let start = part.iter().position(|b| !b.is_ascii()).unwrap_or(0);
            let start = start.saturating_sub(64) & !1;
            &part[start..part.len().min(start + WINDOW_BYTES)]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_encodings() {
        for encoding in TextEncoding::ALL {
            assert_eq!(TextEncoding::named(encoding.name()), Some(encoding));
        }
        assert_eq!(TextEncoding::named("GB18030"), Some(TextEncoding::Gb18030));
        assert_eq!(TextEncoding::named("ebcdic"), None);
    }
}
