//! Pairs of a check and their passages in the JSON report.

use serde::Serialize;

use super::decision::DecisionFields;
use super::evidence::{EvidenceRow, evidence_rows};
use super::specimens::SpecimenFields;
use super::{decimals, expected};
use crate::Report;
use chachong_check::shown::left_out_reason;
use chachong_check::{PassageAttribution, SourceStanding};
use chachong_compare::{
    Copied, Degree, PairFinding, PairShares, Passage, PassageKind, Span, Verdict,
};

/// Pair of documents.
#[derive(Serialize)]
pub(super) struct PairRow<'a> {
    a: &'a str,
    b: &'a str,
    /// Position of the first document's submission in `submissions`, from 0; `null` for a document of a library.
    submission_a: Option<usize>,
    submission_b: Option<usize>,
    /// Number of bits in which the fingerprints differ; `null` where a document has none.
    distance: Option<u32>,
    estimated_cosine: Option<f64>,
    equal_blocks: String,
    copied_share_a: Option<f64>,
    copied_share_b: Option<f64>,
    /// Copied share of the first document with nothing left out (gross), 0..=1; `null` where texts were not compared.
    copied_share_of_everything_a: Option<f64>,
    copied_share_of_everything_b: Option<f64>,
    possible_share_a: Option<f64>,
    possible_share_b: Option<f64>,
    /// Number of copied characters of the first document that count and are identical (the other copied ones are
    /// edited); `null` where texts were not compared.
    identical_characters_a: Option<u32>,
    identical_characters_b: Option<u32>,
    edited_characters_a: Option<u32>,
    edited_characters_b: Option<u32>,
    /// Number of characters of the first document that say the same as the second in other words; in no share but their
    /// own.
    reworded_characters_a: Option<u32>,
    reworded_characters_b: Option<u32>,
    reworded_share_a: Option<f64>,
    reworded_share_b: Option<f64>,
    /// Part of the first document's copied share that few documents of the folder have, 0..=1; `null` where texts were
    /// not compared.
    weighted_share_a: Option<f64>,
    weighted_share_b: Option<f64>,
    /// Whether text of either document was recognised in pictures, so that the copied shares are lower estimates;
    /// `null` where texts were not compared.
    lower_estimate: Option<bool>,
    base_a: Option<&'static str>,
    base_b: Option<&'static str>,
    verdict: Option<&'static str>,
    /// Kind that speaks most strongly for copying, by which `pairs` is sorted; `null` if nothing does or nothing
    /// counts, and for versions and documents of one submission.
    strongest: Option<&'static str>,
    /// Part of the common text that a source from outside explains; `null` if no source explains any.
    explained: Option<ExplainedRow<'a>>,
    passages: Vec<PassageRow<'a>>,
    /// Evidence beyond text; in no share of the text and not in `verdict`.
    evidence: Vec<EvidenceRow<'a>>,
    #[serde(flatten)]
    specimens: SpecimenFields,
    #[serde(flatten)]
    decided: DecisionFields<'a>,
}

/// Part of what two checked documents share that a document of a library has, too.
#[derive(Serialize)]
struct ExplainedRow<'a> {
    source: &'a str,
    /// Document that the numbers are of: `a` or `b`.
    document: &'static str,
    /// Characters of this document that both the other document and the source have.
    characters: u32,
    /// Characters of this document that the other document has.
    of: u32,
}

/// Passage of a pair.
#[derive(Serialize)]
struct PassageRow<'a> {
    a: Span,
    b: Span,
    kind: PassageKind,
    matched_characters_a: u32,
    matched_characters_b: u32,
    /// Countable characters of the first side by degree of copying, whether they count or not; 0 in a possible passage.
    identical_characters_a: u32,
    edited_characters_a: u32,
    reworded_characters_a: u32,
    identical_characters_b: u32,
    edited_characters_b: u32,
    reworded_characters_b: u32,
    /// Matched share of both sides, 0..=1.
    similarity: f64,
    strength: &'static str,
    /// Chance: expected number of equally strong passages in a comparison of this size among texts that nobody copied.
    expected_by_chance: f64,
    /// Number of documents that share at least half of the passage.
    documents: u32,
    /// Whether the passage is cited or quoted where it stands in the first document: `none`, `cited`, `quoted` or
    /// `cited-and-quoted`; `null` where texts were not compared.
    attribution_a: Option<&'static str>,
    attribution_b: Option<&'static str>,
    attribution_reason_a: Option<AttributionRow>,
    attribution_reason_b: Option<AttributionRow>,
    /// Reason for which too little of the passage counts in either document; `null` if it counts in one of them.
    left_out: Option<&'static str>,
    /// Decision of a person: `not-plagiarism` where the passage, its pair or both as sources of each other are switched
    /// off; else `null`.
    decided: Option<&'static str>,
    /// Note of the person on the passage; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// Reason of a passage's attribution.
#[derive(Serialize)]
struct AttributionRow {
    /// Copied characters of the passage that are cited or quoted.
    covered_characters: u32,
    /// Copied characters of the passage; all countable ones if nothing in it is copied for certain.
    characters: u32,
    /// Citation that reaches most of the passage; `null` if none reaches any.
    citation: Option<Span>,
    /// Entry of the reference list that it points to; `null` if it points to none.
    reference: Option<String>,
    /// Offset of the opening mark of the quotation that most of the passage is in; `null` if it is in none.
    quotation: Option<u32>,
    /// `cited`, `listed`, `not-listed` or `other-work`; `null` if the other document is no known work.
    source: Option<&'static str>,
}

