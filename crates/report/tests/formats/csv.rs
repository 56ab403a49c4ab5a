//! The CSV reports read by Python's csv module and by LibreOffice: any name comes back.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use chachong_messages::Language;
use chachong_report::{documents_csv, pairs_csv};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::made_check::Made;
use crate::office::{convert, is_there};
use crate::xlsx::hostile_names;

/// Python program: a CSV on standard input becomes JSON.
const READ: &str = "import csv, io, json, sys; csv.field_size_limit(10**7); \
    rows = csv.reader(io.TextIOWrapper(sys.stdin.buffer, 'utf-8-sig', newline=''), strict=True); \
    json.dump(list(rows), sys.stdout)";

/// Hostile names, and `more` random ones.
fn names(more: usize) -> Vec<String> {
    let mut names = hostile_names();
    let mut runner = TestRunner::deterministic();
    let any = "\\PC{1,12}|[=+@\\-\t\r\n\"',; a]{1,6}|[^\\x00]{1,8}";
    for _ in 0..more {
        names.push(any.new_tree(&mut runner).unwrap().current());
    }
    names
}

/// Name as a cell of the CSV: guarded where a spreadsheet would run it.
fn guarded(name: &str) -> String {
    chachong_report::cell(name).into_owned()
}

fn report(made: &Made) -> (Vec<u8>, Vec<u8>) {
    let (mut documents, mut pairs) = (Vec::new(), Vec::new());
    let check = made.check(Language::English);
    documents_csv(&mut documents, check).unwrap();
    pairs_csv(&mut pairs, check).unwrap();
    (documents, pairs)
}

fn rows_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(bytes);
    let rows = reader.records();
    rows.map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn python_reads_the_rows_that_we_wrote() {
    if !is_there("python3", "python3") {
        return;
    }
    let names = names(1_000);
    let made = Made::of(&names, 300, 200);
    let (documents, pairs) = report(&made);
    for bytes in [&documents, &pairs] {
        let mut python = Command::new("python3")
            .args(["-c", READ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = python.stdin.take().unwrap();
        input.write_all(bytes).unwrap();
        drop(input);
        let output = python.wait_with_output().unwrap();
        assert!(output.status.success());
        let rows: Vec<Vec<String>> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(rows, rows_of(&bytes["\u{FEFF}".len()..]));
        if bytes == &documents {
            let read: Vec<&String> = rows[1..].iter().map(|row| &row[0]).collect();
            let written: Vec<String> = names.iter().map(|name| guarded(name)).collect();
            assert_eq!(read, written.iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn libreoffice_reads_the_rows_that_we_wrote() {
    if !is_there("soffice", "libreoffice-calc") {
        return;
    }
    let names = names(300);
    let made = Made::of(&names, 300, 100);
    let (documents, pairs) = report(&made);
    for bytes in [documents, pairs] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.csv");
        std::fs::write(&file, &bytes).unwrap();
        // Every column as text, as a person chooses it for names; written again as it was read.
        let columns: Vec<String> = (1..=30).map(|column| format!("{column}/2")).collect();
        let filter = format!(
            "--infilter=CSV:44,34,76,1,{},0,false,false",
            columns.join("/")
        );
        let to = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false";
        let files = convert(folder.path(), &file, &[&filter, "--convert-to", to]);
        let got = rows_of(&std::fs::read(&files[0]).unwrap());
        let written = rows_of(&bytes["\u{FEFF}".len()..]);
        assert_eq!(got.len(), written.len());
        for (got, written) in got.iter().zip(&written) {
            // LibreOffice makes a line feed of a lone carriage return within a cell.
            let one_line_end = |cell: &String| cell.replace("\r\n", "\n").replace('\r', "\n");
            let [got, written] = [got, written].map(|row| {
                let cells: Vec<String> = row.iter().map(one_line_end).collect();
                cells
            });
            assert_eq!(got, written);
        }
    }
}

#[test]
fn unread_files_whose_names_are_not_kept_are_counted() {
    let names = ["a.docx".to_owned(), "b.docx".to_owned()];
    let mut made = Made::of(&names, 300, 1);
    let passed_over = r#"{"beyond": [["old-slides", 12], ["font", 5]]}"#;
    made.result.passed_over = Arc::new(serde_json::from_str(passed_over).unwrap());
    let (documents, _) = report(&made);
    let rows = String::from_utf8(documents).unwrap();
    let rows: Vec<&str> = rows.lines().filter(|row| row.starts_with('…')).collect();
    assert!(
        matches!(rows[..], [row] if row.contains("not-read") && row.contains("12 more")),
        "{rows:?}"
    );
}
