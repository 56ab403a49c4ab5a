//! Tests with libraries that earlier versions made, which every later one must open.

use std::path::{Path, PathBuf};

use chachong_case::{
    Attribution, Case, CaseAttribution, CaseChange, CaseDocument, CaseEntry, CaseEvidence,
    CasePassage, CaseState, CaseText, Grounds, Outcome, PassageKind, Reason, Span,
};
use chachong_compare::Decision;
use chachong_jobs::Saving;
use chachong_library::{
    CaseStore, CheckStore, DocumentId, DocumentStore, KeptDecision, KeptSubmission, Library,
    MemberStore, SearchStore, SqliteStore, StoreStatus,
};
use chachong_recognition::{Confidence, Direction, Line, Page, PageState, Recognised, Role, Turn};
use chachong_record::RecordField;
use chachong_submission::FoundBy;

use crate::program::{self, Place, members, row_document, set_old, sql, text};

/// Author whom a person entered, in the fixtures of version 4 and later.
const AUTHOR: &str = "陆夜灯";
/// Note on the decision in the fixtures of version 3 and later.
const NOTE: &str = "双方都引自同一规定";
/// Number of sentences of each text.
const LENGTH: usize = 30;

fn fixture(name: &str) -> PathBuf {
    program::fixture("library").join(name)
}

/// Makes a copy that may be changed.
fn opened(name: &str) -> (Place, PathBuf) {
    let place = Place::new();
    place.copy(&format!("library/{name}"), "library.chachong");
    let library = place.at("library.chachong");
    (place, library)
}

/// Asserts that a fixture opens and migrates to the newest form, lists, verifies clean, and that a copy of its second text is found.
fn still_good(name: &str) -> (Place, PathBuf) {
    let (place, library) = opened(name);
    let list = place.done("library list library.chachong");
    for number in 1..=3 {
        assert!(
            list.contains(&format!("论文{number}.txt")),
            "{name}: {list}"
        );
    }
    // Data that a later program computes differently is made again once; nothing else may be reported.
    let first = place.done("library verify -q library.chachong");
    assert!(
        !first.contains("wrong:") && !first.contains("lost:"),
        "{name}: {first}"
    );
    place.is_in_order("library.chachong");
    assert_eq!(version(&library), 11);
    for (document, _, found) in members(&library) {
        let number = u64::try_from(document.0).unwrap();
        assert!(
            found == Some(text(1000 + number, LENGTH)),
            "{name}: {number}"
        );
    }
    let search = place.done("library list library.chachong --search 第1003号");
    assert!(search.contains("论文3.txt"), "{name}: {search}");
    let copy = text(1002, LENGTH).replace("第1002号", "另");
    set_old(&place.write("copy.txt", copy));
    let check = place.done("check -q copy.txt --library library.chachong");
    assert!(check.contains("library:论文2.txt"), "{name}: {check}");
    (place, library)
}

fn version(library: &Path) -> i64 {
    sql(library)
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap()
}

/// Asserts that a library has one decision, and returns it.
fn decision(library: &Path) -> KeptDecision {
    let store = SqliteStore::open(library).unwrap();
    let documents = store.documents().unwrap();
    let decisions = store.decisions(&documents).unwrap();
    assert_eq!(decisions.len(), 1);
    decisions[0].clone()
}

#[test]
fn a_library_of_version_1_opens_and_migrates() {
    let (place, _) = still_good("v1.chachong");
    // A library that is only imported stays unchanged.
    place.copy("library/v1.chachong", "older.chachong");
    let imported = place.done("library import -q own.chachong older.chachong");
    assert!(imported.contains("3 documents added"), "{imported}");
    let older = std::fs::read(place.at("older.chachong")).unwrap();
    assert!(older == std::fs::read(fixture("v1.chachong")).unwrap());
    place.is_in_order("own.chachong");
}

#[test]
fn a_library_of_version_2_opens_with_its_checks_and_decisions() {
    let (_folder, library) = still_good("v2.chachong");
    let known = decision(&library);
    assert_eq!((known.decided_at, &known.note), (1_700_000_000, &None));
    let store = SqliteStore::open(&library).unwrap();
    let checks = store.checks().unwrap();
    // The saved check, and the one just made.
    assert_eq!(checks.len(), 2);
    let (saved, content) = store.check(checks[1].id).unwrap();
    assert_eq!((saved.title.as_str(), content.rows.len()), ("new.txt", 2));
    // Results of an earlier version lack strengths, so they are dropped and searched again.
    assert_eq!(content.results, None);
    let noted = KeptDecision {
        note: Some("引自同一规定".to_owned()),
        ..known
    };
    store.decide(&[], std::slice::from_ref(&noted)).unwrap();
    drop(store);
    assert_eq!(decision(&library), noted);
    let store = SqliteStore::open(&library).unwrap();
    let templates = store.templates().unwrap();
    assert_eq!(templates.len(), 1);
    assert_eq!(templates[0].1, "模板.txt");
}

