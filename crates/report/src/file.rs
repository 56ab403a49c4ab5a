//! Writing of report files, each written completely or not at all, and the reasons why a file was not written.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::safeguard::{Content, Inputs, Refusal, is_stream};
use chachong_messages::Language;

/// Age after which a temporary file counts as abandoned if the system does not tell which processes are alive.
const ABANDONED: Duration = Duration::from_hours(24);

/// Number of bytes that are collected before they are written to the disk.
const BUFFER: usize = 1 << 16;

/// Error of a report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be written ({source}); check the folder, the free space, and that no other program has it open", file.display())]
pub struct ReportError {
    /// File to which the report was to be written.
    pub file: PathBuf,
    /// Error of the operating system or of making the content, or a [`Refusal`] inside an I/O error.
    pub source: io::Error,
}

/// Causes of a failed write, one for each remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotWrittenBecause {
    /// The disk is full, the person's quota is used up, or the file is too large for the file system.
    DiskFull,
    /// The person may not write there. Windows also reports this for a file that another program has open.
    NoRight,
    /// The disk or medium is read-only.
    ReadOnly,
    /// Another program has the file open.
    InUse,
    /// A folder of the path does not exist, or is a file.
    NoFolder,
    /// A folder has the file's name.
    IsFolder,
    /// The system does not allow this file name.
    BadName,
    /// Another error of the operating system.
    Other,
}

impl NotWrittenBecause {
    /// Returns the cause that corresponds to an error of the operating system.
    fn of(error: &io::Error) -> Self {
        /// Codes of Windows for a file that another program has open: sharing violation, lock violation, mapped section.
        const IN_USE: [i32; 3] = [32, 33, 1224];
        if cfg!(windows) && error.raw_os_error().is_some_and(|it| IN_USE.contains(&it)) {
            return Self::InUse;
        }
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::DiskFull
            }
            ErrorKind::PermissionDenied => Self::NoRight,
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => Self::InUse,
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                Self::NoFolder
            }
            ErrorKind::IsADirectory => Self::IsFolder,
            ErrorKind::InvalidFilename => Self::BadName,
            _ => Self::Other,
        }
    }

    /// Returns the key of the message about the cause and its remedy.
    const fn key(self) -> &'static str {
        match self {
            Self::DiskFull => "report.because.disk-full",
            Self::NoRight => "report.because.no-right",
            Self::ReadOnly => "report.because.read-only",
            Self::InUse => "report.because.in-use",
            Self::NoFolder => "report.because.no-folder",
            Self::IsFolder => "report.because.is-folder",
            Self::BadName => "report.because.bad-name",
            Self::Other => "report.because.other",
        }
    }
}

impl From<Refusal> for ReportError {
    fn from(refusal: Refusal) -> Self {
        Self {
            file: refusal.output().to_owned(),
            source: refusal.into(),
        }
    }
}

impl ReportError {
    /// Makes the error of a file or folder that could not be written.
    pub(crate) fn at(file: &Path, source: io::Error) -> Self {
        let file = file.to_owned();
        Self { file, source }
    }

    /// Describes the file, the cause and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        not_written(&self.file.display(), &self.source, language)
    }
}

/// Describes the file, the cause and the remedy of a failed write. `file` is the displayed path.
#[must_use]
pub fn not_written(file: &dyn Display, source: &io::Error, language: Language) -> String {
    let refusal = source
        .get_ref()
        .and_then(|reason| reason.downcast_ref::<Refusal>());
    let cause = match refusal {
        Some(refusal) => refusal.cause(language),
        None => language.fill(NotWrittenBecause::of(source).key(), &[("detail", source)]),
    };
    language.fill("report.not-written", &[("file", file), ("cause", &cause)])
}

