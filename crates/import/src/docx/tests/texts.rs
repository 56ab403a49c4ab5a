//! Tests of what becomes text, and where.

use super::super::sample::{Sample, p, r};
use super::{read, read_body, text_of};
use crate::Warning;
use chachong_text::{Exclusion, ExclusionReason};

#[test]
fn paragraphs_tables_links_and_controls() {
    assert_eq!(text_of(&(p("甲") + &p("乙"))), "甲\n乙\n");
    let cell = |inside: &str| format!("<w:tc><w:tcPr/>{inside}</w:tc>");
    let table = format!(
        "<w:tbl><w:tr>{}{}</w:tr></w:tbl>",
        cell(&(p("一") + &p("二"))),
        cell(&format!(
            "<w:tbl><w:tr>{}</w:tr></w:tbl>{}",
            cell(&p("内")),
            p("三")
        ))
    );
    assert_eq!(text_of(&table), "一\n二\n内\n三\n");
    let link = format!(
        r#"<w:p><w:hyperlink r:id="x">{}</w:hyperlink></w:p>"#,
        r("", "链接")
    );
    assert_eq!(text_of(&link), "链接\n");
    // The control's own properties (a placeholder, its letters hidden) do not apply to its content.
    let control = format!(
        "<w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr><w:placeholder/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>\
         <w:p><w:sdt><w:sdtContent><w:smartTag>{}</w:smartTag></w:sdtContent></w:sdt></w:p>",
        p("控件"),
        r("", "行内")
    );
    assert_eq!(text_of(&control), "控件\n行内\n");
}

#[test]
fn what_was_inserted_is_in_and_what_was_deleted_is_out() {
    let body = format!(
        "<w:p><w:ins>{}</w:ins><w:moveTo>{}</w:moveTo><w:del><w:r><w:delText>删</w:delText></w:r>{}</w:del>\
         <w:moveFrom>{}</w:moveFrom>{}</w:p>",
        r("", "插"),
        r("", "来"),
        r("", "删除"),
        r("", "去"),
        r(
            r"<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>",
            "今"
        )
    );
    assert_eq!(text_of(&body), "插来今\n");
}

#[test]
fn a_deleted_paragraph_end_joins_two_paragraphs() {
    let first = format!(
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{}</w:p>",
        r("", "前")
    );
    assert_eq!(text_of(&(first + &p("后"))), "前后\n");
}

#[test]
fn field_results_are_in_and_their_codes_out() {
    let char = |kind: &str| format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#);
    let code = "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>";
    let (begin, separate, end) = (char("begin"), char("separate"), char("end"));
    let simple = format!(
        r#"<w:p><w:fldSimple w:instr="DATE">{}</w:fldSimple></w:p>"#,
        r("", "日期")
    );
    assert_eq!(text_of(&simple), "日期\n");
    // The result of a field inside another field's code belongs to the code.
    let nested = format!(
        "<w:p>{begin}{code}{begin}{code}{separate}{}{end}{separate}{}{end}{}</w:p>",
        r("", "码"),
        r("", "果"),
        r("", "后")
    );
    assert_eq!(text_of(&nested), "果后\n");
    // A result over several paragraphs, and a field without an end, which loses no more than its paragraph.
    let long = format!(
        "<w:p>{begin}{code}{separate}{}</w:p>{}<w:p>{end}</w:p>",
        r("", "目"),
        p("录")
    );
    assert_eq!(text_of(&long), "目\n录\n\n");
    assert_eq!(
        text_of(&(format!("<w:p>{begin}{code}</w:p>") + &p("正文"))),
        "\n正文\n"
    );
    assert_eq!(
        text_of(&format!("<w:p>{end}{separate}{}</w:p>", r("", "正文"))),
        "正文\n"
    );
}

