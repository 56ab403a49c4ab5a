use std::io::{Cursor, Write};

use proptest::prelude::*;

use super::*;

fn zip(names: &[&str]) -> Vec<u8> {
    crate::zip_sample::zipped(names.iter().map(|name| (name, "<a/>")))
}

#[test]
fn a_mark_needs_the_bytes_that_no_text_has() {
    let of = Detected::of_bytes;
    assert_eq!(of(b"MSCF and other marks are words too"), Detected::Text);
    assert_eq!(of(b"MSCF\0\0\0\0"), Detected::Unread(UnreadFormat::Archive));
    assert_eq!(of(b"BM is the name of a unit"), Detected::Text);
    assert_eq!(of("CAJ 是一种格式。".as_bytes()), Detected::Text);
    assert_eq!(of(b"\x1F\x8B\x08"), Detected::Unread(UnreadFormat::Archive));
    assert_eq!(of(&[7; 900]), Detected::Data);
    assert_eq!(of(&encoding_rs::GBK.encode("文字").0), Detected::Text);
}

#[test]
fn a_zip_is_what_its_members_say() {
    let of = |names: &[&str]| Detected::of_bytes(&zip(names));
    let types = "[Content_Types].xml";
    for (names, detected) in [
        (
            &[types, "word/document.xml"][..],
            Detected::Format(Format::Docx),
        ),
        (
            &["word\\document.xml", types],
            Detected::Format(Format::Docx),
        ),
        (&["xl/workbook.bin", types], Detected::Format(Format::Sheet)),
        (
            &[types, "ppt/presentation.xml"],
            Detected::Format(Format::Slides),
        ),
        (
            &[types, "matlab/document.xml"],
            Detected::Unread(UnreadFormat::LiveScript),
        ),
        (
            &["OFD.xml", "Doc_0/Document.xml"],
            Detected::Unread(UnreadFormat::Ofd),
        ),
        (
            &["Index/Document.iwa"],
            Detected::Unread(UnreadFormat::Iwork),
        ),
        (
            &["project.json", "0.svg"],
            Detected::Unread(UnreadFormat::Scratch),
        ),
        (
            &["web/project.json", "project.json"],
            Detected::Unread(UnreadFormat::Archive),
        ),
        (
            &["META-INF/container.xml", "a.opf"],
            Detected::Format(Format::Epub),
        ),
        // A package of Office with other names, and a folder that is only called so.
        (&[types, "custom/x.xml"], Detected::Zip),
        (&["word/notes.txt"], Detected::Zip),
        (&["论文.docx"], Detected::Unread(UnreadFormat::Archive)),
        (
            &["META-INF/MANIFEST.MF", "Main.class"],
            Detected::Unread(UnreadFormat::Program),
        ),
        (
            &["META-INF/MANIFEST.MF", "Main.class", "Main.java"],
            Detected::Unread(UnreadFormat::Archive),
        ),
    ] {
        assert_eq!(of(names), detected, "{names:?}");
    }
    let whole = zip(&[types, "word/document.xml"]);
    // What a download left behind.
    assert_eq!(
        Detected::of_bytes(&whole[..whole.len() / 2]),
        Detected::Format(Format::Docx)
    );
    let behind = [b"#!/bin/sh\n".to_vec(), whole].concat();
    assert_eq!(Detected::of_bytes(&behind), Detected::Data);
}

#[test]
fn an_ole_container_is_what_stands_at_its_root() {
    let container = |names: &[&str]| {
        let mut container = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        for name in names {
            if let Some(storage) = name.strip_suffix('/') {
                container.create_storage(storage).unwrap();
            } else {
                let mut stream = container.create_stream(name).unwrap();
                stream.write_all(&[0; 5000]).unwrap();
            }
        }
        container.into_inner().into_inner()
    };
    for (names, detected) in [
        (&["/WordDocument"][..], Detected::Format(Format::Doc)),
        (&["/Workbook"], Detected::Format(Format::Sheet)),
        (
            &["/PowerPoint Document"],
            Detected::Unread(UnreadFormat::OldSlides),
        ),
        (&["/EncryptedPackage"], Detected::Encrypted),
        // A table in which a text is embedded, and the other way round.
        (
            &["/MBD1/", "/MBD1/WordDocument", "/Workbook"],
            Detected::Format(Format::Sheet),
        ),
        (
            &["/Pool/", "/Pool/Workbook", "/WordDocument"],
            Detected::Format(Format::Doc),
        ),
        (&["/Something"], Detected::Ole),
    ] {
        assert_eq!(Detected::of_bytes(&container(names)), detected, "{names:?}");
    }
}

