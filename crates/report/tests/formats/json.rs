//! JSON reports, read back.

use std::sync::Arc;

use chachong_messages::Language;
use chachong_record::{Certainty, Stated, StatedPlace};
use chachong_report::{ReportFormat, write_check};

use crate::made_check::Made;

#[test]
fn a_guessed_title_stands_only_in_the_record_with_its_certainty() {
    let names = ["a.docx", "b.docx"].map(str::to_owned);
    let mut made = Made::of(&names, 4_000, 1);
    let documents = Arc::make_mut(&mut made.result.documents);
    let certainties = [Certainty::Guess, Certainty::Likely];
    for (document, certainty) in documents.iter_mut().zip(certainties) {
        if let Some(Ok(content)) = &mut document.outcome {
            content.record.title = Some(Stated {
                value: "夜间图书馆的灯光".to_owned(),
                place: StatedPlace::FileName,
                certainty,
            });
        }
    }
    let mut out = Vec::new();
    write_check(ReportFormat::Json, &mut out, made.check(Language::English)).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
    let [guessed, likely] = [0, 1].map(|at| &report["documents"][at]);
    assert!(guessed["title"].is_null(), "{guessed}");
    assert_eq!(guessed["record"][0]["certainty"], "guess");
    assert_eq!(guessed["record"][0]["value"], likely["title"]);
}
