//! Driver of the window for tests, as a person or a screen reader uses it: open on real files, wait, click by
//! accessible label.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use chachong_import::Isolation;
use chachong_messages::{Language, day};
use chachong_window::{App, Desktop, LibraryChoice, Options, Welcome};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use crate::dropped::drop_on;
use crate::first_samples;
use crate::theses::start_of;

pub(crate) type Window = Harness<'static, App>;

/// Timeout of every wait: longer than any work of these tests takes.
pub(crate) const PATIENCE: Duration = Duration::from_mins(6);
/// Name of the first sample.
pub(crate) const FIRST: &str = "01_社区图书馆夜间开放服务研究.docx";

/// Copies the samples without borrowers, so that rows, pairs and cells can be counted on, and returns their folder.
/// Relative to the package, where tests run: paths shown on a page are then the same on every machine.
pub(crate) fn samples() -> &'static str {
    const FOLDER: &str = "target/tmp/samples";
    static COPIED: OnceLock<()> = OnceLock::new();
    COPIED.get_or_init(|| first_samples::copy_to(Path::new(FOLDER)));
    FOLDER
}

/// Parameters that a window opens with.
pub(crate) struct Opening {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) language: Language,
    pub(crate) library: LibraryChoice,
    /// Whether the texts may have characters that the bundled font lacks.
    pub(crate) missing_glyphs: bool,
    pub(crate) welcome: Welcome,
    /// Folder of the log and of notes on crashes; `None`: nothing is noted.
    pub(crate) logs: Option<PathBuf>,
    /// Folder with the preferences of an earlier start; `None`: none are remembered.
    pub(crate) remembered: Option<PathBuf>,
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            language: Language::English,
            library: LibraryChoice::None,
            missing_glyphs: false,
            welcome: Welcome::Once,
            logs: None,
            remembered: None,
        }
    }
}

/// Storage of eframe without anything in it.
struct NoStorage;

impl eframe::Storage for NoStorage {
    fn get_string(&self, _: &str) -> Option<String> {
        None
    }

    fn set_string(&mut self, _: &str, _: String) {}

    fn remove_string(&mut self, _: &str) {}

    fn flush(&mut self) {}
}

/// Has the window save its preferences, as it does now and then.
pub(crate) fn save_preferences(window: &mut Window) {
    eframe::App::save(window.state_mut(), &mut NoStorage);
}

impl Opening {
    pub(crate) fn start(self) -> Window {
        let options = Options {
            paths: self.paths,
            language: Some(self.language),
            isolation: Some(Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())),
            library: self.library,
            // Paths are typed: no system dialog of the machine that runs the test interferes.
            desktop: Desktop::LeftAlone,
            welcome: self.welcome,
            logs: self.logs,
            preferences: (self.remembered.clone())
                .or_else(|| Some("/home/teacher/.local/share/chachong".into())),
            version: Some("1.2.3 (0123456789ab)".to_owned()),
            ..Options::default()
        };
        let mut window = Harness::builder().with_size(egui::vec2(1280.0, 720.0));
        if self.missing_glyphs {
            window = window.allow_missing_glyphs();
        }
        window.build_eframe(|creation| {
            creation.storage = self.remembered.is_some().then_some(&NoStorage);
            App::new(creation, options)
        })
    }

    /// Starts the window and waits until everything is read and compared.
    pub(crate) fn open(self) -> Window {
        let mut window = self.start();
        wait_until_idle(&mut window);
        window
    }
}

/// Opens the window in English on these files, without a library, and waits until they are read and compared.
pub(crate) fn open<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Window {
    let opening = Opening {
        paths: paths.into_iter().map(Into::into).collect(),
        ..Opening::default()
    };
    opening.open()
}

/// Opens the window in English on these files with a library, and waits until they are read and compared.
pub(crate) fn open_with<P: Into<PathBuf>>(
    library: &Path,
    paths: impl IntoIterator<Item = P>,
) -> Window {
    let opening = Opening {
        paths: paths.into_iter().map(Into::into).collect(),
        library: LibraryChoice::File(library.to_owned()),
        ..Opening::default()
    };
    opening.open()
}

