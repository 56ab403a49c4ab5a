//! File dialogs of the system (rfd), opened on a thread: a dialog that hangs never blocks the window, and a system without dialogs
//! is reported.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chachong_case::CaseFile;
use chachong_import::Format;
use chachong_messages::Language;
use chachong_window_model::purpose::Purpose;

/// Time within which no person closes a dialog; a system without dialogs answers sooner.
const TOO_FAST_FOR_A_PERSON: Duration = Duration::from_millis(300);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Chosen(Vec<PathBuf>),
    Cancelled,
    /// The system has no file dialog.
    NoDialog,
}

/// Shows the system's dialog for a purpose, and waits until it is closed.
pub(crate) fn ask(purpose: Purpose, language: Language) -> Answer {
    if !may_have_dialogs() {
        return Answer::NoDialog;
    }
    let start = Instant::now();
    match chosen(purpose, language) {
        Some(paths) => Answer::Chosen(paths),
        None if start.elapsed() < TOO_FAST_FOR_A_PERSON => Answer::NoDialog,
        None => Answer::Cancelled,
    }
}

/// Name of a kind of file, and the endings of such files.
type Filter<'f> = (&'f str, &'f [&'f str]);

const CSV: Filter<'_> = ("CSV", &["csv"]);
const HTML: Filter<'_> = ("HTML", &["html"]);
const JSON: Filter<'_> = ("JSON", &["json"]);
const PNG: Filter<'_> = ("PNG", &["png"]);
const TABLES: Filter<'_> = ("CSV, XLSX", &["csv", "xlsx", "txt", "tsv"]);
/// File name endings of dumps; a compressed dump has the ending of its compression.
const DUMP_ENDINGS: &[&str] = &[
    "xml", "bz2", "gz", "zst", "xz", "zim", "jsonl", "ndjson", "csv",
];

/// Paths that a dialog asks for.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    File,
    Files,
    Folder,
    Folders,
}

/// Waits for the person to close the dialog; `None` if nothing was chosen.
fn chosen(purpose: Purpose, language: Language) -> Option<Vec<PathBuf>> {
    let text = |key: &str| language.text(key);
    let names = [
        "dialog.documents",
        "library.file-kind",
        "library.sources-kind",
    ]
    .map(text);
    let endings = endings();
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    let documents: Filter<'_> = (&names[0], &endings);
    let library: Filter<'_> = (&names[1], &["chachong"]);
    let dumps: Filter<'_> = (&names[2], DUMP_ENDINGS);
    let (title, wanted, filter) = match purpose {
        Purpose::AddFolder => (text("toolbar.add-folder"), Wanted::Folders, None),
        Purpose::AddFiles => (text("toolbar.add-files"), Wanted::Files, Some(documents)),
        Purpose::TakeThreshold => (text("settings.take-threshold"), Wanted::File, Some(JSON)),
        Purpose::ClassList => (text("class-list.title"), Wanted::File, Some(TABLES)),
        Purpose::FillLibrary => (text("library.fill"), Wanted::Folders, None),
        Purpose::AddSources => (text("library.sources"), Wanted::Files, Some(dumps)),
        Purpose::AddSourceLibrary => (text("source-libraries.add"), Wanted::Files, Some(library)),
        Purpose::AddTemplates => (text("library.template"), Wanted::Files, Some(documents)),
        Purpose::AddTemplateFolder => (text("assignment.add-folder"), Wanted::Folders, None),
        Purpose::Watch => (text("library.watch"), Wanted::Folder, None),
        Purpose::OpenLibrary => (text("library.open"), Wanted::File, Some(library)),
        Purpose::NewLibrary => (text("library.new"), Wanted::File, Some(library)),
        Purpose::SaveMatrix => (text("matrix.save"), Wanted::File, Some(PNG)),
        Purpose::SaveCase(file) => {
            let filter = match file {
                CaseFile::Committee | CaseFile::Student => HTML,
                CaseFile::Archive => JSON,
            };
            let title = text(&format!("cases.file-{}", file.name()));
            (title, Wanted::File, Some(filter))
        }
        Purpose::SaveCaseTable => (text("cases.table"), Wanted::File, Some(CSV)),
        Purpose::ImportCase => (text("cases.import"), Wanted::File, Some(JSON)),
        Purpose::EarlierReport => (text("recheck.choose-file"), Wanted::File, Some(JSON)),
        Purpose::ExportFolder => (text("export.title"), Wanted::Folder, None),
    };
    let mut dialog = rfd::FileDialog::new().set_title(title);
    if let Some((name, endings)) = filter {
        dialog = dialog.add_filter(name, endings);
    }
    match wanted {
        Wanted::File if purpose.is_saving() => {
            let dialog = dialog.set_file_name(purpose.default_file_name());
            Some(vec![dialog.save_file()?])
        }
        Wanted::File => Some(vec![dialog.pick_file()?]),
        Wanted::Files => dialog.pick_files(),
        Wanted::Folder => Some(vec![dialog.pick_folder()?]),
        Wanted::Folders => dialog.pick_folders(),
    }
}

/// Returns whether the system may be able to show a dialog: on Linux by a desktop's portal, which is called over the
/// session's bus, or by zenity, which rfd runs where there is no portal. On a busy machine the time of the answer alone
/// would not tell.
fn may_have_dialogs() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let is_set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let bus = is_set("DBUS_SESSION_BUS_ADDRESS").is_some()
        || is_set("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    let folders = std::env::var_os("PATH").unwrap_or_default();
    bus || std::env::split_paths(&folders).any(|folder| folder.join("zenity").exists())
}

/// Returns the file name endings in lower and upper case: dialogs on Linux are case-sensitive.
fn endings() -> Vec<String> {
    let all = || {
        (Format::ENDINGS.into_iter())
            .chain(Format::SOURCE_ENDINGS)
            .chain(Format::ARCHIVE_ENDINGS)
            .chain(Format::IMAGE_ENDINGS)
    };
    let lower = all().map(str::to_owned);
    lower.chain(all().map(str::to_ascii_uppercase)).collect()
}
