//! Tests with damaged and hostile files of every format but pdf and docx, which have tests of their own: whatever a file
//! holds, its reader returns soon, with a text or an error.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use chachong_import::{Extracted, ImportError, extract};

/// Number of damaged copies of each file.
const FLIPPED: u32 = 100;
/// Distance in bytes between two places where a file is cut.
const CUT: usize = 100;
/// Maximum number of cuts of one file.
const MOST_CUTS: usize = 150;
/// Time for one hostile file, far above what any takes on a slow and busy machine.
const SOON: Duration = Duration::from_mins(1);

/// Files that no fixture has.
const MADE: [(&str, &str); 3] = [
    ("table.csv", "次数,摆长\n1,\"50,00\"\n2,\"6\n0\"\n"),
    (
        "program.c",
        "#include <stdio.h>\n/* 单摆 */\nint main(void) { return 0; }\n",
    ),
    (
        "page.html",
        "<p>设 <math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac></math> 为 <b>正</b></p>",
    ),
];

/// Writes a file of this name into a folder and reads it.
fn read(folder: &Path, name: &str, bytes: &[u8]) -> Result<Extracted, ImportError> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let started = Instant::now();
    let read = extract(&path);
    assert!(started.elapsed() < SOON, "{name}: {:?}", started.elapsed());
    if let Ok(read) = &read {
        let length = read.text.chars().count() as u64;
        let mut last = 0;
        for exclusion in &read.exclusions {
            assert!(
                last <= exclusion.start && exclusion.end <= length,
                "{name}: {exclusion:?}"
            );
            last = exclusion.end;
        }
    }
    read
}

fn files() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(crate::fixture("formats"))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    let made = MADE.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    files.extend(made);
    assert!(files.len() > 15);
    files
}

#[test]
fn cut_files_give_a_text_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files() {
        let step = CUT.min(bytes.len() / 10 + 1).max(bytes.len() / MOST_CUTS);
        for length in (0..bytes.len()).step_by(step) {
            let _ = read(folder.path(), &name, &bytes[..length]);
        }
    }
}

#[test]
fn flipped_bytes_give_a_text_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = 1_u64;
    let mut dice = |count: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % count
    };
    for (name, bytes) in files() {
        for _ in 0..FLIPPED {
            let mut bytes = bytes.clone();
            for _ in 0..=dice(8) {
                let at = dice(bytes.len());
                bytes[at] ^= 1 << dice(8);
            }
            let _ = read(folder.path(), &name, &bytes);
        }
    }
}

#[test]
fn one_line_of_ten_megabytes_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.csv", "a.tex", "a.rtf", "a.c", "a.html", "a.md"] {
        let start = if name == "a.rtf" { "{\\rtf1 " } else { "" };
        let line = format!("{start}{}", "word, ".repeat((10 << 20) / 6));
        let got = read(folder.path(), name, line.as_bytes()).unwrap();
        assert!(got.text.len() > 8 << 20, "{name}");
    }
}

#[test]
fn groups_in_groups_are_no_danger() {
    let folder = tempfile::tempdir().unwrap();
    for (name, piece) in [
        ("a.tex", "{"),
        ("a.tex", "\\footnote{"),
        ("a.tex", "\\begin{itemize}"),
        ("a.tex", "\\a["),
        ("b.tex", "\\frac{"),
        ("b.tex", "\\left(\\sqrt{"),
        ("a.rtf", "{"),
        ("a.rtf", "{\\footnote "),
        ("a.rtf", "{\\*\\x "),
        ("a.ipynb", "["),
        ("a.html", "<math><mfrac>"),
        ("a.html", "<mtable><mtr>"),
        ("a.md", "> "),
        ("a.md", "$"),
    ] {
        let start = match name {
            "a.rtf" => "{\\rtf1 ",
            "b.tex" => "\\begin{equation}",
            "a.ipynb" => "{\"cells\": ",
            _ => "",
        };
        let nested = format!("{start}{}", piece.repeat(100_000));
        let _ = read(folder.path(), name, nested.as_bytes());
    }
}

#[test]
fn macros_of_themselves_end() {
    let folder = tempfile::tempdir().unwrap();
    let body = "x".repeat(190);
    for definitions in [
        "\\newcommand{\\a}{\\a\\a\\a}".to_owned(),
        "\\def\\a{\\b\\b}\\def\\b{\\a\\a}".to_owned(),
        format!("\\newcommand{{\\a}}{{{body}}}"),
    ] {
        let uses = "$\\a$ \\a ".repeat(200_000);
        let source = format!("{definitions}\\begin{{document}}{uses}");
        let got = read(folder.path(), "a.tex", source.as_bytes()).unwrap();
        assert!(got.text.len() < 16 << 20, "{}", got.text.len());
    }
}

#[test]
fn a_million_columns_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let row = "1,".repeat(1_000_000);
    let got = read(folder.path(), "a.csv", format!("{row}\n{row}\n").as_bytes());
    assert!(got.unwrap().text.len() >= 2_000_000);
    let ragged = format!("{row}\n{}", "1\n".repeat(100_000));
    assert!(read(folder.path(), "a.csv", ragged.as_bytes()).is_ok());
}

#[test]
fn notebooks_of_wrong_types_are_errors_or_texts() {
    let folder = tempfile::tempdir().unwrap();
    for json in [
        r#"{"cells": {"a": 1}}"#,
        r#"{"cells": [{"cell_type": 1, "source": {"a": []}}, 5, null, [1]]}"#,
        r#"{"cells": [{"cell_type": "code", "source": ["a", 1, null], "outputs": {"x": 1}}]}"#,
        r#"{"cells": [{"cell_type": "code", "source": "a", "outputs": [{"data": [], "text": 5, "ename": 7}]}]}"#,
        r#"{"worksheets": [[], {}, 1]}"#,
        "[]",
        "null",
    ] {
        let _ = read(folder.path(), "a.ipynb", json.as_bytes());
    }
}

/// Makes a zip of parts; a part is a piece of text that is repeated.
fn zipped(parts: &[(&str, &str, usize)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, piece, count) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        let block = piece.repeat(count.div_ceil(1000).max(1));
        for _ in 0..(*count).min(1000) {
            zip.write_all(block.as_bytes()).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn packages_that_unpack_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let relations = r#"<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>"#;
    let show = r#"<p:presentation xmlns:r="r"><p:sldId r:id="r1"/></p:presentation>"#;
    let spaces = 300 << 20;
    let slides = zipped(&[
        ("ppt/presentation.xml", show, 1),
        ("ppt/_rels/presentation.xml.rels", relations, 1),
        ("ppt/slides/slide1.xml", " ", spaces),
    ]);
    assert!(read(folder.path(), "a.pptx", &slides).is_err());
    let sheet = zipped(&[
        ("[Content_Types].xml", "<Types/>", 1),
        ("xl/workbook.xml", "<workbook/>", 1),
        ("xl/worksheets/sheet1.xml", " ", spaces),
    ]);
    assert!(read(folder.path(), "a.xlsx", &sheet).is_err());
    let sheet = zipped(&[("content.xml", " ", spaces)]);
    assert!(read(folder.path(), "a.ods", &sheet).is_err());
    // An embedded document that is no formula is none of the text, however large.
    let text = zipped(&[
        (
            "content.xml",
            "<x><text:p>甲<draw:object xlink:href=\"./O\"/></text:p></x>",
            1,
        ),
        ("O/content.xml", " ", spaces),
    ]);
    assert_eq!(read(folder.path(), "a.odt", &text).unwrap().text, "甲\n");
}
