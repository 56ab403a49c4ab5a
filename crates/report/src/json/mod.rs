//! JSON report: settings, documents and pairs of a check for other programs.

mod decision;
mod documents;
mod evidence;
mod form;
mod leads;
mod pairs;
mod recheck;
mod references;
mod specimens;
mod submission_pairs;
mod submissions;

use std::io::{self, Write};

use chachong_check::MissingPart;
use chachong_import::FileKind;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::Report;
use super::decided::{DecidedPair, decided_pairs};
use crate::form::time as utc;
use chachong_compare::{
    Chance, CommonSource, DocumentIndex, GivenText, PairFinding, Reason, SharedText, Span,
    TextDecision, Thesis, Thresholds,
};
use documents::{DocumentRow, document_row};
use evidence::{EvidencePairRow, evidence_pair_row};
use leads::{LeadRow, lead_rows};
use pairs::pair_row;
use recheck::{RecheckRow, recheck_row};
use submission_pairs::SubmissionPairRows;
use submissions::{ClassListRow, SubmissionRow, class_list_row, submission_rows};

/// Number of the schema of the whole report, `assets/report/check.schema.json`. It changes if a field is taken away or
/// changes its meaning, not if one is added.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: u32,
    version: &'static str,
    settings: Settings,
    /// Text that was taken for the assignment's; `null` if there is none, or texts were not compared.
    given_text: Option<GivenText>,
    given_code: Option<GivenText>,
    /// Libraries that were compared, the check's own first; `null` where that is not known.
    compared_with: Option<Vec<LibraryRow<'a>>>,
    /// Parts of libraries that were not compared: their servers did not answer, they are damaged, or a limit withheld them.
    missing: &'a [MissingPart],
    documents: Vec<DocumentRow<'a>>,
    /// Submissions of students or teams, in the order of their first documents.
    submissions: Vec<SubmissionRow<'a>>,
    /// What the class list says; `null` without one.
    class_list: Option<ClassListRow<'a>>,
    /// Files that were found and are no documents that can be read, those that may be a person's work first.
    not_read: Vec<NotReadRow<'a>>,
    pairs: PairRows<'a>,
    /// Pairs of submissions, as the other reports list them; absent if no submission has several files.
    #[serde(skip_serializing_if = "Option::is_none")]
    submission_pairs: Option<SubmissionPairRows<'a>>,
    /// Leads to possible rewriting or translation, the strongest first, dismissed ones among them; absent where they were
    /// not sought.
    #[serde(skip_serializing_if = "Option::is_none")]
    leads: Option<Vec<LeadRow<'a>>>,
    /// Comparison with an earlier check; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_with_check: Option<RecheckRow<'a>>,
    /// Texts that three or more documents share, largest number of documents times characters first.
    shared_texts: Vec<SharedRow<'a>>,
    shared_code: Vec<SharedRow<'a>>,
    /// Documents of libraries that 3 or more checked documents share text with.
    common_sources: Vec<CommonSourceRow<'a>>,
    /// Pairs with evidence beyond text and without a verdict on their prose. Those that share only names or reference entries are not in
    /// `pairs`.
    evidence_only: Vec<EvidencePairRow<'a>>,
    /// Pairs of which nothing counts because a person decided so, in the order of their documents.
    not_counted: Vec<NotCountedRow<'a>>,
    /// Theses with two or more documents: versions, and one text in several files.
    theses: Vec<ThesisRow<'a>>,
    /// Alike documents that state one author and are not taken for versions, because something speaks against it.
    version_conflicts: Vec<ConflictRow<'a>>,
}

/// Library that was compared.
#[derive(Serialize)]
struct LibraryRow<'a> {
    name: &'a str,
    documents: Option<u64>,
    /// Time when the newest of its documents was added, by RFC 3339 in UTC; `null` if it has none, or is not known.
    newest: Option<String>,
}

/// File that was found and not read, or a folder of such files.
#[derive(Serialize)]
struct NotReadRow<'a> {
    /// Name; `null` for all further files of a kind, whose names are not kept.
    path: Option<&'a str>,
    kind: &'static str,
    /// Whether it may be a person's work.
    may_be_work: bool,
    /// Number of files.
    files: usize,
    reason: String,
    remedy: String,
}

/// Thesis with two or more documents.
#[derive(Serialize)]
struct ThesisRow<'a> {
    ground: &'static str,
    /// Documents, the newest first.
    versions: Vec<VersionRow<'a>>,
}

