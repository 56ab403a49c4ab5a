//! Tests of cases: opened from a pair, changed with undo, kept in the library, deleted, and hidden with names.

use std::path::Path;

use chachong_case::{
    Attribution, Case, CaseAttribution, CaseChange, CaseDocument, CaseEntry, CaseEvidence, CaseId,
    CasePassage, CaseState, CaseText, Grounds, Outcome, PassageKind, Span,
};
use chachong_compare::Copied;
use chachong_library::{CaseStore, SqliteStore};
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, choose, click, close, count, key, lacks, leftmost, open_with, press,
    samples, sees, settle, shows, type_into, type_lines_into, type_text, wait, wait_to_see,
};
use crate::library::free;
use crate::pictures::{can_render, picture};
use crate::texts::{text, text_in, text_with};
use crate::views::LOOKS;

/// Opens a case about the first pair of the samples.
fn opened(library: &Path) -> Window {
    let mut window = open_with(library, [samples()]);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    leftmost(&window, FIRST).click_accesskit();
    settle(&mut window);
    click(&mut window, &text("cases.open"));
    click(
        &mut window,
        &text_with("cases.open-pair", &[("name", &FIRST)]),
    );
    wait_to_see(&mut window, &text_with("cases.name", &[("number", &1)]));
    window
}

#[test]
fn a_case_is_opened_changed_taken_back_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    shows(&window, [text("cases.statement"), text("cases.history")]);
    let improper = CaseState::Decided(Outcome::ImproperCitation);
    let improper = chachong_messages::Language::English.case_state(&improper);
    choose(&mut window, &text("cases.state"), &improper);
    settle(&mut window);
    type_lines_into(&mut window, &text("cases.note"), "打过电话");
    click(&mut window, &text("cases.add-note"));
    settle(&mut window);
    wait_to_see(&mut window, "打过电话");
    click(&mut window, &text("cases.take-back"));
    wait(&mut window, |window| !sees(window, "打过电话"));
    key(&mut window, Modifiers::COMMAND, Key::Num9);
    wait_to_see(&mut window, &improper);
    close(window);
    let store = SqliteStore::open(&library).unwrap();
    let listed = store.cases().unwrap().cases;
    let case = store.case(listed[0].id).unwrap();
    assert_eq!(case.state(), &CaseState::Decided(Outcome::ImproperCitation));
    assert_eq!(case.notes().count(), 0, "taken back");
    assert_eq!(case.history.len(), 2);
}

#[test]
fn escape_drops_words_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    for (words, end) in [("口头提醒", Key::Escape), ("书面提醒", Key::Enter)] {
        window.get_by_label(&text("cases.state")).click();
        window.run_steps(3);
        // It stands below what the list shows at first.
        (window.get_by_label(&text("cases.outcome-other"))).click_accesskit();
        settle(&mut window);
        type_text(&mut window, words);
        key(&mut window, Modifiers::NONE, end);
        shows(&window, [text("cases.history")]);
    }
    close(window);
    let store = SqliteStore::open(&library).unwrap();
    let case = store.case(store.cases().unwrap().cases[0].id).unwrap();
    let words = Outcome::Other("书面提醒".to_owned());
    assert_eq!(case.state(), &CaseState::Decided(words));
    assert_eq!(case.history.len(), 2);
}

#[test]
fn a_statement_that_is_being_typed_outlasts_hidden_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(&folder.path().join("l.chachong"));
    let (field, typed) = (text("cases.statement"), "第三章是共同调查的结果。");
    type_lines_into(&mut window, &field, typed);
    for _ in 0..2 {
        key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    }
    let field = window.get_by_role_and_label(Role::MultilineTextInput, &field);
    assert_eq!(field.value().as_deref(), Some(typed));
    close(window);
}

/// Row of the second of two cases.
const OTHER: &str = "桥生 · 2021000001 · 河上的桥.docx";

/// Opens the first of two cases that a new library has.
fn two_cases(library: &Path) -> (Window, [CaseId; 2]) {
    let store = SqliteStore::open(library).unwrap();
    let keep = |case| store.keep_case(None, &case).unwrap();
    let both = [
        keep(whole_case(1, "社区图书馆.docx", "沈灯夜")),
        keep(whole_case(1, "河上的桥.docx", "桥生")),
    ];
    drop(store);
    let mut window = open_with(library, [""; 0]);
    key(&mut window, Modifiers::COMMAND, Key::Num9);
    wait_to_see(&mut window, OTHER);
    click(&mut window, "沈灯夜 · 2021000001 · 社区图书馆.docx");
    wait_to_see(&mut window, &text("cases.history"));
    (window, both)
}

