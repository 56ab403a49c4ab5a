//! Tests of what a store keeps of checks: rows, results, templates, decisions, corrections.

use chachong_compare::{
    Chance, Choices, Decision, DocumentIndex as Doc, PairPassages, Passage, Span, Widespread,
};
use chachong_import::{Format, ImportCause};
use chachong_library::{
    CheckContent, CheckRow, CheckState, CheckStore, Damage, DamagedPart, DocumentId, KeptDecision,
    MissingPart, Origin, SavedResults, SqliteStore,
};

use super::{each, put};

#[test]
fn a_document_of_a_check_or_a_template_is_not_purged() {
    each(|store| {
        let [checked, template, other] =
            ["甲", "乙乙", "丙丙丙"].map(|text| put(store, text, &format!("/{text}")));
        let check = store.begin_check("t").unwrap();
        let row = CheckRow {
            name: "甲".to_owned(),
            path: "/甲".into(),
            origin: Origin::Checked,
            format: Some(Format::Txt),
            outcome: Some(Ok(checked)),
        };
        let content = CheckContent {
            rows: vec![row],
            choices: Choices::default(),
            settings: serde_json::Value::Null,
            results: None,
        };
        store.save_check(check, CheckState::Done, &content).unwrap();
        store.set_template(template, "学校模板", true).unwrap();
        assert_eq!(
            store.templates().unwrap(),
            [(template, "学校模板".to_owned())]
        );
        store.purge().unwrap();
        assert!(store.text(checked).is_ok() && store.text(template).is_ok());
        assert!(store.text(other).is_err());
        store.remove_check(check).unwrap();
        store.set_template(template, "", false).unwrap();
        store.purge().unwrap();
        assert_eq!(store.about().unwrap().documents, 0);
    });
}

/// Results with one passage and every kind of missing part.
fn results() -> SavedResults {
    let span = Span { start: 0, end: 1 };
    SavedResults {
        version: 1,
        pairs: vec![PairPassages::copied_whole(
            Doc(0),
            Doc(2),
            vec![Passage::identical(span, span, Chance::STRONG)],
        )],
        marks: vec![Vec::new(); 3],
        widespread: vec![
            vec![Widespread { span, weight: 400 }],
            Vec::new(),
            Vec::new(),
        ],
        unread: vec![Doc(1)],
        compared: 3,
        missing: vec![
            MissingPart::away("l".to_owned(), Some("a.example:5432".to_owned())),
            MissingPart::damaged(
                "l".to_owned(),
                Damage {
                    part: DamagedPart::Text,
                    document: Some(DocumentId(7)),
                    name: Some("论文.txt".to_owned()),
                },
            ),
            MissingPart::withheld("l".to_owned(), Some(("old.txt".to_owned(), 700))),
        ],
        templates: vec!["given".into()],
    }
}

