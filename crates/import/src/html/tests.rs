use super::*;
use encoding_rs::GB18030;
use proptest::prelude::*;

#[test]
fn blocks_are_paragraphs_and_scripts_no_text() {
    let html = "<!DOCTYPE html><html><head><title>题 &amp; 目</title><style>p {x}</style></head><body><h1>标题</h1>\
        <p>甲<b>乙</b>\n丙<br>丁&nbsp;&#x4E01;<!-- 注 --><script>if (a<b) '</p>'</script><table><tr><td>格一<td>格二</tr></table>\
        <pre>a  b\n c</pre><div hidden>藏<div>匿</div></div><span style=\"DISPLAY: none\">没</span>完";
    let page = Page::of(html);
    assert_eq!(
        page.text.text(),
        "标题\n甲乙 丙\n丁\u{A0}丁\n格一\n格二\na  b\n c\n完\n"
    );
    assert_eq!((page.hidden.count, page.title.as_str()), (3, "题 & 目"));
}

#[test]
fn fields_drawings_and_frames_have_text() {
    let html = "<p>甲</p><textarea>域</textarea><svg><title>题</title><text x=1>图<tspan>中</tspan>字</text><text>二</text></svg>\
        <svg style='display:none'><text>藏</text></svg><iframe srcdoc='<p>框</p>\
        <iframe srcdoc=&quot;内&quot;></iframe>'></iframe><p>乙</p>";
    assert_eq!(text_of(html), "甲\n域\n图中字\n二\n框\n乙\n");
}

#[test]
fn a_long_paragraph_in_a_header_is_text() {
    let long = "页眉里的一整段正文".repeat(14);
    let html = format!(
        "<div title=header><p>某某大学</p><p>{long}</p><div>第 1 页</div></div><p>正文</p>"
    );
    let got = read(html.into_bytes(), None).unwrap();
    assert_eq!(got.text, format!("某某大学\n{long}\n第 1 页\n正文\n"));
    assert_eq!(got.spans(), [(0, 5), (132, 138)]);
}

#[test]
fn quotations_have_their_marks_and_places() {
    let html = "<p>有人说<q>夜里更安静</q>。</p><blockquote><p>灯也亮。</p><blockquote>街很静。</blockquote></blockquote>\
        <div hidden><blockquote>藏</blockquote></div><p>完</p><blockquote></blockquote>";
    let got = read(html.as_bytes().to_vec(), None).unwrap();
    assert_eq!(got.text, "有人说“夜里更安静”。\n灯也亮。\n街很静。\n完\n");
    assert_eq!(got.block_quotations, [(12, 22)]);
}

#[test]
fn the_declared_encoding_counts_if_the_bytes_are_of_it() {
    let page =
        "<meta http-equiv=Content-Type content=\"text/html; charset=gb2312\"><p>夜间开放</p>";
    let got = read(GB18030.encode(page).0.into_owned(), None).unwrap();
    assert_eq!(
        (got.text.as_str(), got.encoding.as_deref()),
        ("夜间开放\n", Some("gb18030"))
    );
    // Page converted to UTF-8 that keeps its old declaration.
    let page = page.replace(
        "夜间开放",
        "社区图书馆在夜间开放以后，读者的人数有了明显的增加。",
    );
    let got = read(page.into_bytes(), None).unwrap();
    assert_eq!(got.encoding.as_deref(), Some("utf-8"));
    assert!(got.text.starts_with("社区图书馆"));
}

