//! Tests of reading made files: encodings, the samples' texts, broken files.

use chachong_import::{Format, ImportCause, UnreadFormat, Warning, extract};

use crate::{fixture, samples};

#[test]
fn every_encoding_of_one_text_reads_alike() {
    let read = |name: &str| extract(&fixture("texts-encoded").join(name)).unwrap();
    let truth = |name: &str| std::fs::read_to_string(fixture("texts-encoded").join(name)).unwrap();
    for (file, truth_file, encoding) in [
        ("utf8.txt", "utf8.txt", "utf-8"),
        ("utf8-bom.txt", "utf8.txt", "utf-8"),
        ("utf16le-bom.txt", "utf8.txt", "utf-16le"),
        ("utf16be-bom.txt", "utf8.txt", "utf-16be"),
        ("utf16le-nomark.txt", "utf8.txt", "utf-16le"),
        ("gb18030.txt", "utf8.txt", "gb18030"),
        ("gbk.txt", "gbk-as-utf8.txt", "gb18030"),
        ("big5.txt", "big5-as-utf8.txt", "big5"),
        (
            "windows-1252.txt",
            "windows-1252-as-utf8.txt",
            "windows-1252",
        ),
    ] {
        let extracted = read(file);
        assert_eq!(extracted.text, truth(truth_file), "{file}");
        assert_eq!(extracted.encoding.as_deref(), Some(encoding), "{file}");
        assert_eq!(extracted.warnings, [], "{file}");
    }
}

#[test]
fn samples_hold_their_sources_text() {
    let visible = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    for (sample, source) in [
        ("01_社区图书馆夜间开放服务研究.docx", "zh-library-a.txt"),
        ("05_乡村小学科学课的现状与改进.docx", "zh-science.txt"),
        (
            "03_社区图书馆延时开放的成本与效益分析.txt",
            "zh-library-c.txt",
        ),
        ("2024届/14_旧衣回收箱的信任危机.txt", "zh-clothes.txt"),
        (
            "2024届/15_Second_Life_of_Objects_final.docx",
            "en-repair-a-near.txt",
        ),
        (
            "16_学生宿舍节水提示的效果研究.docx",
            "../texts-borrowing/zh-water.txt",
        ),
        (
            "17_社区快递驿站的取件延误与提醒方式.txt",
            "../texts-borrowing/zh-parcel.txt",
        ),
        (
            "18_校园二手书捐赠的去向与公开.docx",
            "../texts-borrowing/zh-books.txt",
        ),
    ] {
        let read = extract(&samples().join(sample)).unwrap();
        let source = std::fs::read_to_string(fixture("texts").join(source)).unwrap();
        // Footers are at the end and excluded.
        let is_excluded = |at: u64| {
            read.exclusions
                .iter()
                .any(|e| (e.start..e.end).contains(&at))
        };
        let counted: String = (0..)
            .zip(read.text.chars())
            .filter(|(at, _)| !is_excluded(*at))
            .map(|(_, c)| c)
            .collect();
        assert_eq!(visible(&counted), visible(&source), "{sample}");
    }
    let pdf = extract(&samples().join("2024届/13_社区图书馆夜间开放服务研究_打印版.pdf")).unwrap();
    assert_eq!(pdf.pages.len(), 4);
    let second: String = pdf
        .text
        .chars()
        .skip(usize::try_from(pdf.pages[1]).unwrap())
        .take(400)
        .collect();
    assert!(!second.trim().is_empty());
}

#[test]
fn broken_files_say_what_is_wrong() {
    let cause = |name: &str| {
        extract(&fixture("broken").join(name))
            .map(|read| read.warnings)
            .map_err(|e| e.cause)
    };
    assert_eq!(cause("encrypted.pdf"), Err(ImportCause::Encrypted));
    assert_eq!(cause("owner-password.pdf"), Ok(vec![]));
    assert_eq!(cause("empty.txt"), Err(ImportCause::Empty));
    assert_eq!(cause("empty.docx"), Err(ImportCause::Empty));
    assert_eq!(
        cause("not-a-pdf.pdf"),
        Err(ImportCause::PlainText {
            expected: Format::Pdf
        })
    );
    assert_eq!(
        cause("zip-but-not-docx.docx"),
        Err(ImportCause::Unread {
            format: UnreadFormat::Archive
        })
    );
    assert_eq!(cause("binary.txt"), Err(ImportCause::NotText));
    assert_eq!(cause("old-word.docx"), Err(ImportCause::OldWordOrEncrypted));
    assert_eq!(cause("scanned.pdf"), Ok(vec![Warning::NoTextLayer]));
    assert!(matches!(
        cause("truncated.docx"),
        Err(ImportCause::Damaged { .. })
    ));
}
