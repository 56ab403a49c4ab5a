//! Tests with broken or hostile files: each gives an error or does no harm.

use super::super::package::{Left, Package};
use super::super::sample::{SPACES, Sample, p};
use super::super::walker::{Surrounding, walk};
use super::{cause_of, read};
use crate::ImportCause;

#[test]
fn outer_entities_and_exploding_ones_are_nothing() {
    let xml = format!(
        r#"<?xml version="1.0"?><!DOCTYPE d [<!ENTITY xxe SYSTEM "file:///etc/passwd"><!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
        <w:document {SPACES}><w:body>{}</w:body></w:document>"#,
        p("甲&xxe;&b;乙")
    );
    let file = Sample::default().raw("word/document.xml", xml.as_bytes());
    assert_eq!(read(&file.zipped()).unwrap().text, "甲乙\n");
}

#[test]
fn damaged_files_say_so() {
    let whole = Sample::body(&p("一段文字")).bytes();
    for cut in [whole.len() / 3, whole.len() / 2, whole.len() - 10] {
        assert!(
            matches!(cause_of(&whole[..cut]), ImportCause::Damaged { .. }),
            "{cut}"
        );
    }
    let open = Sample::default().main(&format!("<w:document {SPACES}><w:body>{}", p("甲")));
    assert_eq!(cause_of(&open.bytes()), ImportCause::damaged(&"XML"));
    // A broken bit inside the compressed text.
    let mut broken = Sample::body(&p("一段文字")).bytes();
    let place = broken
        .windows(17)
        .position(|w| w == b"word/document.xml")
        .unwrap();
    broken[place + 60] ^= 0x55;
    assert!(matches!(cause_of(&broken), ImportCause::Damaged { .. }));
}

#[test]
fn bombs_are_refused() {
    let bomb = Sample::body(&"<w:p/>".repeat(23 << 20));
    assert!(matches!(
        cause_of(&bomb.bytes()),
        ImportCause::UnpacksTooLarge { .. }
    ));
    let pictures = |n: usize| {
        let blank = vec![0; 20 << 20];
        (0..n)
            .fold(Sample::body(&p("文")), |s, i| {
                s.raw(&format!("word/media/{i}.bin"), &blank)
            })
            .bytes()
    };
    assert_eq!(read(&pictures(2)).unwrap().metadata.pictures.len(), 2);
    assert_eq!(
        cause_of(&pictures(4)),
        ImportCause::UnpacksTooLarge { limit: 64 << 20 }
    );
}

#[test]
fn all_xml_together_is_limited() {
    let file = Sample::default()
        .raw("a.xml", &vec![b' '; 50 << 20])
        .zipped();
    // An allowance as if the file were large enough for its ratio.
    let mut package = Package::open(&file, Left::of(100 << 20)).unwrap();
    assert_eq!(package.xml("a.xml").unwrap().unwrap().len(), 50 << 20);
    assert!(package.xml("a.xml").is_ok());
    assert_eq!(
        package.xml("a.xml"),
        Err(ImportCause::UnpacksTooLarge { limit: 128 << 20 })
    );
}

#[test]
fn elements_nested_without_end_exhaust_nothing() {
    let deep = Sample::body(&("<w:p>".repeat(200_000) + &"</w:p>".repeat(200_000)));
    assert_eq!(cause_of(&deep.bytes()), ImportCause::damaged(&"XML"));
}

/// XML with everything the walker understands, so that broken variants reach all of it.
const RICH: &str = r#"<w:p w:rsidR="00A1B2C3"><w:pPr><w:pStyle w:val="a"/><w:shd w:val="clear" w:fill="112233"/><w:rPr><w:del/></w:rPr>
    </w:pPr><w:r><w:rPr><w:rStyle w:val="b"/><w:vanish/><w:color w:val="FFFFFF"/><w:sz w:val="1"/></w:rPr><w:t>一&amp;&#x4e8c;</w:t>
    <w:tab/><w:sym w:font="Symbol" w:char="F061"/><w:fldChar w:fldCharType="begin"/><w:instrText>X</w:instrText>
    <w:fldChar w:fldCharType="separate"/><w:footnoteReference w:id="1"/><w:fldChar w:fldCharType="end"/></w:r>
    <mc:AlternateContent><mc:Choice><wpg:wgp><wps:wsp><wps:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></wps:spPr>
    <wps:txbx><w:txbxContent><w:p><w:r><w:t>框</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp></wpg:wgp></mc:Choice>
    <mc:Fallback><v:shape fillcolor="red"/></mc:Fallback></mc:AlternateContent><w:del><w:r><w:delText>删</w:delText></w:r></w:del></w:p>
    <w:tbl><w:tblPr><w:tblStyle w:val="c"/></w:tblPr><w:tr><w:tblPrEx><w:shd/></w:tblPrEx><w:tc><w:tcPr><w:shd/></w:tcPr><w:p><m:oMath>
    <m:r><m:t>x</m:t></m:r></m:oMath></w:p></w:tc></w:tr></w:tbl><w:sdt><w:sdtPr/><w:sdtContent><w:p/></w:sdtContent></w:sdt>"#;

fn next(seed: &mut u32, below: usize) -> usize {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*seed >> 8) as usize % below
}

#[test]
fn no_xml_makes_it_panic() {
    // Whole tags are removed, doubled and exchanged, so that most results stay well-formed for a while.
    let tags: Vec<&str> = RICH.split_inclusive('>').collect();
    let mut seed = 11;
    for _ in 0..400 {
        let mut mixed = tags.clone();
        for _ in 0..3 {
            let (from, to) = (next(&mut seed, mixed.len()), next(&mut seed, mixed.len()));
            match next(&mut seed, 3) {
                0 => mixed.swap(from, to),
                1 => mixed.insert(to, mixed[from]),
                _ => drop(mixed.remove(from)),
            }
        }
        let xml = format!("<w:document {SPACES}>{}</w:document>", mixed.concat());
        let walked = walk(&xml, Surrounding::default());
        let read = walked.flow.extracted();
        let exclusions = read.exclusions;
        let length = read.text.chars().count() as u64;
        assert!(
            exclusions
                .iter()
                .all(|e| e.start < e.end && e.end <= length)
        );
        assert!(
            exclusions
                .windows(2)
                .all(|pair| pair[0].end <= pair[1].start)
        );
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let whole = Sample::body(&(p("一段文字") + &p("&#x4e00;")))
        .tied("styles", "<w:style/>")
        .tied("footnotes", "")
        .bytes();
    let mut seed = 7;
    for _ in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..4 {
            let at = next(&mut seed, bytes.len());
            bytes[at] = seed.to_be_bytes()[0];
        }
        let _ = read(&bytes);
    }
}

#[test]
fn documents_inside_the_document_share_its_limit() {
    let inner = Sample::body(&(p("内") + &" ".repeat(30 << 20))).bytes();
    let with = |chunks: &[&str]| {
        let empty = Sample::body(&p("外"));
        let file = chunks
            .iter()
            .fold(empty, |file, name| file.part("aFChunk", name, ""));
        chunks
            .iter()
            .fold(file, |file, name| {
                file.replacing(&format!("word/{name}"), &inner)
            })
            .bytes()
    };
    assert!(read(&with(&["a.docx", "b.docx"])).is_ok());
    assert!(matches!(
        cause_of(&with(&["a.docx", "b.docx", "c.docx"])),
        ImportCause::UnpacksTooLarge { .. }
    ));
}
