//! Leads to rewritten passages in the reports of a whole check: JSON by its schema, the workbook, blind reports, and that
//! nothing else of a report changes.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use boon::{Compiler, Schemas};
use chachong_check::{
    Document, FoundLead, LIBRARY_PREFIX, LeadEnd, LeadExtent, Origin, PersonsWord, PlacedLead,
    PlacedLeads, SentencePair,
};
use chachong_compare::Decision;
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::Language;
use chachong_report::{
    Inputs, OutputWatch, Report, ReportFormat, ReportScope, Target, check_json, check_xlsx,
    documents_csv, pairs_csv, write_check, write_reports,
};
use chachong_semantics::LeadKind;
use serde_json::{Value, json};

use crate::made_check::Made;

/// Names that a blind report must not have.
const NAMES: [&str; 5] = ["孟夜砚", "阎书窗", "廖灯廊", "秦夜航", "wxw@example.org"];
/// Formats with a report of the whole check.
const WHOLE: [ReportFormat; 4] = [
    ReportFormat::Xlsx,
    ReportFormat::Csv,
    ReportFormat::DocumentsCsv,
    ReportFormat::Json,
];

fn made() -> Made {
    let names = ["a_孟夜砚.docx", "b_<script>阎书窗.docx", "=c.docx"].map(str::to_owned);
    Made::of(&names, 4_000, 1)
}

/// Makes a confirmed, an undecided and a dismissed lead; the second is to a member that the check does not list.
fn leads(made: &Made) -> PlacedLeads {
    let mut member = made.result.documents[2].clone();
    member.name = format!("{LIBRARY_PREFIX}=廖灯廊.docx");
    member.path = "廖灯廊.docx".into();
    member.origin = Origin::Library;
    let span = |start, end| Span { start, end };
    let end = |document: &Document| LeadEnd {
        name: document.name.as_str().into(),
        kept: None,
    };
    let lead = |b: usize, expected_by_chance: f64, word: Option<(Decision, Option<&str>)>| {
        let [from, to] = [span(600, 780), span(900, 1_100)];
        let sentences = [(Some(from), Some(to)), (None, Some(span(1_100, 1_130)))];
        PlacedLead {
            a: DocumentIndex(0),
            b: DocumentIndex(b),
            lead: FoundLead {
                a: end(&made.result.documents[0]),
                b: end(made.result.documents.get(b).unwrap_or(&member)),
                in_a: from,
                in_b: to,
                kind: if b == 3 {
                    LeadKind::Translated
                } else {
                    LeadKind::Rewritten
                },
                expected_by_chance,
                sentences: sentences.map(|(a, b)| SentencePair { a, b }).into(),
                word: word.map(|(word, note)| PersonsWord {
                    word,
                    at: 1_700_000_000,
                    note: note.map(str::to_owned),
                }),
            },
        }
    };
    let confirmed = Some((Decision::Confirmed, Some("=the same thought")));
    PlacedLeads {
        list: vec![
            lead(2, 0.000_012_345_6, confirmed),
            lead(3, 0.02, None),
            lead(1, 0.3, Some((Decision::NotPlagiarism, None))),
        ],
        members: vec![member],
        extent: LeadExtent {
            documents: 3,
            members: 12,
            members_left: 4,
            unread: vec![
                made.result.documents[1].name.clone(),
                "秦夜航.txt".to_owned(),
            ],
        },
    }
}

fn json_of(check: Report<'_>) -> Value {
    let mut out = Vec::new();
    check_json(&mut out, check).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// Texts of a workbook: its sheets' names, its cells' texts, each sheet's XML, by the part's name.
fn parts(bytes: &[u8]) -> BTreeMap<String, String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = zip
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    let read = |name: String| {
        let mut text = String::new();
        zip.by_name(&name).unwrap().read_to_string(&mut text).ok();
        (name, text)
    };
    names.into_iter().map(read).collect()
}

fn workbook(check: Report<'_>) -> BTreeMap<String, String> {
    let mut out = Vec::new();
    check_xlsx(&mut out, check).unwrap();
    parts(&out)
}

#[test]
fn the_json_report_lists_leads_as_the_schema_says_and_nothing_else_changes() {
    let mut made = made();
    let plain = json_of(made.check(Language::English));
    assert!(plain.get("leads").is_none());
    made.result.leads = Some(Arc::new(leads(&made)));
    let mut report = json_of(made.check(Language::English));
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = include_str!("../../../../assets/report/check.schema.json");
    let name = "urn:chachong:check:1";
    let schema = serde_json::from_str(schema).unwrap();
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    let validated = schemas.validate(&report, index);
    assert!(validated.is_ok(), "{:#}", validated.unwrap_err());
    for (at, field) in [("/leads/0", "unnamed"), ("/leads/0/decided", "unnamed")] {
        let mut changed = report.clone();
        changed.pointer_mut(at).unwrap()[field] = Value::Null;
        assert!(schemas.validate(&changed, index).is_err(), "{at}/{field}");
    }
    let listed = report.as_object_mut().unwrap().remove("leads").unwrap();
    assert_eq!(report, plain);
    assert_eq!(
        listed[0],
        json!({
            "a": "a_孟夜砚.docx", "b": "=c.docx", "kind": "rewritten", "strength": "striking",
            "expected_by_chance": 0.000_012_3,
            "from": {"start": 600, "end": 780}, "to": {"start": 900, "end": 1100},
            "decided": {"word": "confirmed", "at": "2023-11-14T22:13:20Z", "note": "=the same thought"},
        })
    );
    assert_eq!(listed[1]["kind"], "translated");
    assert_eq!(listed[1]["b"], "library:=廖灯廊.docx");
    assert!(listed[1].get("decided").is_none());
    assert_eq!(listed[2]["decided"]["word"], "dismissed");
    assert!(listed[2]["decided"].get("note").is_none());
    made.result.leads = Some(Arc::default());
    assert_eq!(json_of(made.check(Language::English))["leads"], json!([]));
}

