use super::super::formula::formula_of;
use super::*;
use crate::docx::sample::package;

fn body(xml: &str) -> Body {
    let mut body = Body::default();
    body.read(xml).unwrap();
    body
}

#[test]
fn paragraphs_notes_boxes_and_white_space() {
    let xml = "<office:text><text:tracked-changes><text:p>删去</text:p></text:tracked-changes>\n\
        <text:h>标题</text:h>\n <text:p> 甲<text:s text:c=\"2\"/>乙<text:tab/>丙&amp;&#x4E01;\n戊<text:line-break/>己\
        <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>脚注</text:p></text:note-body>\
        </text:note>庚<draw:text-box><text:p>框一</text:p><text:p>框二</text:p></draw:text-box>\
        <office:annotation><text:p>批注</text:p></office:annotation></text:p>\
        <table:table><table:table-cell><text:p>格</text:p></table:table-cell></table:table></office:text>";
    assert_eq!(
        body(xml).text.text(),
        "标题\n甲  乙\t丙&丁 戊\n己庚\n脚注\n框一\n框二\n格\n"
    );
}

#[test]
fn paragraphs_in_a_style_of_quotations_are_block_quotations() {
    let xml = "<x><style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"Block_20_Text\"/>\
        <text:p text:style-name=\"Standard\">正文</text:p><text:p text:style-name=\"Quotations\">引<text:note><text:note-body>\
        <text:p>脚注</text:p></text:note-body></text:note>文</text:p><text:p text:style-name=\"P1\">引</text:p>\
        <text:p text:style-name=\"P1\">文</text:p><text:p text:style-name=\"P2\">正文</text:p></x>";
    let body = body(xml);
    assert_eq!(body.text.text(), "正文\n引文\n脚注\n引\n文\n正文\n");
    assert_eq!(body.quotations, [(3, 5), (9, 12)]);
}

