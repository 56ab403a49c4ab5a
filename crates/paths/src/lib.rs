//! Folders in which Chachong keeps its data between runs. A portable program, as on a memory stick, keeps everything in
//! a single folder beside it. Any other program uses the folders of the platform. A program is portable if the file
//! [`PORTABLE_MARK`] is beside it.
//!
//! ```
//! // Without the marker file beside it, a program is not portable.
//! let stick = std::env::temp_dir().join("stick");
//! assert_eq!(chachong_paths::portable_beside(&stick.join("chachong")), None);
//! ```

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Name of the marker file that makes the program beside it portable. The program does not read its content.
pub const PORTABLE_MARK: &str = "chachong-portable.txt";
/// Name of the folder beside a portable program with everything that it keeps.
const PORTABLE_FOLDER: &str = "chachong-data";
/// Name of the program's folder in those of the platform.
const FOLDER: &str = "chachong";

/// Folder of this program if it is portable.
static PORTABLE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let program = std::env::current_exe().ok()?;
    // A link to the program, in a folder of programs say, leads to the place where it lies.
    let program = program.canonicalize().unwrap_or(program);
    portable_beside(&program).map(without_verbatim_prefix)
});

/// Returns the data folder of the program at `program` if it is portable: a folder beside it, which need not exist.
/// `None` if no file [`PORTABLE_MARK`] is beside `program`.
#[must_use]
pub fn portable_beside(program: &Path) -> Option<PathBuf> {
    let beside = program.parent()?;
    (beside.join(PORTABLE_MARK).is_file()).then(|| beside.join(PORTABLE_FOLDER))
}

/// Creates a folder that only the person may access, and the folders above it.
pub fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes Windows' verbatim prefix off a path on a drive, `\\?\E:\`: people see these paths.
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    match plain {
        Some(plain) if plain.as_bytes().get(1) == Some(&b':') => PathBuf::from(plain),
        _ => path,
    }
}

/// Returns the data folder of this program if it is portable; `None` if it is not.
#[must_use]
pub fn portable() -> Option<&'static Path> {
    PORTABLE.as_deref()
}

/// Returns the current path of a file or folder whose path was stored as `path`. A memory stick may get a new drive
/// letter: if this program is portable, and nothing exists at `path` but something does at the same path on the drive
/// of the program, returns the path there. Otherwise returns `path` unchanged.
#[must_use]
pub fn remembered(path: PathBuf) -> PathBuf {
    let moved = portable().and_then(|portable| on_drive_of(portable, &path));
    match moved {
        Some(moved) if !path.exists() && moved.exists() => moved,
        _ => path,
    }
}

/// Returns `path` with the drive of `portable`; `None` where one of the two names none, or both the same.
fn on_drive_of(portable: &Path, path: &Path) -> Option<PathBuf> {
    let drive = |path: &Path| -> Option<(String, String)> {
        let (letter, rest) = path.to_str()?.split_once(':')?;
        let is_drive = letter.len() == 1 && rest.starts_with(['\\', '/']);
        is_drive.then(|| (letter.to_ascii_uppercase(), rest.to_owned()))
    };
    let ((now, _), (then, rest)) = (drive(portable)?, drive(path)?);
    (now != then).then(|| PathBuf::from(format!("{now}:{rest}")))
}

/// Returns the folder for libraries and settings, which should be backed up: that of a portable program, otherwise one
/// in the platform's data folder. `None` if the platform has none.
#[must_use]
pub fn data() -> Option<PathBuf> {
    ours(dirs::data_dir)
}

/// Returns the folder for data that can be recreated: that of a portable program, otherwise one in the platform's cache
/// folder or, if there is none, in its folder for temporary files.
#[must_use]
pub fn cache() -> PathBuf {
    ours(dirs::cache_dir).unwrap_or_else(|| std::env::temp_dir().join(FOLDER))
}

/// Returns the folder of a portable program, else ours in one of the platform's.
fn ours(platform: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    match portable() {
        Some(portable) => Some(portable.to_owned()),
        None => Some(platform()?.join(FOLDER)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_portable_while_the_mark_lies_beside_it() {
        let stick = tempfile::tempdir().unwrap();
        let program = stick.path().join("chachong.exe");
        assert_eq!(portable_beside(&program), None);
        std::fs::write(stick.path().join(PORTABLE_MARK), "").unwrap();
        let kept = stick.path().join("chachong-data");
        assert_eq!(portable_beside(&program), Some(kept));
        assert_eq!(
            portable(),
            None,
            "nothing makes the program of a test portable"
        );
    }

    #[test]
    fn a_memory_stick_is_the_same_under_another_letter() {
        let moved = |portable: &str, path: &str| on_drive_of(Path::new(portable), Path::new(path));
        assert_eq!(
            moved(r"F:\Chachong\chachong-data", r"e:\比对库\2025.chachong"),
            Some(PathBuf::from(r"F:\比对库\2025.chachong"))
        );
        assert_eq!(moved(r"E:\chachong-data", r"e:\2025.chachong"), None);
        assert_eq!(moved(r"E:\chachong-data", r"\\server\2025.chachong"), None);
        assert_eq!(moved(r"E:\chachong-data", "postgres://h:5432/d"), None);
        assert_eq!(moved("/media/stick/chachong-data", r"e:\a"), None);
        let here = PathBuf::from("2025.chachong");
        assert_eq!(remembered(here.clone()), here);
    }

    #[test]
    fn people_see_drives_without_the_verbatim_prefix() {
        let shown = |path: &str| without_verbatim_prefix(PathBuf::from(path));
        assert_eq!(shown(r"\\?\E:\查重"), Path::new(r"E:\查重"));
        let share = r"\\?\UNC\server\share";
        assert_eq!(shown(share), Path::new(share));
        assert_eq!(shown("/media/stick"), Path::new("/media/stick"));
    }
}