/// A salvage copies rows of an older form, whose decisions have no column for notes.
#[test]
fn a_damaged_library_of_version_2_keeps_its_decisions() {
    let (place, library) = opened("v2.chachong");
    let root: i64 = sql(&library)
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'signs'",
            (),
            |row| row.get(0),
        )
        .unwrap();
    let mut bytes = std::fs::read(&library).unwrap();
    let start = usize::try_from(root - 1).unwrap() * 4096;
    bytes[start..start + 4096].fill(0xA5);
    std::fs::write(&library, bytes).unwrap();
    let verified = place.run("library verify -q library.chachong");
    let said = program::said(&verified);
    assert!(said.contains("signs"), "{said}");
    assert_eq!(version(&library), 11, "{said}");
    assert_eq!(decision(&library).decided_at, 1_700_000_000);
}

#[test]
fn a_library_of_version_3_opens_with_the_note_on_its_decision() {
    let (_folder, library) = still_good("v3.chachong");
    let known = decision(&library);
    assert_eq!(known.note.as_deref(), Some(NOTE));
    assert_eq!(known.decided_at, 1_700_000_000);
}

#[test]
fn a_library_of_version_4_opens_with_what_a_person_corrected() {
    let (place, library) = still_good("v4.chachong");
    assert_eq!(decision(&library).note.as_deref(), Some(NOTE));
    let store = SqliteStore::open(&library).unwrap();
    let documents = store.documents().unwrap();
    let corrections: Vec<_> = (documents.iter())
        .flat_map(|&id| store.corrections(id).unwrap())
        .collect();
    assert_eq!(corrections, [("author".to_owned(), AUTHOR.to_owned())]);
    drop(store);
    // A later check of the same text has the word.
    set_old(&place.write("同一篇.txt", text(1003, LENGTH)));
    place.done("check -q 同一篇.txt --library library.chachong --documents-csv documents.csv");
    let csv = place.read("documents.csv");
    let line = csv
        .lines()
        .find(|line| line.contains("同一篇.txt"))
        .unwrap();
    assert!(line.contains(AUTHOR), "{csv}");
}

/// Recognised page of the fixtures of version 5 and later.
fn recognised_page() -> Recognised {
    Recognised {
        version: "2 made".to_owned(),
        turn: Turn::Quarter,
        width: 1_654,
        height: 2_339,
        skew: -35,
        pages: vec![Page {
            left: 0,
            right: 1_654,
            confidence: Confidence(9_876),
            state: PageState::Read,
            lines: vec![Line {
                text: "社区图书馆的夜间开放".to_owned(),
                confidence: Confidence(9_876),
                corners: [[100, 200], [900, 201], [900, 240], [100, 239]],
                direction: Direction::Across,
                role: Role::Body,
                row: 0,
                block: 0,
                begins_paragraph: true,
                letters: Vec::new(),
                corrected: false,
            }],
        }],
    }
}

/// SHA-256 that stands for the picture of that page, and for its file.
const PICTURE: [u8; 32] = [5; 32];

#[test]
fn a_library_of_version_5_opens_with_its_recognised_pages() {
    let (_folder, library) = still_good("v5.chachong");
    let store = SqliteStore::open(&library).unwrap();
    let page = |version: &str| store.recognised_page(&PICTURE, version).unwrap();
    assert_eq!(page("2 made"), Some(recognised_page()));
    assert_eq!(page("3 made"), None);
    // The page goes with its file, of which the library has no document.
    store.purge().unwrap();
    assert_eq!(page("2 made"), None);
}

/// Version of the vectors in the fixture of version 6.
const VECTORS: &str = "made/1";

/// Vectors in that fixture: bytes of no meaning.
fn vectors() -> Vec<u8> {
    (0..=255).cycle().take(5_000).collect()
}

#[test]
fn a_library_of_version_6_opens_with_its_vectors_and_a_word_on_a_lead() {
    let (_folder, library) = still_good("v6.chachong");
    let store = SqliteStore::open(&library).unwrap();
    let documents = store.documents().unwrap();
    let with_vectors = store.documents_with_vectors(VECTORS).unwrap();
    assert_eq!(with_vectors.len(), 1);
    assert_eq!(
        store.vectors(VECTORS, &documents).unwrap(),
        [(with_vectors[0], vectors())]
    );
    let decisions = store.decisions(&documents).unwrap();
    let [copied, lead] = decisions.as_slice() else {
        panic!("{decisions:?}")
    };
    assert_eq!(
        (copied.is_lead, copied.note.as_deref()),
        (false, Some(NOTE))
    );
    assert!(lead.is_lead);
    for one in [copied, lead] {
        assert_eq!(one.decision, Some(Decision::NotPlagiarism));
    }
    assert_eq!((lead.in_a, lead.in_b), (copied.in_a, copied.in_b));
    // Each goes for itself.
    store.decide(std::slice::from_ref(copied), &[]).unwrap();
    assert_eq!(
        store.decisions(&documents).unwrap(),
        std::slice::from_ref(lead)
    );
}

