//! Reader for plain text files. The encoding is detected in [`super::encoding`]; warnings and binary data are handled
//! here.

use super::encoding::{self, TextEncoding, name_of};
use super::{Extracted, ImportCause, Warning};
use chachong_text::LineBreaks;

/// Reads a text in the encoding that fits best; an encoding that is only likely gives a warning.
pub(super) fn read(bytes: Vec<u8>) -> Result<Extracted, ImportCause> {
    let decoded = encoding::decode(bytes);
    if decoded.implausible || !Census::of(&decoded.text).is_text() {
        return Err(ImportCause::NotText);
    }
    let name = name_of(decoded.encoding);
    let mut extracted = from_text(decoded.text, name);
    if decoded.uncertain {
        extracted.warnings.insert(
            0,
            Warning::EncodingGuessed {
                encoding: name.to_owned(),
            },
        );
    }
    Ok(extracted)
}

/// Reads a text in the encoding that a person chose; never refused, whatever the result looks like.
fn read_as(bytes: Vec<u8>, chosen: TextEncoding) -> Extracted {
    from_text(encoding::decode_as(bytes, chosen.encoding()), chosen.name())
}

/// Reads a text in the encoding that a person chose or, if nobody did, in the one that fits best.
pub(super) fn read_in(
    bytes: Vec<u8>,
    chosen: Option<TextEncoding>,
) -> Result<Extracted, ImportCause> {
    match chosen {
        None => read(bytes),
        Some(chosen) => Ok(read_as(bytes, chosen)),
    }
}

pub(super) fn from_text(text: String, encoding: &str) -> Extracted {
    let mut warnings = Vec::new();
    let census = Census::of(&text);
    if census.lost > 0 {
        warnings.push(Warning::UnreadableCharacters {
            count: census.lost,
            of: census.visible,
        });
    }
    if census.visible == 0 {
        warnings.push(Warning::NoText);
    }
    Extracted {
        encoding: Some(encoding.to_owned()),
        warnings,
        ..Extracted::of_text(text, LineBreaks::Layout)
    }
}

/// Number of characters of a text, by kind.
#[derive(Default)]
struct Census {
    all: u64,
    visible: u64,
    lost: u64,
    controls: u64,
}

impl Census {
    fn of(text: &str) -> Self {
        let mut census = Self::default();
        for c in text.chars() {
            census.all += 1;
            census.visible += u64::from(!c.is_whitespace());
            census.lost += u64::from(c == '\u{FFFD}');
            census.controls += u64::from(c.is_control() && !c.is_whitespace() && c != '\u{1A}');
        }
        census
    }

    /// Whether the characters are those of a text: control and broken characters are rare in text and common in other
    /// data.
    fn is_text(&self) -> bool {
        let odd = self.lost + self.controls;
        // A few odd characters at the ends of a short text come from a cut, not from binary data.
        odd * 20 <= self.all || (odd <= 4 && odd * 4 <= self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, GB18030, GBK, WINDOWS_1252};
    use proptest::prelude::*;

    const SIMPLIFIED: &str = "社区图书馆在夜间开放以后，读者的人数有了明显的增加，但是管理的成本也随之上升。本文以三个社区为例，\
        讨论了夜间服务的方式、费用和效果，并提出了几点建议。";
    const TRADITIONAL: &str = "社區圖書館在夜間開放以後，讀者的人數有了明顯的增加，但是管理的成本也隨之上升。本文以三個社區為例，\
        討論了夜間服務的方式、費用和效果，並提出了幾點建議。";

    fn check(bytes: &[u8], text: &str, encoding: &str) {
        let got = read(bytes.to_vec()).unwrap();
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
        // A character that GB18030 encodes only in four bytes.
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
        let got = read(cut.to_vec()).unwrap();
        assert_eq!(got.encoding.as_deref(), Some("utf-8"));
        let of = got.text.chars().filter(|c| !c.is_whitespace()).count() as u64;
        assert_eq!(
            got.warnings,
            [Warning::UnreadableCharacters { count: 1, of }]
        );
        for (from, to) in [(1, 50), (2, 51), (4, 149)] {
            let got = read(SIMPLIFIED.as_bytes()[from..to].to_vec()).unwrap();
            assert_eq!(got.encoding.as_deref(), Some("utf-8"), "bytes {from}..{to}");
        }
    }

    #[test]
    fn few_characters_are_a_guess_that_is_told() {
        let got = read(GB18030.encode("你好").0.into_owned()).unwrap();
        assert!(matches!(
            got.warnings.as_slice(),
            [Warning::EncodingGuessed { .. }]
        ));
    }

    #[test]
    fn binary_data_is_refused_and_line_ends_are_kept() {
        assert_eq!(read(vec![0; 4096]), Err(ImportCause::NotText));
        let noise: Vec<u8> = (0_u32..4096)
            .map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes()[1])
            .collect();
        assert_eq!(read(noise), Err(ImportCause::NotText));
        check("一行\r\n二行\n".as_bytes(), "一行\r\n二行\n", "utf-8");
    }

    #[test]
    fn a_chosen_encoding_is_taken_at_its_word() {
        let bytes = GB18030.encode(SIMPLIFIED).0.into_owned();
        let got = read_as(bytes.clone(), TextEncoding::Gb18030);
        assert_eq!((got.text.as_str(), got.warnings.len()), (SIMPLIFIED, 0));
        let got = read_as(bytes, TextEncoding::Windows1252);
        assert_eq!(got.encoding.as_deref(), Some("windows-1252"));
        assert!(got.text.starts_with("ÉçÇø"));
        let marked = utf16(SIMPLIFIED, true, false);
        assert_eq!(read_as(marked, TextEncoding::Utf16Le).text, SIMPLIFIED);
    }

    /// Part of one of the two texts: its characters, an encoding, and its bytes in that encoding.
    fn sample() -> impl Strategy<Value = (String, &'static str, Vec<u8>)> {
        let encodings =
            prop::sample::select(vec!["utf-8", "utf-16le", "utf-16be", "gb18030", "big5"]);
        (encodings, 0..60_usize, 0..3_usize).prop_map(|(encoding, start, repeat)| {
            let whole = if encoding == "big5" {
                TRADITIONAL
            } else {
                SIMPLIFIED
            };
            let text: String = whole.repeat(repeat + 2).chars().skip(start).collect();
            let bytes = match encoding {
                "utf-16le" | "utf-16be" => utf16(&text, false, encoding == "utf-16be"),
                _ => TextEncoding::named(encoding)
                    .unwrap()
                    .encoding()
                    .encode(&text)
                    .0
                    .into_owned(),
            };
            (text, encoding, bytes)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]
        #[test]
        fn whole_and_cut_texts_are_read_right((text, encoding, bytes) in sample(), cut in 0..2_usize) {
            let got = read(bytes[cut..bytes.len() - cut].to_vec()).unwrap();
            prop_assert_eq!(got.encoding.as_deref(), Some(encoding));
            let inner: String = text.chars().skip(cut).take(text.chars().count() - 2 * cut).collect();
            // The rest of a cut Big5 character may be read as a letter.
            let rest: String = got.text.chars().skip(usize::from(!got.text.starts_with(&inner))).collect();
            prop_assert_eq!(rest.trim_matches('\u{FFFD}'), inner);
        }

        #[test]
        fn no_bytes_harm_it(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = read(bytes.clone());
            for encoding in TextEncoding::ALL {
                let _ = read_as(bytes.clone(), encoding);
            }
        }
    }
}
