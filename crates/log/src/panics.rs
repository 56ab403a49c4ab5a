//! Writes a note when the program panics or a reader process dies.

use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::note::{Kind, Note};
use super::{Part, redacted};

/// Folder and heading of the notes of this program; empty until logging begins.
static NOTES: OnceLock<(PathBuf, String)> = OnceLock::new();
/// Whether the death of a reader was noted. A folder of damaged files leads to a single note; the log lists all
/// deaths.
static READER_NOTED: AtomicBool = AtomicBool::new(false);

/// Makes every panic leave a note in `folder` and a line in the log, before the previous hook reports it.
pub(super) fn leave_notes(part: Part, folder: Option<PathBuf>, heading: String) {
    if let Some(folder) = folder {
        // Logging begins once, so that nothing is set yet.
        let _ = NOTES.set((folder, heading));
    }
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let is_main = std::thread::current().name() == Some("main");
        let kind = match (part, is_main) {
            (Part::Command, _) => Kind::Command,
            (Part::Window, true) => Kind::Window,
            (Part::Window, false) => Kind::Thread,
        };
        let (place, cause) = (place(info), redacted(info.payload_as_str().unwrap_or("")));
        tracing::error!(kind = kind.name(), %place, %cause, "a thread failed");
        write(&Note::of_now(kind, place, cause));
        before(info);
    }));
}

/// Logs that a worker process that reads files died. The first time in a run of the program, also writes a crash note,
/// if [`crate::start`] was given a folder. `cause` is the language-independent name of the reading error; `how` is the
/// exit status in the system's words.
pub fn note_worker_death(cause: &str, how: &str) {
    tracing::warn!(cause, how, "a reading process died");
    if NOTES.get().is_some() && !READER_NOTED.swap(true, Ordering::Relaxed) {
        let place = "a reading process".to_owned();
        write(&Note::of_now(
            Kind::Reader,
            place,
            format!("{cause}; {how}"),
        ));
    }
}

fn write(note: &Note) {
    if let Some((folder, heading)) = NOTES.get() {
        // A note that cannot be written must not disturb what is left of the program.
        let _ = note.write(folder, heading);
    }
}

/// Returns the source position of a panic, with the path from the crate's own folder on.
fn place(info: &PanicHookInfo<'_>) -> String {
    info.location().map_or_else(String::new, |place| {
        format!(
            "{}:{}:{}",
            from_crate(place.file()),
            place.line(),
            place.column()
        )
    })
}

/// Removes from the path of a source file the folders of the machine that built the program.
fn from_crate(file: &str) -> &str {
    let registry = ["/registry/src/", "\\registry\\src\\"];
    let after = registry.iter().find_map(|part| file.split_once(part));
    after.map_or(file, |(_, rest)| {
        rest.split_once(['/', '\\']).map_or(rest, |(_, rest)| rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics in a thread as a program that logs does; run by the next test in a process of its own.
    #[test]
    #[ignore = "panics on purpose; another test runs it"]
    fn panics_with_a_text() {
        let folder = crate::folder();
        crate::start(Part::Window, folder.as_deref(), false, "heading".to_owned());
        crate::set_under_way(crate::UnderWay {
            activity: "comparing".into(),
            ..crate::UnderWay::NOTHING
        });
        let text = "图书馆在夜间开放";
        let job = std::thread::spawn(move || text.len() / text[1..].len());
        assert!(job.join().is_err());
    }

    #[test]
    fn a_panic_leaves_a_note_and_a_line_without_the_text() {
        let folder = tempfile::tempdir().unwrap();
        let test = "panics::tests::panics_with_a_text";
        let run = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--ignored", "--nocapture", test])
            .env("CHACHONG_LOGS", folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success() && printed.contains("图"), "{printed}");
        let notes = Note::all(folder.path());
        assert_eq!(notes.len(), 1);
        let (file, note) = &notes[0];
        assert_eq!(
            (note.kind, &*note.under_way.activity),
            (Kind::Thread, "comparing")
        );
        assert!(note.cause.ends_with("[…]"), "{}", note.cause);
        let log = std::fs::read_to_string(folder.path().join("chachong.log")).unwrap();
        assert!(log.contains("ERROR") && log.contains(&note.place), "{log}");
        let words = std::fs::read_to_string(file).unwrap();
        assert!(!(words + &log).contains('图'));
    }

    #[test]
    fn a_place_does_not_name_the_machine_that_built() {
        let of_dependency =
            "/home/a/.cargo/registry/src/index.crates.io-19/pdfrum-0.5.1/src/lib.rs";
        assert_eq!(from_crate(of_dependency), "pdfrum-0.5.1/src/lib.rs");
        let windows = r"C:\Users\a\.cargo\registry\src\index-19\egui-0.37\src\ui.rs";
        assert_eq!(from_crate(windows), r"egui-0.37\src\ui.rs");
        assert_eq!(from_crate("src/app/mod.rs"), "src/app/mod.rs");
    }
}
