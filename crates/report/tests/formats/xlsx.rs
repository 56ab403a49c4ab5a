//! The XLSX report, read back from its XML and through LibreOffice: hostile names, links, formulas, the same bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use chachong_check::{CheckResult, Document, EvidenceItem, PairEvidence, Side, Status};
use chachong_compare::{Choices, Decision, DocumentIndex, PairPassages};
use chachong_messages::Language;
use chachong_report::{Report, check_xlsx};

use crate::made_check::{Made, failed};
use crate::office::{convert, is_there};
use crate::workbook::{carried, named, place, read};

/// Names that a spreadsheet, XML or a CSV could mistake for something else.
pub(crate) fn hostile_names() -> Vec<String> {
    let mut names: Vec<String> = [
        "=HYPERLINK(\"http://example.org\",\"open\")",
        "=1+1.docx",
        "+1.txt",
        "-1+2.txt",
        "@SUM(A1).txt",
        "'quoted'.txt",
        "a,b;c\"d\".txt",
        "two\nlines.txt",
        "tab\tinside.txt",
        "return\rinside.txt",
        "escape\u{1b}[31m\u{1}.txt",
        "_x0041_.txt",
        "_x005F_x0041_",
        "<script>&amp;]]>.txt",
        "夜间开放 😀 e\u{301}.docx",
        "turned\u{202E}gpj.txt",
        "  spaces  ",
        "2024",
        "1e5",
        "00123",
        "TRUE",
        "3/4",
        "#REF!",
        "＝１＋１",
        "not a character\u{fffe}\u{ffff}",
        "{=1}",
        "$A$1",
    ]
    .map(str::to_owned)
    .into();
    names.push("很长".repeat(20_000));
    names
}

/// Makes a check with hostile names, a failed file, and a passage and a pair that are switched off.
fn hostile() -> Made {
    let names = hostile_names();
    let made = Made::of(&names, 3_000, 2 * names.len());
    let mut documents = made.result.documents.to_vec();
    documents.push(failed("=broken.pdf"));
    let pairs: Vec<PairPassages> = made.result.copies().unwrap().0.pairs.clone();
    let mut choices = Choices::default();
    choices.set_passage(pairs[0].a, pairs[0].b, &pairs[0].passages[0], false);
    choices.set_note(
        pairs[0].a,
        pairs[0].b,
        Some(&pairs[0].passages[0]),
        "=quoted by both",
    );
    choices.set_decision(pairs[1].a, pairs[1].b, Some(Decision::NotPlagiarism));
    choices.set_note(pairs[1].a, pairs[1].b, None, "=two versions\nof one thesis");
    choices.set_source_for(pairs[2].a, pairs[2].b, false);
    Made::with(documents, pairs, choices)
}

fn workbook(made: &Made, language: Language) -> Vec<u8> {
    let mut out = Vec::new();
    check_xlsx(&mut out, made.check(language)).unwrap();
    out
}

#[test]
fn the_same_check_gives_the_same_bytes() {
    let made = hostile();
    for (language, _) in Language::ALL {
        let first = workbook(&made, language);
        assert!(first == workbook(&made, language), "{language:?}");
    }
}

#[test]
fn hostile_names_stay_text_and_every_document_has_its_row() {
    let made = hostile();
    let sheets = read(&workbook(&made, Language::English));
    let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Summary",
            "Documents",
            "Pairs",
            "Passages",
            "Evidence",
            "Groups",
            "Shared texts",
            "Matrix",
            "Settings"
        ]
    );
    let documents = named(&sheets, "Documents");
    assert_eq!(documents.rows(), made.result.documents.len() + 1);
    let [status, share] = ["Status", "Total copied share"].map(|h| documents.column(h));
    for (row, document) in (1..).zip(made.result.documents.iter()) {
        assert_eq!(documents.at(row, 0), carried(&document.name));
        let failed = document.status() == Status::Failed;
        assert_eq!(documents.at(row, status) == "failed", failed);
        assert_eq!(
            documents.at(row, share).is_empty(),
            failed,
            "no share is not a share of 0"
        );
    }
    let matrix = named(&sheets, "Matrix");
    assert_eq!(matrix.rows(), made.result.documents.len() + 1);
    assert!(matrix.cells.len() > 3 * made.result.documents.len());
}

