//! Test that no view clips: with names of 60 characters, in both languages, in the smallest window and with large text,
//! everything that can be pressed is in the window, no text is cut or overlaps another, and shortened names are whole
//! on hover.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::attribution::cited;
use crate::clipping::{self, LAPTOP, SIZES};
use crate::driver::{
    Opening, Window, close, key, leftmost, type_into, wait_to_see, wait_until_idle,
};
use crate::shared_code::programs_named;
use crate::texts::{beginning_in, text_in};

const CHINESE: &str = "基于深度学习与大数据分析的城市社区公共图书馆夜间开放服务模式创新及其社会效益评估研究以华东地区十二个城市为例的比较分析终稿";
const ENGLISH: &str = "A Comparative Study of Community Libraries and Repair Cafes in Twelve Cities of the East with an Appendix of Interviews final";

/// Copies theses with names of sixty characters or more, in either script: one document of each kind with something of
/// its own to show.
fn theses(folder: &Path) -> PathBuf {
    let theses = folder.join(format!("{}级毕业论文", &CHINESE[..60]));
    std::fs::create_dir_all(&theses).unwrap();
    for (number, (file, name)) in [
        ("assets/samples/01_社区图书馆夜间开放服务研究.docx", CHINESE),
        (
            "assets/samples/2024届/13_社区图书馆夜间开放服务研究_打印版.pdf",
            CHINESE,
        ),
        (
            "assets/samples/08_Repair_Cafes_and_Household_Objects.pdf",
            ENGLISH,
        ),
        (
            "assets/samples/2024届/15_Second_Life_of_Objects_final.docx",
            ENGLISH,
        ),
        ("tests/fixtures/import/docx/metadata.docx", CHINESE),
        ("tests/fixtures/import/docx/white-run.docx", CHINESE),
        ("tests/fixtures/import/docx/trick-zero-width.docx", ENGLISH),
        ("tests/fixtures/texts-encoded/gb18030.txt", CHINESE),
        ("tests/fixtures/texts-encoded/big5.txt", ENGLISH),
        ("tests/fixtures/broken/encrypted.pdf", CHINESE),
        ("tests/fixtures/broken/truncated.docx", ENGLISH),
    ]
    .into_iter()
    .enumerate()
    {
        let kind = Path::new(file).extension().unwrap().to_str().unwrap();
        std::fs::copy(file, theses.join(format!("{number:02}{name}.{kind}"))).unwrap();
    }
    theses
}

fn open(language: Language, folder: &Path, paths: Vec<PathBuf>) -> Window {
    let opening = Opening {
        paths,
        language,
        library: LibraryChoice::File(folder.join(format!("{CHINESE}.chachong"))),
        missing_glyphs: true,
        ..Opening::default()
    };
    let mut window = opening.start();
    clipping::show_tooltips_at_once(&window);
    wait_until_idle(&mut window);
    window
}

/// Presses the widget with this name, or one that begins so, in sight or not.
fn press_beginning(window: &mut Window, name: &str) {
    let all = || window.query_all_by_label_contains(name);
    let labelled = |node: &Node<'_>| {
        let label = node.accesskit_node().label();
        label.is_some_and(|label| label.starts_with(name))
    };
    let node = (all().find(labelled).or_else(|| all().next()))
        .unwrap_or_else(|| panic!("nothing is called {name}"));
    node.click_accesskit();
    window.run_steps(2);
    wait_until_idle(window);
}

struct Walk {
    window: Window,
    language: Language,
    found: Vec<String>,
    views: usize,
}

/// Lines of licences and of diagnostic information scroll sideways: their ends are out of sight.
fn is_of_licences(fault: &str) -> bool {
    fault.starts_with("cut") && !fault.contains('…')
}

impl Walk {
    const fn through(window: Window, language: Language) -> Self {
        Self {
            window,
            language,
            found: Vec::new(),
            views: 0,
        }
    }

    /// Measures the shown view in every size.
    fn look(&mut self, view: &str) {
        self.look_except(view, |_| false);
    }

    /// Measures a dialog, which lies over the page.
    fn look_at_dialog(&mut self, view: &str) {
        let of_page = ["over each other", "never whole"];
        self.look_except(view, |fault| {
            of_page.iter().any(|one| fault.starts_with(one))
        });
    }

    fn look_except(&mut self, view: &str, is_none: impl Fn(&str) -> bool) {
        self.views += 1;
        for (size, text) in SIZES {
            let window = &mut self.window;
            clipping::resize(window, size, text);
            let mut faults = clipping::faults(window);
            if (size, text) == SIZES[0] {
                faults.extend(clipping::never_whole(window));
            }
            let at = format!("{:?} {view} {size:?} x {text}", self.language);
            let faults = faults.into_iter().filter(|fault| !is_none(fault));
            self.found
                .extend(faults.map(|fault| format!("{at}: {fault}")));
        }
        let (usual, text) = SIZES[1];
        clipping::resize(&mut self.window, usual, text);
    }

