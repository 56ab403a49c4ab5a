//! Tests of what Windows does differently: files that others hold, long and reserved names, equal names of other case,
//! redirected output under old code pages.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::program::{PROGRAM, chachong, done, rows, said, str, text};

/// `FILE_SHARE_READ` of the Windows API, with which Word opens a document to edit it.
const SHARE_READ: u32 = 1;

/// Checks `paths` and returns the rows of the documents' table, without its head.
fn documents(paths: &[&Path]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("documents.csv");
    let mut arguments = vec!["check", "-q", "--documents-csv", str(&csv)];
    arguments.extend(paths.iter().map(|path| str(path)));
    let output = chachong(&arguments);
    assert!(output.status.success(), "{}", said(&output));
    rows(&csv).split_off(1)
}

/// Returns whether the file of a row was read, whatever was noticed about its made text.
fn is_read(row: &[String]) -> bool {
    matches!(row[2].as_str(), "ok" | "warning")
}

fn held(file: &Path, shared: u32) -> File {
    let mut options = OpenOptions::new();
    options
        .read(true)
        .write(true)
        .share_mode(shared)
        .open(file)
        .unwrap()
}

#[test]
fn a_file_that_word_edits_is_read_and_one_that_is_locked_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [edited, locked] = ["edited.txt", "locked.txt"].map(|name| folder.path().join(name));
    std::fs::write(&edited, text(1, 20)).unwrap();
    std::fs::write(&locked, text(2, 20)).unwrap();
    let (_word, _other) = (held(&edited, SHARE_READ), held(&locked, 0));
    let rows = documents(&[folder.path()]);
    let of = |name: &str| rows.iter().find(|row| row[0] == name).unwrap();
    assert!(is_read(of("edited.txt")));
    assert_eq!(of("locked.txt")[2], "failed");
    assert!(of("locked.txt")[3].contains("another program has the file open"));
}

#[test]
fn a_report_that_another_program_has_open_is_named_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let [thesis, csv] = ["thesis.txt", "report.csv"].map(|name| folder.path().join(name));
    std::fs::write(&thesis, text(1, 20)).unwrap();
    std::fs::write(&csv, "an older report").unwrap();
    let excel = held(&csv, SHARE_READ);
    let output = chachong(&["check", "-q", str(&thesis), "--csv", str(&csv)]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("report.csv"), "{}", said(&output));
    drop(excel);
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), "an older report");
}

#[test]
fn folders_beyond_260_characters_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let deep: PathBuf = (0..12).fold(folder.path().to_owned(), |path, _| {
        path.join("计算机科学与技术学院二〇二六届本科毕业设计（论文）终稿")
    });
    std::fs::create_dir_all(&deep).unwrap();
    let name = "很长的题目".repeat(12) + "𠮷.txt";
    std::fs::write(deep.join(&name), text(1, 20)).unwrap();
    assert!(str(&deep).chars().count() > 260);
    let read = documents(&[folder.path()]);
    assert!(read[0][0].ends_with(&name) && is_read(&read[0]), "{read:?}");
    assert_eq!(documents(&[&deep.join(&name)])[0][0], name);
    let report = deep.join("报告");
    done(&["check", "-q", str(&deep), "--html", str(&report)]);
    assert!(report.join("index.html").is_file());
}

#[test]
fn names_that_windows_reserves_are_only_names_in_archives_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("handed in.zip");
    let mut zip = ZipWriter::new(File::create(&archive).unwrap());
    let names = [
        "CON.txt",
        "nul.txt",
        "aux/COM1.txt",
        "thesis .txt",
        "second: part.txt",
        "why?.txt",
    ];
    for (number, name) in (1..).zip(names) {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text(number, 20).as_bytes()).unwrap();
    }
    // Two that are one name for Windows.
    for (number, name) in [(8, "论文/A.txt"), (9, "论文/a.txt")] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text(number, 20).as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let read = documents(&[&archive]);
    assert_eq!(read.len(), 8, "{read:?}");
    assert!(read.iter().all(|row| is_read(row)), "{read:?}");
    let reports = folder.path().join("reports");
    let [html, pdf, docx] = ["html", "pdf", "docx"].map(|kind| reports.join(kind));
    done(&[
        "check",
        "-q",
        str(&archive),
        "--html",
        str(&html),
        "--pdf",
        str(&pdf),
        "--docx",
        str(&docx),
    ]);
    let written = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert!(
        written(&pdf) >= 8 && written(&docx) >= 8,
        "a report a document"
    );
}

#[test]
fn one_file_by_two_cases_of_its_name_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Thesis.txt");
    std::fs::write(&file, text(1, 20).replace('\n', "\r\n")).unwrap();
    let shouted = folder.path().join("THESIS.TXT");
    assert_eq!(documents(&[&file, &shouted]).len(), 1);
}

#[test]
fn redirected_output_is_utf8_whatever_the_code_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("论文.txt");
    std::fs::write(&file, "第一行，夜间开放的图书馆。\r\n第二行。\r\n").unwrap();
    for page in ["936", "65001", "437"] {
        let out = folder.path().join("out.txt");
        // `cmd` wants its own quotation marks around all of the line.
        let line = format!(
            "chcp {page} > nul & \"{PROGRAM}\" extract \"{}\" > \"{}\"",
            str(&file),
            str(&out)
        );
        std::os::windows::process::CommandExt::raw_arg(
            Command::new("cmd").arg("/s").arg("/c"),
            format!("\"{line}\""),
        )
        .env("CHACHONG_LOGS", "")
        .status()
        .unwrap();
        let bytes = std::fs::read(&out).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "第一行，夜间开放的图书馆。\r\n第二行。\r\n",
            "{page}"
        );
    }
}

#[test]
fn a_file_that_can_only_be_read_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thesis.txt");
    std::fs::write(&file, text(1, 20)).unwrap();
    let mut rights = std::fs::metadata(&file).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights.clone()).unwrap();
    assert!(is_read(&documents(&[folder.path()])[0]));
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "only Unix gives rights to all by this"
    )]
    rights.set_readonly(false);
    std::fs::set_permissions(&file, rights).unwrap();
}
