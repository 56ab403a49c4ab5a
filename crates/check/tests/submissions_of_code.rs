//! Tests of what submissions of several programs share: it is a part of all code of each, whatever files it is in.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../../tests/made_programs/mod.rs"]
mod made_programs;

use std::sync::Arc;

use chachong_check::{CheckResult, Copied, Copies, Document, SubmissionFinding, fingerprint};
use chachong_compare::{
    Chance, Choices, Counted, DocumentIndex, EvidenceKind, EvidenceStrength, PairPassages, Passage,
    Span, Thresholds, Verdict,
};
use chachong_import::{Format, decode_text};
use chachong_submission::{By, SubmissionSettings};
use made_programs::{COMMON, OWN};

/// Result of a check of these programs, each with the number of its student; evidence is sought before submissions are known or after.
fn checked(programs: &[(usize, &str)], is_early: bool) -> CheckResult {
    let document = |(at, (student, text)): (usize, &(usize, &str))| {
        let reading = fingerprint(&decode_text(text.as_bytes()).unwrap());
        let name = format!("student{student}/file{at}.c");
        Document::checked(name, Some(Format::Source), Some(Ok(reading)))
    };
    let documents = programs.iter().enumerate().map(document).collect();
    let copies = Copies {
        counted: vec![Counted::default(); programs.len()],
        ..Copies::default()
    };
    let compared = Copied::of(Arc::new(copies), Arc::default(), Choices::default());
    let result = CheckResult::of(documents, Thresholds::default()).with_copied(compared);
    if is_early {
        result.with_evidence().with_submissions(by_folder())
    } else {
        result.with_submissions(by_folder()).with_evidence()
    }
}

/// Settings by which each folder is a submission.
fn by_folder() -> Arc<SubmissionSettings> {
    Arc::new(SubmissionSettings {
        by: By::Folder,
        ..SubmissionSettings::default()
    })
}

/// Returns the only finding.
fn finding(result: &CheckResult) -> SubmissionFinding {
    let findings = result.submission_findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings[0].clone()
}

#[test]
fn a_file_that_two_students_share_is_a_part_of_their_code() {
    let helper = [(0, COMMON), (1, COMMON)];
    let own = (0..10).map(|at| (if at < 6 { at % 2 } else { at }, OWN[at]));
    let programs: Vec<(usize, &str)> = helper.into_iter().chain(own).collect();
    let result = checked(&programs, false);
    let of_files = result.findings.pairs[0].strongest.unwrap();
    assert!(
        of_files.shares.iter().all(|share| *share > 0.99),
        "{of_files:?}"
    );
    for is_early in [false, true] {
        let found = finding(&checked(&programs, is_early)).strongest.unwrap();
        assert_eq!(found.kind, EvidenceKind::Code);
        let is_part = |share: &f64| (0.3..0.6).contains(share);
        assert!(found.shares.iter().all(is_part), "{is_early} {found:?}");
    }
}

#[test]
fn a_program_divided_into_files_is_found_whole() {
    let whole = [COMMON, OWN[0], OWN[1], OWN[2]];
    let joined = whole.join("\n");
    let parts = whole.map(|part| (0, part));
    let own = (3..10).map(|at| (at, OWN[at]));
    let programs: Vec<(usize, &str)> = parts
        .into_iter()
        .chain([(1, &*joined)])
        .chain(own)
        .collect();
    let result = checked(&programs, false);
    for pair in &result.findings.pairs {
        let shares = pair.strongest.unwrap().shares;
        assert!(shares[0].min(shares[1]) < 0.6, "{pair:?}");
    }
    let found = finding(&result).strongest.unwrap();
    assert_eq!(
        (found.kind, found.strength),
        (EvidenceKind::Code, EvidenceStrength::VeryStrong)
    );
    assert!(found.shares.iter().all(|share| *share > 0.9), "{found:?}");
}