#[test]
fn characters_that_are_elements() {
    let run = |inside: &str| format!("<w:p><w:r>{inside}</w:r></w:p>");
    assert_eq!(
        text_of(&run(
            "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:ptab/>"
        )),
        "a\tb\nc\nd\t\n"
    );
    assert_eq!(
        text_of(&run(
            "<w:t>x</w:t><w:noBreakHyphen/><w:t>y</w:t><w:softHyphen/><w:t>z</w:t>"
        )),
        "x-yz\n"
    );
    let tabs = r#"<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="420"/></w:tabs></w:pPr></w:p>"#;
    assert_eq!(text_of(tabs), "\n");
    assert_eq!(
        text_of(&run(
            r#"<w:sym w:font="Symbol" w:char="F062"/><w:sym w:font="Wingdings" w:char="F0FC"/>"#
        )),
        "β\n"
    );
    assert_eq!(
        text_of(&run("<w:t>A&amp;B &#x4e00;<![CDATA[<c>]]></w:t>")),
        "A&B 一<c>\n"
    );
    // Indentation of the XML is not text; space marked as preserved is.
    assert_eq!(
        text_of(&run(
            "<w:t>\n   甲\n  乙 </w:t><w:t xml:space=\"preserve\"> 丙\n</w:t>"
        )),
        "甲   乙 丙 \n"
    );
}

#[test]
fn ruby_gives_its_base_and_equations_their_letters() {
    let ruby = format!(
        "<w:p><w:r><w:ruby><w:rubyPr/><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r></w:p>",
        r("", "hàn"),
        r("", "汉")
    );
    assert_eq!(text_of(&ruby), "汉\n");
    let equation = format!(
        "<w:p>{}<m:oMath><m:r><m:rPr/><w:rPr/><m:t>E=</m:t></m:r><m:sSup><m:sSupPr><m:ctrlPr><w:rPr><w:vanish/></w:rPr>\
         </m:ctrlPr></m:sSupPr><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>\
         </m:oMath></w:p>",
        r("", "式")
    );
    assert_eq!(text_of(&equation), "式E=c^2\n");
}

