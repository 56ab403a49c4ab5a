//! Programs that read our reports: LibreOffice and Python. A test whose program is missing is left out and says so; with
//! `CHACHONG_TEST_EVERYTHING` set that is a failure.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns whether a program runs on this machine.
pub(crate) fn is_there(program: &str, package: &str) -> bool {
    let run = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if run.is_ok_and(|status| status.success()) {
        return true;
    }
    assert!(
        std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no {program} to read reports with: install {package}"
    );
    // Written to stderr directly: the output of a passing test is not shown.
    let _ = writeln!(
        std::io::stderr(),
        "left out: reports read by {program} (Debian: {package})"
    );
    false
}

/// Converts a file with LibreOffice, which knows nothing of other runs; returns the files that it wrote, by name.
pub(crate) fn convert(folder: &Path, file: &Path, options: &[&str]) -> Vec<PathBuf> {
    let (profile, to) = (folder.join("profile"), folder.join("converted"));
    let run = Command::new("soffice")
        .arg(format!(
            "-env:UserInstallation=file://{}",
            profile.display()
        ))
        .arg("--headless")
        .args(options)
        .arg("--outdir")
        .arg(&to)
        .arg(file)
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&to)
        .unwrap_or_else(|error| unreachable!("{error}: {run:?}"))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}