    fn page(&mut self, at: Key, view: &str) {
        key(&mut self.window, Modifiers::COMMAND, at);
        self.look(view);
    }

    fn press(&mut self, key: &str) {
        let name = beginning_in(self.language, key, &[]);
        press_beginning(&mut self.window, &name);
    }

    fn pressed(&mut self, key: &str, view: &str) {
        self.press(key);
        self.look(view);
    }

    /// Looks at the documents in every state: with their filters, an export, a menu, marked.
    fn documents(&mut self) {
        self.look("documents");
        self.pressed("column.verdict", "documents, verdicts");
        key(&mut self.window, Modifiers::NONE, Key::Escape);
        self.press("toolbar.export");
        self.look_at_dialog("documents, export");
        self.press("export.cancel");
        self.pressed("toolbar.add-folder", "documents, path");
        self.press("field.cancel");
        let first = format!("00{CHINESE}.docx");
        (self.window.get_all_by_label(&first).next().unwrap()).click_secondary();
        wait_until_idle(&mut self.window);
        self.look("documents, menu");
        key(&mut self.window, Modifiers::NONE, Key::Escape);
        key(&mut self.window, Modifiers::COMMAND, Key::A);
        self.look("documents, marked");
    }

    /// Looks at the other pages of the check, and at the settings.
    fn pages(&mut self) {
        self.page(Key::Num2, "pairs");
        self.page(Key::Num3, "matrix");
        for (key, view) in [
            ("matrix.cosine", "matrix of cosines"),
            ("matrix.share", "matrix of shares"),
            ("matrix.by-likeness", "matrix by likeness"),
            ("matrix.zoom-in", "matrix zoomed"),
        ] {
            self.pressed(key, view);
        }
        self.page(Key::Num4, "groups");
        self.page(Key::Num5, "shared texts");
        self.page(Key::Num8, "earlier checks");
        self.page(Key::Comma, "settings");
        self.pressed("settings.by-length", "settings with a threshold");
        self.press("settings.by-length");
        key(&mut self.window, Modifiers::NONE, Key::F1);
        self.look("manual");
        for page in 1..5 {
            key(&mut self.window, Modifiers::NONE, Key::PageDown);
            self.look(&format!("manual, page {page}"));
        }
        key(&mut self.window, Modifiers::NONE, Key::End);
        self.look("manual, end");
    }

    /// Looks at a document of each kind, with each tab of its page.
    fn each_kind_of_document(&mut self) {
        for (name, shown) in [
            (format!("00{CHINESE}.docx"), "a document"),
            (format!("06{ENGLISH}.docx"), "a document with warnings"),
            (format!("07{CHINESE}.txt"), "a plain text"),
            (format!("09{CHINESE}.pdf"), "a failed document"),
        ] {
            key(&mut self.window, Modifiers::COMMAND, Key::Num1);
            leftmost(&self.window, &name).click_accesskit();
            wait_until_idle(&mut self.window);
            self.look(shown);
            if shown == "a failed document" {
                continue;
            }
            for side in ["exclusions.title", "document.file", "document.sources"] {
                self.pressed(side, &format!("{shown}, {side}"));
            }
        }
    }

    /// Looks at a pair in either script.
    fn pairs(&mut self) {
        for name in [CHINESE, ENGLISH] {
            key(&mut self.window, Modifiers::COMMAND, Key::Num2);
            let all = self.window.query_all_by_label_contains(name);
            let first = all.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
            first.unwrap().click_accesskit();
            wait_until_idle(&mut self.window);
            self.look("pair");
            self.pressed("pair.fingerprints", "pair, fingerprints");
        }
    }

    /// Looks at passages with their labels and at reference lists.
    fn citations(&mut self) {
        let (passages, references) = ("passages.tab", "reference.tab-with-remarks");
        key(&mut self.window, Modifiers::COMMAND, Key::Num1);
        leftmost(&self.window, "引文.txt").click_accesskit();
        wait_until_idle(&mut self.window);
        self.look("a document that cites");
        self.pressed(passages, "a document that cites, passages");
        key(&mut self.window, Modifiers::NONE, Key::ArrowDown);
        self.look("a document that cites, a passage chosen");
        self.pressed(references, "a document that cites, references");
        self.press("document.sources");
        self.press("passages.next");
        leftmost(&self.window, "来源.txt").click_accesskit();
        wait_until_idle(&mut self.window);
        self.look("a pair that cites");
    }

    fn library(&mut self) {
        self.page(Key::L, "library, empty");
        self.press("library.add-checked");
        let full = format!("07{CHINESE}");
        wait_to_see(&mut self.window, &full);
        wait_until_idle(&mut self.window);
        self.look("library");
        let search = text_in(self.language, "library.search", &[]);
        type_into(&mut self.window, &search, "图书馆");
        self.look("library, searched");
        self.pressed("library.mark-all", "library, marked");
        self.pressed("library.tab-checks", "library, checks");
        self.page(Key::Comma, "settings with a library");
        self.press("settings.about");
        self.press("about.copy-diagnostics");
        self.look_except("about", is_of_licences);
    }
}

