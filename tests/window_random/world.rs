//! World of the random walk: a window with a library, and a temporary folder that holds everything it may read or
//! write.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chachong_import::Isolation;
use chachong_messages::Language;
use chachong_window::{App, Desktop, LibraryChoice, Options, Welcome};
use egui::ViewportId;
use egui::epaint::Shape;
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

pub(crate) type Window = Harness<'static, App>;

/// Time of a wait after which the walk cancels what is under way, as a person would who wants to go on: recognition of
/// all pages takes minutes in a build for tests.
const WILLING: Duration = Duration::from_secs(4);
/// Timeout of a wait: far longer than any work of this test takes to end.
const PATIENCE: Duration = Duration::from_mins(2);
/// Maximum number of frames until nothing moves any more.
const FRAMES_TO_SETTLE: usize = 600;

pub(crate) struct World {
    pub(crate) folder: tempfile::TempDir,
    /// Files and folders to drop, or whose path is typed.
    pub(crate) there: Vec<PathBuf>,
    /// Messages of panics, on whatever thread.
    panics: Arc<Mutex<Vec<String>>>,
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (entry, to) = (entry.unwrap().path(), to.to_owned());
        let to = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copied(&entry, &to);
        } else {
            std::fs::copy(&entry, &to).unwrap();
        }
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut there = Vec::new();
        for (from, to) in [
            ("assets/samples", "示例论文"),
            ("tests/fixtures/texts", "texts"),
            ("tests/fixtures/broken", "broken"),
            ("tests/fixtures/texts-encoded", "encoded"),
        ] {
            let to = folder.path().join(to);
            copied(Path::new(from), &to);
            there.push(to);
        }
        for file in [
            "示例论文/07_高校食堂食物浪费调查.txt",
            "texts/zh-bikes-near.txt",
            "broken/truncated.pdf",
            "encoded/big5.txt",
        ] {
            there.push(folder.path().join(file));
        }
        for (name, content) in [
            ("notes.chachong", "不是比对库"),
            ("evaluation.json", "{\"clean\": 3}"),
        ] {
            let file = folder.path().join(name);
            std::fs::write(&file, content).unwrap();
            there.push(file);
        }
        // A name typed without a folder is saved in the current one.
        std::env::set_current_dir(folder.path()).unwrap();
        let panics = Arc::new(Mutex::new(Vec::new()));
        let (seen, usual) = (Arc::clone(&panics), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            // A poisoned lock means that a panic was recorded already.
            if let Ok(mut seen) = seen.lock() {
                seen.push(panic.to_string());
            }
            usual(panic);
        }));
        Self {
            folder,
            there,
            panics,
        }
    }

    pub(crate) fn window(&self) -> Window {
        let options = Options {
            paths: vec![self.there[0].clone()],
            language: Some(Language::English),
            isolation: Some(Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())),
            library: LibraryChoice::File(self.folder.path().join("library.chachong")),
            desktop: Desktop::LeftAlone,
            samples: Some(self.folder.path().join("samples")),
            logs: Some(self.folder.path().join("logs")),
            welcome: Welcome::Now,
            ..Options::default()
        };
        let window = Harness::builder()
            .with_size(egui::vec2(1280.0, 720.0))
            // Files read in a wrong format have characters of all kinds.
            .allow_missing_glyphs()
            .build_eframe(|creation| App::new(creation, options));
        window
            .ctx
            .options_mut(|options| options.warn_on_id_clash = true);
        window
    }

    /// Checks the invariants of every frame: no panic, no clash of widget ids.
    pub(crate) fn check(&self, window: &Window) {
        let panics = self.panics.lock().unwrap();
        assert!(panics.is_empty(), "a thread panicked: {panics:?}");
        for shape in &window.output().shapes {
            if let Some(clash) = id_clash(&shape.shape) {
                drop(panics);
                panic!("{clash}");
            }
        }
    }

    /// Waits until no work is under way; then nothing may move, and every widget must have a name.
    pub(crate) fn settle(&self, window: &mut Window) {
        // While files are held over a window, egui repaints without end.
        window.input_mut().hovered_files.clear();
        let start = Instant::now();
        let mut cancelled = start;
        while !window.state().is_idle() {
            if start.elapsed() > WILLING && cancelled.elapsed() > WILLING / 4 {
                cancel(window);
                cancelled = Instant::now();
            }
            window.step();
            self.check(window);
            let patient = start.elapsed() < PATIENCE;
            assert!(
                patient,
                "still working; the window says: {:?}",
                words(window)
            );
            std::thread::sleep(Duration::from_millis(3));
        }
        for _ in 0..FRAMES_TO_SETTLE {
            window.step();
            self.check(window);
            let output = &window.output().viewport_output[&ViewportId::ROOT];
            if !output.repaint_delay.is_zero() {
                window.check_accessibility();
                return;
            }
        }
        panic!("draws for ever: {:?}", window.ctx.repaint_causes());
    }
}

/// Presses the buttons that cancel work, where they are shown.
fn cancel(window: &Window) {
    let texts = Language::ALL.map(|(language, _)| {
        ["progress.cancel", "library.stop-adding", "leads.stop"].map(|key| language.text(key))
    });
    for node in window.root().children_recursive() {
        let label = node.accesskit_node().label();
        if label.is_some_and(|label| texts.iter().flatten().any(|text| *text == label)) {
            node.click_accesskit();
        }
    }
}

/// Returns the texts of the window, as its screen reader has them.
pub(crate) fn words(window: &Window) -> Vec<String> {
    let nodes = window.root().children_recursive();
    nodes
        .filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        })
        .collect()
}

/// Returns the warning that egui draws where two widgets have one id.
fn id_clash(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Text(text) => {
            let text = text.galley.text();
            let use_of = ["Double use of", "First use of", "Second use of"];
            (use_of.iter().any(|words| text.starts_with(words))).then_some(text)
        }
        Shape::Vec(shapes) => shapes.iter().find_map(id_clash),
        _ => None,
    }
}