#[test]
fn a_check_comes_back_as_it_was_saved() {
    each(|store| {
        let id = put(store, "甲", "/甲");
        let check = store.begin_check("2026 届").unwrap();
        assert_eq!(store.check(check).unwrap().0.state, CheckState::Reading);
        let row = |name: &str, origin, outcome| CheckRow {
            name: name.to_owned(),
            path: format!("/f/{name}").into(),
            origin,
            format: Some(Format::Txt),
            outcome,
        };
        let mut content = CheckContent {
            rows: vec![
                row("a", Origin::Checked, None),
                row("b", Origin::Checked, Some(Err(ImportCause::Empty))),
                row("a", Origin::Library, Some(Ok(id))),
            ],
            choices: Choices::default(),
            settings: serde_json::json!({"max_distance": 4}),
            results: None,
        };
        (content.choices).set_decision(Doc(0), Doc(2), Some(Decision::NotPlagiarism));
        content
            .choices
            .set_note(Doc(0), Doc(2), None, "同一课题的两稿");
        content
            .choices
            .set_decided_at(Doc(0), Doc(2), None, 1_700_000_000);
        store
            .save_check(check, CheckState::Reading, &content)
            .unwrap();
        assert_eq!(store.check(check).unwrap().1, content);
        store
            .save_outcomes(check, &[("a".to_owned(), Ok(id))])
            .unwrap();
        content.rows[0].outcome = Some(Ok(id));
        let (saved, found) = store.check(check).unwrap();
        assert_eq!((saved.documents, saved.title.as_str()), (2, "2026 届"));
        assert_eq!(found, content);
        content.choices.set_source_for(Doc(0), Doc(2), false);
        content.settings = serde_json::json!({"max_distance": 5});
        store
            .save_choices(check, &content.choices, &content.settings)
            .unwrap();
        assert_eq!(store.check(check).unwrap().1, content);
        content.results = Some(results());
        store.save_check(check, CheckState::Done, &content).unwrap();
        assert_eq!(store.check(check).unwrap().1, content);
        assert_eq!(store.checks().unwrap().len(), 1);
        store.remove_check(check).unwrap();
        assert!(store.checks().unwrap().is_empty() && store.check(check).is_err());
    });
}

/// Decision on a passage of two documents.
fn decision(a: DocumentId, b: DocumentId) -> KeptDecision {
    KeptDecision {
        a,
        b,
        in_a: Span { start: 0, end: 9 },
        in_b: Span { start: 1, end: 8 },
        decided_at: 5,
        note: None,
        is_lead: false,
        decision: Some(Decision::NotPlagiarism),
    }
}

#[test]
fn decisions_are_kept_found_and_taken_back() {
    each(|store| {
        let [a, b, c] = ["甲", "乙乙", "丙丙丙"].map(|text| put(store, text, &format!("/{text}")));
        let decision = |a, b, start| KeptDecision {
            in_a: Span { start, end: 9 },
            ..decision(a, b)
        };
        let all = [decision(a, b, 0), decision(a, b, 1), decision(b, c, 0)];
        store.decide(&[], &all).unwrap();
        assert_eq!(store.decisions(&[a, b, c]).unwrap(), all);
        assert_eq!(store.decisions(&[a, b]).unwrap(), all[..2]);
        assert_eq!(store.decisions(&[a, c]).unwrap(), []);
        store.decide(&all[..1], &all[1..]).unwrap();
        assert_eq!(store.decisions(&[a, b, c]).unwrap(), all[1..]);
    });
}

#[test]
fn a_decision_made_again_keeps_its_time_and_gets_the_new_note() {
    each(|store| {
        let [a, b] = ["甲", "乙乙"].map(|text| put(store, text, &format!("/{text}")));
        let decision = |decided_at, note: Option<&str>| KeptDecision {
            decided_at,
            note: note.map(str::to_owned),
            ..decision(a, b)
        };
        for (at, note) in [(5, None), (6, Some("同一规定\n第三条")), (7, None)] {
            store.decide(&[], &[decision(at, note)]).unwrap();
            assert_eq!(store.decisions(&[a, b]).unwrap(), [decision(5, note)]);
        }
        store.decide(&[decision(9, Some("x"))], &[]).unwrap();
        assert_eq!(store.decisions(&[a, b]).unwrap(), []);
    });
}

