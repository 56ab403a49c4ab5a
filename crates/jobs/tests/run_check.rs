//! Tests of `run_check`: the order of the pairs, possible passages, earlier decisions, libraries that did not answer, and
//! documents of libraries that join the check.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod made_texts;

use std::path::Path;
use std::sync::Arc;

use chachong_check::{
    CheckResult, ComparedLibrary, Copies, CopyWatch, Document, Fingerprinting, Origin, Settings,
    apply_decisions, kept_decision,
};
use chachong_compare::{
    Chance, Choices, Decision, DocumentIndex as Doc, PairFinding, PairPassages, Passage, Span,
    Verdict,
};
use chachong_import::{Isolation, decode_text};
use chachong_jobs::library::{add_to_library, keep_template, kept_submission};
use chachong_jobs::{
    AgainstLibrary, CheckRequest, FoundIn, Libraries, Session, renumbered_choices, run_check,
};
use chachong_library::{CheckContent, CheckRow, CheckState, KeptSubmission, Library, MissingPart};
use chachong_submission::{Correction, Corrections, FoundBy, SubmissionSettings};
use made_texts::{add_members, document, text};

/// Three documents: the second has the first half of the first, the third its last tenth.
fn documents() -> Vec<Document> {
    let first = text(1, 2_000);
    let part =
        |from: usize, length: usize| first.chars().skip(from).take(length).collect::<String>();
    vec![
        document("a.txt", &first),
        document("b.txt", &(part(0, 1_000) + &text(2, 1_000))),
        document("c.txt", &(text(3, 1_800) + &part(1_800, 200))),
    ]
}

fn run(request: CheckRequest<'_>, libraries: &Libraries) -> CheckResult {
    run_check(request, libraries, &CopyWatch::NOBODY).unwrap()
}

fn alone(documents: Vec<Document>) -> CheckResult {
    run(CheckRequest::of(documents), &Libraries::default())
}

/// Library with these texts as members.
fn library(file: &Path, texts: &[(&str, String)]) -> Arc<Library> {
    let library = Arc::new(Library::open(file).unwrap());
    let texts = texts
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.clone()));
    add_members(&library, &texts.collect::<Vec<_>>());
    library
}

fn against(library: &Arc<Library>, is_own: bool) -> Libraries {
    let library = Arc::clone(library);
    Libraries {
        against: vec![AgainstLibrary { library, is_own }],
        ..Libraries::default()
    }
}

fn names(result: &CheckResult, pair: &PairFinding) -> [String; 2] {
    [pair.a, pair.b].map(|position| result.documents[position].name.clone())
}

#[test]
fn pairs_stand_in_the_order_of_lists_and_versions_last() {
    let result = alone(documents());
    let listed = |result: &CheckResult| {
        let pairs = result.findings.pairs.iter();
        pairs.map(|pair| names(result, pair)).collect::<Vec<_>>()
    };
    let [first, last] =
        [["a.txt", "b.txt"], ["a.txt", "c.txt"]].map(|pair| pair.map(str::to_owned));
    assert_eq!(listed(&result), [first.clone(), last.clone()]);
    let mut choices = Choices::default();
    choices.set_one_thesis(Doc(0), Doc(1), Some(true));
    let joined = result.with_choices(choices);
    assert_eq!(listed(&joined), [last, first]);
    assert_eq!(joined.findings.pairs[1].verdict, Some(Verdict::Version));
    for result in [result, joined] {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let mut pairs = result.findings.pairs.iter();
            let listed = pairs.find(|pair| (pair.a, pair.b) == (Doc(a), Doc(b)));
            assert_eq!(
                result.verdict(Doc(b), Doc(a)),
                listed.and_then(|pair| pair.verdict)
            );
            let found = result.pair(Doc(a), Doc(b)).unwrap();
            assert_eq!(
                found,
                *listed.unwrap_or(&PairFinding {
                    strongest: None,
                    verdict: None,
                    ..found
                })
            );
        }
    }
}

#[test]
fn what_a_person_chose_gives_the_same_result_before_the_comparison_and_after() {
    let after = alone(documents());
    let pair = &after.copies().unwrap().0.pairs[0];
    let mut choices = Choices::default();
    choices.set_passage(pair.a, pair.b, &pair.passages[0], false);
    let chosen = choices.clone();
    let before = run(
        CheckRequest {
            choices: Box::new(move |_| chosen),
            ..CheckRequest::of(documents())
        },
        &Libraries::default(),
    );
    let after = after.with_choices(choices);
    assert_eq!(before.findings, after.findings);
    assert_eq!(
        before.shares().unwrap().documents(),
        after.shares().unwrap().documents()
    );
}

