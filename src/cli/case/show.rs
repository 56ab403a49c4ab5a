//! `chachong case show`: one case with its documents, its passages and its history.

use serde::Serialize;

use chachong_case::{Case, CaseDocument, CaseEntry, CaseId, CasePassage, CaseText};
use chachong_check::shown::joined_parts;
use chachong_compare::PassageKind;
use chachong_library::CaseStore;
use chachong_messages::{Language, minute_by_clock, minute_with_zone, percent};

use super::list::print_json;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::print_stdout;
use crate::cli::table::{printable, table};

/// JSON of a case.
#[derive(Serialize)]
struct CaseJson<'c> {
    id: CaseId,
    #[serde(flatten)]
    case: &'c Case,
}

pub(super) fn run(
    store: &dyn CaseStore,
    number: CaseId,
    json: bool,
    language: Language,
) -> Result<Completion, CliError> {
    let case = store.case(number)?;
    if json {
        let shown = CaseJson {
            id: number,
            case: &case,
        };
        print_json(&shown)?;
        return Ok(Completion::Complete);
    }
    print_summary(number, &case, language);
    print_documents(&case, language);
    for (at, passage) in (1..).zip(&case.evidence.passages) {
        print_passage(at, passage, &case, language);
    }
    print_history(&case, language);
    Ok(Completion::Complete)
}

fn print_summary(number: CaseId, case: &Case, language: Language) {
    let evidence = &case.evidence;
    let subject = language.case_subject(evidence.subject);
    print_stdout(&language.fill(
        "cli.case.heading",
        &[
            ("number", &number.0),
            ("subject", &subject),
            ("check", &printable(&evidence.check)),
            (
                "time",
                &minute_with_zone(evidence.checked_at, evidence.utc_offset),
            ),
        ],
    ));
    let line = |key: &str, words: &str| print_stdout(&printable(&language.case_named(key, words)));
    line("case.state", &language.case_state(case.state()));
    if let Some(grounds) = case.grounds() {
        line("case.grounds", &language.case_grounds(grounds));
    }
    if let Some(statement) = case.statement() {
        line("case.statement", statement);
    }
}

fn print_documents(case: &Case, language: Language) {
    let headings = [
        "cli.case.role",
        "column.document",
        "column.student",
        "record.student-number",
        "cli.case.copied",
        "cli.case.in-common",
        "cli.case.sha256",
    ]
    .map(|key| language.text(key));
    let copied = |document: &CaseDocument| match document.in_common {
        Some([of_questioned, _]) => [
            String::new(),
            format!("{} / {}", of_questioned.characters, of_questioned.countable),
        ],
        None => [
            format!(
                "{} ({} / {})",
                percent(document.copied.share()),
                document.copied.characters,
                document.copied.countable
            ),
            String::new(),
        ],
    };
    let rows: Vec<Vec<String>> = (case.evidence.documents.iter().enumerate())
        .map(|(at, document)| {
            let role = if at < case.evidence.in_question {
                "cli.case.in-question"
            } else {
                "cli.case.source"
            };
            let text = |text: &Option<String>| printable(text.as_deref().unwrap_or_default());
            let [copied, in_common] = copied(document);
            vec![
                language.text(role),
                printable(&document.name),
                text(&document.author),
                text(&document.student_number),
                copied,
                in_common,
                text(&document.original_sha256),
            ]
        })
        .collect();
    print_stdout(&format!("\n{}", table(&headings, &rows, &[])));
}

fn print_passage(number: usize, passage: &CasePassage, case: &Case, language: Language) {
    let kind = match passage.kind {
        PassageKind::Identical => "passage.identical",
        PassageKind::Edited => "passage.edited",
    };
    let heading = language.fill(
        "passage.heading",
        &[
            ("number", &number),
            ("kind", &language.text(kind)),
            (
                "similarity",
                &percent(f64::from(passage.similarity) / 1000.0),
            ),
        ],
    );
    print_stdout(&format!("\n{heading}"));
    let sides = [
        (passage.document, &passage.in_document),
        (passage.source, &passage.in_source),
    ];
    for (document, side) in sides {
        if let Some(document) = case.evidence.documents.get(document) {
            print_side(document, side, language);
        }
    }
}

fn print_side(document: &CaseDocument, side: &CaseText, language: Language) {
    let attribution = language.attribution(side.attribution.group);
    let place = language.fill(
        "cli.case.side",
        &[
            ("name", &printable(&document.name)),
            ("counting", &side.counting),
            ("characters", &side.characters),
            ("attribution", &attribution),
        ],
    );
    let [_, text, _] = joined_parts(["", &side.text, ""], document.joins_lines);
    let text: String = text.into_iter().flatten().collect();
    print_stdout(&format!("{place}\n{text}"));
}

fn print_history(case: &Case, language: Language) {
    let headings = ["cli.case.time", "cli.case.by", "cli.case.what"].map(|key| language.text(key));
    let row = |entry: &CaseEntry| {
        vec![
            minute_by_clock(entry.at, case.evidence.utc_offset),
            printable(&entry.by),
            printable(&language.case_change(&entry.change)),
        ]
    };
    let rows: Vec<Vec<String>> = case.history.iter().map(row).collect();
    print_stdout(&format!("\n{}", table(&headings, &rows, &[])));
}
