//! Lower estimates in reports (the PDF's test stands beside its code): what was recognised in pictures of one document marks its shares and those of the
//! documents that have text in common with it, and nothing else.

use chachong_compare::DocumentIndex;
use std::sync::Arc;

use chachong_check::Document;
use chachong_import::Warning;
use chachong_messages::Language;
use chachong_report::{
    Inputs, ReportFormat, check_json, check_xlsx, document_docx, document_html, documents_csv,
    html_report, pair_html, pairs_csv, write_check,
};
use chachong_text::Places;
use serde_json::Value;

use crate::made_check::Made;
use crate::workbook::part;

/// Number of the document whose pages are recognised, and of the one that has text from it; the third has none.
const SCAN: usize = 0;
const COPY: usize = 1;
const OTHER: usize = 2;

/// Three documents of which the first two have text in common; where `scan`, pages of the first are recognised.
fn made(scan: bool) -> Made {
    let names = ["a.pdf", "b.docx", "c.docx"].map(str::to_owned);
    let mut made = Made::of(&names, 4_000, 1);
    if scan {
        recognise(&mut Arc::make_mut(&mut made.result.documents)[SCAN]);
    }
    made
}

fn recognise(document: &mut Document) {
    if let Some(Ok(reading)) = &mut document.outcome {
        reading.warnings.push(Warning::RecognisedPages {
            pages: vec![2, 5, 6, 7],
            doubtful: Places::default(),
        });
    }
}

/// Cells of a column of a CSV, by its heading.
fn column(bytes: &[u8], heading: &str) -> Vec<String> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
    let place = reader
        .headers()
        .unwrap()
        .iter()
        .position(|one| one == heading);
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row[place.unwrap()].to_owned()).collect()
}

/// Share of a document as reports show a lower estimate.
fn share(made: &Made, position: usize) -> String {
    let share = made.result.shares().unwrap().documents()[position]
        .shown()
        .share();
    format!("≥ {:.1} %", share * 100.0)
}

fn docx(made: &Made, language: Language, position: usize) -> String {
    let (check, mut out) = (made.check(language), Vec::new());
    document_docx(&mut out, check, DocumentIndex(position)).unwrap();
    part(&out, "word/document.xml")
}

fn html(made: &Made, language: Language, position: usize) -> String {
    let mut out = Vec::new();
    let check = made.check(language);
    document_html(&mut out, check, DocumentIndex(position)).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_csv_says_which_shares_are_lower_estimates_and_keeps_the_numbers() {
    let (plain, made) = (made(false), made(true));
    let written = |made: &Made| {
        let (mut documents, mut pairs) = (Vec::new(), Vec::new());
        let check = made.check(Language::English);
        documents_csv(&mut documents, check).unwrap();
        pairs_csv(&mut pairs, check).unwrap();
        (documents, pairs)
    };
    let (documents, pairs) = written(&made);
    let (plain_documents, plain_pairs) = written(&plain);
    assert_eq!(column(&documents, "lower_estimate"), ["yes", "yes", "no"]);
    assert_eq!(column(&pairs, "lower_estimate"), ["yes"]);
    assert_eq!(column(&plain_documents, "lower_estimate"), ["no"; 3]);
    assert_eq!(column(&plain_pairs, "lower_estimate"), ["no"]);
    for heading in ["total_copied_share", "countable_characters"] {
        assert_eq!(
            column(&documents, heading),
            column(&plain_documents, heading)
        );
    }
    let shares = column(&pairs, "copied_share_a");
    assert_eq!(shares, column(&plain_pairs, "copied_share_a"));
    assert!(shares[0].parse::<f64>().unwrap() > 0.1);
}

#[test]
fn a_json_has_a_field_beside_the_shares() {
    let made = made(true);
    let mut out = Vec::new();
    check_json(&mut out, made.check(Language::English)).unwrap();
    let report: Value = serde_json::from_slice(&out).unwrap();
    let lower = |document: usize| report["documents"][document]["lower_estimate"].clone();
    assert_eq!([SCAN, COPY, OTHER].map(lower), [true, true, false]);
    assert_eq!(report["pairs"][0]["lower_estimate"], true);
    assert!(report["pairs"][0]["copied_share_a"].is_number());
}

#[test]
fn a_workbook_keeps_numbers_and_shows_the_sign_by_their_format() {
    let workbook = |made: &Made| {
        let mut out = Vec::new();
        check_xlsx(&mut out, made.check(Language::English)).unwrap();
        [
            part(&out, "xl/styles.xml"),
            part(&out, "xl/sharedStrings.xml"),
        ]
    };
    let [styles, strings] = workbook(&made(true));
    assert!(styles.contains("≥"), "{styles}");
    assert!(strings.contains("a.pdf (page 2, 5–7)"), "{strings}");
    assert!(!strings.contains("<t>≥"), "no share is a text: {strings}");
    let [styles, strings] = workbook(&made(false));
    assert!(!styles.contains("≥") && !strings.contains("≥"));
}

#[test]
fn reports_for_people_have_the_sign_and_name_the_pages() {
    for (language, pages) in [
        (Language::English, "a.pdf (page 2, 5–7)"),
        (Language::Chinese, "a.pdf（第 2, 5–7 页）"),
    ] {
        let (plain, made) = (made(false), made(true));
        for position in [SCAN, COPY] {
            let share = share(&made, position);
            for written in [docx, html] {
                let report = written(&made, language, position);
                assert!(report.contains(&share), "{share}: {report}");
                assert!(report.contains(pages), "{report}");
                for figure in ["shares.weighted", "shares.reworded", "pdf.passages"] {
                    assert!(report.contains(&language.text(figure)), "{figure}");
                }
                assert!(!written(&plain, language, position).contains('≥'));
            }
        }
        let check = made.check(language);
        let mut pair = Vec::new();
        pair_html(&mut pair, check, &check.result.findings.pairs[0]).unwrap();
        let pair = String::from_utf8(pair).unwrap();
        assert!(pair.contains("≥ ") && pair.contains(pages), "{pair}");
        let folder = tempfile::tempdir().unwrap();
        html_report(
            folder.path(),
            check,
            &Inputs::default(),
            &|_, _| {},
            &|| false,
        )
        .unwrap();
        let index = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
        assert!(index.contains(&share(&made, SCAN)), "{index}");
        assert!(index.contains(pages), "{index}");
    }
}

#[test]
fn a_document_that_has_nothing_from_recognised_text_is_left_alone() {
    let made = made(true);
    let report = html(&made, Language::English, OTHER);
    let figures = report.split("id=\"facts\"").next().unwrap();
    assert!(!figures.contains('≥'), "{figures}");
}

#[test]
fn a_blind_report_says_so_without_the_name() {
    let made = made(true);
    let mut check = made.check(Language::English);
    check.options.blind = true;
    let mut out = Vec::new();
    write_check(ReportFormat::Xlsx, &mut out, check).unwrap();
    let strings = part(&out, "xl/sharedStrings.xml");
    assert!(
        strings.contains("(page 2, 5–7)") && !strings.contains("a.pdf"),
        "{strings}"
    );
}
