//! Tests of the log: what failed is written down, without names and texts; `--verbose` prints more.

use std::path::Path;

use crate::program::{command, fixture, stderr, str};

/// Runs a check of the broken files with its log in `logs`; returns what was printed to stderr.
fn check_broken(logs: &Path, more: &[&str]) -> String {
    let broken = fixture("broken");
    let arguments = [&["check", "-q", str(&broken)], more].concat();
    let output = command(&arguments)
        .env("CHACHONG_LOGS", logs)
        .output()
        .unwrap();
    stderr(&output)
}

#[test]
fn what_failed_is_logged_without_names() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let printed = check_broken(&logs, &[]);
    assert!(!printed.contains("WARN"), "{printed}");
    let log = std::fs::read_to_string(logs.join("chachong.log")).unwrap();
    for part in [
        "format=\"pdf\" cause=\"damaged\"",
        "format=\"docx\" cause=\"old-word\"",
        "format=\"txt\" cause=\"empty\"",
        " WARN chachong_jobs::reading: not read document=",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    for secret in ["truncated", "empty.txt", "broken", str(&fixture(""))] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

#[test]
fn verbose_prints_names_and_the_file_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let printed = check_broken(folder.path(), &["--verbose"]);
    assert!(
        printed.contains("DEBUG") && printed.contains("truncated.pdf"),
        "{printed}"
    );
    let log = std::fs::read_to_string(folder.path().join("chachong.log")).unwrap();
    assert!(
        !log.contains("truncated") && !log.contains("DEBUG"),
        "{log}"
    );
}

#[test]
fn a_failed_command_is_logged_and_a_good_one_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(arguments);
        let output = command.env("CHACHONG_LOGS", folder.path()).output();
        output.unwrap().status.code()
    };
    let text = fixture("texts/zh-bikes.txt");
    assert_eq!(run(&["fingerprint", str(&text)]), Some(0));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(run(&["extract", "/nowhere/王小明.txt"]), Some(1));
    let log = std::fs::read_to_string(folder.path().join("chachong.log")).unwrap();
    assert!(
        log.contains("a command failed command=\"extract\""),
        "{log}"
    );
    assert!(!log.contains("王小明"), "{log}");
}
