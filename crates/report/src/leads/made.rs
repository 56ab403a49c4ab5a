//! Made-up leads for tests of reports.

use chachong_check::{
    Document, FoundLead, LIBRARY_PREFIX, LeadEnd, LeadExtent, Origin, PersonsWord, PlacedLead,
    PlacedLeads, SentencePair, fingerprint,
};
use chachong_compare::Decision;
use chachong_compare::{DocumentIndex, Span};
use chachong_import::{Format, decode_text};
use chachong_semantics::LeadKind;

/// Text of the member of the library that only leads name; its first sentence has 42 characters.
pub(crate) const MEMBER: &str =
    "<b>Lamps</b> & \"stairs\" were lit at night.\nReaders stayed until eleven.\n";
/// Note of the person who confirmed the first lead.
pub(crate) const NOTE: &str = "both read <script>alert('note')</script>";
/// Time of that person's word, 2023-11-14T22:13:20Z.
pub(crate) const AT: i64 = 1_700_000_000;

/// Makes leads of documents, of which the first two were read: a confirmed one between those two, one to a member of the
/// library, and a dismissed one between the two.
pub(crate) fn leads(documents: &[Document]) -> PlacedLeads {
    let name = format!("{LIBRARY_PREFIX}lamps <i>.txt");
    let content = fingerprint(&decode_text(MEMBER.as_bytes()).unwrap());
    let member = Document {
        origin: Origin::Library,
        path: "lamps.txt".into(),
        ..Document::checked(name, Some(Format::Txt), Some(Ok(content)))
    };
    let end = |position: DocumentIndex| LeadEnd {
        name: (documents.get(position.0).unwrap_or(&member))
            .name
            .as_str()
            .into(),
        kept: None,
    };
    let lead = |b: DocumentIndex, kind, expected_by_chance, sentences: Vec<SentencePair>, word| {
        PlacedLead {
            a: DocumentIndex(0),
            b,
            lead: FoundLead {
                a: end(DocumentIndex(0)),
                b: end(b),
                in_a: span(0, 24),
                in_b: span(0, 42),
                kind,
                expected_by_chance,
                sentences,
                word,
            },
        }
    };
    let said = |word, note: Option<&str>| {
        Some(PersonsWord {
            word,
            at: AT,
            note: note.map(str::to_owned),
        })
    };
    let pair = |a, b| SentencePair { a, b };
    let rewritten = vec![
        pair(Some(span(0, 24)), Some(span(0, 30))),
        pair(None, Some(span(30, 42))),
    ];
    let translated = vec![pair(Some(span(0, 24)), Some(span(0, 42)))];
    let other = span(24, 60);
    PlacedLeads {
        list: vec![
            lead(
                DocumentIndex(1),
                LeadKind::Rewritten,
                0.000_123_456,
                rewritten,
                said(Decision::Confirmed, Some(NOTE)),
            ),
            lead(
                DocumentIndex(documents.len()),
                LeadKind::Translated,
                0.04,
                translated,
                None,
            ),
            lead(
                DocumentIndex(1),
                LeadKind::Rewritten,
                0.5,
                vec![pair(Some(other), Some(other))],
                said(Decision::NotPlagiarism, None),
            ),
        ],
        members: vec![member.clone()],
        extent: LeadExtent {
            documents: documents.len(),
            members: 31,
            members_left: 7,
            unread: vec!["gone <u>.txt".to_owned()],
        },
    }
}

const fn span(start: u32, end: u32) -> Span {
    Span { start, end }
}
