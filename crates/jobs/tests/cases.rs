//! Tests of cases: evidence from a check, found again in a later one, and copied with a library.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod made_texts;

use std::sync::Arc;

use chachong_case::{Case, CaseChange, CaseEntry, CaseEvidence, CaseSubject, Decision, Reason};
use chachong_check::{
    CaseAbout, CaseError, CaseOrigin, CheckResult, CopyWatch, Document, cases_of,
};
use chachong_compare::{Choices, DocumentIndex as Doc};
use chachong_jobs::library::copy_library;
use chachong_jobs::{AgainstLibrary, CheckRequest, Libraries, run_check};
use chachong_library::{CaseStore, Library, SqliteStore};
use chachong_record::{Certainty, Stated, StatedPlace};
use chachong_submission::{Correction, Corrections, SubmissionSettings};
use made_texts::{add_members, document, text};

fn part(text: &str, from: usize, length: usize) -> String {
    text.chars().skip(from).take(length).collect()
}

/// Two files of one student, with text of a third document and of a member; and a document with nothing.
fn documents() -> Vec<Document> {
    let (source, member) = (text(3, 2_000), text(9, 2_000));
    let first = text(1, 500) + &part(&source, 400, 600) + &text(11, 500);
    let second =
        text(2, 700) + &part(&source, 800, 400) + &part(&member, 100, 300) + &text(12, 400);
    let mut documents = vec![
        document("a.txt", &first),
        document("b.txt", &second),
        document("c.txt", &source),
        document("d.txt", &text(4, 1_500)),
    ];
    for (document, digit) in documents.iter_mut().zip(["a", "b", "c", "d"]) {
        let content = document.outcome.as_mut().unwrap().as_mut().unwrap();
        content.metadata.sha256 = digit.repeat(64);
        content.metadata.author = Some(format!("{digit} user"));
    }
    let content = documents[2].outcome.as_mut().unwrap().as_mut().unwrap();
    content.metadata.author = Some("梁秋水".to_owned());
    // As records have it whose only author is that of the properties.
    for (document, author) in [(0, "吕灯"), (2, "梁秋水")] {
        let content = documents[document]
            .outcome
            .as_mut()
            .unwrap()
            .as_mut()
            .unwrap();
        let guessed = |value: &str| Stated {
            value: value.to_owned(),
            place: StatedPlace::Properties,
            certainty: Certainty::Guess,
        };
        content.record.author = Some(guessed(author));
        content.record.title = Some(guessed("秋水与灯"));
    }
    documents
}

/// Check of these documents against a library with the member, both files of the student together.
fn checked(folder: &tempfile::TempDir, choices: Choices) -> CheckResult {
    let file = folder.path().join("old.chachong");
    let is_new = !file.exists();
    let library = Arc::new(Library::open(&file).unwrap());
    if is_new {
        add_members(&library, &[("往年.txt".to_owned(), text(9, 2_000))]);
    }
    let libraries = Libraries {
        against: vec![AgainstLibrary {
            library,
            is_own: false,
        }],
        ..Libraries::default()
    };
    let merged = Correction::Merge {
        files: vec!["a.txt".to_owned(), "b.txt".to_owned()],
    };
    let settings = SubmissionSettings {
        corrections: Corrections(vec![merged]),
        ..SubmissionSettings::default()
    };
    let request = CheckRequest {
        submissions: Arc::new(settings),
        choices: Box::new(move |_| choices),
        ..CheckRequest::of(documents())
    };
    run_check(request, &libraries, &CopyWatch::NOBODY).unwrap()
}

fn origin() -> CaseOrigin {
    CaseOrigin {
        title: "2026 届".to_owned(),
        checked_at: 1_700_000_000,
        utc_offset: 0,
        program: "0.2.0".to_owned(),
    }
}

fn evidence(result: &CheckResult, about: CaseAbout) -> CaseEvidence {
    let evidence = result.case_evidence(about, &origin()).unwrap();
    assert!(evidence.is_consistent());
    evidence
}

