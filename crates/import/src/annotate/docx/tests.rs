//! Tests of marked Word files, on files that are made part by part.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::*;
use crate::docx::sample::{Sample, p, r};

const TYPES: &str =
    r#"<?xml version="1.0"?><Types xmlns="x"><Default Extension="xml" ContentType="y"/></Types>"#;

fn file(sample: Sample) -> Vec<u8> {
    sample.raw("[Content_Types].xml", TYPES.as_bytes()).bytes()
}

/// Marks these words of a file; returns the copy and what is marked.
fn marked(file: &[u8], words: &[&str]) -> (Vec<u8>, Vec<AnnotatedPassage>) {
    let (text, _) = sourced(file).unwrap();
    let remark = |words: &&str| {
        let start = text
            .find(words)
            .unwrap_or_else(|| panic!("{words} in {text}"));
        let start = text[..start].chars().count() as u64;
        PassageRemark {
            start,
            end: start + words.chars().count() as u64,
            text: format!("same as {words}\nline 2"),
            colour: [255, 230, 0],
        }
    };
    let request = AnnotationRequest {
        remarks: words.iter().map(remark).collect(),
        text: text.clone(),
        ..AnnotationRequest::default()
    };
    let (copy, passages) = annotate(file, &request).unwrap();
    assert_eq!(sourced(&copy).unwrap().0, text);
    (copy, passages)
}

fn part(file: &[u8], name: &str) -> Option<String> {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut text = String::new();
    archive
        .by_name(name)
        .ok()?
        .read_to_string(&mut text)
        .unwrap();
    Some(text)
}

