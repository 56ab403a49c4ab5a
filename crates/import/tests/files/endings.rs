//! Every format under every ending: what a file holds decides, not its name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chachong_import::{Extracted, Format, ImportCause, ImportError, UnreadFormat, extract};
use chachong_text::ExclusionReason;

use crate::fixture;
use crate::formats::without_white_space;

/// Files whose content shows their format.
const MARKED: [&str; 24] = [
    "formats/parts.doc",
    "formats/parts.odt",
    "formats/parts.fodt",
    "formats/parts.rtf",
    "formats/parts-word2003.xml",
    "formats/parts-flat.xml",
    "formats/thesis.html",
    "formats/thesis.xhtml",
    "formats/thesis-gbk.html",
    "formats/thesis.mhtml",
    "formats/thesis-gbk.mht",
    "formats/thesis.epub",
    "formats/formulas.docx",
    "formats/lab.pptx",
    "formats/lab.odp",
    "formats/lab.xlsx",
    "formats/lab.xls",
    "formats/lab.ods",
    "formats/lab.ipynb",
    "broken/owner-password.pdf",
    "broken/encrypted.pdf",
    "archives/names.7z",
    "archives/names-utf8.zip",
    "archives/stored-rar5.rar",
];
/// Files of text without marks: between such formats the ending decides.
const TEXTS: [&str; 4] = [
    "texts/zh-library-a.txt",
    "formats/thesis.md",
    "lab/garden.py",
    "formats/lab.tex",
];

/// Reads a file under another name.
fn under(folder: &Path, file: &Path, name: &str) -> Result<Extracted, ImportError> {
    let path = folder.join(name);
    std::fs::copy(file, &path).unwrap();
    let read = extract(&path);
    std::fs::remove_file(path).unwrap();
    read
}

fn endings() -> impl Iterator<Item = &'static str> {
    (Format::ENDINGS.into_iter())
        .chain(["c", "java", "php", "css"])
        .chain(Format::IMAGE_ENDINGS)
        .chain(["xml", "bak", "docx(1)", "download", "docx_"])
}

/// Whether the text that counts as prose is free of markup.
fn has_no_markup(read: &Extracted) -> bool {
    let is_code = |exclusion: &chachong_text::Exclusion| exclusion.reason == ExclusionReason::Code;
    read.exclusions.iter().any(is_code)
        || !["<w:", "</", "<p", "=3D", "PK\u{3}", "\\rtf"]
            .iter()
            .any(|mark| read.text.contains(mark))
}

/// Whether an error says what the file really is.
fn names_the_format(cause: &ImportCause) -> bool {
    matches!(
        cause,
        ImportCause::Unread { .. } | ImportCause::PlainText { .. } | ImportCause::Encrypted
    )
}

#[test]
fn a_marked_format_reads_the_same_under_every_ending() {
    let folder = tempfile::tempdir().unwrap();
    for name in MARKED {
        let file = fixture(name);
        let own = extract(&file).map(|read| without_white_space(&read.text));
        for ending in endings() {
            let place = format!("{name} as {ending}");
            match under(folder.path(), &file, &format!("x.{ending}")) {
                Ok(read) => {
                    assert!(has_no_markup(&read), "{place}: {}", read.text);
                    let is_code =
                        Format::of(Path::new(&format!("x.{ending}"))) == Some(Format::Source);
                    let own = own
                        .as_ref()
                        .unwrap_or_else(|error| panic!("{place}: {error}"));
                    assert!(
                        *own == without_white_space(&read.text)
                            || (is_code && name.contains("html")),
                        "{place}: {}",
                        read.text
                    );
                }
                Err(error) => {
                    assert!(own.is_err(), "{place}: {error}");
                    assert!(names_the_format(&error.cause), "{place}: {error}");
                }
            }
        }
    }
}

#[test]
fn text_is_read_or_said_to_be_text_under_every_ending() {
    let folder = tempfile::tempdir().unwrap();
    for name in TEXTS {
        let file = fixture(name);
        for ending in endings() {
            match under(folder.path(), &file, &format!("x.{ending}")) {
                Ok(read) => assert!(has_no_markup(&read), "{name} as {ending}: {}", read.text),
                Err(error) => assert!(
                    names_the_format(&error.cause) || error.cause.key() == "not-supported",
                    "{name} as {ending}: {error}"
                ),
            }
        }
    }
}

