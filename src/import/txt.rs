//! Bytes of a text file -> text, with the encoding found in layers: byte-order mark, UTF-8, UTF-16 by plausibility,
//! chardetng, and for Chinese the share of common characters. Knows nothing of files.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{Extracted, ImportCause, Metadata, Warning};
use crate::text::LineBreaks;

/// Common characters of Chinese, Simplified and Traditional, with its punctuation: about half of any real text. The
/// wrong encoding turns text into characters that are hardly ever among them.
const COMMON: &str = "的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發\
    后後作里用道行所然家种種事成方多经經么去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從\
    想实實日军者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战向头頭文体體政\
    美相见見被利什二等产產或新己制身果加月话話合回特代内內信表化老给給世位次度门門任常先海通教儿原东東声提立及比员員解水名真论論处處走义義各\
    入几幾口认認条條平系气氣题題活尔更别打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克\
    许許统統区區保至队形社便空决治展马科司五基眼书書非则則听白却界达達光放强像难難且权權思王象完设設式色路记記南品住告类類求据據程北边死该該交\
    规規万取拉格望觉術术领共确传師师观觀清今切院让識识候带導导争运運。，、；：？！“”‘’（）《》「」『』—…　";

/// Below this many Chinese characters a guess between encodings is told to the person.
const FEW: usize = 30;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let guess = decode(bytes).ok_or(ImportCause::NotText)?;
    let mut warnings = Vec::new();
    if guess.uncertain {
        warnings.push(Warning::EncodingGuessed {
            encoding: name_of(guess.encoding).to_owned(),
        });
    }
    let bad = guess.text.chars().filter(|&c| c == '\u{FFFD}').count() as u64;
    if bad > 0 {
        let of = guess.text.chars().filter(|c| !c.is_whitespace()).count() as u64;
        warnings.push(Warning::UnreadableCharacters { count: bad, of });
    }
    if guess.text.trim().is_empty() {
        warnings.push(Warning::NoText);
    }
    Ok(Extracted {
        text: guess.text,
        breaks: LineBreaks::Layout,
        pages: Vec::new(),
        encoding: Some(name_of(guess.encoding).to_owned()),
        exclusions: Vec::new(),
        reader: None,
        metadata: Metadata::default(),
        warnings,
    })
}

struct Guess {
    text: String,
    encoding: &'static Encoding,
    uncertain: bool,
}

/// The name people know: the decoder that the web calls GBK reads all of GB18030.
fn name_of(encoding: &'static Encoding) -> &'static str {
    if encoding == GBK || encoding == GB18030 {
        "gb18030"
    } else if encoding == UTF_8 {
        "utf-8"
    } else if encoding == UTF_16LE {
        "utf-16le"
    } else if encoding == UTF_16BE {
        "utf-16be"
    } else if encoding == BIG5 {
        "big5"
    } else {
        encoding.name()
    }
}

fn decode(bytes: &[u8]) -> Option<Guess> {
    let certain = |text, encoding| {
        Some(Guess {
            text,
            encoding,
            uncertain: false,
        })
    };
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return looks_like_text(&text).then(|| Guess {
            text: text.into_owned(),
            encoding,
            uncertain: false,
        });
    }
    if let Some(text) = as_utf8(bytes) {
        return if looks_like_text(&text) {
            certain(text, UTF_8)
        } else {
            as_utf16(bytes).and_then(|(text, encoding)| certain(text, encoding))
        };
    }
    if let Some((text, encoding)) = as_utf16(bytes) {
        return certain(text, encoding);
    }
    as_legacy(bytes)
}

/// UTF-8, also when it was cut inside a character at either end, or up to 2 % of its characters are broken.
fn as_utf8(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let bad = text.matches('\u{FFFD}').count();
    if bad == 0 {
        return Some(text.into_owned());
    }
    let cut_start = text
        .chars()
        .take(3)
        .take_while(|&c| c == '\u{FFFD}')
        .count();
    let cut_end = usize::from(text.ends_with('\u{FFFD}'));
    let inside = bad.saturating_sub(cut_start + cut_end);
    // Only a text that has multi-byte characters shows that it is UTF-8; broken bytes among ASCII may be anything.
    let wide = text
        .chars()
        .filter(|&c| !c.is_ascii() && c != '\u{FFFD}')
        .count();
    (wide >= bad && inside * 50 <= wide).then(|| text.into_owned())
}