impl AttributionRow {
    fn of(of: PassageAttribution) -> Self {
        Self {
            covered_characters: of.covered,
            characters: of.countable,
            citation: of.citation,
            reference: of.reference,
            quotation: of.quotation,
            source: of.source.map(SourceStanding::name),
        }
    }
}

/// Returns the row of a pair.
pub(super) fn pair_row<'a>(check: Report<'a>, pair: &PairFinding) -> PairRow<'a> {
    let (a, b) = (
        &check.result.documents[pair.a],
        &check.result.documents[pair.b],
    );
    let equal_blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    let shares = check.result.pair_shares(pair);
    let share = |of: fn(PairShares) -> Copied| shares.map(|shares| decimals(of(shares).share()));
    PairRow {
        a: &a.name,
        b: &b.name,
        submission_a: check.result.submission_position(pair.a),
        submission_b: check.result.submission_position(pair.b),
        distance: pair.distance,
        estimated_cosine: (pair.estimated_cosine(check.result.thresholds.width)).map(decimals),
        equal_blocks,
        copied_share_a: share(|shares| shares.a.net),
        copied_share_b: share(|shares| shares.b.net),
        copied_share_of_everything_a: share(|shares| shares.a.gross),
        copied_share_of_everything_b: share(|shares| shares.b.gross),
        possible_share_a: share(|shares| shares.a.possible),
        possible_share_b: share(|shares| shares.b.possible),
        identical_characters_a: shares.map(|shares| shares.a.identical),
        identical_characters_b: shares.map(|shares| shares.b.identical),
        edited_characters_a: shares.map(|shares| shares.a.edited()),
        edited_characters_b: shares.map(|shares| shares.b.edited()),
        reworded_characters_a: shares.map(|shares| shares.a.reworded.characters),
        reworded_characters_b: shares.map(|shares| shares.b.reworded.characters),
        reworded_share_a: share(|shares| shares.a.reworded),
        reworded_share_b: share(|shares| shares.b.reworded),
        weighted_share_a: share(|shares| shares.a.weighted),
        weighted_share_b: share(|shares| shares.b.weighted),
        lower_estimate: shares.map(|_| check.result.pair_lower_estimate(pair.a, pair.b).is_some()),
        base_a: shares.map(|shares| shares.a.base().name()),
        base_b: shares.map(|shares| shares.b.base().name()),
        verdict: pair.verdict.map(Verdict::name),
        strongest: pair.strongest.map(|strongest| strongest.kind.name()),
        explained: (check.result.explained(pair)).and_then(|explained| {
            Some(ExplainedRow {
                source: &check.result.document(explained.source)?.name,
                document: if explained.document == pair.a {
                    "a"
                } else {
                    "b"
                },
                characters: explained.characters,
                of: explained.of,
            })
        }),
        passages: (check.result.passages(pair).iter())
            .map(|passage| PassageRow::of(check, pair, passage))
            .collect(),
        evidence: evidence_rows(
            check,
            (pair.a, pair.b),
            check.result.pair_evidence(pair.a, pair.b),
        ),
        specimens: SpecimenFields::of(check, pair.a, pair.b),
        decided: DecisionFields::of(check, pair.a, pair.b),
    }
}

impl<'a> PassageRow<'a> {
    fn of(check: Report<'a>, pair: &PairFinding, passage: &Passage) -> Self {
        let (a, b) = (pair.a, pair.b);
        let choices = check.result.copies().map(|(_, shares)| shares.choices());
        let [identical, edited, reworded] = Degree::ALL.map(|degree| {
            let of = |document| check.result.characters_of(pair, document, passage, degree);
            [of(a), of(b)]
        });
        let (attribution_a, attribution_b) = (check.result.passage_attribution(pair, passage))
            .map_or((None, None), |[a, b]| (Some(a), Some(b)));
        Self {
            a: passage.a,
            b: passage.b,
            kind: passage.kind,
            matched_characters_a: passage.matched_a,
            matched_characters_b: passage.matched_b,
            identical_characters_a: identical[0],
            edited_characters_a: edited[0],
            reworded_characters_a: reworded[0],
            identical_characters_b: identical[1],
            edited_characters_b: edited[1],
            reworded_characters_b: reworded[1],
            similarity: f64::from(passage.similarity) / 1000.0,
            strength: passage.strength().name(),
            expected_by_chance: expected(check, passage.chance),
            documents: passage.documents,
            attribution_a: attribution_a.as_ref().map(|of| of.attribution.name()),
            attribution_b: attribution_b.as_ref().map(|of| of.attribution.name()),
            attribution_reason_a: attribution_a.map(AttributionRow::of),
            attribution_reason_b: attribution_b.map(AttributionRow::of),
            left_out: check.result.copies().and_then(|(copies, shares)| {
                let of = |document, span| left_out_reason(copies, shares, document, span);
                let reason = of(a, passage.a)?;
                of(b, passage.b).map(|_| reason.name())
            }),
            decided: (choices.is_some_and(|choices| {
                !choices.passage_counts(a, b, passage)
                    || !(choices.counts_for(a, b) || choices.counts_for(b, a))
            }))
            .then_some("not-plagiarism"),
            note: choices.and_then(|choices| choices.note(a, b, Some(passage))),
        }
    }
}