/// Texts of the fixture of version 7 are packed in the newer form, and with them go those that are added later.
#[test]
fn a_library_of_version_7_has_small_texts() {
    let (_folder, library) = still_good("v7.chachong");
    let all = "SELECT count(*), sum(hex(body) LIKE '______________01%'), (SELECT count(*) FROM recipe) FROM text";
    let counted = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (texts, newer, recipes): (i64, i64, i64) =
        sql(&library).query_row(all, (), counted).unwrap();
    assert!(texts >= 5 && newer == texts, "{newer} of {texts}");
    assert_eq!(recipes, 1);
}

/// The seals of the fixture of version 8 were made by another program (`xxhash` of Python): they are what the rows say.
#[test]
fn a_library_of_version_8_has_the_seals_of_its_rows() {
    let (place, library) = opened("v8.chachong");
    let seals = "SELECT count(*) FROM seal";
    let seals: i64 = (sql(&library).query_row(seals, (), |row| row.get(0))).unwrap();
    assert!(seals > 20, "{seals}");
    assert!(SqliteStore::open(&library).unwrap().damage().is_empty());
    // The fingerprints of the fixture are of an earlier version.
    let verified = place.done("library verify -q library.chachong");
    assert!(
        !verified.contains("wrong") && !verified.contains("text of"),
        "{verified}"
    );
    place.is_in_order("library.chachong");
    let (_folder, library) = still_good("v8.chachong");
    // What an older program added says nothing of students.
    let store = SqliteStore::open(&library).unwrap();
    let documents = store.documents().unwrap();
    assert_eq!(store.submissions(&documents).unwrap(), []);
    assert!(store.damage().is_empty());
}

/// Who handed in the first two texts of the fixture of version 9, together.
fn handed_in() -> KeptSubmission {
    KeptSubmission {
        key: 0x0123_4567_89AB_CDEF,
        student: Some("甲小明".to_owned()),
        number: Some("2021001".to_owned()),
        class: Some("软工2班".to_owned()),
        submitted: Some("2026-11-25T23:58:00".to_owned()),
        found_by: FoundBy::List,
    }
}

#[test]
fn a_library_of_version_9_tells_who_handed_in_its_members() {
    let (place, library) = still_good("v9.chachong");
    let store = SqliteStore::open(&library).unwrap();
    let handed_in = [1, 2].map(|number| (DocumentId(number), handed_in()));
    let documents = store.documents().unwrap();
    assert_eq!(store.submissions(&documents).unwrap(), handed_in);
    let list = place.done("library list library.chachong");
    assert_eq!(list.matches("甲小明   2021001").count(), 2, "{list}");
}

/// Decision about one document in the fixture of version 10.
fn about_old(old: DocumentId) -> KeptDecision {
    let whole = Span { start: 0, end: 0 };
    KeptDecision {
        a: old,
        b: old,
        in_a: whole,
        in_b: whole,
        decided_at: 1_700_000_002,
        note: Some(NOTE.to_owned()),
        is_lead: false,
        decision: Some(Decision::ToDiscuss),
    }
}

#[test]
fn a_library_of_version_10_has_a_decision_on_a_document() {
    let (_folder, library) = still_good("v10.chachong");
    let store = SqliteStore::open(&library).unwrap();
    let documents = store.documents().unwrap();
    let decisions = store.decisions(&documents).unwrap();
    let of_one: Vec<_> = decisions.iter().filter(|one| one.a == one.b).collect();
    assert_eq!(decisions.len(), 3);
    assert_eq!(of_one, [&about_old(of_one[0].a)]);
}

