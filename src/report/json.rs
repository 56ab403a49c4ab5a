//! JSON report: settings, documents and pairs of a check for other programs.

use std::io::{self, Write};

use serde::Serialize;

use super::decided::{DecidedPair, decided_pairs};
use super::leads::Lead;
use super::{Check, evidence_only, message, pairs_in_order, warnings};
use crate::check::{
    AlikePictures, BibliographicRecord, Document, EvidenceItem, Origin, PairEvidence, RecordField,
    Side, evidence_of,
};
use crate::compare::{
    Chance, Copied, PairFinding, PairShares, Passage, PassageKind, Reason, SharedText, Span,
    Thesis, Thresholds, Verdict,
};
use crate::import::Format;
use crate::text::MarkReason;

/// Number of the schema of the whole report, `assets/report/check.schema.json`. It changes if a field is taken away or
/// changes its meaning, not if one is added.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    version: &'static str,
    settings: Settings,
    documents: Vec<DocumentRow<'a>>,
    pairs: Vec<PairRow<'a>>,
    /// Leads to possible rewriting or translation, the strongest first, dismissed ones among them; absent where they were
    /// not sought.
    #[serde(skip_serializing_if = "Option::is_none")]
    leads: Option<Vec<LeadRow<'a>>>,
    /// Texts that three or more documents share, largest number of documents times characters first.
    shared_texts: Vec<SharedRow<'a>>,
    /// Pairs that nothing but evidence beyond text speaks for: `pairs` has none of them, or without a verdict.
    evidence_only: Vec<EvidencePairRow<'a>>,
    /// Pairs of which nothing counts because a person decided so, in the order of their documents.
    not_counted: Vec<NotCountedRow<'a>>,
    /// Theses with two or more documents: versions, and one text in several files.
    theses: Vec<ThesisRow<'a>>,
    /// Alike documents that state one author and are not taken for versions, because something speaks against it.
    version_conflicts: Vec<ConflictRow<'a>>,
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
}

#[derive(Serialize)]
struct DocumentRow<'a> {
    path: &'a str,
    /// Set to `library` for a library's document that joined because it is like a checked one; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    format: Option<&'static str>,
    status: &'static str,
    message: String,
    characters: Option<u64>,
    countable_characters: Option<u64>,
    fingerprint: Option<String>,
    nearest: Option<&'a str>,
    nearest_distance: Option<u32>,
    total_copied_share: Option<f64>,
    /// Gross share: with nothing left out.
    total_copied_share_of_everything: Option<f64>,
    /// Share in possible passages, which the copied share does not count.
    possible_share: Option<f64>,
    /// Whether text under the share was recognised in pictures, so that the document's copied shares are lower estimates;
    /// `null` without a share.
    lower_estimate: Option<bool>,
    /// Whether enough of the text counts for a share.
    base: Option<&'static str>,
    /// Chance of the strongest passage that counts: expected number of equally strong ones in such a comparison.
    least_expected_by_chance: Option<f64>,
    left_out: Vec<LeftOut>,
    sources: Vec<SourceRow<'a>>,
    marks: Vec<MarkRow>,
    warnings: Vec<String>,
    title: Option<&'a str>,
    author: Option<&'a str>,
    student_number: Option<&'a str>,
    supervisor: Option<&'a str>,
    institution: Option<&'a str>,
    year: Option<&'a str>,
    /// Fields of the bibliographic record with their origin, the degree among them.
    record: Vec<StatedRow<'a>>,
}

/// Field of a bibliographic record.
#[derive(Serialize)]
struct StatedRow<'a> {
    field: &'static str,
    value: &'a str,
    place: &'static str,
    certainty: &'static str,
}

/// Text left out for one reason.
#[derive(Serialize)]
struct LeftOut {
    reason: &'static str,
    characters: u32,
    /// Number of the left out characters that are in passages.
    copied_characters: u32,
}

