//! Driver of the window for tests, as a person or a screen reader uses it: open on real files, wait, click by
//! accessible label.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use chachong::app::{App, Desktop, LibraryChoice, Options};
use chachong::i18n::Language;
use chachong::import::Isolation;
use egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::first_samples;

pub(crate) type Window = Harness<'static, App>;

/// Timeout of every wait: longer than any work of these tests takes.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);
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
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            language: Language::English,
            library: LibraryChoice::None,
            missing_glyphs: false,
        }
    }
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
            ..Options::default()
        };
        let mut window = Harness::builder().with_size(egui::vec2(1280.0, 720.0));
        if self.missing_glyphs {
            window = window.allow_missing_glyphs();
        }
        window.build_eframe(|creation| App::new(creation, options))
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

pub(crate) fn sees(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Clicks a widget in sight and waits until the work that follows is done.
pub(crate) fn click(window: &mut Window, label: &str) {
    window
        .get_all_by_label(label)
        .next()
        .unwrap_or_else(|| panic!("nothing is labelled {label}"))
        .click();
    window.run_steps(3);
    wait_until_idle(window);
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
    window.run_steps(3);
    wait_until_idle(window);
}

/// Types a path into the field with this name and confirms it with this button.
pub(crate) fn type_path(window: &mut Window, field: &str, path: &Path, button: &str) {
    wait(window, |window| {
        let field = window.query_by_role_and_label(Role::TextInput, field);
        field.is_some_and(|field| field.is_focused())
    });
    key(window, Modifiers::COMMAND, Key::A);
    let typed = path.to_string_lossy();
    (window.get_by_role_and_label(Role::TextInput, field)).type_text(&typed);
    window.run_steps(3);
    let shown = window.get_by_role_and_label(Role::TextInput, field).value();
    assert_eq!(shown.as_deref(), Some(&*typed));
    click(window, button);
}
