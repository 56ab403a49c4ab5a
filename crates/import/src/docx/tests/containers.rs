//! Tests of packages: how parts are found, which files are refused, and which information about a file's making is
//! read.

use std::io::Cursor;

use super::super::sample::{SPACES, Sample, p, r};
use super::super::{FEW_CHARACTERS, LARGE_PART, Reading, choose};
use super::{cause_of, read};
use crate::{Extracted, Format, ImportCause, Warning};
use chachong_text::LineBreaks;

const OFFICE_DOCUMENT: &str =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";

fn main_xml(text: &str) -> Vec<u8> {
    format!(
        "<w:document {SPACES}><w:body>{}</w:body></w:document>",
        p(text)
    )
    .into_bytes()
}

fn relation(target: &str) -> Vec<u8> {
    format!(r#"<Relationships><Relationship Id="x" Type="{OFFICE_DOCUMENT}" Target="{target}"/></Relationships>"#).into_bytes()
}

fn text_of(sample: Sample) -> String {
    let read = read(&sample.zipped()).unwrap();
    assert_eq!(read.reader.as_deref(), Some("wordprocessingml"));
    read.text
}

#[test]
fn the_main_part_is_found_by_relationship_type_or_name() {
    // Main part with an unusual name in mixed case, with backslashes and a leading slash, beside a part with the usual
    // name.
    let odd = Sample::default()
        .raw("_rels/.rels", &relation("/Word/Haupt.XML"))
        .raw("\\WORD\\haupt.xml", &main_xml("甲"))
        .raw("word/document.xml", &main_xml("乙"));
    assert_eq!(text_of(odd), "甲\n");
    let types = r#"<Types><Override PartName="/a/b.xml"
        ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>"#;
    let by_type = Sample::default()
        .raw("[Content_Types].xml", types.as_bytes())
        .raw("a/b.xml", &main_xml("丙"));
    assert_eq!(text_of(by_type), "丙\n");
    assert_eq!(
        text_of(Sample::default().raw("word/document.xml", &main_xml("丁"))),
        "丁\n"
    );
}

#[test]
fn paths_that_lead_out_of_the_package_lead_to_its_root() {
    let tricky = Sample::default()
        .raw("_rels/.rels", &relation("../../../etc/./x/../document.xml"))
        .raw("etc/document.xml", &main_xml("戊"))
        .raw("../../../../tmp/chachong-was-here", b"x");
    assert_eq!(text_of(tricky), "戊\n");
    let outside = Sample::default().raw("_rels/.rels", &relation("file:///etc/passwd"));
    assert_eq!(
        cause_of(&outside.zipped()),
        ImportCause::wrong(Format::Docx)
    );
}

#[test]
fn strict_files_and_other_prefixes_are_read() {
    let strict = r#"<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"
        xmlns:q="http://purl.oclc.org/ooxml/officeDocument/math"><x:body><x:p><x:pPr><x:tabs><x:tab/></x:tabs></x:pPr>
        <x:r><x:t>严格</x:t></x:r><q:oMath><q:r><q:t>x</q:t></q:r></q:oMath></x:p></x:body></x:document>"#;
    let relations = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x"
        Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
    let file = |xml: &str| {
        Sample::default()
            .raw("_rels/.rels", relations.as_bytes())
            .raw("word/document.xml", xml.as_bytes())
    };
    assert_eq!(text_of(file(strict)), "严格x\n");
    let default = strict
        .replace("xmlns:x=", "xmlns=")
        .replace("<x:", "<")
        .replace("</x:", "</");
    assert_eq!(text_of(file(&default)), "严格x\n");
}

#[test]
fn parts_in_other_encodings_are_read() {
    let xml = format!(
        r#"<?xml version="1.0" encoding="UTF-16"?><w:document {SPACES}><w:body>{}</w:body></w:document>"#,
        p("十六位")
    );
    let bytes: Vec<u8> = std::iter::once(0xFEFF)
        .chain(xml.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(
        text_of(Sample::default().raw("word/document.xml", &bytes)),
        "十六位\n"
    );
}

#[test]
fn other_files_are_named() {
    let wrong = ImportCause::wrong(Format::Docx);
    assert_eq!(cause_of(b"plain"), wrong);
    assert_eq!(
        cause_of(b"\xD0\xCF\x11\xE0rest"),
        ImportCause::OldWordOrEncrypted
    );
    assert!(matches!(
        cause_of(b"PK\x03\x04 cut"),
        ImportCause::Damaged { .. }
    ));
    assert_eq!(
        cause_of(&Sample::default().raw("a.txt", b"x").zipped()),
        wrong
    );
    // A workbook with a docx ending.
    let workbook = Sample::default()
        .raw("_rels/.rels", &relation("xl/workbook.xml"))
        .raw("xl/workbook.xml", b"<workbook/>");
    assert_eq!(cause_of(&workbook.zipped()), wrong);
    let no_parts = || Sample::default().raw("[Content_Types].xml", b"<Types/>");
    assert_eq!(cause_of(&no_parts().zipped()), wrong);
    let no_main = no_parts().raw("word/styles.xml", b"<styles/>");
    assert_eq!(cause_of(&no_main.zipped()), ImportCause::damaged(&"DOCX"));
}

#[test]
fn a_broken_part_beside_the_text_costs_only_itself() {
    let file = Sample::body(&p("正文"))
        .tied("styles", "<w:style")
        .tied("header", &p("页眉"))
        .raw("docProps/core.xml", b"<a><b");
    let read = read(&file.bytes()).unwrap();
    assert_eq!(
        (read.text.as_str(), read.warnings),
        ("正文\n页眉\n", vec![])
    );
}

#[test]
fn properties_and_revision_ids_are_read() {
    let core = r#"<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>论 &amp; 文</dc:title><dc:creator>张三</dc:creator>
        <cp:lastModifiedBy>李四</cp:lastModifiedBy><cp:revision>12</cp:revision>
        <dcterms:created xmlns:dcterms="t">2020-01-02T03:04:05Z</dcterms:created>
        <dcterms:modified xmlns:dcterms="t">2021-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>"#;
    let app = "<Properties><Application>Microsoft Office Word</Application><AppVersion>16.0000</AppVersion>\
        <Company>某大学</Company><TotalTime>345</TotalTime></Properties>";
    let custom = r#"<Properties><property name="KSOProductBuildVer"><vt:lpwstr>2052-11.1</vt:lpwstr></property></Properties>"#;
    let body = r#"<w:p w:rsidR="00A1B2C3" w:rsidRDefault="00000000"><w:r w:rsidRPr="00000010"><w:t>x</w:t></w:r></w:p>
        <w:sectPr w:rsidR="zz" w:rsidSect="00A1B2C3"/>"#;
    let file = Sample::body(body)
        .tied(
            "settings",
            r#"<w:rsids><w:rsidRoot w:val="00000020"/><w:rsid w:val="00000010"/></w:rsids>"#,
        )
        .raw("docProps/core.xml", core.as_bytes())
        .raw("docProps/app.xml", app.as_bytes())
        .raw("docProps/custom.xml", custom.as_bytes());
    let made = read(&file.bytes()).unwrap().metadata;
    let text = |value: Option<String>| value.unwrap();
    assert_eq!(text(made.title), "论 & 文");
    assert_eq!(text(made.author), "张三");
    assert_eq!(text(made.last_editor), "李四");
    assert_eq!(text(made.company), "某大学");
    assert_eq!(
        text(made.application),
        "Microsoft Office Word 16.0000 (WPS 2052-11.1)"
    );
    assert_eq!(text(made.created), "2020-01-02T03:04:05Z");
    assert_eq!(text(made.modified), "2021-01-02T03:04:05Z");
    assert_eq!((made.revision, made.editing_minutes), (Some(12), Some(345)));
    assert_eq!(made.revision_ids, [0x10, 0x20, 0x00A1_B2C3]);
}

#[test]
fn pictures_like_pages_are_told_until_they_are_recognised() {
    let told = |width, height| {
        let mut png = Cursor::new(Vec::new());
        let page = image::GrayImage::new(width, height);
        page.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let text = p(&"图书馆在夜间开放。".repeat(40));
        let file = Sample::body(&text).raw("word/media/image1.png", &png.into_inner());
        read(&file.bytes()).unwrap().warnings
    };
    assert_eq!(told(700, 1000), [Warning::PicturesLikePages { count: 1 }]);
    assert_eq!(told(1000, 700), []);
}

#[test]
fn pictures_are_hashed_in_the_order_of_their_numbers() {
    let mut png = Cursor::new(Vec::new());
    image::RgbImage::from_fn(32, 32, |x, y| {
        image::Rgb([u8::try_from(x * y % 251).unwrap(); 3])
    })
    .write_to(&mut png, image::ImageFormat::Png)
    .unwrap();
    let png = png.into_inner();
    let file = Sample::body(&p("文"))
        .raw("word/media/image10.png", &png)
        .raw("word/media/image2.png", &png)
        .raw("word/media/image3.emf", b"abc");
    let pictures = read(&file.bytes()).unwrap().metadata.pictures;
    let places: Vec<&str> = pictures.iter().map(|p| p.place.as_str()).collect();
    assert_eq!(
        places,
        [
            "word/media/image2.png",
            "word/media/image3.emf",
            "word/media/image10.png"
        ]
    );
    assert_eq!(
        (pictures[1].perceptual, pictures[1].sha256.len()),
        (None, 64)
    );
    assert_eq!(pictures[0].sha256, pictures[2].sha256);
    assert!(pictures[0].perceptual.is_some() && pictures[0].perceptual == pictures[2].perceptual);
}

#[test]
fn the_fuller_healthy_text_wins_and_the_walker_wins_ties() {
    let reading = |text: &str, reader: &str| Reading {
        read: Extracted {
            reader: Some(reader.to_owned()),
            ..Extracted::of_text(text.to_owned(), LineBreaks::Paragraph)
        },
        pictures: Vec::new(),
        sources: Vec::new(),
    };
    let name = |reading: Reading| match reading.read.reader.as_deref() {
        Some("walker") => "walker",
        _ => "docx-rs",
    };
    let walked = |text: &str, size| Ok((reading(text, "walker"), size));
    let winner = |first, second: Result<&str, ImportCause>| {
        choose(first, || second.map(|text| reading(text, "docx-rs"))).map(name)
    };
    let few = "字".repeat(usize::try_from(FEW_CHARACTERS).unwrap() - 1);
    // For a small or healthy result docx-rs does not run.
    assert_eq!(
        choose(walked("字", LARGE_PART - 1), || panic!("asked")).map(name),
        Ok("walker")
    );
    assert_eq!(
        choose(walked(&"字".repeat(50), LARGE_PART), || panic!("asked")).map(name),
        Ok("walker")
    );
    assert_eq!(winner(walked(&few, LARGE_PART), Ok("短")), Ok("walker"));
    assert_eq!(winner(walked(&few, LARGE_PART), Ok(&few)), Ok("walker"));
    assert_eq!(
        winner(walked(&few, LARGE_PART), Ok(&format!("{few}长"))),
        Ok("docx-rs")
    );
    assert_eq!(
        winner(walked(&few, LARGE_PART), Err(ImportCause::NotText)),
        Ok("walker")
    );
    let damaged = || ImportCause::damaged(&"x");
    assert_eq!(winner(Err(damaged()), Ok("")), Ok("docx-rs"));
    assert_eq!(
        winner(Err(damaged()), Err(ImportCause::NotText)),
        Err(damaged())
    );
    assert_eq!(
        winner(Err(ImportCause::Encrypted), Ok("x")),
        Err(ImportCause::Encrypted)
    );
}

#[test]
fn both_readers_agree_on_plain_text() {
    let table = format!(
        "<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc><w:tcPr/>{}</w:tc></w:tr></w:tbl>",
        p("表")
    );
    let body = p("甲") + &table + &format!("<w:p><w:ins>{}</w:ins></w:p>", r("", "插"));
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
    let bytes = Sample::body(&body)
        .raw("[Content_Types].xml", types.as_bytes())
        .bytes();
    let ours = read(&bytes).unwrap();
    let theirs = super::super::by_docx_rs::read(&bytes).unwrap();
    let theirs = theirs.read;
    assert_eq!(ours.text, theirs.text);
    assert_eq!(theirs.reader.as_deref(), Some("docx-rs"));
}

#[test]
fn a_file_without_text_says_so() {
    assert_eq!(
        read(&Sample::body("<w:p/>").bytes()).unwrap().warnings,
        [Warning::NoText]
    );
}
