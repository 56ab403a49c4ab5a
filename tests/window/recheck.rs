//! Tests of the page of the comparison with an earlier check: a folder in two versions.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role, Theme};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Node, SnapshotResults};

use crate::driver::{
    Opening, Window, click, close, exported_in, key, lacks, settle, shows, type_into, type_path,
    wait_to_see, wait_until_idle,
};
use crate::dropped::drop_on;
use crate::pictures::{can_render, picture};
use crate::texts::{beginning_in, text_in};

/// Returns a text of the fixtures.
fn fixture(name: &str) -> String {
    std::fs::read_to_string(format!("tests/fixtures/texts/{name}.txt")).unwrap()
}

/// Returns a paragraph of a text: the first of at least 100 characters after the middle.
fn paragraph(name: &str) -> String {
    let text = fixture(name);
    let lines: Vec<&str> = text.lines().collect();
    let mut later = lines[lines.len() / 2..].iter();
    let long = later.find(|line| line.chars().count() >= 100).unwrap();
    (*long).to_owned()
}

/// Replaces words and turns clauses around.
fn reworded(text: &str) -> String {
    let sentences = text.split_inclusive('。').map(|sentence| {
        let clauses: Vec<&str> = sentence.trim_end_matches('。').split('，').collect();
        let (first, last) = clauses.split_at(clauses.len() / 2);
        format!("{}。", [last, first].concat().join("，"))
    });
    let turned: String = sentences.collect();
    [
        ("的", "之"),
        ("居民", "住户"),
        ("以及", "和"),
        ("没有", "未曾"),
        ("不", "并不"),
    ]
    .iter()
    .fold(turned, |text, (word, other)| text.replace(word, other))
}

/// Names of the documents, long enough to be shortened.
pub(crate) const THESIS: &str = "老旧小区加装电梯的协商机制与利益补偿研究以华东地区某市七个单元十四个月的实地调查为例的比较分析修改稿.txt";
const OTHER: &str = "乡村小学.txt";

const LIST: &str = "\n参考文献\n[1] 周明. 夜间开放的阅览室[J]. 灯塔学报, 2010, 29(3): 17-18.\n[2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n";

/// Makes a folder with two theses and their sources; in the new version passages of both were changed.
fn version(folder: &Path, name: &str, is_new: bool) -> PathBuf {
    let theses = folder.join(name);
    std::fs::create_dir(&theses).unwrap();
    let sources = [
        "zh-bikes",
        "zh-canteen",
        "zh-clothes",
        "zh-library-a",
        "zh-science",
    ];
    for source in &sources[..4] {
        std::fs::write(theses.join(format!("{source}.txt")), fixture(source)).unwrap();
    }
    let [bikes, canteen, clothes, library, _] = sources.map(paragraph);
    let passages = if is_new {
        let quoted = canteen.replace('“', "‘").replace('”', "’");
        vec![bikes, format!("“{quoted}”[1]"), reworded(&clothes)]
    } else {
        vec![bikes, canteen, clothes, library.clone()]
    };
    let own = fixture("zh-elevator");
    let mut lines: Vec<&str> = own.lines().collect();
    for (at, passage) in passages.iter().enumerate() {
        lines.insert(lines.len() * (at + 1) / (passages.len() + 2), passage);
    }
    std::fs::write(theses.join(THESIS), lines.join("\n") + LIST).unwrap();
    let own = fixture("zh-science");
    let text = if is_new {
        format!("{own}\n{library}\n")
    } else {
        own
    };
    std::fs::write(theses.join(OTHER), text).unwrap();
    theses
}

/// Checks the earlier version with a library, then opens the new one.
fn open(language: Language, folder: &Path) -> Window {
    let library = folder.join("kept.chachong");
    let opening = |paths| Opening {
        paths,
        language,
        library: LibraryChoice::File(library.clone()),
        missing_glyphs: true,
        ..Opening::default()
    };
    let mut first = opening(vec![version(folder, "初稿", false)]).open();
    wait_until_idle(&mut first);
    close(first);
    drop(crate::library::free(&library));
    let mut window = opening(vec![version(folder, "二稿", true)]).open();
    wait_until_idle(&mut window);
    window
}

/// Opens the page with the comparison.
pub(crate) fn compared(language: Language, folder: &Path) -> Window {
    let mut window = open(language, folder);
    click(&mut window, &text_in(language, "recheck.compare", &[]));
    wait_until_idle(&mut window);
    window
}

/// Labels of the buttons that contain a text.
fn buttons(window: &Window, part: &str) -> Vec<String> {
    let all = window.query_all_by_role(Role::Button);
    let label = |node: Node<'_>| node.accesskit_node().label();
    all.filter_map(label)
        .filter(|label| label.contains(part))
        .collect()
}

/// Presses the button whose label begins with a text.
fn press(window: &mut Window, beginning: &str) {
    let label = buttons(window, beginning)
        .into_iter()
        .find(|label| label.starts_with(beginning))
        .unwrap_or_else(|| panic!("no button begins with {beginning}"));
    window.get_by_label(&label).click_accesskit();
    settle(window);
    wait_until_idle(window);
}