#[derive(Serialize)]
struct VersionRow<'a> {
    path: &'a str,
    /// Newer document with nearly the same text in another format; `null` for a version of its own.
    same_text_as: Option<&'a str>,
}

#[derive(Serialize)]
struct ConflictRow<'a> {
    a: &'a str,
    b: &'a str,
    against: &'static str,
}

#[derive(Serialize)]
struct Settings {
    recipe: &'static str,
    /// Every setting of the recipe as text; only fingerprints with the same text may be compared.
    recipe_text: String,
    max_distance: Option<u32>,
    /// Distances by text length as `[from countable characters, related up to this distance]`; used where
    /// `max_distance` does not override them.
    related_by_length: [(u64, u32); 3],
    /// Reasons for which text is left out of the shares; `null` where texts were not compared.
    exclude: Option<Vec<&'static str>>,
    /// Expected number of strong passages by chance in one pair of texts that nobody copied: from it on a passage counts.
    strong_expected_per_pair: f64,
    /// Number of pairs compared, which `expected_by_chance` is for; `null` where texts were not compared.
    compared_pairs: Option<u64>,
}

/// Pair of which nothing counts because a person decided so.
#[derive(Serialize)]
struct NotCountedRow<'a> {
    a: &'a str,
    b: &'a str,
    /// Subject of the decision: `pair`, `sources` or `passages`.
    scope: &'static str,
    /// Number of strong passages.
    passages: usize,
    /// Time of the decision, by RFC 3339 in UTC; `null` if unknown.
    decided_at: Option<String>,
    /// Notes of the person on the pair and on its passages.
    notes: Vec<&'a str>,
}

/// Document of a library that 3 or more checked documents share text with.
#[derive(Serialize)]
struct CommonSourceRow<'a> {
    source: &'a str,
    library: Option<&'a str>,
    /// Address of the source on the web, as its metadata state it.
    address: Option<&'a str>,
    documents: Vec<&'a str>,
    /// Median number of the source's characters that a document has, including text that was left out as common.
    characters: u32,
    /// Median number of these characters that count.
    counting_characters: u32,
}

/// Text that three or more documents share.
#[derive(Serialize)]
struct SharedRow<'a> {
    documents: u32,
    characters: u32,
    /// Decision about the text: `template` or `counts`; `null` without one.
    decided: Option<&'static str>,
    places: Vec<PlaceRow<'a>>,
}

#[derive(Serialize)]
struct PlaceRow<'a> {
    path: &'a str,
    start: u32,
    end: u32,
}

/// Pairs whose rows are made one by one as they are written: a check of ten thousand documents may have a million.
struct PairRows<'a> {
    check: Report<'a>,
    pairs: &'a [PairFinding],
}

impl Serialize for PairRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs.iter().map(|pair| pair_row(self.check, pair)))
    }
}

