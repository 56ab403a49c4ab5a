//! Tests of cases in a store.

use chachong_case::{
    Case, CaseChange, CaseDocument, CaseEntry, CaseEvidence, CaseId, CasePassage, CaseState,
    CaseText, Outcome, PassageKind, Span,
};
use chachong_library::{CaseStore, LibraryError, SqliteStore, StoreStatus};

use super::{each, traces};

fn entry(at: i64, change: CaseChange) -> CaseEntry {
    CaseEntry {
        at,
        by: "周老师".to_owned(),
        change,
    }
}

fn note(at: i64, words: &str) -> CaseEntry {
    entry(at, CaseChange::Note(words.to_owned()))
}

/// Opens a case with passages of some length: `seed` decides their characters.
fn case(seed: u32, passages: usize) -> Case {
    let mut state = seed;
    let mut text = |length: usize| -> String {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from_u32(0x4E00 + (state >> 12) % 5_000)
        };
        (0..length).filter_map(|_| next()).collect()
    };
    let mut side = || CaseText {
        span: Span { start: 5, end: 305 },
        page: Some(3),
        text: text(300),
        before: text(20),
        after: text(20),
        counting: 300,
        characters: 300,
        attribution: chachong_case::CaseAttribution::default(),
    };
    let passages = (0..passages).map(|_| CasePassage {
        document: 0,
        source: 1,
        in_document: side(),
        in_source: side(),
        kind: PassageKind::Edited,
        similarity: 900,
    });
    let passages = passages.collect();
    let document = |name: &str, digit: &str| CaseDocument {
        name: name.to_owned(),
        original_sha256: Some(digit.repeat(64)),
        ..CaseDocument::default()
    };
    let evidence = CaseEvidence {
        check: "2026 届".to_owned(),
        documents: vec![document("甲.docx", "a"), document("乙.pdf", "b")],
        in_question: 1,
        passages,
        ..CaseEvidence::default()
    };
    Case::open(evidence, i64::from(seed), "周老师")
}

#[test]
fn a_case_comes_back_as_it_was_kept() {
    each(|store| {
        assert_eq!(
            store.cases().unwrap(),
            chachong_library::CaseList::default()
        );
        let mut first = case(10, 3);
        let second = case(20, 1);
        let number = store.keep_case(None, &first).unwrap();
        let other = store.keep_case(None, &second).unwrap();
        assert_ne!(number, other);
        first.add(note(30, "电话里问过"));
        first.add(entry(
            40,
            CaseChange::State(CaseState::Decided(Outcome::ImproperCitation)),
        ));
        assert_eq!(store.keep_case(Some(number), &first).unwrap(), number);
        assert_eq!(store.case(number).unwrap(), first);
        assert_eq!(store.case(other).unwrap(), second);
        let listed = store.cases().unwrap();
        // The latest changed first.
        assert_eq!(listed.cases, [first.summary(number), second.summary(other)]);
        assert_eq!(listed.cases[0].originals, ["a".repeat(64)]);
        first.take_back();
        store.keep_case(Some(number), &first).unwrap();
        assert_eq!(store.case(number).unwrap().state(), &CaseState::Open);
        assert!(store.verify(false).unwrap().is_clean());
    });
}

#[test]
fn what_somebody_else_added_is_not_lost() {
    each(|store| {
        let opened = case(10, 1);
        let number = store.keep_case(None, &opened).unwrap();
        let [mut one, mut other] = [opened.clone(), opened];
        one.add(note(20, "一"));
        other.add(note(20, "二"));
        store.keep_case(Some(number), &one).unwrap();
        let refused = store.keep_case(Some(number), &other);
        assert!(matches!(refused, Err(LibraryError::CaseChanged { .. })));
        assert_eq!(store.case(number).unwrap(), one);
    });
}

#[test]
fn a_deleted_case_is_gone_and_its_number_is_not_given_again() {
    each(|store| {
        let number = store.keep_case(None, &case(10, 1)).unwrap();
        store.delete_case(number).unwrap();
        assert!(store.cases().unwrap().cases.is_empty());
        for refused in [
            store.case(number).map(|_| ()),
            store.delete_case(number),
            store.keep_case(Some(number), &case(10, 1)).map(|_| ()),
        ] {
            assert!(
                matches!(refused, Err(LibraryError::NoSuchCase { .. })),
                "{refused:?}"
            );
        }
        assert!(store.keep_case(None, &case(10, 1)).unwrap() > number);
    });
}

/// Parts of everything that the file keeps of cases.
fn parts(file: &std::path::Path) -> Vec<Vec<u8>> {
    traces::parts(file, "SELECT summary, history, evidence FROM case_file")
}

#[test]
fn no_byte_of_a_deleted_case_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    let store = SqliteStore::open(&file).unwrap();
    // Of many pages, of one, and one that grew and shrank: its former pages are free.
    let mut numbers: Vec<CaseId> = Vec::new();
    let mut gone: Vec<Vec<u8>> = Vec::new();
    for (seed, passages) in [(1, 120), (2, 1), (3, 40)] {
        let mut kept = case(seed, passages);
        let number = store.keep_case(None, &kept).unwrap();
        for at in 0..40 {
            kept.add(note(
                at,
                &case(100 + u32::try_from(at).unwrap(), 1).evidence.passages[0]
                    .in_source
                    .text,
            ));
            store.keep_case(Some(number), &kept).unwrap();
        }
        gone.extend(parts(&file));
        for _ in 0..10 {
            kept.take_back();
            store.keep_case(Some(number), &kept).unwrap();
        }
        gone.extend(parts(&file));
        numbers.push(number);
    }
    let kept = store.keep_case(None, &case(9, 5)).unwrap();
    assert!(gone.len() > 10_000, "{}", gone.len());
    let before = traces::found(&file, &parts(&file)).len();
    assert!(
        before * 10 > parts(&file).len() * 9,
        "the search finds what is there"
    );
    for number in numbers {
        store.delete_case(number).unwrap();
    }
    let of_kept = parts(&file);
    gone.retain(|part| !of_kept.contains(part));
    assert!(traces::found(&file, &gone).is_empty());
    assert_eq!(store.case(kept).unwrap(), case(9, 5));
    assert!(store.verify(false).unwrap().is_clean());
    drop(store);
    assert!(traces::found(&file, &gone).is_empty());
}

#[test]
fn a_damaged_case_is_named_and_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    let store = SqliteStore::open(&file).unwrap();
    let [sound, evidence, summary] =
        [1, 2, 3].map(|seed| store.keep_case(None, &case(seed, 1)).unwrap());
    let other = rusqlite::Connection::open(&file).unwrap();
    for (column, number) in [("evidence", evidence), ("summary", summary)] {
        let sql = format!(
            "UPDATE case_file SET {column} = x'0102' WHERE id = {}",
            number.0
        );
        other.execute(&sql, ()).unwrap();
    }
    drop(other);
    let listed = store.cases().unwrap();
    let numbers: Vec<CaseId> = listed.cases.iter().map(|case| case.id).collect();
    assert_eq!(
        (numbers, listed.damaged),
        (vec![evidence, sound], vec![summary])
    );
    for number in [evidence, summary] {
        assert!(matches!(
            store.case(number),
            Err(LibraryError::Damaged { .. })
        ));
    }
    assert!(store.case(sound).is_ok());
    let report = store.verify(true).unwrap();
    assert_eq!(
        report.wrong,
        [evidence, summary].map(|id| format!("case {}", id.0))
    );
    for number in [evidence, summary] {
        store.delete_case(number).unwrap();
    }
    assert!(store.verify(false).unwrap().is_clean());
}
