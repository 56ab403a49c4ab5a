//! Test of a portable program: what it keeps lies beside it.

use std::path::Path;
use std::process::Command;

use crate::program::PROGRAM;

/// Runs the program at `place` with a library that is none, which the log notes, and returns the files below `home`.
fn files_after_a_failure(program: &Path, home: &Path) -> Vec<String> {
    let run = Command::new(program)
        .args(["library", "verify", "nowhere.chachong"])
        .env_remove("CHACHONG_LOGS")
        .envs(["HOME", "LOCALAPPDATA", "APPDATA", "XDG_STATE_HOME"].map(|name| (name, home)))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let files = walkdir::WalkDir::new(home).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|file| file.path().display().to_string())
        .collect()
}

#[test]
fn a_portable_program_keeps_its_log_beside_it_and_leaves_nothing_in_the_home() {
    let (stick, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let program = stick.path().join(Path::new(PROGRAM).file_name().unwrap());
    std::fs::copy(PROGRAM, &program).unwrap();
    // On Windows no variable moves the person's folders.
    let before = files_after_a_failure(&program, home.path());
    assert_eq!(before.is_empty(), cfg!(windows));

    let home = tempfile::tempdir().unwrap();
    std::fs::write(stick.path().join("chachong-portable.txt"), "").unwrap();
    assert_eq!(
        files_after_a_failure(&program, home.path()),
        Vec::<String>::new()
    );
    let log = walkdir::WalkDir::new(stick.path().join("chachong-data/logs"));
    assert!(
        log.into_iter()
            .any(|entry| entry.unwrap().file_type().is_file())
    );
}