/// Writes the whole check as JSON. If texts were not compared, copied shares are `null` and lists of passages are empty. Fails if `out`
/// does.
pub fn check_json(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let report = JsonReport {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        settings: Settings {
            recipe: check.result.recipe.name(),
            recipe_text: check.result.recipe.text_form(),
            max_distance: check.result.thresholds.max_distance,
            related_by_length: Thresholds::RELATED_BY_LENGTH,
            exclude: check.result.copies().map(|(_, shares)| {
                let reasons = shares.choices().reasons_left_out();
                reasons.map(Reason::name).collect()
            }),
            strong_expected_per_pair: three_digits(Chance::STRONG.expected(1)),
            compared_pairs: check.result.copies().map(|(copies, _)| copies.compared),
        },
        given_text: check.result.given_text(),
        given_code: check.result.evidence.given_code,
        compared_with: library_rows(check),
        missing: check.result.missing(),
        // Their texts are read again, for the chapters.
        documents: (check.result.positions().collect::<Vec<_>>().into_par_iter())
            .map(|position| document_row(check, position))
            .collect(),
        submissions: submission_rows(check),
        class_list: class_list_row(check),
        not_read: not_read_rows(check),
        pairs: PairRows {
            check,
            pairs: &check.result.findings.pairs,
        },
        submission_pairs: SubmissionPairRows::of(check),
        leads: lead_rows(check),
        compared_with_check: recheck_row(check),
        shared_texts: shared_rows(check, check.result.shared_texts()),
        shared_code: shared_rows(check, check.result.shared_code()),
        common_sources: common_source_rows(check),
        evidence_only: (check.result.evidence.pairs.iter())
            .filter(|pair| check.result.verdict(pair.a, pair.b).is_none())
            .map(|pair| evidence_pair_row(check, pair))
            .collect(),
        not_counted: (decided_pairs(check).into_iter())
            .map(|pair| not_counted_row(check, pair))
            .collect(),
        theses: (check.result.theses().all().iter())
            .map(|thesis| thesis_row(check, thesis))
            .collect(),
        version_conflicts: (check.result.theses().conflicts().iter())
            .map(|conflict| ConflictRow {
                a: &check.result.documents[conflict.a].name,
                b: &check.result.documents[conflict.b].name,
                against: conflict.contradiction.name(),
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Writes one pair as JSON, in the same form as in the report of a whole check. Fails if `out` does.
pub fn pair_json(out: &mut dyn Write, check: Report<'_>, pair: &PairFinding) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &pair_row(check, pair))?;
    writeln!(out)
}

fn library_rows(check: Report<'_>) -> Option<Vec<LibraryRow<'_>>> {
    let libraries = check.result.compared_with.as_ref()?.iter();
    let rows = libraries.map(|library| LibraryRow {
        name: &library.name,
        documents: library.documents,
        newest: library.newest.and_then(utc),
    });
    Some(rows.collect())
}

fn not_read_rows(check: Report<'_>) -> Vec<NotReadRow<'_>> {
    let row = |path, kind: FileKind, files| NotReadRow {
        path,
        kind: kind.name(),
        may_be_work: kind.may_be_work(),
        files,
        reason: check.language.file_kind(kind),
        remedy: check.language.file_kind_remedy(kind),
    };
    let named = (check.result.passed_over.files())
        .map(|file| row(Some(file.name.as_str()), file.kind, file.files));
    let beyond = check.result.passed_over.beyond().iter();
    named
        .chain(beyond.map(|&(kind, files)| row(None, kind, files)))
        .collect()
}

fn thesis_row<'a>(check: Report<'a>, thesis: &Thesis) -> ThesisRow<'a> {
    let path = |document: DocumentIndex| check.result.documents[document].name.as_str();
    ThesisRow {
        ground: thesis.ground.name(),
        versions: (thesis.versions.iter())
            .map(|version| VersionRow {
                path: path(version.document),
                same_text_as: version.same_text_as.map(path),
            })
            .collect(),
    }
}

fn shared_rows<'a>(check: Report<'a>, texts: &[SharedText]) -> Vec<SharedRow<'a>> {
    let row = |text: &SharedText| SharedRow {
        documents: text.documents,
        characters: text.characters,
        decided: (check.result.decision_on(text)).map(TextDecision::name),
        places: (text.places.iter())
            .filter_map(|&(document, Span { start, end })| {
                let path = &check.result.document(document)?.name;
                Some(PlaceRow { path, start, end })
            })
            .collect(),
    };
    texts.iter().map(row).collect()
}

fn common_source_rows(check: Report<'_>) -> Vec<CommonSourceRow<'_>> {
    let row = |common: CommonSource| {
        let source = check.result.document(common.source)?;
        let content = source.content();
        Some(CommonSourceRow {
            source: &source.name,
            library: source.library.as_deref(),
            address: content.and_then(|content| content.metadata.address.as_deref()),
            documents: (common.documents.iter())
                .filter_map(|&document| Some(check.result.document(document)?.name.as_str()))
                .collect(),
            characters: common.characters,
            counting_characters: common.counting,
        })
    };
    let sources = check.result.common_sources().into_iter();
    sources.filter_map(row).collect()
}

/// Expected number by chance, rounded to three digits: its precision.
fn expected(check: Report<'_>, chance: Chance) -> f64 {
    let pairs = check
        .result
        .copies()
        .map_or(1, |(copies, _)| copies.compared);
    three_digits(chance.expected(pairs))
}

fn three_digits(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

fn not_counted_row<'a>(check: Report<'a>, pair: DecidedPair<'a>) -> NotCountedRow<'a> {
    NotCountedRow {
        a: &check.result.documents[pair.a].name,
        b: &check.result.documents[pair.b].name,
        scope: pair.scope.name(),
        passages: pair.passages,
        decided_at: pair.decided_at.and_then(utc),
        notes: pair.notes,
    }
}

/// Rounds to four decimals, as in the CSV.
fn decimals(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