#[test]
fn a_pair_has_its_passages_with_what_stands_around_them() {
    let folder = tempfile::tempdir().unwrap();
    let result = checked(&folder, Choices::default());
    let about = CaseAbout::Pair {
        document: Doc(2),
        source: Doc(0),
    };
    let found = evidence(&result, about);
    assert_eq!((found.subject, found.in_question), (CaseSubject::Pair, 1));
    assert_eq!(
        (found.check.as_str(), found.checked_at),
        ("2026 届", 1_700_000_000)
    );
    let names: Vec<&str> = found
        .documents
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["c.txt", "a.txt"]);
    let titles = found.documents.iter().map(|one| &one.title);
    assert!(titles.flatten().next().is_none(), "a guess is no fact");
    assert_eq!(found.passages.len(), 1);
    let passage = &found.passages[0];
    let source = text(3, 2_000);
    let side = &passage.in_document;
    assert_eq!(
        side.text,
        part(&source, side.span.start as usize, side.span.len() as usize)
    );
    assert!(side.text.contains(&part(&source, 410, 580)));
    assert_eq!(passage.in_source.text, side.text);
    // The other document has other text around the same passage.
    assert_eq!(side.before.chars().count(), 300);
    assert!(source.contains(&format!("{}{}{}", side.before, side.text, side.after)));
    assert!(!source.contains(&passage.in_source.before));
    // White space does not count.
    assert!(side.counting > 550 && side.counting <= side.characters);
    let [of_document, of_source] = found.documents[1].in_common.unwrap();
    assert_eq!(of_document.characters, side.counting);
    assert_eq!(of_source.characters, passage.in_source.counting);
    let shares = result.document_shares(Doc(2)).unwrap();
    assert_eq!(found.documents[0].copied, shares.shown().copied);
    assert!(
        found.documents[0].copied.characters > of_document.characters,
        "b.txt has more of it"
    );
    assert_eq!(found.documents[0].original_sha256, Some("c".repeat(64)));
    assert!(found.left_out.contains(&Reason::References));
    // Properties may be those of the file that was copied: they are withheld, and name no author of what is in question.
    assert_eq!(found.documents[0].author, None);
    assert!(found.documents[1].author.is_some());
    // The other name in the properties is a program's user.
    let withheld = &found.documents[0].names_to_withhold;
    for name in ["梁秋水", "liang qiushui", "qiushui liang"] {
        assert!(
            withheld.iter().any(|one| one == name),
            "{name}: {withheld:?}"
        );
    }
}

#[test]
fn a_student_has_all_files_with_all_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let result = checked(&folder, Choices::default());
    for document in [Doc(0), Doc(1)] {
        let found = evidence(&result, CaseAbout::Student { document });
        let names: Vec<&str> = found
            .documents
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(names, ["a.txt", "b.txt", "c.txt", "往年.txt"]);
        assert_eq!(found.in_question, 2);
        assert_eq!(found.documents[3].library.as_deref(), Some("old"));
        assert!(found.documents[3].original_sha256.is_some());
        let places: Vec<(usize, usize)> = found
            .passages
            .iter()
            .map(|one| (one.document, one.source))
            .collect();
        assert_eq!(places, [(0, 2), (1, 2), (1, 3)]);
        // Both files have a part of the same passage of the source, which counts once there.
        let [of_documents, of_source] = found.documents[2].in_common.unwrap();
        let sum = |of: fn(&chachong_case::CasePassage) -> u32| -> u32 {
            found.passages[..2].iter().map(of).sum()
        };
        assert_eq!(of_documents.characters, sum(|one| one.in_document.counting));
        assert!(of_source.characters + 150 < sum(|one| one.in_source.counting));
    }
}