#[test]
fn submissions_merged_before_the_comparison_and_after_give_the_same_result() {
    let merged = |files: [&str; 2]| {
        let files = files.map(str::to_owned).to_vec();
        let corrections = Corrections(vec![Correction::Merge { files }]);
        Arc::new(SubmissionSettings {
            corrections,
            ..SubmissionSettings::default()
        })
    };
    let apart = alone(documents());
    for (files, are_alike) in [(["b.txt", "c.txt"], false), (["a.txt", "b.txt"], true)] {
        let settings = merged(files);
        let before = run(
            CheckRequest {
                submissions: Arc::clone(&settings),
                ..CheckRequest::of(documents())
            },
            &Libraries::default(),
        );
        let after = apart.with_submissions(settings);
        assert_eq!(before.submissions, after.submissions);
        assert_eq!(before.pairs_of_one(), after.pairs_of_one());
        // Only what one student has in several files weighs otherwise, so that the texts are to be compared again.
        assert_eq!(after.pairs_of_one() != apart.pairs_of_one(), are_alike);
        if !are_alike {
            assert_eq!(before.findings, after.findings);
            let shares = |result: &CheckResult| result.shares().unwrap().documents().to_vec();
            assert_eq!(shares(&before), shares(&after));
        }
        assert_eq!(before.submission_findings(), after.submission_findings());
    }
}

#[test]
fn saved_passages_give_the_result_that_they_came_from() {
    let result = alone(documents());
    let (copies, shares) = result.copies().unwrap();
    let again = run(
        CheckRequest {
            saved: Some(copies.clone()),
            choices: renumbered_choices(shares.choices().clone(), &result.documents),
            ..CheckRequest::of(result.documents.to_vec())
        },
        &Libraries::default(),
    );
    assert_eq!(again.findings, result.findings);
    assert_eq!(again.evidence, result.evidence);
    assert_eq!(again.compared_with, None);
}

#[test]
fn documents_of_a_library_join_the_check_behind_its_own_also_by_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let near = text(1, 1_990) + "，结尾不同。";
    let library = library(
        &folder.path().join("l.chachong"),
        &[("0.txt", near), ("other.txt", text(9, 900))],
    );
    let libraries = against(&library, true);
    let result = run(CheckRequest::of(documents()), &libraries);
    let origins: Vec<Origin> = result.documents.iter().map(|one| one.origin).collect();
    assert_eq!(origins[..3], [Origin::Checked; 3]);
    assert_eq!(origins[3..], [Origin::Library]);
    let pair = result.pair(Doc(0), Doc(3)).unwrap();
    assert_eq!(pair.verdict, Some(Verdict::NearDuplicate));
    assert!(
        pair.distance.is_some_and(|distance| distance <= 10),
        "{pair:?}"
    );
    assert!(
        result
            .near
            .pairs
            .iter()
            .any(|pair| (pair.a, pair.b) == (Doc(0), Doc(3)))
    );
    assert_eq!(
        result.compared_with,
        Some(vec![ComparedLibrary::of(&library)])
    );
}

/// The three documents, with the numbers under which the library keeps them.
fn kept_documents(library: &Library) -> Vec<Document> {
    let by = Fingerprinting::default();
    let mut kept = documents();
    for one in &mut kept {
        let Some(Ok(content)) = &mut one.outcome else {
            continue;
        };
        let extracted = decode_text(content.text.text().unwrap().as_bytes()).unwrap();
        let number = keep_template(library.store().as_ref(), &extracted, &one.name, &by);
        content.kept = Some(number.unwrap());
    }
    kept
}

#[test]
fn a_decision_on_a_passage_is_counted_for_its_strong_parts_alone() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(&folder.path().join("l.chachong"), &[]);
    let store = library.store();
    let kept = kept_documents(&library);
    let passage = |start, end, log10| {
        let span = Span::new(start, end);
        Passage::identical(span, span, Chance::from_log10(log10))
    };
    let mut choices = Choices::default();
    let whole = passage(0, 300, -9.0);
    choices.set_passage(Doc(0), Doc(1), &whole, false);
    let decision = kept_decision(&kept, &choices, (Doc(0), Doc(1)), Some(&whole)).unwrap();
    store.decide(&[], &[decision]).unwrap();
    let parts = [(0, 100, -9.0), (100, 110, -1.0), (120, 130, -1.0)];
    let parts = parts.map(|(start, end, log10)| passage(start, end, log10));
    let copies = Copies {
        pairs: vec![PairPassages::copied_whole(Doc(0), Doc(1), parts.to_vec())],
        ..Copies::default()
    };
    let documents: Vec<&Document> = kept.iter().collect();
    let mut found = Choices::default();
    let count = apply_decisions(store.as_ref(), &documents, &copies, &mut found).unwrap();
    assert_eq!(count, 1);
    let off = |passage: &Passage| !found.passage_counts(Doc(0), Doc(1), passage);
    assert!(parts.iter().all(off));
}

