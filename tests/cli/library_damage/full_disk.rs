//! Tests of a library whose file may not grow, and of one on a full disk.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::{
    PROGRAM, chachong, done, is_in_order, members, reported, said, stderr, stdout, str, texts,
    write_texts,
};

/// Asserts that everything reported as added is in the library, and that every text there is unchanged.
fn all_reported_is_there(library: &Path, output: &Output, texts: &HashMap<String, String>) {
    let found = members(library);
    for name in reported(&stdout(output), "added") {
        let there = found.iter().any(|(_, other, _)| *other == name);
        assert!(there, "{name} was reported: {}", said(output));
    }
    for (_, name, text) in &found {
        assert!(text.as_ref() == texts.get(name), "{name} is another");
    }
}

/// Runs the built program under a shell's limit on file size, in blocks of 512 bytes.
fn limited(blocks: u32, before: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args([
            "-c",
            &format!("{before} ulimit -f {blocks}; exec \"$0\" \"$@\""),
        ])
        .arg(PROGRAM)
        .args(arguments)
        .args(["--lang", "en"])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let files = write_texts(&new, 0..60, 150);
    let written = texts(&files);
    for (number, (before, blocks)) in [
        ("trap '' XFSZ;", 300),
        ("trap '' XFSZ;", 900),
        ("", 300),
        ("", 900),
    ]
    .into_iter()
    .enumerate()
    {
        let library = folder.path().join(format!("{number}.chachong"));
        let arguments = ["library", "add", "-q", str(&library), str(&new)];
        let output = limited(blocks, before, &arguments);
        assert!(!output.status.success(), "{}", said(&output));
        if !before.is_empty() {
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
            let words = stderr(&output);
            assert!(
                words.contains("library") && words.contains("disk"),
                "{words}"
            );
        }
        if library.exists() {
            let list = chachong(&["library", "list", str(&library)]);
            assert!(list.status.success(), "{}", said(&list));
            all_reported_is_there(&library, &output, &written);
        }
        // With room again, everything works.
        let again = chachong(&arguments);
        assert!(again.status.success(), "{}", said(&again));
        all_reported_is_there(&library, &again, &written);
        assert_eq!(members(&library).len(), files.len());
        is_in_order(&library);
    }
}

/// Small disk, unmounted on drop.
struct Disk(TempDir);

impl Disk {
    /// Mounts a disk of that size; `None` where mounting is not allowed.
    fn new(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "none"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        mounted.then_some(Self(folder))
    }

    /// Writes a file until there is no room left.
    fn fill(&self) -> std::path::PathBuf {
        use std::io::Write;
        let file = self.0.path().join("full");
        let mut written = std::fs::File::create(&file).unwrap();
        while written.write_all(&[7; 512]).is_ok() {}
        file
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Disk::new(5) else {
        println!("left out: no disk may be mounted here");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let files = write_texts(&folder.path().join("new"), 0..400, 100);
    let new = folder.path().join("new");
    let library = disk.0.path().join("l.chachong");
    let arguments = ["library", "add", "-q", str(&library), str(&new)];
    let output = chachong(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let words = stderr(&output);
    assert!(words.contains("no room left"), "{words}");
    assert!(!reported(&stdout(&output), "added").is_empty());
    all_reported_is_there(&library, &output, &texts(&files));
    let before = members(&library);

    // While the disk is full to the last byte, reading works, and writing says why it fails.
    // The index of the log is gone, as after the machine was switched off.
    let _ = std::fs::remove_file(disk.0.path().join("l.chachong-shm"));
    let full = disk.fill();
    let list = done(&["library", "list", str(&library)]);
    assert!(list.contains("no room left"), "{list}");
    let checked = folder.path().join("new").join("000.txt");
    done(&["check", "-q", str(&checked), "--library", str(&library)]);
    let elsewhere = folder.path().join("export.chachong");
    done(&["library", "export", "-q", str(&library), str(&elsewhere)]);
    assert_eq!(members(&elsewhere).len(), before.len());
    let refused = chachong(&["library", "remove", str(&library), "000.txt"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("no room left"),
        "{}",
        said(&refused)
    );
    std::fs::remove_file(full).unwrap();
    done(&["library", "list", str(&library)]);
    let check = chachong(&["check", "-q", str(&files[0]), "--library", str(&library)]);
    assert_ne!(check.status.code(), Some(101), "{}", said(&check));
    assert!(check.status.code().is_some(), "{}", said(&check));
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert!(
        matches!(verified.status.code(), Some(0 | 1)),
        "{}",
        said(&verified)
    );
    let removed = chachong(&["library", "remove", str(&library), "000.txt"]);
    assert!(
        matches!(removed.status.code(), Some(0 | 1)),
        "{}",
        said(&removed)
    );
    let gone: Vec<String> = reported(&stdout(&removed), "removed");
    let left: Vec<_> = (before.iter())
        .filter(|(_, name, _)| !gone.contains(name))
        .cloned()
        .collect();
    let found = members(&library);
    assert!(found == left, "{}", said(&removed));
    all_reported_is_there(&library, &removed, &texts(&files));
    // An export without room leaves nothing half done.
    let target = disk.0.path().join("export.chachong");
    let export = chachong(&["library", "export", "-q", str(&library), str(&target)]);
    assert_eq!(export.status.code(), Some(1), "{}", said(&export));
    assert!(!target.exists());
    let leftovers = std::fs::read_dir(disk.0.path()).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .contains("part")
    });
    assert_eq!(leftovers.count(), 0);
}
