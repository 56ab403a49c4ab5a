//! `chachong evaluate` on labelled pairs: prints every recipe and scheme with its threshold and its figures.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::broken::print_broken_lines;
use super::error::unreadable;
use super::{Arguments, EvaluationError};
use crate::cli::declared_files;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::{Stdout, print_stderr, print_stdout};
use crate::cli::progress::{SharedProgress, Work};
use crate::cli::reading::{ProgressObserver, print_unread_files};
use crate::cli::table::{printable, table};
use chachong_check::{Document, DocumentContent, Settings, in_pool};
use chachong_compare::Strength;
use chachong_import::OwnTable;
use chachong_lab::evaluate::{
    Comparison, Figure, Label, LabelledPair, LabelledPairs, Method, Profiles, comparison_json,
    curve_rows,
};
use chachong_messages::Language;
use chachong_report::{ReportError, rows_csv, write_file};
use chachong_simhash::Recipe;

/// Measures how well each method tells copies from clean pairs, and prints the figures. Prints a warning if the curve cannot be written.
pub(super) fn run(
    pairs: &LabelledPairs,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    print_broken_lines(&pairs.broken, language);
    let read = Read::of(&pairs.pairs, arguments, language);
    let left_out = pairs.pairs.len() - read.pairs.len();
    if left_out > 0 {
        print_stderr(&language.fill("evaluate.pairs-left-out", &[("count", &left_out)]));
    }
    if read.pairs.is_empty() {
        return Err(EvaluationError::NoCases.into());
    }
    let methods = methods(&arguments.schemes);
    let scores = in_pool(arguments.threads, || {
        scores(
            &read,
            &methods,
            arguments.weakest,
            arguments.quiet,
            language,
        )
    });
    let scores = scores.map_err(EvaluationError::TextLost)?;
    let comparison = Comparison::of(&methods, &read.labels, &scores, arguments.false_alarms);
    if comparison.clean == 0 || comparison.copies == 0 {
        print_stderr(&language.text("evaluate.one-sided"));
    } else if comparison.false_alarm_rate * (comparison.clean as f64) < 1.0 {
        print_stderr(&language.fill(
            "evaluate.few-clean",
            &[
                ("clean", &comparison.clean),
                ("rate", &comparison.false_alarm_rate),
            ],
        ));
    }
    let written = Completion::or_warn(write_curve(&comparison, pairs, arguments), language);
    if arguments.json {
        comparison_json(&mut Stdout, &comparison, &pairs.broken, left_out)
            .map_err(CliError::Stdout)?;
    } else {
        print(&comparison, language);
    }
    Ok(written)
}

/// Writes the curve of every method if the arguments name a file for it.
fn write_curve(
    comparison: &Comparison,
    pairs: &LabelledPairs,
    arguments: &Arguments,
) -> Result<(), ReportError> {
    let Some(file) = &arguments.csv else {
        return Ok(());
    };
    let mut inputs = declared_files::of_evaluate(arguments).inputs;
    inputs.add_files((pairs.pairs.iter()).flat_map(|pair| [pair.a.clone(), pair.b.clone()]));
    write_file(file, declared_files::CURVE, &inputs, |out| {
        rows_csv(out, OwnTable::Curve, curve_rows(comparison))
    })
}

/// Returns all methods, or those of the given names, each once.
fn methods(names: &[String]) -> Vec<Method> {
    let mut methods = Method::all();
    if !names.is_empty() {
        let chosen: Vec<Method> = names.iter().flat_map(|name| Method::named(name)).collect();
        methods.retain(|method| chosen.contains(method));
    }
    methods
}

/// Pairs whose files could be read.
struct Read {
    /// Documents of the pairs; all of them were read.
    documents: Vec<Document>,
    /// Pairs as indices in `documents`.
    pairs: Vec<(usize, usize)>,
    labels: Vec<Label>,
}

impl Read {
    /// Reads every file once; files that cannot be read are named on stderr.
    fn of(pairs: &[LabelledPair], arguments: &Arguments, language: Language) -> Self {
        let mut places: HashMap<&Path, Option<PathBuf>> = HashMap::new();
        for path in pairs.iter().flat_map(|pair| [&pair.a, &pair.b]) {
            places.entry(path).or_insert_with(|| {
                let file = canonical_file(path);
                file.inspect_err(|error| print_stderr(&unreadable(path, error, language)))
                    .ok()
            });
        }
        let mut files: Vec<PathBuf> = places.values().flatten().cloned().collect();
        files.sort();
        files.dedup();
        let settings = Settings {
            threads: arguments.threads,
            ..Settings::default()
        };
        let (mut documents, _) = ProgressObserver {
            recorder: None,
            quiet: arguments.quiet,
            language,
        }
        .read(files, settings);
        print_unread_files(&documents, language);
        documents.retain(|document| document.content().is_some());
        let by_place: HashMap<&Path, usize> = documents
            .iter()
            .enumerate()
            .map(|(number, document)| (document.path.as_path(), number))
            .collect();
        let number = |path: &Path| by_place.get(places.get(path)?.as_deref()?).copied();
        let readable: Vec<_> = pairs
            .iter()
            .filter_map(|pair| Some((number(&pair.a)?, number(&pair.b)?, label(pair))))
            .collect();
        let labels = readable.iter().map(|(.., label)| label.clone()).collect();
        let pairs = readable.into_iter().map(|(a, b, _)| (a, b)).collect();
        Self {
            documents,
            pairs,
            labels,
        }
    }

