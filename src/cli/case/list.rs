//! `chachong case list`: a table, CSV or JSON.

use std::path::Path;

use serde::Serialize;

use chachong_case::{CaseId, CaseSummary};
use chachong_import::OwnTable;
use chachong_library::{CaseList, CaseStore};
use chachong_messages::{Language, minute};
use chachong_report::case::cases_csv;
use chachong_report::{Content, ReportError, write_file};

use super::{Arguments, CaseWork};
use crate::cli::declared_files;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::{Stdout, print_stderr, print_stdout};
use crate::cli::table::{printable, table};

/// Content of the file that `--csv` writes.
pub(in crate::cli) const CASES: Content = Content::Table(OwnTable::Cases);

/// List of cases as JSON.
#[derive(Serialize)]
struct Listed<'l> {
    cases: &'l [CaseSummary],
    /// Numbers of cases that are damaged.
    damaged: &'l [CaseId],
}

/// Prints or writes the list of the cases that pass the filters. Incomplete if a case is damaged.
pub(super) fn run(
    store: &dyn CaseStore,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let CaseWork::List {
        state,
        search,
        json,
        csv,
    } = &arguments.work
    else {
        return Ok(Completion::Complete);
    };
    let CaseList { mut cases, damaged } = store.cases()?;
    cases.retain(|case| {
        let is_in = |state: &String| case.state.name() == state;
        state.as_ref().is_none_or(is_in) && case.matches(search)
    });
    if *json {
        let listed = Listed {
            cases: &cases,
            damaged: &damaged,
        };
        print_json(&listed)?;
    } else if let Some(file) = csv {
        write_csv(file, &cases, arguments)?;
    } else {
        print_table(&cases, language);
    }
    for case in &damaged {
        print_stderr(&language.fill("cli.case.damaged", &[("number", &case.0)]));
    }
    Ok(Completion::complete_if(damaged.is_empty()))
}

/// Prints a value as JSON.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    let json = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    print_stdout(&json);
    Ok(())
}

fn write_csv(file: &Path, cases: &[CaseSummary], arguments: &Arguments) -> Result<(), CliError> {
    if file == Path::new("-") {
        return cases_csv(&mut Stdout, cases).map_err(CliError::Stdout);
    }
    let inputs = declared_files::of_case(arguments).inputs;
    let written: Result<(), ReportError> =
        write_file(file, CASES, &inputs, |out| cases_csv(out, cases));
    Ok(written?)
}

fn print_table(cases: &[CaseSummary], language: Language) {
    if cases.is_empty() {
        print_stdout(&language.text("cli.case.none"));
        return;
    }
    let headings = [
        "column.number",
        "case.state",
        "cli.report.changed",
        "column.student",
        "column.document",
        "cli.case.sources",
        "cli.case.passages",
        "cli.case.check",
    ]
    .map(|key| language.text(key));
    let row = |case: &CaseSummary| {
        vec![
            case.id.0.to_string(),
            printable(&language.case_state(&case.state)),
            minute(case.changed_at),
            printable(case.author.as_deref().unwrap_or_default()),
            printable(&names(&case.documents, language)),
            printable(&names(&case.sources, language)),
            case.passages.to_string(),
            printable(&case.check),
        ]
    };
    let rows: Vec<Vec<String>> = cases.iter().map(row).collect();
    print_stdout(&table(&headings, &rows, &[0, 6]));
}

/// Returns the first of several names, with the number of the others.
fn names(names: &[String], language: Language) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first, others @ ..] => language.fill(
            "cli.case.and-others",
            &[("name", first), ("count", &others.len())],
        ),
    }
}