/// Writes a file through a temporary file that is renamed, so that the file at the final path is never half-written. The bytes are on the
/// disk before the rename, so that a power cut leaves either the old or the new file. `write` writes the content, which is not kept in
/// memory, because the JSON of a large check has gigabytes. Only for a stream or special file (`/dev/stdout`, a pipe) is the content made
/// in memory first and then written in place.
///
/// The folder must exist. Fails with a [`Refusal`] inside the I/O error if the file is one of the inputs, or would replace a file whose
/// content is not of the kind `content`; with another I/O error if `write` or the operating system fails.
pub fn write_file(
    file: &Path,
    content: Content,
    inputs: &Inputs,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), ReportError> {
    let error = |source| ReportError::at(file, source);
    // Windows would say that it may not be written. A folder such as `.` has no name.
    if file.is_dir() {
        return Err(error(ErrorKind::IsADirectory.into()));
    }
    if file.file_name().is_none() {
        return Err(error(ErrorKind::InvalidFilename.into()));
    }
    let allowed = || inputs.allow(file, content).map_err(io::Error::from);
    allowed().map_err(error)?;
    // A special file (/dev/stdout, a pipe) cannot be replaced by another file: what fails halfway must not be in it.
    if file.exists() && !file.is_file() || is_stream(file) {
        let mut bytes = Vec::new();
        return write(&mut bytes)
            .and_then(|()| fs::write(file, bytes))
            .map_err(error);
    }
    delete_left_of(file);
    let beside = part_of(file);
    write_through(&beside, write)
        // Asked again: making a report may have taken an hour.
        .and_then(|()| allowed())
        .and_then(|()| fs::rename(&beside, file))
        .map_err(|source| {
            // The temporary file is deleted; an error of that would hide the one that matters.
            let _ = fs::remove_file(&beside);
            error(source)
        })
}

/// Writes bytes to a file as [`write_file`] does, with the same errors.
pub fn write_bytes(
    file: &Path,
    content: Content,
    inputs: &Inputs,
    bytes: &[u8],
) -> Result<(), ReportError> {
    write_file(file, content, inputs, |out| out.write_all(bytes))
}

/// Makes a temporary file. It is a new one: a link that someone put there under its name would lead elsewhere.
pub(super) fn create_part(part: &Path) -> io::Result<File> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(part)
}