#[test]
fn links_lead_to_rows_of_the_same_documents() {
    let made = hostile();
    let sheets = read(&workbook(&made, Language::Chinese));
    let (documents, pairs) = (named(&sheets, "文档"), named(&sheets, "文档对"));
    let passages = named(&sheets, "相似片段");
    // Sheet and row, from 0, that a link leads to.
    let target = |to: &str| {
        let (sheet, cell) = to.rsplit_once('!').unwrap();
        (sheet.trim_matches('\'').to_owned(), place(cell).0)
    };
    assert_eq!(
        pairs.links.len(),
        pairs.rows() - 1,
        "every pair has passages"
    );
    for (&(row, _), to) in &pairs.links {
        let (sheet, first) = target(to);
        assert_eq!(sheet, "相似片段");
        for column in [0, 1] {
            assert_eq!(passages.at(first, column), pairs.at(row, column));
            assert!(
                first == 1
                    || passages.at(first - 1, 0) != pairs.at(row, 0)
                    || passages.at(first - 1, 1) != pairs.at(row, 1)
            );
        }
    }
    assert_eq!(passages.links.len(), passages.rows() - 1);
    for (&(row, _), to) in &passages.links {
        let (_, pair) = target(to);
        assert_eq!(passages.at(row, 0), pairs.at(pair, 0));
        assert_eq!(passages.at(row, 1), pairs.at(pair, 1));
    }
    for (&(row, _), to) in &documents.links {
        let (_, pair) = target(to);
        let name = documents.at(row, 0);
        assert!(name == pairs.at(pair, 0) || name == pairs.at(pair, 1));
    }
    assert!(documents.links.len() > 20);
}

#[test]
fn evidence_has_a_row_for_each_item_also_of_pairs_that_are_not_listed() {
    let names: Vec<String> = (0..6).map(|n| format!("=paper {n}.docx")).collect();
    let made = Made::of(&names, 3_000, 4);
    let pair = &made.result.copies().unwrap().0.pairs[0];
    let name = "=Ann Lee".to_owned();
    let edited = EvidenceItem::EditedByOther {
        edited: Side::B,
        name,
    };
    let ids = EvidenceItem::RevisionIds {
        shared: 7,
        earlier: Some(Side::A),
    };
    let evidence = [
        PairEvidence {
            a: pair.a,
            b: pair.b,
            items: vec![ids.clone(), edited],
        },
        PairEvidence {
            a: DocumentIndex(3),
            b: DocumentIndex(5),
            items: vec![ids],
        },
    ];
    let check = made.check(Language::English);
    let result = CheckResult {
        evidence: Arc::new(chachong_check::Evidence {
            pairs: evidence.to_vec(),
            ..chachong_check::Evidence::default()
        }),
        ..check.result.clone()
    };
    let check = Report {
        result: &result,
        ..check
    };
    let mut out = Vec::new();
    check_xlsx(&mut out, check).unwrap();
    let sheets = read(&out);
    let (pairs, found) = (named(&sheets, "Pairs"), named(&sheets, "Evidence"));
    let column = pairs.column("Beyond the text");
    let rows: Vec<[&str; 3]> = (1..found.rows())
        .map(|row| [0, 1, 2].map(|column| found.at(row, column)))
        .collect();
    let [a, b] = [pair.a, pair.b].map(|at| names[at].as_str());
    assert_eq!(
        rows,
        [
            [a, b, "Same Word revision ids"],
            [a, b, "Last saved by the other's author"],
            [
                names[3].as_str(),
                names[5].as_str(),
                "Same Word revision ids"
            ],
        ]
    );
    assert!(found.at(1, 3).contains("7 revision ids"));
    assert!(found.at(2, 3).contains("“=Ann Lee”"));
    let listed = (1..pairs.rows()).find(|&row| !pairs.at(row, column).is_empty());
    let listed = listed.unwrap();
    assert_eq!([pairs.at(listed, 0), pairs.at(listed, 1)], [a, b]);
    assert_eq!(
        pairs.at(listed, column),
        "Same Word revision ids; Last saved by the other's author"
    );
    // Sheet and row, from 0, that a link leads to.
    let target = |to: &str| {
        let (sheet, cell) = to.rsplit_once('!').unwrap();
        (sheet.trim_matches('\'').to_owned(), place(cell).0)
    };
    let first = target(&pairs.links[&(listed, column)]);
    assert_eq!(first, ("Evidence".to_owned(), 1));
    for row in [1, 2] {
        let to = target(&found.links[&(row, 4)]);
        assert_eq!(to, ("Pairs".to_owned(), listed));
    }
    assert_eq!(found.links.len(), 2);
    assert!(found.at(3, 4).starts_with("Not listed"));
    // The figures of a check do not change by its evidence.
    let result = CheckResult {
        evidence: Arc::default(),
        ..check.result.clone()
    };
    let check = Report {
        result: &result,
        ..check
    };
    let mut out = Vec::new();
    check_xlsx(&mut out, check).unwrap();
    let without = read(&out);
    let without = named(&without, "Pairs");
    for row in 0..pairs.rows() {
        for other in (0..column).chain(column + 1..column + 3) {
            assert_eq!(pairs.at(row, other), without.at(row, other));
        }
    }
}

