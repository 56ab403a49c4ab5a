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

/// File name endings of dumps; a compressed dump has the ending of its compression.
const DUMP_ENDINGS: [&str; 9] = [
    "xml", "bz2", "gz", "zst", "xz", "zim", "jsonl", "ndjson", "csv",
];

/// Waits for the person to close the dialog; `None` if nothing was chosen.
fn chosen(purpose: Purpose, language: Language) -> Option<Vec<PathBuf>> {
    let dialog = rfd::FileDialog::new();
    let documents = language.text("dialog.documents");
    match purpose {
        Purpose::AddFolder => dialog
            .set_title(language.text("toolbar.add-folder"))
            .pick_folders(),
        Purpose::AddFiles => dialog
            .set_title(language.text("toolbar.add-files"))
            .add_filter(documents, &endings())
            .pick_files(),
        Purpose::TakeThreshold => dialog
            .set_title(language.text("settings.take-threshold"))
            .add_filter("JSON", &["json"])
            .pick_file()
            .map(|file| vec![file]),
        Purpose::ClassList => dialog
            .set_title(language.text("class-list.title"))
            .add_filter("CSV, XLSX", &["csv", "xlsx", "txt", "tsv"])
            .pick_file()
            .map(|file| vec![file]),
        Purpose::FillLibrary => dialog
            .set_title(language.text("library.fill"))
            .pick_folders(),
        Purpose::AddSources => dialog
            .set_title(language.text("library.sources"))
            .add_filter(language.text("library.sources-kind"), &DUMP_ENDINGS)
            .pick_files(),
        Purpose::AddSourceLibrary => dialog
            .set_title(language.text("source-libraries.add"))
            .add_filter(language.text("library.file-kind"), &["chachong"])
            .pick_files(),
        Purpose::AddTemplates => dialog
            .set_title(language.text("library.template"))
            .add_filter(documents, &endings())
            .pick_files(),
        Purpose::AddTemplateFolder => dialog
            .set_title(language.text("assignment.add-folder"))
            .pick_folders(),
        Purpose::Watch => dialog
            .set_title(language.text("library.watch"))
            .pick_folder()
            .map(|folder| vec![folder]),
        Purpose::OpenLibrary => dialog
            .set_title(language.text("library.open"))
            .add_filter(language.text("library.file-kind"), &["chachong"])
            .pick_file()
            .map(|file| vec![file]),
        Purpose::NewLibrary => dialog
            .set_title(language.text("library.new"))
            .add_filter(language.text("library.file-kind"), &["chachong"])
            .set_file_name(purpose.default_file_name())
            .save_file()
            .map(|file| vec![file]),
        Purpose::SaveMatrix => dialog
            .set_title(language.text("matrix.save"))
            .add_filter("PNG", &["png"])
            .set_file_name(purpose.default_file_name())
            .save_file()
            .map(|file| vec![file]),
        Purpose::SaveCase(file) => {
            let (kind, ending) = match file {
                CaseFile::Committee | CaseFile::Student => ("HTML", "html"),
                CaseFile::Archive => ("JSON", "json"),
            };
            dialog
                .set_title(language.text(&format!("cases.file-{}", file.name())))
                .add_filter(kind, &[ending])
                .set_file_name(purpose.default_file_name())
                .save_file()
                .map(|file| vec![file])
        }
        Purpose::SaveCaseTable => dialog
            .set_title(language.text("cases.table"))
            .add_filter("CSV", &["csv"])
            .set_file_name(purpose.default_file_name())
            .save_file()
            .map(|file| vec![file]),
        Purpose::ImportCase => dialog
            .set_title(language.text("cases.import"))
            .add_filter("JSON", &["json"])
            .pick_file()
            .map(|file| vec![file]),
        Purpose::EarlierReport => dialog
            .set_title(language.text("recheck.choose-file"))
            .add_filter("JSON", &["json"])
            .pick_file()
            .map(|file| vec![file]),
        Purpose::ExportFolder => dialog
            .set_title(language.text("export.title"))
            .pick_folder()
            .map(|folder| vec![folder]),
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
