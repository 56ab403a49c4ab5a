//! Tests of every view in every state, in both languages, by accessible label: empty, busy, done, failed rows only,
//! cancelled, and with 10,000 rows.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, press, samples, sees, shows, wait_to_see, wait_until_idle,
};
use crate::dropped::drop_on;
use crate::texts::{counted_in, text_in, words};

const MANY: usize = 10_000;
/// Keys that lead to the pages.
const PAGES: [Key; 7] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::L,
    Key::Comma,
];

/// Pages that need a pair, each with what it says where there is none.
const WITHOUT_A_PAIR: [(Key, &str); 2] = [
    (Key::Num3, "matrix.too-few"),
    (Key::Num5, "shared-texts.none"),
];

/// Says that each page has no pair of documents, and why.
#[track_caller]
fn says_without_a_pair(window: &mut Window, language: Language, why: &str) {
    let without = [(Key::Num2, why), (Key::Num4, why)];
    for (page, key) in without.into_iter().chain(WITHOUT_A_PAIR) {
        go_and_wait(window, page);
        says(window, language, key);
    }
}

fn start(language: Language, paths: Vec<PathBuf>) -> Window {
    let opening = Opening {
        paths,
        language,
        missing_glyphs: true,
        ..Opening::default()
    };
    opening.start()
}

/// Checks that the window shows the words of a text, whatever its values.
#[track_caller]
fn says(window: &Window, language: Language, key: &str) {
    let text = words(language, key);
    assert!(sees(window, &text), "{key}: {text}");
}

/// Goes to a page and waits until its work is done.
fn go_and_wait(window: &mut Window, key: Key) {
    go(window, key);
    wait_until_idle(window);
}

/// Goes to a page without waiting for work to end.
fn go(window: &mut Window, key: Key) {
    window.key_press_modifiers(Modifiers::COMMAND, key);
    window.run_steps(2);
}

#[test]
fn empty_pages_say_what_to_do() {
    for (language, _) in Language::ALL {
        let mut window = start(language, Vec::new());
        wait_until_idle(&mut window);
        for key in [
            "start.drop",
            "start.formats",
            "start.samples",
            "start.private",
        ] {
            says(&window, language, key);
        }
        for page in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5] {
            go(&mut window, page);
            says(&window, language, "start.drop");
        }
        go(&mut window, Key::L);
        says(&window, language, "library.not-open");
        go(&mut window, Key::Comma);
        says(&window, language, "settings.threshold");
        assert!(!sees(&window, &words(language, "settings.preview")));
    }
}

#[test]
fn each_page_says_that_one_document_is_no_pair() {
    for (language, _) in Language::ALL {
        let file = "assets/samples/07_高校食堂食物浪费调查.txt";
        let mut window = start(language, vec![file.into()]);
        wait_until_idle(&mut window);
        says_without_a_pair(&mut window, language, "passages.one-read");
    }
}

/// Makes texts whose reading takes a while: pieces of the same text, in another order in each.
fn theses(folder: &Path, count: usize, characters: usize) -> PathBuf {
    let base: Vec<char> = std::fs::read_to_string("tests/fixtures/texts/zh-library-a.txt")
        .unwrap()
        .chars()
        .collect();
    let folder = folder.join("made");
    std::fs::create_dir_all(&folder).unwrap();
    for number in 0..count {
        let mut text = String::new();
        let mut at = number * 7_919;
        for _ in 0..characters.div_ceil(14) {
            at = (at * 31 + 17 * number + 1) % 1_000_003;
            let from = at % (base.len() - 12);
            text.extend(&base[from..from + 12]);
            text += &number.to_string();
            text.push('。');
        }
        std::fs::write(folder.join(format!("{number:05}_毕业论文.txt")), text).unwrap();
    }
    folder
}

#[test]
fn while_work_runs_every_page_is_there_and_it_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    // Reading all of them takes far longer than drawing each page, on any machine.
    let made = theses(folder.path(), 1_500, 6_000);
    for (language, _) in Language::ALL {
        let mut window = start(language, vec![made.clone()]);
        wait_to_see(&mut window, "00000_毕业论文.txt");
        drop_on(
            &mut window,
            Path::new("assets/samples/07_高校食堂食物浪费调查.txt"),
        );
        window.run_steps(3);
        says(&window, language, "notice.queued");
        drop_on(
            &mut window,
            Path::new("assets/samples/10_Hedgerows_as_Corridors.pdf"),
        );
        window.run_steps(3);
        let both = text_in(language, "notice.queued", &[("count", &2)]);
        assert!(sees(&window, &both), "{both}");
        for page in PAGES {
            go(&mut window, page);
            says(&window, language, "progress.cancel");
        }
        go(&mut window, Key::Num1);
        press(&mut window, &text_in(language, "progress.cancel", &[]));
        wait_until_idle(&mut window);
        says(&window, language, "notice.cancelled");
        let cancel = text_in(language, "progress.cancel", &[]);
        assert!(window.query_by_label(&cancel).is_none());
        // Documents already read stay; the others are said to be waiting.
        says(&window, language, "status-bar.waiting");
        for page in PAGES {
            go_and_wait(&mut window, page);
        }
    }
}