pub(crate) fn wait(window: &mut Window, until: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    loop {
        window.step();
        if until(window) {
            window.run_steps(3);
            return;
        }
        assert!(start.elapsed() < PATIENCE, "not within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn wait_until_idle(window: &mut Window) {
    wait(window, |window| window.state().is_idle());
}

/// Draws what an action changed, and waits until the work that follows is done.
pub(crate) fn settle(window: &mut Window) {
    window.run_steps(3);
    wait_until_idle(window);
}

/// Waits until the window shows a text, whether or not other work goes on.
pub(crate) fn wait_to_see(window: &mut Window, text: &str) {
    wait(window, |window| sees(window, text));
}

pub(crate) fn sees(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Checks that the window shows all of these texts.
#[track_caller]
pub(crate) fn shows<T: AsRef<str>>(window: &Window, texts: impl IntoIterator<Item = T>) {
    for text in texts {
        let text = text.as_ref();
        assert!(sees(window, text), "not shown: {text}");
    }
}

/// Checks that the window shows none of these texts.
#[track_caller]
pub(crate) fn lacks<T: AsRef<str>>(window: &Window, texts: impl IntoIterator<Item = T>) {
    for text in texts {
        let text = text.as_ref();
        assert!(!sees(window, text), "shown: {text}");
    }
}

/// Counts the widgets with this label.
pub(crate) fn count(window: &Window, label: &str) -> usize {
    window.query_all_by_label(label).count()
}

/// Clicks a widget in sight and waits until the work that follows is done.
pub(crate) fn click(window: &mut Window, label: &str) {
    window
        .get_all_by_label(label)
        .next()
        .unwrap_or_else(|| panic!("nothing is labelled {label}"))
        .click();
    settle(window);
}

/// Clicks the only widget whose label contains this, as one clicks on a paragraph, and waits.
pub(crate) fn click_containing(window: &mut Window, part: &str) {
    window.get_by_label_contains(part).click();
    settle(window);
}

/// Chooses an entry of a box that drops down.
pub(crate) fn choose(window: &mut Window, of: &str, entry: &str) {
    window.get_by_label(of).click();
    window.run_steps(3);
    click(window, entry);
}

/// Presses a widget that may be out of sight, as a screen reader does, without waiting.
pub(crate) fn press(window: &mut Window, label: &str) {
    let node = window.query_all_by_label(label).next();
    node.unwrap_or_else(|| panic!("nothing is labelled {label}"))
        .click_accesskit();
    window.run_steps(2);
}

/// Presses a key and waits until the work that follows is done.
pub(crate) fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// Presses a key several times without waiting for the work that follows.
pub(crate) fn press_times(window: &mut Window, key: Key, times: usize) {
    for _ in 0..times {
        window.key_press(key);
        window.run_steps(2);
    }
}

/// Types a text where the keyboard is and waits until the work that follows is done.
pub(crate) fn type_text(window: &mut Window, text: &str) {
    window.event(egui::Event::Text(text.to_owned()));
    settle(window);
}

/// Returns the folder that the last export made in the chosen one; an empty path if it made none.
pub(crate) fn exported_in(folder: &Path) -> PathBuf {
    let made = std::fs::read_dir(folder).into_iter().flatten();
    let made = made.map(|entry| entry.unwrap().path());
    made.filter(|path| path.is_dir()).max().unwrap_or_default()
}

/// Types a text into the field with this name, in place of what is there, and waits.
pub(crate) fn type_into(window: &mut Window, field: &str, text: &str) {
    type_over(window, Role::TextInput, field, text);
}

/// Types a text into the field of several lines with this name, in place of what is there, and waits.
pub(crate) fn type_lines_into(window: &mut Window, field: &str, text: &str) {
    type_over(window, Role::MultilineTextInput, field, text);
}

fn type_over(window: &mut Window, role: Role, field: &str, text: &str) {
    window.get_by_role_and_label(role, field).focus();
    window.run_steps(2);
    key(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
}

/// Types a path into the field with this name and confirms it with this button.
pub(crate) fn type_path(window: &mut Window, field: &str, path: &Path, button: &str) {
    wait(window, |window| {
        let field = window.query_by_role_and_label(Role::TextInput, field);
        field.is_some_and(|field| field.is_focused())
    });
    key(window, Modifiers::COMMAND, Key::A);
    let typed = path.to_string_lossy();
    type_text(window, &typed);
    let shown = window.get_by_role_and_label(Role::TextInput, field).value();
    assert_eq!(shown.as_deref(), Some(&*typed));
    click(window, button);
}

/// Drops a path on the window and waits until it is read and compared.
pub(crate) fn drop_and_wait(window: &mut Window, path: &Path) {
    drop_on(window, path);
    settle(window);
}

/// Returns the leftmost widget with this label: the name in a document's own row, not where it is the closest of
/// another.
pub(crate) fn leftmost<'w>(window: &'w Window, label: &'w str) -> Node<'w> {
    let all = window.query_all_by_label(label);
    let first = all.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
    first.unwrap_or_else(|| panic!("nothing is labelled {label}"))
}

/// Returns the names of the table's rows that contain this, from the top.
pub(crate) fn rows(window: &Window, part: &str) -> Vec<String> {
    let mut names: Vec<(egui::Pos2, String)> = window
        .query_all_by_label_contains(part)
        .filter_map(|node| Some((node.rect().left_center(), node.accesskit_node().label()?)))
        .filter(|(at, _)| at.x < 100.0)
        .collect();
    names.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    // Only the leftmost name is the row's own.
    names.dedup_by(|(a, _), (b, _)| (a.y - b.y).abs() < 5.0);
    names.into_iter().map(|(_, name)| name).collect()
}

/// Returns the tops of the paragraphs in sight that begin like this text, in points.
pub(crate) fn tops(window: &Window, text: &str) -> Vec<f32> {
    let start = start_of(text);
    let nodes = window.query_all_by_label_contains(&start);
    nodes.map(|node| node.rect().top()).collect()
}

/// Returns whether the paragraph is at the same height in both texts of a pair.
pub(crate) fn side_by_side(window: &Window, text: &str) -> bool {
    let tops = tops(window, text);
    tops.len() == 2 && (tops[0] - tops[1]).abs() < 3.0
}

/// Day on which the test runs, as the window writes it.
pub(crate) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    day(now.unwrap().as_secs().cast_signed())
}

/// Closes the window as a person does: unsaved work is saved.
pub(crate) fn close(mut window: Window) {
    eframe::App::on_exit(window.state_mut());
    drop(window);
}
