//! `chachong evaluate`: how well passages are found in labelled cases, by kind and over all.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

use super::progress::{Progress, Work};
use super::table::{printable, table};
use super::{complain, say};
use crate::evaluate::{BrokenLine, Cases, Evaluation, Figures, LineError, judge};
use crate::i18n::Language;

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) cases: PathBuf,
    pub(super) json: bool,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

/// Whether there was a case.
pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    let Some(read) = read(&arguments.cases, language) else {
        return false;
    };
    for broken in &read.broken {
        complain(&language.fill(
            "evaluate.line",
            &[("line", &broken.line), ("cause", &cause(broken, language))],
        ));
    }
    if read.cases.is_empty() {
        complain(&language.text("evaluate.nothing-read"));
        return false;
    }
    let progress = Progress::start(Work::Aligning, read.cases.len(), arguments.quiet, language);
    let progress = Mutex::new(progress);
    let judge = || {
        judge(&read.cases, || {
            if let Ok(mut progress) = progress.lock() {
                progress.advance();
            }
        })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0));
    let judged = match pool.build() {
        Ok(pool) => pool.install(judge),
        // Without threads of its own it takes those there are.
        Err(_) => judge(),
    };
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    let evaluation = Evaluation::of(&read.cases, &judged);
    if arguments.json {
        return write_json(&evaluation, &read.broken).is_ok();
    }
    say(&in_a_table(&evaluation, language));
    true
}

fn read(cases: &Path, language: Language) -> Option<Cases> {
    if cases == Path::new("-") {
        return Some(Cases::read(std::io::stdin().lock()));
    }
    match File::open(cases) {
        Ok(file) => Some(Cases::read(file)),
        Err(error) => {
            complain(&format!(
                "{}: {}",
                printable(&cases.to_string_lossy()),
                language.fill("import.unreadable.reason", &[("detail", &error)])
            ));
            None
        }
    }
}

fn cause(broken: &BrokenLine, language: Language) -> String {
    match &broken.cause {
        LineError::Form(error) => {
            language.fill("evaluate.line-form", &[("detail", &detail(error))])
        }
        LineError::Misplaced(number) => {
            language.fill("evaluate.line-misplaced", &[("number", number)])
        }
        LineError::Unreadable(error) => {
            language.fill("evaluate.line-unreadable", &[("detail", error)])
        }
    }
}

/// The error without the line, which is always the first: each line is read by itself.
fn detail(error: &serde_json::Error) -> String {
    printable(&error.to_string().replace("at line 1 column", "at column"))
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

/// A figure of nothing is none.
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
        share(figures.small_found, figures.small),
    ]
}

#[derive(Serialize)]
struct Report<'a> {
    version: &'static str,
    kinds: Vec<Row<'a>>,
    all: Row<'a>,
    broken_lines: Vec<Broken>,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    cases: usize,
    planted: usize,
    found: usize,
    precision: Option<f64>,
    recall: Option<f64>,
    granularity: Option<f64>,
    plagdet: Option<f64>,
    clean: usize,
    clean_flagged: usize,
    share_error: f64,
    small: usize,
    small_found: usize,
}

#[derive(Serialize)]
struct Broken {
    line: usize,
    message: String,
}

impl<'a> Row<'a> {
    fn new(kind: Option<&'a str>, figures: &Figures) -> Self {
        let scores = &figures.scores;
        // Beyond six decimals are the roundings of sums.
        let round = |value: f64| (value * 1e6).round() / 1e6;
        let of = |n: usize, value: f64| (n > 0).then(|| round(value));
        Self {
            kind,
            cases: figures.cases,
            planted: scores.planted,
            found: scores.found,
            precision: of(scores.found, scores.precision),
            recall: of(scores.planted, scores.recall),
            granularity: of(scores.planted.min(scores.found), scores.granularity),
            plagdet: of(scores.planted, scores.plagdet()),
            clean: figures.clean,
            clean_flagged: figures.clean_flagged,
            share_error: round(figures.share_error),
            small: figures.small,
            small_found: figures.small_found,
        }
    }
}

fn write_json(evaluation: &Evaluation, broken: &[BrokenLine]) -> std::io::Result<()> {
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        kinds: evaluation
            .kinds
            .iter()
            .map(|(kind, figures)| Row::new(Some(kind), figures))
            .collect(),
        all: Row::new(None, &evaluation.all),
        broken_lines: broken
            .iter()
            .map(|broken| Broken {
                line: broken.line,
                message: broken.cause.to_string(),
            })
            .collect(),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &report)?;
    writeln!(out)
}