/// Opens the second case, without waiting for the work that goes on.
fn show_other(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num9);
    wait_to_see(window, OTHER);
    press(window, OTHER);
    wait_to_see(window, &text("cases.history"));
}

/// Closes the window, and counts the files of each case that its history names.
fn exports(window: Window, library: &Path, cases: [CaseId; 2]) -> [usize; 2] {
    close(window);
    let store = free(library);
    cases.map(|id| {
        let case = store.case(id).unwrap();
        let is_export = |entry: &&CaseEntry| matches!(entry.change, CaseChange::Exported { .. });
        case.history.iter().filter(is_export).count()
    })
}

// Writing to a pipe lasts until somebody reads it.
#[cfg(unix)]
#[test]
fn a_written_file_is_noted_in_its_own_case_whatever_page_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("cases.chachong");
    let (mut window, [written, other]) = two_cases(&library);
    let pipe = folder.path().join("case.html");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    click(&mut window, &text("cases.file-committee"));
    type_into(&mut window, &text("field.save-as"), pipe.to_str().unwrap());
    press(&mut window, &text("field.save"));
    show_other(&mut window);
    assert!(!window.state().is_idle(), "the file is still being written");
    assert!(!std::fs::read(&pipe).unwrap().is_empty());
    settle(&mut window);
    assert_eq!(exports(window, &library, [written, other]), [1, 0]);
}

#[test]
fn a_file_is_of_the_case_for_which_it_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("cases.chachong");
    let (mut window, both) = two_cases(&library);
    click(&mut window, &text("cases.file-archive"));
    show_other(&mut window);
    let file = folder.path().join("case.json");
    type_into(&mut window, &text("field.save-as"), file.to_str().unwrap());
    click(&mut window, &text("field.save"));
    settle(&mut window);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("沈灯夜") && !written.contains("桥生"));
    assert_eq!(exports(window, &library, both), [1, 0]);
}

#[test]
fn rows_and_pages_of_what_has_a_case_open_it() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    let mark = text_with(
        "cases.mark",
        &[("number", &1), ("state", &text("case.state.open"))],
    );
    let page = text_with("cases.name", &[("number", &1)]);
    // The row of the pair, its page, the row of the document, and its page.
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    wait_to_see(&mut window, &mark);
    assert_eq!(count(&window, &mark), 1, "one pair has a case");
    click(&mut window, &mark);
    wait_to_see(&mut window, &page);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    leftmost(&window, FIRST).click_accesskit();
    settle(&mut window);
    click(&mut window, &mark);
    wait_to_see(&mut window, &page);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    settle(&mut window);
    assert_eq!(count(&window, &mark), 1, "one document has a case");
    leftmost(&window, FIRST).click_accesskit();
    settle(&mut window);
    click(&mut window, &mark);
    wait_to_see(&mut window, &page);
    // While names are hidden a mark tells the state alone, and leads nowhere.
    let asked = CaseState::Asked;
    let asked = chachong_messages::Language::English.case_state(&asked);
    choose(&mut window, &text("cases.state"), &asked);
    settle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    let hidden = text_with("cases.mark-hidden", &[("state", &asked)]);
    wait_to_see(&mut window, &hidden);
    lacks(&window, [FIRST, mark.as_str()]);
    close(window);
}

#[test]
fn a_deleted_case_comes_back_and_names_are_hidden_in_cases_too() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    click(&mut window, &text("cases.delete"));
    wait_to_see(&mut window, &text("cases.deleted-notice"));
    click(&mut window, &text("notice.undo"));
    wait_to_see(&mut window, &text("cases.statement"));
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    settle(&mut window);
    shows(&window, [text("cases.hidden")]);
    lacks(&window, [FIRST]);
    close(window);
}

#[test]
fn a_deletion_can_be_undone_in_another_language() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    click(&mut window, &text("cases.delete"));
    wait_to_see(&mut window, &text("cases.deleted-notice"));
    key(&mut window, Modifiers::COMMAND, Key::Comma);
    press(&mut window, "中文");
    settle(&mut window);
    let language = chachong_messages::Language::Chinese;
    let chinese = |key: &str| text_in(language, key, &[]);
    shows(&window, [chinese("cases.deleted-notice")]);
    click(&mut window, &chinese("notice.undo"));
    wait_to_see(&mut window, &chinese("cases.statement"));
    close(window);
}

