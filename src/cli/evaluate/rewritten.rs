//! `chachong evaluate --rewritten`: prints how many rewritten passages of labelled cases are found by leads, by kind.

use super::Arguments;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::{Stdout, print_stdout};
use crate::cli::progress::{SharedProgress, Work};
use crate::cli::table::{printable, table};
use chachong_check::{LeadError, in_pool};
use chachong_import::model_folders;
use chachong_lab::evaluate::{Cases, RewrittenEvaluation, RewrittenFigures, rewritten_json};
use chachong_messages::Language;
use chachong_semantics::open_model;

/// Measures how many labelled rewritten passages are found as leads, and prints the figures.
pub(super) fn run(
    read: &Cases,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let folders = model_folders(arguments.models.as_deref());
    let encoder = open_model(&folders).map_err(LeadError::from)?;
    let cases = read.cases.len();
    let progress = SharedProgress::start(Work::Preparing, cases, arguments.quiet, language);
    let evaluation = in_pool(arguments.threads, || {
        RewrittenEvaluation::of(&read.cases, &encoder, || progress.advance(cases))
    });
    progress.finish();
    if arguments.json {
        rewritten_json(&mut Stdout, &evaluation, &read.broken).map_err(CliError::Stdout)?;
        return Ok(Completion::Complete);
    }
    print_stdout(&in_a_table(&evaluation, language));
    print_stdout(&language.fill(
        "evaluate.false-leads-of",
        &[
            ("false", &evaluation.all.false_leads),
            ("characters", &evaluation.characters),
            ("texts", &evaluation.texts),
        ],
    ));
    Ok(Completion::Complete)
}

fn in_a_table(evaluation: &RewrittenEvaluation, language: Language) -> String {
    let headings = ["kind", "cases", "planted", "found", "recall", "false-leads"]
        .map(|column| language.text(&format!("evaluate.{column}")));
    let all = language.text("evaluate.all");
    let rows: Vec<Vec<String>> = (evaluation.kinds.iter())
        .chain([(&all, &evaluation.all)])
        .map(|(kind, figures)| row(kind, figures))
        .collect();
    let numbers: Vec<usize> = (1..headings.len()).collect();
    table(&headings, &rows, &numbers)
}

fn row(kind: &str, figures: &RewrittenFigures) -> Vec<String> {
    let recall = format!("{:.4}", figures.recall);
    vec![
        printable(kind),
        figures.cases.to_string(),
        figures.planted.to_string(),
        figures.found.to_string(),
        if figures.planted == 0 {
            "-".to_owned()
        } else {
            recall
        },
        figures.false_leads.to_string(),
    ]
}