#[test]
fn formulas_stand_where_their_objects_are() {
    let table = "<math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr>\
        <mtr><mtd/><mtd><mo>=</mo><mi>c</mi></mtd></mtr></mtable></math>";
    let formulas = [
        ("Object 1", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"),
        ("Object 2", table),
    ];
    let mut body = Body {
        formulas: (formulas.iter())
            .map(|(name, xml)| ((*name).to_owned(), formula_of(xml).unwrap()))
            .collect(),
        ..Body::default()
    };
    let object = |name: &str| {
        format!(
            "<draw:frame><draw:object xlink:href=\"./{name}\"/><svg:desc>公式</svg:desc></draw:frame>"
        )
    };
    let xml = format!(
        "<x><text:p>设{}为正<draw:frame><svg:desc>图</svg:desc></draw:frame></text:p><text:p>{}</text:p><text:p>{}</text:p></x>",
        object("Object 1"),
        object("Object 2"),
        object("Object 1")
    );
    body.read(&xml).unwrap();
    assert_eq!(body.text.text(), "设x^2为正\na=b\n=c\n公式\n");
}

#[test]
fn a_variable_that_is_only_set_shows_nothing() {
    let set = |display: &str| {
        let shows = format!("<text:variable-set text:display=\"{display}\">5</text:variable-set>");
        body(&format!("<x><text:p>共{shows}</text:p></x>"))
    };
    let silent = set("none");
    assert_eq!((silent.text.text(), silent.hidden.count), ("共\n", 0));
    assert_eq!(set("value").text.text(), "共5\n");
}

#[test]
fn hidden_text_is_left_out_and_counted() {
    let xml = "<x><style:style style:name=\"T1\" style:family=\"text\"><style:text-properties text:display=\"none\"/></style:style>\
        <text:p>看<text:span text:style-name=\"T1\">藏起来</text:span>见<text:hidden-text>也藏</text:hidden-text></text:p></x>";
    let body = body(xml);
    assert_eq!((body.text.text(), body.hidden.count), ("看见\n", 5));
}

/// Reads a page with a style for the second paragraph.
fn styled(family: &str, properties: &str, inside: &str) -> Body {
    body(&format!(
        "<x><office:automatic-styles><style:style style:name=\"S\" style:family=\"{family}\">{properties}</style:style>\
         </office:automatic-styles><office:body><text:p>看得见</text:p>{inside}</office:body></x>"
    ))
}

#[test]
fn unseen_text_is_marked() {
    let span = "<text:p><text:span text:style-name=\"S\">藏</text:span></text:p>";
    let paragraph = "<text:p text:style-name=\"S\">藏</text:p>";
    let frame = "<draw:frame draw:style-name=\"S\" svg:x=\"90cm\" svg:width=\"3cm\"><draw:text-box><text:p>藏</text:p></draw:text-box></draw:frame>";
    let row = "<table:table><table:table-row table:style-name=\"S\"><table:table-cell><text:p>藏</text:p></table:table-cell></table:table-row></table:table>";
    let unseen = [
        (
            "text",
            "<style:text-properties fo:color=\"#ffffff\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:color=\"#ff0000\" fo:background-color=\"#ff0000\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:color=\"#000000\" loext:opacity=\"0%\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:font-size=\"1pt\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties style:text-scale=\"1%\"/>",
            span,
        ),
        (
            "paragraph",
            "<style:paragraph-properties fo:line-height=\"0.01cm\"/>",
            paragraph,
        ),
        (
            "paragraph",
            "<style:paragraph-properties fo:background-color=\"#123456\"/><style:text-properties fo:color=\"#123456\"/>",
            paragraph,
        ),
        (
            "table-row",
            "<style:table-row-properties style:row-height=\"0.01cm\"/>",
            row,
        ),
        ("graphic", "", frame),
    ];
    for (family, properties, inside) in unseen {
        let (exclusions, warnings) = styled(family, properties, inside).text.findings();
        assert_eq!(
            (exclusions.len(), warnings.len()),
            (1, 1),
            "{properties} {inside}"
        );
    }
    let seen = [
        (
            "text",
            "<style:text-properties style:use-window-font-color=\"true\" loext:opacity=\"0%\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:color=\"#ffffff\" fo:background-color=\"#4472c4\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:color=\"#ffffff\" style:font-relief=\"embossed\"/>",
            span,
        ),
        (
            "text",
            "<style:text-properties fo:color=\"#ffffff\" fo:text-shadow=\"1pt 1pt\"/>",
            span,
        ),
        (
            "paragraph",
            "<style:paragraph-properties fo:line-height=\"150%\"/>",
            paragraph,
        ),
        (
            "table-row",
            "<style:table-row-properties style:min-row-height=\"0.01cm\"/>",
            row,
        ),
    ];
    for (family, properties, inside) in seen {
        assert_eq!(
            styled(family, properties, inside).text.findings().0,
            [],
            "{properties}"
        );
    }
}

#[test]
fn placeholders_are_the_forms_text() {
    let xml = "<x><text:p>学生写的文字在这里<text:placeholder text:placeholder-type=\"text\">&lt;题目&gt;</text:placeholder></text:p>\
        <text:p><loext:content-control loext:showing-place-holder=\"true\">请输入</loext:content-control></text:p>\
        <text:p><loext:content-control>已填写</loext:content-control></text:p></x>";
    let (exclusions, warnings) = body(xml).text.findings();
    let reasons: Vec<_> = exclusions.iter().map(|one| (one.start, one.end)).collect();
    assert_eq!((reasons, warnings), (vec![(9, 13), (14, 17)], vec![]));
}

#[test]
fn broken_xml_is_an_error_and_depth_no_danger() {
    let mut body = Body::default();
    assert!(body.read("<a><b></a>").is_err());
    let deep = "<draw:text-box>".repeat(100_000) + "<text:p>底";
    let mut body = Body::default();
    let _ = body.read(&deep);
    assert_eq!(body.text.text().trim(), "底");
}

#[test]
fn a_zip_with_a_password_or_without_an_end_says_so() {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let options = options.with_aes_encryption(zip::AesMode::Aes256, "secret");
    zip.start_file("content.xml", options).unwrap();
    std::io::Write::write_all(&mut zip, b"<office:document-content/>").unwrap();
    let bytes = zip.finish().unwrap().into_inner();
    assert_eq!(read(&bytes), Err(ImportCause::Encrypted));
    let cut = &bytes[..bytes.len() / 2];
    assert_eq!(read(cut), Err(ImportCause::damaged(&"ZIP")));
}

#[test]
fn a_long_header_is_text_and_a_running_head_is_left_out() {
    let long = "页眉里的一整段正文".repeat(14);
    let page = |header: &str| {
        format!(
            "<x><office:master-styles><style:master-page><draw:frame><draw:text-box><text:p>单击</text:p></draw:text-box></draw:frame>\
             {header}<style:footer style:display=\"false\"><text:p>{long}不显示</text:p></style:footer></style:master-page>\
             </office:master-styles><office:text><text:p>正文</text:p></office:text></x>"
        )
    };
    let short = "<style:header><text:p>某某大学</text:p></style:header>";
    let read = |xml: &str| read_content(xml, Body::default(), Metadata::default()).unwrap();
    assert_eq!(read(&page(short)).text, "正文\n");
    let both = format!(
        "{short}<style:header-left><text:p>{long}</text:p><text:p>第 1 页</text:p></style:header-left>"
    );
    let got = read(&page(&both));
    assert_eq!(got.text, format!("正文\n某某大学\n{long}\n第 1 页\n"));
    assert_eq!(got.spans(), [(3, 8), (135, 141)]);
}

#[test]
fn placed_documents_are_named() {
    let entry = |path: &str, kind: &str| {
        format!(
            "<manifest:file-entry manifest:full-path=\"{path}\" manifest:media-type=\"application/vnd.{kind}\"/>"
        )
    };
    let manifest = [
        entry("/", "oasis.opendocument.text"),
        entry("Object 1/", "oasis.opendocument.formula"),
        entry("Object 2/", "oasis.opendocument.spreadsheet"),
        entry("Obj3", "sun.star.oleobject"),
        entry("Obj4", "sun.star.oleobject"),
    ];
    let manifest = format!("<m>{}</m>", manifest.concat());
    let file = package(&[
        ("META-INF/manifest.xml", &manifest),
        ("content.xml", "<x><text:p>甲</text:p></x>"),
        ("Obj3", "{\\rtf1 x}"),
        ("Obj4", "\u{1}\u{2}"),
    ]);
    let got = read(&file).unwrap();
    let names = vec!["Object 2".to_owned(), "Obj3".to_owned()];
    assert_eq!(got.warnings, [Warning::EmbeddedFiles { names }]);
}

#[test]
fn one_xml_file_that_ends_inside_an_element_is_told() {
    let whole = "<office:document><office:text><text:p>甲</text:p></office:text></office:document>";
    assert_eq!(read(whole.as_bytes()).unwrap().warnings, []);
    let cut = read(whole.strip_suffix("</office:document>").unwrap().as_bytes()).unwrap();
    assert_eq!(
        (&cut.text[..], &cut.warnings[..]),
        ("甲\n", &[Warning::CutOff][..])
    );
}

#[test]
fn letters_on_a_drawing_behind_the_text_may_have_any_colour() {
    let unseen = |width: &str, graphic: &str, text: &str| {
        let xml = format!(
            "<x><style:style style:name=\"g\" style:family=\"graphic\"><style:graphic-properties {graphic}/></style:style>\
            <style:style style:name=\"w\" style:family=\"text\"><style:text-properties fo:color=\"#ffffff\"/></style:style>\
            <text:p><draw:frame draw:style-name=\"g\" svg:width=\"{width}\"><draw:image/></draw:frame></text:p>\
            <text:p><text:span text:style-name=\"w\">{text}</text:span></text:p>\
            <text:p><text:span text:style-name=\"w\">{text}</text:span></text:p></x>"
        );
        body(&xml).text.findings().0.len()
    };
    let behind = "style:run-through=\"background\"";
    assert_eq!(unseen("8in", behind, "论文题目"), 0);
    assert_eq!(unseen("8in", behind, &"论文题目".repeat(150)), 1);
    assert!(unseen("1in", behind, "论文题目") > 0);
    assert!(unseen("8in", "style:run-through=\"foreground\"", "论文题目") > 0);
    let white = format!("{behind} draw:fill=\"solid\" draw:fill-color=\"#ffffff\"");
    assert!(unseen("8in", &white, "论文题目") > 0);
}