#[test]
fn an_entry_of_a_damaged_container_is_found_wherever_it_stands() {
    for (name, detected) in [
        ("EncryptedPackage", Detected::Encrypted),
        ("EncryptionInfo", Detected::Encrypted),
        ("WordDocument", Detected::Format(Format::Doc)),
        // A longer name that only begins with a known one.
        ("WordDocument2", Detected::Ole),
    ] {
        let entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut bytes = vec![0; 1024];
        bytes[..OLE2.len()].copy_from_slice(OLE2);
        bytes[640..640 + entry.len()].copy_from_slice(&entry);
        bytes[704] = u8::try_from(entry.len() + 2).unwrap();
        assert_eq!(Detected::of_bytes(&bytes), detected, "{name}");
    }
}

#[test]
fn xml_is_what_its_root_says() {
    let of = |text: &str| Detected::of_bytes(text.as_bytes());
    let word = Detected::Format(Format::WordXml);
    let space = "http://schemas.microsoft.com/office/word/2003/wordml";
    assert_eq!(
        of(&format!(
            "<?xml version='1.0'?><w:wordDocument xmlns:w='{space}'/>"
        )),
        word
    );
    assert_eq!(
        of(&format!(
            "\u{FEFF}\n<!-- a --><wordDocument xmlns='{space}'>"
        )),
        word
    );
    let utf16: Vec<u8> = (format!("\u{FEFF}<a:wordDocument xmlns:a=\"{space}\">").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(Detected::of_bytes(&utf16), word);
    let package = "<pkg:package xmlns:pkg='http://schemas.microsoft.com/office/2006/xmlPackage'>";
    assert_eq!(
        of(&format!(
            "{package}<pkg:part pkg:name='/word/document.xml'>"
        )),
        word
    );
    assert_eq!(
        of(&format!(
            "{package}<pkg:part pkg:name='/ppt/presentation.xml'>"
        )),
        Detected::Unread(UnreadFormat::OfficeXml)
    );
    assert_eq!(
        of("<?xml version='1.0'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>"),
        Detected::Unread(UnreadFormat::OfficeXml)
    );
    assert_eq!(
        of("<?xml version='1.0'?><a/>"),
        Detected::Unread(UnreadFormat::Xml)
    );
    assert_eq!(
        of("<?xml version='1.0'?><html><body>"),
        Detected::Format(Format::Html)
    );
    assert_eq!(of("<html> 是页面的根元素，写在最外面。"), Detected::Text);
    assert_eq!(of("<红楼梦>是一部小说。"), Detected::Text);
}

#[test]
fn a_message_is_told_from_a_letter() {
    let of = |text: &str| Detected::of_bytes(text.as_bytes());
    let message = Detected::Format(Format::Mhtml);
    assert_eq!(
        of("MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n"),
        message
    );
    assert_eq!(
        of("From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>"),
        message
    );
    for text in [
        "To: the reader\nSubject: nothing\n\nDear reader",
        "Note: this is MIME-Version: 1.0\nand a sentence follows\n",
        "Content-Type: text/html\n\nis a header.",
    ] {
        assert_eq!(of(text), Detected::Text, "{text}");
    }
}

#[test]
fn names_without_telling_endings() {
    let of = |name: &str, content: &[u8]| {
        unnamed_format(std::path::Path::new(name), &mut Cursor::new(content)).unwrap()
    };
    let docx = zip(&["[Content_Types].xml", "word/document.xml"]);
    for name in [
        "论文",
        "thesis.docx.download",
        "thesis.docx(1)",
        "a.docx_",
        "a.b",
        "LICENSE",
    ] {
        assert_eq!(of(name, &docx), Some(Format::Docx), "{name}");
    }
    let prose =
        "社区图书馆在夜间开放以后，读者的人数有了明显的增加，但是管理的成本也随之上升。".repeat(3);
    for (name, format) in [
        ("读我", Some(Format::Txt)),
        ("README", Some(Format::Txt)),
        ("第1.2版 论文", Some(Format::Txt)),
        ("a.txt.bak", Some(Format::Txt)),
        ("a.md~", Some(Format::Markdown)),
        ("a.txt - 副本", Some(Format::Txt)),
        ("a.log", None),
        ("a.yml", None),
        ("a.c.orig", None),
        ("LICENSE-MIT", None),
        ("COPYING", None),
    ] {
        assert_eq!(of(name, prose.as_bytes()), format, "{name}");
    }
    assert_eq!(of("short", "一句话。".as_bytes()), None);
    assert_eq!(of("a.txt.bak", &[0; 500]), None);
}

proptest! {
    #[test]
    fn no_bytes_harm_it(
        mark in prop::sample::select(vec![&b"PK\x03\x04"[..], OLE2, b"<?xml", b"{", b"MIME-Version: 1.0\n", b""]),
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        end in prop::bool::ANY,
    ) {
        let end: &[u8] = if end { b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x40\0\0\0\x04\0\0\0\0\0" } else { b"" };
        let _ = Detected::of_bytes(&[mark, &bytes, end].concat());
    }
}
