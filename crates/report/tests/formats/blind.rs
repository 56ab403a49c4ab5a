//! Reports without names, where a person wrote names into the notes and into the name of the check, and where files and library
//! documents are named.

use std::sync::Arc;

use chachong_check::{CheckResult, Copied, Document, MissingPart, Origin};
use chachong_compare::{Decision, DocumentIndex};
use chachong_import::Warning;
use chachong_library::{Damage, DamagedPart, DocumentId};
use chachong_messages::Language;
use chachong_report::{Blinded, Report, ReportFormat, write_check};
use chachong_submission::{ClassList, SubmissionSettings};

use crate::made_check::Made;

#[test]
fn notes_on_decisions_name_nobody() {
    let names = ["a.docx", "b.docx"].map(str::to_owned);
    let made = Made::of(&names, 4_000, 1);
    let (a, b) = (DocumentIndex(0), DocumentIndex(1));
    let copies = made.result.copied.as_ref().unwrap();
    let mut choices = copies.shares.choices().clone();
    let passage = copies.copies.pairs[0].passages[0];
    choices.set_passage(a, b, &passage, false);
    choices.set_note(a, b, Some(&passage), "阎书窗 said so");
    choices.set_decision(a, b, Some(Decision::ToDiscuss));
    choices.set_note(a, b, None, "孟夜砚 (40000, myy@example.org) called back");
    choices.set_note(a, a, None, "written by 孟夜砚");
    let list = "学号,姓名\n40000,孟夜砚\n40001,阎书窗\n";
    let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
    let result = CheckResult {
        submission_settings: Arc::new(SubmissionSettings {
            list: Some(Arc::new(list)),
            ..SubmissionSettings::default()
        }),
        ..made.result.with_choices(choices)
    };
    let mut check = Report {
        result: &result,
        ..made.check(Language::English)
    };
    for blind in [false, true] {
        check.options.blind = blind;
        for format in [ReportFormat::Json, ReportFormat::Csv] {
            let mut out = Vec::new();
            write_check(format, &mut out, check).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("called back"), "{format:?}: {text}");
            for name in ["孟夜砚", "40000", "myy@example.org"] {
                assert_eq!(text.contains(name), !blind, "{format:?}: {name}");
            }
            assert!(!blind || !text.contains("阎书窗"), "{format:?}");
        }
    }
}

/// Returns the JSON report of a check.
fn json_of(check: Report<'_>) -> String {
    let mut out = Vec::new();
    write_check(ReportFormat::Json, &mut out, check).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_name_of_the_check_and_names_of_files_in_warnings_name_nobody() {
    let names = ["a.docx", "b.docx"].map(str::to_owned);
    let mut made = Made::of(&names, 4_000, 1);
    let list = "学号,姓名\n40000,孟夜砚\n40001,阎书窗\n";
    let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
    made.result.submission_settings = Arc::new(SubmissionSettings {
        list: Some(Arc::new(list)),
        ..SubmissionSettings::default()
    });
    let document = &mut Arc::make_mut(&mut made.result.documents)[0];
    if let Some(Ok(content)) = &mut document.outcome {
        content.warnings = vec![
            Warning::OtherFiles {
                names: vec!["chapters/MengYeyan-40000-intro".to_owned()],
            },
            Warning::EmbeddedFiles {
                names: vec!["阎书窗-data.xlsx".to_owned()],
            },
        ];
    }
    let mut check = made.check(Language::English);
    check.options.name = Some("Retake of 孟夜砚");
    for blind in [false, true] {
        check.options.blind = blind;
        let text = json_of(check);
        assert!(text.contains("-intro") && text.contains("-data.xlsx"));
        for name in ["MengYeyan", "阎书窗"] {
            assert_eq!(text.contains(name), !blind, "{name}: {text}");
        }
    }
    let blinded = Blinded::of(check).unwrap();
    let name = blinded.report(check).options.name;
    assert_eq!(name, Some("Retake of ×××"));
}

#[test]
fn library_documents_that_were_not_compared_are_not_named() {
    let names = ["a.docx", "b.docx"].map(str::to_owned);
    let mut made = Made::of(&names, 4_000, 1);
    let documents = Arc::make_mut(&mut made.result.documents);
    documents[1] = Document {
        name: "library:孟夜砚".to_owned(),
        origin: Origin::Library,
        ..documents[1].clone()
    };
    let damage = Damage {
        part: DamagedPart::Text,
        document: Some(DocumentId(7)),
        name: Some("阎书窗".to_owned()),
    };
    let withheld = Some(("孟夜砚".to_owned(), 30));
    let found: &mut Copied = made.result.copied.as_mut().unwrap();
    Arc::make_mut(&mut found.copies).missing = vec![
        MissingPart::damaged("theses".to_owned(), damage),
        MissingPart::withheld("theses".to_owned(), withheld),
    ];
    let mut check = made.check(Language::English);
    check.options.blind = true;
    let text = json_of(check);
    for name in ["阎书窗", "孟夜砚"] {
        assert!(!text.contains(name), "{name}: {text}");
    }
    let blinded = Blinded::of(check).unwrap();
    let notes = blinded.report(check).missing_notes();
    assert!(notes[0].contains("text of (name left out)"), "{notes:?}");
    assert!(notes[1].contains("characters of Library 001"), "{notes:?}");
}