/// Text of a document that also occurs in one other document.
#[derive(Serialize)]
struct SourceRow<'a> {
    path: &'a str,
    characters: u32,
    share: f64,
    /// Number of these characters that occur in no other document.
    only_here: u32,
}

/// Mark: a section, quotation, template or common text.
#[derive(Serialize)]
struct MarkRow {
    start: u32,
    end: u32,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u32>,
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
    /// Gross share of the first document: with nothing left out.
    copied_share_of_everything_a: Option<f64>,
    copied_share_of_everything_b: Option<f64>,
    possible_share_a: Option<f64>,
    possible_share_b: Option<f64>,
    /// Whether text of either document was recognised in pictures, so that the copied shares are lower estimates.
    lower_estimate: Option<bool>,
    base_a: Option<&'static str>,
    base_b: Option<&'static str>,
    verdict: Option<&'static str>,
    passages: Vec<PassageRow<'a>>,
    /// Evidence beyond text; in no share and no verdict.
    evidence: Vec<EvidenceRow<'a>>,
}

/// Pair with its evidence beyond text.
#[derive(Serialize)]
struct EvidencePairRow<'a> {
    a: &'a str,
    b: &'a str,
    evidence: Vec<EvidenceRow<'a>>,
}

/// One thing that two files have in common besides text.
#[derive(Serialize)]
struct EvidenceRow<'a> {
    kind: &'static str,
    /// The evidence in words, which call the two documents A and B.
    text: String,
    /// Number of shared revision ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<usize>,
    /// Document that the other one was probably made from: `a` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<&'static str>,
    /// Document that was last saved under the name of the other one's author: `a` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<&'static str>,
    /// Name of the author or last editor.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<AlikeRow<'a>>,
}

/// Two equal or similar pictures by their places: names inside a docx, page numbers of a pdf.
#[derive(Serialize)]
struct AlikeRow<'a> {
    a: &'a str,
    b: &'a str,
    /// Number of bits in which the perceptual hashes differ; `null` for pictures of equal bytes.
    distance: Option<u32>,
}

/// Lead to possible rewriting or translation; in no share and no verdict.
#[derive(Serialize)]
struct LeadRow<'a> {
    a: &'a str,
    b: &'a str,
    kind: &'static str,
    strength: &'static str,
    /// Expected number of leads as strong that chance gives a document of this length in such a search.
    expected_by_chance: f64,
    /// Passage in the first document.
    from: Span,
    /// Passage in the second document.
    to: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<WordRow<'a>>,
}

/// Word of a person on a lead.
#[derive(Serialize)]
struct WordRow<'a> {
    word: &'static str,
    /// Time in UTC; `null` for an impossible one.
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
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
    /// Time of the decision in UTC; `null` if unknown.
    decided_at: Option<String>,
    /// Notes of the person on the pair and on its passages.
    notes: Vec<&'a str>,
}

#[derive(Serialize)]
struct PassageRow<'a> {
    a: Span,
    b: Span,
    kind: PassageKind,
    matched_characters_a: u32,
    matched_characters_b: u32,
    /// Matched share of both sides, 0..=1.
    similarity: f64,
    strength: &'static str,
    /// Chance: expected number of equally strong passages in a comparison of this size among texts that nobody copied.
    expected_by_chance: f64,
    /// Number of documents that share at least half of the passage.
    documents: u32,
    /// Decision of a person: `not-plagiarism` where the passage, its pair or both as sources of each other are switched
    /// off; else `null`.
    decided: Option<&'static str>,
    /// Note of the person on the passage; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
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