#[test]
fn no_view_clips_long_names() {
    let mut found = Vec::new();
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let theses = theses(folder.path());
        let window = open(language, folder.path(), vec![theses]);
        let mut walk = Walk {
            window,
            language,
            found: Vec::new(),
            views: 0,
        };
        walk.documents();
        walk.pages();
        walk.each_kind_of_document();
        walk.pairs();
        walk.library();
        // The check saved here is an earlier check at the next start.
        close(walk.window);
        walk.window = open(language, folder.path(), Vec::new());
        walk.look("start");
        assert!(walk.views > 30);
        found.extend(walk.found);
    }
    let count = found.len();
    assert!(found.is_empty(), "{count} faults\n{}", found.join("\n"));
}

#[test]
fn no_view_clips_labels_and_remarks() {
    walk_in_both_languages(|language, folder| {
        let theses = cited();
        let window = open(language, folder, vec![theses.path().into()]);
        let mut walk = Walk::through(window, language);
        walk.citations();
        walk
    });
}

#[test]
fn no_view_clips_a_comparison_with_an_earlier_check() {
    walk_in_both_languages(|language, folder| {
        let window = crate::recheck::compared(language, folder);
        clipping::show_tooltips_at_once(&window);
        let mut walk = Walk::through(window, language);
        walk.look("comparison");
        walk.pressed("recheck.other", "earlier checks");
        walk.press("recheck.return");
        press_beginning(&mut walk.window, crate::recheck::THESIS);
        walk.look("comparison of a document");
        walk
    });
}

#[test]
fn no_view_clips_a_case() {
    walk_in_both_languages(|language, folder| {
        let window = open(language, folder, vec![theses(folder)]);
        let mut walk = Walk::through(window, language);
        walk.page(Key::Num9, "cases, none");
        key(&mut walk.window, Modifiers::COMMAND, Key::Num1);
        let name = format!("00{CHINESE}.docx");
        leftmost(&walk.window, &name).click_accesskit();
        wait_until_idle(&mut walk.window);
        walk.press("cases.open");
        walk.press("cases.open-student");
        wait_to_see(&mut walk.window, &text_in(language, "cases.statement", &[]));
        walk.look("case");
        walk.page(Key::Num9, "cases");
        walk.page(Key::Num1, "documents, one with a case");
        walk.page(Key::Num2, "pairs, one with a case");
        leftmost(&walk.window, &name).click_accesskit();
        wait_until_idle(&mut walk.window);
        walk.look("pair with a case");
        walk
    });
}

#[test]
fn no_view_clips_shared_code() {
    walk_in_both_languages(|language, folder| {
        let class = programs_named(folder, CHINESE, 5);
        let mut walk = Walk::through(open(language, folder, vec![class]), language);
        walk.page(Key::Num5, "shared texts, none");
        walk.pressed("shared-code.tab", "shared code");
        walk.page(Key::Num2, "pairs of programs");
        let first = format!("00_{CHINESE}.c");
        leftmost(&walk.window, &first).click_accesskit();
        wait_until_idle(&mut walk.window);
        walk.look("pair of programs that share what many have");
        walk.pressed("assignment.not", "pair of programs, decided");
        walk.page(Key::Num5, "shared code, decided");
        walk.pressed("shared-code.mine", "shared code that was handed out");
        walk.pressed("assignment.tab", "assignment of code");
        walk
    });
}

/// Looks at views in each language, with a folder for what they need.
fn walk_in_both_languages(look: impl Fn(Language, &Path) -> Walk) {
    let mut found = Vec::new();
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        found.extend(look(language, folder.path()).found);
    }
    let count = found.len();
    assert!(found.is_empty(), "{count} faults\n{}", found.join("\n"));
}

#[test]
fn a_pair_on_a_laptop_shows_twelve_lines_of_text() {
    let folder = tempfile::tempdir().unwrap();
    for language in [Language::Chinese, Language::English] {
        let mut window = open(language, folder.path(), vec!["assets/samples".into()]);
        let (size, text) = LAPTOP;
        clipping::resize(&mut window, size, text);
        key(&mut window, Modifiers::COMMAND, Key::Num2);
        let first = "01_社区图书馆夜间开放服务研究.docx";
        leftmost(&window, first).click_accesskit();
        wait_until_idle(&mut window);
        let strip = text_in(language, "passages.strip", &[("side", &"A")]);
        let left = window.get_by_label(&strip).rect().right();
        let lines = clipping::lines_between(&window, left, left + 60.0, 8);
        assert!(lines >= 12, "{language:?}: {lines} lines");
        close(window);
    }
}