#[test]
fn formulas_have_the_linear_form() {
    let page = "<p>其中 <math><msub><mi>x</mi><mn>1</mn></msub><mo>&InvisibleTimes;</mo><mi>y</mi></math> 为变量</p>\
        <p>即<math display=block><semantics><mfrac><mi>a</mi><mrow><mn>2</mn><mi>b</mi></mrow></mfrac>\
        <annotation encoding='application/x-tex'>\\frac a b</annotation></semantics></math>成立</p>\
        <p>得<span class=\"katex\"><math><mi>z</mi></math><span class=\"katex-html\" aria-hidden=\"true\"><span>z</span></span></span>止</p>\
        <span class=\"mwe-math-mathml-inline mwe-math-mathml-a11y\" style=\"display: none;\"><math><mi>w</mi></math></span>\
        <p>断<math><mi>v</mi><mspace width=1em /><mi style=\"display:none\">藏</mi><p>文";
    let page = Page::of(page);
    assert_eq!(
        page.text.text(),
        "其中 x_1 y 为变量\n即\na/(2b)\n成立\n得z止\nw\n断v\n文\n"
    );
    assert_eq!(text_of(&"<math><mrow>".repeat(100_000)), "");
}

const SECRET: &str = "不该被任何读者看到的文字";
const PROSE: &str = "这里是一段看得见的正文，它足够长，读者可以照常阅读，并且照常参加比较。";

/// Whether the secret is out of the comparison and told.
fn is_out(html: &str) -> bool {
    let got = read(html.as_bytes().to_vec(), None).unwrap();
    got.keeps_out(SECRET)
}

#[test]
fn unseen_text_is_out_of_the_comparison_and_told() {
    for style in [
        "color:#fff",
        "color: WHITE",
        "color:rgb(254,254,254)",
        "color:red;background:#f00",
        "color:transparent",
        "font-size:0",
        "font-size:1px",
        "opacity:0",
        "visibility:hidden",
        "display:none",
        "letter-spacing:-2em",
        "position:absolute;left:-9999px",
        "position:fixed;top:-5000px",
        "text-indent:-9999px",
        "margin-left:-9999px",
        "height:0;overflow:hidden",
        "position:absolute;clip:rect(0,0,0,0)",
        "clip-path:inset(50%)",
        "transform:scale(0)",
        "transform:translateX(-9999px)",
    ] {
        let page = format!("<p>{PROSE}</p><p style=\"{style}\">{SECRET}</p><p>{PROSE}</p>");
        assert!(is_out(&page), "{style}");
        let sheet =
            format!("<style>p.a {{{style}}}</style><p>{PROSE}</p><p class='b a'>{SECRET}</p>");
        assert!(is_out(&sheet), "{style}");
    }
    for page in [
        format!("<p>{PROSE}<p><font color=white>{SECRET}</font>"),
        format!("<div style='background:#123456'>{PROSE}<p style='color:#123456'>{SECRET}</div>"),
        format!("<body bgcolor=navy text=white>{PROSE}<p style='color:#000080'>{SECRET}"),
        format!(
            "<style>body{{background:#222;color:#eee}}</style><body>{PROSE}<p style='color:#222'>{SECRET}"
        ),
        format!("{PROSE}<table><tr><td bgcolor=yellow><font color=yellow>{SECRET}</table>"),
    ] {
        assert!(is_out(&page), "{page}");
    }
}

#[test]
fn unseen_text_in_a_running_head_is_not_told_and_a_long_paragraph_there_is() {
    let page = |unseen: &str| {
        let head = format!("<div title=header><p style='color:white'>{unseen}</p></div>");
        read(format!("<p>{PROSE}</p>{head}").into_bytes(), None).unwrap()
    };
    let short = page(SECRET);
    let reasons: Vec<_> = short.exclusions.iter().map(|one| one.reason).collect();
    assert_eq!(reasons, [chachong_text::ExclusionReason::RunningHead]);
    assert!(short.warnings.is_empty(), "{:?}", short.warnings);
    let long = SECRET.repeat(12);
    assert!(page(&long).keeps_out(&long));
}

#[test]
fn pronunciations_are_left_out_of_the_line() {
    for ruby in [
        "<ruby>图<rp>(</rp><rt>tú</rt><rp>)</rp>书<rt>shū</rt></ruby>",
        "<ruby><rb>图<rt>tú<rb>书<rt>shū</ruby>",
        "<ruby>图<rp>(<rt>tú<rp>)</ruby><ruby><rb>书</rb><rtc><rt>shū</rt></rtc></ruby>",
    ] {
        let page = format!("<p>在{ruby}馆</p><p>夜间");
        let got = read(page.into_bytes(), None).unwrap();
        assert_eq!(got.text.trim_end(), "在图书馆\n夜间", "{ruby}");
    }
}

