//! Property: the totals of a check's documents and its list of pairs say the same.

use chachong_check::{Copies, Findings};
use chachong_compare::{
    Chance, Choices, Counted, DocumentIndex, Fingerprinted, PairPassages, PairShares, Passage,
    Shares, Span, Theses, Thresholds, Verdict,
};
use chachong_simhash::Fingerprint;
use chachong_text::{Mark, MarkReason};
use proptest::prelude::*;

const LENGTH: u32 = 120;

fn span() -> impl Strategy<Value = Span> {
    (0_u32..LENGTH, 1_u32..60)
        .prop_map(|(start, length)| Span::new(start, (start + length).min(LENGTH)))
}

fn passages() -> impl Strategy<Value = Vec<Passage>> {
    let passage = (span(), span(), -9_i8..-3)
        .prop_map(|(a, b, log10)| Passage::identical(a, b, Chance::from_log10(f32::from(log10))));
    prop::collection::vec(passage, 1..4)
}

/// Findings about two documents of 600 characters with equal fingerprints, of which so many were given.
fn near_with_given(given: u32) -> Findings {
    let mark = Mark {
        start: 0,
        end: given,
        reason: MarkReason::Common { documents: 8 },
    };
    let counted = Counted::new(&"字".repeat(600), &[]).with_marks(vec![mark]);
    let documents = vec![
        Fingerprinted {
            fingerprint: Some(Fingerprint(7)),
            characters: 600,
            of_library: false,
        };
        2
    ];
    let copies = Copies {
        counted: vec![counted; 2],
        ..Copies::default()
    };
    let shares = Shares::of_theses(&copies.counted, &[], Theses::NONE, Choices::default());
    Findings::of(&documents, Thresholds::default(), false).with_copies(
        &documents,
        &copies,
        &shares,
        false,
        |_| 0,
    )
}

#[test]
fn fingerprints_of_the_assignment_list_no_pair() {
    assert_eq!(near_with_given(299).pairs.len(), 1, "mostly their own");
    assert!(near_with_given(300).pairs.is_empty());
    assert!(near_with_given(540).pairs.is_empty());
    let hint = near_with_given(541).pairs;
    assert_eq!(hint.len(), 1, "hardly anything is their own");
}

#[test]
fn text_left_out_of_the_checked_document_gives_no_verdict_with_a_library_document() {
    let references = Mark {
        start: 0,
        end: 100,
        reason: MarkReason::References,
    };
    let text = Counted::new(&"字".repeat(600), &[]);
    let span = Span { start: 0, end: 100 };
    let passage = Passage::identical(span, span, Chance::from_log10(-9.0));
    let (first, second) = (DocumentIndex(0), DocumentIndex(1));
    let copies = Copies {
        pairs: vec![PairPassages::copied_whole(first, second, vec![passage])],
        counted: vec![text.clone().with_marks(vec![references]), text],
        ..Copies::default()
    };
    let choices = Choices::default();
    let shares = Shares::of_theses(&copies.counted, &copies.pairs, Theses::NONE, choices);
    let verdict = |of_library: bool| {
        let documents = [false, of_library].map(|of_library| Fingerprinted {
            fingerprint: None,
            characters: 600,
            of_library,
        });
        let findings = Findings::of(&documents, Thresholds::default(), false);
        let findings = findings.with_copies(&documents, &copies, &shares, false, |_| 0);
        findings.pairs[0].verdict
    };
    assert_eq!(verdict(false), Some(Verdict::Part), "two checked documents");
    assert_eq!(verdict(true), None);
}

proptest! {
    #[test]
    fn whatever_gives_a_total_is_listed_and_what_is_listed_as_copied_gives_one(
        pairs in prop::collection::btree_map((0_usize..5, 0_usize..5), passages(), 0..9),
        marks in prop::collection::vec(prop::option::of(span()), 5),
        prints in prop::collection::vec(prop::option::of(any::<u64>()), 5),
    ) {
        let counted: Vec<Counted> = marks
            .iter()
            .map(|mark| {
                let marks = mark.map(|span| Mark {
                    start: span.start,
                    end: span.end,
                    reason: MarkReason::References,
                });
                let text = "字".repeat(usize::try_from(LENGTH).unwrap());
                Counted::new(&text, &[]).with_marks(marks.into_iter().collect())
            })
            .collect();
        let fingerprinted: Vec<Fingerprinted> = (prints.iter().zip(&counted))
            .map(|(print, counted)| Fingerprinted {
                fingerprint: print.map(Fingerprint),
                characters: counted.countable().into(),
                of_library: false,
            })
            .collect();
        let copies = Copies {
            pairs: pairs
                .into_iter()
                .filter(|((a, b), _)| a < b)
                .map(|((a, b), passages)| PairPassages::copied_whole(DocumentIndex(a), DocumentIndex(b), passages))
                .collect(),
            counted,
            ..Copies::default()
        };
        let choices = Choices::default();
        let shares = Shares::of_theses(&copies.counted, &copies.pairs, Theses::NONE, choices);
        let findings = Findings::of(&fingerprinted, Thresholds::default(), false)
            .with_copies(&fingerprinted, &copies, &shares, false, |_| 0);
        let listed = |a: usize, b: usize| findings.pairs.iter().any(|pair| (pair.a, pair.b) == (DocumentIndex(a.min(b)), DocumentIndex(a.max(b))));
        for (document, total) in shares.documents().iter().enumerate() {
            let sources = total.sources.iter().filter(|source| source.shares.net.characters > 0);
            let explained = sources.clone().all(|source| listed(document, source.document.0));
            prop_assert!(explained, "{document}: {total:?}");
            let has_total = total.net.characters > 0 || total.shown().weight > 0.0;
            let has_pair = findings.pairs.iter().any(|pair| {
                let figures = pair.copied.and_then(|copied| shares.pair(copied));
                pair.partner_of(DocumentIndex(document)).is_some() && figures.is_some_and(PairShares::is_copied)
            });
            prop_assert!(!has_total || has_pair, "{document}: {total:?}");
        }
        for pair in &findings.pairs {
            let figures = pair.copied.and_then(|copied| shares.pair(copied));
            if figures.is_some_and(PairShares::is_copied) {
                let total = |document: usize| {
                    let total = &shares.documents()[document];
                    total.net.characters > 0 || total.shown().copied.characters > 0
                };
                prop_assert!(total(pair.a.0) || total(pair.b.0), "{pair:?}");
            }
        }
    }
}
