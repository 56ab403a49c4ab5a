//! Tests of fields without a stored result, and of prompts in fields and controls that were not filled in.

use super::super::sample::{Sample, p, r};
use super::{read, read_body};
use crate::Extracted;
use chachong_text::ExclusionReason;

fn code(text: &str) -> String {
    format!(r#"<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>"#)
}

fn mark(kind: &str) -> String {
    format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#)
}

fn field(inside: &str) -> String {
    mark("begin") + inside + &mark("end")
}

fn line(inside: &str) -> String {
    read_body(&format!(
        "<w:p>{}{inside}{}</w:p>",
        r("", "前"),
        r("", "后")
    ))
    .text
}

fn prompts(read: &Extracted) -> Vec<String> {
    let of = read
        .exclusions
        .iter()
        .filter(|one| one.reason == ExclusionReason::Template);
    of.map(|one| {
        let start = usize::try_from(one.start).unwrap();
        let length = usize::try_from(one.end - one.start).unwrap();
        read.text.chars().skip(start).take(length).collect()
    })
    .collect()
}

#[test]
fn a_field_without_a_result_shows_what_its_code_says() {
    assert_eq!(line(&field(&code(r" eq \o\ac(○,注) "))), "前注后\n");
    // The code may stand in many runs, and other fields in it.
    let split = ["e", "q \\o(\\s\\up 5(公", "司),\\s\\do 2(合并))"]
        .map(code)
        .concat();
    assert_eq!(line(&field(&split)), "前公司合并后\n");
    let nested = code(" QUOTE \"") + &field(&code(r"EQ \x(内)")) + &code("外\"");
    assert_eq!(line(&field(&nested)), "前内外后\n");
    // A stored result goes first, an empty one is none.
    let stored = code("QUOTE \"码\"") + &mark("separate") + &r("", "果");
    assert_eq!(line(&field(&stored)), "前果后\n");
    let empty = code("QUOTE \"码\"") + &mark("separate");
    assert_eq!(line(&field(&empty)), "前码后\n");
    let taken =
        code("QUOTE ") + &field(&(code("QUOTE \"码\"") + &mark("separate") + &r("", "\"果\"")));
    assert_eq!(line(&field(&taken)), "前果后\n");
    let simple =
        |inside: &str| format!(r#"<w:fldSimple w:instr=" EQ \f(3,4) ">{inside}</w:fldSimple>"#);
    assert_eq!(line(&simple("")), "前3/4后\n");
    assert_eq!(line(&simple(&r("", "果"))), "前果后\n");
    assert_eq!(line(&field(&code(" PAGE "))), "前后\n");
}

#[test]
fn fields_show_properties_and_variables() {
    let body = format!(
        "<w:p>{}{}</w:p>",
        field(&code(" TITLE ")),
        field(&code(r#" DOCVARIABLE "学院" "#))
    );
    let core = "<cp><dc:title>题名</dc:title></cp>";
    let file = Sample::body(&body)
        .tied(
            "settings",
            r#"<w:docVars><w:docVar w:name="学院" w:val="文学院"/></w:docVars>"#,
        )
        .raw("docProps/core.xml", core.as_bytes());
    assert_eq!(read(&file.bytes()).unwrap().text, "题名文学院\n");
}

#[test]
fn a_field_in_white_is_unseen() {
    let white = r#"<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:instrText>EQ \x(藏)</w:instrText></w:r>"#;
    let read = read_body(&format!("<w:p>{}</w:p>", field(white)));
    assert_eq!(read.text, "藏\n");
    assert_eq!(read.exclusions.len(), 1);
}

#[test]
fn prompts_of_controls_are_the_forms_text() {
    let control = |properties: &str, inside: &str| {
        format!(
            "<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inside}</w:sdtContent></w:sdt>"
        )
    };
    let showing =
        "<w:placeholder><w:docPart w:val=\"x\"/></w:placeholder><w:showingPlcHdr/><w:text/>";
    let own = p(&"学生自己写的正文。".repeat(4));
    let in_line = format!(
        "<w:p>{}{}</w:p>",
        r("", "题目："),
        control(showing, &r("", "单击输入题目"))
    );
    let in_cell = format!(
        "<w:tbl><w:tr>{}</w:tr></w:tbl>",
        control(
            showing,
            "<w:tc><w:p><w:r><w:t>单击输入日期</w:t></w:r></w:p></w:tc>"
        )
    );
    let block = control(showing, &p("请写明方法"));
    let read = read_body(&[own.clone(), in_line, in_cell, block].concat());
    assert_eq!(
        prompts(&read),
        ["单击输入题目", "单击输入日期\n", "请写明方法\n"]
    );
    assert_eq!(read.warnings, []);
    // What was filled in counts, also inside a control that was not.
    let off = r#"<w:showingPlcHdr w:val="0"/>"#;
    for filled in [
        control("", &p("填写的文字")),
        control(off, &p("填写的文字")),
        control(showing, &control("", &p("填写的文字"))),
        // Nobody asks in so many words.
        control(showing, &p(&"抄来的整段文字".repeat(80))),
    ] {
        assert_eq!(prompts(&read_body(&(own.clone() + &filled))), [""; 0]);
    }
}

#[test]
fn form_fields_show_their_prompt_until_they_are_filled_in() {
    let form = |data: &str, result: &str| {
        let begin = format!(
            r#"<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>"#
        );
        begin + &code(" FORMTEXT ") + &mark("separate") + &r("", result) + &mark("end")
    };
    let text = r#"<w:name w:val="T"/><w:textInput><w:default w:val="请填写姓名"/></w:textInput>"#;
    let body = |inside: &str| {
        read_body(&format!(
            "<w:p>{}{inside}</w:p>",
            r("", "这里是学生自己写的文字")
        ))
    };
    assert_eq!(prompts(&body(&form(text, "请填写姓名"))), ["请填写姓名"]);
    assert_eq!(prompts(&body(&form(text, "某人"))), [""; 0]);
    let list = |result: &str| {
        format!(
            r#"<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>{result}<w:listEntry w:val="甲院"/><w:listEntry w:val="乙院"/></w:ddList></w:ffData></w:fldChar></w:r>{}{}"#,
            code(" FORMDROPDOWN "),
            mark("end")
        )
    };
    let chosen = body(&list(r#"<w:result w:val="1"/>"#));
    assert_eq!(
        (chosen.text.ends_with("乙院\n"), prompts(&chosen).len()),
        (true, 0)
    );
    assert_eq!(prompts(&body(&list(""))), ["甲院"]);
}