/// Writes the whole check. Copied shares are `null` and passages empty where texts were not compared.
pub fn check_json(out: &mut dyn Write, check: Check<'_>) -> io::Result<()> {
    let report = Report {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        settings: Settings {
            recipe: check.recipe.name(),
            recipe_text: check.recipe.text_form(),
            max_distance: check.thresholds.max_distance,
            related_by_length: Thresholds::RELATED_BY_LENGTH,
            exclude: check.copied.map(|(_, shares)| {
                let reasons = shares.choices().reasons_left_out();
                reasons.map(Reason::name).collect()
            }),
        },
        documents: (0..check.documents.len())
            .map(|position| document_row(check, position))
            .collect(),
        pairs: pairs_in_order(check)
            .into_iter()
            .map(|pair| pair_row(check, pair))
            .collect(),
        leads: lead_rows(check),
        shared_texts: shared_rows(check),
        evidence_only: (evidence_only(check).into_iter())
            .map(|pair| evidence_pair_row(check, pair))
            .collect(),
        not_counted: (decided_pairs(check).into_iter())
            .map(|pair| not_counted_row(check, pair))
            .collect(),
        theses: (check.theses().all().iter())
            .map(|thesis| thesis_row(check, thesis))
            .collect(),
        version_conflicts: (check.theses().conflicts().iter())
            .map(|conflict| ConflictRow {
                a: &check.documents[conflict.a].name,
                b: &check.documents[conflict.b].name,
                against: conflict.contradiction.name(),
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Writes one pair, in the form it has inside a check's report.
pub fn pair_json(out: &mut dyn Write, check: Check<'_>, pair: &PairFinding) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &pair_row(check, pair))?;
    writeln!(out)
}

fn document_row(check: Check<'_>, position: usize) -> DocumentRow<'_> {
    let document = &check.documents[position];
    let reading = document.reading();
    let nearest = check.findings.nearest.get(position).copied().flatten();
    // A document that was not read has no shares, not shares of zero; one of the library was not compared with all.
    let of_library = document.origin == Origin::Library;
    let copied = check.copied.filter(|_| reading.is_some() && !of_library);
    let shares = copied.and_then(|(_, shares)| shares.documents().get(position));
    let counted = copied.and_then(|(copies, _)| copies.counted.get(position));
    let stated = |field| Some(reading?.record.get(field)?.value.as_str());
    DocumentRow {
        path: &document.name,
        origin: of_library.then_some("library"),
        format: document.format.map(Format::name),
        status: document.status().name(),
        message: message(document, check.language),
        characters: reading.map(|r| r.characters),
        countable_characters: reading
            .map(|r| shares.map_or(r.countable, |s| u64::from(s.net.countable))),
        fingerprint: document.fingerprint().map(|f| f.to_string()),
        nearest: nearest.map(|n| check.documents[n.document].name.as_str()),
        nearest_distance: nearest.map(|n| n.distance),
        total_copied_share: shares.map(|s| decimals(s.net.share())),
        total_copied_share_of_everything: shares.map(|s| decimals(s.gross.share())),
        possible_share: shares.map(|s| decimals(s.possible.share())),
        lower_estimate: shares.map(|_| check.lower_estimate(position).is_some()),
        base: shares.map(|s| s.base().name()),
        least_expected_by_chance: shares
            .and_then(|s| s.strongest)
            .map(|chance| expected(check, chance)),
        left_out: shares.map_or_else(Vec::new, |s| {
            let by_reason = s.left_out.iter().map(|left_out| LeftOut {
                reason: left_out.reason.name(),
                characters: left_out.countable,
                copied_characters: left_out.copied,
            });
            by_reason.collect()
        }),
        sources: shares.map_or_else(Vec::new, |s| {
            let sources = s.sources.iter().map(|source| SourceRow {
                path: &check.documents[source.document].name,
                characters: source.shares.net.characters,
                share: decimals(source.shares.net.share()),
                only_here: source.only,
            });
            sources.collect()
        }),
        marks: counted.map_or_else(Vec::new, |counted| {
            let marks = counted.marks.iter().map(|mark| MarkRow {
                start: mark.start,
                end: mark.end,
                reason: mark.reason.name(),
                documents: match mark.reason {
                    MarkReason::Common { documents } => Some(documents),
                    _ => None,
                },
            });
            marks.collect()
        }),
        warnings: warnings(document, check.language),
        title: stated(RecordField::Title),
        author: stated(RecordField::Author),
        student_number: stated(RecordField::StudentNumber),
        supervisor: stated(RecordField::Supervisor),
        institution: stated(RecordField::Institution),
        year: stated(RecordField::Year),
        record: reading.map_or_else(Vec::new, |reading| stated_rows(&reading.record)),
    }
}

fn stated_rows(record: &BibliographicRecord) -> Vec<StatedRow<'_>> {
    let row = |field: RecordField| {
        let stated = record.get(field)?;
        Some(StatedRow {
            field: field.name(),
            value: &stated.value,
            place: stated.place.name(),
            certainty: stated.certainty.name(),
        })
    };
    RecordField::ALL.into_iter().filter_map(row).collect()
}

fn pair_row<'a>(check: Check<'a>, pair: &PairFinding) -> PairRow<'a> {
    let (a, b) = (&check.documents[pair.a], &check.documents[pair.b]);
    let equal_blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    let shares = check.pair_shares(pair);
    let share = |of: fn(PairShares) -> Copied| shares.map(|shares| decimals(of(shares).share()));
    PairRow {
        a: &a.name,
        b: &b.name,
        distance: pair.distance,
        estimated_cosine: decimals(pair.estimated_cosine(check.thresholds.width)),
        equal_blocks,
        copied_share_a: share(|shares| shares.a.net),
        copied_share_b: share(|shares| shares.b.net),
        copied_share_of_everything_a: share(|shares| shares.a.gross),
        copied_share_of_everything_b: share(|shares| shares.b.gross),
        possible_share_a: share(|shares| shares.a.possible),
        possible_share_b: share(|shares| shares.b.possible),
        lower_estimate: shares.map(|_| check.pair_lower_estimate(pair.a, pair.b).is_some()),
        base_a: shares.map(|shares| shares.a.base().name()),
        base_b: shares.map(|shares| shares.b.base().name()),
        verdict: pair.verdict.map(Verdict::name),
        passages: (check.passages(pair).iter())
            .map(|passage| PassageRow::of(check, pair, passage))
            .collect(),
        evidence: evidence_rows(
            check,
            (pair.a, pair.b),
            evidence_of(check.evidence, pair.a, pair.b),
        ),
    }
}

fn thesis_row<'a>(check: Check<'a>, thesis: &Thesis) -> ThesisRow<'a> {
    let path = |document: usize| check.documents[document].name.as_str();
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

fn evidence_pair_row<'a>(check: Check<'a>, pair: &'a PairEvidence) -> EvidencePairRow<'a> {
    EvidencePairRow {
        a: &check.documents[pair.a].name,
        b: &check.documents[pair.b].name,
        evidence: evidence_rows(check, (pair.a, pair.b), &pair.items),
    }
}

fn evidence_rows<'a>(
    check: Check<'a>,
    (a, b): (usize, usize),
    items: &'a [EvidenceItem],
) -> Vec<EvidenceRow<'a>> {
    let [a, b] = [a, b].map(|position| &check.documents[position]);
    let side = |side: Side| match side {
        Side::A => "a",
        Side::B => "b",
    };
    let row = |item: &'a EvidenceItem| {
        let mut row = EvidenceRow {
            kind: item.name(),
            text: check.language.evidence(item, ["A", "B"]),
            shared: None,
            earlier: None,
            edited: None,
            name: None,
            pictures: Vec::new(),
        };
        match item {
            EvidenceItem::SameFile => {}
            EvidenceItem::RevisionIds { shared, earlier } => {
                row.shared = Some(*shared);
                row.earlier = earlier.map(side);
            }
            EvidenceItem::PdfId { earlier } => row.earlier = earlier.map(side),
            EvidenceItem::Pictures(alike) => {
                row.pictures = alike
                    .iter()
                    .filter_map(|&one| alike_row(a, b, one))
                    .collect();
            }
            EvidenceItem::EditedByOther { edited, name } => {
                row.edited = Some(side(*edited));
                row.name = Some(name);
            }
            EvidenceItem::SameEditor { name } | EvidenceItem::SameAuthor { name } => {
                row.name = Some(name);
            }
        }
        row
    };
    items.iter().map(row).collect()
}

