//! Evidence beyond text in the JSON report.

use chachong_compare::DocumentPair;
use serde::Serialize;

use crate::Report;
use chachong_check::{AlikePictures, Document, EvidenceItem, PairEvidence, SameReference, Side};

/// Pair with its evidence beyond text.
#[derive(Serialize)]
pub(super) struct EvidencePairRow<'a> {
    a: &'a str,
    b: &'a str,
    evidence: Vec<EvidenceRow<'a>>,
}

/// One thing that two files have in common besides text.
#[derive(Serialize)]
pub(super) struct EvidenceRow<'a> {
    kind: &'static str,
    /// The evidence in words, which call the two documents A and B.
    text: String,
    /// Number of shared revision ids; absent for other kinds of evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<usize>,
    /// Document that the other one was probably made from, `a` or `b`; absent where nothing tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<&'static str>,
    /// Document that was last saved under the name of the other one's author, `a` or `b`; absent for other kinds of
    /// evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<&'static str>,
    /// Name of the author or last editor; absent for other kinds of evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<AlikeRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<SameReferenceRow<'a>>,
}

/// Entry of both reference lists with the same error or oddity.
#[derive(Serialize)]
struct SameReferenceRow<'a> {
    /// Positions of the entry among the references of both documents.
    a: usize,
    b: usize,
    text: &'a str,
    kind: &'static str,
    documents: usize,
    weight: f64,
}

/// Two equal or similar pictures by their places: names inside a docx, page numbers of a pdf.
#[derive(Serialize)]
struct AlikeRow<'a> {
    a: &'a str,
    b: &'a str,
    /// Number of bits in which the perceptual hashes differ; `null` for pictures of equal bytes.
    distance: Option<u32>,
}

/// Returns the row of a pair with its evidence.
pub(super) fn evidence_pair_row<'a>(
    check: Report<'a>,
    pair: &'a PairEvidence,
) -> EvidencePairRow<'a> {
    EvidencePairRow {
        a: &check.result.documents[pair.a].name,
        b: &check.result.documents[pair.b].name,
        evidence: evidence_rows(check, (pair.a, pair.b), &pair.items),
    }
}

/// Returns the rows of the evidence about the documents at these positions.
pub(super) fn evidence_rows<'a>(
    check: Report<'a>,
    (a, b): DocumentPair,
    items: &'a [EvidenceItem],
) -> Vec<EvidenceRow<'a>> {
    let [a, b] = [a, b].map(|position| &check.result.documents[position]);
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
            references: Vec::new(),
        };
        match item {
            // Their figures and places stand with the pair.
            EvidenceItem::SameFile
            | EvidenceItem::Code(_)
            | EvidenceItem::Readings(_)
            | EvidenceItem::Tables(_)
            | EvidenceItem::Formulas(_) => {}
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
            EvidenceItem::References(entries) => {
                row.references = entries.iter().map(SameReferenceRow::of).collect();
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

impl<'a> SameReferenceRow<'a> {
    fn of(entry: &'a SameReference) -> Self {
        Self {
            a: entry.a,
            b: entry.b,
            text: &entry.text,
            kind: if entry.is_wrong {
                "same-error"
            } else {
                "same-oddity"
            },
            documents: entry.documents,
            weight: f64::from(entry.weight) / 1000.0,
        }
    }
}

fn alike_row<'a>(a: &'a Document, b: &'a Document, alike: AlikePictures) -> Option<AlikeRow<'a>> {
    let place = |document: &'a Document, at: usize| {
        let pictures = &document.content()?.metadata.pictures;
        Some(pictures.get(at)?.place.as_str())
    };
    Some(AlikeRow {
        a: place(a, alike.a)?,
        b: place(b, alike.b)?,
        distance: alike.distance,
    })
}