    fn texts(&self) -> Vec<&DocumentContent> {
        self.documents
            .iter()
            .filter_map(Document::content)
            .collect()
    }
}

fn label(pair: &LabelledPair) -> Label {
    Label {
        copy: pair.copy,
        kind: pair.kind.clone().unwrap_or_default(),
    }
}

/// Returns the canonical path of a file, so that a file named in several ways is read once. Fails for a folder.
fn canonical_file(path: &Path) -> io::Result<PathBuf> {
    let file = path.canonicalize()?;
    if file.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn scores(
    read: &Read,
    methods: &[Method],
    weakest: Strength,
    quiet: bool,
    language: Language,
) -> io::Result<Vec<Vec<f64>>> {
    let (texts, pairs) = (&read.texts(), &read.pairs);
    let step = |work, total| SharedProgress::start(work, total, quiet, language);
    let preparing = step(Work::Preparing, texts.len());
    let profiles = Profiles::of(texts, pairs, methods, || preparing.advance(texts.len()))?;
    preparing.finish();
    let comparing = step(Work::Aligning, pairs.len());
    let scores = profiles.scores(texts, pairs, weakest, || comparing.advance(pairs.len()))?;
    comparing.finish();
    Ok(scores)
}

fn print(comparison: &Comparison, language: Language) {
    print_stdout(&language.fill(
        "evaluate.pairs-summary",
        &[
            ("pairs", &comparison.pairs),
            ("copies", &comparison.copies),
            ("clean", &comparison.clean),
            ("rate", &comparison.false_alarm_rate),
        ],
    ));
    print_stdout("");
    print_stdout(&figures(comparison, language));
    print_stdout("");
    print_stdout(&language.text("evaluate.recall-by-kind"));
    print_stdout("");
    print_stdout(&recall_by_kind(comparison, language));
}

fn figures(comparison: &Comparison, language: Language) -> String {
    let headings = [
        "scheme",
        "threshold",
        "distance",
        "precision",
        "recall",
        "f1",
        "clean-flagged",
        "best-f1",
        "best-threshold",
    ]
    .map(|column| language.text(&format!("evaluate.{column}")));
    let rows: Vec<Vec<String>> = comparison
        .schemes
        .iter()
        .map(|method| {
            let show = |figure: Option<Figure>, of: fn(&Figure) -> f64| {
                figure.map_or_else(|| "-".to_owned(), |figure| format!("{:.4}", of(&figure)))
            };
            let recipe = method.recipe.as_ref().and_then(|name| name.parse().ok());
            let bits = |recipe: Recipe| {
                let distance = method.within_rate?.distance?;
                Some(format!("{distance} / {}", recipe.width()))
            };
            let distance = recipe.and_then(bits);
            vec![
                method.name(),
                show(method.within_rate, |figure| figure.threshold),
                distance.unwrap_or_else(|| "-".to_owned()),
                show(method.within_rate, |figure| figure.precision),
                show(method.within_rate, |figure| figure.recall),
                show(method.within_rate, |figure| figure.f1),
                method.within_rate.map_or_else(
                    || "-".to_owned(),
                    |figure| format!("{} / {}", figure.false_positives, comparison.clean),
                ),
                show(method.best, |figure| figure.f1),
                show(method.best, |figure| figure.threshold),
            ]
        })
        .collect();
    let numbers: Vec<usize> = (1..headings.len()).collect();
    table(&headings, &rows, &numbers)
}

fn recall_by_kind(comparison: &Comparison, language: Language) -> String {
    let kinds = comparison.schemes.first().map(|method| &method.kinds);
    let headings: Vec<String> = [language.text("evaluate.scheme")]
        .into_iter()
        .chain(kinds.into_iter().flatten().map(|kind| {
            if kind.kind.is_empty() {
                language.text("evaluate.no-kind")
            } else {
                printable(&kind.kind)
            }
        }))
        .collect();
    let rows: Vec<Vec<String>> = comparison
        .schemes
        .iter()
        .map(|method| {
            let recalls = method
                .kinds
                .iter()
                .map(|kind| format!("{:.1}", 100.0 * kind.found as f64 / kind.copies as f64));
            [method.name()].into_iter().chain(recalls).collect()
        })
        .collect();
    let numbers: Vec<usize> = (1..headings.len()).collect();
    table(&headings, &rows, &numbers)
}
