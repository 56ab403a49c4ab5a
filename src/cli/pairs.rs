//! Table of the listed pairs on the terminal: of documents, or of submissions with their pairs of files below.

use super::output::print_stdout;
use super::table::{printable, table};
use chachong_check::{CheckResult, ListedPair, LowerEstimate, SubmissionFinding};
use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding, Shown};
use chachong_messages::{self as messages, document_name, grouped, has_sign, percent, shown_share};
use chachong_report::Report;

/// Maximum number of pairs in the table on the terminal, the first in list order. Nobody reads more, and aligning a million rows takes
/// gigabytes. The reports contain all pairs.
const MOST_PAIRS: usize = 10_000;
/// Prefix of the name of a file below its submission.
const BELOW: &str = "└ ";

/// Prints the pairs as a table, with columns for possible passages if these are listed. Marks at total shares and lower estimates
/// are explained below the table.
pub(super) fn print_pairs(check: Report<'_>) {
    let (language, result) = (check.language, check.result);
    let possible = result.possible;
    let findings = result.listed_findings();
    if findings.is_empty() {
        print_stdout(&language.text("cli.no-pairs"));
        return;
    }
    let kinds = &result.findings.kinds;
    let has_text = kinds.contains(&EvidenceKind::Text);
    let beyond = || (kinds.iter().copied()).filter(|kind| *kind != EvidenceKind::Text);
    let of_possible: &[&str] = if possible {
        &["possible-a", "possible-b"]
    } else {
        &[]
    };
    let of_text: Vec<&str> = (["copied-a", "copied-b", "weighted", "reworded", "passages"].iter())
        .chain(of_possible)
        .chain(&["distance", "cosine", "blocks"])
        .filter(|_| has_text)
        .copied()
        .collect();
    let has_decisions = result.has_decisions();
    let column = |column: &str| language.text(&format!("column.{column}"));
    let names = if result.has_submissions() {
        ["submission.a", "submission.b"]
    } else {
        ["column.document-a", "column.document-b"]
    };
    let headings: Vec<String> = (of_text.iter().copied().map(column))
        .chain(beyond().map(|kind| language.kind(kind)))
        .chain(beyond().next().map(|_| column("strength")))
        .chain([column("verdict")])
        .chain(has_decisions.then(|| language.text("decision.column")))
        .chain(names.map(|key| language.text(key)))
        .collect();
    let mut estimates = false;
    let mut share = |shown: Shown, lower: Option<LowerEstimate>| {
        estimates |= has_sign(shown.share(), lower);
        shown_share(shown, lower)
    };
    let not_shown = findings.len().saturating_sub(MOST_PAIRS);
    let rows: Vec<Vec<String>> = (findings.iter().take(MOST_PAIRS))
        .flat_map(|finding| rows_of(result, finding))
        .map(|row| {
            let pair = &row.pair;
            let of_text = text_cells(result, &row, &mut share);
            let verdict = match pair.as_verdict() {
                Some(_) => language.finding(pair),
                None => "-".to_owned(),
            };
            let strength = (pair.strongest).map_or_else(
                || "-".to_owned(),
                |strongest| language.evidence_strength(strongest.strength).0,
            );
            let decided = if row.is_below {
                result.decision(row.documents[0], row.documents[1])
            } else {
                result.finding_decision(row.finding)
            };
            let decision = decided.map_or_else(|| "-".to_owned(), |one| language.decision(one));
            let figures = |kind| {
                let figures = language.listed_figures(result, &row, kind);
                figures.unwrap_or_default()
            };
            (of_text.into_iter().filter(|_| has_text))
                .chain(beyond().map(figures))
                .chain(beyond().next().map(|_| strength))
                .chain([verdict])
                .chain(has_decisions.then_some(decision))
                .chain(row.named().map(|one| printable(&name(check, &row, one))))
                .collect()
        })
        .collect();
    // All of a text but its blocks.
    let numbers: Vec<usize> = (0..of_text.len().saturating_sub(1)).collect();
    print_stdout(&table(&headings, &rows, &numbers));
    if not_shown > 0 {
        let count = grouped(not_shown as u64);
        print_stdout(&language.fill("cli.pairs-not-shown", &[("count", &count)]));
    }
    if estimates {
        print_stdout(&language.text("lower-estimate.table"));
    }
}

/// Returns the cells about the prose of a row.
fn text_cells(
    result: &CheckResult,
    row: &ListedPair<'_>,
    mut share: impl FnMut(Shown, Option<LowerEstimate>) -> String,
) -> Vec<String> {
    let [a, b] = row.documents.map(|one| result.documents[one].fingerprint());
    // A row of two submissions states the distance of other documents than its strongest pair where that is a small part of them.
    let both = (a.zip(b)).filter(|(a, b)| row.pair.distance == Some(a.distance(*b)));
    let blocks = both.map_or_else(String::new, |(a, b)| a.equal_block_names(b));
    let shares = row.shares.unwrap_or_default();
    let lower = row.lower_estimate(result);
    let mut cells = vec![
        share(shares.a.shown(), lower),
        share(shares.b.shown(), lower),
        percent(shares.weight()),
        percent(shares.a.reworded.share().max(shares.b.reworded.share())),
        shares.passages.to_string(),
    ];
    if result.possible {
        cells.extend([shares.a, shares.b].map(|side| percent(side.possible.share())));
    }
    cells.extend([
        distance(&row.pair, result.thresholds.width),
        cosine(&row.pair, result.thresholds.width),
        if blocks.is_empty() {
            "-".to_owned()
        } else {
            blocks
        },
    ]);
    cells
}

/// Returns the rows of a finding: the row of the two submissions, then, if a submission has several files, the rows of their pairs
/// of files.
fn rows_of<'r>(result: &CheckResult, finding: &'r SubmissionFinding) -> Vec<ListedPair<'r>> {
    let below = finding.has_files(result).then_some(0..finding.pairs.len());
    [None]
        .into_iter()
        .chain(below.into_iter().flatten().map(Some))
        .filter_map(|below| finding.listed(result, below))
        .collect()
}

/// Returns the name of one side of a row.
fn name(check: Report<'_>, row: &ListedPair<'_>, document: DocumentIndex) -> String {
    let (language, result) = (check.language, check.result);
    if row.is_below {
        format!("{BELOW}{}", result.file_name(document))
    } else if !result.has_submissions() {
        document_name(&result.documents[document], language)
    } else if row.finding.is_own() {
        language.file_of_submission(result, document)
    } else {
        language.submission_name(result, document)
    }
}

/// Returns the distance of a pair and the number of bits as text; a dash if a document has no fingerprint.
fn distance(pair: &PairFinding, width: u32) -> String {
    (pair.distance).map_or_else(|| "-".to_owned(), |bits| format!("{bits} / {width}"))
}

/// Returns the estimated cosine of a pair as text; a dash if a document has no fingerprint.
pub(super) fn cosine(pair: &PairFinding, width: u32) -> String {
    (pair.estimated_cosine(width)).map_or_else(|| "-".to_owned(), messages::cosine)
}