#[test]
fn a_decision_stays_with_those_for_whom_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(&folder.path().join("l.chachong"), &[]);
    let store = library.store();
    let kept = kept_documents(&library);
    let check = store.begin_check("").unwrap();
    let started = store.checks().unwrap()[0].started;
    let pair = (Doc(0), Doc(1));
    let mut choices = Choices::default();
    choices.set_decision(pair.0, pair.1, Some(Decision::NotPlagiarism));
    choices.set_decided_at(pair.0, pair.1, None, started);
    let rows = kept.iter().map(|document| CheckRow {
        name: document.name.clone(),
        path: document.path.clone(),
        origin: document.origin,
        format: document.format,
        outcome: Some(Ok(document.content().unwrap().kept.unwrap())),
    });
    let content = CheckContent {
        rows: rows.collect(),
        choices: choices.clone(),
        settings: serde_json::Value::Null,
        results: None,
    };
    store.save_check(check, CheckState::Done, &content).unwrap();
    let decision = kept_decision(&kept, &choices, pair, None).unwrap();
    store.decide(&[], &[decision]).unwrap();
    let decided = |names: &[&str]| {
        let second = |name: &&str| Document {
            name: (*name).to_owned(),
            path: (*name).into(),
            ..kept[1].clone()
        };
        let first = std::iter::once(kept[0].clone());
        let documents = first.chain(names.iter().map(second)).collect();
        let libraries = Libraries {
            kept_in: Some(Arc::clone(store)),
            ..Libraries::default()
        };
        let result = run(CheckRequest::of(documents), &libraries);
        let decided = result.shares().unwrap().choices().decided();
        let names = decided
            .into_iter()
            .map(|(_, b)| result.documents[b].name.clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(decided(&["b.txt"]), ["b.txt"]);
    // Whoever has the same bytes is another person.
    assert_eq!(decided(&["b.txt", "d.txt"]), ["b.txt"]);
    assert_eq!(decided(&["2026/b.txt", "d.txt"]), ["2026/b.txt"]);
    assert_eq!(decided(&["renamed.txt"]), ["renamed.txt"]);
    assert!(decided(&["d.txt", "e.txt"]).is_empty());
}

#[test]
fn decisions_count_where_the_check_is_only_saved_in_its_library() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(&folder.path().join("l.chachong"), &[]);
    let store = library.store();
    let kept = kept_documents(&library);
    let mut choices = Choices::default();
    choices.set_decision(Doc(0), Doc(1), Some(Decision::NotPlagiarism));
    choices.set_decision(Doc(0), Doc(2), Some(Decision::ToDiscuss));
    choices.set_decision(Doc(2), Doc(2), Some(Decision::Reviewed));
    choices.set_note(Doc(1), Doc(1), None, "ask for the data");
    let subjects = choices.decided();
    for &(a, b) in &subjects {
        choices.set_decided_at(a, b, None, 9);
    }
    let decided = subjects.into_iter();
    let decided = decided.filter_map(|pair| kept_decision(&kept, &choices, pair, None));
    store.decide(&[], &decided.collect::<Vec<_>>()).unwrap();
    let result = run(
        CheckRequest::of(kept),
        &Libraries {
            kept_in: Some(Arc::clone(store)),
            ..Libraries::default()
        },
    );
    assert_eq!(*result.shares().unwrap().choices(), choices);
    assert_eq!(result.decided, 1, "others change nothing");
    // A pair that does not count stays in the list, and is no finding.
    let pairs = result.findings.pairs.iter();
    assert_eq!(
        (pairs.map(|pair| (pair.a.0, pair.b.0, pair.is_finding()))).collect::<Vec<_>>(),
        [(0, 2, true), (0, 1, false)]
    );
}

#[test]
fn a_file_is_no_source_of_itself_in_any_library() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    let (own_text, earlier) = (text(1, 2_000), text(1, 1_500));
    let read_again = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let session = Session::start(
            vec![file.clone()],
            &[],
            Settings {
                isolation: Isolation::Thread,
                ..Settings::default()
            },
        );
        session.collect(|_, _| ()).documents
    };
    let add = |name: &str, texts: &[&str]| {
        let library = Library::open(&folder.path().join(name)).unwrap();
        for text in texts {
            std::fs::write(&file, text).unwrap();
            let settings = Settings {
                isolation: Isolation::Thread,
                ..Settings::default()
            };
            let paths = vec![file.clone()];
            add_to_library(&library, paths, settings, false, &mut |_| true).unwrap();
        }
        Arc::new(library)
    };
    for (name, kept, sources) in [
        ("same.chachong", vec![own_text.as_str()], 0),
        ("earlier.chachong", vec![earlier.as_str()], 1),
    ] {
        // The number in the library is not that in the check's own.
        let library = add(name, &kept);
        let result = run(
            CheckRequest::of(read_again(&own_text)),
            &against(&library, false),
        );
        assert_eq!(result.documents.len(), 1 + sources, "{name}");
    }
}

