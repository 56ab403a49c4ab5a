//! Made packages of office programs: a zip with the few parts that a reader asks for.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// Returns the text of piece `number`: no two are equal.
pub(crate) fn sentence(number: usize) -> String {
    let letter = |factor: usize| {
        let offset = u32::try_from(number * factor % 20_000).unwrap_or(0);
        char::from_u32(0x4E00 + offset).unwrap_or('读')
    };
    format!(
        "第{number}个读者在夜间阅读{}{}书。",
        letter(7919),
        letter(104_729)
    )
}

/// Joins `count` pieces.
pub(crate) fn pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// Packs files into a zip, the first one as it is.
pub(crate) fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (position, (name, content)) in files.iter().enumerate() {
        let options = if position == 0 {
            stored
        } else {
            SimpleFileOptions::default()
        };
        zip.start_file(name.as_str(), options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn part(name: impl Into<String>, content: impl Into<String>) -> (String, Vec<u8>) {
    (name.into(), content.into().into_bytes())
}

pub(crate) fn relation(id: &str, kind: &str, target: &str) -> String {
    let mode = if target.starts_with("http") {
        " TargetMode=\"External\""
    } else {
        ""
    };
    format!(r#"<Relationship Id="{id}" Type="{RELATIONS}/{kind}" Target="{target}"{mode}/>"#)
}

fn relations(of: &str) -> String {
    format!(r#"<?xml version="1.0"?><Relationships xmlns="{PACKAGE}">{of}</Relationships>"#)
}

/// Begins a package of Microsoft's programs whose main part is `main`.
fn package(main: &str, kind: &str) -> Vec<(String, Vec<u8>)> {
    let types = format!(
        r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{kind}.main+xml"/></Types>"#
    );
    let root = relations(&relation("rId1", "officeDocument", main));
    vec![
        part("[Content_Types].xml", types),
        part("_rels/.rels", root),
    ]
}

/// Namespaces of Word's XML.
pub(crate) const WORD: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006""#;

/// A paragraph of Word.
pub(crate) fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

/// A docx with this body and these other parts, each with its content.
pub(crate) fn docx(body: &str, parts: &[(String, String)], rels: &str) -> Vec<u8> {
    let document = format!("<w:document {WORD}><w:body>{body}</w:body></w:document>");
    let mut files = package("word/document.xml", "wordprocessingml.document");
    files.push(part("word/document.xml", document));
    files.push(part("word/_rels/document.xml.rels", relations(rels)));
    files.extend(
        parts
            .iter()
            .map(|(name, xml)| part(name.as_str(), xml.as_str())),
    );
    zipped(&files)
}

/// A docx with a part of its own, such as `styles` or `footnotes`.
pub(crate) fn docx_with(body: &str, root: &str, content: &str) -> Vec<u8> {
    let xml = format!("<w:{root} {WORD}>{content}</w:{root}>");
    let rels = relation("rId2", root, &format!("{root}.xml"));
    docx(body, &[(format!("word/{root}.xml"), xml)], &rels)
}

/// An xlsx with these sheets and shared strings.
pub(crate) fn xlsx(sheets: &[String], shared: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let named = pieces(sheets.len(), |i| {
        format!(r#"<sheet name="S{i}" sheetId="{0}" r:id="rId{0}"/>"#, i + 1)
    });
    let mut rels = pieces(sheets.len(), |i| {
        relation(
            &format!("rId{}", i + 1),
            "worksheet",
            &format!("worksheets/sheet{}.xml", i + 1),
        )
    });
    rels += &relation("rIdS", "sharedStrings", "sharedStrings.xml");
    let mut files = package("xl/workbook.xml", "spreadsheetml.sheet");
    files.push(part(
        "xl/workbook.xml",
        format!(
            r#"<workbook xmlns="{main}" xmlns:r="{RELATIONS}"><sheets>{named}</sheets></workbook>"#
        ),
    ));
    files.push(part("xl/_rels/workbook.xml.rels", relations(&rels)));
    files.push(part(
        "xl/sharedStrings.xml",
        format!(r#"<sst xmlns="{main}">{shared}</sst>"#),
    ));
    for (number, sheet) in (1..).zip(sheets) {
        let xml =
            format!(r#"<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData></worksheet>"#);
        files.push(part(format!("xl/worksheets/sheet{number}.xml"), xml));
    }
    zipped(&files)
}

/// A shape of a slide.
pub(crate) fn shape(text: &str) -> String {
    format!("<p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>")
}

/// A pptx with these slides.
pub(crate) fn pptx(slides: &[String]) -> Vec<u8> {
    let names = format!(
        r#"xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="{RELATIONS}""#
    );
    let list = pieces(slides.len(), |i| {
        format!(r#"<p:sldId id="{}" r:id="rId{}"/>"#, 256 + i, i + 1)
    });
    let rels = pieces(slides.len(), |i| {
        relation(
            &format!("rId{}", i + 1),
            "slide",
            &format!("slides/slide{}.xml", i + 1),
        )
    });
    let mut files = package("ppt/presentation.xml", "presentationml.presentation");
    files.push(part(
        "ppt/presentation.xml",
        format!("<p:presentation {names}><p:sldIdLst>{list}</p:sldIdLst></p:presentation>"),
    ));
    files.push(part("ppt/_rels/presentation.xml.rels", relations(&rels)));
    for (number, slide) in (1..).zip(slides) {
        let xml = format!("<p:sld {names}><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>");
        files.push(part(format!("ppt/slides/slide{number}.xml"), xml));
    }
    zipped(&files)
}

/// Namespaces of `OpenDocument`.
pub(crate) const OPEN: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0""#;

/// An `OpenDocument` file of a kind (`text`, `spreadsheet`, `presentation`) with this body and these styles.
pub(crate) fn open_document(kind: &str, body: &str, styles: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content {OPEN}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    zipped(&[
        part(
            "mimetype",
            format!("application/vnd.oasis.opendocument.{kind}"),
        ),
        part("content.xml", content),
        part(
            "META-INF/manifest.xml",
            r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#,
        ),
    ])
}

/// An epub with these chapters.
pub(crate) fn epub(chapters: &[String]) -> Vec<u8> {
    let items = pieces(chapters.len(), |i| {
        format!(r#"<item id="i{i}" href="c{i}.xhtml" media-type="application/xhtml+xml"/>"#)
    });
    let spine = pieces(chapters.len(), |i| format!(r#"<itemref idref="i{i}"/>"#));
    let mut files = vec![
        part("mimetype", "application/epub+zip"),
        part(
            "META-INF/container.xml",
            r#"<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#,
        ),
        part(
            "c.opf",
            format!(
                r#"<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>{items}</manifest><spine>{spine}</spine></package>"#
            ),
        ),
    ];
    for (number, chapter) in chapters.iter().enumerate() {
        let page = format!(
            r#"<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{chapter}</body></html>"#
        );
        files.push(part(format!("c{number}.xhtml"), page));
    }
    zipped(&files)
}
