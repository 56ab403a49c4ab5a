//! Tests of the one ranking: pairs that any kind of evidence lists stand in one list, by the strength of their strongest kind.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::sync::Arc;

use chachong_check::{
    AlikePlaces, CheckResult, Copied, Copies, Document, Evidence, EvidenceItem, PairEvidence,
    SharedCode, SharedReadings, SharedTables, fingerprint,
};
use chachong_compare::{
    Choices, Counted, Decision, DocumentIndex as Doc, EvidenceKind, EvidenceStrength, PairFinding,
    Thresholds, Verdict,
};
use chachong_import::{Format, decode_text};

/// Program of more than the fewest characters, different for each number.
fn program(number: usize) -> Document {
    let text = format!("print({number})  # {}\n", "x".repeat(20)).repeat(20);
    let reading = fingerprint(&decode_text(text.as_bytes()).unwrap());
    Document::checked(
        format!("{number}.py"),
        Some(Format::Source),
        Some(Ok(reading)),
    )
}

fn code(score: u16, share: u16, tokens: usize) -> EvidenceItem {
    EvidenceItem::Code(SharedCode {
        score,
        share_a: share,
        share_b: share / 2,
        tokens,
        places: Vec::<AlikePlaces>::new(),
        weights: Vec::new(),
        given: Default::default(),
        comments: Vec::new(),
    })
}

fn readings(expected_exponent: i32, share: u16) -> EvidenceItem {
    EvidenceItem::Readings(SharedReadings {
        count: 9,
        share_a: share,
        share_b: share,
        expected_exponent,
        series: Vec::new(),
    })
}

fn author() -> EvidenceItem {
    EvidenceItem::SameAuthor {
        name: "甲".to_owned(),
    }
}

/// Result of a check of five programs with this evidence.
fn with_evidence(evidence: &[(usize, usize, Vec<EvidenceItem>)]) -> CheckResult {
    let documents = (0..5).map(program).collect();
    let pairs = evidence.iter().map(|(a, b, items)| PairEvidence {
        a: Doc(*a),
        b: Doc(*b),
        items: items.clone(),
    });
    CheckResult {
        evidence: Arc::new(Evidence {
            pairs: pairs.collect(),
            ..Evidence::default()
        }),
        ..CheckResult::of(documents, Thresholds::default())
    }
    .with_findings()
}

fn listed(result: &CheckResult) -> Vec<(usize, usize)> {
    let pairs = result.findings.pairs.iter();
    pairs.map(|pair| (pair.a.0, pair.b.0)).collect()
}

fn strength(pair: &PairFinding) -> Option<(EvidenceKind, EvidenceStrength)> {
    let strongest = pair.strongest?;
    Some((strongest.kind, strongest.strength))
}

#[test]
fn a_folder_of_programs_has_one_list_by_strength_then_share() {
    use EvidenceKind::{Code, Data, Files};
    use EvidenceStrength::{Noticeable, Strong, VeryStrong};
    let result = with_evidence(&[
        (0, 1, vec![code(200, 990, 900)]),
        (0, 2, vec![code(480, 700, 900), author()]),
        (0, 3, vec![readings(-21, 800), author()]),
        (0, 4, vec![author()]),
        (1, 2, vec![code(300, 400, 900)]),
        (1, 3, vec![EvidenceItem::SameFile]),
    ]);
    assert_eq!(listed(&result), [(1, 3), (0, 3), (0, 2), (1, 2), (0, 1)]);
    let strengths: Vec<_> = result.findings.pairs.iter().map(strength).collect();
    let expected = [
        (Files, VeryStrong),
        (Data, VeryStrong),
        (Code, VeryStrong),
        (Code, Strong),
        (Code, Noticeable),
    ];
    assert_eq!(strengths, expected.map(Some));
    assert_eq!(result.findings.kinds, [Code, Data, Files]);
    for pair in &result.findings.pairs {
        assert!(pair.is_finding() && pair.verdict.is_none());
        assert_eq!(result.pair(pair.b, pair.a).as_ref(), Some(pair));
    }
    // Names are hints: they list no pair.
    let hints: Vec<_> = result
        .unlisted_evidence()
        .map(|pair| (pair.a.0, pair.b.0))
        .collect();
    assert_eq!(hints, [(0, 4)]);
    assert!(
        result
            .pair(Doc(0), Doc(4))
            .is_some_and(|pair| !pair.is_finding())
    );
    // Documents that something very strong links are a group, others are not.
    let groups: Vec<_> = result
        .groups(0.3)
        .into_iter()
        .map(|group| group.members.len())
        .collect();
    assert_eq!(groups, [4]);
}

