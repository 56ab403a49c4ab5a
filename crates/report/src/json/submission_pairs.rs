//! Pairs of submissions in the JSON report: the rows of the other reports in which submissions have several files.

use serde::{Serialize, Serializer};

use super::decimals;
use crate::Report;
use chachong_check::{AlikePlaces, PartOfFiles, SubmissionFinding};
use chachong_compare::{
    Copied, DocumentIndex, EvidenceKind, EvidenceStrength, PairShares, Span, Strongest, Verdict,
};

/// Pairs of submissions whose rows are made one by one as they are written.
pub(super) struct SubmissionPairRows<'a> {
    check: Report<'a>,
    findings: Vec<SubmissionFinding>,
}

/// Pair of submissions, or of a submission and a document of a library.
#[derive(Serialize)]
struct SubmissionPairRow<'a> {
    a: &'a str,
    b: &'a str,
    /// Position of the first submission in `submissions`, from 0; `null` for a document of a library.
    submission_a: Option<usize>,
    submission_b: Option<usize>,
    verdict: Option<&'static str>,
    strongest: Option<&'static str>,
    distance: Option<u32>,
    /// Copied shares of all documents of the two submissions with each other; `null` where texts were not compared.
    copied_share_a: Option<f64>,
    copied_share_b: Option<f64>,
    weighted_share_a: Option<f64>,
    weighted_share_b: Option<f64>,
    /// Positions in `pairs` of the pairs of their documents, the strongest first.
    pairs: &'a [usize],
    /// Evidence beyond text, with the shares of all documents together.
    evidence: Vec<EvidenceOfAll>,
    /// Parts that make up the shares of the evidence.
    parts: Vec<PartRow<'a>>,
}

/// Kind of evidence between two submissions.
#[derive(Serialize)]
struct EvidenceOfAll {
    kind: &'static str,
    strength: &'static str,
    share_a: f64,
    share_b: f64,
}

/// Evidence in one document of each submission.
#[derive(Serialize)]
struct PartRow<'a> {
    kind: &'static str,
    a: &'a str,
    b: &'a str,
    /// Part of all that the first submission has of this kind.
    share_a: f64,
    share_b: f64,
    /// Whether the two documents are among `pairs`.
    listed: bool,
    /// Places of joined code in both documents; empty for other kinds.
    places: Vec<PlacesRow>,
}

/// Place of code in two documents.
#[derive(Serialize)]
struct PlacesRow {
    a: Span,
    b: Span,
}

impl<'a> SubmissionPairRows<'a> {
    /// Returns the pairs of submissions in the order of lists; `None` if no submission has several files.
    pub(super) fn of(check: Report<'a>) -> Option<Self> {
        check.result.has_submissions().then(|| {
            let mut findings = check.result.submission_findings();
            findings.retain(|finding| !finding.is_own());
            Self { check, findings }
        })
    }
}

impl Serialize for SubmissionPairRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.findings.iter().map(|finding| row(self.check, finding)))
    }
}

fn row<'r>(check: Report<'r>, finding: &'r SubmissionFinding) -> SubmissionPairRow<'r> {
    let result = check.result;
    let share =
        |of: fn(PairShares) -> Copied| finding.shares.map(|shares| decimals(of(shares).share()));
    SubmissionPairRow {
        a: result.submission_name(finding.a),
        b: result.submission_name(finding.b),
        submission_a: result.submission_position(finding.a),
        submission_b: result.submission_position(finding.b),
        verdict: finding.verdict.map(Verdict::name),
        strongest: finding.strongest.map(|strongest| strongest.kind.name()),
        distance: finding.distance,
        copied_share_a: share(|shares| shares.a.net),
        copied_share_b: share(|shares| shares.b.net),
        weighted_share_a: share(|shares| shares.a.weighted),
        weighted_share_b: share(|shares| shares.b.weighted),
        pairs: &finding.pairs,
        evidence: finding.beyond_prose.iter().map(of_all).collect(),
        parts: (result.parts_of_files(finding).iter())
            .map(|part| part_row(check, part))
            .collect(),
    }
}

fn of_all(one: &Strongest) -> EvidenceOfAll {
    EvidenceOfAll {
        kind: one.kind.name(),
        strength: match one.strength {
            EvidenceStrength::Noticeable => "noticeable",
            EvidenceStrength::Strong => "strong",
            EvidenceStrength::VeryStrong => "very-strong",
        },
        share_a: decimals(one.shares[0]),
        share_b: decimals(one.shares[1]),
    }
}

fn part_row<'r>(check: Report<'r>, part: &PartOfFiles) -> PartRow<'r> {
    let [a, b] = part.documents;
    let name = |document: DocumentIndex| check.result.documents[document].name.as_str();
    let code = (part.kind == EvidenceKind::Code)
        .then(|| check.result.evidence.code_part(a, b))
        .flatten();
    // Its places are in the order of the documents.
    let in_order = |places: &AlikePlaces| {
        let [of_a, of_b] = if a < b {
            [places.a, places.b]
        } else {
            [places.b, places.a]
        };
        PlacesRow { a: of_a, b: of_b }
    };
    PartRow {
        kind: part.kind.name(),
        a: name(a),
        b: name(b),
        share_a: decimals(part.shares[0]),
        share_b: decimals(part.shares[1]),
        listed: part.is_listed,
        places: (code.into_iter().flat_map(|code| &code.places))
            .map(in_order)
            .collect(),
    }
}