/// Case in the fixture of version 11, with a passage, grounds, a note and a decision.
fn kept_case() -> Case {
    let document = |name: &str, digit: &str| CaseDocument {
        name: name.to_owned(),
        author: Some("甲小明".to_owned()),
        names_to_withhold: vec!["甲小明".to_owned()],
        original_sha256: Some(digit.repeat(64)),
        characters: 900,
        ..CaseDocument::default()
    };
    let side = |at: u32| CaseText {
        span: Span {
            start: at,
            end: at + 8,
        },
        page: Some(2),
        text: "社区图书馆夜间开放".to_owned(),
        before: "去年起，".to_owned(),
        after: "，很受欢迎。".to_owned(),
        counting: 8,
        characters: 8,
        attribution: CaseAttribution {
            group: Attribution::Cited,
            citation: Some("[3]".to_owned()),
            reference: Some("[3] 夜间开放的图书馆".to_owned()),
        },
    };
    let evidence = CaseEvidence {
        check: "2026 届".to_owned(),
        checked_at: 1_700_000_000,
        program: "0.2.0".to_owned(),
        left_out: vec![Reason::References],
        decision: Some(Decision::ToDiscuss),
        documents: vec![document("论文4.docx", "a"), document("论文1.txt", "b")],
        in_question: 1,
        passages: vec![CasePassage {
            document: 0,
            source: 1,
            in_document: side(40),
            in_source: side(7),
            kind: PassageKind::Identical,
            similarity: 1000,
        }],
        ..CaseEvidence::default()
    };
    let mut case = Case::open(evidence, 1_700_000_003, "周老师");
    for (at, change) in (1_700_000_004..).zip([
        CaseChange::Grounds(Some(Grounds::Cited)),
        CaseChange::Note(NOTE.to_owned()),
        CaseChange::State(CaseState::Decided(Outcome::ImproperCitation)),
    ]) {
        let by = "周老师".to_owned();
        case.add(CaseEntry { at, by, change });
    }
    case
}

#[test]
fn a_library_of_version_11_has_a_case() {
    let (_folder, library) = still_good("v11.chachong");
    let store = SqliteStore::open(&library).unwrap();
    let cases = store.cases().unwrap().cases;
    assert_eq!(cases, [kept_case().summary(cases[0].id)]);
    assert_eq!(store.case(cases[0].id).unwrap(), kept_case());
}

#[test]
fn every_form_of_a_library_has_its_fixture() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new.chachong");
    drop(SqliteStore::open(&new).unwrap());
    for form in 1..=version(&new) {
        let name = format!("v{form}.chachong");
        assert!(fixture(&name).exists(), "make {name} before the next form");
        let (_folder, library) = opened(&name);
        assert_eq!(version(&library), form, "{name}");
    }
}

/// Makes the fixture of version 11: `cargo test --test cli -- --ignored make_the_fixture`. Those of earlier versions are
/// kept as earlier programs made them: later programs must open what earlier ones made.
#[test]
#[ignore = "makes the fixture of version 11, which is not to be made by a program of version 12"]
fn make_the_fixture() {
    let place = Place::new();
    let library = place.at("l.chachong");
    let write = |name: &str, text: String| set_old(&place.write(&format!("库/{name}"), text));
    for number in 1..=3 {
        write(&format!("论文{number}.txt"), text(1000 + number, LENGTH));
        place.done(&format!("library add -q l.chachong 库/论文{number}.txt"));
    }
    write("模板.txt", text(1100, LENGTH));
    place.done("library add -q --template l.chachong 库/模板.txt");
    write("new.txt", text(1003, LENGTH) + &text(1100, LENGTH));
    place.done("check -q 库/new.txt --library l.chachong");
    {
        let opened = Library::open(&library).unwrap();
        let check = opened.store().checks().unwrap()[0].id;
        let (_, content) = opened.store().check(check).unwrap();
        let pair = &content.results.as_ref().unwrap().pairs[0];
        let [new, old] = [pair.a, pair.b].map(|at| row_document(&content, at.0));
        let passage = pair.passages[0];
        assert!(old < new, "the library's document came first");
        let decision = KeptDecision {
            a: old,
            b: new,
            in_a: passage.b,
            in_b: passage.a,
            decided_at: 1_700_000_000,
            note: Some(NOTE.to_owned()),
            is_lead: false,
            decision: Some(Decision::NotPlagiarism),
        };
        let of_lead = KeptDecision {
            decided_at: 1_700_000_001,
            note: None,
            is_lead: true,
            ..decision
        };
        let saving = Saving::going_on(opened.store(), check);
        saving.decisions(Vec::new(), vec![decision, of_lead, about_old(old)]);
        saving.correction(old, RecordField::Author, Some(AUTHOR.to_owned()));
        saving.settle();
        let page = recognised_page();
        (opened.store())
            .keep_recognised_page(&PICTURE, &PICTURE, &page.version, Some(&page))
            .unwrap();
        (opened.store())
            .put_vectors(VECTORS, &[(old, vectors())])
            .unwrap();
        (opened.store())
            .put_submissions(&[1, 2].map(|number| (DocumentId(number), handed_in())))
            .unwrap();
        opened.store().keep_case(None, &kept_case()).unwrap();
    }
    sql(&library)
        .execute_batch("PRAGMA journal_mode = DELETE; VACUUM;")
        .unwrap();
    std::fs::copy(&library, fixture("v11.chachong")).unwrap();
}