fn alike_row<'a>(a: &'a Document, b: &'a Document, alike: AlikePictures) -> Option<AlikeRow<'a>> {
    let place = |document: &'a Document, at: usize| {
        let pictures = &document.reading()?.metadata.pictures;
        Some(pictures.get(at)?.place.as_str())
    };
    Some(AlikeRow {
        a: place(a, alike.a)?,
        b: place(b, alike.b)?,
        distance: alike.distance,
    })
}

fn shared_rows(check: Check<'_>) -> Vec<SharedRow<'_>> {
    let Some((copies, shares)) = check.copied else {
        return Vec::new();
    };
    let row = |text: SharedText| SharedRow {
        documents: text.documents,
        characters: text.characters,
        decided: (shares.choices().decided_text(&text)).map(|known| known.decision().name()),
        places: (text.places.iter())
            .filter_map(|&(document, Span { start, end })| {
                let path = &check.documents.get(document)?.name;
                Some(PlaceRow { path, start, end })
            })
            .collect(),
    };
    copies
        .shared_texts(shares.theses())
        .into_iter()
        .map(row)
        .collect()
}

/// Expected number by chance, rounded to three digits: its precision.
fn expected(check: Check<'_>, chance: Chance) -> f64 {
    let pairs = check.copied.map_or(1, |(copies, _)| copies.compared);
    let expected = chance.expected(pairs);
    format!("{expected:.2e}").parse().unwrap_or(expected)
}

/// Time in UTC, as in `2026-11-22T08:30:00Z`; `None` for an impossible one.
fn utc(at: i64) -> Option<String> {
    Some(jiff::Timestamp::from_second(at).ok()?.to_string())
}

fn lead_rows(check: Check<'_>) -> Option<Vec<LeadRow<'_>>> {
    let leads = check.leads?;
    let path = |position: usize| {
        let document = leads.document(check.documents, position);
        document.map_or("", |document| document.name.as_str())
    };
    let row = |placed| {
        let lead = Lead::of(placed);
        let found = lead.found;
        LeadRow {
            a: path(lead.documents[0]),
            b: path(lead.documents[1]),
            kind: found.kind.name(),
            strength: found.strength().name(),
            expected_by_chance: lead.expected_by_chance(),
            from: found.in_a,
            to: found.in_b,
            decided: found.word.as_ref().map(|word| WordRow {
                word: word.word.name(),
                at: utc(word.at),
                note: word.note.as_deref(),
            }),
        }
    };
    Some(leads.list.iter().map(row).collect())
}

fn not_counted_row<'a>(check: Check<'a>, pair: DecidedPair<'a>) -> NotCountedRow<'a> {
    NotCountedRow {
        a: &check.documents[pair.a].name,
        b: &check.documents[pair.b].name,
        scope: pair.scope.name(),
        passages: pair.passages,
        decided_at: pair.decided_at.and_then(utc),
        notes: pair.notes,
    }
}

impl<'a> PassageRow<'a> {
    fn of(check: Check<'a>, pair: &PairFinding, passage: &Passage) -> Self {
        let (a, b) = (pair.a, pair.b);
        let choices = check.copied.map(|(_, shares)| shares.choices());
        Self {
            a: passage.a,
            b: passage.b,
            kind: passage.kind,
            matched_characters_a: passage.matched_a,
            matched_characters_b: passage.matched_b,
            similarity: f64::from(passage.similarity) / 1000.0,
            strength: passage.strength().name(),
            expected_by_chance: expected(check, passage.chance),
            documents: passage.documents,
            decided: (choices.is_some_and(|choices| {
                !choices.passage_counts(a, b, passage)
                    || !(choices.counts_for(a, b) || choices.counts_for(b, a))
            }))
            .then_some("not-plagiarism"),
            note: choices.and_then(|choices| choices.note(a, b, Some(passage))),
        }
    }
}

/// Rounds to four decimals, as in the CSV.
fn decimals(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
