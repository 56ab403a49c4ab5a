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
mod xdnd;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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

#[test]
fn a_folder_dropped_on_the_real_window_is_checked() {
    let missing: Vec<&str> = ["Xvfb", "xdotool", "import"]
        .into_iter()
        .filter(|p| !is_there(p))
        .collect();
    if !missing.is_empty() {
        assert!(
            std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
            "missing: {missing:?}"
        );
        tell(&format!("left out: the real window (missing: {missing:?})"));
        return;
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = package.join("target/tmp/real-window-samples");
    first_samples::copy_to(&samples);
    let (_server, display) = screen();
    let home = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_chachong"));
    program
        .args(["--lang", "en"])
        .env("DISPLAY", &display)
        .env("XDG_RUNTIME_DIR", home.path());
    program
        .env("XDG_DATA_HOME", home.path())
        .env_remove("WAYLAND_DISPLAY")
        .stderr(Stdio::null());
    let mut running = Running(program.spawn().unwrap());
    let source = xdnd::Source::on(&display);
    let target = wait_for("window that takes drops", || source.target());
    source.drop_on(target, &samples, 3, Duration::from_millis(150));
    wait_for("result in the title", || {
        assert!(running.0.try_wait().unwrap().is_none(), "the program ended");
        title(&display)
            .contains("15 documents, 4 similar pairs")
            .then_some(())
    });
    // Without a window manager nothing gives it the keyboard.
    let focus = [
        "search",
        "--onlyvisible",
        "--name",
        "hachong",
        "windowfocus",
        "%@",
    ];
    x(&display, "xdotool", &focus);
    let tour = Tour {
        display: &display,
        folder: package.join("target/tmp/real-window"),
    };
    std::fs::create_dir_all(&tour.folder).unwrap();
    let mut seen = tour.picture("documents");
    // A click may come before the window is ready for it: the next one counts.
    for (view, doing) in VIEWS {
        seen = wait_for(view, || {
            x(&display, "xdotool", doing);
            std::thread::sleep(Duration::from_millis(600));
            let picture = tour.picture(view);
            (!picture.is_empty() && picture != seen).then_some(picture)
        });
        assert!(running.0.try_wait().unwrap().is_none(), "ended in {view}");
    }
    // Without a file dialog a path is typed.
    let report = home.path().join("report.csv");
    wait_for("the exported table", || {
        x(&display, "xdotool", &["key", "Escape", "ctrl+e"]);
        std::thread::sleep(Duration::from_secs(1));
        let path = report.to_str().unwrap();
        x(&display, "xdotool", &["key", "ctrl+a"]);
        x(&display, "xdotool", &["type", "--delay", "20", path]);
        tour.picture("export");
        x(&display, "xdotool", &["key", "Return"]);
        std::thread::sleep(Duration::from_secs(1));
        report.exists().then_some(())
    });
    let rows = std::fs::read_to_string(report).unwrap();
    assert_eq!(rows.lines().count(), 1 + 4, "{rows}");
    // Names carry the folder's only where a second folder was added: the drop would have been taken twice.
    assert!(!rows.contains("real-window-samples"), "{rows}");
    // winit receives these drops before it knows what is dropped, and reports nothing of them.
    let drops = std::env::var("CHACHONG_DROPS").map_or(QUICK_DROPS, |n| n.parse().unwrap());
    for number in 0..drops {
        let name = format!("quick-{number}.txt");
        let file = home.path().join(&name);
        std::fs::write(&file, name.repeat(99)).unwrap();
        source.drop_on(target, &file, 1 + number % 3, Duration::ZERO);
        wait_for(&format!("result of quick drop {number}"), || {
            title(&display)
                .contains(&format!("{} documents", 16 + number))
                .then_some(())
        });
    }
    assert!(running.0.try_wait().unwrap().is_none(), "the program ended");
}

/// Number of drops whose messages all reach the window at once; `CHACHONG_DROPS` asks for another.
const QUICK_DROPS: u32 = 3;

/// Screenshots of the window, kept for a person to look at.
struct Tour<'t> {
    display: &'t str,
    folder: PathBuf,
}

impl Tour<'_> {
    fn picture(&self, name: &str) -> Vec<u8> {
        shot(self.display, &self.folder.join(format!("{name}.png")))
    }
}

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