/// Noon of a day, in seconds since 1970: the same day nearly everywhere.
const NOON: i64 = 1_772_452_800;

/// Case with everything that its page shows.
fn whole_case(seed: i64, name: &str, author: &str) -> Case {
    let document = |name: &str, author: &str, in_common| CaseDocument {
        name: name.to_owned(),
        author: Some(author.to_owned()),
        student_number: Some(format!("20210{seed:05}")),
        characters: 18_250,
        copied: Copied {
            characters: 2_310,
            countable: 18_250,
        },
        in_common,
        joins_lines: true,
        ..CaseDocument::default()
    };
    let side = |page: u32, text: &str, group| CaseText {
        span: Span { start: 0, end: 0 },
        page: Some(page),
        text: text.to_owned(),
        before: "夜间开放的阅览室在冬季更受欢迎，".to_owned(),
        after: "这一点在访谈中\n也多次提到。".to_owned(),
        counting: 58,
        characters: 61,
        attribution: CaseAttribution {
            group,
            ..CaseAttribution::default()
        },
    };
    let passage = |page: u32, group| CasePassage {
        document: 0,
        source: 1,
        in_document: side(
            page,
            "读者在晚上八点以后借出的书，\n多数在三天内归还；周末的归还更慢，约有两成超过一周。",
            group,
        ),
        in_source: side(
            page + 4,
            "读者在晚上八点以后借出的书，多数在三天之内归还；\n周末的归还更慢，约有两成超过一周。",
            Attribution::None,
        ),
        kind: PassageKind::Edited,
        similarity: 968,
    };
    let share = Copied {
        characters: 1_840,
        countable: 18_250,
    };
    let evidence = CaseEvidence {
        check: "2026 届本科毕业论文".to_owned(),
        checked_at: NOON,
        utc_offset: 8 * 3600,
        program: "0.2.0".to_owned(),
        documents: vec![
            document(name, author, None),
            document("夜间阅览室调查.docx", "灯下社", Some([share; 2])),
        ],
        in_question: 1,
        passages: vec![
            passage(3, Attribution::None),
            passage(9, Attribution::Cited),
        ],
        ..CaseEvidence::default()
    };
    let mut case = Case::open(evidence, NOON + 60, "顾老师");
    let changes = [
        CaseChange::State(CaseState::Asked),
        CaseChange::Statement("第三章的数据来自我们小组的共同调查。".to_owned()),
        CaseChange::Note("与灯下社的指导老师核对过。".to_owned()),
        CaseChange::Grounds(Some(Grounds::Cited)),
        CaseChange::State(CaseState::Decided(Outcome::ImproperCitation)),
    ];
    let by = "顾老师";
    for (at, change) in (NOON + 3_600..)
        .step_by(600)
        .zip(changes)
        .take(usize::try_from(seed).unwrap())
    {
        case.add(CaseEntry {
            at,
            by: by.to_owned(),
            change,
        });
    }
    case
}

#[test]
fn the_cases_look_like_their_approved_pictures() {
    let mut results = SnapshotResults::new();
    for (language, theme, ending) in LOOKS {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("cases.chachong");
        let store = SqliteStore::open(&library).unwrap();
        for (seed, name, author) in [
            (1, "社区图书馆夜间开放研究.docx", "沈灯夜"),
            (3, "流动站点的借阅记录.pdf", "吕灯"),
            (5, "阅览室座位预约与等候时间的调查.docx", "诸葛书窗"),
        ] {
            store
                .keep_case(None, &whole_case(seed, name, author))
                .unwrap();
        }
        drop(store);
        let opening = Opening {
            language,
            library: LibraryChoice::File(library),
            ..Opening::default()
        };
        let mut window = opening.open();
        if !can_render(&mut window) {
            return;
        }
        window.ctx.set_theme(theme);
        key(&mut window, Modifiers::COMMAND, Key::Num9);
        let about = "诸葛书窗 · 2021000005 · 阅览室座位预约与等候时间的调查.docx";
        wait_to_see(&mut window, about);
        picture(&mut window, &format!("cases-{ending}"));
        click(&mut window, about);
        wait_to_see(&mut window, &text_in(language, "cases.history", &[]));
        picture(&mut window, &format!("case-{ending}"));
        results.extend_harness(&mut window);
    }
}
