//! Tests of the reader for RTF.

use super::*;
use chachong_text::ExclusionReason;
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
fn paragraphs_in_a_style_of_quotations_are_block_quotations() {
    let rtf = "{\\rtf1{\\stylesheet{\\s0 Normal;}{\\*\\cs15 Quote;}{\\s16\\sbasedon0 Body Text;}{\\s25\\li567 Quotations;}}\
        \\pard\\plain \\s0 one\\par\\pard\\plain \\s25\\li567 {two{\\footnote\\pard\\s16 note}}\\par {three}{\\par}\\pard\\s16 four\\par}";
    let got = read(rtf.as_bytes()).unwrap();
    assert_eq!(got.text, "one\ntwo\nnote\nthree\nfour\n");
    assert_eq!(got.block_quotations, [(4, 7), (13, 18)]);
}

#[test]
fn tables_are_rows_notes_follow_and_heads_stand_at_the_end() {
    let got = read(
        b"{\\rtf1{\\header\\pard HEAD\\par}{\\*\\generator x;}{\\stylesheet{\\s0 Normal;}}\\pard one{\\footnote\\pard the note}two\\par\
        \\trowd\\pard\\intbl a\\par b\\cell 1.50\\cell\\row\\trowd\\intbl c\\cell\\cell\\row\\pard {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\
        {\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt\\pard box\\par}}{\\v unseen words}{\\deleted gone}{\\pict 0abc}\
        {\\bin3 }{}end\\par}}",
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
fn a_file_that_ends_inside_a_group_is_told() {
    let whole = b"{\\rtf1 one {\\b two}\\par}";
    assert_eq!(read(whole).unwrap().warnings, []);
    let cut = read(&whole[..whole.len() - 6]).unwrap();
    assert_eq!(
        (&cut.text[..], &cut.warnings[..]),
        ("one two\n", &[Warning::CutOff][..])
    );
}

#[test]
fn a_long_paragraph_in_a_header_is_text() {
    let long = "a paragraph of the text in the header ".repeat(6);
    let rtf =
        format!("{{\\rtf1{{\\header HEAD\\par {long}\\par}}{{\\footer {long}\\par}}one\\par}}");
    let got = read(rtf.as_bytes()).unwrap();
    let long = long.trim_end();
    assert_eq!(got.text, format!("one\nHEAD\n{long}\n{long}\n"));
    assert_eq!(got.spans(), [(4, 9), (237, 465)]);
}

#[test]
fn what_is_no_rtf_says_so_and_depth_is_no_danger() {
    assert_eq!(read(b"plain"), Err(ImportCause::wrong(Format::Rtf)));
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

const SECRET: &str = "SECRET WORDS";

fn is_out(body: &str) -> bool {
    let colours = "{\\colortbl;\\red255\\green255\\blue255;\\red255\\green0\\blue0;}";
    let rtf = format!("{{\\rtf1\\ansi{colours}\\pard plain text\\par {body}\\par}}");
    read(rtf.as_bytes()).unwrap().keeps_out(SECRET)
}

#[test]
fn unseen_text_is_out_of_the_comparison_and_told() {
    for words in [
        "\\cf1",
        "\\cf1\\embo\\embo0",
        "\\cf2\\highlight2",
        "\\cf2\\chcbpat2",
        "\\pard\\cbpat2\\cf2",
        "\\fs2",
        "\\charscalex1",
        "\\expndtw-240",
        "\\pard\\sl-1\\slmult0",
        "\\pard\\phpg\\pvpg\\posx30000\\posy30000",
        "\\pard\\phpg\\posnegx29000",
        "\\v",
        "\\trowd\\trrh-1\\cellx5000\\pard\\intbl",
        "\\trowd\\clcbpat2\\cellx5000\\pard\\intbl\\cf2",
    ] {
        assert!(is_out(&format!("{{{words} {SECRET}}}")), "{words}");
    }
    let shape = |words: &str, property: &str, look: &str| {
        format!(
            "{{\\shp{{\\*\\shpinst{words}{{\\sp{property}}}{{\\shptxt {{{look} {SECRET}}}\\par}}}}}}"
        )
    };
    let off = "\\shpleft40000\\shptop0\\shpright42000\\shpbottom900\\shpbxpage";
    let on = "\\shpleft100\\shptop0\\shpright4200\\shpbottom900\\shpbxpage";
    assert!(is_out(&shape(off, "{\\sn x}{\\sv 0}", "")));
    assert!(is_out(&shape(on, "{\\sn fHidden}{\\sv 1}", "")));
    assert!(is_out(&shape(on, "{\\sn fillColor}{\\sv 255}", "\\cf2")));
    for honest in [
        shape(on, "{\\sn fillColor}{\\sv 255}", "\\cf1"),
        format!("{{\\cf1\\highlight2 {SECRET}}}"),
        format!("{{\\cf2 {SECRET}}}"),
        format!("{{\\cf1\\embo {SECRET}}}"),
        format!("{{\\cf1\\impr\\shad0 {SECRET}}}"),
        format!("{{\\cf1\\outl {SECRET}}}"),
        format!("{{\\cf1\\shad {SECRET}}}"),
        format!("{{\\pard\\sl-400 {SECRET}}}"),
        format!("\\trowd\\clcbpat2\\cellx5000\\pard\\intbl {{\\cf1 {SECRET}}}\\cell\\row\\pard"),
        format!(
            "{{\\*\\background{{\\shp{{\\*\\shpinst{{\\sp{{\\sn fillColor}}{{\\sv 0}}}}}}}}}}\\viewbksp1 {{\\cf1 {SECRET}}}"
        ),
    ] {
        assert!(!is_out(&honest), "{honest}");
    }
}

#[test]
fn letters_on_a_drawing_behind_the_text_may_have_any_colour() {
    let behind = |right: u32, property: &str| {
        format!(
            "{{\\shp{{\\*\\shpinst\\shpleft0\\shptop0\\shpright{right}\\shpbottom16838{{\\sp{{\\sn fBehindDocument}}{{\\sv 1}}}}\
            {{\\sp{property}}}}}}}"
        )
    };
    let picture = "{\\sn pib}{\\sv {\\pict 00}}";
    let white = format!("{{\\cf1 {SECRET}}}");
    for property in [picture, "{\\sn fillColor}{\\sv 255}"] {
        let drawing = behind(11_906, property);
        assert!(!is_out(&(drawing.clone() + &white)), "{property}");
        assert!(is_out(&format!("{drawing}\\page {white}")), "{property}");
        let long = "a line of a long text ".repeat(30);
        assert!(
            is_out(&format!("{drawing}{long}\\par {white}")),
            "{property}"
        );
    }
    assert!(is_out(&(behind(2_000, picture) + &white)));
    assert!(is_out(
        &(behind(11_906, "{\\sn fillColor}{\\sv 16777215}") + &white)
    ));
}

#[test]
fn fields_without_a_result_and_prompts() {
    let text_of = |field: &str| text(&format!("{{\\rtf1 a{{\\field{field}}}z\\par}}"));
    assert_eq!(
        text_of("{\\*\\fldinst { EQ \\\\o(b,\\\\s\\\\up 5(c))}}{\\fldrslt }"),
        "abcz\n"
    );
    assert_eq!(text_of("{\\*\\fldinst { QUOTE \"b\"}}"), "abz\n");
    assert_eq!(
        text_of("{\\*\\fldinst { QUOTE \"b\"}}{\\fldrslt c}"),
        "acz\n"
    );
    assert_eq!(
        text_of("{\\*\\fldinst QUOTE \"{\\field{\\*\\fldinst EQ \\\\x(b)}}c\"}"),
        "abcz\n"
    );
    let form = |result: &str| {
        let rtf = format!(
            "{{\\rtf1 written by the student {{\\field{{\\*\\fldinst FORMTEXT {{\\*\\formfield{{\\fftype0{{\\*\\ffname T}}{{\\*\\ffdeftext your name}}}}}}}}{{\\fldrslt {result}}}}}\\par}}"
        );
        read(rtf.as_bytes()).unwrap().exclusions
    };
    assert_eq!(
        form("your name").first().map(|one| one.reason),
        Some(ExclusionReason::Template)
    );
    assert_eq!(form("Somebody"), []);
}
