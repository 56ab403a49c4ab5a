//! Writes figures as JSON and CSV for other programs, together with the rejected lines.

use std::io::{self, Write};

use serde::Serialize;

use super::{BrokenLine, Comparison, Evaluation, Figures, RewrittenEvaluation};

/// Report on cases of passages.
#[derive(Serialize)]
struct EvaluationReport<'a> {
    version: &'static str,
    kinds: Vec<Row<'a>>,
    all: Row<'a>,
    broken_lines: Vec<Broken>,
}

/// Figures of one kind of cases, or of all cases if `kind` is `None`. A figure over no cases is `None`.
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
    copied: Option<f64>,
    reworded: Option<f64>,
    small: usize,
    small_found: usize,
}

/// Rejected line in the form of the JSON report.
#[derive(Serialize)]
struct Broken {
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
            copied: of(scores.planted, figures.copied),
            reworded: of(scores.planted, figures.reworded),
            small: figures.small,
            small_found: figures.small_found,
        }
    }
}

/// Writes the figures of labelled passages and the rejected lines as JSON. Figures are rounded to six decimals. `null` stands for a
/// precision, recall, granularity, plagdet or found share (`copied`, `reworded`) without the labelled or found passages that it needs.
/// Fails if `out` does.
pub fn evaluation_json(
    out: &mut dyn Write,
    evaluation: &Evaluation,
    broken: &[BrokenLine],
) -> io::Result<()> {
    let report = EvaluationReport {
        version: env!("CARGO_PKG_VERSION"),
        kinds: evaluation
            .kinds
            .iter()
            .map(|(kind, figures)| Row::new(Some(kind), figures))
            .collect(),
        all: Row::new(None, &evaluation.all),
        broken_lines: broken_lines(broken),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Report on cases of rewritten passages.
#[derive(Serialize)]
struct RewrittenReport<'a> {
    version: &'static str,
    #[serde(flatten)]
    evaluation: &'a RewrittenEvaluation,
    broken_lines: Vec<Broken>,
}

/// Writes the figures of rewritten passages and the rejected lines as JSON. Fails if `out` does.
pub fn rewritten_json(
    out: &mut dyn Write,
    evaluation: &RewrittenEvaluation,
    broken: &[BrokenLine],
) -> io::Result<()> {
    let report = RewrittenReport {
        version: env!("CARGO_PKG_VERSION"),
        evaluation,
        broken_lines: broken_lines(broken),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Report on labelled pairs.
#[derive(Serialize)]
struct ComparisonReport<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    left_out_pairs: usize,
    broken_lines: Vec<Broken>,
}

/// Writes the figures of labelled pairs as JSON, with the rejected lines and with `left_out`, the number of pairs whose files could not
/// be read. A [`Comparison`] can be deserialised from the result. Fails if `out` does.
pub fn comparison_json(
    out: &mut dyn Write,
    comparison: &Comparison,
    broken: &[BrokenLine],
    left_out: usize,
) -> io::Result<()> {
    let report = ComparisonReport {
        comparison,
        left_out_pairs: left_out,
        broken_lines: broken_lines(broken),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn broken_lines(broken: &[BrokenLine]) -> Vec<Broken> {
    let line = |broken: &BrokenLine| Broken {
        line: broken.line,
        message: broken.cause.to_string(),
    };
    broken.iter().map(line).collect()
}

/// Returns the curve of every method as table rows, one for each threshold. Columns: method, threshold, true positives, false positives,
/// false negatives, precision, recall, F1. Precision, recall and F1 have six decimals. Thresholds are not rounded, because a rounded one
/// could exceed the score that it comes from.
pub fn curve_rows(comparison: &Comparison) -> impl Iterator<Item = [String; 8]> + '_ {
    comparison.schemes.iter().flat_map(|method| {
        method.curve.iter().map(|figure| {
            [
                method.name(),
                figure.threshold.to_string(),
                figure.true_positives.to_string(),
                figure.false_positives.to_string(),
                figure.false_negatives.to_string(),
                format!("{:.6}", figure.precision),
                format!("{:.6}", figure.recall),
                format!("{:.6}", figure.f1),
            ]
        })
    })
}
