//! `chachong evaluate`: figures of this program on labelled cases. Handles cases of passages, by kind and in total;
//! pairs of documents are handled by `labelled` and made by `make_pairs`.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

use super::progress::{Progress, Work};
use super::table::{printable, table};
use super::{complain, labelled, say};
use crate::compare::Strength;
use crate::evaluate::{
    BrokenLine, Cases, Evaluation, Figures, Labelled, LineError, PAIRS_FILE, judge,
};
use crate::i18n::Language;

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) cases: PathBuf,
    pub(super) json: bool,
    /// Names of methods; empty for all.
    pub(super) schemes: Vec<String>,
    /// Weakest strength of passages that count.
    pub(super) weakest: Strength,
    /// Maximum share of clean pairs that may be flagged, 0..=1.
    pub(super) false_alarms: f64,
    pub(super) csv: Option<PathBuf>,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

/// Runs the command; returns whether there was a case and all outputs were written.
pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    match read(&arguments.cases, language) {
        Some(Labelled::Passages(cases)) => passages(&cases, arguments, language),
        Some(Labelled::Pairs(pairs)) => labelled::run(&pairs, arguments, language),
        None => false,
    }
}

fn passages(read: &Cases, arguments: &Arguments, language: Language) -> bool {
    tell_broken(&read.broken, language);
    if read.cases.is_empty() {
        complain(&language.text("evaluate.nothing-read"));
        return false;
    }
    if arguments.csv.is_some() || !arguments.schemes.is_empty() {
        complain(&language.text("evaluate.pairs-only"));
        return false;
    }
    let progress = Progress::start(Work::Aligning, read.cases.len(), arguments.quiet, language);
    let progress = Mutex::new(progress);
    let judged = in_pool(arguments.threads, || {
        judge(&read.cases, arguments.weakest, || {
            if let Ok(mut progress) = progress.lock() {
                progress.advance();
            }
        })
    });
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

/// Runs work on a thread pool of `threads` threads; `None` for one per core.
pub(super) fn in_pool<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    match pool.build() {
        Ok(pool) => pool.install(work),
        // If threads cannot be started, the existing ones do the work.
        Err(_) => work(),
    }
}

/// Reads the cases of a file, of standard input (`-`), or of a made folder; `None`, with a message on stderr, on an
/// error.
fn read(cases: &Path, language: Language) -> Option<Labelled> {
    if cases == Path::new("-") {
        return Some(Labelled::read(std::io::stdin().lock()));
    }
    let file = if cases.is_dir() {
        cases.join(PAIRS_FILE)
    } else {
        cases.to_owned()
    };
    match File::open(&file) {
        Ok(open) => Some(match Labelled::read(open) {
            Labelled::Pairs(pairs) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                Labelled::Pairs(pairs.below(folder))
            }
            passages @ Labelled::Passages(_) => passages,
        }),
        Err(error) => {
            complain(&format!(
                "{}: {}",
                printable(&file.to_string_lossy()),
                language.fill("import.unreadable.reason", &[("detail", &error)])
            ));
            None
        }
    }
}

/// Names the rejected lines on stderr.
pub(super) fn tell_broken(broken: &[BrokenLine], language: Language) {
    for broken in broken {
        complain(&language.fill(
            "evaluate.line",
            &[("line", &broken.line), ("cause", &cause(broken, language))],
        ));
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

/// Error text without the line number: each line is parsed by itself, so it is always 1.
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

/// Rejected line, in JSON.
#[derive(Serialize)]
pub(super) struct Broken {
    line: usize,
    message: String,
}

impl<'a> Row<'a> {
    fn new(kind: Option<&'a str>, figures: &Figures) -> Self {
        let scores = &figures.scores;
        // Digits beyond six decimals are rounding errors of sums.
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
        broken_lines: broken_lines(broken),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &report)?;
    writeln!(out)
}

pub(super) fn broken_lines(broken: &[BrokenLine]) -> Vec<Broken> {
    let line = |broken: &BrokenLine| Broken {
        line: broken.line,
        message: broken.cause.to_string(),
    };
    broken.iter().map(line).collect()
}
