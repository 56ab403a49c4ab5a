//! Benchmark of the window's frame times with 10,000 generated documents, `cargo bench --bench window` (`-- 2000`:
//! with 2,000).
//!
//! Views are measured one by one while they are scrolled, zoomed and given commands; beside them a plain
//! `egui_extras` table with as many rows in the same run. A frame is the program's work, its layout and its
//! triangles; the graphics card is not measured. On a repeated path a frame counts by the fastest of its three times;
//! waiting for a core used by others does not count and is shown in the last column (`until all is there` has two
//! readers on two cores beside it).

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops where its data are not there"
)]

mod driver;
#[path = "../random/mod.rs"]
mod random;
mod texts;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chachong_check::Settings;
use chachong_import::Isolation;
use chachong_jobs::library::add_to_library;
use chachong_library::Library;
use chachong_messages::Language;
use chachong_window::{LibraryChoice, Options};
use driver::{Drawn, Program, Screen, Took, click, key};
use egui::{Event, Key, Modifiers, Ui, vec2};
use egui_extras::{Column, TableBuilder};

const LANGUAGE: Language = Language::English;
const DOCUMENTS: usize = 10_000;
const PASSES: usize = 3;
const COLUMNS: [&str; 7] = [
    "documents.name",
    "documents.format",
    "documents.characters",
    "documents.copied",
    "documents.closest",
    "documents.distance",
    "documents.status",
];
/// Maximum time of a frame.
const LIMIT: Duration = Duration::from_millis(33);

/// Table as egui's users write it, with this number of rows.
struct Plain(usize);