#[test]
fn the_workbook_has_a_sheet_of_leads_only_where_they_were_sought() {
    let plain = made();
    let mut made = made();
    made.result.leads = Some(Arc::new(leads(&made)));
    for (language, _) in Language::ALL {
        let check = made.check(language);
        let name = format!("name=\"{}\"", language.text("leads.report-sheet"));
        let plain = workbook(plain.check(language));
        assert!(!plain["xl/workbook.xml"].contains(&name));
        let with = workbook(check);
        assert!(with["xl/workbook.xml"].contains(&name));
        assert_eq!(with, workbook(check), "the same bytes");
        // The sheet stands after that of the evidence, the sixth.
        let sheet = &with["xl/worksheets/sheet6.xml"];
        assert_eq!(sheet.matches("<row ").count(), 3, "headings and two leads");
        assert!(sheet.contains("<v>0.0000123</v>") && !sheet.contains("<f>"));
        let texts = &with["xl/sharedStrings.xml"];
        let dismissed = language.fill("leads.report-dismissed", &[("count", &1)]);
        let start: String = (made.result.documents[0]
            .content()
            .unwrap()
            .text
            .text()
            .unwrap())
        .chars()
        .skip(600)
        .take(20)
        .collect();
        for words in [
            &language.text("lead.explanation"),
            &language.text("lead.kind-translated"),
            &language.text("lead.strength-striking"),
            &dismissed,
            &start,
            "=the same thought",
            "秦夜航.txt",
        ] {
            assert!(texts.contains(words), "{words}");
            assert!(
                words == "=the same thought"
                    || !plain["xl/sharedStrings.xml"].contains(words)
                    || words == start
            );
        }
    }
}

#[test]
fn tables_of_documents_and_pairs_know_no_leads() {
    let mut made = made();
    let tables = |check: Report<'_>| {
        let (mut pairs, mut documents) = (Vec::new(), Vec::new());
        pairs_csv(&mut pairs, check).unwrap();
        documents_csv(&mut documents, check).unwrap();
        [pairs, documents]
    };
    let plain = tables(made.check(Language::Chinese));
    made.result.leads = Some(Arc::new(leads(&made)));
    assert_eq!(tables(made.check(Language::Chinese)), plain);
}

fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            let bytes = std::fs::read(&path).unwrap();
            found.push((path.display().to_string(), bytes));
        }
    }
}

#[test]
fn blind_reports_number_the_members_that_leads_name() {
    let mut made = made();
    let mut leads = leads(&made);
    let mut lost = leads.members[0].clone();
    lost.name = format!("{LIBRARY_PREFIX}秦夜航.docx");
    lost.outcome = None;
    leads.members.push(lost);
    leads.list[0].lead.word.as_mut().unwrap().note = Some("ask wxw@example.org".to_owned());
    made.result.leads = Some(Arc::new(leads));
    let mut check = made.check(Language::English);
    check.options.blind = true;
    for format in WHOLE {
        let mut out = Vec::new();
        write_check(format, &mut out, check).unwrap();
        let text = match format {
            ReportFormat::Xlsx => parts(&out).into_values().collect(),
            _ => String::from_utf8(out).unwrap(),
        };
        for name in NAMES {
            assert!(!text.contains(name), "{format:?} names {name}");
        }
        if format == ReportFormat::Json {
            let report: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(report["leads"][1]["a"], "Thesis 001");
            assert_eq!(report["leads"][1]["b"], "library:Library 001");
            assert_eq!(report["leads"][0]["b"], "Thesis 003");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let targets = [ReportFormat::Html, ReportFormat::Docx, ReportFormat::Pdf]
        .map(|format| Target::in_folder(format, folder.path(), true).unwrap());
    let written = write_reports(
        check,
        &targets,
        ReportScope::Check,
        &Inputs::default(),
        &OutputWatch::NOBODY,
    );
    assert!(written.failed.is_empty(), "{:?}", written.failed);
    let mut found = Vec::new();
    files(folder.path(), &mut found);
    let mut numbered = 0;
    for (file, bytes) in found {
        let text: String = if bytes.starts_with(b"PK") && file.contains("docx") {
            parts(&bytes).into_values().collect()
        } else {
            String::from_utf8_lossy(&bytes).into_owned()
        };
        numbered += usize::from(text.contains("Library 001"));
        for name in NAMES {
            assert!(
                !text.contains(name) && !file.contains(name),
                "{file} names {name}"
            );
        }
    }
    assert!(numbered >= 3, "the index, a page and a DOCX: {numbered}");
}