#[test]
fn notes_follow_the_paragraph_that_refers_to_them() {
    let note = |id: i32, kind: &str, text: &str, name: &str| {
        format!(r#"<w:{name} w:id="{id}" {kind}>{}</w:{name}>"#, p(text))
    };
    let body = format!(
        r#"<w:p>{}<w:r><w:footnoteReference w:id="2"/></w:r>{}<w:r><w:endnoteReference w:id="2"/></w:r></w:p>{}
        <w:p><w:del><w:r><w:footnoteReference w:id="4"/></w:r></w:del>
        <w:moveFrom><w:r><w:footnoteReference w:id="5"/></w:r></w:moveFrom>
        <w:moveTo><w:r><w:footnoteReference w:id="5"/></w:r></w:moveTo></w:p>"#,
        r("", "前"),
        r("", "后"),
        p("次段")
    );
    let footnotes = note(-1, r#"w:type="separator""#, "线", "footnote")
        + &note(2, r#"w:type="normal""#, "脚注", "footnote")
        + &note(3, "", "无引用", "footnote")
        + &note(4, "", "已删", "footnote")
        + &note(5, "", "移动", "footnote");
    let file = Sample::body(&body)
        .tied("footnotes", &footnotes)
        .tied("endnotes", &note(2, "", "尾注", "endnote"));
    let read = read(&file.bytes()).unwrap();
    assert_eq!(read.text, "前后\n脚注\n尾注\n次段\n\n移动\n无引用\n");
    assert_eq!(read.warnings, []);
}

#[test]
fn notes_that_cannot_be_read_are_counted() {
    let body = format!(
        r#"<w:p>{}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>"#,
        r("", "文")
    );
    assert_eq!(
        read_body(&body).warnings,
        [Warning::NotesLeftOut { count: 1 }]
    );
}

#[test]
fn text_boxes_follow_their_paragraph_and_come_once() {
    let inside = format!("<w:txbxContent>{}</w:txbxContent>", p("框"));
    let new = format!("<w:drawing><wps:wsp><wps:txbx>{inside}</wps:txbx></wps:wsp></w:drawing>");
    let old = format!("<w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict>");
    let body = |shape: &str| {
        format!(
            "<w:p>{}<w:r>{shape}</w:r>{}</w:p>",
            r("", "前"),
            r("", "后")
        )
    };
    assert_eq!(text_of(&body(&new)), "前后\n框\n");
    assert_eq!(text_of(&body(&old)), "前后\n框\n");
    let both = format!(
        r#"<mc:AlternateContent><mc:Choice Requires="wps">{new}</mc:Choice><mc:Fallback>{old}</mc:Fallback>
        </mc:AlternateContent>"#
    );
    assert_eq!(text_of(&body(&both)), "前后\n框\n");
    // A choice without any known content gives way to the fallback.
    let other = format!(
        r#"<mc:AlternateContent><mc:Choice Requires="xyz"><x/></mc:Choice><mc:Fallback>{old}</mc:Fallback>
        </mc:AlternateContent>"#
    );
    assert_eq!(text_of(&body(&other)), "前后\n框\n");
    // Boxes nested in the paragraphs of boxes, far deeper than in real files.
    let mut deep = p("底");
    for _ in 0..200 {
        deep = format!(
            "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>{deep}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
        );
    }
    assert_eq!(text_of(&deep).trim(), "底");
}

#[test]
fn text_of_drawings_is_read() {
    let body = "<w:p><w:r><w:drawing><a:sp><a:txBody><a:p><a:r><a:t>图中</a:t></a:r><a:br/><a:fld><a:t>字</a:t></a:fld></a:p>\
        </a:txBody></a:sp></w:drawing></w:r></w:p>";
    assert_eq!(text_of(body), "\n图中\n字\n");
}

#[test]
fn headers_and_footers_stand_at_the_end_once_and_are_passed_over() {
    let hidden = r("<w:vanish/>", "藏");
    let file = Sample::body(&p("正文"))
        .tied("header", &p("某大学硕士论文"))
        .tied(
            "header",
            &format!("<w:p>{}{hidden}</w:p>", r("", "某大学硕士论文")),
        )
        .tied("header", "<w:p/>")
        .tied("footer", &p("第一页"));
    let read = read(&file.bytes()).unwrap();
    assert_eq!(read.text, "正文\n某大学硕士论文\n第一页\n");
    let range = |start, end| Exclusion {
        start,
        end,
        reason: ExclusionReason::RunningHead,
    };
    assert_eq!(read.exclusions, [range(3, 11), range(11, 15)]);
    assert_eq!(read.warnings, []);
}

#[test]
fn a_long_paragraph_in_a_header_is_text_once() {
    let long = "页眉里的一整段正文".repeat(14);
    let head = |name: &str| p(name) + &p(&long);
    let white = r("<w:color w:val=\"FFFFFF\"/>", "看不见的文字没有人看");
    let file = Sample::body(&p("正文"))
        .tied("header", &head("某大学"))
        .tied("header", &head("第一章"))
        .tied(
            "footer",
            &format!("{}<w:p>{white}</w:p>{}", p(&"又".repeat(121)), p("页脚")),
        );
    let read = read(&file.bytes()).unwrap();
    assert_eq!(
        read.text,
        format!(
            "正文\n某大学\n{long}\n第一章\n{long}\n{}\n看不见的文字没有人看\n页脚\n",
            "又".repeat(121)
        )
    );
    let spans: Vec<_> = (read.exclusions.iter())
        .map(|one| (one.start, one.end, one.reason))
        .collect();
    let running = ExclusionReason::RunningHead;
    assert_eq!(
        spans,
        [(3, 7, running), (134, 265, running), (387, 401, running)]
    );
}

#[test]
fn documents_inside_the_document_are_read() {
    let chunk = |id: usize| format!(r#"<w:altChunk r:id="r{id}"/>"#);
    let inner = Sample::body(&(p("内文") + &chunk(0))).bytes();
    let file = Sample::body(&(p("前") + &chunk(1) + &p("中") + &chunk(2) + &chunk(3)))
        .part("aFChunk", "chunk.docx", "")
        .part(
            "aFChunk",
            "chunk.txt",
            "纯文本的一段，说明社区图书馆在夜间开放。",
        )
        .part(
            "aFChunk",
            "chunk.html",
            "<p>页面上的一段文字，比藏起来的文字长得多，读者看得见它。</p><p style=\"display:none\">藏起来的十个字的段落</p>",
        );
    let read = read(&file.replacing("word/chunk.docx", &inner).bytes()).unwrap();
    assert_eq!(
        read.text,
        "前\n内文\n中\n纯文本的一段，说明社区图书馆在夜间开放。\n页面上的一段文字，比藏起来的文字长得多，读者看得见它。\n"
    );
    assert!(matches!(
        &read.warnings[..],
        [Warning::HiddenText { places }] if places.count == 10
    ));
}

#[test]
fn display_formulas_are_lines_and_unseen_parts_stay_out() {
    let display = |formulas: &str| format!("<m:oMathPara><m:oMathParaPr/>{formulas}</m:oMathPara>");
    let row = |text: &str| format!("<m:e><m:r><m:t>{text}</m:t></m:r></m:e>");
    let aligned = format!(
        "<m:oMath><m:eqArr>{}{}</m:eqArr></m:oMath>",
        row("a&amp;=b"),
        row("&amp;=c")
    );
    let one = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>";
    let paragraph = format!(
        "<w:p>{}{}{}</w:p>",
        r("", "前文"),
        display(&format!("{aligned}{one}")),
        r("", "后文")
    );
    assert_eq!(text_of(&paragraph), "前文\na=b\n=c\nx\n后文\n");
    let alone = format!("<w:p>{}</w:p><w:p>{}</w:p>", display(one), r("", "后文"));
    assert_eq!(text_of(&alone), "x\n后文\n");
    let parts = "<w:p><m:oMath><m:r><m:t>a+</m:t></m:r><w:del><m:r><m:t>删</m:t></m:r></w:del>\
        <m:r><w:rPr><w:vanish/></w:rPr><m:t>藏</m:t></m:r>\
        <m:phant><m:phantPr><m:show m:val=\"0\"/></m:phantPr><m:e><m:r><m:t>空</m:t></m:r></m:e></m:phant>\
        <w:ins><m:r><m:t>b</m:t></m:r></w:ins></m:oMath></w:p>";
    assert_eq!(text_of(parts), "a+b\n");
    // A text box inside a formula, and a part that ends within one.
    let broken = "<w:p><m:oMath><m:r><m:t>a</m:t></m:r><w:txbxContent><w:p><m:oMath><m:r><m:t>框</m:t></m:r></m:oMath></w:p>\
        </w:txbxContent><m:f><m:num><m:r><m:t>b</m:t></m:r></m:num></m:f></m:oMath></w:p>";
    assert_eq!(text_of(broken), "a b/\n框\n");
}

#[test]
fn paragraphs_in_a_style_of_quotations_are_block_quotations() {
    let styles = r#"<w:style w:type="paragraph" w:styleId="a7"><w:name w:val="Quote"/></w:style>
        <w:style w:type="paragraph" w:styleId="b"><w:name w:val="Body Text"/></w:style>"#;
    let in_style = |id: &str, text: &str| {
        format!(
            r#"<w:p><w:pPr><w:pStyle w:val="{id}"/></w:pPr>{}</w:p>"#,
            r("", text)
        )
    };
    let body = [
        p("前言"),
        in_style("a7", "灯也亮"),
        in_style("a7", "街很静"),
        in_style("b", "正文"),
        in_style("a7", "完了"),
    ];
    let got = read(&Sample::body(&body.concat()).tied("styles", styles).bytes()).unwrap();
    assert_eq!(got.text, "前言\n灯也亮\n街很静\n正文\n完了\n");
    assert_eq!(got.block_quotations, [(3, 10), (14, 16)]);
}

#[test]
fn pages_and_messages_inside_the_document_are_read_and_others_named() {
    let message = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n\r\n--B\r\nContent-Type: text/html; charset=\"utf-8\"\r\n\r\n\
        <html><body><div title=header><p>页眉</p></div><p>信中<b>页</b></p></body></html>\r\n--B--\r\n";
    let file = Sample::body(&(r#"<w:altChunk r:id="r1"/>"#.to_owned() + &p("完")))
        .part("aFChunk", "chunk.mht", message)
        .part("aFChunk", "Sheet.xlsx", "x");
    let read = read(&file.bytes()).unwrap();
    assert_eq!(read.text, "信中页\n完\n");
    let names = vec!["Sheet.xlsx".to_owned()];
    assert_eq!(read.warnings, [Warning::EmbeddedFiles { names }]);
}

#[test]
fn documents_placed_as_objects_are_read_where_they_are_shown() {
    let object = |id: usize, aspect: &str| {
        format!(
            r#"<w:p><w:r><w:object><o:OLEObject Type="Embed" DrawAspect="{aspect}" r:id="r{id}"/></w:object></w:r></w:p>"#
        )
    };
    let inner = |text: &str| Sample::body(&p(text)).bytes();
    let body = [
        p("前"),
        object(1, "Content"),
        object(2, "Icon"),
        object(3, "Content"),
        object(4, "Content"),
        p("完"),
    ];
    let file = Sample::body(&body.concat())
        .part("package", "embeddings/Shown.docx", "")
        .part("package", "embeddings/Icon.docx", "")
        .part("package", "embeddings/Talk.pdf", "%PDF-1.4")
        .part("oleObject", "embeddings/formula.bin", "MathType")
        .replacing("word/embeddings/Shown.docx", &inner("内文"))
        .replacing("word/embeddings/Icon.docx", &inner("不读"));
    let read = read(&file.bytes()).unwrap();
    assert_eq!(read.text, "前\n\n内文\n\n\n\n完\n");
    let names = vec!["Icon.docx".to_owned(), "Talk.pdf".to_owned()];
    assert_eq!(read.warnings, [Warning::EmbeddedFiles { names }]);
}

#[test]
fn letters_of_word_art_diagrams_and_charts_are_read() {
    let shape = |style: &str, text: &str| {
        format!(
            r#"<w:pict><v:shape style="{style}"><v:textpath string="{text}"/></v:shape></w:pict>"#
        )
    };
    let drawing = |data: &str| {
        format!(
            r#"<w:p><w:r><w:drawing><wp:inline xmlns:wp="p"><a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"#
        )
    };
    let body = [
        format!(
            "<w:p><w:r><w:t>文</w:t>{}</w:r></w:p>",
            shape("", "艺术&#xA;字")
        ),
        format!(
            "<w:p><w:r>{}</w:r></w:p>",
            shape("visibility:hidden", "藏起来的十个字一共十个")
        ),
        drawing(r#"<dgm:relIds r:dm="r1"/>"#),
        drawing(r#"<c:chart r:id="r2"/>"#),
        drawing(r#"<c:chart r:id="r2"/>"#),
    ];
    let file = Sample::body(&body.concat())
        .part(
            "diagramData",
            "d.xml",
            "<x><a:p><a:r><a:t>图示</a:t></a:r></a:p></x>",
        )
        .part(
            "chart",
            "c.xml",
            "<x><a:p><a:r><a:t>销量</a:t></a:r></a:p><c:strCache><c:v>东部</c:v></c:strCache></x>",
        );
    let read = read(&file.bytes()).unwrap();
    assert_eq!(read.text, "文\n艺术 字\n\n\n图示\n\n销量\n东部\n\n");
    assert!(matches!(
        &read.warnings[..],
        [Warning::HiddenText { places }] if places.count == 11
    ));
}