impl Drawn for Plain {
    fn ui(&mut self, ui: &mut Ui) {
        let mut table = TableBuilder::new(ui).striped(true).auto_shrink(false);
        for _ in 0..7 {
            table = table.column(Column::exact(170.0).clip(true));
        }
        table.body(|body| {
            body.rows(30.0, self.0, |mut row| {
                let number = row.index();
                for column in 0..7 {
                    row.col(|ui| {
                        ui.label(format!("{number} {column}"));
                    });
                }
            });
        });
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Median, 99th percentile and maximum.
fn figures(times: &[Took]) -> [Duration; 3] {
    let mut sorted: Vec<Duration> = times.iter().map(|took| took.own).collect();
    sorted.sort_unstable();
    let at = |part: usize| sorted[(sorted.len() - 1) * part / 100];
    [at(50), at(99), at(100)]
}

struct Report {
    /// Median of the plain table.
    plain: Duration,
    over: Vec<String>,
}

impl Report {
    fn line(&mut self, name: &str, times: &[Took]) {
        let [median, most, largest] = figures(times);
        let ratio = median.as_secs_f64() / self.plain.as_secs_f64().max(1e-9);
        let over = largest > LIMIT;
        println!(
            "{name:<46} {:>5} {:>8.2} {:>8.2} {:>8.2} {ratio:>7.1} {:>8.2} {}",
            times.len(),
            milliseconds(median),
            milliseconds(most),
            milliseconds(largest),
            milliseconds(times.iter().map(|took| took.all).max().unwrap_or_default()),
            if over { "OVER" } else { "" }
        );
        if over {
            self.over.push(name.to_owned());
        }
    }
}

/// Runs a path three times; returns the fastest time of each frame.
fn repeated(mut path: impl FnMut() -> Vec<Took>) -> Vec<Took> {
    let passes: Vec<Vec<Took>> = (0..PASSES).map(|_| path()).collect();
    (0..passes[0].len())
        .filter_map(|frame| passes.iter().filter_map(|pass| pass.get(frame)).min())
        .copied()
        .collect()
}

/// Scrolls down slowly, then in leaps in which every row is another, and back to the start.
fn scrolled<D: Drawn>(screen: &mut Screen<D>) -> Vec<Took> {
    let times = repeated(|| {
        screen.scroll(1e7, 20);
        let mut times = screen.scroll(-60.0, 120);
        times.extend(screen.scroll(-2_000.0, 120));
        times
    });
    screen.scroll(1e7, 20);
    times
}

/// Runs a command three times and reports the run whose slowest frame is fastest: the slowest frame after a command
/// is what counts.
fn command(report: &mut Report, name: &str, mut run: impl FnMut() -> Vec<Took>) {
    let passes: Vec<Vec<Took>> = (0..PASSES).map(|_| run()).collect();
    let mildest = (passes.iter()).min_by_key(|times| times.iter().max().copied());
    report.line(name, mildest.expect("there are passes"));
}

/// Position of the element with the text of this key.
fn place(screen: &mut Screen<Program>, key: &str) -> egui::Pos2 {
    let name = LANGUAGE.text(key);
    screen.place(&name).expect(&name)
}

fn page(screen: &mut Screen<Program>, at: Key) -> Vec<Took> {
    screen.after(key(Modifiers::COMMAND, at))
}

/// Opens the window and measures it while documents are read and compared.
fn opening(report: &mut Report, paths: Vec<PathBuf>, library: LibraryChoice) -> Screen<Program> {
    let start = Instant::now();
    let mut screen = Screen::open(Options {
        paths,
        language: Some(LANGUAGE),
        isolation: Some(Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())),
        library,
        ..Options::default()
    });
    let times = screen.until_idle();
    let name = format!(
        "until all is there ({:.1} s)",
        start.elapsed().as_secs_f64()
    );
    report.line(&name, &times);
    screen
}

fn documents(report: &mut Report, screen: &mut Screen<Program>) {
    report.line("documents, scrolled", &scrolled(screen));
    for column in COLUMNS {
        let at = place(screen, column);
        let name = format!("sorted by {}", LANGUAGE.text(column));
        command(report, &name, || screen.after(click(at)));
    }
    let field = place(screen, "documents.filter") + vec2(120.0, 0.0);
    screen.after(click(field));
    command(report, "filter typed and removed", || {
        let mut times = Vec::new();
        for letter in ["0", "1", "2"] {
            times.extend(screen.after(vec![Event::Text(letter.to_owned())]));
        }
        for _ in 0..3 {
            times.extend(screen.after(key(Modifiers::NONE, Key::Backspace)));
        }
        times
    });
    screen.after(key(Modifiers::NONE, Key::Escape));
    command(report, "all marked, and a row", || {
        let mut times = screen.after(key(Modifiers::COMMAND, Key::A));
        times.extend(screen.after(key(Modifiers::NONE, Key::ArrowDown)));
        times
    });
}

/// Measures the pages that are a list, each with a text that shows that it is open.
fn pages(report: &mut Report, screen: &mut Screen<Program>) {
    for (name, at, seen) in [
        ("pairs", Key::Num2, "pairs.explanation-copied"),
        ("groups", Key::Num4, "groups.explanation"),
        ("shared texts", Key::Num5, "shared-texts.explanation"),
        ("settings", Key::Comma, "settings.by-length"),
    ] {
        command(report, &format!("to {name}"), || {
            page(screen, Key::Num1);
            page(screen, at)
        });
        place(screen, seen);
        report.line(&format!("{name}, scrolled"), &scrolled(screen));
    }
}

/// Measures the first document, which is like many.
fn document(report: &mut Report, screen: &mut Screen<Program>) {
    page(screen, Key::Num1);
    let name = place(screen, "documents.name");
    while screen.place("00000_").is_none() {
        screen.after(click(name));
    }
    let first = screen.place("00000_").expect("the first document");
    command(report, "to a document", || {
        page(screen, Key::Num1);
        screen.after(click(first))
    });
    report.line("document, scrolled", &scrolled(screen));
    let side = place(screen, "exclusions.title");
    screen.after(click(side));
    let reason = place(screen, "left-out.quotes");
    command(report, "a reason left out", || screen.after(click(reason)));
    let side = place(screen, "document.sources");
    screen.after(click(side));
    screen.frame(Vec::new());
    let source = screen.place("Count ").expect("a source");
    command(report, "a source switched off", || {
        screen.after(click(source))
    });
}

/// Measures texts as long as books: one, and two beside each other.
fn long_texts(report: &mut Report, characters: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    texts::write_long(folder.path(), characters).expect("written texts");
    let given = vec![folder.path().to_owned()];
    let mut screen = opening(report, given, LibraryChoice::None);
    let first = screen.place("long.txt").expect("the first text");
    let of = format!("a text of {characters}");
    command(report, &format!("to {of}"), || {
        page(&mut screen, Key::Num1);
        let mut times = screen.after(click(first));
        times.extend(screen.scroll(0.0, 60));
        times
    });
    report.line(&format!("{of}, scrolled"), &scrolled(&mut screen));
    let second = screen.place("second.txt").expect("its source");
    command(report, "to both texts", || {
        screen.after(key(Modifiers::NONE, Key::Escape));
        page(&mut screen, Key::Num1);
        screen.after(click(first));
        let mut times = screen.after(click(second));
        times.extend(screen.scroll(0.0, 60));
        times
    });
    place(&mut screen, "passages.together");
    report.line("both texts, scrolled", &scrolled(&mut screen));
    command(report, "the next passage", || {
        screen.after(key(Modifiers::NONE, Key::ArrowDown))
    });
}

fn matrix(report: &mut Report, screen: &mut Screen<Program>) {
    command(report, "to the matrix", || {
        page(screen, Key::Num1);
        page(screen, Key::Num3)
    });
    for (name, order) in [
        ("by likeness", "matrix.by-likeness"),
        ("by name", "matrix.by-name"),
    ] {
        let at = place(screen, order);
        report.line(&format!("matrix {name}"), &screen.after(click(at)));
        let zoomed = repeated(|| {
            // Out to the whole matrix, then in to the largest cells.
            screen.scroll(-4_000.0, 30);
            screen.scroll(24.0, 90)
        });
        report.line(&format!("matrix {name}, zoomed in"), &zoomed);
        place(screen, "matrix.fit");
        for (zoom, turns) in [
            ("44 points", 0),
            ("7", 15),
            ("1.2", 30),
            ("0.2", 45),
            ("whole", 70),
        ] {
            screen.scroll(4_000.0, 30);
            screen.scroll(-24.0, turns);
            let dragged = repeated(|| {
                let mut times = screen.drag(vec2(-23.0, -17.0), 30);
                times.extend(screen.drag(vec2(23.0, 17.0), 30));
                times
            });
            report.line(
                &format!("matrix {name}, dragged, cells of {zoom}"),
                &dragged,
            );
        }
    }
}

fn members(report: &mut Report, folder: &std::path::Path, paths: Vec<PathBuf>) {
    let file = folder.join("members.chachong");
    let filled = Library::open(&file).expect("a library");
    let settings = Settings {
        isolation: Isolation::Process(env!("CARGO_BIN_EXE_chachong").into()),
        ..Settings::default()
    };
    let start = Instant::now();
    add_to_library(&filled, paths, settings, false, &mut |_| true).expect("a filled library");
    drop(filled);
    println!("(library filled in {:.1} s)", start.elapsed().as_secs_f64());
    let mut screen = opening(report, Vec::new(), LibraryChoice::File(file));
    command(report, "to the library", || {
        page(&mut screen, Key::Num1);
        page(&mut screen, Key::L)
    });
    report.line("library, scrolled", &scrolled(&mut screen));
    let all = place(&mut screen, "library.mark-all");
    command(report, "all members marked", || screen.after(click(all)));
    report.line("library, scrolled, marked", &scrolled(&mut screen));
}

fn main() {
    let count = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(DOCUMENTS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths = texts::write(folder.path(), count).expect("written texts");
    println!("{count} documents; milliseconds a frame; ratio: median to that of the plain table");
    println!(
        "{:<46} {:>5} {:>8} {:>8} {:>8} {:>7} {:>8}",
        "", "n", "median", "p99", "largest", "ratio", "waiting"
    );
    let plain = scrolled(&mut Screen::of(Plain(count)));
    let mut report = Report {
        plain: figures(&plain)[0],
        over: Vec::new(),
    };
    report.line("a plain table, scrolled", &plain);
    let given = vec![folder.path().to_owned()];
    // Checks are saved here as they go.
    let kept = tempfile::tempdir().expect("a temporary folder");
    let library = LibraryChoice::File(kept.path().join("checks.chachong"));
    let mut screen = opening(&mut report, given, library);
    documents(&mut report, &mut screen);
    pages(&mut report, &mut screen);
    matrix(&mut report, &mut screen);
    document(&mut report, &mut screen);
    drop(screen);
    for characters in [30_000, 600_000] {
        long_texts(&mut report, characters);
    }
    members(&mut report, kept.path(), paths);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!("{}", peak.unwrap_or_default());
    }
    if report.over.is_empty() {
        println!("no frame over {} ms", LIMIT.as_millis());
    } else {
        println!("over {} ms: {}", LIMIT.as_millis(), report.over.join(", "));
    }
}