#[test]
fn parts_of_one_document_read_the_same_in_every_form_of_xml() {
    let read = |name: &str| extract(&fixture("formats").join(name)).unwrap();
    for name in ["parts-word2003.xml", "parts-flat.xml", "parts.fodt"] {
        let got = read(name);
        crate::formats::holds_every_part(&got, "甲校\n三百\n");
        assert!(!got.text.contains("批注"), "{name}: {}", got.text);
        // LibreOffice keeps neither mark in Word 2003 XML.
        for part in ["看不见", "删去"] {
            let is_there = got.text.contains(part);
            assert_eq!(
                is_there,
                name == "parts-word2003.xml",
                "{name}: {part}: {}",
                got.text
            );
        }
        assert_eq!(got.metadata.author.as_deref(), Some("王小明"), "{name}");
        let heads: Vec<_> = (got.exclusions.iter())
            .filter(|exclusion| exclusion.reason == ExclusionReason::RunningHead)
            .collect();
        assert_eq!(heads.is_empty(), name == "parts.fodt", "{name}");
    }
}

#[test]
fn pages_in_one_file_read_like_the_page() {
    let own = std::fs::read_to_string(fixture("texts/zh-library-a.txt")).unwrap();
    for name in [
        "thesis.mhtml",
        "thesis-gbk.mht",
        "thesis.xhtml",
        "thesis.epub",
    ] {
        let got = extract(&fixture("formats").join(name)).unwrap();
        let (got, own) = (crate::formats::compared(&got), without_white_space(&own));
        assert!(got.contains(&own), "{name}: {got}");
    }
}

#[test]
fn text_that_nobody_wrote_is_refused_by_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        extract(&path)
    };
    let unread = |name: &str, text: &str| match read(name, text).unwrap_err().cause {
        ImportCause::Unread { format } => format,
        cause => panic!("{name}: {cause}"),
    };
    let letters = "TVqQAAMAAAAEAAAAyZ9k".repeat(4);
    let encoded = format!("{letters}\n").repeat(20);
    let record =
        "<record id=\"17\" type=\"word\"><field name=\"a\">值</field></record>\n".repeat(20);
    let script = "function(a,b){return a[b]=={};}var c=[];".repeat(40);
    for ending in ["txt", "doc", "md", "text"] {
        let name = format!("a.{ending}");
        assert_eq!(unread(&name, &encoded), UnreadFormat::Encoded, "{name}");
        assert_eq!(unread(&name, &script), UnreadFormat::Script, "{name}");
    }
    assert_eq!(unread("b.txt", &record), UnreadFormat::Markup);
    assert_eq!(
        unread("b.doc", &format!("<?xml version=\"1.0\"?>{record}")),
        UnreadFormat::Xml
    );
    assert_eq!(
        unread("b.xml", &format!("<?xml version=\"1.0\"?>{record}")),
        UnreadFormat::Xml
    );
    // A report on the subject quotes some of it.
    let prose = "本次实验用表格排版，页面由三个部分组成，每个部分各占一行，样式写在单独的文件里。"
        .repeat(6);
    let quoting = format!("{prose}\n<table><tr><td class=\"a\">甲</td></tr></table>\n{letters}\n");
    assert!(read("c.txt", &quoting).unwrap().text.contains("<td class"));
    let begins = format!("<table> 是表格的标签。{prose}");
    assert!(read("d.txt", &begins).unwrap().text.starts_with("<table>"));
}

#[test]
fn a_folder_gives_documents_without_telling_endings() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, from: &str| {
        std::fs::copy(fixture(from), folder.path().join(name)).unwrap();
    };
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    put("论文", "formats/formulas.docx");
    put("论文.docx.download", "formats/formulas.docx");
    put("终稿.docx(1)", "formats/formulas.docx");
    put("旧.xml", "formats/parts-word2003.xml");
    put("读我", "texts/zh-library-a.txt");
    put("备份.txt.bak", "texts/zh-library-a.txt");
    write(
        "LICENSE",
        &"Permission is hereby granted, free of charge, to any person. ".repeat(9),
    );
    write(
        "Makefile",
        &"main: main.o\n\tgcc -o $@ $^ && ./main > out.txt\n".repeat(9),
    );
    write(
        "pom.xml",
        "<?xml version=\"1.0\"?><project><id>a</id></project>",
    );
    write("data.json", "{\"a\": [1, 2, 3]}");
    write("main.c.bak", "int main(void) { return 0; }\n");
    let found = discovered(folder.path());
    let names: BTreeSet<_> = [
        "论文",
        "论文.docx.download",
        "终稿.docx(1)",
        "旧.xml",
        "读我",
        "备份.txt.bak",
    ]
    .map(str::to_owned)
    .into();
    assert_eq!(found, names);
}

fn discovered(folder: &Path) -> BTreeSet<String> {
    use chachong_import::{Archives, Isolation, Limits, Passwords, PictureFiles, discover};
    let archives = Archives::new(Isolation::Thread, Limits::default(), Passwords::default());
    let found = discover(
        &[PathBuf::from(folder)],
        &std::collections::HashSet::new(),
        &std::collections::HashSet::new(),
        &archives,
        PictureFiles::PassedOver,
        &|| false,
    );
    for source in &found.sources {
        assert!(extract(&source.path).is_ok(), "{}", source.name);
    }
    found
        .sources
        .into_iter()
        .map(|source| source.name)
        .collect()
}
