//! Tests of wikitext on pages made here and on random marks.

use super::namespaces::Namespaces;
use super::render::plain_text;
use proptest::prelude::*;
use std::fmt::Write as _;

fn text(wikitext: &str) -> String {
    plain_text(wikitext, &Namespaces::default())
}

#[test]
fn a_page_is_the_prose_that_a_reader_sees() {
    let page = "{{NoteTA|G1=IT}}\n{{Infobox software\n| name = 甲\n| a = {{b|c}}\n}}\n\
        [[File:图.png|thumb|200px|图的[[说明]]{{x}}]]\n\
        '''软件测试'''（{{lang-en|Software testing}}；{{IPA|x}}）是一种用来促进鉴定[[软件|-{zh-hans:软件;zh-hant:軟體}-]]的\
        [[正确性 (计算)|正确性]]<ref name=\"a\">{{cite book|title=书}}</ref>的过程。<!-- 注\n释 -->\n\
        它换行。\n\n__NOTOC__\n\
        == 分类 ==\n=== 空的 ===\n{| class=\"wikitable\"\n! 甲\n|-\n| 乙 || {{丙|丁}}\n|}\n\
        === 方法<ref>x\n</ref> === <!-- 旧 -->\n\
        * 黑盒测试：&ldquo;只看&rdquo;输入&nbsp;与输出\n# [[白盒测试]]\n: 缩进<br/>断行\n----\n\
        公式<math>a_1 < b</math>与<code>x&lt;y</code>，见[http://example.com 网站]和[http://example.com]。\n\
        == 参见 ==\n* [[甲]]\n== 参考文献 ==\n{{reflist}}\n== 外部链接 ==\n* [http://a 乙]\n\
        [[Category:软件测试]]\n[[en:Software testing]]\n{{DEFAULTSORT:甲}}\n";
    assert_eq!(
        text(page),
        "软件测试（Software testing）是一种用来促进鉴定软件的正确性的过程。它换行。\n分类\n方法\n\
         黑盒测试：“只看”输入 与输出\n白盒测试\n缩进\n断行\n公式$a_1 < b$与x<y，见网站和。"
    );
}