#[test]
fn of_two_equal_shares_the_pair_with_more_on_the_other_side_stands_first() {
    let result = with_evidence(&[
        (0, 1, vec![code(900, 630, 1000)]),
        (0, 2, vec![code(900, 1000, 1000)]),
    ]);
    assert_eq!(listed(&result), [(0, 2), (0, 1)]);
}

#[test]
fn a_pair_that_a_person_cleared_has_no_strength_and_stands_last() {
    let result = with_evidence(&[
        (0, 1, vec![code(900, 990, 900), EvidenceItem::SameFile]),
        (0, 2, vec![code(300, 400, 900)]),
    ]);
    let copies = Arc::new(Copies {
        counted: vec![Counted::default(); 5],
        ..Copies::default()
    });
    let under = |choices| {
        result
            .clone()
            .with_copied(Copied::of(Arc::clone(&copies), Arc::default(), choices))
    };
    assert_eq!(listed(&under(Choices::default())), [(0, 1), (0, 2)]);
    let mut choices = Choices::default();
    choices.set_decision(Doc(0), Doc(1), Some(Decision::NotPlagiarism));
    let cleared = under(choices);
    assert_eq!(listed(&cleared), [(0, 2), (0, 1)]);
    let pair = cleared.pair(Doc(0), Doc(1)).unwrap();
    assert!(!pair.is_finding() && pair.strongest.is_none());
    assert!(cleared.groups(0.3).is_empty());
}

#[test]
fn what_proves_little_is_not_very_strong() {
    use EvidenceKind::{Code, Data, Files, Tables};
    use EvidenceStrength::{Noticeable, Strong};
    let tables = EvidenceItem::Tables(SharedTables {
        share_a: 900,
        share_b: 900,
    });
    let result = with_evidence(&[
        (0, 1, vec![EvidenceItem::SameFile, code(900, 1000, 100)]),
        (0, 2, vec![code(900, 1000, 100)]),
        (0, 3, vec![readings(-24, 90)]),
        (1, 2, vec![EvidenceItem::PdfId { earlier: None }]),
        (1, 3, vec![EvidenceItem::Pictures(Vec::new())]),
        (2, 3, vec![readings(-3, 200), tables]),
    ]);
    let of = |a, b| strength(&result.pair(a, b).unwrap());
    assert_eq!(
        of(Doc(0), Doc(1)),
        Some((Code, Strong)),
        "a short program, handed in twice"
    );
    assert_eq!(of(Doc(0), Doc(2)), Some((Code, Strong)), "a short program");
    assert_eq!(
        of(Doc(0), Doc(3)),
        Some((Data, Strong)),
        "a small part of all readings"
    );
    assert_eq!(of(Doc(1), Doc(2)), Some((Files, Strong)));
    assert_eq!(of(Doc(1), Doc(3)), Some((Files, Noticeable)));
    assert_eq!(
        of(Doc(2), Doc(3)),
        Some((Tables, Noticeable)),
        "the larger share names the pair"
    );
    assert!(result.groups(0.3).is_empty());
}

#[test]
fn the_colours_of_a_pair_are_those_of_text_as_strong() {
    let result = with_evidence(&[
        (0, 1, vec![EvidenceItem::SameFile]),
        (0, 2, vec![code(480, 700, 900)]),
        (0, 3, vec![code(300, 990, 900)]),
        (0, 4, vec![code(130, 990, 900)]),
    ]);
    let verdicts: Vec<_> = result
        .findings
        .pairs
        .iter()
        .map(PairFinding::as_verdict)
        .collect();
    let expected = [
        Verdict::NearDuplicate,
        Verdict::LargePart,
        Verdict::Part,
        Verdict::Passage,
    ];
    assert_eq!(verdicts, expected.map(Some));
}