#[test]
fn what_is_done_is_on_every_page() {
    for (language, _) in Language::ALL {
        let mut window = start(language, vec![samples().into()]);
        wait_until_idle(&mut window);
        let matrix = counted_in(language, "matrix.label", 15);
        let group = text_in(language, "groups.number", &[("number", &4)]);
        let library = text_in(language, "library.against", &[]);
        let preview = words(language, "settings.preview");
        let shown = text_in(language, "documents.count", &[("shown", &15), ("all", &15)]);
        let near = text_in(language, "verdict.near-duplicate", &[]);
        let none = text_in(language, "shared-texts.none", &[]);
        let seen = [shown, near, matrix, group, none, library, preview];
        for (page, seen) in PAGES.into_iter().zip(seen) {
            go_and_wait(&mut window, page);
            shows(&window, [seen]);
        }
    }
}

#[test]
fn what_is_done_is_on_the_pages_of_a_document_and_of_a_pair() {
    for (language, _) in Language::ALL {
        let mut window = start(language, vec![samples().into()]);
        wait_until_idle(&mut window);
        press(&mut window, FIRST);
        wait_until_idle(&mut window);
        says(&window, language, "document.near");
        says(&window, language, "shares.net");
        press(&mut window, &text_in(language, "document.file", &[]));
        says(&window, language, "document.fingerprint");
        go(&mut window, Key::Num2);
        press(&mut window, FIRST);
        wait_until_idle(&mut window);
        says(&window, language, "pair.passages");
        press(&mut window, &text_in(language, "pair.fingerprints", &[]));
        wait_until_idle(&mut window);
        says(&window, language, "pair.fingerprints");
    }
}

#[test]
fn files_that_all_fail_are_rows_with_their_reasons() {
    for (language, _) in Language::ALL {
        let broken = ["empty.txt", "encrypted.pdf", "binary.txt"];
        let paths = broken.map(|name| PathBuf::from("tests/fixtures/broken").join(name));
        let mut window = start(language, paths.to_vec());
        wait_until_idle(&mut window);
        shows(&window, broken);
        says(&window, language, "import.empty.reason");
        says_without_a_pair(&mut window, language, "passages.nothing-read");
        go_and_wait(&mut window, Key::Comma);
        go(&mut window, Key::Num1);
        press(&mut window, "encrypted.pdf");
        wait_until_idle(&mut window);
        says(&window, language, "import.encrypted.reason");
    }
}

#[test]
fn ten_thousand_rows_are_there_and_each_page_ends() {
    let folder = tempfile::tempdir().unwrap();
    let made = theses(folder.path(), MANY, 40);
    let mut window = start(Language::Chinese, vec![made]);
    let all = counted_in(Language::Chinese, "pages.documents", MANY);
    wait_to_see(&mut window, &all);
    wait_until_idle(&mut window);
    for (language, name) in [(Language::Chinese, "中文"), (Language::English, "English")] {
        go(&mut window, Key::Comma);
        press(&mut window, name);
        go_and_wait(&mut window, Key::Num1);
        let shown = text_in(
            language,
            "documents.count",
            &[("shown", &MANY), ("all", &MANY)],
        );
        shows(&window, [shown]);
        // Only rows in sight are nodes.
        let rows = |window: &Window| window.query_all_by_label_contains("毕业论文").count();
        assert!((1..200).contains(&rows(&window)), "{}", rows(&window));
        for page in PAGES {
            go_and_wait(&mut window, page);
        }
        go_and_wait(&mut window, Key::Num3);
        shows(&window, [counted_in(language, "matrix.label", MANY)]);
        go(&mut window, Key::Num1);
        window.key_press(Key::End);
        window.run_steps(3);
        assert!((1..200).contains(&rows(&window)));
        window.key_press(Key::Enter);
        window.run_steps(2);
        wait_until_idle(&mut window);
        says(&window, language, "document.sources");
    }
}