/// Returns the characters between the ends of a comment.
fn between(copy: &[u8], id: u32) -> String {
    let main = part(copy, "word/document.xml").unwrap();
    let start = main
        .find(&format!(r#"<w:commentRangeStart w:id="{id}"/>"#))
        .unwrap();
    let end = main
        .find(&format!(r#"<w:commentRangeEnd w:id="{id}"/>"#))
        .unwrap();
    assert!(main.contains(&format!(r#"<w:commentReference w:id="{id}"/>"#)));
    let mut text = String::new();
    let pieces = main[start..end].split("<w:t").skip(1);
    for piece in pieces.filter(|piece| piece.starts_with(['>', ' '])) {
        let (_, rest) = piece.split_once('>').unwrap();
        text.push_str(rest.split_once("</w:t>").unwrap().0);
    }
    text
}

#[test]
fn a_passage_has_a_comment_on_exactly_its_characters() {
    let body = p("夜间开放的图书馆") + &p("第二段也在夜里开放") + "<w:sectPr/>";
    let file = file(Sample::body(&body));
    let (copy, passages) = marked(&file, &["开放的图书馆\n第二段", "夜里"]);
    assert_eq!(between(&copy, 0), "开放的图书馆第二段");
    assert_eq!(between(&copy, 1), "夜里");
    assert_eq!(
        passages[0],
        AnnotatedPassage {
            characters: 9,
            marked: 9,
            beside: 0
        }
    );
    let comments = part(&copy, "word/comments.xml").unwrap();
    assert!(comments.contains("same as 夜里</w:t>") && comments.contains(">line 2</w:t>"));
    assert!(
        part(&copy, "[Content_Types].xml")
            .unwrap()
            .contains(r#"PartName="/word/comments.xml""#)
    );
    let relations = part(&copy, "word/_rels/document.xml.rels").unwrap();
    assert!(
        relations.contains(r#"Target="comments.xml""#),
        "{relations}"
    );
    assert_eq!(marked(&file, &["夜里"]).0, marked(&file, &["夜里"]).0);
}

#[test]
fn parts_that_marks_do_not_concern_are_copied_as_they_are_packed() {
    let sample = Sample::body(&p("夜间开放"))
        .raw("docProps/core.xml", b"<core/>")
        .raw("word/media/image1.png", &[7; 3000]);
    let file = file(sample);
    let (copy, _) = marked(&file, &["开放"]);
    let packed = |bytes: &[u8], name: &str| {
        let mut archive = ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
        let place = archive.index_for_name(name).unwrap();
        let mut raw = Vec::new();
        archive
            .by_index_raw(place)
            .unwrap()
            .read_to_end(&mut raw)
            .unwrap();
        raw
    };
    for name in ["docProps/core.xml", "word/media/image1.png", "_rels/.rels"] {
        assert_eq!(packed(&file, name), packed(&copy, name), "{name}");
    }
}

#[test]
fn tables_links_changes_and_fields_are_marked_where_they_stand() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", p(text));
    let body = format!(
        "<w:tbl><w:tr>{}{}</w:tr></w:tbl><w:p><w:hyperlink>{}</w:hyperlink><w:ins>{}</w:ins><w:del>{}</w:del>\
         <w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>\
         <w:r><w:fldChar w:fldCharType='separate'/></w:r>{}<w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
        cell("第一格子"),
        cell("第二格子"),
        r("", "链接文字"),
        r("<w:b/>", "新增文字"),
        "<w:r><w:delText>删去</w:delText></w:r>",
        r("", "见第三章"),
    );
    let file = file(Sample::body(&body));
    let words = ["格子\n第二", "接文字新增文", "字见第三"];
    let (copy, passages) = marked(&file, &words);
    for (id, words) in (0..).zip(words) {
        assert_eq!(between(&copy, id), words.replace('\n', ""));
    }
    assert!(
        passages
            .iter()
            .all(|passage| passage.marked == passage.characters)
    );
}

#[test]
fn a_passage_in_a_note_or_a_box_has_its_comment_where_that_is_referred_to() {
    let note = format!(
        "<w:footnote w:id='2'>{}</w:footnote>",
        p("脚注里的相同文字")
    );
    let text_box = format!(
        "<w:r><w:pict><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></w:pict></w:r>",
        p("框里的文字")
    );
    let body = format!(
        "<w:p>{}<w:r><w:footnoteReference w:id='2'/></w:r>{}</w:p><w:p>{text_box}{}</w:p>",
        r("", "正文甲"),
        r("", "正文乙"),
        r("", "正文丙"),
    );
    let file = file(Sample::body(&body).tied("footnotes", &note));
    let (copy, passages) = marked(&file, &["里的相同", "框里的", "正文丙"]);
    let main = part(&copy, "word/document.xml").unwrap();
    assert!(main.contains(r#"<w:commentRangeStart w:id="0"/><w:r><w:footnoteReference w:id='2'/></w:r><w:commentRangeEnd w:id="0"/>"#), "{main}");
    assert!(
        main.contains(r#"<w:commentRangeStart w:id="1"/><w:r><w:pict>"#),
        "{main}"
    );
    assert_eq!((passages[0].marked, passages[0].beside), (0, 4));
    assert_eq!((passages[1].beside, passages[2].marked), (3, 3));
}

#[test]
fn comments_that_exist_stay() {
    let old = "<w:comments xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:comment w:id='3' w:author='B'/></w:comments>";
    let file = file(Sample::body(&p("夜间开放")).part("comments", "comments.xml", old));
    let (copy, _) = marked(&file, &["开放"]);
    let comments = part(&copy, "word/comments.xml").unwrap();
    assert!(
        comments.contains("w:id='3' w:author='B'/><w:comment w:id=\"4\""),
        "{comments}"
    );
    assert!(
        !part(&copy, "[Content_Types].xml")
            .unwrap()
            .contains("comments")
    );
    assert_eq!(between(&copy, 4), "开放");
}

#[test]
fn what_was_recognised_in_pictures_is_not_looked_for_in_the_text() {
    let file = file(Sample::body(&p("夜间开放的图书馆")));
    let text = "夜间开放的图书馆\n图中文字\n".to_owned();
    let page = crate::RecognisedPage {
        number: 1,
        picture: Some("word/media/image1.png".to_owned()),
        start: 9,
        end: 13,
        ..crate::RecognisedPage::default()
    };
    let request = |recognised| AnnotationRequest {
        text: text.clone(),
        recognised,
        remarks: vec![PassageRemark {
            start: 5,
            end: 12,
            text: "x".to_owned(),
            colour: [0; 3],
        }],
        ..AnnotationRequest::default()
    };
    let (copy, passages) = annotate(&file, &request(vec![page])).unwrap();
    assert_eq!(between(&copy, 0), "图书馆");
    assert_eq!((passages[0].characters, passages[0].missing()), (6, 3));
    assert_eq!(
        annotate(&file, &request(Vec::new())),
        Err(AnnotationCause::OtherText)
    );
}

#[test]
fn a_file_that_cannot_be_marked_says_why() {
    let utf16: Vec<u8> = format!(
        "<w:document {}><w:body>{}</w:body></w:document>",
        crate::docx::sample::SPACES,
        p("夜间开放")
    )
    .encode_utf16()
    .flat_map(u16::to_le_bytes)
    .collect();
    let file = file(Sample::default().raw("word/document.xml", &utf16));
    let (text, _) = sourced(&file).unwrap();
    let request = AnnotationRequest {
        text,
        remarks: vec![PassageRemark {
            start: 0,
            end: 4,
            text: "x".to_owned(),
            colour: [0; 3],
        }],
        ..AnnotationRequest::default()
    };
    let refused = annotate(&file, &request);
    assert!(
        matches!(refused, Err(AnnotationCause::Damaged { .. })),
        "{refused:?}"
    );
    let other = AnnotationRequest {
        text: "别的文字".repeat(9),
        ..request.clone()
    };
    assert_eq!(annotate(&file, &other), Err(AnnotationCause::OtherText));
    assert!(annotate(b"PK", &request).is_err());
}
