//! Tests with files of real producers in the formats besides txt, docx and pdf: the text is that of the source.

use std::path::PathBuf;

use chachong_import::{Extracted, ImportCause, extract};
use chachong_text::ExclusionReason;

pub(crate) fn fixture(name: &str) -> PathBuf {
    crate::fixture("formats").join(name)
}

fn read(name: &str) -> Extracted {
    extract(&fixture(name)).unwrap()
}

pub(crate) fn without_white_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the compared part of a text: without running heads (LibreOffice prints page numbers) and white space.
pub(crate) fn compared(extracted: &Extracted) -> String {
    let kept = |at: u64| {
        !extracted
            .exclusions
            .iter()
            .any(|e| e.start <= at && at < e.end)
    };
    let characters = (0..).zip(extracted.text.chars());
    without_white_space(
        &characters
            .filter(|(at, _)| kept(*at))
            .map(|(_, c)| c)
            .collect::<String>(),
    )
}

#[test]
fn a_thesis_reads_the_same_in_every_format() {
    let source = std::fs::read_to_string(crate::fixture("texts/zh-library-a.txt")).unwrap();
    for name in [
        "thesis.doc",
        "thesis.odt",
        "thesis.html",
        "thesis-gbk.html",
        "thesis.md",
    ] {
        let got = read(name);
        assert!(
            compared(&got) == without_white_space(&source),
            "{name}: {}",
            got.text
        );
        assert_eq!(got.warnings, [], "{name}");
        for line in source.lines() {
            assert!(
                got.text.lines().any(|own| own == line.trim()) || name == "thesis.md",
                "{name}: {line}"
            );
        }
    }
}

#[test]
fn formulas_of_libreoffice_read_the_same_in_both_formats() {
    for name in ["formulas.odt", "formulas.docx"] {
        let got = read(name);
        assert_eq!(
            got.text,
            "方程的两个根由求根公式给出，其中的系数 a_1 不为零。\nx=(−b±√(b^2−4ac))/(2a)\n\
             样本的平方和记作s=∑_(i=1)^n x_i^2，它与样本的个数有关。\nA=[a, b; c, d]\n\
             立方根√[3](y+1)对所有实数都有意义。\n",
            "{name}"
        );
        assert_eq!(got.warnings, [], "{name}");
    }
}

/// Checks for heading, notes, box and table of the document that `make_formats.py` makes in several formats.
pub(crate) fn holds_every_part(got: &Extracted, table: &str) {
    for part in [
        "第一章 绪论\n",
        "这是一条脚注。\n",
        "这是一条尾注。\n",
        "文本框里的话\n",
        table,
    ] {
        assert!(got.text.contains(part), "{part}: {}", got.text);
    }
}

#[test]
fn an_odt_gives_notes_boxes_and_tables_but_nothing_hidden_or_deleted() {
    let got = read("parts.odt");
    holds_every_part(&got, "甲校\n三百\n");
    assert!(got.text.contains("正文引用了资料，并且继续说明。\n"));
    assert!(
        got.text.contains("看得见的句子，naïve “quoted” "),
        "{}",
        got.text
    );
    for part in ["删去", "批注", "看不见"] {
        assert!(!got.text.contains(part), "{part}");
    }
    // Five hidden characters are left out without a warning.
    assert_eq!(got.warnings, []);
    assert_eq!(got.metadata.author.as_deref(), Some("王小明"));
    assert!(
        got.metadata
            .application
            .is_some_and(|a| a.contains("LibreOffice"))
    );
}

#[test]
fn a_doc_gives_notes_boxes_tables_and_running_heads_apart() {
    let got = read("parts.doc");
    holds_every_part(&got, "甲校\n三百\n");
    assert!(got.text.contains("，naïve “quoted” "), "{}", got.text);
    assert!(!got.text.contains("批注"));
    let heads = &got.exclusions[0];
    assert_eq!(heads.reason, ExclusionReason::RunningHead);
    let head: String = got
        .text
        .chars()
        .skip(usize::try_from(heads.start).unwrap())
        .collect();
    assert!(head.contains("某大学硕士学位论文"), "{head}");
    assert_eq!(heads.end, got.text.chars().count() as u64);
}

#[test]
fn content_decides_where_the_ending_lies() {
    let folder = tempfile::tempdir().unwrap();
    let under = |name: &str, new: &str| {
        let path = folder.path().join(new);
        std::fs::copy(fixture(name), &path).unwrap();
        extract(&path)
    };
    let source = compared(&read("thesis.doc"));
    for (name, new, reader) in [
        ("thesis.doc", "a.docx", "doc"),
        ("thesis.odt", "b.doc", "odt"),
        ("thesis.html", "c.doc", "html"),
        ("thesis.rtf", "f.doc", "rtf"),
        ("../texts/zh-library-a.txt", "d.doc", "txt"),
        (
            "../../../assets/samples/01_社区图书馆夜间开放服务研究.docx",
            "e.doc",
            "docx (wordprocessingml)",
        ),
    ] {
        let got = under(name, new).unwrap();
        assert_eq!(got.reader.as_deref(), Some(reader), "{new}");
        assert!(compared(&got) == source, "{new}: {}", got.text);
    }
    std::fs::write(folder.path().join("f.caj"), "CAJ").unwrap();
    let cause = extract(&folder.path().join("f.caj")).unwrap_err().cause;
    let kind = chachong_import::FileKind::Viewer;
    assert_eq!(cause, ImportCause::NoReader { kind });
}

/// Cut files and files with changed bytes end in a text or an error.
#[test]
fn damaged_files_do_no_harm() {
    for name in ["parts.doc", "parts.odt", "thesis.doc"] {
        damage(name);
    }
}

/// Reads a fixture cut at many places and with many bytes changed.
pub(crate) fn damage(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(fixture(name)).unwrap();
    let path = folder.path().join(name);
    for i in 0..60_usize {
        let mut damaged = bytes.clone();
        if i % 3 == 0 {
            damaged.truncate(bytes.len() * i / 60);
        } else {
            for k in 0..=(i / 4) {
                let start = if i % 2 == 0 {
                    1024.min(bytes.len())
                } else {
                    bytes.len()
                };
                let at = (i * 7919 + k * 104_729) % start;
                damaged[at] ^= u8::try_from(i + 1).unwrap();
            }
        }
        std::fs::write(&path, &damaged).unwrap();
        let _ = extract(&path);
    }
}