#[test]
fn passages_say_whether_they_count_and_what_they_say() {
    let made = hostile();
    let sheets = read(&workbook(&made, Language::English));
    let passages = named(&sheets, "Passages");
    let [counted, note, from, text] = [
        "Counts?",
        "Note",
        "A: from character",
        "Beginning of the text in A",
    ]
    .map(|heading| passages.column(heading));
    let mut by_word = BTreeMap::new();
    for row in 1..passages.rows() {
        *by_word.entry(passages.at(row, counted)).or_insert(0) += 1;
    }
    let words: Vec<&str> = by_word.keys().copied().collect();
    assert!(
        words.contains(&"counts") && words.contains(&"possible: does not count"),
        "{by_word:?}"
    );
    // The passage that is switched off, and those of the pair that is switched off as a whole.
    let off = 1 + made.result.copies().unwrap().0.pairs[1].passages.len();
    assert_eq!(
        by_word["not plagiarism: does not count"], off,
        "{by_word:?}"
    );
    assert!(words.contains(&"counts for B only"), "{by_word:?}");
    assert!(
        words.contains(&"left out: references") || by_word["counts"] > 50,
        "{by_word:?}"
    );
    let noted = (1..passages.rows())
        .find(|&row| !passages.at(row, note).is_empty())
        .unwrap();
    assert_eq!(passages.at(noted, note), "=quoted by both");
    for row in 1..passages.rows() {
        let document = made
            .result
            .documents
            .iter()
            .find(|d| carried(&d.name) == passages.at(row, 0));
        let whole = document
            .and_then(Document::content)
            .unwrap()
            .text
            .text()
            .unwrap();
        let start: usize = passages.at(row, from).parse().unwrap();
        let begins: String = whole
            .chars()
            .skip(start - 1)
            .filter(|c| !c.is_whitespace())
            .take(20)
            .collect();
        let shown: String = passages
            .at(row, text)
            .chars()
            .filter(|c| !c.is_whitespace())
            .take(20)
            .collect();
        assert_eq!(shown, begins);
    }
}

#[test]
fn the_summary_names_the_pair_that_is_switched_off_with_its_note() {
    let made = hostile();
    for (language, _) in Language::ALL {
        let sheets = read(&workbook(&made, language));
        let summary = named(&sheets, &language.text("xlsx.sheet-summary"));
        let title = language.fill("decided.title", &[("count", &1)]);
        let row = (0..summary.rows())
            .find(|&row| summary.at(row, 0) == title)
            .unwrap();
        let pair = &made.result.copies().unwrap().0.pairs[1];
        let [a, b] = [pair.a, pair.b].map(|document| &made.result.documents[document].name);
        assert_eq!(summary.at(row + 1, 0), carried(&format!("{a} · {b}")));
        let note = language.fill("note.shown", &[("note", &"=two versions of one thesis")]);
        let value = summary.at(row + 1, 1);
        assert!(value.contains(&language.text("decided.pair")), "{value}");
        assert!(value.ends_with(&note), "{value}");
    }
}

#[test]
fn a_check_without_texts_compared_has_no_shares_and_a_matrix_of_cosines() {
    let made = hostile();
    let mut out = Vec::new();
    let result = CheckResult {
        copied: None,
        ..made.result.clone()
    };
    let check = Report {
        result: &result,
        ..made.check(Language::English)
    };
    check_xlsx(&mut out, check).unwrap();
    let sheets = read(&out);
    let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Summary",
            "Documents",
            "Pairs",
            "Evidence",
            "Groups",
            "Matrix",
            "Settings"
        ]
    );
    let pairs = named(&sheets, "Pairs");
    assert_eq!(pairs.at(1, pairs.column("Copied A")), "");
    // Every two of the documents that were read.
    let read = made.result.documents.len() - 1;
    let matrix = named(&sheets, "Matrix");
    assert_eq!(
        matrix.cells.len(),
        1 + 2 * made.result.documents.len() + read * (read - 1)
    );
}

#[test]
fn libreoffice_reads_every_cell_of_documents_and_pairs() {
    if !is_there("soffice", "libreoffice-calc") {
        return;
    }
    let made = hostile();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("check.xlsx");
    let bytes = workbook(&made, Language::English);
    std::fs::write(&file, &bytes).unwrap();
    // Comma, quotation mark, UTF-8; numbers as they are and not as shown; each sheet in a file of its own.
    let filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1";
    let files = convert(folder.path(), &file, &["--convert-to", filter]);
    let sheets = read(&bytes);
    assert_eq!(files.len(), sheets.len());
    for name in ["Documents", "Pairs", "Passages"] {
        let sheet = named(&sheets, name);
        let csv = files
            .iter()
            .find(|file| file.ends_with(format!("check-{name}.csv")))
            .unwrap();
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_path(csv)
            .unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), sheet.rows(), "{name}");
        for (row, record) in rows.iter().enumerate() {
            for (column, got) in record.iter().enumerate() {
                let expected = sheet.at(row, column);
                let is_number = sheet.numbers.contains(&(row, column));
                let equal = if is_number {
                    // LibreOffice writes a share as per cent, whatever the filter says.
                    let number = |text: &str| match text.strip_suffix('%') {
                        Some(percent) => percent.parse::<f64>().unwrap() / 100.0,
                        None => text.parse().unwrap(),
                    };
                    (number(got) - number(expected)).abs() < 1e-9
                } else {
                    got == expected
                };
                assert!(
                    equal,
                    "{name}, row {row}, column {column}: {got:?} for {expected:?}"
                );
            }
        }
    }
}
