//! The real window, end to end, on a virtual screen: start it, drop the sample folder, wait for the result in its
//! title, click, and check that the picture changes.
//!
//! Needs `Xvfb`, `xdotool`, `import` of imagemagick and a graphics driver. Missing programs are printed; with
//! `CHACHONG_TEST_EVERYTHING` set, as .ci/run sets it, they are a failure.
#![cfg(all(feature = "gui", target_os = "linux"))]
#![cfg_attr(
    all(feature = "gui", target_os = "linux"),
    expect(clippy::unwrap_used, reason = "a test that cannot go on stops")
)]

#[path = "../first_samples/mod.rs"]
mod first_samples;
#[path = "../interface/mod.rs"]
mod interface;
mod xdnd;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chachong_messages::Language;
use interface::{Values, beginning_in, text_in};

const PATIENCE: Duration = Duration::from_secs(90);

/// Process that is killed however the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Prints to stderr directly: captured output of a passing test is not shown.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn is_there(program: &str) -> bool {
    Command::new("which")
        .arg(program)
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "no {what} within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Starts a virtual screen. Xvfb chooses a free display itself and prints its number. Without `-noreset` the server
/// would reset under the starting window when the last client leaves, even a mere query.
fn screen() -> (Running, String) {
    let mut server = Command::new("Xvfb")
        .args([
            "-noreset",
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1280x800x24",
            "+extension",
            "GLX",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let out = server.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
    (Running(server), format!(":{}", line.trim()))
}

fn x(display: &str, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .env("DISPLAY", display)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn title(display: &str) -> String {
    let window = x(display, "xdotool", &["search", "--name", "hachong"]);
    window.lines().last().map_or_else(String::new, |id| {
        x(display, "xdotool", &["getwindowname", id])
    })
}

fn shot(display: &str, file: &Path) -> Vec<u8> {
    x(
        display,
        "import",
        &["-window", "root", file.to_str().unwrap()],
    );
    std::fs::read(file).unwrap_or_default()
}

/// Returns whether everything is there that a real window needs; says what is not.
fn can_run() -> bool {
    let missing: Vec<&str> = ["Xvfb", "xdotool", "import"]
        .into_iter()
        .filter(|p| !is_there(p))
        .collect();
    if missing.is_empty() {
        return true;
    }
    assert!(
        std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "missing: {missing:?}"
    );
    tell(&format!("left out: the real window (missing: {missing:?})"));
    false
}

/// Prepares a start of the program on a screen, with a home of its own.
fn program(display: &str, home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chachong"));
    program
        .args(["--lang", Language::English.code()])
        .env("DISPLAY", display)
        .env("XDG_RUNTIME_DIR", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_STATE_HOME", home.join("state"))
        .env_remove("CHACHONG_LOGS")
        .env_remove("WAYLAND_DISPLAY")
        .stderr(Stdio::null());
    program
}

/// The program on a screen of its own.
struct Real {
    program: Running,
    display: String,
    /// Folder of what the program keeps, and of what the test writes.
    home: tempfile::TempDir,
    /// Folder of pictures of the window, kept for a person to look at.
    pictures: PathBuf,
    source: xdnd::Source,
    /// Window that drops go to.
    target: u32,
    /// Ended last, since the program needs it.
    _screen: Running,
}

impl Real {
    fn start() -> Self {
        let (screen, display) = screen();
        let home = tempfile::tempdir().unwrap();
        let program = Running(program(&display, home.path()).spawn().unwrap());
        let source = xdnd::Source::on(&display);
        let target = wait_for("window that takes drops", || source.target());
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let pictures = package.join("target/tmp/real-window");
        std::fs::create_dir_all(&pictures).unwrap();
        Self {
            program,
            display,
            home,
            pictures,
            source,
            target,
            _screen: screen,
        }
    }

    fn xdotool(&self, arguments: &[&str]) {
        x(&self.display, "xdotool", arguments);
    }

    fn picture(&self, name: &str) -> Vec<u8> {
        shot(&self.display, &self.pictures.join(format!("{name}.png")))
    }

    fn is_running(&mut self) -> bool {
        self.program.0.try_wait().unwrap().is_none()
    }

    /// Waits until the title of the window has this text.
    fn wait_for_title(&mut self, text: &str) {
        wait_for(&format!("title with {text}"), || {
            assert!(self.is_running(), "the program ended");
            title(&self.display).contains(text).then_some(())
        });
    }

    /// Gives the window the keyboard: without a window manager nothing else does.
    fn take_keyboard(&self) {
        self.xdotool(&[
            "search",
            "--onlyvisible",
            "--name",
            "hachong",
            "windowfocus",
            "%@",
        ]);
    }

    fn checks_a_dropped_folder(&mut self, samples: &Path) {
        let pause = Duration::from_millis(150);
        self.source.drop_on(self.target, samples, 3, pause);
        let values: Values<'_> = &[("documents", &15), ("pairs", &4)];
        let done = text_in(Language::English, "app.title-done", values);
        self.wait_for_title(&done);
    }

    fn looks_different_in_every_view(&mut self) {
        let mut seen = self.picture("documents");
        // A click may come before the window is ready for it: the next one counts.
        for (view, doing) in VIEWS {
            seen = wait_for(view, || {
                self.xdotool(doing);
                std::thread::sleep(Duration::from_millis(600));
                let picture = self.picture(view);
                (!picture.is_empty() && picture != seen).then_some(picture)
            });
            assert!(self.is_running(), "ended in {view}");
        }
    }

    /// Returns the first page of the web pages, exported to a folder that is typed: there is no file dialog.
    fn exports_to_a_typed_path(&self) -> String {
        let folder = self.home.path().join("reports");
        // Each export has a folder of its own, named after the check and the day.
        let written = || {
            let entries = std::fs::read_dir(&folder).ok()?;
            let mut folders = entries.flatten().map(|entry| entry.path());
            folders.find_map(|of_export| {
                let page = of_export.join("chachong-html").join("index.html");
                (page.exists() && of_export.join("chachong.xlsx").exists()).then_some(page)
            })
        };
        let report = wait_for("the exported pages", || {
            self.xdotool(&["key", "Escape", "ctrl+e"]);
            std::thread::sleep(Duration::from_secs(1));
            let path = folder.to_str().unwrap();
            self.xdotool(&["key", "ctrl+a"]);
            self.xdotool(&["type", "--delay", "20", path]);
            self.picture("export");
            self.xdotool(&["key", "Return"]);
            std::thread::sleep(Duration::from_secs(1));
            written()
        });
        std::fs::read_to_string(report).unwrap()
    }

    /// Drops files whose messages all come at once: winit receives them before it knows what is dropped, and reports
    /// nothing of them.
    fn takes_quick_drops(&mut self, drops: u32) {
        for number in 0..drops {
            let name = format!("quick-{number}.txt");
            let file = self.home.path().join(&name);
            std::fs::write(&file, name.repeat(99)).unwrap();
            let positions = 1 + number % 3;
            (self.source).drop_on(self.target, &file, positions, Duration::ZERO);
            let values: Values<'_> = &[("documents", &(16 + number))];
            let done = beginning_in(Language::English, "app.title-done", values);
            self.wait_for_title(&done);
        }
    }
}

#[test]
fn a_folder_dropped_on_the_real_window_is_checked() {
    if !can_run() {
        return;
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = package.join("target/tmp/real-window-samples");
    first_samples::copy_to(&samples);
    let mut real = Real::start();
    real.checks_a_dropped_folder(&samples);
    real.take_keyboard();
    real.looks_different_in_every_view();
    let page = real.exports_to_a_typed_path();
    let pairs: BTreeSet<&str> = (page.split("href=\"pairs/").skip(1))
        .filter_map(|rest| rest.split_once(".html").map(|(pair, _)| pair))
        .collect();
    assert_eq!(pairs.len(), 4, "{page}");
    // Names of files carry the folder's only where a second folder was added: the drop would have been taken twice.
    assert!(!page.contains("real-window-samples/"), "{page}");
    let drops = std::env::var("CHACHONG_DROPS").map_or(QUICK_DROPS, |n| n.parse().unwrap());
    real.takes_quick_drops(drops);
    assert!(real.is_running(), "the program ended");
}

#[test]
fn a_second_start_hands_its_paths_to_the_first_and_a_killed_one_is_told_of() {
    if !can_run() {
        return;
    }
    let mut real = Real::start();
    let home = real.home.path().to_owned();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    let names = ["07_高校食堂食物浪费调查.txt", "21_夜市摊位的轮换与收费.txt"];
    for (number, name) in (1..).zip(names) {
        // Relative to the folder of the second start, and with the word `open` or without it.
        let words: &[&str] = if number == 1 {
            &["open", name]
        } else {
            &[name]
        };
        let second = program(&real.display, &home)
            .args(words)
            .current_dir(&samples)
            .status();
        assert!(second.unwrap().success());
        let values: Values<'_> = &[("documents", &number)];
        let done = beginning_in(Language::English, "app.title-done", values);
        real.wait_for_title(&done);
    }
    let logs = home.join("state").join("chachong");
    let noted = |start: &str| {
        let entries = std::fs::read_dir(&logs).unwrap().flatten();
        let found = entries.map(|entry| entry.path()).find(|path| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with(start)
        });
        found.map(|path| std::fs::read_to_string(path).unwrap())
    };
    wait_for("mark of the check", || {
        noted("running-").filter(|mark| mark.contains("check: "))
    });
    real.program.0.kill().unwrap();
    real.program.0.wait().unwrap();
    real.program = Running(program(&real.display, &home).spawn().unwrap());
    let note = wait_for("note on the killed window", || noted("crash-"));
    assert!(
        note.contains("kind: vanished") && note.contains("documents: 2\n"),
        "{note}"
    );
    real.wait_for_title("hachong");
    std::thread::sleep(Duration::from_secs(3));
    real.picture("told of the killed window");
    let log = noted("chachong.log").unwrap();
    assert!(log.contains("a later start handed over its paths"), "{log}");
    for text in [note, log] {
        assert!(!text.contains("食堂") && !text.contains("夜市"), "{text}");
    }
}

/// Number of drops whose messages all reach the window at once; `CHACHONG_DROPS` asks for another.
const QUICK_DROPS: u32 = 3;

/// Views, each with the xdotool action that leads to it from the one before.
const VIEWS: [(&str, &[&str]); 9] = [
    ("document", &["mousemove", "120", "170", "click", "1"]),
    ("next passage", &["key", "Down"]),
    ("pairs", &["key", "ctrl+2"]),
    ("pair", &["mousemove", "120", "250", "click", "1"]),
    ("scrolled", &["mousemove", "500", "500", "click", "5"]),
    ("matrix", &["key", "ctrl+3"]),
    ("groups", &["key", "ctrl+4"]),
    ("library", &["key", "ctrl+l"]),
    ("settings", &["key", "ctrl+comma"]),
];
