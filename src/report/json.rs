//! The JSON report: settings, documents and pairs for other programs.

use std::io::{self, Write};

use serde::Serialize;

use super::{Check, message, pairs_in_order, warnings};
use crate::compare::{PairFinding, Thresholds, Verdict};
use crate::import::Format;
use crate::session::Document;

#[derive(Serialize)]
struct Report<'a> {
    version: &'static str,
    settings: Settings,
    documents: Vec<DocumentRow<'a>>,
    pairs: Vec<PairRow<'a>>,
}

#[derive(Serialize)]
struct Settings {
    recipe: &'static str,
    max_distance: Option<u32>,
    /// `[from countable characters, related up to this distance]`, where `max_distance` does not override it.
    related_by_length: [(u64, u32); 3],
}

#[derive(Serialize)]
struct DocumentRow<'a> {
    path: &'a str,
    format: Option<&'static str>,
    status: &'static str,
    message: String,
    characters: Option<u64>,
    countable_characters: Option<u64>,
    fingerprint: Option<String>,
    nearest: Option<&'a str>,
    nearest_distance: Option<u32>,
    total_copied_share: Option<f64>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct PairRow<'a> {
    a: &'a str,
    b: &'a str,
    distance: u32,
    estimated_cosine: f64,
    equal_blocks: String,
    copied_share_a: Option<f64>,
    copied_share_b: Option<f64>,
    verdict: Option<&'static str>,
    passages: [(); 0],
}

/// Writes the whole check. Copied shares are `null` and passages empty until passages are compared.
pub fn check_json(out: &mut dyn Write, check: Check<'_>) -> io::Result<()> {
    let documents = check
        .documents
        .iter()
        .enumerate()
        .map(|(position, document)| {
            let nearest = check.findings.nearest.get(position).copied().flatten();
            DocumentRow {
                path: &document.name,
                format: document.format.map(Format::name),
                status: document.status().name(),
                message: message(document, check.language),
                characters: document.reading().map(|r| r.characters),
                countable_characters: document.reading().map(|r| r.countable),
                fingerprint: document.fingerprint().map(|f| f.to_string()),
                nearest: nearest.map(|n| check.documents[n.document].name.as_str()),
                nearest_distance: nearest.map(|n| n.distance),
                total_copied_share: None,
                warnings: warnings(document, check.language),
            }
        });
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        settings: Settings {
            recipe: check.recipe.name(),
            max_distance: check.thresholds.max_distance,
            related_by_length: Thresholds::RELATED_BY_LENGTH,
        },
        documents: documents.collect(),
        pairs: pairs_in_order(check)
            .into_iter()
            .map(|pair| row(check.documents, pair))
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Writes one pair, in the form it has inside a check's report.
pub fn pair_json(
    out: &mut dyn Write,
    documents: &[Document],
    pair: &PairFinding,
) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &row(documents, pair))?;
    writeln!(out)
}

fn row<'a>(documents: &'a [Document], pair: &PairFinding) -> PairRow<'a> {
    let (a, b) = (&documents[pair.a], &documents[pair.b]);
    let equal_blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    PairRow {
        a: &a.name,
        b: &b.name,
        distance: pair.distance,
        // Four decimals, as in the CSV.
        estimated_cosine: (pair.estimated_cosine() * 1e4).round() / 1e4,
        equal_blocks,
        copied_share_a: None,
        copied_share_b: None,
        verdict: pair.verdict.map(Verdict::name),
        passages: [],
    }
}
