//! `chachong evaluate` on labelled cases of passages: prints the figures by kind and in total.

use super::{Arguments, EvaluationError};
use crate::cli::error::{CliError, Completion};
use crate::cli::output::{Stdout, print_stdout};
use crate::cli::progress::{SharedProgress, Work};
use crate::cli::table::{printable, table};
use chachong_check::in_pool;
use chachong_lab::evaluate::{Cases, Evaluation, Figures, evaluation_json, judge};
use chachong_messages::Language;

/// Measures how much of the labelled passages is found, and prints the figures.
pub(super) fn run(
    read: &Cases,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    if arguments.csv.is_some() || !arguments.schemes.is_empty() {
        return Err(EvaluationError::PairsOnly.into());
    }
    let cases = read.cases.len();
    let progress = SharedProgress::start(Work::Aligning, cases, arguments.quiet, language);
    let judged = in_pool(arguments.threads, || {
        judge(&read.cases, arguments.weakest, || progress.advance(cases))
    });
    progress.finish();
    let evaluation = Evaluation::of(&read.cases, &judged);
    if arguments.json {
        evaluation_json(&mut Stdout, &evaluation, &read.broken).map_err(CliError::Stdout)?;
        return Ok(Completion::Complete);
    }
    print_stdout(&in_a_table(&evaluation, language));
    Ok(Completion::Complete)
}

fn in_a_table(evaluation: &Evaluation, language: Language) -> String {
    let headings = [
        "kind",
        "cases",
        "planted",
        "found",
        "precision",
        "recall",
        "granularity",
        "plagdet",
        "clean-flagged",
        "share-error",
        "copied",
        "reworded",
        "small-found",
    ]
    .map(|column| language.text(&format!("evaluate.{column}")));
    let all = language.text("evaluate.all");
    let rows: Vec<Vec<String>> = evaluation
        .kinds
        .iter()
        .map(|(kind, figures)| (kind, figures))
        .chain([(&all, &evaluation.all)])
        .map(|(kind, figures)| row(kind, figures))
        .collect();
    let numbers: Vec<usize> = (1..headings.len()).collect();
    table(&headings, &rows, &numbers)
}

/// Cells of one kind; a figure over no cases is shown as "-".
fn row(kind: &str, figures: &Figures) -> Vec<String> {
    let scores = &figures.scores;
    let of = |n: usize, value: String| if n == 0 { "-".to_owned() } else { value };
    let share = |n: usize, of: usize| {
        if of == 0 {
            "-".to_owned()
        } else {
            format!("{n} / {of}")
        }
    };
    vec![
        printable(kind),
        figures.cases.to_string(),
        scores.planted.to_string(),
        scores.found.to_string(),
        of(scores.found, format!("{:.4}", scores.precision)),
        of(scores.planted, format!("{:.4}", scores.recall)),
        of(
            scores.planted.min(scores.found),
            format!("{:.4}", scores.granularity),
        ),
        of(scores.planted, format!("{:.4}", scores.plagdet())),
        share(figures.clean_flagged, figures.clean),
        format!("{:.4}", figures.share_error),
        of(scores.planted, format!("{:.4}", figures.copied)),
        of(scores.planted, format!("{:.4}", figures.reworded)),
        share(figures.small_found, figures.small),
    ]
}
