//! CSV table of the cases of a library.

use std::io::{self, Write};

use chachong_case::{CaseSummary, Grounds, Outcome};
use chachong_import::OwnTable;
use chachong_messages::minute;

use crate::csv::{cell, rows_csv};

/// Writes a CSV table with one row for each case. Several names in a cell are separated by line breaks; times are in
/// the system's time zone.
///
/// # Errors
/// Fails if `out` does.
pub fn cases_csv(out: &mut dyn Write, cases: &[CaseSummary]) -> io::Result<()> {
    let rows = cases.iter().map(|case| {
        let outcome = case.state.outcome();
        let grounds = case.grounds.as_ref();
        let text = |text: Option<&str>| cell(text.unwrap_or_default()).into_owned();
        [
            case.id.0.to_string(),
            case.state.name().to_owned(),
            text(outcome.map(Outcome::name)),
            text(outcome.and_then(Outcome::words)),
            text(grounds.map(Grounds::name)),
            text(grounds.and_then(Grounds::words)),
            case.subject.name().to_owned(),
            text(Some(&case.documents.join("\n"))),
            text(case.author.as_deref()),
            text(case.student_number.as_deref()),
            text(Some(&case.sources.join("\n"))),
            case.passages.to_string(),
            text(Some(&case.check)),
            minute(case.opened_at),
            text(Some(&case.opened_by)),
            minute(case.changed_at),
            text(Some(&case.changed_by)),
        ]
    });
    rows_csv(out, OwnTable::Cases, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_case::{
        Case, CaseChange, CaseDocument, CaseEntry, CaseEvidence, CaseId, CaseState,
    };

    #[test]
    fn a_row_has_the_case_and_nothing_that_a_spreadsheet_runs() {
        let document = |name: &str| CaseDocument {
            name: name.to_owned(),
            author: Some("=1+1".to_owned()),
            ..CaseDocument::default()
        };
        let evidence = CaseEvidence {
            check: "2026 届".to_owned(),
            documents: ["甲.docx", "乙.pdf", "丙, 丁.txt"].map(document).into(),
            in_question: 1,
            ..CaseEvidence::default()
        };
        let mut case = Case::open(evidence, 1_700_000_000, "周老师");
        let outcome = Outcome::Other("重写\n第三章".to_owned());
        case.add(CaseEntry {
            at: 1_700_000_060,
            by: String::new(),
            change: CaseChange::State(CaseState::Decided(outcome)),
        });
        let mut out = Vec::new();
        cases_csv(&mut out, &[case.summary(CaseId(7))]).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (head, row) = text.split_once("\r\n").unwrap();
        let columns = OwnTable::Cases.columns().join(",");
        assert_eq!(head.trim_start_matches('\u{FEFF}'), columns);
        for part in [
            "7,decided,other,\"重写\n第三章\",,,pair,甲.docx,'=1+1,,",
            ",\"乙.pdf\n丙, 丁.txt\",0,2026 届,",
            ",周老师,",
        ] {
            assert!(row.contains(part), "{part} in {row}");
        }
    }
}