#[test]
fn a_library_that_did_not_answer_is_missing_from_the_result() {
    let away = [MissingPart::away("远程库".to_owned(), None)];
    let result = run(
        CheckRequest::of(documents()),
        &Libraries {
            missing: away.to_vec(),
            ..Libraries::default()
        },
    );
    assert_eq!(result.missing(), away);
}

#[test]
fn pairs_with_nothing_but_possible_passages_are_listed_only_on_request() {
    let result = alone(documents());
    let mut copies = result.copies().unwrap().0.clone();
    for pair in &mut copies.pairs {
        for passage in &mut pair.passages {
            passage.chance = Chance::from_log10(-3.0);
        }
        // Only text of strong passages has a degree.
        (pair.degrees_a, pair.degrees_b) = (Vec::new(), Vec::new());
    }
    let listed = |possible| {
        let request = CheckRequest {
            possible,
            saved: Some(copies.clone()),
            ..CheckRequest::of(documents())
        };
        run(request, &Libraries::default()).findings.pairs
    };
    assert_eq!(listed(false), []);
    let with: Vec<_> = listed(true)
        .iter()
        .map(|pair| (pair.a.0, pair.b.0, pair.verdict))
        .collect();
    assert_eq!(with, [(0, 1, None), (0, 2, None)]);
}

#[test]
fn choices_about_sources_without_a_number_stay() {
    // Sources have a number only in a library that the check is saved in.
    let folder = tempfile::tempdir().unwrap();
    let source = library(
        &folder.path().join("source.chachong"),
        &[("0.txt", text(1, 1_990))],
    );
    let libraries = against(&source, false);
    let first = run(CheckRequest::of(documents()), &libraries);
    assert_eq!(first.documents[3].content().unwrap().kept, None);
    let mut choices = Choices::default();
    choices.set_decision(Doc(0), Doc(3), Some(Decision::NotPlagiarism));
    let (copies, _) = first.copies().unwrap();
    for saved in [Some(copies.clone()), None] {
        let request = CheckRequest {
            saved,
            choices: renumbered_choices(choices.clone(), &first.documents),
            ..CheckRequest::of(first.documents.to_vec())
        };
        let again = run(request, &libraries);
        assert_eq!(*again.shares().unwrap().choices(), choices);
    }
}

#[test]
fn a_source_tells_who_handed_it_in_also_where_the_check_is_saved_and_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let source = library(
        &folder.path().join("source.chachong"),
        &[("0.txt", text(1, 1_990))],
    );
    let own = library(&folder.path().join("own.chachong"), &[]);
    let member = source.store().member_numbers().unwrap()[0];
    let kept = |student: &str| KeptSubmission {
        key: 7,
        student: Some(student.to_owned()),
        number: Some(format!("2021{student}")),
        class: None,
        submitted: None,
        found_by: FoundBy::List,
    };
    let checked = || {
        let libraries = Libraries {
            kept_in: Some(Arc::clone(own.store())),
            ..against(&source, false)
        };
        run(CheckRequest::of(documents()), &libraries)
    };
    let of_source = |result: &CheckResult| result.documents[3].kept_submission.clone();
    assert_eq!(of_source(&checked()), None);
    let put = |student| {
        let store = source.store();
        store.put_submissions(&[(member, kept(student))]).unwrap();
    };
    put("甲小明");
    let result = checked();
    let expected = Some(Arc::new(kept("甲小明")));
    assert_eq!(of_source(&result), expected);
    assert!(
        result.documents[..3]
            .iter()
            .all(|one| one.kept_submission.is_none())
    );

    let document = &result.documents[3];
    let row = CheckRow {
        name: document.name.clone(),
        origin: Origin::Library,
        path: document.path.clone(),
        format: document.format,
        outcome: Some(Ok(document.content().unwrap().kept.unwrap())),
    };
    let settings = Settings {
        isolation: Isolation::Thread,
        library: Some(Arc::clone(own.store())),
        ..Settings::default()
    };
    let reopened = Session::reopen(vec![row], &FoundIn::default(), settings);
    let reopened = reopened.collect(|_, _| ()).documents;
    assert_eq!(reopened[0].kept_submission, expected);

    // Two who handed in equal files: nobody is known to be the author.
    put("乙大华");
    assert_eq!(of_source(&checked()), None);
    let number = document.content().unwrap().kept.unwrap();
    assert_eq!(kept_submission(own.store().as_ref(), number), Ok(None));
}