/// UTF-16 without a mark, where one byte order gives Chinese with common characters or Latin text.
fn as_utf16(bytes: &[u8]) -> Option<(String, &'static Encoding)> {
    let plausible = |encoding: &'static Encoding| {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        if !looks_like_text(&text) {
            return None;
        }
        let total = text.chars().count().max(1);
        let latin = text.chars().filter(char::is_ascii).count();
        let share = share_of_common(&text);
        (latin * 2 > total || share.common * 100 >= 15 * total)
            .then(|| (text.into_owned(), encoding))
    };
    if bytes.len() < 4 {
        return None;
    }
    plausible(UTF_16LE).or_else(|| plausible(UTF_16BE))
}

/// The encodings from before Unicode.
fn as_legacy(bytes: &[u8]) -> Option<Guess> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let detected = detector.guess(None, Utf8Detection::Deny);
    let high = bytes.iter().filter(|b| !b.is_ascii()).count();
    // Curly quotes and accents in an English text: single high bytes, far between.
    let mostly_ascii = high * 8 < bytes.len() && !has_double_byte_runs(bytes);
    let mut candidates = if mostly_ascii {
        vec![WINDOWS_1252, detected]
    } else {
        vec![detected, GB18030, BIG5]
    };
    candidates.dedup();
    if mostly_ascii {
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
        return looks_like_text(&text).then(|| Guess {
            text: text.into_owned(),
            encoding: WINDOWS_1252,
            uncertain: false,
        });
    }
    let judged: Vec<(Guess, usize)> = candidates
        .into_iter()
        .filter_map(|encoding| {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            let share = share_of_common(&text);
            let bad = text.matches('\u{FFFD}').count();
            let total = share.chinese.max(1);
            // Per mille of the Chinese characters; a broken character weighs more than a common one.
            let score = (share.common * 1000 / total).saturating_sub(bad * 3000 / total);
            looks_like_text(&text).then(|| {
                let uncertain = share.chinese < FEW || score < 150;
                (
                    Guess {
                        text: text.into_owned(),
                        encoding,
                        uncertain,
                    },
                    score,
                )
            })
        })
        .collect();
    // The detector's own guess comes first and wins unless another is clearly better.
    let mut best: Option<(Guess, usize)> = None;
    for (guess, score) in judged {
        if best.as_ref().is_none_or(|(_, found)| score > found + 100) {
            best = Some((guess, score));
        }
    }
    best.map(|(guess, _)| guess)
}

/// Whether high bytes come in even runs of four or more, as in double-byte Chinese.
fn has_double_byte_runs(bytes: &[u8]) -> bool {
    bytes
        .split(u8::is_ascii)
        .filter(|run| run.len() >= 4)
        .count()
        >= 2
}

struct Share {
    chinese: usize,
    common: usize,
}

fn share_of_common(text: &str) -> Share {
    let common: std::collections::HashSet<char> = COMMON.chars().collect();
    let mut share = Share {
        chinese: 0,
        common: 0,
    };
    // A hundred thousand characters tell as much as all.
    for c in text.chars().filter(|c| !c.is_ascii()).take(100_000) {
        share.chinese += 1;
        share.common += usize::from(common.contains(&c));
    }
    share
}

