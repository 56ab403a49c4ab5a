//! Tests of the reader for RTF.

use super::*;
use encoding_rs::GBK;
use proptest::prelude::*;
use std::fmt::Write;

fn text(rtf: &str) -> String {
    read(rtf.as_bytes()).unwrap().text
}

/// Writes text as Word of a Chinese Windows does.
fn gbk(text: &str) -> String {
    let mut escaped = String::new();
    for byte in &*GBK.encode(text).0 {
        let _ = write!(escaped, "\\'{byte:02x}");
    }
    escaped
}

#[test]
fn bytes_of_chinese_windows_and_units_of_unicode() {
    let rtf = format!(
        "{{\\rtf1\\ansi\\ansicpg936{{\\fonttbl{{\\f0\\fcharset134 {};}}{{\\f1\\fcharset0 Arial;}}}}{{\\info{{\\title {}}}}}\n\\f0 {}\\par \\f1 caf\\'e9 \\u22270\\'cd\\'bc\\uc0\\u-10179\\u-8704 \\uc1\\u20070 ?x\\par}}",
        gbk("宋体"),
        gbk("题目"),
        gbk("夜间开放")
    );
    let got = read(rtf.as_bytes()).unwrap();
    assert_eq!(got.text, "夜间开放\ncafé 图\u{BC}😀书x\n");
    assert_eq!(got.metadata.title.as_deref(), Some("题目"));
    // Raw bytes, as some programs write them.
    let mut raw = b"{\\rtf1\\ansi\\ansicpg936 ".to_vec();
    raw.extend_from_slice(&GBK.encode("图书馆").0);
    raw.push(b'}');
    assert_eq!(read(&raw).unwrap().text, "图书馆\n");
}

#[test]
fn tables_are_rows_notes_follow_and_heads_stand_at_the_end() {
    let got = read(
        b"{\\rtf1{\\header\\pard HEAD\\par}{\\*\\generator x;}{\\stylesheet{\\s0 Normal;}}\\pard one{\\footnote\\pard the note}two\\par\
        \\trowd\\pard\\intbl a\\par b\\cell 1.50\\cell\\row\\trowd\\intbl c\\cell\\cell\\row\\pard {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\
        {\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt\\pard box\\par}}{\\v unseen words}{\\deleted gone}{\\pict 0abc}{\\bin3 }{}end\\par}",
    )
    .unwrap();
    assert_eq!(
        got.text,
        "onetwo\nthe note\na b\t1.50\nc\n7box\nend\nHEAD\n"
    );
    assert_eq!(got.exclusions.len(), 1);
    assert_eq!(got.exclusions[0].end, got.text.chars().count() as u64);
    assert!(matches!(
        &got.warnings[..],
        [Warning::HiddenText { places }] if places.count == 11
    ));
}

#[test]
fn what_is_no_rtf_says_so_and_depth_is_no_danger() {
    assert_eq!(
        read(b"plain"),
        Err(ImportCause::WrongContent {
            expected: Format::Rtf
        })
    );
    assert_eq!(
        text(&format!("{{\\rtf1 {}x", "{\\b ".repeat(300_000))),
        "x\n"
    );
    for piece in [
        "{\\footnote ",
        "}",
        "\\u-1",
        "\\'",
        "\\bin99999999 ",
        "\\uc999999999\\u1 ",
        "\\row",
        "\\f9",
    ] {
        let _ = text(&format!("{{\\rtf1 {}", piece.repeat(50_000)));
    }
}

proptest! {
    #[test]
    fn no_file_harms_it(
        rtf in r"(\{|\}|\\par |\\cell |\\row |\\footnote |\\header |\\\*|\\x |\\u-?[0-9]{1,6} ?|\\'[0-9a-g]{2}|\\v |a|\\fonttbl |\\bin[0-9] ){0,50}",
        tail in prop::collection::vec(any::<u8>(), 0..40)
    ) {
        let mut bytes = b"{\\rtf1".to_vec();
        bytes.extend_from_slice(rtf.as_bytes());
        bytes.extend_from_slice(&tail);
        let got = read(&bytes).unwrap();
        let length = got.text.chars().count() as u64;
        prop_assert!(got.exclusions.iter().all(|e| e.end <= length));
    }
}