#[test]
fn odd_markup_is_read_as_mediawiki_reads_it() {
    for (wikitext, wanted) in [
        ("a < b and c<d", "a < b and c<d"),
        ("l'''amour''''s x'y '''''z'''''", "lamour's x'y z"),
        ("<nowiki>[[a]] ''b''</nowiki> c", "[[a]] ''b'' c"),
        (
            "[[a|b]]s [[:Category:甲|乙]] [[:文件:丙]] [[s:丁|戊]]",
            "bs 乙 文件:丙 戊",
        ),
        ("{{ open [[a|b]] c", "open b c"),
        ("one\n{{clear}}\ntwo\nthree", "one\ntwo three"),
        ("a {{b}} c{{d}}. e {{snd}}f", "a c. e – f"),
        ("<poem>\n甲\n乙\n</poem>丙", "甲\n乙\n丙"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("== a == b\n==c==", "== a == b"),
        ("=一=\n正文", "一\n正文"),
        ("甲\r\n\r\n乙\r\n丙\r\n==丁==\r\n{{戊}}\r\n", "甲\n乙丙"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "漢字"),
        ("见<span style=\"{{x|y}}\">甲</span>乙", "见甲乙"),
        ("[[[a]]] [b] [//x y] [[http://x y]]", "[a] [b] y y"),
        ("-{H|zh-cn:甲;zh-tw:乙}-丙-{甲}-", "丙甲"),
        ("", ""),
        ("== 参考文献 ==\nx", ""),
        (
            "甲\n=== 乙 ===\n<timeline>\na = b\n</timeline>\n\n== Вижте също ==\n* [[丙]]\n== Източници ==\n<references />\n{{丁}}\n",
            "甲",
        ),
        ("* {{cite|x}}. First\n* {{a}}，乙", "First\n乙"),
        (
            "甲\n== 注释及参考 ==\n=== 参考文献 ===\n{{reflist}}\n",
            "甲",
        ),
        (
            "甲\n== 注释及参考 ==\n=== 参考文献 ===\n{{reflist}}\n== 乙 ==\n丙",
            "甲\n乙\n丙",
        ),
        (
            "甲\n== 参考文献 ==\nx\n== 空 ==\n=== 来源 ===\n{{a}}\n== 乙 ==\n丙",
            "甲\n乙\n丙",
        ),
    ] {
        assert_eq!(text(wikitext), wanted, "{wikitext}");
    }
}

#[test]
fn nesting_and_open_marks_take_time_in_proportion() {
    for unit in [
        "{{",
        "[[",
        "{|\n",
        "\n{|\n|",
        "-{",
        "<ref>",
        "<b>",
        "''",
        "{{a|b=",
        "[[File:a|",
        "[[a|",
        "-{zh-cn:",
        "<!--",
        "{{nowrap|",
        "[[a|{{nowrap|-{",
        "</ref",
        "}}",
        "]]",
        "\n|}",
        "\n==",
        "\n== a <ref>",
        "__",
        "_",
        "&",
        "&nbsp",
        "<pre>",
        "[http://a ",
        "}-",
        "}",
        ";",
        "<rt>",
        "(",
        "\n==参见==\n注\n",
        "{{a}}|",
        "-{{{a}};",
        ":",
    ] {
        let page = unit.repeat(200_000 / unit.len());
        let started = std::time::Instant::now();
        let _ = text(&page);
        let closers = "}}".repeat(20_000) + &"]]".repeat(20_000) + &"}-".repeat(20_000);
        let _ = text(&(page + "x" + &closers));
        let took = started.elapsed();
        assert!(took.as_secs() < 3, "{unit:?}: {took:?}");
    }
    let inside = "{{nowrap|[[甲|".repeat(50_000) + "底" + &"]]}}".repeat(50_000);
    assert_eq!(text(&inside), "");
    assert_eq!(text(&("[[甲|".repeat(9) + "底" + &"]]".repeat(9))), "底");
}

proptest! {
    #[test]
    fn no_page_harms_it(
        page in r"(\{\{|\}\}|\{|\}|\[\[|\]\]|\{\||\|\}|-\{|\}-|\n=*|<ref>|</ref>|<!--|-->|<b>|<pre>|</pre>|<rt>|<br/>|甲|\||nowrap|quote|zh-cn:|File:|'{1,6}|__[A-Z]{0,3}|&[a-z]{0,4};|\[http://a |[*#:; (（)）,，.]){0,80}",
    ) {
        let _ = text(&page);
    }

    #[test]
    fn each_section_stays_once_or_goes(
        sections in prop::collection::vec((2..5_usize, 0..4_usize, any::<bool>()), 0..12),
    ) {
        let mut page = String::from("正文");
        let mut wanted = vec![String::from("正文")];
        let mut inside = None;
        for (number, &(level, heading, is_shown)) in sections.iter().enumerate() {
            if inside.is_some_and(|of| level <= of) {
                inside = None;
            }
            let marks = "=".repeat(level);
            let name = ["参考文献", "注释及参考", "方法", "来源"][heading];
            let body = if is_shown { format!("段落{number}") } else { String::from("{{reflist}}") };
            writeln!(page, "\n{marks} {name} {marks}\n{body}").unwrap();
            if heading == 0 && inside.is_none() {
                inside = Some(level);
            }
            if is_shown && inside.is_none() && heading != 3 {
                wanted.push(body);
            }
        }
        let shown = text(&page);
        let bodies = shown.lines().filter(|line| line.starts_with("段落") || *line == "正文");
        let bodies: Vec<&str> = bodies.collect();
        let number = |body: &&str| body.trim_start_matches("段落").parse::<usize>().ok();
        prop_assert!(bodies.is_sorted_by(|a, b| number(a) < number(b)));
        // Whether 来源 goes, and what stands below it, depends on what follows.
        if sections.iter().all(|&(_, heading, _)| heading != 3) {
            prop_assert_eq!(bodies, wanted);
        }
    }
}
