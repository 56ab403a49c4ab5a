//! Reports without names, where a person wrote names into the notes.

use std::sync::Arc;

use chachong_check::CheckResult;
use chachong_compare::{Decision, DocumentIndex};
use chachong_messages::Language;
use chachong_report::{Report, ReportFormat, write_check};
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