#[test]
fn a_passage_may_be_one_that_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let result = checked(&folder, Choices::default());
    let (copies, shares) = result.copies().unwrap();
    let pair = copies
        .pairs
        .iter()
        .find(|pair| (pair.a, pair.b) == (Doc(0), Doc(2)));
    let pair = pair.unwrap();
    let passage = pair.passages[0];
    let mut choices = shares.choices().clone();
    choices.set_decision(pair.a, pair.b, Some(Decision::NotPlagiarism));
    let result = result.with_choices(choices);
    let (document, source) = (Doc(0), Doc(2));
    let nothing = result.case_evidence(CaseAbout::Pair { document, source }, &origin());
    assert!(matches!(nothing, Err(CaseError::NothingInCommon { document }) if document == "a.txt"));
    let about = CaseAbout::Passage {
        document,
        source,
        passage,
    };
    let found = evidence(&result, about);
    assert_eq!(found.subject, CaseSubject::Passage);
    assert_eq!(found.decision, Some(Decision::NotPlagiarism));
    let side = &found.passages[0].in_document;
    assert!(side.counting == 0 && side.characters > 500);
    assert_eq!(found.documents[1].in_common.unwrap()[0].characters, 0);
    let about = CaseAbout::Student { document: Doc(3) };
    assert!(matches!(
        result.case_evidence(about, &origin()),
        Err(CaseError::NothingInCommon { .. })
    ));
}

#[test]
fn the_same_check_gives_the_same_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let about = CaseAbout::Student { document: Doc(0) };
    let [one, other] = [(); 2].map(|()| evidence(&checked(&folder, Choices::default()), about));
    assert_eq!(one, other);
}

#[test]
fn a_later_check_of_the_same_files_finds_the_case() {
    let folder = tempfile::tempdir().unwrap();
    let result = checked(&folder, Choices::default());
    let store = SqliteStore::open(&folder.path().join("cases.chachong")).unwrap();
    assert_eq!(cases_of(&store, &result.documents).unwrap(), []);
    let pair = CaseAbout::Pair {
        document: Doc(0),
        source: Doc(2),
    };
    let case = Case::open(evidence(&result, pair), 5, "");
    let number = store.keep_case(None, &case).unwrap();
    let mut later = documents();
    later.rotate_left(1);
    let known = cases_of(&store, &later).unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].case.id, number);
    assert_eq!(
        (&known[0].in_question, &known[0].sources),
        (&vec![Doc(3)], &vec![Doc(1)])
    );
    assert_eq!(cases_of(&store, &later[2..3]).unwrap(), [], "d.txt");
    store.delete_case(number).unwrap();
    assert_eq!(cases_of(&store, &later).unwrap(), []);
}

#[test]
fn a_copied_library_has_the_cases_once_with_the_longer_history() {
    let folder = tempfile::tempdir().unwrap();
    let result = checked(&folder, Choices::default());
    let [from, to] = ["from.chachong", "to.chachong"]
        .map(|name| SqliteStore::open(&folder.path().join(name)).unwrap());
    let mut case = Case::open(
        evidence(&result, CaseAbout::Student { document: Doc(0) }),
        5,
        "",
    );
    let number = from.keep_case(None, &case).unwrap();
    let copied = || copy_library(&from, &to, &mut |_, _| true).unwrap().cases;
    assert_eq!((copied(), copied()), (1, 0));
    let there = || to.cases().unwrap().cases[0].id;
    assert_eq!(to.case(there()).unwrap(), case);
    case.add(CaseEntry {
        at: 6,
        by: String::new(),
        change: CaseChange::Note("n".to_owned()),
    });
    from.keep_case(Some(number), &case).unwrap();
    assert_eq!(copied(), 0);
    assert_eq!(to.case(there()).unwrap(), case);
    // What was added there stays.
    let mut longer = case.clone();
    longer.add(case.history[1].clone());
    to.keep_case(Some(there()), &longer).unwrap();
    assert_eq!(copied(), 0);
    assert_eq!(to.case(there()).unwrap(), longer);
}
