//! The window as a person or a screen reader drives it: opened on real files, waited for, clicked by accessible label.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chachong::app::{App, Desktop, LibraryChoice, Options};
use chachong::i18n::Language;
use chachong::import::Isolation;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Opens the window on these paths, with this library.
pub(crate) fn start(paths: Vec<PathBuf>, library: LibraryChoice) -> Harness<'static, App> {
    let options = Options {
        paths,
        language: Some(Language::English),
        isolation: Some(Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())),
        library,
        // Paths are typed: no dialog of the machine that runs the test comes between.
        desktop: Desktop::LeftAlone,
        ..Options::default()
    };
    Harness::builder()
        .with_size(egui::vec2(1280.0, 720.0))
        .build_eframe(|creation| App::new(creation, options))
}

pub(crate) fn wait(window: &mut Harness<'_, App>, until: impl Fn(&Harness<'_, App>) -> bool) {
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

pub(crate) fn wait_until_idle(window: &mut Harness<'_, App>) {
    wait(window, |window| window.state().is_idle());
}

/// The same, and waits until all is read and compared.
pub(crate) fn open(paths: Vec<PathBuf>, library: LibraryChoice) -> Harness<'static, App> {
    let mut window = start(paths, library);
    wait_until_idle(&mut window);
    window
}

pub(crate) fn click(window: &mut Harness<'_, App>, label: &str) {
    window
        .get_all_by_label(label)
        .next()
        .unwrap_or_else(|| panic!("nothing is labelled {label}"))
        .click();
    window.run_steps(3);
    wait_until_idle(window);
}

pub(crate) fn sees(window: &Harness<'_, App>, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}