/// Writes a file and waits until its bytes are on the disk.
fn write_through(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, create_part(file)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(IntoInnerError::into_error)?;
    match file.sync_all() {
        // Some network drives cannot be told to wait; their files are written all the same.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::Unsupported | ErrorKind::InvalidInput
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Returns the temporary file beside `file` that is written first: `NAME.NUMBER.part`. The number is the process ID, by
/// which a later program knows whether the writer is still alive.
pub(super) fn part_of(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    file.with_file_name(name)
}

/// Splits the name of a temporary file made by [`write_file`] into (name of the final file, process ID); `None` for any
/// other file.
#[must_use]
pub fn split_part(name: &str) -> Option<(&str, u32)> {
    let (name, number) = name.strip_suffix(".part")?.rsplit_once('.')?;
    // A number that is parsed may have a sign.
    let is_plain = !name.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let process = number.parse::<u32>().ok().filter(|_| is_plain)?;
    Some((name, process))
}

/// Temporary file in a folder, of a program that was killed or is still writing.
struct Part {
    path: PathBuf,
    /// Name of the final file.
    name: String,
    /// ID of the process that made the file.
    process: u32,
}

impl Part {
    /// Lists the temporary files of a folder; none if it cannot be read.
    fn all_in(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        let part = |entry: fs::DirEntry| {
            let name = entry.file_name();
            let (name, process) = split_part(name.to_str()?)?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            is_file.then(|| Self {
                path: entry.path(),
                name: name.to_owned(),
                process,
            })
        };
        entries.flatten().filter_map(part).collect()
    }

    /// Deletes the file unless its process may be alive. A file that cannot be deleted does not stop a report.
    fn delete_if_left(&self) {
        if !self.may_be_written() {
            let _ = fs::remove_file(&self.path);
        }
    }

    fn may_be_written(&self) -> bool {
        if self.process == std::process::id() {
            return true;
        }
        // Where a person sees only processes of their own, the first process is hidden.
        if cfg!(target_os = "linux") && Path::new("/proc/1").exists() {
            return Path::new("/proc").join(self.process.to_string()).exists();
        }
        let changed = fs::metadata(&self.path).and_then(|metadata| metadata.modified());
        let age = changed.ok().and_then(|changed| changed.elapsed().ok());
        age.is_none_or(|age| age <= ABANDONED)
    }
}

/// Deletes temporary files of killed programs in a folder if `is_ours` accepts the name of the final file, because they
/// contain students' text.
pub(super) fn delete_left(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    let parts = Part::all_in(folder);
    for part in parts.iter().filter(|part| is_ours(&part.name)) {
        part.delete_if_left();
    }
}

/// Deletes temporary files of killed programs for one final file.
fn delete_left_of(file: &Path) {
    /// Folder of the file written last, with its temporary files: the reports on many documents go to one folder, which
    /// is listed once and not for each of them.
    static LAST: Mutex<Option<(PathBuf, Vec<Part>)>> = Mutex::new(None);
    let Some(name) = file.file_name().and_then(OsStr::to_str) else {
        return;
    };
    let folder = (file.parent())
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    // A poisoned mutex is safe to use: the list is replaced in one step.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.as_ref().is_none_or(|(listed, _)| listed != folder) {
        *last = Some((folder.to_owned(), Part::all_in(folder)));
    }
    let parts = last.iter().flat_map(|(_, parts)| parts);
    for part in parts.filter(|part| part.name == name) {
        part.delete_if_left();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::SystemTime;

    use super::*;

    const PAIRS: Content = Content::Report(crate::ReportFormat::Csv);
    /// Beginning of a table of ours.
    const TABLE: &str = "\u{FEFF}document_a,document_b,distance,estimated_cosine,";

    fn write(file: &Path, bytes: &[u8]) -> Result<(), ReportError> {
        write_bytes(file, PAIRS, &Inputs::default(), bytes)
    }

    #[test]
    fn what_this_program_did_not_write_stays_and_no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("成绩.csv");
        fs::write(&file, "name,mark\n").unwrap();
        let error = write(&file, TABLE.as_bytes()).unwrap_err();
        for (language, _) in Language::ALL {
            assert!(error.text(language).contains("成绩.csv"));
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "name,mark\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            let new = folder.path().join("new.csv");
            std::os::unix::fs::symlink(&file, part_of(&new)).unwrap();
            write(&new, TABLE.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), "name,mark\n");
            assert_eq!(fs::read_to_string(&new).unwrap(), TABLE);
        }
    }

    /// Number of a process that cannot live: Linux gives none above 4,194,304.
    pub(crate) const DEAD: u32 = 4_194_305;

    /// Makes a temporary file of a process in a folder, last changed two days ago.
    pub(crate) fn leave(folder: &Path, name: &str, process: u32) -> PathBuf {
        let path = folder.join(format!("{name}.{process}.part"));
        fs::write(&path, "half").unwrap();
        let two_days_ago = SystemTime::now() - 2 * ABANDONED;
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(two_days_ago).unwrap();
        path
    }

    #[test]
    fn a_folder_is_called_a_folder_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        for place in [folder.path(), Path::new("."), Path::new("..")] {
            let error = write(place, TABLE.as_bytes()).unwrap_err();
            assert_eq!(error.source.kind(), ErrorKind::IsADirectory, "{place:?}");
        }
    }

    #[test]
    fn every_cause_has_words_that_say_what_to_do() {
        let causes = [
            (ErrorKind::StorageFull, NotWrittenBecause::DiskFull),
            (ErrorKind::PermissionDenied, NotWrittenBecause::NoRight),
            (ErrorKind::ReadOnlyFilesystem, NotWrittenBecause::ReadOnly),
            (ErrorKind::ResourceBusy, NotWrittenBecause::InUse),
            (ErrorKind::NotFound, NotWrittenBecause::NoFolder),
            (ErrorKind::IsADirectory, NotWrittenBecause::IsFolder),
            (ErrorKind::InvalidFilename, NotWrittenBecause::BadName),
            (ErrorKind::TimedOut, NotWrittenBecause::Other),
        ];
        for (language, _) in Language::ALL {
            let mut texts = std::collections::HashSet::new();
            for (kind, because) in causes {
                let error = ReportError {
                    file: "甲.pdf".into(),
                    source: kind.into(),
                };
                assert_eq!(NotWrittenBecause::of(&error.source), because);
                let text = error.text(language);
                assert!(text.contains("甲.pdf") && !text.contains("%{"), "{text}");
                assert!(!text.contains("report."), "{text}");
                assert!(texts.insert(text), "{because:?} has words of its own");
            }
        }
    }

    #[test]
    fn a_failed_write_leaves_the_earlier_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("报告.csv");
        let (first, second) = (format!("{TABLE}first"), format!("{TABLE}second"));
        write(&file, first.as_bytes()).unwrap();
        write(&file, second.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), second);
        let failed = write_file(&file, PAIRS, &Inputs::default(), |out| {
            out.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), second);
        let error = write(&folder.path().join("none/报告.csv"), b"x").unwrap_err();
        assert_eq!(
            NotWrittenBecause::of(&error.source),
            NotWrittenBecause::NoFolder
        );
        let error = write(&file.join("报告.csv"), b"x").unwrap_err();
        assert_eq!(
            NotWrittenBecause::of(&error.source),
            NotWrittenBecause::NoFolder
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_program_left_of_a_file_goes_when_it_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let left = leave(folder.path(), "报告.pdf", DEAD);
        let stays = [
            leave(folder.path(), "报告.pdf", std::process::id()),
            leave(folder.path(), "另一份.pdf", DEAD),
            folder.path().join("报告.pdf.part"),
            folder.path().join("报告.pdf.x.part"),
        ];
        fs::write(&stays[2], "x").unwrap();
        fs::write(&stays[3], "x").unwrap();
        let other = folder.path().join("第三份.pdf");
        write(&other, b"x").unwrap();
        assert!(left.exists() && stays.iter().all(|path| path.exists()));
        delete_left_of(&folder.path().join("报告.pdf"));
        assert!(!left.exists());
        assert!(stays.iter().all(|path| path.exists()), "{stays:?}");
    }

    #[test]
    fn only_the_age_tells_where_processes_are_not_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("a.csv.{DEAD}.part"));
        fs::write(&path, "new").unwrap();
        delete_left(folder.path(), |name| name == "a.csv");
        let is_listed = cfg!(target_os = "linux") && Path::new("/proc/1").exists();
        assert_eq!(path.exists(), !is_listed);
        let old = leave(folder.path(), "a.csv", DEAD);
        delete_left(folder.path(), |name| name == "b.csv");
        assert!(old.exists());
        delete_left(folder.path(), |name| name == "a.csv");
        assert!(!old.exists());
    }

    #[test]
    fn a_temporary_file_is_known_by_its_name() {
        let part = part_of(Path::new("报告/a.b.pdf"));
        let name = part.file_name().and_then(OsStr::to_str).unwrap();
        assert_eq!(split_part(name), Some(("a.b.pdf", std::process::id())));
        assert_eq!(part.parent(), Some(Path::new("报告")));
        for foreign in [
            "a.pdf",
            "a.part",
            ".7.part",
            "a.+7.part",
            "a..part",
            "a.x7.part",
        ] {
            assert_eq!(split_part(foreign), None, "{foreign}");
        }
    }
}