#[test]
fn the_code_of_two_students_is_made_up_of_the_parts_in_their_files() {
    let small = "unsigned crc(unsigned char *p, long n) { unsigned c = 1; while (n-- > 0) c = c * 31 ^ *p++; return ~c; }";
    let first = [OWN[0], OWN[2], OWN[4], small].join("\n");
    let second = [OWN[1], OWN[3], small, OWN[5]].join("\n");
    let programs = [(0, COMMON), (1, COMMON), (0, &*first), (1, &*second)];
    let others = (6..10).map(|at| (at, OWN[at]));
    let programs: Vec<(usize, &str)> = programs.into_iter().chain(others).collect();
    let result = checked(&programs, false);
    let found = finding(&result);
    assert_eq!(found.pairs.len(), 1, "{found:?}");
    let mut parts = result.parts_of_files(&found);
    parts.retain(|part| part.kind == EvidenceKind::Code);
    let listed: Vec<bool> = parts.iter().map(|part| part.is_listed).collect();
    assert_eq!(listed, [true, false], "{parts:?}");
    let code = found
        .beyond_prose
        .iter()
        .find(|one| one.kind == EvidenceKind::Code)
        .unwrap();
    for side in [0, 1] {
        let sum: f64 = parts.iter().map(|part| part.shares[side]).sum();
        assert!(
            (sum - code.shares[side]).abs() < 0.003,
            "{parts:?} {code:?}"
        );
    }
    let [a, b] = parts[1].documents;
    assert_eq!(result.evidence.code(a, b), None);
    let places = &result.evidence.code_places(a, b).unwrap().places;
    let start = |text: &str| u32::try_from(text.find("unsigned").unwrap()).unwrap();
    let expected = (start(&first), start(&second));
    assert_eq!((places[0].a.start, places[0].b.start), expected);
}

/// Returns the finding about two students who have the same prose, and each two programs of their own.
fn same_prose(prose: &str) -> SubmissionFinding {
    let read = |text: &str| fingerprint(&decode_text(text.as_bytes()).unwrap());
    let mut documents = Vec::new();
    for student in 0..2 {
        let name = format!("student{student}/readme.txt");
        documents.push(Document::checked(
            name,
            Some(Format::Txt),
            Some(Ok(read(prose))),
        ));
    }
    for (at, program) in OWN.iter().enumerate().take(4) {
        let name = format!("student{}/file{at}.c", at % 2);
        documents.push(Document::checked(
            name,
            Some(Format::Source),
            Some(Ok(read(program))),
        ));
    }
    let whole = Span::new(0, u32::try_from(prose.chars().count()).unwrap());
    let passage = Passage::identical(whole, whole, Chance::STRONG);
    let mut counted = vec![Counted::new(prose, &[]); 2];
    counted.resize(documents.len(), Counted::default());
    let (a, b) = (DocumentIndex(0), DocumentIndex(1));
    let copies = Copies {
        pairs: vec![PairPassages::copied_whole(a, b, vec![passage])],
        counted,
        ..Copies::default()
    };
    let compared = Copied::of(Arc::new(copies), Arc::default(), Choices::default());
    let result = CheckResult::of(documents, Thresholds::default())
        .with_copied(compared)
        .with_submissions(by_folder())
        .with_evidence();
    let found = finding(&result);
    let parts = result.prose_parts(&found);
    assert_eq!(
        parts[0] < 0.3,
        found.verdict == Some(Verdict::Part),
        "{parts:?}"
    );
    found
}

#[test]
fn prose_that_is_a_small_part_of_two_programs_is_not_very_strong() {
    let line = "夜里的书库亮着一盏灯，守夜的人把每一本书放回原来的格子里，然后才去关窗。";
    let found = same_prose(line);
    assert_eq!(found.verdict, Some(Verdict::Part));
    let text = found.strongest.unwrap();
    assert_eq!(
        (text.kind, text.strength),
        (EvidenceKind::Text, EvidenceStrength::Strong)
    );
    let found = same_prose(&line.repeat(20));
    assert_eq!(found.verdict, Some(Verdict::NearDuplicate));
}