#[test]
fn the_check_of_the_earlier_version_is_proposed_and_compared() {
    for (language, _) in Language::ALL {
        let text = |key: &str| text_in(language, key, &[]);
        let folder = tempfile::tempdir().unwrap();
        let mut window = open(language, folder.path());
        // Proposed, never taken silently.
        let notice = beginning_in(language, "recheck.notice", &[("count", &2)]);
        wait_to_see(&mut window, &notice);
        key(&mut window, Modifiers::COMMAND, Key::Num8);
        shows(
            &window,
            [text("recheck.likely"), text("recheck.explanation")],
        );
        lacks(&window, [text("recheck.other")]);
        press(&mut window, &text("recheck.compare"));
        shows(
            &window,
            [text("recheck.wording-then"), text("recheck.wording-now")],
        );
        press(&mut window, THESIS);
        for state in ["unchanged", "reworded", "now-quoted", "gone"] {
            let state = text(&format!("recheck.state-{state}"));
            press(&mut window, &format!("{state} 1"));
            let rows = buttons(&window, &format!(". {state}"));
            assert_eq!(rows.len(), 1, "{rows:?}");
        }
        shows(&window, [text("recheck.not-there")]);
        press(&mut window, OTHER);
        let new = text("recheck.state-new");
        assert_eq!(buttons(&window, &format!(". {new}")).len(), 1);
        // A click leads to the place in the text.
        press(
            &mut window,
            &beginning_in(language, "passages.at-characters", &[]),
        );
        lacks(&window, [text("recheck.other")]);
        key(&mut window, Modifiers::COMMAND, Key::Num8);
        shows(&window, [text("recheck.wording-then")]);
        press(&mut window, &text("recheck.other"));
        press(&mut window, &text("recheck.return"));
        shows(&window, [text("recheck.wording-then")]);
    }
}

/// Saves the earlier version's check, and returns its library and its JSON report.
fn earlier_report(folder: &Path) -> (PathBuf, PathBuf) {
    let library = folder.join("kept.chachong");
    let report = folder.join("earlier.json");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["check", "--quiet", "--add", "--json"])
        .args([&report, Path::new("--library"), &library])
        .arg(version(folder, "初稿", false))
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    (library, report)
}

#[test]
fn the_earlier_check_is_chosen_by_its_json_report_and_is_there_tomorrow() {
    let language = Language::English;
    let text = |key: &str| text_in(language, key, &[]);
    let folder = tempfile::tempdir().unwrap();
    let (library, report) = earlier_report(folder.path());
    let opening = |paths| Opening {
        paths,
        library: LibraryChoice::File(library.clone()),
        missing_glyphs: true,
        ..Opening::default()
    };
    let other = folder.path().join("other.json");
    std::fs::write(&other, "{}").unwrap();
    let mut window = opening(vec![version(folder.path(), "二稿", true)]).open();
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num8);
    // Where the system has no dialog, the path is typed.
    click(&mut window, &text("recheck.choose-file"));
    type_path(
        &mut window,
        &text("field.path"),
        &other,
        &text("field.open"),
    );
    wait_to_see(
        &mut window,
        &beginning_in(
            language,
            "recheck.file-not-json",
            &[("file", &other.display())],
        ),
    );
    drop_on(&mut window, &report);
    wait_to_see(&mut window, &text("recheck.wording-then"));
    wait_until_idle(&mut window);
    close(window);
    drop(crate::library::free(&library));
    // Opened again, the check is compared again.
    let mut window = opening(Vec::new()).open();
    click(&mut window, "二稿");
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num8);
    wait_to_see(&mut window, &text("recheck.wording-then"));
    lacks(&window, [text("recheck.likely")]);
}

#[test]
fn a_report_has_the_comparison() {
    let language = Language::Chinese;
    let folder = tempfile::tempdir().unwrap();
    let mut window = compared(language, folder.path());
    let reports = folder.path().join("reports");
    key(&mut window, Modifiers::COMMAND, Key::E);
    let field = text_in(language, "export.folder", &[]);
    type_into(&mut window, &field, reports.to_str().unwrap());
    click(&mut window, &text_in(language, "export.start", &[]));
    wait_until_idle(&mut window);
    let pages = exported_in(&reports).join("chachong-html");
    let index = std::fs::read_to_string(pages.join("index.html")).unwrap();
    assert!(index.contains(r#"id="recheck""#));
    let documents = std::fs::read_dir(pages.join("documents")).unwrap();
    let pages = documents.map(|page| std::fs::read_to_string(page.unwrap().path()).unwrap());
    let with: Vec<String> = pages
        .filter(|page| page.contains(r#"id="recheck""#))
        .collect();
    assert_eq!(with.len(), 6);
    assert!(
        with.iter()
            .any(|page| page.contains("<ins>") && page.contains("<del>"))
    );
}

#[test]
fn without_names_no_earlier_name_is_shown() {
    let language = Language::English;
    let folder = tempfile::tempdir().unwrap();
    let mut window = compared(language, folder.path());
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    wait_until_idle(&mut window);
    shows(&window, [text_in(language, "recheck.wording-then", &[])]);
    lacks(&window, ["初稿", "zh-bikes", &THESIS[..30]]);
}

#[test]
fn the_page_looks_as_it_was_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, name, width) in [
        (Language::Chinese, Theme::Light, "recheck-zh-light", None),
        (Language::English, Theme::Dark, "recheck-en-dark", None),
        (
            Language::Chinese,
            Theme::Dark,
            "recheck-narrow-zh-dark",
            Some(760.0),
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = compared(language, folder.path());
        if !can_render(&mut window) {
            return;
        }
        window.ctx.set_theme(theme);
        if let Some(width) = width {
            window.set_size(egui::vec2(width, 720.0));
            window.run_steps(4);
        }
        press(&mut window, THESIS);
        let reworded = text_in(language, "recheck.state-reworded", &[]);
        press(&mut window, &format!("{reworded} 1"));
        let all = text_in(language, "recheck.all", &[("count", &4)]);
        click(&mut window, &all);
        settle(&mut window);
        picture(&mut window, name);
        results.extend_harness(&mut window);
    }
}