#[test]
fn pairs_and_documents_have_any_decision_and_notes_without_one() {
    each(|store| {
        let [a, b] = ["甲", "乙乙"].map(|text| put(store, text, &format!("/{text}")));
        let whole = Span { start: 0, end: 0 };
        let about = |b, decided_at, word, note: Option<&str>| KeptDecision {
            in_a: whole,
            in_b: whole,
            decided_at,
            note: note.map(str::to_owned),
            decision: word,
            ..decision(a, b)
        };
        let document = about(a, 5, None, Some("约谈"));
        store.decide(&[], std::slice::from_ref(&document)).unwrap();
        assert_eq!(
            store.decisions(&[a]).unwrap(),
            std::slice::from_ref(&document)
        );
        for (at, decision) in (6..).zip(Decision::ALL) {
            // The next decision has its own time.
            let pair = about(b, at, Some(decision), None);
            store.decide(&[], std::slice::from_ref(&pair)).unwrap();
            let kept = [document.clone(), pair];
            assert_eq!(store.decisions(&[a, b]).unwrap(), kept);
        }
        store.decide(&[about(b, 0, None, None)], &[]).unwrap();
        assert_eq!(store.decisions(&[a, b]).unwrap(), [document]);
    });
}

#[test]
fn a_word_on_a_lead_stands_beside_a_decision_on_a_copied_passage() {
    each(|store| {
        let [a, b] = ["甲", "乙乙"].map(|text| put(store, text, &format!("/{text}")));
        let decision = |decided_at, lead: Option<Decision>, note: Option<&str>| KeptDecision {
            decided_at,
            note: note.map(str::to_owned),
            is_lead: lead.is_some(),
            decision: lead.or(Some(Decision::NotPlagiarism)),
            ..decision(a, b)
        };
        let copied = decision(5, None, Some("同一规定"));
        let confirmed = decision(6, Some(Decision::Confirmed), None);
        let both = [copied.clone(), confirmed.clone()];
        store.decide(&[], &both).unwrap();
        assert_eq!(store.decisions(&[a, b]).unwrap(), both);
        // The same word again keeps its time and gets the note, the other word replaces it.
        let noted = decision(7, Some(Decision::Confirmed), Some("换了说法"));
        store.decide(&[], std::slice::from_ref(&noted)).unwrap();
        let kept = decision(6, Some(Decision::Confirmed), Some("换了说法"));
        assert_eq!(store.decisions(&[a, b]).unwrap(), [copied.clone(), kept]);
        let dismissed = decision(8, Some(Decision::NotPlagiarism), None);
        store.decide(&[], std::slice::from_ref(&dismissed)).unwrap();
        assert_eq!(
            store.decisions(&[a, b]).unwrap(),
            [copied.clone(), dismissed.clone()]
        );
        // Each is taken back for itself; a word, whichever it was.
        store.decide(&[confirmed], &[]).unwrap();
        assert_eq!(
            store.decisions(&[a, b]).unwrap(),
            std::slice::from_ref(&copied)
        );
        store
            .decide(&[copied], std::slice::from_ref(&dismissed))
            .unwrap();
        assert_eq!(store.decisions(&[a, b]).unwrap(), [dismissed]);
    });
}

#[test]
fn corrections_of_a_record_are_kept_replaced_and_taken_back() {
    each(|store| {
        let [a, b] = ["甲", "乙乙"].map(|text| put(store, text, &format!("/{text}")));
        let correct = |field: &str, value| store.correct(a, field, value).unwrap();
        let known = |document| store.corrections(document).unwrap();
        let word = |field: &str, value: &str| (field.to_owned(), value.to_owned());
        correct("title", Some(""));
        correct("author", Some("某某"));
        correct("author", Some("他人"));
        assert_eq!(known(a), [word("author", "他人"), word("title", "")]);
        assert_eq!(known(b), []);
        correct("title", None);
        correct("year", None);
        assert_eq!(known(a), [word("author", "他人")]);
    });
}

#[test]
fn an_unknown_word_is_no_decision() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    let store = SqliteStore::open(&file).unwrap();
    let [a, b] = ["甲", "乙乙"].map(|text| put(&store, text, &format!("/{text}")));
    store.decide(&[], &[decision(a, b)]).unwrap();
    rusqlite::Connection::open(&file)
        .unwrap()
        .execute("UPDATE decision SET decision = 'doubted'", ())
        .unwrap();
    assert_eq!(store.decisions(&[a, b]).unwrap(), []);
}