#[test]
fn honest_pages_have_no_warning() {
    for page in [
        format!("<body style='background:#111;color:#fff'><p>{PROSE}"),
        format!("<style>html{{background:#222}}p{{color:white}}</style><body><p>{PROSE}"),
        format!("<table><tr style='background:#4472c4'><th style='color:#fff'>{PROSE}</table>"),
        // A sheet in another file, a picture and a gradient may be dark.
        format!("<link rel=stylesheet href=a.css><body><p style='color:#fff'>{PROSE}"),
        format!("<div style='background-image:url(a.png)'><p style='color:white'>{PROSE}</div>"),
        format!(
            "<div style='background:linear-gradient(red,blue)'><p style='color:white'>{PROSE}</div>"
        ),
        format!("<div style='height:2000px;overflow:hidden'>{PROSE}</div>"),
        format!("<p style='color:#fff;background:#000'>{PROSE}<p>{PROSE}"),
        format!("<p style='color:#fff;text-shadow:0 0 3px #000'>{PROSE}"),
        format!("<div style='visibility:hidden'><p style='visibility:visible'>{PROSE}</div>"),
    ] {
        let got = read(page.clone().into_bytes(), None).unwrap();
        assert_eq!((got.warnings, got.exclusions), (vec![], vec![]), "{page}");
        assert!(got.text.contains(PROSE));
    }
}

#[test]
fn what_the_script_of_a_page_shows_is_its_text() {
    let article = format!("<p>{PROSE}</p>").repeat(8);
    for page in [
        format!(
            "<h1>题目</h1><div id=js_content style='visibility: hidden; opacity: 0; '>{article}</div><p>扫一扫</p>"
        ),
        format!("<div id=root style='display:none'>{article}</div><p>正在加载，请稍候……</p>"),
        format!("<h1>题目</h1><template id=t>{article}</template><div id=root></div>"),
        format!("<body style='visibility:hidden'>{article}"),
        format!("<style>body{{opacity:0}}</style><body>{article}"),
        format!("<style>html{{display:none}}</style><html><body>{article}"),
        format!(
            "<h1>题目</h1>{}",
            format!("<section class=fade style='opacity:0'><p>{PROSE}</p></section>").repeat(8)
        ),
    ] {
        let got = read(page.clone().into_bytes(), None).unwrap();
        assert_eq!(
            (got.text.matches(PROSE).count(), got.warnings),
            (8, vec![]),
            "{page}"
        );
    }
    // A template beside a text is not hidden by anybody.
    let got = read(
        format!("<p>{PROSE}</p><template>{SECRET}</template>").into_bytes(),
        None,
    )
    .unwrap();
    assert_eq!((got.text.contains(SECRET), got.warnings), (false, vec![]));
    // What its author hid in it, or beside a text that is one without it, stays hidden.
    let inside =
        format!("<div style='opacity:0'>{article}<p style='display:none'>{SECRET}</p></div>");
    assert!(is_out(&inside));
    let beside =
        format!("<p>{PROSE}</p>").repeat(2) + &format!("<div style='display:none'>{article}</div>");
    let got = read(beside.into_bytes(), None).unwrap();
    assert_eq!(
        (got.text.matches(PROSE).count(), got.warnings.len()),
        (2, 1)
    );
}

#[test]
fn nesting_is_no_danger() {
    let open = "<p><span>".repeat(50_000) + &"</i></span>".repeat(50_000) + "底";
    assert!(text_of(&open).contains('底'));
    assert_eq!(text_of(&("<div>".repeat(200_000) + "底")), "底\n");
}

proptest! {
    #[test]
    fn no_page_harms_it(html in "(<[a-z/!? \"='&;]{0,9}>?|[a-z甲&#;]){0,60}") {
        let _ = text_of(&html);
    }
}