/// Control characters and U+FFFD are rare in text and common in everything else.
fn looks_like_text(text: &str) -> bool {
    let (mut total, mut odd) = (0_usize, 0_usize);
    for c in text.chars() {
        total += 1;
        odd +=
            usize::from((c.is_control() && !c.is_whitespace() && c != '\u{1A}') || c == '\u{FFFD}');
    }
    // A few at the ends of a short text are a cut, not a kind of data.
    odd * 20 <= total || (odd <= 4 && odd * 4 <= total)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLIFIED: &str = "社区图书馆在夜间开放以后，读者的人数有了明显的增加，但是管理的成本也随之上升。本文以三个社区为例，\
        讨论了夜间服务的方式、费用和效果，并提出了几点建议。";
    const TRADITIONAL: &str = "社區圖書館在夜間開放以後，讀者的人數有了明顯的增加，但是管理的成本也隨之上升。本文以三個社區為例，\
        討論了夜間服務的方式、費用和效果，並提出了幾點建議。";

    fn check(bytes: &[u8], text: &str, encoding: &str) {
        let got = read(bytes).unwrap();
        assert_eq!(
            (got.text.as_str(), got.encoding.as_deref()),
            (text, Some(encoding))
        );
        assert_eq!(got.warnings, []);
    }

    fn utf16(text: &str, mark: bool, big_endian: bool) -> Vec<u8> {
        let units = mark
            .then_some(0xFEFF)
            .into_iter()
            .chain(text.encode_utf16());
        units
            .flat_map(|u| {
                if big_endian {
                    u.to_be_bytes()
                } else {
                    u.to_le_bytes()
                }
            })
            .collect()
    }

    #[test]
    fn unicode_with_and_without_a_mark() {
        check(SIMPLIFIED.as_bytes(), SIMPLIFIED, "utf-8");
        check(
            &[b"\xEF\xBB\xBF", SIMPLIFIED.as_bytes()].concat(),
            SIMPLIFIED,
            "utf-8",
        );
        for (mark, big_endian) in [(true, true), (true, false), (false, true), (false, false)] {
            let encoding = if big_endian { "utf-16be" } else { "utf-16le" };
            check(&utf16(SIMPLIFIED, mark, big_endian), SIMPLIFIED, encoding);
            check(
                &utf16("Plain English text.\r\n", mark, big_endian),
                "Plain English text.\r\n",
                encoding,
            );
        }
    }

    #[test]
    fn chinese_encodings_from_before_unicode() {
        check(&GB18030.encode(SIMPLIFIED).0, SIMPLIFIED, "gb18030");
        check(&BIG5.encode(TRADITIONAL).0, TRADITIONAL, "big5");
        check(&GBK.encode(TRADITIONAL).0, TRADITIONAL, "gb18030");
        // A character that only four bytes of GB18030 can say.
        let rare = format!("{SIMPLIFIED}㐂");
        check(&GB18030.encode(&rare).0, &rare, "gb18030");
    }

    #[test]
    fn english_with_curly_quotes_is_windows_1252() {
        let text = "The “naïve” approach isn’t enough, as the café owner said – again and again, in every village.";
        check(&WINDOWS_1252.encode(text).0, text, "windows-1252");
    }

    #[test]
    fn utf8_cut_inside_a_character_is_still_utf8_and_said() {
        let cut = &SIMPLIFIED.as_bytes()[..SIMPLIFIED.len() - 1];
        let got = read(cut).unwrap();
        assert_eq!(got.encoding.as_deref(), Some("utf-8"));
        let of = got.text.chars().filter(|c| !c.is_whitespace()).count() as u64;
        assert_eq!(
            got.warnings,
            [Warning::UnreadableCharacters { count: 1, of }]
        );
        for (from, to) in [(1, 50), (2, 51), (4, 149)] {
            let got = read(&SIMPLIFIED.as_bytes()[from..to]).unwrap();
            assert_eq!(got.encoding.as_deref(), Some("utf-8"), "bytes {from}..{to}");
        }
    }

    #[test]
    fn few_characters_are_a_guess_that_is_told() {
        let got = read(&GB18030.encode("你好，世界").0).unwrap();
        assert!(matches!(
            got.warnings.as_slice(),
            [Warning::EncodingGuessed { .. }]
        ));
    }

    #[test]
    fn binary_data_is_refused_and_line_ends_are_kept() {
        assert_eq!(read(&[0; 4096]), Err(ImportCause::NotText));
        let noise: Vec<u8> = (0_u32..4096)
            .map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes()[1])
            .collect();
        assert_eq!(read(&noise), Err(ImportCause::NotText));
        check("一行\r\n二行\n".as_bytes(), "一行\r\n二行\n", "utf-8");
    }
}
